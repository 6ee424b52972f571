//! Everything that is ever written.

use std::sync::Arc;

use rules::Seat;
use sqlx::AnyConnection;

use super::listen::{CHANNEL, CHAT, GONE, changed};
use super::{
    Count, Delivery, NewLine, StoreError, StoredWebhook, WaitingTable, admin, clock, housekeeping,
    plans, programs, quotas, sessions, webhooks,
};
use crate::id::{PersonId, SessionId, TableId};
use crate::live::Stir;
use crate::secret::Secret;
use crate::table::{Entry, SeatPlan, Stamped};

/// A table that is opened.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its id.
    pub id: TableId,
    /// The game's id.
    pub game: String,
    /// Whether it is listed for everyone.
    pub public: bool,
    /// The seed of its draws.
    pub seed: Secret,
    /// The first entry of its log.
    pub opened: Stamped,
}

/// Entries that are added to a log.
#[derive(Clone, Debug)]
pub struct Append {
    /// To which table.
    pub table: TableId,
    /// The entries, all or none of which are stored.
    pub entries: Vec<Stamped>,
    /// What the sender called it, and the number of the entry that it became.
    pub client_key: Option<(u64, String)>,
    /// What is known of the table without its log, if that is to be written.
    pub summary: Option<Summary>,
    /// Who sits at the table then, if that changes.
    pub sitting: Option<Vec<PersonId>>,
    /// Whether bots play there then, if that changes.
    pub bots: Option<bool>,
    /// Plans that have had their day.
    pub over: Vec<SeatPlan>,
    /// What changes in lists of tables.
    pub stir: Arc<Stir>,
}

/// What is known of a table without its log.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// How far it has come.
    pub stage: &'static str,
    /// When something happened there; about when, while it is played.
    pub changed_at: i64,
    /// When somebody has to look at it again, if nothing happens before.
    pub due: Option<i64>,
}

impl Summary {
    /// How exactly lists of tables know when something happened, in milliseconds.
    const PRECISION: i64 = 5_000;

    /// Whether this is still good enough where the other would be exact. Most actions change only
    /// the time: they are written faster without it.
    pub(crate) fn does_for(&self, exact: &Self) -> bool {
        let age = exact.changed_at - self.changed_at;
        age < Self::PRECISION && *self == Self { changed_at: self.changed_at, ..*exact }
    }
}

/// Somebody new.
#[derive(Clone, Debug)]
pub struct NewPerson {
    /// Their id.
    pub id: PersonId,
    /// What they are called.
    pub name: String,
    /// Their first session.
    pub session: SessionId,
}

/// Adds one of [`Append::entry_rows`].
pub(super) const ADD_ENTRY: &str = "INSERT INTO entries (table_id, seq, client_key, at, body) \
     VALUES ($1, $2, $3, $4, $5)";
/// Writes an [`Append::row`].
pub(super) const SUM_UP: &str =
    "UPDATE tables SET stage = $1, changed_at = $2, due = $3 WHERE id = $4";

/// Something to write. Each is done as a whole or not at all.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Write {
    OpenTable(NewTable),
    Append(Append),
    /// Unless too much has been said at the table.
    Say(NewLine),
    /// The results of a table, unless they were counted before.
    Count(Count),
    AddPerson {
        person: NewPerson,
        now: i64,
    },
    /// Unless its owner has so many.
    AddProgram {
        person: NewPerson,
        name_key: String,
        name_shape: String,
        owner: PersonId,
        most: i64,
        now: i64,
    },
    RevokeProgram {
        owner: PersonId,
        program: PersonId,
    },
    SetWebhook {
        person: PersonId,
        webhook: StoredWebhook,
        now: i64,
    },
    RemoveWebhook(PersonId),
    /// If the person has a webhook.
    AddDelivery(Delivery),
    /// Unless somebody else has.
    TakeOn {
        delivery: Delivery,
        again_at: i64,
    },
    DropDelivery(Delivery),
    SetPlan {
        table: TableId,
        plan: SeatPlan,
        now: i64,
    },
    TakeBackPlan {
        table: TableId,
        seat: Seat,
        person: PersonId,
    },
    Ban {
        person: PersonId,
        now: i64,
    },
    Unban(PersonId),
    /// Lists a table no more.
    Hide(TableId),
    /// By how much tables' time is ahead of the time of day, in milliseconds.
    ClockOffset(i64),
    /// Lists a table no more that waits for players, unless something has happened there.
    Unlist(WaitingTable),
    /// Somebody has a table open that waits for players.
    KeepListed {
        table: TableId,
        now: i64,
    },
    /// If the person is a guest.
    RenameGuest {
        person: PersonId,
        name: String,
    },
    /// Gives a guest a name and a password, and a session in place of all earlier ones.
    Claim {
        person: PersonId,
        name: String,
        name_key: String,
        name_shape: String,
        password: String,
        session: SessionId,
        now: i64,
    },
    OpenSession {
        session: SessionId,
        person: PersonId,
        now: i64,
    },
    CloseSession {
        session: SessionId,
        person: PersonId,
    },
    CloseAllSessions(PersonId),
    /// Unless that was noted not long ago.
    NoteUse {
        session: SessionId,
        now: i64,
    },
    /// A few sessions that were opened before then.
    ForgetSessions {
        before: i64,
        most: i64,
    },
    /// If nobody has used the account since then, and nothing refers to it.
    ForgetGuest {
        person: PersonId,
        unused_since: i64,
    },
    /// If its game has never begun, and nothing has happened there since then.
    ForgetTable {
        table: TableId,
        untouched_since: i64,
    },
    DeletePerson {
        person: PersonId,
        now: i64,
    },
    /// Something that means nothing, to find out whether writing works.
    Probe {
        now: i64,
    },
    /// Unless it has a value.
    Setting {
        name: &'static str,
        value: String,
    },
}

impl Write {
    pub(super) const fn append(&self) -> Option<&Append> {
        if let Self::Append(append) = self { Some(append) } else { None }
    }

    /// Does it within a transaction, and gives how many rows were changed.
    pub(super) async fn perform(&self, on: &mut AnyConnection) -> Result<u64, StoreError> {
        match self {
            Self::OpenTable(table) => open_table(on, table).await,
            Self::Append(append) => append.perform(on).await,
            Self::Say(line) => line.perform(on).await,
            Self::Count(count) => count.perform(on).await,
            Self::AddPerson { person, now } => add_person(on, person, *now).await,
            Self::AddProgram { person, name_key, name_shape, owner, most, now } => {
                programs::add(on, (person, name_key, name_shape), owner, *most, *now).await
            }
            Self::RevokeProgram { owner, program } => programs::revoke(on, owner, program).await,
            Self::SetWebhook { person, webhook, now } => {
                webhooks::set(on, person, webhook, *now).await
            }
            Self::RemoveWebhook(person) => webhooks::remove(on, person).await,
            Self::AddDelivery(delivery) => delivery.add(on).await,
            Self::TakeOn { delivery, again_at } => delivery.take_on(on, *again_at).await,
            Self::DropDelivery(delivery) => delivery.drop(on).await,
            Self::SetPlan { table, plan, now } => plans::set(on, table, plan, *now).await,
            Self::TakeBackPlan { table, seat, person } => {
                plans::take_back(on, table, *seat, person).await
            }
            Self::Ban { person, now } => admin::ban(on, person, *now).await,
            Self::Unban(person) => admin::unban(on, person).await,
            Self::Hide(table) => admin::hide(on, table).await,
            Self::ClockOffset(offset) => clock::set_offset(on, *offset).await,
            Self::Unlist(table) => quotas::unlist(on, table).await,
            Self::KeepListed { table, now } => quotas::keep_listed(on, table, *now).await,
            Self::RenameGuest { person, name } => {
                let sql = "UPDATE people SET name = $2 \
                           WHERE id = $1 AND name_key IS NULL AND deleted_at IS NULL";
                let query = sqlx::query(sql).bind(person.as_str()).bind(name.as_str());
                Ok(query.execute(on).await?.rows_affected())
            }
            Self::Claim { person, name, name_key, name_shape, password, session, now } => {
                let sql = "UPDATE people \
                           SET name = $2, name_key = $3, name_shape = $4, password = $5 \
                           WHERE id = $1 AND name_key IS NULL AND deleted_at IS NULL";
                let query = sqlx::query(sql).bind(person.as_str()).bind(name.as_str());
                let query = query.bind(name_key.as_str()).bind(name_shape.as_str());
                if query.bind(password.as_str()).execute(&mut *on).await?.rows_affected() == 0 {
                    return Ok(0);
                }
                sessions::close_all(on, person).await?;
                sessions::open(on, session, person, *now).await
            }
            Self::OpenSession { session, person, now } => {
                sessions::open(on, session, person, *now).await
            }
            Self::CloseSession { session, person } => sessions::close(on, session, person).await,
            Self::CloseAllSessions(person) => sessions::close_all(on, person).await,
            Self::NoteUse { session, now } => sessions::note_use(on, session, *now).await,
            Self::ForgetSessions { before, most } => sessions::forget(on, *before, *most).await,
            Self::ForgetGuest { person, unused_since } => {
                housekeeping::forget_guest(on, person, *unused_since).await
            }
            Self::ForgetTable { table, untouched_since } => {
                housekeeping::forget_table(on, table, *untouched_since).await
            }
            Self::DeletePerson { person, now } => delete_person(on, person, *now).await,
            Self::Probe { now } => {
                let query = sqlx::query("UPDATE probe SET at = $1 WHERE id = 1");
                Ok(query.bind(*now).execute(on).await?.rows_affected())
            }
            Self::Setting { name, value } => {
                let sql = "INSERT INTO settings (name, value) VALUES ($1, $2) \
                           ON CONFLICT (name) DO NOTHING";
                let query = sqlx::query(sql).bind(*name).bind(value.as_str());
                Ok(query.execute(on).await?.rows_affected())
            }
        }
    }

    /// Tells the other nodes, once the transaction is committed.
    pub(super) async fn announce(&self, on: &mut AnyConnection) -> Result<(), StoreError> {
        let notice = match self {
            Self::OpenTable(NewTable { id, public, .. }) => changed(id, &Stir::opened(*public))?,
            Self::Append(Append { table, stir, .. }) => changed(table, stir)?,
            Self::Unlist(WaitingTable { id, .. }) => changed(id, &Stir::opened(true))?,
            Self::Say(NewLine { table, .. }) => format!("{CHAT} {table}"),
            Self::ForgetTable { table, .. } => format!("{GONE} {table}"),
            _ => return Ok(()),
        };
        let query = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(notice);
        query.execute(on).await?;
        Ok(())
    }
}

async fn open_table(on: &mut AnyConnection, table: &NewTable) -> Result<u64, StoreError> {
    let sql = "INSERT INTO tables \
               (id, game, listed, stage, seed, created_at, changed_at, opened_by) \
               VALUES ($1, $2, $3, 'gathering', $4, $5, $5, $6)";
    let query = sqlx::query(sql).bind(table.id.as_str()).bind(table.game.as_str());
    let query = query.bind(i64::from(table.public)).bind(table.seed.reveal().to_string());
    let opened_by = table.opened.entry.person().map(ToString::to_string);
    query.bind(table.opened.at).bind(opened_by).execute(&mut *on).await?;
    add_entry(on, &table.id, &table.opened, None).await
}

impl Append {
    async fn perform(&self, on: &mut AnyConnection) -> Result<u64, StoreError> {
        for person in self.seating() {
            if !housekeeping::may_sit_down(on, person).await? {
                return Err(StoreError::Gone);
            }
        }
        for entry in &self.entries {
            add_entry(on, &self.table, entry, self.key_of(entry)).await?;
        }
        if let Some((stage, changed_at, due, table)) = self.row() {
            let query = sqlx::query(SUM_UP).bind(stage).bind(changed_at).bind(due);
            query.bind(table).execute(&mut *on).await?;
        }
        self.seat(on).await?;
        if let Some(bots) = self.bots {
            quotas::note_bots(on, &self.table, bots).await?;
        }
        self.end_plans(on).await?;
        Ok(self.entries.len() as u64)
    }

    /// Those who sit down.
    pub(super) fn seating(&self) -> impl Iterator<Item = &PersonId> {
        self.entries.iter().filter_map(|stamped| match &stamped.entry {
            Entry::Joined { person, .. } | Entry::TookOver { person, .. } => Some(person),
            _ => None,
        })
    }

    /// What the sender called that entry.
    fn key_of(&self, entry: &Stamped) -> Option<&str> {
        let key = self.client_key.as_ref().filter(|(seq, _)| *seq == entry.seq);
        key.map(|(_, key)| key.as_str())
    }

    /// The rows of `entries`: the table's id, number, key, time and text.
    pub(super) fn entry_rows(
        &self,
    ) -> impl Iterator<Item = (&str, i64, Option<&str>, i64, String)> {
        self.entries.iter().map(|entry| {
            (self.table.as_str(), entry.seq as i64, self.key_of(entry), entry.at, body(entry))
        })
    }

    /// The row of `tables`, if it is to be written: stage, time, when it is due; the table's id.
    pub(super) fn row(&self) -> Option<(&str, i64, Option<i64>, &str)> {
        let Summary { stage, changed_at, due } = self.summary?;
        Some((stage, changed_at, due, self.table.as_str()))
    }

    /// Writes down who sits at the table, if that changes.
    async fn seat(&self, on: &mut AnyConnection) -> Result<(), StoreError> {
        let Some(people) = &self.sitting else { return Ok(()) };
        let query = sqlx::query("DELETE FROM sitting WHERE table_id = $1");
        query.bind(self.table.as_str()).execute(&mut *on).await?;
        for person in people {
            let query = sqlx::query("INSERT INTO sitting (table_id, person) VALUES ($1, $2)");
            query.bind(self.table.as_str()).bind(person.as_str()).execute(&mut *on).await?;
        }
        Ok(())
    }

    /// Forgets the plans that are over.
    async fn end_plans(&self, on: &mut AnyConnection) -> Result<(), StoreError> {
        for plan in &self.over {
            plans::end(on, &self.table, plan).await?;
        }
        Ok(())
    }
}

/// An entry as it is stored.
fn body(stamped: &Stamped) -> String {
    serde_json::to_string(&stamped.entry).expect("every entry can be written as JSON")
}

async fn add_entry(
    on: &mut AnyConnection,
    table: &TableId,
    stamped: &Stamped,
    client_key: Option<&str>,
) -> Result<u64, StoreError> {
    let query = sqlx::query(ADD_ENTRY).bind(table.as_str()).bind(stamped.seq as i64);
    let query = query.bind(client_key.map(str::to_owned)).bind(stamped.at).bind(body(stamped));
    Ok(query.execute(on).await?.rows_affected())
}

async fn add_person(
    on: &mut AnyConnection,
    person: &NewPerson,
    now: i64,
) -> Result<u64, StoreError> {
    let query = sqlx::query("INSERT INTO people (id, name, created_at) VALUES ($1, $2, $3)");
    let query = query.bind(person.id.as_str()).bind(person.name.as_str()).bind(now);
    query.execute(&mut *on).await?;
    sessions::open(on, &person.session, &person.id, now).await
}

/// The row stays, without anything that tells who it was: the logs of tables refer to it.
async fn delete_person(
    on: &mut AnyConnection,
    person: &PersonId,
    now: i64,
) -> Result<u64, StoreError> {
    // First of all, so that nobody sits down as this person while the rest is done.
    let sql = "UPDATE people SET name = 'Somebody', name_key = NULL, name_shape = NULL, \
               password = NULL, deleted_at = $2 WHERE id = $1 AND deleted_at IS NULL";
    let query = sqlx::query(sql).bind(person.as_str()).bind(now);
    let deleted = query.execute(&mut *on).await?.rows_affected();
    sessions::close_all(on, person).await?;
    programs::revoke_all(on, person).await?;
    webhooks::remove(on, person).await?;
    plans::forget(on, person).await?;
    let query = sqlx::query("UPDATE chat SET text = '' WHERE person = $1");
    query.bind(person.as_str()).execute(on).await?;
    Ok(deleted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_may_be_a_little_old_but_not_wrong() {
        let known = Summary { stage: "playing", changed_at: 1_000, due: Some(9_000) };
        assert!(known.does_for(&Summary { changed_at: 5_999, ..known }));
        assert!(!known.does_for(&Summary { changed_at: 6_000, ..known }));
        assert!(!known.does_for(&Summary { stage: "ended", ..known }));
        assert!(!known.does_for(&Summary { due: None, ..known }));
    }
}
