//! Legal actions.

use std::cell::OnceCell;

use rules::{Outcome, Seat};

use crate::action::{Action, Use};
use crate::display::FULL;
use crate::payment::{Due, Purse};
use crate::placement::Spots;
use crate::resource::Resource;
use crate::slots::Slots;
use crate::state::{GlenMore, Phase, Progress};
use crate::tile::{Activation, Location};
use crate::track::SPACES;

/// The sides of the die.
const DIE: [u8; 6] = [1, 1, 1, 2, 2, 3];

impl GlenMore {
    /// Fills the list with the legal actions of the seat whose turn it is, in ascending order.
    pub(crate) fn fill_legal(&self, seat: Seat, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Take(to_act) if to_act == seat => self.fill_take(seat, out),
            Phase::Pay(to_act) if to_act == seat => self.fill_pay(seat, out),
            Phase::Choose(to_act) if to_act == seat => {
                out.extend(Resource::ALL.map(Action::Choose));
                if self.may_skip(seat) {
                    out.push(Action::Skip);
                }
            }
            Phase::Activate(to_act) if to_act == seat => self.fill_activate(seat, out),
            _ => return,
        }
        self.fill_sell(seat, out);
        if matches!(self.phase, Phase::Activate(_)) {
            out.push(Action::End);
        }
    }

    fn fill_take(&self, seat: Seat, out: &mut Vec<Action>) {
        let spots = Spots::of(&self.player(seat).display);
        let purse = self.purse(seat);
        for space in 0..SPACES {
            let Some(tile) = self.track.tile(space) else { continue };
            let tile = self.tile(tile);
            if purse.can_meet(tile.cost) {
                let places = spots.for_tile(tile).iter();
                out.extend(places.map(|&at| Action::Take { space: space as u8, at }));
            }
        }
        if out.is_empty() {
            out.push(Action::Pass);
        }
    }

    fn fill_pay(&self, seat: Seat, out: &mut Vec<Action>) {
        let (due, purse) = (self.progress.due, self.purse(seat));
        if due == Due::ClanOrChieftain {
            return self.fill_pay_clan(seat, out);
        }
        let display = &self.player(seat).display;
        let possible = Resource::ALL.map(|resource| purse.can_continue(due, resource));
        let possible = || Resource::ALL.into_iter().filter(|resource| possible[resource.index()]);
        for resource in possible() {
            let slots = display.cube_slots(resource);
            out.extend(slots.iter().map(|slot| Action::Pay { resource, at: display.place(slot) }));
        }
        if due.wants_whiskey() {
            out.push(Action::PayWhiskey);
        }
        out.extend(possible().filter(|&resource| purse.can_buy(resource)).map(Action::Buy));
    }

    fn fill_pay_clan(&self, seat: Seat, out: &mut Vec<Action>) {
        let player = self.player(seat);
        let spare = self.spare_clan_members(seat);
        out.extend(spare.iter().map(|slot| Action::PayClan(player.display.place(slot))));
        if player.chieftains > 0 {
            out.push(Action::PayChieftain);
        }
    }

    /// The slots with clan members, except the last member next to the new tile.
    pub(crate) fn spare_clan_members(&self, seat: Seat) -> Slots {
        let display = &self.player(seat).display;
        let new = display.place(usize::from(self.progress.slot));
        let near = display.clan_slots().and(display.around(new));
        let others = near.iter().map(|slot| display.clan(slot)).sum::<u8>() > 1;
        if others { display.clan_slots() } else { display.clan_slots().without(near) }
    }

    /// Loch Shiel offers a cube for the Abbey, Loch Lochy gives two that have to be taken.
    pub(crate) fn may_skip(&self, seat: Seat) -> bool {
        self.taken_location(seat) == Some(Location::LochShiel)
    }

    fn fill_activate(&self, seat: Seat, out: &mut Vec<Action>) {
        let display = &self.player(seat).display;
        let purse = OnceCell::new();
        let purse = || purse.get_or_init(|| self.purse(seat));
        for slot in self.within_reach(seat) {
            let at = display.place(slot);
            self.each_use(seat, slot, purse, |using| out.push(Action::Activate { at, using }));
        }
        if self.progress.movement == 0 {
            return;
        }
        for slot in display.clan_slots() {
            let from = display.place(slot);
            let beside = display.around(from).without(Slots::only(slot));
            out.extend(beside.iter().map(|to| Action::Step { from, to: display.place(to) }));
        }
        if self.may_promote(seat) {
            out.extend(
                display.clan_slots().iter().map(|slot| Action::Promote(display.place(slot))),
            );
        }
    }

    /// The tiles that can still be activated, by their position alone.
    pub(crate) fn within_reach(&self, seat: Seat) -> Slots {
        let Progress { open, elsewhere, slot, .. } = self.progress;
        if !elsewhere {
            return open;
        }
        let display = &self.player(seat).display;
        let neighbourhood = display.around(display.place(usize::from(slot)));
        open.or(display.slots().without(neighbourhood))
    }

    /// Calls `offer` with each way in which the tile in a slot can be used now.
    #[inline]
    fn each_use<'p>(
        &self,
        seat: Seat,
        slot: usize,
        purse: impl Fn() -> &'p Purse,
        mut offer: impl FnMut(Use),
    ) {
        let cubes = self.player(seat).display.cubes(slot);
        match &self.tile_in(seat, slot).activation {
            Activation::Nothing => {}
            Activation::Movement | Activation::Points(_) => offer(Use::Plainly),
            Activation::Produce(_) => {
                if cubes.total() < FULL {
                    offer(Use::Plainly);
                }
            }
            Activation::ProduceAny => {
                if cubes.total() < FULL {
                    Resource::ALL.map(Use::Taking).into_iter().for_each(offer);
                }
            }
            Activation::Convert(conversion) => {
                let purse = purse();
                for &way in conversion.offers() {
                    if purse.can_meet(conversion.due(way)) {
                        let counted = conversion.is_counted();
                        offer(if counted { Use::Times(way.count) } else { Use::Plainly });
                    }
                }
            }
        }
    }

    /// The last clan member stays in the display until its owner's last turn.
    pub(crate) fn may_promote(&self, seat: Seat) -> bool {
        self.player(seat).display.has_clan_members_to_spare() || self.is_last_turn(seat)
    }

    fn fill_sell(&self, seat: Seat, out: &mut Vec<Action>) {
        let display = &self.player(seat).display;
        for resource in Resource::ALL {
            if self.warehouse.reward(resource).is_some() {
                let slots = display.cube_slots(resource);
                out.extend(
                    slots.iter().map(|slot| Action::Sell { resource, at: display.place(slot) }),
                );
            }
        }
    }

    /// Lists the dealer's possible actions in ascending order.
    pub(crate) fn fill_outcomes(&self, out: &mut Vec<Outcome<Action>>) {
        let likely = |action| Outcome { action, weight: 1 };
        match self.phase {
            Phase::First => {
                out.extend(Seat::all(self.players).map(|seat| likely(Action::First(seat))));
            }
            Phase::Draw => {
                let stack = self.set().current_stack(self.left);
                let rest = stack.map(|(_, rest)| rest).unwrap_or_default();
                out.extend(rest.iter().map(|tile| likely(Action::Draw(tile))));
            }
            Phase::Roll => {
                out.extend((1..=3).map(|pips| Outcome {
                    action: Action::Roll(pips),
                    weight: DIE.into_iter().filter(|&side| side == pips).count() as u32,
                }));
            }
            _ => {}
        }
    }

    /// The dealer's action that contains the share of the total weight that `choose` returns.
    pub(crate) fn deal_share(&self, choose: impl FnOnce(u32) -> u32) -> Action {
        match self.phase {
            Phase::First => Action::First(Seat::from_index(choose(self.players.into()) as usize)),
            Phase::Roll => Action::Roll(DIE[choose(DIE.len() as u32) as usize]),
            _ => {
                let stack = self.set().current_stack(self.left);
                let rest = stack.map(|(_, rest)| rest).unwrap_or_default();
                let tile = rest.nth(choose(rest.len() as u32) as usize);
                Action::Draw(tile.expect("the dealer draws only while tiles are left"))
            }
        }
    }
}
