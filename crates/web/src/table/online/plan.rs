//! Plans: replies given in advance, for correspondence games. The server stores them, and only
//! their owner sees them.

use std::num::NonZeroU8;

use foxy_and_wooly::Plan;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::Seat;
use serde_json::json;
use shelf::{AnyGame, AnyPlan};
use wire::Planned;
use wire::table::{ClockSpec, Stage, Table as Followed};

use super::Online;
use crate::boards::token_name;
use crate::keyed_list::KeyedList;
use crate::net::{NetError, delete, get, put};

/// More cubes than there can be on the field.
const MOST_CUBES: &str = "36";
/// The default limit of cubes is the present number and this many.
const SOME_MORE: u8 = 3;

/// The plan of the person's seat, or a form to make one, if the game has plans.
#[component]
pub(super) fn WhileAway(
    /// The table.
    online: Online,
) -> impl IntoView {
    let seat = Memo::new(move |_| {
        let own = online.own_seats();
        online.with(|table| own.into_iter().find(|seat| can_plan(table, *seat))).flatten()
    });
    move || seat.get().map(|seat| view! { <Planning online seat/> })
}

/// Whether a seat can have a plan: the game has plans, and the clock leaves time to be away.
fn can_plan(table: &Followed, seat: Seat) -> bool {
    let spec = table.spec();
    let is_slow = !matches!(spec.clock, ClockSpec::RealTime { .. }) && !spec.hot_seat;
    let plays = table.stage() == Stage::Playing && table.bots()[seat.index()].is_none();
    is_slow && plays && !wolves(table.game()).is_empty()
}

/// The wolves on the block and after it: their index on the field from 1, and their names.
fn wolves(game: &AnyGame) -> Vec<(u8, String)> {
    let AnyGame::FoxyAndWooly(play) = game else { return Vec::new() };
    let state = play.state();
    let field = (1..).zip(state.field()).skip(state.place());
    field.filter(|(_, token)| token.is_wolf()).map(|(at, token)| (at, token_name(*token))).collect()
}

/// The plan of a seat, and the requests to the server.
#[derive(Copy, Clone)]
struct Plans {
    online: Online,
    seat: Seat,
    planned: RwSignal<Option<AnyPlan>>,
    /// Whether the form is shown in place of the plan.
    changing: RwSignal<bool>,
}

impl Plans {
    fn path(self) -> String {
        format!("/api/tables/{}/plans/{}", self.online.id.get_value(), self.seat)
    }

    /// Fetches the plan. If that fails, it is fetched again at the next entry.
    fn ask(self) {
        spawn_local(async move {
            if let Ok(planned) = get(&self.path()).await {
                self.show(planned);
            }
        });
    }

    fn make(self, plan: Plan) {
        let plan = Planned { plan: plan.to_string() };
        spawn_local(async move { self.hear(put(&self.path(), &plan).await.map(Some)) });
    }

    fn take_back(self) {
        spawn_local(async move {
            self.hear(delete(&self.path(), &json!({})).await.map(|()| None));
        });
    }

    fn hear(self, answer: Result<Option<Planned>, NetError>) {
        match answer {
            Ok(planned) => {
                self.changing.try_set(false);
                self.show(planned);
            }
            Err(error) => drop(self.online.notice.try_set(Some(error.to_string()))),
        }
    }

    fn show(self, planned: Option<Planned>) {
        let game = untrack(|| self.online.with(|table| table.game().id()));
        let plan = planned.zip(game);
        let plan = plan.and_then(|(planned, game)| AnyPlan::read(game, &planned.plan).ok());
        self.planned.try_set(plan);
    }

    /// The plan in words.
    fn told(self) -> Option<String> {
        let plan = self.planned.get()?;
        self.online.with(|table| plan.tell(table.game()))
    }
}

#[component]
fn Planning(online: Online, seat: Seat) -> impl IntoView {
    let (planned, changing) = (RwSignal::new(None), RwSignal::new(false));
    let plans = Plans { online, seat, planned, changing };
    Effect::new(move |before: Option<u64>| {
        let seq = online.with(Followed::seq).unwrap_or_default();
        let is_news = before != Some(seq) && plans.planned.with_untracked(Option::is_some);
        // Others' actions can end a plan, so a known one is fetched again at each entry.
        if online.own_seats().contains(&seat) && (before.is_none() || is_news) {
            plans.ask();
        }
        seq
    });
    view! {
        <section class="asked card plan" aria-label="While you are away">
            <Show when=move || planned.with(Option::is_some) && !changing.get() fallback=move || view! { <PlanForm plans/> }>
                <p role="status"><b>"While you are away: "</b>{move || plans.told()}</p>
                <button class="btn change" on:click=move |_| changing.set(true)>"Change"</button>
                <button class="btn take-back" on:click=move |_| plans.take_back()>"Take back"</button>
            </Show>
        </section>
    }
}

#[component]
fn PlanForm(plans: Plans) -> impl IntoView {
    let online = plans.online;
    let wolves = Memo::new(move |_| online.with(|it| wolves(it.game())).unwrap_or_default());
    let before = plans.planned.get_untracked().map(|AnyPlan::FoxyAndWooly(plan)| plan);
    let chosen = RwSignal::new(before.map(|plan| plan.place.get()));
    // The chosen wolf may be gone.
    let place = Memo::new(move |_| {
        let there = |place: &u8| wolves.with(|wolves| wolves.iter().any(|(at, _)| at == place));
        chosen.get().filter(there).or_else(|| wolves.with(|it| it.first().map(|(at, _)| *at)))
    });
    let usual = || untrack(|| cubes_now(online)).saturating_add(SOME_MORE);
    let below = RwSignal::new(before.map_or_else(usual, |plan| plan.below.get()).to_string());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let place = place.get_untracked().and_then(NonZeroU8::new);
        match place.zip(below.get_untracked().parse().ok()) {
            Some((place, below)) => plans.make(Plan { place, below }),
            None => online.notice.set(Some("Say how many cubes: 1 or more.".to_owned())),
        }
    };
    let option = move |(at, name): (u8, String)| {
        view! { <option value=at.to_string() selected=move || place.get() == Some(at)>{name}</option> }
    };
    view! {
        <details open=plans.changing.get_untracked()>
            <summary>"While I am away …"</summary>
            <form on:submit=submit>
                <label>"chase "<select on:change=move |event| chosen.set(event_target_value(&event).parse().ok())>
                    <KeyedList each=move || wolves.get() key=Clone::clone children=option/>
                </select></label>
                <label>" while fewer than "<input type="number" inputmode="numeric" min="1" max=MOST_CUBES required
                    prop:value=move || below.get()
                    on:input=move |event| below.set(event_target_value(&event))/>" cubes lie there"</label>
                <button class="btn primary" type="submit">"Plan it"</button>
            </form>
            <p class="small muted">"Nobody else sees it. It ends when the wolf is taken, and you can take it back before."</p>
        </details>
    }
}

fn cubes_now(online: Online) -> u8 {
    let cubes = |game: &AnyGame| match game {
        AnyGame::FoxyAndWooly(play) => play.state().pot(),
        AnyGame::Tipperary(_) | AnyGame::GlenMore(_) => 0,
    };
    online.with(|table| cubes(table.game())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use rules::Turn;
    use shelf::{GameId, Key, NewGame, Shelf};

    use super::*;

    fn dealt(game: GameId) -> AnyGame {
        let mut game = AnyGame::new(&Shelf::new(), &NewGame::of(game, 2)).unwrap();
        while game.turn() == Turn::Dealer {
            game.deal(&Key::roll(7));
        }
        game
    }

    #[test]
    fn the_wolves_that_are_left_can_be_chased() {
        let mut game = dealt(GameId::FoxyAndWooly);
        let places = |game: &AnyGame| wolves(game).iter().map(|(at, _)| *at).collect::<Vec<_>>();
        assert_eq!(places(&game), [1, 2, 3, 6, 7, 8, 11, 12, 13, 16, 17, 18]);
        let Turn::Seats(seats) = game.turn() else { panic!("somebody is to act") };
        game.apply(seats.first().unwrap().into(), "take").unwrap();
        assert_eq!(places(&game)[0], 2);
        assert_eq!(wolves(&dealt(GameId::GlenMore)), []);
    }
}
