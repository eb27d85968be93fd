//! The lab: what a fight is worth over two of its numbers, every combination solved exactly.

use axum::extract::{Request, State};
use axum::response::Redirect;
use maud::{Markup, html};
use outplay::{Axis, Loaded, Proof, sweep, thousands};

use super::{answer, head, versus};
use crate::app::{Named, Shared};
use crate::asked::Asked;
use crate::fight::{Question, modes, owner, ran_out};
use crate::look::{Page, Place, heat_map, page};
use crate::work::Allowance;
use crate::wrong::Wrong;
use crate::{Game, Kind};

const NAMES: [&str; 6] = ["x", "x-from", "x-to", "y", "y-from", "y-to"];

/// The lab of the first fight.
pub(in super::super) async fn lab(State(app): State<Shared>) -> Result<Redirect, Wrong> {
    let fight = app.catalogue.iter().find(|game| matches!(game.kind, Kind::Fight(_)));
    let fight = fight.ok_or_else(|| Wrong::not_found("there is no fight to look at"))?;
    Ok(Redirect::to(&format!("/lab/{}", crate::asked::encode(&fight.name))))
}

pub(in super::super) async fn lab_of(
    State(app): State<Shared>,
    Named(name): Named,
    request: Request,
) -> Result<Page, Wrong> {
    answer(&app, &name, request, swept).await
}

fn swept(game: &Game, asked: &Asked, allowance: &Allowance) -> Result<Page, Wrong> {
    let question = Question::read(game, asked, &NAMES)?;
    let loaded = question.load()?;
    if loaded.fight.names.zero_sum {
        return versus::matrix(&question, &loaded, allowance);
    }
    let numbers = numbers(&loaded);
    // Where player 2 chooses too, a fight takes a hundred times as long.
    let contested = loaded.fight.names.fighters[1].skills.len() > 1;
    let (x, y) = axes(asked, &numbers, if contested { [0.5, 2.0] } else { [1.5, 5.0] })?;
    let swept = sweep(&question.request, [x, y], allowance.limits()?)?;
    let settled =
        swept.rows.iter().flatten().filter(|cell| cell.proof == Proof::Optimal).count() as u64;
    let title = loaded.fight.names.title.clone();
    let link = |x: i64, y: i64| {
        let (x, y) = (x.to_string(), y.to_string());
        let mut there = question.clone();
        there.kept.retain(|(name, _)| *name != swept.x.path && *name != swept.y.path);
        there.link("solve", &[(&swept.x.path, &x), (&swept.y.path, &y)])
    };
    let body = html! {
        (head(&question, &title, "lab", ""))
        p.lead { "The least " (swept.unit) " with which " (loaded.fight.names.fighters[0].name) " wins, over two numbers of the rules." }
        (form(&question, &loaded, &swept.x, &swept.y, &numbers))
        section.sheet {
            h2 { "Least " (swept.unit) @if loaded.mode != "normal" { ", " (loaded.mode) } }
            (heat_map(&swept, link))
            p.soft.small {
                @if settled < swept.cells { (thousands(settled)) " of " }
                (thousands(swept.cells)) " fights solved exactly, " (thousands(swept.states)) " states, in "
                (format!("{:.0} ms", swept.seconds * 1000.0))
                @if settled < swept.cells { "; for the others " (ran_out(None)) }
                ". Each square leads to its solution."
            }
        }
    };
    Ok(page(Place::Lab, &format!("{title}: lab"), &body))
}

/// The numbers of both fighters, player 2's first: their paths, and what they are.
fn numbers(loaded: &Loaded) -> Vec<(String, i32)> {
    let mut all = Vec::new();
    for (side, named) in loaded.fight.names.fighters.iter().enumerate().rev() {
        let mut fighters = loaded.fight.spec.fighters.iter();
        let Some(fighter) = fighters.find(|fighter| fighter.id.text == named.id) else { continue };
        let owner = owner(loaded, side);
        all.push((format!("{owner}.hp"), fighter.hp));
        all.extend(fighter.numbers.iter().map(|(word, n)| (format!("{owner}.{}", word.text), *n)));
    }
    all
}

/// The ranges asked for; where none were, some times what the numbers are.
fn axes(asked: &Asked, numbers: &[(String, i32)], times: [f64; 2]) -> Result<(Axis, Axis), Wrong> {
    let wanted = [asked.one("x")?, asked.one("y")?];
    // Two axes are two numbers: whichever is not chosen is another than the one that is.
    let usual = |place: usize| {
        let others = numbers.iter().map(|(path, _)| path.as_str());
        let mut others = others.filter(|path| wanted[1 - place] != Some(*path));
        let skipped = if wanted[1 - place].is_none() { place } else { 0 };
        others.nth(skipped).unwrap_or("p2.hp")
    };
    let axis = |name: &str, place: usize, times: f64, most: i64| {
        let path = wanted[place].unwrap_or_else(|| usual(place));
        let now = numbers.iter().find(|(other, _)| other == path).map_or(10, |(_, now)| *now);
        #[expect(clippy::cast_possible_truncation, reason = "a range to begin with")]
        let to = ((f64::from(now) * times) as i64).clamp(8, most);
        Ok::<_, Wrong>(Axis {
            path: path.to_owned(),
            from: asked.number(&format!("{name}-from"), "1")?.unwrap_or(1),
            to: asked.number(&format!("{name}-to"), "80")?.unwrap_or(to),
        })
    };
    Ok((axis("x", 0, times[0], 80)?, axis("y", 1, times[1], 40)?))
}

fn form(
    question: &Question,
    loaded: &Loaded,
    x: &Axis,
    y: &Axis,
    numbers: &[(String, i32)],
) -> Markup {
    html! {
        form.sheet method="get" action=(question.link("lab", &[]).split('?').next().unwrap_or_default()) {
            div.fields.lab {
                (modes(loaded))
                @for (name, what, axis) in [("x", "across", x), ("y", "down", y)] {
                    label { (what)
                        select name=(name) {
                            @for (path, _) in numbers { option value=(path) selected[*path == axis.path] { (path.replace('.', " ")) } }
                        }
                    }
                    label { "from" input type="number" name=(format!("{name}-from")) value=(axis.from); }
                    label { "to" input type="number" name=(format!("{name}-to")) value=(axis.to); }
                }
            }
            @for (name, value) in question.kept.iter().filter(|(name, _)| name != "mode") {
                input type="hidden" name=(name) value=(value);
            }
            button.main { "Draw" }
        }
    }
}
