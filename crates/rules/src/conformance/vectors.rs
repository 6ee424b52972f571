//! Vectors: games of an independent implementation with hashes of every legal list.

use sha2::{Digest, Sha256};

use crate::{Actor, Game, Play, Seat, Turn, probabilities};

use super::laws::sorted_texts;

/// Walks through a vector: compares turn, number and hash of the legal actions before every
/// action, and scores and winners at the end. Returns the number of actions.
///
/// # Panics
/// At the first difference, with the vector's name and the position.
pub fn walk_vector<G: Game>(name: &str, text: &str, set: &'static G::Set) -> usize {
    let play = Play::<G>::load(text, &[set]).unwrap_or_else(|error| panic!("{name}: {error}"));
    let document = play.document();
    let mut compared = 0;
    let mut score_lines = Vec::new();
    for (action_count, comment) in document.comments() {
        if comment.starts_with("seat ") || comment.starts_with("winners ") {
            score_lines.push(comment.to_owned());
        } else {
            let state = play.state_at(action_count);
            assert_eq!(legal_hashes(&state), comment, "{name}: before action {}", action_count + 1);
            compared += 1;
        }
    }
    assert_eq!(compared, play.history().len(), "{name}: a comment before every action");
    assert_eq!(score_sheet(play.state()), score_lines, "{name}");
    assert_eq!(play.record().trim_end(), text.trim_end(), "{name}: written back line for line");
    compared
}

/// The turn and the legal actions' hashes in the format of the vectors.
fn legal_hashes<G: Game>(state: &G) -> String {
    let of_seat = |seat: Seat| {
        let texts = sorted_texts(state, &state.legal(seat));
        format!("{seat} {} {}", texts.len(), hash(&texts))
    };
    match state.turn() {
        Turn::Over => "over".to_owned(),
        Turn::Seats(seats) => seats.into_iter().map(of_seat).collect::<Vec<_>>().join(" | "),
        Turn::Dealer => {
            let outcomes = state.outcomes();
            let mut texts: Vec<(String, String)> = outcomes
                .iter()
                .zip(probabilities(&outcomes))
                .map(|(outcome, p)| {
                    (state.write(outcome.action), format!("{}/{}", p.numerator, p.denominator))
                })
                .collect();
            texts.sort_unstable();
            let lines: Vec<String> =
                texts.into_iter().map(|(text, p)| format!("{text} {p}")).collect();
            format!("{} {} {}", Actor::Dealer, lines.len(), hash(&lines))
        }
    }
}

fn hash(lines: &[String]) -> String {
    let digest = Sha256::digest(lines.join("\n").as_bytes());
    let first = digest.iter().take(4).fold(0, |number: u32, &byte| number << 8 | u32::from(byte));
    format!("{first:08x}")
}

fn score_sheet<G: Game>(state: &G) -> Vec<String> {
    let mut lines: Vec<String> = Seat::all(state.players())
        .map(|seat| {
            let parts: Vec<String> = state
                .score(seat)
                .named(G::INFO)
                .map(|(name, value)| format!("{name} {value}"))
                .collect();
            format!("seat {seat}: {}", parts.join(", "))
        })
        .collect();
    let winners: Vec<String> = state.winners().into_iter().map(|seat| seat.to_string()).collect();
    lines.push(format!("winners {}", winners.join(" ")));
    lines
}
