//! [`Evaluation`]: the bots' evaluation of a game as plain data, which is tested without a browser.

use bots::{Decision, turning_points};
use registry::AnyGame;
use rules::{Actor, Names, Seat, Turn};
use serde::{Deserialize, Serialize};

/// The bots' evaluation of a game, as far as it goes.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Evaluation {
    /// The number of evaluated actions.
    looked_at: usize,
    /// The decisions among them.
    decisions: Vec<Decision>,
}

/// A decision that cost its player much.
#[derive(Clone, PartialEq, Debug)]
pub struct TurningPoint {
    /// The number of actions up to and including it.
    pub number: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// The share of the victory that it cost.
    pub loss: f64,
    /// Each seat's expected share after it.
    pub value: Vec<f64>,
    /// What was done, in words.
    pub done: String,
    /// What would have been better, in words.
    pub better: String,
}

impl Evaluation {
    /// The index of the action to be evaluated next.
    pub const fn next_index(&self) -> usize {
        self.looked_at
    }

    /// Whether the whole game is evaluated.
    pub fn is_whole(&self, game: &AnyGame) -> bool {
        self.looked_at >= game.actions()
    }

    /// Whether there are no decisions yet.
    pub const fn is_empty(&self) -> bool {
        self.decisions.is_empty()
    }

    /// Adds the review of the next action; `None` if there was no choice to make.
    pub fn add(&mut self, decision: Option<Decision>) {
        self.looked_at += 1;
        self.decisions.extend(decision);
    }

    /// Each seat's expected share of the victory at a moment: that after the last decision up to
    /// it.
    pub fn shares_at(&self, game: &AnyGame, moment: usize) -> Option<Vec<f64>> {
        if moment >= game.actions() && game.turn() == Turn::Over {
            return Some(result(game));
        }
        let known = self.decisions.partition_point(|decision| decision.number <= moment);
        Some(self.decisions.get(known.checked_sub(1)?)?.value.clone())
    }

    /// A seat's expected share of the victory at each moment, as far as it is known.
    pub fn curve(&self, game: &AnyGame, seat: Seat) -> Vec<(usize, f64)> {
        let share = |value: &[f64]| value.get(seat.index()).copied().unwrap_or_default();
        let known = self.decisions.iter().map(|decision| (decision.number, share(&decision.value)));
        let ended = self.is_whole(game) && game.turn() == Turn::Over;
        let end = ended.then(|| (game.actions(), share(&result(game))));
        // If the last decision is the end of the game, the result counts.
        let known = known.filter(|(moment, _)| end.is_none_or(|(last, _)| *moment < last));
        known.chain(end).collect()
    }

    /// The decisions that cost most, in the order of the game.
    pub fn turning_points(&self, game: &AnyGame, names: &Names) -> Vec<TurningPoint> {
        let in_words = |decision: &Decision| TurningPoint {
            number: decision.number,
            seat: decision.seat,
            loss: decision.loss,
            value: decision.value.clone(),
            done: first_sentence(game, names, decision, &decision.action),
            better: first_sentence(game, names, decision, &decision.best),
        };
        turning_points(&self.decisions).into_iter().map(in_words).collect()
    }

    /// The share of the victory that a seat's decisions cost on average; `None` if it had none.
    pub fn mean_loss(&self, seat: Seat) -> Option<f64> {
        let own = || self.decisions.iter().filter(|decision| decision.seat == seat);
        let count = own().count();
        (count > 0).then(|| own().map(|decision| decision.loss).sum::<f64>() / count as f64)
    }
}

/// Whether bots may evaluate a game: not while people play it on a server.
pub fn may_be_evaluated(game: &AnyGame) -> bool {
    let document = registry::with_game!(game, play => play.document());
    let far_away = document.value("table").is_some();
    game.turn() == Turn::Over || document.value("ended").is_some() || !far_away
}

/// Each seat's share of the victory at the end.
fn result(game: &AnyGame) -> Vec<f64> {
    let winners = game.winners();
    let share = 1.0 / winners.len().max(1) as f64;
    Seat::all(game.players()).map(|seat| if winners.contains(seat) { share } else { 0.0 }).collect()
}

/// The first event of an action made instead of a decision, in words.
fn first_sentence(game: &AnyGame, names: &Names, decision: &Decision, action: &str) -> String {
    let in_words = || {
        let mut before = game.clone();
        before.undo(game.actions() - (decision.number - 1)).ok()?;
        let told = before.apply_described(Actor::Seat(decision.seat), action, names).ok()?;
        told.sentences.into_iter().next()
    };
    in_words().unwrap_or_else(|| action.to_owned())
}

#[cfg(test)]
mod tests {
    use registry::Registry;

    use super::*;

    const RECORD: &str =
        include_str!("../../../../foxy-and-wooly/fixtures/games/2-players-gate-left.bwr");

    fn game() -> AnyGame {
        AnyGame::load(&Registry::new(), RECORD).unwrap()
    }

    /// An evaluation of the whole game with invented numbers.
    fn evaluation(game: &AnyGame) -> Evaluation {
        let mut evaluation = Evaluation::default();
        for (index, told) in game.describe_history(&game.names()).iter().enumerate() {
            let Actor::Seat(seat) = told.actor else {
                evaluation.add(None);
                continue;
            };
            evaluation.add(Some(Decision {
                number: index + 1,
                seat,
                action: told.action.clone(),
                value: vec![0.25, 0.75],
                best: "pass".to_owned(),
                loss: if index % 2 == 0 { 0.2 } else { 0.0 },
            }));
        }
        evaluation
    }

    #[test]
    fn the_curve_of_a_complete_evaluation_ends_with_the_result() {
        let game = game();
        let evaluation = evaluation(&game);
        assert!(evaluation.is_whole(&game));
        for seat in Seat::all(2) {
            let curve = evaluation.curve(&game, seat);
            assert!(curve.is_sorted_by(|a, b| a.0 < b.0), "one share a moment");
            let won = game.winners().contains(seat);
            let last = *curve.last().unwrap();
            assert_eq!(last, (game.actions(), f64::from(u8::from(won))));
        }
    }

    #[test]
    fn the_curve_of_an_incomplete_evaluation_has_no_result() {
        let game = game();
        let mut evaluation = evaluation(&game);
        evaluation.looked_at = game.actions() - 1;
        let curve = evaluation.curve(&game, Seat::from_index(0));
        assert!(curve.iter().all(|(_, share)| (share - 0.25).abs() < 1e-9));
    }

    #[test]
    fn shares_at_a_moment_are_those_after_the_last_decision() {
        let game = game();
        let evaluation = evaluation(&game);
        assert_eq!(evaluation.shares_at(&game, 0), None, "nobody has decided anything");
        let middle = evaluation.shares_at(&game, game.actions() - 1);
        assert_eq!(middle, Some(vec![0.25, 0.75]));
        let end = evaluation.shares_at(&game, game.actions()).unwrap();
        assert!((end.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{end:?}");
    }

    #[test]
    fn turning_points_have_words() {
        let game = game();
        let evaluation = evaluation(&game);
        let points = evaluation.turning_points(&game, &game.names());
        assert!(!points.is_empty() && points.len() <= 5);
        for point in points {
            let name = game.names().of(point.seat).to_owned();
            assert!(point.done.contains(&name) || point.done.ends_with('.'), "{}", point.done);
        }
    }

    #[test]
    fn the_mean_loss_is_that_of_the_seats_own_decisions() {
        let game = game();
        let evaluation = evaluation(&game);
        assert!(evaluation.mean_loss(Seat::from_index(0)).is_some_and(|loss| loss <= 0.2));
        assert_eq!(evaluation.mean_loss(Seat::from_index(4)), None);
    }

    #[test]
    fn a_game_in_progress_on_a_server_may_not_be_evaluated() {
        let mut open = game();
        open.undo(5).unwrap();
        assert!(may_be_evaluated(&open), "a game of this device");
        let headers = |more: &str| {
            let record = open.record().replacen("[players", &format!("{more}[players"), 1);
            AnyGame::load(&Registry::new(), &record).unwrap()
        };
        assert!(!may_be_evaluated(&headers("[table \"abc\"]\n")));
        assert!(may_be_evaluated(&headers("[table \"abc\"]\n[ended \"agreed\"]\n")));
    }
}
