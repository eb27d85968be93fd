//! The values of small fights, by the plain interpreter in exact fractions, against every solver.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use outplay_duel::order::{Alternate, Order};
use outplay_duel::{Dice, Duel, Fight, Visitor};
use outplay_game::{Budget, Chance, Game, MinCost, Stop, Versus, ZeroSum, laws};
use outplay_search::{AtMost, MeanCosts, Odds};
use proptest::prelude::*;

use super::fraction::Fraction;
use super::generate::{Seed, files};
use super::play::Choice;
use super::position::{Phase, Position};
use super::rules::Rules;
use super::{config, open};

/// Larger fights are not solved.
const MOST_POSITIONS: usize = 1_200;
const DEEPEST: usize = 40;

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// How likely player 1 is to win, having spent no more than so much, where that is said.
    Chance(Option<i64>),
    Payoff,
    /// What a sure win costs.
    Cost,
}

/// A value; nothing where there is no sure win.
type Value = Option<Fraction>;

/// Solves by looking at everything.
struct Solver<'a> {
    rules: &'a Rules,
    asked: Asked,
    known: BTreeMap<(Position, i64), Value>,
    open: BTreeSet<(Position, i64)>,
}

impl<'a> Solver<'a> {
    /// The value from the start; `None` where it goes in circles or is too large.
    fn solve(rules: &'a Rules, asked: Asked) -> Option<Value> {
        let (known, open) = (BTreeMap::new(), BTreeSet::new());
        let mut solver = Self { rules, asked, known, open };
        let left = match asked {
            Asked::Chance(Some(most)) => most,
            _ => 0,
        };
        solver.value(&Position::opening(rules), left)
    }

    fn value(&mut self, position: &Position, left: i64) -> Option<Value> {
        let key = (position.clone(), left);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        if self.known.len() > MOST_POSITIONS
            || self.open.len() > DEEPEST
            || !self.open.insert(key.clone())
        {
            return None;
        }
        let value = self.value_anew(position, left)?;
        self.open.remove(&key);
        self.known.insert(key, value);
        Some(value)
    }

    fn value_anew(&mut self, position: &Position, left: i64) -> Option<Value> {
        let rules = self.rules;
        match position.phase {
            Phase::Over(winner) => Some(self.worth(position, winner)),
            Phase::Coin | Phase::Before => self.mean(rules.results(position, None)?, left),
            Phase::Acting => {
                let mut best: Option<Value> = None;
                for choice in rules.choices(position) {
                    let price = rules.spends(position, &choice);
                    let value = match self.asked {
                        Asked::Chance(Some(_)) if price > left => Some(Fraction::ZERO),
                        Asked::Chance(Some(_)) => {
                            self.mean(rules.results(position, Some(&choice))?, left - price)?
                        }
                        Asked::Chance(None) | Asked::Payoff => {
                            self.mean(rules.results(position, Some(&choice))?, left)?
                        }
                        Asked::Cost => {
                            let after = self.mean(rules.results(position, Some(&choice))?, left)?;
                            match after {
                                Some(after) => {
                                    Some(after.plus(Fraction::of(i128::from(price), 1))?)
                                }
                                None => None,
                            }
                        }
                    };
                    best = Some(match best {
                        None => value,
                        Some(best) => self.better(position.turn, best, value)?,
                    });
                }
                best
            }
        }
    }

    /// Which of two values a side takes: player 1 wants a high one, or a low cost.
    fn better(&self, side: usize, one: Value, two: Value) -> Option<Value> {
        let cost = self.asked == Asked::Cost;
        let order = match (one, two) {
            (Some(one), Some(two)) => one.compared(two)?,
            // No sure win is the dearest.
            (None, _) => Ordering::Greater,
            (_, None) => Ordering::Less,
        };
        let wants_more = (side == 0) != cost;
        let first = if wants_more { order == Ordering::Greater } else { order == Ordering::Less };
        Some(if first { one } else { two })
    }

    fn mean(&mut self, results: Vec<(Fraction, Position)>, left: i64) -> Option<Value> {
        let mut sum = Some(Fraction::ZERO);
        for (weight, position) in results {
            let value = self.value(&position, left)?;
            sum = match (sum, value) {
                (Some(sum), Some(value)) => Some(sum.plus(weight.times(value)?)?),
                _ => None,
            };
        }
        Some(sum)
    }

    fn worth(&self, position: &Position, winner: Option<usize>) -> Value {
        let hp = |side: usize| -> i64 {
            self.rules.teams[side].iter().map(|who| position.numbers[*who]["hp"]).sum()
        };
        let payoff = match winner {
            // Where only a win counts, nothing else does.
            _ if self.rules.goal == "win" => i64::from(winner == Some(0)),
            Some(0) => hp(0),
            Some(_) => -hp(1),
            None => 0,
        };
        match self.asked {
            Asked::Chance(_) => Some(Fraction::of(i128::from(winner == Some(0)), 1)),
            Asked::Payoff => Some(Fraction::of(i128::from(payoff), 1)),
            Asked::Cost => (winner == Some(0)).then_some(Fraction::ZERO),
        }
    }
}

impl Rules {
    /// What a choice of player 1 counts towards the goal.
    fn spends(&self, position: &Position, choice: &Choice) -> i64 {
        match choice {
            Choice::Use(who, id, way) if position.turn == 0 => match self.goal.as_str() {
                "mana" => self.paid(position, *who, id, way, "mana"),
                _ => 1,
            },
            _ => 0,
        }
    }
}

struct Solve<'a>(&'a str);

impl Visitor for Solve<'_> {
    type Output = Result<bool, TestCaseError>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Self::Output {
        check(&Dice::new(duel), self.0)
    }
}

/// Holds every solver against the exact values; says whether there were any.
fn check<G: Chance + Versus + ZeroSum + MinCost>(
    dice: &G,
    text: &str,
) -> Result<bool, TestCaseError>
where
    G::State: std::fmt::Debug,
{
    let rules = Rules::read(text);
    let Some(Some(exact)) = Solver::solve(&rules, Asked::Chance(None)) else { return Ok(false) };
    let held = |what: &str, exact: Fraction, lower: f64, upper: f64| {
        prop_assert!(
            exact.is_between(lower, upper) && upper - lower <= 1e-6,
            "{what} is {exact:?}, and not {lower} to {upper}\n{text}"
        );
        Ok(())
    };
    let start = dice.start();
    let budget = Budget { states: 200_000, ..Budget::UNLIMITED };
    laws::check(dice, 100).map_err(|law| TestCaseError::fail(format!("{law:?}\n{text}")))?;
    let mut odds = Odds::of_winning();
    let solution = odds.solve(dice, &start, &budget);
    if solution.stopped == Some(Stop::Weights) {
        return Ok(false);
    }
    laws::check_chance(dice, 100).map_err(|law| TestCaseError::fail(format!("{law:?}\n{text}")))?;
    prop_assert_eq!(solution.stopped, None);
    prop_assert!(odds.is_consistent(), "{}", text);
    held("the chance", exact, solution.value.lower, solution.value.upper)?;
    if let Some(Some(exact)) = Solver::solve(&rules, Asked::Payoff) {
        let solution = Odds::of_payoff().solve(dice, &start, &budget);
        held("the payoff", exact, solution.value.lower, solution.value.upper)?;
    }
    for most in [0, 1, 3] {
        let Some(Some(exact)) = Solver::solve(&rules, Asked::Chance(Some(most))) else { continue };
        let limited = AtMost::new(dice, most.unsigned_abs());
        let value = Odds::of_goal().solve(&limited, &limited.start(), &budget).value;
        held(&format!("the chance for {most}"), exact, value.lower, value.upper)?;
    }
    if let Some(exact) = Solver::solve(&rules, Asked::Cost) {
        let solution = MeanCosts::new().solve(dice, &start, &budget);
        match (exact, solution.cost) {
            (Some(exact), Some(cost)) => held("the cost", exact, cost.lower, cost.upper)?,
            (exact, cost) => {
                prop_assert!(
                    exact.is_none() && cost.is_none(),
                    "a sure win costs {exact:?}, and not {cost:?}\n{text}"
                );
            }
        }
    }
    Ok(true)
}

/// Holds the solvers against the exact values of a file; says whether there were any.
pub(crate) fn hold(seed: &Seed) -> Result<bool, TestCaseError> {
    let text = seed.text();
    let Some(fight) = open(&text)? else { return Ok(false) };
    fight.visit_with::<Alternate, _>(Solve(&text))
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn every_solver_contains_the_exact_value(seed in files(true)) {
        hold(&seed)?;
    }
}
