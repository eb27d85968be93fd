//! The report: everything that a designer asks of a fight on one page, as far as the request's limits go; what
//! is missing is said. The same as a file stands alone.

use axum::response::Response;
use maud::html;
use outplay::{ReportOptions, Run};
use outplay_render::report::{html as whole, sections};

use super::{Format, Tab, file, files, framed, within};
use crate::address::Address;
use crate::catalogue::Game;
use crate::error::Error;
use crate::query::{Query, with_query};
use crate::work::Work;

/// So many games are played where figures cannot be exact.
const USUAL_GAMES: u64 = 500;
const MOST_GAMES: u64 = 5_000;

/// The page.
pub(super) fn report(game: &Game, query: &Query, work: &Work) -> Result<Response, Error> {
    let address = Address::of_a_fight(game, query, &["games", "format"])?;
    let format = Format::read(query, &[Format::Html])?;
    let table = address.open(work)?;
    let games = query.number("games", "500")?.unwrap_or(USUAL_GAMES);
    let options = ReportOptions { games: within("games", games, MOST_GAMES)?, seed: address.seed };
    let report = table.source().report(&options, &Run::within(&work.budget()?))?;
    if format == Format::Html {
        return Ok(file(format, &format!("{}-report", address.game), whole(&report, &table)));
    }
    let told = sections(&report, &table);
    let mut pairs = address.kept.clone();
    pairs.push(("games".to_owned(), options.games.to_string()));
    let api = with_query(&address.path("api/report"), &pairs);
    Ok(framed(
        &address,
        table.about(),
        Tab::Report,
        &html! {
            div.report {
                section.sheet {
                    (told.head)
                    nav.chips aria-label="In this report" {
                        @for (id, name, _) in &told.parts { a.chip href=(format!("#{id}")) { (name) } }
                    }
                }
                @for (id, name, part) in &told.parts { section.sheet id=(id) { h2 { (name) } (part) } }
                (told.end)
            }
            (files(&Tab::Report.path(&address), query, &[Format::Html], Some(&api)))
        },
    ))
}
