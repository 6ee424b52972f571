//! The conformance suite: tests of the properties that every game must have.
//!
//! A game's tests call it with one line, `rules::conformance_suite!(MyGame);`, and get a module of
//! tests that walk through seeded random games of every player count and option.
#![allow(clippy::missing_panics_doc, reason = "a law that does not hold panics: that is its test")]

pub mod fixtures;
mod laws;
mod vectors;
mod walk;

pub use laws::{
    clones_are_equal_and_independent, equal_states_have_equal_hashes,
    every_action_has_events_with_sentences, every_legal_action_applies,
    going_back_leads_to_the_state_of_then, legal_lists_are_sorted_unique_and_not_empty,
    notation_round_trips, other_actions_are_refused_without_a_trace,
    picks_and_deals_agree_with_the_lists, probabilities_sum_to_one, random_games_end,
    records_replay_to_the_same_state, scores_name_their_parts_and_winners, snapshots_round_trip,
};
pub use vectors::walk_vector;
pub use walk::{Dice, Step, random_play, visit};

/// Defines a module of tests that check a game against the contract of [`crate::Game`].
#[macro_export]
macro_rules! conformance_suite {
    ($game:ty) => {
        $crate::conformance_suite!(
            $game:
            clones_are_equal_and_independent,
            snapshots_round_trip,
            equal_states_have_equal_hashes,
            notation_round_trips,
            legal_lists_are_sorted_unique_and_not_empty,
            every_legal_action_applies,
            other_actions_are_refused_without_a_trace,
            picks_and_deals_agree_with_the_lists,
            probabilities_sum_to_one,
            random_games_end,
            records_replay_to_the_same_state,
            going_back_leads_to_the_state_of_then,
            scores_name_their_parts_and_winners,
            every_action_has_events_with_sentences,
        );
    };
    ($game:ty: $($law:ident),* $(,)?) => {
        mod conformance {
            use super::*;
            $(
                #[test]
                fn $law() {
                    $crate::conformance::$law::<$game>();
                }
            )*
        }
    };
}

/// Defines a module of tests that replay a game's recorded games in `fixtures/`: at least that
/// many vectors, games and damaged records.
#[macro_export]
macro_rules! fixture_suite {
    ($game:ty, vectors: $vectors:expr, games: $games:expr, damaged: $damaged:expr) => {
        mod fixtures {
            use super::*;

            fn folder(name: &str) -> std::path::PathBuf {
                std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
            }

            #[test]
            fn vectors_of_an_independent_implementation_agree_at_every_step() {
                $crate::conformance::fixtures::vectors::<$game>(&folder("vectors"), $vectors);
            }

            #[test]
            fn recorded_games_replay_to_their_results() {
                $crate::conformance::fixtures::games::<$game>(&folder("games"), $games);
            }

            #[test]
            fn damaged_records_are_refused_with_line_and_reason() {
                $crate::conformance::fixtures::damaged::<$game>(&folder("damaged"), $damaged);
            }
        }
    };
}
