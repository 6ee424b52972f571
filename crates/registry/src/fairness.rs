//! The fairness check: whether a record's draws follow from the seed that the server committed to.

use rules::record::Document;
use rules::{Actor, Game, Notation, Play};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::dealer::{Key, draw, draw_today};

/// The result of a check without problems.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fairness {
    /// The record has no seed and no commitment: there is nothing to check.
    NotStated,
    /// The record has a commitment, but the seed is not revealed yet.
    NotYetRevealed,
    /// The seed is the one committed to, and this many draws follow from it.
    Verified(usize),
}

/// A problem found by the check.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FairnessError {
    /// A header without 32 bytes in hexadecimal digits.
    #[error("the header [{0}] does not hold 64 hexadecimal digits")]
    NotHex(String),
    /// A required header is missing.
    #[error("the header [{0}] is missing, without which the draws cannot be checked")]
    Missing(&'static str),
    /// The seed is not the one committed to.
    #[error("the seed is not the one that was committed to before the game")]
    WrongSeed,
    /// A draw that does not follow from the seed.
    #[error(
        "action {action}: the dealer's `{played}` does not follow from the seed, which says `{drawn}`"
    )]
    WrongDraw {
        /// The number of the action in the game, from 1.
        action: usize,
        /// The action in the record.
        played: String,
        /// The action that follows from the seed.
        drawn: String,
    },
}

/// Checks every draw of a record against the seed that its headers reveal.
///
/// # Errors
/// The first problem.
pub fn check_fairness<G: Game>(play: &Play<G>) -> Result<Fairness, FairnessError> {
    let document = play.document();
    if let Some(day) = document.value("today") {
        let key = Key::today(G::INFO.id, day);
        return check_draws(play, |so_far, _| draw_today(&key, so_far)).map(Fairness::Verified);
    }
    let (seed, commit) = match (document.value("seed"), document.value("commit")) {
        (None, None) => return Ok(Fairness::NotStated),
        (None, Some(_)) => return Ok(Fairness::NotYetRevealed),
        (Some(_), None) => return Err(FairnessError::Missing("commit")),
        (Some(seed), Some(commit)) => (bytes(seed, "seed")?, bytes(commit, "commit")?),
    };
    if commit != <[u8; 32]>::from(Sha256::digest(seed)) {
        return Err(FairnessError::WrongSeed);
    }
    let table = document.value("table").ok_or(FairnessError::Missing("table"))?;
    let key = Key::table(&seed, &contributions(document)?, table);
    check_draws(play, |so_far, number| draw(&key, number, so_far.state())).map(Fairness::Verified)
}

fn check_draws<G: Game>(
    play: &Play<G>,
    draw: impl Fn(&Play<G>, u64) -> Option<G::Action>,
) -> Result<usize, FairnessError> {
    let set = play.setup().set();
    let mut so_far = Play::new(*play.setup());
    let mut draws = 0;
    for (index, step) in play.history().iter().enumerate() {
        if step.actor == Actor::Dealer {
            let drawn = draw(&so_far, draws as u64);
            if drawn != Some(step.action) {
                return Err(FairnessError::WrongDraw {
                    action: index + 1,
                    played: step.action.text(set),
                    drawn: drawn.map_or_else(String::new, |action| action.text(set)),
                });
            }
            draws += 1;
        }
        let applied = so_far.apply(step.actor, step.action, &mut rules::NoEvents);
        applied.expect("what was played once can be played again");
    }
    Ok(draws)
}

/// The contributions, in seat order.
fn contributions(document: &Document) -> Result<Vec<[u8; 32]>, FairnessError> {
    let mut found: Vec<(u64, [u8; 32])> = document
        .headers()
        .filter(|(_, header)| header.key == "contribution")
        .filter_map(|(_, header)| header.numbered_value())
        .map(|(seat, hex)| Ok((seat, bytes(hex, &format!("contribution {seat}"))?)))
        .collect::<Result<_, _>>()?;
    found.sort_unstable_by_key(|(seat, _)| *seat);
    Ok(found.into_iter().map(|(_, bytes)| bytes).collect())
}

fn bytes(hex: &str, header: &str) -> Result<[u8; 32], FairnessError> {
    let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
    let pair = |pair: &[u8]| match *pair {
        [high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    };
    let bytes: Option<Vec<u8>> = hex.as_bytes().chunks(2).map(pair).collect();
    let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| FairnessError::NotHex(header.to_owned()))
}
