//! The best play from a position, whatever the goal: what it is worth, and the line.

use outplay::{
    Loaded, Proof, Request, SolveOptions, VersusOptions, amount, count, solve, solve_versus,
};

use super::ran_out;
use crate::work::Allowance;
use crate::wrong::Wrong;

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
        let options = VersusOptions { limits: allowance.limits()?, ..VersusOptions::default() };
        let answer = solve_versus(request, &options)?;
        return Ok(Best {
            told: match answer.value {
                Some(0) => "A tie, when both do their best".to_owned(),
                Some(value) if value > 0 => format!("{one} (player 1) wins with {value} hp"),
                Some(value) => format!("{two} (player 2) wins with {} hp", -value),
                None => format!("Not settled: {}", ran_out(answer.stopped)),
            },
            proof: match answer.value {
                Some(_) => format!("Proved ({}, {}).", answer.by, count(answer.states, "state")),
                None => format!("{}.", between(answer.lower, answer.upper)),
            },
            value: answer.value,
            proved: answer.value.is_some(),
            moves: answer.moves,
            line: answer.line,
        });
    }
    let at_the_start = request.after.as_deref().unwrap_or_default().is_empty();
    let here = if at_the_start { "" } else { " from here" };
    let options = SolveOptions { limits: allowance.limits()?, ..SolveOptions::default() };
    let answer = solve(request, &options)?;
    let proved = answer.proof == Proof::Optimal;
    let lower = amount(answer.interval.map_or(0, |interval| interval.lower), &names.price);
    Ok(Best {
        told: match (answer.value, proved) {
            (Some(value), true) => {
                format!("{one} wins{here} with {}", amount(value, &names.price))
            }
            (Some(value), false) => {
                format!("{one} wins{here} with at most {}", amount(value, &names.price))
            }
            (None, true) => format!("{one} cannot win{here}"),
            (None, false) => format!("Not settled: {}", ran_out(answer.stopped)),
        },
        proof: match (proved, answer.value) {
            (true, _) => "Proved.".to_owned(),
            // Where there is no win yet, the headline says why.
            (false, None) => format!("It takes at least {lower}."),
            (false, Some(_)) => {
                format!("Not proved: {}. It takes at least {lower}.", ran_out(answer.stopped))
            }
        },
        value: answer.value.and_then(|value| i64::try_from(value).ok()),
        proved,
        moves: answer.moves,
        line: answer.line,
    })
}

/// What is known of a value to player 1.
pub(in super::super) fn between(lower: Option<i64>, upper: Option<i64>) -> String {
    match (lower, upper) {
        (Some(lower), Some(upper)) => format!("Between {lower} and {upper} to player 1"),
        (Some(lower), None) => format!("At least {lower} to player 1"),
        (None, Some(upper)) => format!("At most {upper} to player 1"),
        (None, None) => "Nothing is known yet".to_owned(),
    }
}
