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

    #[test]
    fn the_known_value_is_proved() {
        let (value, hold) = solve(100);
        assert!(value.width() < 1e-9, "{value:?}");
        assert!((value.middle() - 0.530_592_725_274).abs() < 1e-9, "{value:?}");
        assert_eq!(hold, 21);
    }

    #[test]
    fn a_short_game_is_lawful() {
        outplay_game::laws::check_chance(&Pig(10), 10_000).expect("Pig obeys the laws");
    }
}
