//! What came of a game that was played: the verdict, and what each move was worth.

use maud::{Markup, html};
use outplay::game::Player;
use outplay::{About, Hint, Objective, Solver, Table, amount, count, thousands};

use super::play::tools;
use crate::address::Address;
use crate::error::Error;
use crate::here::{Best, Here, hints, unit_at};
use crate::words;
use crate::work::Work;

/// More moves than this are not looked at again.
const MOST_REVIEWED: usize = 60;

/// How it ended, and what perfect play comes to.
pub(super) fn verdict(
    address: &Address,
    table: &Table,
    here: &Here,
    solver: &mut Solver,
    work: &Work,
) -> Result<Markup, Error> {
    let about = table.about();
    let replay = here.replay();
    let zero_sum = about.objective.is_zero_sum();
    let rounds = count(u64::from(replay.rounds), about.counts());
    let spent = amount(replay.spent, &replay.unit);
    // The last moves are the easiest to judge, and the start the hardest: what time is left is its.
    let reviewed = review(address, about, here, solver, work)?;
    let best = Best::after(solver, "", work)?;
    let [value, proof] = words::best(about, &best, true);
    // Where both choose, their mistakes may make up for each other.
    let contested = about.side(Player::Two).chooses;
    let reached = replay.value.or_else(|| i64::try_from(replay.spent).ok());
    let perfect = best.value() == reached && (zero_sum || replay.won_by() == Some(Player::One));
    let explore =
        html! { a.button href=(address.link("explore", &[])) { "Explore the best play" } };
    Ok(html! {
        section.sheet.answer.none[replay.won_by() != Some(Player::One)] {
            p.verdict { @match replay.won_by() {
                Some(winner) => { (words::side(about, winner)) " " (words::does(about, winner, ["wins", "win"])) }
                None if replay.over => "Nobody wins",
                None => "It goes on like this for ever",
            } }
            @match replay.value {
                Some(value) => p { "Worth " (value) " to player 1, after " (rounds) "." },
                None if about.objective == Objective::Win => p { "After " (rounds) "." },
                None => p { "Spent: " (spent) " in " (rounds) "." },
            }
            p {
                @if best.chance().is_some() { "With best play: " (value) " " (proof) }
                @else if !best.is_proved() { "With best play: " (value) ". " (proof) }
                @else if perfect && (zero_sum || contested) { "That is what perfect play comes to." }
                @else if perfect { "No less will do: that was perfect play." }
                @else if let (false, Some(value)) = (zero_sum, best.value()) {
                    @if contested { "With best play of both it takes " } @else { "The best play wins with " }
                    (amount(value.unsigned_abs(), &replay.unit)) ": " code { (best.answer.moves()) }
                } @else { "With best play: " (value) ". " code { (best.answer.moves()) } }
            }
            (tools(address, about, here, false, &explore))
        }
        (reviewed)
    })
}

/// A move, looked at again.
struct Reviewed {
    number: usize,
    player: Player,
    name: String,
    /// The moves before it.
    before: String,
    /// What it was worth, and the name of the best one; none where it is not settled.
    judged: Option<(Hint, String)>,
    /// What that is counted in, where dice fall.
    unit: String,
}

/// What each move that was made by hand cost against the best one; where none was to be, every move.
fn review(
    address: &Address,
    about: &About,
    here: &Here,
    solver: &mut Solver,
    work: &Work,
) -> Result<Markup, Error> {
    let watched = address.is_watched(about);
    let own = |player: Player| watched || address.by_hand(player);
    let made = &here.position.made;
    let places = here.choices(about);
    let looked_at = made.iter().zip(places).enumerate().rev();
    let looked_at = looked_at.filter(|(_, ((player, _), _))| own(*player));
    let mut rows = Vec::new();
    // The end is settled most easily; where a search does not get through, none before it will.
    let mut open = None;
    for (index, ((player, name), place)) in looked_at.take(MOST_REVIEWED) {
        let before = about.join(&here.keys[..place]);
        let key = &here.keys[place];
        let (mut judged, mut unit) = (None, String::new());
        if open.is_none() {
            match hints(solver, &before, work)? {
                Ok(worths) => {
                    let same = |worth: &&Hint| worth.key.eq_ignore_ascii_case(key);
                    let best = worths.iter().find(|worth| worth.best);
                    let best = best.map_or(String::new(), |best| best.name.clone());
                    judged = worths.iter().find(same).map(|worth| (worth.clone(), best));
                    unit = unit_at(solver, &before, work)?;
                }
                Err(reason) => open = Some(reason),
            }
        }
        let (player, name) = (*player, name.clone());
        rows.push(Reviewed { number: index + 1, player, name, before, judged, unit });
    }
    rows.reverse();
    let left_out = made.iter().filter(|(player, _)| own(*player)).count() - rows.len();
    let all_own = made.iter().all(|(player, _)| own(*player));
    let both = Player::BOTH.into_iter().all(|player| about.side(player).chooses);
    let title = if watched || (all_own && both) { "The moves" } else { "Your moves" };
    Ok(html! {
        @if !rows.is_empty() {
            section.sheet {
                h2 { (title) ", looked at again" }
                @if left_out > 0 { p.soft { "The last " (rows.len()) "; " (thousands(left_out as u64)) " before them are left out." } }
                (table(address, about, &rows))
                @if let Some(reason) = open { p.soft.small { "Not settled: " (reason) "." } }
            }
        }
    })
}

fn table(address: &Address, about: &About, rows: &[Reviewed]) -> Markup {
    html! {
        div.scroll { table {
            thead { tr { th.n { "move" } th { "who" } th { "played" } th { "worth" } th { "best" } } }
            tbody {
                @for row in rows {
                    tr class=(format!("p{}", row.player.number())) {
                        td.n { a href=(address.link("play", &[("moves", &row.before), ("hint", "1")])) { (row.number) } }
                        td { (words::side(about, row.player)) }
                        td { (row.name) }
                        @match &row.judged {
                            Some((worth, best)) => {
                                td.best[worth.is_good(row.player)].worse[!worth.best] { (words::worth(worth, row.player, about, &row.unit)) }
                                td { @if !worth.best { (best) } }
                            }
                            None => { td.soft { "not settled" } td {} }
                        }
                    }
                }
            }
        } }
    }
}
