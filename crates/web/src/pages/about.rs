//! About: who made Bellwether, its licence situation, and which components are reconstructions.

use leptos::prelude::*;

use crate::top_bar::TopBar;

/// The about page.
#[component]
pub(crate) fn About() -> impl IntoView {
    view! {
        <TopBar/>
        <main class="page">
            <h1>"About Bellwether"</h1>
            <p>"Bellwether is a place to play, study and program three board games of sheep and whiskey: Tipperary, Glen More and Foxy & Wooly. It is made by people who love these games."</p>
            <h2>"Fan-made"</h2>
            <p>"Bellwether is not affiliated with the authors or the publishers of the games, and has nothing of theirs in it but the rules: the words, the code and the drawings are our own. The names are used to say which rules are played. If you like a game, buy the box."</p>
            <h2>"Where to buy the boxes"</h2>
            <p>"Tipperary, by Günter Burkhardt, is published by Lookout Games. Glen More, by Matthias Cramer, first came out with alea and Rio Grande Games. Foxy & Wooly comes from a small press and is rarer. Your local game shop has them or can order them; those that are out of print turn up second-hand."</p>
            <h2>"Which components are reconstructions"</h2>
            <ul class="plain">
                <li><b>"Tipperary"</b>": the published rules do not list the tiles. The 60 landscape tiles here (set meadowlark-1) are ours, made to fit everything the rules say about them."</li>
                <li><b>"Foxy & Wooly"</b>": the tokens here (set meadowlark-1) are a reconstruction as well, for the same reason."</li>
                <li><b>"Glen More"</b>": the tiles (set published-1) follow the published component list."</li>
            </ul>
            <p>"Owners of the boxes can load the real components from a file of their own when they play in the terminal or drive the rules from a program."</p>
            <h2>"Accessibility"</h2>
            <p>"Every game can be played by pointer, touch or keyboard. “In words” in the menu of every table shows the game in words and takes actions in notation, for screen readers and for whoever prefers it. Colours never stand alone: landscapes, tokens and seats differ in shape and pattern as well. Motion stops if your system asks for less of it."</p>
            <h2>"Typefaces"</h2>
            <p>"Titles are set in Bitter by the Bitter Project Authors, text in Source Sans 3 by Adobe, both under the SIL Open Font License."</p>
        </main>
    }
}
