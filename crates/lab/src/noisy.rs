//! Somebody who knows the best move and slips: any style, with now and then a random move instead.
//!
//! Every choice, also one between a single move, draws a number below the denominator of the probability
//! from the same generator as [`Random`](crate::Random)'s; where it lies below the numerator, the next
//! number is the place of the move, drawn as there. So a game is its seed here as well.

use std::borrow::Cow;
use std::fmt;

use outplay_game::{Game, Player, Stop};
use rand_chacha::ChaCha8Rng;

use crate::Style;
use crate::random::{below, generator};

/// A uniformly random move with some probability, else what another style plays.
///
/// ```
/// use outplay_game::{Player, sketch::Sketch};
/// use outplay_lab::{Chooser, Noisy, Style};
/// let game: Sketch = "a: 0 win, 0 b\nb:".parse().unwrap();
/// let first = Chooser::new("first", |_: &Sketch, _, moves| Ok(moves[0])).deterministic();
/// let mut style = Noisy::new("noisy=0.1", Player::One, (1, 10), Box::new(first));
/// let mut odds = Vec::new();
/// assert_eq!(style.odds(&game, &0, &[0, 1], &mut odds), Ok(true));
/// assert_eq!(odds, [19, 1]); // of 20: half of a tenth is the other move
/// ```
pub struct Noisy<'g, G: Game> {
    name: String,
    player: Player,
    slips: u32,
    of: u32,
    best: Box<dyn Style<G> + 'g>,
    generator: ChaCha8Rng,
}

impl<'g, G: Game> Noisy<'g, G> {
    /// A style of this name for a player: a random move `slips` times out of `of`, else the best.
    ///
    /// # Panics
    /// Where that is more than always.
    pub fn new(
        name: impl Into<String>,
        player: Player,
        (slips, of): (u32, u32),
        best: Box<dyn Style<G> + 'g>,
    ) -> Self {
        assert!(slips <= of && of > 0, "a probability is at most 1");
        Self { name: name.into(), player, slips, of, best, generator: generator(player, 0) }
    }
}

impl<G: Game> Style<G> for Noisy<'_, G> {
    fn name(&self) -> Cow<'_, str> {
        (&self.name).into()
    }

    fn begin(&mut self, from: &G::State, seed: u64) {
        self.best.begin(from, seed);
        self.generator = generator(self.player, seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> Result<G::Move, Stop> {
        if below(&mut self.generator, self.of) < self.slips {
            let count = u32::try_from(moves.len()).expect("fewer than 2^32 moves");
            return Ok(moves[below(&mut self.generator, count) as usize]);
        }
        self.best.choose(game, state, moves)
    }

    fn is_random(&self) -> bool {
        self.slips > 0 || self.best.is_random()
    }

    fn odds(
        &mut self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        out: &mut Vec<u64>,
    ) -> Result<bool, Stop> {
        let (slips, of) = (u64::from(self.slips), u64::from(self.of));
        if slips == of {
            out.extend(moves.iter().map(|_| 1));
            return Ok(true);
        }
        let begin = out.len();
        if !self.best.odds(game, state, moves, out)? {
            return Ok(false);
        }
        // Whatever the weights of the best sum to, each move has its share of the slips of that.
        let count = moves.len() as u64;
        let Some(total) = out[begin..].iter().try_fold(0_u64, |sum, &own| sum.checked_add(own))
        else {
            return Ok(false);
        };
        for own in &mut out[begin..] {
            let weighed = (of - slips)
                .checked_mul(count)
                .and_then(|best| best.checked_mul(*own))
                .zip(slips.checked_mul(total))
                .and_then(|(best, slip)| best.checked_add(slip));
            let Some(weighed) = weighed else { return Ok(false) };
            *own = weighed;
        }
        Ok(true)
    }
}

impl<G: Game> fmt::Debug for Noisy<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Noisy({:?}, {})", self.name, self.player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chooser, Random};
    use outplay_game::sketch::Sketch;

    const MOVES: [usize; 4] = [0, 1, 2, 3];

    fn noisy(slips: u32, of: u32) -> Noisy<'static, Sketch> {
        let last = |_: &Sketch, _: &usize, moves: &[usize]| Ok(moves[moves.len() - 1]);
        let last = Chooser::new("last", last).deterministic();
        Noisy::new("noisy", Player::One, (slips, of), Box::new(last))
    }

    fn chosen(style: &mut impl Style<Sketch>, seed: u64, times: usize) -> Vec<usize> {
        let game: Sketch = "a: 0 win".parse().unwrap();
        style.begin(&0, seed);
        (0..times).map(|_| style.choose(&game, &0, &MOVES).unwrap()).collect()
    }

    #[test]
    fn it_slips_as_often_as_it_says_and_then_to_any_move() {
        let mut counts = [0_u32; 4];
        for mv in chosen(&mut noisy(1, 5), 3, 40_000) {
            counts[mv] += 1;
        }
        // A twentieth each, and the rest; the standard error is 44 of 2000 and 71 of 34,000.
        for (count, expected) in counts.iter().zip([2000_u32, 2000, 2000, 34_000]) {
            assert!(count.abs_diff(expected) < 4 * 72, "{counts:?}");
        }
        assert!(counts[..3].iter().all(|count| count.abs_diff(2000) < 4 * 44), "{counts:?}");
    }

    #[test]
    fn a_seed_means_the_same_choices_and_another_others() {
        let mut style = noisy(1, 2);
        let first = chosen(&mut style, 5, 60);
        assert_ne!(chosen(&mut style, 6, 60), first);
        assert_eq!(chosen(&mut style, 5, 60), first);
    }

    #[test]
    fn never_is_the_best_and_always_is_random() {
        assert_eq!(chosen(&mut noisy(0, 1), 5, 20), [3; 20]);
        assert!(!noisy(0, 1).is_random() && noisy(1, 1).is_random());
        let counts = chosen(&mut noisy(1, 1), 5, 4000);
        let least = MOVES.map(|mv| counts.iter().filter(|chosen| **chosen == mv).count());
        assert!(least.iter().all(|count| count.abs_diff(1000) < 110), "{least:?}");
    }

    #[test]
    fn weights_are_those_of_the_words() {
        let game: Sketch = "a: 0 win".parse().unwrap();
        let odds = |style: &mut dyn Style<Sketch>| {
            let mut out = Vec::new();
            style.odds(&game, &0, &MOVES, &mut out).unwrap().then_some(out)
        };
        assert_eq!(odds(&mut noisy(1, 5)), Some(vec![1, 1, 1, 17]));
        assert_eq!(odds(&mut noisy(0, 1)), Some(vec![0, 0, 0, 4]));
        assert_eq!(odds(&mut noisy(1, 1)), Some(vec![1; 4]));
        // Whoever slips from random play is random.
        let random = Box::new(Random::new(Player::One));
        assert_eq!(odds(&mut Noisy::new("r", Player::One, (1, 3), random)), Some(vec![12; 4]));
        let unknown =
            Box::new(Chooser::new("?", |_: &Sketch, _: &usize, moves: &[usize]| Ok(moves[0])));
        assert_eq!(odds(&mut Noisy::new("n", Player::One, (1, 3), unknown)), None);
    }
}
