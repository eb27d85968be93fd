//! Every match-up of the arena, solved from the rules file and by a program written for it alone
//! (`by_hand`): `cargo bench --bench arena`.
//!
//! `-- --quick` stops after 100 hp and sp, `-- 600` goes on to 600 without the other program, and
//! `ARENA_PAIR=mv` before it asks for one match-up at that size alone. Values must agree with those
//! that are known, and with the other program wherever that comes to an end within [`BY_HAND`]
//! positions; above 400 a match-up has a minute and 60 million states. The time is that of everything
//! after the rules are compiled; nodes are what alpha-beta expands for the value alone, a figure
//! without noise. The ratio is the other program's time by ours: above 1 we are faster;
//! what takes little time is timed ten times more, by both, and the shortest counts. Random games
//! are then played by both from the same seeds.

mod by_hand;

use std::time::Instant;

use outplay::duel::order::Order;
use outplay::duel::{Duel, Fight, Visitor};
use outplay::game::{Game, Player};
use outplay::lab::{Random, playout};
use outplay::search::AlphaBeta;
use outplay::{Budget, Source};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use by_hand::Kind;

const FIGHTERS: [&str; 4] = ["mage", "rogue", "vampire", "sorcerer"];
const ORDERS: [&str; 2] = ["queue", "restricted-queue"];

/// The other program looks into no more positions than this.
const BY_HAND: u64 = 3_000_000;

/// So many random games of each match-up.
const GAMES: u64 = 2000;

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

/// The same by the other program: the value if it came to an end, nodes, seconds.
fn solve_by_hand(kinds: [Kind; 2], restricted: bool, size: i32) -> (Option<i32>, u64, f64) {
    let begin = Instant::now();
    let (value, nodes) = if restricted {
        let mut fight = by_hand::Fight::<true>::new(kinds, BY_HAND);
        (fight.value(size), fight.nodes)
    } else {
        let mut fight = by_hand::Fight::<false>::new(kinds, BY_HAND);
        (fight.value(size), fight.nodes)
    };
    (value, nodes, begin.elapsed().as_secs_f64())
}

/// What takes little time is timed more often, and the shortest counts: the first time, memory and
/// code are fetched for both programs.
fn best_of<T>(run: impl Fn() -> T, seconds: impl Fn(&T) -> f64) -> T {
    let mut best = run();
    for _ in 0..if seconds(&best) < 0.02 { 10 } else { 0 } {
        let next = run();
        if seconds(&next) < seconds(&best) {
            best = next;
        }
    }
    best
}

/// Random games: what they were worth to player 1 in all, how many actions they took, and the time.
struct Play;

type Played = (i64, u64, f64);

impl Visitor for Play {
    type Output = Played;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Played {
        let begin = Instant::now();
        let (mut one, mut two) = (Random::new(Player::One), Random::new(Player::Two));
        let (mut margin, mut actions) = (0, 0);
        for seed in 1..=GAMES {
            let styles: [&mut dyn outplay::lab::Style<_>; 2] = [&mut one, &mut two];
            let start = duel.start();
            let played = playout(duel, &start, styles, seed, 100_000, &Budget::UNLIMITED);
            let played = played.expect("nothing stops it");
            margin += played.margin;
            actions += played.actions;
        }
        (margin, actions, begin.elapsed().as_secs_f64())
    }
}

/// The same games by the other program.
fn play_by_hand(kinds: [Kind; 2], restricted: bool) -> Played {
    let begin = Instant::now();
    let (mut margin, mut actions) = (0, 0);
    for seed in 1..=GAMES {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut generators = [1, 2].map(|stream| {
            let mut generator = ChaCha8Rng::from_seed(key);
            generator.set_stream(stream);
            generator
        });
        // One or two moves: no word is ever thrown away.
        let below = |player: usize, bound: u32| {
            ((u64::from(generators[player].next_u32()) * u64::from(bound)) >> 32) as u32
        };
        let (worth, taken) = if restricted {
            by_hand::Fight::<true>::new(kinds, 0).random_game(100, below)
        } else {
            by_hand::Fight::<false>::new(kinds, 0).random_game(100, below)
        };
        margin += i64::from(worth);
        actions += taken;
    }
    (margin, actions, begin.elapsed().as_secs_f64())
}

/// The table of a match-up at some size.
fn open(one: &str, two: &str, order: &str, size: u32) -> outplay::Table {
    let mut source = Source::game("arena").order(order).sides(one, two);
    for path in ["p1.hp", "p1.sp", "p2.hp", "p2.sp"] {
        source = source.set(format!("{path}={size}"));
    }
    source.open().expect("its rules are right")
}

#[expect(clippy::print_stdout, reason = "a bench is a program")]
#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn main() {
    let largest = std::env::args().find_map(|text| text.parse::<u32>().ok());
    let quick = std::env::args().any(|text| text == "--quick");
    let wanted = std::env::var("ARENA_PAIR").unwrap_or_default();
    let sizes = if quick { &[100][..] } else { &[100, 200, 400] };
    for size in sizes.iter().copied().chain(largest.filter(|&size| size > 400)) {
        if !wanted.is_empty() && largest.is_some_and(|largest| largest != size) {
            continue;
        }
        println!(
            "{size} hp and sp\n{:<24}{:>14}{:>12}{:>12}{:>10}{:>18}{:>10}",
            "", "value", "nodes", "ms", "MB", "nodes by hand", "ratio"
        );
        let (mut seconds, mut most) = ([0.0, 0.0], 0);
        for (index, order) in ORDERS.into_iter().enumerate() {
            for (one, two) in (0..16).map(|pair| (pair / 4, pair % 4)) {
                let pair = format!("{}{}", &FIGHTERS[one][..1], &FIGHTERS[two][..1]);
                if !wanted.is_empty() && wanted != pair {
                    continue;
                }
                let table = open(FIGHTERS[one], FIGHTERS[two], order, size);
                let fight = table.fight().expect("the arena is a fight");
                let found = best_of(|| fight.visit(Solve), |found| found.seconds);
                if size == 100 {
                    let known = KNOWN.iter().find(|(keys, _)| *keys == pair);
                    assert!(
                        known.is_none_or(
                            |(_, values)| found.bounds == (values[index], values[index])
                        )
                    );
                }
                let other = (size <= 400).then(|| {
                    let kinds = [Kind::ALL[one], Kind::ALL[two]];
                    let size = i32::try_from(size).expect("a small size");
                    let (value, nodes, by_hand) =
                        best_of(|| solve_by_hand(kinds, index == 1, size), |found| found.2);
                    if let Some(value) = value.map(i64::from) {
                        assert_eq!(found.bounds, (value, value), "{pair} {order} {size}");
                    }
                    let sign = if value.is_none() { ">" } else { "" };
                    let ratio = format!("{sign}{:.2}", by_hand / found.seconds);
                    format!("{:>18}{ratio:>10}", format!("{sign}{nodes}"))
                });
                seconds[index] += found.seconds;
                most = most.max(found.nodes);
                println!(
                    "{:<24}{:>14}{:>12}{:>12.3}{:>10.1}{}",
                    format!(
                        "{} {} {}",
                        FIGHTERS[one],
                        FIGHTERS[two],
                        if index == 0 { "" } else { "restricted" }
                    ),
                    match found.bounds {
                        (value, most) if value == most => value.to_string(),
                        (least, most) => format!("{least} to {most}"),
                    },
                    found.nodes,
                    found.seconds * 1e3,
                    found.bytes as f64 / 1e6,
                    other.unwrap_or_default()
                );
            }
        }
        let [queue, restricted] = seconds.map(|seconds| seconds * 1e3);
        println!("all: queue {queue:.1} ms, restricted {restricted:.1} ms, at most {most} nodes\n");
    }
    if wanted.is_empty() {
        random_games();
    }
}

#[expect(clippy::print_stdout, reason = "a bench is a program")]
#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn random_games() {
    println!("{GAMES} random games each: ns an action, by hand, ratio");
    for (index, order) in ORDERS.into_iter().enumerate() {
        for (one, two) in (0..16).map(|pair| (pair / 4, pair % 4)) {
            let table = open(FIGHTERS[one], FIGHTERS[two], order, 100);
            let ours = table.fight().expect("the arena is a fight").visit(Play);
            let other = play_by_hand([Kind::ALL[one], Kind::ALL[two]], index == 1);
            assert_eq!((ours.0, ours.1), (other.0, other.1), "the same seeds are the same games");
            let each = |(_, actions, seconds): Played| seconds * 1e9 / actions as f64;
            let name = format!("{} {} {order}", FIGHTERS[one], FIGHTERS[two]);
            println!("{name:<36}{:>8.1}{:>8.1}{:>8.2}", each(ours), each(other), other.2 / ours.2);
        }
    }
}
