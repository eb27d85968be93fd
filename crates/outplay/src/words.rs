//! What happens in a fight, in words.

use outplay_duel::{Event, Names, TurnAccount};
use outplay_game::Player;

/// What happened in a turn, as short sentences in the order of events.
pub fn describe(turn: &TurnAccount, names: &Names) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for event in &turn.events {
        match *event {
            // Timers are shown with the position.
            Event::Turn(_) | Event::Starts { .. } | Event::Left { .. } => {}
            Event::Upkeep { slot, by } => {
                told.push(format!("upkeep: {}", change(turn.player, slot, by, names)));
            }
            Event::Tick { effect, slot, by } => {
                let (_, _, name) = &names.effects[effect];
                told.push(format!("{name}: {}", change(turn.player, slot, by, names)));
            }
            Event::Uses { skill } => {
                told.push(names.fighters[turn.player.index()].skills[skill].name.clone());
            }
            Event::Pays { slot, amount } => {
                let (_, number) = owner(slot, names);
                add(&mut told, &format!(" (-{amount} {number})"));
            }
            Event::Hits { damage, blocked } => add(
                &mut told,
                &match (damage, blocked) {
                    (damage, _) if damage < 0 => format!(" heals the enemy by {}", -damage),
                    (damage, blocked) if blocked > 0 => {
                        format!(" hits for {damage} ({blocked} blocked)")
                    }
                    (damage, _) => format!(" hits for {damage}"),
                },
            ),
            Event::Changes { slot, by } => told.push(change(turn.player, slot, by, names)),
            Event::Stuck => told.push("can use no skill".to_owned()),
            Event::Over(Some(winner)) => {
                told.push(format!("{} wins", names.fighters[winner.index()].name));
            }
            Event::Over(None) => told.push("nobody wins".to_owned()),
        }
    }
    told
}

/// Goes on with the sentence about the skill.
fn add(told: &mut [String], more: &str) {
    if let Some(last) = told.last_mut() {
        *last += more;
    }
}

/// `mana +101`, or `boss hp -3` where it is the other side's.
fn change(player: Player, slot: usize, by: i32, names: &Names) -> String {
    let (side, number) = owner(slot, names);
    if side == player.index() {
        format!("{number} {by:+}")
    } else {
        format!("{} {number} {by:+}", names.fighters[side].name)
    }
}

/// Whose number a word of the state is, and its name.
fn owner(slot: usize, names: &Names) -> (usize, &str) {
    for (side, fighter) in names.fighters.iter().enumerate() {
        if let Some((number, _)) = fighter.numbers.iter().find(|(_, other)| *other == slot) {
            return (side, number);
        }
    }
    (0, "")
}

/// 12345678 as 12,345,678.
///
/// ```
/// assert_eq!(outplay::thousands(1_234_567), "1,234,567");
/// ```
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
