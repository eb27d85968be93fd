//! The map: what a fight is worth over one or two of its numbers or words, every combination solved exactly.
//!
//! Where nothing is said, two numbers vary around what is written, over as many values as the fight
//! affords. Too many cells are refused before the first is solved, with what would fit, and the form stays.

use axum::response::Response;
use maud::{Markup, PreEscaped, html};
use outplay::duel::NORMAL;
use outplay::{About, Axis, Run, Sweep, SweepAnswer, Table, Text, thousands};
use outplay_render::draw::{curve, heat_map, sweep_svg};
use outplay_render::html::{heat_key, heat_table};
use outplay_render::sweep::{csv, is_price, number, summary, worth_with_unit};
use outplay_render::{Voice, chance};

use super::choice::{Choice, Range, around, choices, named, select};
use super::size::Sized;
use super::{Format, Tab, file, files, framed, hidden, is_contest, kept};
use crate::address::Address;
use crate::catalogue::Game;
use crate::error::Error;
use crate::notes::Notes;
use crate::pages::field::plain;
use crate::pages::form::{modes, orders, sides, unchanged};
use crate::query::{Query, with_query};
use crate::work::Work;

const NAMES: [&str; 11] =
    ["x", "x-of", "x-from", "x-to", "x-step", "y", "y-of", "y-from", "y-to", "y-step", "format"];
/// Nothing varies along this side.
const NONE: &str = "none";
/// The API answers no more cells than this.
pub(crate) const MOST_CELLS: u64 = 20_000;
/// A page draws no more.
const MOST_DRAWN: u64 = 8_000;
/// A map that nobody asked for in particular has no more values along its sides.
const USUAL: [u64; 2] = [27, 15];
/// Links of all cells together take no more bytes than this; beyond that the form leads to each.
const MOST_LINKED: usize = 128 << 10;

/// The page.
pub(super) fn map(game: &Game, query: &Query, work: &Work) -> Result<Response, Error> {
    // As it was when everyone against everyone stood here.
    if query.one("fighters")?.is_some() {
        return super::everyone::everyone(game, query, work);
    }
    let address = Address::of_a_fight(game, query, &NAMES)?;
    let format = Format::read(query, &[Format::Csv, Format::Svg])?;
    let table = address.open(work)?;
    let asked = Asked::read(query, &table, work)?;
    let form = |notes: &Notes| asked.form(&address, &table, work, notes);
    let about = table.about();
    let frame = |body: &Markup| framed(&address, about, Tab::Map, body);
    let swept = match asked.sweep(&table, work) {
        Ok(swept) => swept,
        Err(error) => {
            let notes = asked.notes(&error);
            return kept(error, &notes, form, frame);
        }
    };
    let form = form(&Notes::default())?;
    let name = format!("{}-map", address.game);
    Ok(match format {
        Format::Csv => file(format, &name, csv(&swept)),
        Format::Svg => file(format, &name, sweep_svg(&swept)),
        Format::Page | Format::Html => frame(&html! {
            p.lead { (lead(about, &swept)) }
            (form)
            (drawn(&address, &table, &swept))
            (files(&Tab::Map.path(&address), query, &[Format::Csv, Format::Svg], Some(&asked.api(&address))))
        }),
    })
}

/// What is drawn, in a sentence.
fn lead(about: &About, swept: &SweepAnswer) -> String {
    let over: Vec<String> = swept.axes.iter().map(|axis| named(&axis.name)).collect();
    let one = &about.sides[0].name;
    let what = if is_price(swept) {
        format!("The least {} with which {one} wins", swept.unit)
    } else if swept.unit == "chance" {
        format!("The chance that {one} wins")
    } else {
        format!("What the fight is worth to {one}, in {}", swept.unit)
    };
    let mode = if about.mode == NORMAL { String::new() } else { format!(", {}", about.mode) };
    format!("{what}{mode}, over {}: each square is a fight of its own.", over.join(" and "))
}

/// What varies along a side, as the form has it.
struct Along {
    name: &'static str,
    path: String,
    range: Range,
    /// All values, where it is a word.
    words: Vec<String>,
}

impl Along {
    /// How many values there are, before any of them is made; none where the range is no range.
    fn count(&self) -> Option<u64> {
        if !self.words.is_empty() {
            return Some(self.words.len() as u64);
        }
        let number =
            |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let Range { from, to, step } = &self.range;
        let (from, to, step) = (number(from)?, number(to)?, number(step)?);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
        (step > 0.0 && from <= to).then(|| (((to - from) / step) as u64).saturating_add(1))
    }

    fn axis(&self) -> Result<Axis, Error> {
        Ok(Axis::read(&Text::new(self.name, self.text()))?)
    }

    /// As `vary` takes it.
    fn text(&self) -> String {
        let Range { from, to, step } = &self.range;
        if !self.words.is_empty() {
            return format!("{}={}", self.path, self.words.join(","));
        }
        let step = if step.trim() == "1" { String::new() } else { format!(":{step}") };
        format!("{}={from}..{to}{step}", self.path)
    }
}

/// What is asked: a side across, and one down unless it is a curve.
struct Asked {
    across: Along,
    down: Option<Along>,
    choices: Vec<Choice>,
    sized: Sized,
}

impl Asked {
    fn read(query: &Query, table: &Table, work: &Work) -> Result<Self, Error> {
        let choices = choices(table);
        let sized = Sized::of(table, work)?;
        let [x, y] = usual(table, &choices, [query.one("x")?, query.one("y")?]);
        let curve = y == NONE;
        let most = if curve {
            [sized.affordable.min(USUAL[0]), 1]
        } else {
            // Twice as wide as it is tall.
            let wide = (2 * sized.affordable).isqrt().clamp(7, USUAL[0]);
            [wide, (sized.affordable / wide).clamp(5, USUAL[1])]
        };
        let along = |name: &'static str, path: &str, most: u64| -> Result<Along, Error> {
            let choice = choices.iter().find(|choice| choice.path == path).cloned();
            let choice = choice.unwrap_or_else(|| of_the_rules(table, path));
            // What was typed for another number says nothing about this one.
            let same = query.one(&format!("{name}-of"))?.is_none_or(|of| of == path);
            let typed =
                |part: &str| Ok::<_, Error>(query.one(&format!("{name}-{part}"))?.filter(|_| same));
            let [from, to, step] = [typed("from")?, typed("to")?, typed("step")?];
            let mut range = around(table, &choice, most);
            if step.is_none() && (from.is_some() || to.is_some()) {
                "1".clone_into(&mut range.step);
            }
            for (given, field) in
                [(from, &mut range.from), (to, &mut range.to), (step, &mut range.step)]
            {
                if let Some(given) = given {
                    given.clone_into(field);
                }
            }
            Ok(Along { name, path: path.to_owned(), range, words: choice.words })
        };
        let across = along("x", &x, most[0])?;
        let down = if curve { None } else { Some(along("y", &y, most[1])?) };
        Ok(Self { across, down, choices, sized })
    }

    fn sweep(&self, table: &Table, work: &Work) -> Result<SweepAnswer, Error> {
        let sides = || std::iter::once(&self.across).chain(&self.down);
        if self.down.as_ref().is_some_and(|down| down.path == self.across.path) {
            let message = "across and down are the same: choose another number, or nothing";
            return Err(Error::value("y", message));
        }
        // What is no range is refused by whoever reads it.
        let lengths: Vec<u64> = sides().map(|side| side.count().unwrap_or(1)).collect();
        let cells = lengths.iter().fold(1, |all: u64, length| all.saturating_mul(*length));
        if cells > MOST_DRAWN {
            return Err(Error::value("x-step", too_many(cells, &lengths)));
        }
        let axes = sides().map(Along::axis).collect::<Result<Vec<_>, _>>()?;
        let budget = self.sized.budget(work.budget()?, cells);
        let sweep = Sweep { most_cells: MOST_DRAWN, ..Sweep::over(axes) };
        Ok(table.source().sweep(&sweep, &Run::within(&budget))?)
    }

    /// The same question for programs.
    fn api(&self, address: &Address) -> String {
        let varies = |path: &str| {
            path == self.across.path || self.down.as_ref().is_some_and(|down| down.path == path)
        };
        let words = ["mode", "order", "p1", "p2"];
        let kept = address.kept.iter();
        let kept = kept.filter(|(name, _)| !(words.contains(&name.as_str()) && varies(name)));
        let mut pairs: Vec<(String, String)> = kept.cloned().collect();
        pairs.push(("vary".to_owned(), self.across.text()));
        pairs.extend(self.down.iter().map(|down| ("vary".to_owned(), down.text())));
        with_query(&address.path("api/sweep"), &pairs)
    }

    /// In which field an error is: of the side whose text it is in. Where it is in a range, that is the part
    /// that is no number, or the one that has the words, or where it begins.
    fn notes(&self, error: &Error) -> Notes {
        Notes::by(error, |sources, problem| {
            let span = problem.span?;
            let mut sides = std::iter::once(&self.across).chain(&self.down);
            // What is laid over the rules goes by its path.
            let source = &sources.get(span.source).name;
            let side = sides.find(|side| side.name == source || side.path == *source)?;
            let words = sources.text(span);
            if !side.words.is_empty() || words.trim() == side.path {
                return Some(side.name.to_owned());
            }
            let Range { from, to, step } = &side.range;
            let fields = [("from", from), ("to", to), ("step", step)];
            let none = |(_, typed): &&(&str, &String)| typed.trim().parse::<f64>().is_err();
            let same = |(_, typed): &&(&str, &String)| typed.trim() == words.trim();
            let field = fields.iter().find(none).or_else(|| fields.iter().find(same));
            Some(format!("{}-{}", side.name, field.map_or("from", |(field, _)| field)))
        })
    }

    fn form(
        &self,
        address: &Address,
        table: &Table,
        work: &Work,
        notes: &Notes,
    ) -> Result<Markup, Error> {
        let unchanged = unchanged(work, table)?;
        let about = unchanged.about();
        let varied = |name: &str| address.kept.iter().any(|(other, _)| other == name);
        let shown = ["mode", "order", "p1", "p2"];
        let rest = address.kept.iter().filter(|(name, _)| !shown.contains(&name.as_str()));
        let sides = sides(address, &unchanged, false);
        let sides_shown = !sides.0.is_empty();
        // Where no field carries it, it goes along.
        let carried = address.kept.iter().filter(|(name, _)| match name.as_str() {
            "mode" => about.modes.len() <= 1,
            "order" => !about.has_queue(),
            "p1" | "p2" => !sides_shown,
            _ => false,
        });
        let changed = address.kept.iter().any(|(name, _)| name.contains('.')) || varied("set");
        Ok(html! {
            form.sheet.sweep method="get" action=(Tab::Map.path(address)) {
                div.fields.lab {
                    (modes(about)) (sides) (orders(about))
                }
                div.axes {
                    @for (name, what, along) in [("x", "across", Some(&self.across)), ("y", "down", self.down.as_ref())] {
                        (self.side(notes, name, what, along))
                    }
                }
                (hidden(rest)) (hidden(carried))
                div.bar-of {
                    button.main { "Draw" }
                    @if changed { span.soft.small { "With changes of the rules: as in the address." } }
                }
            }
        })
    }

    fn side(&self, notes: &Notes, name: &str, what: &str, along: Option<&Along>) -> Markup {
        let path = along.map_or(NONE, |along| &along.path);
        let none = (name == "y").then_some(NONE);
        let field =
            |part: &str, value: &str| plain(notes, (&format!("{name}-{part}"), part), value);
        let range = along.filter(|along| along.words.is_empty()).map(|along| &along.range);
        html! {
            fieldset.axis-of {
                legend { (what) }
                div.field {
                    label { "what varies" (select(notes, name, &self.choices, path, none)) }
                    (notes.beside(name))
                }
                @if let Some(Range { from, to, step }) = range {
                    (field("from", from)) (field("to", to)) (field("step", step))
                }
                input type="hidden" name=(format!("{name}-of")) value=(path);
            }
        }
    }
}

/// What varies where nothing is said: in a contest the first number of each side, else the first two of
/// player 2; two axes are two numbers.
fn usual(table: &Table, choices: &[Choice], given: [Option<&str>; 2]) -> [String; 2] {
    let about = table.about();
    let mut groups: Vec<&str> = Vec::new();
    for choice in choices.iter().filter(|choice| choice.is_of_a_fighter(table)) {
        if !groups.contains(&choice.group.as_str()) {
            groups.push(&choice.group);
        }
    }
    let place = about.members[0].len().max(1);
    let enemy = groups.get(place).or(groups.last()).copied().unwrap_or_default();
    let of_the_enemy = choices.iter().filter(|choice| choice.group == enemy);
    let mut of_the_enemy = of_the_enemy.map(|choice| choice.path.as_str());
    let mut order: Vec<&str> = Vec::new();
    if is_contest(about) {
        order.extend(choices.first().map(|choice| choice.path.as_str()));
        order.extend(of_the_enemy.next());
    } else {
        order.extend(of_the_enemy);
    }
    order.extend(choices.iter().map(|choice| choice.path.as_str()));
    let pick = |other: Option<&str>| {
        let found = order.iter().find(|path| Some(**path) != other);
        found.map_or("p2.hp".to_owned(), |path| (*path).to_owned())
    };
    match given {
        [Some(x), Some(y)] => [x.to_owned(), y.to_owned()],
        [Some(x), None] => [x.to_owned(), pick(Some(x))],
        [None, Some(y)] => [pick(Some(y)), y.to_owned()],
        [None, None] => {
            let x = pick(None);
            let y = pick(Some(&x));
            [x, y]
        }
    }
}

/// A number that is not among the choices, as that of somebody who does not fight.
fn of_the_rules(table: &Table, path: &str) -> Choice {
    let numbers = table.numbers();
    let found = numbers.iter().find(|number| number.path == path || number.full == path);
    Choice {
        path: path.to_owned(),
        group: "The rules".to_owned(),
        now: found.map_or(String::new(), |number| number.value.clone()),
        words: Vec::new(),
    }
}

/// What would fit instead of so many cells.
fn too_many(cells: u64, lengths: &[u64]) -> String {
    let times = cells.div_ceil(MOST_DRAWN);
    let remedy = match lengths {
        [_] => format!("a step {times} times as large, or fewer values"),
        _ => {
            let each =
                (1..=times).find(|each| each.saturating_mul(*each) >= times).unwrap_or(times);
            format!("steps {each} times as large in both directions, or shorter ranges")
        }
    };
    format!(
        "{} fights are too many for a page, which draws up to {}. Take {remedy}; \
         `outplay sweep` on the command line does millions.",
        thousands(cells),
        thousands(MOST_DRAWN)
    )
}

/// The drawing, with its key, what it comes to, and every value as a table.
fn drawn(address: &Address, table: &Table, swept: &SweepAnswer) -> Markup {
    let open = swept.worths().filter(|worth| !worth.is_settled()).count() as u64;
    html! {
        section.sheet {
            @if let Some((svg, key)) = heat_map(swept) {
                figure.heat data-heat=(swept.unit) {
                    p.said aria-live="polite" data-said { (at_the_start(table, swept)) }
                    div.scroll tabindex="0" role="region" aria-label="The map; it scrolls" { (PreEscaped(svg)) }
                    p.hint.soft.small { "The map scrolls sideways." }
                    (heat_key(&key, &swept.unit))
                }
            } @else if let Some(svg) = curve(swept) {
                figure.chart { div.scroll { (PreEscaped(svg)) } }
            }
            (open_form(address, swept))
            p.soft.small {
                (summary(swept, Voice::Page).replace('\n', " "))
                @if open > 0 { " " (thousands(open)) " are drawn with dots." }
            }
            details.values-of {
                summary { "Every value as a table" }
                div.scroll { (values(address, swept)) }
            }
        }
    }
}

/// What is said below the map before anybody points at it: the fight as written.
fn at_the_start(table: &Table, swept: &SweepAnswer) -> String {
    let Some(base) = swept.base_cell() else {
        return "The fight as written is not on this map.".to_owned();
    };
    let values = swept.values(base).into_iter().zip(&swept.axes);
    let place: Vec<String> =
        values.map(|(value, axis)| format!("{} {value}", named(&axis.name))).collect();
    let settled = swept.cells[base].worth().filter(|worth| worth.is_settled());
    let worth = settled.and_then(|worth| worth.value);
    let said = match worth {
        Some(value) if table.about().unit() == "chance" => chance::per_cent(value.to_f64()),
        Some(value) if !is_price(swept) => format!("{} {}", number(value), swept.unit),
        _ => worth_with_unit(swept, &swept.cells[base]),
    };
    format!("As written, {}: {said}.", place.join(", "))
}

/// Leads to any of the fights.
fn open_form(address: &Address, swept: &SweepAnswer) -> Markup {
    let varies = |name: &str| swept.axes.iter().any(|axis| axis.name == name);
    html! {
        form.open-at method="get" action=(address.path("solve")) data-open {
            @for (place, axis) in swept.axes.iter().enumerate() {
                label { (named(&axis.name)) " "
                    select name=(axis.name) {
                        @for (index, value) in axis.values.iter().enumerate() {
                            option selected[swept.base[place].unwrap_or(0) == index] { (value) }
                        }
                    }
                }
            }
            (hidden(address.kept.iter().filter(|(name, _)| !varies(name))))
            button { "Open this fight" }
        }
    }
}

/// Every value; with links where there is room for them.
fn values(address: &Address, swept: &SweepAnswer) -> Markup {
    let there = |pairs: &[(&str, &str)]| {
        let mut there = address.clone();
        there.kept.retain(|(name, _)| !pairs.iter().any(|(other, _)| other == name));
        there.link("solve", pairs)
    };
    match &swept.axes[..] {
        [x, y] => {
            let link = |across: &str, down: &str| there(&[(&x.name, across), (&y.name, down)]);
            let length = link("100", "100").len() + 16;
            let linked = swept.cells.len().saturating_mul(length) <= MOST_LINKED;
            heat_table(swept, linked.then_some(&link))
        }
        [x] => html! {
            table.tight {
                thead { tr { th.n { (named(&x.name)) } th.n { (swept.unit) } th { "which" } } }
                tbody { @for (number, value) in x.values.iter().enumerate() { tr {
                    td.n { a href=(there(&[(&x.name, value)])) { (value) } }
                    td.n { (outplay_render::sweep::tried(&swept.cells[number])) }
                    td { @if swept.base_cell() == Some(number) { "as written" } }
                } } }
            }
        },
        _ => Markup::default(),
    }
}
