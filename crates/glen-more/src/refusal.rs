//! The reasons why actions are refused, for players.

use rules::{Actor, Refusal, Seat};

use crate::action::{Action, Use};
use crate::display::FULL;
use crate::event_text::counted;
use crate::payment::Due;
use crate::place::Place;
use crate::placement::Spots;
use crate::resource::Resource;
use crate::state::{GlenMore, Phase};
use crate::tile::{Activation, Conversion, Tile};

impl GlenMore {
    /// The reason why an action of an actor whose turn it is is not legal.
    pub(crate) fn refusal(&self, actor: Actor, action: Action) -> Refusal {
        let reason = match actor {
            Actor::Dealer => self.refuse_dealer(action),
            Actor::Seat(seat) => self.refuse_seat(seat, action),
        };
        Refusal::new(reason)
    }

    fn refuse_dealer(&self, action: Action) -> String {
        match (self.phase, action) {
            (Phase::First, Action::First(seat)) => format!("there is no seat {seat} to start"),
            (Phase::First, _) => "the dealer has to say who starts".to_owned(),
            (Phase::Draw, Action::Draw(tile)) if self.left.contains(tile) => {
                let current = self.set().current_stack(self.left).map_or(0, |(stack, _)| stack);
                let stack = self.tile(tile).stack;
                format!("the tile {tile} is in stack {stack}, and stack {current} comes first")
            }
            (Phase::Draw, Action::Draw(tile)) => {
                format!("the tile {tile} is not in the stacks any more")
            }
            (Phase::Draw, _) => "the dealer has to draw a tile for the track".to_owned(),
            (Phase::Roll, Action::Roll(pips)) => format!("the die has no side with {pips} pips"),
            _ => "the dealer has to roll the die".to_owned(),
        }
    }

    fn refuse_seat(&self, seat: Seat, action: Action) -> String {
        match action {
            Action::First(_) | Action::Draw(_) | Action::Roll(_) => {
                "that is for the dealer to do".to_owned()
            }
            Action::Sell { resource, at } => self.refuse_sell(seat, resource, at),
            _ => match self.phase {
                Phase::Take(_) => self.refuse_before_take(seat, action),
                Phase::Pay(_) => self.refuse_while_paying(seat, action),
                Phase::Choose(_) => self.refuse_while_choosing(seat, action),
                _ => self.refuse_while_activating(seat, action),
            },
        }
    }

    fn refuse_sell(&self, seat: Seat, resource: Resource, at: Place) -> String {
        self.refuse_cube(seat, resource, at).unwrap_or_else(|| {
            format!("there are no coins in the {resource} row: {resource} cannot be sold now")
        })
    }

    /// The reason why a cube cannot be taken from that place.
    fn refuse_cube(&self, seat: Seat, resource: Resource, at: Place) -> Option<String> {
        let display = &self.player(seat).display;
        if display.tile_at(at).is_none() {
            return Some(format!("you have no tile at {at}"));
        }
        (display.cubes_at(at).of(resource) == 0).then(|| format!("there is no {resource} at {at}"))
    }

    fn refuse_before_take(&self, seat: Seat, action: Action) -> String {
        match action {
            Action::Take { space, at } => self.refuse_take(seat, space, at),
            Action::Pass => "you may pass only if there is no tile you can take".to_owned(),
            _ => "first you have to take a tile from the track".to_owned(),
        }
    }

    fn refuse_take(&self, seat: Seat, space: u8, at: Place) -> String {
        let Some(tile) = self.track.tile(space.into()) else {
            return format!("there is no tile on space {space} of the track");
        };
        let tile = self.tile(tile);
        self.refuse_place(seat, tile, at).unwrap_or_else(|| refuse_cost(tile))
    }

    /// The reason why a tile cannot be placed there.
    fn refuse_place(&self, seat: Seat, tile: &Tile, at: Place) -> Option<String> {
        let display = &self.player(seat).display;
        let mut places = display.places().iter();
        if display.tile_at(at).is_some() {
            return Some(format!("there is already a tile at {at}"));
        }
        if !places.any(|place| place.shares_edge(at)) {
            return Some(format!("no tile of yours has an edge in common with {at}"));
        }
        if display.around(at).and(display.clan_slots()).is_empty() {
            return Some(format!("no clan member stands next to {at}"));
        }
        let lines =
            [("river", tile.river, display.river_ends()), ("road", tile.road, display.road_ends())];
        for (line, wanted, ends) in lines {
            let end = ends.contains(&at);
            if wanted && !end {
                return Some(format!("a tile with a {line} has to go on with your {line}"));
            }
            if wanted && !Spots::of(display).for_tile(tile).contains(&at) {
                return Some(format!("the tile beyond {at} has no {line}: their edges disagree"));
            }
            if end && !wanted {
                return Some(format!("the {line} has to go on at {at}, and this tile has none"));
            }
        }
        None
    }

    fn refuse_while_paying(&self, seat: Seat, action: Action) -> String {
        let due = self.progress.due;
        let not_due = || format!("that is not due: you still have to turn in {}", due.text());
        match action {
            Action::Pay { resource, at } => {
                let wanted = if due.wants(resource) { None } else { Some(not_due()) };
                wanted
                    .or_else(|| self.refuse_cube(seat, resource, at))
                    .unwrap_or_else(|| dead_end(resource))
            }
            Action::Buy(resource) if due.wants(resource) => self.refuse_buy(seat, resource),
            Action::PayClan(at) if due == Due::ClanOrChieftain => self.refuse_clan(seat, at),
            Action::PayChieftain if due == Due::ClanOrChieftain => {
                "you have no chieftain to turn in".to_owned()
            }
            Action::PayWhiskey | Action::Buy(_) | Action::PayClan(_) | Action::PayChieftain => {
                not_due()
            }
            _ => format!("first you have to turn in {}", due.text()),
        }
    }

    fn refuse_buy(&self, seat: Seat, resource: Resource) -> String {
        let coins = self.player(seat).coins;
        match self.warehouse.price(resource) {
            None => format!("the {resource} row is full: no {resource} can be bought now"),
            Some(price) if u16::from(price) > coins => {
                format!("{resource} costs {}, and you have {coins}", counted(price, "coin"))
            }
            Some(_) => dead_end(resource),
        }
    }

    fn refuse_clan(&self, seat: Seat, at: Place) -> String {
        if self.player(seat).display.clan_at(at) == 0 {
            format!("you have no clan member at {at}")
        } else {
            format!("the clan member at {at} is the only one next to the new tile")
        }
    }

    fn refuse_while_choosing(&self, seat: Seat, action: Action) -> String {
        match action {
            Action::Skip => "Loch Lochy gives two resources: choose them".to_owned(),
            _ if self.may_skip(seat) => {
                "first choose a resource for the empty Abbey, or skip it".to_owned()
            }
            _ => "first choose the resources that Loch Lochy gives".to_owned(),
        }
    }

    fn refuse_while_activating(&self, seat: Seat, action: Action) -> String {
        match action {
            Action::Take { .. } | Action::Pass => "you take one tile in a turn".to_owned(),
            Action::Activate { at, using } => self.refuse_activation(seat, at, using),
            Action::Step { from, .. } | Action::Promote(from)
                if self.player(seat).display.clan_at(from) == 0 =>
            {
                format!("you have no clan member at {from}")
            }
            Action::Step { .. } | Action::Promote(_) if self.progress.movement == 0 => {
                "you have no movement points left".to_owned()
            }
            Action::Step { from, to } => self.refuse_step(seat, from, to),
            Action::Promote(_) => {
                "your last clan member has to stay until your last turn".to_owned()
            }
            Action::Buy(_) => "you can buy only what you have to turn in at once".to_owned(),
            Action::Choose(_) | Action::Skip => "there is nothing to choose now".to_owned(),
            _ => "nothing is due now".to_owned(),
        }
    }

    fn refuse_step(&self, seat: Seat, from: Place, to: Place) -> String {
        if self.player(seat).display.tile_at(to).is_none() {
            format!("you have no tile at {to}")
        } else {
            format!("{to} is not next to {from}")
        }
    }

    fn refuse_activation(&self, seat: Seat, at: Place, using: Use) -> String {
        let display = &self.player(seat).display;
        let Some(slot) = display.slot_at(at) else { return format!("you have no tile at {at}") };
        let tile = self.tile_in(seat, slot);
        if !self.within_reach(seat).contains(slot) {
            return self.refuse_out_of_reach(seat, slot);
        }
        match &tile.activation {
            Activation::Nothing => format!("{} does nothing when it is activated", tile.called()),
            Activation::ProduceAny if !matches!(using, Use::Taking(_)) => {
                "say which resource you take".to_owned()
            }
            Activation::Produce(_) | Activation::ProduceAny
                if display.cubes(slot).total() >= FULL =>
            {
                format!("there are already {FULL} cubes on {}", tile.called())
            }
            Activation::Convert(conversion) => refuse_use(&tile.called(), conversion, using),
            _ => format!("{} is used without any number or resource", tile.called()),
        }
    }

    fn refuse_out_of_reach(&self, seat: Seat, slot: usize) -> String {
        let display = &self.player(seat).display;
        let tile = self.tile_in(seat, slot);
        let near = display.around(display.place(usize::from(self.progress.slot))).contains(slot);
        match tile.activation {
            Activation::Nothing => format!("{} does nothing when it is activated", tile.called()),
            Activation::Movement if near => {
                format!("{} has given its movement point by itself", tile.called())
            }
            _ if near => format!("{} was already activated in this turn", tile.called()),
            _ => format!("{} does not touch the new tile", tile.called()),
        }
    }
}

fn refuse_cost(tile: &Tile) -> String {
    match (tile.called(), tile.cost) {
        (name, Due::ClanOrChieftain) => {
            format!("you have no clan member or chieftain to spare for {name}")
        }
        (name, cost) => format!(
            "you cannot pay for {name}: it costs {}, and selling and buying do not help",
            cost.text()
        ),
    }
}

/// The reason why a tile within reach cannot be used in that way.
fn refuse_use(name: &str, conversion: &Conversion, using: Use) -> String {
    let count = match using {
        Use::Times(count) => Some(count),
        Use::Plainly | Use::Taking(_) => None,
    };
    let counts = || {
        let counts = conversion.offers().iter().map(|way| format!("x{}", way.count));
        counts.collect::<Vec<_>>().join(", ")
    };
    let way = conversion.offers().iter().find(|way| count.is_none_or(|count| count == way.count));
    match way {
        _ if conversion.is_counted() && count.is_none() => {
            format!("say how many cubes you turn in at {name}: {}", counts())
        }
        _ if count.is_some() != conversion.is_counted() || matches!(using, Use::Taking(_)) => {
            format!("{name} is used without any number or resource")
        }
        Some(way) => {
            let due = conversion.due(*way).text();
            format!("you cannot turn in {due} for {name}, not even by selling and buying")
        }
        None => format!("{name} takes {}", counts()),
    }
}

fn dead_end(resource: Resource) -> String {
    format!("with {resource} turned in, the rest of the cost could not be paid any more")
}
