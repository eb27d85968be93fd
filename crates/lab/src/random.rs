//! Any legal move, each as likely as every other.
//!
//! The generator is `ChaCha` with 8 rounds: its key is the seed of the game (eight bytes, little end
//! first, then zeros), its stream the number of the player, 1 or 2. Every choice, also one between
//! a single move, takes the next 32-bit word and multiplies it by the number of moves: the upper 32
//! bits are the place of the move in move order. A product whose lower 32 bits lie below
//! 2^32 modulo the number of moves is thrown away and the next word taken, so that no move is
//! favoured (Lemire). All of it is written out here, so that a seed means the same game for ever.

use std::borrow::Cow;

use outplay_game::{Chance, Game, MOST_WEIGHT, Player, Stop};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::Style;

/// Uniform over the legal moves.
#[derive(Clone, Debug)]
pub struct Random {
    player: Player,
    generator: ChaCha8Rng,
}

impl Random {
    /// Random moves for this player; two of them in one game draw apart.
    pub fn new(player: Player) -> Self {
        Self { player, generator: generator(player, 0) }
    }
}

impl<G: Game> Style<G> for Random {
    fn name(&self) -> Cow<'_, str> {
        "random".into()
    }

    fn begin(&mut self, _: &G::State, seed: u64) {
        self.generator = generator(self.player, seed);
    }

    fn choose(&mut self, _: &G, _: &G::State, moves: &[G::Move]) -> Result<G::Move, Stop> {
        let count = u32::try_from(moves.len()).expect("fewer than 2^32 moves");
        Ok(moves[below(&mut self.generator, count) as usize])
    }

    fn odds(
        &mut self,
        _: &G,
        _: &G::State,
        moves: &[G::Move],
        out: &mut Vec<u64>,
    ) -> Result<bool, Stop> {
        out.extend(moves.iter().map(|_| 1));
        Ok(true)
    }
}

/// Dice: each result of a roll as likely as its weight says. Their stream is 3; a roll takes the next
/// 64-bit word and multiplies it by the sum of the weights in the same way.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Default for Dice {
    fn default() -> Self {
        Self(stream(3, 0))
    }
}

impl Dice {
    /// Dice that fall as this seed says.
    pub fn new(seed: u64) -> Self {
        Self(stream(3, seed))
    }

    /// Which of these results comes next.
    ///
    /// # Panics
    /// Where there are none.
    pub fn roll(&mut self, weights: &[u64]) -> usize {
        let total: u64 = weights.iter().sum();
        let spare = total.wrapping_neg() % total;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(total);
            if product & u128::from(u64::MAX) < u128::from(spare) {
                continue;
            }
            let mut result = u64::try_from(product >> 64).expect("a product has 128 bits");
            let falls = weights.iter().position(|&weight| {
                let here = result < weight;
                result = result.saturating_sub(weight);
                here
            });
            return falls.expect("a number below the sum of all weights");
        }
    }
}

impl<G: Chance> Style<G> for Dice {
    fn name(&self) -> Cow<'_, str> {
        "dice".into()
    }

    fn begin(&mut self, _: &G::State, seed: u64) {
        *self = Self::new(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> Result<G::Move, Stop> {
        let mut weights = Vec::new();
        game.weights(state, &mut weights);
        let sum = weights.iter().try_fold(0_u64, |sum, &weight| sum.checked_add(weight));
        if sum.is_none_or(|sum| sum > MOST_WEIGHT) {
            return Err(Stop::Weights);
        }
        Ok(moves[self.roll(&weights)])
    }
}

/// What this player draws from in the game of a seed.
pub(crate) fn generator(player: Player, seed: u64) -> ChaCha8Rng {
    stream(u64::from(player.number()), seed)
}

fn stream(number: u64, seed: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut generator = ChaCha8Rng::from_seed(key);
    generator.set_stream(number);
    generator
}

/// A number below `bound`, each with the same probability.
pub(crate) fn below(generator: &mut ChaCha8Rng, bound: u32) -> u32 {
    let spare = bound.wrapping_neg() % bound;
    loop {
        let product = u64::from(generator.next_u32()) * u64::from(bound);
        let (result, low) = ((product >> 32) as u32, product & u64::from(u32::MAX));
        if low >= u64::from(spare) {
            return result;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_game::sketch::Sketch;

    fn draws(player: Player, seed: u64, moves: usize, times: usize) -> Vec<usize> {
        let game: Sketch = "a: 0 win".parse().unwrap();
        let moves: Vec<usize> = (0..moves).collect();
        let mut random = Random::new(player);
        Style::<Sketch>::begin(&mut random, &0, seed);
        (0..times).map(|_| random.choose(&game, &0, &moves).unwrap()).collect()
    }

    #[test]
    fn a_seed_means_the_same_moves_for_ever() {
        // Computed by another program from the description above.
        assert_eq!(draws(Player::One, 7, 10, 12), [1usize, 9, 6, 2, 1, 9, 7, 7, 7, 8, 1, 5]);
        assert_eq!(draws(Player::Two, 7, 10, 12), [7usize, 0, 8, 1, 4, 9, 5, 6, 5, 7, 7, 2]);
        assert_ne!(draws(Player::One, 8, 10, 12), draws(Player::One, 7, 10, 12));
    }

    #[test]
    fn words_that_would_favour_a_move_are_thrown_away() {
        // Of so many moves a quarter of the words would favour one. From another program, too.
        let mut generator = generator(Player::One, 7);
        let last = (0..100).map(|_| below(&mut generator, 3 << 30)).last();
        assert_eq!((last, generator.get_word_pos()), (Some(1_903_257_855), 132));
    }

    #[test]
    fn every_move_is_drawn_about_as_often() {
        let mut counts = [0; 6];
        for place in draws(Player::One, 1, 6, 60_000) {
            counts[place] += 1;
        }
        assert_eq!(counts, [9983, 9967, 9875, 10069, 10086, 10020]);
    }

    #[test]
    fn a_new_game_forgets_the_last() {
        let game: Sketch = "a: 0 win".parse().unwrap();
        let mut random = Random::new(Player::Two);
        let mut game_of = |seed| -> Vec<usize> {
            Style::<Sketch>::begin(&mut random, &0, seed);
            (0..8).map(|_| random.choose(&game, &0, &[0, 1, 2]).unwrap()).collect()
        };
        let first = game_of(3);
        assert_ne!(game_of(4), first);
        assert_eq!(game_of(3), first);
    }

    #[test]
    fn dice_fall_as_they_did_and_as_their_weights_say() {
        let rolls = |seed, weights: &[u64]| {
            let mut dice = Dice::new(seed);
            let rolls: Vec<usize> = (0..12).map(|_| dice.roll(weights)).collect();
            (rolls, dice.0.get_word_pos())
        };
        assert_eq!(rolls(7, &[1, 0, 2, 1]), (vec![2, 2, 2, 0, 0, 2, 2, 0, 2, 0, 2, 3], 24));
        // Of such weights a quarter of the words would favour a result: they are thrown away.
        let mut dice = Dice::new(7);
        let first = (0..100).filter(|_| dice.roll(&[1 << 63, 1 << 62]) == 0).count();
        assert_eq!((first, dice.0.get_word_pos()), (66, 258));
        assert_eq!(rolls(8, &[0, 5]).0, [1; 12]);
        let mut dice = Dice::default();
        let mut counts = [0_u32; 3];
        for _ in 0..60_000 {
            counts[dice.roll(&[1, 2, 3])] += 1;
        }
        for (count, expected) in counts.iter().zip([10_000_u32, 20_000, 30_000]) {
            assert!(count.abs_diff(expected) < 500, "{counts:?}");
        }
    }

    #[test]
    fn weights_too_fine_to_be_rolled_are_said() {
        let roll = |weight: u64| {
            let game: Sketch =
                format!("a: 0 b~\nb~: {weight}x0 win, 1x0 c\nc: 0 win").parse().unwrap();
            Dice::new(1).choose(&game, &1, &[0, 1])
        };
        assert_eq!(roll(MOST_WEIGHT), Err(Stop::Weights));
        assert!(roll(MOST_WEIGHT - 1).is_ok());
    }
}
