//! One game between two styles.

use std::fmt;

use outplay_game::{Budget, Game, Node, Player, Stop, Versus, ZeroSum};
use serde::{Deserialize, Serialize};

use crate::Style;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Playout<M> {
    /// What was random in it came from this.
    pub seed: u64,
    /// All moves, first to last, those included that nobody chose.
    pub moves: Vec<M>,
    /// How many actions it took of both sides, chosen or not: its length.
    #[serde(alias = "choices")]
    pub actions: u64,
    /// What it was worth to player 1.
    pub margin: i64,
    /// Who won, if anybody did.
    pub winner: Option<Player>,
    /// It was still going on after the most moves allowed, and counts as a draw worth 0.
    pub cut: bool,
    /// What player 1 spent in it, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<u64>,
}

/// What is spent in a game, and what it is counted in.
pub struct Price<'a, G: Game> {
    /// What it is counted in: "mana", "actions".
    pub unit: &'a str,
    /// What a move costs player 1.
    pub of: fn(&G, &G::State, G::Move) -> u64,
}

impl<G: Game> Clone for Price<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Price<'_, G> {}

impl<G: Game> fmt::Debug for Price<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Price({:?})", self.unit)
    }
}

/// Moves between two looks at the clock.
const ASKED_EVERY: usize = 64;

/// Plays one game from a state: player 1 by the first style, player 2 by the second.
///
/// Who chooses is asked of every state, so a side may move several times running; a forced move
/// happens by itself. After `max_moves` moves of any kind the game is cut.
///
/// # Errors
/// When a style is stopped, the budget says that it is time to end, or dice would have to be rolled.
///
/// # Panics
/// When a style chooses a move that it does not have.
pub fn playout<G: Versus + ZeroSum>(
    game: &G,
    from: &G::State,
    styles: [&mut dyn Style<G>; 2],
    seed: u64,
    max_moves: u64,
    budget: &Budget,
) -> Result<Playout<G::Move>, Stop> {
    play_out(game, from, styles, (None, None), seed, max_moves, budget)
}

/// The same, where somebody picks how the dice fall: [`crate::Dice`], or a script.
///
/// # Errors
/// When a style is stopped, the budget says that it is time to end, or nobody has dice.
///
/// # Panics
/// When a style chooses a move that it does not have.
pub fn playout_with_dice<G: Versus + ZeroSum>(
    game: &G,
    from: &G::State,
    styles: [&mut dyn Style<G>; 2],
    dice: Option<&mut dyn Style<G>>,
    seed: u64,
    max_moves: u64,
    budget: &Budget,
) -> Result<Playout<G::Move>, Stop> {
    play_out(game, from, styles, (dice, None), seed, max_moves, budget)
}

/// The same, where it may be counted what player 1 spends.
pub(crate) fn play_out<G: Versus + ZeroSum>(
    game: &G,
    from: &G::State,
    styles: [&mut dyn Style<G>; 2],
    (mut dice, price): (Option<&mut dyn Style<G>>, Option<Price<'_, G>>),
    seed: u64,
    max_moves: u64,
    budget: &Budget,
) -> Result<Playout<G::Move>, Stop> {
    let mut styles = styles;
    let mut spent = price.map(|_| 0_u64);
    for style in &mut styles {
        style.begin(from, seed);
    }
    if let Some(dice) = &mut dice {
        dice.begin(from, seed);
    }
    let (mut state, mut moves) = (from.clone(), Vec::new());
    let (mut played, mut actions) = (Vec::with_capacity(ASKED_EVERY), 0);
    loop {
        let node = game.node(&state);
        if node == Node::End {
            let (margin, winner) = (game.payoff(&state), game.winner(&state));
            return Ok(Playout { seed, moves: played, actions, margin, winner, cut: false, spent });
        }
        if played.len() as u64 >= max_moves {
            return Ok(Playout {
                seed,
                moves: played,
                actions,
                margin: 0,
                winner: None,
                cut: true,
                spent,
            });
        }
        if played.len().is_multiple_of(ASKED_EVERY)
            && let Some(stop) = budget.ended()
        {
            return Err(stop);
        }
        moves.clear();
        game.moves(&state, &mut moves);
        let style: Option<&mut dyn Style<G>> = match node {
            Node::Max => Some(&mut *styles[0]),
            Node::Min => Some(&mut *styles[1]),
            Node::Single | Node::End => None,
            Node::Mean => match &mut dice {
                Some(dice) => Some(&mut **dice),
                None => return Err(Stop::Chance),
            },
        };
        let mv = match style {
            Some(style) => {
                let mv = style.choose(game, &state, &moves)?;
                assert!(moves.contains(&mv), "{} chose {mv:?} of {moves:?}", style.name());
                mv
            }
            None => moves[0],
        };
        played.push(mv);
        if let (Some(spent), Some(price)) = (&mut spent, price) {
            *spent = spent.saturating_add((price.of)(game, &state, mv));
        }
        let (next, taken) = game.play_counting(&state, mv);
        state = next;
        actions += taken;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chooser;
    use outplay_game::sketch::Sketch;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Chooses these moves, one after the other, and is then stopped.
    fn script(moves: &'static [usize]) -> impl Style<Sketch> {
        let mut next = moves.iter();
        Chooser::new("script", move |_: &Sketch, _: &usize, _: &[usize]| {
            next.next().copied().ok_or(Stop::Interrupted)
        })
    }

    fn play(text: &str, one: &'static [usize], two: &'static [usize]) -> Playout<usize> {
        let game: Sketch = text.parse().unwrap();
        playout(&game, &0, [&mut script(one), &mut script(two)], 5, 6, &Budget::UNLIMITED).unwrap()
    }

    #[test]
    fn a_side_may_move_twice_running_and_forced_moves_are_not_choices() {
        let text = "a?: 0 b?, 0 z\nb?: 0 z, 0 c!\nc!: 0 d\nd: 0 z, 0 e\ne = -4\nz = 9";
        let expected = Playout {
            seed: 5,
            moves: vec![0, 1, 0, 1],
            actions: 3,
            margin: -4,
            winner: Some(Player::Two),
            cut: false,
            spent: None,
        };
        assert_eq!(play(text, &[1], &[0, 1]), expected);
    }

    #[test]
    fn a_game_that_goes_on_is_cut_and_a_draw() {
        let played = play("a: 0 b!, 0 win\nb!: 0 a", &[0; 9], &[]);
        assert_eq!((played.moves.len(), played.actions), (6, 3));
        assert_eq!((played.margin, played.winner, played.cut), (0, None, true));
        // One that ends with the last move allowed is not.
        let played = play("a: 0 b!, 0 win\nb!: 0 a", &[0, 0, 1], &[]);
        assert_eq!((played.actions, played.margin, played.cut), (3, 1, false));
    }

    #[test]
    fn a_game_may_be_over_at_once_and_a_tie_has_no_winner() {
        let played = play("a = 0", &[], &[]);
        assert_eq!((played.moves, played.winner, played.cut), (vec![], None, false));
    }

    #[test]
    fn a_stopped_style_stops_the_game() {
        let game: Sketch = "a: 0 a, 0 win".parse().unwrap();
        let stopped = playout(
            &game,
            &0,
            [&mut script(&[0, 0]), &mut script(&[])],
            0,
            100,
            &Budget::UNLIMITED,
        );
        assert_eq!(stopped, Err(Stop::Interrupted));
    }

    #[test]
    fn the_clock_is_asked_in_the_middle_of_a_game() {
        let game: Sketch = "a: 0 a, 0 win".parse().unwrap();
        let flag = AtomicBool::new(false);
        let mut left = 100;
        let mut tired = Chooser::new("tired", |_: &Sketch, _: &usize, _: &[usize]| {
            left -= 1;
            flag.store(left <= 0, Ordering::Relaxed);
            Ok(0)
        });
        let budget = Budget { interrupt: Some(&flag), ..Budget::UNLIMITED };
        let stopped = playout(&game, &0, [&mut tired, &mut script(&[])], 0, 1000, &budget);
        assert_eq!(stopped, Err(Stop::Interrupted));
    }

    #[test]
    #[should_panic(expected = "script chose 2 of [0, 1]")]
    fn a_move_that_is_none_is_a_mistake_of_the_style() {
        let _ = play("a: 0 a, 0 win", &[2], &[]);
    }

    #[test]
    fn dice_end_a_game_that_nobody_can_roll_them_for() {
        let game: Sketch = "a: 0 b~\nb~: 0 a, 0 win".parse().unwrap();
        let styles: [&mut dyn Style<_>; 2] = [&mut script(&[0]), &mut script(&[])];
        let stopped = playout(&game, &0, styles, 0, 100, &Budget::UNLIMITED);
        assert_eq!(stopped, Err(Stop::Chance));
    }

    #[test]
    fn programs_read_the_winner_as_a_number() {
        let played = play("a: 0 win", &[0], &[]);
        let json = serde_json::to_string(&played).unwrap();
        assert_eq!(serde_json::from_str::<Playout<usize>>(&json).unwrap(), played);
        let expected = r#"{"seed":5,"moves":[0],"actions":1,"margin":1,"winner":1,"cut":false}"#;
        assert_eq!(json, expected);
    }
}
