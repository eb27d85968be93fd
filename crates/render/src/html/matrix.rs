//! Everyone against everyone as a matrix: a square for each meeting, in the colour of what it is worth.

use maud::{Markup, html};
use outplay::lab::{Cell, Tournament};
use outplay::{About, Objective, Table};

use crate::chance::{per_cent, worth};
use crate::draw::{HEAT_COLOURS, shade};
use crate::table::decimal;
use crate::tournament::{cannot_meet, moving_first};

/// More entrants than this have small squares, where there is no stylesheet to say so.
const MANY: usize = 10;

/// What the squares of a matrix count.
#[derive(Clone, Copy, Debug)]
pub enum Counts<'a> {
    /// How likely the row wins, in per cent.
    Chance,
    /// Whole numbers of something, as player 1 counts it: `hp`.
    Whole(&'a str),
    /// Means of something.
    Means(&'a str),
}

impl<'a> Counts<'a> {
    /// What is counted when both sides of a fight do their best.
    pub fn of(about: &'a About) -> Self {
        match &about.objective {
            Objective::Win => Self::Chance,
            _ if about.rolls => Self::Means(about.unit()),
            _ => Self::Whole(about.unit()),
        }
    }

    /// A value in a square.
    fn short(self, value: f64) -> String {
        match self {
            Self::Chance => decimal(100.0 * value, 0),
            Self::Whole(_) => decimal(value, 0),
            Self::Means(_) => decimal(value, 1),
        }
    }

    /// A value in full.
    fn long(self, value: f64) -> String {
        match self {
            Self::Chance => per_cent(value),
            Self::Whole(unit) => format!("{} {unit}", decimal(value, 0)),
            Self::Means(unit) => worth(value, unit),
        }
    }
}

/// Where the colours of the squares come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// The page's stylesheet: whose the meeting is, and how clearly (`one1` to `two3`, `even`).
    Sides,
    /// The page's stylesheet: from the least to the most (`h0` to `h11`), in small squares.
    Heat,
    /// The squares themselves: orange, pale, blue, where pale is even.
    Inline,
}

/// How a matrix looks.
pub struct Look<'a> {
    /// What the entrants are called.
    pub names: &'a [String],
    /// What the squares count.
    pub counts: Counts<'a>,
    /// Their colours.
    pub colours: Colours,
    /// Where the square of a row and a column leads, if anywhere.
    pub link: Option<&'a dyn Fn(usize, usize) -> String>,
}

/// The names of fighters; whoever has none, as a team, is called as it is.
pub fn fighter_names(table: &Table, entrants: &[String]) -> Vec<String> {
    let name = |id: &String| {
        let mut fighters = table.fight().into_iter().flat_map(|fight| &fight.spec.fighters);
        let found = fighters.find(|fighter| fighter.id.text == *id);
        found.map_or(id.clone(), |fighter| fighter.name.clone())
    };
    entrants.iter().map(name).collect()
}

/// Everyone against everyone: the row is player 1, the column player 2.
pub fn matrix<D>(table: &Tournament<D>, look: &Look<'_>) -> Markup {
    let names = look.names;
    let scale = Scale::of(table, look);
    let small = match look.colours {
        Colours::Sides => false,
        Colours::Heat => true,
        Colours::Inline => names.len() > MANY,
    };
    html! {
        div.scroll { table.matrix.small[small] {
            thead { tr { td { "" } @for name in names { th scope="col" { (name) } } } }
            tbody { @for (row, cells) in table.rows.iter().enumerate() {
                tr {
                    th scope="row" { (names[row]) }
                    @for (column, cell) in cells.iter().enumerate() {
                        @let (class, style) = scale.paint(cell.value_to_p1);
                        td class=(class) style=[style] { (square(look, (row, column), cell)) }
                    }
                }
            } }
        } }
    }
}

/// What stands in a square: a value, or why there is none.
fn square<D>(look: &Look<'_>, (row, column): (usize, usize), cell: &Cell<D>) -> Markup {
    if let Some(why) = &cell.impossible {
        return html! { span title=(why) { "–" } };
    }
    let value = cell.value_to_p1;
    let said = value.map_or("?".to_owned(), |value| look.counts.short(value));
    let long = value.map_or("not settled".to_owned(), |value| look.counts.long(value));
    let title = format!("{} against {}: {long}", look.names[row], look.names[column]);
    html! {
        @match look.link {
            Some(link) => a href=(link(row, column)) title=(title) { (said) },
            None => span title=(title) { (said) },
        }
    }
}

/// What a matrix does not show: who cannot meet whom, and what moving first is worth.
pub fn notes<D>(table: &Tournament<D>, names: &[String]) -> Markup {
    html! {
        @for (one, cells) in names.iter().zip(&table.rows) {
            @for (two, cell) in names.iter().zip(cells) {
                @if let Some(why) = &cell.impossible {
                    p.soft.small { "– " (cannot_meet(one, two, why)) "." }
                }
            }
        }
        @if let Some(gain) = table.first_mover_advantage { p.soft.small { (moving_first(gain)) } }
    }
}

/// How values become colours.
enum Scale {
    Sides { most: f64 },
    Heat { low: f64, high: f64 },
    Inline { middle: f64, reach: f64 },
}

impl Scale {
    fn of<D>(table: &Tournament<D>, look: &Look<'_>) -> Self {
        let values = || table.rows.iter().flatten().filter_map(|cell| cell.value_to_p1);
        let chance = matches!(look.counts, Counts::Chance);
        match look.colours {
            Colours::Sides => Self::Sides { most: values().map(f64::abs).fold(1.0, f64::max) },
            Colours::Heat if chance => Self::Heat { low: 0.0, high: 1.0 },
            Colours::Heat => Self::Heat {
                low: values().fold(f64::MAX, f64::min),
                high: values().fold(f64::MIN, f64::max),
            },
            Colours::Inline => {
                let middle = if chance { 0.5 } else { 0.0 };
                let reach = values().map(|value| (value - middle).abs()).fold(0.0, f64::max);
                Self::Inline { middle, reach }
            }
        }
    }

    /// The class of a square, and its style where it has one.
    fn paint(&self, value: Option<f64>) -> (String, Option<String>) {
        let Some(value) = value else { return ("open".to_owned(), None) };
        match *self {
            Self::Sides { most } => (side(value, most), None),
            Self::Heat { low, high } => (heat(value, low, high), None),
            Self::Inline { middle, reach } => {
                let (colour, pale) = shade(value, middle, reach);
                let ink = if pale { "#fff" } else { "#1c2430" };
                ("cell".to_owned(), Some(format!("background:{colour};color:{ink}")))
            }
        }
    }
}

/// How far from even, and for whom.
fn side(value: f64, most: f64) -> String {
    let strength = match value.abs() / most {
        part if part < 0.01 => return "even".to_owned(),
        part if part < 0.25 => 1,
        part if part < 0.6 => 2,
        _ => 3,
    };
    format!("{}{strength}", if value > 0.0 { "one" } else { "two" })
}

/// Where between the least and the most; in it the text has to be light or dark.
fn heat(value: f64, low: f64, high: f64) -> String {
    let part = if high > low { (value - low) / (high - low) } else { 0.5 };
    let colours = u32::try_from(HEAT_COLOURS).unwrap_or(1);
    // The lightest is the most.
    let darker = |step: &u32| (1.0 - part) * f64::from(colours) >= f64::from(*step);
    let place = (1..colours).filter(darker).count();
    let ink = if place > 5 { "light" } else { "dark" };
    format!("h{place} {ink}")
}
