//! A tiny game written as a string, for testing searches without any rules in the way.
//!
//! One state a line: its name, a colon, and its moves, each a cost and the state it leads to. The
//! first line is the start. `name?` is a choice of player 2, `name!` with one move is forced,
//! `name~` is a roll of the dice, in which `3x0 other` is a result three times as likely as `0 other`
//! (and costs 0), and a bare `name:` is a dead end that player 1 has lost. `win` is
//! the goal. Loops are welcome.
//! For two sides, `name = 5` is a finished state worth 5 to player 1 (and no goal); a dead end is
//! worth -1 and `win` is worth 1.
//!
//! ```
//! use outplay_game::{Game, MinCost, sketch::Sketch};
//! let game: Sketch = "start: 5 win, 1 other?\nother?: 0 win, 0 start".parse().unwrap();
//! assert!(game.contested());
//! assert!(game.is_goal(&game.play(&game.start(), 0)));
//! ```

use std::fmt;
use std::str::FromStr;

use rustc_hash::FxHashMap;

use crate::{Chance, Game, MinCost, Node, Player, Versus, ZeroSum, is_acyclic};

/// A game that was written as a string; see the [module](self).
#[derive(Clone, Debug)]
pub struct Sketch {
    places: Vec<Place>,
    acyclic: bool,
}

#[derive(Clone, Debug)]
struct Place {
    node: Node,
    payoff: i64,
    moves: Vec<(u64, usize)>,
    /// How likely each of the moves is, where the dice pick.
    weights: Vec<u64>,
}

impl Place {
    /// A finished game.
    const fn end(payoff: i64) -> Self {
        Self { node: Node::End, payoff, moves: Vec::new(), weights: Vec::new() }
    }
}

/// Why a string is not a [`Sketch`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SketchError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for SketchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for SketchError {}

impl FromStr for Sketch {
    type Err = SketchError;

    fn from_str(text: &str) -> Result<Self, SketchError> {
        let lines: Vec<_> = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty())
            .collect();
        let fault = |line, what: String| SketchError { line, what };
        let mut names = Vec::new();
        for &(number, line) in &lines {
            let (name, _) = line.split_once([':', '=']).ok_or_else(|| {
                fault(number, "expected `name: moves` or `name = payoff`".to_owned())
            })?;
            names.push(name.trim());
        }
        if names.is_empty() {
            return Err(fault(1, "expected at least one state".to_owned()));
        }
        let goal = names.len();
        let numbers: FxHashMap<&str, usize> =
            names.iter().enumerate().rev().map(|(place, name)| (*name, place)).collect();
        let mut places = Vec::new();
        for (&(number, line), name) in lines.iter().zip(&names) {
            let (_, rest) = line.split_once([':', '=']).expect("checked above");
            if line[name.len()..].trim_start().starts_with('=') {
                let payoff = rest.trim().parse().map_err(|_| {
                    fault(number, format!("`{}` is not a whole number", rest.trim()))
                })?;
                places.push(Place::end(payoff));
                continue;
            }
            let (mut moves, mut weights) = (Vec::new(), Vec::new());
            for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
                let (cost, target) = part
                    .split_once(' ')
                    .ok_or_else(|| fault(number, format!("expected `cost state`, got `{part}`")))?;
                let whole = |text: &str| {
                    text.parse::<u64>()
                        .map_err(|_| fault(number, format!("`{text}` is not a whole number")))
                };
                let (weight, cost) = match cost.split_once('x') {
                    Some(_) if !name.ends_with('~') => {
                        let what = format!("`{part}` has a weight, and no dice are rolled");
                        return Err(fault(number, what));
                    }
                    Some((weight, cost)) => (whole(weight)?, whole(cost)?),
                    None => (1, whole(cost)?),
                };
                weights.push(weight);
                let target = target.trim();
                let target = if target == "win" {
                    goal
                } else {
                    *numbers
                        .get(target)
                        .ok_or_else(|| fault(number, format!("no state is called `{target}`")))?
                };
                moves.push((cost, target));
            }
            let node = match (moves.len(), name.chars().last()) {
                (0, _) => Node::End,
                (1, Some('!')) => Node::Single,
                (_, Some('?')) => Node::Min,
                (_, Some('~')) => Node::Mean,
                _ => Node::Max,
            };
            places.push(Place { node, payoff: -1, moves, weights });
        }
        places.push(Place::end(1));
        let next: Vec<Vec<usize>> = places
            .iter()
            .map(|place: &Place| place.moves.iter().map(|&(_, target)| target).collect())
            .collect();
        let acyclic = is_acyclic(&next);
        Ok(Self { places, acyclic })
    }
}

impl Game for Sketch {
    type State = usize;
    type Move = usize;

    fn start(&self) -> usize {
        0
    }

    fn node(&self, state: &usize) -> Node {
        self.places[*state].node
    }

    fn moves(&self, state: &usize, out: &mut Vec<usize>) {
        out.extend(0..self.places[*state].moves.len());
    }

    fn play(&self, state: &usize, mv: usize) -> usize {
        self.places[*state].moves[mv].1
    }
}

impl Chance for Sketch {
    fn weights(&self, state: &usize, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.places[*state].weights);
    }
}

impl MinCost for Sketch {
    fn cost(&self, state: &usize, mv: usize) -> u64 {
        self.places[*state].moves[mv].0
    }

    fn is_goal(&self, state: &usize) -> bool {
        *state + 1 == self.places.len()
    }

    fn contested(&self) -> bool {
        self.places.iter().any(|place| place.node == Node::Min && place.moves.len() > 1)
    }
}

impl Versus for Sketch {
    fn winner(&self, state: &usize) -> Option<Player> {
        let &Place { node, payoff, .. } = &self.places[*state];
        match node {
            Node::End if payoff > 0 => Some(Player::One),
            Node::End if payoff < 0 => Some(Player::Two),
            Node::End | Node::Max | Node::Min | Node::Mean | Node::Single => None,
        }
    }
}

impl ZeroSum for Sketch {
    fn payoff(&self, state: &usize) -> i64 {
        self.places[*state].payoff
    }

    fn is_acyclic(&self) -> bool {
        self.acyclic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_state_is_named_with_its_line() {
        let error = "a: 1 b\nb: 2 c".parse::<Sketch>().unwrap_err();
        assert_eq!(error.to_string(), "line 2: no state is called `c`");
    }

    #[test]
    fn payoffs_and_loops_are_told() {
        let game: Sketch = "a: 0 b, 0 win\nb = -7".parse().unwrap();
        assert_eq!([1, 2].map(|state| game.payoff(&state)), [-7, 1]);
        assert_eq!(game.winner(&1), Some(Player::Two));
        assert!(game.is_acyclic());
        let round: Sketch = "a: 0 b, 0 win\nb: 0 a".parse().unwrap();
        assert!(!round.is_acyclic());
        let error = "a = b: c".parse::<Sketch>().unwrap_err();
        assert_eq!(error.to_string(), "line 1: `b: c` is not a whole number");
    }

    #[test]
    fn the_laws_hold_for_a_sketch_with_loops_and_choices() {
        let game: Sketch = "a: 1 b?, 0 a\nb?: 0 a, 3 win, 1 c!\nc!: 2 d\nd:".parse().unwrap();
        crate::laws::check(&game, 100).unwrap();
        crate::laws::check_bound(&game, 100).unwrap();
    }

    #[test]
    fn a_roll_of_the_dice_is_written_with_a_tilde() {
        let game: Sketch = "a: 1 b~\nb~: 5x0 a, 3 win".parse().unwrap();
        assert_eq!([0, 1].map(|state| game.node(&state)), [Node::Max, Node::Mean]);
        let mut weights = Vec::new();
        game.weights(&1, &mut weights);
        assert_eq!((weights, game.cost(&1, 0), game.cost(&1, 1)), (vec![5, 1], 0, 3));
        let error = "a: 2x1 a".parse::<Sketch>().unwrap_err();
        assert_eq!(error.to_string(), "line 1: `2x1 a` has a weight, and no dice are rolled");
        assert!(!game.contested());
        assert_eq!(crate::laws::check(&game, 100), Ok(3));
        let law = "a game whose values are compared has no chance";
        assert_eq!(crate::laws::check_bound(&game, 100).unwrap_err().law, law);
        assert_eq!(crate::laws::check_zero_sum(&game, 100).unwrap_err().law, law);
    }

    #[test]
    fn every_mistake_is_named_with_its_line() {
        let wrong = |text: &str| text.parse::<Sketch>().unwrap_err().to_string();
        assert_eq!(wrong(" \n"), "line 1: expected at least one state");
        assert_eq!(wrong("a: 0 win\n\nb"), "line 3: expected `name: moves` or `name = payoff`");
        assert_eq!(wrong("a: win"), "line 1: expected `cost state`, got `win`");
        assert_eq!(wrong("a: 0 win\nb: y win"), "line 2: `y` is not a whole number");
        assert_eq!(wrong("a~: 1xx win"), "line 1: `x` is not a whole number");
        assert_eq!(wrong("a = 1.5"), "line 1: `1.5` is not a whole number");
    }

    #[test]
    fn every_kind_of_state_is_known_by_the_end_of_its_name() {
        let text =
            "a: 1 b?, 2 win\nb?: 3 c!\nc!: 4 d~\nd~: 2x5 e!, f\ne! : 1 a, 1 b?\nf = 0\ng:\na: 9 g";
        assert!(text.parse::<Sketch>().is_err());
        let game: Sketch = text.replace(", f\n", ", 6 f\n").parse().unwrap();
        // Of two states of one name moves lead to the first.
        let nodes: Vec<_> = (0..9).map(|state| game.node(&state)).collect();
        let wanted = [
            Node::Max,
            Node::Min,
            Node::Single,
            Node::Mean,
            Node::Max,
            Node::End,
            Node::End,
            Node::Max,
            Node::End,
        ];
        assert_eq!(nodes, wanted);
        assert_eq!((game.play(&4, 0), game.play(&0, 1), game.start()), (0, 8, 0));
        assert_eq!(
            [5, 6, 8].map(|state| game.winner(&state)),
            [None, Some(Player::Two), Some(Player::One)]
        );
        assert_eq!([0, 3].map(|state| game.winner(&state)), [None, None]);
        assert_eq!([5, 6, 7, 8].map(|state| game.is_goal(&state)), [false, false, false, true]);
        // Player 2 has one move only, so nothing is contested.
        assert!(!game.contested() && !game.is_acyclic());
        let contested: Sketch = "a?: 0 win, 0 b\nb:".parse().unwrap();
        assert!(contested.contested());
        let mut moves = vec![7];
        game.moves(&0, &mut moves);
        assert_eq!((moves, game.cost(&0, 1), game.payoff(&6)), (vec![7, 0, 1], 2, -1));
    }
}
