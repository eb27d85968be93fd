//! The best play from a position, whatever the goal: what it is worth, and the line.

use outplay::{
    Loaded, Request, SolveOptions, VersusOptions, amount, count, solve, solve_versus, thousands,
};

use crate::serve::work::Allowance;
use crate::serve::wrong::Wrong;

/// The best play from a position.
pub(in super::super) struct Best {
    /// What it is worth, in a sentence.
    pub(in super::super) told: String,
    /// What is proved about it.
    pub(in super::super) proof: String,
    /// The value: what the win costs, or what it is worth to player 1.
    pub(in super::super) value: Option<i64>,
    /// Is it proved?
    pub(in super::super) proved: bool,
    /// The line as keys.
    pub(in super::super) moves: String,
    /// The line as names.
    pub(in super::super) line: Vec<String>,
}

/// The best play from where the request says.
pub(in super::super) fn best(
    loaded: &Loaded,
    request: &Request,
    allowance: &Allowance,
) -> Result<Best, Wrong> {
    let names = &loaded.fight.names;
    let [one, two] = names.fighters.each_ref().map(|fighter| &fighter.name);
    if names.zero_sum {
        let options = VersusOptions { limits: allowance.limits(), ..VersusOptions::default() };
        let answer = solve_versus(request, &options)?;
        let known = |bound: Option<i64>| bound.map_or("?".to_owned(), |bound| bound.to_string());
        return Ok(Best {
            told: match answer.value {
                Some(0) => "A tie, when both do their best".to_owned(),
                Some(value) if value > 0 => format!("{one} (player 1) wins with {value} hp"),
                Some(value) => format!("{two} (player 2) wins with {} hp", -value),
                None => "Not settled in the time that a page may take".to_owned(),
            },
            proof: match answer.value {
                Some(_) => format!("Proved ({}, {}).", answer.by, count(answer.states, "state")),
                None => format!(
                    "Between {} and {} to player 1.",
                    known(answer.lower),
                    known(answer.upper)
                ),
            },
            value: answer.value,
            proved: answer.value.is_some(),
            moves: answer.moves,
            line: answer.line,
        });
    }
    let options = SolveOptions { limits: allowance.limits(), ..SolveOptions::default() };
    let answer = solve(request, &options)?;
    let proved = answer.proof == "optimal";
    let lower = thousands(answer.interval.map_or(0, |interval| interval.lower));
    Ok(Best {
        told: match (answer.value, proved) {
            (Some(value), true) => {
                format!("{one} wins from here with {}", amount(value, &names.price))
            }
            (Some(value), false) => {
                format!("{one} wins from here with at most {}", amount(value, &names.price))
            }
            (None, true) => format!("{one} cannot win from here"),
            (None, false) => "Not settled in the time that a page may take".to_owned(),
        },
        proof: if proved { "Proved.".to_owned() } else { format!("It takes at least {lower}.") },
        value: answer.value.and_then(|value| i64::try_from(value).ok()),
        proved,
        moves: answer.moves,
        line: answer.line,
    })
}
