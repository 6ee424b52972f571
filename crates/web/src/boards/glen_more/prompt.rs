//! The prompt, and the progress of the turn.

use glen_more::{Action, GlenMore, Phase};
use leptos::prelude::*;
use rules::{Game, Names, Seat, Turn};

use super::selection::{Selection, TurnStage};
use super::words;

/// What to do, or what is waited for.
pub(super) fn sentence(selection: Selection) -> String {
    let board = selection.board();
    board.state.with(|state| match (selection.stage.get(), board.to_act.get()) {
        (TurnStage::Wait, _) | (_, None) => board.names.with(|names| waiting(state, names)),
        (TurnStage::Take, _) if selection.offers.with(|offers| offers.pass) => {
            "There is no tile you can take: pass.".to_owned()
        }
        (TurnStage::Take, _) => match (selection.chosen_tile(), selection.take_action()) {
            (_, Some(_)) => "Take it, or choose another tile or place.".to_owned(),
            (Some(_), None) => "Choose its place in your display.".to_owned(),
            (None, None) => "Take a tile and choose its place.".to_owned(),
        },
        (TurnStage::Pay, Some(seat)) => paying(state, seat),
        (TurnStage::Choose, Some(_)) => match state.choices() {
            1 => "Choose a resource.".to_owned(),
            choices => format!("Choose {choices} resources."),
        },
        (TurnStage::Activate, Some(_)) => activating(selection, state),
    })
}

fn paying(state: &GlenMore, seat: Seat) -> String {
    let due = state.due().text();
    let display = state.player(seat).display();
    let at = state.in_use().map(|(at, _)| at).or_else(|| state.taken_at());
    let tile = at.and_then(|at| display.tile_at(at));
    let name = tile.map_or_else(String::new, |tile| state.tile(tile).called());
    match state.in_use() {
        Some((_, prize)) => format!("Turn in {due} for {} at {name}.", words::prize(prize)),
        None => format!("Pay for {name}: {due}."),
    }
}

fn activating(selection: Selection, state: &GlenMore) -> String {
    if selection.moving_clan().is_some() {
        return "Choose where the clan member goes.".to_owned();
    }
    let uses = selection.offers.with(|offers| !offers.uses.is_empty());
    match (uses, state.movement() > 0) {
        (true, true) => "Activate tiles and move your clan, then end your turn.".to_owned(),
        (true, false) => "Activate tiles, then end your turn.".to_owned(),
        (false, true) => "Move your clan, then end your turn.".to_owned(),
        (false, false) => "Nothing is left to do: end your turn.".to_owned(),
    }
}

fn waiting(state: &GlenMore, names: &Names) -> String {
    match state.phase() {
        Phase::First | Phase::Draw => "New tiles come onto the track.".to_owned(),
        Phase::Roll => "The die is last on the track and moves.".to_owned(),
        Phase::Take(seat) => format!("{} takes a tile.", names.of(seat)),
        Phase::Pay(seat) => format!("{} turns in {}.", names.of(seat), state.due().text()),
        Phase::Choose(seat) => format!("{} chooses a resource.", names.of(seat)),
        Phase::Activate(seat) => format!("{} activates tiles.", names.of(seat)),
        Phase::Over => {
            let winners = state.winners();
            let verb = if winners.len() == 1 { "wins" } else { "share the victory" };
            format!("{} {verb}.", names.list(winners))
        }
    }
}

/// Details of what is shown, or what is still to be done.
pub(super) fn detail(selection: Selection) -> String {
    let board = selection.board();
    let viewer = board.viewer.get();
    board.state.with(|state| {
        if let Some((space, tile)) = selection.shown_tile() {
            let why = board.to_act.get().filter(|_| selection.stage.get() == TurnStage::Take);
            let offered = selection.offers.with(|offers| !offers.places_for(space).is_empty());
            let offer = words::offer(state, viewer, tile);
            return match (why, offered) {
                (Some(_), false) => format!("You cannot take it. {offer}"),
                _ => offer,
            };
        }
        match selection.stage.get() {
            TurnStage::Take => hint_of_take(selection),
            TurnStage::Pay => "Tap what you turn in, or pay in the cheapest way.".to_owned(),
            TurnStage::Choose => "The cube comes onto the tile at once.".to_owned(),
            TurnStage::Activate => open_things(selection, state),
            TurnStage::Wait if state.turn() == Turn::Over => String::new(),
            TurnStage::Wait => "Look at any tile or display meanwhile.".to_owned(),
        }
    })
}

fn hint_of_take(selection: Selection) -> String {
    match selection.offers.with(|offers| offers.takes.len()) {
        0 => "Your figure moves to the first tile ahead, which leaves the game.".to_owned(),
        1 => "One tile can be yours.".to_owned(),
        tiles => format!("{tiles} tiles can be yours."),
    }
}

fn open_things(selection: Selection, state: &GlenMore) -> String {
    let free = selection.offers.with(|offers| offers.free_uses(state).len());
    let points = words::with_count(state.movement(), "movement point");
    let free = match free {
        0 => String::new(),
        1 => " One tile still gives something for nothing.".to_owned(),
        free => format!(" {free} tiles still give something for nothing."),
    };
    format!("You have {points}.{free}")
}

/// The four steps of a turn.
#[component]
pub(super) fn Steps(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let now = move || match selection.board().state.with(|state| state.phase()) {
        Phase::Take(_) => 0,
        Phase::Pay(_) => 1,
        Phase::Choose(_) => 2,
        Phase::Activate(_) => {
            let done =
                selection.board().legal.with(|legal| matches!(legal.as_slice(), [Action::End]));
            if done { 3 } else { 2 }
        }
        Phase::First | Phase::Draw | Phase::Roll | Phase::Over => 4,
    };
    let step = move |place: usize, name: &'static str| {
        let on = move || now() == place;
        view! { <li class:on=on aria-current=move || on().then_some("step")>{name}</li> }
    };
    view! {
        <ol class="steps" aria-label="Steps of a turn">
            {step(0, "Take")}{step(1, "Pay")}{step(2, "Activate")}{step(3, "End turn")}
        </ol>
    }
}
