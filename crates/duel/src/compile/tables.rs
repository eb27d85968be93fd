//! Fighters, effects and the goal as tables, with every name resolved.
//!
//! What is wrong is reported and left out; the tables are only handed on when nothing was.

use outplay_game::Player;
use outplay_text::{Code, Problem, Problems};

use super::layout::Fight;
use super::names::{ACTIONS, DAMAGE, ROUNDS};
use super::{aims, check, check_chance, derived};
use crate::amount::Reading;
use crate::rules::{Effect, Extent, Fighter, Names, Price, Rules, Skill, Speed, Stuck, Teams, Who};
use crate::spec::Actions;
use crate::state::CEILING;

/// So many moves a side may have.
const MOST_MOVES: usize = 240;

/// The number that says how fast a fighter is.
pub(super) const SPEED: &str = "speed";

impl Fight<'_> {
    pub(super) fn compile(&self, problems: &mut Problems) -> (Rules, Names) {
        let price = self.price(problems);
        let fighters = [0, 1].map(|who| self.fighter(who, problems));
        let others = (2..self.members.len()).map(|who| self.fighter(who, problems)).collect();
        let effects = self.effects(problems);
        aims::check(self, problems);
        check_chance::of_fight(self, problems);
        check::held(self, problems);
        check::ranges(self, problems);
        check::warn_of_idle_numbers(self.spec, problems);
        let first = if self.spec.second_begins { Player::Two } else { Player::One };
        let mut rules = Rules {
            teams: self.has_teams().then(|| Box::new(self.teams(&fighters, others, problems))),
            rolls: false,
            turns_roll: false,
            coin: self.spec.coin,
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
            began: self.began,
            actions: self.actions,
            taken: self.taken,
            acted: self.acted,
            extent: Extent::Whole,
            swift: None,
        };
        rules.start = self.start(problems);
        derived::complete(&mut rules);
        check_chance::rounds(self.spec, &rules, problems);
        check::warn_of_healing_hits(self, &rules, problems);
        check::warn_of_an_idle_queue(self, &rules, problems);
        (rules, self.names())
    }

    /// The words of a number of player 1's side.
    fn pools(&self, name: &str) -> Vec<usize> {
        self.teams[0].iter().filter_map(|&who| self.slot(who, name)).collect()
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
        if let Some(&slot) = self.pools(&word.text).first() {
            return Price::Pool(slot);
        }
        match word.text.as_str() {
            ACTIONS => Price::Actions,
            ROUNDS => Price::Rounds,
            _ => {
                let who = &self.members[0].id.text;
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

    /// What only a fight of teams has.
    fn teams(&self, first: &[Fighter; 2], others: Vec<Fighter>, problems: &mut Problems) -> Teams {
        let skills =
            |who: usize| if who < 2 { &first[who].skills } else { &others[who - 2].skills };
        let moves = self.teams.each_ref().map(|team| {
            let own = |&who: &usize| (0..skills(who).len()).map(move |skill| (Who::of(who), skill));
            team.iter().flat_map(own).collect::<Vec<_>>()
        });
        if let Some(team) = [0, 1].into_iter().find(|&side| moves[side].len() > MOST_MOVES) {
            let who = self.members[self.teams[team][0]];
            let message = format!("a side with {} ways to act is too large", moves[team].len());
            let help = format!("at most {MOST_MOVES}: every way to aim a skill is one");
            problems.push(Problem::error(Code::TooMany, who.id.span, message).help(help));
        }
        Teams {
            sides: self.teams.each_ref().map(|team| team.iter().map(|&who| Who::of(who)).collect()),
            moves,
            others,
            pools: self.spec.least.iter().flat_map(|word| self.pools(&word.text)).collect(),
            pass: self.spec.pass,
            quiet: false,
            calm: false,
            speed: self.speed.as_ref().map(|(acting, acted)| Speed {
                speeds: (0..self.members.len()).map(|who| self.speed_of(who, problems)).collect(),
                acting: *acting,
                acted: acted.clone(),
            }),
        }
    }

    /// How fast a fighter is.
    fn speed_of(&self, who: usize, problems: &mut Problems) -> Reading {
        let span = self.members[who].id.span;
        if !self.has_number(who, SPEED) {
            let name = &self.members[who].id.text;
            let message = format!("how fast `{name}` is is missing");
            let help = format!("add `{SPEED} = 10` to `[fighters.{name}]`: the fastest is first");
            problems.push(Problem::error(Code::MissingField, span, message).help(help));
        }
        self.reading(who, SPEED, span, problems)
    }

    fn fighter(&self, side: usize, problems: &mut Problems) -> Fighter {
        let own = self.members[side];
        let view = self.view(side);
        let mut skills: Vec<Skill> = self.skills[side]
            .iter()
            .flat_map(|skill| self.ways(side, skill).into_iter().map(move |way| (skill, way)))
            .map(|(skill, way)| {
                let compiled = self.aimed_skill(side, skill, &way, problems);
                check_chance::too_fine(skill, &compiled.parts, problems);
                compiled
            })
            .collect();
        let actions = match self.actions(side) {
            Actions::UpTo(most) => most,
            Actions::Any => 0,
        };
        // A skill that nobody here can be aimed with is one all the same.
        let ends = actions != 1 && !self.skills[side].is_empty();
        if ends {
            skills.push(Skill { ends, ..Skill::default() });
        }
        let upkeep = self.spec.upkeep.iter().filter(|upkeep| self.keeps(side, upkeep));
        let upkeep: Vec<_> =
            upkeep.flat_map(|upkeep| self.changes(view, &upkeep.changes, problems)).collect();
        let reactions = self.reactions[side].iter().enumerate();
        let reactions: Vec<_> = reactions
            .flat_map(|(name, skill)| self.reaction(side, name, skill, problems))
            .collect();
        let resists = own.resists.iter().filter_map(|part| {
            let kind = self.type_of(&part.number.text);
            let by = self.fixed_amount(view, &part.amount, part.span, problems);
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
        let counted = self.counters.iter().filter(|counter| counter.who == side);
        let cooldowns = counted.filter(|counter| counter.name.starts_with("cooldown."));
        let cooldowns: Vec<_> = cooldowns.map(|counter| counter.field).collect();
        let recharges: Vec<_> = self
            .spec
            .skills
            .iter()
            .filter_map(|skill| {
                let (chance, span) = skill.recharge.as_ref()?;
                let used = self.counter(side, &format!("recharge.{}", skill.id.text))?;
                Some((used, self.chance(view, chance, *span, problems)?))
            })
            .collect();
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
            quiet: reactions.is_empty()
                && resets.is_empty()
                && cooldowns.is_empty()
                && recharges.is_empty(),
            reactions,
            resets,
            upkeep,
            cooldowns,
            recharges,
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
            let (view, skill) = (running.view, running.skill);
            let until = skill.until.as_ref().filter(|word| word.text != "never");
            effects.push(Effect {
                caster: Player::BOTH[self.side_of(view.own)],
                timer: running.timer,
                lasts: skill.lasts.map_or(1, |(lasts, _)| u32::from(lasts)),
                counts: skill.lasts.is_some(),
                until: until.and_then(|word| self.condition(view, word, problems)).map(Box::new),
                refreshes: skill.refreshes.is_some_and(|(refreshes, _)| refreshes),
                stacks: running.stacks.zip(skill.stacks.map(|(most, _)| most)),
                each_turn: self.changes(view, &skill.each_turn, problems),
            });
        }
        effects
    }

    /// For each word of the state the most that a number in it may be.
    pub(super) fn most(&self) -> Vec<i32> {
        let mut most = vec![CEILING; self.words];
        for (side, member) in self.members.iter().enumerate() {
            if !self.spec.overheal {
                most[self.slots[side][0].1] = member.hp;
            }
            for (name, range) in &member.ranges {
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
