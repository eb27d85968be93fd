//! Searches that compare states against those that do not, on random games of purses: who has more
//! in theirs can do all that they could with less.

use outplay_game::{Budget, Game, MinCost, Node, Player, ZeroSum};
use proptest::prelude::*;

use crate::{Algorithm, AndOr, Oracle, astar_comparing_from, retrograde, solve};

/// Places to be at, and a purse for each player.
#[derive(Clone, Debug)]
struct Purses {
    places: Vec<Place>,
    contested: bool,
}

#[derive(Clone, Debug)]
struct Place {
    player: Player,
    /// What it is worth to end here, if it is an end.
    end: Option<i64>,
    /// Where to go, what the mover pays for it, what they gain, and what it costs player 1. The
    /// first is free.
    moves: Vec<(usize, i32, i32, u64)>,
}

/// A place and the purses of both.
type At = (usize, i32, i32);

const MOST: i32 = 5;

impl Game for Purses {
    type State = At;
    type Move = usize;
    fn start(&self) -> At {
        (0, 2, 2)
    }
    fn node(&self, &(place, ..): &At) -> Node {
        let place = &self.places[place];
        match place.end {
            Some(_) => Node::End,
            None if !self.contested => Node::Max,
            None => Node::of(place.player),
        }
    }
    fn moves(&self, state: &At, out: &mut Vec<usize>) {
        let place = &self.places[state.0];
        if place.end.is_none() {
            let purse = if place.player == Player::One { state.1 } else { state.2 };
            out.extend((0..place.moves.len()).filter(|&mv| place.moves[mv].1 <= purse));
        }
    }
    fn play(&self, state: &At, mv: usize) -> At {
        let place = &self.places[state.0];
        let (next, pays, gains, _) = place.moves[mv];
        let change = |purse: i32| (purse - pays + gains).min(MOST);
        match place.player {
            Player::One => (next, change(state.1), state.2),
            Player::Two => (next, state.1, change(state.2)),
        }
    }
    fn merits(&self, &(place, one, two): &At, out: &mut Vec<i32>) -> Option<At> {
        out.push(one);
        // Where player 1 plays for both, either purse is theirs.
        out.push(if self.contested { -two } else { two });
        Some((place, 0, 0))
    }
}

impl ZeroSum for Purses {
    fn payoff(&self, &(place, one, two): &At) -> i64 {
        self.places[place].end.unwrap_or(0) + i64::from(one - two)
    }
}

impl MinCost for Purses {
    fn cost(&self, state: &At, mv: usize) -> u64 {
        self.places[state.0].moves[mv].3
    }
    fn is_goal(&self, &(place, ..): &At) -> bool {
        self.places[place].end.is_some_and(|end| end > 0)
    }
    fn contested(&self) -> bool {
        self.contested
    }
}

fn games(contested: bool) -> impl Strategy<Value = Purses> {
    let one_move = (0_usize..100, 0..4, 0..3, 0_u64..4);
    let place = (any::<bool>(), 0_u8..5, -4_i64..5, prop::collection::vec(one_move, 1..4));
    prop::collection::vec(place, 2..9).prop_map(move |places| {
        let count = places.len();
        let places = places.into_iter().enumerate().map(|(index, (one, kind, end, mut moves))| {
            moves[0].1 = 0;
            for mv in &mut moves {
                mv.0 %= count;
            }
            let player = if one { Player::One } else { Player::Two };
            Place { player, end: (kind == 0 && index > 0).then_some(end), moves }
        });
        Purses { places: places.collect(), contested }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn two_sides_get_the_value_that_a_search_without_comparing_finds(game in games(true)) {
        let from = game.start();
        let truth = retrograde(&game, &from, &Budget::UNLIMITED);
        let mut oracle = Oracle::empty(&game).with_effort(100_000);
        let (found, _) = oracle.solve(&game, &from, &Budget::UNLIMITED);
        prop_assert_eq!((found.value(), found.stopped), (truth.value(), None));
        let mut state = from;
        for &mv in &found.line {
            state = game.play(&state, mv);
            let here = retrograde(&game, &state, &Budget::UNLIMITED);
            prop_assert_eq!(here.value(), truth.value());
        }
        prop_assert!(found.returns_to.is_some() || game.node(&state) == Node::End);
    }

    #[test]
    fn the_cheapest_win_is_that_of_a_search_without_comparing(
        game in prop_oneof![games(true), games(false)],
    ) {
        let from = game.start();
        let truth = solve(&game, &from, Algorithm::Dijkstra, None, &Budget::UNLIMITED);
        let mut and_or = AndOr::new().comparing_from(0);
        let mut all = vec![and_or.solve(&game, &from, None, &Budget::UNLIMITED)];
        if !game.contested {
            all.extend([1, 2, 5].map(|states| {
                astar_comparing_from(states, &game, &from, None, &Budget::UNLIMITED)
            }));
        }
        for found in all {
            prop_assert_eq!(found.cost, truth.cost);
            let (mut state, mut cost) = (from, 0);
            for &mv in &found.line {
                cost += game.cost(&state, mv);
                state = game.play(&state, mv);
            }
            prop_assert!(found.cost.is_none() || game.is_goal(&state) && found.cost == Some(cost));
        }
    }
}

/// Player 1 saves until they can pay. That a full purse wins is forgotten once it is known that an
/// empty one does, which goes through the full one.
#[test]
fn a_win_that_is_known_by_comparing_has_a_line() {
    let place = |player, end, moves: &[(usize, i32, i32, u64)]| Place {
        player,
        end,
        moves: moves.to_vec(),
    };
    let game = Purses {
        places: vec![
            place(Player::Two, None, &[(1, 0, 1, 1), (1, 0, 0, 2)]),
            place(Player::One, None, &[(1, 0, 1, 0), (2, 3, 0, 0)]),
            place(Player::Two, Some(1), &[(0, 0, 0, 0)]),
        ],
        contested: true,
    };
    for compares_from in [0, 1, 2, 3, u64::MAX] {
        let mut search = AndOr::new().comparing_from(compares_from);
        let found = search.solve(&game, &game.start(), None, &Budget::UNLIMITED);
        assert_eq!((found.cost, found.line, found.stopped), (Some(2), vec![1, 0, 1], None));
    }
}
