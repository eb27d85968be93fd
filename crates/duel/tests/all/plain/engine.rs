//! The engine's side of a comparison: a file opened with it, and what it shows of a position.

use outplay_duel::{Battle, Fight, Options, RulesFile};
use outplay_game::Player;
use outplay_text::{Problems, Severity, Sources};

use super::file::Order;
use super::state::{Phase, State};

/// Is the engine one that knows all words?
pub(crate) const KNOWS_ALL_WORDS: bool = true;

/// The engine's fight of a file, or what it finds wrong with it.
pub(crate) fn open(text: &str) -> Result<Fight, String> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("random.toml", text);
    let read = RulesFile::read(&sources, file, &mut problems);
    let fight = read.fight(&sources, &Options::default(), &mut problems);
    let problems = problems.into_sorted().into_iter();
    let errors: Vec<_> = problems.filter(|one| one.severity == Severity::Error).collect();
    match fight {
        Some(fight) if errors.is_empty() => Ok(fight),
        _ => Err(format!("the engine refuses it: {errors:#?}")),
    }
}

/// What both can show of a position, as one text each, so that a difference is easy to see.
pub(crate) fn shown(battle: &Battle, plain: &super::Fight) -> String {
    let mut lines = Vec::new();
    let over = battle.is_over();
    lines.push(match (battle.current(), over) {
        (Some(player), _) => format!("{} chooses", player.index() + 1),
        (None, true) => format!("over, won by {:?}", battle.winner().map(Player::index)),
        (None, false) => "for ever".to_owned(),
    });
    if battle.current().is_some() {
        let moves = battle.moves().into_iter().map(|legal| {
            let cost = legal.cost.into_iter().filter(|(much, _)| *much > 0);
            let mut cost: Vec<_> = cost.map(|(much, name)| format!("{much} {name}")).collect();
            cost.sort();
            format!("{} ({})", legal.id, cost.join(", "))
        });
        lines.push(sorted(moves.collect()));
    }
    for player in if lines[0] == "for ever" { &[][..] } else { &Player::BOTH[..] } {
        let numbers = plain.rules.names().into_iter();
        let numbers = numbers.map(|name| (name, battle.number(*player, name)));
        let numbers = numbers.map(|(name, number)| format!("{name} {}", number.unwrap_or(0)));
        let effects = battle.effects(*player).into_iter();
        let effects = effects.map(|(id, turns)| format!("{id} {turns}"));
        lines.push(numbers.collect::<Vec<_>>().join(", "));
        lines.push(sorted(effects.collect()));
        lines.push(counters(battle, *player, plain));
    }
    if battle.current().is_some() {
        lines.push(battle.queue().iter().map(|place| place.letter()).collect());
    }
    lines.join("\n")
}

/// Cooldowns, uses, stacks and the like while somebody chooses, those at 0 left out, and a last or
/// endless action.
fn counters(battle: &Battle, player: Player, plain: &super::Fight) -> String {
    if battle.current().is_none() {
        return String::new();
    }
    let endless = plain.rules.fighters[player.index()].actions.is_none();
    let counts = |(name, count): &(String, u32)| match name.as_str() {
        "actions" => *count > 1 && !endless,
        _ => *count > 0,
    };
    let counters = battle.counters(player).into_iter().filter(counts);
    sorted(counters.map(|(name, count)| format!("{name} {count}")).collect())
}

fn sorted(mut words: Vec<String>) -> String {
    words.sort();
    words.join(", ")
}

/// The same of the plain interpreter.
pub(crate) fn shown_plainly(fight: &super::Fight, state: &State) -> String {
    let rules = &fight.rules;
    let mut lines = vec![match state.phase {
        Phase::Acting => format!("{} chooses", state.turn + 1),
        Phase::Over(winner) => format!("over, won by {winner:?}"),
        Phase::Before | Phase::ForEver | Phase::TooLong => "for ever".to_owned(),
    }];
    if state.phase == Phase::Acting {
        let moves = fight.choices(state).into_iter().map(|(id, cost)| {
            let cost = cost.into_iter().filter(|(_, much)| *much > 0);
            let mut cost: Vec<_> = cost.map(|(name, much)| format!("{much} {name}")).collect();
            cost.sort();
            format!("{id} ({})", cost.join(", "))
        });
        lines.push(sorted(moves.collect()));
    }
    for side in if lines[0] == "for ever" { &[][..] } else { &[0, 1][..] } {
        let number = |name: &String| state.numbers[*side].get(name).copied().unwrap_or(0);
        let numbers = rules.names().into_iter().map(|name| format!("{name} {}", number(name)));
        lines.push(numbers.collect::<Vec<_>>().join(", "));
        let effects = state.effects.iter().filter(|((caster, _), _)| caster == side);
        let effects = effects.map(|((_, id), running)| format!("{id} {}", running.turns));
        lines.push(sorted(effects.collect()));
        lines.push(plain_counters(fight, state, *side));
    }
    if state.phase == Phase::Acting {
        let restricted = rules.order == Order::RestrictedQueue;
        let place = |&(player, able): &(usize, bool)| match (player, able || !restricted) {
            (0, true) => 'A',
            (0, false) => 'a',
            (_, true) => 'B',
            (_, false) => 'b',
        };
        lines.push(state.queue.iter().map(place).collect());
    }
    lines.join("\n")
}

fn plain_counters(fight: &super::Fight, state: &State, side: usize) -> String {
    if state.phase != Phase::Acting {
        return String::new();
    }
    let mut all = vec![
        ("stunned".to_owned(), state.stunned[side]),
        ("stolen".to_owned(), state.stolen[1 - side]),
    ];
    let many = 2..super::LIMIT;
    if state.turn == side && many.contains(&state.actions) {
        all.push(("actions".to_owned(), state.actions));
    }
    let mine = |(owner, _): &(usize, String)| *owner == side;
    let lists = [("cooldown", &state.cooldowns), ("uses", &state.uses)];
    for (word, list) in lists {
        let has = |id: &String| fight.rules.fighters[side].skills.contains(id);
        let list = list.iter().filter(|(key, _)| mine(key) && has(&key.1));
        all.extend(list.map(|((_, id), count)| (format!("{word}.{id}"), *count)));
    }
    for ((_, id), running) in state.effects.iter().filter(|(key, _)| mine(key)) {
        let stacks = fight.rules.skill(id).effect.as_ref().is_some_and(|one| one.stacks.is_some());
        all.extend(stacks.then(|| (format!("stacks.{id}"), running.stacks)));
    }
    let all = all.into_iter().filter(|(_, count)| *count > 0);
    sorted(all.map(|(name, count)| format!("{name} {count}")).collect())
}
