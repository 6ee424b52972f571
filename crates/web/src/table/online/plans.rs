//! Plans: replies given in advance, for correspondence games. The server stores them, and only
//! their owner sees them.

use std::num::NonZeroU8;

use foxy_and_wooly::Plan;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use registry::{AnyGame, AnyPlan};
use rules::Seat;
use serde_json::json;
use wire::Planned;
use wire::table::{ClockSpec, Stage, Table as FollowedTable};

use super::OnlineTable;
use crate::boards::token_name;
use crate::keyed_list::KeyedList;
use crate::net::{NetError, delete, get, put};

/// More cubes than there can be on the field.
const MAX_CUBES: &str = "36";
/// The default limit of cubes is the present number and this many.
const DEFAULT_EXTRA_CUBES: u8 = 3;

/// The plan of the person's seat, or a form to make one, if the game has plans.
#[component]
pub(super) fn PlanPanel(
    /// The table.
    online: OnlineTable,
) -> impl IntoView {
    let seat = Memo::new(move |_| {
        let own = online.own_seats();
        online.with(|table| own.into_iter().find(|seat| can_plan(table, *seat))).flatten()
    });
    move || seat.get().map(|seat| view! { <PlanCard online seat/> })
}

/// Whether a seat can have a plan: the game has plans, and the clock leaves time to be away.
fn can_plan(table: &FollowedTable, seat: Seat) -> bool {
    let spec = table.spec();
    let has_time_away = !matches!(spec.clock, ClockSpec::RealTime { .. }) && !spec.hot_seat;
    let is_playing = table.stage() == Stage::Playing && table.bots()[seat.index()].is_none();
    has_time_away && is_playing && !wolves(table.game()).is_empty()
}

/// The wolves on the block and after it: their index on the field from 1, and their names.
fn wolves(game: &AnyGame) -> Vec<(u8, String)> {
    let AnyGame::FoxyAndWooly(play) = game else { return Vec::new() };
    let state = play.state();
    let field = (1..).zip(state.field()).skip(state.place());
    field
        .filter(|(_, token)| token.is_wolf())
        .map(|(index, token)| (index, token_name(*token)))
        .collect()
}

/// The plan of a seat, and the requests to the server.
#[derive(Copy, Clone)]
struct PlanState {
    online: OnlineTable,
    seat: Seat,
    plan: RwSignal<Option<AnyPlan>>,
    /// Whether the form is shown in place of the plan.
    is_editing: RwSignal<bool>,
}

impl PlanState {
    fn path(self) -> String {
        format!("/api/tables/{}/plans/{}", self.online.id.get_value(), self.seat)
    }

    /// Fetches the plan. If that fails, it is fetched again at the next entry.
    fn fetch(self) {
        spawn_local(async move {
            if let Ok(plan) = get(&self.path()).await {
                self.show(plan);
            }
        });
    }

    fn save(self, plan: Plan) {
        let plan = Planned { plan: plan.to_string() };
        spawn_local(async move { self.on_response(put(&self.path(), &plan).await.map(Some)) });
    }

    fn delete_plan(self) {
        spawn_local(async move {
            self.on_response(delete(&self.path(), &json!({})).await.map(|()| None));
        });
    }

    fn on_response(self, answer: Result<Option<Planned>, NetError>) {
        match answer {
            Ok(plan) => {
                self.is_editing.try_set(false);
                self.show(plan);
            }
            Err(error) => drop(self.online.notice.try_set(Some(error.to_string()))),
        }
    }

    fn show(self, plan: Option<Planned>) {
        let game = untrack(|| self.online.with(|table| table.game().id()));
        let plan = plan.zip(game);
        let plan = plan.and_then(|(plan, game)| AnyPlan::read(game, &plan.plan).ok());
        self.plan.try_set(plan);
    }

    /// The plan in words.
    fn description(self) -> Option<String> {
        let plan = self.plan.get()?;
        self.online.with(|table| plan.describe(table.game()))
    }
}

#[component]
fn PlanCard(online: OnlineTable, seat: Seat) -> impl IntoView {
    let (plan, is_editing) = (RwSignal::new(None), RwSignal::new(false));
    let plan_state = PlanState { online, seat, plan, is_editing };
    Effect::new(move |before: Option<u64>| {
        let seq = online.with(FollowedTable::seq).unwrap_or_default();
        let may_have_ended = before != Some(seq) && plan_state.plan.with_untracked(Option::is_some);
        // Others' actions can end a plan, so a known one is fetched again at each entry.
        if online.own_seats().contains(&seat) && (before.is_none() || may_have_ended) {
            plan_state.fetch();
        }
        seq
    });
    view! {
        <section class="asked card plan" aria-label="While you are away">
            <Show when=move || plan.with(Option::is_some) && !is_editing.get() fallback=move || view! { <PlanForm plan_state/> }>
                <p role="status"><b>"While you are away: "</b>{move || plan_state.description()}</p>
                <button class="btn change" on:click=move |_| is_editing.set(true)>"Change"</button>
                <button class="btn take-back" on:click=move |_| plan_state.delete_plan()>"Take back"</button>
            </Show>
        </section>
    }
}

#[component]
fn PlanForm(plan_state: PlanState) -> impl IntoView {
    let online = plan_state.online;
    let wolves = Memo::new(move |_| online.with(|it| wolves(it.game())).unwrap_or_default());
    let before = plan_state.plan.get_untracked().map(|AnyPlan::FoxyAndWooly(plan)| plan);
    let chosen = RwSignal::new(before.map(|plan| plan.place.get()));
    // The chosen wolf may be gone.
    let chosen_index = Memo::new(move |_| {
        let is_available = |chosen_index: &u8| {
            wolves.with(|wolves| wolves.iter().any(|(index, _)| index == chosen_index))
        };
        chosen
            .get()
            .filter(is_available)
            .or_else(|| wolves.with(|it| it.first().map(|(index, _)| *index)))
    });
    let default_limit = || untrack(|| cubes_now(online)).saturating_add(DEFAULT_EXTRA_CUBES);
    let below =
        RwSignal::new(before.map_or_else(default_limit, |plan| plan.below.get()).to_string());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let chosen_index = chosen_index.get_untracked().and_then(NonZeroU8::new);
        match chosen_index.zip(below.get_untracked().parse().ok()) {
            Some((chosen_index, below)) => plan_state.save(Plan { place: chosen_index, below }),
            None => online.notice.set(Some("Say how many cubes: 1 or more.".to_owned())),
        }
    };
    let option = move |(index, name): (u8, String)| {
        view! { <option value=index.to_string() selected=move || chosen_index.get() == Some(index)>{name}</option> }
    };
    view! {
        <details open=plan_state.is_editing.get_untracked()>
            <summary>"While I am away …"</summary>
            <form on:submit=submit>
                <label>"chase "<select on:change=move |event| chosen.set(event_target_value(&event).parse().ok())>
                    <KeyedList each=move || wolves.get() key=Clone::clone children=option/>
                </select></label>
                <label>" while fewer than "<input type="number" inputmode="numeric" min="1" max=MAX_CUBES required
                    prop:value=move || below.get()
                    on:input=move |event| below.set(event_target_value(&event))/>" cubes lie there"</label>
                <button class="btn primary" type="submit">"Plan it"</button>
            </form>
            <p class="small muted">"Nobody else sees it. It ends when the wolf is taken, and you can take it back before."</p>
        </details>
    }
}

fn cubes_now(online: OnlineTable) -> u8 {
    let cubes = |game: &AnyGame| match game {
        AnyGame::FoxyAndWooly(play) => play.state().pot(),
        AnyGame::Tipperary(_) | AnyGame::GlenMore(_) => 0,
    };
    online.with(|table| cubes(table.game())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use registry::{GameId, Key, NewGame, Registry};
    use rules::Turn;

    use super::*;

    fn dealt(game: GameId) -> AnyGame {
        let mut game = AnyGame::new(&Registry::new(), &NewGame::of(game, 2)).unwrap();
        while game.turn() == Turn::Dealer {
            game.deal(&Key::roll(7));
        }
        game
    }

    #[test]
    fn wolves_are_those_on_the_block_and_after_it() {
        let mut game = dealt(GameId::FoxyAndWooly);
        let places =
            |game: &AnyGame| wolves(game).iter().map(|(index, _)| *index).collect::<Vec<_>>();
        assert_eq!(places(&game), [1, 2, 3, 6, 7, 8, 11, 12, 13, 16, 17, 18]);
        let Turn::Seats(seats) = game.turn() else { panic!("somebody is to act") };
        game.apply(seats.first().unwrap().into(), "take").unwrap();
        assert_eq!(places(&game)[0], 2);
        assert_eq!(wolves(&dealt(GameId::GlenMore)), []);
    }
}
