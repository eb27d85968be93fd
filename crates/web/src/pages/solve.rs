//! The best play of a fight, proved: the form of `outplay solve`, and its answer.

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use outplay::duel::{Account, Names};
use outplay::search::Algorithm;
use outplay::{Loaded, Proof, SolveAnswer, SolveOptions, amount, count, thousands};

use super::{answer, head, tree, versus, wrong};
use crate::app::{Named, Shared};
use crate::asked::Asked;
use crate::fight::{Question, account_table, charts, fields, modes, orders, ran_out, sides};
use crate::look::{Page, Place, chart, page};
use crate::options::fight_algorithm;
use crate::work::Allowance;
use crate::wrong::Wrong;
use crate::{Game, Kind};
use outplay_render::fight::headline;

/// More optimal lines than this are not listed on a page.
const MOST_LINES: usize = 100;

pub(in super::super) async fn solve(
    State(app): State<Shared>,
    Named(name): Named,
    request: Request,
) -> Result<Response, Wrong> {
    match app.game(&name)?.kind {
        Kind::Hand => return Ok(Redirect::to("/hand").into_response()),
        Kind::Combat => return Ok(Redirect::to("/combat").into_response()),
        Kind::Tree(_) => {
            return answer(&app, &name, request, tree::solved)
                .await
                .map(IntoResponse::into_response);
        }
        Kind::Fight(_) => {}
    }
    answer(&app, &name, request, solved).await.map(IntoResponse::into_response)
}

fn solved(game: &Game, asked: &Asked, allowance: &Allowance) -> Result<Page, Wrong> {
    let mut question = Question::read(game, asked, &["after", "by", "explain", "all", "at-most"])?;
    let after = asked.one("after")?.map(str::to_owned);
    question.request.after.clone_from(&after);
    let loaded = question.load()?;
    if loaded.fight.names.zero_sum {
        return versus::solved(&question, &loaded, asked, allowance);
    }
    let options = SolveOptions {
        by: fight_algorithm(asked)?,
        at_most: asked.number("at-most", "1824")?,
        all: asked.flag("all")?.then_some(MOST_LINES),
        explain: asked.flag("explain")?,
        limits: allowance.limits()?,
        on_better: None,
    };
    let answer = outplay::solve(&question.request, &options)?;
    let title = loaded.fight.names.title.clone();
    let body = html! {
        (head(&question, &title, "solve", after.as_deref().unwrap_or_default()))
        div.columns.side {
            (form(&question, asked, &options)?)
            div {
                (wrong::problems(&loaded.sources, &loaded.warnings))
                (verdict(&answer, &question, &loaded, after.as_deref()))
                @if answer.value.is_some() || answer.account.over { (line(&answer)) }
                (explained(&answer))
                (every_line(&answer, &question, after.as_deref()))
            }
        }
    };
    Ok(page(Place::Games, &format!("{title}: solved"), &body))
}

fn form(question: &Question, asked: &Asked, options: &SolveOptions) -> Result<Markup, Wrong> {
    let unchanged = question.unchanged()?;
    Ok(html! {
        form.sheet method="get" action=(question.link("solve", &[]).split('?').next().unwrap_or_default()) {
            (modes(&unchanged))
            (sides(question, &unchanged, false))
            (orders(&unchanged))
            (fields(question, &unchanged, false))
            fieldset {
                legend { "Question" }
                div.fields {
                    label { "search"
                        select name="by" {
                            @for by in Algorithm::ALL { option selected[by == options.by] { (by.name()) } }
                        }
                    }
                    label { "after moves"
                        input name="after" value=[asked.one("after")?] autocomplete="off" spellcheck="false";
                    }
                    label { "with at most"
                        input type="number" name="at-most" min="0" value=[options.at_most];
                    }
                }
                label.tick { input type="checkbox" name="explain" value="1" checked[options.explain]; "price every other move" }
                label.tick { input type="checkbox" name="all" value="1" checked[options.all.is_some()]; "list every optimal line" }
            }
            button.main { "Solve" }
        }
    })
}

fn verdict(
    answer: &SolveAnswer,
    question: &Question,
    loaded: &Loaded,
    after: Option<&str>,
) -> Markup {
    let proved = answer.proof == Proof::Optimal;
    let took = format!("{}, {}", answer.by, count(answer.states, "state"));
    let told = headline(answer);
    // The moves stand below, one by one.
    let told = match answer.value {
        Some(_) if !answer.moves.is_empty() => told.rsplit_once(": ").map_or("", |(told, _)| told),
        _ => told.trim_end(),
    };
    let moves = format!("{}{}", after.unwrap_or_default(), answer.moves);
    html! {
        section.sheet.answer.none[answer.value.is_none() && proved].open[!proved] {
            p.big { (told) }
            p.proof {
                @match (answer.proof, answer.value) {
                    (Proof::Optimal, Some(_)) if answer.contested => {
                        "Proved: whatever " (answer.names.fighters[1].name) " does, no less will do (" (took) ")."
                    }
                    (Proof::Optimal, Some(_)) => { "Proved: no less will do (" (took) ")." }
                    (Proof::Optimal, None) => { "Proved (" (took) ")." }
                    _ => {
                        "Not proved: " (ran_out(answer.stopped)) ". It takes at least "
                        (amount(answer.interval.map_or(0, |interval| interval.lower), &answer.unit)) " (" (took) ")."
                    }
                }
            }
            @if !answer.line.is_empty() {
                ol.chips aria-label="The line" {
                    @for (key, name) in answer.moves.chars().zip(&answer.line) {
                        li.chip { kbd { (key) } (name) }
                    }
                }
                div.bar-of {
                    a.button href=(question.link("play", &[("moves", &moves)])) { "See the end" }
                    a.button href=(question.link("explore", &after.map(|after| vec![("moves", after)]).unwrap_or_default())) { "Explore" }
                    span.soft { "as moves: " code { (answer.moves) } }
                }
            }
            @if loaded.modes.len() > 1 && answer.mode != "normal" { p.soft.small { "Mode: " (answer.mode) } }
        }
    }
}

fn line(answer: &SolveAnswer) -> Markup {
    html! {
        (over_the_turns(&answer.account, &answer.names))
        section.sheet {
            h2 { "The fight, turn by turn" }
            (account_table(&answer.account, &answer.names))
        }
    }
}

/// The numbers that change, where any do.
pub(super) fn over_the_turns(account: &Account, names: &Names) -> Markup {
    let charts = charts(account, names);
    html! {
        @if !charts.is_empty() {
            section.sheet {
                h2 { "Over the turns" }
                @for drawn in charts { (chart(&drawn)) }
            }
        }
    }
}

fn explained(answer: &SolveAnswer) -> Markup {
    let Some(choices) = &answer.explain else {
        return html! { @if answer.cut_short { p.soft { "Not every other move is priced: " (ran_out(None)) "." } } };
    };
    html! {
        @for side in [1_u8, 2] {
            @let fighter = &answer.names.fighters[usize::from(side) - 1];
            @if choices.iter().any(|choice| choice.side == side) {
                section.sheet {
                    h2 { "What each choice of " (fighter.name) " would change" }
                    div.scroll { table.broad {
                        thead { tr {
                            th.n { "round" } th.n { (answer.unit) " to go" }
                            @for skill in &fighter.skills { th.n { (skill.name) } }
                        } }
                        tbody {
                            @for choice in choices.iter().filter(|choice| choice.side == side) {
                                @let best = choice.moves.iter().find(|option| option.chosen).and_then(|option| option.value);
                                tr {
                                    td.n { (choice.round) }
                                    td.n { (best.map(thousands).unwrap_or_default()) }
                                    @for skill in 0..fighter.skills.len() {
                                        @match choice.moves.iter().find(|option| option.skill == skill) {
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

fn every_line(answer: &SolveAnswer, question: &Question, after: Option<&str>) -> Markup {
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
                    @let moves = format!("{}{line}", after.unwrap_or_default());
                    li { a.chip.keys href=(question.link("play", &[("moves", &moves)])) { (line) } }
                }
            }
        }
    }
}
