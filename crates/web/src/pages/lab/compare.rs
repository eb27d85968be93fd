//! The searches side by side: the same fight from nothing by each of them, what they found, and how many
//! states it took.

use axum::response::Response;
use maud::{Markup, html};
use outplay::{Answer, Budget, Comparison, Proof, thousands};
use outplay_render::compare::csv;
use outplay_render::sweep;
use outplay_render::table::duration;

use super::{Format, Tab, file, files, framed};
use crate::address::Address;
use crate::catalogue::Game;
use crate::error::Error;
use crate::query::{Query, with_query};
use crate::work::Work;

/// No search of a page expands more states.
const MOST_STATES: u64 = 1_000_000;
/// The same where dice fall.
const MOST_WITH_DICE: u64 = 100_000;

/// The page.
pub(super) fn compared(game: &Game, query: &Query, work: &Work) -> Result<Response, Error> {
    let address = Address::of_a_fight(game, query, &["format"])?;
    let format = Format::read(query, &[Format::Csv])?;
    let table = address.open(work)?;
    let about = table.about();
    let most = if about.rolls { MOST_WITH_DICE } else { MOST_STATES };
    let budget = work.budget()?;
    let budget = Budget { states: budget.states.min(most), ..budget };
    let comparison = table.compare(None, &budget)?;
    if format == Format::Csv {
        return Ok(file(format, &format!("{}-searches", address.game), csv([&comparison])));
    }
    let pairs: Vec<_> = address.kept.iter().filter(|(name, _)| name != "seed").cloned().collect();
    let api = with_query(&address.path("api/compare"), &pairs);
    Ok(framed(
        &address,
        about,
        Tab::Compare,
        &html! {
            p.lead { "The same fight by every search that applies to it, each from nothing." }
            (side_by_side(&comparison, most))
            (files(&Tab::Compare.path(&address), query, &[Format::Csv], Some(&api)))
        },
    ))
}

fn side_by_side(comparison: &Comparison, most: u64) -> Markup {
    let answers = &comparison.answers;
    let longest = answers.iter().map(Answer::states).max().unwrap_or(1).max(1);
    let finished = answers.iter().filter(|answer| is_proved(answer)).count();
    let verdict = match (comparison.agree, finished) {
        (false, _) => {
            "They disagree: please report this fight, it is a fault of Outplay.".to_owned()
        }
        (true, 0) => "None finished.".to_owned(),
        (true, 1) => "One finished.".to_owned(),
        (true, all) if all == answers.len() => "All agree.".to_owned(),
        (true, some) => format!("The {some} that finished agree."),
    };
    html! {
        section.sheet {
            h2 { (verdict) }
            div.scroll { table {
                thead { tr { th { "search" } th.n { "value" } th.n { "states" } th { "drawn" } th.n { "time" } } }
                tbody { @for answer in answers { tr {
                    td { strong { (answer.by().name()) } }
                    td.n { (sweep::worth(&outplay::Worth::of(answer))) }
                    td.n { (thousands(answer.states())) }
                    td.bar-cell { (bar(answer.states(), longest, is_proved(answer))) }
                    td.n { (duration(answer.seconds())) }
                } } }
            } }
            p.soft.small {
                "Bars are of states, the fewer the better; a pale one did not finish. No search goes beyond "
                (thousands(most)) " states here. Times are of this moment and this machine."
            }
        }
    }
}

fn is_proved(answer: &Answer) -> bool {
    matches!(answer.proof(), Proof::Optimal | Proof::Interval)
}

/// A bar as long as its part of the longest.
pub(super) fn bar(number: u64, longest: u64, strong: bool) -> Markup {
    #[expect(clippy::cast_precision_loss, reason = "a place on a drawing")]
    let wide = (100.0 * number as f64 / longest.max(1) as f64).max(0.5);
    html! {
        svg.share viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.bar.pale[!strong] width=(format!("{wide:.1}")) height="10" {}
        }
    }
}
