//! What happens in a fight, in words.

use outplay_duel::order::{OrderKind, Place};
use outplay_duel::{Event, Names, Snapshot, TurnAccount};
use outplay_game::Player;

/// What happened in a turn, as short sentences in the order of events.
pub fn describe(turn: &TurnAccount, names: &Names) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for event in &turn.events {
        match *event {
            // Timers and the queue are shown with the position.
            Event::Turn(_)
            | Event::Starts { .. }
            | Event::Left { .. }
            | Event::Queues(_)
            | Event::Leaves
            | Event::Drops(_) => {}
            Event::Upkeep { slot, by } => {
                told.push(format!("upkeep: {}", change(slot, by, names)));
            }
            Event::Tick { effect, slot, by } => {
                let (_, _, name) = &names.effects[effect];
                told.push(format!("{name}: {}", change(slot, by, names)));
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
            Event::Picks { node } => {
                let skills = &names.fighters[turn.player.index()].skills;
                let picked = turn.skill.and_then(|skill| skills[skill].picks.get(node));
                add(&mut told, &format!(": {}", picked.map_or("", |(_, name)| name.as_str())));
            }
            Event::Drains { by } => add(&mut told, &format!(", gains {by}")),
            Event::Changes { slot, by } => told.push(change(slot, by, names)),
            Event::Stuck => told.push("can use no skill".to_owned()),
            Event::Over(Some(winner)) => {
                told.push(format!("{} wins", names.fighters[winner.index()].name));
            }
            Event::Over(None) => told.push("nobody wins".to_owned()),
        }
    }
    told
}

/// The effects that run, with their turns left; those that one side has cast, if asked for.
pub fn running(snapshot: &Snapshot, names: &Names, cast_by: Option<Player>) -> Vec<String> {
    let effects = names.effects.iter().zip(&snapshot.timers);
    effects
        .filter(|((caster, _, _), turns)| {
            **turns > 0 && cast_by.is_none_or(|player| *caster == player)
        })
        .map(|((_, _, name), turns)| format!("{name} {turns}"))
        .collect()
}

/// A queue, the front first: A player 1, B player 2, lower case where they are not able to add.
pub fn queue_letters(places: &[Place]) -> String {
    places.iter().map(|place| place.letter()).collect()
}

/// Who the letters of a queue are.
pub fn who_is_who(names: &Names) -> String {
    let [one, two] = names.fighters.each_ref().map(|fighter| fighter.name.as_str());
    let who = format!("A is {one}, B is {two}");
    match names.order {
        OrderKind::RestrictedQueue => format!("{who}; a, b: not able to add"),
        _ => who,
    }
}

/// A number of things: `1 state`, `2,000 states`.
///
/// ```
/// assert_eq!(outplay::count(2000, "state"), "2,000 states");
/// ```
pub fn count(number: u64, what: &str) -> String {
    format!("{} {what}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// An amount with its unit, which is the name of a pool or "actions".
///
/// ```
/// assert_eq!(outplay::amount(1, "actions"), "1 action");
/// assert_eq!(outplay::amount(1824, "mana"), "1,824 mana");
/// ```
pub fn amount(number: u64, unit: &str) -> String {
    if unit == "actions" {
        count(number, "action")
    } else {
        format!("{} {unit}", thousands(number))
    }
}

/// Goes on with the sentence about the skill.
fn add(told: &mut [String], more: &str) {
    if let Some(last) = told.last_mut() {
        *last += more;
    }
}

/// `mana +101`, or `Boss hp -3` where both sides have such a number.
fn change(slot: usize, by: i32, names: &Names) -> String {
    format!("{} {by:+}", number_name(slot, names))
}

/// What a number is called where both sides are shown: with its owner, if both have one.
pub fn number_name(slot: usize, names: &Names) -> String {
    let (side, number) = owner(slot, names);
    let shared = names.fighters[1 - side].numbers.iter().any(|(other, _)| other == number);
    if shared { format!("{} {number}", names.fighters[side].name) } else { number.to_owned() }
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
