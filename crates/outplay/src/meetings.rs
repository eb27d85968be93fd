//! The meetings of a tournament as a job: each is a cell that a store keeps and that anybody may do.

use outplay_game::{Budget, Proof, Stop};
use outplay_lab::{Cell, Job};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::bench::Work;
use crate::cells::{question, rules_name};
use crate::matches::read_style;
use crate::table::Games;
use crate::{
    Answer, ChanceAnswer, Failure, Mean, Options, PlayedMeeting, Question, Run, SolvedMeeting,
    Table, Text,
};

/// What two do when they meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Meeting {
    /// Both do their best.
    Solved,
    /// They play so many games by these styles.
    Played { styles: [String; 2], games: u64, seed: u64 },
}

impl Meeting {
    /// What the cell is called in its key, and all else that it depends on.
    fn key(&self) -> (&'static str, Value) {
        match self {
            Self::Solved => ("meeting", json!({})),
            Self::Played { styles, games, seed } => {
                ("played meeting", json!({ "styles": styles, "games": games, "seed": seed }))
            }
        }
    }
}

/// What is known of a meeting.
pub(crate) trait Detail: Serialize + DeserializeOwned + Send + Sync + Sized {
    /// Of a meeting that there is not, or that was not begun.
    fn nothing(stopped: Option<Stop>) -> Self;

    /// What stopped it.
    fn stopped(&self) -> Option<Stop>;

    /// What comes of a meeting.
    fn met(table: &Table, meeting: &Meeting, budget: &Budget) -> Result<Cell<Self>, Failure>;
}

/// What comes of a meeting. One that cannot be is a square that says why, and not the end of the others.
pub(crate) fn met<D: Detail>(
    table: Result<Table, Failure>,
    meeting: &Meeting,
    budget: &Budget,
) -> Result<Cell<D>, Failure> {
    let met = table.and_then(|table| D::met(&table, meeting, budget));
    met.or_else(|failure| match failure.stopped {
        Some(_) => Err(failure),
        None => Ok(Cell {
            value_to_p1: None,
            impossible: Some(failure.reason()),
            detail: D::nothing(None),
        }),
    })
}

/// Two who meet, in which turn order where that is said, and what they do.
pub(crate) struct Pairing {
    pub(crate) sides: [String; 2],
    pub(crate) order: Option<String>,
    pub(crate) meeting: Meeting,
}

impl Pairing {
    /// The options of it, where those of the tournament are these.
    fn edit(&self, options: &mut Options) {
        let [one, two] = self.sides.each_ref();
        options.sides = [Some(Text::new("p1", one)), Some(Text::new("p2", two))];
        if let Some(order) = &self.order {
            options.order = Some(Text::new("order", order));
        }
    }

    /// The table of it: opened when it is their turn, since a roster may have thousands of pairings.
    pub(crate) fn open(&self, of: &Table) -> Result<Table, Failure> {
        of.edited(|options| self.edit(options))
    }
}

/// Everyone against everyone, row by row.
pub(crate) struct Meetings<'a> {
    of: &'a Table,
    pairings: Vec<Pairing>,
    rules: String,
    how: Run<'a>,
}

impl<'a> Meetings<'a> {
    pub(crate) fn new(of: &'a Table, pairings: Vec<Pairing>, how: Run<'a>) -> Self {
        Self { of, pairings, rules: rules_name(of.source()), how }
    }

    /// All cells, in order; an error where nobody can meet anybody.
    pub(crate) fn met<D: Detail>(&self) -> Result<Vec<Cell<D>>, Failure> {
        let mut cells: Vec<Cell<D>> = Vec::new();
        self.how.run(&Of { meetings: self, detail: std::marker::PhantomData }, &mut |cell| {
            cells.push(cell);
        })?;
        if cells.iter().all(|cell| cell.impossible.is_some()) {
            self.refuse_nobody()?;
        }
        Ok(cells)
    }

    /// Whatever is wrong with every pairing is said in full.
    fn refuse_nobody(&self) -> Result<(), Failure> {
        let mut wrong = None;
        for pairing in &self.pairings {
            match pairing.open(self.of) {
                Ok(_) => return Ok(()),
                Err(failure) => wrong = wrong.or(Some(failure)),
            }
        }
        wrong.map_or(Ok(()), Err)
    }

    fn pairing(&self, number: u64) -> &Pairing {
        &self.pairings[usize::try_from(number).unwrap_or_default()]
    }

    fn options(&self, number: u64) -> Options {
        let mut options = self.of.source().options.clone();
        self.pairing(number).edit(&mut options);
        options
    }
}

/// The job of it, for one kind of detail.
struct Of<'a, D> {
    meetings: &'a Meetings<'a>,
    detail: std::marker::PhantomData<fn() -> D>,
}

impl<D: Detail> Job for Of<'_, D> {
    type Cell = Cell<D>;
    type Wrong = Failure;

    fn count(&self) -> u64 {
        self.meetings.pairings.len() as u64
    }

    fn question(&self, number: u64) -> Option<String> {
        let (what, more) = self.meetings.pairing(number).meeting.key();
        Some(question(what, &self.meetings.rules, &self.meetings.options(number), more))
    }

    fn cell(&self, number: u64) -> Result<Cell<D>, Failure> {
        let pairing = self.meetings.pairing(number);
        let table = pairing.open(self.meetings.of);
        met(table, &pairing.meeting, &self.meetings.how.cell_budget())
    }

    fn task(&self, number: u64) -> Option<String> {
        let meeting = self.meetings.pairing(number).meeting.clone();
        self.meetings.how.task(&self.meetings.options(number), Work::Meeting(meeting))
    }

    fn unbegun(&self, _: u64, stop: Stop) -> Cell<D> {
        Cell { value_to_p1: None, impossible: None, detail: D::nothing(Some(stop)) }
    }

    fn is_finished(cell: &Cell<D>) -> bool {
        cell.detail.stopped().is_none()
    }
}

impl Detail for SolvedMeeting {
    fn nothing(stopped: Option<Stop>) -> Self {
        Self {
            winner: None,
            moves: String::new(),
            proof: if stopped.is_some() { Proof::Bound } else { Proof::None },
            lower: None,
            upper: None,
            interval: None,
            states: 0,
            stopped,
        }
    }

    fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    fn met(table: &Table, _: &Meeting, budget: &Budget) -> Result<Cell<Self>, Failure> {
        let answer = match table.solver().solve(&Question::default(), budget)? {
            Answer::Versus(answer) => answer,
            Answer::Chance(answer) => return Ok(rolled(*answer)),
            Answer::Cost(_) | Answer::Hand(_) | Answer::Combat(_) => {
                return Err(table.cannot("be a meeting of a tournament"));
            }
        };
        #[expect(clippy::cast_precision_loss, reason = "hp are far below 2^52")]
        let value_to_p1 = answer.value.map(|value| value as f64);
        let detail = Self {
            winner: answer.winner,
            moves: answer.moves,
            proof: answer.proof,
            lower: answer.lower,
            upper: answer.upper,
            interval: None,
            states: answer.states,
            stopped: answer.stopped,
        };
        Ok(Cell { value_to_p1, impossible: None, detail })
    }
}

/// A meeting in which dice fall, or teams fight.
fn rolled(answer: ChanceAnswer) -> Cell<SolvedMeeting> {
    let bounds = answer.lower.zip(answer.upper).zip(answer.value);
    let interval = bounds.map(|((lower, upper), value)| Mean { value, lower, upper });
    let value_to_p1 = answer.value.filter(|_| answer.proof == Proof::Interval);
    let detail = SolvedMeeting {
        winner: answer.winner,
        moves: answer.moves,
        proof: answer.proof,
        lower: None,
        upper: None,
        interval,
        states: answer.states,
        stopped: answer.stopped,
    };
    Cell { value_to_p1, impossible: None, detail }
}

impl Detail for PlayedMeeting {
    fn nothing(stopped: Option<Stop>) -> Self {
        Self { stopped, ..Self::default() }
    }

    fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    fn met(table: &Table, meeting: &Meeting, budget: &Budget) -> Result<Cell<Self>, Failure> {
        let Meeting::Played { styles, games, seed } = meeting else {
            return Err(table.cannot("be played without styles"));
        };
        let [one, two] = styles.each_ref().map(|style| read_style(style));
        let styles = &[one?, two?];
        let games = Games { after: &Text::new("after", ""), styles, count: *games, seed: *seed };
        let outcome = table.solver().play_games(&games, budget)?;
        let detail = Self {
            games: outcome.games,
            p1_wins: outcome.p1_wins,
            p2_wins: outcome.p2_wins,
            ties: outcome.ties,
            cut: outcome.cut,
            mean_length: outcome.mean_length,
            margin_within: outcome.margin_within,
            stopped: outcome.stopped,
        };
        let value_to_p1 = outcome.mean_margin.filter(|_| outcome.stopped.is_none());
        Ok(Cell { value_to_p1, impossible: None, detail })
    }
}
