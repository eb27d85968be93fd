//! The dice game Pig on the traits: how likely the first player is to win, proved.
//!
//! Two players in turn roll a die as often as they like: 2 to 6 are added to the turn's total, a 1
//! ends the turn with nothing, and "hold" banks the total. Who has 100 wins.
//!
//! Run it with `cargo run --release -p outplay-search --example pig`; its test is part of the test
//! suite.

use outplay_game::{Budget, Chance, Game, Node, Player, Versus};
use outplay_search::{Interval, Odds};

/// Up to how many points it is played.
struct Pig(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    banked: [u8; 2],
    total: u8,
    player: Player,
    rolling: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Roll,
    Hold,
    Shows(u8),
}

impl State {
    fn points(self) -> u8 {
        self.banked[self.player.index()] + self.total
    }

    fn next_turn(self) -> Self {
        Self { total: 0, player: self.player.other(), ..self }
    }
}

impl Game for Pig {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        State { banked: [0, 0], total: 0, player: Player::One, rolling: false }
    }

    fn node(&self, state: &State) -> Node {
        if state.points() >= self.0 {
            Node::End
        } else if state.rolling {
            Node::Mean
        } else if state.total == 0 {
            Node::Single
        } else {
            Node::of(state.player)
        }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        match self.node(state) {
            Node::End => {}
            Node::Mean => out.extend((1..=6).map(Move::Shows)),
            Node::Single => out.push(Move::Roll),
            Node::Max | Node::Min => out.extend([Move::Roll, Move::Hold]),
        }
    }

    fn play(&self, state: &State, mv: Move) -> State {
        let mut next = State { rolling: mv == Move::Roll, ..*state };
        match mv {
            Move::Roll => next,
            Move::Shows(1) => next.next_turn(),
            Move::Shows(face) => {
                next.total += face;
                next
            }
            Move::Hold => {
                next.banked[state.player.index()] += state.total;
                next.next_turn()
            }
        }
    }
}

impl Chance for Pig {
    fn weights(&self, _: &State, out: &mut Vec<u64>) {
        out.extend([1; 6]);
    }
}

impl Versus for Pig {
    fn winner(&self, state: &State) -> Option<Player> {
        (state.points() >= self.0).then_some(state.player)
    }
}

/// The first player's chances, and up to which total one should roll in the first turn.
fn solve(points: u8) -> (Interval, u8) {
    let pig = Pig(points);
    let mut odds = Odds::of_winning();
    let solution = odds.solve(&pig, &pig.start(), &Budget::default());
    assert_eq!(solution.stopped, None, "two players of Pig have few positions");
    let holds = |total: &u8| {
        let state = State { total: *total, ..pig.start() };
        odds.best_moves(&pig, &state).contains(&Move::Hold)
    };
    (solution.value, (2..points).find(holds).unwrap_or(points))
}

#[expect(clippy::print_stdout, reason = "an example is a program")]
fn main() {
    let (Interval { lower, upper }, hold) = solve(100);
    println!("The first player wins with a probability from {lower:.15} to {upper:.15},");
    println!("and should hold at {hold} in the first turn.");
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_search::Mcts;

    #[test]
    fn the_known_value_is_proved() {
        let (value, hold) = solve(100);
        assert!(value.width() < 1e-9, "{value:?}");
        assert!((value.middle() - 0.530_592_725_274).abs() < 1e-9, "{value:?}");
        assert_eq!(hold, 21);
    }

    #[test]
    fn tree_search_rolls_and_holds_nearly_as_well() {
        let pig = Pig(50);
        let mut odds = Odds::of_winning();
        odds.reach(&pig, &pig.start(), &Budget::default()).expect("few positions");
        let search = Mcts::of_winning().rolling().playouts(10_000);
        let value = |state: &State| odds.interval(&pig, state).expect("it was solved").middle();
        let (mut given_away, mut by_a_coin, mut seed) = (0.0, 0.0, 0);
        for banked in [[0, 0], [20, 30], [40, 25], [35, 44]] {
            for player in Player::BOTH {
                for total in [4, 9, 14] {
                    let state = State { banked, total, player, rolling: false };
                    if pig.node(&state).chooser().is_none() {
                        continue;
                    }
                    seed += 1;
                    let found = search.solve(&pig, &state, seed, &Budget::default());
                    let best = found.best.expect("there are two moves");
                    let away = |mv: Move| (value(&state) - value(&pig.play(&state, mv))).abs();
                    given_away += away(best);
                    by_a_coin += f64::midpoint(away(Move::Roll), away(Move::Hold));
                }
            }
        }
        // In all 21 positions together.
        assert_eq!(seed, 21);
        assert!(given_away < 0.2 && given_away < by_a_coin / 10.0, "{given_away} {by_a_coin}");
    }

    #[test]
    fn a_short_game_is_lawful() {
        outplay_game::laws::check_chance(&Pig(10), 10_000).expect("Pig obeys the laws");
    }
}
