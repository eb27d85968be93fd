//! What is said of every position, against following every line and solving every position without some
//! of the moves, on random games written as strings.

use outplay_game::sketch::Sketch;
use outplay_game::{Budget, Game, MinCost, Node, Player, ZeroSum};
use proptest::prelude::*;

use crate::reference::brute;
use crate::tests::sketches as priced;
use crate::zero_sum::tests::sketches as valued;
use crate::{Costs, Every, Lines, Need, all_lines, retrograde};

/// A game in which a player never makes the move of this number.
struct Fewer<'a> {
    game: &'a Sketch,
    player: Player,
    never: usize,
}

impl Game for Fewer<'_> {
    type State = usize;
    type Move = usize;
    fn start(&self) -> usize {
        self.game.start()
    }
    fn node(&self, state: &usize) -> Node {
        self.game.node(state)
    }
    fn moves(&self, state: &usize, out: &mut Vec<usize>) {
        self.game.moves(state, out);
        if self.game.node(state).chooser() == Some(self.player) {
            out.retain(|&mv| mv != self.never);
        }
    }
    fn play(&self, state: &usize, mv: usize) -> usize {
        self.game.play(state, mv)
    }
}

impl MinCost for Fewer<'_> {
    fn cost(&self, state: &usize, mv: usize) -> u64 {
        self.game.cost(state, mv)
    }
    fn is_goal(&self, state: &usize) -> bool {
        self.game.is_goal(state)
    }
    fn contested(&self) -> bool {
        self.game.contested()
    }
}

impl ZeroSum for Fewer<'_> {
    fn payoff(&self, state: &usize) -> i64 {
        self.game.payoff(state)
    }
}

/// Lines of moves, each with who chose it.
type Told = Vec<Vec<(Option<Player>, usize)>>;

/// Every line of best moves that ends and comes back to no position.
fn best_lines(game: &Sketch, every: &Every<Sketch>, cost: impl Fn(&usize, usize) -> i64) -> Told {
    let states: Vec<usize> = every.states().copied().collect();
    let value = |state: usize| {
        every.value(states.iter().position(|&other| other == state).expect("it was reached"))
    };
    let (mut found, mut open) = (Vec::new(), vec![(vec![game.start()], Vec::new())]);
    while let Some((path, line)) = open.pop() {
        let here = path[path.len() - 1];
        let mut moves = Vec::new();
        game.moves(&here, &mut moves);
        if moves.is_empty() && value(here).is_some() {
            found.push(line);
            continue;
        }
        for mv in moves {
            let next = game.play(&here, mv);
            let kept = value(next).map(|there| there + cost(&here, mv));
            if kept.is_some() && kept == value(here) && !path.contains(&next) {
                let path = path.iter().copied().chain([next]).collect();
                let made = (game.node(&here).chooser(), mv);
                open.push((path, line.iter().copied().chain([made]).collect()));
            }
        }
    }
    found
}

/// Groups: the first three moves of either player.
fn group(player: Player, mv: usize) -> Option<usize> {
    (mv < 3).then_some(3 * player.index() + mv)
}

fn check_lines(lines: &Lines, told: &Told) -> Result<(), TestCaseError> {
    prop_assert_eq!(lines.count.exact, Some(told.len() as u128));
    for number in 0..6 {
        let is_one =
            |(who, mv): &&(Option<Player>, usize)| who.and_then(|w| group(w, *mv)) == Some(number);
        let uses = told.iter().map(|line| line.iter().filter(is_one).count());
        let with = uses.clone().filter(|&uses| uses > 0).count();
        prop_assert_eq!(lines.with[number].exact, Some(with as u128));
        prop_assert_eq!(lines.uses[number].exact, Some(uses.sum::<usize>() as u128));
    }
    Ok(())
}

/// What is said of a move against the values without it.
fn check_need(
    game: &Sketch,
    every: &Every<Sketch>,
    values: impl Fn(&Fewer, &[usize]) -> Vec<Option<i64>>,
) -> Result<(), TestCaseError> {
    let states: Vec<usize> = every.states().copied().collect();
    for player in Player::BOTH {
        for never in 0..3 {
            let need = every.need(None, |who, mv| who == player && mv == never);
            if need == Need::Unclear {
                continue;
            }
            let without = values(&Fewer { game, player, never }, &states);
            let changed = (0..states.len()).any(|place| without[place] != every.value(place));
            prop_assert_eq!(changed, need != Need::Nowhere, "{:?} {}", player, never);
            if let Need::Here(place) = need {
                prop_assert_ne!(without[place], every.value(place));
                let line = every.way_to(place);
                let there = line.iter().fold(game.start(), |state, &mv| game.play(&state, mv));
                prop_assert_eq!(there, states[place]);
            }
        }
    }
    Ok(())
}

fn values<G: Game>(every: &Every<G>, count: usize) -> Vec<Option<i64>> {
    (0..count).map(|place| every.value(place)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn prices_are_those_of_every_position(text in priced(true)) {
        let game: Sketch = text.parse().unwrap();
        let every = Every::by_cost(&game, &[game.start()], &Budget::UNLIMITED).unwrap();
        let mut told_all = true;
        for (place, state) in every.states().enumerate() {
            let budget = Budget { states: 20_000, ..Budget::UNLIMITED };
            let truth = brute(&game, state, None, &budget);
            if truth.stopped.is_none() {
                let cost = truth.cost.map(|cost| i64::try_from(cost).unwrap());
                prop_assert_eq!(every.value(place), cost);
            } else {
                told_all = false;
            }
        }
        let lines = every.lines(6, group).unwrap();
        let cost = |state: &usize, mv| i64::try_from(game.cost(state, mv)).unwrap();
        let told = best_lines(&game, &every, cost);
        check_lines(&lines, &told)?;
        if told_all {
            let all = all_lines(&game, &game.start(), 1000, &mut Costs::default(), &Budget::default());
            if all.complete {
                prop_assert_eq!(all.lines.len(), told.len());
            }
        }
        check_need(&game, &every, |fewer, states| {
            values(&Every::by_cost(fewer, states, &Budget::UNLIMITED).unwrap(), states.len())
        })?;
    }

    #[test]
    fn values_are_those_of_every_position(text in prop_oneof![valued(true), valued(false)]) {
        let game: Sketch = text.parse().unwrap();
        let every = Every::by_value(&game, &[game.start()], &Budget::UNLIMITED).unwrap();
        for (place, state) in every.states().enumerate() {
            let truth = retrograde(&game, state, &Budget::UNLIMITED);
            prop_assert_eq!(every.value(place), truth.value());
        }
        check_lines(&every.lines(6, group).unwrap(), &best_lines(&game, &every, |_, _| 0))?;
        check_need(&game, &every, |fewer, states| {
            values(&Every::by_value(fewer, states, &Budget::UNLIMITED).unwrap(), states.len())
        })?;
    }
}

/// Two ways at each of so many steps, of which the first is made half of the time.
fn doubling(steps: usize) -> Sketch {
    let step = |step: usize| match step + 1 {
        next if next < steps => format!("s{step}: 1 s{next}, 1 s{next}\n"),
        _ => format!("s{step}: 1 win, 1 win\n"),
    };
    (0..steps).map(step).collect::<String>().parse().unwrap()
}

#[test]
fn more_lines_than_can_be_listed_are_counted() {
    let count = |steps| {
        let game = doubling(steps);
        let every = Every::by_cost(&game, &[0], &Budget::UNLIMITED).unwrap();
        every.lines(6, group).unwrap()
    };
    let lines = count(100);
    assert_eq!(lines.count.exact, Some(1 << 100));
    assert_eq!(lines.with[0].exact, Some((1 << 100) - 1));
    assert!((lines.uses[0].part_of(lines.count) - 50.0).abs() < 1e-9);
    // Beyond all whole numbers it is about so many.
    let lines = count(200);
    assert_eq!(lines.count.exact, None);
    assert!((lines.count.near / 2_f64.powi(200) - 1.0).abs() < 1e-9);
    assert!((lines.uses[1].part_of(lines.count) - 100.0).abs() < 1e-9);
}

#[test]
fn a_limit_stops_it() {
    let budget = Budget { states: 50, ..Budget::UNLIMITED };
    assert!(Every::by_cost(&doubling(100), &[0], &budget).is_err());
    assert!(Every::by_value(&doubling(100), &[0], &budget).is_err());
}
