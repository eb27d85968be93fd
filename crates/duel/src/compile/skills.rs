//! Skills as tables: what they cost, when they can be used, and what each of their parts does.
//!
//! What is wrong is reported and left out; the tables are only handed on when nothing was.

use outplay_text::{Code, Problem, Problems};

use super::aims::rolled;
use super::layout::{Fight, View, find_skill, find_tree};
use super::trees;
use crate::amount::Amount;
use crate::formula::Whose;
use crate::order::Step;
use crate::rules::{
    Change, Hit, Limits, Part, Picks, Rare, Reaction, RollKind, Rolled, Skill, Slot, Trigger, Who,
};
use crate::spec::{self, Word};

impl Fight<'_> {
    /// A skill as it is where nobody else can be aimed at.
    pub(super) fn skill(&self, view: View, skill: &spec::Skill, problems: &mut Problems) -> Skill {
        let aimed = self.only_way(view, skill);
        self.aimed_skill(view.own, skill, &aimed, problems)
    }

    /// A skill without what it does.
    pub(super) fn skill_frame(
        &self,
        view: View,
        skill: &spec::Skill,
        problems: &mut Problems,
    ) -> Skill {
        let mut cost = Vec::new();
        for part in &skill.cost {
            let slot = self.slot(view.own, &part.number.text);
            if slot.is_none() || part.of != Whose::Own {
                self.unknown_number(view.own, part, problems);
            }
            let amount = self.fixed_amount(view, &part.amount, part.span, problems);
            cost.extend(slot.zip(amount));
        }
        let id = &skill.id.text;
        let own = self.effect(view, id).filter(|_| skill.runs());
        let anew =
            skill.stacks.is_some() || skill.refreshes.is_some_and(|(refreshes, _)| refreshes);
        let counter = |word: &str| self.counter(view.own, &format!("{word}.{id}"));
        let limits = Limits {
            when: skill.when.as_ref().and_then(|word| self.condition(view, word, problems)),
            // It counts down at the start of the next turn already.
            cooldown: counter("cooldown").zip(skill.cooldown.map(|(turns, _)| turns + 1)),
            recharge: counter("recharge").filter(|_| skill.recharge.is_some()),
            uses: counter("uses").filter(|_| skill.uses.is_some()),
            targets: Vec::new(),
        };
        let limited = limits.when.is_some()
            || limits.cooldown.is_some()
            || limits.recharge.is_some()
            || limits.uses.is_some();
        Skill {
            enough: None,
            cost,
            price: None,
            alone: own.filter(|_| !anew),
            limits: limited.then(|| Box::new(limits)),
            parts: Vec::new(),
            queue: skill.queue.iter().filter_map(|word| step(&word.text)).collect(),
            picks: skill.picks.as_ref().and_then(|word| self.picks(view, word, problems)),
            ends: false,
        }
    }

    /// One part of a skill, whose chance decides whether it happens.
    pub(super) fn part(&self, view: View, part: &spec::Skill, problems: &mut Problems) -> Part {
        let mut done = self.part_itself(view, part, problems);
        let Some((chance, span)) = &part.chance else { return done };
        let Some(chance) = self.chance(view, chance, *span, problems) else { return done };
        // Where the condition does not hold, nothing is rolled for.
        let when = done.rare.as_mut().and_then(|rare| rare.when.take());
        let otherwise = part.otherwise.as_deref().map(|part| self.part(view, part, problems));
        let roll = Rolled::Chance {
            of: RollKind::Happens,
            chance,
            then: vec![done],
            otherwise: otherwise.into_iter().collect(),
        };
        let mut part = rolled(Who::of(view.target), Some(roll));
        part.rare.get_or_insert_default().when = when;
        part
    }

    fn part_itself(&self, view: View, part: &spec::Skill, problems: &mut Problems) -> Part {
        let yes = |flag: Option<(bool, _)>| flag.is_some_and(|(flag, _)| flag);
        let hit = part.damage.as_ref().and_then(|(amount, span)| {
            let strikes = match &part.strikes {
                Some((strikes, span)) => self.amount(view, strikes, *span, problems),
                None => Some(Amount::Fixed(1)),
            };
            Some(Hit {
                amount: self.amount(view, amount, *span, problems)?,
                strikes: strikes?,
                r#type: part.r#type.as_ref().and_then(|word| self.type_of(&word.text)),
                pierces: yes(part.pierces),
                drains: yes(part.drains),
                critical: part.critical.as_ref().and_then(|critical| {
                    let chance = self.chance(view, &critical.chance, critical.span, problems)?;
                    Some(Box::new((chance, critical.times)))
                }),
            })
        });
        let healed = part.heal.as_ref().and_then(|(amount, span)| {
            let by = self.amount(view, amount, *span, problems)?;
            // An ally who is aimed at is healed, else oneself.
            let own_side = self.side_of(view.own) == self.side_of(view.target);
            let healed = if own_side { view.target } else { view.own };
            Some(self.change_of(self.slots[healed][0].1, by))
        });
        let mut changes: Vec<Change> = healed.into_iter().collect();
        changes.extend(self.changes(view, &part.at_once, problems));
        let starts = part.starts.iter().filter_map(|word| self.effect(view, &word.text));
        let rare = Rare {
            when: part.when.as_ref().and_then(|word| self.condition(view, word, problems)),
            kills: yes(part.kills),
            cleanses: self.cleansed(view, &part.cleanses),
            stuns: part.stuns.map_or(0, |(turns, _)| turns),
            steals: part.steals.map_or(0, |(turns, _)| turns),
            again: yes(part.again),
            stands: None,
            roll: None,
        };
        let is_there = rare.when.is_some()
            || rare.kills
            || !rare.cleanses.is_empty()
            || rare.again
            || rare.stuns + rare.steals > 0;
        let rare = is_there.then(|| Box::new(rare));
        Part { target: Who::of(view.target), hit, changes, starts: starts.collect(), rare }
    }

    pub(super) fn type_of(&self, name: &str) -> Option<usize> {
        self.types.iter().position(|other| *other == name)
    }

    /// The effects that a skill ends: those that one's own side has cast, those of the enemies, or
    /// of a skill.
    fn cleansed(&self, view: View, words: &[Word]) -> Vec<usize> {
        let side = self.side_of(view.own);
        let named = |effect: &super::layout::Running<'_>| {
            words.iter().any(|word| match word.text.as_str() {
                "self" => self.side_of(effect.view.own) == side,
                "enemy" => self.side_of(effect.view.own) != side,
                skill => effect.skill.id.text == skill,
            })
        };
        let effects = self.effects.iter().enumerate();
        effects.filter(|(_, effect)| named(effect)).map(|(place, _)| place).collect()
    }

    /// The skills that a tree may pick, and the tree; `None` where that is wrong and was said.
    fn picks(&self, view: View, tree: &Word, problems: &mut Problems) -> Option<Picks> {
        let root = find_tree(self.spec, tree)?;
        let tree = trees::tree(self, view, root, problems);
        let mut skills = Vec::new();
        for node in root.all() {
            let free = find_skill(self.spec, &node.skill);
            let free = free.filter(|skill| skill.picks.is_none() && skill.on.is_none());
            // The cost is that of the skill which picks.
            let free = spec::Skill { cost: Vec::new(), ..free?.clone() };
            skills.push(self.skill(view, &free, problems));
        }
        Some(Picks { tree: tree?, skills })
    }

    /// What happens by itself, once for each enemy whom it may be about.
    pub(super) fn reaction(
        &self,
        own: usize,
        name: usize,
        skill: &spec::Skill,
        problems: &mut Problems,
    ) -> Vec<Reaction> {
        let on = skill.on.as_ref().and_then(|word| {
            Trigger::WORDS.into_iter().find(|(name, _)| *name == word.text).map(|(_, on)| on)
        });
        let enemies = &self.teams[1 - self.side_of(own)];
        let each = on.into_iter().flat_map(|on| enemies.iter().map(move |&enemy| (on, enemy)));
        each.map(|(on, enemy)| {
            let skill = self.skill(View { own, enemy, target: enemy }, skill, problems);
            Reaction { on, enemy: Who::of(enemy), name, skill }
        })
        .collect()
    }

    /// Changes to numbers of either side, as seen by the side that makes them.
    pub(super) fn changes(
        &self,
        view: View,
        parts: &[spec::Part],
        problems: &mut Problems,
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        for part in parts {
            let whose = view.of(part.of);
            let slot = self.slot(whose, &part.number.text);
            if slot.is_none() {
                self.unknown_number(whose, part, problems);
            }
            let by = self.amount(view, &part.amount, part.span, problems);
            changes.extend(slot.zip(by).map(|(slot, by)| self.change_of(slot, by)));
        }
        changes
    }

    /// A change of the number in a word.
    fn change_of(&self, slot: Slot, by: Amount) -> Change {
        Change { slot, most: self.most()[slot], by }
    }

    pub(super) fn unknown_number(&self, who: usize, part: &spec::Part, problems: &mut Problems) {
        let who = self.members[who];
        let name = &part.number.text;
        if let Some((_, decimal)) = who.decimals.iter().find(|(word, _)| word.text == *name) {
            let message = format!("`{name}` is a chance, {decimal}, and does not change");
            let help = "let \"11 + strength in 20\" be the chance, and change `strength`";
            problems.push(Problem::error(Code::WrongType, part.number.span, message).help(help));
            return;
        }
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
