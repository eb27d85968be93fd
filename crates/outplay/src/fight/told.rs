//! What happened in a fight, as plain data with names.

use std::collections::BTreeMap;

use outplay_duel::order::Place;
use outplay_duel::words::describe;
use outplay_duel::{Account, Event, Fight, Snapshot};
use outplay_game::Player;

use crate::{About, Choice, Refused, ReplayTurn, Scene, SideState, SidesReplay};

/// What a position looks like.
pub(super) fn scene(snapshot: &Snapshot, about: &About) -> Scene {
    Scene {
        sides: [0, 1].map(|side| side_state(snapshot, side, about)),
        queue: queue(&snapshot.queue, about),
        facts: Vec::new(),
    }
}

fn queue(places: &[Place], about: &About) -> Option<String> {
    about.has_queue().then(|| places.iter().map(|place| place.letter()).collect())
}

fn side_state(snapshot: &Snapshot, side: usize, about: &About) -> SideState {
    let numbers = about.sides[side].numbers.iter().zip(&snapshot.numbers[side]);
    let effects = about.effects.iter().zip(&snapshot.timers);
    let effects: BTreeMap<_, _> = effects
        .filter(|(effect, turns)| effect.caster.index() == side && **turns > 0)
        .map(|(effect, turns)| (effect.id.clone(), *turns))
        .collect();
    SideState { numbers: numbers.map(|(name, number)| (name.clone(), *number)).collect(), effects }
}

/// The whole account; `choices` know what moves gave away.
pub(super) fn replay(
    about: &About,
    fight: &Fight,
    account: &Account,
    choices: &[Choice],
) -> SidesReplay {
    let names = &fight.names;
    let last = account.turns.last().map_or(&account.opening, |turn| &turn.after);
    let value = match account.winner {
        None => 0,
        Some(Player::One) => i64::from(last.numbers[0][0]),
        Some(Player::Two) => -i64::from(last.numbers[1][0]),
    };
    let turns = account.turns.iter().map(|turn| {
        let side = turn.player.number();
        let choice =
            choices.iter().find(|choice| choice.round == turn.round && choice.side == side);
        let skills = &names.fighters[turn.player.index()].skills;
        ReplayTurn {
            round: turn.round,
            side,
            skill: turn.skill.map(|skill| skills[skill].id.clone()),
            picked: turn.events.iter().find_map(|event| match *event {
                Event::Picks { node } => {
                    skills[turn.skill?].picks.get(node).map(|(id, _)| id.clone())
                }
                _ => None,
            }),
            events: describe(turn, names),
            p1: side_state(&turn.after, 0, about),
            p2: side_state(&turn.after, 1, about),
            queue_after_skill: queue(&turn.queue_after_skill, about),
            queue: queue(&turn.after.queue, about),
            facts: Vec::new(),
            regret: choice.and_then(Choice::regret),
            best: choice.map(Choice::best),
        }
    });
    let start = scene(&account.opening, about);
    SidesReplay {
        game: about.game.clone(),
        mode: about.mode.clone(),
        winner: account.winner.map(Player::number),
        over: account.over,
        spent: account.spent,
        listed_cost: account.listed_cost,
        unit: fight.terms.price.clone(),
        goal: about.goal(),
        at_most: None,
        rounds: account.rounds,
        refused: account.refused.clone().map(|refusal| Refused {
            round: refusal.round,
            r#move: refusal.move_number,
            reason: refusal.reason,
        }),
        unused: account.unused,
        start: start.sides,
        queue: start.queue,
        facts: Vec::new(),
        value: (about.objective.is_zero_sum() && account.over).then_some(value),
        endless: account.endless,
        turns: turns.collect(),
        untold: account.untold,
        unweighed: 0,
        stopped: None,
    }
}
