//! Game trees that are written out in a file, solved for both sides.
//!
//! Values are to player 1, unless a name says otherwise. Where the tree comes back to itself, going on
//! for ever is a draw.

use std::time::Instant;

use outplay_game::{Game, Player, Turn};
use outplay_search::{
    GameTree, Stats, Stop, ZeroSumAlgorithm, game_tree, move_values, solve_zero_sum,
};
use outplay_tree::{Tree, TreeFile};
use outplay_written::{Problem, Problems, Sources};
use serde::{Serialize, Serializer};

use crate::{Failure, Limits, SHIPPED_TREES};

/// Which tree.
#[derive(Clone, Debug)]
pub struct TreeRequest {
    /// What the game is called in answers.
    pub game: String,
    /// What the file is called in problems.
    pub file: String,
    /// The file.
    pub text: String,
    /// Overrides, each `PATH=VALUE`.
    pub set: Vec<String>,
}

/// The answer to "what is the best play for both?".
#[derive(Clone, Debug, Serialize)]
pub struct TreeAnswer {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// What the game is worth to player 1 when both do their best; none where that is not proved.
    pub value: Option<i64>,
    /// Who chooses first: 1 or 2.
    pub current: Option<u8>,
    /// The value to whoever chooses first.
    pub value_to_current: Option<i64>,
    /// 1, 2 or nobody.
    pub winner: Option<u8>,
    /// All best first moves.
    pub best: String,
    /// What each first move is worth to whoever makes it.
    #[serde(serialize_with = "by_name")]
    pub move_values: Vec<MoveValue>,
    /// The line.
    pub moves: String,
    /// The line as names.
    pub line: Vec<String>,
    /// Does the line come back to itself, so that it goes on for ever?
    pub for_ever: bool,
    /// `optimal` or `bound`.
    pub proof: &'static str,
    /// With `bound`: the least that it is worth to player 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<i64>,
    /// With `bound`: the most that it is worth to player 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<i64>,
    /// What stopped the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
    /// The search.
    pub by: &'static str,
    /// States expanded.
    pub states: u64,
    /// States generated.
    pub generated: u64,
    /// Bytes of the tables at their largest.
    pub peak_bytes: u64,
    /// Time of the search.
    pub seconds: f64,
}

/// Moves as the names of their values.
fn by_name<S: Serializer>(moves: &[MoveValue], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(moves.iter().map(|option| (&option.r#move, option.value)))
}

/// A move and its value.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move.
    pub r#move: String,
    /// What it is worth to whoever makes it.
    pub value: i64,
}

impl TreeRequest {
    /// A tree that ships.
    pub fn shipped(name: &str) -> Option<Self> {
        let found = SHIPPED_TREES.iter().find(|shipped| shipped.name == name)?;
        let (file, text) = (format!("{name}.toml"), found.text.to_owned());
        Some(Self { game: name.to_owned(), file, text, set: Vec::new() })
    }

    /// Reads the tree.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(&self) -> Result<TreeFile, Failure> {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let file = sources.add(&self.file, &self.text);
        let set: Vec<_> = self.set.iter().map(|text| sources.add("--set", text)).collect();
        let read = outplay_tree::read(&sources, file, &set, &mut problems);
        match read {
            Some(read) if !problems.has_errors() => Ok(read),
            _ => Err(Failure { sources, problems: problems.into_sorted() }),
        }
    }

    /// The tree with its values, its best line and what alpha-beta does not look at.
    ///
    /// # Errors
    /// When the tree is wrong, or a limit stops it.
    pub fn drawn(
        &self,
        most: usize,
        limits: Limits,
    ) -> Result<(TreeFile, GameTree<u32, u32>), Failure> {
        let file = self.load()?;
        let start = file.tree.start();
        let drawn = limits.with_control(|control| game_tree(&file.tree, &start, most, control));
        let drawn = drawn.map_err(|stop| {
            let message = format!("a limit stopped the drawing: {}", stop.name());
            Failure::plain(Problem::error(None, message))
        })?;
        Ok((file, drawn))
    }
}

/// The best play of both sides.
///
/// # Errors
/// When the tree is wrong.
///
/// ```
/// let lesson = outplay::TreeRequest::shipped("lesson").unwrap();
/// let answer = outplay::solve_tree(&lesson, None, outplay::Limits::default()).unwrap();
/// assert_eq!((answer.value, answer.best.as_str()), (Some(80), "B"));
/// ```
pub fn solve_tree(
    request: &TreeRequest,
    by: Option<ZeroSumAlgorithm>,
    limits: Limits,
) -> Result<TreeAnswer, Failure> {
    let TreeFile { title, tree, .. } = request.load()?;
    let by = by.unwrap_or_else(|| ZeroSumAlgorithm::default_for(&tree));
    let start = tree.start();
    let begin = Instant::now();
    let (solution, seconds, values) = limits.with_control(|control| {
        let solution = solve_zero_sum(&tree, &start, by, control);
        let seconds = begin.elapsed().as_secs_f64();
        (solution, seconds, move_values(&tree, &start, control).unwrap_or_default())
    });
    let value = solution.value();
    let player = match tree.turn(&start) {
        Turn::Choose(player) => Some(player),
        _ => None,
    };
    let to_current = |value: i64| if player == Some(Player::Two) { -value } else { value };
    let move_values: Vec<MoveValue> = values
        .iter()
        .map(|&(mv, value)| MoveValue {
            r#move: tree.move_name(start, mv).to_owned(),
            value: to_current(value),
        })
        .collect();
    let most = move_values.iter().map(|option| option.value).max();
    let best = move_values.iter().filter(|option| Some(option.value) == most);
    let best: Vec<&str> = best.map(|option| option.r#move.as_str()).collect();
    let line = spelled(&tree, &solution.line);
    let Stats { expanded, generated, peak_bytes, .. } = solution.stats;
    let open = |bound: i64| value.is_none().then_some(bound);
    Ok(TreeAnswer {
        game: request.game.clone(),
        title: title.unwrap_or_else(|| request.game.clone()),
        value,
        current: player.map(Player::number),
        value_to_current: value.map(to_current),
        winner: value.and_then(|value| match value {
            0 => None,
            1.. => Some(Player::One.number()),
            _ => Some(Player::Two.number()),
        }),
        best: joined(&best),
        move_values,
        moves: joined(&line.iter().map(String::as_str).collect::<Vec<_>>()),
        line,
        for_ever: solution.returns_to.is_some(),
        proof: if value.is_some() { "optimal" } else { "bound" },
        lower: open(solution.lower),
        upper: open(solution.upper),
        stopped: solution.stopped.filter(|_| value.is_none()).map(Stop::name),
        by: by.name(),
        states: expanded,
        generated,
        peak_bytes,
        seconds,
    })
}

fn spelled(tree: &Tree, line: &[u32]) -> Vec<String> {
    let mut state = tree.start();
    let mut names = Vec::new();
    for &mv in line {
        names.push(tree.move_name(state, mv).to_owned());
        state = tree.play(&state, mv);
    }
    names
}

/// Names of one letter stand side by side, longer ones are listed.
fn joined(names: &[&str]) -> String {
    let short = names.iter().all(|name| name.chars().count() == 1);
    names.join(if short { "" } else { ", " })
}
