//! Fighters, effects and the goal as tables, with every name resolved.
//!
//! What is wrong is reported and left out; the tables are only handed on when nothing was.

use outplay_game::Player;
use outplay_text::{Code, Problem, Problems};

use super::layout::Fight;
use super::names::{ACTIONS, DAMAGE, ROUNDS};
use super::{check, derived};
use crate::rules::{Effect, Extent, Fighter, Names, Price, Rules, Skill, Stuck};
use crate::spec::Actions;
use crate::state::CEILING;

impl Fight<'_> {
    pub(super) fn compile(&self, problems: &mut Problems) -> (Rules, Names) {
        let price = self.price(problems);
        let fighters = [0, 1].map(|side| self.fighter(side, problems));
        let effects = self.effects(problems);
        check::held(self, problems);
        check::ranges(self, problems);
        check::warn_of_idle_numbers(self.spec, problems);
        let first = if self.spec.second_begins { Player::Two } else { Player::One };
        let mut rules = Rules {
            fighters,
            effects,
            first,
            stuck: if self.spec.stuck_skips { Stuck::Skip } else { Stuck::Lose },
            terms: self.terms(),
            price,
            counts_damage: self.spec.most.as_ref().is_some_and(|word| word.text == DAMAGE),
            queue: self.queue(problems),
            growing: 0,
            least_damage: self.spec.least_damage,
            words: self.words,
            start: Vec::new(),
            most: self.most(),
            round: self.round.map(|(slot, _)| slot),
            rounds: self.spec.rounds,
            actions: self.actions,
            taken: self.taken,
            acted: self.acted,
            extent: Extent::Whole,
            swift: None,
        };
        rules.start = self.start(problems);
        derived::complete(&mut rules);
        check::warn_of_healing_hits(self, &rules, problems);
        check::warn_of_an_idle_queue(self, &rules, problems);
        (rules, self.names())
    }

    /// What the goal counts.
    fn price(&self, problems: &mut Problems) -> Price {
        if let Some(most) = self.spec.most.as_ref().filter(|most| most.text == DAMAGE)
            && self.spec.rounds.is_none()
        {
            problems.push(
                Problem::error(Code::MissingField, most.span, "in how many rounds is missing")
                    .help("`most = \"damage\"` needs `rounds = 6` beside it, under `[goal]`"),
            );
        }
        let Some(word) = &self.spec.least else { return Price::Actions };
        if let Some(slot) = self.slot(0, &word.text) {
            return Price::Pool(slot);
        }
        match word.text.as_str() {
            ACTIONS => Price::Actions,
            ROUNDS => Price::Rounds,
            _ => {
                let who = &self.sides[0].id.text;
                let message = format!("`{who}` has no pool `{}` to spend", word.text);
                let pools = self.slots[0].iter().map(|(name, _)| name.as_str());
                problems.push(
                    Problem::error(Code::NoPool, word.span, message)
                        .one_of(&word.text, pools.chain([ACTIONS, ROUNDS])),
                );
                Price::Actions
            }
        }
    }

    fn fighter(&self, side: usize, problems: &mut Problems) -> Fighter {
        let own = self.sides[side];
        let mut skills: Vec<Skill> =
            self.skills[side].iter().map(|skill| self.skill(side, skill, problems)).collect();
        let actions = match self.actions(side) {
            Actions::UpTo(most) => most,
            Actions::Any => 0,
        };
        let ends = actions != 1 && !skills.is_empty();
        if ends {
            skills.push(Skill { ends, ..Skill::default() });
        }
        let upkeep = self.spec.upkeep.iter().filter(|upkeep| self.keeps(side, upkeep));
        let upkeep: Vec<_> =
            upkeep.flat_map(|upkeep| self.changes(side, &upkeep.changes, problems)).collect();
        let reactions = self.reactions[side].iter();
        let reactions: Vec<_> =
            reactions.filter_map(|skill| self.reaction(side, skill, problems)).collect();
        let resists = own.resists.iter().filter_map(|part| {
            let kind = self.type_of(&part.number.text);
            let by = self.amount(side, &part.amount, part.span, problems);
            kind.zip(by)
        });
        let resists = resists.collect();
        let resets = own.ranges.iter().filter(|(_, range)| range.resets);
        let resets = resets.filter_map(|(name, _)| {
            let start = match name.as_str() {
                "hp" => own.hp,
                "armor" => own.armor,
                _ => own.numbers.iter().find(|(word, _)| word.text == *name)?.1,
            };
            Some((self.slot(side, name)?, start))
        });
        let counted = self.counters.iter().filter(|counter| counter.side == side);
        let cooldowns = counted.filter(|counter| counter.name.starts_with("cooldown."));
        let cooldowns: Vec<_> = cooldowns.map(|counter| counter.field).collect();
        let resets: Vec<_> = resets.collect();
        Fighter {
            hp: self.slots[side][0].1,
            most_hp: self.most()[self.slots[side][0].1],
            armor: self.reading(side, "armor", own.id.span, problems),
            soak: self.spec.soak.as_ref().and_then(|word| self.slot(side, &word.text)),
            resists,
            // Player 1's actions are what the goal counts, so each of them is a move.
            moves: skills.len() > 1 || (side == 0 && !skills.is_empty()),
            skills,
            quiet: reactions.is_empty() && resets.is_empty() && cooldowns.is_empty(),
            reactions,
            resets,
            upkeep,
            cooldowns,
            stunned: self.counter(side, "stunned"),
            stolen: self.counter(side, "stolen"),
            actions,
            ends,
            calm: false,
            enough: None,
            budget: None,
        }
    }

    fn effects(&self, problems: &mut Problems) -> Vec<Effect> {
        let mut effects = Vec::new();
        for running in &self.effects {
            let (side, skill) = (running.side, running.skill);
            let until = skill.until.as_ref().filter(|word| word.text != "never");
            effects.push(Effect {
                caster: Player::BOTH[side],
                timer: running.timer,
                lasts: skill.lasts.map_or(1, |(lasts, _)| u32::from(lasts)),
                counts: skill.lasts.is_some(),
                until: until.and_then(|word| self.condition(side, word, problems)).map(Box::new),
                refreshes: skill.refreshes.is_some_and(|(refreshes, _)| refreshes),
                stacks: running.stacks.zip(skill.stacks.map(|(most, _)| most)),
                each_turn: self.changes(side, &skill.each_turn, problems),
            });
        }
        effects
    }

    /// For each word of the state the most that a number in it may be.
    pub(super) fn most(&self) -> Vec<i32> {
        let mut most = vec![CEILING; self.words];
        for side in [0, 1] {
            for (name, range) in &self.sides[side].ranges {
                if let (Some(slot), Some((limit, _))) = (self.slot(side, name), range.most) {
                    most[slot] = limit;
                }
            }
        }
        if let Some((slot, last)) = self.round {
            most[slot] = last;
        }
        most
    }
}
