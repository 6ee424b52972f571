//! Answers given in advance. They are not part of the log, because nobody else may see them; what
//! comes of them is an action like any other.

use registry::AnyPlan;
use rules::{Refusal, Seat};

use super::{ClockSpec, Draft, Entry, Stage, Table};
use crate::id::PersonId;
use crate::secret::Secret;

/// What somebody has planned for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatPlan {
    /// The seat.
    pub seat: Seat,
    /// Who plays it, and has planned.
    pub person: PersonId,
    /// The plan.
    pub plan: AnyPlan,
}

impl Table {
    /// What somebody plans, if that can be planned now.
    ///
    /// # Errors
    /// If it cannot, with a sentence for the person.
    pub fn check_plan(
        &self,
        person: &PersonId,
        seat: Seat,
        text: &str,
    ) -> Result<SeatPlan, Refusal> {
        self.check_plays(person, seat)?;
        if let ClockSpec::RealTime { .. } = self.spec.clock {
            let reason = "this table is played in real time: answers in advance are for those \
                          where people are away for hours";
            return Err(reason.into());
        }
        if self.bots[seat.index()].is_some() {
            return Err("a bot plays for you: come back first".into());
        }
        let plan = AnyPlan::read(self.game.id(), text);
        let plan = plan.map_err(|error| Refusal::new(error.to_string()))?;
        plan.check(&self.game)?;
        Ok(SeatPlan { seat, person: person.clone(), plan })
    }

    /// What comes of plans alone: nothing yet, until they are carried out.
    ///
    /// # Errors
    /// If somebody is out of time and a bot cannot take over.
    pub fn decide_plans(&self, now: i64) -> Result<Draft, Refusal> {
        let mut draft = Draft::of(self, now);
        draft.run_out()?;
        Ok(draft)
    }

    fn is_over(&self, SeatPlan { seat, person, plan }: &SeatPlan) -> bool {
        let plays = self.seated.get(seat.index()).is_some_and(|it| it.as_ref() == Some(person));
        self.stage != Stage::Playing || !plays || plan.is_over(&self.game)
    }

    /// What was planned for whoever is to act now. While a bot plays a seat, its plan rests.
    fn planned(&self, plans: &[SeatPlan]) -> Option<(Seat, String)> {
        let standing = plans.iter().filter(|plan| !self.is_over(plan));
        let mut own = standing.filter(|plan| self.bots[plan.seat.index()].is_none());
        own.find_map(|it| Some((it.seat, it.plan.answer(&self.game, it.seat)?)))
    }
}

impl Draft {
    /// Does what was planned for whoever is to act, for as long as there is anything, and gives
    /// the plans that have had their day.
    ///
    /// # Errors
    /// If an action is not legal, which no plan asks for.
    pub fn carry_out(
        &mut self,
        plans: &[SeatPlan],
        seed: &Secret,
    ) -> Result<Vec<SeatPlan>, Refusal> {
        // Whoever takes something back does not want it done again at once.
        let (withdrawn, standing): (Vec<_>, Vec<_>) =
            plans.iter().cloned().partition(|plan| self.takes_back(&plan.person));
        while let Some((seat, action)) = self.table.planned(&standing) {
            self.make(seat, &action, seed)?;
        }
        let over = standing.into_iter().filter(|plan| self.table.is_over(plan));
        Ok(withdrawn.into_iter().chain(over).collect())
    }

    fn takes_back(&self, who: &PersonId) -> bool {
        let by_them =
            |entry: &Entry| matches!(entry, Entry::Undone { person, .. } if person == who);
        self.entries.iter().any(|stamped| by_them(&stamped.entry))
    }
}
