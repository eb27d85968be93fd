//! What happens in a fight, in words.
//!
//! Sentences about a turn ([`describe`]) and about several of them ([`tell`]). Nothing here decides
//! anything: the facts are those of the [`TurnAccount`].

use outplay_game::Player;

use crate::{Event, Names, RollKind, TurnAccount, Who};

/// What happened in a turn, as short sentences in the order of events.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of event")]
pub fn describe(turn: &TurnAccount, names: &Names) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let name = |player: Player| names.fighters[player.index()].name.as_str();
    // Whoever does what is told: the side whose turn it is, or that of a reaction.
    let mut actor = turn.player;
    let whom = |target: Who| if names.members.is_empty() { "" } else { names.of(target) };
    // Does the last sentence name what was used?
    let (mut open, mut hits) = (false, false);
    // What dice showed is told with what came of it.
    let mut shown: Vec<String> = Vec::new();
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
            Event::Reacts { who, reaction } => {
                actor = names.side_of(who);
                let (_, reaction) = &names.fighter(who).reactions[reaction];
                told.push(format!("{}'s {reaction}", names.of(who)));
            }
            Event::Rolls { of: RollKind::Amount, result } => {
                shown.push(format!("rolled {result}"));
                (open, hits) = (was_open, was_hit);
            }
            Event::Rolls { of: RollKind::Critical, result } => {
                if result == 0 {
                    shown.push("critical".to_owned());
                }
                (open, hits) = (was_open, was_hit);
            }
            // What happens is told.
            Event::Rolls { of: RollKind::Happens, result: 0 } => {
                (open, hits) = (was_open, was_hit);
            }
            Event::Rolls { of, result } => {
                let rolled = rolled(of, result);
                if was_open {
                    add(&mut told, &format!(": {rolled}"));
                } else {
                    told.push(rolled);
                }
                open = was_open;
            }
            Event::Falls { who } => told.push(format!("{} falls", names.of(who))),
            Event::Passes => told.push("passes".to_owned()),
            Event::Reacted => actor = turn.player,
            Event::Pays { slot, amount } => {
                let (_, number) = owner(slot, names);
                add(&mut told, &format!(" (-{amount} {number})"));
            }
            Event::Hits { target, damage, blocked, resisted, soaked } => {
                let hit = hit(whom(target), damage, blocked, resisted, soaked);
                // That it hits says what was rolled.
                if let Some(last) = told.last_mut().filter(|last| last.ends_with(HIT)) {
                    last.truncate(last.len() - HIT.len() + 1);
                }
                if was_hit {
                    add(&mut told, &format!(", {hit}"));
                } else if was_open {
                    add(&mut told, &format!(" {hit}"));
                } else {
                    told.push(hit);
                }
            }
            Event::Kills { target } => told.push(format!("{} is killed", names.of(target))),
            Event::Ends { effect } => {
                let (_, _, name) = &names.effects[effect];
                told.push(format!("{name} ends"));
            }
            Event::Stuns { who, turns } => {
                let plural = if turns == 1 { "" } else { "s" };
                told.push(format!("{} will miss {turns} turn{plural}", names.of(who)));
            }
            Event::Misses(player) => {
                told.push(format!("{} {} the turn", name(player), names.verb(player, "miss")));
            }
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
                told.push(format!("{} {}", name(winner), names.verb(winner, "win")));
            }
            Event::Over(None) => told.push("nobody wins".to_owned()),
        }
        if !shown.is_empty() && !matches!(event, Event::Rolls { .. }) {
            add(&mut told, &format!(" ({})", shown.join(", ")));
            shown.clear();
        }
    }
    told
}

/// What a roll to hit that succeeds adds to the sentence about the skill.
const HIT: &str = ": hit";

/// How the dice fell: `it hits`, `rolls 7`.
fn rolled(of: RollKind, result: i32) -> String {
    let yes = result == 0;
    match of {
        RollKind::Hits => if yes { "hit" } else { "miss" }.to_owned(),
        RollKind::Critical => if yes { "a critical hit" } else { "no critical hit" }.to_owned(),
        RollKind::Happens => if yes { "yes" } else { "no" }.to_owned(),
        RollKind::Ready => if yes { "ready again" } else { "not ready yet" }.to_owned(),
        RollKind::Amount => format!("rolled {result}"),
        RollKind::Target => format!("picks number {}", result + 1),
        RollKind::Begins => format!("the coin: player {} begins", result + 1),
    }
}

/// `hits for 3 (2 blocked)`; in a team, whom.
fn hit(whom: &str, damage: i32, blocked: i32, resisted: i32, soaked: i32) -> String {
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
    match (damage < 0, whom) {
        (true, "") => format!("heals the enemy by {}", -damage),
        (true, whom) => format!("heals {whom} by {}", -damage),
        (false, "") => format!("hits for {damage}{kept}"),
        (false, whom) => format!("hits {whom} for {damage}{kept}"),
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
