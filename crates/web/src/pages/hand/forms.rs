//! The forms of the page about hands: deal, enter card by card, paste. What was typed stays in them.

use maud::{Markup, html};
use outplay::Text;
use outplay::hand::{Card, Hand};
use outplay::text::{Problem, Sources};

use super::MOST_DEALT;
use crate::error::Error;
use crate::notes::Notes;
use crate::pages::field::{number, plain};
use crate::query::{Query, with_query};

/// What the text of the text area goes by.
pub(super) const PASTED: &str = "the pasted cards";
/// Empty rows of the form.
const SPARE_ROWS: usize = 3;
/// More cards than this are not written into rows.
const MOST_ROWS: usize = 60;
/// The fields of a row, in the order of the form; the last one has no column.
const FIELDS: [&str; 6] = ["name", "cost", "pitch", "attack", "go_again", "action"];

/// A row of the form, field by field.
type Row = [Option<String>; FIELDS.len()];

/// The rows as they were typed. A row begins with its name, or with its cost where the name was left
/// empty: empty fields are not sent.
fn typed_rows(query: &Query) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut last = usize::MAX;
    for (name, value) in query.pairs() {
        let Some(place) = FIELDS.iter().position(|field| field == name) else { continue };
        // Fields come in the order of the form: one that does not come later begins a row.
        if place <= last {
            rows.push(Row::default());
        }
        last = place;
        if let Some(row) = rows.last_mut() {
            row[place] = Some(value.clone());
        }
    }
    rows
}

/// The rows of the form as `card` takes them, each by its number.
pub(super) fn entered(query: &Query) -> Vec<Text> {
    let mut unnamed = 0;
    let text = |(index, row): (usize, Row)| {
        let name = row[0].clone().unwrap_or_else(|| {
            unnamed += 1;
            format!("card {unnamed}")
        });
        let numbers = FIELDS.iter().zip(&row).skip(1);
        let card = numbers.fold(name, |text, (field, value)| match value {
            Some(value) => format!("{text},{field}={value}"),
            None => text,
        });
        Text::new(format!("row {}", index + 1), card)
    };
    typed_rows(query).into_iter().enumerate().map(text).collect()
}

/// What is wrong, by the field that it was typed in.
pub(super) fn notes(wrong: &Error) -> Notes {
    Notes::by(wrong, field_of)
}

fn field_of(sources: &Sources, problem: &Problem) -> Option<String> {
    let span = problem.span?;
    let source = sources.get(span.source);
    if source.name == PASTED {
        return Some("input".to_owned());
    }
    if !source.name.starts_with("row ") {
        return Some(source.name.clone());
    }
    // Where it stands in `name,cost=2,pitch=1`.
    let end = source.text.get(..span.start)?.len();
    let part = source.text[..end].rfind(',').map_or("", |comma| &source.text[comma + 1..]);
    let key = part.split(['=', ',']).next().unwrap_or_default();
    let field = FIELDS.iter().find(|field| **field == key).unwrap_or(&"name");
    Some(cell(&source.name, field))
}

/// What a field of a row goes by in remarks.
fn cell(row: &str, field: &str) -> String {
    format!("{row} {}", field.replace('_', " "))
}

/// All forms: filled with what was typed, or else with this hand.
pub(super) fn forms(query: &Query, notes: &Notes, hand: Option<&Hand>) -> Markup {
    html! {
        (deal(query, notes))
        (cards(query, notes))
        (entry(query, notes, hand))
        (paste(query, notes))
    }
}

fn deal(query: &Query, notes: &Notes) -> Markup {
    let (cards, seed) = (query.typed("deal").unwrap_or("6"), query.typed("seed").unwrap_or("1"));
    let next = seed.parse::<u64>().ok().map(|seed| seed.wrapping_add(1).to_string());
    html! {
        form.sheet method="get" action="/hand" {
            h2 { "Deal a hand" }
            div.fields {
                (number(notes, ("deal", "cards"), Some(cards), None))
                (number(notes, ("seed", "seed"), Some(seed), None))
            }
            p.soft.small { "At most " (MOST_DEALT) " cards; the same seed deals the same hand." }
            div.bar-of {
                button.main { "Deal" }
                @if let (Some(next), false) = (next, notes.is_wrong("deal")) {
                    a.button href=(with_query("/hand", &[("deal", cards), ("seed", &next)])) { "Next hand" }
                }
            }
        }
    }
}

/// Cards of an address that somebody wrote by hand, where they have to be put right.
fn cards(query: &Query, notes: &Notes) -> Markup {
    html! {
        @if notes.is_wrong("card") {
            form.sheet method="get" action="/hand" {
                h2 { "Cards in a line each" }
                @for (index, card) in query.all("card").into_iter().enumerate() {
                    @if index == 0 { (plain(notes, ("card", "card"), card)) }
                    @else { (plain(&Notes::default(), ("card", "card"), card)) }
                }
                button.main { "Find the best turn" }
            }
        }
    }
}

/// The rows of the form: as typed where something is wrong, else the cards of the hand.
fn rows(query: &Query, hand: Option<&Hand>) -> Vec<Row> {
    let number = |number: Option<u32>| number.map(|number| number.to_string());
    let row = |card: &Card| {
        let (cost, go_again) = (number(Some(card.cost)), number(Some(card.go_again)));
        [Some(card.name.clone()), cost, number(card.pitch), number(card.attack), go_again, None]
    };
    match hand {
        Some(hand) => hand.cards.iter().take(MOST_ROWS).map(row).collect(),
        None => typed_rows(query).into_iter().take(MOST_ROWS).collect(),
    }
}

fn entry(query: &Query, notes: &Notes, hand: Option<&Hand>) -> Markup {
    let spare = (0..SPARE_ROWS).map(|_| Row::default());
    let rows: Vec<Row> = rows(query, hand).into_iter().chain(spare).collect();
    let points = |name: &str, number: Option<u32>| {
        let typed = query.typed(name).filter(|_| notes.is_wrong(name));
        typed.map(str::to_owned).or_else(|| number.map(|number| number.to_string()))
    };
    let [actions, resources] = [
        points("action-points", hand.map(|hand| hand.action_points)),
        points("resources", hand.map(|hand| hand.resources)),
    ];
    html! {
        form.sheet method="get" action="/hand" {
            h2 { "Enter a hand" }
            div.scroll { table.entry {
                thead { tr { th { "name" } th { "cost" } th { "pitch" } th { "attack" } th { "go again" } } }
                tbody { @for (index, row) in rows.iter().enumerate() { (entry_row(notes, index + 1, row)) } }
            } }
            p.soft.small { "Without pitch a card can only be played, without attack only pitched. An empty row is no card; more rows come with the answer." }
            div.fields {
                (number(notes, ("action-points", "action points"), actions.as_deref(), None))
                (number(notes, ("resources", "resources"), resources.as_deref(), None))
            }
            button.main { "Find the best turn" }
        }
    }
}

fn entry_row(notes: &Notes, number: usize, row: &Row) -> Markup {
    let name = format!("row {number}");
    let is_number = |text: &String| text.parse::<u64>().is_ok();
    let columns = FIELDS.iter().zip(row).take(FIELDS.len() - 1);
    let wrong = || columns.clone().map(|(field, _)| cell(&name, field));
    html! {
        tr {
            @for (place, (field, value)) in columns.clone().enumerate() {
                @let cell = cell(&name, field);
                td {
                    input type=(if place > 0 && value.as_ref().is_none_or(is_number) { "number" } else { "text" })
                        name=(field) aria-label=(format!("{}, card {number}", field.replace('_', " ")))
                        value=[value] inputmode=[(place > 0).then_some("numeric")]
                        min=[(place > 0).then_some("0")] id=[notes.id(&cell)] aria-invalid=[notes.invalid(&cell)]
                        aria-describedby=[notes.described(&cell)] autofocus[notes.is_first(&cell)];
                }
            }
        }
        @if wrong().any(|cell| notes.is_wrong(&cell)) {
            tr { td colspan="5" { @for cell in wrong() { (notes.beside(&cell)) } } }
        }
    }
}

fn paste(query: &Query, notes: &Notes) -> Markup {
    let typed = query.typed("input");
    html! {
        form.sheet method="post" action="/hand" {
            details open[typed.is_some()] {
                summary { "Paste cards as YAML, JSON or CSV" }
                textarea name="input" rows="8" aria-label="Cards" spellcheck="false"
                    placeholder="name,cost,pitch,attack,go_again" id=[notes.id("input")]
                    aria-invalid=[notes.invalid("input")] aria-describedby=[notes.described("input")]
                    autofocus[notes.is_first("input")] { (typed.unwrap_or_default()) }
                (notes.beside("input"))
                button.main { "Find the best turn" }
            }
        }
    }
}
