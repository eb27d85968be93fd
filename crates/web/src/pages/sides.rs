//! A game without fighters, be it a tree that was written out or a game of its own: solved and drawn.

use axum::http::{HeaderName, header};
use maud::{Markup, html};
use outplay::{About, By, Question, VersusAnswer};
use outplay_render::answer::{FOR_EVER, versus_proof};
use outplay_render::estimate::headline;
use outplay_render::{Voice, draw};

use super::versus::explained;
use super::{head, verdict_class, winner};
use crate::address::Address;
use crate::catalogue::Game;
use crate::error::Error;
use crate::query::Query;
use crate::work::Work;

/// More positions than this are not drawn.
const MOST_DRAWN: usize = 400;

/// A drawing is a page of its own, with its own styles and nothing else.
const DRAWING: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// A drawing and what a browser should know of it.
type Picture = ([(HeaderName, &'static str); 2], String);

fn lead(about: &About) -> Markup {
    html! { @if let Some(about) = &about.about { p.lead { (about) } } }
}

/// The game solved.
pub(super) fn solved(
    address: &Address,
    about: &About,
    answer: &VersusAnswer,
    asked: &Question,
) -> Markup {
    let after = asked.after.as_ref().map_or("", |after| after.text.as_str());
    let picture = address.link("picture", &[("after", after)]);
    html! {
        (head(address, &about.title, "solve", after))
        (lead(about))
        (verdict(answer))
        (values(answer))
        (explained(answer, None))
        section.sheet {
            h2 { "The tree" }
            div.scroll {
                img.picture src=(picture) alt=(format!("The game tree of {}, with the value of every position and the best line", about.title));
            }
        }
        form.sheet method="get" {
            div.fields {
                label { "search"
                    select name="by" data-send {
                        @for by in By::FOR_TWO_SIDES { option selected[by == answer.by] { (by.name()) } }
                    }
                }
            }
            @if !after.is_empty() { input type="hidden" name="after" value=(after); }
            @for (name, value) in &address.kept { input type="hidden" name=(name) value=(value); }
            button.main { "Solve" }
        }
    }
}

fn verdict(answer: &VersusAnswer) -> Markup {
    html! {
        section class=(verdict_class(winner(answer.winner), answer.value.is_some())) {
            p.big { @match answer.value {
                Some(value) => { "Worth " (value) " to player 1" }
                None => (answer.sample.as_ref().map_or("What it is worth is not settled".to_owned(), headline)),
            } }
            p.proof { (versus_proof(answer, Voice::Page)) }
            @if !answer.line.is_empty() {
                ol.chips { @for name in &answer.line { li.chip.best { (name) } } }
            }
            @if answer.for_ever { p { (FOR_EVER) } }
        }
    }
}

fn values(answer: &VersusAnswer) -> Markup {
    html! {
        @if let (Some(current), false) = (answer.current, answer.move_values.is_empty()) {
            section.sheet {
                h2 { "First moves" }
                table.tight {
                    thead { tr { th { "move" } th.n { "worth to player " (current) } } }
                    tbody { @for option in &answer.move_values {
                        tr.best[Some(option.value) == answer.value_to_current] {
                            td { (option.r#move) } td.n { (option.value) }
                        }
                    } }
                }
            }
        }
    }
}

/// The drawing of a game's tree.
pub(crate) fn picture(game: &Game, query: &Query, work: &Work) -> Result<Picture, Error> {
    let address = Address::of_a_page(game, query, &["after"])?;
    let table = address.open(work)?;
    let after = query.text("after")?;
    let mut solver = work.solver(&table);
    let drawing = solver.drawing(after.as_ref(), MOST_DRAWN, &work.budget()?)?;
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CONTENT_SECURITY_POLICY, DRAWING)];
    Ok((headers, draw::svg(&drawing)))
}
