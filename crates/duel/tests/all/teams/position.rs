//! A position of a fight of one or several a side, all of it by name, and what is read in it.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::{Rules, View};
use crate::plain::LIMIT;
use crate::plain::file::Change;
use crate::plain::formula::{Condition, Formula};
use crate::plain::state::Running;

/// Who has cast it, which skill's it is, and whom it is about where it is not the caster alone.
pub(crate) type Key = (usize, String, Option<usize>);

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) numbers: Vec<BTreeMap<String, i64>>,
    pub(crate) effects: BTreeMap<Key, Running>,
    /// Only those above 0.
    pub(crate) cooldowns: BTreeMap<(usize, String), i64>,
    pub(crate) uses: BTreeMap<(usize, String), i64>,
    /// What waits to be recharged.
    pub(crate) spent: BTreeSet<(usize, String)>,
    pub(crate) stunned: Vec<i64>,
    pub(crate) actions: i64,
    /// Which side's turn it is, and whose fighter's by speed.
    pub(crate) turn: usize,
    pub(crate) acting: Option<usize>,
    /// Who has had their turn in this round, by speed.
    pub(crate) acted: BTreeSet<usize>,
    /// Who has begun the fight.
    pub(crate) began: usize,
    pub(crate) round: i64,
    pub(crate) phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// A coin is about to say who begins.
    Coin,
    Before,
    Acting,
    Over(Option<usize>),
}

impl Position {
    pub(crate) fn opening(rules: &Rules) -> Self {
        let numbers = rules.members.iter().map(|member| {
            let numbers = member.fighter.numbers.iter();
            numbers.map(|(name, number)| (name.clone(), number.start)).collect()
        });
        let mut uses = BTreeMap::new();
        for (who, member) in rules.members.iter().enumerate() {
            for id in &member.fighter.skills {
                uses.extend(rules.skill(id).uses.map(|uses| ((who, id.clone()), uses)));
            }
        }
        let first = rules.first.unwrap_or(0);
        let mut position = Self {
            numbers: numbers.collect(),
            effects: BTreeMap::new(),
            cooldowns: BTreeMap::new(),
            uses,
            spent: BTreeSet::new(),
            stunned: vec![0; rules.members.len()],
            actions: 0,
            turn: first,
            acting: None,
            acted: BTreeSet::new(),
            began: first,
            round: 0,
            phase: if rules.first.is_none() { Phase::Coin } else { Phase::Before },
        };
        if rules.speed {
            position.next_by_speed(rules);
        }
        position
    }

    pub(crate) fn stands(&self, who: usize) -> bool {
        self.numbers[who]["hp"] > 0
    }

    /// The fastest of those who stand and have not had their turn; where all have had theirs, a
    /// round begins. Player 1's before player 2's, and in the order of the team.
    pub(crate) fn next_by_speed(&mut self, rules: &Rules) {
        let standing: Vec<usize> =
            rules.teams.iter().flatten().copied().filter(|who| self.stands(*who)).collect();
        if standing.iter().all(|who| self.acted.contains(who)) {
            self.acted.clear();
        }
        let waiting = standing.into_iter().filter(|who| !self.acted.contains(who));
        let reading = Reading { rules, position: self };
        let mut best: Option<(i64, usize)> = None;
        for who in waiting {
            let speed = reading.number(who, "speed");
            if best.is_none_or(|(fastest, _)| speed > fastest) {
                best = Some((speed, who));
            }
        }
        let next = best.map(|(_, who)| who);
        self.acting = next;
        self.turn = next.map_or(0, |who| rules.members[who].side);
    }
}

/// A position with its rules.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) position: &'a Position,
}

impl Reading<'_> {
    /// A number as it is read.
    pub(crate) fn number(self, who: usize, name: &str) -> i64 {
        let mut sum = self.position.numbers[who][name];
        for ((caster, id, victim), running) in &self.position.effects {
            let skill = self.rules.skill(id);
            let view = self.view_of(*caster, *victim);
            let effect = skill.effect.as_ref().expect("what runs is an effect");
            for change in &effect.held {
                if whose(view, change) == who && change.name == name {
                    sum += self.amount(view, &change.by) * running.stacks;
                }
            }
        }
        sum.clamp(0, LIMIT)
    }

    /// Who is who for an effect.
    pub(crate) fn view_of(self, caster: usize, victim: Option<usize>) -> View {
        let first = self.rules.meant(caster, "enemy")[0];
        self.rules.aimed(caster, victim.unwrap_or(first))
    }

    /// Where no dice may be.
    pub(crate) fn amount(self, view: View, formula: &Formula) -> i64 {
        formula.value(&|name| self.name(view, name))
    }

    pub(crate) fn holds(self, view: View, condition: &Condition) -> bool {
        condition.holds(&|name| self.name(view, name))
    }

    /// What a name in a formula comes to.
    pub(crate) fn name(self, view: View, text: &str) -> i64 {
        let (who, name) = match text.split_once('.') {
            Some(("self", name)) => (view.own, name),
            Some(("enemy", name)) => (view.enemy, name),
            Some(("target", name)) => (view.target, name),
            _ => (view.own, text),
        };
        if self.rules.members[who].fighter.numbers.contains_key(name) {
            return self.number(who, name);
        }
        // One's own effect on the target; somebody else's on oneself.
        let asked_of = text.starts_with("enemy.") || text.starts_with("target.");
        let at = if asked_of { view.own } else { view.target };
        let running = |id: &str| {
            let victim = self.rules.victim(who, self.rules.skill(id), at);
            self.position.effects.get(&(who, id.to_owned(), victim)).copied()
        };
        if let Some(id) = name.strip_prefix("stacks.") {
            return running(id).map_or(0, |running| running.stacks);
        }
        if let Some(id) = name.strip_prefix("cooldown.") {
            return self.position.cooldowns.get(&(who, id.to_owned())).copied().unwrap_or(0);
        }
        if let Some(id) = name.strip_prefix("uses.") {
            return self.position.uses.get(&(who, id.to_owned())).copied().unwrap_or(0);
        }
        match name {
            "stunned" => self.position.stunned[who],
            "round" => self.position.round,
            _ => running(name).map_or(0, |running| running.turns),
        }
    }
}

/// Whose number a change is about.
pub(crate) fn whose(view: View, change: &Change) -> usize {
    match (change.enemy, change.target) {
        (true, _) => view.enemy,
        (_, true) => view.target,
        _ => view.own,
    }
}
