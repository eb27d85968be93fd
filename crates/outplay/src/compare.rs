//! All searches side by side.

use outplay_search::Algorithm;
use serde::Serialize;

use crate::{Failure, Limits, Proof, Request, SolveAnswer, SolveOptions, solve};

/// Answers of several searches to the same question.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The game.
    pub game: String,
    /// Its mode.
    pub mode: String,
    /// What the values count.
    pub unit: String,
    /// Do all searches that finished give the same value?
    pub agree: bool,
    /// One answer for each search that applies.
    pub answers: Vec<SolveAnswer>,
}

/// Solves a fight by every search that applies to it.
///
/// # Errors
/// When the rules or the question are wrong.
pub fn compare(request: &Request, limits: Limits) -> Result<Comparison, Failure> {
    request.load()?;
    let mut answers = Vec::new();
    for by in Algorithm::ALL {
        let options = SolveOptions { by, limits, ..SolveOptions::default() };
        match solve(request, &options) {
            Ok(answer) => answers.push(answer),
            // The default search applies to everything; another may not.
            Err(failure) if by == Algorithm::Astar => return Err(failure),
            Err(_) => {}
        }
    }
    let mut proved = answers.iter().filter(|answer| answer.proof == Proof::Optimal);
    let first = proved.next().map(|answer| answer.value);
    Ok(Comparison {
        game: request.game.clone(),
        mode: answers[0].mode.clone(),
        unit: answers[0].unit.clone(),
        agree: proved.all(|answer| Some(answer.value) == first),
        answers,
    })
}
