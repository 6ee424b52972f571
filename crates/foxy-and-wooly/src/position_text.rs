//! The position as plain text that can be played from.

use std::fmt::Write;

use rules::{Names, Seat};

use crate::event::{counted, token_name};
use crate::farm::{Gate, SLOTS, Slot};
use crate::state::{Farm, FoxyAndWooly, Phase};
use crate::token::Special;

impl FoxyAndWooly {
    pub(crate) fn text_table(&self, names: &Names) -> String {
        let mut text = self.heading(names);
        text.push('\n');
        for seat in Seat::all(self.players) {
            let mark = if self.turn_now().includes(seat.into()) { '>' } else { ' ' };
            // Writing to a String cannot fail.
            let _ =
                writeln!(text, "{mark} {}: {}", names.of(seat), self.farm_line(self.farm(seat)));
        }
        text
    }

    fn heading(&self, names: &Names) -> String {
        let field = self.field().len();
        match self.phase {
            Phase::Dealing => format!("Tokens are being dealt: {field} on the field."),
            Phase::First => "The first player is to be named.".to_owned(),
            Phase::Bidding => self.block_line(names),
            Phase::Attacks => "All tokens are gone; the waiting wolves attack.".to_owned(),
            Phase::Finish => "The last moves of sheep.".to_owned(),
            Phase::Over => "The game is over.".to_owned(),
        }
    }

    fn block_line(&self, names: &Names) -> String {
        let place = self.place();
        let coming: Vec<&str> =
            self.field()[place + 1..].iter().map(|token| token.name()).collect();
        let coming = if coming.is_empty() { "nothing".to_owned() } else { coming.join(" ") };
        let bid = self.auction.bid.map_or_else(String::new, |bid| {
            format!(" {} has bid {}.", names.of(bid.seat), counted(bid.cubes))
        });
        let token = self.field[place];
        let does = token.special().map(|special| format!(" ({})", special.describe()));
        format!(
            "Token {} of {}: {}{}.{bid} On the field: {}. To come: {coming}.",
            place + 1,
            self.set.field_len(),
            token_name(token),
            does.unwrap_or_default(),
            counted(self.pot),
        )
    }

    fn farm_line(&self, farm: &Farm) -> String {
        let slots: Vec<String> = (1..=SLOTS as u8)
            .map(|number| match Slot::new(number) {
                Some(slot) if farm.sheep.contains(slot) => number.to_string(),
                _ => "-".to_owned(),
            })
            .collect();
        let rows: Vec<String> = slots
            .chunks(3)
            .zip(farm.waiting)
            .map(|(row, waiting)| self.row_text(&row.join(" "), waiting))
            .collect();
        let tokens: Vec<&str> = Special::ALL
            .into_iter()
            .flat_map(|special| {
                std::iter::repeat_n(special.token().name(), farm.has(special).into())
            })
            .collect();
        let tokens = if tokens.is_empty() { "no tokens".to_owned() } else { tokens.join(", ") };
        format!("sheep {}; {}; {tokens}", rows.join(" / "), counted(farm.cubes))
    }

    /// A row of slots with the wolves at its gate.
    fn row_text(&self, slots: &str, waiting: u8) -> String {
        let wolves = "W".repeat(waiting.into());
        match self.gate {
            _ if waiting == 0 => slots.to_owned(),
            Gate::Left => format!("{wolves}) {slots}"),
            Gate::Right => format!("{slots} ({wolves}"),
        }
    }
}
