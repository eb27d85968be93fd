//! How a fight goes on: the one place where the rules of a turn are carried out.
//!
//! A turn begins with what resets and with the upkeep of its side, then all running effects apply
//! (player 1's first, in the order of the file), then each counts down, then the side uses a skill, or
//! several. Whoever reaches 0 hp has lost at that moment. Then the turn order says whose turn is next.
//! `deeds.rs` carries out what a skill does.
//!
//! In a queue a turn is an action: a place whose fighter could use no skill in it is dropped, and
//! that is no turn. A skill is used while the acting place is still in front, the last one of a
//! fight included; then that place leaves. When nobody is left the fight is over, and nobody wins.
//!
//! Everything that happens is told to a [`Witness`]; a search has none (`()`), and the compiler
//! removes the telling.

#![expect(
    clippy::inline_always,
    reason = "a move of a search is one piece of code: with faster counting, 5 % fewer instructions"
)]

use std::ops::ControlFlow;

use outplay_game::Player;

use crate::Duel;
use crate::deeds::Scene;
use crate::event::{Event, Witness};
use crate::game::Kept;
use crate::order::Order;
use crate::rules::{Fighter, Limits, RollKind, Skill, Slot, Stuck, Trigger, Who};
use crate::state::{CEILING, Field, State, Status};

/// Goes on, or ends with a winner or without one.
pub(crate) type Flow = ControlFlow<Option<Player>>;

/// How many turns without a choice are played at a stretch. A fight that only goes in circles is
/// handed back to the search, which knows how to notice.
const STRETCH: u32 = 100;

impl<const W: usize, O: Order> Duel<W, O> {
    /// Goes on until somebody has to choose, or it is over, or for a long stretch of turns.
    pub(crate) fn run(&self, state: &mut State<W, O>, witness: &mut impl Witness<W, O>) {
        for _ in 0..STRETCH {
            if self.turn(state, witness) {
                return;
            }
        }
    }

    /// Plays the turn that is about to begin up to its choice, or whole where there is none; says
    /// whether there is somebody to ask, or nothing more to play.
    #[inline]
    pub(crate) fn turn(&self, state: &mut State<W, O>, witness: &mut impl Witness<W, O>) -> bool {
        match state.status() {
            Status::Before(player) if self.rules.teams.is_some() => {
                self.take_team_turn(state, player, witness);
            }
            Status::Before(player) => self.take_turn(state, player, witness),
            // Another action of somebody who has nothing to choose.
            Status::Chooses(player)
                if self.rules.teams.is_none() && !self.rules.fighter(player).moves =>
            {
                self.use_first(state, player, witness);
            }
            _ => return true,
        }
        match state.status() {
            Status::Before(_) => false,
            Status::Chooses(player) => {
                self.rules.teams.is_some() || self.rules.fighter(player).moves
            }
            Status::Over(_) => true,
        }
    }

    #[inline(always)]
    fn take_turn(&self, state: &mut State<W, O>, player: Player, witness: &mut impl Witness<W, O>) {
        let fighter = self.rules.fighter(player);
        if fighter.calm {
            witness.see(Event::Turn(player), state);
        } else if let ControlFlow::Break(winner) =
            self.begin(state, player, Scene::default(), witness)
        {
            end(state, winner, witness);
            return;
        }
        if let Some(stunned) = fighter.stunned.filter(|&stunned| state.bits(stunned) > 0) {
            state.count_down(stunned);
            witness.see(Event::Misses(player), state);
            self.do_nothing(state, player, witness);
        } else if !self.can_act(state, player) {
            self.be_stuck(state, player, witness);
        } else {
            if let Some(actions) = self.rules.actions {
                let most = if fighter.actions == 0 { actions.mask } else { fighter.actions };
                state.set_bits(actions, most);
            }
            if fighter.moves {
                state.set_status(Status::Chooses(player));
            } else {
                self.use_first(state, player, witness);
            }
        }
    }

    /// Uses the first skill that can be used: the only one there is.
    fn use_first(&self, state: &mut State<W, O>, player: Player, witness: &mut impl Witness<W, O>) {
        let mut skills = self.rules.fighter(player).skills.iter();
        match skills.position(|skill| self.can_use(state, player, skill)) {
            Some(only) => self.act(state, player, only, witness),
            None => self.do_nothing(state, player, witness),
        }
    }

    /// What happens to a player in whose turn no skill can be used. Who may end a turn does so.
    pub(crate) fn be_stuck(
        &self,
        state: &mut State<W, O>,
        player: Player,
        witness: &mut impl Witness<W, O>,
    ) {
        witness.see(Event::Stuck, state);
        if self.rules.stuck == Stuck::Lose && !self.rules.fighter(player).ends {
            end(state, Some(player.other()), witness);
        } else {
            self.do_nothing(state, player, witness);
        }
    }

    /// Ends a turn in which nothing was done.
    #[inline(never)]
    fn do_nothing(
        &self,
        state: &mut State<W, O>,
        player: Player,
        witness: &mut impl Witness<W, O>,
    ) {
        self.finish(state, player, Flow::Continue(()), witness);
    }

    /// The start of a turn: what resets, upkeep, effects, timers, reactions.
    #[inline(always)]
    fn begin(
        &self,
        state: &mut State<W, O>,
        player: Player,
        scene: Scene,
        witness: &mut impl Witness<W, O>,
    ) -> Flow {
        witness.see(Event::Turn(player), state);
        if self.rules.round.is_some() && self.begins_a_round(state, player) {
            self.count_round(state);
        }
        let who = Who::from(player);
        self.keep_up(state, who, scene, witness)?;
        self.apply_effects(state, scene, witness)?;
        self.make_ready(state, who, scene, witness)
    }

    /// One round more, where anything asks.
    #[inline(always)]
    pub(crate) fn count_round(&self, state: &mut State<W, O>) {
        if let Some(round) = self.rules.round {
            state.change(round, 1, self.rules.most[round]);
        }
    }

    /// What resets at the start of a fighter's turn, and upkeep.
    #[inline(always)]
    pub(crate) fn keep_up(
        &self,
        state: &mut State<W, O>,
        who: Who,
        scene: Scene,
        witness: &mut impl Witness<W, O>,
    ) -> Flow {
        let rules = &self.rules;
        let fighter = rules.member(who);
        for &(slot, start) in &fighter.resets {
            let by = state.change(slot, start - state.number(slot), rules.most[slot]);
            if by != 0 {
                witness.see(Event::Upkeep { slot, by }, state);
            }
        }
        for change in &fighter.upkeep {
            let (slot, wanted) = (change.slot, change.by.roll(state, witness));
            let by = state.change(slot, wanted, change.most);
            witness.see(Event::Upkeep { slot, by }, state);
            self.after_change(state, by, slot, scene, witness)?;
        }
        Flow::Continue(())
    }

    /// All running effects apply, then each counts down.
    #[inline(always)]
    pub(crate) fn apply_effects(
        &self,
        state: &mut State<W, O>,
        scene: Scene,
        witness: &mut impl Witness<W, O>,
    ) -> Flow {
        let rules = &self.rules;
        for (index, effect) in rules.effects.iter().enumerate() {
            for change in &effect.each_turn {
                // It may end while it applies, by somebody's last words.
                if state.bits(effect.timer) == 0 {
                    break;
                }
                let slot = change.slot;
                if rules.teams.is_some() && self.is_hp_of_the_fallen(state, slot) {
                    continue;
                }
                let wanted = self.stacked(state, index, change.by.roll(state, witness));
                let by = state.change(slot, wanted, change.most);
                witness.see(Event::Tick { effect: index, slot, by }, state);
                self.after_change(state, by, slot, scene, witness)?;
            }
        }
        for (index, effect) in rules.effects.iter().enumerate() {
            if state.bits(effect.timer) == 0 {
                continue;
            }
            if effect.counts {
                state.count_down(effect.timer);
                let turns = state.bits(effect.timer);
                self.clear_if_over(state, index);
                witness.see(Event::Left { effect: index, turns }, state);
            }
            if let Some(until) = &effect.until
                && state.bits(effect.timer) > 0
                && until.is_met(state)
            {
                self.end_effect(state, index, witness);
            }
        }
        Flow::Continue(())
    }

    /// What cools down at the start of a fighter's turn, what is ready again, and what happens by itself.
    #[inline(always)]
    pub(crate) fn make_ready(
        &self,
        state: &mut State<W, O>,
        who: Who,
        scene: Scene,
        witness: &mut impl Witness<W, O>,
    ) -> Flow {
        let fighter = self.rules.member(who);
        if fighter.quiet {
            return Flow::Continue(());
        }
        for &cooldown in &fighter.cooldowns {
            if state.bits(cooldown) > 0 {
                state.count_down(cooldown);
            }
        }
        for (used, chance) in &fighter.recharges {
            if state.bits(*used) > 0 && chance.happens(RollKind::Ready, state, witness) {
                state.set_bits(*used, 0);
            }
        }
        let enemy = self.nearest_enemy(state, self.rules.side_of(who));
        self.react(state, who, enemy, Trigger::TurnStarts, scene, witness)
    }

    /// Does a round begin with the turn of this player? In a queue, each turn is one; by speed, it
    /// is the turn before which nobody has had theirs.
    #[inline]
    pub(crate) fn begins_a_round(&self, state: &State<W, O>, player: Player) -> bool {
        match self.rules.teams.as_ref().and_then(|teams| teams.speed.as_ref()) {
            Some(speed) => speed.acted.iter().all(|&acted| state.bits(acted) == 0),
            None => O::PLACES || player == self.first(state),
        }
    }

    /// Who has begun the fight.
    #[inline]
    fn first(&self, state: &State<W, O>) -> Player {
        self.rules.began.map_or(self.rules.first, |began| Player::BOTH[state.bits(began) as usize])
    }

    /// May the player use the skill now?
    #[inline(always)]
    pub(crate) fn can_use(&self, state: &State<W, O>, who: impl Into<Who>, skill: &Skill) -> bool {
        if let Some((slot, least)) = skill.enough {
            return state.number(slot) >= least;
        }
        self.can_pay(state, who.into(), skill)
            && self.is_free(state, skill)
            && skill.picks.as_ref().is_none_or(|picks| {
                let allowed = |node: usize| self.is_free(state, &picks.skills[node]);
                picks.tree.pick(state, allowed).is_some()
            })
    }

    /// Is the skill ready, whatever it costs?
    #[inline(always)]
    pub(crate) fn is_free(&self, state: &State<W, O>, skill: &Skill) -> bool {
        let ready = |limits: &Limits| {
            limits.cooldown.is_none_or(|(cooldown, _)| state.bits(cooldown) == 0)
                && limits.recharge.is_none_or(|used| state.bits(used) == 0)
                && limits.uses.is_none_or(|uses| state.bits(uses) > 0)
                && limits.when.as_ref().is_none_or(|when| when.is_met(state))
                && limits.targets.iter().all(|&(hp, stands)| (state.number(hp) > 0) == stands)
        };
        skill.alone.is_none_or(|effect| state.bits(self.rules.effects[effect].timer) == 0)
            && skill.limits.as_deref().is_none_or(ready)
    }

    /// Does the player have what the skill costs?
    #[inline(always)]
    pub(crate) fn can_pay(&self, state: &State<W, O>, who: Who, skill: &Skill) -> bool {
        let hp = self.rules.member(who).hp;
        skill.cost.iter().all(|(slot, amount)| {
            !lacks(state.number(*slot), amount.read(state).max(0), *slot == hp)
        })
    }

    /// Can the player use any skill? To end a turn is none.
    #[inline(always)]
    pub(crate) fn can_act(&self, state: &State<W, O>, player: Player) -> bool {
        let Fighter { skills, enough, .. } = self.rules.fighter(player);
        if let Some((slot, least)) = *enough {
            return state.number(slot) >= least;
        }
        skills.iter().any(|skill| !skill.ends && self.can_use(state, player, skill))
    }

    /// Uses a skill that can be used; then it is the next action or the next turn, unless it is
    /// over.
    #[inline(always)]
    pub(crate) fn act(
        &self,
        state: &mut State<W, O>,
        player: Player,
        index: usize,
        witness: &mut impl Witness<W, O>,
    ) {
        let skill = &self.rules.fighter(player).skills[index];
        debug_assert!(self.can_use(state, player, skill), "the caller offers only usable skills");
        witness.see(Event::Uses { skill: index }, state);
        if let Some(acted) = self.rules.acted {
            state.set_bits(acted, 1);
        }
        let mut flow = Flow::Continue(());
        if !skill.ends {
            flow = self.make_use_of(state, player.into(), skill, witness);
            let more = self.rules.actions.is_some_and(|actions| state.bits(actions) > 0);
            if more && flow.is_continue() && self.can_act(state, player) {
                state.set_status(Status::Chooses(player));
                return;
            }
        }
        self.finish(state, player, flow, witness);
    }

    /// What a skill picks, what it costs, what it does, and what becomes of the queue.
    #[inline(always)]
    pub(crate) fn make_use_of(
        &self,
        state: &mut State<W, O>,
        who: Who,
        skill: &Skill,
        witness: &mut impl Witness<W, O>,
    ) -> Flow {
        let used = match &skill.picks {
            None => skill,
            Some(picks) => {
                let allowed = |node: usize| self.is_free(state, &picks.skills[node]);
                let node = picks.tree.pick(state, allowed).expect("a skill that can be used picks");
                witness.see(Event::Picks { node }, state);
                &picks.skills[node]
            }
        };
        Self::pay(state, skill, witness);
        Self::count_use(state, skill);
        if skill.picks.is_some() {
            Self::count_use(state, used);
        }
        if let Some(actions) = self.rules.actions.filter(|&field| state.bits(field) < field.mask) {
            state.count_down(actions);
        }
        let flow = self.carry_out(state, who, used, Scene::default(), witness);
        for &step in &used.queue {
            state.order.step(self.rules.side_of(who), step);
            if O::PLACES {
                witness.see(Event::Queues(step), state);
            }
        }
        flow
    }

    /// Pays for a skill. What it costs is read before anything is paid.
    #[inline(always)]
    fn pay(state: &mut State<W, O>, skill: &Skill, witness: &mut impl Witness<W, O>) {
        if skill.cost.len() == 1 || skill.cost.iter().all(|(_, amount)| amount.fixed().is_some()) {
            for (slot, amount) in &skill.cost {
                let amount = amount.read(state).max(0);
                state.change(*slot, -amount, CEILING);
                witness.see(Event::Pays { slot: *slot, amount }, state);
            }
            return;
        }
        let read =
            |(slot, amount): &(Slot, crate::amount::Amount)| (*slot, amount.read(state).max(0));
        let costs: Vec<(Slot, i32)> = skill.cost.iter().map(read).collect();
        for (slot, amount) in costs {
            state.change(slot, -amount, CEILING);
            witness.see(Event::Pays { slot, amount }, state);
        }
    }

    /// The turn of a player ends: what happens then, and on to the next.
    #[inline(always)]
    fn finish(
        &self,
        state: &mut State<W, O>,
        player: Player,
        flow: Flow,
        witness: &mut impl Witness<W, O>,
    ) {
        let flow = if flow.is_break() || self.rules.fighter(player).quiet {
            flow
        } else {
            let enemy = player.other().into();
            self.react(state, player.into(), enemy, Trigger::TurnEnds, Scene::default(), witness)
        };
        self.pass(state, player, flow, witness);
    }

    /// The turn of a player is over: on to the next, unless somebody has won.
    #[inline(always)]
    fn pass(
        &self,
        state: &mut State<W, O>,
        player: Player,
        flow: Flow,
        witness: &mut impl Witness<W, O>,
    ) {
        for field in [self.rules.actions, self.rules.acted].into_iter().flatten() {
            state.set_bits(field, 0);
        }
        let next = state.order.pass(player);
        if O::PLACES {
            witness.see(Event::Leaves, state);
        }
        let next =
            self.rules.taken.map_or(next, |taken| Some(self.after_turn_of(state, player, taken)));
        let next = self.settle(state, next, witness);
        match (flow, next) {
            (ControlFlow::Continue(()), Some(next)) if !self.is_out_of_time(state, next) => {
                state.set_status(Status::Before(next));
            }
            (flow, _) => end(state, flow.break_value().flatten(), witness),
        }
    }

    /// Whose turn is next where turns can be stolen: a stolen one stands in the place of the
    /// enemy's, so that one's own comes after it.
    fn after_turn_of(&self, state: &mut State<W, O>, player: Player, taken: Field) -> Player {
        let next = if state.bits(taken) > 0 { player } else { player.other() };
        let thief = self.rules.fighter(next.other()).stolen;
        let stolen = thief.filter(|&stolen| state.bits(stolen) > 0);
        state.set_bits(taken, u32::from(stolen.is_some()));
        match stolen {
            Some(stolen) => {
                state.count_down(stolen);
                next.other()
            }
            None => next,
        }
    }

    /// Would one round more than there may be begin now?
    #[inline]
    pub(crate) fn is_out_of_time(&self, state: &State<W, O>, next: Player) -> bool {
        let (Some(round), Some(rounds)) = (self.rules.round, self.rules.rounds) else {
            return false;
        };
        self.begins_a_round(state, next) && state.number(round) >= rounds
    }

    /// Drops the places in front whose fighters can do nothing with them; says whose turn is next.
    #[inline(always)]
    pub(crate) fn settle(
        &self,
        state: &mut State<W, O>,
        mut next: Option<Player>,
        witness: &mut impl Witness<W, O>,
    ) -> Option<Player> {
        if !O::PLACES || self.rules.stuck == Stuck::Lose {
            return next;
        }
        if self.kept != Kept::All {
            for player in Player::BOTH {
                let most = match self.kept {
                    _ if self.is_spent(state, player) => Some(0),
                    Kept::Reached => self.rules.fighter(player).actions_left(state),
                    _ => None,
                };
                if let Some(most) = most {
                    state.order.keep(player, most);
                }
            }
            next = state.order.front();
        }
        while let Some(player) = next.filter(|&player| !self.could_act(state, player)) {
            next = state.order.pass(player);
            witness.see(Event::Drops(player), state);
        }
        next
    }

    /// Could the player use a skill in a turn that began now, whoever would fall at its start?
    #[inline(always)]
    fn could_act(&self, state: &State<W, O>, player: Player) -> bool {
        if self.rules.fighter(player).calm {
            return self.can_act(state, player);
        }
        let mut tried = state.clone();
        let _ = self.begin(&mut tried, player, Scene::TRIAL, &mut ());
        self.can_act(&tried, player)
    }

    /// Can the player never use a skill again? Each then costs more of something than there is,
    /// and there will never be more of it.
    #[inline(always)]
    pub(crate) fn is_spent(&self, state: &State<W, O>, player: Player) -> bool {
        let Fighter { skills, enough, ends, .. } = self.rules.fighter(player);
        if let Some((slot, least)) = enough.filter(|(slot, _)| !ends && !self.rules.grows(*slot)) {
            return state.number(slot) < least;
        }
        skills.iter().all(|skill| {
            let short = |(slot, amount): &(Slot, crate::amount::Amount)| {
                !self.rules.grows(*slot)
                    && amount.fixed().is_some_and(|amount| state.number(*slot) < amount)
            };
            skill.cost.iter().any(short)
        })
    }
}

/// Is there too little of a number to pay with? Nobody pays with their last hp.
#[inline]
pub(crate) fn lacks(number: i32, amount: i32, is_hp: bool) -> bool {
    number < amount + i32::from(is_hp && amount > 0)
}

pub(crate) fn end<const W: usize, O: Order>(
    state: &mut State<W, O>,
    winner: Option<Player>,
    witness: &mut impl Witness<W, O>,
) {
    state.set_status(Status::Over(winner));
    witness.see(Event::Over(winner), state);
}

#[cfg(test)]
mod tests {
    use super::lacks;

    #[test]
    fn what_costs_nothing_can_always_be_paid_and_the_last_hp_never() {
        assert!(!lacks(0, 0, true) && !lacks(0, 0, false));
        assert!(lacks(3, 3, true) && !lacks(3, 3, false));
        assert!(!lacks(4, 3, true) && lacks(2, 3, true) && lacks(2, 3, false));
    }
}
