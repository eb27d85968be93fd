//! `RPGLite` from its rules file: the published figures of all pairs, and what a pair meets.

use std::collections::BTreeMap;

use outplay_duel::order::Order;
use outplay_duel::{Dice, Duel, Fight, Options, RulesFile, Visitor};
use outplay_game::{Budget, Game, laws};
use outplay_search::{Interval, Odds, USUAL_WIDTH};
use outplay_text::{Problems, Sources};

/// The fight of two pairs, with changes.
fn fight(one: &str, two: &str, set: &[&str]) -> Fight {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let text = include_str!("../../../../rules/rpglite.toml");
    let source = sources.add("rpglite.toml", text);
    let sides = [one, two].map(|side| Some(sources.add("side", side)));
    let set = set.iter().map(|change| sources.add("set", *change)).collect();
    let file = RulesFile::read(&sources, source, &mut problems);
    let options = Options { sides, set, ..Options::default() };
    let fight = file.fight(&sources, &options, &mut problems);
    fight.unwrap_or_else(|| panic!("{:?}", problems.into_sorted()))
}

/// How likely player 1 is to win.
struct Value;

impl Visitor for Value {
    type Output = (f64, f64);

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> (f64, f64) {
        let dice = Dice::new(duel);
        let mut odds = Odds::of_winning();
        let solution = odds.solve(&dice, &dice.start(), &Budget::UNLIMITED);
        assert_eq!(solution.stopped, None);
        (solution.value.lower, solution.value.upper)
    }
}

#[test]
fn each_pair_meets_its_published_counter_at_the_published_value() {
    let golden = include_str!("../../../../golden/rpglite-beta.json");
    let golden: BTreeMap<String, (String, f64)> = serde_json::from_str(golden).unwrap();
    assert_eq!(golden.len(), 28);
    for (pair, (counter, value)) in golden {
        let (lower, upper) = fight(&pair, &counter, &[]).visit(Value);
        assert!(upper - lower <= 1e-9, "{pair} against {counter}: {lower} to {upper}");
        let middle = f64::midpoint(lower, upper);
        assert!((middle - value).abs() < 1e-6, "{pair} against {counter}: {middle}, not {value}");
    }
}

/// How likely each player is to win, from one graph.
struct Both;

impl Visitor for Both {
    type Output = [Interval; 2];

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> [Interval; 2] {
        let dice = Dice::new(duel);
        let both = Odds::of_both(&dice, &dice.start(), USUAL_WIDTH, &Budget::UNLIMITED);
        both.expect("nothing limits it").chances
    }
}

#[test]
fn one_graph_answers_for_both_sides() {
    // Two rogues can pass for ever; a knight and an archer cannot.
    for (one, two) in [("KA", "WR"), ("WR", "AR")] {
        let chances = fight(one, two, &[]).visit(Both);
        let alone = [fight(one, two, &[]), fight(two, one, &[])].map(|fight| fight.visit(Value));
        for (shared, (lower, upper)) in chances.iter().zip(alone) {
            assert!(shared.width() <= 1e-9, "{one} against {two}: {shared:?}");
            assert!(shared.lower <= upper && lower <= shared.upper, "{one} {two}: {shared:?}");
        }
    }
}

/// The laws of every game, and of every one with dice.
struct Laws;

impl Visitor for Laws {
    type Output = ();

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) {
        let dice = Dice::new(duel);
        laws::check(&dice, 300).expect("the laws of games");
        laws::check_chance(&dice, 300).expect("the laws of dice");
    }
}

#[test]
fn pairs_obey_the_laws() {
    for (one, two) in [("KA", "WR"), ("HM", "BG"), ("AR", "HM")] {
        fight(one, two, &[]).visit(Laws);
    }
}
