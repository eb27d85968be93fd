//! Moves of a fight with a price, replayed within a budget.

use outplay_duel::order::Order;
use outplay_duel::{Account, Duel, Fight};
use outplay_game::Player;

use super::told;
use crate::{About, Refused, SidesReplay, amount, thousands};

/// The moves as far as no more is spent; the one that would spend more is refused.
pub(super) fn replay<const W: usize, O: Order>(
    about: &About,
    fight: &Fight,
    duel: &Duel<W, O>,
    moves: &str,
    most: u64,
) -> SidesReplay {
    let keys = about.split(moves);
    let first = |count: usize| duel.account(&fight.names, &about.join(&keys[..count]));
    let whole = first(keys.len());
    let listed_cost = whole.listed_cost;
    let told = |account: &Account| SidesReplay {
        at_most: Some(most),
        listed_cost,
        ..told::replay(about, fight, account, &[])
    };
    if whole.spent <= most || keys.is_empty() {
        return told(&whole);
    }
    // Nothing is ever given back, so what is spent grows with the moves.
    let (mut fits, mut too_many) = (0, keys.len());
    while too_many - fits > 1 {
        let middle = usize::midpoint(fits, too_many);
        if first(middle).spent <= most { fits = middle } else { too_many = middle }
    }
    let (account, beyond) = (first(fits), first(too_many));
    let paid = beyond.turns.iter().rfind(|turn| turn.player == Player::One && turn.skill.is_some());
    let name = paid.and_then(|turn| {
        let skills = &fight.names.fighters[0].skills;
        Some(skills[turn.skill?].name.as_str())
    });
    let unit = &fight.terms.price;
    let refused = Refused {
        round: paid.map_or(account.rounds, |turn| turn.round),
        r#move: too_many,
        reason: format!(
            "{} would spend {} more, {} in all, and the budget is {}",
            name.unwrap_or("it"),
            amount(beyond.spent.saturating_sub(account.spent), unit),
            thousands(beyond.spent),
            thousands(most)
        ),
    };
    SidesReplay { refused: Some(refused), unused: keys.len() - too_many, ..told(&account) }
}
