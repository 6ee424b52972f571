//! A guided game as plain data. The tests play every script to its end.
//!
//! A script is a record with comments. The actions before the first comment have been made already.
//! Each block of lines that start with `;` begins a step: `; #` is its title, `; -` the answer to
//! another action than the expected one, `; @` the selector to scroll to, and the other lines are
//! the text. The learner's expected actions follow, then the actions of the dealer and the other
//! seats.

use rules::{Actor, Seat};
use shelf::{AnyGame, GameId, Shelf};

use crate::table::local_table::TableError;

/// The seat of the learner.
pub const LEARNER: Seat = Seat::from_index(0);

/// The answer to an action in a step that has only text.
const READ_FIRST: &str = "Nothing to do yet: press Next when you have read this.";
/// The answer to an action before the others have acted.
const WAIT: &str = "One moment: the others are not done yet.";
/// The answer to another action than the expected one, unless the step has its own.
const NOT_NOW: &str = "That is allowed, but let us do what is marked first.";

/// One step of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Beat {
    /// The title.
    pub title: &'static str,
    /// The text as Markdown.
    pub words: String,
    /// The answer to another action than the expected one.
    instead: Option<&'static str>,
    /// The selector of what the text is about.
    pub look: Option<&'static str>,
    /// The learner's expected actions, in order; none if there is only text.
    wants: Vec<&'static str>,
    /// The actions of the dealer and the other seats after that.
    replies: Vec<(Actor, &'static str)>,
}

/// How far a step is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Stage {
    /// The learner has made that number of the expected actions.
    Open(usize),
    /// That number of the replies have been made.
    Answering(usize),
}

/// A lesson in progress.
#[derive(Clone, Debug)]
pub struct Lesson {
    game: AnyGame,
    beats: Vec<Beat>,
    place: usize,
    stage: Stage,
    /// The number of actions made when each step began, up to the current one.
    begun: Vec<usize>,
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
        let (played, taught) =
            script.split_at(script.find("\n; ").map_or(script.len(), |at| at + 1));
        let game = AnyGame::load(&Shelf::new(), played).map_err(TableError::Record)?;
        let beats = beats(taught);
        let begun = vec![game.actions()];
        Ok(Self { game, beats, place: 0, stage: Stage::Open(0), begun })
    }

    /// The game when the step of that title begins.
    pub fn game_at(mut self, title: &str) -> AnyGame {
        while self.beat().title != title && !self.is_last() {
            self.go_on();
            while self.answer() {}
        }
        self.game
    }

    /// The present state of the game.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The current step.
    pub fn beat(&self) -> &Beat {
        &self.beats[self.place]
    }

    /// The number of the current step, from 1, and the number of steps.
    pub const fn progress(&self) -> (usize, usize) {
        (self.place + 1, self.beats.len())
    }

    /// Whether the current step is the last one.
    pub const fn is_last(&self) -> bool {
        self.place + 1 == self.beats.len()
    }

    /// Whether the dealer and the other seats are to reply.
    pub const fn is_answering(&self) -> bool {
        matches!(self.stage, Stage::Answering(_))
    }

    /// The action that is expected now.
    pub fn marked(&self) -> Option<&'static str> {
        let Stage::Open(done) = self.stage else { return None };
        self.beat().wants.get(done).copied()
    }

    /// Makes an action of the learner, if it is the expected one.
    ///
    /// # Errors
    /// With an answer for the learner. Nothing is changed then.
    pub fn act(&mut self, action: &str) -> Result<(), String> {
        let Stage::Open(done) = self.stage else { return Err(WAIT.to_owned()) };
        let Some(wanted) = self.marked() else { return Err(READ_FIRST.to_owned()) };
        if action != wanted {
            return Err(self.beat().instead.unwrap_or(NOT_NOW).to_owned());
        }
        self.game.apply(LEARNER.into(), action).map_err(|error| error.to_string())?;
        let is_done = done + 1 == self.beat().wants.len();
        self.stage = if is_done { Stage::Answering(0) } else { Stage::Open(done + 1) };
        Ok(())
    }

    /// Goes on: makes the expected action, or ends a step that has only text.
    pub fn go_on(&mut self) {
        match self.marked() {
            // The tests play every script, so this is legal.
            Some(action) => drop(self.act(action)),
            None if !self.is_answering() && !self.is_last() => self.stage = Stage::Answering(0),
            None => {}
        }
    }

    /// Makes the next reply, or begins the next step if there is none. Returns whether there may be
    /// more replies.
    pub fn answer(&mut self) -> bool {
        let Stage::Answering(made) = self.stage else { return false };
        let Some(&(actor, action)) = self.beats[self.place].replies.get(made) else {
            if self.is_last() {
                return false;
            }
            self.place += 1;
            self.begun.push(self.game.actions());
            self.stage = Stage::Open(0);
            return false;
        };
        // The tests play every script, so this is legal.
        let _ = self.game.apply(actor, action);
        self.stage = Stage::Answering(made + 1);
        true
    }

    /// Whether there is something to go back to.
    pub fn can_go_back(&self) -> bool {
        self.place > 0 || self.game.actions() > self.begun[0]
    }

    /// Goes back to the beginning of the step, or of the one before if nothing has been done in
    /// this one.
    pub fn back(&mut self) {
        let untouched = self.game.actions() == self.begun[self.place];
        if untouched && self.place > 0 {
            self.begun.pop();
            self.place -= 1;
        }
        let later = self.game.actions() - self.begun[self.place];
        // These actions have been made, so they can be undone.
        let _ = self.game.undo(later);
        self.stage = Stage::Open(0);
    }
}

/// Parses the steps of a script.
fn beats(taught: &'static str) -> Vec<Beat> {
    let mut beats: Vec<Beat> = Vec::new();
    let mut in_words = false;
    for line in taught.lines() {
        let words = line.strip_prefix(';').map(str::trim);
        if words.is_some() && !in_words {
            beats.push(Beat::default());
        }
        in_words = words.is_some();
        let Some(beat) = beats.last_mut() else { continue };
        match words {
            Some(words) => beat.hear(words),
            None => beat.follow(line),
        }
    }
    beats
}

impl Beat {
    fn hear(&mut self, words: &'static str) {
        if let Some(title) = words.strip_prefix("# ") {
            self.title = title;
        } else if let Some(instead) = words.strip_prefix("- ") {
            self.instead = Some(instead);
        } else if let Some(look) = words.strip_prefix("@ ") {
            self.look = Some(look);
        } else {
            self.words.push_str(words);
            self.words.push('\n');
        }
    }

    fn follow(&mut self, line: &'static str) {
        let Some((who, action)) = line.split_once(' ') else { return };
        let seat = who.parse::<usize>().ok().and_then(|seat| seat.checked_sub(1));
        let actor = seat.map_or(Actor::Dealer, |seat| Seat::from_index(seat).into());
        if actor == Actor::Seat(LEARNER) && self.replies.is_empty() {
            self.wants.push(action);
        } else {
            self.replies.push((actor, action));
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::Turn;

    use super::*;

    fn answered(lesson: &mut Lesson) {
        while lesson.answer() {}
    }

    /// Plays a script to its end. Returns every step with the game when it began.
    fn played(game: GameId) -> Vec<(Beat, AnyGame)> {
        let mut lesson = Lesson::of(game).unwrap();
        let mut seen = vec![(lesson.beat().clone(), lesson.game().clone())];
        while !lesson.is_last() {
            let (beat, before) = (lesson.beat().clone(), lesson.game().actions());
            if beat.wants.is_empty() {
                lesson.go_on();
            }
            for _ in &beat.wants {
                let action = lesson.marked().unwrap();
                lesson.act(action).unwrap();
            }
            answered(&mut lesson);
            let done = lesson.game().actions() - before;
            assert_eq!(done, beat.wants.len() + beat.replies.len(), "{}", beat.title);
            assert!(!lesson.is_answering(), "{}", beat.title);
            seen.push((lesson.beat().clone(), lesson.game().clone()));
        }
        seen
    }

    #[test]
    fn every_script_is_legal_from_its_first_beat_to_its_last() {
        for game in GameId::ALL {
            let beats = played(game);
            assert!((10..=16).contains(&beats.len()), "{game:?} has {} beats", beats.len());
            let acting = beats.iter().filter(|(beat, _)| !beat.wants.is_empty());
            assert!(acting.count() >= 7, "one learns {game:?} by playing it");
        }
    }

    #[test]
    fn nobody_else_has_to_act_when_the_person_does() {
        for game in GameId::ALL {
            for (beat, then) in played(game) {
                let mine = matches!(then.turn(), Turn::Seats(seats) if seats.contains(LEARNER));
                assert!(mine || beat.wants.is_empty(), "{}", beat.title);
            }
        }
    }

    #[test]
    fn lessons_end_where_they_say() {
        for game in [GameId::Tipperary, GameId::FoxyAndWooly] {
            let (_, end) = played(game).pop().unwrap();
            assert_eq!(end.turn(), Turn::Over, "{game:?}");
            assert!(end.winners().contains(LEARNER), "whoever learns {game:?} wins");
        }
        let (_, end) = played(GameId::GlenMore).pop().unwrap();
        assert!(
            matches!(end.turn(), Turn::Seats(seats) if seats.contains(LEARNER)),
            "one plays on"
        );
    }

    #[test]
    fn every_beat_is_short_and_has_a_title() {
        for game in GameId::ALL {
            for (beat, _) in played(game) {
                assert!(!beat.title.is_empty() && beat.title.len() < 40, "{:?}", beat.title);
                let words = beat.words.split_whitespace().count();
                assert!((8..=75).contains(&words), "{} has {words} words", beat.title);
            }
        }
    }

    #[test]
    fn whoever_does_something_else_hears_a_sentence_and_nothing_happens() {
        let mut lesson = Lesson::of(GameId::FoxyAndWooly).unwrap();
        let before = lesson.game().record();
        assert_eq!(lesson.act("take"), Err(READ_FIRST.to_owned()));
        while lesson.marked().is_none() {
            lesson.go_on();
            answered(&mut lesson);
        }
        let legal = lesson.game().legal(LEARNER);
        let other = legal.into_iter().find(|it| lesson.marked() != Some(it));
        let said = lesson.act(&other.unwrap()).unwrap_err();
        assert!(said.ends_with('.'), "{said}");
        assert_eq!(lesson.game().record(), before);
        lesson.go_on();
        assert_eq!(lesson.act("take"), Err(WAIT.to_owned()));
    }

    #[test]
    fn one_goes_back_beat_by_beat_to_the_beginning() {
        for game in GameId::ALL {
            let first = Lesson::of(game).unwrap();
            let mut lesson = first.clone();
            assert!(!lesson.can_go_back());
            while !lesson.is_last() {
                lesson.go_on();
                answered(&mut lesson);
            }
            let (_, beats) = lesson.progress();
            let mut steps = 0;
            while lesson.can_go_back() {
                lesson.back();
                steps += 1;
            }
            assert!(steps < 2 * beats, "{steps} steps back");
            assert_eq!(lesson.game().record(), first.game().record());
            assert_eq!(lesson.progress().0, 1);
        }
    }
}
