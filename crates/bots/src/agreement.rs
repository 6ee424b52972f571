//! What searches of the same position say together.

use crate::{Advice, Choice, Knowledge, Search};

/// What to do by all that the searches have found out so far; `None` if the seat is not to act or no
/// simulation was run.
///
/// A tree's search has looked most at what is best. Trials may have found something better late:
/// what came to most over the trials that it shares with the action that was tried most.
pub(crate) fn agreed<G: Knowledge>(searches: &[Search<G>]) -> Option<Advice<G::Action>> {
    let sims = searches.iter().map(Search::sims).sum();
    let mut advice = Advice::most_visited(sims, merged(searches))?;
    let tried = advice.choices.iter().filter(|choice| choice.visits > 0);
    let leads = tried
        .enumerate()
        .filter_map(|(place, choice)| Some((lead(searches, choice.action, advice.action)?, place)));
    // Among equals the first, which was tried most.
    let best = leads.reduce(|best, next| if next.0 > best.0 { next } else { best });
    if let Some((_, place)) = best {
        advice.prefer(place);
    }
    Some(advice)
}

/// What all searches found out, in the order of actions.
fn merged<G: Knowledge>(searches: &[Search<G>]) -> Vec<Choice<G::Action>> {
    let Some((first, others)) = searches.split_first() else { return Vec::new() };
    let mut all = first.choices();
    for choice in others.iter().flat_map(Search::choices) {
        match all.binary_search_by_key(&choice.action, |known| known.action) {
            Ok(place) => all[place].merge(&choice),
            Err(place) => all.insert(place, choice),
        }
    }
    all
}

/// How much more an action came to on average than another over the trials that both have had;
/// `None` without any.
fn lead<G: Knowledge>(searches: &[Search<G>], action: G::Action, over: G::Action) -> Option<f32> {
    let compared = searches.iter().filter_map(|search| search.compared(action, over));
    let (sum, trials) = compared.reduce(|all, one| (all.0 + one.0, all.1 + one.1))?;
    Some(sum / trials as f32)
}

#[cfg(test)]
mod tests {
    use rules::{Actor, Seat, Setup};
    use shelf::Playout;
    use shelf::foxy_and_wooly::FoxyAndWooly;
    use shelf::tipperary::Tipperary;

    use super::*;
    use crate::SearchOptions;

    /// Has searches think about every third decision of some random games with so many simulations.
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
                        look(&all, agreed(&all).expect("the seat is to act"));
                    }
                }
                state = state.after(next.actor, next.action);
            }
        }
    }

    #[test]
    fn nothing_that_was_tried_leads_over_the_advice() {
        for searches in [1, 2] {
            let (mut seen, mut late) = (0, 0);
            searched::<Tipperary>(searches, 150, |searches, advice| {
                let most = advice.choices.iter().max_by_key(|choice| choice.visits).unwrap();
                let leads = advice.choices.iter().filter_map(|choice| {
                    Some((choice.action, lead(searches, choice.action, most.action)?))
                });
                let leads: Vec<_> = leads.collect();
                let best = leads.iter().map(|(_, lead)| *lead).fold(0.0, f32::max);
                let (_, own) = leads.iter().find(|(action, _)| *action == advice.action).unwrap();
                assert!(*own >= best, "{own} and {best}");
                assert_eq!(advice.choices[0].action, advice.action);
                assert_eq!(advice.choices[0].value, advice.value);
                seen += 1;
                late += u32::from(*own > 0.0);
            });
            assert!(seen > 10, "only {seen} positions were looked at");
            assert!(late > 0, "what was tried most led everywhere");
        }
    }

    #[test]
    fn a_tree_s_advice_is_what_was_visited_most() {
        let mut seen = 0;
        searched::<FoxyAndWooly>(2, 100, |_, advice| {
            let most = advice.choices.iter().map(|choice| choice.visits).max();
            assert_eq!(Some(advice.choices[0].visits), most);
            assert_eq!(advice.choices[0].action, advice.action);
            seen += 1;
        });
        assert!(seen > 10, "only {seen} positions were looked at");
    }
}
