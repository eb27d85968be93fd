//! A report as one HTML page: no script, nothing from outside, for a screen, the dark, a phone and paper.
//!
//! Every figure says how it was got, and has the command that gives it again.

mod parts;
mod pictures;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use outplay::{Report, Source, Table, Worth};
use serde_json::Value;

use crate::commands::ask;
use crate::draw::{chart, charts};
use crate::html::turns;
use crate::sweep::tried;
use crate::table::duration;
use crate::{Voice, answer, json, rules, sweep};

const STYLE: &str = include_str!("report.css");

/// Longer lines are cut in a page.
const MOST_TURNS: usize = 120;

/// The report for programs: the same as data.
pub fn data(report: &Report) -> Value {
    let mut told = json::value(report);
    if let Some(map) = &report.map {
        told["map"] = sweep::json(map);
    }
    told
}

/// What a report that was written says in a line or two.
pub fn summary(report: &Report, file: &str) -> String {
    let mut text =
        format!("{file}: everything about {} in {}.\n", report.title, duration(report.seconds));
    for omitted in &report.missing {
        text += &format!("Missing: {}: {}.\n", omitted.part, omitted.why);
    }
    if let Some(stop) = report.stopped {
        text += &format!("It was {}.\n", Voice::Terminal.stopped(Some(stop)));
    }
    text
}

/// What the page is made of.
struct Page<'a> {
    report: &'a Report,
    table: &'a Table,
    source: &'a Source,
    /// Does it stand in a page that has a stylesheet and allows no other styles?
    framed: bool,
}

/// The parts of a report, to stand in a page whose stylesheet has the looks.
pub struct Sections {
    /// The fight in a paragraph, and what it is worth.
    pub head: Markup,
    /// The sections that there is something for: a name in an address, a title, and what is said.
    pub parts: Vec<(&'static str, &'static str, Markup)>,
    /// What is missing, and where it all comes from.
    pub end: Markup,
}

/// The report in parts, without a style of its own.
pub fn sections(report: &Report, table: &Table) -> Sections {
    let page = Page { report, table, source: table.source(), framed: true };
    Sections {
        head: html! { (page.story()) (page.verdict()) },
        parts: page.parts(),
        end: page.end(),
    }
}

/// The report as a page.
pub fn html(report: &Report, table: &Table) -> String {
    let page = Page { report, table, source: table.source(), framed: false };
    let parts = page.parts();
    let title = format!("{}: report", report.title);
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (report.title) }
                (page.story())
                (page.verdict())
                nav { @for (id, name, _) in &parts { a href=(format!("#{id}")) { (name) } } }
                @for (id, name, part) in &parts {
                    section id=(id) { h2 { (name) } (part) }
                }
                (page.end())
            }
        }
    };
    markup.into_string()
}

/// How a figure was got, and the command that gives it again.
fn how(got: &str, command: &str) -> Markup {
    html! { p.how { (got) " · " code { (command) } } }
}

impl Page<'_> {
    fn ask(&self, command: &str, more: &[&str]) -> String {
        ask(command, self.source, more)
    }

    /// The sections that there is something for.
    fn parts(&self) -> Vec<(&'static str, &'static str, Markup)> {
        let report = self.report;
        let mut parts = Vec::new();
        if let Some(roster) = &report.roster {
            parts.push(("everyone", "Everyone against everyone", self.everyone(roster)));
        }
        if let Some(line) = &report.line {
            parts.push(("line", self.line_name(), self.line(line)));
        }
        if let Some(moves) = &report.moves {
            parts.push(("moves", "What moves the answer", self.moves(moves)));
        }
        if let Some(map) = &report.map {
            parts.push(("map", "The two numbers that move it most", self.map(map)));
        }
        if let Some(weight) = &report.weight {
            parts.push(("weight", "What it could do without", self.weight(weight)));
        }
        if let Some(people) = &report.people {
            parts.push(("people", "How it goes for people", self.people(people)));
        }
        parts
    }

    /// The fight in a paragraph, from its rules.
    fn story(&self) -> Markup {
        let about = self.table.about();
        let mut text = about.about.clone().unwrap_or_default();
        if !text.is_empty() && !text.ends_with('.') {
            text.push('.');
        }
        let Some(fight) = self.table.fight() else { return html! { p { (text) } } };
        if self.report.roster.is_none() || about.members.iter().all(Vec::is_empty) {
            let fighters: Vec<String> = about
                .sides
                .iter()
                .map(|side| {
                    let spec =
                        fight.spec.fighters.iter().find(|fighter| fighter.id.text == side.id);
                    let numbers = spec.map(rules::numbers).unwrap_or_default();
                    let skills: Vec<_> =
                        side.skills.iter().map(|skill| skill.name.as_str()).collect();
                    let has = if numbers.is_empty() {
                        String::new()
                    } else {
                        format!(" ({})", numbers.join(", "))
                    };
                    match skills[..] {
                        [] => format!("{}{has}", side.name),
                        [only] => format!("{}{has} only knows {only}", side.name),
                        [ref first @ .., last] => {
                            format!("{}{has} knows {} and {last}", side.name, first.join(", "))
                        }
                    }
                })
                .collect();
            text += &format!(" {}. ", fighters.join("; "));
        }
        text = format!("{} {}", text.trim_end(), rules::setting(fight).replace('\n', " "));
        text += &rules::upkeeps(fight).join(" ");
        html! { p { (text) } }
    }

    fn verdict(&self) -> Markup {
        let (report, about) = (self.report, self.table.about());
        let headline = answer::told(about, &report.answer);
        let proof = answer::proved(about, &report.answer, Voice::Terminal);
        html! {
            p.verdict { (headline) @if !headline.ends_with('.') { "." } }
            (how(&proof, &self.ask("solve", &[])))
            @if !report.modes.is_empty() {
                div.scroll { table {
                    thead { tr { th { "mode" } th.n { (report.unit) } th { "the command" } } }
                    tbody { @for mode in &report.modes { tr {
                        td { (mode.mode) }
                        td.n { (tried(&mode.tried)) }
                        td { code { (self.in_mode(&mode.mode)) } }
                    } } }
                } }
            }
        }
    }

    fn in_mode(&self, mode: &str) -> String {
        let mut source = self.source.clone();
        source.options.mode = None;
        ask("solve", &source, &["--mode", mode])
    }

    fn line_name(&self) -> &'static str {
        let worth = Worth::of(&self.report.answer);
        if worth.is_no_win() { "The line that comes nearest" } else { "The best line" }
    }

    fn line(&self, line: &outplay::SidesReplay) -> Markup {
        let about = self.table.about();
        let moves = self.report.answer.shown_moves();
        html! {
            @for drawn in charts(about, line) {
                figure.chart {
                    figcaption {
                        (drawn.title)
                        @for series in &drawn.series {
                            span class=(format!("key p{}", series.side)) { (series.name) }
                        }
                    }
                    (PreEscaped(chart(&drawn)))
                }
            }
            (turns(about, line, MOST_TURNS))
            (how("played by the rules, turn by turn", &self.ask("replay", &["--moves", moves])))
        }
    }

    /// What is missing, and where it all comes from.
    fn end(&self) -> Markup {
        let report = self.report;
        html! {
            @if !report.missing.is_empty() || report.stopped.is_some() {
                section #missing {
                    h2 { "What is missing" }
                    @if let Some(stop) = report.stopped {
                        p.note { "The report was " (Voice::Terminal.stopped(Some(stop))) "." }
                    }
                    ul { @for omitted in &report.missing { li { (omitted.part) ": " (omitted.why) } } }
                }
            }
            footer {
                p.how {
                    "Proved: by an exhaustive search, no better play exists. Within: both bounds are proved. Sampled: "
                    "so many games from a seed. Made in " (duration(report.seconds)) " by "
                    code { (self.ask("report", &[])) }
                }
            }
        }
    }
}
