//! What both front ends say in the same words.

use outplay::duel::Names;
use outplay::game::Player;
use outplay::{Hint, MoveOption, amount};

/// What a move costs: `20 sp`, `free`.
pub fn cost(option: &MoveOption) -> String {
    let parts: Vec<_> = option.cost.iter().map(|(by, number)| format!("{by} {number}")).collect();
    if parts.is_empty() { "free".to_owned() } else { parts.join(", ") }
}

/// What a move does to the enemy at once, where it does.
pub fn harm(option: &MoveOption) -> String {
    match option.harm {
        Some(harm @ 1..) => format!("hits for {harm}"),
        _ => String::new(),
    }
}

/// What a move is proved to be worth to whoever chooses.
pub fn hint_text(hint: &Hint, chooser: Player, names: &Names) -> String {
    let [one, two] = names.fighters.each_ref().map(|fighter| fighter.name.as_str());
    let text = match (hint.value, names.zero_sum, chooser) {
        (Some(0), true, _) => "a tie".to_owned(),
        (Some(value), true, _) if value > 0 => format!("wins with {value} hp"),
        (Some(value), true, player) => {
            let other = if player == Player::One { two } else { one };
            format!("loses, {other} keeps {} hp", -value)
        }
        (Some(value), false, Player::One) => {
            format!("wins for {} more", amount(value.unsigned_abs(), &names.price))
        }
        (Some(value), false, Player::Two) => {
            format!("{one} wins for {} more", amount(value.unsigned_abs(), &names.price))
        }
        (None, _, Player::One) => "no win".to_owned(),
        (None, _, Player::Two) => format!("{one} cannot win"),
    };
    if hint.best { format!("{text} (best)") } else { text }
}

/// Something typed, fit to be shown.
pub fn shown(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(20).flat_map(char::escape_debug).collect();
    if letters.next().is_some() { format!("{start}...") } else { start }
}

/// In words what a move gave away.
pub fn judged(gave_away: Option<u64>) -> String {
    match gave_away {
        None => "not settled".to_owned(),
        Some(0) => "best".to_owned(),
        Some(damage) => format!("gave away {damage} damage"),
    }
}
