//! The Game trait and the small traits for what an algorithm needs of it.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Node, Player};

/// A game: the rules are in `self`, so that they can come from data.
///
/// The contract is written down as [`crate::laws`], which every game runs in its tests.
///
/// ```
/// use outplay_game::{Game, Node, Player};
///
/// /// Take one or two stones; the last one matters.
/// struct Stones(u8);
///
/// impl Game for Stones {
///     type State = (u8, Player);
///     type Move = u8;
///     fn start(&self) -> Self::State {
///         (self.0, Player::One)
///     }
///     fn node(&self, &(stones, player): &Self::State) -> Node {
///         if stones == 0 { Node::End } else { Node::of(player) }
///     }
///     fn moves(&self, &(stones, _): &Self::State, out: &mut Vec<u8>) {
///         out.extend((1..=2).filter(|&take| take <= stones));
///     }
///     fn play(&self, &(stones, player): &Self::State, take: u8) -> Self::State {
///         (stones - take, player.other())
///     }
/// }
/// assert_eq!(outplay_game::perft(&Stones(4), 3), 4);
/// ```
pub trait Game: Send + Sync {
    /// A position. Equal states have equal futures.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, meaningful in the state that offered it.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The position that the game starts from.
    fn start(&self) -> Self::State;
    /// Who picks one of the moves, if anybody does.
    fn node(&self, state: &Self::State) -> Node;
    /// Appends the legal moves, always in the same order; none exactly when the game is over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);
    /// The position after a legal move. Trusts its caller.
    #[must_use]
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;
    /// How many bytes a state takes besides its own size, where it grows: limits count them.
    fn extra_bytes(state: &Self::State) -> usize {
        let _ = state;
        0
    }
    /// The same game in which what can grow without end is followed only so far: beyond a width
    /// the favoured player has it without end, and the other has no more of it. States of this game
    /// are states of that one, and none is worse there for the favoured player. `None` where nothing
    /// is known to grow without end, or where more of it may be of disadvantage.
    fn narrowed(&self, width: u32, favoured: Player) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = (width, favoured);
        None
    }
    /// Appends the state's merits, numbers of which more can only be good for player 1, always in the
    /// same order, and returns what is left of the state without them; `None` where none are known.
    ///
    /// Of two states of which the same is left, one that has at least as much of every merit is at
    /// least as good for player 1: its value is no lower, and a win from it costs no more. There are
    /// at most [`MOST_MERITS`].
    fn merits(&self, state: &Self::State, out: &mut Vec<i32>) -> Option<Self::State> {
        let _ = (state, out);
        None
    }
}

/// How many merits a state may have.
pub const MOST_MERITS: usize = 8;

/// A game that says how likely each result of a roll is.
pub trait Chance: Game {
    /// Appends the weights of a [`Node::Mean`] state's moves, in the order of [`Game::moves`]. Each is
    /// above 0, and a move's probability is its weight divided by the sum of them all, which is at
    /// most [`MOST_WEIGHT`].
    fn weights(&self, state: &Self::State, out: &mut Vec<u64>);

    /// Appends the results of a [`Node::Mean`] state in the order of [`Game::moves`], each with its weight:
    /// the same as the moves, the weights and where each leads, for games that find all of them at once.
    fn results(&self, state: &Self::State, out: &mut Vec<(u64, Self::State)>) {
        let (mut moves, mut weights) = (Vec::new(), Vec::new());
        self.moves(state, &mut moves);
        self.weights(state, &mut weights);
        out.extend(weights.into_iter().zip(moves.into_iter().map(|mv| self.play(state, mv))));
    }

    /// Appends where a move leads once the dice have fallen that it takes, each with its weight: the
    /// [`Self::results`] of the state after it, or that state alone where no dice fall. For games that
    /// roll at once.
    fn outcomes(&self, state: &Self::State, mv: Self::Move, out: &mut Vec<(u64, Self::State)>) {
        let next = self.play(state, mv);
        match self.node(&next) {
            Node::Mean => self.results(&next, out),
            Node::Max | Node::Min | Node::Single | Node::End => out.push((1, next)),
        }
    }
}

/// The most that the weights of one roll may sum to: finer ones are refused with
/// [`crate::Stop::Weights`].
pub const MOST_WEIGHT: u64 = 1 << 62;

/// A game that player 1 wants to win as cheaply as possible.
///
/// Where player 2 has choices, the cheapest win is the one against their worst reply.
pub trait MinCost: Game {
    /// What the move costs player 1; moves of player 2 and forced ones may cost too.
    fn cost(&self, state: &Self::State, mv: Self::Move) -> u64;
    /// Has player 1 reached the goal? Only a finished game can be one.
    fn is_goal(&self, state: &Self::State) -> bool;
    /// May player 2 ever have a choice? When in doubt, `true`.
    fn contested(&self) -> bool;
    /// A cost below which no goal can be reached from here, or `None` where it is certain that
    /// none can be reached at all. Must never exceed the truth, and may fall from one choice to
    /// the next by no more than the move costs.
    fn at_least(&self, state: &Self::State) -> Option<u64> {
        let _ = state;
        Some(0)
    }
    /// A guess of how far the goal is, by which a first win is looked for: the least first. It
    /// proves nothing and may be wrong.
    fn distance_guess(&self, state: &Self::State) -> i64 {
        let _ = state;
        0
    }
}

/// A game in which it can be said how near player 1 came to a goal that was not reached.
///
/// What is missing is the *gap*, for example the enemy's hp. It counts whenever somebody acts and at
/// the end; player 1 wants it least, then as many rounds as possible.
pub trait Nearness: MinCost {
    /// The gap here; none where nobody acts.
    fn gap(&self, state: &Self::State) -> Option<i64>;
    /// The position after a legal move, and what was passed on the way.
    fn play_measuring(&self, state: &Self::State, mv: Self::Move) -> (Self::State, Passage);
    /// How strong player 1 still is, by which a search that cannot look at everything looks at
    /// promising states first. It proves nothing.
    fn strength(&self, state: &Self::State) -> i64 {
        let _ = state;
        0
    }
}

/// What was passed between a move and the next position, that position included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The least gap; none where nobody acted, and nothing ended.
    pub gap: Option<i64>,
    /// Rounds that began.
    pub rounds: u32,
}

/// A game that somebody wins.
pub trait Versus: Game {
    /// Who has won, where the game is over and not a tie.
    fn winner(&self, state: &Self::State) -> Option<Player>;
    /// The position after a legal move, and how many actions of either side that took, those that
    /// nobody chose included: what the length of a game is counted in.
    fn play_counting(&self, state: &Self::State, mv: Self::Move) -> (Self::State, u64) {
        (self.play(state, mv), u64::from(self.node(state).chooser().is_some()))
    }
}

/// A game in which one player's gain is the other's loss.
///
/// Player 1 plays for the most, player 2 for the least; a game that goes on for ever is a draw and
/// worth 0. Every value is to player 1, whoever is to move.
pub trait ZeroSum: Game {
    /// What a finished game is worth to player 1.
    fn payoff(&self, state: &Self::State) -> i64;
    /// More than this player 2 need not give from here. Must never lie below the true value.
    fn value_at_most(&self, state: &Self::State) -> i64 {
        let _ = state;
        i64::MAX
    }
    /// Less than this player 1 need not take from here. Must never lie above the true value.
    fn value_at_least(&self, state: &Self::State) -> i64 {
        let _ = state;
        i64::MIN
    }
    /// Both at once: at least, at most. They are mostly wanted together.
    fn value_bounds(&self, state: &Self::State) -> (i64, i64) {
        (self.value_at_least(state), self.value_at_most(state))
    }
    /// A guess of the value, by which a search looks at promising moves first. It proves nothing
    /// and may be wrong.
    fn value_guess(&self, state: &Self::State) -> i64 {
        let _ = state;
        0
    }
    /// Do the rules prove that no state can ever return? When in doubt, `false`.
    fn is_acyclic(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that says no more than it must: player 1 counts down by one or by two.
    struct Plain;

    impl Game for Plain {
        type State = u8;
        type Move = u8;
        fn start(&self) -> u8 {
            3
        }
        fn node(&self, state: &u8) -> Node {
            if *state == 0 { Node::End } else { Node::Max }
        }
        fn moves(&self, state: &u8, out: &mut Vec<u8>) {
            out.extend((1..=2).filter(|mv| mv <= state));
        }
        fn play(&self, state: &u8, mv: u8) -> u8 {
            state - mv
        }
    }

    impl MinCost for Plain {
        fn cost(&self, _: &u8, mv: u8) -> u64 {
            u64::from(mv)
        }
        fn is_goal(&self, state: &u8) -> bool {
            *state == 0
        }
        fn contested(&self) -> bool {
            false
        }
    }

    impl Nearness for Plain {
        fn gap(&self, state: &u8) -> Option<i64> {
            Some(i64::from(*state))
        }
        fn play_measuring(&self, state: &u8, mv: u8) -> (u8, Passage) {
            (state - mv, Passage { gap: None, rounds: 0 })
        }
    }

    impl Versus for Plain {
        fn winner(&self, _: &u8) -> Option<Player> {
            None
        }
    }

    impl ZeroSum for Plain {
        fn payoff(&self, _: &u8) -> i64 {
            5
        }
    }

    impl crate::Described for Plain {
        fn move_name(&self, _: &u8, mv: u8) -> String {
            mv.to_string()
        }
        fn facts(&self, _: &u8) -> Vec<(String, String)> {
            Vec::new()
        }
    }

    #[test]
    fn what_a_game_does_not_say_is_what_proves_nothing() {
        use crate::Described;
        let mut out = Vec::new();
        assert_eq!((Plain.merits(&3, &mut out), out.len()), (None, 0));
        assert!(Plain.narrowed(3, Player::One).is_none());
        assert_eq!(<Plain as Game>::extra_bytes(&3), 0);
        assert_eq!(
            (Plain.at_least(&3), Plain.distance_guess(&3), Plain.strength(&3)),
            (Some(0), 0, 0)
        );
        assert_eq!((Plain.value_at_least(&3), Plain.value_at_most(&3)), (i64::MIN, i64::MAX));
        assert_eq!(Plain.value_bounds(&3), (i64::MIN, i64::MAX));
        assert_eq!((Plain.value_guess(&3), Plain.is_acyclic()), (0, false));
        assert_eq!((Plain.play_counting(&3, 2), Plain.play_counting(&0, 0)), ((1, 1), (0, 0)));
        assert_eq!(Plain.players(), ["player 1", "player 2"]);
        assert_eq!((Plain.holds(), Plain.score(&3, 1)), (Vec::new(), 0));
    }

    #[test]
    fn results_of_a_roll_are_its_moves_with_their_weights() {
        let game: crate::sketch::Sketch = "a: 0 b~, 0 c\nb~: 2x0 c, 5x0 win\nc:".parse().unwrap();
        let mut results = Vec::new();
        game.results(&1, &mut results);
        assert_eq!(results, [(2, 2), (5, 3)]);
        let outcomes = |mv| {
            let mut out = Vec::new();
            game.outcomes(&0, mv, &mut out);
            out
        };
        assert_eq!((outcomes(0), outcomes(1)), (results, vec![(1, 2)]));
    }
}
