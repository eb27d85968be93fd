//! A fight with dice, or of teams, as a [`Game`]: what the searches for chance see.
//!
//! The rules are one straight program that asks for each roll as it comes (`deeds.rs`). Here it is run
//! once for each way the dice can fall, with the answers written down beforehand ([`Script`]); what
//! comes to the same position is one result, and its weights are added up. A state is a position in
//! which somebody chooses, or one with a move that was made and whose dice are still to fall.

use outplay_game::{Chance, Game, MOST_WEIGHT, MinCost, Node, Player, Versus, ZeroSum};

use crate::event::{Event, Roll, Witness};
use crate::game::{Duel, Move};
use crate::order::Order;
use crate::rules::{Price, RollKind};
use crate::state::{State, Status};

/// A fight that is played with dice, or by teams.
#[derive(Clone, Debug)]
pub struct Dice<const W: usize, O: Order> {
    pub(crate) duel: Duel<W, O>,
    start: Rolling<W, O>,
}

/// A position, and what the dice are about to decide there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rolling<const W: usize, O: Order> {
    pub(crate) state: State<W, O>,
    pub(crate) rolls: Option<Cause>,
}

/// What dice are rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cause {
    /// Who begins.
    Begins,
    /// A move that was made.
    Move(Move),
    /// What happens before anybody chooses.
    GoesOn,
}

/// A choice, or how the dice fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DiceMove {
    /// Somebody's move; in a team, by its place among all of the side's.
    Choice(Move),
    /// A side passes its turn.
    Pass,
    /// Nobody chooses: it goes on by itself.
    GoOn,
    /// The dice fell so, by the place among the results that differ.
    Roll(u16),
}

/// More ways for the dice to fall than this are not looked at: each one would be run.
const MOST_WAYS: usize = 20_000;

/// How many turns without a choice are played at a stretch.
const STRETCH: u32 = 100;

/// Answers to rolls, written down beforehand; beyond them the first result is taken, and noted.
#[derive(Default)]
pub(crate) struct Script {
    /// For each roll, which result it has and how many it could have had.
    pub(crate) rolls: Vec<Answer>,
    asked: usize,
}

/// One roll of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) of: RollKind,
    pub(crate) least: i32,
    pub(crate) result: usize,
    results: usize,
    weight: u64,
    total: u64,
}

impl Answer {
    /// The result as people write it.
    pub(crate) fn name(&self) -> String {
        let number = self.least + i32::try_from(self.result).unwrap_or(0);
        match self.of {
            RollKind::Amount => number.to_string(),
            RollKind::Target => (self.result + 1).to_string(),
            kind => kind.results()[self.result.min(1)].to_owned(),
        }
    }
}

impl Script {
    pub(crate) fn roll(&mut self, roll: Roll<'_>) -> usize {
        if self.asked == self.rolls.len() {
            self.rolls.push(Answer {
                of: roll.of,
                least: roll.least,
                result: 0,
                results: roll.weights.len(),
                weight: roll.weights[0],
                total: roll.weights.iter().sum(),
            });
        }
        let answer = &mut self.rolls[self.asked];
        answer.weight = roll.weights[answer.result];
        self.asked += 1;
        answer.result
    }

    /// Goes back to the first roll, with the next way the dice can fall; `false` where that was the last.
    fn next_way(&mut self) -> bool {
        while self.rolls.last().is_some_and(|last| last.result + 1 == last.results) {
            self.rolls.pop();
        }
        self.asked = 0;
        match self.rolls.last_mut() {
            Some(last) => {
                last.result += 1;
                true
            }
            None => false,
        }
    }

    /// How likely this way is: divided by what; `None` where that is too fine.
    fn weight(&self) -> Option<(u64, u64)> {
        self.rolls.iter().try_fold((1_u64, 1_u64), |(weight, total), roll| {
            let total = total.checked_mul(roll.total).filter(|total| *total <= MOST_WEIGHT)?;
            Some((weight * roll.weight, total))
        })
    }
}

impl<const W: usize, O: Order> Witness<W, O> for Script {
    #[inline]
    fn see(&mut self, _: Event, _: &State<W, O>) {}

    fn roll(&mut self, roll: Roll<'_>) -> usize {
        Self::roll(self, roll)
    }
}

/// Somebody who answers rolls, and can take back the last ones.
pub(crate) trait Dealer<const W: usize, O>: Witness<W, O> {
    /// How many rolls there were.
    fn rolled(&self) -> usize;
}

impl<const W: usize, O: Order> Dealer<W, O> for Script {
    fn rolled(&self) -> usize {
        self.asked
    }
}

/// One way the dice can fall, and where it leads.
#[derive(Clone, Debug)]
pub(crate) struct Way<const W: usize, O> {
    pub(crate) rolls: Vec<Answer>,
    /// How likely it is, divided by `total`; nothing where that is too fine to be told.
    weight: Option<(u64, u64)>,
    pub(crate) state: State<W, O>,
}

/// A result that differs from the others: its weight, and the place of the first way to it.
struct Result {
    weight: u64,
    way: usize,
}

impl<const W: usize, O: Order> Dice<W, O> {
    /// A fight with dice, from its usual start.
    pub fn new(duel: &Duel<W, O>) -> Self {
        let state = duel.opening().clone();
        let coin = duel.rules.coin && matches!(state.status(), Status::Before(_));
        let rolls = coin.then_some(Cause::Begins);
        let mut dice = Self { duel: duel.clone(), start: Rolling { state, rolls } };
        if !coin {
            dice.start = dice.settled(dice.start.state.clone());
        }
        dice
    }

    /// The fight as it is written down.
    pub fn duel(&self) -> &Duel<W, O> {
        &self.duel
    }

    /// The same fight from another position.
    #[must_use]
    pub fn starting_at(&self, start: Rolling<W, O>) -> Self {
        Self { duel: self.duel.clone(), start }
    }

    /// A position as a state: it goes on by itself, to a choice or to the dice.
    fn settled(&self, state: State<W, O>) -> Rolling<W, O> {
        match state.status() {
            Status::Before(_) => self.after(&state, Cause::GoesOn),
            Status::Chooses(_) | Status::Over(_) => Rolling { state, rolls: None },
        }
    }

    /// What comes of something, where no dice fall; else the same position, waiting for them.
    fn after(&self, state: &State<W, O>, cause: Cause) -> Rolling<W, O> {
        let mut script = Script::default();
        let next = self.run(state, cause, &mut script);
        if script.rolls.is_empty() {
            Rolling { state: next, rolls: None }
        } else {
            Rolling { state: state.clone(), rolls: Some(cause) }
        }
    }

    /// Runs the rules until somebody chooses or it is over. A turn that rolls after something else was
    /// rolled for waits, so that not everything is decided at once.
    pub(crate) fn run<D: Dealer<W, O>>(
        &self,
        state: &State<W, O>,
        cause: Cause,
        dealer: &mut D,
    ) -> State<W, O> {
        let duel = &self.duel;
        let mut next = state.clone();
        match (cause, state.status()) {
            (Cause::Begins, _) => {
                let weights = [1, 1];
                let roll = Roll { of: RollKind::Begins, weights: &weights, least: 0 };
                let first = Player::BOTH[dealer.roll(roll).min(1)];
                next.set_status(Status::Before(first));
                if let Some(began) = duel.rules.began {
                    next.set_bits(began, first as u32);
                }
                let result = i32::from(first == Player::Two);
                dealer.see(Event::Rolls { of: RollKind::Begins, result }, &next);
            }
            (Cause::Move(mv), Status::Chooses(player)) => {
                if duel.rules.teams.is_some() {
                    duel.act_in_team(&mut next, player, mv.skill(), dealer);
                } else if let Some(skill) = mv.skill() {
                    duel.act(&mut next, player, skill, dealer);
                }
            }
            (Cause::Move(_) | Cause::GoesOn, _) => {}
        }
        for _ in 0..STRETCH {
            if !matches!(next.status(), Status::Before(_)) && !self.acts_alone(&next) {
                break;
            }
            if dealer.rolled() > 0 && self.rolls_next(&next) {
                break;
            }
            if duel.turn(&mut next, dealer) {
                break;
            }
        }
        next
    }

    /// Is it the next action of somebody in a duel who has nothing to choose?
    fn acts_alone(&self, state: &State<W, O>) -> bool {
        let rules = &self.duel.rules;
        matches!(state.status(), Status::Chooses(player)
            if rules.teams.is_none() && !rules.fighter(player).moves)
    }

    /// Would the next turn roll, were it played?
    fn rolls_next(&self, state: &State<W, O>) -> bool {
        let mut script = Script::default();
        self.duel.turn(&mut state.clone(), &mut script);
        !script.rolls.is_empty()
    }

    /// Every way the dice can fall, in order, with where it leads. No more than there may be.
    pub(crate) fn ways(&self, spot: &Rolling<W, O>) -> Vec<Way<W, O>> {
        let Some(cause) = spot.rolls else { return Vec::new() };
        let (mut script, mut ways) = (Script::default(), Vec::new());
        loop {
            let state = self.run(&spot.state, cause, &mut script);
            script.rolls.truncate(script.asked);
            ways.push(Way { rolls: script.rolls.clone(), weight: script.weight(), state });
            if !script.next_way() || ways.len() == MOST_WAYS {
                return ways;
            }
        }
    }

    /// The results that differ, in the order of the first way to each, with their weights.
    fn results(ways: &[Way<W, O>]) -> Vec<Result> {
        let total = ways.iter().try_fold(1_u64, |total, way| {
            let (_, own) = way.weight?;
            let common = common_multiple(total, own)?;
            (common <= MOST_WEIGHT).then_some(common)
        });
        // What is too fine, or too much, is refused by whoever adds it up.
        let too_fine = Some(MOST_WEIGHT).filter(|_| total.is_none() || ways.len() == MOST_WAYS);
        let mut results: Vec<Result> = Vec::new();
        for (place, way) in ways.iter().enumerate() {
            let (own, of) = way.weight.unwrap_or((1, 1));
            let weight = too_fine.unwrap_or_else(|| own * (total.unwrap_or(1) / of));
            match results.iter_mut().find(|result| ways[result.way].state == way.state) {
                Some(same) => same.weight = same.weight.saturating_add(weight),
                None => results.push(Result { weight, way: place }),
            }
        }
        results
    }

    /// What a way of the dice is called: every result in turn.
    pub(crate) fn name_of(way: &Way<W, O>) -> String {
        way.rolls.iter().map(Answer::name).collect::<Vec<_>>().join(" ")
    }

    /// How the dice fell in a move of a roll, as people write it; empty where all ways come to the same.
    pub fn roll_name(&self, spot: &Rolling<W, O>, result: u16) -> String {
        let ways = self.ways(spot);
        let results = Self::results(&ways);
        match results.get(usize::from(result)) {
            Some(result) if results.len() > 1 => Self::name_of(&ways[result.way]),
            _ => String::new(),
        }
    }

    /// The result with that name: any way that leads to it will do.
    pub fn find_roll(&self, spot: &Rolling<W, O>, name: &str) -> Option<u16> {
        let ways = self.ways(spot);
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let way = ways.iter().find(|way| Self::name_of(way).eq_ignore_ascii_case(&name))?;
        let results = Self::results(&ways);
        let place = results.iter().position(|result| ways[result.way].state == way.state)?;
        u16::try_from(place).ok()
    }

    /// All results by name, with how likely each is.
    pub fn rolls(&self, spot: &Rolling<W, O>) -> Vec<(String, u64)> {
        let ways = self.ways(spot);
        let results = Self::results(&ways);
        results.iter().map(|it| (Self::name_of(&ways[it.way]), it.weight)).collect()
    }
}

/// The least number that both divide; `None` where it is too large.
fn common_multiple(one: u64, other: u64) -> Option<u64> {
    let (mut a, mut b) = (one, other);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (one / a).checked_mul(other)
}

impl<const W: usize, O: Order> Rolling<W, O> {
    /// The position.
    pub fn state(&self) -> &State<W, O> {
        &self.state
    }

    /// Are the dice about to fall?
    pub fn is_rolling(&self) -> bool {
        self.rolls.is_some()
    }

    /// Whose turn it is.
    pub fn player(&self) -> Option<Player> {
        match self.state.status() {
            Status::Chooses(player) | Status::Before(player) => Some(player),
            Status::Over(_) => None,
        }
    }
}

impl<const W: usize, O: Order> Game for Dice<W, O> {
    type State = Rolling<W, O>;
    type Move = DiceMove;

    fn start(&self) -> Self::State {
        self.start.clone()
    }

    #[inline]
    fn node(&self, spot: &Self::State) -> Node {
        match (spot.rolls, spot.state.status()) {
            (Some(_), _) => Node::Mean,
            (None, Status::Chooses(player)) => Node::of(player),
            (None, Status::Before(_)) => Node::Single,
            (None, Status::Over(_)) => Node::End,
        }
    }

    fn moves(&self, spot: &Self::State, out: &mut Vec<DiceMove>) {
        if spot.rolls.is_some() {
            let results = Self::results(&self.ways(spot)).len();
            out.extend((0..=u16::MAX).take(results).map(DiceMove::Roll));
            return;
        }
        match spot.state.status() {
            Status::Chooses(player) if self.duel.rules.teams.is_some() => {
                let moves = self.duel.team_moves(&spot.state, player);
                out.extend(moves.map(|place| DiceMove::Choice(Move::of(place))));
                if self.duel.may_pass(&spot.state, player) {
                    out.push(DiceMove::Pass);
                }
            }
            Status::Chooses(_) => {
                let mut moves = Vec::new();
                self.duel.moves(&spot.state, &mut moves);
                out.extend(moves.into_iter().map(DiceMove::Choice));
            }
            Status::Before(_) => out.push(DiceMove::GoOn),
            Status::Over(_) => {}
        }
    }

    fn play(&self, spot: &Self::State, mv: DiceMove) -> Self::State {
        match mv {
            DiceMove::Choice(mv) => self.after(&spot.state, Cause::Move(mv)),
            DiceMove::Pass => self.after(&spot.state, Cause::Move(Move::GO_ON)),
            DiceMove::GoOn => self.after(&spot.state, Cause::GoesOn),
            DiceMove::Roll(result) => {
                let mut ways = self.ways(spot);
                let results = Self::results(&ways);
                let way = results.get(usize::from(result)).map_or(0, |result| result.way);
                Rolling { state: ways.swap_remove(way).state, rolls: None }
            }
        }
    }

    fn extra_bytes(spot: &Self::State) -> usize {
        Duel::<W, O>::extra_bytes(&spot.state)
    }
}

impl<const W: usize, O: Order> Chance for Dice<W, O> {
    fn weights(&self, spot: &Self::State, out: &mut Vec<u64>) {
        out.extend(Self::results(&self.ways(spot)).iter().map(|result| result.weight));
    }

    fn results(&self, spot: &Self::State, out: &mut Vec<(u64, Self::State)>) {
        let ways = self.ways(spot);
        for result in Self::results(&ways) {
            let state = ways[result.way].state.clone();
            out.push((result.weight, Rolling { state, rolls: None }));
        }
    }
}

impl<const W: usize, O: Order> Versus for Dice<W, O> {
    fn winner(&self, spot: &Self::State) -> Option<Player> {
        self.duel.winner(&spot.state)
    }
}

impl<const W: usize, O: Order> ZeroSum for Dice<W, O> {
    fn payoff(&self, spot: &Self::State) -> i64 {
        self.duel.payoff(&spot.state)
    }
}

impl<const W: usize, O: Order> MinCost for Dice<W, O> {
    /// What the move itself costs, however the dice fall; rounds are not counted here.
    fn cost(&self, spot: &Self::State, mv: DiceMove) -> u64 {
        let rules = &self.duel.rules;
        match (mv, spot.state.status()) {
            (DiceMove::Choice(mv), Status::Chooses(Player::One))
                if rules.price != Price::Rounds =>
            {
                let Some(place) = mv.skill() else { return 0 };
                match &rules.teams {
                    None => {
                        let skill = &rules.fighter(Player::One).skills[place];
                        self.duel.price_of(&spot.state, skill)
                    }
                    Some(teams) => {
                        let (who, skill) = teams.moves[0][place];
                        let skill = &rules.member(who).skills[skill];
                        let pools = Some(&teams.pools).filter(|pools| !pools.is_empty());
                        pools.map_or(u64::from(!skill.ends), |pools| {
                            let paid = skill.cost.iter().filter(|(slot, _)| pools.contains(slot));
                            let paid = paid.map(|(_, amount)| amount.read(&spot.state).max(0));
                            paid.map(|amount| u64::from(amount.unsigned_abs())).sum()
                        })
                    }
                }
            }
            _ => 0,
        }
    }

    fn is_goal(&self, spot: &Self::State) -> bool {
        self.duel.is_goal(&spot.state)
    }

    fn contested(&self) -> bool {
        self.duel.rules.teams.is_some() || self.duel.contested()
    }
}
