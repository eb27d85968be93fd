//! The best play of a game, proved: the form of `outplay solve`, and its answer.

use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use outplay::duel::NORMAL;
use outplay::{
    About, Answer, Budget, By, CostAnswer, Kind, NearestLine, Objective, Proof, Replay,
    SidesReplay, Solver, Table, Text, thousands,
};
use outplay_render::answer::{headline, missing_lines, nearest_text, proof};
use outplay_render::{Voice, ran_out};

use super::again::others;
use super::field::{choice, number, plain};
use super::form::{fields, modes_of, orders_of, sides, unchanged};
use super::turns::turn_by_turn;
use super::{chance, error, head, sides as of_sides, verdict_class, versus, winner};
use crate::address::{Address, question};
use crate::catalogue::Game;
use crate::chrome::{Page, Place, page};
use crate::error::Error;
use crate::here::joined;
use crate::query::Query;
use crate::work::Work;

/// More optimal lines than this are not listed on a page.
const MOST_LINES: usize = 100;

/// What can be asked about the best play.
pub(crate) const NAMES: [&str; 5] = ["after", "by", "explain", "all", "at-most"];

pub(crate) fn solve(game: &Game, query: &Query, work: &Work) -> Result<Response, Error> {
    Ok(match game.listed.kind {
        Kind::Hand => Redirect::to("/hand").into_response(),
        Kind::Combat => Redirect::to("/combat").into_response(),
        Kind::Fight | Kind::Sides => solved(game, query, work)?.into_response(),
    })
}

fn solved(game: &Game, query: &Query, work: &Work) -> Result<Page, Error> {
    let address = Address::of_a_page(game, query, &NAMES)?;
    let table = address.open(work)?;
    let about = table.about();
    let asked = question(about, query, MOST_LINES)?;
    let mut solver = work.fresh_solver(&table);
    let budget = work.budget()?;
    let answer = work.ask(&mut solver, &budget, |solver, budget| solver.solve(&asked, budget))?;
    let replay = told(&mut solver, asked.after.as_ref(), &answer, work)?;
    let after = asked.after.as_ref().map_or("", |after| after.text.as_str());
    let (sources, warnings) = table.warnings();
    let unchanged = unchanged(work, &table)?;
    let body = match &answer {
        Answer::Versus(answer) if about.kind == Kind::Sides => {
            of_sides::solved(&address, about, answer, &asked)
        }
        Answer::Versus(answer) => html! {
            (head(&address, &about.title, "solve", after))
            div.columns.side {
                (form(&address, &unchanged, query, Some(answer.by)))
                div { (versus::answered(&address, about, answer, replay.as_ref(), after)) }
            }
        },
        Answer::Chance(answer) => html! {
            (head(&address, &about.title, "solve", after))
            div.columns.side {
                (form(&address, &unchanged, query, Some(answer.by)))
                div {
                    (error::problems(sources, warnings))
                    (chance::answered(&address, about, answer, replay.as_ref(), after))
                }
            }
        },
        Answer::Cost(answer) => html! {
            (head(&address, &about.title, "solve", after))
            div.columns.side {
                (form(&address, &unchanged, query, Some(answer.by)))
                div {
                    (error::problems(sources, warnings))
                    (verdict(answer, &address, about, after))
                    (nearest(answer, &address, about, after))
                    @if let Some(replay) = &replay { (turn_by_turn(about, replay)) }
                    (explained(about, answer))
                    (every_line(answer, &address, about, after))
                }
            }
        },
        Answer::Hand(_) | Answer::Combat(_) => html! {},
    };
    Ok(page(Place::Games, &format!("{}: solved", about.title), &body))
}

/// The line of an answer turn by turn, where it leads somewhere.
fn told(
    solver: &mut Solver,
    after: Option<&Text>,
    answer: &Answer,
    work: &Work,
) -> Result<Option<SidesReplay>, Error> {
    let shown = |answer: &CostAnswer| answer.over || answer.nearest.is_some();
    let shown = matches!(answer, Answer::Cost(answer) if shown(answer));
    let rolled = matches!(answer, Answer::Chance(answer) if !answer.moves.is_empty());
    if answer.value().is_none() && !shown && !rolled {
        return Ok(None);
    }
    // Its moves are the best: nobody need weigh them.
    let budget = Budget { states: 0, ..work.light() };
    let start = Text::new("after", "");
    match solver.replay(after.unwrap_or(&start), answer.shown_moves(), &budget)? {
        Replay::Sides(replay) => Ok(Some(*replay)),
        Replay::Hand(_) | Replay::Combat(_) => Ok(None),
    }
}

/// The form, with everything as it was typed: of a fight for the least cost with all that can be
/// asked about that. `by` is the search that answered.
pub(super) fn form(address: &Address, unchanged: &Table, query: &Query, by: Option<By>) -> Markup {
    let (about, notes) = (unchanged.about(), &address.notes);
    let zero_sum = about.objective.is_zero_sum();
    let searches: &[By] = match (about.rolls, zero_sum) {
        (true, _) => &By::OF_CHANCE,
        (false, true) => &By::FOR_TWO_SIDES,
        (false, false) => &By::OF_COST,
    };
    let typed = query.typed("by");
    let by = by.map_or(typed, |by| Some(by.name()));
    let options = html! {
        @for other in searches { option selected[by == Some(other.name())] { (other.name()) } }
    };
    let search = html! {
        div.field {
            label { "search" (choice(notes, "by", typed, &options)) }
            (notes.beside("by"))
        }
    };
    let after = plain(notes, ("after", "after moves"), query.typed("after").unwrap_or_default());
    let ticked = |name: &str| query.flag(name).unwrap_or(false);
    let explain = html! {
        label.tick { input type="checkbox" name="explain" value="1" checked[ticked("explain")]; "price every other move" }
    };
    html! {
        form.sheet method="get" action=(address.path("solve")) {
            (modes_of(address, about))
            (sides(address, unchanged, false))
            (orders_of(address, about))
            (fields(address, unchanged, false))
            @if zero_sum || about.objective == Objective::Win {
                div.fields { (search) (after) }
                (explain)
            } @else {
                fieldset {
                    legend { "Question" }
                    div.fields {
                        (search) (after)
                        (number(notes, ("at-most", "with at most"), query.typed("at-most"), None))
                    }
                    (explain)
                    @if !about.rolls {
                        label.tick { input type="checkbox" name="all" value="1" checked[ticked("all")]; "list every optimal line" }
                    }
                }
            }
            @if !notes.fields().is_empty() { (others(address, query, &NAMES)) }
            button.main { "Solve" }
        }
    }
}

/// What can grow without end where a search was stopped; nothing else would help on a page.
pub(super) fn grown(grows: &[String], advice: Option<&str>) -> Markup {
    html! {
        @if let Some(advice) = advice.filter(|_| !grows.is_empty()) { p.soft { (advice) } }
    }
}

fn verdict(answer: &CostAnswer, address: &Address, about: &About, after: &str) -> Markup {
    let proved = answer.proof == Proof::Optimal;
    let keys = about.split(&answer.moves);
    // The moves stand below the headline, one by one.
    let stop = if answer.value.is_some() { "" } else { "." };
    html! {
        section class=(verdict_class(winner(answer.winner), proved)) {
            p.big data-announce { (headline(about, answer)) (stop) }
            p.proof { (proof(about, answer, Voice::Page)) }
            (grown(&answer.grows, answer.advice.as_deref()))
            @if !answer.line.is_empty() {
                ol.chips aria-label="The line" {
                    @for (key, name) in keys.iter().zip(&answer.line) {
                        li.chip { kbd { (key) } (name) }
                    }
                }
                div.bar-of {
                    a.button href=(address.link("play", &[("moves", &joined(about, after, &keys))])) { "See the end" }
                    a.button href=(address.link("explore", &[("moves", after)])) { "Explore" }
                    span.soft { "as moves: " code { (answer.moves) } }
                }
            }
            @if about.modes.len() > 1 && answer.mode != NORMAL { p.soft.small { "Mode: " (answer.mode) } }
        }
    }
}

/// How near it comes, and what is missing, where there is no win.
fn nearest(answer: &CostAnswer, address: &Address, about: &About, after: &str) -> Markup {
    let Some(nearest) = &answer.nearest else { return html! {} };
    let keys = about.split(&nearest.moves);
    html! {
        section.sheet #nearest {
            h2 { "How near it comes" }
            p { (nearest_text(about, nearest, Voice::Page)) "." }
            @if !nearest.line.is_empty() {
                ol.chips aria-label="The nearest line" {
                    @for (key, name) in keys.iter().zip(&nearest.line) {
                        li.chip { kbd { (key) } (name) }
                    }
                }
                div.bar-of {
                    a.button href=(address.link("play", &[("moves", &joined(about, after, &keys))])) { "See the end" }
                    span.soft { "as moves: " code { (nearest.moves) } }
                }
            }
            @for line in missing_lines(about, answer) { p { (line) } }
        }
    }
}

/// The hp that each choice of the nearest line leaves.
fn near_explained(about: &About, nearest: &NearestLine) -> Markup {
    let choices = nearest.explain.as_deref().unwrap_or_default();
    html! {
        @for (number, fighter) in (1_u8..).zip(&about.sides) {
            @if choices.iter().any(|choice| choice.side == number) {
                section.sheet {
                    h2 { "The hp that each choice of " (fighter.name) " leaves " (about.sides[1].name) }
                    div.scroll { table.broad {
                        thead { tr {
                            th.n { "round" }
                            @for skill in &fighter.skills { th.n { (skill.name) } }
                        } }
                        tbody {
                            @for choice in choices.iter().filter(|choice| choice.side == number) {
                                tr {
                                    td.n { (choice.round) }
                                    @for skill in &fighter.skills {
                                        @match choice.moves.iter().find(|option| option.key.chars().eq([skill.key])) {
                                            None => td.n.soft { "–" },
                                            Some(option) => td.n.best[option.chosen] { (option.enemy_hp) },
                                        }
                                    }
                                }
                            }
                        }
                    } }
                }
            }
        }
    }
}

fn explained(about: &About, answer: &CostAnswer) -> Markup {
    if let Some(nearest) = &answer.nearest {
        return near_explained(about, nearest);
    }
    let Some(choices) = &answer.explain else {
        return html! { @if answer.cut_short { p.soft { "Not every other move is priced: " (ran_out(None)) "." } } };
    };
    html! {
        @for (number, fighter) in (1_u8..).zip(&about.sides) {
            @if choices.iter().any(|choice| choice.side == number) {
                section.sheet {
                    h2 { "What each choice of " (fighter.name) " would change" }
                    div.scroll { table.broad {
                        thead { tr {
                            th.n { "round" } th.n { (answer.unit) " to go" }
                            @for skill in &fighter.skills { th.n { (skill.name) } }
                        } }
                        tbody {
                            @for choice in choices.iter().filter(|choice| choice.side == number) {
                                @let best = choice.moves.iter().find(|option| option.chosen).and_then(|option| option.value);
                                tr {
                                    td.n { (choice.round) }
                                    td.n { (best.map(thousands).unwrap_or_default()) }
                                    @for skill in &fighter.skills {
                                        @match choice.moves.iter().find(|option| option.key.chars().eq([skill.key])) {
                                            None => td.n.soft { "–" },
                                            Some(option) if option.chosen => td.n.best { "chosen" },
                                            Some(option) => @match (option.regret, option.value, best) {
                                                (Some(0), _, _) => td.n.best { "as good" },
                                                (Some(regret), Some(value), Some(best)) if value < best => td.n.worse { "−" (thousands(regret)) },
                                                (Some(regret), _, _) => td.n.worse { "+" (thousands(regret)) },
                                                (None, _, _) => td.n.worse { "no win" },
                                            },
                                        }
                                    }
                                }
                            }
                        }
                    } }
                }
            }
        }
    }
}

fn every_line(answer: &CostAnswer, address: &Address, about: &About, after: &str) -> Markup {
    let Some(all) = &answer.all else { return html! {} };
    html! {
        section.sheet {
            h2 { @match (all.complete, all.stopped) {
                (true, _) => { "Every optimal line: " (all.lines.len()) }
                (_, false) => { "The first " (all.lines.len()) " optimal lines; there are more" }
                (_, true) => { "Not every optimal line was found: " (ran_out(None)) }
            } }
            ul.chips {
                @for line in &all.lines {
                    @let moves = joined(about, after, &about.split(line));
                    li { a.chip.keys href=(address.link("play", &[("moves", &moves)])) { (line) } }
                }
            }
        }
    }
}
