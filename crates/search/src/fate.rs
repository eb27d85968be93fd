//! Who wins when player 1 cannot: whether a player can force a win at all.
//!
//! Sees the whole game from a state on and carries wins back from its ends (see `graph.rs`); what is
//! never reached that way is a tie, a loss, or a game that goes on for ever.

use outplay_game::{Budget, Player, Stop, Versus};

use crate::Stats;
use crate::graph::Graph;

/// Can `player` force a win from here, whatever the other does? A game that goes on for ever is
/// nobody's win.
///
/// # Errors
/// When a limit stops it before the whole game is seen.
///
/// ```
/// use outplay_game::{Budget, Player, sketch::Sketch};
/// use outplay_search::can_force;
/// let lost: Sketch = "a: 0 b!\nb!: 0 c\nc:".parse().unwrap();
/// assert_eq!(can_force(&lost, &0, Player::Two, &Budget::default()), Ok(true));
/// let for_ever: Sketch = "a: 0 b!, 0 a\nb!: 0 c\nc:".parse().unwrap();
/// assert_eq!(can_force(&for_ever, &0, Player::Two, &Budget::default()), Ok(false));
/// ```
pub fn can_force<G: Versus>(
    game: &G,
    from: &G::State,
    player: Player,
    budget: &Budget,
) -> Result<bool, Stop> {
    can_force_counting(game, from, player, &mut Stats::default(), budget)
}

/// The same, and what it took is added to `stats`.
///
/// # Errors
/// When a limit stops it before the whole game is seen.
pub fn can_force_counting<G: Versus>(
    game: &G,
    from: &G::State,
    player: Player,
    stats: &mut Stats,
    budget: &Budget,
) -> Result<bool, Stop> {
    let mut graph = Graph::new(from);
    let seen = see_all(game, &mut graph, stats, budget);
    stats.peak_bytes = stats.peak_bytes.max(graph.bytes());
    seen?;
    let settled =
        graph.backward(game, player, |state| game.winner(state) == Some(player), budget)?;
    Ok(settled[0].is_some())
}

/// Expands every state there is.
fn see_all<G: Versus>(
    game: &G,
    graph: &mut Graph<G>,
    stats: &mut Stats,
    budget: &Budget,
) -> Result<(), Stop> {
    let mut moves = Vec::new();
    let mut next = 0;
    while (next as usize) < graph.states.len() {
        if let Some(stop) = graph.stop(budget, u64::from(next), 0) {
            return Err(stop);
        }
        graph.expand(game, next, |_, _| 0, &mut moves)?;
        next += 1;
        stats.expanded += 1;
        stats.generated += moves.len() as u64;
    }
    Ok(())
}
