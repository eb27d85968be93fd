//! The line of moves and rolls, and the steps along it: back and forth, and to the other moves of the
//! last choice.

use maud::{Markup, html};
use outplay::{About, Table, count};

use crate::address::Address;
use crate::error::Error;
use crate::here::{Best, Here, is_roll};
use crate::query::Query;
use crate::words;

/// Moves further away than this have no link.
const MOST_LINKED: usize = 40;
/// Each link holds the whole line: all of them together are no longer than about this.
const MOST_BYTES: usize = 160_000;

/// A line, and the place in it that is looked at.
pub(crate) struct Course {
    /// Where the whole line leads.
    pub(crate) end: Here,
    /// The position that is looked at.
    pub(crate) here: Here,
    /// The one a step before it.
    pub(crate) before: Option<Here>,
}

impl Course {
    /// Reads the line and the place from an address.
    pub(crate) fn read(table: &Table, moves: &str, query: &Query) -> Result<Self, Error> {
        let end = Here::at(table, moves)?;
        let at = query.number("at", "3")?.unwrap_or(usize::MAX).min(end.keys.len());
        let here = end.earlier(table, at)?;
        let before = at.checked_sub(1).map(|at| end.earlier(table, at)).transpose()?;
        Ok(Self { end, here, before })
    }

    /// The place that is looked at: after so many moves and rolls.
    pub(crate) fn at(&self) -> usize {
        self.here.keys.len()
    }

    /// Does the line go on after it?
    pub(crate) fn goes_on(&self) -> bool {
        self.at() < self.end.keys.len()
    }

    /// How many places of the line can have a link.
    pub(crate) fn most_links(&self) -> usize {
        MOST_BYTES / (self.end.moves.len() + 1)
    }

    /// The address of another place of the line.
    pub(crate) fn to(&self, address: &Address, at: usize) -> String {
        let place = if at < self.end.keys.len() { at.to_string() } else { String::new() };
        address.link("explore", &[("moves", &self.end.moves), ("at", &place)])
    }

    /// The best play after the line, where it is the end of the line that is looked at.
    fn best_beyond<'a>(&self, best: Option<&'a Best>) -> Option<&'a Best> {
        best.filter(|best| !self.goes_on() && !best.keys.is_empty())
    }

    /// The next step: along the line, else along the best one.
    fn next(&self, address: &Address, about: &About, best: Option<&Best>) -> Option<String> {
        if self.goes_on() {
            return Some(self.to(address, self.at() + 1));
        }
        let key = best?.keys.first()?;
        let moves = about.extended(&self.end.moves, key);
        Some(address.link("explore", &[("moves", &moves)]))
    }

    /// The other moves of the last choice, the one before and the one after in move order.
    fn beside(&self, address: &Address, about: &About) -> [Option<(String, String)>; 2] {
        let Some(before) = &self.before else { return [None, None] };
        let legal = before.position.options.iter().filter(|option| option.refused.is_none());
        let legal: Vec<_> = legal.collect();
        let made = self.here.keys.last();
        let Some(place) = legal.iter().position(|option| Some(&option.key) == made) else {
            return [None, None];
        };
        let link = |place: usize| {
            let option = legal.get(place)?;
            let moves = about.extended(&before.moves, &option.key);
            Some((address.link("explore", &[("moves", &moves)]), option.name.clone()))
        };
        [place.checked_sub(1).and_then(link), link(place + 1)]
    }
}

/// Where one can step: the arrow keys do the same.
pub(crate) fn steps(
    course: &Course,
    address: &Address,
    about: &About,
    best: Option<&Best>,
) -> Markup {
    let at = course.at();
    let [up, down] = course.beside(address, about);
    let step = |id: &str, key: &str, sign: &str, name: &str, link: Option<String>| {
        html! {
            @if let Some(link) = link {
                a.button id=(id) href=(link) data-arrow=(key) aria-label=(name) title=(name) { (sign) }
            } @else {
                span.button.off aria-hidden="true" { (sign) }
            }
        }
    };
    let last = course.end.keys.len();
    html! {
        nav.steps aria-label="Steps" {
            (step("first", "Home", "|◀", "To the start", (at > 0).then(|| course.to(address, 0))))
            (step("back", "ArrowLeft", "◀", "A step back", at.checked_sub(1).map(|at| course.to(address, at))))
            (step("next", "ArrowRight", "▶", "A step on", course.next(address, about, best)))
            (step("last", "End", "▶|", "To the end of the line", course.goes_on().then(|| course.to(address, last))))
            @if up.is_some() || down.is_some() {
                (step("up", "ArrowUp", "▲", &other(up.as_ref()), up.map(|(link, _)| link)))
                (step("down", "ArrowDown", "▼", &other(down.as_ref()), down.map(|(link, _)| link)))
            }
            span.soft.small {
                "step " (at) " of " (last)
                @if let Some(best) = course.best_beyond(best) {
                    @if best.chance().is_some() { "; green is the likeliest line under best play from here" }
                    @else if best.is_proved() { "; green is the best line from here" }
                    @else { "; green is the most promising line so far; nothing is proved of it" }
                }
            }
        }
    }
}

fn other(beside: Option<&(String, String)>) -> String {
    beside.map_or(String::new(), |(_, name)| format!("{name} instead of the last move"))
}

/// The moves of the line, and the best ones after it; each a place to jump to, where it is not far.
pub(crate) fn line(
    course: &Course,
    address: &Address,
    about: &About,
    best: Option<&Best>,
) -> Markup {
    let (at, made) = (course.at(), course.end.keys.len());
    let more: &[String] = course.best_beyond(best).map_or(&[], |best| &best.keys);
    let mut names = course.end.names(about);
    names.extend(best.iter().flat_map(|best| best.answer.line()).cloned());
    let all: Vec<&str> = course.end.keys.iter().chain(more).map(String::as_str).collect();
    let reach = MOST_LINKED.min(course.most_links() / 2);
    let (first, last) = (at.saturating_sub(reach), all.len().min(at + reach));
    let link = |place: usize| {
        if place <= made {
            course.to(address, place)
        } else {
            address.link("explore", &[("moves", &about.join(&all[..place]))])
        }
    };
    html! {
        ol.chips.line aria-label="The line" {
            li { a.chip.here[at == 0] href=(course.to(address, 0)) aria-current=[(at == 0).then_some("step")] { "start" } }
            @if first > 0 { li.soft { "… " (count(first as u64, "move")) } }
            @for place in first + 1..=last {
                li {
                    a.chip.best[place > made].here[place == at] href=(link(place)) aria-current=[(place == at).then_some("step")] {
                        @if is_roll(about, all[place - 1]) {
                            strong.die { (words::roll(about, all[place - 1])) }
                        } @else {
                            @if names.get(place - 1).is_none_or(|name| name != all[place - 1]) { kbd { (all[place - 1]) } }
                            @if let Some(name) = names.get(place - 1) { (name) }
                        }
                    }
                }
            }
            @if last < all.len() { li.soft { "… " (count((all.len() - last) as u64, "move")) } }
        }
    }
}
