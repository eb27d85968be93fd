//! The lab: what a fight is worth over two of its numbers, every combination solved exactly.

use axum::extract::State;
use axum::response::Redirect;
use maud::{Markup, PreEscaped, html};
use outplay::duel::NORMAL;
use outplay::game::Player;
use outplay::{
    About, Axis, Kind, Objective, Run, Sweep, SweepAnswer, Table, Text, Worth, thousands,
};
use outplay_render::draw::{HEAT_COLOURS, heat_map};
use outplay_render::ran_out;
use outplay_render::sweep::range;
use outplay_render::table::decimal;

use super::form::{modes, owner};
use super::{head, versus};
use crate::address::Address;
use crate::app::Shared;
use crate::catalogue::Game;
use crate::chrome::{Page, Place, page};
use crate::error::Error;
use crate::query::{Query, encode};
use crate::work::Work;

const NAMES: [&str; 6] = ["x", "x-from", "x-to", "y", "y-from", "y-to"];
/// A heat map may be so many times as large as another answer.
const PAGES: u64 = 4;
/// More cells than this are too many for a page.
pub(crate) const MOST_CELLS: u64 = 20_000;
/// Roughly the bytes of a square besides its address.
const SQUARE: u64 = 200;

/// The lab of the first fight.
pub(crate) async fn lab(State(app): State<Shared>) -> Result<Redirect, Error> {
    let fight = app.catalogue.iter().find(|game| game.listed.kind == Kind::Fight);
    let fight = fight.ok_or_else(|| Error::not_found("there is no fight to look at"))?;
    Ok(Redirect::to(&format!("/lab/{}", encode(&fight.listed.name))))
}

pub(crate) fn lab_of(game: &Game, query: &Query, work: &Work) -> Result<Page, Error> {
    let address = Address::of_a_fight(game, query, &[&NAMES[..], &["fighters"]].concat())?;
    let table = address.open(work)?;
    let about = table.about();
    if about.objective.is_zero_sum() || about.objective == Objective::Win {
        return versus::matrix(&address, &table, query, work);
    }
    let numbers = numbers(&table);
    // Where player 2 chooses too, a fight takes a hundred times as long.
    let contested = about.side(Player::Two).chooses;
    let (x, y) = axes(query, &numbers, if contested { [0.5, 2.0] } else { [1.5, 5.0] })?;
    let length = address.link("solve", &[]).len() as u64 + SQUARE;
    let cells = x.count().saturating_mul(y.count());
    let room = work.light().answer.saturating_mul(PAGES) / length;
    // Too many for any address are refused by the library.
    if (room..=MOST_CELLS).contains(&cells) {
        let message = format!(
            "{} cells cannot be drawn with so much in each address: take fewer",
            thousands(cells)
        );
        return Err(Error::question(message));
    }
    let sweep = Sweep { most_cells: MOST_CELLS, ..Sweep::over([x.axis()?, y.axis()?]) };
    let swept = table.source().sweep(&sweep, &Run::within(&work.budget()?))?;
    let (cells, settled) = (
        swept.cells.len() as u64,
        swept.worths().filter(|worth: &&Worth| worth.is_settled()).count() as u64,
    );
    let link = |across: &str, down: &str| {
        let mut there = address.clone();
        there.kept.retain(|(name, _)| *name != x.path && *name != y.path);
        there.link("solve", &[(&x.path, across), (&y.path, down)])
    };
    let body = html! {
        (head(&address, &about.title, "lab", ""))
        p.lead { "The least " (swept.unit) " with which " (about.sides[0].name) " wins, over two numbers of the rules." }
        (form(&address, about, &x, &y, &numbers))
        section.sheet {
            h2 { "Least " (swept.unit) @if about.mode != NORMAL { ", " (about.mode) } }
            figure.heat {
                div.scroll { (PreEscaped(heat_map(&swept, link))) }
                (colours(&swept, settled < cells))
            }
            p.soft.small {
                @if settled < cells { (thousands(settled)) " of " }
                (thousands(cells)) " fights solved exactly, " (thousands(swept.states)) " states, in "
                (format!("{:.0} ms", swept.seconds * 1000.0))
                @if settled < cells { "; for the others " (ran_out(None)) }
                ". Each square leads to its solution."
            }
        }
    };
    Ok(page(Place::Lab, &format!("{}: lab", about.title), &body))
}

/// What the colours of the heat map mean.
fn colours(swept: &SweepAnswer, open: bool) -> Markup {
    html! {
        figcaption {
            @if let Some((low, high)) = range(swept) {
                span { (decimal(low, 0)) }
                span.scale aria-hidden="true" {
                    @for colour in 0..HEAT_COLOURS { i class=(format!("h{colour}")) {} }
                }
                span { (decimal(high, 0)) " " (swept.unit) }
            }
            span.key.none { "no win" }
            @if open { span.key.open { "not settled" } }
        }
    }
}

/// The numbers of both fighters, player 2's first: their paths, and what they are.
fn numbers(table: &Table) -> Vec<(String, i32)> {
    let mut all = Vec::new();
    for player in Player::BOTH.into_iter().rev() {
        let id = &table.about().side(player).id;
        let mut fighters = table.fight().into_iter().flat_map(|fight| &fight.spec.fighters);
        let Some(fighter) = fighters.find(|fighter| fighter.id.text == *id) else { continue };
        let owner = owner(table, player);
        all.push((format!("{owner}.hp"), fighter.hp));
        all.extend(fighter.numbers.iter().map(|(word, n)| (format!("{owner}.{}", word.text), *n)));
    }
    all
}

/// A number and its range, as the form has it.
struct Range {
    path: String,
    from: i64,
    to: i64,
}

impl Range {
    fn count(&self) -> u64 {
        if self.from > self.to { 0 } else { self.to.abs_diff(self.from).saturating_add(1) }
    }

    fn axis(&self) -> Result<Axis, Error> {
        let text = format!("{}={}..{}", self.path, self.from, self.to);
        Ok(Axis::read(&Text::new(&self.path, text))?)
    }
}

/// The ranges asked for; where none were, some times what the numbers are.
fn axes(
    query: &Query,
    numbers: &[(String, i32)],
    times: [f64; 2],
) -> Result<(Range, Range), Error> {
    let wanted = [query.one("x")?, query.one("y")?];
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
        Ok::<_, Error>(Range {
            path: path.to_owned(),
            from: query.number(&format!("{name}-from"), "1")?.unwrap_or(1),
            to: query.number(&format!("{name}-to"), "80")?.unwrap_or(to),
        })
    };
    Ok((axis("x", 0, times[0], 80)?, axis("y", 1, times[1], 40)?))
}

fn form(
    address: &Address,
    about: &About,
    x: &Range,
    y: &Range,
    numbers: &[(String, i32)],
) -> Markup {
    html! {
        form.sheet method="get" action=(address.path("lab")) {
            div.fields.lab {
                (modes(about))
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
            @for (name, value) in address.kept.iter().filter(|(name, _)| name != "mode") {
                input type="hidden" name=(name) value=(value);
            }
            button.main { "Draw" }
        }
    }
}
