//! The cheapest win for player 1, as plain data: the searches of `outplay-search` over a fight with a
//! price, and what people want to know of the answer.
//!
//! A value is only given as optimal when the search proved it; a limit leaves the best line so far
//! and the interval in which the value lies. An opponent who chooses makes a fight *contested*: the
//! line is then the worst case. Fights for the winner's hp are in `versus.rs`.

use std::time::Instant;

use outplay_duel::order::Order;
use outplay_duel::{Account, Duel, Move, Names, Refusal, Visitor};
use outplay_game::{Game, MinCost, Player, Turn, Versus};
use outplay_search::{
    Algorithm, Control, NotApplicable, Proof as Proved, Solution, Stats, all_lines, can_force,
    explain, solve_telling,
};
use outplay_text::Problem;
use serde::Serialize;

use crate::replay::refused_after;
use crate::{Failure, Limits, Proof, Request, Stopped};

/// Told the cost and the moves of a line.
pub type OnBetter<'a> = &'a dyn Fn(u64, &str);

/// How to solve.
pub struct SolveOptions<'a> {
    /// By which search.
    pub by: Algorithm,
    /// Only lines that cost at most this are of interest.
    pub at_most: Option<u64>,
    /// List every optimal line, at most so many.
    pub all: Option<usize>,
    /// Price every other move.
    pub explain: bool,
    /// What it may take.
    pub limits: Limits<'a>,
    /// Told of every better line that a depth-first search finds: its cost and its moves.
    pub on_better: Option<OnBetter<'a>>,
}

impl Default for SolveOptions<'_> {
    fn default() -> Self {
        Self {
            by: Algorithm::Astar,
            at_most: None,
            all: None,
            explain: false,
            limits: Limits::default(),
            on_better: None,
        }
    }
}

/// The answer to "what is the best play?".
#[derive(Clone, Debug, Serialize)]
pub struct SolveAnswer {
    /// The game.
    pub game: String,
    /// Its mode.
    pub mode: String,
    /// What the value counts, for example "mana".
    pub unit: String,
    /// The least with which player 1 wins; none where no win exists.
    pub value: Option<u64>,
    /// 1, 2 or nobody: who wins when both do their best.
    pub winner: Option<u8>,
    /// The line as `replay --moves` takes it.
    pub moves: String,
    /// The line as names.
    pub line: Vec<String>,
    /// `optimal` or `bound`.
    pub proof: Proof,
    /// With `bound`, and for a budget that is too small: what is known.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// The budget that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u64>,
    /// What stopped the search: `states`, `time` or `interrupted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Does player 2 have choices? Then the value holds against their worst replies.
    pub contested: bool,
    /// The search.
    pub by: &'static str,
    /// States expanded.
    pub states: u64,
    /// States generated.
    pub generated: u64,
    /// Ever better lines found on the way.
    pub found: u64,
    /// Bytes of the tables at their largest.
    pub peak_bytes: u64,
    /// Time of the search.
    pub seconds: f64,
    /// Every optimal line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<OptimalLines>,
    /// What every move was worth at every choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Vec<Explained>>,
    /// Did a limit stop the explanation, or the search for every optimal line?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
    /// Is it proved that neither side can force a win, so that it goes on for ever?
    #[serde(skip)]
    pub never_ends: bool,
    /// The line told turn by turn.
    #[serde(skip)]
    pub account: Account,
    /// What things are called.
    #[serde(skip)]
    pub names: Names,
}

/// Where the value lies.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Interval {
    /// Nothing below this wins.
    pub lower: u64,
    /// What the best line so far costs, if there is one.
    pub upper: Option<u64>,
}

/// Every optimal line.
#[derive(Clone, Debug, Serialize)]
pub struct OptimalLines {
    /// The lines, in move order.
    pub lines: Vec<String>,
    /// Are these all?
    pub complete: bool,
    /// Did a limit stop the search for more?
    pub stopped: bool,
}

/// A choice of the line, with what else could have been chosen.
#[derive(Clone, Debug, Serialize)]
pub struct Explained {
    /// The round.
    pub round: u32,
    /// Who chose: 1 or 2.
    pub side: u8,
    /// The moves.
    pub moves: Vec<Priced>,
}

/// A move that could have been chosen.
#[derive(Clone, Debug, Serialize)]
pub struct Priced {
    /// Its place among the fighter's skills.
    #[serde(skip)]
    pub skill: usize,
    /// Its key.
    pub key: char,
    /// Its name.
    pub name: String,
    /// Was it chosen?
    pub chosen: bool,
    /// The least that the rest of the fight costs with it; none where it throws the win away.
    pub value: Option<u64>,
    /// What choosing it would cost.
    pub regret: Option<u64>,
}

/// The best play from where the request says.
///
/// # Errors
/// When the rules or the question are wrong.
pub fn solve(request: &Request, options: &SolveOptions) -> Result<SolveAnswer, Failure> {
    let loaded = request.load()?;
    let found = loaded.fight.visit(Ask { options, after: request.after.as_deref() });
    let found = found.map_err(|reason| match reason {
        Unanswered::After(refusal) => refused_after(request, &refusal),
        Unanswered::By(reason) => Failure::plain(
            Problem::error(None, reason.to_string()).help("use --by astar, dijkstra or brute"),
        ),
    })?;
    let Found { solution, fate, moves, line, contested, seconds, all, explain, cut_short, account } =
        found;
    let proved = solution.proof == Proved::Optimal;
    let too_small = options.at_most.filter(|_| proved && solution.cost.is_none());
    let Stats { expanded, generated, found, peak_bytes } = solution.stats;
    Ok(SolveAnswer {
        game: request.game.clone(),
        mode: loaded.mode,
        unit: loaded.fight.names.price.clone(),
        value: solution.cost,
        winner: match fate {
            Fate::Won(winner) => Some(winner.number()),
            Fate::Nobody | Fate::Unknown => None,
        },
        never_ends: fate == Fate::Nobody && !account.over,
        moves,
        line,
        proof: solution.proof.into(),
        interval: match solution.proof {
            Proved::Bound { lower } => Some(Interval { lower, upper: solution.cost }),
            Proved::Optimal => {
                too_small.map(|most| Interval { lower: most.saturating_add(1), upper: None })
            }
        },
        at_most: options.at_most,
        stopped: solution.stopped.map(Stopped::from),
        contested,
        by: options.by.name(),
        states: expanded,
        generated,
        found,
        peak_bytes,
        seconds,
        all,
        explain,
        cut_short,
        account,
        names: loaded.fight.names,
    })
}

enum Unanswered {
    After(Refusal),
    By(NotApplicable),
}

struct Found {
    solution: Solution<Move>,
    fate: Fate,
    moves: String,
    line: Vec<String>,
    contested: bool,
    seconds: f64,
    all: Option<OptimalLines>,
    explain: Option<Vec<Explained>>,
    cut_short: bool,
    account: Account,
}

struct Ask<'a> {
    options: &'a SolveOptions<'a>,
    after: Option<&'a str>,
}

impl Visitor for Ask<'_> {
    type Output = Result<Found, Unanswered>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, names: &Names) -> Self::Output {
        match self.after {
            None => self.ask(duel, names),
            Some(after) => {
                let state = duel.after(names, after).map_err(Unanswered::After)?;
                self.ask(&duel.starting_at(state), names)
            }
        }
    }
}

impl Ask<'_> {
    fn ask<const W: usize, O: Order>(
        &self,
        duel: &Duel<W, O>,
        names: &Names,
    ) -> Result<Found, Unanswered> {
        let options = self.options;
        let start = duel.start();
        options.limits.with_control(|control| {
            control.at_most = options.at_most;
            let begin = Instant::now();
            let mut on_better = |cost, line: &[Move]| {
                if let Some(tell) = options.on_better {
                    tell(cost, &duel.spell(names, line).0);
                }
            };
            let solution = solve_telling(duel, &start, options.by, control, &mut on_better)
                .map_err(Unanswered::By)?;
            let seconds = begin.elapsed().as_secs_f64();
            control.at_most = None;
            let (moves, line) = duel.spell(names, &solution.line);
            let account = duel.account(names, &moves);
            let all = match (options.all, solution.cost, solution.proof) {
                (Some(most), Some(_), Proved::Optimal) => {
                    let all = all_lines(duel, &start, most, control);
                    Some(OptimalLines {
                        lines: all.lines.iter().map(|line| duel.spell(names, line).0).collect(),
                        complete: all.complete,
                        stopped: all.stopped.is_some(),
                    })
                }
                _ => None,
            };
            let explain = options.explain.then(|| {
                explain(duel, &start, &solution.line, control)
                    .map(|decisions| explained(&decisions, &account, names))
            });
            let cut_short =
                matches!(explain, Some(Err(_))) || all.as_ref().is_some_and(|all| all.stopped);
            let explain = explain.and_then(Result::ok);
            let fate = fate(duel, &solution, options.at_most, control);
            let contested = duel.contested();
            Ok(Found {
                solution,
                fate,
                moves,
                line,
                contested,
                seconds,
                all,
                explain,
                cut_short,
                account,
            })
        })
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
    control: &mut Control,
) -> Fate {
    if solution.cost.is_some() {
        return Fate::Won(Player::One);
    }
    if duel.turn(&duel.start()) == Turn::Over {
        return duel.winner(&duel.start()).map_or(Fate::Nobody, Fate::Won);
    }
    if solution.proof != Proved::Optimal || at_most.is_some() {
        return Fate::Unknown;
    }
    // A question beside the question: it gets less room.
    control.max_states = control.max_states.min(MOST_STATES_FOR_FATE);
    match can_force(duel, &duel.start(), Player::Two, control) {
        Ok(true) => Fate::Won(Player::Two),
        Ok(false) => Fate::Nobody,
        Err(_) => Fate::Unknown,
    }
}

/// Decisions with rounds and names; the moves of the line are the actions of the account.
fn explained(
    decisions: &[outplay_search::Decision<Move>],
    account: &Account,
    names: &Names,
) -> Vec<Explained> {
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
        choices.push(Explained {
            round: turn.map_or(0, |turn| turn.round),
            side: player.number(),
            moves: decision
                .moves
                .iter()
                .filter_map(|option| {
                    let skill = option.mv.skill()?;
                    let named = &names.fighters[player.index()].skills[skill];
                    Some(Priced {
                        skill,
                        key: named.key,
                        name: named.name.clone(),
                        chosen: option.chosen,
                        value: option.cost,
                        // Player 2 regrets what is too cheap for player 1.
                        regret: option.cost.zip(best).map(|(cost, best)| cost.abs_diff(best)),
                    })
                })
                .collect(),
        });
    }
    choices
}
