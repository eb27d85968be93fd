//! Answers questions about one fight with dice, or of teams, and keeps what it has proved.
//!
//! The chance to win and the hp left on average are an [`Odds`]', the price of a sure win is a
//! [`MeanCosts`]'; both keep the places that they have settled, so that a hint is looked up. A budget
//! makes a game of its own ([`AtMost`]), and is asked from nothing.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use outplay_duel::order::Order;
use outplay_duel::{Dice, DiceMove, Rolling};
use outplay_game::{Budget, Chance, Game, Node, Objective, Player, Proof, Stop, Versus};
use outplay_lab::{
    Chooser, Dice as Rolls, Greedy, Look, MatchSetup, Noisy, Random, Style, StylePair, TreeSearch,
    play_match_with_dice,
};
use outplay_search::{AtMost, Interval, Line, Mcts, MeanCosts, Odds, Stats};

use super::dice::DiceRoom;
use super::study::{spread, spread_of};
use super::told;
use crate::advice::advice;
use crate::exact::Study;
use crate::matches::refuse_manual;
use crate::question::SOLVING_PLAYOUTS;
use crate::styles::Players;
use crate::table::{Choice, Expected, Games, Prover, Room, wrong_search};
use crate::{
    Answer, By, ChanceAnswer, ChanceChoice, ChanceOption, ChanceSpread, ChanceStart, Failure, Goal,
    Hint, Mean, Outcome, PlayedGame, Question, Replay, Sample, StyleName, Text,
};

/// Answers questions about one fight with dice.
pub(super) struct DiceProver<const W: usize, O: Order> {
    pub(super) room: Arc<DiceRoom<W, O>>,
    pub(super) odds: Odds<Dice<W, O>>,
    pub(super) costs: MeanCosts<Dice<W, O>>,
}

/// Moves whose values are nearer than this count as equally good.
const EQUAL: f64 = 1e-9;

/// What a state is worth, and how.
pub(super) struct Solved<const W: usize, O: Order> {
    pub(super) value: Option<Interval>,
    best_chance: Option<Interval>,
    line: Line<DiceMove>,
    pub(super) options: Vec<(DiceMove, Option<Interval>)>,
    best: Vec<DiceMove>,
    pub(super) stopped: Option<Stop>,
    stats: Stats,
    from: Rolling<W, O>,
}

impl<const W: usize, O: Order> DiceProver<W, O> {
    pub(super) fn new(room: Arc<DiceRoom<W, O>>) -> Self {
        let odds = match room.about.objective {
            Objective::ZeroSum(_) => Odds::of_payoff(),
            _ => Odds::of_winning(),
        };
        Self { room, odds, costs: MeanCosts::new() }
    }

    pub(super) fn is_priced(&self) -> bool {
        matches!(self.room.about.objective, Objective::LeastCost(_))
    }

    /// Solves a position for the goal of the fight.
    pub(super) fn solved(&mut self, from: &Rolling<W, O>, budget: &Budget) -> Solved<W, O> {
        let game = &self.room.game;
        if self.is_priced() {
            let solution = self.costs.solve(game, from, budget);
            if solution.cost.is_some() || solution.stopped.is_some_and(|stop| stop != Stop::Width) {
                return Solved {
                    value: solution.cost,
                    best_chance: None,
                    line: solution.line,
                    options: self.costs.moves(game, from),
                    best: self.costs.best_moves(game, from),
                    stopped: solution.stopped,
                    stats: solution.stats,
                    from: from.clone(),
                };
            }
        }
        let solution = self.odds.solve(game, from, budget);
        let options = self.odds.moves(game, from);
        let options = options.map(|all| all.map(|(mv, value)| (mv, Some(value))).collect());
        Solved {
            value: (!self.is_priced()).then_some(solution.value),
            best_chance: self.is_priced().then_some(solution.value),
            line: solution.line,
            options: options.unwrap_or_default(),
            best: self.odds.best_moves(game, from),
            stopped: solution.stopped,
            stats: solution.stats,
            from: from.clone(),
        }
    }

    /// The best chance to win when no more is spent than that.
    fn solved_within(&self, from: &Rolling<W, O>, most: u64, budget: &Budget) -> Solved<W, O> {
        let game = AtMost::new(&self.room.game, most);
        let start = game.at(from);
        let mut odds = Odds::of_goal();
        let solution = odds.solve(&game, &start, budget);
        let options = odds.moves(&game, &start);
        let options = options.map(|all| all.map(|(mv, value)| (mv, Some(value))).collect());
        Solved {
            value: Some(solution.value),
            best_chance: None,
            line: solution.line,
            options: options.unwrap_or_default(),
            best: odds.best_moves(&game, &start),
            stopped: solution.stopped,
            stats: solution.stats,
            from: from.clone(),
        }
    }

    /// Moves or results of a roll with their values, as plain data.
    fn options(
        &self,
        spot: &Rolling<W, O>,
        values: &[(DiceMove, Option<Interval>)],
        best: &[DiceMove],
        chosen: Option<DiceMove>,
        priced: bool,
    ) -> Vec<ChanceOption> {
        let game = &self.room.game;
        let player = game.node(spot).chooser();
        // What player 1 pays is good for player 2.
        let more = (player == Some(Player::One)) != priced;
        let middles = values.iter().filter_map(|(_, value)| value.map(Interval::middle));
        let top = middles.reduce(if more { f64::max } else { f64::min });
        let weights = if player.is_none() { game.rolls(spot) } else { Vec::new() };
        let total: f64 = weights.iter().map(|(_, weight)| float(*weight)).sum();
        let mut options = Vec::new();
        for (place, &(mv, value)) in values.iter().enumerate() {
            let Some((key, name)) = self.room.spell(spot, mv) else { continue };
            let regret = value.zip(top).map(|(value, top)| (value.middle() - top).abs());
            options.push(ChanceOption {
                key,
                name,
                value: value.map(Mean::from),
                regret: regret.filter(|_| player.is_some()),
                likely: weights.get(place).map(|(_, weight)| float(*weight) / total),
                best: player.is_some()
                    && (best.contains(&mv) || regret.is_some_and(|regret| regret <= EQUAL)),
                chosen: chosen == Some(mv),
            });
        }
        options
    }

    /// The keys of the moves that attain the value.
    fn best_keys(&self, spot: &Rolling<W, O>, best: &[DiceMove]) -> Vec<String> {
        best.iter().filter_map(|&mv| Some(self.room.spell(spot, mv)?.0)).collect()
    }

    /// What each who might start gets, where a coin decides it.
    fn starts(&mut self, from: &Rolling<W, O>, budget: &Budget) -> Vec<ChanceStart> {
        if !from.is_coin() {
            return Vec::new();
        }
        let game = &self.room.game;
        let spots: Vec<_> =
            self.room.moves(from).into_iter().map(|mv| game.play(from, mv)).collect();
        let mut starts = Vec::new();
        for (spot, first) in spots.into_iter().zip([1, 2]) {
            let solved = self.solved(&spot, budget);
            let (Some(value), false) = (solved.value, spot.is_rolling()) else { continue };
            let best = self.best_keys(&spot, &solved.best);
            let priced = self.is_priced();
            let options = self.options(&spot, &solved.options, &solved.best, None, priced);
            starts.push(ChanceStart { first, value: value.into(), best, options });
        }
        starts
    }

    /// What every move of a line was worth.
    fn explained(&mut self, solved: &Solved<W, O>, budget: &Budget) -> Vec<ChanceChoice> {
        let priced = self.is_priced() && solved.value.is_some();
        let (mut spot, mut choices) = (solved.from.clone(), Vec::new());
        for (place, &mv) in solved.line.moves.iter().enumerate() {
            if let Some(player) = self.room.game.node(&spot).chooser() {
                let here = self.solved(&spot, budget);
                let after = self.room.line(&solved.from, &solved.line.moves[..place]).0;
                let moves = self.options(&spot, &here.options, &here.best, Some(mv), priced);
                choices.push(ChanceChoice { after, side: player.number(), moves });
            }
            spot = self.room.game.play(&spot, mv);
        }
        choices
    }

    /// The first of the best moves, where it is known.
    fn best_known(&self, spot: &Rolling<W, O>) -> Option<DiceMove> {
        let game = &self.room.game;
        let priced = if self.is_priced() { self.costs.best_moves(game, spot) } else { Vec::new() };
        let best = if priced.is_empty() { self.odds.best_moves(game, spot) } else { priced };
        best.first().copied()
    }

    /// How likely each end is when both play the first of their best moves.
    fn spread(&self, from: &Rolling<W, O>, budget: &Budget) -> Option<ChanceSpread> {
        let (game, names) = (&self.room.game, &self.room.fight.names);
        let class = |spot: &Rolling<W, O>| game.standing(names, spot);
        spread_of(game, from, class, budget, |spot, out| {
            out.extend(self.best_known(spot).map(|mv| (mv, 1)));
        })
    }

    /// A search by playouts for the goal of the fight.
    fn tree_search(&self) -> Mcts<Dice<W, O>> {
        search_for(&self.room.about.objective)
    }

    /// An estimate from playouts, with nothing proved.
    fn estimated(&self, question: &Question, budget: &Budget) -> Result<Answer, Failure> {
        let begin = Instant::now();
        if self.is_priced() || question.at_most.is_some() {
            let what =
                "be estimated by playouts: ask for the chance, with the goal `win` and no budget";
            return Err(self.cannot(what));
        }
        let after = question.after.clone().unwrap_or_else(|| Text::new("after", ""));
        let (room, from) = (&self.room, self.room.at(&after)?);
        let seed = question.seed.unwrap_or(1);
        let playouts = question.playouts.unwrap_or(SOLVING_PLAYOUTS);
        let found = self.tree_search().playouts(playouts).solve(&room.game, &from, seed, budget);
        let name = |mv| room.spell(&from, mv).map_or(String::new(), |(key, _)| key);
        let current = room.game.node(&from).chooser();
        let (moves, line) = room.line(&from, &found.line);
        let best = found.best.and_then(|mv| Some(room.spell(&from, mv)?.0));
        let answer = ChanceAnswer {
            // Of a chance, what is left is the other's.
            sample: Some(Sample::new(&found, seed, None, name)),
            current: current.map(Player::number),
            best: best.into_iter().collect(),
            moves,
            line,
            proof: Proof::None,
            stopped: found.stopped,
            by: By::Mcts,
            states: found.stats.expanded,
            generated: found.stats.generated,
            peak_bytes: found.stats.peak_bytes,
            seconds: begin.elapsed().as_secs_f64(),
            ..self.heading(question)
        };
        Ok(Answer::Chance(Box::new(answer)))
    }

    /// An answer that says nothing yet but who meets whom.
    fn heading(&self, question: &Question) -> ChanceAnswer {
        let (room, about) = (&self.room, &self.room.about);
        let chance = question.at_most.is_some() || about.objective == Objective::Win;
        ChanceAnswer {
            game: about.game.clone(),
            title: about.title.clone(),
            setting: about.setting(),
            goal: match question.at_most {
                Some(_) => Some(Goal::Most("win".to_owned())),
                None => about.goal(),
            },
            unit: if chance { "chance".to_owned() } else { about.unit().to_owned() },
            at_most: question.at_most,
            price: question.at_most.map(|_| room.fight.terms.price.clone()),
            value: None,
            lower: None,
            upper: None,
            best_chance: None,
            sample: None,
            current: None,
            winner: None,
            best: Vec::new(),
            options: Vec::new(),
            starts: Vec::new(),
            moves: String::new(),
            line: Vec::new(),
            probability: 1.0,
            for_ever: false,
            distribution: None,
            explain: None,
            proof: Proof::None,
            stopped: None,
            advice: None,
            by: By::Interval,
            states: 0,
            generated: 0,
            peak_bytes: 0,
            seconds: 0.0,
        }
    }

    /// The move that perfect play makes.
    fn perfect(&mut self, spot: &Rolling<W, O>, budget: &Budget) -> Result<DiceMove, Failure> {
        let moves = self.room.moves(spot);
        if let [only] = moves[..] {
            return Ok(only);
        }
        let game = &self.room.game;
        let mut stopped = None;
        if self.is_priced() {
            stopped = self.costs.reach(game, spot, budget).err();
            if let Some(&best) = self.costs.best_moves(game, spot).first() {
                return Ok(best);
            }
        }
        if stopped.is_none_or(|stop| stop == Stop::Width) {
            stopped = self.odds.reach(game, spot, budget).err();
        }
        match (self.odds.best_moves(game, spot).first(), stopped) {
            (Some(&best), _) => Ok(best),
            (None, Some(stop)) => Err(stop.into()),
            (None, None) => Ok(moves[0]),
        }
    }
}

/// A search by playouts: a win is 1, the payoff what it is.
fn search_for<const W: usize, O: Order>(objective: &Objective) -> Mcts<Dice<W, O>> {
    match objective {
        Objective::ZeroSum(_) => Mcts::of_payoff().rolling(),
        Objective::LeastCost(_) => Mcts::of_least_cost().rolling(),
        Objective::Win | Objective::Most(_) | Objective::PlayedOut => Mcts::of_winning().rolling(),
    }
}

/// A weight as a measure.
#[expect(clippy::cast_precision_loss, reason = "nothing is proved by it")]
fn float(weight: u64) -> f64 {
    weight as f64
}

impl<const W: usize, O: Order> Prover for DiceProver<W, O> {
    fn solve(&mut self, question: &Question, budget: &Budget) -> Result<Answer, Failure> {
        if question.by == Some(By::Mcts) {
            return self.estimated(question, budget);
        }
        if let Some(by) = question.by.filter(|by| *by != By::Interval) {
            return Err(wrong_search(by, &By::OF_CHANCE, "with dice the best play is found"));
        }
        if question.at_most.is_some() && self.room.fight.terms.price == "rounds" {
            return Err(self.cannot("be asked for a budget of rounds"));
        }
        let begin = Instant::now();
        let after = question.after.clone().unwrap_or_else(|| Text::new("after", ""));
        let from = self.room.at(&after)?;
        let solved = match question.at_most {
            Some(most) => self.solved_within(&from, most, budget),
            None => self.solved(&from, budget),
        };
        let room = Arc::clone(&self.room);
        let about = &room.about;
        // The best chance, where there is no sure win to be priced.
        let priced = question.at_most.is_none() && self.is_priced() && solved.value.is_some();
        let settled = solved.stopped.is_none();
        let whole = settled && question.at_most.is_none();
        let starts = if whole { self.starts(&from, budget) } else { Vec::new() };
        let explain = (question.explain && whole).then(|| self.explained(&solved, budget));
        let spread = (question.explain && whole).then(|| self.spread(&from, budget)).flatten();
        let (moves, line) = room.line(&from, &solved.line.moves);
        let shown = solved.value.or(solved.best_chance.filter(|_| !self.is_priced()));
        let chance = question.at_most.is_some() || about.objective == Objective::Win;
        let certain = solved.value.filter(|_| chance);
        let answer = ChanceAnswer {
            value: shown.map(Interval::middle),
            lower: shown.map(|value| value.lower),
            upper: shown.map(|value| value.upper),
            best_chance: solved.best_chance.map(Mean::from),
            current: room.game.node(&from).chooser().map(Player::number),
            winner: match certain {
                Some(value) if value.lower >= 1.0 => Some(1),
                _ => room.game.winner(&from).map(Player::number),
            },
            best: self.best_keys(&from, &solved.best),
            options: self.options(&from, &solved.options, &solved.best, None, priced),
            starts,
            moves,
            line,
            probability: solved.line.probability,
            for_ever: solved.line.returns_to.is_some(),
            distribution: spread,
            explain,
            proof: if settled { Proof::Interval } else { Proof::Bound },
            stopped: solved.stopped,
            advice: advice(solved.stopped, &room.fight.endless(), false, true),
            by: By::Interval,
            states: solved.stats.expanded,
            generated: solved.stats.generated,
            peak_bytes: solved.stats.peak_bytes,
            seconds: begin.elapsed().as_secs_f64(),
            ..self.heading(question)
        };
        Ok(Answer::Chance(Box::new(answer)))
    }

    fn replay(&mut self, after: &Text, moves: &str, budget: &Budget) -> Result<Replay, Failure> {
        let from = self.room.at(after)?;
        let told = self.room.tell(&from, moves);
        let replay = told::replay(&self.room.about, &self.room.fight, &told.account, &[]);
        Ok(Replay::Sides(Box::new(replay.cut_to(budget.answer))))
    }

    fn hints(&mut self, moves: &Text, budget: &Budget) -> Result<Vec<Hint>, Failure> {
        let spot = self.room.at(moves)?;
        if self.room.game.node(&spot).chooser().is_none() {
            return Ok(Vec::new());
        }
        let solved = self.solved(&spot, budget);
        if let (true, Some(stop)) = (solved.options.is_empty(), solved.stopped) {
            return Err(stop.into());
        }
        let priced = self.is_priced() && solved.value.is_some();
        let unit = if self.is_priced() && !priced { "chance" } else { self.room.about.unit() };
        let unit = unit.to_owned();
        let options = self.options(&spot, &solved.options, &solved.best, None, priced);
        Ok(options
            .into_iter()
            .map(|option| Hint {
                key: option.key,
                name: option.name,
                value: None,
                regret: None,
                best: option.best,
                near: None,
                mean: option.value.map(|mean| (mean.value, option.regret.unwrap_or(0.0))),
                unit: Some(unit.clone()),
            })
            .collect())
    }

    fn choose(&mut self, choice: &Choice<'_>, budget: &Budget) -> Result<Option<String>, Failure> {
        let &Choice { moves, styles, seed } = choice;
        let spot = self.room.at(moves)?;
        let legal = self.room.moves(&spot);
        let mv = match self.room.game.node(&spot) {
            Node::Mean => {
                let weights: Vec<u64> =
                    self.room.game.rolls(&spot).into_iter().map(|(_, weight)| weight).collect();
                legal[Rolls::new(seed).roll(&weights)]
            }
            Node::Max | Node::Min => {
                let player = self.room.game.node(&spot).chooser().unwrap_or(Player::One);
                let room = Arc::clone(&self.room);
                let players = Players::new(&room.fight, styles.clone())?;
                let known = Mutex::new(self);
                let seats = Seats { room: &room, players: &players, known: &known, budget };
                let Some(mut style) = seats.style(&styles[player.index()], player) else {
                    return Ok(None);
                };
                style.begin(&spot, seed);
                let mv = style.choose(&room.game, &spot, &legal)?;
                return Ok(room.spell(&spot, mv).map(|(key, _)| key));
            }
            Node::Single | Node::End => return Ok(None),
        };
        Ok(self.room.spell(&spot, mv).map(|(key, _)| key))
    }

    fn play_games(&mut self, games: &Games<'_>, budget: &Budget) -> Result<Outcome, Failure> {
        let styles = games.styles;
        refuse_manual(styles)?;
        self.room.check_styles(styles)?;
        let from = self.room.at(games.after)?;
        let room = Arc::clone(&self.room);
        let setup = MatchSetup {
            games: games.count,
            seed: games.seed,
            budget: *budget,
            ..MatchSetup::default()
        };
        if styles.iter().any(StyleName::knows_the_best) {
            let solved = self.solved(&from, budget);
            if let Some(stop) = solved.stopped.filter(|stop| *stop != Stop::Width) {
                return Err(stop.into());
            }
        }
        let players = Players::new(&room.fight, styles.clone())?;
        let known = Mutex::new(self);
        let seats = Seats { room: &room, players: &players, known: &known, budget };
        let price = room.price();
        let report = play_match_with_dice(&room.game, &from, &setup, price, |_| {
            Player::BOTH.map(|player| {
                let style = seats.style(&styles[player.index()], player);
                style.expect("a match has refused `manual`")
            })
        });
        Ok(report.map_games(|played| PlayedGame::new(&played, room.line(&from, &played.moves).0)))
    }

    fn study(
        &mut self,
        games: &Games<'_>,
        _ends: bool,
        budget: &Budget,
    ) -> Result<Option<Study>, Failure> {
        self.studied(games, budget)
    }

    fn expected(&mut self, games: &Games<'_>, budget: &Budget) -> Option<Expected> {
        let styles = games.styles;
        let from = self.room.at(games.after).ok()?;
        if styles.iter().any(StyleName::knows_the_best)
            && self.solved(&from, budget).stopped.is_some_and(|stop| stop != Stop::Width)
        {
            return None;
        }
        let room = Arc::clone(&self.room);
        let players = Players::new(&room.fight, styles.clone()).ok()?;
        let known = Mutex::new(&mut *self);
        let seats = Seats { room: &room, players: &players, known: &known, budget };
        let mut pair = seats.pair(styles)?;
        let class = |spot: &Rolling<W, O>| room.game.standing(&room.fight.names, spot);
        let spread = spread(&room.game, &from, &mut pair, class, budget)?;
        drop(pair);
        // What a game is worth is the chance to win, or the hp left.
        let counts = matches!(room.about.objective, Objective::Win | Objective::ZeroSum(_));
        if !counts || room.about.unit() == "damage" {
            return Some((None, spread));
        }
        let wins = self.room.about.objective == Objective::Win;
        #[expect(clippy::cast_precision_loss, reason = "hp are far below 2^52")]
        let worth = |[one, two]: [i64; 2]| match (one > 0, two > 0) {
            (true, false) => {
                if wins {
                    1.0
                } else {
                    one as f64
                }
            }
            (false, true) if !wins => -(two as f64),
            _ => 0.0,
        };
        let value: f64 = spread.hp.iter().map(|&(hp, likely)| worth(hp) * likely).sum();
        // What is missing may be worth as much as the most there is.
        let most = spread.hp.iter().map(|&(hp, _)| worth(hp).abs()).fold(1.0, f64::max);
        let off = spread.missing * most;
        let lower = if wins { value } else { value - off };
        Some((Some(Mean { value, lower, upper: value + off }), spread))
    }

    fn bytes(&self) -> u64 {
        self.odds.bytes() + self.costs.bytes()
    }

    fn cannot(&self, what: &str) -> Failure {
        self.room.cannot(what)
    }
}

/// Who plays a fight with dice, and what they know together.
pub(super) struct Seats<'g, 'p, const W: usize, O: Order> {
    pub(super) room: &'g DiceRoom<W, O>,
    pub(super) players: &'g Players,
    pub(super) known: &'g Mutex<&'p mut DiceProver<W, O>>,
    pub(super) budget: &'g Budget<'g>,
}

impl<'g, const W: usize, O: Order> Seats<'g, '_, W, O> {
    /// Both players; none where somebody is asked.
    pub(super) fn pair(&self, styles: &[StyleName; 2]) -> Option<StylePair<'g, Dice<W, O>>> {
        let [one, two] = styles;
        Some([self.style(one, Player::One)?, self.style(two, Player::Two)?])
    }

    /// The player of a side; none where somebody is asked.
    fn style(&self, name: &StyleName, player: Player) -> Option<Box<dyn Style<Dice<W, O>> + 'g>> {
        let &Self { room, players, known, budget } = self;
        Some(match name {
            StyleName::Manual => return None,
            StyleName::Random => Box::new(Random::new(player)),
            StyleName::Greedy => {
                Box::new(Greedy::new(|game: &Dice<W, O>, spot, mv| game.harm(spot, mv)))
            }
            StyleName::Mcts(playouts) => {
                let search = search_for(&room.about.objective).playouts(*playouts);
                Box::new(TreeSearch::new(player, search, budget.quiet()))
            }
            StyleName::Noisy(_) => {
                let best = self.style(&StyleName::Minimax, player)?;
                Box::new(Noisy::new(name.to_string(), player, name.slips()?, best))
            }
            StyleName::Look(far) => {
                let score =
                    |game: &Dice<W, O>, spot: &Rolling<W, O>| game.duel().lead_in_hp(spot.state());
                let weights = |game: &Dice<W, O>, spot: &Rolling<W, O>, out: &mut Vec<u64>| {
                    game.weights(spot, out);
                };
                Box::new(Look::new(*far, score, weights, budget.quiet()))
            }
            StyleName::Tree(_) => {
                let plan = players.plan(player);
                let choose = move |game: &Dice<W, O>, spot: &Rolling<W, O>, moves: &[DiceMove]| {
                    Ok(plan.map_or(moves[0], |plan| {
                        DiceMove::Choice(plan.choose(game.duel(), spot.state()))
                    }))
                };
                Box::new(Chooser::new(name.to_string(), choose).deterministic())
            }
            StyleName::Minimax | StyleName::MinimaxRecursive | StyleName::MinimaxIterative => {
                let choose = move |_: &Dice<W, O>, spot: &_, _: &[DiceMove]| {
                    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                    let best = known.perfect(spot, budget);
                    best.map_err(|failure| failure.stopped.unwrap_or(Stop::Interrupted))
                };
                Box::new(Chooser::new(name.to_string(), choose).deterministic())
            }
        })
    }
}
