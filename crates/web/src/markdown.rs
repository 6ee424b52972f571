//! Renders the Markdown of help texts as Leptos views. Raw HTML is dropped.

use leptos::prelude::*;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag};

/// Renders a Markdown text.
pub(crate) fn elements(text: &str) -> Vec<AnyView> {
    children_of(&mut Parser::new_ext(text, Options::ENABLE_TABLES), false)
}

/// Renders the events up to the end of the current element. With `in_head`, table cells are
/// headings.
fn children_of(events: &mut Parser<'_>, in_head: bool) -> Vec<AnyView> {
    let mut views = Vec::new();
    while let Some(event) = events.next() {
        match event {
            Event::Start(tag) => views.push(element(&tag, events, in_head)),
            Event::End(_) => break,
            Event::Text(text) => views.push(text.into_string().into_any()),
            Event::Code(code) => views.push(view! { <code>{code.into_string()}</code> }.into_any()),
            Event::SoftBreak => views.push(" ".into_any()),
            Event::HardBreak => views.push(view! { <br/> }.into_any()),
            _ => {}
        }
    }
    views
}

fn element(tag: &Tag<'_>, events: &mut Parser<'_>, in_head: bool) -> AnyView {
    let children = children_of(events, in_head || matches!(tag, Tag::TableHead));
    match tag {
        Tag::Heading { level: HeadingLevel::H1, .. } => view! { <h1>{children}</h1> }.into_any(),
        Tag::Heading { level: HeadingLevel::H2, .. } => view! { <h2>{children}</h2> }.into_any(),
        Tag::Heading { .. } => view! { <h3>{children}</h3> }.into_any(),
        Tag::Paragraph => view! { <p>{children}</p> }.into_any(),
        Tag::Strong => view! { <strong>{children}</strong> }.into_any(),
        Tag::Emphasis => view! { <em>{children}</em> }.into_any(),
        Tag::List(None) => view! { <ul>{children}</ul> }.into_any(),
        Tag::List(Some(_)) => view! { <ol>{children}</ol> }.into_any(),
        Tag::Item => view! { <li>{children}</li> }.into_any(),
        Tag::CodeBlock(_) => view! { <pre tabindex="0">{children}</pre> }.into_any(),
        Tag::Link { dest_url, .. } => {
            view! { <a href=dest_url.to_string()>{children}</a> }.into_any()
        }
        Tag::Table(_) => table(children),
        Tag::TableHead => view! { <thead><tr>{children}</tr></thead> }.into_any(),
        Tag::TableRow => view! { <tr>{children}</tr> }.into_any(),
        // An empty cell is not a heading.
        Tag::TableCell if in_head && !children.is_empty() => {
            view! { <th scope="col">{children}</th> }.into_any()
        }
        Tag::TableCell => view! { <td>{children}</td> }.into_any(),
        _ => children.into_any(),
    }
}

/// The first part is the table's head, the others are its rows.
fn table(mut parts: Vec<AnyView>) -> AnyView {
    let rows = parts.split_off(1.min(parts.len()));
    view! { <div class="scroll"><table>{parts}<tbody>{rows}</tbody></table></div> }.into_any()
}
