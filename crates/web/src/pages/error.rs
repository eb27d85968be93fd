//! What cannot be answered, as a page: what is wrong, where, underlined, and what would be right.

use maud::{Markup, html};
use outplay::text::{Problem, Severity, Sources, Span};
use outplay_render::problems::beyond;

use crate::chrome::{Place, frame};
use crate::error::Error;
use crate::notes::{Notes, id};

/// More problems than this are counted, not shown.
const MOST_SHOWN: usize = 50;
/// Longer lines are cut around the place.
const MOST_LETTERS: usize = 160;

/// The page.
pub(crate) fn error(error: &Error) -> Markup {
    let title = match error.status().as_u16() {
        400 => "That cannot be answered",
        404 => "Nothing is here",
        405 => "Not that way",
        408 => "Too slow",
        413 | 414 => "Too long",
        415 => "Not in that form",
        421 => "Not under that name",
        503 => "Busy",
        _ => "That went wrong",
    };
    let body = html! {
        h1 { (title) }
        @match error {
            Error::Plain(_, message) | Error::Value { message, .. } => div.sheet.problem { p { (message) } },
            Error::Input(failure) => (problems(&failure.sources, &failure.problems)),
            Error::Rules(failure, mend) => {
                (problems(&failure.sources, &failure.problems))
                p { a.button.main href=(mend) { "Mend these rules" } }
            },
        }
        p { a href="/" { "To the games" } }
    };
    frame(Place::Elsewhere, title, &body)
}

/// What stands above a form that is shown again: what is wrong, each with the way to its field. Of a
/// text of several lines the place is shown as well.
pub(crate) fn above(error: &Error, notes: &Notes) -> Markup {
    html! {
        div.sheet.problem role="alert" data-announce {
            h2 { "That cannot be answered" }
            @match error {
                Error::Plain(_, message) => p { (message) },
                Error::Value { name, message } => p { a href=(format!("#{}", id(name))) { (name) } ": " (message) },
                Error::Input(failure) | Error::Rules(failure, _) => {
                    @for problem in failure.problems.iter().take(MOST_SHOWN) {
                        (short(&failure.sources, problem, notes))
                    }
                }
            }
            @if !notes.fields().is_empty() { p.soft.small { "Everything else is as you typed it." } }
        }
    }
}

/// A problem in a line or two.
fn short(sources: &Sources, problem: &Problem, notes: &Notes) -> Markup {
    let field = notes.field_of(problem);
    let text = problem.span.map(|span| sources.get(span.source).text.as_str());
    let is_long = text.is_some_and(|text| text.contains('\n') || text.len() > MOST_LETTERS);
    html! {
        p {
            @if let Some(field) = field { a href=(format!("#{}", id(field))) { (field) } ": " }
            (problem.message)
            @if let Some(help) = &problem.help { ": " (help) }
            @if let (Some(span), false) = (problem.span, is_long) {
                @let [before, marked, after] = parts(text.unwrap_or_default(), span);
                br; code.at { (before) mark { (marked) } (after) }
            }
        }
        @if let (Some(span), true) = (problem.span, is_long) { (place(sources, span)) }
    }
}

/// Problems with their places.
pub(crate) fn problems(sources: &Sources, all: &[Problem]) -> Markup {
    html! {
        @for problem in all.iter().take(MOST_SHOWN) {
            @let warning = problem.severity == Severity::Warning;
            div.sheet.problem.warning[warning] {
                h2 { (problem.message) }
                @if let Some(span) = problem.span { (place(sources, span)) }
                @if let Some(help) = &problem.help { p { (help) } }
            }
        }
        @if let Some(beyond) = beyond(all, MOST_SHOWN) { p { "… " (beyond) "." } }
    }
}

fn place(sources: &Sources, span: Span) -> Markup {
    let source = sources.get(span.source);
    let (line, column) = sources.line_column(span);
    html! {
        p.soft.small { (source.name) ", line " (line) ", column " (column) }
        (excerpt(sources, span))
    }
}

/// The line of a place, with what is wrong underlined.
pub(super) fn excerpt(sources: &Sources, span: Span) -> Markup {
    let (line, _) = sources.line_column(span);
    let [before, marked, after] = parts(&sources.get(span.source).text, span);
    html! {
        pre { span.gutter { (line) " │ " } (before) mark { (marked) } (after) }
    }
}

/// The line around a place, in three parts, cut where it is long.
fn parts(text: &str, span: Span) -> [String; 3] {
    let boundary = |mut place: usize| {
        place = place.min(text.len());
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    };
    let (start, end) = (boundary(span.start), boundary(span.end.max(span.start)));
    let from = text[..start].rfind('\n').map_or(0, |place| place + 1);
    let end = text[start..end].find('\n').map_or(end, |place| start + place);
    let to = text[end..].find('\n').map_or(text.len(), |place| end + place);
    let letters = |part: &str| part.chars().count();
    let cut_end = |part: &str| match letters(part) {
        0..=MOST_LETTERS => part.trim_end_matches('\r').to_owned(),
        _ => part.chars().take(MOST_LETTERS).chain("…".chars()).collect(),
    };
    let before = &text[from..start];
    let skipped = letters(before).saturating_sub(MOST_LETTERS);
    let before = if skipped > 0 {
        "…".chars().chain(before.chars().skip(skipped)).collect()
    } else {
        before.to_owned()
    };
    let marked = if start == end { " ".to_owned() } else { cut_end(&text[start..end]) };
    [before, marked, cut_end(&text[end..to])]
}
