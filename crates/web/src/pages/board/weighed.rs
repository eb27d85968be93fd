//! What the choices of a line were worth, one by one.
//!
//! The last choices are the easiest to judge, and come first: where a search does not get through, none
//! before it will. What is known of a choice is what each of its moves was worth, so that the move that was
//! made can be compared with the best and with what was at stake.

use outplay::game::Player;
use outplay::{About, Hint, Solver, Stake, Table, badness, given_away};

use super::measure::{Measure, Worth};
use crate::error::Error;
use crate::here::{Here, hints_within};
use crate::work::Work;

/// More choices than this are not looked at again.
const MOST_WEIGHED: usize = 60;

/// What each of them may take of what a page may.
const PART: f64 = 0.25;
/// Whoever gives away this share of the value, or a chance of this, blunders.
const BLUNDER: f64 = 0.25;

/// A choice that was made.
pub(crate) struct Weighed {
    /// Which choice of the line it is, from 1.
    pub(crate) number: usize,
    /// So many moves and rolls were before it.
    pub(crate) place: usize,
    /// Who made it.
    pub(crate) player: Player,
    /// The move, as it stands in a line.
    pub(crate) key: String,
    /// What it is called.
    pub(crate) name: String,
    /// What was spent before it.
    pub(crate) spent: u64,
    /// What each move was worth; none where that is not settled.
    pub(crate) hints: Vec<Hint>,
}

/// The choices of a line, the first first.
pub(crate) struct Judged {
    /// Those that were looked at.
    pub(crate) choices: Vec<Weighed>,
    /// How many before them were not.
    pub(crate) left_out: usize,
    /// Why some of them are not settled.
    pub(crate) open: Option<&'static str>,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It gave something away.
    Slip,
    /// It threw the win away, or gave away a quarter of the value or more.
    Blunder,
}

impl Weighed {
    /// What the move that was made is worth.
    pub(crate) fn made(&self) -> Option<&Hint> {
        self.hints.iter().find(|hint| hint.key.eq_ignore_ascii_case(&self.key))
    }

    /// The name of the best move, where it is another.
    pub(crate) fn better(&self) -> Option<&str> {
        if self.made()?.best {
            return None;
        }
        self.hints.iter().find(|hint| hint.best).map(|hint| hint.name.as_str())
    }

    /// What was at stake, and lost.
    fn stake(&self) -> Option<Stake> {
        Stake::in_choice(&self.hints, &self.key)
    }

    /// How bad it was, from 0 to 1.
    fn badness(&self) -> f64 {
        badness(&self.hints, &self.key)
    }

    /// How much it gave away.
    fn given_away(&self) -> f64 {
        given_away(&self.hints, &self.key)
    }

    /// Whether it gave something away.
    pub(crate) fn fault(&self) -> Option<Fault> {
        match self.made() {
            None | Some(Hint { best: true, .. }) => None,
            Some(_) if self.badness() >= BLUNDER => Some(Fault::Blunder),
            Some(_) => Some(Fault::Slip),
        }
    }

    /// What the position was worth to player 1 before it.
    pub(crate) fn value(&self, measure: &Measure, about: &About) -> Worth {
        measure.before(&self.hints, self.player, self.spent, about)
    }
}

impl Judged {
    /// What these players kept of all that was at stake for them, and in how many choices something was;
    /// none where nothing ever was, or not all is settled.
    pub(crate) fn accuracy(&self, of: impl Fn(Player) -> bool) -> Option<(f64, usize)> {
        let own = || self.choices.iter().filter(|choice| of(choice.player));
        if self.left_out > 0 || own().any(|choice| choice.hints.is_empty()) {
            return None;
        }
        let stakes: Vec<Stake> = own().filter_map(Weighed::stake).collect();
        Some((Stake::kept(stakes.iter().copied())?, stakes.len()))
    }

    /// The worst moves of these players, the worst first.
    pub(crate) fn worst(&self, most: usize, of: impl Fn(Player) -> bool) -> Vec<&Weighed> {
        let faults = self.choices.iter().filter(|choice| of(choice.player));
        let mut faults: Vec<_> = faults.filter(|choice| choice.fault().is_some()).collect();
        faults.sort_by(|one, two| two.given_away().total_cmp(&one.given_away()));
        faults.truncate(most);
        faults
    }
}

/// Looks at the choices of a line again.
pub(crate) fn weigh(
    table: &Table,
    end: &Here,
    solver: &mut Solver,
    work: &Work,
) -> Result<Judged, Error> {
    let about = table.about();
    let made = end.position.made.iter().zip(end.choices(about)).enumerate().rev();
    let (mut choices, mut open) = (Vec::new(), None);
    for (index, ((player, name), place)) in made.take(MOST_WEIGHED) {
        let before = end.earlier(table, place)?;
        let mut known = Vec::new();
        if open.is_none() {
            match hints_within(&work.part(PART)?, solver, &before.moves, work)? {
                Ok(hints) => known = hints,
                Err(reason) => open = Some(reason),
            }
        }
        choices.push(Weighed {
            number: index + 1,
            place,
            player: *player,
            key: end.keys[place].clone(),
            name: name.clone(),
            spent: before.replay().spent,
            hints: known,
        });
    }
    choices.reverse();
    let left_out = end.position.made.len() - choices.len();
    Ok(Judged { choices, left_out, open })
}
