//! A game of one's own in a few dozen lines: Nim in which stones cost.
//!
//! Two players take one to three stones in turn; whoever takes the last one wins. Player 1 pays a
//! coin for every stone they take and wants to win as cheaply as possible, whatever player 2 does.
//!
//! (A game that every view knows, not only the searches, is `crates/nim`.)
//!
//! Run it with `cargo run -p outplay --example own_game`; its test is part of the test suite.

use outplay::Budget;
use outplay::game::{Game, MinCost, Node, Player, Versus};
use outplay::search::{Algorithm, Solution, solve};

struct Nim {
    stones: u32,
}

impl Game for Nim {
    /// Stones left, and whose turn it is.
    type State = (u32, Player);
    /// How many to take.
    type Move = u32;

    fn start(&self) -> (u32, Player) {
        (self.stones, Player::One)
    }

    fn node(&self, &(stones, player): &(u32, Player)) -> Node {
        if stones == 0 { Node::End } else { Node::of(player) }
    }

    fn moves(&self, &(stones, _): &(u32, Player), out: &mut Vec<u32>) {
        out.extend(1..=stones.min(3));
    }

    fn play(&self, &(stones, player): &(u32, Player), take: u32) -> (u32, Player) {
        (stones - take, player.other())
    }
}

impl Versus for Nim {
    fn winner(&self, &(stones, player): &(u32, Player)) -> Option<Player> {
        // Whoever moved last took the last stone.
        (stones == 0).then_some(player.other())
    }
}

impl MinCost for Nim {
    fn cost(&self, &(_, player): &(u32, Player), take: u32) -> u64 {
        if player == Player::One { u64::from(take) } else { 0 }
    }

    fn is_goal(&self, state: &(u32, Player)) -> bool {
        self.winner(state) == Some(Player::One)
    }

    fn contested(&self) -> bool {
        true
    }
}

fn best(stones: u32, by: Algorithm) -> Solution<u32> {
    let nim = Nim { stones };
    solve(&nim, &nim.start(), by, None, &Budget::default())
}

#[expect(clippy::print_stdout, reason = "an example is a program")]
fn main() {
    for stones in 1..=12 {
        let solution = best(stones, Algorithm::Astar);
        match solution.cost {
            Some(coins) => println!("{stones:>2} stones: {coins} coins, {:?}", solution.line),
            None => println!("{stones:>2} stones: lost"),
        }
    }
}

#[test]
fn nim_obeys_the_laws_and_both_searches_agree() {
    let laws = outplay::game::laws::check_bound(&Nim { stones: 20 }, 1000);
    assert!(laws.is_ok(), "{laws:?}");
    for stones in 1..12 {
        let costs = [Algorithm::Astar, Algorithm::Brute].map(|by| best(stones, by).cost);
        assert_eq!(costs[0], costs[1]);
        assert_eq!(costs[0].is_none(), stones % 4 == 0);
    }
}
