//! The effects of actions, which must be legal.

use rules::{Actor, EventSink, Seat};

use crate::action::Action;
use crate::event::Event;
use crate::farm::{Direction, Row, Slot};
use crate::legal::count_moves;
use crate::state::{Auction, Bid, FoxyAndWooly, Phase};
use crate::token::{KINDS, Special, Token, WOLF_KINDS, Wolf};

/// By how many slots lower a wolf attacks after the gun is fired.
pub const GUN_REACH: u8 = 3;
/// The most cubes that a thief takes.
const MAX_STOLEN_CUBES: u8 = 2;

impl FoxyAndWooly {
    #[inline]
    pub(crate) fn make(
        &mut self,
        actor: Actor,
        action: Action,
        events: &mut impl EventSink<Event>,
    ) {
        debug_assert!(self.turn_now().includes(actor), "{actor:?} is not to act");
        let seat = self.auction.to_act;
        match action {
            Action::Deal(token) => self.deal_token(token, events),
            Action::First(seat) => {
                events.emit(Event::First { seat });
                self.open(seat, Phase::Bidding);
            }
            Action::Chase => self.chase(seat, events),
            Action::Take => self.take(seat, false, events),
            Action::TakeGun => self.take(seat, true, events),
            Action::Steal => self.steal(seat, events),
            Action::Bid(cubes) => self.bid(seat, cubes, events),
            Action::Pass => self.pass(seat, events),
            Action::Move { direction, from, to } => {
                self.move_sheep(seat, direction, from, to, events);
            }
            Action::Attack(row) => self.attack(seat, row, events),
            Action::Done => {
                events.emit(Event::Finished { seat });
                self.begin_finish(seat.index() + 1, events);
            }
        }
    }

    fn deal_token(&mut self, token: Token, events: &mut impl EventSink<Event>) {
        self.left[token as usize] -= 1;
        let to_seat = (self.dealt < self.players).then(|| Seat::from_index(self.dealt.into()));
        match to_seat {
            Some(seat) => self.farm_mut(seat).specials[token as usize - WOLF_KINDS] += 1,
            None => self.field[usize::from(self.dealt - self.players)] = token,
        }
        events.emit(Event::Dealt { token, to: to_seat });
        self.dealt += 1;
        if usize::from(self.dealt) == usize::from(self.players) + self.set.field_len() {
            self.phase = Phase::First;
            self.left = [0; KINDS];
        }
    }

    fn open(&mut self, seat: Seat, phase: Phase) {
        self.phase = phase;
        self.auction = Auction::opened_by(seat);
    }

    fn chase(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.farm_mut(seat).cubes -= 1;
        self.pot += 1;
        events.emit(Event::Chased { seat, pot: self.pot });
        self.auction.to_act = seat.left(self.players);
    }

    fn steal(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        let cubes = self.pot.min(MAX_STOLEN_CUBES);
        self.pot -= cubes;
        let farm = self.farm_mut(seat);
        farm.specials[Special::Steal.index()] -= 1;
        farm.cubes += cubes;
        events.emit(Event::Stole { seat, cubes });
        self.auction.to_act = seat.left(self.players);
    }

    fn take(&mut self, seat: Seat, with_gun: bool, events: &mut impl EventSink<Event>) {
        let wolf = self.field[self.place as usize].wolf().expect("only wolves are taken");
        let cubes = std::mem::take(&mut self.pot);
        events.emit(Event::Took { seat, wolf, cubes });
        let farm = self.farm_mut(seat);
        farm.cubes += cubes;
        match wolf {
            Wolf::Hungry(slot) if with_gun => {
                farm.specials[Special::Gun.index()] -= 1;
                let target = Slot::new(slot.number().saturating_sub(GUN_REACH));
                events.emit(Event::Fired { seat, wolf: slot, target });
                if let Some(target) = target {
                    self.wolf_eats(seat, target, events);
                }
            }
            Wolf::Hungry(slot) => self.wolf_eats(seat, slot, events),
            Wolf::Waiting(row) => {
                farm.waiting[row as usize] += 1;
                events.emit(Event::Waits { seat, row });
            }
        }
        self.next_token(seat.left(self.players), events);
    }

    fn wolf_eats(&mut self, seat: Seat, slot: Slot, events: &mut impl EventSink<Event>) {
        let sheep = &mut self.farm_mut(seat).sheep;
        let eaten = sheep.contains(slot);
        sheep.remove(slot);
        events.emit(if eaten { Event::Eaten { seat, slot } } else { Event::Spared { seat, slot } });
    }

    fn bid(&mut self, seat: Seat, cubes: u8, events: &mut impl EventSink<Event>) {
        self.auction.bid = Some(Bid { seat, cubes });
        events.emit(Event::Bid { seat, cubes });
        self.next_bidder(seat, events);
    }

    fn pass(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.auction.passed = self.auction.passed.with(seat);
        events.emit(Event::Passed { seat });
        self.next_bidder(seat, events);
    }

    /// Moves on to the next seat that has not passed, unless the auction is over.
    fn next_bidder(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        let bidding = usize::from(self.players) - self.auction.passed.len();
        match self.auction.bid {
            Some(bid) if bidding == 1 => self.sell(bid, events),
            None if bidding == 0 => {
                events.emit(Event::Discarded { special: self.current_special() });
                self.next_token(self.auction.opener.left(self.players), events);
            }
            _ => {
                let mut next = seat.left(self.players);
                while self.auction.passed.contains(next) {
                    next = next.left(self.players);
                }
                self.auction.to_act = next;
            }
        }
    }

    fn sell(&mut self, Bid { seat, cubes }: Bid, events: &mut impl EventSink<Event>) {
        let special = self.current_special();
        let farm = self.farm_mut(seat);
        farm.cubes -= cubes;
        farm.specials[special.index()] += 1;
        self.pot += cubes;
        events.emit(Event::Won { seat, special, cubes });
        self.next_token(seat.left(self.players), events);
    }

    fn next_token(&mut self, opener: Seat, events: &mut impl EventSink<Event>) {
        self.place += 1;
        if usize::from(self.place) < self.set.field_len() {
            self.open(opener, Phase::Bidding);
        } else {
            self.begin_attacks(0, events);
        }
    }

    fn move_sheep(
        &mut self,
        seat: Seat,
        direction: Direction,
        from: Slot,
        to: Slot,
        events: &mut impl EventSink<Event>,
    ) {
        let farm = self.farm_mut(seat);
        farm.specials[Special::Move(direction).index()] -= 1;
        farm.sheep.remove(from);
        farm.sheep.insert(to);
        events.emit(Event::Moved { seat, from, to });
        if self.phase == Phase::Finish {
            self.begin_finish(seat.index(), events);
        }
    }

    fn attack(&mut self, seat: Seat, row: Row, events: &mut impl EventSink<Event>) {
        let gate = self.gate;
        let farm = self.farm_mut(seat);
        farm.waiting[row as usize] -= 1;
        let eaten = farm.sheep.nearest(row, gate);
        events.emit(Event::Attacked { seat, row, eaten });
        if let Some(slot) = eaten {
            farm.sheep.remove(slot);
        }
        if !farm.has_waiting_wolf() {
            self.begin_attacks(seat.index() + 1, events);
        }
    }

    /// Moves on to the first seat from `first` with a wolf at its gates.
    fn begin_attacks(&mut self, first: usize, events: &mut impl EventSink<Event>) {
        let besieged = |seat: &Seat| self.farm(*seat).has_waiting_wolf();
        match Seat::all(self.players).skip(first).find(besieged) {
            Some(seat) => self.open(seat, Phase::Attacks),
            None => self.begin_finish(0, events),
        }
    }

    /// Moves on to the first seat from `first` that can still move a sheep; ends the game if there is
    /// none.
    fn begin_finish(&mut self, first: usize, events: &mut impl EventSink<Event>) {
        let mobile = |seat: &Seat| count_moves(self.farm(*seat)) > 0;
        if let Some(seat) = Seat::all(self.players).skip(first).find(mobile) {
            self.open(seat, Phase::Finish);
        } else {
            self.open(Seat::from_index(0), Phase::Over);
            events.emit(Event::Over);
        }
    }
}
