//! The fairness check of finished tables.

use registry::{AnyGame, Fairness, FairnessError, GameId, Key, NewGame, Registry};
use sha2::{Digest, Sha256};

const SEED: [u8; 32] = [7; 32];
const CONTRIBUTIONS: [[u8; 32]; 2] = [[1; 32], [2; 32]];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

/// The record of a finished table, with the headers that a server adds.
fn table() -> String {
    let mut game = AnyGame::new(&Registry::new(), &NewGame::of(GameId::FoxyAndWooly, 2)).unwrap();
    let key = Key::table(&SEED, &CONTRIBUTIONS, "t1");
    loop {
        match game.turn() {
            rules::Turn::Over => break,
            rules::Turn::Dealer => drop(game.deal(&key)),
            rules::Turn::Seats(seats) => {
                let seat = seats.first().unwrap();
                let action = game.legal(seat).pop().unwrap();
                game.apply(seat.into(), &action).unwrap();
            }
        }
    }
    let headers = format!(
        "[table \"t1\"]\n[commit \"{}\"]\n[contribution 2 \"{}\"]\n[contribution 1 \"{}\"]\n[seed \"{}\"]\n",
        hex(&Sha256::digest(SEED)),
        hex(&CONTRIBUTIONS[1]),
        hex(&CONTRIBUTIONS[0]),
        hex(&SEED),
    );
    headers + &game.record()
}

fn check(record: &str) -> Result<Fairness, FairnessError> {
    AnyGame::load(&Registry::new(), record).unwrap().fairness()
}

#[test]
fn a_table_that_was_dealt_from_its_seed_is_shown_to_be_fair() {
    assert_eq!(check(&table()), Ok(Fairness::Verified(21)));
}

#[test]
fn another_seed_than_the_one_committed_to_is_found() {
    let record = table().replace(&hex(&SEED), &hex(&[8; 32]));
    assert_eq!(check(&record), Err(FairnessError::WrongSeed));
}

#[test]
fn a_draw_that_does_not_follow_from_the_seed_is_found() {
    let record = table().replace(&hex(&CONTRIBUTIONS[0]), &hex(&[9; 32]));
    assert!(matches!(check(&record), Err(FairnessError::WrongDraw { action: 1.., .. })));
}

#[test]
fn what_is_missing_or_damaged_is_named() {
    let without = |key: &str| {
        let lines: Vec<String> =
            table().lines().filter(|line| !line.starts_with(key)).map(str::to_owned).collect();
        check(&(lines.join("\n") + "\n"))
    };
    assert_eq!(without("[commit"), Err(FairnessError::Missing("commit")));
    assert_eq!(without("[table"), Err(FairnessError::Missing("table")));
    assert_eq!(without("[seed"), Ok(Fairness::NotYetRevealed));
    let damaged = table().replace(&hex(&SEED), "07");
    assert_eq!(check(&damaged), Err(FairnessError::NotHex("seed".to_owned())));
    let plain = AnyGame::new(&Registry::new(), &NewGame::of(GameId::FoxyAndWooly, 2)).unwrap();
    assert_eq!(plain.fairness(), Ok(Fairness::NotStated));
}
