//! A game tree that was written out: solved, drawn, and walked.

use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderName, header};
use axum::response::IntoResponse;
use maud::{Markup, html};
use outplay::game::{Game as _, Player, Turn};
use outplay::search::{Control, Stop, ZeroSumAlgorithm, move_values};
use outplay::tree::Tree;
use outplay::{Limits, Stopped, VersusAnswer, count, draw, solve_tree};

use super::answer;
use crate::Game;
use crate::app::{Named, Shared};
use crate::asked::{Asked, address, encode};
use crate::fight::ran_out;
use crate::look::{Page, Place, page};
use crate::options::{tree_request, two_sided_algorithm};
use crate::work::Allowance;
use crate::wrong::Wrong;

/// More positions than this are not drawn.
const MOST_DRAWN: usize = 400;

/// A drawing is a page of its own, with its own styles and nothing else.
const DRAWING: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// What is kept in every address about the same tree.
fn kept(asked: &Asked) -> Vec<(String, String)> {
    let pairs = asked.pairs().iter();
    pairs.filter(|(name, _)| name == "set" || name.contains('.')).cloned().collect()
}

fn head(game: &Game, title: &str, here: &str, kept: &[(String, String)]) -> Markup {
    html! {
        div.crumbs { a href="/" { "Games" } " / " (game.name) }
        h1 { (title) }
        nav.tabs aria-label="This game" {
            @for (page, name) in [("solve", "Solve"), ("explore", "Explore")] {
                a href=(address(&format!("/{page}/{}", encode(&game.name)), kept))
                    aria-current=[(page == here).then_some("page")] { (name) }
            }
        }
        @if let Some(about) = &game.about { p.lead { (about) } }
    }
}

/// The tree solved.
pub(super) fn solved(game: &Game, asked: &Asked, allowance: &Allowance) -> Result<Page, Wrong> {
    asked.only(&["by", "set"], true)?;
    let request = tree_request(game, asked)?;
    let by = two_sided_algorithm(asked)?;
    let answer = solve_tree(&request, by, allowance.limits()?)?;
    let kept = kept(asked);
    let picture = address(&format!("/picture/{}", encode(&game.name)), &kept);
    let body = html! {
        (head(game, &answer.title, "solve", &kept))
        (verdict(&answer))
        (values(&answer))
        section.sheet {
            h2 { "The tree" }
            div.scroll {
                img.picture src=(picture) alt=(format!("The game tree of {}, with the value of every position and the best line", answer.title));
            }
        }
        form.sheet method="get" {
            div.fields {
                label { "search"
                    select name="by" data-send {
                        @for by in ZeroSumAlgorithm::ALL { option selected[by.name() == answer.by] { (by.name()) } }
                    }
                }
            }
            @for (name, value) in &kept { input type="hidden" name=(name) value=(value); }
            button.main { "Solve" }
        }
    };
    Ok(page(Place::Games, &format!("{}: solved", answer.title), &body))
}

fn verdict(answer: &VersusAnswer) -> Markup {
    let took = format!("{}, {}", answer.by, count(answer.states, "state"));
    html! {
        section.sheet.answer.open[answer.value.is_none()] {
            p.big { @match answer.value {
                Some(value) => { "Worth " (value) " to player 1" }
                None => "What it is worth is not settled",
            } }
            p.proof { @match (answer.value, answer.stopped) {
                (Some(_), _) => { "Proved: neither side can do better (" (took) ")." }
                (None, Some(Stopped::Cycle)) => "This game can come back to itself: choose the search retrograde.",
                (None, stopped) => { "Stopped: " (ran_out(stopped)) " (" (took) ")." }
            } }
            @if !answer.line.is_empty() {
                ol.chips { @for name in &answer.line { li.chip.best { (name) } } }
            }
            @if answer.for_ever { p { "The line comes back to itself: it goes on for ever, a draw." } }
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

/// A position of the tree.
pub(super) fn explored(game: &Game, asked: &Asked, allowance: &Allowance) -> Result<Page, Wrong> {
    asked.only(&["to", "set"], true)?;
    let file = tree_request(game, asked)?.load()?;
    let tree = &file.tree;
    let mut state = tree.start();
    let mut so_far: Vec<String> = Vec::new();
    for name in asked.all("to") {
        let Some(mv) = tree.find_move(state, name) else {
            let known: Vec<_> =
                tree.node(state).moves.iter().map(|(name, _)| name.as_str()).collect();
            return Err(Wrong::question(format!(
                "no move is called {name:?} there: there is {}",
                if known.is_empty() {
                    "none, the game is over".to_owned()
                } else {
                    known.join(", ")
                }
            )));
        };
        so_far.push(tree.move_name(state, mv).to_owned());
        state = tree.play(&state, mv);
    }
    let values = move_values(tree, &state, &mut control(&allowance.limits()?));
    let kept = kept(asked);
    let link = |moves: &[String]| {
        let to = moves.iter().map(|name| ("to".to_owned(), name.clone()));
        let pairs: Vec<_> = kept.iter().cloned().chain(to).collect();
        address(&format!("/explore/{}", encode(&game.name)), &pairs)
    };
    let title = file.title.clone().unwrap_or_else(|| game.name.clone());
    let body = html! {
        (head(game, &title, "explore", &kept))
        div data-smooth {
            nav.sheet aria-label="The line" {
                h2 { "Line" }
                ol.chips {
                    li { a.chip.here[so_far.is_empty()] href=(link(&[])) { "start" } }
                    @for index in 1..=so_far.len() {
                        li { a.chip.here[index == so_far.len()] href=(link(&so_far[..index])) { (so_far[index - 1]) } }
                    }
                }
            }
            (node(tree, state, &values, &|name| link(&[&so_far[..], &[name.to_owned()]].concat())))
        }
    };
    Ok(page(Place::Games, &format!("{title}: explore"), &body))
}

fn node(
    tree: &Tree,
    state: u32,
    values: &Result<Vec<(u32, i64)>, Stop>,
    link: &dyn Fn(&str) -> String,
) -> Markup {
    let Turn::Choose(player) = tree.turn(&state) else {
        return html! { section.sheet.answer { p.big { "Over: worth " (tree.node(state).payoff) " to player 1" } } };
    };
    let to_mover = |value: i64| if player == Player::Two { -value } else { value };
    let values = match values {
        Ok(values) => values,
        Err(stop) => {
            let reason = ran_out(Some((*stop).into()));
            return html! { section.sheet.answer.open { p.big { "Not settled: " (reason) } } };
        }
    };
    let best = values.iter().map(|(_, value)| to_mover(*value)).max().unwrap_or(0);
    html! {
        section.sheet {
            h2 { "Player " (player.number()) " to move" }
            table.tight {
                thead { tr { th { "move" } th.n { "worth to player " (player.number()) } th.n { "regret" } } }
                tbody { @for (mv, value) in values {
                    @let (name, value) = (tree.move_name(state, *mv), to_mover(*value));
                    tr.best[value == best] {
                        td { a href=(link(name)) { (name) } }
                        td.n { (value) }
                        td.n { @if value == best { "best" } @else { (best - value) } }
                    }
                } }
            }
        }
    }
}

fn control<'a>(limits: &Limits<'a>) -> Control<'a> {
    let seconds = limits.max_seconds.unwrap_or(0.0);
    Control {
        max_states: limits.max_states,
        deadline: Some(Instant::now() + std::time::Duration::from_secs_f64(seconds)),
        interrupt: limits.interrupt,
        ..Control::default()
    }
}

/// The drawing of a tree.
pub(in super::super) async fn picture(
    State(app): State<Shared>,
    Named(name): Named,
    request: Request,
) -> Result<impl IntoResponse, Wrong> {
    let drawn = answer(&app, &name, request, |game, asked, allowance| {
        asked.only(&["set"], true)?;
        let request = tree_request(game, asked)?;
        let (file, drawn) = request.drawn(MOST_DRAWN, allowance.limits()?)?;
        let title = file.title.clone().unwrap_or_else(|| game.name.clone());
        Ok(draw::svg(&drawn, &title, |&state, mv| file.tree.move_name(state, mv).to_owned()))
    })
    .await?;
    let headers: [(HeaderName, &'static str); 2] =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CONTENT_SECURITY_POLICY, DRAWING)];
    Ok((headers, drawn))
}
