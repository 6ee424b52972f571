//! The games of a person, the latest first.

use leptos::prelude::*;
use wire::ResultRow;

use crate::browser::date_and_time;
use crate::pages::route_params::game_title;

/// The latest results.
#[component]
pub(super) fn Results(results: Vec<ResultRow>) -> impl IntoView {
    view! {
        <section class="box card">
            <h2>"Games"</h2>
            <div class="scroll"><table>
                <thead><tr>
                    <th scope="col">"Game"</th><th scope="col">"Place"</th>
                    <th scope="col">"Points"</th><th scope="col">"When"</th>
                </tr></thead>
                <tbody>{results.into_iter().map(row).collect_view()}</tbody>
            </table></div>
        </section>
    }
}

fn row(result: ResultRow) -> impl IntoView {
    let ResultRow { table, game, players, place, total, day, at, .. } = result;
    let game = match day {
        Some(day) => format!("{}, the deal of {day}", game_title(&game)),
        None => game_title(&game).to_owned(),
    };
    let won = place == 1 && players > 1;
    view! {
        <tr class:won=won>
            <th scope="row">{match table {
                Some(table) => view! { <a href=format!("/t/{table}")>{game}</a> }.into_any(),
                None => game.into_any(),
            }}</th>
            <td>{rank_text(place, players)}</td><td>{total}</td><td>{date_and_time(at)}</td>
        </tr>
    }
}

/// Such as `1st of 3`; a dash for a game alone.
fn rank_text(place: u8, players: u8) -> String {
    let ending = match place {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    if players == 1 { "–".to_owned() } else { format!("{place}{ending} of {players}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_written_as_ordinals() {
        assert_eq!(
            (rank_text(1, 3), rank_text(4, 5)),
            ("1st of 3".to_owned(), "4th of 5".to_owned())
        );
        assert_eq!(rank_text(1, 1), "–");
    }
}
