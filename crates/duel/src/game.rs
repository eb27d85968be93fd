//! A fight as a [`Game`]: what the searches see.
//!
//! A state is either over or waits for a choice: turns without one are folded into the move before
//! them. Player 1's actions are what the goal counts, so theirs are moves even when there is only
//! one to make.

use outplay_game::{Game, MinCost, Player, Turn, Versus};

use crate::bound::{Bound, Moment};
use crate::compile::opening_status;
use crate::rules::Rules;
use crate::state::{State, Status};

/// A fight that can be played and searched, with states of `W` words.
#[derive(Clone, Debug)]
pub struct Duel<const W: usize> {
    pub(crate) rules: Rules,
    /// The position that it starts from: before the first turn, or anywhere.
    opening: State<W>,
    /// The first position that waits for a choice, or the end.
    start: State<W>,
    bound: Bound,
}

/// A skill of the fighter whose turn it is, by its place among theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// Nobody chooses: the fight goes on by itself for another stretch.
    const GO_ON: Self = Self(u8::MAX);

    /// The skill that it uses, by its place among the fighter's; `None`: nobody chose.
    pub fn skill(self) -> Option<usize> {
        (self != Self::GO_ON).then_some(usize::from(self.0))
    }

    pub(crate) fn of(skill: usize) -> Self {
        Self(u8::try_from(skill).expect("the compiler allows fewer than 100 skills"))
    }
}

impl<const W: usize> Duel<W> {
    /// The fight from its usual start. `W` must be at least what the rules need.
    pub(crate) fn new(rules: Rules) -> Self {
        let opening: State<W> = State::new(&rules.start, Status::Over(None));
        let hp = [Player::One, Player::Two].map(|player| opening.number(rules.fighter(player).hp));
        let status = opening_status(hp, rules.first);
        let opening = State::new(&rules.start, status);
        Self::from_opening(rules, opening)
    }

    /// The same fight from another position.
    #[must_use]
    pub fn starting_at(&self, opening: State<W>) -> Self {
        Self::from_opening(self.rules.clone(), opening)
    }

    fn from_opening(rules: Rules, opening: State<W>) -> Self {
        let mut duel = Self { rules, opening, start: opening, bound: Bound::none() };
        let mut start = opening;
        duel.run(&mut start, &mut ());
        duel.start = start;
        duel.bound = Bound::new(&duel.rules, &start);
        duel
    }

    /// The position before anything has happened, upkeep and effects of the first turn included.
    pub fn opening(&self) -> &State<W> {
        &self.opening
    }

    /// Does the player have more than one skill? Then each of their actions is written down in a
    /// line of moves.
    pub fn is_listed(&self, player: Player) -> bool {
        self.rules.fighter(player).skills.len() > 1
    }
}

impl<const W: usize> Game for Duel<W> {
    type State = State<W>;
    type Move = Move;

    fn start(&self) -> State<W> {
        self.start
    }

    #[inline]
    fn turn(&self, state: &State<W>) -> Turn {
        match state.status() {
            Status::Chooses(player) => Turn::Choose(player),
            Status::Before(_) => Turn::Forced,
            Status::Over(_) => Turn::Over,
        }
    }

    #[inline]
    fn moves(&self, state: &State<W>, out: &mut Vec<Move>) {
        match state.status() {
            Status::Chooses(player) => {
                let skills = &self.rules.fighter(player).skills;
                out.extend(
                    skills
                        .iter()
                        .enumerate()
                        .filter(|(_, skill)| self.can_use(state, player, skill))
                        .map(|(index, _)| Move::of(index)),
                );
            }
            Status::Before(_) => out.push(Move::GO_ON),
            Status::Over(_) => {}
        }
    }

    #[inline]
    fn play(&self, state: &State<W>, mv: Move) -> State<W> {
        let mut next = *state;
        if let (Status::Chooses(player), Some(skill)) = (state.status(), mv.skill()) {
            self.act(&mut next, player, skill, &mut ());
        }
        self.run(&mut next, &mut ());
        next
    }
}

impl<const W: usize> MinCost for Duel<W> {
    #[inline]
    fn cost(&self, state: &State<W>, mv: Move) -> u64 {
        match (state.status(), mv.skill()) {
            (Status::Chooses(player), Some(skill)) => {
                self.rules.fighter(player).skills[skill].price
            }
            _ => 0,
        }
    }

    #[inline]
    fn is_goal(&self, state: &State<W>) -> bool {
        state.status() == Status::Over(Some(Player::One))
    }

    fn contested(&self) -> bool {
        self.rules.fighter(Player::Two).moves
    }

    #[inline]
    fn at_least(&self, state: &State<W>) -> Option<u64> {
        match state.status() {
            Status::Chooses(Player::One) => self.bound.at_least(state, Moment::Own),
            Status::Chooses(Player::Two) => self.bound.at_least(state, Moment::Between),
            Status::Over(winner) if winner != Some(Player::One) => None,
            _ => Some(0),
        }
    }
}

impl<const W: usize> Versus for Duel<W> {
    fn winner(&self, state: &State<W>) -> Option<Player> {
        match state.status() {
            Status::Over(winner) => winner,
            _ => None,
        }
    }
}
