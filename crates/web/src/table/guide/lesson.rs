//! A guided game as plain data. The tests play every script to its end.
//!
//! A script is a record with comments. The actions before the first comment have been made already.
//! Each block of lines that start with `;` begins a step: `; #` is its title, `; -` the answer to
//! another action than the expected one, `; @` the selector to scroll to, and the other lines are
//! the text. The learner's expected actions follow, then the actions of the dealer and the other
//! seats.

use registry::{AnyGame, GameId, Registry};
use rules::{Actor, Seat};

use crate::table::local_table::TableError;

/// The seat of the learner.
pub const LEARNER: Seat = Seat::from_index(0);

/// The answer to an action in a step that has only text.
const NOTHING_EXPECTED: &str = "Nothing to do yet: press Next when you have read this.";
/// The answer to an action before the others have acted.
const WAIT_FOR_REPLIES: &str = "One moment: the others are not done yet.";
/// The answer to another action than the expected one, unless the step has its own.
const OTHER_EXPECTED: &str = "That is allowed, but let us do what is marked first.";

/// One step of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// The title.
    pub title: &'static str,
    /// The text as Markdown.
    pub words: String,
    /// The answer to another action than the expected one.
    correction: Option<&'static str>,
    /// The selector of what the text is about.
    pub focus_selector: Option<&'static str>,
    /// The learner's expected actions, in order; none if there is only text.
    expected: Vec<&'static str>,
    /// The actions of the dealer and the other seats after that.
    replies: Vec<(Actor, &'static str)>,
}

/// How far a step is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum StepProgress {
    /// The learner has made that number of the expected actions.
    Expecting(usize),
    /// That number of the replies have been made.
    Replying(usize),
}

/// A lesson in progress.
#[derive(Clone, Debug)]
pub struct Lesson {
    game: AnyGame,
    steps: Vec<Step>,
    index: usize,
    step_progress: StepProgress,
    /// The number of actions made when each step began, up to the current one.
    step_starts: Vec<usize>,
}

impl Lesson {
    /// The lesson of a game.
    ///
    /// # Errors
    /// If the script is not valid.
    pub fn of(game: GameId) -> Result<Self, TableError> {
        Self::read(match game {
            GameId::Tipperary => include_str!("../../../lessons/tipperary.bwr"),
            GameId::GlenMore => include_str!("../../../lessons/glen-more.bwr"),
            GameId::FoxyAndWooly => include_str!("../../../lessons/foxy-and-wooly.bwr"),
        })
    }

    fn read(script: &'static str) -> Result<Self, TableError> {
        let (replayed, script_steps) =
            script.split_at(script.find("\n; ").map_or(script.len(), |at| at + 1));
        let game = AnyGame::load(&Registry::new(), replayed).map_err(TableError::Record)?;
        let steps = steps(script_steps);
        let step_starts = vec![game.actions()];
        Ok(Self { game, steps, index: 0, step_progress: StepProgress::Expecting(0), step_starts })
    }

    /// The game when the step of that title begins.
    pub fn game_at(mut self, title: &str) -> AnyGame {
        while self.step().title != title && !self.is_last() {
            self.advance();
            while self.reply() {}
        }
        self.game
    }

    /// The present state of the game.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The current step.
    pub fn step(&self) -> &Step {
        &self.steps[self.index]
    }

    /// The number of the current step, from 1, and the number of steps.
    pub const fn progress(&self) -> (usize, usize) {
        (self.index + 1, self.steps.len())
    }

    /// Whether the current step is the last one.
    pub const fn is_last(&self) -> bool {
        self.index + 1 == self.steps.len()
    }

    /// Whether the dealer and the other seats are to reply.
    pub const fn is_replying(&self) -> bool {
        matches!(self.step_progress, StepProgress::Replying(_))
    }

    /// The action that is expected now.
    pub fn next_expected(&self) -> Option<&'static str> {
        let StepProgress::Expecting(done) = self.step_progress else { return None };
        self.step().expected.get(done).copied()
    }

    /// Makes an action of the learner, if it is the expected one.
    ///
    /// # Errors
    /// With an answer for the learner. Nothing is changed then.
    pub fn act(&mut self, action: &str) -> Result<(), String> {
        let StepProgress::Expecting(done) = self.step_progress else {
            return Err(WAIT_FOR_REPLIES.to_owned());
        };
        let Some(expected_action) = self.next_expected() else {
            return Err(NOTHING_EXPECTED.to_owned());
        };
        if action != expected_action {
            return Err(self.step().correction.unwrap_or(OTHER_EXPECTED).to_owned());
        }
        self.game.apply(LEARNER.into(), action).map_err(|error| error.to_string())?;
        let is_done = done + 1 == self.step().expected.len();
        self.step_progress =
            if is_done { StepProgress::Replying(0) } else { StepProgress::Expecting(done + 1) };
        Ok(())
    }

    /// Goes on: makes the expected action, or ends a step that has only text.
    pub fn advance(&mut self) {
        match self.next_expected() {
            // The tests play every script, so this is legal.
            Some(action) => drop(self.act(action)),
            None if !self.is_replying() && !self.is_last() => {
                self.step_progress = StepProgress::Replying(0);
            }
            None => {}
        }
    }

    /// Makes the next reply, or begins the next step if there is none. Returns whether there may be
    /// more replies.
    pub fn reply(&mut self) -> bool {
        let StepProgress::Replying(made) = self.step_progress else { return false };
        let Some(&(actor, action)) = self.steps[self.index].replies.get(made) else {
            if self.is_last() {
                return false;
            }
            self.index += 1;
            self.step_starts.push(self.game.actions());
            self.step_progress = StepProgress::Expecting(0);
            return false;
        };
        // The tests play every script, so this is legal.
        let _ = self.game.apply(actor, action);
        self.step_progress = StepProgress::Replying(made + 1);
        true
    }

    /// Whether there is something to go back to.
    pub fn can_go_back(&self) -> bool {
        self.index > 0 || self.game.actions() > self.step_starts[0]
    }

    /// Goes back to the beginning of the step, or of the one before if nothing has been done in
    /// this one.
    pub fn back(&mut self) {
        let is_untouched = self.game.actions() == self.step_starts[self.index];
        if is_untouched && self.index > 0 {
            self.step_starts.pop();
            self.index -= 1;
        }
        let later = self.game.actions() - self.step_starts[self.index];
        // These actions have been made, so they can be undone.
        let _ = self.game.undo(later);
        self.step_progress = StepProgress::Expecting(0);
    }
}

/// Parses the steps of a script.
fn steps(script_steps: &'static str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut is_comment = false;
    for line in script_steps.lines() {
        let words = line.strip_prefix(';').map(str::trim);
        if words.is_some() && !is_comment {
            steps.push(Step::default());
        }
        is_comment = words.is_some();
        let Some(step) = steps.last_mut() else { continue };
        match words {
            Some(words) => step.read_comment(words),
            None => step.read_action(line),
        }
    }
    steps
}

impl Step {
    fn read_comment(&mut self, words: &'static str) {
        if let Some(title) = words.strip_prefix("# ") {
            self.title = title;
        } else if let Some(correction) = words.strip_prefix("- ") {
            self.correction = Some(correction);
        } else if let Some(focus_selector) = words.strip_prefix("@ ") {
            self.focus_selector = Some(focus_selector);
        } else {
            self.words.push_str(words);
            self.words.push('\n');
        }
    }

    fn read_action(&mut self, line: &'static str) {
        let Some((who, action)) = line.split_once(' ') else { return };
        let seat = who.parse::<usize>().ok().and_then(|seat| seat.checked_sub(1));
        let actor = seat.map_or(Actor::Dealer, |seat| Seat::from_index(seat).into());
        if actor == Actor::Seat(LEARNER) && self.replies.is_empty() {
            self.expected.push(action);
        } else {
            self.replies.push((actor, action));
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Turn;

    use super::*;

    fn finish_replies(lesson: &mut Lesson) {
        while lesson.reply() {}
    }

    /// Plays a script to its end. Returns every step with the game when it began.
    fn replayed(game: GameId) -> Vec<(Step, AnyGame)> {
        let mut lesson = Lesson::of(game).unwrap();
        let mut steps_seen = vec![(lesson.step().clone(), lesson.game().clone())];
        while !lesson.is_last() {
            let (step, before) = (lesson.step().clone(), lesson.game().actions());
            if step.expected.is_empty() {
                lesson.advance();
            }
            for _ in &step.expected {
                let action = lesson.next_expected().unwrap();
                lesson.act(action).unwrap();
            }
            finish_replies(&mut lesson);
            let done = lesson.game().actions() - before;
            assert_eq!(done, step.expected.len() + step.replies.len(), "{}", step.title);
            assert!(!lesson.is_replying(), "{}", step.title);
            steps_seen.push((lesson.step().clone(), lesson.game().clone()));
        }
        steps_seen
    }

    #[test]
    fn every_script_is_legal_and_has_enough_to_do() {
        for game in GameId::ALL {
            let steps = replayed(game);
            assert!((10..=16).contains(&steps.len()), "{game:?} has {} steps", steps.len());
            let acting = steps.iter().filter(|(step, _)| !step.expected.is_empty());
            assert!(acting.count() >= 7, "{game:?} has too few steps with actions");
        }
    }

    #[test]
    fn the_learner_is_to_act_where_an_action_is_expected() {
        for game in GameId::ALL {
            for (step, then) in replayed(game) {
                let is_learners_turn =
                    matches!(then.turn(), Turn::Seats(seats) if seats.contains(LEARNER));
                assert!(is_learners_turn || step.expected.is_empty(), "{}", step.title);
            }
        }
    }

    #[test]
    fn the_lessons_end_with_a_victory_or_the_learners_turn() {
        for game in [GameId::Tipperary, GameId::FoxyAndWooly] {
            let (_, end) = replayed(game).pop().unwrap();
            assert_eq!(end.turn(), Turn::Over, "{game:?}");
            assert!(end.winners().contains(LEARNER), "the learner of {game:?} wins");
        }
        let (_, end) = replayed(GameId::GlenMore).pop().unwrap();
        assert!(
            matches!(end.turn(), Turn::Seats(seats) if seats.contains(LEARNER)),
            "the learner is to act"
        );
    }

    #[test]
    fn every_step_is_short_and_has_a_title() {
        for game in GameId::ALL {
            for (step, _) in replayed(game) {
                assert!(!step.title.is_empty() && step.title.len() < 40, "{:?}", step.title);
                let words = step.words.split_whitespace().count();
                assert!((8..=75).contains(&words), "{} has {words} words", step.title);
            }
        }
    }

    #[test]
    fn an_unexpected_action_is_answered_and_changes_nothing() {
        let mut lesson = Lesson::of(GameId::FoxyAndWooly).unwrap();
        let before = lesson.game().record();
        assert_eq!(lesson.act("take"), Err(NOTHING_EXPECTED.to_owned()));
        while lesson.next_expected().is_none() {
            lesson.advance();
            finish_replies(&mut lesson);
        }
        let legal = lesson.game().legal(LEARNER);
        let other = legal.into_iter().find(|it| lesson.next_expected() != Some(it));
        let answer = lesson.act(&other.unwrap()).unwrap_err();
        assert!(answer.ends_with('.'), "{answer}");
        assert_eq!(lesson.game().record(), before);
        lesson.advance();
        assert_eq!(lesson.act("take"), Err(WAIT_FOR_REPLIES.to_owned()));
    }

    #[test]
    fn going_back_leads_step_by_step_to_the_beginning() {
        for game in GameId::ALL {
            let first = Lesson::of(game).unwrap();
            let mut lesson = first.clone();
            assert!(!lesson.can_go_back());
            while !lesson.is_last() {
                lesson.advance();
                finish_replies(&mut lesson);
            }
            let (_, step_count) = lesson.progress();
            let mut steps_back = 0;
            while lesson.can_go_back() {
                lesson.back();
                steps_back += 1;
            }
            assert!(steps_back < 2 * step_count, "{steps_back} steps back");
            assert_eq!(lesson.game().record(), first.game().record());
            assert_eq!(lesson.progress().0, 1);
        }
    }
}
