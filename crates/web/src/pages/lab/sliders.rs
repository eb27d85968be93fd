//! Sliders: the value of a fight as its numbers move.
//!
//! A form with a field for each number of whoever fights. Without a script a button asks for the value; with
//! it each field has a slider, and what stands beside them is fetched from this same address as they move.
//! The number that was moved last (`last`) has a curve of the value over it.

use axum::response::Response;
use maud::{Markup, PreEscaped, html};
use outplay::{About, Axis, Run, Sweep, SweepAnswer, Table, Text};
use outplay_render::draw::{curve, sweep_svg};
use outplay_render::ran_out;
use outplay_render::sweep::csv;

use super::super::verdict_of;
use super::choice::{Choice, Range, around, choices, takes};
use super::size::Sized;
use super::{Format, Tab, file, files, framed, hidden, kept};
use crate::address::Address;
use crate::catalogue::Game;
use crate::error::Error;
use crate::here::{Best, keys_of};
use crate::notes::Notes;
use crate::pages::form::{modes, orders, sides, unchanged};
use crate::query::{Query, with_query};
use crate::words;
use crate::work::Work;

/// A curve has no more points than this.
const MOST_POINTS: u64 = 41;
/// A slider reaches over no more values than this.
const MOST_STEPS: u64 = 401;
/// More numbers than this have no slider.
const MOST_SLIDERS: usize = 32;
/// A line is shown up to so many letters.
const MOST_LETTERS: usize = 160;

/// The page.
pub(super) fn sliders(game: &Game, query: &Query, work: &Work) -> Result<Response, Error> {
    let address = Address::of_a_fight(game, query, &["last", "format"])?;
    let format = Format::read(query, &[Format::Csv, Format::Svg])?;
    let plain = Address::of_a_fight(game, &query.without_numbers(), &["last", "format"])?;
    // Whatever the numbers are, the form is that of the rules as they stand.
    let before = plain.open(work)?;
    let before = unchanged(work, &before)?;
    let all: Vec<Choice> = choices(&before)
        .into_iter()
        .filter(|choice| choice.words.is_empty() && choice.is_of_a_fighter(&before))
        .take(MOST_SLIDERS)
        .collect();
    let form = |notes: &Notes| form(&address, &before, &all, notes);
    let frame = |body: &Markup| framed(&address, before.about(), Tab::Sliders, body);
    let slid = address.open(work).and_then(|table| {
        let last = last(query, &address, &all)?;
        Slid::of(table, last.as_deref(), work)
    });
    let slid = match slid {
        Ok(slid) => slid,
        Err(error) => {
            let notes = Notes::of(&error, query);
            return kept(error, &notes, |notes| Ok(form(notes)), frame);
        }
    };
    let name = format!("{}-curve", address.game);
    match (format, &slid.swept) {
        (Format::Csv, Some(swept)) => return Ok(file(format, &name, csv(swept))),
        (Format::Svg, Some(swept)) => return Ok(file(format, &name, sweep_svg(swept))),
        _ => {}
    }
    Ok(frame(&html! {
        p.lead { "Move a number and see what the fight is worth then." }
        div.columns.slid-of {
            (form(&Notes::default()))
            div #slid aria-live="polite" { (slid.told(&address, query)) }
        }
    }))
}

/// The number whose curve is drawn: the one that was moved last, or the first that differs, or the first.
fn last(query: &Query, address: &Address, all: &[Choice]) -> Result<Option<String>, Error> {
    if let Some(last) = query.one("last")? {
        return Ok(Some(last.to_owned()));
    }
    let changed = all.iter().find(|choice| address.given(&choice.path).is_some());
    Ok(changed.or(all.first()).map(|choice| choice.path.clone()))
}

/// What the fight is worth with these numbers.
struct Slid {
    table: Table,
    best: Best,
    swept: Option<SweepAnswer>,
    /// Why there is no curve.
    missing: Option<String>,
}

impl Slid {
    fn of(table: Table, last: Option<&str>, work: &Work) -> Result<Self, Error> {
        let sized = Sized::of(&table, work)?;
        let found = choices(&table).into_iter().find(|choice| Some(choice.path.as_str()) == last);
        if let (Some(last), None) = (last, &found) {
            let message = format!("`last` is {last:?}, and no number of this fight is called so");
            return Err(Error::question(message));
        }
        let (mut swept, mut missing) = (None, None);
        if let Some(choice) = found {
            match curve_over(&table, &choice, &sized, work) {
                Ok(answer) => swept = Some(answer),
                Err(Error::Input(failure)) => missing = Some(failure.reason()),
                Err(error) => return Err(error),
            }
        }
        let keys = keys_of(table.about(), &sized.answer);
        let best = Best { answer: sized.answer, keys };
        Ok(Self { table, best, swept, missing })
    }

    fn told(&self, address: &Address, query: &Query) -> Markup {
        let about = self.table.about();
        let [headline, proof] = words::best(about, &self.best, true);
        html! {
            section class=(verdict_of(about, &self.best)) {
                p.big { (headline) }
                p.proof { (proof) }
                (line(about, &self.best))
                div.bar-of {
                    a.button href=(address.link("solve", &[])) { "Solution" }
                    a.button href=(address.link("explore", &[])) { "Explore" }
                    a.button href=(Tab::Map.link(address, &[])) { "Map" }
                }
            }
            @if let Some(swept) = &self.swept {
                section.sheet {
                    h2 { "Over " (swept.axes[0].name.replace('.', " ")) }
                    figure.chart { div.scroll { (PreEscaped(curve(swept).unwrap_or_default())) } }
                    @if swept.stopped.is_some() { p.soft.small { "Dotted: not settled, " (ran_out(swept.stopped)) "." } }
                    (files(&Tab::Sliders.path(address), query, &[Format::Csv, Format::Svg], Some(&api(address, &swept.axes[0]))))
                }
            }
            @if let Some(why) = &self.missing { p.soft { "There is no curve: " (why) "." } }
        }
    }
}

/// The same for programs.
fn api(address: &Address, axis: &Axis) -> String {
    let mut pairs = address.kept.clone();
    pairs.push(("vary".to_owned(), format!("{}={}", axis.name, axis.values.join(","))));
    with_query(&address.path("api/sweep"), &pairs)
}

/// The best line, in short.
fn line(about: &About, best: &Best) -> Markup {
    let moves = best.answer.shown_moves();
    let short: String = moves.chars().take(MOST_LETTERS).collect();
    let names = best.answer.line();
    html! {
        @if !moves.is_empty() {
            p.soft { "The line: " code { (short) @if short.len() < moves.len() { "…" } } }
            @if about.letters && !names.is_empty() && names.len() <= 24 {
                p.soft.small { (names.join(", ")) }
            }
        }
    }
}

/// The value over one number, the others as they are.
fn curve_over(
    table: &Table,
    choice: &Choice,
    sized: &Sized,
    work: &Work,
) -> Result<SweepAnswer, Error> {
    let points = sized.affordable.min(MOST_POINTS);
    let Range { from, to, step } = around(table, choice, points);
    let text = format!("{}={from}..{to}:{step}", choice.path);
    let axis = Axis::read(&Text::new("last", text))?;
    let cells = axis.values.len() as u64;
    let budget = sized.budget(work.budget()?, cells);
    Ok(table.source().sweep(&Sweep::over([axis]), &Run::within(&budget))?)
}

/// A field for each number, which the script gives a slider.
fn form(address: &Address, before: &Table, all: &[Choice], notes: &Notes) -> Markup {
    let about = before.about();
    let mut groups: Vec<&str> = all.iter().map(|choice| choice.group.as_str()).collect();
    groups.dedup();
    let fields = sides(address, before, false);
    let sides_shown = !fields.0.is_empty();
    let carried = address.kept.iter().filter(|(name, _)| match name.as_str() {
        "mode" => about.modes.len() <= 1,
        "order" => !about.has_queue(),
        "p1" | "p2" => !sides_shown,
        name => !all.iter().any(|choice| choice.path == name),
    });
    html! {
        form.sheet.sliders method="get" action=(Tab::Sliders.path(address)) data-sliders {
            @if about.modes.len() > 1 || sides_shown || about.has_queue() {
                div.fields { (modes(about)) (fields) (orders(about)) }
            }
            @for group in groups {
                fieldset {
                    legend { (group) }
                    @for choice in all.iter().filter(|choice| choice.group == group) {
                        (field(address, before, choice, notes))
                    }
                }
            }
            (hidden(carried))
            div.bar-of {
                button.main { "Solve" }
                a.button href=(Tab::Sliders.path(address)) { "As written" }
            }
        }
    }
}

fn field(address: &Address, before: &Table, choice: &Choice, notes: &Notes) -> Markup {
    let Range { from, to, step } = reach(before, choice);
    let short = choice.path.rsplit('.').next().unwrap_or(&choice.path);
    html! {
        label.slider { span { (short) }
            input type="number" name=(choice.path) aria-label=(choice.name()) value=[address.given(&choice.path)] placeholder=(choice.now)
                id=[notes.id(&choice.path)] aria-invalid=[notes.invalid(&choice.path)]
                aria-describedby=[notes.described(&choice.path)] autofocus[notes.is_first(&choice.path)]
                step="any" data-from=(from) data-to=(to) data-step=(step);
        }
        (notes.beside(&choice.path))
    }
}

/// How far a slider goes: from next to nothing to twice what is written.
fn reach(before: &Table, choice: &Choice) -> Range {
    let range = around(before, choice, MOST_STEPS);
    match choice.now.parse::<i64>() {
        Ok(now) if now > 0 => {
            let least = i32::from(!takes(before, choice, "0"));
            let step = now.unsigned_abs().div_ceil(MOST_STEPS).max(1);
            Range {
                from: least.to_string(),
                to: (2 * now).max(10).to_string(),
                step: step.to_string(),
            }
        }
        _ => range,
    }
}
