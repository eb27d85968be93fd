//! How near a goal comes: the same sketch with a gap for every state, and another on the way of some moves.

use outplay_game::sketch::Sketch;
use outplay_game::{Game, MinCost, Nearness, Node, Passage};
use outplay_search::Nearest;

use super::plain::{Plain, Way};
use super::{ALL, LIMITS, passed, within};

/// No gap: more than there is.
const NONE: i64 = i64::MAX;

struct Gaps<'a>(&'a Sketch);

impl Gaps<'_> {
    /// What is passed on a move, the state that it leads to included.
    fn gap_on(&self, state: usize, mv: usize) -> Option<i64> {
        let there = self.gap(&self.0.play(&state, mv));
        let way = i64::try_from((state * 5 + mv * 3) % 13).ok().filter(|gap| gap % 3 == 0);
        there.map_or(way, |there| Some(way.map_or(there, |way| way.min(there))))
    }
}

impl Game for Gaps<'_> {
    type State = usize;
    type Move = usize;
    fn start(&self) -> usize {
        self.0.start()
    }
    fn node(&self, state: &usize) -> Node {
        self.0.node(state)
    }
    fn moves(&self, state: &usize, out: &mut Vec<usize>) {
        self.0.moves(state, out);
    }
    fn play(&self, state: &usize, mv: usize) -> usize {
        self.0.play(state, mv)
    }
}

impl MinCost for Gaps<'_> {
    fn cost(&self, state: &usize, mv: usize) -> u64 {
        self.0.cost(state, mv)
    }
    fn is_goal(&self, state: &usize) -> bool {
        self.0.is_goal(state)
    }
    fn contested(&self) -> bool {
        self.0.contested()
    }
}

impl Nearness for Gaps<'_> {
    fn gap(&self, state: &usize) -> Option<i64> {
        (state % 4 != 1).then_some(i64::try_from(state * 7 % 11).unwrap_or(NONE))
    }
    fn play_measuring(&self, state: &usize, mv: usize) -> (usize, Passage) {
        (self.play(state, mv), Passage { gap: self.gap_on(*state, mv), rounds: 1 })
    }
}

pub(super) fn hold(plain: &Plain) {
    let game = Gaps(plain.game);
    #[expect(clippy::cast_precision_loss, reason = "gaps are small")]
    let worth = |gap: Option<i64>| gap.map_or(f64::NEG_INFINITY, |gap| 0.0 - gap as f64);
    let on = |way: &Way| worth(game.gap_on(way.from, way.mv));
    let moved = plain.ahead(|_| f64::NEG_INFINITY, |way, after| after.max(on(way)));
    let truth = gap(moved[0].max(worth(game.gap(&0))));
    for states in LIMITS {
        let found = Nearest::new().solve(&game, &0, &within(states));
        let told = || format!("{found:?} in {states}, but {truth}\n{plain:?}");
        assert!(found.gap >= truth && (found.stopped.is_none() || states < ALL), "{}", told());
        if found.stopped.is_none() {
            let passed = passed(plain, &found.line);
            let on_way = passed.iter().zip(&found.line).filter_map(|(&at, &mv)| game.gap_on(at, mv));
            let least = on_way.chain(game.gap(&0)).min().unwrap_or(NONE);
            assert!(found.gap == truth && least == truth, "{}", told());
        }
    }
    let told = Nearest::new().moves(&game, &0, &within(ALL));
    let told: Vec<_> = told.iter().flatten().map(|near| near.gap).collect();
    let each = plain.ways(0).iter().map(|way| gap(on(way).max(moved[way.next])));
    assert_eq!(told, each.collect::<Vec<_>>(), "{plain:?}");
}

#[expect(clippy::cast_possible_truncation, reason = "gaps are small, or none")]
fn gap(worth: f64) -> i64 {
    if worth == f64::NEG_INFINITY { NONE } else { 0 - worth as i64 }
}
