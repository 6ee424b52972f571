//! [`Offers`]: the legal actions by where the board offers them.

use std::collections::BTreeMap;

use glen_more::{Action, Due, GlenMore, Place, Reach, Resource, Use};

/// The legal actions by kind.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Offers {
    /// The places for the tile on each space of the track.
    pub(super) takes: BTreeMap<u8, Vec<Place>>,
    pub(super) pass: bool,
    /// The payments: cubes to turn in or to buy.
    pub(super) payments: Vec<Action>,
    pub(super) choices: Vec<Resource>,
    pub(super) skip: bool,
    /// The uses of each tile.
    pub(super) uses: BTreeMap<Place, Vec<Use>>,
    /// The places to which the clan members of each tile can move.
    pub(super) steps: BTreeMap<Place, Vec<Place>>,
    pub(super) promotions: Vec<Place>,
    pub(super) sales: Vec<(Resource, Place)>,
    pub(super) end: bool,
}

impl Offers {
    /// Sorts the legal actions of a seat.
    pub(super) fn of(legal: &[Action]) -> Self {
        let mut offers = Self::default();
        for &action in legal {
            match action {
                Action::Take { space, at } => offers.takes.entry(space).or_default().push(at),
                Action::Pass => offers.pass = true,
                Action::Pay { .. }
                | Action::PayWhiskey
                | Action::PayClan(_)
                | Action::PayChieftain
                | Action::Buy(_) => offers.payments.push(action),
                Action::Choose(resource) => offers.choices.push(resource),
                Action::Skip => offers.skip = true,
                Action::Activate { at, using } => offers.uses.entry(at).or_default().push(using),
                Action::Step { from, to } => offers.steps.entry(from).or_default().push(to),
                Action::Promote(at) => offers.promotions.push(at),
                Action::Sell { resource, at } => offers.sales.push((resource, at)),
                Action::End => offers.end = true,
                Action::First(_) | Action::Draw(_) | Action::Roll(_) => {}
            }
        }
        offers
    }

    /// The places for the tile on that space of the track.
    pub(super) fn places_for(&self, space: u8) -> &[Place] {
        self.takes.get(&space).map_or(&[], Vec::as_slice)
    }

    /// Whether the clan members of that tile can do anything.
    pub(super) fn can_move(&self, at: Place) -> bool {
        self.steps.contains_key(&at) || self.promotions.contains(&at)
    }

    /// The tiles whose clan members can do anything.
    pub(super) fn movable_clans(&self) -> Vec<Place> {
        let mut movable_clans: Vec<Place> = self.steps.keys().copied().collect();
        movable_clans.extend(self.promotions.iter().filter(|at| !self.steps.contains_key(at)));
        movable_clans
    }

    /// The action of a tap on a tile, with or without a selected clan member; `None` if there are
    /// several or none.
    pub(super) fn tap(&self, at: Place, selected_clan: Option<Place>) -> Option<Action> {
        if let Some(from) = selected_clan {
            let goes = self.steps.get(&from).is_some_and(|to| to.contains(&at));
            return goes.then_some(Action::Step { from, to: at });
        }
        let lies_here = |action: &&Action| match action {
            Action::Pay { at: place, .. } | Action::PayClan(place) => *place == at,
            _ => false,
        };
        let mut payments = self.payments.iter().filter(lies_here);
        if let Some(&payment) = payments.next() {
            return payments.next().is_none().then_some(payment);
        }
        match self.uses.get(&at).map(Vec::as_slice) {
            Some(&[using]) => Some(Action::Activate { at, using }),
            _ => None,
        }
    }

    /// The next payment, if there is no choice: own cubes are used before bought ones, as the shown
    /// price says, and each kind lies on one tile only. It can be undone.
    pub(super) fn only_payment(&self, due: Due) -> Option<Action> {
        let buys = |action: &&Action| matches!(action, Action::Buy(_));
        let own: Vec<&Action> = self.payments.iter().filter(|it| !buys(it)).collect();
        let ways = if own.is_empty() { self.payments.iter().collect() } else { own };
        let kind = |action: &Action| match *action {
            Action::Pay { resource, .. } | Action::Buy(resource) => Some(resource),
            _ => None,
        };
        let clear = match due {
            // That number of each kind is due anyway.
            Due::Fixed { .. } => ways.windows(2).all(|pair| kind(pair[0]) != kind(pair[1])),
            _ => ways.len() == 1,
        };
        ways.first().filter(|_| clear).map(|action| **action)
    }

    /// The activations of the tiles around the new one that need neither a price nor a choice.
    pub(super) fn free_uses(&self, state: &GlenMore) -> Vec<Action> {
        let open = state.reached().into_iter().filter(|(_, reach)| *reach == Reach::Open);
        let seat = state.phase().seat();
        let free = open.filter_map(|(at, _)| {
            let tile = state.player(seat?).display().tile_at(at)?;
            let costs = matches!(state.tile(tile).activation, glen_more::Activation::Convert(_));
            let uses = self.uses.get(&at)?;
            let plain = !costs && uses.as_slice() == [Use::Plainly];
            plain.then_some(Action::Activate { at, using: Use::Plainly })
        });
        free.collect()
    }
}

#[cfg(test)]
mod tests {
    use rules::{Actor, Game, NoEvents, Seat, Setup, Turn};

    use super::*;

    impl Offers {
        /// All actions that the board offers.
        fn actions(&self) -> Vec<Action> {
            let takes = self.takes.iter().flat_map(|(&space, places_for)| {
                places_for.iter().map(move |&at| Action::Take { space, at })
            });
            let uses = self.uses.iter().flat_map(|(&at, uses)| {
                uses.iter().map(move |&using| Action::Activate { at, using })
            });
            let movable_clans = self.movable_clans();
            let steps = movable_clans.iter().flat_map(|&from| {
                let to = self.steps.get(&from).into_iter().flatten();
                to.map(move |&to| Action::Step { from, to })
            });
            let promotions = movable_clans.iter().filter(|at| self.promotions.contains(at));
            let sales = self.sales.iter().map(|&(resource, at)| Action::Sell { resource, at });
            let single =
                [(self.pass, Action::Pass), (self.skip, Action::Skip), (self.end, Action::End)];
            let mut all: Vec<Action> = takes
                .chain(self.payments.iter().copied())
                .chain(self.choices.iter().map(|&resource| Action::Choose(resource)))
                .chain(uses)
                .chain(steps)
                .chain(promotions.map(|&at| Action::Promote(at)))
                .chain(sales)
                .chain(single.into_iter().filter(|(is, _)| *is).map(|(_, action)| action))
                .collect();
            all.sort_unstable();
            all
        }
    }

    /// Plays a game whose decisions follow from the seed, and calls `see` for each of them.
    fn play(players: u64, mut seed: u64, mut see: impl FnMut(&GlenMore, Seat, &[Action])) {
        let mut game = GlenMore::new(&Setup::new(players).expect("two to five may play"));
        let mut choose = |from: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % from
        };
        loop {
            let (actor, action) = match game.turn() {
                Turn::Over => return,
                Turn::Dealer => {
                    let outcomes = game.outcomes();
                    (Actor::Dealer, outcomes[choose(outcomes.len())].action)
                }
                Turn::Seats(_) => {
                    let seat = game.phase().seat().expect("a seat is to act");
                    let legal = game.legal(seat);
                    see(&game, seat, &legal);
                    (Actor::Seat(seat), legal[choose(legal.len())])
                }
            };
            game.apply(actor, action, &mut NoEvents).expect("it is legal");
        }
    }

    #[test]
    fn every_legal_action_is_offered() {
        for players in 2..=5 {
            play(players, players, |_, _, legal| {
                let mut legal = legal.to_vec();
                legal.sort_unstable();
                assert_eq!(Offers::of(&legal).actions(), legal);
            });
        }
    }

    #[test]
    fn the_only_payment_is_the_one_without_a_choice() {
        let pay = |resource, x| Action::Pay { resource, at: Place::new(x, 0) };
        let only = |payments: &[Action], due| {
            Offers { payments: payments.to_vec(), ..Offers::default() }.only_payment(due)
        };
        let (sheep, wood) = (pay(Resource::Sheep, 1), pay(Resource::Wood, 2));
        let buy = Action::Buy(Resource::Sheep);
        let fixed = Due::Fixed { need: [1, 0, 0, 0, 1], whiskey: 0 };
        assert_eq!(only(&[wood, sheep, buy], fixed), Some(wood), "both are due");
        assert_eq!(only(&[buy], fixed), Some(buy));
        assert_eq!(only(&[sheep, pay(Resource::Sheep, 3)], fixed), None, "two tiles have sheep");
        assert_eq!(only(&[wood, sheep], Due::Any { count: 1 }), None, "either of them will do");
        assert_eq!(only(&[], Due::Nothing), None);
    }

    #[test]
    fn an_only_payment_is_legal_and_leads_to_an_end() {
        let mut paid = 0;
        for players in 2..=5 {
            play(players, 40 + players, |state, seat, legal| {
                let mut game = state.clone();
                let mut legal = legal.to_vec();
                while let Some(action) = Offers::of(&legal).only_payment(game.due()) {
                    assert!(legal.contains(&action));
                    game.apply(Actor::Seat(seat), action, &mut NoEvents).expect("it is legal");
                    legal = game.legal(seat);
                    paid += 1;
                }
            });
        }
        assert!(paid > 0, "no game has such a payment");
    }

    #[test]
    fn taps_and_free_uses_are_legal() {
        let (mut taps, mut free) = (0, 0);
        play(3, 7, |state, seat, legal| {
            let offers = Offers::of(legal);
            for (at, _) in state.player(seat).display().tiles() {
                for selected_clan in offers.movable_clans().into_iter().map(Some).chain([None]) {
                    if let Some(action) = offers.tap(at, selected_clan) {
                        assert!(legal.contains(&action));
                        taps += 1;
                    }
                }
            }
            for action in offers.free_uses(state) {
                assert!(legal.contains(&action));
                free += 1;
            }
        });
        assert!(taps > 0 && free > 0, "{taps} taps, {free} free uses");
    }
}
