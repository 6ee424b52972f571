//! The text table: every game can be played with words and the notation of actions.

use leptos::html::Input;
use leptos::prelude::*;
use registry::AnyGame;
use rules::{Names, Seat, Turn};
use wasm_split_helpers::wasm_split;

use super::{Hint, LogPanel, Table};
use crate::keyed_list::KeyedList;
use crate::lazy::LazyView;

/// The number of legal actions that are listed.
const MAX_LISTED: usize = 40;

/// The text table, loaded as a chunk.
#[wasm_split(words, fallible)]
pub(super) fn text_table(table: Table) -> LazyView {
    Ok(view! { <TextTable table/> }.into_any())
}

/// A legal action with what it does.
#[derive(Clone, PartialEq, Debug)]
struct LegalAction {
    action: String,
    words: String,
    /// The expected share of the victory after it, if the hint contains it.
    hint: Option<f64>,
}

impl LegalAction {
    /// Whether it matches what was typed: the beginning of its notation, one of its words, or a
    /// part of its description.
    fn matches(&self, typed: &str) -> bool {
        self.action.starts_with(typed)
            || self.action.split(' ').any(|word| word == typed)
            || typed.len() > 2 && self.words.to_lowercase().contains(&typed.to_lowercase())
    }
}

/// The legal actions of a seat, those of the hint first.
fn legal_actions(
    game: &AnyGame,
    seat: Seat,
    names: &Names,
    hint: Option<&Hint>,
) -> Vec<LegalAction> {
    let share = |action: &String| {
        let choices = &hint.filter(|hint| hint.moment == game.actions())?.choices;
        choices.iter().find(|(best, _)| best == action).map(|(_, share)| *share)
    };
    let with_words = |action: String| {
        let sentences = game.describe_action(seat.into(), &action, names).unwrap_or_default();
        LegalAction { words: sentences.join(" "), hint: share(&action), action }
    };
    let mut all: Vec<LegalAction> = game.legal(seat).into_iter().map(with_words).collect();
    all.sort_by(|a, b| b.hint.unwrap_or(-1.0).total_cmp(&a.hint.unwrap_or(-1.0)));
    all
}

/// The position in words, with a field for the action.
#[component]
fn TextTable(
    /// The table.
    table: Table,
) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let field = NodeRef::<Input>::new();
    let description = Memo::new(move |_| {
        let names = table.names();
        table.shown_game().describe_position(&names)
    });
    let to_act = Memo::new(move |_| table.seat_to_act().filter(|_| table.is_live()));
    let legal = Memo::new(move |_| {
        let Some(seat) = to_act.get() else { return Vec::new() };
        let (game, names) = (table.game.get(), table.names());
        table.hint.with(|hint| legal_actions(&game, seat, &names, hint.as_ref()))
    });
    let fitting = Memo::new(move |_| {
        let typed = typed.get();
        let is_match = |it: &&LegalAction| it.matches(typed.trim());
        legal.with(|legal| legal.iter().filter(is_match).cloned().collect::<Vec<_>>())
    });
    let listed =
        move || fitting.with(|all| all.iter().take(MAX_LISTED).cloned().collect::<Vec<_>>());
    let act = move |action: String| {
        if let Some(seat) = to_act.get_untracked() {
            table.act.run((seat, action));
            typed.set(String::new());
            // The pressed button disappears, so the focus moves to the field.
            if let Some(field) = field.get_untracked() {
                let _ = field.focus();
            }
        }
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        act(typed.get_untracked().trim().to_owned());
    };
    let prompt = move || match to_act.get() {
        Some(seat) => {
            let name = table.names().of(seat).to_owned();
            format!("{name}, choose one of {} actions.", legal.with(Vec::len))
        }
        None if !table.is_live() => {
            let last = table.game.with(|game| game.actions());
            format!("This is how it stood after move {} of {last}.", table.shown())
        }
        None if table.game.with(|game| game.turn() == Turn::Over) => "The game is over.".to_owned(),
        None => "Wait: somebody else is to act.".to_owned(),
    };
    view! {
        <section class="text-table card" aria-label="Text table" data-actions=move || table.game.with(|game| game.actions())>
            <h2>"The table in words"</h2>
            <pre tabindex="0" role="group" aria-label="The position">{move || description.with(|text| lines(text))}</pre>
            <p role="status">{prompt}</p>
            <form on:submit=submit>
                <label for="action">"Your action"</label>
                <input id="action" autocomplete="off" autocapitalize="none" spellcheck="false" node_ref=field
                    prop:value=move || typed.get()
                    on:input=move |event| typed.set(event_target_value(&event))/>
                <button class="btn primary" type="submit">"Do it"</button>
            </form>
            <ul class="actions" aria-label="What you may do">
                <KeyedList each=listed key=|it| (it.action.clone(), it.hint.is_some()) children=move |it: LegalAction| {
                    let (action, name) = (it.action.clone(), it.action.clone());
                    let hint = it.hint.map(|share| format!(" Hint: a bot sees {:.0} % behind it.", 100.0 * share));
                    view! {
                        <li><button class="btn" data-action=name on:click=move |_| act(action.clone())>
                            <b>{it.action}</b><small>{it.words}{hint}</small>
                        </button></li>
                    }
                }/>
            </ul>
            <p class="small muted">{move || {
                let more = fitting.with(Vec::len).saturating_sub(MAX_LISTED);
                (more > 0).then(|| format!("And {more} more: type the beginning of an action, or a word of what it does."))
            }}</p>
        </section>
        <div class="text-log"><LogPanel table/></div>
    }
}

/// A position line by line. Lines of columns do not wrap; others do.
fn lines(text: &str) -> impl IntoView + use<> {
    let line = |line: &str| view! { <span class:drawn=is_columns(line)>{line.to_owned()}</span> };
    text.split_inclusive('\n').map(line).collect_view()
}

/// Whether a line consists of columns: more than three words are separated by two spaces or more.
fn is_columns(line: &str) -> bool {
    line.trim().split("  ").filter(|it| !it.is_empty()).count() > 3
}

#[cfg(test)]
mod tests {
    use registry::{GameId, NewGame, Registry};

    use super::*;

    fn dealt() -> AnyGame {
        let mut game =
            AnyGame::new(&Registry::new(), &NewGame::of(GameId::FoxyAndWooly, 2)).unwrap();
        while game.deal(&registry::Key::roll(1)).is_some() {}
        game
    }

    #[test]
    fn legal_actions_have_words_and_hinted_ones_come_first() {
        let game = dealt();
        let Turn::Seats(seats) = game.turn() else { panic!("somebody is to act") };
        let seat = seats.first().unwrap();
        let last = game.legal(seat).pop().unwrap();
        let hint = Hint { moment: game.actions(), choices: vec![(last.clone(), 0.6)] };
        let all = legal_actions(&game, seat, &game.names(), Some(&hint));
        assert_eq!(all[0].action, last);
        assert_eq!(all[0].hint, Some(0.6));
        assert!(all.len() > 1 && all.iter().all(|it| !it.words.is_empty()), "{all:?}");
        let late = Hint { moment: game.actions() + 1, ..hint };
        let all = legal_actions(&game, seat, &game.names(), Some(&late));
        assert!(all.iter().all(|it| it.hint.is_none()), "a hint of another moment is none");
    }

    #[test]
    fn columns_are_told_from_sentences() {
        for columns in ["  -3   .   .   s3  .", "       -1   0   1   2   3"] {
            assert!(is_columns(columns), "{columns}");
        }
        for line in ["  11  t40 forest (road), gives 1 wood", "Total 50.", ""] {
            assert!(!is_columns(line), "{line}");
        }
    }

    #[test]
    fn an_action_matches_its_notation_and_its_description() {
        let take = LegalAction { action: "bid 3".into(), words: "Anna bids 3.".into(), hint: None };
        for typed in ["", "bid", "b", "3", "anna bids"] {
            assert!(take.matches(typed), "{typed}");
        }
        for typed in ["take", "4", "id", "brigid"] {
            assert!(!take.matches(typed), "{typed}");
        }
    }
}
