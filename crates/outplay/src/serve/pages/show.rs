//! The rules of a fight, as tables.

use axum::extract::{Request, State};
use maud::{Markup, html};
use outplay::Loaded;
use outplay::duel::NORMAL;

use super::{answer, head, wrong};
use crate::cli::skill_row;
use crate::serve::app::{Named, Shared};
use crate::serve::fight::Question;
use crate::serve::look::{Page, Place, page, picture, picture_of};
use crate::serve::wrong::Wrong;

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
            @if let Some(about) = &loaded.fight.written.about { p.lead { (about) } }
            (wrong::problems(&loaded.sources, &loaded.warnings))
            (fighters(&loaded))
            (skills(&loaded))
            (modes(&question, &loaded))
        };
        Ok(page(Place::Games, &format!("{title}: rules"), &body))
    })
    .await
}

fn fighters(loaded: &Loaded) -> Markup {
    html! {
        div.columns.half {
            @for fighter in &loaded.fight.written.fighters {
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
                        }
                    } }
                }
            }
        }
    }
}

fn skills(loaded: &Loaded) -> Markup {
    html! {
        section.sheet {
            h2 { "Skills" }
            div.scroll { table.broad {
                thead { tr { th { "key" } th { "name" } th { "cost" } th { "at once" } th.n { "lasts" } th { "effect" } } }
                tbody {
                    @for skill in &loaded.fight.written.skills {
                        @let row = skill_row(loaded, skill);
                        tr {
                            td { @if !row[0].is_empty() { kbd { (row[0]) } } }
                            td { (row[1]) @if let Some(about) = &skill.about { br; span.soft.small { (about) } } }
                            td { (row[3]) } td { (row[4]) } td.n { (row[5]) } td { (row[6]) }
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
