//! The best play of a fight for two, in which the winner's hp counts: its answer, and everyone
//! against everyone as a matrix.

use maud::{Markup, html};
use outplay::search::ZeroSumAlgorithm;
use outplay::{
    Loaded, OrderTable, SolvedMeeting, VersusAnswer, VersusOptions, count, solve_tournament,
    solve_versus,
};

use super::head;
use super::solve::over_the_turns;
use crate::asked::Asked;
use crate::fight::{Question, account_table, between, fields, modes, orders, ran_out, sides};
use crate::look::{Page, Place, page};
use crate::options::two_sided_algorithm;
use crate::work::Allowance;
use crate::wrong::Wrong;

/// The solution of a fight for two.
pub(super) fn solved(
    question: &Question,
    loaded: &Loaded,
    asked: &Asked,
    allowance: &Allowance,
) -> Result<Page, Wrong> {
    let options = VersusOptions {
        by: two_sided_algorithm(asked)?,
        explain: asked.flag("explain")?,
        limits: allowance.limits()?,
    };
    let answer = solve_versus(&question.request, &options)?;
    let title = loaded.fight.names.title.clone();
    let after = question.request.after.clone().unwrap_or_default();
    let body = html! {
        (head(question, &title, "solve", &after))
        div.columns.side {
            (form(question, asked, &answer)?)
            div {
                (verdict(question, loaded, &answer, &after))
                @if let Some((account, names)) = &answer.told {
                    (over_the_turns(account, names))
                    section.sheet { h2 { "The fight, turn by turn" } (account_table(account, names)) }
                }
                (explained(loaded, &answer))
            }
        }
    };
    Ok(page(Place::Games, &format!("{title}: solved"), &body))
}

fn form(question: &Question, asked: &Asked, answer: &VersusAnswer) -> Result<Markup, Wrong> {
    let unchanged = question.unchanged()?;
    Ok(html! {
        form.sheet method="get" action=(question.link("solve", &[]).split('?').next().unwrap_or_default()) {
            (modes(&unchanged))
            (sides(question, &unchanged, false))
            (orders(&unchanged))
            (fields(question, &unchanged, false))
            div.fields {
                label { "search"
                    select name="by" {
                        @for by in ZeroSumAlgorithm::ALL { option selected[by.name() == answer.by] { (by.name()) } }
                    }
                }
                label { "after moves" input name="after" value=[asked.one("after")?] autocomplete="off" spellcheck="false"; }
            }
            label.tick { input type="checkbox" name="explain" value="1" checked[asked.flag("explain")?]; "price every other move" }
            button.main { "Solve" }
        }
    })
}

fn verdict(question: &Question, loaded: &Loaded, answer: &VersusAnswer, after: &str) -> Markup {
    let [one, two] = loaded.fight.names.fighters.each_ref().map(|fighter| &fighter.name);
    let took = format!("{}, {}", answer.by, count(answer.states, "state"));
    let moves = format!("{after}{}", answer.moves);
    let current = answer.current.map(|side| if side == 1 { one } else { two });
    html! {
        section.sheet.answer.none[answer.winner == Some(2)].open[answer.value.is_none()] {
            p.big { @match answer.value {
                Some(0) => { (one) " against " (two) ": a tie" }
                Some(value) if value > 0 => { (one) " (player 1) wins with " (value) " hp" }
                Some(value) => { (two) " (player 2) wins with " (-value) " hp" }
                None => { "Not settled: " (ran_out(answer.stopped)) }
            } }
            p.proof { @match answer.value {
                Some(_) => { "Proved: neither side can do better (" (took) ")." }
                None => { (between(answer.lower, answer.upper)) " (" (took) ")." }
            } }
            @if !answer.move_values.is_empty() {
                p { "What each first move is worth to " (current.map_or("whoever makes it", String::as_str)) ":" }
                ul.chips aria-label="First moves" {
                    @for option in &answer.move_values {
                        li.chip.best[Some(option.value) == answer.value_to_current] { (option.r#move) ": " (option.value) }
                    }
                }
            }
            @if !answer.moves.is_empty() {
                div.bar-of {
                    @if answer.value.is_some() {
                        a.button href=(question.link("play", &[("moves", &moves)])) { "See the end" }
                    }
                    a.button href=(question.link("explore", &[("moves", after)])) { "Explore" }
                    span.soft {
                        @if answer.value.is_some() { "as moves: " } @else { "The most promising line so far: " }
                        code { (answer.moves) }
                    }
                }
            }
        }
    }
}

fn explained(loaded: &Loaded, answer: &VersusAnswer) -> Markup {
    html! {
        @if let Some(choices) = &answer.explain {
            section.sheet {
                h2 { "What each choice was worth to whoever made it" }
                div.scroll { table.broad {
                    thead { tr { th.n { "turn" } th { "who" } th { "moves" } } }
                    tbody { @for choice in choices {
                        tr class=(format!("p{}", choice.side)) {
                            td.n { (choice.round) }
                            td { (loaded.fight.names.fighters[usize::from(choice.side) - 1].name) }
                            td { @for option in &choice.moves {
                                span.chip.best[option.chosen] { kbd { (option.key) } (option.name) ": " (option.value) } " "
                            } }
                        }
                    } }
                } }
            }
        }
        @if answer.cut_short { p.soft { "Not every other move is priced: " (ran_out(answer.stopped)) "." } }
    }
}

/// Everyone against everyone under perfect play.
pub(super) fn matrix(
    question: &Question,
    loaded: &Loaded,
    allowance: &Allowance,
) -> Result<Page, Wrong> {
    let answer = solve_tournament(&question.request, &[], allowance.limits()?)?;
    let title = loaded.fight.names.title.clone();
    let body = html! {
        (head(question, &title, "lab", ""))
        p.lead { "Everyone against everyone when both do their best: the winner's hp, to player 1 (the row)." }
        div.columns.half[answer.orders.len() > 1] {
            @for order in &answer.orders { (table(question, loaded, order)) }
        }
        p.soft.small {
            @if answer.stopped.is_some() { "Not all settled in " } @else { "Solved exactly in " }
            (format!("{:.0} ms", answer.seconds * 1000.0))
            @if answer.stopped.is_some() { ": " (ran_out(answer.stopped)) }
            ". Each square leads to its solution."
        }
    };
    Ok(page(Place::Lab, &format!("{title}: lab"), &body))
}

fn table(question: &Question, loaded: &Loaded, order: &OrderTable<SolvedMeeting>) -> Markup {
    let table = &order.table;
    let fighters = &loaded.fight.spec.fighters;
    let name = |id: &str| {
        let found = fighters.iter().find(|fighter| fighter.id.text == id);
        found.map_or(id.to_owned(), |fighter| fighter.name.clone())
    };
    let values = || table.rows.iter().flatten().filter_map(|cell| cell.value_to_p1);
    let most = values().map(f64::abs).fold(1.0, f64::max);
    let mut bare = question.clone();
    bare.kept.retain(|(name, _)| !["p1", "p2", "order"].contains(&name.as_str()));
    html! {
        section.sheet {
            h2 { "Turn order: " (order.order.replace('-', " ")) }
            div.scroll { table.matrix {
                thead { tr { td { "" } @for id in &table.entrants { th scope="col" { (name(id)) } } } }
                tbody { @for (row, cells) in table.entrants.iter().zip(&table.rows) {
                    tr {
                        th scope="row" { (name(row)) }
                        @for (column, cell) in table.entrants.iter().zip(cells) {
                            @let link = bare.link("solve", &[("p1", row), ("p2", column), ("order", order.order)]);
                            td class=(shade(cell.value_to_p1, most)) {
                                a href=(link) title=(format!("{} against {}", name(row), name(column))) {
                                    @match cell.value_to_p1 { Some(value) => (value), None => "?" }
                                }
                            }
                        }
                    }
                } }
            } }
            @if let Some(advantage) = table.first_mover_advantage {
                p.soft.small { "Moving first is worth " (format!("{advantage:.1}")) " hp on average." }
            }
        }
    }
}

/// The colour of a value: how far from even, and for whom.
fn shade(value: Option<f64>, most: f64) -> String {
    let Some(value) = value else { return "open".to_owned() };
    let strength = match value.abs() / most {
        part if part < 0.01 => return "even".to_owned(),
        part if part < 0.25 => 1,
        part if part < 0.6 => 2,
        _ => 3,
    };
    format!("{}{strength}", if value > 0.0 { "one" } else { "two" })
}
