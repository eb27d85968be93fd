//! Values on request: one search for many questions about a game, whichever suits it.

use outplay_game::ZeroSum;

use super::{AlphaBeta, Retrograde, ZeroSumSolution};
use crate::{Control, Stop};

/// Knows what states are worth, and keeps what it has proved: alpha-beta with one table where no
/// state can return, else everything that can be reached, solved once.
///
/// ```
/// use outplay_search::{Control, Oracle};
/// let game: outplay_game::sketch::Sketch = "a?: 0 a?, 0 b\nb = -3".parse().unwrap();
/// let mut oracle = Oracle::new(&game, &0, &mut Control::default()).unwrap();
/// let values = oracle.move_values(&0, &mut Control::default());
/// assert_eq!(values, Ok(vec![(0, -3), (1, -3)]));
/// ```
pub struct Oracle<'g, G: ZeroSum> {
    game: &'g G,
    knows: Knows<'g, G>,
}

enum Knows<'g, G: ZeroSum> {
    Forward(AlphaBeta<'g, G>),
    Backward(Retrograde<'g, G>),
}

impl<'g, G: ZeroSum> Oracle<'g, G> {
    /// An oracle for the states that can be reached from this one.
    ///
    /// # Errors
    /// When a limit stops it.
    pub fn new(game: &'g G, from: &G::State, control: &mut Control) -> Result<Self, Stop> {
        let knows = if game.is_acyclic() {
            Knows::Forward(AlphaBeta::new(game))
        } else {
            Knows::Backward(Retrograde::new(game, from, control)?)
        };
        Ok(Self { game, knows })
    }

    /// The best play from a state, by the search that suits the game, and an oracle that knows what
    /// it has proved; none where a limit stopped it before anything was.
    pub fn solve(
        game: &'g G,
        from: &G::State,
        control: &mut Control,
    ) -> (ZeroSumSolution<G::Move>, Option<Self>) {
        if game.is_acyclic() {
            let mut search = AlphaBeta::new(game);
            let solution = search.solve(from, control);
            (solution, Some(Self { game, knows: Knows::Forward(search) }))
        } else {
            let (solution, solved) = Retrograde::solve(game, from, control);
            (solution, solved.map(|solved| Self { game, knows: Knows::Backward(solved) }))
        }
    }

    /// The value of a state to player 1.
    ///
    /// # Errors
    /// When a limit stops it.
    ///
    /// # Panics
    /// When the state cannot be reached from where the oracle was asked about.
    pub fn value(&mut self, state: &G::State, control: &mut Control) -> Result<i64, Stop> {
        match &mut self.knows {
            Knows::Forward(search) => search.value(state, control),
            Knows::Backward(solved) => {
                Ok(solved.value(state).expect("everything that can be reached is solved"))
            }
        }
    }

    /// The value to player 1 of every legal move, in move order.
    ///
    /// # Errors
    /// When a limit stops it.
    pub fn move_values(
        &mut self,
        state: &G::State,
        control: &mut Control,
    ) -> Result<Vec<(G::Move, i64)>, Stop> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let value = |mv| Ok((mv, self.value(&self.game.play(state, mv), control)?));
        moves.into_iter().map(value).collect()
    }

    /// The best line from a state, and whether and where it comes back to itself.
    ///
    /// # Errors
    /// When a limit stops it.
    pub fn line(
        &mut self,
        state: &G::State,
        control: &mut Control,
    ) -> Result<(Vec<G::Move>, Option<usize>), Stop> {
        match &mut self.knows {
            Knows::Forward(search) => Ok((search.line(state, control)?, None)),
            Knows::Backward(solved) => Ok(solved.line(state)),
        }
    }
}
