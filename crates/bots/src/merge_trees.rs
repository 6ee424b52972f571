//! Merges the trees that were searched in parallel into one advice.

use crate::{Advice, Choice, Knowledge, Search};

/// The advice of all searches together; `None` if the seat is not to act or no simulation was run.
///
/// Tree searches advise the most visited action. With paired trials the advice is the action with
/// the highest mean difference to the most visited one, which may have been overtaken late.
pub(crate) fn merged_advice<G: Knowledge>(searches: &[Search<G>]) -> Option<Advice<G::Action>> {
    let sims = searches.iter().map(Search::sims).sum();
    let mut advice = Advice::most_visited(sims, merged_choices(searches))?;
    let visited = advice.choices.iter().filter(|choice| choice.visits > 0);
    let differences = visited.enumerate().filter_map(|(index, choice)| {
        Some((mean_difference(searches, choice.action, advice.action)?, index))
    });
    // Among equals the first, which was visited most.
    let best = differences.reduce(|best, next| if next.0 > best.0 { next } else { best });
    if let Some((_, index)) = best {
        advice.move_to_front(index);
    }
    Some(advice)
}

/// The choices of all searches, in the order of actions.
fn merged_choices<G: Knowledge>(searches: &[Search<G>]) -> Vec<Choice<G::Action>> {
    let Some((first, others)) = searches.split_first() else { return Vec::new() };
    let mut all = first.choices();
    for choice in others.iter().flat_map(Search::choices) {
        match all.binary_search_by_key(&choice.action, |other| other.action) {
            Ok(index) => all[index].merge(&choice),
            Err(index) => all.insert(index, choice),
        }
    }
    all
}

/// The mean difference between two actions over the trials that both have had in each search;
/// `None` without any.
fn mean_difference<G: Knowledge>(
    searches: &[Search<G>],
    action: G::Action,
    over: G::Action,
) -> Option<f32> {
    let paired_difference =
        searches.iter().filter_map(|search| search.paired_difference(action, over));
    let (sum, trials) = paired_difference.reduce(|all, one| (all.0 + one.0, all.1 + one.1))?;
    Some(sum / trials as f32)
}

#[cfg(test)]
mod tests {
    use registry::Playout;
    use registry::foxy_and_wooly::FoxyAndWooly;
    use registry::tipperary::Tipperary;
    use rules::{Actor, Seat, Setup};

    use super::*;
    use crate::SearchOptions;

    /// Searches every third decision of some random games with that many simulations.
    fn searched<G: Knowledge>(
        searches: u64,
        sims: u64,
        mut look: impl FnMut(&[Search<G>], Advice<G::Action>),
    ) {
        let think = |state: &G, seat: Seat, seed: u64| {
            let mut search = Search::new(state.clone(), seat, SearchOptions::default(), seed);
            search.step(sims);
            search
        };
        for seed in 0..2 {
            let mut state = G::new(&Setup::new(2).unwrap());
            let mut playout = Playout::new(seed);
            let mut decisions = 0;
            while let Some(next) = playout.choose(&state) {
                if let Actor::Seat(seat) = next.actor {
                    decisions += 1;
                    if decisions % 3 == 0 {
                        let all: Vec<_> = (0..searches).map(|of| think(&state, seat, of)).collect();
                        look(&all, merged_advice(&all).expect("the seat is to act"));
                    }
                }
                state = state.after(next.actor, next.action);
            }
        }
    }

    #[test]
    fn no_action_has_a_higher_mean_difference_than_the_advised_one() {
        for searches in [1, 2] {
            let (mut positions, mut overtaken) = (0, 0);
            searched::<Tipperary>(searches, 150, |searches, advice| {
                let most_visited =
                    advice.choices.iter().max_by_key(|choice| choice.visits).unwrap();
                let differences = advice.choices.iter().filter_map(|choice| {
                    Some((
                        choice.action,
                        mean_difference(searches, choice.action, most_visited.action)?,
                    ))
                });
                let differences: Vec<_> = differences.collect();
                let best = differences
                    .iter()
                    .map(|(_, mean_difference)| *mean_difference)
                    .fold(0.0, f32::max);
                let (_, own) =
                    differences.iter().find(|(action, _)| *action == advice.action).unwrap();
                assert!(*own >= best, "{own} and {best}");
                assert_eq!(advice.choices[0].action, advice.action);
                assert_eq!(advice.choices[0].value, advice.value);
                positions += 1;
                overtaken += u32::from(*own > 0.0);
            });
            assert!(positions > 10, "only {positions} positions were looked at");
            assert!(overtaken > 0, "the most visited action led everywhere");
        }
    }

    #[test]
    fn a_tree_search_advises_the_most_visited_action() {
        let mut positions = 0;
        searched::<FoxyAndWooly>(2, 100, |_, advice| {
            let most_visited = advice.choices.iter().map(|choice| choice.visits).max();
            assert_eq!(Some(advice.choices[0].visits), most_visited);
            assert_eq!(advice.choices[0].action, advice.action);
            positions += 1;
        });
        assert!(positions > 10, "only {positions} positions were looked at");
    }
}
