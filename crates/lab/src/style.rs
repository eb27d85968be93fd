//! The seam between a game and whatever chooses its moves, and the styles that need no search.
//!
//! One style object plays one side, in many games one after the other: [`Style::begin`] starts each
//! of them, so that a table can be kept while a generator is seeded anew. What a style chooses in a
//! game may depend on the game, on the seed and on the moves before, and on nothing else: that is
//! what makes a match the same on any number of threads.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use outplay_game::{Game, Stop};

/// A way to choose moves.
///
/// ```
/// use std::borrow::Cow;
/// use outplay_game::{Budget, Game, Stop, sketch::Sketch};
/// use outplay_lab::{Style, playout};
///
/// /// Always the last move: a style of one's own.
/// struct Last;
///
/// impl<G: Game> Style<G> for Last {
///     fn name(&self) -> Cow<'_, str> {
///         "last".into()
///     }
///     fn choose(&mut self, _: &G, _: &G::State, moves: &[G::Move]) -> Result<G::Move, Stop> {
///         Ok(moves[moves.len() - 1])
///     }
/// }
///
/// let game: Sketch = "a: 0 b?, 0 c\nb?: 0 c, 0 d, 0 a\nc = 1\nd = 2".parse().unwrap();
/// let (last, budget) = ([&mut Last as _, &mut Last as _], Budget::default());
/// let played = playout(&game, &game.start(), last, 0, 100, &budget).unwrap();
/// assert_eq!((played.moves, played.margin), (vec![1], 1));
/// ```
pub trait Style<G: Game>: Send {
    /// What it is called.
    fn name(&self) -> Cow<'_, str>;

    /// A new game begins in this state. Whatever is random in it comes from the seed alone.
    fn begin(&mut self, from: &G::State, seed: u64) {
        let _ = (from, seed);
    }

    /// One of the moves, of which there is at least one; they are in move order.
    ///
    /// # Errors
    /// When a limit or a person stops it.
    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> Result<G::Move, Stop>;

    /// May it play one game like this and another like that? When in doubt, `true`. If no style of
    /// a match may, one game stands for all.
    fn is_random(&self) -> bool {
        true
    }

    /// Appends how likely it is to choose each of the moves here, as weights of which some may be 0;
    /// `false` where that is not known, or does not hang on the position alone. What is asked here
    /// changes nothing of what it chooses in a game.
    ///
    /// # Errors
    /// When a limit or a person stops it.
    fn odds(
        &mut self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        out: &mut Vec<u64>,
    ) -> Result<bool, Stop> {
        if self.is_random() {
            return Ok(false);
        }
        let chosen = self.choose(game, state, moves)?;
        out.extend(moves.iter().map(|mv| u64::from(*mv == chosen)));
        Ok(true)
    }
}

/// The most now: the move that scores highest, the first of them in move order.
///
/// ```
/// use outplay_game::{Game, MinCost, sketch::Sketch};
/// use outplay_lab::{Greedy, Style};
/// let game: Sketch = "a: 2 b, 7 b, 7 win\nb:".parse().unwrap();
/// let mut dearest = Greedy::new(|game: &Sketch, &state, mv| game.cost(&state, mv) as i64);
/// assert_eq!(dearest.choose(&game, &0, &[0, 1, 2]), Ok(1));
/// ```
pub struct Greedy<G, F> {
    score: F,
    game: PhantomData<fn(&G)>,
}

impl<G: Game, F: Fn(&G, &G::State, G::Move) -> i64> Greedy<G, F> {
    /// Greedy for this score, which is as the one who moves sees it.
    pub fn new(score: F) -> Self {
        Self { score, game: PhantomData }
    }
}

impl<G: Game, F: Fn(&G, &G::State, G::Move) -> i64 + Send> Style<G> for Greedy<G, F> {
    fn name(&self) -> Cow<'_, str> {
        "greedy".into()
    }

    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> Result<G::Move, Stop> {
        let mut best = (moves[0], (self.score)(game, state, moves[0]));
        for &mv in &moves[1..] {
            let score = (self.score)(game, state, mv);
            if score > best.1 {
                best = (mv, score);
            }
        }
        Ok(best.0)
    }

    fn is_random(&self) -> bool {
        false
    }
}

impl<G, F> fmt::Debug for Greedy<G, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Greedy")
    }
}

/// A closure that chooses: a decision tree, a person at a prompt.
///
/// ```
/// use outplay_game::sketch::Sketch;
/// use outplay_lab::{Chooser, Style};
/// let game: Sketch = "a: 0 win, 0 b\nb:".parse().unwrap();
/// let mut middle = Chooser::new("middle", |_: &Sketch, _, moves| Ok(moves[moves.len() / 2]));
/// assert_eq!(middle.choose(&game, &0, &[0, 1]), Ok(1));
/// ```
pub struct Chooser<G, F> {
    name: String,
    choose: F,
    is_random: bool,
    game: PhantomData<fn(&G)>,
}

impl<G, F> Chooser<G, F>
where
    G: Game,
    F: FnMut(&G, &G::State, &[G::Move]) -> Result<G::Move, Stop>,
{
    /// A style of this name.
    pub fn new(name: impl Into<String>, choose: F) -> Self {
        Self { name: name.into(), choose, is_random: true, game: PhantomData }
    }

    /// It always chooses the same in the same position.
    #[must_use]
    pub fn deterministic(self) -> Self {
        Self { is_random: false, ..self }
    }
}

impl<G, F> Style<G> for Chooser<G, F>
where
    G: Game,
    F: FnMut(&G, &G::State, &[G::Move]) -> Result<G::Move, Stop> + Send,
{
    fn name(&self) -> Cow<'_, str> {
        (&self.name).into()
    }

    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> Result<G::Move, Stop> {
        (self.choose)(game, state, moves)
    }

    fn is_random(&self) -> bool {
        self.is_random
    }
}

impl<G, F> fmt::Debug for Chooser<G, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chooser({:?})", self.name)
    }
}
