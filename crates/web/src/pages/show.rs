//! The rules of a fight, as tables.

use axum::extract::{Request, State};
use maud::{Markup, html};
use outplay::Loaded;
use outplay::duel::NORMAL;
use outplay::duel::spec::{Fighter, Word};

use super::{answer, head, wrong};
use crate::app::{Named, Shared};
use crate::fight::Question;
use crate::look::{Page, Place, page, picture, picture_of};
use crate::wrong::Wrong;
use outplay_render::fight::{setting, skill_row, trees, upkeeps};

pub(in super::super) async fn show(
    State(app): State<Shared>,
    Named(name): Named,
    request: Request,
) -> Result<Page, Wrong> {
    answer(&app, &name, request, |game, asked, _| {
        let question = Question::read(game, asked, &[])?;
        let loaded = question.load()?;
        let title = loaded.fight.names.title.clone();
        let body = html! {
            (head(&question, &title, "show", ""))
            @if let Some(about) = &loaded.fight.spec.about { p.lead { (about) } }
            (wrong::problems(&loaded.sources, &loaded.warnings))
            section.sheet {
                h2 { "How it goes" }
                @for sentence in setting(&loaded).lines() { p { (sentence) } }
                @for sentence in upkeeps(&loaded) { p { (sentence) } }
            }
            (fighters(&loaded))
            (skills(&loaded))
            @for (heading, tree) in trees(&loaded) {
                section.sheet { h2 { (heading) } pre { (tree) } }
            }
            (modes(&question, &loaded))
        };
        Ok(page(Place::Games, &format!("{title}: rules"), &body))
    })
    .await
}

fn fighters(loaded: &Loaded) -> Markup {
    html! {
        div.columns.half {
            @for fighter in &loaded.fight.spec.fighters {
                div.sheet {
                    div.fighter { div.who {
                        div.portrait { (picture(picture_of(&fighter.id.text))) }
                        div {
                            div.name { (fighter.name) }
                            @if let Some(about) = &fighter.about { p.soft.small { (about) } }
                            ul.chips {
                                li.chip { "hp " (fighter.hp) }
                                @if fighter.armor != 0 { li.chip { "armor " (fighter.armor) } }
                                @for (word, number) in &fighter.numbers { li.chip { (word.text) " " (number) } }
                            }
                            p.soft.small { "Skills: " (own_skills(loaded, fighter)) }
                        }
                    } }
                }
            }
        }
    }
}

/// The names of a fighter's skills.
fn own_skills(loaded: &Loaded, fighter: &Fighter) -> String {
    let all = &loaded.fight.spec.skills;
    let name = |id: &Word| {
        let skill = all.iter().find(|skill| skill.id.text == id.text);
        skill.map_or(id.text.clone(), |skill| skill.name.clone())
    };
    fighter.skills.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn skills(loaded: &Loaded) -> Markup {
    let lasting = loaded.fight.spec.skills.iter().any(|skill| skill.lasts.is_some());
    html! {
        section.sheet {
            h2 { "Skills" }
            div.scroll { table.broad {
                thead { tr {
                    th { "key" } th { "name" } th { "in the file" } th { "cost" } th { "at once" }
                    @if lasting { th.n { "lasts" } th { "effect" } }
                } }
                tbody {
                    @for skill in &loaded.fight.spec.skills {
                        @let row = skill_row(loaded, skill);
                        tr {
                            td { @if !row[0].is_empty() { kbd { (row[0]) } } }
                            td { (row[1]) @if let Some(about) = &skill.about { br; span.soft.small { (about) } } }
                            td { code { (row[2]) } } td { (row[3]) } td { (row[4]) }
                            @if lasting { td.n { (row[5]) } td { (row[6]) } }
                        }
                    }
                }
            } }
        }
    }
}

fn modes(question: &Question, loaded: &Loaded) -> Markup {
    html! {
        @if loaded.modes.len() > 1 {
            section.sheet {
                h2 { "Modes" }
                table { tbody {
                    @for (mode, about) in &loaded.modes {
                        tr {
                            td { a href=(question.link("solve", &[("mode", mode)])) { (mode) } }
                            td { @match about {
                                Some(about) => (about),
                                None if mode == NORMAL => "The rules as they stand.",
                                None => "",
                            } }
                        }
                    }
                } }
            }
        }
    }
}
