//! Two versions side by side: the game of the address with some changes (A), and with others (B).
//! Instead, A may be another game that is served: so a copy with other rules stands beside its original.
//!
//! A change is what `set` takes, or a word for the mode, the sides, the order or the goal. Both are solved, the
//! difference is said in a sentence, and what moves each of them stands below.

use axum::response::Response;
use maud::{Markup, html};
use outplay::{
    About, Kind, Moved, Number, Options, Run, Sensitivity, Table, Text, WhatMoves, Worth, amount,
};
use outplay_render::sweep::{number, tried, worth};
use outplay_render::table::{csv_row, decimal};
use outplay_render::{chance, ran_out};

use super::super::field::choice;
use super::super::verdict_of;
use super::choice::{choices, named};
use super::size::Sized;
use super::{Format, Tab, file, files, framed, hidden, kept};
use crate::address::Address;
use crate::catalogue::Game;
use crate::error::Error;
use crate::here::{Best, keys_of};
use crate::notes::Notes;
use crate::query::Query;
use crate::words;
use crate::work::Work;

/// Empty fields for more changes.
const SPARE: usize = 3;
/// Fewer fights than this are not enough to see what moves a fight.
const ENOUGH: u64 = 300;
/// The numbers that move most are shown.
const MOST_SHOWN: usize = 8;
/// More changes than this are too many for a page.
const MOST_CHANGES: usize = 40;

/// The page.
pub(super) fn versions(game: &Game, query: &Query, work: &Work) -> Result<Response, Error> {
    let address = Address::of_a_fight(game, query, &["a", "b", AGAINST, "format"])?;
    let format = Format::read(query, &[Format::Csv])?;
    let table = address.open(work)?;
    let changes = [query.all("a"), query.all("b")];
    let against = query.one(AGAINST)?.filter(|name| *name != address.game);
    let form = |notes: &Notes| form(&address, &table, (against, &changes), notes, work);
    let frame = |body: &Markup| framed(&address, table.about(), Tab::Versions, body);
    let both = first_of(&address, against, work)
        .and_then(|other| Version::of(other, "A", &changes[0], work))
        .and_then(|a| Ok([a, Version::of(address.clone(), "B", &changes[1], work)?]));
    let both = match both {
        Ok(both) => both,
        Err(error) => {
            let notes = notes(&error, &changes);
            return kept(error, &notes, |notes| Ok(form(notes)), frame);
        }
    };
    if format == Format::Csv {
        return Ok(file(format, &format!("{}-versions", address.game), csv(&both)));
    }
    let [a, b] = &both;
    Ok(frame(&html! {
        p.lead { "The same fight in two versions: what each is worth, and what the difference is." }
        (form(&Notes::default()))
        section.sheet.answer role="status" { p.big { (difference(a, b)) } }
        div.columns.half { (a.told()) (b.told()) }
        (files(&Tab::Versions.path(&address), query, &[Format::Csv], None))
    }))
}

/// The name of the game that A is, in an address.
const AGAINST: &str = "against";

/// What A is, before any change: the fight of the page, or another one as it stands.
fn first_of(address: &Address, against: Option<&str>, work: &Work) -> Result<Address, Error> {
    let Some(name) = against else { return Ok(address.clone()) };
    let found = work.app().catalogue.find(name).filter(|game| game.listed.kind == Kind::Fight);
    let Some(game) = found else {
        return Err(Error::value(AGAINST, format!("no fight is called {name:?}")));
    };
    Address::of_a_fight(&game, &Query::default(), &[])
}

/// What the field of a change is called; rows are counted from 0.
fn field(version: &str, row: usize) -> String {
    format!("{version} {}", row + 1)
}

/// In which fields an error is: those whose text it is about.
fn notes(error: &Error, changes: &[Vec<&str>; 2]) -> Notes {
    Notes::by(error, |sources, problem| {
        let source = sources.get(problem.span?.source);
        let version = changes.iter().zip(NAMES).find(|(_, name)| *name == source.name);
        // A word for the mode, the sides, the order or the goal goes by its own name.
        let holds = |change: &&str| {
            let word = change.split_once('=').is_some_and(|(path, value)| {
                path.trim() == source.name && value.trim() == source.text
            });
            **change == *source.text || word
        };
        match version {
            Some((changes, name)) => Some(field(name, changes.iter().position(holds)?)),
            None => changes
                .iter()
                .zip(NAMES)
                .find_map(|(changes, name)| Some(field(name, changes.iter().position(holds)?))),
        }
    })
}

/// The two versions.
const NAMES: [&str; 2] = ["A", "B"];

/// One of the two.
struct Version {
    name: &'static str,
    address: Address,
    changes: Vec<String>,
    table: Table,
    best: Best,
    moves: Option<Sensitivity>,
}

impl Version {
    fn of(
        address: Address,
        name: &'static str,
        changes: &[&str],
        work: &Work,
    ) -> Result<Self, Error> {
        if changes.len() > MOST_CHANGES {
            return Err(Error::question(format!("a version may have {MOST_CHANGES} changes")));
        }
        for (row, change) in changes.iter().enumerate() {
            if !change.contains('=') {
                let message = format!("{change:?} is no change; write it as boss.hp=60");
                return Err(Error::value(field(name, row), message));
            }
        }
        let changed = work.edited(&address.open(work)?, |options| {
            for change in changes {
                lay(name, change, options);
            }
        })?;
        let sized = Sized::of(&changed, work)?;
        let enough = sized.affordable >= ENOUGH && Worth::of(&sized.answer).is_settled();
        let moves = if enough {
            let asked = WhatMoves { steps: 1, ..WhatMoves::default() };
            let budget = sized.budget(work.budget()?, sized.affordable.min(2_000));
            changed.what_moves(&asked, &Run::within(&budget)).ok()
        } else {
            None
        };
        let keys = keys_of(changed.about(), &sized.answer);
        let best = Best { answer: sized.answer, keys };
        let changes = changes.iter().map(|change| (*change).to_owned()).collect();
        Ok(Self { name, address, changes, table: changed, best, moves })
    }

    fn worth(&self) -> Worth {
        Worth::of(&self.best.answer)
    }

    fn told(&self) -> Markup {
        let about = self.table.about();
        let [headline, proof] = words::best(about, &self.best, true);
        let worth = self.worth();
        html! {
            section class=(verdict_of(about, &self.best)) {
                h2 { (self.name) ": " (about.title) ", " @if self.changes.is_empty() { "as it stands" } @else { (self.changes.join(", ")) } }
                p.big { (headline) }
                p.proof { (proof) }
                @if !self.best.answer.shown_moves().is_empty() {
                    p.soft { "The line: " code { (self.best.answer.shown_moves().chars().take(160).collect::<String>()) } }
                }
                div.bar-of {
                    a.button href=(self.link("solve")) { "Solution" }
                    a.chip href=(self.link("api/solve")) { "JSON" }
                }
                @match &self.moves {
                    Some(moves) => (moving(about, moves)),
                    None => p.soft.small {
                        "What moves it is not shown: "
                        @if worth.is_settled() { "each of its fights takes too long for so many." } @else { (ran_out(worth.stopped)) "." }
                    },
                }
            }
        }
    }

    /// Its own page.
    fn link(&self, page: &str) -> String {
        let mut there = self.address.clone();
        for change in &self.changes {
            let Some((path, value)) = change.split_once('=') else { continue };
            let (path, value) = (path.trim(), value.trim());
            there.kept.retain(|(name, _)| name != path || path == "set");
            let is_name = path.contains('.') || WORDS.contains(&path);
            let pair = if is_name { (path, value) } else { ("set", change.as_str()) };
            there.kept.push((pair.0.to_owned(), pair.1.to_owned()));
        }
        there.link(page, &[])
    }
}

/// What is no number of the rules and may be changed all the same.
const WORDS: [&str; 5] = ["mode", "p1", "p2", "order", "goal"];

fn lay(version: &str, change: &str, options: &mut Options) {
    let (path, value) = change.split_once('=').unwrap_or((change, ""));
    let (path, value) = (path.trim(), value.trim());
    let text = || Some(Text::new(path, value));
    match path {
        "mode" => options.mode = Some(value.to_owned()),
        "p1" => options.sides[0] = text(),
        "p2" => options.sides[1] = text(),
        "order" => options.order = text(),
        "goal" => options.goal = text(),
        _ => options.set.push(Text::new(version, change)),
    }
}

/// The numbers that move a version most.
fn moving(about: &About, moves: &Sensitivity) -> Markup {
    let moves_it =
        |moved: &&Moved| moved.flips || moved.range.is_some_and(|[low, high]| low < high);
    let shown: Vec<&Moved> = moves.numbers.iter().filter(moves_it).take(MOST_SHOWN).collect();
    html! {
        h3 { "What moves it" }
        @if shown.is_empty() { p.soft { "No number does, one step or ten per cent either way." } }
        @else {
            div.scroll { table {
                thead { tr { th { "number" } th.n { "is" } @for by in ["-10 %", "-1", "+1", "+10 %"] { th.n { (by) } } } }
                tbody { @for moved in shown { tr {
                    td { (named(&moved.path)) @if moved.flips { " " span.chip { "turns it" } } }
                    td.n { (moved.value) }
                    @if moved.edits.len() == 4 { @for edit in &moved.edits { td.n { (tried(&edit.tried)) } } }
                    @else { td.n colspan="4" { @for edit in &moved.edits { (edit.by) ": " (tried(&edit.tried)) " " } } }
                } } }
            } }
            p.soft.small { "In " (about.unit()) "; each is a fight solved anew." }
        }
    }
}

/// What B is worth beside A, in a sentence.
fn difference(a: &Version, b: &Version) -> String {
    if a.address.game == b.address.game && a.changes.is_empty() && b.changes.is_empty() {
        return "Both are the fight as it stands: write a change into a field of B.".to_owned();
    }
    let [about, other] = [a.table.about(), b.table.about()];
    let (first, second) = (a.worth(), b.worth());
    if about.unit() != other.unit() || about.objective != other.objective {
        return format!("A counts {}, B {}: they cannot be compared.", about.unit(), other.unit());
    }
    if !first.is_settled() || !second.is_settled() {
        let which = match (first.is_settled(), second.is_settled()) {
            (true, false) => "B is",
            (false, true) => "A is",
            _ => "Both are",
        };
        return format!("{which} not settled: A {}, B {}.", worth(&first), worth(&second));
    }
    let one = &about.sides[0].name;
    let price = matches!(about.objective, outplay::Objective::LeastCost(_));
    match (first.value, second.value) {
        (None, None) => format!("{one} cannot force a win in either."),
        (Some(value), None) => {
            format!("A is won with {}, B cannot be won for sure.", in_units(value, about))
        }
        (None, Some(value)) => {
            format!("A cannot be won for sure, B is won with {}.", in_units(value, about))
        }
        (Some(old), Some(new)) if number(old) == number(new) => {
            format!("No difference: both are worth {}.", in_units(old, about))
        }
        (Some(old), Some(new)) => {
            let by = new.to_f64() - old.to_f64();
            let more = if by > 0.0 { "more" } else { "less" };
            if price {
                let times = if old.to_f64() > 0.0 {
                    format!(" ({} %)", signed(100.0 * by / old.to_f64()))
                } else {
                    String::new()
                };
                let by = gap(old, new, about);
                return format!("A win costs {by} {more} in B than in A{times}.");
            }
            if about.unit() == "chance" {
                let points = decimal(100.0 * by.abs(), 2);
                return format!("{one} is {points} percentage points {more} likely to win in B.");
            }
            let turned = (old.to_f64() > 0.0) != (new.to_f64() > 0.0);
            let turned = if turned { "; the winner is another" } else { "" };
            format!("B is worth {} {more} to {one} than A{turned}.", gap(old, new, about))
        }
    }
}

fn signed(number: f64) -> String {
    format!("{}{}", if number > 0.0 { "+" } else { "" }, decimal(number, 1))
}

/// How far two values are apart.
fn gap(old: Number, new: Number, about: &About) -> String {
    match (old, new) {
        (Number::Whole(old), Number::Whole(new)) => amount(new.abs_diff(old), about.unit()),
        _ => format!("{} {}", decimal((new.to_f64() - old.to_f64()).abs(), 4), about.unit()),
    }
}

fn in_units(value: Number, about: &About) -> String {
    match value {
        Number::Whole(whole @ 0..) => amount(whole.unsigned_abs(), about.unit()),
        value if about.unit() == "chance" => chance::per_cent(value.to_f64()),
        value => format!("{} {}", number(value), about.unit()),
    }
}

fn form(
    address: &Address,
    table: &Table,
    (against, changes): (Option<&str>, &[Vec<&str>; 2]),
    notes: &Notes,
    work: &Work,
) -> Markup {
    let others = work.app().catalogue.iter();
    let others: Vec<_> = others
        .filter(|game| game.listed.kind == Kind::Fight && game.listed.name != address.game)
        .collect();
    let rows = changes.iter().map(Vec::len).max().unwrap_or(0) + SPARE;
    let all = choices(table);
    let example = all.iter().find(|choice| choice.words.is_empty());
    let example = example.map(|choice| format!("{}={}", choice.path, choice.now));
    html! {
        form.sheet.changes method="get" action=(Tab::Versions.path(address)) {
            div.columns.half {
                @for (name, title, given) in [("a", "A", &changes[0]), ("b", "B", &changes[1])] {
                    fieldset {
                        legend { (title) }
                        @if name == "a" {
                            label { "of"
                                (choice(notes, AGAINST, against, &html! {
                                    option value="" { "this fight" }
                                    @for game in &others {
                                        option value=(game.listed.name) selected[against == Some(&game.listed.name)] {
                                            (game.listed.title) @if game.listed.title == table.about().title { " (as served)" }
                                        }
                                    }
                                }))
                            }
                            (notes.beside(AGAINST))
                        }
                        @for row in 0..rows.min(MOST_CHANGES) {
                            @let field = field(title, row);
                            input name=(name) list="changes" aria-label=(format!("change {} of {title}", row + 1))
                                value=[given.get(row)] placeholder=[example.as_ref().filter(|_| row == 0)]
                                id=[notes.id(&field)] aria-invalid=[notes.invalid(&field)]
                                aria-describedby=[notes.described(&field)] autofocus[notes.is_first(&field)]
                                autocomplete="off" spellcheck="false";
                            (notes.beside(&field))
                        }
                    }
                }
            }
            datalist id="changes" {
                @for choice in &all {
                    @if choice.words.is_empty() { option value=(format!("{}={}", choice.path, choice.now)) {} }
                    @for word in &choice.words { option value=(format!("{}={word}", choice.path)) {} }
                }
            }
            p.soft.small { "A change in each field: a number of the rules, or mode, p1, p2, order or goal; an empty column is the fight as it stands." }
            (hidden(address.kept.iter()))
            button.main { "Compare" }
        }
    }
}

/// Both as rows.
fn csv(both: &[Version; 2]) -> String {
    let mut text = csv_row(&["version", "changes", "value", "winner", "proof", "unit", "moves"]);
    for version in both {
        let worth = version.worth();
        text += &csv_row(&[
            version.name,
            &version.changes.join("; "),
            &worth.value.map(|value| value.to_string()).unwrap_or_default(),
            &worth.winner.map(|winner| winner.to_string()).unwrap_or_default(),
            worth.proof.name(),
            version.table.about().unit(),
            &worth.moves,
        ]);
    }
    text
}
