//! A fight with dice, or of teams, as a [`Game`]: what the searches for chance see.
//!
//! The rules are one straight program that asks for each roll as it comes (`deeds.rs`). Here it is run
//! once for each way the dice can fall, with the answers written down beforehand ([`Script`]); what
//! comes to the same position is one result, and its weights are added up. A state is a position in
//! which somebody chooses, or one with a move that was made and whose dice are still to fall.

use std::collections::HashMap;

use outplay_game::{Chance, Game, MOST_WEIGHT, MinCost, Node, Player, Versus, ZeroSum};

use crate::event::{Event, Roll, Witness};
use crate::game::{Duel, Move};
use crate::order::Order;
use crate::rules::{Names, Price, RollKind, Skill};
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
    /// These answers, and no others.
    pub(crate) fn of(rolls: &[Answer]) -> Self {
        Self { rolls: rolls.to_vec(), asked: 0 }
    }

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

impl<const W: usize, O> Way<W, O> {
    /// What it is called: every result in turn.
    pub(crate) fn name(&self) -> String {
        self.rolls.iter().map(Answer::name).collect::<Vec<_>>().join(" ")
    }
}

/// A result that differs from the others: its weight, and the place of the first way to it.
struct Result {
    weight: u64,
    way: usize,
}

/// Results that differ, as they come up.
struct Gathered<'o, const W: usize, O: Order> {
    /// What all weights are divided by; `None` where that is too fine to be told.
    total: Option<u64>,
    /// Those before the first are somebody else's.
    first: usize,
    results: &'o mut Vec<(u64, Rolling<W, O>)>,
    ways: usize,
    /// Where each is, once there are many.
    places: Option<HashMap<State<W, O>, usize>>,
}

/// So many results are looked through one by one.
const FEW: usize = 16;

impl<'o, const W: usize, O: Order> Gathered<'o, W, O> {
    fn new(results: &'o mut Vec<(u64, Rolling<W, O>)>) -> Self {
        let first = results.len();
        Self { total: Some(1), first, results, ways: 0, places: None }
    }

    /// One way more. Is its result a new one?
    fn add(&mut self, weight: Option<(u64, u64)>, state: State<W, O>) -> bool {
        self.ways += 1;
        let weight = self.on_one_total(weight);
        let results = &mut self.results[self.first..];
        let known = if results.len() <= FEW {
            results.iter().position(|(_, other)| other.state == state)
        } else {
            let all = || results.iter().map(|(_, other)| other.state.clone()).zip(0..).collect();
            let places = self.places.get_or_insert_with(all);
            let next = results.len();
            Some(*places.entry(state.clone()).or_insert(next)).filter(|&place| place < next)
        };
        match known {
            Some(place) => results[place].0 = results[place].0.saturating_add(weight),
            None => self.results.push((weight, Rolling { state, rolls: None })),
        }
        known.is_none()
    }

    /// The weight divided by the total of all, which may grow with it.
    fn on_one_total(&mut self, weight: Option<(u64, u64)>) -> u64 {
        let (own, of) = weight.unwrap_or((1, 1));
        if self.ways == 1 {
            self.total = weight.map(|(_, total)| total);
        }
        match self.total {
            Some(total) if total == of => return own,
            Some(total) => {
                let common = common_multiple(total, of).filter(|common| *common <= MOST_WEIGHT);
                self.total = common.filter(|_| weight.is_some());
                if let Some(common) = self.total {
                    if common > total {
                        let times = common / total;
                        self.results[self.first..].iter_mut().for_each(|it| it.0 *= times);
                    }
                    return own * (common / of);
                }
            }
            None => {}
        }
        0
    }

    /// What is too fine, or too much, is refused by whoever adds it up.
    fn finish(self) {
        if self.total.is_none() || self.ways == MOST_WAYS {
            self.results[self.first..].iter_mut().for_each(|it| it.0 = MOST_WEIGHT + 1);
        }
    }
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
            if duel.rules.turns_roll && dealer.rolled() > 0 && self.rolls_next(&next) {
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

    /// Runs what happens once for each way the dice can fall, in order; no more often than it may be.
    fn each_way(
        &self,
        state: &State<W, O>,
        cause: Cause,
        mut tell: impl FnMut(&[Answer], Option<(u64, u64)>, State<W, O>),
    ) {
        let mut script = Script::default();
        for _ in 0..MOST_WAYS {
            let after = self.run(state, cause, &mut script);
            script.rolls.truncate(script.asked);
            tell(&script.rolls, script.weight(), after);
            if !script.next_way() {
                break;
            }
        }
    }

    /// The results that differ, in the order of the first way to each, with their weights.
    fn fall(&self, state: &State<W, O>, cause: Cause, out: &mut Vec<(u64, Rolling<W, O>)>) {
        let mut gathered = Gathered::new(out);
        self.each_way(state, cause, |_, weight, after| {
            gathered.add(weight, after);
        });
        gathered.finish();
    }

    /// Every way the dice can fall, in order, with where it leads.
    pub(crate) fn ways(&self, spot: &Rolling<W, O>) -> Vec<Way<W, O>> {
        let Some(cause) = spot.rolls else { return Vec::new() };
        let mut ways = Vec::new();
        self.each_way(&spot.state, cause, |rolls, weight, state| {
            ways.push(Way { rolls: rolls.to_vec(), weight, state });
        });
        ways
    }

    /// The results that differ, in the order of the first way to each, with their weights.
    fn distinct(ways: &[Way<W, O>]) -> Vec<Result> {
        let mut results = Vec::new();
        let mut gathered = Gathered::new(&mut results);
        let all = ways.iter().enumerate();
        let firsts = all.filter(|(_, way)| gathered.add(way.weight, way.state.clone()));
        let firsts: Vec<usize> = firsts.map(|(place, _)| place).collect();
        gathered.finish();
        let weights = results.iter().map(|&(weight, _)| weight);
        weights.zip(firsts).map(|(weight, way)| Result { weight, way }).collect()
    }

    /// All ways, and how many results differ.
    pub(crate) fn ways_and_results(&self, spot: &Rolling<W, O>) -> (Vec<Way<W, O>>, usize) {
        let ways = self.ways(spot);
        let results = Self::distinct(&ways).len();
        (ways, results)
    }

    /// Which of the results that differ a way leads to.
    pub(crate) fn result_of(ways: &[Way<W, O>], way: usize) -> u16 {
        let results = Self::distinct(ways);
        let same = |result: &Result| ways[result.way].state == ways[way].state;
        results.iter().position(same).and_then(|place| u16::try_from(place).ok()).unwrap_or(0)
    }

    /// How the dice fell in a move of a roll, as people write it; empty where all ways come to the same.
    pub fn roll_name(&self, spot: &Rolling<W, O>, result: u16) -> String {
        let ways = self.ways(spot);
        let results = Self::distinct(&ways);
        match results.get(usize::from(result)) {
            Some(result) if results.len() > 1 => ways[result.way].name(),
            _ => String::new(),
        }
    }

    /// All results by name, with how likely each is.
    pub fn rolls(&self, spot: &Rolling<W, O>) -> Vec<(String, u64)> {
        let ways = self.ways(spot);
        let results = Self::distinct(&ways);
        results.iter().map(|it| (ways[it.way].name(), it.weight)).collect()
    }
}

impl<const W: usize, O: Order> Dice<W, O> {
    /// What a move costs now: how much of which number, by its name.
    pub fn cost_of(&self, names: &Names, spot: &Rolling<W, O>, mv: DiceMove) -> Vec<(i32, String)> {
        let (DiceMove::Choice(mv), Status::Chooses(player)) = (mv, spot.state.status()) else {
            return Vec::new();
        };
        let side = &names.fighters[player.index()];
        let Some(skill) = self.skill_of(player, mv) else { return Vec::new() };
        let cost = skill.cost.iter().filter_map(|(slot, amount)| {
            let (name, _) = side.numbers.iter().find(|(_, other)| other == slot)?;
            Some((amount.read(&spot.state).max(0), name.clone()))
        });
        cost.collect()
    }

    /// The skill that a move uses.
    fn skill_of(&self, player: Player, mv: Move) -> Option<&Skill> {
        let (rules, place) = (&self.duel.rules, mv.skill()?);
        Some(match &rules.teams {
            None => &rules.fighter(player).skills[place],
            Some(teams) => {
                let (who, skill) = teams.moves[player.index()][place];
                &rules.member(who).skills[skill]
            }
        })
    }

    /// How many hp a move costs the enemy on average, in thousandths.
    pub fn harm(&self, spot: &Rolling<W, O>, mv: DiceMove) -> i64 {
        let Status::Chooses(player) = spot.state.status() else { return 0 };
        let hp = |state: &State<W, O>| self.duel.hp_of(state, player.other());
        let before = hp(&spot.state);
        let after = self.play(spot, mv);
        if !after.is_rolling() {
            return (before - hp(&after.state)) * 1000;
        }
        let ways = self.ways(&after);
        let results = Self::distinct(&ways);
        let total: i128 = results.iter().map(|result| i128::from(result.weight)).sum();
        let lost = |result: &Result| i128::from(before - hp(&ways[result.way].state));
        let sum: i128 = results.iter().map(|it| lost(it) * i128::from(it.weight)).sum();
        i64::try_from(sum * 1000 / total.max(1)).unwrap_or(0)
    }

    /// What either side has left, and who of them stands.
    pub fn standing(&self, names: &Names, spot: &Rolling<W, O>) -> ([i64; 2], String) {
        self.duel.standing(names, &spot.state)
    }
}

impl<const W: usize, O: Order> Duel<W, O> {
    /// What either side has left, and who of them stands.
    pub fn standing(&self, names: &Names, state: &State<W, O>) -> ([i64; 2], String) {
        let hp = Player::BOTH.map(|player| self.hp_of(state, player));
        let all = self.rules.everyone().filter(|(who, _)| self.stands(state, *who));
        let mut left = [Vec::new(), Vec::new()];
        for (who, _) in all {
            left[names.side_of(who).index()].push(names.of(who));
        }
        let [one, two] = left.map(|names| names.join(" and "));
        let who = match (one.is_empty(), two.is_empty()) {
            (true, true) => "nobody".to_owned(),
            (false, true) => one,
            (true, false) => two,
            (false, false) => format!("{one}; {two}"),
        };
        (hp, who)
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

    /// A position in which no dice are about to fall.
    pub(crate) fn settled(state: State<W, O>) -> Self {
        Self { state, rolls: None }
    }

    /// What the dice are about to decide.
    pub(crate) fn cause(&self) -> Option<Cause> {
        self.rolls
    }

    /// Is it about to be decided who begins?
    pub fn is_coin(&self) -> bool {
        self.rolls == Some(Cause::Begins)
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
            let mut results = Vec::new();
            self.results(spot, &mut results);
            out.extend((0..=u16::MAX).take(results.len()).map(DiceMove::Roll));
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
                let mut results = Vec::new();
                self.results(spot, &mut results);
                results.swap_remove(usize::from(result)).1
            }
        }
    }

    fn extra_bytes(spot: &Self::State) -> usize {
        Duel::<W, O>::extra_bytes(&spot.state)
    }
}

impl<const W: usize, O: Order> Chance for Dice<W, O> {
    fn weights(&self, spot: &Self::State, out: &mut Vec<u64>) {
        let mut results = Vec::new();
        self.results(spot, &mut results);
        out.extend(results.iter().map(|&(weight, _)| weight));
    }

    fn results(&self, spot: &Self::State, out: &mut Vec<(u64, Self::State)>) {
        if let Some(cause) = spot.rolls {
            self.fall(&spot.state, cause, out);
        }
    }

    /// The rules are run once for each way the dice can fall, and not once more to see that they do.
    fn outcomes(&self, spot: &Self::State, mv: DiceMove, out: &mut Vec<(u64, Self::State)>) {
        match mv {
            DiceMove::Choice(mv) => self.fall(&spot.state, Cause::Move(mv), out),
            DiceMove::Pass => self.fall(&spot.state, Cause::Move(Move::GO_ON), out),
            DiceMove::GoOn => self.fall(&spot.state, Cause::GoesOn, out),
            DiceMove::Roll(_) => out.push((1, self.play(spot, mv))),
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
                let Some(skill) = self.skill_of(Player::One, mv) else { return 0 };
                match &rules.teams {
                    None => self.duel.price_of(&spot.state, skill),
                    Some(teams) => {
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
