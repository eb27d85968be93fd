//! Somebody who looks a few moves ahead and goes by what they see there.
//!
//! Minimax over so many choices of either side, cut off with a score; alpha-beta leaves out what cannot
//! change the choice. Forced moves are no choices. Where dice fall a position is worth the mean over
//! their results, in 2^24ths of a point, rounded down.

use std::borrow::Cow;
use std::fmt;

use outplay_game::{Budget, Game, Node, PACE, Stop};
use rustc_hash::FxHashMap;

use crate::Style;

/// The best by a score so many choices ahead; the first of them in move order.
///
/// ```
/// use outplay_game::{Budget, ZeroSum, sketch::Sketch};
/// use outplay_lab::{Look, Style};
/// // b looks better, until one sees what player 2 does there.
/// let game: Sketch = "a: 0 b?, 0 c\nb?: 0 d, 0 e\nc = 1\nd = 5\ne = -5".parse().unwrap();
/// let score = |game: &Sketch, &state: &usize| if state == 1 { 3 } else { game.payoff(&state) };
/// let mut look = |far| Look::new(far, score, |_, _, _| {}, Budget::default());
/// assert_eq!(look(1).choose(&game, &0, &[0, 1]), Ok(0));
/// assert_eq!(look(2).choose(&game, &0, &[0, 1]), Ok(1));
/// ```
pub struct Look<'b, G: Game, F> {
    far: u32,
    score: F,
    weights: Weights<G>,
    budget: Budget<'b>,
    chosen: FxHashMap<G::State, G::Move>,
    looked_at: u64,
}

/// Appends how likely each result of a roll is.
type Weights<G> = fn(&G, &<G as Game>::State, &mut Vec<u64>);

/// Nobody looks farther.
pub const FARTHEST_LOOK: u32 = 64;

/// After so many forced moves without a choice, what there is counts.
const MOST_FORCED: u32 = 1000;

/// And after so many rolls.
const MOST_ROLLS: u32 = 8;

/// Binary places of a value.
const PLACES: u32 = 24;

/// A score may be as large as this, either way.
const MOST_SCORE: i64 = 1 << 40;

/// So many choices are kept.
const MOST_CHOSEN: usize = 1 << 18;

impl<'b, G: Game, F: Fn(&G, &G::State) -> i64> Look<'b, G, F> {
    /// Looks `far` choices ahead, each choice within this budget. The score of a position is to player 1;
    /// those of ends should outdo all others. `weights` is asked where dice fall.
    ///
    /// # Panics
    /// Where that is not at all, or farther than [`FARTHEST_LOOK`].
    pub fn new(far: u32, score: F, weights: Weights<G>, budget: Budget<'b>) -> Self {
        assert!((1..=FARTHEST_LOOK).contains(&far), "{far} choices ahead");
        let budget = budget.quiet();
        Self { far, score, weights, budget, chosen: FxHashMap::default(), looked_at: 0 }
    }

    fn best(
        &mut self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
    ) -> Result<Option<G::Move>, Stop> {
        let most = game.node(state) == Node::Max;
        let mut best: Option<(G::Move, i128)> = None;
        for &mv in moves {
            let window = match best {
                Some((_, value)) if most => (value, i128::MAX),
                Some((_, value)) => (i128::MIN, value),
                None => (i128::MIN, i128::MAX),
            };
            let value = self.value(game, &game.play(state, mv), self.far - 1, window, (0, 0))?;
            let better = |(_, best)| if most { value > best } else { value < best };
            if best.is_none_or(better) {
                best = Some((mv, value));
            }
        }
        Ok(best.map(|(mv, _)| mv))
    }

    /// What a position is worth to player 1 with so many choices to go; outside the window only on which
    /// side of it that lies. `passed` counts forced moves and rolls since the last choice.
    fn value(
        &mut self,
        game: &G,
        state: &G::State,
        left: u32,
        (mut low, mut high): (i128, i128),
        (forced, rolls): (u32, u32),
    ) -> Result<i128, Stop> {
        self.looked_at += 1;
        if self.looked_at >= self.budget.states {
            return Err(Stop::States);
        }
        if self.looked_at.is_multiple_of(PACE)
            && let Some(stop) = self.budget.ended()
        {
            return Err(stop);
        }
        let node = game.node(state);
        let seen = match node {
            Node::End => true,
            Node::Max | Node::Min => left == 0,
            Node::Single => forced == MOST_FORCED,
            Node::Mean => rolls == MOST_ROLLS,
        };
        if seen {
            let score = (self.score)(game, state).clamp(-MOST_SCORE, MOST_SCORE);
            return Ok(i128::from(score) << PLACES);
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        match node {
            Node::Single | Node::End => {
                let next = game.play(state, moves[0]);
                self.value(game, &next, left, (low, high), (forced + 1, rolls))
            }
            Node::Mean => {
                let mut weights = Vec::new();
                (self.weights)(game, state, &mut weights);
                let (mut sum, mut total) = (0_i128, 0_i128);
                for (&mv, weight) in moves.iter().zip(weights) {
                    let next = game.play(state, mv);
                    let whole = (i128::MIN, i128::MAX);
                    let value = self.value(game, &next, left, whole, (forced, rolls + 1))?;
                    let part = value.checked_mul(i128::from(weight)).ok_or(Stop::Weights)?;
                    sum = sum.checked_add(part).ok_or(Stop::Weights)?;
                    total += i128::from(weight);
                }
                if total == 0 { Err(Stop::Weights) } else { Ok(sum.div_euclid(total)) }
            }
            Node::Max | Node::Min => {
                let most = node == Node::Max;
                let mut best = if most { i128::MIN } else { i128::MAX };
                for &mv in &moves {
                    let next = game.play(state, mv);
                    let value = self.value(game, &next, left - 1, (low, high), (0, 0))?;
                    if most {
                        best = best.max(value);
                        low = low.max(best);
                    } else {
                        best = best.min(value);
                        high = high.min(best);
                    }
                    if low >= high {
                        break;
                    }
                }
                Ok(best)
            }
        }
    }
}

impl<G: Game, F: Fn(&G, &G::State) -> i64 + Send> Style<G> for Look<'_, G, F> {
    fn name(&self) -> Cow<'_, str> {
        format!("look={}", self.far).into()
    }

    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> Result<G::Move, Stop> {
        if let [only] = moves {
            return Ok(*only);
        }
        if let Some(&mv) = self.chosen.get(state) {
            return Ok(mv);
        }
        self.looked_at = 0;
        let mv = self.best(game, state, moves)?.unwrap_or(moves[0]);
        if self.chosen.len() >= MOST_CHOSEN {
            self.chosen = FxHashMap::default();
        }
        self.chosen.insert(state.clone(), mv);
        Ok(mv)
    }

    fn is_random(&self) -> bool {
        false
    }
}

impl<G: Game, F> fmt::Debug for Look<'_, G, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Look({})", self.far)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_game::sketch::Sketch;
    use outplay_game::{Chance, ZeroSum};
    use proptest::prelude::*;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "a score is asked about any state")]
    fn score(game: &Sketch, state: &usize) -> i64 {
        match game.node(state) {
            Node::End => game.payoff(state) * 1000,
            _ => i64::try_from(state * 7919 % 31).unwrap() - 15,
        }
    }

    /// The same by the letter: every line to its end, no window.
    fn plain(game: &Sketch, state: usize, left: u32, passed: u32) -> i128 {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let node = game.node(&state);
        let choice = matches!(node, Node::Max | Node::Min);
        let far = if node == Node::Mean { MOST_ROLLS } else { MOST_FORCED };
        if moves.is_empty() || (choice && left == 0) || (!choice && passed == far) {
            return i128::from(score(game, &state)) << PLACES;
        }
        let next = |&mv: &usize| {
            let (left, passed) = if choice { (left - 1, 0) } else { (left, passed + 1) };
            plain(game, game.play(&state, mv), left, passed)
        };
        let values: Vec<i128> = moves.iter().map(next).collect();
        match node {
            Node::Max => *values.iter().max().unwrap(),
            Node::Min => *values.iter().min().unwrap(),
            Node::Single | Node::End => values[0],
            Node::Mean => {
                let mut weights = Vec::new();
                game.weights(&state, &mut weights);
                let total: i128 = weights.iter().map(|&weight| i128::from(weight)).sum();
                let parts = values.iter().zip(&weights);
                let sum: i128 = parts.map(|(value, &weight)| value * i128::from(weight)).sum();
                sum.div_euclid(total)
            }
        }
    }

    fn game() -> impl Strategy<Value = Sketch> {
        // Every kind of node; edges anywhere, also back, but forced moves and rolls only onward.
        let places = prop::collection::vec((0..4_u8, prop::collection::vec(0..12_usize, 1..4)), 12);
        places.prop_map(|places| {
            let mut text = String::new();
            for (place, (kind, targets)) in places.iter().enumerate() {
                let last = place + 1 == places.len();
                let mark = |kind: u8| ["", "?", "!", "~"][usize::from(kind)];
                let name = |place: usize| {
                    let kind = if place + 1 == places.len() { 0 } else { places[place].0 };
                    format!("n{place}{}", if place == 0 { "" } else { mark(kind) })
                };
                if last {
                    text += &format!("n{place} = 4\n");
                    continue;
                }
                let kind = if place == 0 { 0 } else { *kind };
                let count = if kind == 2 { 1 } else { targets.len() };
                let to = targets.iter().take(count).enumerate().map(|(number, &target)| {
                    let target =
                        if kind >= 2 { (place + 1 + target).min(places.len() - 1) } else { target };
                    let weight = if kind == 3 { format!("{}x", number + 1) } else { String::new() };
                    format!("{weight}0 {}", name(target))
                });
                let to: Vec<_> = to.collect();
                text += &format!("{}: {}\n", name(place), to.join(", "));
            }
            text.parse().unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"))
        })
    }

    proptest! {
        #[test]
        fn it_is_plain_minimax_to_that_depth(game in game(), far in 1..5_u32) {
            let weights = |game: &Sketch, state: &usize, out: &mut Vec<u64>| game.weights(state, out);
            let mut look = Look::new(far, score, weights, Budget::UNLIMITED);
            for state in 0..11 {
                let node = game.node(&state);
                if !matches!(node, Node::Max | Node::Min) {
                    continue;
                }
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let values: Vec<i128> =
                    moves.iter().map(|&mv| plain(&game, game.play(&state, mv), far - 1, 0)).collect();
                let best = if node == Node::Max { values.iter().max() } else { values.iter().min() };
                let first = values.iter().position(|value| Some(value) == best).unwrap();
                prop_assert_eq!(look.choose(&game, &state, &moves), Ok(moves[first]));
            }
        }
    }

    #[test]
    fn a_limit_is_said_and_a_single_move_needs_no_look() {
        let game: Sketch = "a: 0 a, 0 b\nb: 0 a, 0 b".parse().unwrap();
        let budget = Budget { states: 50, ..Budget::UNLIMITED };
        let mut look = Look::new(20, score, |_, _, _| {}, budget);
        assert_eq!(look.choose(&game, &0, &[0, 1]), Err(Stop::States));
        assert_eq!(look.choose(&game, &0, &[1]), Ok(1));
        assert_eq!(Style::<Sketch>::name(&look), "look=20");
        assert!(!Style::<Sketch>::is_random(&look));
    }
}
