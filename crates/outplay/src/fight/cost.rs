//! The cheapest win of a fight.

use std::sync::Arc;
use std::time::Instant;

use outplay_duel::order::Order;
use outplay_duel::{Account, Duel, Move, Names};
use outplay_game::{Budget, Game, MinCost, Node, Player, Proof, Stop, Versus};
use outplay_search::{
    Algorithm, Costs, Decision, Solution, Stats, all_lines, can_force_counting, explain,
    solve_telling,
};

use super::nearest::missing;
use super::prover::{FightProver, follow};
use crate::advice::advice;
use crate::table::wrong_search;
use crate::{
    Answer, By, CostAnswer, Explained, Failure, Improved, Interval, OptimalLines, Priced, Question,
    Text, Took,
};

impl<const W: usize, O: Order> FightProver<W, O> {
    pub(super) fn solve_cost(
        &mut self,
        question: &Question,
        budget: &Budget,
    ) -> Result<Answer, Failure> {
        let usual: By = Algorithm::default_for(&self.room.duel).into();
        let by = question.by.unwrap_or(usual);
        let algorithm = by
            .of_cost()
            .ok_or_else(|| wrong_search(by, &By::OF_COST, "the least cost is found"))?;
        let after = question.after.clone().unwrap_or_else(|| Text::new("after", ""));
        let room = Arc::clone(&self.room);
        let duel = &*room.starting_after(&after)?;
        let (start, names) = (duel.start(), &room.fight.names);
        let begin = Instant::now();
        let mut improved = Vec::new();
        let mut on_better = |cost, line: &[Move]| {
            let moves = duel.spell(names, line).0;
            if let Some(tell) = question.on_better {
                tell(cost, &moves);
            }
            improved.push(Improved { cost, moves });
        };
        let at_most = question.at_most;
        let solution = solve_telling(duel, &start, algorithm, at_most, budget, &mut on_better);
        let search = Took::new(&solution.stats, begin);
        let mut stats = solution.stats;
        let (moves, line) = duel.spell(names, &solution.line);
        let account = duel.account(names, &moves);
        let proved = solution.proof == Proof::Optimal;
        let most = question.all.filter(|_| proved && solution.cost.is_some());
        let all = most.map(|most| every_line(duel, names, most, &mut stats, budget));
        let from = self.at(&after)?;
        let (line_of_quick, _) = follow(&self.quick, &from, &account.choices);
        if at_most.is_none() {
            let proved = Solution { line: line_of_quick.clone(), ..solution.clone() };
            self.costs.learn(&self.quick, &from, &proved, budget);
        }
        let before = self.costs.stats();
        let explain = question.explain.then(|| {
            explain(&self.quick, &from, &line_of_quick, &mut self.costs, budget)
                .map(|decisions| self.explained(&decisions, &account))
        });
        let cut_short =
            matches!(explain, Some(Err(_))) || all.as_ref().is_some_and(|all| all.stopped);
        stats.add(&self.costs.stats().since(&before));
        let fate = fate(duel, &solution, at_most, &mut stats, budget);
        let aside = question.nearest || question.explain;
        let lost = aside && solution.cost.is_none() && at_most.is_none() && !account.over;
        // Where memory has run out, nothing more is asked.
        let lost = lost && solution.stopped != Some(Stop::Memory);
        let nearest =
            if lost { self.nearest_line(&after, question.explain, budget)? } else { None };
        let too_small = at_most.filter(|_| proved && solution.cost.is_none());
        let lost = lost && question.nearest && proved;
        let missing = lost.then(|| missing(duel, names, budget));
        let Took { states, generated, peak_bytes, seconds } = Took::new(&stats, begin);
        let grows = solution.stopped.map_or(Vec::new(), |_| room.fight.endless());
        let about = self.about();
        Ok(Answer::Cost(Box::new(CostAnswer {
            game: about.game.clone(),
            mode: about.mode.clone(),
            unit: about.unit().to_owned(),
            goal: about.goal(),
            value: solution.cost,
            winner: match fate {
                Fate::Won(winner) => Some(winner.number()),
                Fate::Nobody | Fate::Unknown => None,
            },
            never_ends: fate == Fate::Nobody && !account.over,
            over: solution.cost.is_none() && account.over,
            moves,
            line,
            proof: solution.proof,
            interval: if proved {
                too_small.map(|most| Interval { lower: most.saturating_add(1), upper: None })
            } else {
                Some(Interval { lower: solution.lower, upper: solution.cost })
            },
            at_most,
            stopped: solution.stopped,
            advice: advice(
                solution.stopped,
                &grows,
                question.by.is_some_and(|by| by != usual),
                false,
            ),
            grows,
            contested: duel.contested(),
            by,
            states,
            generated,
            found: solution.stats.found,
            improved: (by == By::Dfs && !duel.contested()).then_some(improved),
            peak_bytes,
            seconds,
            search,
            all,
            explain: explain.and_then(Result::ok),
            cut_short,
            nearest,
            missing,
        })))
    }

    /// Decisions with rounds and names; the moves of the line are the actions of the account.
    fn explained(&self, decisions: &[Decision<Move>], account: &Account) -> Vec<Explained> {
        let mut choices = Vec::new();
        for decision in decisions {
            let player = decision.player;
            let before = decisions
                .iter()
                .take_while(|other| other.after < decision.after)
                .filter(|other| other.player == player)
                .count();
            let turn = account
                .turns
                .iter()
                .filter(|turn| turn.player == player && turn.skill.is_some())
                .nth(before);
            let best = decision.moves.iter().find(|option| option.chosen).and_then(|o| o.cost);
            let moves = decision.moves.iter().filter_map(|option| {
                let (key, name) = self.room.spell(player, option.mv)?;
                Some(Priced {
                    key,
                    name,
                    chosen: option.chosen,
                    value: option.cost,
                    // Player 2 regrets what is too cheap for player 1.
                    regret: option.cost.zip(best).map(|(cost, best)| cost.abs_diff(best)),
                })
            });
            choices.push(Explained {
                round: turn.map_or(0, |turn| turn.round),
                side: player.number(),
                moves: moves.collect(),
            });
        }
        choices
    }
}

/// All lines that are as cheap as the cheapest, up to so many.
fn every_line<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    names: &Names,
    most: usize,
    stats: &mut Stats,
    budget: &Budget,
) -> OptimalLines {
    let mut costs = Costs::default();
    let all = all_lines(duel, &duel.start(), most, &mut costs, budget);
    stats.add(&costs.stats());
    OptimalLines {
        lines: all.lines.iter().map(|line| duel.spell(names, line).0).collect(),
        complete: all.complete,
        stopped: all.stopped.is_some(),
    }
}

/// How many states may go into finding out who wins where player 1 cannot.
const MOST_STATES_FOR_FATE: u64 = 1_000_000;

/// Who wins when both do their best.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Won(Player),
    /// A tie, or it goes on for ever.
    Nobody,
    /// A limit or a budget left it open.
    Unknown,
}

/// Player 1 wins with a line; without one player 2 does, where they can force it.
fn fate<const W: usize, O: Order>(
    duel: &Duel<W, O>,
    solution: &Solution<Move>,
    at_most: Option<u64>,
    stats: &mut Stats,
    budget: &Budget,
) -> Fate {
    if solution.cost.is_some() {
        return Fate::Won(Player::One);
    }
    if duel.node(&duel.start()) == Node::End {
        return duel.winner(&duel.start()).map_or(Fate::Nobody, Fate::Won);
    }
    if solution.proof != Proof::Optimal || at_most.is_some() {
        return Fate::Unknown;
    }
    // A question beside the question: it gets less room.
    let budget = Budget { states: budget.states.min(MOST_STATES_FOR_FATE), ..*budget };
    match can_force_counting(duel, &duel.start(), Player::Two, stats, &budget) {
        Ok(true) => Fate::Won(Player::Two),
        Ok(false) => Fate::Nobody,
        Err(_) => Fate::Unknown,
    }
}
