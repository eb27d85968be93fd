//! The odds of a deck: every hand that can be drawn from it, played as well as can be, and how often each
//! damage comes up.

use std::collections::BTreeMap;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, PreEscaped, html};
use outplay::{Contents, DeckAnswer, DrawnHand, Options, Source, Text, deck_odds, thousands};
use outplay_render::draw::{Bars, bars, histogram};
use outplay_render::table::{csv_row, decimal};

use super::hands::tabs;
use super::{Format, file, files, kept};
use crate::app::Shared;
use crate::chrome::{Place, page};
use crate::error::Error;
use crate::notes::Notes;
use crate::pages::field::number;
use crate::query::Query;
use crate::work::{Work, work};

const NAMES: [&str; 5] = ["deck", "card-list", "card", "draw", "format"];
/// Cards drawn unless told otherwise.
const DRAWN: u32 = 4;
/// More different hands than this are not all played on a page.
const MOST_HANDS: u64 = 400_000;
/// A deck to begin with, and its cards.
const DECK: &str = "3x Quick Cut (red)\n3x Ember Lash (red)\n3x Glancing Blow (blue)\n3x Wild Charge (yellow)\n3x Hammer Fall (blue)\n";
const CARDS: &str = "Name\tColor\tPitch\tCost\tPower\tCard Keywords\n\
    Quick Cut\tRed\t1\t0\t4\t\n\
    Ember Lash\tRed\t1\t0\t4\tGo again\n\
    Glancing Blow\tBlue\t3\t0\t2\t\n\
    Wild Charge\tYellow\t2\t3\t6\t\n\
    Hammer Fall\tBlue\t3\t2\t4\t\n";

/// The page.
pub(super) async fn odds(State(app): State<Shared>, request: Request) -> Result<Response, Error> {
    let query = Query::read(request, &app).await?;
    work(&app, move |work| answered(&query, &work)).await
}

fn answered(query: &Query, work: &Work) -> Result<Response, Error> {
    query.only(&NAMES, false)?;
    let format = Format::read(query, &[Format::Csv, Format::Svg])?;
    let answer = match reckoned(query, work) {
        Ok(answer) => answer,
        Err(error) if error.status() == StatusCode::NOT_FOUND => return Err(error),
        Err(error) => {
            // What stands there before anybody typed can be wrong with something else that was.
            let notes = Notes::by(&error, |sources, problem| {
                let name = &sources.get(problem.span?.source).name;
                ["deck", "card-list"].contains(&name.as_str()).then(|| name.clone())
            });
            return kept(error, &notes, |notes| form(query, notes), frame);
        }
    };
    match format {
        Format::Csv => return Ok(file(format, "odds", csv(&answer))),
        Format::Svg => return Ok(file(format, "odds", histogram(&answer))),
        Format::Page | Format::Html => {}
    }
    // What was pasted may be longer than an address.
    let short = query.pairs().iter().map(|(_, value)| value.len()).sum::<usize>() < 2_000;
    let form = form(query, &Notes::default())?;
    Ok(frame(&html! {
        (told(&answer))
        @if short { (files("/hand/odds", query, &[Format::Csv, Format::Svg], None)) }
        (form)
    }))
}

fn frame(body: &Markup) -> Response {
    let body = html! {
        div.crumbs { a href="/" { "Games" } " / hand" }
        h1 { "The odds of a deck" }
        (tabs("/hand/odds"))
        p.lead { "Every hand that can be drawn, each played as well as it can be: how often each damage comes up." }
        (body)
    };
    page(Place::Hand, "The odds of a deck", &body).into_response()
}

fn reckoned(query: &Query, work: &Work) -> Result<DeckAnswer, Error> {
    let (deck, list) =
        (query.one("deck")?.unwrap_or(DECK), query.one("card-list")?.unwrap_or(CARDS));
    // Who pastes from a spreadsheet has tabs; who types has commas.
    let list = if list.contains('\t') { list.to_owned() } else { list.replace(',', "\t") };
    let options = Options {
        deck: Some(Text::new("deck", deck)),
        card_list: Some(Text::new("card-list", list)),
        cards: query.texts("card"),
        ..Options::default()
    };
    let table = work.table(&Source { options, ..Source::game("hand") }, None)?;
    let Contents::Hand(_, Some(deck)) = table.contents() else {
        return Err(Error::question("there is no deck here"));
    };
    let draw = query.number("draw", "4")?.unwrap_or(DRAWN);
    let budget = work.budget()?;
    let budget = outplay::Budget { states: budget.states.min(MOST_HANDS), ..budget };
    Ok(deck_odds(deck, draw, &budget)?)
}

fn form(query: &Query, notes: &Notes) -> Result<Markup, Error> {
    let field =
        |name: &str, usual: &str| Ok::<_, Error>(query.one(name)?.unwrap_or(usual).to_owned());
    let (deck, cards) = (field("deck", DECK)?, field("card-list", CARDS)?);
    let draw = field("draw", "4")?;
    Ok(html! {
        form.sheet method="post" action="/hand/odds" {
            div.columns.half {
                (lines(notes, "deck", "The deck: one line for each card, as in 3x Quick Cut (red)", &deck))
                (lines(notes, "card-list", "Its cards: Name, Color, Pitch, Cost, Power and Card Keywords, with tabs or commas between", &cards))
            }
            div.fields { (number(notes, ("draw", "cards drawn"), Some(&draw), None)) }
            button.main { "Reckon" }
        }
    })
}

/// A field for several lines.
fn lines(notes: &Notes, name: &str, label: &str, value: &str) -> Markup {
    html! {
        div.field {
            label { (label)
                textarea name=(name) rows="9" spellcheck="false" id=[notes.id(name)]
                    aria-invalid=[notes.invalid(name)] aria-describedby=[notes.described(name)] { (value) }
            }
            (notes.beside(name))
        }
    }
}

fn grouped(number: u128) -> String {
    u64::try_from(number).map_or_else(|_| number.to_string(), thousands)
}

fn per_cent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

fn told(answer: &DeckAnswer) -> Markup {
    let counts: BTreeMap<i64, f64> = answer
        .distribution
        .iter()
        .filter_map(|row| Some((i64::try_from(row.damage).ok()?, row.probability)))
        .collect();
    let drawn = Bars::new("How often each damage comes up", "damage", &counts);
    let hands = [("The best hand", &answer.best), ("The worst hand", &answer.worst)];
    html! {
        section.sheet.answer.open[answer.stopped.is_some()] {
            p.big { (decimal(answer.value, 3)) " damage on average" }
            p.proof { @match answer.stopped {
                None => { "Exact: the best turn of each of " (thousands(answer.states)) " different hands of " (answer.draw) " from " (answer.deck) " cards, " (grouped(answer.hands)) " hands in all." }
                Some(_) => { "Not complete: only " (thousands(answer.states)) " of " (grouped(answer.different_hands)) " different hands were played, and all figures are of those. Draw fewer cards." }
            } }
        }
        div.columns.half {
            section.sheet {
                h2 { "How often each damage comes up" }
                figure.chart { div.scroll { (PreEscaped(bars(&drawn))) } }
                details {
                    summary { "The figures" }
                    div.scroll { table.tight {
                        thead { tr { th.n { "damage" } th.n { "hands" } th.n { "share" } th.n { "or more" } } }
                        tbody { @for row in answer.distribution.iter().filter(|row| row.hands > 0) { tr {
                            td.n { (row.damage) } td.n { (grouped(row.hands)) } td.n { (per_cent(row.probability)) } td.n { (per_cent(row.or_more)) }
                        } } }
                    } }
                }
                @for (what, hand) in hands {
                    @if let Some(DrawnHand { damage, cards, moves }) = hand {
                        p { strong { (what) ", " (damage) " damage: " } (cards.join("; ")) br;
                            span.soft { @if moves.is_empty() { "nothing to do" } @else { (moves) } } }
                    }
                }
            }
            section.sheet {
                h2 { "What each card does" }
                div.scroll { table {
                    thead { tr { th { "card" } th.n { "copies" } th.n { "of all damage" } th.n { "in hand" } th.n { "mean with it" } th.n { "without" } } }
                    tbody { @for card in &answer.cards { tr {
                        td { (card.name) } td.n { (card.copies) } td.n { (per_cent(card.share)) } td.n { (per_cent(card.in_hand)) }
                        td.n { (format!("{:.2}", card.with)) } td.n { (card.without.map_or("–".to_owned(), |mean| format!("{mean:.2}"))) }
                    } } }
                } }
            }
        }
    }
}

/// A row for each damage.
fn csv(answer: &DeckAnswer) -> String {
    let mut text = csv_row(&["damage", "hands", "probability", "or_more"]);
    for row in &answer.distribution {
        text += &csv_row(&[
            &row.damage.to_string(),
            &row.hands.to_string(),
            &row.probability.to_string(),
            &row.or_more.to_string(),
        ]);
    }
    text
}
