//! What came of a fight that was played: the verdict, and what each move was worth.

use maud::{Markup, html};
use outplay::duel::Names;
use outplay::game::Player;
use outplay::{Loaded, amount, count, thousands};

use super::play::tools;
use crate::fight::{Position, Question, Worth, best, move_values, position};
use crate::work::Allowance;
use crate::wrong::Wrong;

/// More moves than this are not looked at again.
const MOST_REVIEWED: usize = 60;

/// How it ended, and what perfect play comes to.
pub(super) fn verdict(
    question: &Question,
    loaded: &Loaded,
    here: &Position,
    allowance: &Allowance,
) -> Result<Markup, Wrong> {
    let names = &loaded.fight.names;
    let account = &here.account;
    let rounds = count(u64::from(account.rounds), names.order.counts());
    let spent = amount(account.spent, &names.price);
    // The last moves are the easiest to judge, and the start the hardest: what time is left is its.
    let reviewed = review(question, loaded, here, allowance)?;
    let best = best(loaded, &question.request, allowance)?;
    // Where both choose, their mistakes may make up for each other.
    let contested = names.fighters[1].skills.len() > 1;
    let reached = here.value.or_else(|| i64::try_from(account.spent).ok());
    let perfect = best.value == reached && (names.zero_sum || account.winner == Some(Player::One));
    let explore =
        html! { a.button href=(question.link("explore", &[])) { "Explore the best play" } };
    Ok(html! {
        section.sheet.answer.none[account.winner != Some(Player::One)] {
            p.verdict { @match account.winner {
                Some(winner) => { (names.fighters[winner.index()].name) " wins" }
                None if account.over => "Nobody wins",
                None => "It goes on like this for ever",
            } }
            @match here.value {
                Some(value) => p { "Worth " (value) " to player 1, after " (rounds) "." },
                None => p { "Spent: " (spent) " in " (rounds) "." },
            }
            p {
                @if !best.proved { "With best play: " (best.told) ". " (best.proof) }
                @else if perfect && (names.zero_sum || contested) { "That is what perfect play comes to." }
                @else if perfect { "No less will do: that was perfect play." }
                @else if let (false, Some(value)) = (names.zero_sum, best.value) {
                    @if contested { "With best play of both it takes " } @else { "The best play wins with " }
                    (amount(value.unsigned_abs(), &names.price)) ": " code { (best.moves) }
                } @else { "With best play: " (best.told) ". " code { (best.moves) } }
            }
            (tools(question, loaded, here, false, &explore))
        }
        (reviewed)
    })
}

/// What a move is worth, in words.
pub(super) fn in_words(worth: &Worth, player: Player, names: &Names) -> String {
    let one = &names.fighters[0].name;
    let price = |value: i64| amount(value.unsigned_abs(), &names.price);
    match (player, worth.value, worth.regret) {
        (_, Some(value), _) if names.zero_sum && worth.best => format!("best: worth {value}"),
        (_, Some(value), regret) if names.zero_sum => {
            format!("worth {value}, gives away {}", thousands(regret.unwrap_or(0)))
        }
        (Player::One, Some(value), _) if worth.best => format!("best: {} to win", price(value)),
        (Player::One, Some(_), regret) => format!("costs {} more", thousands(regret.unwrap_or(0))),
        (Player::One, None, _) if worth.best => "no win here".to_owned(),
        (Player::One, None, _) => "throws the win away".to_owned(),
        (Player::Two, Some(value), _) if worth.best => {
            format!("best: {one} needs {} to win", price(value))
        }
        (Player::Two, Some(_), Some(regret)) => {
            format!("lets {one} win with {} less", thousands(regret))
        }
        (Player::Two, Some(value), None) => format!("lets {one} win ({})", price(value)),
        (Player::Two, None, _) => format!("best: {one} cannot win"),
    }
}

/// A move, looked at again.
struct Reviewed {
    number: usize,
    player: Player,
    name: String,
    /// The moves before it.
    before: String,
    /// What it was worth, and the name of the best one; none where it is not settled.
    judged: Option<(Worth, String)>,
}

/// What each move that was made by hand cost against the best one; where none was to be, every move.
fn review(
    question: &Question,
    loaded: &Loaded,
    here: &Position,
    allowance: &Allowance,
) -> Result<Markup, Wrong> {
    let names = &loaded.fight.names;
    let watched = question.is_watched(names);
    let own = |player: Player| watched || question.by_hand(player);
    let keys: Vec<char> = here.moves.chars().collect();
    let looked_at = here.made.iter().enumerate().rev().filter(|(_, (player, _))| own(*player));
    let mut rows = Vec::new();
    // The end is settled most easily; where a search does not get through, none before it will.
    let mut open = None;
    for (index, (player, name)) in looked_at.take(MOST_REVIEWED) {
        let before: String = keys[..index].iter().collect();
        let mut judged = None;
        if open.is_none() {
            let there = position(loaded, &question.request, &before)?;
            match move_values(&question.request, &there, allowance)? {
                Ok(worths) => {
                    let same = |worth: &&Worth| worth.key.eq_ignore_ascii_case(&keys[index]);
                    let best = worths.iter().find(|worth| worth.best).map(|worth| worth.key);
                    let best = there.options.iter().find(|option| Some(option.key) == best);
                    let best = best.map_or(String::new(), |option| option.name.clone());
                    judged = worths.iter().find(same).map(|worth| (worth.clone(), best));
                }
                Err(reason) => open = Some(reason),
            }
        }
        rows.push(Reviewed {
            number: index + 1,
            player: *player,
            name: name.clone(),
            before,
            judged,
        });
    }
    rows.reverse();
    let left_out = here.made.iter().filter(|(player, _)| own(*player)).count() - rows.len();
    let all_own = here.made.iter().all(|(player, _)| own(*player));
    let both =
        Player::BOTH.into_iter().all(|player| names.fighters[player.index()].skills.len() > 1);
    let title = if watched || (all_own && both) { "The moves" } else { "Your moves" };
    Ok(html! {
        @if !rows.is_empty() {
            section.sheet {
                h2 { (title) ", looked at again" }
                @if left_out > 0 { p.soft { "The last " (rows.len()) "; " (thousands(left_out as u64)) " before them are left out." } }
                (table(question, names, &rows))
                @if let Some(reason) = open { p.soft.small { "Not settled: " (reason) "." } }
            }
        }
    })
}

fn table(question: &Question, names: &Names, rows: &[Reviewed]) -> Markup {
    html! {
        div.scroll { table {
            thead { tr { th.n { "move" } th { "who" } th { "played" } th { "worth" } th { "best" } } }
            tbody {
                @for row in rows {
                    tr class=(format!("p{}", row.player.number())) {
                        td.n { a href=(question.link("play", &[("moves", &row.before), ("hint", "1")])) { (row.number) } }
                        td { (names.fighters[row.player.index()].name) }
                        td { (row.name) }
                        @match &row.judged {
                            Some((worth, best)) => {
                                td.best[worth.is_good(row.player)].worse[!worth.best] { (in_words(worth, row.player, names)) }
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
