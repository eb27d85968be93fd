//! What the format cannot check of chance and of teams: what can never happen, words that exclude
//! each other, and chances too fine to be reckoned with exactly.

use outplay_game::MOST_WEIGHT;
use outplay_text::{Code, Problem, Problems, Span};

use super::aims::Aim;
use super::layout::{Fight, find_skill, find_tree};
use crate::amount::Amount;
use crate::formula::Formula;
use crate::order::OrderKind;
use crate::rules::{Chance, Part, Price, Rolled, Rules};
use crate::spec::{self, Skill, Spec};

/// What is wrong with a skill, whoever has it.
pub(super) fn check(skill: &Skill, problems: &mut Problems) {
    if let Some(miss) = &skill.miss {
        match &skill.accuracy {
            None => problems.push(
                Problem::error(Code::NoEffect, miss.span, "this skill never misses")
                    .help("`miss` needs `accuracy = 0.75` beside it"),
            ),
            Some((chance, _)) if is(chance, 1) => problems.push(
                Problem::warning(Code::NoEffect, miss.span, "with this accuracy nothing misses")
                    .help("leave out `miss`, or make `accuracy` less than 1"),
            ),
            Some(_) => {}
        }
    }
    // What is no number has been told, and stands for 0.
    if let Some((chance, span)) = &skill.accuracy
        && is(chance, 0)
        && !problems.has_errors()
    {
        let message = "this skill never hits";
        let help = "an accuracy is above 0; what it does in any case needs none";
        problems.push(Problem::warning(Code::NoEffect, *span, message).help(help));
    }
    up_to(skill, problems);
    if let (Some((chance, span)), None) = (&skill.recharge, skill.cooldown)
        && is(chance, 0)
    {
        let message = "this skill is never ready again";
        problems.push(Problem::warning(Code::NoEffect, *span, message).help("say `uses = 1`"));
    }
    if let (Some((_, span)), Some(_)) = (&skill.recharge, skill.cooldown) {
        let message = "a skill is ready again by a roll or after some turns, not both";
        let help = "leave out `recharge` or `cooldown`";
        problems.push(Problem::error(Code::Contradiction, *span, message).help(help));
    }
    for part in skill.all_parts() {
        self::part(part, problems);
    }
    let inner = skill.all_parts();
    let inner = inner.iter().flat_map(|part| [&part.miss, &part.otherwise]).flatten();
    for word in inner.filter_map(|part| part.target.as_ref()) {
        let message = "what happens instead is aimed at the same target";
        let help = "leave out `target`, or put it into a part under `also`";
        problems.push(Problem::error(Code::Contradiction, word.span, message).help(help));
    }
    if skill.on.is_some() {
        nobody_chooses(skill, "what happens by itself", problems);
    }
}

/// Only a target that is chosen can be several.
fn up_to(skill: &Skill, problems: &mut Problems) {
    let (Some((_, span)), Some(word)) = (skill.up_to, &skill.target) else { return };
    let help = match Aim::of(word) {
        Aim::Enemies | Aim::Allies => "it is aimed at all of them already: leave out `up-to`",
        Aim::Itself => "leave out `up-to`: there is one of oneself",
        Aim::RandomEnemy => "a roll picks one: leave out `up-to`, or say `target = \"enemy\"`",
        _ => return,
    };
    let message = format!("`target = \"{}\"` leaves nobody to choose", word.text);
    problems.push(Problem::error(Code::Contradiction, span, message).help(help));
}

/// What a part rolls for.
fn part(part: &Skill, problems: &mut Problems) {
    let mut never = |span: Span, message: &str, help: &str| {
        problems.push(Problem::warning(Code::NoEffect, span, message).help(help));
    };
    if let Some((chance, span)) = &part.chance {
        if is(chance, 0) {
            never(*span, "this part never happens", "leave it out, or make `chance` more than 0");
        }
        if let Some(otherwise) = part.otherwise.as_ref().filter(|_| is(chance, 1)) {
            let help = "leave out `otherwise`, or make `chance` less than 1";
            never(otherwise.span, "there is no case that is left for this", help);
        }
    }
    if let Some(critical) = &part.critical {
        if is(&critical.chance, 0) {
            let help = "leave out `critical`, or make its `chance` more than 0";
            never(critical.span, "no hit is ever critical", help);
        }
        if part.damage.is_none() {
            let help = "`critical` needs a hit: add `damage = ...`";
            never(critical.span, "there is no damage that could be critical", help);
        }
    }
    if let (Some(otherwise), None) = (&part.otherwise, &part.chance) {
        let message = "there is no case in which this happens";
        let help = "`otherwise` needs `chance = 0.5` beside it";
        problems.push(Problem::error(Code::NoEffect, otherwise.span, message).help(help));
    }
}

/// Where nobody chooses, no target can be chosen.
fn nobody_chooses(skill: &Skill, what: &str, problems: &mut Problems) {
    for part in skill.parts() {
        let Some(word) = &part.target else { continue };
        if matches!(Aim::of(word), Aim::Ally | Aim::OtherAlly | Aim::FallenAlly) {
            let message = format!("{what} cannot choose between allies");
            let help = "say `target = \"allies\"` or `\"self\"`";
            problems.push(Problem::error(Code::Unusable, word.span, message).help(help));
        }
    }
    if let Some((_, span)) = skill.up_to {
        let message = format!("{what} cannot choose how many it is aimed at");
        let help = "leave out `up-to`, or say `target = \"enemies\"`";
        problems.push(Problem::error(Code::Unusable, span, message).help(help));
    }
}

/// Is it a number, and this one?
fn is(chance: &spec::Chance, number: i64) -> bool {
    matches!(chance, spec::Chance::Exact(decimal) if *decimal == number.into())
}

/// Whose turn it is, where each fighter has one of its own.
pub(super) fn turns(spec: &Spec, problems: &mut Problems) {
    if let Some(first) = spec.first.as_ref().filter(|_| spec.order == OrderKind::Speed) {
        let message = "by speed the fastest begins";
        let help = "leave out `first`; give somebody more `speed`";
        problems.push(Problem::error(Code::Contradiction, first.span, message).help(help));
    }
}

/// How many turns a move takes may depend on the dice, and then no move has a price.
pub(super) fn rounds(spec: &Spec, rules: &Rules, problems: &mut Problems) {
    let least = spec.least.as_ref().filter(|_| rules.price == Price::Rounds);
    if let Some(least) = least.filter(|_| rules.rolls || rules.teams.is_some()) {
        let message = "rounds are counted in duels without dice only";
        let help = "say `least = \"actions\"`, or `rounds = 6` and `most = \"win\"`";
        problems.push(Problem::error(Code::Unusable, least.span, message).help(help));
    }
}

/// What teams cannot do, and what is too fine.
pub(super) fn of_fight(fight: &Fight, problems: &mut Problems) {
    for skills in fight.skills.iter().chain(&fight.reactions) {
        for skill in skills {
            let tree = skill.picks.as_ref().and_then(|word| find_tree(fight.spec, word));
            let nodes = tree.map(spec::TreeNode::all).unwrap_or_default();
            for picked in nodes.iter().filter_map(|node| find_skill(fight.spec, &node.skill)) {
                nobody_chooses(picked, "a tree that picks", problems);
            }
            if !fight.has_teams() {
                continue;
            }
            if let Some(word) = skill.queue.first() {
                let message = "there is no queue: teams take turns, or act by speed";
                let help = "leave out `queue`; `again = true` lets the side act again";
                problems.push(Problem::error(Code::NoQueue, word.span, message).help(help));
            }
            for (_, span) in skill.all_parts().iter().filter_map(|part| part.steals) {
                let message = "the turn of a team cannot be stolen";
                let help =
                    "say `again = true` to act again, or `stuns = 1` to make one miss a turn";
                problems.push(Problem::error(Code::Unusable, span, message).help(help));
            }
        }
    }
}

/// Are the chances of one use of a skill too fine to be reckoned with? Only what is rolled for in any
/// case counts.
pub(super) fn too_fine(skill: &Skill, parts: &[Part], problems: &mut Problems) {
    if fineness(parts) <= u128::from(MOST_WEIGHT) {
        return;
    }
    let span = skill.accuracy.as_ref().map_or(skill.id.span, |(_, span)| *span);
    let message = format!("the chances of `{}` are too fine to be exact", skill.id.text);
    let help =
        "what is rolled for in one action has no more than 18 digits in all: round the chances";
    problems.push(Problem::error(Code::OutOfRange, span, message).help(help));
}

/// What all the chances are divided by, on the finest way through.
fn fineness(parts: &[Part]) -> u128 {
    parts.iter().map(part_fineness).fold(1, u128::saturating_mul)
}

fn part_fineness(part: &Part) -> u128 {
    let rare = part.rare.as_deref();
    if rare.is_some_and(|rare| rare.when.is_some()) {
        return 1;
    }
    let mut fine = match rare.and_then(|rare| rare.roll.as_ref()) {
        Some(Rolled::Chance { chance, then, otherwise, .. }) => {
            // What never happens counts for nothing.
            let never = |cases: i32| chance.cases.fixed() == Some(cases);
            let then = if never(0) { 1 } else { fineness(then) };
            let otherwise = if chance.is_open() { fineness(otherwise) } else { 1 };
            chance_fineness(chance).saturating_mul(then.max(otherwise))
        }
        Some(Rolled::Target(all)) => {
            all.iter().map(|(_, _, parts)| fineness(parts)).max().unwrap_or(1)
        }
        None => 1,
    };
    if let Some(hit) = &part.hit {
        let critical = hit.critical.as_deref().map_or(1, |(chance, _)| chance_fineness(chance));
        let strike = dice_fineness(&hit.amount).saturating_mul(critical);
        // After the first strike the target may have fallen.
        let strikes = hit.strikes.fixed().map_or(0, |strikes| strikes.clamp(0, 1));
        fine = fine.saturating_mul(strike.saturating_pow(strikes.unsigned_abs()));
        fine = fine.saturating_mul(dice_fineness(&hit.strikes));
    }
    part.changes.iter().map(|change| dice_fineness(&change.by)).fold(fine, u128::saturating_mul)
}

fn chance_fineness(chance: &Chance) -> u128 {
    let open = chance.cases.fixed().is_some() && chance.is_open();
    if open { u128::from(chance.of) } else { 1 }
}

fn dice_fineness(amount: &Amount) -> u128 {
    match amount {
        Amount::Fixed(_) | Amount::Reckoned(_) => 1,
        Amount::Rolled(formula) => formula_fineness(formula),
    }
}

fn formula_fineness<N>(formula: &Formula<N>) -> u128 {
    match formula {
        Formula::Digits(_) | Formula::Number(_) => 1,
        Formula::Minus(inner) => formula_fineness(inner),
        Formula::Joined(one, _, two) => formula_fineness(one).saturating_mul(formula_fineness(two)),
        Formula::Of(_, parts) => parts.iter().map(formula_fineness).fold(1, u128::saturating_mul),
        Formula::Dice(die) => die.weights.iter().map(|weight| u128::from(*weight)).sum(),
    }
}
