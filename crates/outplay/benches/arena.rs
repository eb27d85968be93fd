//! Every match-up of the arena, solved from the rules file: `cargo bench --bench arena`.
//!
//! `cargo bench --bench arena -- 600` goes on to 600 hp and sp, and `ARENA_PAIR=mv` before it asks for
//! one match-up at that size alone. The values at 100/100 that are known are asserted; above 400 a
//! match-up has a minute and 60 million states. The time is that of everything after the rules are
//! compiled; nodes are what alpha-beta expands for the value alone, a figure without noise.

use std::time::Instant;

use outplay::duel::order::Order;
use outplay::duel::{Duel, Fight, Visitor};
use outplay::game::Game;
use outplay::search::AlphaBeta;
use outplay::{Budget, Source};

const FIGHTERS: [&str; 4] = ["mage", "rogue", "vampire", "sorcerer"];

/// Known values at 100/100: the fighters by their keys, and the value in either queue.
const KNOWN: [(&str, [i64; 2]); 8] = [
    ("mm", [8, 8]),
    ("mr", [-10, 16]),
    ("mv", [-75, -75]),
    ("rm", [30, 10]),
    ("rr", [30, 10]),
    ("vr", [132, 132]),
    ("vv", [0, 0]),
    ("sv", [-90, -90]),
];

struct Solve;

struct Figures {
    /// The same, unless a limit stopped it.
    bounds: (i64, i64),
    nodes: u64,
    bytes: u64,
    seconds: f64,
}

impl Visitor for Solve {
    type Output = Figures;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Figures {
        let begin = Instant::now();
        let duel = duel.without_unreached_places();
        let mut search = AlphaBeta::new();
        let budget = Budget { states: 60_000_000, ..Budget::default() }.seconds(60.0);
        // A limit leaves bounds.
        let _ = search.value(&duel, &duel.start(), &budget);
        let bounds = search.bounds(&duel, &duel.start());
        let stats = search.stats();
        let seconds = begin.elapsed().as_secs_f64();
        Figures { bounds, nodes: stats.expanded, bytes: stats.peak_bytes, seconds }
    }
}

#[expect(clippy::print_stdout, reason = "a bench is a program")]
#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn main() {
    let largest = std::env::args().find_map(|text| text.parse::<u32>().ok());
    let wanted = std::env::var("ARENA_PAIR").unwrap_or_default();
    for size in [100, 200, 400].into_iter().chain(largest.filter(|&size| size > 400)) {
        if !wanted.is_empty() && largest.is_some_and(|largest| largest != size) {
            continue;
        }
        println!(
            "{size} hp and sp\n{:<24}{:>14}{:>12}{:>12}{:>10}",
            "", "value", "nodes", "ms", "MB"
        );
        let (mut seconds, mut most) = ([0.0, 0.0], 0);
        for (index, order) in ["queue", "restricted-queue"].into_iter().enumerate() {
            for (one, two) in FIGHTERS.iter().flat_map(|one| FIGHTERS.map(|two| (*one, two))) {
                let pair = format!("{}{}", &one[..1], &two[..1]);
                if !wanted.is_empty() && wanted != pair {
                    continue;
                }
                let mut source = Source::game("arena").order(order).sides(one, two);
                for path in ["p1.hp", "p1.sp", "p2.hp", "p2.sp"] {
                    source = source.set(format!("{path}={size}"));
                }
                let table = source.open().expect("its rules are right");
                let found = table.fight().expect("the arena is a fight").visit(Solve);
                if size == 100 {
                    let known = KNOWN.iter().find(|(keys, _)| *keys == pair);
                    assert!(
                        known.is_none_or(
                            |(_, values)| found.bounds == (values[index], values[index])
                        )
                    );
                }
                seconds[index] += found.seconds;
                most = most.max(found.nodes);
                println!(
                    "{:<24}{:>14}{:>12}{:>12.3}{:>10.1}",
                    format!("{one} {two} {}", if index == 0 { "" } else { "restricted" }),
                    match found.bounds {
                        (value, most) if value == most => value.to_string(),
                        (least, most) => format!("{least} to {most}"),
                    },
                    found.nodes,
                    found.seconds * 1e3,
                    found.bytes as f64 / 1e6
                );
            }
        }
        let [queue, restricted] = seconds.map(|seconds| seconds * 1e3);
        println!("all: queue {queue:.1} ms, restricted {restricted:.1} ms, at most {most} nodes\n");
    }
}
