//! Answers questions about one fight, and keeps what it has proved.
//!
//! Values are searched for in the fight without the places in the queue that no longer matter; what
//! is shown is the real one. What is known of the winner's hp is an [`Oracle`]'s, what is known of
//! least costs is a [`Costs`]', and of fights that cannot be won a [`Nearest`]'s; all are of the fight from its usual start, so that every position of
//! it is answered from them.

use std::sync::{Arc, Mutex};

use outplay_duel::order::Order;
use outplay_duel::{Account, Duel, Move, State};
use outplay_game::{Budget, Game, Node, Objective, Player, Stop};
use outplay_lab::{MatchSetup, play_match_for};
use outplay_search::{Costs, Nearest, Oracle, explain, game_tree};

use super::knowledge::{Fresh, noisy};
use super::nearest::nearest_move;
use super::weight::AllPositions;
use super::{FightRoom, budget, told};
use crate::exact::{Study, Survey};
use crate::matches::refuse_manual;
use crate::styles::{Players, cheapest};
use crate::table::{Choice, Games, Prover, Room};
use crate::weigh::{Spelling, options, weigh};
use crate::{
    About, Answer, Drawing, Failure, Hint, Outcome, PlayedGame, Question, Replay, StyleName, Text,
};

/// Answers questions about one fight.
pub(super) struct FightProver<const W: usize, O: Order> {
    pub(super) room: Arc<FightRoom<W, O>>,
    /// The fight without the places in the queue that no longer matter.
    pub(super) quick: Duel<W, O>,
    pub(super) oracle: Oracle<Duel<W, O>>,
    pub(super) costs: Costs<Duel<W, O>>,
    pub(super) nearest: Nearest<Duel<W, O>>,
    /// The whole fight, with one side that may do anything, for either side.
    pub(super) surveys: [Option<Survey<Duel<W, O>>>; 2],
}

impl<const W: usize, O: Order> FightProver<W, O> {
    pub(super) fn new(room: Arc<FightRoom<W, O>>) -> Self {
        let quick = room.duel.without_unreached_places();
        let oracle = Oracle::empty(&quick);
        let (costs, nearest) = (Costs::default(), Nearest::new());
        Self { room, quick, oracle, costs, nearest, surveys: [None, None] }
    }

    pub(super) fn about(&self) -> &About {
        &self.room.about
    }

    /// The position after some moves, in the quick fight: where a fight that starts there starts.
    pub(super) fn at(&self, moves: &Text) -> Result<State<W, O>, Failure> {
        if moves.text.is_empty() {
            return Ok(self.quick.start());
        }
        self.waiting_at(moves)
    }

    /// The same, where somebody has to say what to do: whoever has a single skill has used it.
    fn waiting_at(&self, moves: &Text) -> Result<State<W, O>, Failure> {
        // What cannot be played is said by the real fight.
        self.room.starting_after(moves)?;
        let account = self.room.duel.account(&self.room.fight.names, &moves.text);
        Ok(follow(&self.quick, &self.quick.start(), &account.choices).1)
    }

    pub(super) fn spelling(&self) -> Keys<'_, W, O> {
        Keys(&self.room)
    }

    /// The turns in which choices were made.
    pub(super) fn numbered(choices: &mut [crate::Choice], account: &Account) {
        for side in Player::BOTH {
            let turns = account.turns.iter();
            let turns = turns.filter(|turn| turn.player == side && turn.skill.is_some());
            let own = choices.iter_mut().filter(|choice| choice.side == side.number());
            for (choice, turn) in own.zip(turns) {
                choice.round = turn.round;
            }
        }
    }

    /// The key of the move that perfect play makes.
    fn perfect(
        &mut self,
        state: &State<W, O>,
        player: Player,
        budget: &Budget,
    ) -> Result<Option<Move>, Failure> {
        let mut moves = Vec::new();
        self.quick.moves(state, &mut moves);
        if let [only] = moves[..] {
            return Ok(Some(only));
        }
        if self.about().objective.is_zero_sum() {
            return Ok(self.oracle.best_move(&self.quick, state, budget)?);
        }
        let (quick, nearest) = (&self.quick, &mut self.nearest);
        let mv = cheapest(quick, state, &moves, player, &mut self.costs, budget, || {
            nearest_move(quick, state, player, nearest, budget)
        });
        Ok(Some(mv?))
    }
}

/// Follows choices through a fight whose states may be fewer than where they were made: the moves,
/// those that nobody chooses included, and where they lead.
pub(super) fn follow<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    from: &State<W, O>,
    choices: &[(Player, Move)],
) -> (Vec<Move>, State<W, O>) {
    let (mut state, mut line, mut moves) = (from.clone(), Vec::new(), Vec::new());
    let mut choices = choices.iter();
    loop {
        let mv = match duel.node(&state) {
            Node::End | Node::Mean => return (line, state),
            // A fight that goes on by itself for ever is left where it is.
            Node::Single if choices.len() == 0 => return (line, state),
            Node::Single => {
                moves.clear();
                duel.moves(&state, &mut moves);
                moves[0]
            }
            Node::Max | Node::Min => match choices.next() {
                Some(&(_, mv)) => mv,
                None => return (line, state),
            },
        };
        line.push(mv);
        state = duel.play(&state, mv);
    }
}

/// Skills by their keys.
pub(super) struct Keys<'a, const W: usize, O: Order>(pub(super) &'a FightRoom<W, O>);

impl<const W: usize, O: Order> Spelling<Duel<W, O>> for Keys<'_, W, O> {
    fn spell(&self, state: &State<W, O>, mv: Move) -> Option<(String, String)> {
        self.0.spell(self.0.duel.current(state), mv)
    }

    fn line(&self, from: &State<W, O>, line: &[Move]) -> String {
        self.0.duel.starting_at(from.clone()).spell(&self.0.fight.names, line).0
    }
}

impl<const W: usize, O: Order> Prover for FightProver<W, O> {
    fn solve(&mut self, question: &Question, budget: &Budget) -> Result<Answer, Failure> {
        match self.about().objective {
            Objective::ZeroSum(_) | Objective::Win => self.solve_versus(question, budget),
            Objective::LeastCost(_) | Objective::Most(_) | Objective::PlayedOut => {
                self.solve_cost(question, budget)
            }
        }
    }

    fn replay(&mut self, after: &Text, moves: &str, budget: &Budget) -> Result<Replay, Failure> {
        let duel = self.room.starting_after(after)?;
        let account = duel.account(&self.room.fight.names, moves);
        let (mut choices, mut unweighed) = (Vec::new(), 0);
        if self.about().objective.is_zero_sum() && budget.states > 0 {
            let chosen: Vec<Move> = account.choices.iter().map(|&(_, mv)| mv).collect();
            let from = self.at(after)?;
            let (quick, keys) = (&self.quick, Keys(&self.room));
            choices = weigh(quick, &from, &chosen, false, &keys, &mut self.oracle, budget).0;
            Self::numbered(&mut choices, &account);
            choices.retain(crate::Choice::is_settled);
            unweighed = chosen.len() - choices.len();
        }
        let replay = told::replay(self.about(), &self.room.fight, &account, &choices);
        let replay = crate::SidesReplay { unweighed, ..replay }.cut_to(budget.answer);
        Ok(Replay::Sides(Box::new(replay)))
    }

    fn replay_at_most(&mut self, after: &Text, moves: &str, most: u64) -> Result<Replay, Failure> {
        if self.about().objective.is_zero_sum() {
            return Err(self.cannot("be replayed within a budget"));
        }
        let duel = self.room.starting_after(after)?;
        let replay = budget::replay(self.about(), &self.room.fight, &duel, moves, most);
        Ok(Replay::Sides(Box::new(replay)))
    }

    fn hints(&mut self, moves: &Text, budget: &Budget) -> Result<Vec<Hint>, Failure> {
        let state = self.waiting_at(moves)?;
        let Some(player) = self.quick.node(&state).chooser() else { return Ok(Vec::new()) };
        let mut legal = Vec::new();
        self.quick.moves(&state, &mut legal);
        if self.about().objective.is_zero_sum() {
            let (quick, keys) = (&self.quick, Keys(&self.room));
            let options = options(quick, &state, legal[0], false, &keys, &mut self.oracle, budget)?;
            return Ok(options.into_iter().map(Hint::from).collect());
        }
        let decisions = explain(&self.quick, &state, &legal[..1], &mut self.costs, budget)?;
        let options = decisions.first().map(|d| d.moves.as_slice()).unwrap_or_default();
        if options.iter().all(|option| option.cost.is_none())
            && let Some(hints) = self.near_hints(&state, player, budget)
        {
            return Ok(hints);
        }
        // Player 2 would rather that no win is left.
        let worth = |cost: Option<u64>| match player {
            Player::One => cost.map_or(i128::MIN, |cost| -i128::from(cost)),
            Player::Two => cost.map_or(i128::MAX, i128::from),
        };
        let best = options.iter().max_by_key(|option| worth(option.cost)).map(|best| best.cost);
        let hint = |option: &outplay_search::Alternative<Move>| {
            let (key, name) = self.room.spell(player, option.mv)?;
            Some(Hint {
                key,
                name,
                value: option.cost.and_then(|cost| i64::try_from(cost).ok()),
                regret: option.cost.zip(best?).map(|(cost, best)| cost.abs_diff(best)),
                best: Some(worth(option.cost)) == best.map(worth),
                near: None,
                mean: None,
                unit: None,
            })
        };
        Ok(options.iter().filter_map(hint).collect())
    }

    fn choose(&mut self, choice: &Choice<'_>, budget: &Budget) -> Result<Option<String>, Failure> {
        let &Choice { moves, styles, seed } = choice;
        let state = self.waiting_at(moves)?;
        let players = Players::new(&self.room.fight, styles.clone())?;
        let Some(player) = self.quick.node(&state).chooser() else { return Ok(None) };
        let mv = if styles[player.index()] == StyleName::Minimax {
            self.perfect(&state, player, budget)?
        } else {
            let style = players.style(&self.quick, player, &self.about().objective, *budget);
            let Some(mut style) = style else { return Ok(None) };
            let mut legal = Vec::new();
            self.quick.moves(&state, &mut legal);
            style.begin(&state, seed);
            Some(style.choose(&self.quick, &state, &legal)?)
        };
        Ok(mv.and_then(|mv| Some(self.room.spell(player, mv)?.0)))
    }

    fn play_games(&mut self, games: &Games<'_>, budget: &Budget) -> Result<Outcome, Failure> {
        let styles = games.styles;
        refuse_manual(styles)?;
        let room = Arc::clone(&self.room);
        let players = Players::new(&room.fight, styles.clone())?;
        let duel = room.starting_after(games.after)?;
        let quick = duel.without_unreached_places();
        let setup = MatchSetup {
            games: games.count,
            seed: games.seed,
            budget: *budget,
            ..MatchSetup::default()
        };
        let objective = &room.about.objective;
        let quiet = budget.quiet();
        // Whoever slips comes to many positions: what is known of them is shared.
        let slips = styles.iter().any(|style| matches!(style, StyleName::Noisy(_)));
        let mut fresh = Fresh::new(&quick);
        let mut known = fresh.knowledge();
        if slips && games.count > 1 && !objective.is_zero_sum() {
            // Where that is too much, each position is a question of its own.
            known.learn_costs(&quick, &quick.start(), &quiet);
        }
        let known = Mutex::new(known);
        let price = room.price();
        let report = play_match_for(&quick, &quick.start(), &setup, price, |quick| {
            Player::BOTH.map(|player| {
                let name = &styles[player.index()];
                let style = match name.slips().filter(|_| !objective.is_zero_sum()) {
                    Some(slips) => {
                        Some(noisy(quick, name, slips, player, objective, &known, quiet))
                    }
                    None => players.style(quick, player, objective, quiet),
                };
                style.expect("a match has refused `manual`")
            })
        });
        let names = &room.fight.names;
        Ok(report.map_games(|played| PlayedGame::new(&played, duel.spell(names, &played.moves).0)))
    }

    fn study(
        &mut self,
        games: &Games<'_>,
        ends: bool,
        budget: &Budget,
    ) -> Result<Option<Study>, Failure> {
        self.studied(games, ends, budget)
    }

    fn drawing(&mut self, after: &Text, most: usize, budget: &Budget) -> Result<Drawing, Failure> {
        if !self.about().objective.is_zero_sum() {
            return Err(self.cannot("be drawn as a tree"));
        }
        let from = self.at(after)?;
        let tree = game_tree(&self.quick, &from, most, &mut self.oracle, budget)?;
        let keys = self.spelling();
        let name = |state: &_, mv| keys.spell(state, mv).map_or(String::new(), |(key, _)| key);
        Ok(Drawing::new::<Duel<W, O>>(self.about().title.clone(), tree, name))
    }

    fn every_position(&mut self, budget: &Budget) -> Option<Result<AllPositions, Stop>> {
        Some(Self::every_position(self, budget))
    }

    fn bytes(&self) -> u64 {
        self.oracle.bytes() + self.costs.bytes() + self.nearest.bytes()
    }

    fn cannot(&self, what: &str) -> Failure {
        self.room.cannot(what)
    }
}
