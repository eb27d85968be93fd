//! The wizard's classic fights, timed: `cargo bench --bench wizard`.
//!
//! Every answer is asserted. The time of A* is that of everything after the rules are compiled: the
//! tables of the bound, and the search. The figure that matters is the ratio to Dijkstra in the
//! same run, and the number of states, which has no noise.

use std::hint::black_box;
use std::time::{Duration, Instant};

use outplay::duel::order::Order;
use outplay::duel::{Duel, Fight, Visitor};
use outplay::game::Game;
use outplay::search::{Solution, astar, dijkstra};
use outplay::{Budget, Source};

/// Boss hp and attack, and the least mana, normal and hard.
const FIGHTS: [(u32, u32, [u64; 2]); 3] =
    [(55, 8, [953, 1289]), (71, 10, [1824, 1937]), (58, 9, [1269, 1309])];

/// How long each figure is measured.
const TIME: Duration = Duration::from_millis(400);

struct Timed {
    guided: bool,
}

impl Visitor for Timed {
    type Output = (Option<u64>, u64);

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Self::Output {
        let search = if self.guided { astar } else { dijkstra };
        let Solution { cost, stats, .. } = search(duel, &duel.start(), None, &Budget::UNLIMITED);
        (cost, stats.expanded)
    }
}

/// The median time of something, in microseconds.
fn median(mut work: impl FnMut()) -> f64 {
    let (begin, mut times) = (Instant::now(), Vec::new());
    while begin.elapsed() < TIME {
        let start = Instant::now();
        work();
        times.push(start.elapsed().as_secs_f64() * 1e6);
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[expect(clippy::print_stdout, reason = "a bench is a program")]
fn main() {
    println!(
        "boss    mode     mana  astar states    astar us  dijkstra states  dijkstra us   ratio"
    );
    let (mut product, mut ratios) = (1.0, 1.0);
    for (hp, attack, answers) in FIGHTS {
        for (mode, answer) in ["normal", "hard"].into_iter().zip(answers) {
            let source = Source::game("wizard").mode(mode);
            let source = source.set(format!("boss.hp={hp}")).set(format!("boss.attack={attack}"));
            let table = source.open().expect("the wizard's rules are right");
            let fight = table.fight().expect("the wizard is a fight");
            let figures = [true, false].map(|guided| {
                let (cost, states) = fight.visit(Timed { guided });
                assert_eq!(cost, Some(answer), "{hp}/{attack} {mode}");
                let time = median(|| {
                    black_box(fight.visit(Timed { guided }));
                });
                (states, time)
            });
            let [(states, time), (plain_states, plain_time)] = figures;
            product *= time;
            ratios *= plain_time / time;
            println!(
                "{hp}/{attack:<4} {mode:<6} {answer:>6} {states:>13} {time:>11.1} {plain_states:>16} \
                 {plain_time:>12.1} {:>6.1}x",
                plain_time / time
            );
        }
    }
    let mean = f64::powf(product, 1.0 / 6.0);
    println!(
        "\ngeometric mean: {mean:.1} us a fight, {:.1} times faster than Dijkstra",
        f64::powf(ratios, 1.0 / 6.0)
    );
}
