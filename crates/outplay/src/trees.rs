//! Game trees that are written out in a file, solved for both sides.
//!
//! Values are to player 1, unless a name says otherwise. Where the tree comes back to itself, going on
//! for ever is a draw.

use outplay_game::{Game, Turn};
use outplay_search::{GameTree, ZeroSumAlgorithm, game_tree};
use outplay_text::{Problem, Problems, Sources};
use outplay_tree::{Tree, TreeFile};

use crate::versus::{joined, solved};
use crate::{Failure, Limits, SHIPPED_TREES, VersusAnswer};

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
) -> Result<VersusAnswer, Failure> {
    let TreeFile { title, tree, .. } = request.load()?;
    let start = tree.start();
    let (solved, _) = limits.with_control(|control| solved(&tree, by, control));
    let current = match tree.turn(&start) {
        Turn::Choose(player) => Some(player),
        _ => None,
    };
    let line = spelled(&tree, &solved.solution.line);
    let moves = joined(&line.iter().map(String::as_str).collect::<Vec<_>>());
    let name = |mv| tree.move_name(start, mv).to_owned();
    let title = title.unwrap_or_else(|| request.game.clone());
    let answer = VersusAnswer::new(title, current, &solved, name, (moves, line));
    Ok(VersusAnswer { game: request.game.clone(), ..answer })
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
