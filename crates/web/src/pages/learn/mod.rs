//! Pages to learn the games: guided games, and the rules.

mod guide;
mod index;
mod playable_position;
mod rules;

use leptos::prelude::*;

use crate::browser::style_sheet;
use crate::lazy::{load_failed, loading_page};

use guide::GuidePage;
use index::LearnIndex;
use rules::RulesPage;

/// Pages to learn the games.
#[derive(Copy, Clone)]
pub(crate) enum LearnPages {
    Index,
    Rules,
    Guide,
}

impl LearnPages {
    /// The page, once its style sheet is loaded.
    pub(super) fn view(self) -> AnyView {
        let styled = style_sheet("learn");
        let page = move || match (styled.get(), self) {
            (None, _) => loading_page(),
            (Some(false), _) => load_failed(),
            (_, Self::Index) => view! { <LearnIndex/> }.into_any(),
            (_, Self::Rules) => view! { <RulesPage/> }.into_any(),
            (_, Self::Guide) => view! { <GuidePage/> }.into_any(),
        };
        page.into_any()
    }
}
