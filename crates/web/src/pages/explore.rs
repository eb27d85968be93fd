//! Walking the game tree of any game of two sides, on the board: the position at the left, what each
//! move is worth and the verdict at the right, the value over the whole line below.

use maud::{Markup, html};
use outplay::{About, Kind, Objective, amount};

use super::board::{Course, Measure, falling, graph, leads, line, meter, moves, steps, weigh};
use super::play::another;
use super::scene::{happened, scene};
use super::{head, stated, verdict_class};
use crate::address::Address;
use crate::catalogue::Game;
use crate::chrome::{Page, Place, page};
use crate::error::Error;
use crate::here::{Best, Here, hints};
use crate::query::Query;
use crate::words;
use crate::work::Work;

pub(crate) fn explore(game: &Game, query: &Query, work: &Work) -> Result<Page, Error> {
    let address = Address::of_a_page(game, query, &["moves", "to", "at"])?;
    let table = address.open(work)?;
    let about = table.about();
    // The moves as a line, or one by one.
    let one_by_one = about.join(&query.all("to"));
    let course = Course::read(&table, query.one("moves")?.unwrap_or(&one_by_one), query)?;
    let here = &course.here;
    let mut solver = work.solver(&table);
    let mut best_after = |there: &Here| {
        let over = there.replay().over;
        (!over).then(|| Best::after(&mut solver, &there.moves, work)).transpose()
    };
    let best = best_after(here)?;
    let at_the_end = if course.goes_on() { best_after(&course.end)? } else { None };
    let end_best = if course.goes_on() { at_the_end.as_ref() } else { best.as_ref() };
    let known = match here.chooser() {
        Some(_) => hints(&mut solver, &here.moves, work)?,
        None => Ok(Vec::new()),
    };
    let judged = weigh(&table, &course.end, &mut solver, work)?;
    let measure = Measure::of(about);
    let value = measure.here(here, best.as_ref());
    let end = measure.here(&course.end, end_best);
    let first = match judged.choices.first().filter(|_| judged.left_out == 0) {
        Some(choice) => choice.value(&measure, about),
        None => value,
    };
    let on = end_best.filter(|best| best.is_proved()).map_or(0, |best| best.keys.len());
    let before = course.before.as_ref().unwrap_or(here);
    let body = html! {
        (head(&address, &about.title, "explore", &here.moves))
        (stated(&table))
        div.board data-smooth {
            div.standing {
                (scene(about, here, before, None))
                (happened(about, here, before, None))
            }
            div.analysis {
                section class=(verdict_class(measure.goes_to(value), value.is_settled())) {
                    (meter(&measure, value, first, about, here.replay()))
                    (verdict(about, here, best.as_ref()))
                }
                @if let Some(answer) = best.as_ref().and_then(Best::chance).filter(|_| here.rolls()) {
                    (falling(&address, about, here, answer))
                }
                @if let (Some(player), Some(best)) = (here.chooser(), &best) {
                    (moves(&address, about, here, player, &known, best))
                }
            }
            section.sheet.along aria-label="The line" {
                (steps(&course, &address, about, best.as_ref()))
                (graph(&course, &judged, end, on, &measure, &address, about))
                (line(&course, &address, about, best.as_ref()))
                @if let Some(reason) = judged.open { p.soft.small { "Not all of the line is weighed: " (reason) "." } }
            }
            (leads(&address, &table, here)?)
            @if about.kind == Kind::Fight {
                details.sheet {
                    summary { "Another fight: mode, numbers" }
                    (another(&address, &table, work, ("explore", "Explore"))?)
                }
            }
        }
    };
    Ok(page(Place::Games, &format!("{}: explore", about.title), &body))
}

fn verdict(about: &About, here: &Here, best: Option<&Best>) -> Markup {
    let replay = here.replay();
    let spent = amount(replay.spent, &replay.unit);
    html! {
        @if let Some(best) = best {
            @let [value, proof] = words::best(about, best, here.keys.is_empty());
            p.big data-announce { (value) }
            p.proof {
                @if matches!(about.objective, Objective::LeastCost(_)) { "Spent so far: " (spent) ". " }
                (proof)
            }
        } @else {
            p.big data-announce { @match replay.won_by() {
                Some(winner) => { (words::side(about, winner)) " " (words::does(about, winner, ["has won", "have won"])) }
                None if replay.over => "Nobody has won",
                None => "It goes on like this for ever",
            } }
            p.proof { @match replay.value {
                Some(value) => { "Worth " (value) " to player 1." }
                None if about.objective == Objective::Win => {}
                None => { "Spent: " (spent) "." }
            } }
        }
    }
}
