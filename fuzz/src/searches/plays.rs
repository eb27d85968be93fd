//! Games that are played: by the best moves that were found, by chance, and with little to spend.

use outplay_game::sketch::Sketch;
use outplay_game::{Chance, Game, MinCost, Node, Player};
use outplay_search::{AtMost, Course, Interval, Mcts, MctsSolution, Odds, distribution};

use super::chances::overlap;
use super::plain::Plain;
use super::{ALL, within};

/// Moves that are followed, and what may be left of the probability by then.
const LONGEST: u64 = 200;
const TAIL: f64 = 1e-12;
/// Playouts of a random search, and what it draws from.
const PLAYOUTS: u64 = 60;
const SEED: u64 = 17;

pub(super) fn hold(plain: &Plain) {
    let mut odds = Odds::of_winning();
    let found = odds.solve(plain.game, &0, &within(ALL));
    if found.stopped.is_none() {
        best_moves_win(plain, &odds, found.value);
    }
    at_random(plain);
    spending(plain);
}

/// Whoever plays the first best move wins as often as was promised.
fn best_moves_win(plain: &Plain, odds: &Odds<Sketch>, value: Interval) {
    let best = |state: &usize| odds.best_moves(plain.game, state).first().copied();
    let strategy = |state: &usize, out: &mut Vec<(usize, u64)>| {
        out.extend(best(state).map(|mv| (mv, 1)));
    };
    let won = |state: &usize| plain.winner(*state) == Some(Player::One);
    let spread = distribution(plain.game, &0, strategy, won, TAIL, LONGEST, &within(ALL));
    let spread = spread.unwrap_or_else(|stop| panic!("{stop:?}\n{plain:?}"));
    let wins = spread.ends.iter().find(|(won, _)| *won).map_or(0.0, |&(_, part)| part);
    let between = Interval { lower: wins, upper: wins + spread.missing };
    assert!(overlap(value, between), "{value:?}, but {spread:?}\n{plain:?}");
    let weigh = |state: &usize, moves: &[usize], out: &mut Vec<u64>| {
        match plain.node(*state) {
            Node::Mean => plain.game.weights(state, out),
            _ => out.extend(moves.iter().map(|&mv| u64::from(best(state) == Some(mv)))),
        }
        Ok(())
    };
    let price = |state: &usize, mv: usize| plain.game.cost(state, mv);
    let course = Course::follow(plain.game, &0, weigh, price, plain.count(), &within(ALL));
    let course = course.unwrap_or_else(|stop| panic!("{stop:?}\n{plain:?}")).expect("it has room");
    let likely = course.ending(won).likely;
    let same = overlap(value, likely) && overlap(likely, between);
    assert!(same, "{value:?}, but {likely:?} and {between:?}\n{plain:?}");
}

/// A random search proves nothing; what it says is possible, and adds up.
fn at_random(plain: &Plain) {
    let payoffs = || plain.states().filter(|&end| plain.node(end) == Node::End);
    let worth = payoffs().map(|end| plain.payoff(end));
    let (least, most) = worth.fold((0.0, 0.0), |(least, most): (f64, f64), payoff| {
        (least.min(payoff), most.max(payoff))
    });
    let asked: [(Mcts<Sketch>, f64, f64); 3] = [
        (Mcts::of_winning(), 0.0, 1.0),
        (Mcts::of_least_cost(), 0.0, 1.0),
        (Mcts::of_payoff(), least, most),
    ];
    for (search, least, most) in asked {
        let search = search.rolling().playouts(PLAYOUTS).longest(LONGEST);
        let found = search.solve(plain.game, &0, SEED, &within(ALL));
        assert!(adds_up(plain, &found, least, most), "{found:?}, {least} to {most}\n{plain:?}");
    }
}

fn adds_up(plain: &Plain, found: &MctsSolution<usize>, least: f64, most: f64) -> bool {
    let within = |value: f64| least <= value && value <= most;
    let visits: u64 = found.moves.iter().map(|tried| tried.visits).sum();
    let over = plain.node(0) == Node::End;
    let estimate = found.estimate.expect("some were played");
    found.stopped.is_none()
        && (over || visits == PLAYOUTS && found.playouts == PLAYOUTS)
        && found.moves.iter().map(|tried| tried.mv).eq(plain.ways(0).iter().map(|way| way.mv))
        && found.moves.iter().filter_map(|tried| tried.mean).all(within)
        && [estimate.low, estimate.mean, estimate.high].is_sorted()
        && within(estimate.low)
        && within(estimate.high)
        && found.best.is_some() == plain.node(0).chooser().is_some()
}

/// More to spend is never worse, and no better than all there is.
fn spending(plain: &Plain) {
    let all = Odds::of_goal().solve(plain.game, &0, &within(ALL));
    let mut before = 0.0;
    for most in [0, 2, 7] {
        let game = AtMost::new(plain.game, most);
        let found = Odds::of_goal().solve(&game, &game.start(), &within(ALL));
        let right = found.value.upper >= before && found.value.lower <= all.value.upper;
        assert!(right, "{found:?} with {most}, {before} with less, but {all:?}\n{plain:?}");
        before = found.value.lower;
    }
}
