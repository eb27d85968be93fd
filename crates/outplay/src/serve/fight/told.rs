//! A fight told turn by turn, as a table.

use maud::{Markup, html};
use outplay::duel::{Account, Names, Snapshot};
use outplay::{describe, number_name, thousands};

/// More turns than this are not shown on a page.
const MOST_SHOWN: usize = 500;

/// Every turn as a row: what happened, and the numbers of both sides after it.
pub(in super::super) fn account_table(account: &Account, names: &Names) -> Markup {
    let slots = names.fighters.iter().flat_map(|fighter| &fighter.numbers);
    let untold = account.untold + account.turns.len().saturating_sub(MOST_SHOWN);
    html! {
        div.scroll {
            table.broad {
                thead {
                    tr {
                        th.n { "round" } th { "turn" } th { "what happens" }
                        @for (_, slot) in slots { th.n { (number_name(*slot, names)) } }
                        th { "running" }
                    }
                }
                tbody {
                    tr { td {} td { "start" } td {} (numbers(&account.opening, names)) }
                    @for (index, turn) in account.turns.iter().take(MOST_SHOWN).enumerate() {
                        @let first = index == 0 || account.turns[index - 1].round != turn.round;
                        tr class=(format!("p{}", turn.player.number())) {
                            td.n { @if first { (turn.round) } }
                            td { (names.fighters[turn.player.index()].name) }
                            td.what { (describe(turn, names).join("; ")) }
                            (numbers(&turn.after, names))
                        }
                    }
                }
            }
        }
        @if untold > 0 { p.soft { "… and " (thousands(untold as u64)) " more turns." } }
    }
}

fn numbers(snapshot: &Snapshot, names: &Names) -> Markup {
    html! {
        @for number in snapshot.numbers.iter().flatten() { td.n { (number) } }
        td { (running(snapshot, names, None).join(", ")) }
    }
}

/// The effects that run, with their turns left; those of one side, if asked for.
pub(in super::super) fn running(
    snapshot: &Snapshot,
    names: &Names,
    side: Option<usize>,
) -> Vec<String> {
    let effects = names.effects.iter().zip(&snapshot.timers);
    effects
        .filter(|((caster, _, _), turns)| {
            **turns > 0 && side.is_none_or(|side| caster.index() == side)
        })
        .map(|((_, _, name), turns)| format!("{name} {turns}"))
        .collect()
}
