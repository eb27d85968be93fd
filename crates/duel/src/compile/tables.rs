//! Skills, effects and fighters as tables, with every name resolved, and what follows from them:
//! which numbers can grow ([`growing`]) and what limits a fighter's actions ([`budget`]).
//!
//! Bounds and the dropping of places rest on these two, so they must never promise too much. What
//! is wrong is reported and left out; the tables are only handed on when nothing was.

use outplay_game::Player;
use outplay_text::{Code, Problem, Problems, Span};

use super::check;
use super::layout::{Fight, find_skill, find_tree};
use super::names::ACTIONS;
use super::trees;
use crate::order::Step;
use crate::rules::{
    Amount, Budget, Change, Effect, Fighter, Held, Hit, Names, Picks, Rules, Skill, Slot, Stuck,
};
use crate::spec::{self, Part, Word};

impl Fight<'_> {
    pub(super) fn compile(&self, problems: &mut Problems) -> (Rules, Names) {
        let price = self.price(problems);
        let fighters = [0, 1].map(|side| self.fighter(side, price.as_deref(), problems));
        let effects = self
            .effects
            .iter()
            .map(|&(side, skill, timer)| Effect {
                caster: Player::BOTH[side],
                timer,
                each_turn: self.changes(side, &skill.each_turn, problems),
            })
            .collect();
        for &(side, skill, _) in &self.effects {
            self.check_held(side, skill, problems);
        }
        check::warn_of_idle_numbers(self.spec, problems);
        let first = if self.spec.second_begins { Player::Two } else { Player::One };
        let mut rules = Rules {
            fighters,
            effects,
            first,
            stuck: if self.spec.stuck_skips { Stuck::Skip } else { Stuck::Lose },
            terms: self.terms(price.as_deref()),
            queue: self.queue(problems),
            growing: 0,
            least_damage: self.spec.least_damage,
            words: self.words,
            start: Vec::new(),
        };
        rules.start = self.start(problems);
        rules.growing = growing(&rules);
        let budgets = rules.fighters.each_ref().map(|fighter| budget(&rules, fighter));
        for (fighter, budget) in rules.fighters.iter_mut().zip(budgets) {
            fighter.budget = budget;
        }
        check::warn_of_healing_hits(self, &rules, problems);
        check::warn_of_an_idle_queue(self, &rules, problems);
        (rules, self.names())
    }

    /// The pool that the goal counts; `None` counts actions.
    fn price(&self, problems: &mut Problems) -> Option<String> {
        let word = self.spec.least.as_ref().filter(|word| word.text != ACTIONS)?;
        if self.slot(0, &word.text).is_none() {
            let who = &self.sides[0].id.text;
            let message = format!("`{who}` has no pool `{}` to spend", word.text);
            let pools = self.slots[0].iter().map(|(name, _)| name.as_str());
            problems.push(
                Problem::error(Code::UnknownNumber, word.span, message)
                    .one_of(&word.text, pools.chain(std::iter::once(ACTIONS))),
            );
        }
        Some(word.text.clone())
    }

    fn fighter(&self, side: usize, price: Option<&str>, problems: &mut Problems) -> Fighter {
        let skills: Vec<Skill> = self.skills[side]
            .iter()
            .map(|skill| self.skill(side, skill, price, problems))
            .collect();
        let upkeep = self
            .spec
            .upkeep
            .iter()
            .filter(|upkeep| upkeep.fighter.text == self.sides[side].id.text)
            .flat_map(|upkeep| self.changes(side, &upkeep.changes, problems))
            .collect();
        Fighter {
            hp: self.slots[side][0].1,
            armor: self.amount_of(side, "armor", self.fixed_number(side, "armor").unwrap_or(0)),
            // Player 1's actions are what the goal counts, so each of them is a move.
            moves: skills.len() > 1 || (side == 0 && !skills.is_empty()),
            skills,
            upkeep,
            budget: None,
        }
    }

    fn skill(
        &self,
        side: usize,
        skill: &spec::Skill,
        price: Option<&str>,
        problems: &mut Problems,
    ) -> Skill {
        let mut cost = Vec::new();
        for part in &skill.cost {
            let slot = self.slot(side, &part.number.text);
            if slot.is_none() || part.of_enemy {
                self.unknown_number(side, part, problems);
            }
            let amount = self.constant(side, &part.amount, part.span, problems);
            cost.extend(slot.zip(amount));
        }
        let counted = match (side, price) {
            (1, _) => 0,
            (_, None) => 1,
            (_, Some(pool)) => {
                let slot = self.slot(side, pool);
                let paid = cost.iter().filter(|(paid, _)| Some(*paid) == slot).map(|(_, by)| *by);
                u64::try_from(paid.sum::<i32>()).unwrap_or(0)
            }
        };
        let hit = skill.damage.as_ref().map(|(amount, span)| Hit {
            amount: self.damage(side, amount, *span, problems),
            pierces: skill.pierces.is_some_and(|(pierces, _)| pierces),
            drains: skill.drains.is_some_and(|(drains, _)| drains),
        });
        let healed = skill.heal.as_ref().and_then(|(amount, span)| {
            let by = self.constant(side, amount, *span, problems)?;
            Some(Change { slot: self.slots[side][0].1, by })
        });
        let mut at_once: Vec<Change> = healed.into_iter().collect();
        at_once.extend(self.changes(side, &skill.at_once, problems));
        let place = self
            .effects
            .iter()
            .position(|(owner, effect, _)| *owner == side && effect.id.text == skill.id.text);
        let starts = place.zip(skill.lasts.map(|(lasts, _)| u32::from(lasts)));
        let queue = skill.queue.iter().filter_map(|word| step(&word.text)).collect();
        let picks = skill.picks.as_ref().and_then(|word| self.picks(side, word, problems));
        Skill { cost, price: counted, hit, at_once, starts, queue, picks }
    }

    /// The skills that a tree may pick, and the tree; `None` where that is wrong and was said.
    fn picks(&self, side: usize, tree: &Word, problems: &mut Problems) -> Option<Picks> {
        let root = find_tree(self.spec, tree)?;
        let tree = trees::tree(self, side, root, problems);
        let mut skills = Vec::new();
        for node in root.all() {
            let free = find_skill(self.spec, &node.skill).filter(|skill| skill.picks.is_none());
            // The cost is that of the skill which picks.
            let free = spec::Skill { cost: Vec::new(), ..free?.clone() };
            skills.push(self.skill(side, &free, None, problems));
        }
        Some(Picks { tree: tree?, skills })
    }

    /// Changes to numbers of either side, as seen by the side that makes them.
    fn changes(&self, side: usize, parts: &[Part], problems: &mut Problems) -> Vec<Change> {
        let mut changes = Vec::new();
        for part in parts {
            let whose = if part.of_enemy { 1 - side } else { side };
            let slot = self.slot(whose, &part.number.text);
            if part.number.text == "armor" {
                problems.push(
                    Problem::error(
                        Code::FixedNumber,
                        part.number.span,
                        "armor does not change for good",
                    )
                    .help("an effect can hold it: `lasts = ...` and `while = { armor = ... }`"),
                );
            } else if slot.is_none() {
                self.unknown_number(whose, part, problems);
            }
            let by = self.constant(side, &part.amount, part.span, problems);
            changes.extend(slot.zip(by).map(|(slot, by)| Change { slot, by }));
        }
        changes
    }

    /// What may be held while an effect lasts: armor, or a number that does not change in play.
    fn check_held(&self, side: usize, skill: &spec::Skill, problems: &mut Problems) {
        for part in &skill.held {
            let whose = if part.of_enemy { 1 - side } else { side };
            let name = part.number.text.as_str();
            if self.slot(whose, name).is_some() {
                let message = format!("`{name}` changes in play and cannot be held");
                problems.push(
                    Problem::error(Code::ChangingNumber, part.number.span, message)
                        .help("use `each-turn = { ... }`; `while` is for armor and fixed numbers"),
                );
            } else if name != "armor" && !self.has_number(whose, name) {
                self.unknown_number(whose, part, problems);
            }
            self.constant(side, &part.amount, part.span, problems);
        }
    }

    /// The hit of a skill: fixed, a fixed number of the fighter (with what effects hold), or a pool.
    fn damage(
        &self,
        side: usize,
        amount: &spec::Amount,
        span: Span,
        problems: &mut Problems,
    ) -> Amount {
        match amount {
            spec::Amount::Fixed(base) => Amount { base: *base, slot: None, held: Vec::new() },
            spec::Amount::Named(name) => match self.slot(side, name) {
                Some(slot) => Amount { base: 0, slot: Some(slot), held: Vec::new() },
                None => {
                    let base = self.constant(side, amount, span, problems).unwrap_or(0);
                    self.amount_of(side, name, base)
                }
            },
        }
    }

    /// A fixed number of a fighter with everything that running effects add to it.
    pub(super) fn amount_of(&self, side: usize, name: &str, base: i32) -> Amount {
        let mut held = Vec::new();
        for (effect, &(caster, skill, timer)) in self.effects.iter().enumerate() {
            for part in &skill.held {
                let whose = if part.of_enemy { 1 - caster } else { caster };
                if whose == side && part.number.text == name {
                    let by = self.constant_or_zero(caster, &part.amount);
                    held.push(Held { effect, timer, by });
                }
            }
        }
        Amount { base, slot: None, held }
    }

    /// An amount that is the same throughout the fight.
    fn constant(
        &self,
        side: usize,
        amount: &spec::Amount,
        span: Span,
        problems: &mut Problems,
    ) -> Option<i32> {
        match amount {
            spec::Amount::Fixed(number) => Some(*number),
            spec::Amount::Named(name) => {
                let who = self.sides[side];
                if self.slot(side, name).is_some() {
                    let message = format!("`{name}` of `{}` changes in play", who.id.text);
                    problems.push(
                        Problem::error(Code::ChangingNumber, span, message).help(
                            "only `damage` may name a number that changes; write it in digits",
                        ),
                    );
                    return None;
                }
                let found = self.fixed_number(side, name);
                if found.is_none() {
                    let message = format!("`{}` has no number `{name}`", who.id.text);
                    let known = who.numbers.iter().map(|(word, _)| word.text.as_str());
                    problems.push(
                        Problem::error(Code::UnknownNumber, span, message).one_of(name, known),
                    );
                }
                found
            }
        }
    }

    fn constant_or_zero(&self, side: usize, amount: &spec::Amount) -> i32 {
        match amount {
            spec::Amount::Fixed(number) => *number,
            spec::Amount::Named(name) => self.fixed_number(side, name).unwrap_or(0),
        }
    }

    fn unknown_number(&self, side: usize, part: &Part, problems: &mut Problems) {
        let who = self.sides[side];
        let name = &part.number.text;
        let message = format!("`{}` has no number `{name}`", who.id.text);
        let known = who.numbers.iter().map(|(word, _)| word.text.as_str());
        let problem = Problem::error(Code::UnknownNumber, part.number.span, message);
        problems.push(match outplay_text::nearest(name, known.chain(std::iter::once("hp"))) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("add `{name} = 0` to `[fighters.{}]`", who.id.text)),
        });
    }
}

/// The words of the state that hold numbers which something can raise, as bits.
fn growing(rules: &Rules) -> u32 {
    let mut growing = 0;
    let mut raise = |slot: Slot| growing |= 1 << slot;
    for fighter in &rules.fighters {
        // Hits may drain, and heal where armor is too thick.
        raise(fighter.hp);
        let at_once = fighter.skills.iter().flat_map(Skill::forms).flat_map(|form| &form.at_once);
        let each_turn = rules.effects.iter().flat_map(|effect| &effect.each_turn);
        let changes = fighter.upkeep.iter().chain(at_once).chain(each_turn);
        changes.filter(|change| change.by > 0).for_each(|change| raise(change.slot));
    }
    growing
}

/// What limits the actions of a fighter. A cost that grows, or an effect that must be over first,
/// may keep a fighter from acting for a while, and a turn may pass without its share being taken.
fn budget(rules: &Rules, fighter: &Fighter) -> Option<Budget> {
    let mut skills = fighter.skills.iter();
    let steady = |skill: &Skill| {
        skill.starts.is_none() && skill.cost.iter().all(|&(slot, _)| !rules.grows(slot))
    };
    let pool = fighter.pool(|slot| rules.grows(slot)).filter(|_| skills.all(steady))?;
    let least = fighter.skills.iter().map(|skill| skill.takes(pool)).min()?;
    Some(Budget { pool, least })
}

fn step(text: &str) -> Option<Step> {
    Step::WORDS.into_iter().find(|(word, _)| *word == text).map(|(_, step)| step)
}
