//! Records: what is preserved, what is added, what is refused.

use proptest::prelude::*;
use registry::{AnyGame, GameId, Key, NewGame, Registry};

const HEADERS: &str = "[game \"foxy-and-wooly\"]\n[players \"2\"]\n";

fn load(text: &str) -> Result<AnyGame, String> {
    AnyGame::load(&Registry::new(), text).map_err(|error| error.to_string())
}

/// A whole game by the dealer of a seed and the first legal action of every seat.
fn finished(seed: u64) -> AnyGame {
    let mut game = AnyGame::new(&Registry::new(), &NewGame::of(GameId::FoxyAndWooly, 2)).unwrap();
    let key = Key::roll(seed);
    loop {
        match game.turn() {
            rules::Turn::Over => return game,
            rules::Turn::Dealer => drop(game.deal(&key)),
            rules::Turn::Seats(seats) => {
                let seat = seats.first().unwrap();
                let action = game.legal(seat).swap_remove(0);
                game.apply(seat.into(), &action).unwrap();
            }
        }
    }
}

#[test]
fn a_new_record_states_game_set_players_and_every_option() {
    let game = AnyGame::new(&Registry::new(), &NewGame::of(GameId::FoxyAndWooly, 3)).unwrap();
    let expected = "[game \"foxy-and-wooly\"]\n[set \"meadowlark-1\"]\n[players \"3\"]\n[option \"gate\" \"left\"]\n\n";
    assert_eq!(game.record(), expected);
}

#[test]
fn a_missing_option_is_added_after_the_last_header() {
    let record =
        load(&format!("{HEADERS}[event \"club night\"]\n\n* deal gun\n")).unwrap().record();
    assert_eq!(
        record,
        format!("{HEADERS}[event \"club night\"]\n[option \"gate\" \"left\"]\n\n* deal gun\n")
    );
}

#[test]
fn comments_blank_lines_and_unknown_headers_are_kept_line_for_line() {
    let text = "; a club game\n[players \"2\"] ; two of us\n[game \"foxy-and-wooly\"]\n[place \"the \\\"Stag\\\" \\\\ upstairs\" 3]\n\
                [option \"gate\" \"right\"]\n\n\n* deal gun   ; for Aoife\n;\n  ; indented\n* deal steal\n\n";
    assert_eq!(load(text).unwrap().record(), text);
}

#[test]
fn a_byte_order_mark_and_crlf_are_accepted_and_written_without() {
    let text = format!("{HEADERS}[option \"gate\" \"left\"]\n\n* deal gun\n");
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(load(&windows).unwrap().record(), text);
    assert_eq!(load(text.trim_end()).unwrap().record(), text);
    let odd = text.replace('\n', "\r\r\r\n");
    assert_eq!(load(&odd).unwrap().record(), text);
}

#[test]
fn headers_come_in_any_order() {
    let text = "[option \"gate\" \"right\"]\n[players \"4\"]\n[set \"meadowlark-1\"]\n[game \"foxy-and-wooly\"]\n";
    assert_eq!(load(text).unwrap().record(), text);
}

#[test]
fn a_missing_result_is_added_at_the_end() {
    let whole = finished(1).record();
    let without =
        whole.lines().filter(|line| !line.starts_with("[result")).collect::<Vec<_>>().join("\n");
    assert_eq!(load(&without).unwrap().record(), whole);
}

#[test]
fn a_game_that_ended_early_gets_no_result() {
    let text =
        format!("{HEADERS}[option \"gate\" \"left\"]\n[ended \"resigned 2\"]\n\n* deal gun\n");
    assert_eq!(load(&text).unwrap().record(), text);
}

#[test]
fn the_headers_of_tables_are_kept() {
    let text = format!(
        "{HEADERS}[option \"gate\" \"left\"]\n[table \"t7\"]\n[commit \"00\"]\n[contribution 1 \"aa\"]\n\
         [contribution 2 \"bb\"]\n[played-by 2 \"level3 from 57\"]\n[seat 2 \"Brigid\"]\n"
    );
    let game = load(&text).unwrap();
    assert_eq!(game.record(), text);
    assert_eq!(game.names().of(rules::Seat::from_index(1)), "Brigid");
}

#[test]
fn undo_takes_back_actions_and_result_and_leaves_comments() {
    let mut game = finished(2);
    let whole = game.record();
    let last = game.last_actor().unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let action = lines[lines.len() - 2].split_once(' ').unwrap().1;
    game.undo(1).unwrap();
    assert!(!game.record().contains("[result"));
    game.apply(last, action).unwrap();
    assert_eq!(game.record(), whole);

    let text = format!("{HEADERS}[option \"gate\" \"left\"]\n* deal gun\n; good\n");
    let mut game = load(&text).unwrap();
    game.undo(1).unwrap();
    assert_eq!(game.record(), format!("{HEADERS}[option \"gate\" \"left\"]\n; good\n"));
    assert!(game.undo(1).is_err());
}

#[test]
fn the_first_wrong_line_is_the_one_that_is_named() {
    let text = format!("{HEADERS}* deal gun\n* deal gun\nnoise\n");
    assert_eq!(load(&text).err().unwrap(), "line 4: gun cannot be dealt: none is left");
    let text = format!("{HEADERS}[noise\n* deal gun\n* deal gun\n");
    assert_eq!(load(&text).err().unwrap(), "line 3: the header \"[noise\" does not end with ]");
    assert_eq!(
        load("[game \"chess\"]\nnoise").err().unwrap(),
        "line 1: there is no game \"chess\"; there are ".to_owned() + &GameId::list()
    );
    assert_eq!(load("").err().unwrap(), "line 1: the header [game \"…\"] is missing");
    assert!(load("noise").err().unwrap().starts_with("line 1: \"noise\" is neither"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A game's record with a few bytes changed is refused, or reads back to its own bytes.
    #[test]
    fn a_changed_record_is_refused_or_written_back_as_it_reads(
        seed in 0u64..4,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = finished(seed).record().into_bytes();
        for (index, byte) in changes {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Ok(game) = load(&text) {
            let record = game.record();
            prop_assert_eq!(load(&record).map(|again| again.record()), Ok(record));
        }
    }
}
