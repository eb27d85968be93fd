//! Whose turn it is in a fight of one or several a side, and what belongs to a turn.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::fraction::Fraction;
use super::position::{Phase, Position, Reading};
use super::rules::{Aim, Rules};
use crate::plain::LIMIT;
use crate::plain::file::Skill;

/// The fight is over, with who has won.
pub(super) struct Over(pub(super) Option<usize>);

/// What a side does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Use(usize, String, Aim),
    End,
    Pass,
}

/// Rolls that were made: for each the result, and the weights.
#[derive(Default)]
struct Tape {
    rolls: Vec<(usize, Vec<i128>)>,
    at: usize,
}

/// A position on its way to the next.
pub(super) struct Play<'a> {
    pub(super) rules: &'a Rules,
    pub(super) position: Position,
    tape: &'a RefCell<Tape>,
    pub(super) reacting: usize,
    pub(super) dying: BTreeSet<usize>,
}

/// More ways for the dice to fall are not followed.
const MOST_WAYS: usize = 3_000;

impl Rules {
    /// What a side can do; in a duel only whoever is asked.
    pub(crate) fn choices(&self, position: &Position) -> Vec<Choice> {
        let tape = RefCell::default();
        let play = Play::new(self, position.clone(), &tape);
        let mut all = play.usable();
        if play.actors().iter().any(|who| play.may_act(*who) && self.may_end(*who)) {
            all.push(Choice::End);
        }
        let stunned = || play.actors().iter().any(|who| position.stunned[*who] > 0);
        if self.has_teams() && (self.pass == "always" || self.pass == "stunned" && stunned()) {
            all.push(Choice::Pass);
        }
        all
    }

    /// How much of a number a skill takes from its user.
    pub(crate) fn paid(
        &self,
        position: &Position,
        who: usize,
        id: &str,
        way: &Aim,
        pool: &str,
    ) -> i64 {
        let tape = RefCell::default();
        let play = Play::new(self, position.clone(), &tape);
        let price = play.price(who, self.skill(id), way);
        price.iter().filter(|(name, _)| name == pool).map(|(_, much)| much).sum()
    }

    /// What comes of a choice, or of a turn that begins, with how likely each is; `None` where that
    /// is too much.
    pub(crate) fn results(
        &self,
        position: &Position,
        choice: Option<&Choice>,
    ) -> Option<Vec<(Fraction, Position)>> {
        let tape = RefCell::new(Tape::default());
        let mut all: Vec<(Fraction, Position)> = Vec::new();
        for _ in 0..MOST_WAYS {
            let mut play = Play::new(self, position.clone(), &tape);
            play.go(choice);
            let result = play.position;
            let mut weight = Fraction::ONE;
            for (result, weights) in &tape.borrow().rolls {
                let share = Fraction::of(weights[*result], weights.iter().sum());
                weight = weight.times(share)?;
            }
            match all.iter_mut().find(|(_, known)| *known == result) {
                Some((sum, _)) => *sum = sum.plus(weight)?,
                None => all.push((weight, result)),
            }
            let mut tape = tape.borrow_mut();
            tape.at = 0;
            while tape.rolls.last().is_some_and(|(result, all)| result + 1 == all.len()) {
                tape.rolls.pop();
            }
            match tape.rolls.last_mut() {
                Some((result, _)) => *result += 1,
                None => return Some(all),
            }
        }
        None
    }
}

impl<'a> Play<'a> {
    fn new(rules: &'a Rules, position: Position, tape: &'a RefCell<Tape>) -> Self {
        Self { rules, position, tape, reacting: 0, dying: BTreeSet::new() }
    }

    pub(super) fn reading(&self) -> Reading<'_> {
        Reading { rules: self.rules, position: &self.position }
    }

    pub(super) fn roll(&self, weights: &[i128]) -> usize {
        let mut tape = self.tape.borrow_mut();
        let at = tape.at;
        tape.at += 1;
        if at == tape.rolls.len() {
            let first = weights.iter().position(|weight| *weight > 0).expect("something happens");
            tape.rolls.push((first, weights.to_vec()));
        }
        tape.rolls[at].0
    }

    /// Plays what was chosen, or the start of a turn.
    fn go(&mut self, choice: Option<&Choice>) {
        let done = match (self.position.phase, choice) {
            (Phase::Coin, _) => {
                let first = self.roll(&[1, 1]);
                (self.position.turn, self.position.began) = (first, first);
                self.position.phase = Phase::Before;
                Ok(())
            }
            (Phase::Before, _) => self.begin(),
            (Phase::Acting, Some(choice)) => self.act(choice),
            (phase, _) => panic!("nothing to do: {phase:?}"),
        };
        if let Err(Over(winner)) = done {
            self.position.phase = Phase::Over(winner);
        }
    }

    /// Those whose turn it is and who stand.
    fn actors(&self) -> Vec<usize> {
        let team = self.rules.teams[self.position.turn].iter().copied();
        let own = team.filter(|who| self.position.acting.is_none_or(|acting| acting == *who));
        own.filter(|who| self.position.stands(*who)).collect()
    }

    /// In a duel a stun is a turn that is missed, and not the rest of this one.
    fn may_act(&self, who: usize) -> bool {
        !self.rules.has_teams() || self.position.stunned[who] == 0
    }

    fn usable(&self) -> Vec<Choice> {
        let mut all = Vec::new();
        for who in self.actors().into_iter().filter(|who| self.may_act(*who)) {
            for skill in self.rules.moves_of(who) {
                let ways = self.rules.ways(who, skill).into_iter();
                let usable = ways.filter(|way| {
                    self.could_be_paid(who, skill, way) && self.could_be_used(who, skill, way)
                });
                all.extend(usable.map(|way| Choice::Use(who, skill.id.clone(), way)));
            }
        }
        all
    }

    pub(super) fn price(&self, who: usize, skill: &Skill, way: &Aim) -> Vec<(String, i64)> {
        let view = self.rules.aimed(who, way.targets[0]);
        let cost = skill.cost.iter();
        cost.map(|(name, by)| (name.clone(), self.reading().amount(view, by).max(0))).collect()
    }

    fn could_be_paid(&self, who: usize, skill: &Skill, way: &Aim) -> bool {
        self.price(who, skill, way).iter().all(|(name, much)| {
            let there = self.position.numbers[who][name];
            if name == "hp" && *much > 0 { there > *much } else { there >= *much }
        })
    }

    pub(super) fn could_be_used(&self, who: usize, skill: &Skill, way: &Aim) -> bool {
        let view = self.rules.aimed(who, way.targets[0]);
        let key = (who, skill.id.clone());
        let position = &self.position;
        let runs = || {
            let victim = self.rules.victim(who, skill, view.target);
            position.effects.contains_key(&(who, skill.id.clone(), victim))
        };
        let needed = Rules::needed(who, skill, way);
        skill.when.as_ref().is_none_or(|when| self.reading().holds(view, when))
            && !position.cooldowns.contains_key(&key)
            && !position.spent.contains(&key)
            && position.uses.get(&key).is_none_or(|uses| *uses > 0)
            && skill
                .effect
                .as_ref()
                .is_none_or(|effect| effect.refreshes || effect.stacks.is_some() || !runs())
            && (!self.rules.has_teams()
                || needed.iter().all(|(who, stands)| position.stands(*who) == *stands))
    }

    fn begins_a_round(&self) -> bool {
        if self.rules.speed {
            self.position.acted.is_empty()
        } else {
            self.position.turn == self.position.began
        }
    }

    /// The start of a turn.
    fn begin(&mut self) -> Result<(), Over> {
        let rules = self.rules;
        if self.begins_a_round() {
            self.position.round += i64::from(rules.counts_rounds);
        }
        let actors = self.actors();
        for who in &actors {
            if !self.position.stands(*who) {
                continue;
            }
            let member = &rules.members[*who];
            for (name, number) in member.fighter.numbers.iter().filter(|(_, one)| one.resets) {
                self.position.numbers[*who].insert(name.clone(), number.start);
            }
            let view = rules.aimed(*who, rules.meant(*who, "enemy")[0]);
            for change in &member.upkeep {
                self.change(view, change)?;
            }
        }
        self.effects_apply()?;
        self.effects_count();
        for who in &actors {
            if self.position.stands(*who) {
                self.make_ready(*who)?;
            }
        }
        self.offer()
    }

    fn make_ready(&mut self, who: usize) -> Result<(), Over> {
        self.position.cooldowns.retain(|(owner, _), turns| {
            *turns -= i64::from(*owner == who);
            *turns > 0
        });
        let view = self.rules.aimed(who, self.rules.meant(who, "enemy")[0]);
        for (owner, id) in self.position.spent.clone() {
            let recharge = self.rules.skill(&id).recharge.clone().expect("it recharges");
            if owner == who && self.happens(view, &recharge) {
                self.position.spent.remove(&(owner, id));
            }
        }
        let enemy = self.first_enemy(who);
        self.react(who, enemy, "turn-starts")
    }

    /// All effects that there can be, in the order in which they apply.
    fn effects(&self) -> Vec<(usize, String, Option<usize>)> {
        let mut all = Vec::new();
        for caster in self.rules.teams.iter().flatten() {
            for skill in self.rules.skills.iter().filter(|skill| skill.effect.is_some()) {
                let victims = self.rules.victims(*caster, skill);
                let key = |victim| (*caster, skill.id.clone(), victim);
                if victims.is_empty() {
                    all.push(key(None));
                }
                all.extend(victims.into_iter().map(|victim| key(Some(victim))));
            }
        }
        all
    }

    fn effects_apply(&mut self) -> Result<(), Over> {
        let rules = self.rules;
        for key in self.effects() {
            let effect = rules.skill(&key.1).effect.as_ref().expect("an effect");
            for change in &effect.each_turn {
                let Some(running) = self.position.effects.get(&key).copied() else { break };
                let view = self.reading().view_of(key.0, key.2);
                let who = super::position::whose(view, change);
                let fallen = rules.has_teams() && !self.position.stands(who);
                if !fallen || change.name != "hp" {
                    self.tick(view, change, running.stacks)?;
                }
            }
        }
        Ok(())
    }

    fn effects_count(&mut self) {
        for key in self.effects() {
            let effect = self.rules.skill(&key.1).effect.as_ref().expect("an effect");
            let Some(running) = self.position.effects.get_mut(&key) else { continue };
            if effect.lasts.is_some() {
                running.turns -= 1;
            }
            let counted = running.turns == 0;
            let view = self.reading().view_of(key.0, key.2);
            let until = effect.until.as_ref();
            let met = || until.is_some_and(|until| self.reading().holds(view, until));
            if counted || met() {
                self.position.effects.remove(&key);
            }
        }
    }

    /// Asks whoever can act, or ends the turn.
    fn offer(&mut self) -> Result<(), Over> {
        let actors = self.actors();
        if !self.rules.has_teams() && self.position.stunned[actors[0]] > 0 {
            self.position.stunned[actors[0]] -= 1;
            return self.end();
        }
        let actions = actors.iter().map(|who| self.rules.members[*who].fighter.actions);
        self.position.actions = actions.map(|actions| actions.unwrap_or(LIMIT)).max().unwrap_or(1);
        if !self.usable().is_empty() {
            self.position.phase = Phase::Acting;
            return Ok(());
        }
        if actors.iter().any(|who| self.position.stunned[*who] > 0) {
            self.wake();
            return self.end();
        }
        let may_end = actors.iter().any(|who| self.rules.may_end(*who));
        let may_pass = self.rules.has_teams() && self.rules.pass == "always";
        if !actors.is_empty() && self.rules.stuck_loses && !may_end && !may_pass {
            return Err(Over(Some(1 - self.position.turn)));
        }
        self.end()
    }

    /// Those of the side who are stunned have sat out one more.
    fn wake(&mut self) {
        for who in self.actors() {
            let stunned = &mut self.position.stunned[who];
            *stunned = (*stunned - 1).max(0);
        }
    }

    fn act(&mut self, choice: &Choice) -> Result<(), Over> {
        if self.rules.has_teams() {
            self.wake();
        }
        let Choice::Use(who, id, way) = choice else { return self.end() };
        let skill = self.rules.skill(id);
        for (name, much) in self.price(*who, skill, way) {
            self.add(*who, &name, -much)?;
        }
        if self.position.actions < LIMIT {
            self.position.actions -= 1;
        }
        self.carry_out(*who, skill, way)?;
        if self.position.actions > 0 && !self.usable().is_empty() { Ok(()) } else { self.end() }
    }

    /// The turn ends, and the next is about to begin.
    fn end(&mut self) -> Result<(), Over> {
        for who in self.actors() {
            if self.position.stands(who) {
                let enemy = self.first_enemy(who);
                self.react(who, enemy, "turn-ends")?;
            }
        }
        self.position.phase = Phase::Before;
        self.position.actions = 0;
        if self.rules.speed {
            self.position.acted.extend(self.position.acting);
            self.position.next_by_speed(self.rules);
        } else {
            self.position.turn = 1 - self.position.turn;
        }
        let full = self.rules.rounds.is_some_and(|rounds| self.position.round >= rounds);
        if full && self.begins_a_round() { Err(Over(None)) } else { Ok(()) }
    }
}
