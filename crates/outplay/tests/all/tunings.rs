//! Tunings against brute force: every point of a small grid solved by itself, and the best of them by hand.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay::{Axis, Budget, Question, Run, Source, Text, TuneAnswer, TuneProof, Tuning, Want};

/// A number that may change: its path, its value now, its other values, and how wide a step is.
struct Dial {
    path: &'static str,
    now: f64,
    values: Vec<String>,
    step: f64,
}

fn dial(path: &'static str, now: f64, range: &str, step: f64) -> (Dial, Axis) {
    let axis = Axis::read(&Text::new("change", format!("{path}={range}"))).unwrap();
    (Dial { path, now, values: axis.values.clone(), step }, axis)
}

impl Dial {
    /// Its values with their steps, the one that it has among them even where the range has it not.
    fn choices(&self) -> Vec<(Option<&str>, u64)> {
        let mut choices = vec![(None, 0)];
        for value in &self.values {
            let away = (value.parse::<f64>().unwrap() - self.now).abs() / self.step;
            if away > 1e-9 {
                choices.push((Some(value.as_str()), whole((away - 1e-9).ceil())));
            }
        }
        choices
    }
}

/// A small number that has no fraction.
fn whole(number: f64) -> u64 {
    format!("{number:.0}").parse().unwrap()
}

/// Every point: what is set, its steps, how many numbers change.
fn points(dials: &[Dial]) -> Vec<(Vec<String>, u64, usize)> {
    let mut points = vec![(Vec::new(), 0, 0)];
    for dial in dials {
        let mut next = Vec::new();
        for (set, steps, changed) in &points {
            for (value, more) in dial.choices() {
                let mut set: Vec<String> = set.clone();
                set.extend(value.map(|value| format!("{}={value}", dial.path)));
                next.push((set, steps + more, changed + usize::from(value.is_some())));
            }
        }
        points = next;
    }
    points
}

fn at(source: &Source, set: &[String]) -> Source {
    set.iter().fold(source.clone(), Source::set)
}

/// The steps and the changed numbers of the nearest points, and what they set.
type Nearest = ((u64, usize), Vec<Vec<String>>);

/// The least steps and then the fewest numbers of a point at which everything holds, and all such points.
fn by_force(source: &Source, dials: &[Dial], wants: &[&str]) -> Option<Nearest> {
    let mut best: Option<Nearest> = None;
    for (set, steps, changed) in points(dials) {
        if best.as_ref().is_some_and(|(least, _)| *least < (steps, changed)) {
            continue;
        }
        let Ok(table) = at(source, &set).open() else { continue };
        let answer = table.solver().solve(&Question::default(), &Budget::default()).unwrap();
        let holds = wants.iter().all(|want| {
            let want: outplay::Expectation = want.parse().unwrap();
            want.judge(&answer.outcome()) == outplay::Judgement::Met
        });
        if !holds {
            continue;
        }
        match &mut best {
            Some((least, all)) if *least == (steps, changed) => all.push(set),
            _ => best = Some(((steps, changed), vec![set])),
        }
    }
    best
}

fn tuned(source: &Source, axes: Vec<Axis>, wants: &[&str]) -> TuneAnswer {
    let wants: Vec<Want> = wants.iter().map(|want| want.parse().unwrap()).collect();
    source.tune(&Tuning { wants, changes: axes }, &Run::within(&Budget::default())).unwrap()
}

fn agrees(source: &Source, dials: Vec<(Dial, Axis)>, wants: &[&str]) -> bool {
    let (dials, axes): (Vec<Dial>, Vec<Axis>) = dials.into_iter().unzip();
    let answer = tuned(source, axes, wants);
    let expected = by_force(source, &dials, wants);
    let all: usize = dials.iter().map(|dial| dial.choices().len()).product();
    let all = all as u64;
    assert_eq!(whole(answer.points), all, "{wants:?}");
    assert_eq!(answer.proof, TuneProof::Nearest, "{wants:?}");
    let Some(((steps, changed), sets)) = expected else {
        assert_eq!(answer.found, None, "{wants:?}");
        assert_eq!(answer.tried, all, "{wants:?}");
        return false;
    };
    let found = answer.found.unwrap_or_else(|| panic!("{wants:?}: {sets:?}"));
    assert_eq!((found.steps, found.changes.len()), (steps, changed), "{wants:?}: {sets:?}");
    let set: Vec<String> =
        found.changes.iter().map(|change| format!("{}={}", change.path, change.to)).collect();
    assert!(sets.contains(&set), "{wants:?}: {set:?} of {sets:?}");
    let alone = at(source, &set).open().unwrap();
    let alone = alone.solver().solve(&Question::default(), &Budget::default()).unwrap();
    assert_eq!(found.worth, Some(outplay::Worth::of(&alone)));
    true
}

#[test]
fn the_nearest_point_of_the_wizard() {
    let wizard = Source::game("wizard");
    let hp = || dial("boss.hp", 55.0, "45..70", 1.0);
    let cost = || dial("poison.cost", 173.0, "165..180", 1.0);
    let attack = || dial("boss.attack", 8.0, "6..11", 1.0);
    for wants in [
        &["value in 1000..1100"][..],
        &["value<=900"],
        &["value<900", "value!=847"],
        &["value>1500", "win"],
        &["no-win"],
        &["value=1"],
    ] {
        agrees(&wizard, vec![hp()], wants);
        agrees(&wizard, vec![hp(), attack()], wants);
    }
    assert!(agrees(&wizard, vec![hp(), cost()], &["value in 1000..1100"]));
    assert!(agrees(
        &wizard,
        vec![
            attack(),
            dial("poison.cost", 173.0, "171..175", 1.0),
            dial("boss.hp", 55.0, "54..58", 1.0)
        ],
        &["value in 960..1010"]
    ));
    assert!(!agrees(&wizard, vec![hp(), attack()], &["value in 2..50"]));
}

#[test]
fn a_range_that_the_number_is_outside_of_and_steps_of_any_width() {
    let wizard = Source::game("wizard");
    assert!(agrees(&wizard, vec![dial("boss.hp", 55.0, "70..80", 1.0)], &["value>1300"]));
    assert!(agrees(&wizard, vec![dial("boss.hp", 55.0, "30..52:4", 4.0)], &["value<800"]));
    // What the rules refuse is no way.
    assert!(agrees(&wizard, vec![dial("boss.hp", 55.0, "0..9", 1.0)], &["value<=53"]));
    assert!(agrees(
        &wizard,
        vec![dial("boss.hp", 55.0, "56,57,100000", 1.0)],
        &["value in 1000..1300"]
    ));
}

#[test]
fn a_value_far_away_is_reached_without_every_step_between() {
    let dials = vec![
        dial("boss.hp", 55.0, "56,57,1000000", 1.0),
        dial("boss.attack", 8.0, "7,900000", 899_993.0),
    ];
    assert!(agrees(&Source::game("wizard"), dials, &["no-win"]));
}

#[test]
fn very_many_numbers_do_not_take_all_memory() {
    let budget = Budget { states: 20, ..Budget::default() }.seconds(0.3);
    let changes = vec![Axis::read(&Text::new("change", "*.*=1..400")).unwrap()];
    let tuning = Tuning { wants: vec!["value=1".parse().unwrap()], changes };
    let answer = Source::game("wizard").tune(&tuning, &Run::within(&budget)).unwrap();
    assert_eq!((answer.found, answer.proof), (None, TuneProof::Open));
}

#[test]
fn pairs_of_the_arena_and_chances() {
    let arena = Source::game("arena").sides("mage", "rogue");
    let hp = || dial("mage.hp", 100.0, "96..110", 1.0);
    let armor = || dial("rogue.armor", current(&arena, "rogue.armor"), "0..8", 1.0);
    for wants in [&["win"][..], &["value in 10..12"], &["no-win", "value<-20"], &["draw"]] {
        agrees(&arena, vec![hp(), armor()], wants);
    }
    let dice = Source::game("rpglite");
    let accuracy =
        || dial("archer.accuracy", current(&dice, "archer.accuracy"), "0.5..0.9:0.05", 0.05);
    assert!(agrees(&dice, vec![accuracy()], &["value<=0.3"]));
    assert!(!agrees(&dice, vec![accuracy()], &["value in 0.45..0.55"]));
}

fn current(source: &Source, path: &str) -> f64 {
    let numbers = source.open().unwrap().numbers();
    numbers.iter().find(|number| number.path == path).unwrap().value.parse().unwrap()
}

/// The largest advantage at a point, and the sum of the squares of all: none where a fight cannot be.
fn unrest(source: &Source, set: &[String], who: &[&str]) -> Option<(f64, f64)> {
    let value = |one: &str, two: &str| {
        let table = at(source, set).sides(one, two).open().ok()?;
        let answer = table.solver().solve(&Question::default(), &Budget::default()).unwrap();
        outplay::Worth::of(&answer).value.map(outplay::Number::to_f64)
    };
    let (mut largest, mut squares) = (0.0_f64, 0.0);
    for (place, one) in who.iter().enumerate() {
        for two in &who[place + 1..] {
            let by = ((value(one, two)? - value(two, one)?) / 2.0).abs();
            largest = largest.max(by);
            squares += by * by;
        }
    }
    Some((largest, squares))
}

fn balanced(dials: Vec<(Dial, Axis)>) {
    let arena = Source::game("arena");
    let who = ["mage", "rogue", "vampire", "sorcerer"];
    let (dials, axes): (Vec<Dial>, Vec<Axis>) = dials.into_iter().unzip();
    let answer = tuned(&arena, axes, &["balanced"]);
    assert_eq!(answer.proof, TuneProof::Best);
    let all = points(&dials);
    assert_eq!(answer.tried, all.len() as u64);
    let least = all
        .iter()
        .filter_map(|(set, steps, _)| {
            let (largest, squares) = unrest(&arena, set, &who)?;
            Some((largest, squares, *steps))
        })
        .min_by(|one, other| one.partial_cmp(other).unwrap())
        .unwrap();
    let found = answer.found.unwrap();
    let set: Vec<String> =
        found.changes.iter().map(|change| format!("{}={}", change.path, change.to)).collect();
    let (largest, squares) = unrest(&arena, &set, &who).unwrap_or_else(|| panic!("{set:?}"));
    assert_eq!((largest, squares, found.steps), least, "{set:?}");
    let balance = answer.balance.unwrap();
    let by = |largest: Option<outplay::Advantage>| (largest.unwrap().by,);
    assert_eq!(by(balance.largest_after), (largest,));
    let before = unrest(&arena, &[], &who).unwrap();
    assert_eq!(by(balance.largest_before), (before.0,));
}

#[test]
fn the_largest_advantage_is_the_least_of_all_points() {
    let arena = Source::game("arena");
    let number =
        |path: &'static str, range: &str, step| dial(path, current(&arena, path), range, step);
    balanced(vec![
        number("vampire.hp", "70..110:10", 10.0),
        number("sorcerer.hp", "90..130:10", 10.0),
    ]);
    // Without hp there is nobody to have an advantage, and no balance either.
    balanced(vec![number("vampire.hp", "0..100:20", 20.0)]);
    balanced(vec![
        number("vampire.hp", "80..100:10", 10.0),
        number("sorcerer.armor", "0..8:4", 4.0),
        number("mage-special.damage", "40..44:2", 2.0),
    ]);
}
