//! A position, all of it by name, and what numbers and names come to in it.

use std::collections::BTreeMap;

use toml::Value;

use super::LIMIT;
use super::file::{Order, Rules};
use super::formula::{Condition, Formula};
use super::readings;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct State {
    /// What there is, without `while`.
    pub(crate) numbers: [BTreeMap<String, i64>; 2],
    /// By caster and skill: those that run.
    pub(crate) effects: BTreeMap<(usize, String), Running>,
    /// Only those above 0.
    pub(crate) cooldowns: BTreeMap<(usize, String), i64>,
    /// Of those skills that can be used so often only.
    pub(crate) uses: BTreeMap<(usize, String), i64>,
    pub(crate) stunned: [i64; 2],
    /// How many of a side's next turns are the other's.
    pub(crate) stolen: [i64; 2],
    /// Those that whoever acts has left; without end as many as there can be.
    pub(crate) actions: i64,
    pub(crate) queue: Vec<(usize, bool)>,
    /// Who was ever in the queue.
    pub(crate) added: [bool; 2],
    /// Whose turn it is, and whose it would be had it not been stolen.
    pub(crate) turn: usize,
    pub(crate) place_of: usize,
    pub(crate) round: i64,
    pub(crate) phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Running {
    /// 1 where it has no `lasts`.
    pub(crate) turns: i64,
    pub(crate) stacks: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// The turn is about to start.
    Before,
    /// Its side acts.
    Acting,
    /// Turns pass, and nobody will ever act.
    ForEver,
    /// They pass for so long that it was not followed to where it leads.
    TooLong,
    /// With who has won.
    Over(Option<usize>),
}

impl State {
    /// Who has won, where somebody has.
    pub(crate) fn winner(&self) -> Option<usize> {
        match self.phase {
            Phase::Over(winner) => winner,
            _ => None,
        }
    }

    /// Before anything has happened.
    pub(crate) fn opening(rules: &Rules) -> Self {
        let first = rules.first;
        let queue = match rules.order {
            Order::Alternate => Vec::new(),
            _ => vec![(first, true), (1 - first, true)],
        };
        let numbers = rules.fighters.each_ref().map(|fighter| {
            fighter.numbers.iter().map(|(name, number)| (name.clone(), number.start)).collect()
        });
        let uses = [0, 1].into_iter().flat_map(|side| {
            let all = rules.skills.iter();
            all.filter_map(move |skill| Some(((side, skill.id.clone()), skill.uses?)))
        });
        let mut state = Self {
            numbers,
            effects: BTreeMap::new(),
            cooldowns: BTreeMap::new(),
            uses: uses.collect(),
            stunned: [0; 2],
            stolen: [0; 2],
            actions: 0,
            queue,
            added: [readings::A_GIVEN_QUEUE_HAS_SEEN_BOTH; 2],
            turn: first,
            place_of: first,
            round: 0,
            phase: Phase::Before,
        };
        for (name, value) in &rules.start {
            match (name.as_str(), value) {
                ("p1", Value::Table(parts)) => state.set(0, parts),
                ("p2", Value::Table(parts)) => state.set(1, parts),
                ("queue", Value::String(places)) => {
                    let place = |letter: char| {
                        let able = rules.order == Order::Queue || letter.is_uppercase();
                        (usize::from(letter.eq_ignore_ascii_case(&'b')), able)
                    };
                    state.queue = places.chars().map(place).collect();
                }
                _ => panic!("no start: {name}"),
            }
        }
        for (player, _) in &state.queue {
            state.added[*player] = true;
        }
        state
    }

    fn set(&mut self, side: usize, parts: &toml::Table) {
        let number = |value: &Value| value.as_integer().expect("a number");
        for (name, value) in parts {
            let inner = value.as_table().into_iter().flatten();
            let inner = inner.map(|(skill, value)| ((side, skill.clone()), number(value)));
            match name.as_str() {
                "stacks" => inner.for_each(|(effect, stacks)| {
                    self.effects.entry(effect).or_insert(Running { turns: 1, stacks }).stacks =
                        stacks;
                }),
                "cooldown" => self.cooldowns.extend(inner.filter(|(_, turns)| *turns > 0)),
                "uses" => self.uses.extend(inner),
                _ if self.numbers[side].contains_key(name) => {
                    self.numbers[side].insert(name.clone(), number(value));
                }
                "stunned" => self.stunned[side] = number(value),
                _ if number(value) > 0 => {
                    let turns = number(value);
                    let effect = self.effects.entry((side, name.clone()));
                    effect.or_insert(Running { turns, stacks: 1 }).turns = turns;
                }
                _ => {}
            }
        }
    }
}

/// A position with its rules: what can be read there.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) state: &'a State,
}

impl View<'_> {
    /// A number as it is read.
    pub(crate) fn number(self, side: usize, name: &str) -> i64 {
        let mut sum = self.state.numbers[side][name];
        for ((caster, id), running) in &self.state.effects {
            let effect = self.rules.skill(id).effect.as_ref().expect("what runs is an effect");
            for change in &effect.held {
                let target = if change.enemy { 1 - caster } else { *caster };
                if target == side && change.name == name {
                    sum += self.amount(*caster, &change.by) * running.stacks;
                }
            }
        }
        sum.clamp(0, LIMIT)
    }

    pub(crate) fn amount(self, owner: usize, formula: &Formula) -> i64 {
        formula.value(&|name| self.name(owner, name))
    }

    pub(crate) fn holds(self, owner: usize, condition: &Condition) -> bool {
        condition.holds(&|name| self.name(owner, name))
    }

    fn name(self, owner: usize, text: &str) -> i64 {
        let (side, name) = match (text.strip_prefix("self."), text.strip_prefix("enemy.")) {
            (Some(name), _) => (owner, name),
            (_, Some(name)) => (1 - owner, name),
            _ => (owner, text),
        };
        if self.rules.fighters[side].numbers.contains_key(name) {
            return self.number(side, name);
        }
        let of = |skill: &str| (side, skill.to_owned());
        if let Some(skill) = name.strip_prefix("stacks.") {
            return self.state.effects.get(&of(skill)).map_or(0, |running| running.stacks);
        }
        if let Some(skill) = name.strip_prefix("cooldown.") {
            return self.state.cooldowns.get(&of(skill)).copied().unwrap_or(0);
        }
        if let Some(skill) = name.strip_prefix("uses.") {
            return self.state.uses[&of(skill)];
        }
        match name {
            "stunned" => self.state.stunned[side],
            "round" => self.state.round,
            _ => {
                assert!(self.rules.skill(name).effect.is_some(), "no effect: {name}");
                self.state.effects.get(&of(name)).map_or(0, |running| running.turns)
            }
        }
    }
}
