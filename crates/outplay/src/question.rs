//! What can be asked about the best play.

use std::fmt;
use std::str::FromStr;

use outplay_search::{Algorithm, ZeroSumAlgorithm};
use outplay_text::nearest;
use serde::{Deserialize, Serialize};

use crate::Text;

/// A way to the best play. Which apply depends on what a game is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Best first, guided by a bound from the rules.
    Astar,
    /// Best first, guided by nothing.
    Dijkstra,
    /// Depth first, branch and bound.
    Dfs,
    /// Every line.
    Brute,
    /// A guess, the most now.
    Greedy,
    /// Branch and bound over a hand, proved.
    Exact,
    /// Alpha-beta with a table of proved bounds.
    Alphabeta,
    /// Plain minimax that remembers positions.
    Memo,
    /// Plain minimax with a stack of its own.
    Iterative,
    /// Plain recursive minimax.
    Recursive,
    /// Backwards from the ends; also where positions come back.
    Retrograde,
    /// Intervals that close in on the value, from below and from above.
    Interval,
    /// Playouts in a tree that grows: an estimate, and no proof.
    Mcts,
    /// Playing it out: nobody chooses.
    Play,
}

impl By {
    /// Every search that can be asked for.
    pub const ALL: [Self; 13] = [
        Self::Astar,
        Self::Dijkstra,
        Self::Dfs,
        Self::Brute,
        Self::Greedy,
        Self::Exact,
        Self::Alphabeta,
        Self::Memo,
        Self::Iterative,
        Self::Recursive,
        Self::Retrograde,
        Self::Interval,
        Self::Mcts,
    ];
    /// The searches where dice fall.
    pub const OF_CHANCE: [Self; 2] = [Self::Interval, Self::Mcts];
    /// The searches for the least cost, the default first.
    pub const OF_COST: [Self; 4] = [Self::Astar, Self::Dijkstra, Self::Dfs, Self::Brute];
    /// The searches for two sides that prove what they say, in the order in which they are compared.
    pub const OF_TWO_SIDES: [Self; 5] =
        [Self::Alphabeta, Self::Memo, Self::Iterative, Self::Recursive, Self::Retrograde];
    /// All that can be asked about two sides: those, and the one that estimates.
    pub const FOR_TWO_SIDES: [Self; 6] = [
        Self::Alphabeta,
        Self::Memo,
        Self::Iterative,
        Self::Recursive,
        Self::Retrograde,
        Self::Mcts,
    ];
    /// The ways to a turn of a hand, the default first.
    pub const OF_A_HAND: [Self; 3] = [Self::Exact, Self::Greedy, Self::Brute];

    /// As answers and people name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Astar => "astar",
            Self::Dijkstra => "dijkstra",
            Self::Dfs => "dfs",
            Self::Brute => "brute",
            Self::Greedy => "greedy",
            Self::Exact => "exact",
            Self::Alphabeta => "alphabeta",
            Self::Memo => "memo",
            Self::Iterative => "iterative",
            Self::Recursive => "recursive",
            Self::Retrograde => "retrograde",
            Self::Interval => "interval",
            Self::Mcts => "mcts",
            Self::Play => "play",
        }
    }

    /// What it does, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Astar => "Best first, guided by a bound from the rules",
            Self::Dijkstra => "Best first, guided by nothing",
            Self::Dfs => "Depth first, branch and bound; tells of each better line",
            Self::Brute => "Every line (of a fight, within a rising budget)",
            Self::Greedy => "For a hand: a guess, strongest card first",
            Self::Exact => "For a hand: branch and bound, proved",
            Self::Alphabeta => "For two sides: alpha-beta with a table of proved bounds",
            Self::Memo => "For two sides: plain minimax that remembers positions",
            Self::Iterative => "For two sides: plain minimax with a stack of its own",
            Self::Recursive => "For two sides: plain recursive minimax",
            Self::Retrograde => {
                "For two sides: backwards from the ends; also where positions come back"
            }
            Self::Interval => "With dice: proved bounds that close in from both sides",
            Self::Mcts => "For two sides: playouts in a tree; an estimate, not proved",
            Self::Play => "For decks: nobody chooses, it is played out",
        }
    }

    /// The search for the least cost; `None` where it is for other games.
    pub const fn of_cost(self) -> Option<Algorithm> {
        match self {
            Self::Astar => Some(Algorithm::Astar),
            Self::Dijkstra => Some(Algorithm::Dijkstra),
            Self::Dfs => Some(Algorithm::Dfs),
            Self::Brute => Some(Algorithm::Brute),
            _ => None,
        }
    }

    /// The search for two sides; `None` where it is for other games.
    pub const fn of_two_sides(self) -> Option<ZeroSumAlgorithm> {
        match self {
            Self::Alphabeta => Some(ZeroSumAlgorithm::Alphabeta),
            Self::Memo => Some(ZeroSumAlgorithm::Memo),
            Self::Iterative => Some(ZeroSumAlgorithm::Iterative),
            Self::Recursive => Some(ZeroSumAlgorithm::Recursive),
            Self::Retrograde => Some(ZeroSumAlgorithm::Retrograde),
            _ => None,
        }
    }
}

impl From<Algorithm> for By {
    fn from(by: Algorithm) -> Self {
        match by {
            Algorithm::Astar => Self::Astar,
            Algorithm::Dijkstra => Self::Dijkstra,
            Algorithm::Dfs => Self::Dfs,
            Algorithm::Brute => Self::Brute,
        }
    }
}

impl From<ZeroSumAlgorithm> for By {
    fn from(by: ZeroSumAlgorithm) -> Self {
        match by {
            ZeroSumAlgorithm::Alphabeta => Self::Alphabeta,
            ZeroSumAlgorithm::Memo => Self::Memo,
            ZeroSumAlgorithm::Iterative => Self::Iterative,
            ZeroSumAlgorithm::Recursive => Self::Recursive,
            ZeroSumAlgorithm::Retrograde => Self::Retrograde,
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no search has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSearch(pub String);

impl fmt::Display for UnknownSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no search is called {:?}", self.0)?;
        match nearest(&self.0, By::ALL.iter().map(|by| by.name())) {
            Some(near) => write!(f, ": did you mean {near}?"),
            None => write!(f, ": there is {}", By::ALL.map(By::name).join(", ")),
        }
    }
}

impl std::error::Error for UnknownSearch {}

impl FromStr for By {
    type Err = UnknownSearch;

    fn from_str(name: &str) -> Result<Self, UnknownSearch> {
        let found = Self::ALL.into_iter().find(|by| by.name() == name);
        found.ok_or_else(|| UnknownSearch(name.to_owned()))
    }
}

/// Told the cost and the moves of a line.
pub type OnBetter<'a> = &'a dyn Fn(u64, &str);

/// So many playouts are an estimate, unless a question asks for others.
pub const SOLVING_PLAYOUTS: u64 = 100_000;

/// What is the best play? From where, how, and what else is wanted.
#[derive(Clone, Default)]
pub struct Question<'a> {
    /// From the position after these moves.
    pub after: Option<Text>,
    /// By which search; the best that applies, unless told.
    pub by: Option<By>,
    /// Only lines that cost at most this are of interest, where costs count.
    pub at_most: Option<u64>,
    /// List every optimal line, at most so many, where costs count.
    pub all: Option<usize>,
    /// What every other move would have been worth.
    pub explain: bool,
    /// Where there is no win: which line comes nearest, and what is missing, where costs count.
    pub nearest: bool,
    /// What playouts start from, where there are any; 1 unless told.
    pub seed: Option<u64>,
    /// How many playouts; [`SOLVING_PLAYOUTS`] unless told.
    pub playouts: Option<u64>,
    /// Told of every better line that a depth-first search finds.
    pub on_better: Option<OnBetter<'a>>,
}

impl Question<'_> {
    /// From the position after these moves.
    #[must_use]
    pub fn after(mut self, moves: impl Into<String>) -> Self {
        self.after = Some(Text::new("after", moves));
        self
    }

    /// By this search.
    #[must_use]
    pub fn by(mut self, by: By) -> Self {
        self.by = Some(by);
        self
    }

    /// What tells two questions apart, where nobody listens for better lines.
    pub(crate) fn key(&self) -> Option<QuestionKey> {
        let after = self.after.as_ref().map(|after| after.text.clone());
        let more = (self.explain, self.nearest, self.seed, self.playouts);
        self.on_better.is_none().then_some((after, self.by, self.at_most, self.all, more))
    }
}

/// See [`Question::key`].
pub(crate) type QuestionKey = (
    Option<String>,
    Option<By>,
    Option<u64>,
    Option<usize>,
    (bool, bool, Option<u64>, Option<u64>),
);
