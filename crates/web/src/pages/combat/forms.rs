//! The forms of the page about decks: write, deal, paste. What was typed stays in them.

use maud::{Markup, html};
use outplay::combat::{Deal, Mode};
use outplay::text::{Code, Problem, Sources};

use super::{MOST_DEALT, list};
use crate::error::Error;
use crate::notes::Notes;
use crate::pages::field::{choice, number, plain};
use crate::query::Query;

/// What the text of the text area goes by.
pub(super) const PASTED: &str = "the pasted decks";

/// What is wrong, by the field that it was typed in.
pub(super) fn notes(wrong: &Error) -> Notes {
    Notes::by(wrong, field_of)
}

fn field_of(sources: &Sources, problem: &Problem) -> Option<String> {
    if problem.code == Code::UnknownMode {
        return Some("mode".to_owned());
    }
    let name = problem.span.map(|span| sources.get(span.source).name.as_str())?;
    Some(if name == PASTED { "input" } else { name }.to_owned())
}

/// All forms: filled with what was typed, or else with these decks.
pub(super) fn forms(query: &Query, notes: &Notes, deal: Option<&Deal>, mode: Mode) -> Markup {
    // What is wrong is said in the form that was sent, and in no other.
    let none = Notes::default();
    let [written, dealt, pasted] = match (query.typed("input"), query.typed("deal")) {
        (Some(_), _) => [&none, &none, notes],
        (None, Some(_)) => [&none, notes, &none],
        (None, None) => [notes, &none, &none],
    };
    let decks = deal.map(Deal::decks).map(|decks| decks.map(list));
    let usual = ["9 2 6 3 1".to_owned(), "5 8 4 7 10".to_owned()];
    let [one, two] = if written.fields().is_empty() {
        decks.unwrap_or(usual)
    } else {
        ["p1", "p2"].map(|name| query.typed(name).unwrap_or_default().to_owned())
    };
    html! {
        div.columns.half {
            form.sheet method="get" action="/combat" {
                h2 { "Decks, top card first" }
                (plain(written, ("p1", "player 1"), &one))
                (plain(written, ("p2", "player 2"), &two))
                div.fields { (modes(query, written, mode)) }
                button.main { "Fight" }
            }
            div {
                form.sheet method="get" action="/combat" {
                    h2 { "Deal" }
                    div.fields {
                        (number(dealt, ("deal", "cards"), Some(query.typed("deal").unwrap_or("20")), None))
                        (number(dealt, ("seed", "seed"), Some(query.typed("seed").unwrap_or("1")), None))
                        (modes(query, dealt, mode))
                    }
                    p.soft.small { "2 to " (MOST_DEALT) " cards; the same seed deals the same decks." }
                    button.main { "Deal" }
                }
                (paste(query, pasted, mode))
            }
        }
    }
}

fn paste(query: &Query, notes: &Notes, mode: Mode) -> Markup {
    let typed = query.typed("input");
    html! {
        form.sheet method="post" action="/combat" {
            details open[typed.is_some()] {
                summary { "Paste the puzzle's text" }
                textarea name="input" rows="9" aria-label="Decks" placeholder="Player 1:\n9\n2\n\nPlayer 2:\n5\n8"
                    id=[notes.id("input")] aria-invalid=[notes.invalid("input")]
                    aria-describedby=[notes.described("input")] autofocus[notes.is_first("input")] {
                    (typed.unwrap_or_default())
                }
                (notes.beside("input"))
                div.fields { (modes(query, notes, mode)) }
                button.main { "Fight" }
            }
        }
    }
}

fn modes(query: &Query, notes: &Notes, mode: Mode) -> Markup {
    let options = html! {
        @for other in Mode::BOTH { option selected[other == mode] { (other.name()) } }
    };
    html! {
        div.field {
            label { "mode" (choice(notes, "mode", query.typed("mode"), &options)) }
            (notes.beside("mode"))
        }
    }
}
