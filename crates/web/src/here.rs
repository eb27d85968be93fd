//! A position of a game: who may do what, what that is worth, and what is best.
//!
//! The one place where the pages ask about single moves. Every question goes to the solver of the
//! table, so that what one answer proved the next need not.

use outplay::game::Player;
use outplay::text::{Code, Problem};
use outplay::{
    About, Answer, Budget, ChanceAnswer, Failure, Hint, Position, Proof, Question, SidesReplay,
    Solver, Table, Text,
};
use outplay_render::ran_out;

use crate::address::Address;
use crate::error::Error;
use crate::words;
use crate::work::Work;

/// A game after some moves.
#[derive(Clone)]
pub(crate) struct Here {
    /// The moves that led here, one by one.
    pub(crate) keys: Vec<String>,
    /// The same as a line.
    pub(crate) moves: String,
    /// What stands there.
    pub(crate) position: Position,
}

impl Here {
    /// The position after some moves.
    pub(crate) fn at(table: &Table, moves: &str) -> Result<Self, Error> {
        let about = table.about();
        let position = table.position(moves)?;
        let replay = &position.replay;
        if let Some(refused) = &replay.refused {
            return Err(cannot(about, moves, refused.r#move, &refused.reason));
        }
        if replay.unused > 0 {
            let number = about.split(moves).len() - replay.unused + 1;
            let what = if about.letters { "fight" } else { "game" };
            return Err(cannot(about, moves, number, &format!("the {what} is over")));
        }
        let keys: Vec<String> = if about.letters || about.rolls {
            about.split(moves)
        } else {
            position.made.iter().map(|(_, name)| name.clone()).collect()
        };
        Ok(Self { moves: about.join(&keys), keys, position })
    }

    /// How it stood after the first so many of these moves and rolls.
    pub(crate) fn earlier(&self, table: &Table, count: usize) -> Result<Self, Error> {
        match self.keys.get(..count) {
            Some(keys) if count < self.keys.len() => Self::at(table, &table.about().join(keys)),
            _ => Ok(self.clone()),
        }
    }

    /// The places among the moves of what was chosen: the others are rolls.
    pub(crate) fn choices(&self, about: &About) -> Vec<usize> {
        (0..self.keys.len()).filter(|place| !is_roll(about, &self.keys[*place])).collect()
    }

    /// What each move, and each roll, is called.
    pub(crate) fn names(&self, about: &About) -> Vec<String> {
        let mut made = self.position.made.iter().map(|(_, name)| name);
        let name = |key: &String| {
            if is_roll(about, key) {
                words::roll(about, key)
            } else {
                made.next().cloned().unwrap_or_default()
            }
        };
        self.keys.iter().map(name).collect()
    }

    /// Are the dice about to fall?
    pub(crate) fn rolls(&self) -> bool {
        !self.position.rolls.is_empty()
    }

    /// Who chooses, if anybody does.
    pub(crate) fn chooser(&self) -> Option<Player> {
        self.position.chooses
    }

    /// What happened so far.
    pub(crate) fn replay(&self) -> &SidesReplay {
        &self.position.replay
    }
}

/// A move of the address that cannot be made, with its place.
fn cannot(about: &About, moves: &str, number: usize, reason: &str) -> Error {
    // Between two moves there is nothing that could be one.
    let mut next = 0;
    let mut places = about.split(moves).into_iter().map_while(|word| {
        let start = next + moves.get(next..)?.find(&word)?;
        next = start + word.len();
        Some(start..next)
    });
    let place = places.nth(number.saturating_sub(1));
    let message = format!("move {number} cannot be made: {reason}");
    let problem = |span| Problem::error(Code::RefusedMove, span, message);
    Failure::in_text("moves", moves, place, problem).into()
}

/// What is asked, or why that is not settled.
pub(crate) type Settled<T> = Result<T, &'static str>;

/// A limit is no fault of the question.
fn settled<T>(answer: Result<T, Failure>) -> Result<Settled<T>, Error> {
    match answer {
        Ok(answer) => Ok(Ok(answer)),
        Err(failure) if failure.stopped.is_some() => Ok(Err(ran_out(failure.stopped))),
        Err(failure) => Err(failure.into()),
    }
}

/// What every legal move of a position is worth; nothing where nobody chooses.
pub(crate) fn hints(
    solver: &mut Solver,
    moves: &str,
    work: &Work,
) -> Result<Settled<Vec<Hint>>, Error> {
    hints_within(&work.budget()?, solver, moves, work)
}

/// The same within a budget of its own.
pub(crate) fn hints_within(
    budget: &Budget<'_>,
    solver: &mut Solver,
    moves: &str,
    work: &Work,
) -> Result<Settled<Vec<Hint>>, Error> {
    settled(work.ask(solver, budget, |solver, budget| solver.hints(moves, budget)))
}

/// Is it how the dice fell, and nobody's choice?
pub(crate) fn is_roll(about: &About, key: &str) -> bool {
    about.rolls && key.starts_with('[')
}

/// The move that the style of whoever chooses makes; none where it is a person's. Where the dice are
/// about to fall, they do, by the seed of the address.
pub(crate) fn reply(
    solver: &mut Solver,
    address: &Address,
    here: &Here,
    work: &Work,
) -> Result<Settled<Option<String>>, Error> {
    let player = here.chooser().filter(|player| !address.by_hand(*player));
    if player.is_none() && !here.rolls() {
        return Ok(Ok(None));
    }
    let choose = |solver: &mut Solver, budget: &Budget<'_>| {
        solver.choose(&here.moves, &address.styles, address.seed, budget)
    };
    settled(work.ask(solver, &work.budget()?, choose))
}

/// The best play from a position.
pub(crate) struct Best {
    /// The answer of the library.
    pub(crate) answer: Answer,
    /// Its line, move by move.
    pub(crate) keys: Vec<String>,
}

impl Best {
    /// The best play after some moves.
    pub(crate) fn after(solver: &mut Solver, moves: &str, work: &Work) -> Result<Self, Error> {
        let after = (!moves.is_empty()).then(|| Text::new("moves", moves));
        let question = Question { after, ..Question::default() };
        let budget = work.budget()?;
        let answer = work.ask(solver, &budget, |solver, budget| solver.solve(&question, budget))?;
        let keys = keys_of(solver.table().about(), &answer);
        Ok(Self { answer, keys })
    }

    /// What the win costs, or what it is worth to player 1.
    pub(crate) fn value(&self) -> Option<i64> {
        self.answer.value().and_then(|value| i64::try_from(value).ok())
    }

    /// The same as a number to draw.
    #[expect(clippy::cast_precision_loss, reason = "a place on a drawing")]
    pub(crate) fn whole_value(&self) -> Option<f64> {
        match self.chance() {
            Some(answer) => answer.value,
            None => self.value().map(|value| value as f64),
        }
    }

    /// Is it proved?
    pub(crate) fn is_proved(&self) -> bool {
        matches!(self.answer.proof(), Proof::Optimal | Proof::Interval)
    }

    /// The best play where dice fall.
    pub(crate) fn chance(&self) -> Option<&ChanceAnswer> {
        match &self.answer {
            Answer::Chance(answer) => Some(answer),
            _ => None,
        }
    }

    /// What is known of the moves where not all of them are settled: the one that begins a proved
    /// line.
    pub(crate) fn first(&self, player: Player, about: &About) -> Vec<Hint> {
        let known = self.keys.first().filter(|_| self.is_proved() && self.chance().is_none());
        let Some(key) = known else { return Vec::new() };
        let sign = if about.objective.is_zero_sum() && player == Player::Two { -1 } else { 1 };
        let name = self.answer.line().first().cloned().unwrap_or_default();
        let value = self.value().map(|value| sign * value);
        vec![Hint {
            key: key.clone(),
            name,
            value,
            regret: Some(0),
            best: true,
            near: None,
            mean: None,
            unit: None,
        }]
    }
}

/// The line of an answer, move by move: names may stand side by side in it.
pub(crate) fn keys_of(about: &About, answer: &Answer) -> Vec<String> {
    if about.letters || about.rolls { about.split(answer.moves()) } else { answer.line().to_vec() }
}

/// One line after another.
pub(crate) fn joined(about: &About, before: &str, keys: &[String]) -> String {
    let mut all = about.split(before);
    all.extend_from_slice(keys);
    about.join(&all)
}
