//! Answers given in advance: made, looked at, taken back, and carried out with whatever makes it
//! the seat's turn, in the same append.

use rules::{Refusal, Seat};

use super::{Loaded, TableError, Tables};
use crate::id::{PersonId, TableId};
use crate::store::{StoreError, Write};
use crate::table::{Draft, SeatPlan, Table};

impl Tables {
    /// Plans an answer for a seat, whatever was planned before, and gives it at once if it is the
    /// seat's turn. When this returns, it is durable. It is not given up halfway if the one who
    /// asked goes away.
    ///
    /// # Errors
    /// If it cannot be planned, or could not be made durable.
    pub async fn plan(
        &self,
        id: &TableId,
        person: &PersonId,
        seat: Seat,
        text: &str,
    ) -> Result<SeatPlan, TableError> {
        let this = self.clone();
        let (id, person, text) = (id.clone(), person.clone(), text.to_owned());
        let task = tokio::spawn(async move {
            let plan = this.keep(&id, |table| table.check_plan(&person, seat, &text)).await?;
            this.carry_out(&id).await?;
            Ok(plan)
        });
        task.await.map_err(|_| StoreError::Closed)?
    }

    /// Makes a plan durable, if the table has nothing against it.
    async fn keep(
        &self,
        id: &TableId,
        check: impl FnOnce(&Table) -> Result<SeatPlan, Refusal>,
    ) -> Result<SeatPlan, TableError> {
        let slot = self.slot(id);
        let mut place = slot.loaded.lock().await;
        let loaded = self.load(id, &slot, &mut place).await?;
        let plan = check(&loaded.table)?;
        loaded.planned = true;
        let (table, now) = (id.clone(), self.clock().now());
        self.0.store.write(Write::SetPlan { table, plan: plan.clone(), now }).await?;
        Ok(plan)
    }

    /// What a person has planned for a seat.
    ///
    /// # Errors
    /// If it is not their seat, or the database fails.
    pub async fn planned(
        &self,
        id: &TableId,
        person: &PersonId,
        seat: Seat,
    ) -> Result<Option<SeatPlan>, TableError> {
        let check =
            |table: &Table, _: &[_]| table.check_owns(person, seat).map(|()| table.game().id());
        let game = self.read(id, check).await??;
        let plans = self.0.store.plans(id, game).await?;
        Ok(plans.into_iter().find(|plan| plan.seat == seat && plan.person == *person))
    }

    /// Takes back what a person has planned for a seat. Nothing comes of it once this returns.
    ///
    /// # Errors
    /// If it is not their seat, or the database fails.
    pub async fn take_back_plan(
        &self,
        id: &TableId,
        person: &PersonId,
        seat: Seat,
    ) -> Result<(), TableError> {
        let slot = self.slot(id);
        let mut place = slot.loaded.lock().await;
        let loaded = self.load(id, &slot, &mut place).await?;
        loaded.table.check_owns(person, seat)?;
        let (table, person) = (id.clone(), person.clone());
        self.0.store.write(Write::TakeBackPlan { table, seat, person }).await?;
        Ok(())
    }

    /// Does what was planned for whoever is to act at a table, if anything was.
    pub(super) async fn carry_out(&self, id: &TableId) -> Result<(), TableError> {
        let decide = |loaded: &Loaded, at| loaded.table.decide_plans(at);
        match self.write(id.clone(), None, decide).await {
            // Nothing is to be done now: the plans are for later.
            Ok(_) | Err(TableError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Does what a server that is gone has left undone. A table that stands in its way does not
    /// keep it from the others.
    pub(crate) async fn carry_out_all(&self) -> Result<(), StoreError> {
        for table in self.0.store.planned_tables().await? {
            match self.carry_out(&table).await {
                Err(TableError::Store(error @ (StoreError::Database(_) | StoreError::Closed))) => {
                    return Err(error);
                }
                Err(error) => {
                    tracing::error!(%table, %error, "what was planned cannot be done");
                }
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Adds what was planned to what was decided, and gives the plans that have had their day.
    /// The database is asked only where there may be plans: here, or made by another node.
    pub(super) async fn add_planned(
        &self,
        loaded: &mut Loaded,
        draft: &mut Draft,
    ) -> Result<Vec<SeatPlan>, TableError> {
        let game = loaded.table.game().id();
        let mut over = Vec::new();
        if game.has_plans() && (loaded.planned || self.0.store.is_shared()) {
            let plans = self.0.store.plans(loaded.table.id(), game).await?;
            loaded.planned = !plans.is_empty();
            over = draft.carry_out(&plans, &loaded.seed)?;
        }
        if draft.entries.is_empty() {
            return Err(Refusal::from("there is nothing to do now").into());
        }
        Ok(over)
    }
}
