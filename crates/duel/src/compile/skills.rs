//! Skills as tables: what they cost, when they can be used, and what each of their parts does.
//!
//! What is wrong is reported and left out; the tables are only handed on when nothing was.

use outplay_text::{Code, Problem, Problems};

use super::layout::{Fight, find_skill, find_tree};
use super::trees;
use crate::amount::Amount;
use crate::order::Step;
use crate::rules::{Change, Hit, Limits, Part, Picks, Rare, Reaction, Skill, Slot, Trigger};
use crate::spec::{self, Word};

impl Fight<'_> {
    pub(super) fn skill(&self, side: usize, skill: &spec::Skill, problems: &mut Problems) -> Skill {
        let mut cost = Vec::new();
        for part in &skill.cost {
            let slot = self.slot(side, &part.number.text);
            if slot.is_none() || part.of_enemy {
                self.unknown_number(side, part, problems);
            }
            let amount = self.amount(side, &part.amount, part.span, problems);
            cost.extend(slot.zip(amount));
        }
        let id = &skill.id.text;
        let own = self.effect(side, id).filter(|_| skill.runs());
        let anew =
            skill.stacks.is_some() || skill.refreshes.is_some_and(|(refreshes, _)| refreshes);
        // The condition of the skill itself says when it can be used; then its own part happens.
        let own_part = spec::Skill { when: None, ..skill.clone() };
        let each = std::iter::once(&own_part).chain(&skill.also);
        let mut parts: Vec<Part> = each.map(|part| self.part(side, part, problems)).collect();
        if let Some(effect) = own {
            parts[0].starts.insert(0, effect);
        }
        let counter = |word: &str| self.counter(side, &format!("{word}.{id}"));
        let limits = Limits {
            when: skill.when.as_ref().and_then(|word| self.condition(side, word, problems)),
            // It counts down at the start of the next turn already.
            cooldown: counter("cooldown").zip(skill.cooldown.map(|(turns, _)| turns + 1)),
            uses: counter("uses").filter(|_| skill.uses.is_some()),
        };
        let limited = limits.when.is_some() || limits.cooldown.is_some() || limits.uses.is_some();
        Skill {
            enough: None,
            cost,
            price: None,
            alone: own.filter(|_| !anew),
            limits: limited.then(|| Box::new(limits)),
            parts,
            queue: skill.queue.iter().filter_map(|word| step(&word.text)).collect(),
            picks: skill.picks.as_ref().and_then(|word| self.picks(side, word, problems)),
            ends: false,
        }
    }

    fn part(&self, side: usize, part: &spec::Skill, problems: &mut Problems) -> Part {
        let yes = |flag: Option<(bool, _)>| flag.is_some_and(|(flag, _)| flag);
        let hit = part.damage.as_ref().and_then(|(amount, span)| {
            let strikes = match &part.strikes {
                Some((strikes, span)) => self.amount(side, strikes, *span, problems),
                None => Some(Amount::Fixed(1)),
            };
            Some(Hit {
                amount: self.amount(side, amount, *span, problems)?,
                strikes: strikes?,
                r#type: part.r#type.as_ref().and_then(|word| self.type_of(&word.text)),
                pierces: yes(part.pierces),
                drains: yes(part.drains),
            })
        });
        let healed = part.heal.as_ref().and_then(|(amount, span)| {
            let by = self.amount(side, amount, *span, problems)?;
            Some(self.change_of(self.slots[side][0].1, by))
        });
        let mut changes: Vec<Change> = healed.into_iter().collect();
        changes.extend(self.changes(side, &part.at_once, problems));
        let starts = part.starts.iter().filter_map(|word| self.effect(side, &word.text));
        let rare = Rare {
            when: part.when.as_ref().and_then(|word| self.condition(side, word, problems)),
            kills: yes(part.kills),
            cleanses: self.cleansed(side, &part.cleanses),
            stuns: part.stuns.map_or(0, |(turns, _)| turns),
            steals: part.steals.map_or(0, |(turns, _)| turns),
            again: yes(part.again),
        };
        let is_there = rare.when.is_some()
            || rare.kills
            || !rare.cleanses.is_empty()
            || rare.again
            || rare.stuns + rare.steals > 0;
        Part { hit, changes, starts: starts.collect(), rare: is_there.then(|| Box::new(rare)) }
    }

    pub(super) fn type_of(&self, name: &str) -> Option<usize> {
        self.types.iter().position(|other| *other == name)
    }

    /// The effects that a skill of this side ends.
    fn cleansed(&self, side: usize, words: &[Word]) -> Vec<usize> {
        let named = |effect: &super::layout::Running<'_>| {
            words.iter().any(|word| match word.text.as_str() {
                "self" => effect.side == side,
                "enemy" => effect.side != side,
                skill => effect.skill.id.text == skill,
            })
        };
        let effects = self.effects.iter().enumerate();
        effects.filter(|(_, effect)| named(effect)).map(|(place, _)| place).collect()
    }

    /// The skills that a tree may pick, and the tree; `None` where that is wrong and was said.
    fn picks(&self, side: usize, tree: &Word, problems: &mut Problems) -> Option<Picks> {
        let root = find_tree(self.spec, tree)?;
        let tree = trees::tree(self, side, root, problems);
        let mut skills = Vec::new();
        for node in root.all() {
            let free = find_skill(self.spec, &node.skill);
            let free = free.filter(|skill| skill.picks.is_none() && skill.on.is_none());
            // The cost is that of the skill which picks.
            let free = spec::Skill { cost: Vec::new(), ..free?.clone() };
            skills.push(self.skill(side, &free, problems));
        }
        Some(Picks { tree: tree?, skills })
    }

    pub(super) fn reaction(
        &self,
        side: usize,
        skill: &spec::Skill,
        problems: &mut Problems,
    ) -> Option<Reaction> {
        let word = skill.on.as_ref()?;
        let on = Trigger::WORDS.into_iter().find(|(name, _)| *name == word.text)?.1;
        Some(Reaction { on, skill: self.skill(side, skill, problems) })
    }

    /// Changes to numbers of either side, as seen by the side that makes them.
    pub(super) fn changes(
        &self,
        side: usize,
        parts: &[spec::Part],
        problems: &mut Problems,
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        for part in parts {
            let whose = if part.of_enemy { 1 - side } else { side };
            let slot = self.slot(whose, &part.number.text);
            if slot.is_none() {
                self.unknown_number(whose, part, problems);
            }
            let by = self.amount(side, &part.amount, part.span, problems);
            changes.extend(slot.zip(by).map(|(slot, by)| self.change_of(slot, by)));
        }
        changes
    }

    /// A change of the number in a word.
    fn change_of(&self, slot: Slot, by: Amount) -> Change {
        Change { slot, most: self.most()[slot], by }
    }

    pub(super) fn unknown_number(&self, side: usize, part: &spec::Part, problems: &mut Problems) {
        let who = self.sides[side];
        let name = &part.number.text;
        let message = format!("`{}` has no number `{name}`", who.id.text);
        let known = who.numbers.iter().map(|(word, _)| word.text.as_str());
        let problem = Problem::error(Code::UnknownNumber, part.number.span, message);
        problems.push(match outplay_text::nearest(name, known.chain(["hp", "armor"])) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("add `{name} = 0` to `[fighters.{}]`", who.id.text)),
        });
    }
}

fn step(text: &str) -> Option<Step> {
    Step::WORDS.into_iter().find(|(word, _)| *word == text).map(|(_, step)| step)
}
