//! What happens in a fight, in words.
//!
//! Sentences about a turn ([`describe`]) and about several of them ([`tell`]). Nothing here decides
//! anything: the facts are those of the [`TurnAccount`].

use crate::{Event, Names, TurnAccount};

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

/// What happened in several turns: the sentences of each, the first with whose turn it was.
pub fn tell(turns: &[TurnAccount], names: &Names) -> Vec<String> {
    let mut told = Vec::new();
    for turn in turns {
        let mut sentences = describe(turn, names).into_iter();
        let who = &names.fighters[turn.player.index()].name;
        told.extend(sentences.next().map(|first| format!("{who}: {first}")));
        told.extend(sentences);
    }
    told
}

/// What a number is called where both sides are shown: with its owner, if both have one.
fn number_name(slot: usize, names: &Names) -> String {
    let (side, number) = owner(slot, names);
    let shared = names.fighters[1 - side].numbers.iter().any(|(other, _)| other == number);
    if shared { format!("{} {number}", names.fighters[side].name) } else { number.to_owned() }
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

/// Whose number a word of the state is, and its name.
fn owner(slot: usize, names: &Names) -> (usize, &str) {
    for (side, fighter) in names.fighters.iter().enumerate() {
        if let Some((number, _)) = fighter.numbers.iter().find(|(_, other)| *other == slot) {
            return (side, number);
        }
    }
    (0, "")
}
