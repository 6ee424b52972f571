//! The position as plain text that can be played from.

use std::fmt::Write;

use rules::{Names, Seat};

use crate::event_text::counted;
use crate::payment::Due;
use crate::resource::Resource;
use crate::state::{GlenMore, Phase, Player};
use crate::tile::{Activation, Conversion, Tile, Wanted, Windfall};
use crate::track::{SPACES, Space};

impl GlenMore {
    pub(crate) fn table_text(&self, names: &Names) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_table(&mut text, names);
        text
    }

    fn write_table(&self, out: &mut String, names: &Names) -> std::fmt::Result {
        writeln!(out, "{}", self.prompt(names))?;
        self.write_track(out, names)?;
        self.write_warehouse(out)?;
        for seat in Seat::all(self.players) {
            self.write_player(out, seat, names)?;
        }
        Ok(())
    }

    fn prompt(&self, names: &Names) -> String {
        let due = self.progress.due.text();
        match self.phase {
            Phase::First => "The dealer says who starts.".to_owned(),
            Phase::Draw => "The dealer draws a tile.".to_owned(),
            Phase::Roll => "The die is at the head of the chain.".to_owned(),
            Phase::Take(seat) => format!("{} takes a tile.", names.of(seat)),
            Phase::Pay(seat) => format!("{} still has to turn in {due}.", names.of(seat)),
            Phase::Choose(seat) => {
                let choices = counted(self.progress.choices, "resource");
                format!("{} chooses {choices}.", names.of(seat))
            }
            Phase::Activate(seat) => {
                let points = counted(self.progress.movement, "movement point");
                format!("{} activates tiles and has {points}.", names.of(seat))
            }
            Phase::Over => "The game is over.".to_owned(),
        }
    }

    fn write_track(&self, out: &mut String, names: &Names) -> std::fmt::Result {
        let (stack, rest) =
            self.set().current_stack(self.left).map_or((3, 0), |(stack, rest)| (stack, rest.len()));
        writeln!(out, "\nTrack, from the head of the chain (stack {stack}: {rest} left):")?;
        for steps in 1..=SPACES {
            let space = self.track.ahead(steps);
            match self.track.spaces[space] {
                Space::Empty => {}
                Space::Die => writeln!(out, "  {space:>2}  the die")?,
                Space::Figure(seat) => writeln!(out, "  {space:>2}  {}", names.of(seat))?,
                Space::Tile(id) => {
                    let tile = self.tile(id);
                    writeln!(out, "  {space:>2}  {id} {}", tile.text())?;
                }
            }
        }
        Ok(())
    }

    fn write_warehouse(&self, out: &mut String) -> std::fmt::Result {
        let price = |price: Option<u8>| price.map_or("-".to_owned(), |price| price.to_string());
        let rows = Resource::ALL.map(|resource| {
            let (buy, sell) = (self.warehouse.price(resource), self.warehouse.reward(resource));
            format!("{resource} {}/{}", price(buy), price(sell))
        });
        writeln!(out, "\nWarehouse (buy/sell): {}", rows.join(", "))
    }

    fn write_player(&self, out: &mut String, seat: Seat, names: &Names) -> std::fmt::Result {
        let player = self.player(seat);
        let points = player.points;
        let in_hand = points.whiskey + points.chieftains + points.locations + points.tiles;
        writeln!(
            out,
            "\n{}: {}, {} of whiskey, {}, {} so far{}",
            names.of(seat),
            counted(player.coins, "coin"),
            counted(player.whiskey, "barrel"),
            counted(player.chieftains, "chieftain"),
            counted(in_hand, "point"),
            self.cards_text(player)
        )?;
        for slot in player.display.slots() {
            self.write_slot(out, player, slot)?;
        }
        Ok(())
    }

    fn cards_text(&self, player: &Player) -> String {
        let cards: Vec<&str> =
            player.cards.iter().map(|card| self.tile(card.tile()).name.as_str()).collect();
        if cards.is_empty() { String::new() } else { format!("; cards: {}", cards.join(", ")) }
    }

    fn write_slot(&self, out: &mut String, player: &Player, slot: usize) -> std::fmt::Result {
        let display = &player.display;
        let tile = self.tile(display.tile(slot));
        write!(out, "  {:>6}  {}", display.place(slot).to_string(), tile.brief())?;
        let cubes = Resource::ALL.map(|it| (display.cubes(slot).of(it), it));
        for (count, resource) in cubes.into_iter().filter(|(count, _)| *count > 0) {
            write!(out, ", {count} {resource}")?;
        }
        if display.clan(slot) > 0 {
            write!(out, ", {}", counted(display.clan(slot), "clan member"))?;
        }
        writeln!(out)
    }
}

/// "1 wood, 1 stone and 1 grain".
fn join_words(mut parts: Vec<String>) -> String {
    match parts.pop() {
        Some(last) if !parts.is_empty() => format!("{} and {last}", parts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

impl Due {
    /// "1 wood and 1 stone".
    pub fn text(self) -> String {
        match self {
            Self::Nothing => "nothing".to_owned(),
            Self::Fixed { need, whiskey } => {
                let cubes = Resource::ALL.map(|it| (need[it.index()], it.name()));
                let wanted = cubes.into_iter().chain([(whiskey, "whiskey")]);
                let wanted = wanted.filter(|(count, _)| *count > 0);
                join_words(wanted.map(|(count, name)| format!("{count} {name}")).collect())
            }
            Self::Different { count: 1, .. } => "1 resource not turned in yet".to_owned(),
            Self::Different { count, .. } => format!("{count} different resources"),
            Self::Any { count } => counted(count, "resource"),
            Self::ClanOrChieftain => "a clan member or a chieftain".to_owned(),
        }
    }
}

impl Tile {
    /// Name, lines and what it does: "forest (river), gives 1 wood".
    pub fn brief(&self) -> String {
        let line = match (self.river, self.road) {
            (true, true) => " (river, road)",
            (true, false) => " (river)",
            (false, true) => " (road)",
            (false, false) => "",
        };
        format!("{}{line}{}", self.name, self.activation.text())
    }

    /// As on the track, with cost and windfall.
    pub fn text(&self) -> String {
        let cost = match self.cost {
            Due::Nothing => String::new(),
            cost => format!("; costs {}", cost.text()),
        };
        let windfall = match self.windfall {
            Windfall::Nothing => "",
            Windfall::ClanMember => "; brings a clan member",
            Windfall::Whiskey => "; brings a barrel",
        };
        format!("{}{cost}{windfall}", self.brief())
    }
}

impl Activation {
    fn text(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Produce(resource) => format!(", gives 1 {resource}"),
            Self::ProduceAny => ", gives 1 resource of choice".to_owned(),
            Self::Movement => ", gives 1 movement".to_owned(),
            Self::Points(points) => format!(", gives {}", counted(*points, "point")),
            Self::Convert(conversion) => format!(", {}", conversion.text()),
        }
    }
}

impl Conversion {
    /// "turns 1/2 sheep into 2/4 points".
    fn text(&self) -> String {
        let list = |numbers: &dyn Fn(usize) -> u8| {
            let numbers = (0..self.offers().len()).map(|way| numbers(way).to_string());
            numbers.collect::<Vec<_>>().join("/")
        };
        let counts = list(&|way| self.offers[way].count);
        let wanted = match self.wanted {
            Wanted::Exactly(_) => self.due(self.offers[0]).text(),
            Wanted::Only(resource) => format!("{counts} {resource}"),
            Wanted::Different => format!("{counts} different resources"),
            Wanted::Any => format!("{counts} resources"),
        };
        let prize = if self.offers[0].prize.whiskey > 0 {
            "1 whiskey".to_owned()
        } else {
            format!("{} points", list(&|way| self.offers[way].prize.points))
        };
        format!("turns {wanted} into {prize}")
    }
}
