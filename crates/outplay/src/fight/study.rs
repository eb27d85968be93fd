//! What comes of two styles in a fight, exactly: the figures, the ends, and where it is lost.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outplay_duel::order::Order;
use outplay_duel::{Dice, DiceMove, Duel, Move, Rolling, State};
use outplay_game::{Budget, Chance, Game, Player, Stop, Versus, ZeroSum};
use outplay_lab::{Random, Style, StylePair};
use outplay_search::{Course, Interval, distribution, explain};

use super::FightRoom;
use super::knowledge::{Fresh, Knowledge, noisy, perfect};
use super::odds::{DiceProver, Seats};
use super::prover::FightProver;
use crate::exact::{Meeting, Study, Survey, Worth};
use crate::styles::Players;
use crate::table::Games;
use crate::{ChanceSpread, Failure, Lapses, Mean, StyleName};

/// A distribution leaves no more than this open.
const TAIL: f64 = 1e-9;

/// So many actions of a distribution are followed at the most.
const MOST_ACTIONS: u64 = 100_000;

/// So many states may be looked at to weigh the positions of a fight: what nobody asked for must not take
/// longer than what they did ask for.
const MOST_EFFORT: u64 = 2_000_000;

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
fn imperfect(
    styles: &[StyleName; 2],
    chooses: impl Fn(Player) -> bool,
) -> impl Iterator<Item = Player> {
    let sides = Player::BOTH.into_iter().filter(move |player| chooses(*player));
    sides.filter(|player| !styles[player.index()].is_perfect())
}

#[expect(clippy::cast_precision_loss, reason = "prices and hp are far below 2^52")]
fn float(number: u64) -> f64 {
    number as f64
}

impl<const W: usize, O: Order> FightProver<W, O> {
    /// What comes of two styles exactly, and where it is lost; how it ends where that is asked for.
    pub(super) fn studied(
        &mut self,
        games: &Games<'_>,
        ends: bool,
        budget: &Budget,
    ) -> Result<Option<Study>, Failure> {
        let room = Arc::clone(&self.room);
        let players = Players::new(&room.fight, games.styles.clone())?;
        let real = room.starting_after(games.after)?;
        let quick = real.without_unreached_places();
        // What is known is of the fight from its usual start.
        let (mut fresh, mut none) = (Fresh::new(&quick), [None, None]);
        let usual = games.after.text.is_empty();
        let (known, surveys) = if usual {
            let Self { oracle, costs, nearest, surveys, .. } = self;
            (Knowledge::new(oracle, costs, nearest), surveys)
        } else {
            (fresh.knowledge(), &mut none)
        };
        let bench = Bench {
            room: &room,
            players: &players,
            real: &real,
            quick: &quick,
            styles: games.styles,
            known: &Mutex::new(known.within(MOST_EFFORT)),
            budget: Budget { states: budget.states.min(MOST_EFFORT), ..budget.quiet() },
        };
        Ok(bench.study(surveys, ends).ok().flatten())
    }
}

/// Where a fight between two styles is looked at.
struct Bench<'b, const W: usize, O: Order> {
    room: &'b FightRoom<W, O>,
    players: &'b Players,
    real: &'b Duel<W, O>,
    quick: &'b Duel<W, O>,
    styles: &'b [StyleName; 2],
    known: &'b Mutex<Knowledge<'b, W, O>>,
    budget: Budget<'b>,
}

impl<'b, const W: usize, O: Order> Bench<'b, W, O> {
    fn study(
        &self,
        surveys: &mut [Option<Survey<Duel<W, O>>>; 2],
        ends: bool,
    ) -> Result<Option<Study>, Stop> {
        let from = self.quick.start();
        let price = self.room.price();
        let meeting = Meeting { game: self.quick, from: &from, price, rolls: |_, _, _| {} };
        let (Some(one), Some(two)) = (self.style(Player::One), self.style(Player::Two)) else {
            return Ok(None);
        };
        let mut pair: StylePair<'_, Duel<W, O>> = [one, two];
        let draws = pair.iter().any(|style| style.is_random());
        let alone = self.alone();
        let survey = alone.and_then(|(side, _)| surveys[side.index()].as_ref());
        if draws && !self.zero_sum() && (survey.is_none() || ends) {
            // One search for each of very many positions would take too long.
            if !self.lock().learn_costs(self.quick, &from, &self.budget) {
                return Ok(None);
            }
        }
        let mut own = None;
        let mut lapses = Vec::new();
        let course = if let Some((side, slips)) = alone {
            let survey = &mut surveys[side.index()];
            if survey.is_none() {
                pair[side.index()] = Box::new(Random::new(side));
                let Some(course) = meeting.course(&mut pair, &self.budget)? else {
                    return Ok(None);
                };
                *survey = Some(Survey::new(self.quick, course, side, |at| self.weigh(side, at))?);
                pair[side.index()] = self.style(side).unwrap_or(Box::new(Random::new(side)));
            }
            let Some(survey) = survey else { return Ok(None) };
            let perfect =
                |state: &State<W, O>, options: &[(Move, Worth)]| self.perfect(side, state, options);
            survey.slip(slips, perfect, &self.budget)?;
            let options = &survey.options;
            let weigh = |place: usize, _: &State<W, O>| Ok(options[place].clone());
            lapses.extend(self.lapses(&meeting, &survey.course, side, weigh).ok());
            &survey.course
        } else {
            let Some(course) = meeting.course(&mut pair, &self.budget)? else { return Ok(None) };
            let course = &*own.insert(course);
            for side in imperfect(self.styles, |player| self.room.about.side(player).chooses) {
                let weigh = |_: usize, state: &State<W, O>| self.weigh(side, state);
                lapses.extend(self.lapses(&meeting, course, side, weigh).ok());
            }
            course
        };
        let mut ending = None;
        if ends && draws {
            let class = |state: &State<W, O>| self.quick.standing(&self.room.fight.names, state);
            ending = spread(self.quick, &from, &mut pair, class, &self.budget);
        }
        Ok(Some(Study {
            figures: meeting.figures(course),
            worth: self.zero_sum().then(|| worth(self.quick, course)),
            spread: ending,
            lapses,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Knowledge<'b, W, O>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn zero_sum(&self) -> bool {
        self.room.about.objective.is_zero_sum()
    }

    /// A side that may do anything and how often it slips, where the other is perfect or does not choose.
    fn alone(&self) -> Option<(Player, (u32, u32))> {
        let settled = |player: Player| {
            self.styles[player.index()] == StyleName::Minimax
                || !self.room.about.side(player).chooses
        };
        let sides = Player::BOTH.into_iter().filter(|player| settled(player.other()));
        let slips = |player: Player| match &self.styles[player.index()] {
            StyleName::Random => Some((1, 1)),
            style => style.slips().filter(|(slips, _)| *slips > 0),
        };
        let chooses = |player: &Player| self.room.about.side(*player).chooses;
        sides.filter(chooses).find_map(|player| Some((player, slips(player)?)))
    }

    /// The player of a side, who knows what is known here.
    fn style(&self, player: Player) -> Option<Box<dyn Style<Duel<W, O>> + 'b>> {
        let name = &self.styles[player.index()];
        let objective = &self.room.about.objective;
        let (quick, known) = (self.quick, self.known);
        Some(match (name, name.slips()) {
            (StyleName::Minimax, _) => perfect(quick, player, objective, known, self.budget),
            (_, Some(slips)) => noisy(quick, name, slips, player, objective, known, self.budget),
            (_, None) => return self.players.style(quick, player, objective, self.budget),
        })
    }

    /// What perfect play does, where moves are worth that.
    fn perfect(
        &self,
        side: Player,
        state: &State<W, O>,
        options: &[(Move, Worth)],
    ) -> Result<Move, Stop> {
        let lost = |worth: &Worth| worth.chance.total_cmp(&of_cost(side, None).chance).is_eq();
        if !self.zero_sum() && !options.iter().all(|(_, worth)| lost(worth)) {
            // The first of the best.
            let order = |one: &Worth, other: &Worth| {
                one.chance.total_cmp(&other.chance).then(one.value.total_cmp(&other.value))
            };
            let best = options.iter().rev().max_by(|one, other| order(&one.1, &other.1));
            return Ok(best.map_or(options[0].0, |best| best.0));
        }
        let mut moves = Vec::new();
        self.quick.moves(state, &mut moves);
        let zero_sum = self.zero_sum();
        self.lock().best_move(self.quick, state, &moves, side, zero_sum, &self.budget)
    }

    /// What each move is worth to a side.
    fn weigh(&self, side: Player, state: &State<W, O>) -> Result<Vec<(Move, Worth)>, Stop> {
        let mut known = self.lock();
        if self.zero_sum() {
            let values = known.values(self.quick, state, &self.budget)?;
            return Ok(values.into_iter().map(|(mv, to)| (mv, of_value(side, to))).collect());
        }
        let mut moves = Vec::new();
        self.quick.moves(state, &mut moves);
        let decisions = explain(self.quick, state, &moves[..1], known.costs, &self.budget)?;
        let options = decisions.into_iter().flat_map(|decision| decision.moves);
        Ok(options.map(|option| (option.mv, of_cost(side, option.cost))).collect())
    }

    fn lapses(
        &self,
        meeting: &Meeting<'_, Duel<W, O>>,
        course: &Course<Duel<W, O>>,
        side: Player,
        weigh: impl FnMut(usize, &State<W, O>) -> Result<Vec<(Move, Worth)>, Stop>,
    ) -> Result<Lapses, Stop> {
        let style = self.styles[side.index()].to_string();
        let heading = (side, style, self.room.about.unit().to_owned());
        let tell = |line: &[Move]| self.real.spell(&self.room.fight.names, line).0;
        let spell = |_: &State<W, O>, mv| self.room.spell(side, mv);
        meeting.lapses(course, heading, weigh, tell, spell)
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
        // Values are of all positions, so that each is looked up.
        let best = games.styles.iter().any(StyleName::knows_the_best);
        let states = if best { budget.states } else { budget.states.min(MOST_EFFORT / 4) };
        let solved = self.solved(&from, &Budget { states, ..budget });
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
        let sides = imperfect(games.styles, |player| room.about.side(player).chooses);
        for side in sides.filter(|_| weighed) {
            let style = games.styles[side.index()].to_string();
            let weigh = |_: usize, spot: &Rolling<W, O>| {
                known.lock().unwrap_or_else(PoisonError::into_inner).weighed(side, spot, &budget)
            };
            let tell = |line: &[DiceMove]| room.line(&from, line).0;
            let spell = |spot: &Rolling<W, O>, mv| room.spell(spot, mv);
            let unit = room.about.unit().to_owned();
            let found = meeting.lapses(&course, (side, style, unit), weigh, tell, spell);
            lapses.extend(found.ok());
        }
        Ok(Some(Study { figures: meeting.figures(&course), worth: None, spread: None, lapses }))
    }

    /// What each move is worth to a side.
    fn weighed(
        &mut self,
        side: Player,
        spot: &Rolling<W, O>,
        budget: &Budget,
    ) -> Result<Vec<(DiceMove, Worth)>, Stop> {
        let to = |value: f64| if side == Player::One { value } else { -value };
        let known = self.odds.moves(&self.room.game, spot);
        if let Some(options) = known.filter(|_| !self.is_priced()) {
            let worth = |value: Interval| Worth { chance: 0.0, value: to(value.middle()) };
            return Ok(options.map(|(mv, value)| (mv, worth(value))).collect());
        }
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
        let chances: Vec<(DiceMove, Interval)> = chances.map(Iterator::collect).unwrap_or_default();
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
