//! Whose turn it is, everything that happens in one, and the queue.

use std::collections::BTreeSet;

use super::file::{Order, Rules};
use super::readings;
use super::state::{Phase, State, View};
use super::{END_TURN, LIMIT};

/// The fight is over: nothing else happens. With who has won.
pub(super) struct Over(pub(super) Option<usize>);

/// More turns than this in which nobody acts are not followed.
const MOST_TURNS: usize = 300;

/// A position on its way to the next.
#[derive(Clone)]
pub(crate) struct Play<'a> {
    pub(super) rules: &'a Rules,
    pub(super) state: State,
    /// In how many reactions it is.
    pub(super) reacting: usize,
    /// Whose `dies` is under way.
    pub(super) dying: [bool; 2],
    /// Only to see what a turn would bring.
    pub(super) nobody_loses: bool,
    pub(super) again: bool,
    /// What has begun in this turn.
    pub(super) new_effects: BTreeSet<(usize, String)>,
    pub(super) new_cooldowns: BTreeSet<(usize, String)>,
    pub(super) turns_of_one: i64,
}

impl<'a> Play<'a> {
    pub(super) fn new(rules: &'a Rules, state: State) -> Self {
        Self {
            rules,
            state,
            reacting: 0,
            dying: [false; 2],
            nobody_loses: false,
            again: false,
            new_effects: BTreeSet::new(),
            new_cooldowns: BTreeSet::new(),
            turns_of_one: 0,
        }
    }

    pub(super) fn into_state(self) -> State {
        self.state
    }

    pub(super) fn view(&self) -> View<'_> {
        View { rules: self.rules, state: &self.state }
    }

    fn is_queue(&self) -> bool {
        self.rules.order != Order::Alternate
    }

    /// Lets turns begin and pass until somebody acts, or it is over.
    pub(super) fn advance(&mut self) {
        let mut seen = BTreeSet::new();
        while self.state.phase == Phase::Before {
            let mut known = self.state.clone();
            known.round = if self.rules.reads_round { known.round } else { 0 };
            if !seen.insert(known) {
                self.state.phase = Phase::ForEver;
                return;
            }
            if seen.len() > MOST_TURNS {
                self.state.phase = Phase::TooLong;
                return;
            }
            if let Err(Over(winner)) = self.begin() {
                self.state.phase = Phase::Over(winner);
            }
        }
    }

    /// A move of whoever acts, and all that follows. Gives what was paid.
    pub(super) fn act(&mut self, id: &str) -> Vec<(String, i64)> {
        let price = match id {
            END_TURN => Vec::new(),
            _ => self.price(self.state.turn, self.rules.skill(id)),
        };
        let acted = if id == END_TURN { self.end() } else { self.use_and_go_on(id, &price) };
        if let Err(Over(winner)) = acted {
            self.state.phase = Phase::Over(winner);
        }
        self.advance();
        price
    }

    fn use_and_go_on(&mut self, id: &str, price: &[(String, i64)]) -> Result<(), Over> {
        let side = self.state.turn;
        self.again = false;
        let used = self.use_skill(side, id, price)?;
        for step in &used.queue {
            match step.as_str() {
                "self" => self.enqueue(side),
                "enemy" => self.enqueue(1 - side),
                _ => {
                    self.state.queue = vec![(side, true), (1 - side, true)];
                    self.state.added = [true; 2];
                }
            }
        }
        if !self.again && self.state.actions < LIMIT {
            self.state.actions -= 1;
        }
        if self.state.actions > 0 && self.could_use_any(side) { Ok(()) } else { self.end() }
    }

    /// A turn starts, up to where its side acts.
    fn begin(&mut self) -> Result<(), Over> {
        if self.is_queue() {
            loop {
                let Some(&(front, _)) = self.state.queue.first() else { return Err(Over(None)) };
                if !self.is_dropped(front) {
                    self.state.turn = front;
                    break;
                }
                self.state.queue.remove(0);
            }
        }
        let side = self.state.turn;
        self.turns_of_one += i64::from(side == 0);
        self.start_of_turn(side)?;
        if self.state.stunned[side] > 0 {
            self.state.stunned[side] -= 1;
            return self.end();
        }
        self.state.actions = self.rules.fighters[side].actions.unwrap_or(LIMIT);
        if self.could_use_any(side) {
            self.state.phase = Phase::Acting;
            return Ok(());
        }
        if self.rules.stuck_loses && !self.rules.may_end(side) {
            return Err(Over(Some(1 - side)));
        }
        self.end()
    }

    fn is_dropped(&self, front: usize) -> bool {
        let kept = self.rules.may_end(front) && !readings::PLACES_OF_MANY_ACTIONS_ARE_DROPPED;
        if self.rules.stuck_loses || kept {
            return false;
        }
        let mut would = self.clone();
        would.nobody_loses = true;
        assert!(would.start_of_turn(front).is_ok(), "nobody loses");
        !would.could_use_any(front)
    }

    /// Steps 1 to 7 of a turn.
    fn start_of_turn(&mut self, side: usize) -> Result<(), Over> {
        let rules = self.rules;
        self.new_effects.clear();
        self.new_cooldowns.clear();
        if self.is_queue() || side == rules.first {
            self.state.round = (self.state.round + 1).min(LIMIT);
        }
        for (name, number) in rules.fighters[side].numbers.iter().filter(|(_, one)| one.resets) {
            let back = if readings::RESETS_TO_THE_FILES_START {
                number.start
            } else {
                State::opening(rules).numbers[side][name]
            };
            self.state.numbers[side].insert(name.clone(), back);
        }
        for change in &rules.upkeep[side] {
            self.change(side, change)?;
        }
        self.effects_apply()?;
        self.effects_count();
        let new = &self.new_cooldowns;
        self.state.cooldowns.retain(|key, turns| {
            let waits = readings::WHAT_IS_NEW_WAITS && new.contains(key);
            *turns -= i64::from(key.0 == side && !waits);
            *turns > 0
        });
        self.react(side, "turn-starts")
    }

    /// Those that run and have not begun in this turn, player 1's first, in the order of the file.
    fn old_effects(&self) -> Vec<(usize, String)> {
        let all = [0, 1]
            .into_iter()
            .flat_map(|side| self.rules.skills.iter().map(move |skill| (side, skill.id.clone())));
        all.filter(|key| !readings::WHAT_IS_NEW_WAITS || self.is_old(key)).collect()
    }

    fn is_old(&self, key: &(usize, String)) -> bool {
        let waits = readings::WHAT_IS_NEW_WAITS && self.new_effects.contains(key);
        self.state.effects.contains_key(key) && !waits
    }

    fn effects_apply(&mut self) -> Result<(), Over> {
        let rules = self.rules;
        for key in self.old_effects() {
            let Some(running) = self.state.effects.get(&key).copied() else { continue };
            let effect = rules.skill(&key.1).effect.as_ref().expect("what runs is an effect");
            let rounds = if readings::STACKS_REPEAT { running.stacks } else { 1 };
            for _ in 0..rounds {
                for change in &effect.each_turn {
                    if !readings::A_TABLE_IS_FINISHED && !self.is_old(&key) {
                        break;
                    }
                    if readings::STACKS_REPEAT {
                        self.change(key.0, change)?;
                    } else {
                        let stacks =
                            self.state.effects.get(&key).map_or(running.stacks, |now| now.stacks);
                        let by = self.view().amount(key.0, &change.by) * stacks;
                        let side = if change.enemy { 1 - key.0 } else { key.0 };
                        self.add(side, &change.name, by)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn effects_count(&mut self) {
        for key in self.old_effects() {
            let Some(effect) = &self.rules.skill(&key.1).effect else { continue };
            let Some(running) = self.state.effects.get_mut(&key) else { continue };
            running.turns -= i64::from(effect.lasts.is_some());
            let ended = running.turns == 0;
            if ended || effect.until.as_ref().is_some_and(|until| self.view().holds(key.0, until)) {
                self.state.effects.remove(&key);
            }
        }
    }

    /// The turn ends, and the next one's is about to start.
    fn end(&mut self) -> Result<(), Over> {
        self.react(self.state.turn, "turn-ends")?;
        self.state.phase = Phase::Before;
        self.state.actions = 0;
        let full = self.rules.rounds.is_some_and(|rounds| self.state.round >= rounds);
        if self.is_queue() {
            self.state.queue.remove(0);
            return if full { Err(Over(None)) } else { Ok(()) };
        }
        let next = 1 - self.state.place_of;
        self.state.turn = next;
        self.state.place_of = next;
        if self.state.stolen[next] > 0 {
            self.state.stolen[next] -= 1;
            self.state.turn = 1 - next;
            if !readings::STOLEN_TURNS_KEEP_THEIR_PLACE {
                self.state.place_of = 1 - next;
            }
        }
        if full && self.state.turn == self.rules.first { Err(Over(None)) } else { Ok(()) }
    }

    pub(super) fn steal(&mut self, side: usize, turns: i64) {
        if self.is_queue() {
            let theirs = self.state.queue.iter_mut().filter(|(player, _)| *player != side);
            for place in theirs.take(usize::try_from(turns).expect("not below 0")) {
                place.0 = side;
                place.1 |= !readings::STOLEN_PLACES_STAY_AS_ABLE;
            }
        } else {
            let stolen = &mut self.state.stolen[1 - side];
            *stolen = if readings::STEALS_ADD_UP { *stolen + turns } else { turns.max(*stolen) };
        }
    }

    fn enqueue(&mut self, player: usize) {
        let queue = &mut self.state.queue;
        let first_time = !self.state.added[player];
        self.state.added[player] = true;
        let Some(&(front, able)) = queue.first() else {
            queue.push((player, true));
            return;
        };
        if self.rules.order == Order::Queue || first_time {
            queue.push((player, true));
        } else if able {
            let few = queue.iter().filter(|place| **place == (player, true)).count() < 2;
            queue.push((player, front == player && few));
        }
    }
}
