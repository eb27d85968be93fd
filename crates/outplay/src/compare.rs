//! All searches side by side.

use outplay_game::{Budget, Objective, Proof};
use serde::{Deserialize, Serialize};

use crate::{Answer, By, Failure, Question, Table, Text};

/// Answers of several searches to the same question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Comparison {
    /// The game.
    pub game: String,
    /// Its mode, where costs count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// What the values count, where costs do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Do all searches that finished give the same value?
    pub agree: bool,
    /// One answer for each search that applies.
    pub answers: Vec<Answer>,
}

/// Solves a game by every search that applies to it, each from nothing.
pub(crate) fn compare(
    table: &Table,
    after: Option<&Text>,
    budget: &Budget,
) -> Result<Comparison, Failure> {
    let about = table.about();
    let (searches, costs): (&[By], bool) = match about.objective {
        _ if about.rolls => (&By::OF_CHANCE, false),
        Objective::LeastCost(_) => (&By::OF_COST, true),
        Objective::ZeroSum(_) | Objective::Win => (&By::OF_TWO_SIDES, false),
        Objective::Most(_) => (&By::OF_A_HAND, false),
        Objective::PlayedOut => (&[By::Play], false),
    };
    let mut answers = Vec::new();
    for (done, &by) in searches.iter().enumerate() {
        let question = Question { by: Some(by), after: after.cloned(), ..Question::default() };
        #[expect(clippy::cast_precision_loss, reason = "a handful of searches")]
        let budget = budget.share_of_time(1.0 / (searches.len() - done) as f64);
        match table.solver().solve(&question, &budget) {
            Ok(answer) => answers.push(answer.of_search_alone()),
            // The default search applies to everything; another may not.
            Err(failure) if done == 0 || !costs => return Err(failure),
            Err(_) => {}
        }
    }
    let mut proved = answers.iter().filter(|answer| answer.proof() == Proof::Optimal);
    let first = proved.next().map(Answer::value);
    Ok(Comparison {
        game: about.game.clone(),
        mode: costs.then(|| about.mode.clone()),
        unit: costs.then(|| about.unit().to_owned()),
        agree: proved.all(|answer| Some(answer.value()) == first),
        answers,
    })
}
