//! The rules of a game: of a fight as tables, of any other in a few sentences.

use maud::{Markup, html};
use outplay::About;
use outplay::duel::spec::{Fighter, Word};
use outplay::duel::{Fight, NORMAL};
use outplay_render::rules::{self, setting, skill, trees, upkeeps};

use super::{error, head};
use crate::address::Address;
use crate::catalogue::Game;
use crate::chrome::{Page, Place, page, picture, picture_of};
use crate::error::Error;
use crate::query::Query;
use crate::work::Work;

pub(crate) fn show(game: &Game, query: &Query, work: &Work) -> Result<Page, Error> {
    let address = Address::of_a_page(game, query, &[])?;
    let table = address.open(work)?;
    let about = table.about();
    let (sources, warnings) = table.warnings();
    let body = html! {
        (head(&address, &about.title, "show", ""))
        @if let Some(about) = &about.about { p.lead { (about) } }
        (error::problems(sources, warnings))
        @if let Some(link) = address.rules_link() {
            p { a.button href=(link) { "Change a copy of these rules" } }
        }
        @match table.fight() {
            Some(fight) => (of_a_fight(&address, about, fight)),
            None => section.sheet {
                h2 { "How it goes" }
                @for sentence in rules::text(&table).lines().skip(1) { p { (sentence) } }
            },
        }
    };
    Ok(page(Place::Games, &format!("{}: rules", about.title), &body))
}

fn of_a_fight(address: &Address, about: &About, fight: &Fight) -> Markup {
    html! {
        section.sheet {
            h2 { "How it goes" }
            @for sentence in setting(fight).lines() { p { (sentence) } }
            @for sentence in upkeeps(fight) { p { (sentence) } }
        }
        (fighters(fight))
        (skills(fight))
        @for (heading, tree) in trees(fight) {
            section.sheet { h2 { (heading) } pre { (tree) } }
        }
        (modes(address, about))
    }
}

fn fighters(fight: &Fight) -> Markup {
    html! {
        div.columns.half {
            @for fighter in &fight.spec.fighters {
                div.sheet {
                    div.fighter { div.who {
                        div.portrait { (picture(picture_of(&fighter.id.text))) }
                        div {
                            div.name { (fighter.name) }
                            @if let Some(about) = &fighter.about { p.soft.small { (about) } }
                            ul.chips {
                                @for number in rules::numbers(fighter) { li.chip { (number) } }
                            }
                            p.soft.small { "Skills: " (own_skills(fight, fighter)) }
                        }
                    } }
                }
            }
        }
    }
}

/// The names of a fighter's skills.
fn own_skills(fight: &Fight, fighter: &Fighter) -> String {
    let all = &fight.spec.skills;
    let name = |id: &Word| {
        let skill = all.iter().find(|skill| skill.id.text == id.text);
        skill.map_or(id.text.clone(), |skill| skill.name.clone())
    };
    fighter.skills.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn skills(fight: &Fight) -> Markup {
    let lasting = fight.spec.skills.iter().any(|skill| skill.lasts.is_some());
    html! {
        section.sheet {
            h2 { "Skills" }
            div.scroll { table.folds {
                thead { tr {
                    th { "key" } th { "name" } th { "in the file" } th { "cost" } th { "at once" }
                    @if lasting { th.n { "lasts" } th { "effect" } }
                } }
                tbody {
                    @for spec in &fight.spec.skills {
                        @let told = skill(fight, spec);
                        tr {
                            td { @if !told.key.is_empty() { kbd { (told.key) } } }
                            td { strong { (told.name) } @if let Some(about) = &spec.about { br; span.soft.small { (about) } } }
                            td data-label="in the file" { code { (told.id) } }
                            td data-label="cost" { (told.cost) } td data-label="at once" { (told.at_once) }
                            @if lasting {
                                td.n data-label="lasts" { (told.lasts) } td data-label="effect" { (told.effect) }
                            }
                        }
                    }
                }
            } }
        }
    }
}

fn modes(address: &Address, about: &About) -> Markup {
    html! {
        @if about.modes.len() > 1 {
            section.sheet {
                h2 { "Modes" }
                table { tbody {
                    @for mode in &about.modes {
                        tr {
                            td { a href=(address.link("solve", &[("mode", &mode.name)])) { (mode.name) } }
                            td { @match &mode.about {
                                Some(about) => (about),
                                None if mode.name == NORMAL => "The rules as they stand.",
                                None => "",
                            } }
                        }
                    }
                } }
            }
        }
    }
}
