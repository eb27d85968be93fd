//! What happens in a fight, in words.
//!
//! Sentences about a turn ([`describe`]) and about several of them ([`tell`]). Nothing here decides
//! anything: the facts are those of the [`TurnAccount`].

use outplay_game::Player;

use crate::{Event, Names, TurnAccount};

/// What happened in a turn, as short sentences in the order of events.
pub fn describe(turn: &TurnAccount, names: &Names) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let name = |player: Player| names.fighters[player.index()].name.as_str();
    // Whoever does what is told: the side whose turn it is, or the owner of a reaction.
    let mut actor = turn.player;
    // Does the last sentence name what was used?
    let (mut open, mut hits) = (false, false);
    for event in &turn.events {
        let (was_open, was_hit) = (open, hits);
        hits = matches!(event, Event::Hits { .. } | Event::Drains { .. });
        open = matches!(
            event,
            Event::Uses { .. }
                | Event::Pays { .. }
                | Event::Picks { .. }
                | Event::Reacts { .. }
                | Event::Hits { .. }
                | Event::Drains { .. }
        );
        match *event {
            // Timers and the queue are shown with the position.
            Event::Turn(_)
            | Event::Starts { .. }
            | Event::Left { .. }
            | Event::Queues(_)
            | Event::Leaves
            | Event::Drops(_) => open = was_open,
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
            Event::Reacts { player, reaction } => {
                actor = player;
                let (_, reaction) = &names.fighters[player.index()].reactions[reaction];
                told.push(format!("{}'s {reaction}", name(player)));
            }
            Event::Reacted => actor = turn.player,
            Event::Pays { slot, amount } => {
                let (_, number) = owner(slot, names);
                add(&mut told, &format!(" (-{amount} {number})"));
            }
            Event::Hits { damage, blocked, resisted, soaked } => {
                let hit = hit(damage, blocked, resisted, soaked);
                if was_hit {
                    add(&mut told, &format!(", {hit}"));
                } else if was_open {
                    add(&mut told, &format!(" {hit}"));
                } else {
                    told.push(hit);
                }
            }
            Event::Kills => {
                told.push(format!("{} is killed", name(actor.other())));
            }
            Event::Ends { effect } => {
                let (_, _, name) = &names.effects[effect];
                told.push(format!("{name} ends"));
            }
            Event::Stuns { player, turns } => {
                let plural = if turns == 1 { "" } else { "s" };
                told.push(format!("{} will miss {turns} turn{plural}", name(player)));
            }
            Event::Misses(player) => told.push(format!("{} misses the turn", name(player))),
            Event::Steals { turns } => {
                let plural = if turns == 1 { "" } else { "s" };
                told.push(format!("takes {turns} turn{plural} from {}", name(actor.other())));
            }
            Event::Again => told.push("acts again".to_owned()),
            Event::Picks { node } => {
                let skills = &names.fighters[turn.player.index()].skills;
                let picked = turn.skill.and_then(|skill| skills[skill].picks.get(node));
                add(&mut told, &format!(": {}", picked.map_or("", |(_, name)| name.as_str())));
            }
            Event::Drains { by } => add(&mut told, &format!(", gains {by}")),
            Event::Changes { slot, by } => told.push(change(slot, by, names)),
            Event::Stuck => told.push("can use no skill".to_owned()),
            Event::Over(Some(winner)) => {
                told.push(format!("{} wins", name(winner)));
            }
            Event::Over(None) => told.push("nobody wins".to_owned()),
        }
    }
    told
}

/// `hits for 3 (2 blocked)`.
fn hit(damage: i32, blocked: i32, resisted: i32, soaked: i32) -> String {
    let mut kept = Vec::new();
    if blocked > 0 {
        kept.push(format!("{blocked} blocked"));
    }
    match resisted {
        0 => {}
        1.. => kept.push(format!("{resisted} resisted")),
        _ => kept.push(format!("{} more: weak", -resisted)),
    }
    if soaked > 0 {
        kept.push(format!("{soaked} soaked"));
    }
    let kept = if kept.is_empty() { String::new() } else { format!(" ({})", kept.join(", ")) };
    if damage < 0 {
        format!("heals the enemy by {}", -damage)
    } else {
        format!("hits for {damage}{kept}")
    }
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
