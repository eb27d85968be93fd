//! How the editor looks: the text in a form, and beside it what is wrong with it and what the fight
//! is worth. The part beside is drawn here alone: the script fetches it anew and puts it in place.

use maud::{Markup, html};
use outplay::count;
use outplay::text::{Problem, Severity, Sources, Span};
use outplay_render::problems::beyond;

use super::Origin;
use super::check::{Checked, MOST_MODES, Worth};
use super::words::words;
use crate::chrome::{Page, Place, page};
use crate::own;
use crate::pages::{error, file_news, tabs};

/// More problems than this are counted, not shown.
const MOST_SHOWN: usize = 50;

/// The whole page.
pub(super) fn page_of(origin: &Origin, text: &str, checked: &Checked) -> Page {
    let title = match origin {
        Origin::New => "A fight of your own".to_owned(),
        Origin::Copy(game) => format!("Change a copy of {}", game.listed.title),
        Origin::Own => match &checked.table {
            Some(table) => table.about().title.clone(),
            None => "Rules of your own".to_owned(),
        },
    };
    let is_fight = checked.table.as_ref().is_none_or(|table| table.fight().is_some());
    let link = |page: &str| origin.link(page, checked.packed.as_deref());
    let body = html! {
        div.crumbs {
            a href="/" { "Games" } " / "
            @match origin {
                Origin::Copy(game) => (game.listed.name),
                Origin::New => "new",
                Origin::Own => (own::OWN),
            }
        }
        h1 { (title) }
        (tabs(is_fight, "edit", link))
        @if let Origin::Copy(game) = origin { (file_news(game.file.as_deref(), &game.listed.name)) }
        form.editing method="post" action=(origin.action()) {
            div.columns.wide {
                div {
                    (area(text))
                    (buttons(is_fight))
                }
                (beside(checked))
            }
        }
        (words())
    };
    page(Place::Edit, &format!("{title}: editor"), &body)
}

/// The text. A line break at its start would be swallowed by the browser, so there is one more.
fn area(text: &str) -> Markup {
    html! {
        div.editor data-schema="/schema.json" {
            textarea #rules-text name="rules-text" rows="30" wrap="off" spellcheck="false"
                autocapitalize="off" autocomplete="off" aria-label="Rules" { "\n" (text) }
        }
    }
}

fn buttons(is_fight: bool) -> Markup {
    let pages = [("play", "Play"), ("solve", "Solve"), ("explore", "Explore"), ("lab", "Lab")];
    html! {
        div.bar-of {
            button.main name="do" value="check" { "Check" }
            @for (page, name) in pages.into_iter().filter(|(page, _)| *page != "lab" || is_fight) {
                button name="do" value=(page) { (name) }
            }
            button name="do" value="download" { "Download" }
        }
        p.soft.small.keyhelp { "Nothing is stored: the rules are in the address of this page once they were checked." }
    }
}

/// What stands beside the text.
pub(super) fn beside(checked: &Checked) -> Markup {
    let Checked { found, table, .. } = checked;
    let errors = found.problems.iter().filter(|problem| problem.severity == Severity::Error);
    let errors = errors.count() as u64;
    let warnings = found.problems.len() as u64 - errors;
    let right = table.is_some() && errors == 0;
    html! {
        div.of-the-text #beside data-rules=[checked.packed.as_deref()] {
            section.sheet.answer.none[!right] aria-label="What it is worth" {
                p.state #said role="status" {
                    @if right { "Right" (holds(checked)) } @else { (count(errors, "error")) }
                    @if warnings > 0 { ", " (count(warnings, "remark")) }
                }
                @if right { (worths(checked)) }
                @else { p.soft { "The fight can be solved when the rules are right." } }
            }
            @if checked.partly && right {
                p.soft.small { "Too large to be checked whole here: " code { "outplay check" } " looks at every mode and every pair of fighters." }
            }
            @if !found.problems.is_empty() { (problems(&found.sources, &found.problems)) }
            (share(checked))
        }
    }
}

/// How much of what there is.
fn holds(checked: &Checked) -> String {
    let holds = checked.table.as_ref().map(outplay::Table::holds).unwrap_or_default();
    let holds: Vec<_> = holds.iter().map(|(many, what)| count(*many as u64, what)).collect();
    if holds.is_empty() { String::new() } else { format!(": {}", holds.join(", ")) }
}

fn worths(checked: &Checked) -> Markup {
    let modes = checked.table.as_ref().map_or(0, |table| table.about().modes.len());
    html! {
        ul.worths { @for worth in &checked.worths { (one(worth, modes > 1)) } }
        @if modes > MOST_MODES { p.soft.small { "… and " (modes - MOST_MODES) " more modes." } }
    }
}

fn one(worth: &Worth, with_mode: bool) -> Markup {
    html! {
        li.none[!worth.won && worth.proved] {
            @if with_mode { span.chip { (worth.mode) } }
            p.value { (worth.headline) }
            p.proof.small { (worth.proof) }
        }
    }
}

/// The problems, each with its place in the text, for people and for the script.
fn problems(sources: &Sources, all: &[Problem]) -> Markup {
    html! {
        ol.problems aria-label="Problems" {
            @for problem in all.iter().take(MOST_SHOWN) {
                @let warning = problem.severity == Severity::Warning;
                @let [start, end] = problem.span.map_or([None, None], |span| place(sources, span));
                li.sheet.problem.warning[warning] data-start=[start] data-end=[end] {
                    h2 { (problem.message) }
                    @if let Some(span) = problem.span {
                        @let (line, column) = sources.line_column(span);
                        p.small { a href="#rules-text" { "line " (line) ", column " (column) } }
                        (error::excerpt(sources, span))
                    }
                    @if let Some(help) = &problem.help { p { (help) } }
                }
            }
        }
        @if let Some(beyond) = beyond(all, MOST_SHOWN) { p { "… " (beyond) "." } }
    }
}

/// Where a problem begins and ends, as a script counts letters.
fn place(sources: &Sources, span: Span) -> [Option<usize>; 2] {
    let text = &sources.get(span.source).text;
    let count = |place: usize| {
        let before = text.get(..place.min(text.len()))?;
        Some(before.encode_utf16().count())
    };
    [count(span.start), count(span.end.max(span.start))]
}

/// How to give the rules to somebody else.
fn share(checked: &Checked) -> Markup {
    html! {
        section.sheet.sharing {
            h2 { "Share" }
            @match &checked.packed {
                Some(packed) => p {
                    "Whoever opens " a #shared href=(own::address("edit", packed)) { "this address" }
                    " has these rules: the whole file is in it, in " (outplay::thousands(packed.len() as u64)) " letters."
                },
                None => p {
                    "These rules are too long for an address. Download them, and share the file; "
                    code { "outplay serve my-fight.toml" } " shows it with all pages."
                },
            }
        }
    }
}
