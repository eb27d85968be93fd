//! A game without fighters, be it a tree that was written out or a game of its own: solved, drawn,
//! and walked.

use axum::http::{HeaderName, header};
use maud::{Markup, html};
use outplay::{About, By, Hint, Question, VersusAnswer};
use outplay_render::answer::{FOR_EVER, versus_proof};
use outplay_render::estimate::headline;
use outplay_render::{Voice, draw};

use super::head;
use super::scene::scene;
use super::versus::explained;
use crate::address::Address;
use crate::catalogue::Game;
use crate::chrome::{Page, Place, page};
use crate::error::Error;
use crate::here::{Here, Settled, hints};
use crate::query::{Query, with_query};
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
        section.sheet.answer.open[answer.value.is_none()] {
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

/// A position of the game. The moves are those of `to`, one by one, or those of `moves`, as a line.
pub(super) fn explored(game: &Game, query: &Query, work: &Work) -> Result<Page, Error> {
    let address = Address::of_a_page(game, query, &["to", "moves"])?;
    let table = address.open(work)?;
    let about = table.about();
    let one_by_one = about.join(&query.all("to"));
    let here = Here::at(&table, query.one("moves")?.unwrap_or(&one_by_one))?;
    let values = hints(&mut work.solver(&table), &here.moves, work)?;
    let link = |moves: &[String]| {
        let to = moves.iter().map(|name| ("to".to_owned(), name.clone()));
        let pairs: Vec<_> = address.kept.iter().cloned().chain(to).collect();
        with_query(&address.path("explore"), &pairs)
    };
    let body = html! {
        (head(&address, &about.title, "explore", &here.moves))
        (lead(about))
        div data-smooth {
            nav.sheet aria-label="The line" {
                h2 { "Line" }
                ol.chips {
                    li { a.chip.here[here.keys.is_empty()] href=(link(&[])) { "start" } }
                    @for index in 1..=here.keys.len() {
                        li { a.chip.here[index == here.keys.len()] href=(link(&here.keys[..index])) { (here.keys[index - 1]) } }
                    }
                }
            }
            @if !here.position.now.facts.is_empty() { (scene(about, &here, None)) }
            (moves(&here, &values, &|key| link(&[&here.keys[..], &[key.to_owned()]].concat())))
        }
    };
    Ok(page(Place::Games, &format!("{}: explore", about.title), &body))
}

/// What can be done, and what it is worth; or that it is over.
fn moves(here: &Here, values: &Settled<Vec<Hint>>, link: &dyn Fn(&str) -> String) -> Markup {
    let Some(player) = here.chooser() else {
        return html! {
            section.sheet.answer { p.big { @match here.replay().value {
                Some(value) => { "Over: worth " (value) " to player 1" }
                None => "It goes on like this for ever",
            } } }
        };
    };
    let (known, open): (&[Hint], _) = match values {
        Ok(hints) => (hints, None),
        Err(reason) => (&[], Some(reason)),
    };
    html! {
        @if let Some(reason) = open {
            section.sheet.answer.open { p.big { "Not settled: " (reason) } }
        }
        section.sheet {
            h2 { "Player " (player.number()) " to move" }
            table.tight {
                thead { tr { th { "move" } th.n { "worth to player " (player.number()) } th.n { "regret" } } }
                tbody { @for option in &here.position.options {
                    @let hint = known.iter().find(|hint| hint.key == option.key);
                    tr.best[hint.is_some_and(|hint| hint.best)] {
                        td { a href=(link(&option.key)) { (option.name) } }
                        td.n { @match hint.and_then(|hint| hint.value) { Some(value) => (value), None => "–" } }
                        td.n { @match hint {
                            Some(hint) if hint.best => "best",
                            Some(hint) => (hint.regret.unwrap_or(0)),
                            None => "–",
                        } }
                    }
                } }
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
