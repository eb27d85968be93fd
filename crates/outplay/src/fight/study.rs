//! What comes of two styles in a fight, exactly: the figures, the ends, and where it is lost.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use outplay_duel::order::Order;
use outplay_duel::{Dice, DiceMove, Duel, Move, Rolling, State};
use outplay_game::{Budget, Chance, Game, Player, Stop, Versus, ZeroSum};
use outplay_lab::StylePair;
use outplay_search::{Costs, Course, Interval, Oracle, distribution, explain};

use super::odds::{DiceProver, Seats};
use super::prover::FightProver;
use crate::exact::{Meeting, Study, Worth};
use crate::styles::Players;
use crate::table::Games;
use crate::{ChanceSpread, Failure, Mean, StyleName};

/// A distribution leaves no more than this open.
const TAIL: f64 = 1e-9;

/// So many actions of a distribution are followed at the most.
const MOST_ACTIONS: u64 = 100_000;

/// How likely each end is when choices are made so.
pub(super) fn spread_of<G: Chance + Versus>(
    game: &G,
    from: &G::State,
    class: impl Fn(&G::State) -> ([i64; 2], String),
    budget: &Budget,
    strategy: impl Fn(&G::State, &mut Vec<(G::Move, u64)>),
) -> Option<ChanceSpread> {
    let spread = distribution(game, from, strategy, class, TAIL, MOST_ACTIONS, budget).ok()?;
    let mut hp: BTreeMap<[i64; 2], f64> = BTreeMap::new();
    let mut standing: BTreeMap<String, f64> = BTreeMap::new();
    for ((left, who), likely) in &spread.ends {
        *hp.entry(*left).or_default() += likely;
        *standing.entry(who.clone()).or_default() += likely;
    }
    Some(ChanceSpread {
        actions: spread.lengths,
        hp: hp.into_iter().collect(),
        standing: standing.into_iter().collect(),
        missing: spread.missing,
    })
}

/// How likely each end is between two styles; none where one of them does not go by the position, or a limit
/// was too tight.
pub(super) fn spread<G: Chance + Versus>(
    game: &G,
    from: &G::State,
    styles: &mut StylePair<'_, G>,
    class: impl Fn(&G::State) -> ([i64; 2], String),
    budget: &Budget,
) -> Option<ChanceSpread> {
    let (styles, known) = (RefCell::new(styles), Cell::new(true));
    let spread = spread_of(game, from, class, budget, |state, out| {
        let Some(player) = game.node(state).chooser().filter(|_| known.get()) else { return };
        let (mut moves, mut weights) = (Vec::new(), Vec::new());
        game.moves(state, &mut moves);
        let mut styles = styles.borrow_mut();
        match styles[player.index()].odds(game, state, &moves, &mut weights) {
            Ok(true) => {
                out.extend(moves.into_iter().zip(weights).filter(|(_, weight)| *weight > 0));
            }
            Ok(false) | Err(_) => known.set(false),
        }
    });
    spread.filter(|_| known.get())
}

/// What a course is worth to player 1.
fn worth<G: Versus + ZeroSum>(game: &G, course: &Course<G>) -> Mean {
    let (mut lower, mut most) = (0.0, 1.0_f64);
    for (state, likely) in course.ends() {
        #[expect(clippy::cast_precision_loss, reason = "payoffs are far below 2^52")]
        let payoff = game.payoff(state) as f64;
        lower += payoff * likely.lower;
        most = most.max(payoff.abs());
    }
    let off = course.missing() * most;
    Mean { value: lower, lower: lower - off, upper: lower + off }
}

/// The sides whose lapses are of interest: those that choose, and not perfectly.
fn imperfect(games: &Games<'_>, chooses: impl Fn(Player) -> bool) -> Vec<(Player, String)> {
    let sides = Player::BOTH.into_iter().filter(|player| chooses(*player));
    let styles = sides.map(|player| (player, &games.styles[player.index()]));
    styles
        .filter(|(_, style)| !style.is_perfect())
        .map(|(p, style)| (p, style.to_string()))
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "prices and hp are far below 2^52")]
fn float(number: u64) -> f64 {
    number as f64
}

impl<const W: usize, O: Order> FightProver<W, O> {
    /// What comes of two styles exactly, and where it is lost.
    pub(super) fn studied(
        &mut self,
        games: &Games<'_>,
        budget: &Budget,
    ) -> Result<Option<Study>, Failure> {
        let players = Players::new(&self.room.fight, games.styles.clone())?;
        let real = self.room.starting_after(games.after)?;
        let quick = real.without_unreached_places();
        let from = quick.start();
        let objective = &self.about().objective;
        let price = self.room.price();
        let style = |player| players.style(&quick, player, objective, budget.quiet());
        let (Some(one), Some(two)) = (style(Player::One), style(Player::Two)) else {
            return Ok(None);
        };
        let mut pair: StylePair<'_, Duel<W, O>> = [one, two];
        let meeting = Meeting { game: &quick, from: &from, price, rolls: |_, _, _| {} };
        let Ok(Some(course)) = meeting.course(&mut pair, budget) else { return Ok(None) };
        let names = &self.room.fight.names;
        let mut expected = None;
        if pair.iter().any(|style| style.is_random()) {
            let class = |state: &State<W, O>| quick.standing(names, state);
            let spread = spread(&quick, &from, &mut pair, class, &budget.quiet());
            let zero_sum = objective.is_zero_sum();
            expected = spread.map(|it| (zero_sum.then(|| worth(&quick, &course)), it));
        }
        let mut lapses = Vec::new();
        let (mut oracle, mut costs) = (Oracle::empty(&quick), Costs::default());
        let budget = budget.quiet();
        for (side, style) in imperfect(games, |player| self.about().side(player).chooses) {
            let zero_sum = objective.is_zero_sum();
            let weigh = |state: &State<W, O>| {
                if zero_sum {
                    let values = oracle.move_values(&quick, state, &budget)?;
                    return Ok(values
                        .into_iter()
                        .map(|(mv, value)| (mv, of_value(side, value)))
                        .collect());
                }
                let mut moves = Vec::new();
                quick.moves(state, &mut moves);
                let decisions = explain(&quick, state, &moves[..1], &mut costs, &budget)?;
                let options = decisions.into_iter().flat_map(|decision| decision.moves);
                Ok(options.map(|option| (option.mv, of_cost(side, option.cost))).collect())
            };
            let unit = self.about().unit().to_owned();
            let tell = |line: &[Move]| real.spell(names, line).0;
            let spell = |state: &State<W, O>, mv| {
                self.room.spell(quick.node(state).chooser().unwrap_or(side), mv)
            };
            let found = meeting.lapses(&course, (side, style, unit), weigh, tell, spell);
            lapses.extend(found.ok());
        }
        Ok(Some(Study { figures: meeting.figures(&course), expected, lapses }))
    }
}

/// What a value to player 1 is worth to a side.
fn of_value(side: Player, value: i64) -> Worth {
    let size = float(value.unsigned_abs());
    let value = if (value < 0) == (side == Player::One) { -size } else { size };
    Worth { chance: 0.0, value }
}

/// What it is worth to a side that player 1 still has to spend so much, or cannot win any more.
fn of_cost(side: Player, cost: Option<u64>) -> Worth {
    let price = cost.map_or(0.0, float);
    match side {
        Player::One => Worth { chance: f64::from(u8::from(cost.is_some())), value: -price },
        Player::Two => Worth { chance: f64::from(u8::from(cost.is_none())), value: price },
    }
}

impl<const W: usize, O: Order> DiceProver<W, O> {
    /// What comes of two styles exactly, and where it is lost.
    pub(super) fn studied(
        &mut self,
        games: &Games<'_>,
        budget: &Budget,
    ) -> Result<Option<Study>, Failure> {
        let room = Arc::clone(&self.room);
        let from = room.at(games.after)?;
        let budget = budget.quiet();
        // Values are of all positions, so that hints are looked up.
        let solved = self.solved(&from, &budget);
        let best = games.styles.iter().any(StyleName::knows_the_best);
        let weighed = solved.stopped.is_none_or(|stop| stop == Stop::Width);
        if best && !weighed {
            return Ok(None);
        }
        let players = Players::new(&room.fight, games.styles.clone())?;
        let known = Mutex::new(&mut *self);
        let seats = Seats { room: &room, players: &players, known: &known, budget: &budget };
        let Some(mut pair) = seats.pair(games.styles) else { return Ok(None) };
        let meeting = Meeting {
            game: &room.game,
            from: &from,
            price: room.price(),
            rolls: |game: &Dice<W, O>, spot, out| game.weights(spot, out),
        };
        let Ok(Some(course)) = meeting.course(&mut pair, &budget) else { return Ok(None) };
        let mut lapses = Vec::new();
        let sides = imperfect(games, |player| room.about.side(player).chooses);
        for (side, style) in sides.into_iter().filter(|_| weighed) {
            let weigh = |spot: &Rolling<W, O>| {
                known.lock().unwrap_or_else(PoisonError::into_inner).weighed(side, spot, &budget)
            };
            let tell = |line: &[DiceMove]| room.line(&from, line).0;
            let spell = |spot: &Rolling<W, O>, mv| room.spell(spot, mv);
            let unit = room.about.unit().to_owned();
            let found = meeting.lapses(&course, (side, style, unit), weigh, tell, spell);
            lapses.extend(found.ok());
        }
        Ok(Some(Study { figures: meeting.figures(&course), expected: None, lapses }))
    }

    /// What each move is worth to a side.
    fn weighed(
        &mut self,
        side: Player,
        spot: &Rolling<W, O>,
        budget: &Budget,
    ) -> Result<Vec<(DiceMove, Worth)>, Stop> {
        let to = |value: f64| if side == Player::One { value } else { -value };
        if !self.is_priced() {
            let solved = self.solved(spot, budget);
            let options = solved.options.into_iter();
            let worth = |value: Interval| Worth { chance: 0.0, value: to(value.middle()) };
            return Ok(options.filter_map(|(mv, value)| Some((mv, worth(value?)))).collect());
        }
        let solved = self.solved(spot, budget);
        let game = &self.room.game;
        let prices = if solved.value.is_some() { solved.options } else { Vec::new() };
        let odds = self.odds.solve(game, spot, budget);
        if let Some(stop) = odds.stopped {
            return Err(stop);
        }
        let chances = self.odds.moves(game, spot);
        let chances: Vec<(DiceMove, Interval)> =
            chances.map(|all| all.collect()).unwrap_or_default();
        let option = |(mv, chance): (DiceMove, Interval)| {
            let price = prices.iter().find(|(other, _)| *other == mv);
            let price = price.and_then(|(_, price)| *price).map(Interval::middle);
            let chance = if price.is_some() { 1.0 } else { chance.middle() };
            let chance = if side == Player::One { chance } else { 1.0 - chance };
            (mv, Worth { chance, value: price.map_or(0.0, |price| -to(price)) })
        };
        Ok(chances.into_iter().map(option).collect())
    }
}
