//! What is decided when a table is opened.

use std::collections::BTreeMap;

use registry::{AnyGame, GameId, NewGame, Registry};
use rules::Refusal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ClockSpec;
use crate::day::Day;
use crate::id::PersonId;
use crate::schema::Level;

/// How strong the bot is that plays for somebody who is gone, unless the table says otherwise.
const USUAL_STAND_IN: u8 = 3;

/// Who may sit in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "for", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatSpec {
    /// A person: this one, or whoever comes first.
    Person {
        /// Whom the seat is kept for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept_for: Option<PersonId>,
    },
    /// A bot.
    Bot {
        /// How strong, 1 to 5.
        #[schema(value_type = Level)]
        level: u8,
    },
}

impl SeatSpec {
    /// Whether a person may sit there.
    pub const fn is_for_person(&self) -> bool {
        matches!(self, Self::Person { .. })
    }

    /// The level of the bot, if it is one's.
    pub const fn bot(&self) -> Option<u8> {
        match self {
            Self::Person { .. } => None,
            Self::Bot { level } => Some(*level),
        }
    }
}

/// What is decided when a table is opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableSpec {
    /// The game's id.
    #[schema(example = "foxy-and-wooly")]
    pub game: String,
    /// Options that are not at their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The component set, if it is not the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    /// One for each player.
    pub seats: Vec<SeatSpec>,
    /// Whether the table is listed for everyone; otherwise it is found by its link only.
    #[serde(default)]
    pub public: bool,
    /// Whether spectators may chat, too.
    #[serde(default)]
    pub open_chat: bool,
    /// The day whose deal it is; such a table is opened by the server alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<Day>,
    /// Whether one person plays all the seats for people.
    #[serde(default)]
    pub hot_seat: bool,
    /// How much time everyone has.
    #[serde(default, skip_serializing_if = "ClockSpec::is_none")]
    pub clock: ClockSpec,
    /// How strong the bot is that plays for somebody who has given up or run out of time, 1 to 5.
    #[serde(default = "usual_stand_in")]
    #[schema(value_type = Level)]
    pub stand_in: u8,
}

const fn usual_stand_in() -> u8 {
    USUAL_STAND_IN
}

/// Whether there is such a level.
pub(super) fn check_level(level: u8) -> Result<(), Refusal> {
    if (1..=5).contains(&level) {
        return Ok(());
    }
    Err(format!("there is no level {level}: levels are 1 to 5").into())
}

impl TableSpec {
    /// A table of that game without seats, found by its link only; everything else is as usual.
    pub fn new(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            options: BTreeMap::new(),
            set: None,
            seats: Vec::new(),
            public: false,
            open_chat: false,
            day: None,
            hot_seat: false,
            clock: ClockSpec::default(),
            stand_in: USUAL_STAND_IN,
        }
    }

    /// The table of somebody who plays the day's deal alone.
    pub fn of_the_day(game: &str, day: Day, person: PersonId) -> Self {
        let seats = vec![SeatSpec::Person { kept_for: Some(person) }];
        Self { seats, day: Some(day), ..Self::new(game) }
    }

    /// The game before its first action.
    ///
    /// # Errors
    /// If it cannot be played this way.
    pub fn new_game(&self, registry: &Registry) -> Result<AnyGame, Refusal> {
        let game = GameId::named(&self.game).ok_or_else(|| {
            let name = rules::notation::quoted(&self.game);
            Refusal::new(format!("there is no game {name}; there are {}", GameId::list()))
        })?;
        let options = self.options.iter().map(|(name, value)| (name.clone(), value.clone()));
        let new = NewGame {
            game,
            players: self.seats.len() as u64,
            options: options.collect(),
            set: self.set.clone(),
        };
        AnyGame::new(registry, &new).map_err(|error| Refusal::new(error.to_string()))
    }

    /// Whether a table can be opened this way.
    ///
    /// # Errors
    /// If not, with the reason.
    pub fn check(&self, registry: &Registry) -> Result<(), Refusal> {
        self.new_game(registry)?;
        if self.day.is_some() {
            return Err("the day's deal has its own way in: POST /api/today".into());
        }
        if !self.seats.iter().any(SeatSpec::is_for_person) {
            return Err("a table needs a seat for a person".into());
        }
        self.seats.iter().filter_map(SeatSpec::bot).try_for_each(check_level)?;
        check_level(self.stand_in)?;
        self.clock.check()
    }
}
