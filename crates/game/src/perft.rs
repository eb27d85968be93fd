//! Counting lines of play: the plainest check that rules have not moved.
//!
//! (The name is that of chess programs: performance test.) A wrong rule almost always changes a
//! count, and a count is easy to compare with that of an independent program.

use crate::Game;

/// How many lines of play of exactly `depth` moves there are from the start (shorter ones that
/// end earlier do not count).
///
/// ```
/// let game: outplay_game::sketch::Sketch = "a: 1 b, 2 c\nb: 1 win\nc: 1 b".parse().unwrap();
/// assert_eq!(outplay_game::perft(&game, 2), 2);
/// ```
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    count(game, &game.start(), depth)
}

fn count<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|mv| count(game, &game.play(state, mv), depth - 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_just_so_many_moves_are_counted() {
        let game: crate::sketch::Sketch =
            "a: 0 b, 0 c, 0 win\nb: 0 a, 0 c\nc: 0 c".parse().unwrap();
        // By hand: from a 3, then 2 + 1 + 0, then (3 + 1) + 1.
        assert_eq!([0, 1, 2, 3].map(|depth| perft(&game, depth)), [1, 3, 3, 5]);
    }
}
