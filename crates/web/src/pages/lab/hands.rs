//! Brute force, greed and the exact search on random hands of growing size: how long each takes, and how
//! often greed falls short.

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use maud::{Markup, PreEscaped, html};
use outplay::{Budget, CompareHands, HandComparison, compare_hands, deal_ranges};
use outplay_render::draw::times;
use outplay_render::hand::comparison_csv;
use outplay_render::table::duration;

use super::{Format, file, files, kept, within};
use crate::app::Shared;
use crate::chrome::{Place, page};
use crate::error::Error;
use crate::notes::Notes;
use crate::pages::field::number;
use crate::query::{Query, with_query};
use crate::work::{Work, work};

/// Hands on a page have no more cards.
const MOST_CARDS: u64 = 14;
/// As many as a page has brute force for.
const USUAL_CARDS: &str = "7";
/// No more hands of each size.
const MOST_HANDS: u64 = 50;

/// The page.
pub(super) async fn hands(State(app): State<Shared>, request: Request) -> Result<Response, Error> {
    let query = Query::read(request, &app).await?;
    work(&app, move |work| compared(&query, &work)).await
}

/// The tabs of the pages about hands.
pub(crate) fn tabs(here: &str) -> Markup {
    let all = [
        ("/hand", "The best turn"),
        ("/hand/odds", "Odds of a deck"),
        ("/hand/compare", "Searches"),
    ];
    html! {
        nav.tabs aria-label="Hands" {
            @for (path, name) in all { a href=(path) aria-current=[(path == here).then_some("page")] { (name) } }
        }
    }
}

fn compared(query: &Query, work: &Work) -> Result<Response, Error> {
    query.only(&["cards", "hands", "seed", "format"], false)?;
    let format = Format::read(query, &[Format::Csv, Format::Svg])?;
    let asked = || {
        let cards = within("cards", query.number("cards", USUAL_CARDS)?.unwrap_or(7), MOST_CARDS)?;
        let hands = within("hands", query.number("hands", "10")?.unwrap_or(10), MOST_HANDS)?;
        Ok((cards, hands, query.number("seed", "1")?.unwrap_or(1_u64)))
    };
    let form = |notes: &Notes| form(query, notes);
    let (cards, hands, seed) = match asked() {
        Ok(asked) => asked,
        Err(error) => {
            let notes = Notes::of(&error, query);
            return kept(error, &notes, |notes| Ok(form(notes)), frame);
        }
    };
    let question = CompareHands {
        sizes: 1..=usize::try_from(cards).unwrap_or(1),
        repeat: hands,
        seed,
        ranges: deal_ranges(None)?,
    };
    let budget: Budget<'_> = work.budget()?;
    let comparison = compare_hands(&question, &budget);
    match format {
        Format::Csv => return Ok(file(format, "hands", comparison_csv(&comparison))),
        Format::Svg => return Ok(file(format, "hands", times(&comparison))),
        Format::Page | Format::Html => {}
    }
    let pairs = [
        ("sizes", format!("1..{cards}")),
        ("repeat", hands.to_string()),
        ("seed", seed.to_string()),
    ];
    let api = with_query("/api/compare/hand", &pairs);
    Ok(frame(&html! {
        (form(&Notes::default()))
        (told(&comparison))
        (files("/hand/compare", query, &[Format::Csv, Format::Svg], Some(&api)))
    }))
}

fn frame(body: &Markup) -> Response {
    let body = html! {
        div.crumbs { a href="/" { "Games" } " / hand" }
        h1 { "Three ways to a turn" }
        (tabs("/hand/compare"))
        p.lead { "Every order of every card, the strongest card first, and the search that proves: the same random hands by each." }
        (body)
    };
    page(Place::Hand, "Three ways to a turn", &body).into_response()
}

fn form(query: &Query, notes: &Notes) -> Markup {
    let fields = [
        ("cards", "up to cards", USUAL_CARDS),
        ("hands", "hands of each size", "10"),
        ("seed", "seed", "1"),
    ];
    html! {
        form.sheet method="get" action="/hand/compare" {
            div.fields {
                @for (name, label, usual) in fields {
                    (number(notes, (name, label), Some(query.typed(name).unwrap_or(usual)), None))
                }
            }
            button.main { "Compare" }
        }
    }
}

fn told(comparison: &HandComparison) -> Markup {
    html! {
        section.sheet {
            h2 { @if comparison.agree { "Brute force and the exact search agree wherever both were tried" } @else { "They disagree: please report it" } }
            figure.paper { div.scroll { (PreEscaped(times(comparison))) } }
            div.scroll { table {
                thead { tr {
                    th.n { "cards" } th.n { "brute force" } th.n { "greedy" } th.n { "exact" } th.n { "best damage" }
                    th.n { "greedy short in" } th.n { "by, mean" } th.n { "by, most" }
                } }
                tbody { @for row in &comparison.rows { tr {
                    td.n { (row.cards) }
                    td.n { (row.brute_seconds.map_or("–".to_owned(), duration)) }
                    td.n { (duration(row.greedy_seconds)) } td.n { (duration(row.exact_seconds)) }
                    td.n { (format!("{:.1}", row.damage)) }
                    td.n { (row.greedy_short) " of " (comparison.repeat) }
                    td.n { (format!("{:.1}", row.short_by_mean)) } td.n { (row.short_by_most) }
                } } }
            } }
            @if comparison.stopped.is_some() { p.soft { "Stopped before all sizes were done." } }
            p.soft.small { "Times are of this moment and this machine; brute force stops at 10 cards." }
        }
    }
}
