//! How much a page of the lab may ask for, in states: one address has one answer, whatever the machine.
//!
//! The fight as it stands is solved first; what that took says how many like it a page affords. Each of them
//! may then take a share of the whole, and what needs more is said not to be settled.

use outplay::game::Player;
use outplay::{About, Answer, Budget, Objective, Question, Table, Worth};

use crate::error::Error;
use crate::work::Work;

/// States of all fights of a page together, without dice.
const WORK: u64 = 3_000_000;
/// The same where a win must be forced against somebody who chooses.
const WORK_AGAINST_CHOICES: u64 = 1_000_000;
/// The same where dice fall, and each state takes much longer.
const WORK_WITH_DICE: u64 = 600_000;
/// Even the easiest fight takes so many.
const LEAST_STATES: u64 = 200;
/// One fight may take so many shares of the whole: most take less than theirs. Not where dice fall.
const SHARES: u64 = 4;
/// A map has at least so many cells, even where they will not all be settled.
const FEWEST_CELLS: u64 = 35;

/// The fight as it stands, and what others like it may take.
pub(super) struct Sized {
    /// The best play.
    pub(super) answer: Answer,
    /// How many fights like it a page affords.
    pub(super) affordable: u64,
    /// What all of them together could take at the most.
    most: u64,
}

impl Sized {
    /// Solves the fight as it stands.
    pub(super) fn of(table: &Table, work: &Work) -> Result<Self, Error> {
        let mut solver = work.fresh_solver(table);
        let question = Question { nearest: true, ..Question::default() };
        let budget = work.budget()?;
        let whole = all(table.about());
        let share = Budget { states: budget.states.min(whole / 4), ..budget };
        let answer = solver.solve(&question, &share)?;
        let settled = Worth::of(&answer).is_settled();
        let affordable = if settled { whole / answer.states().max(LEAST_STATES) } else { 0 };
        let shares = if table.about().rolls { 1 } else { SHARES };
        Ok(Self { answer, affordable: affordable.max(FEWEST_CELLS), most: shares * whole })
    }

    /// What each of so many fights may take.
    pub(super) fn budget<'a>(&self, budget: Budget<'a>, cells: u64) -> Budget<'a> {
        let share = (self.most / cells.max(1)).max(self.answer.states().saturating_mul(3));
        Budget { states: budget.states.min(share.max(LEAST_STATES)), ..budget }
    }
}

fn all(about: &About) -> u64 {
    match about.objective {
        _ if about.rolls => WORK_WITH_DICE,
        Objective::LeastCost(_) if about.side(Player::Two).chooses => WORK_AGAINST_CHOICES,
        _ => WORK,
    }
}
