//! The reasons why actions are refused, for players.

use rules::{Actor, Refusal, Seat};

use crate::legal::{Task, takes_bonus_tile};
use crate::state::Stage;
use crate::{Action, Display, Ground, Land, Orientation, Player, Point, Space, Tipperary};

impl Tipperary {
    /// The reason why an action of an actor who is to act is not legal.
    pub(crate) fn refusal(&self, actor: Actor, action: Action) -> Refusal {
        match actor {
            Actor::Dealer => self.refuse_dealer(action).into(),
            Actor::Seat(seat) => self.refuse_seat(seat, action).into(),
        }
    }

    fn refuse_dealer(&self, action: Action) -> String {
        match (self.stage, action) {
            (Stage::Towns, Action::Town { seat, town, .. }) => {
                let next = self.next_to_settle();
                if seat == next {
                    let name = self.set().towns()[usize::from(town)].name();
                    format!("the hometown {name} is taken")
                } else {
                    format!("seat {next} gets the next hometown, not seat {seat}")
                }
            }
            (Stage::Towns, _) => "the hometowns are handed out first".to_owned(),
            (Stage::Bag, Action::Bag(seat)) => format!("there is no seat {seat} at this table"),
            (Stage::Bag, _) => "the cloth bag is handed out now".to_owned(),
            (Stage::Fill, Action::Fill { area, tile }) => match self.missing_area() {
                Some(missing) if missing + 1 != usize::from(area) => {
                    format!("area {} is filled next, not area {area}", missing + 1)
                }
                _ => format!("tile {tile} is not in the bag any more"),
            },
            (Stage::Fill, _) => "the areas are filled now".to_owned(),
            (Stage::Spin, _) => "the wheel is spun now".to_owned(),
            (_, Action::Reveal { seat, land }) => match self.drawing {
                Some(drawing) if drawing != seat => {
                    format!("seat {drawing} draws a bonus tile, not seat {seat}")
                }
                _ => format!("no bonus tile with a {} is left", land.name()),
            },
            _ => "a bonus tile is turned up now".to_owned(),
        }
    }

    fn refuse_seat(&self, seat: Seat, action: Action) -> String {
        let player = &self.players[seat.index()];
        let Some(task) = self.task(seat) else { return "it is not your turn".to_owned() };
        match (task, action) {
            (
                _,
                Action::Town { .. }
                | Action::Bag(_)
                | Action::Fill { .. }
                | Action::Spin(_)
                | Action::Reveal { .. },
            ) => "that is the dealer's to say".to_owned(),
            (Task::Place(tiles), Action::Place { tile, orientation, at }) => {
                self.refuse_place(seat, tiles, tile, orientation, at)
            }
            (Task::Bonus, Action::Bonus(at)) => refuse_bonus(&player.display, at),
            (Task::Effects, Action::Sheep(at)) => refuse_sheep(player, at),
            (Task::Towers, Action::Tower(at)) => refuse_tower(&player.display, at),
            _ => out_of_order(task, player, action),
        }
    }

    fn refuse_place(
        &self,
        seat: Seat,
        tiles: [u8; 2],
        tile: u8,
        orientation: Orientation,
        at: Point,
    ) -> String {
        if !tiles.contains(&tile) {
            let [one, other] = tiles;
            let area = self.area_of(seat).unwrap_or_default();
            return format!("tile {tile} is not in your area {area}: there are {one} and {other}");
        }
        let display = &self.players[seat.index()].display;
        let shape = self.set().tile(tile).shape(orientation);
        let mut spaces =
            shape.spaces().iter().map(|space| at.moved(space.x.into(), space.y.into()));
        match spaces.find(|&point| display.at(point).is_some()) {
            Some(point) => format!("tile {tile} would overlap your display at {point}"),
            None => {
                format!("tile {tile} would not touch your display: no space of it is beside one")
            }
        }
    }
}

fn refuse_bonus(display: &Display, at: Point) -> String {
    match display.at(at) {
        None => format!("the bonus tile would not touch your display at {at}"),
        Some(space) if space.has_room_for_sheep() && !takes_bonus_tile(space) => {
            format!("there is a bonus tile at {at} already")
        }
        Some(space) => format!(
            "a bonus tile may cover only a meadow without sheep, and at {at} there is {}",
            ground_with_article(space.ground())
        ),
    }
}

fn refuse_sheep(player: &Player, at: Point) -> String {
    if player.sheep == 0 {
        return "you have no wooden sheep to place".to_owned();
    }
    match player.display.at(at).map(Space::ground) {
        None => format!("there is no meadow at {at}: your display does not reach there"),
        Some(Ground::WoodenSheep) => format!("a wooden sheep grazes at {at} already"),
        Some(ground) => {
            format!(
                "wooden sheep stand on meadows, and at {at} there is {}",
                ground_with_article(ground)
            )
        }
    }
}

fn refuse_tower(display: &Display, at: Point) -> String {
    match display.at(at) {
        Some(space) => {
            format!(
                "a tower needs an empty space, and at {at} there is {}",
                ground_with_article(space.ground())
            )
        }
        None => format!("a tower at {at} would not touch your display"),
    }
}

/// The reason why an action is too early or too late.
fn out_of_order(task: Task, player: &Player, action: Action) -> String {
    let reason = match (task, action) {
        (Task::Place(_), _) => "you have to place a tile first",
        (Task::Bonus, _) => "you have to lay down your bonus tile first",
        (Task::Effects, Action::Place { .. }) => "you have placed your tile for this round",
        (Task::Effects, Action::Bonus(_)) if player.draws > 0 => "you have to draw the tile first",
        (Task::Effects, Action::Bonus(_)) => "you have no bonus tile to lay down",
        (Task::Effects, Action::Draw) => "you have made no protected site that brings a bonus tile",
        (Task::Effects, Action::Done) => "no effect may be declined",
        (Task::Effects, _) => "towers are put up after the last round",
        (Task::Towers, _) => "the rounds are over: only towers are put up now",
    };
    reason.to_owned()
}

/// The content of a space, with its article.
fn ground_with_article(ground: Ground) -> String {
    match ground {
        Ground::Town => "the town".to_owned(),
        Ground::Land(Land::Circle1 | Land::Circle2 | Land::Circle3 | Land::Circle4) => {
            "a stone circle".to_owned()
        }
        Ground::Land(land) => format!("a {}", land.name()),
        Ground::WoodenSheep => "a wooden sheep".to_owned(),
        Ground::Tower => "a tower".to_owned(),
    }
}
