//! All 28 pairs of `RPGLite` against all 28 from the rules file, beside the same written by hand, and
//! one team of three against ten others:
//! `cargo bench -p outplay-duel --bench rpglite` (`-- pairs` or `-- three` for one of both).

#![expect(clippy::print_stdout, reason = "a bench reports")]

#[path = "../../search/tests/dice/mod.rs"]
mod dice;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use dice::rpglite::{BETA, Fight as ByHand, LETTERS, pairs};
use outplay_duel::order::Order;
use outplay_duel::{Dice, Duel, Fight, Options, RulesFile, Visitor};
use outplay_game::{Budget, Chance, Game, Versus};
use outplay_search::{BothOdds, Interval, Odds, USUAL_WIDTH};
use outplay_text::{Problems, Sources};

/// Teams of three; the first meets all others.
const THREES: [&str; 11] =
    ["KAW", "KAR", "KAH", "KAM", "KAB", "KAG", "WRH", "WMB", "RHG", "RBG", "MBG"];

/// What came of a fight.
struct Found {
    value: Interval,
    places: usize,
    seconds: f64,
    bytes: u64,
}

/// Solves a fight for player 1.
struct Solve;

/// Solves a fight for both players.
struct SolveBoth;

impl Visitor for SolveBoth {
    type Output = [Found; 2];

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> [Found; 2] {
        let dice = Dice::new(duel);
        let began = Instant::now();
        let both = Odds::of_both(&dice, &dice.start(), USUAL_WIDTH, &Budget::UNLIMITED);
        let BothOdds { chances, stats } = both.expect("no limit stops it");
        let (seconds, bytes) = (began.elapsed().as_secs_f64(), stats.peak_bytes);
        let places = usize::try_from(stats.expanded).expect("few");
        chances.map(|value| Found { value, places, seconds, bytes })
    }
}

impl Visitor for Solve {
    type Output = Found;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> Found {
        solved(&Dice::new(duel))
    }
}

fn solved<G: Chance + Versus>(game: &G) -> Found {
    let began = Instant::now();
    let mut odds = Odds::of_winning();
    let solution = odds.solve(game, &game.start(), &Budget::UNLIMITED);
    let seconds = began.elapsed().as_secs_f64();
    assert_eq!(solution.stopped, None, "{:?}", solution.value);
    let bytes = solution.stats.peak_bytes;
    Found { value: solution.value, places: odds.places(), seconds, bytes }
}

/// The rules file, read.
struct Rules {
    sources: Sources,
    file: RulesFile,
}

impl Rules {
    fn read() -> Self {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let source = sources.add("rpglite.toml", include_str!("../../../rules/rpglite.toml"));
        let file = RulesFile::read(&sources, source, &mut problems);
        Self { sources, file }
    }

    fn solve(&self, one: &str, two: &str) -> Found {
        self.fight(one, two).visit(Solve)
    }

    fn fight(&self, one: &str, two: &str) -> Fight {
        let (mut sources, mut problems) = (self.sources.clone(), Problems::default());
        let size = format!("sides.size={}", one.len());
        let set = vec![sources.add("set", size)];
        let sides = [one, two].map(|side| Some(sources.add("side", side)));
        let options = Options { sides, set, ..Options::default() };
        let fight = self.file.fight(&sources, &options, &mut problems);
        fight.unwrap_or_else(|| panic!("{:?}", problems.into_sorted()))
    }
}

/// What all pairs come to against all.
type Matrix = BTreeMap<(String, String), Found>;

/// Asks for every cell, by so many threads.
fn matrix(threads: usize, solve: impl Fn(&str, &str) -> Found + Sync) -> (f64, Matrix) {
    cells(threads, |one, two| vec![((one.to_owned(), two.to_owned()), solve(one, two))])
}

/// The same, one fight for both directions.
fn both_ways(rules: &Rules, threads: usize) -> (f64, Matrix) {
    let places = |pair: &str| [0, 1].map(|index| LETTERS.find(&pair[index..=index]));
    cells(threads, |one, two| {
        if places(one) > places(two) {
            return Vec::new();
        }
        let [there, back] = rules.fight(one, two).visit(SolveBoth);
        let (one, two) = (one.to_owned(), two.to_owned());
        vec![((two.clone(), one.clone()), back), ((one, two), there)]
    })
}

/// What is found for every cell, by so many threads.
fn cells<C>(threads: usize, solve: C) -> (f64, Matrix)
where
    C: Fn(&str, &str) -> Vec<((String, String), Found)> + Sync,
{
    let pairs = pairs();
    let next = AtomicUsize::new(0);
    let began = Instant::now();
    let work = || {
        let mut own = Vec::new();
        loop {
            let cell = next.fetch_add(1, Ordering::Relaxed);
            let (Some(one), two) = (pairs.get(cell / pairs.len()), &pairs[cell % pairs.len()])
            else {
                return own;
            };
            own.extend(solve(one, two));
        }
    };
    let found = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no panic")).collect()
    });
    (began.elapsed().as_secs_f64(), found)
}

/// Each pair's worst enemy is the published one, at the published figure.
fn check(matrix: &Matrix) {
    let golden = include_str!("../../../golden/rpglite-beta.json");
    let golden: BTreeMap<String, (String, f64)> =
        serde_json::from_str(golden).expect("the golden file is JSON");
    for (pair, (counter, figure)) in golden {
        let row = matrix.iter().filter(|((one, _), _)| *one == pair);
        let worst = row.min_by(|a, b| a.1.value.middle().total_cmp(&b.1.value.middle()));
        let ((_, worst), found) = worst.expect("there are pairs");
        assert_eq!(*worst, counter, "{pair}");
        assert!((found.value.middle() - figure).abs() < 1e-6, "{pair}: {:?}", found.value);
    }
}

fn report(what: &str, (seconds, matrix): &(f64, Matrix)) {
    let places: usize = matrix.values().map(|found| found.places).sum();
    let slowest = matrix.iter().max_by(|a, b| a.1.seconds.total_cmp(&b.1.seconds));
    let ((one, two), found) = slowest.expect("there are pairs");
    println!(
        "784 fights {what}: {seconds:.2} s, {places} places; slowest {one} against {two}: {:.3} s, {} \
         places, {:.1} MB",
        found.seconds,
        found.places,
        megabytes(found.bytes)
    );
}

#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

fn all_pairs(rules: &Rules) {
    let by_hand = matrix(1, |one, two| solved(&ByHand::new(&BETA, one, two)));
    report("by hand, one thread", &by_hand);
    let from_file = matrix(1, |one, two| rules.solve(one, two));
    report("from the file, one thread", &from_file);
    println!("ratio: {:.2}", from_file.0 / by_hand.0);
    for (cell, found) in &from_file.1 {
        let other = by_hand.1[cell].value;
        assert!(found.value.lower <= other.upper && other.lower <= found.value.upper, "{cell:?}");
    }
    let two_threads = matrix(2, |one, two| rules.solve(one, two));
    report("from the file, two threads", &two_threads);
    let shared = both_ways(rules, 1);
    report("from the file, both ways at once, one thread", &shared);
    let shared_by_two = both_ways(rules, 2);
    report("from the file, both ways at once, two threads", &shared_by_two);
    for matrix in [&by_hand, &from_file, &two_threads, &shared, &shared_by_two] {
        check(&matrix.1);
        assert_eq!(matrix.1.len(), 784);
    }
    for (cell, found) in &shared.1 {
        let other = from_file.1[cell].value;
        assert!((found.value.middle() - other.middle()).abs() < 1e-9, "{cell:?}");
    }
}

fn threes(rules: &Rules) {
    let began = Instant::now();
    for other in &THREES[1..] {
        let found = rules.solve(THREES[0], other);
        println!(
            "{} against {other}: {:.9}, {:.2} s, {} places, {:.0} MB",
            THREES[0],
            found.value.middle(),
            found.seconds,
            found.places,
            megabytes(found.bytes)
        );
    }
    println!("one team of three against ten: {:.2} s", began.elapsed().as_secs_f64());
}

fn main() {
    let rules = Rules::read();
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let wants = |what: &str| asked.iter().all(|word| word.starts_with("--") || word == what);
    if wants("pairs") {
        all_pairs(&rules);
    }
    if wants("three") {
        threes(&rules);
    }
}
