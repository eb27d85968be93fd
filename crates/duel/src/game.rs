//! A fight as a [`Game`]: what the searches see.
//!
//! A state is either over or waits for a choice: turns without one are folded into the move before
//! them. Player 1's actions are what the goal counts, so theirs are moves even when there is only
//! one to make.

use std::sync::{Arc, OnceLock};

use outplay_game::{Chance, Game, MinCost, Node, Objective, Player, Versus, ZeroSum};

use crate::bound::{Bound, Moment};
use crate::compile::opening_status;
use crate::event::{Event, Witness};
use crate::guess::Guess;
use crate::merit::{Merits, heals};
use crate::order::{Alternate, Order};
use crate::play::end;
use crate::rules::{Extent, Price, Rules, Skill, Slot, Stuck};
use crate::state::{CEILING, State, Status};
use crate::worth::Worth;

/// A fight that can be played and searched, with states of `W` words and this turn order.
#[derive(Clone, Debug)]
pub struct Duel<const W: usize, O = Alternate> {
    pub(crate) rules: Arc<Rules>,
    /// The position that it starts from: before the first turn, or anywhere.
    opening: State<W, O>,
    /// The first position that waits for a choice, or the end.
    start: State<W, O>,
    /// What is derived from the rules when it is first asked for.
    derived: Arc<Derived>,
    /// Which places in the queue are kept.
    pub(crate) kept: Kept,
    /// Up to where numbers are followed that grow without end.
    narrow: Vec<Narrow>,
}

/// What bounds and comparisons rest on, for a fight from its opening on.
#[derive(Debug, Default)]
struct Derived {
    /// What a win costs at least, for player 1.
    bound: OnceLock<Bound>,
    /// What the winner can have left.
    worth: OnceLock<Worth>,
    /// Which numbers are good for their owners.
    merits: OnceLock<Merits>,
    /// What is worth how much.
    guess: OnceLock<Guess>,
}

/// A number that is followed only so far: beyond it there is any amount of it, or no more.
#[derive(Clone, Copy, Debug)]
struct Narrow {
    slot: Slot,
    most: i32,
    endless: bool,
}

/// Which places a queue keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// All that the rules of the fight keep.
    All,
    /// Those of whoever can ever act again.
    OfTheAble,
    /// Those that can be reached: of each player as many as they have actions left.
    Reached,
}

/// A skill of the fighter whose turn it is, by its place among theirs.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Move(u8);

impl Move {
    /// Nobody chooses: the fight goes on by itself for another stretch.
    pub(crate) const GO_ON: Self = Self(u8::MAX);

    /// The skill that it uses, by its place among the fighter's; `None`: nobody chose.
    pub fn skill(self) -> Option<usize> {
        (self != Self::GO_ON).then_some(usize::from(self.0))
    }

    /// The use of a skill, by its place among the fighter's.
    ///
    /// # Panics
    /// Where no fighter has so many.
    pub fn of(skill: usize) -> Self {
        Self(u8::try_from(skill).expect("the compiler allows fewer than 100 skills"))
    }
}

impl<const W: usize, O: Order> Duel<W, O> {
    /// The fight from its usual start. `W` must be at least what the rules need.
    pub(crate) fn new(rules: Rules) -> Self {
        let order = O::opening(rules.first, rules.queue.as_deref());
        let mut opening = State::new(&rules.start, Status::Over(None), order);
        let hp = [Player::One, Player::Two].map(|player| opening.number(rules.fighter(player).hp));
        let first = if O::PLACES { opening.order.front() } else { Some(rules.first) };
        opening.set_status(opening_status(hp, first));
        let mut duel = Self::from_opening(Arc::new(rules), opening, Kept::All);
        if duel.rules.teams.is_some() {
            duel.open_with_teams();
        }
        duel
    }

    /// A side has lost where nobody of it stands, and by speed the fastest begins.
    fn open_with_teams(&mut self) {
        let rules = Arc::clone(&self.rules);
        let state = self.opening.clone();
        let down = Player::BOTH.map(|player| i32::from(!self.is_down(&state, player)));
        let speed = rules.teams.as_ref().and_then(|teams| teams.speed.as_ref());
        let mut state = state;
        let first = match speed {
            Some(speed) => self.fastest(&mut state, speed),
            None => rules.first,
        };
        state.set_status(opening_status(down, Some(first)));
        self.opening = state.clone();
        self.start = state;
    }

    /// Is it more than a duel without dice? Then [`crate::Dice`] plays it.
    pub fn needs_dice(&self) -> bool {
        self.rules.needs_dice()
    }

    /// The same fight from another position.
    #[must_use]
    pub fn starting_at(&self, opening: State<W, O>) -> Self {
        Self::from_opening(Arc::clone(&self.rules), opening, self.kept)
    }

    /// The same positions under other rules.
    pub(crate) fn under(&self, rules: Rules) -> Self {
        Self { rules: Arc::new(rules), derived: Arc::default(), ..self.clone() }
    }

    /// The same fight, in which whoever can never act again has no more places in the queue. The
    /// moves and their values are the same, the states fewer. Where places can change hands every
    /// place counts, and nothing is dropped.
    #[must_use]
    pub fn without_spent_places(&self) -> Self {
        self.keeping(Kept::OfTheAble)
    }

    /// The same fight for a search, in which nobody has more places in the queue than they have
    /// actions left. The moves and their values are the same, and the states are fewer still.
    #[must_use]
    pub fn without_unreached_places(&self) -> Self {
        self.keeping(Kept::Reached)
    }

    fn keeping(&self, kept: Kept) -> Self {
        let kept = if self.rules.extent > Extent::Limited { Kept::All } else { kept };
        let mut duel = Self { kept, ..self.clone() };
        duel.start = duel.first_choice();
        duel
    }

    fn from_opening(rules: Arc<Rules>, opening: State<W, O>, kept: Kept) -> Self {
        let start = opening.clone();
        let derived = Arc::default();
        let mut duel = Self { rules, opening, start, derived, kept, narrow: Vec::new() };
        // Where dice may fall first, there is no one position that it starts from.
        if !duel.needs_dice() {
            duel.start = duel.first_choice();
        }
        duel
    }

    /// The first position after the opening that waits for a choice, or the end.
    fn first_choice(&self) -> State<W, O> {
        let mut start = self.opening.clone();
        self.open(&mut start, &mut ());
        self.run(&mut start, &mut ());
        start
    }

    #[inline]
    fn bound(&self) -> &Bound {
        self.derived.bound.get_or_init(|| {
            if !O::PLACES && self.is_plain() {
                Bound::new(&self.rules, &self.start)
            } else {
                Bound::none()
            }
        })
    }

    #[inline]
    fn worth(&self) -> &Worth {
        self.derived.worth.get_or_init(|| Worth::new(&self.rules, &self.opening))
    }

    #[inline]
    fn proved_merits(&self) -> &Merits {
        self.derived.merits.get_or_init(|| Merits::new(&self.rules, &self.opening))
    }

    /// More hp than this the players cannot be left with as the winner.
    #[inline]
    fn most_left(&self, state: &State<W, O>) -> [i64; 2] {
        self.worth().most(state)
    }

    /// Makes a move the short way, if there is one.
    #[inline]
    fn play_swiftly(&self, state: &mut State<W, O>, mv: Move) -> bool {
        let (Some(swift), Status::Chooses(player)) = (&self.rules.swift, state.status()) else {
            return false;
        };
        let swift = mv.skill().map(|skill| (swift, skill)).filter(|_| O::PLACES);
        if let Some((swift, skill)) = swift.filter(|_| self.narrow.is_empty()) {
            swift.play(state, player, skill, self.kept);
            return true;
        }
        false
    }

    /// Lets go of the places at the very front that are of no use.
    pub(crate) fn open(&self, state: &mut State<W, O>, witness: &mut impl Witness<W, O>) {
        if matches!(state.status(), Status::Chooses(_)) {
            return;
        }
        let next = self.settle(state, state.order.front(), witness);
        match (state.status(), next) {
            (Status::Before(_), Some(next)) => state.set_status(Status::Before(next)),
            (Status::Before(_), None) if O::PLACES => end(state, None, witness),
            _ => {}
        }
    }

    /// Are there only skills that the bound on costs understands?
    fn is_plain(&self) -> bool {
        let skills = self.rules.fighters.iter().flat_map(|fighter| &fighter.skills);
        self.rules.extent != Extent::Whole
            && self.rules.price != Price::Rounds
            && skills
                .into_iter()
                .all(|skill| skill.picks.is_none() && skill.hit().is_none_or(|hit| !hit.drains))
    }

    /// Whose position it is: who chooses, or is about to; when it is over the front of the queue,
    /// or whoever was the first in it.
    pub fn current(&self, state: &State<W, O>) -> Player {
        match state.status() {
            Status::Chooses(player) | Status::Before(player) => player,
            Status::Over(_) if !O::PLACES => Player::One,
            Status::Over(_) => state.order.front().unwrap_or_else(|| {
                let given = self.rules.queue.as_ref().and_then(|places| places.first());
                given.map_or(self.rules.first, |place| place.player)
            }),
        }
    }

    /// What it is fought for.
    pub fn objective(&self) -> &Objective {
        &self.rules.terms.objective
    }

    /// The position before anything has happened, upkeep and effects of the first turn included.
    pub fn opening(&self) -> &State<W, O> {
        &self.opening
    }

    /// What a skill costs now: the words of the state, and how much of each.
    pub fn cost_of(&self, state: &State<W, O>, player: Player, skill: usize) -> Vec<(usize, i32)> {
        let cost = &self.rules.fighter(player).skills[skill].cost;
        cost.iter().map(|(slot, amount)| (*slot, amount.read(state).max(0))).collect()
    }

    /// What the use of a skill costs player 1 towards the goal, where rounds are not what counts.
    #[inline]
    pub(crate) fn price_of(&self, state: &State<W, O>, skill: &Skill) -> u64 {
        if let Some(price) = skill.price {
            return price;
        }
        match self.rules.price {
            Price::Actions => u64::from(!skill.ends),
            Price::Rounds => 0,
            Price::Pool(pool) => {
                let paid = skill.cost.iter().filter(|(slot, _)| *slot == pool);
                let paid = paid.map(|(_, amount)| i64::from(amount.read(state).max(0)));
                paid.sum::<i64>().unsigned_abs()
            }
        }
    }

    /// How many turns of player 1 a move takes: the one that is on, where it is its first action,
    /// and those that pass before anybody chooses again.
    fn rounds_of(&self, state: &State<W, O>, mv: Move) -> u64 {
        let mut after = state.clone();
        let mut turns = Turns { last: None, own: 0 };
        let mut first = false;
        if let (Status::Chooses(player), Some(skill)) = (state.status(), mv.skill()) {
            first = player == Player::One
                && self.rules.acted.is_none_or(|acted| state.bits(acted) == 0);
            self.act(&mut after, player, skill, &mut turns);
        }
        self.run(&mut after, &mut turns);
        let waits =
            after.status() == Status::Chooses(Player::One) && turns.last == Some(Player::One);
        u64::from(first) + turns.own - u64::from(waits)
    }

    /// How many hp a move costs the enemy at once.
    pub fn harm(&self, state: &State<W, O>, mv: Move) -> i32 {
        let (Status::Chooses(player), Some(skill)) = (state.status(), mv.skill()) else {
            return 0;
        };
        let hp = self.rules.fighter(player.other()).hp;
        let mut after = state.clone();
        self.act(&mut after, player, skill, &mut ());
        state.number(hp) - after.number(hp)
    }

    /// Where a decision tree picks the skill that is really used: its candidates now, the first
    /// choice first, by priority and by place in [`crate::SkillNames::picks`].
    pub fn candidates(
        &self,
        state: &State<W, O>,
        player: Player,
        skill: usize,
    ) -> Vec<(i32, usize)> {
        let picks = self.rules.fighter(player).skills.get(skill).and_then(|s| s.picks.as_ref());
        let tree = picks.map(|picks| &picks.tree);
        let nodes = tree.map(|tree| tree.candidates(state)).unwrap_or_default();
        let priority = |node: usize| tree.map_or(0, |tree| tree.nodes[node].priority);
        nodes.into_iter().map(|node| (priority(node), node)).collect()
    }

    /// The numbers of a player of which more can only be good for them, whatever happens, as words
    /// of the state.
    pub fn merits_of(&self, player: Player) -> &[usize] {
        self.proved_merits().slots(player)
    }

    /// How far player 1 seems to be ahead.
    #[inline]
    fn lead(&self, state: &State<W, O>) -> i64 {
        let guess = self.derived.guess.get_or_init(|| Guess::new(&self.rules, &self.opening));
        let [one, two] = Player::BOTH.map(|player| state.number(self.rules.fighter(player).hp));
        i64::from(one) - i64::from(two) + guess.of(state)
    }

    /// How far player 1 is ahead for somebody who looks only at hp: theirs less the enemy's, and whoever
    /// has won is ahead of all that have not; or the damage done, where that is what counts.
    pub fn lead_in_hp(&self, state: &State<W, O>) -> i64 {
        if self.counts_damage() {
            return self.harm_done(state);
        }
        let won = match state.status() {
            Status::Over(Some(Player::One)) => 1 << 34,
            Status::Over(Some(Player::Two)) => -(1 << 34),
            _ => 0,
        };
        won + self.hp_of(state, Player::One) - self.hp_of(state, Player::Two)
    }

    /// Is it fought for what player 2 loses?
    fn counts_damage(&self) -> bool {
        self.rules.counts_damage
    }

    /// The hp with which player 2 starts the fight, wherever it is looked at from.
    fn full_hp(&self) -> i64 {
        let of = |fighter: &crate::rules::Fighter| i64::from(self.rules.start[fighter.hp]);
        match &self.rules.teams {
            None => of(self.rules.fighter(Player::Two)),
            Some(teams) => teams.sides[1].iter().map(|&who| of(self.rules.member(who))).sum(),
        }
    }

    /// The hp that player 2 has lost since the start of the fight.
    fn harm_done(&self, state: &State<W, O>) -> i64 {
        self.full_hp() - self.hp_of(state, Player::Two)
    }

    /// The hp of a whole side.
    #[inline]
    pub(crate) fn hp_of(&self, state: &State<W, O>, player: Player) -> i64 {
        let of = |fighter: &crate::rules::Fighter| i64::from(state.number(fighter.hp));
        match &self.rules.teams {
            None => of(self.rules.fighter(player)),
            Some(teams) => {
                let side = teams.sides[player.index()].iter();
                side.map(|&who| of(self.rules.member(who))).sum()
            }
        }
    }

    /// Does the player have more than one skill? Then each of their actions is written down in a
    /// line of moves.
    pub(crate) fn is_listed(&self, player: Player) -> bool {
        self.rules.fighter(player).skills.len() > 1
    }
}

impl<const W: usize, O: Order> Game for Duel<W, O> {
    type State = State<W, O>;
    type Move = Move;

    fn start(&self) -> State<W, O> {
        self.start.clone()
    }

    #[inline]
    fn node(&self, state: &State<W, O>) -> Node {
        match state.status() {
            Status::Chooses(player) => Node::of(player),
            Status::Before(_) => Node::Single,
            Status::Over(_) => Node::End,
        }
    }

    #[inline]
    fn moves(&self, state: &State<W, O>, out: &mut Vec<Move>) {
        match (state.status(), &self.rules.swift) {
            (Status::Chooses(player), Some(swift)) => {
                let usable = |skill: &usize| swift.can_use(state, player, *skill);
                out.extend((0..swift.skills(player)).filter(usable).map(Move::of));
            }
            (Status::Chooses(player), None) => {
                let skills = &self.rules.fighter(player).skills;
                out.extend(
                    skills
                        .iter()
                        .enumerate()
                        .filter(|(_, skill)| self.can_use(state, player, skill))
                        .map(|(index, _)| Move::of(index)),
                );
            }
            (Status::Before(_), _) => out.push(Move::GO_ON),
            (Status::Over(_), _) => {}
        }
    }

    #[inline]
    fn play(&self, state: &State<W, O>, mv: Move) -> State<W, O> {
        let mut next = state.clone();
        if self.play_swiftly(&mut next, mv) {
            return next;
        }
        if let (Status::Chooses(player), Some(skill)) = (state.status(), mv.skill()) {
            self.act(&mut next, player, skill, &mut ());
        }
        self.run(&mut next, &mut ());
        for &Narrow { slot, most, endless } in &self.narrow {
            let number = next.number(slot);
            if number >= most {
                next.change(slot, if endless { CEILING } else { most - number }, CEILING);
            }
        }
        next
    }

    /// Merits that grow without end, up to a multiple of what a skill takes of them at most, and of
    /// what there is at the start.
    fn narrowed(&self, width: u32, favoured: Player) -> Option<Self> {
        let mut narrow = Vec::new();
        for player in Player::BOTH {
            let fighter = self.rules.fighter(player);
            let grows = |slot: Slot| {
                self.rules.grows(slot) && (slot != fighter.hp || heals(&self.rules, player))
            };
            for &slot in self.proved_merits().slots(player) {
                if self.rules.most[slot] < CEILING || !grows(slot) {
                    continue;
                }
                let largest =
                    fighter.skills.iter().map(|skill| skill.takes(slot)).max().unwrap_or(0);
                let most = i64::from(largest.max(1)) * i64::from(width) + i64::from(largest);
                let start = i64::from(self.rules.start[slot]);
                let most = i32::try_from(most.max(start)).unwrap_or(CEILING).min(CEILING);
                narrow.push(Narrow { slot, most, endless: player == favoured });
            }
        }
        // What is narrow already does not grow without end.
        if narrow.is_empty() || !self.narrow.is_empty() {
            return None;
        }
        Some(Self { narrow, ..self.clone() })
    }

    #[inline]
    fn extra_bytes(state: &State<W, O>) -> usize {
        state.order.extra_bytes()
    }

    #[inline]
    fn merits(&self, state: &State<W, O>, out: &mut Vec<i32>) -> Option<State<W, O>> {
        let merits = self.proved_merits();
        if merits.is_empty() {
            return None;
        }
        let mut rest = state.clone();
        out.extend(merits.slots(Player::One).iter().map(|&slot| rest.take(slot)));
        out.extend(merits.slots(Player::Two).iter().map(|&slot| -rest.take(slot)));
        Some(rest)
    }
}

impl<const W: usize, O: Order> MinCost for Duel<W, O> {
    #[inline]
    fn cost(&self, state: &State<W, O>, mv: Move) -> u64 {
        if self.rules.price == Price::Rounds {
            return self.rounds_of(state, mv);
        }
        match (state.status(), mv.skill()) {
            (Status::Chooses(Player::One), Some(skill)) => {
                self.price_of(state, &self.rules.fighter(Player::One).skills[skill])
            }
            _ => 0,
        }
    }

    #[inline]
    fn is_goal(&self, state: &State<W, O>) -> bool {
        state.status() == Status::Over(Some(Player::One))
    }

    fn contested(&self) -> bool {
        self.rules.fighter(Player::Two).moves
    }

    /// How far the enemy is ahead.
    fn distance_guess(&self, state: &State<W, O>) -> i64 {
        -self.lead(state)
    }

    #[inline]
    fn at_least(&self, state: &State<W, O>) -> Option<u64> {
        match state.status() {
            Status::Chooses(Player::One) => self.bound().at_least(state, Moment::Own),
            Status::Chooses(Player::Two) => self.bound().at_least(state, Moment::Between),
            Status::Over(winner) if winner != Some(Player::One) => None,
            _ => Some(0),
        }
    }
}

/// No dice fall in a duel without them; those with dice are played by [`crate::Dice`].
impl<const W: usize, O: Order> Chance for Duel<W, O> {
    fn weights(&self, _: &State<W, O>, _: &mut Vec<u64>) {}
}

impl<const W: usize, O: Order> Versus for Duel<W, O> {
    #[inline]
    fn play_counting(&self, state: &State<W, O>, mv: Move) -> (State<W, O>, u64) {
        let (mut next, mut actions) = (state.clone(), Actions(0));
        if self.play_swiftly(&mut next, mv) {
            return (next, 1);
        }
        if let (Status::Chooses(player), Some(skill)) = (state.status(), mv.skill()) {
            self.act(&mut next, player, skill, &mut actions);
            // To end a turn is none.
            actions.0 -= u64::from(self.rules.fighter(player).skills[skill].ends);
        }
        self.run(&mut next, &mut actions);
        (next, actions.0)
    }

    fn winner(&self, state: &State<W, O>) -> Option<Player> {
        match state.status() {
            Status::Over(winner) => winner,
            _ => None,
        }
    }
}

impl<const W: usize, O: Order> ZeroSum for Duel<W, O> {
    /// The winner's hp, for the winner and against the loser, and nothing where nobody won; or the
    /// hp that player 2 has lost.
    fn payoff(&self, state: &State<W, O>) -> i64 {
        let hp = |player: Player| self.hp_of(state, player);
        if self.counts_damage() {
            return self.harm_done(state);
        }
        if self.rules.terms.objective == Objective::Win {
            return i64::from(state.status() == Status::Over(Some(Player::One)));
        }
        match state.status() {
            Status::Over(Some(Player::One)) => hp(Player::One),
            Status::Over(Some(Player::Two)) => -hp(Player::Two),
            _ => 0,
        }
    }

    #[inline]
    fn value_at_most(&self, state: &State<W, O>) -> i64 {
        if self.counts_damage() {
            // More than there is cannot be lost.
            return self.full_hp();
        }
        self.most_left(state)[0]
    }

    #[inline]
    fn value_at_least(&self, state: &State<W, O>) -> i64 {
        if self.counts_damage() {
            return -i64::MAX;
        }
        -self.most_left(state)[1]
    }

    #[inline]
    fn value_bounds(&self, state: &State<W, O>) -> (i64, i64) {
        if self.counts_damage() {
            return (self.value_at_least(state), self.value_at_most(state));
        }
        let [most, least] = self.most_left(state);
        (-least, most)
    }

    /// The lead in hp, or the harm done so far.
    #[inline]
    fn value_guess(&self, state: &State<W, O>) -> i64 {
        if self.counts_damage() {
            return self.harm_done(state);
        }
        self.lead(state)
    }

    /// Every action is paid for with something that never comes back, and nobody is passed over.
    fn is_acyclic(&self) -> bool {
        let paid = |skill: &Skill| {
            let lost = |amount: Option<i32>| amount.is_some_and(|amount| amount > 0);
            skill.cost.iter().any(|(slot, by)| lost(by.fixed()) && !self.rules.grows(*slot))
        };
        self.rules.extent <= Extent::Limited
            && (O::PLACES || self.rules.stuck == Stuck::Lose)
            && self.rules.fighters.iter().all(|fighter| fighter.skills.iter().all(paid))
    }
}

/// Counts the skills that are used.
struct Actions(u64);

impl<const W: usize, O: Order> Witness<W, O> for Actions {
    #[inline]
    fn see(&mut self, event: Event, _: &State<W, O>) {
        self.0 += u64::from(matches!(event, Event::Uses { .. }));
    }
}

/// Counts the turns of player 1 that begin.
struct Turns {
    last: Option<Player>,
    own: u64,
}

impl<const W: usize, O: Order> Witness<W, O> for Turns {
    fn see(&mut self, event: Event, _: &State<W, O>) {
        if let Event::Turn(player) = event {
            self.last = Some(player);
            self.own += u64::from(player == Player::One);
        }
    }
}
