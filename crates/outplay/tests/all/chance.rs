//! Fights with dice and of teams through the library: every question, and that the answers agree with
//! each other and with what was published.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use outplay::{
    Answer, Budget, ChanceAnswer, Expectation, Judgement, MatchOptions, Proof, Question, Replay,
    Sitting, SolvedMeeting, Source, Stop, StyleName, Table, Text, TournamentAnswer,
};
use serde::Deserialize;

fn rpglite(one: &str, two: &str) -> Table {
    Source::game("rpglite").sides(one, two).open().expect("the teams are there")
}

fn solve(table: &Table, question: &Question) -> ChanceAnswer {
    match table.solver().solve(question, &Budget::default()).expect("it can be asked") {
        Answer::Chance(answer) => *answer,
        _ => panic!("dice fall in it"),
    }
}

fn close(one: f64, two: f64) -> bool {
    (one - two).abs() < 1e-9
}

#[test]
fn a_coin_is_the_mean_of_both_starts_and_the_best_moves_attain_it() {
    let answer = solve(&rpglite("KA", "WR"), &Question::default());
    let value = answer.value.unwrap();
    assert!(close(value, 0.404_620_141_771));
    assert!(answer.upper.unwrap() - answer.lower.unwrap() <= 1e-9);
    assert_eq!((answer.proof, answer.winner), (Proof::Interval, None));
    let [one, two] = &answer.starts[..] else { panic!("either may start") };
    assert_eq!((one.first, two.first), (1, 2));
    assert!(close(f64::midpoint(one.value.value, two.value.value), value));
    assert_eq!(one.best, ["A>WR"]);
    for (start, sign) in [(one, 1.0), (two, -1.0)] {
        for option in &start.options {
            let (mean, regret) = (option.value.unwrap(), option.regret.unwrap());
            assert!(close(start.value.value - sign * regret, mean.value), "{option:?}");
            assert_eq!(option.best, start.best.contains(&option.key), "{option:?}");
        }
    }
}

#[test]
fn an_answer_reads_back_as_json() {
    let answer = rpglite("KA", "WR").solver().solve(&Question::default(), &Budget::default());
    let answer = answer.unwrap();
    let json = serde_json::to_string(&answer).unwrap();
    let back: Answer = serde_json::from_str(&json).unwrap();
    assert!(matches!(back, Answer::Chance(_)));
    assert_eq!(serde_json::to_string(&back).unwrap(), json);
    let fields: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&fields["proof"], &fields["p1"]), (&"interval".into(), &"KA".into()));
}

#[test]
fn the_line_replays_to_its_end_and_every_prefix_is_a_position() {
    for (one, two) in [("KA", "WR"), ("HM", "BG"), ("AR", "AR")] {
        let table = rpglite(one, two);
        let mut solver = table.solver();
        let answer = solver.solve(&Question::default(), &Budget::default()).unwrap();
        let replay = solver.replay(&Text::new("after", ""), answer.moves(), &Budget::default());
        let Replay::Sides(replay) = replay.unwrap() else { panic!("two sides") };
        assert!(replay.over && replay.refused.is_none() && replay.unused == 0, "{one} {two}");
        let words = table.about().split(answer.moves());
        let mut value = None;
        for count in 0..=words.len() {
            let moves = table.about().join(&words[..count]);
            let position = table.position(&moves).unwrap();
            assert_eq!(position.replay.refused, None, "{moves}");
            let here = solver.best_line(&moves, &Budget::default()).unwrap();
            let Answer::Chance(here) = here else { panic!("dice fall in it") };
            // A choice of best play changes nothing; only rolls do.
            if let Some(before) = value.filter(|_| count > 0 && !words[count - 1].starts_with('['))
            {
                assert!(close(before, here.value.unwrap()), "{moves}");
            }
            value = here.value;
        }
    }
}

#[test]
fn a_move_says_what_it_does_in_the_numbers_of_whoever_makes_it() {
    let position = rpglite("KA", "WR").position("[p1]").unwrap();
    let does: Vec<&str> = position.options.iter().map(|option| option.does.as_str()).collect();
    assert_eq!(does[0], "accuracy 63 %; 4 damage");
    assert_eq!(does[4], "at one or two enemies; accuracy 90 %; 2 damage");
}

#[test]
fn hints_are_what_solving_says() {
    let table = rpglite("KA", "WR");
    let mut solver = table.solver();
    let hints = solver.hints("[p2] W>A [hit]", &Budget::default()).unwrap();
    assert_eq!(hints.len(), 3, "the knight at two, or a pass: the archer is stunned");
    let best = hints.iter().find(|hint| hint.best).unwrap();
    let answer = solver.best_line("[p2] W>A [hit]", &Budget::default()).unwrap();
    let Answer::Chance(answer) = answer else { panic!("dice fall in it") };
    assert!(close(best.mean.unwrap().0, answer.value.unwrap()));
    assert!(answer.best.contains(&best.key));
    // Where no win is sure, hints are chances too, and say so.
    let hard = Source::game("wizard").mode("hard").set("poison.accuracy=0.9").open().unwrap();
    let hints = hard.solver().hints("", &Budget::default()).unwrap();
    let told = hints.iter().map(|hint| (hint.unit.as_deref(), hint.mean.unwrap().0 <= 1.0));
    assert!(told.into_iter().all(|told| told == (Some("chance"), true)));
}

#[test]
fn a_match_of_perfect_players_comes_near_the_value() {
    let table = rpglite("KA", "WR");
    let styles = [StyleName::Minimax, StyleName::Minimax];
    let options = MatchOptions { games: 20_000, seed: 1, after: None };
    let played = table.play_match(&styles, &options, &Budget::default()).unwrap();
    let exact = played.exact.unwrap().value;
    let share = played.outcome.mean_margin.unwrap();
    let error = (exact * (1.0 - exact) / 20_000.0).sqrt();
    assert!((share - exact).abs() < 4.0 * error, "{share} {exact}");
    // Every game can be seen again.
    let game = played.outcome.shortest.unwrap();
    let replay = table.position(&game.moves).unwrap().replay;
    assert!(replay.over && replay.winner == game.winner);
}

#[test]
fn what_comes_of_styles_is_known_exactly() {
    let table = rpglite("HB", "KG");
    for styles in [
        [StyleName::Random, StyleName::Random],
        [StyleName::Greedy, StyleName::Random],
        [StyleName::Minimax, StyleName::Greedy],
    ] {
        let options = MatchOptions { games: 4_000, seed: 7, after: None };
        let played = table.play_match(&styles, &options, &Budget::default()).unwrap();
        let (exact, spread) = (played.exact.unwrap(), played.distribution.unwrap());
        assert!(exact.upper - exact.lower < 1e-6, "{exact:?}");
        let error = (exact.value * (1.0 - exact.value) / 4_000.0).sqrt();
        let share = played.outcome.mean_margin.unwrap();
        assert!((share - exact.value).abs() < 4.0 * error, "{styles:?}: {share} {exact:?}");
        #[expect(clippy::cast_precision_loss, reason = "lengths are small")]
        let length: f64 = spread.actions.iter().map(|(long, likely)| *long as f64 * likely).sum();
        assert!((length - played.outcome.mean_length.unwrap()).abs() < 1.0, "{styles:?} {length}");
    }
}

#[test]
fn any_skill_may_miss() {
    let wizard = |set: &str| Source::game("wizard").set(set).open().unwrap();
    let sure = solve(&wizard("poison.accuracy=0.9"), &Question::default());
    // It costs more than where nothing misses, and a sure win is there.
    assert!(sure.value.unwrap() > 953.0 && sure.best_chance.is_none());
    // What is certain needs no dice.
    let certain = |set: &str| {
        let mut solver = wizard(set).solver();
        solver.solve(&Question::default(), &Budget::default()).unwrap().value().unwrap()
    };
    assert_eq!(certain("poison.accuracy=1"), 953, "what never misses is the game as it was");
    assert!(certain("poison.accuracy=0") > 1068);
}

#[test]
fn a_budget_gives_a_chance() {
    let table = Source::game("wizard").set("poison.accuracy=0.9").goal("win").open().unwrap();
    let within = |most: u64| {
        let question = Question { at_most: Some(most), ..Question::default() };
        solve(&table, &question).value.unwrap()
    };
    assert!(close(within(1000), 0.81), "{}", within(1000));
    assert!(close(within(952), 0.0), "less than where nothing misses is no win");
    assert!(within(2000) > within(1000));
    let question = Question { at_most: Some(1000), ..Question::default() };
    let answer = table.solver().solve(&question, &Budget::default()).unwrap();
    let expected: Expectation = "value in 0.8..0.82".parse().unwrap();
    assert_eq!(expected.judge(&answer.outcome()), Judgement::Met);
}

#[test]
fn the_mean_of_a_distribution_is_the_value() {
    let table = rpglite("KA", "WR");
    let question = Question { explain: true, ..Question::default() };
    let answer = solve(&table, &question);
    let spread = answer.distribution.unwrap();
    let won: f64 =
        spread.hp.iter().filter(|([one, _], _)| *one > 0).map(|(_, likely)| likely).sum();
    assert!((won - answer.value.unwrap()).abs() < 1e-8, "{won}");
    let all: f64 = spread.standing.iter().map(|(_, likely)| likely).sum();
    assert!((all + spread.missing - 1.0).abs() < 1e-8, "{all}");
    let lengths: f64 = spread.actions.iter().map(|(_, likely)| likely).sum();
    assert!((lengths + spread.missing - 1.0).abs() < 1e-8, "{lengths}");
    let choices = answer.explain.unwrap();
    assert!(choices.iter().all(|choice| choice.moves.iter().any(|option| option.chosen)));
}

#[test]
fn dice_at_a_table_go_by_the_seed() {
    let styles = || [StyleName::Random, StyleName::Minimax];
    let play = |seed: u64| {
        let table = rpglite("KA", "WR");
        let mut sitting = Sitting::new(&table, styles(), None).unwrap().with_seed(seed);
        while let Some(chosen) = sitting.choose(None).unwrap() {
            sitting.play(&chosen.key, false).unwrap();
        }
        assert!(sitting.position().unwrap().replay.over);
        sitting.moves()
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
}

#[test]
fn a_limit_leaves_bounds_that_hold() {
    let table = rpglite("KA", "WR");
    let budget = Budget { states: 200, ..Budget::default() };
    let answer = table.solver().solve(&Question::default(), &budget).unwrap();
    let Answer::Chance(answer) = answer else { panic!("dice fall in it") };
    assert!(answer.stopped.is_some() && answer.proof == Proof::Bound);
    let (lower, upper) = (answer.lower.unwrap(), answer.upper.unwrap());
    assert!(lower <= 0.404_62 && 0.404_63 <= upper, "{lower} {upper}");
}

#[test]
fn moves_that_cannot_be_made_are_refused_with_what_can() {
    let table = rpglite("KA", "WR");
    let refused = |moves: &str| table.position(moves).unwrap().replay.refused.unwrap().reason;
    assert!(refused("K>W").contains("[p1], [p2]"), "{}", refused("K>W"));
    assert!(refused("[p1] K>Z").contains("K>W, K>R"), "{}", refused("[p1] K>Z"));
    assert!(refused("[p1] K>W [7]").contains("[hit], [miss]"), "{}", refused("[p1] K>W [7]"));
    assert!(refused("[p1] [hit]").contains("no dice"), "{}", refused("[p1] [hit]"));
}

#[test]
fn a_tournament_finds_the_best_counters() {
    let table = Source::game("rpglite").open().unwrap();
    let some: Vec<String> = ["KA", "WR", "AW", "HB"].map(str::to_owned).to_vec();
    let answer = table.solve_tournament(&some, &Budget::default()).unwrap();
    assert_eq!(answer.pairs, some);
    let counter = |pair: &str| answer.counters.iter().find(|it| it.pair == pair).unwrap();
    assert_eq!(counter("KA").best_counter, "WR");
    assert!((counter("HB").value - 0.140_565_775_52).abs() < 1e-6);
    for one in 0..4 {
        for two in 0..4 {
            let [there, back] = [answer.matrix[one][two], answer.matrix[two][one]];
            // A rogue can put off a fight that is lost for ever, and then nobody has won.
            assert!(there.unwrap() + back.unwrap() <= 1.0 + 1e-8);
        }
    }
}

/// A large roster has thousands of pairings, and a table of each would not fit.
#[test]
fn a_meeting_is_opened_when_it_is_its_turn() {
    let table = Source::game("rpglite").open().unwrap();
    let some: Vec<String> = ["KA", "nobody"].map(str::to_owned).to_vec();
    let impossible = |answer: &TournamentAnswer<SolvedMeeting>| {
        let cells = answer.orders[0].table.rows.iter().flatten();
        cells.filter(|cell| cell.impossible.is_some()).count()
    };
    let answer = table.solve_tournament(&some, &Budget::default()).unwrap();
    assert_eq!((impossible(&answer), answer.stopped), (3, None));
    let ended = AtomicBool::new(true);
    let budget = Budget { interrupt: Some(&ended), ..Budget::default() };
    let answer = table.solve_tournament(&some, &budget).unwrap();
    assert_eq!((impossible(&answer), answer.stopped), (0, Some(Stop::Interrupted)));
    let nobody = table.solve_tournament(&some[1..], &Budget::default()).unwrap_err();
    assert!(nobody.to_string().contains("nobody"), "{nobody}");
}

#[derive(Deserialize)]
struct Configuration {
    fighters: BTreeMap<String, BTreeMap<String, serde_json::Number>>,
    best_counter: BTreeMap<String, (String, f64)>,
}

/// Where the published figures of more configurations are at hand.
#[test]
fn other_configurations_are_reached_by_changing_numbers() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let path = format!("{folder}/../../../shared/vectors/rpglite.json");
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let all: BTreeMap<String, Configuration> = serde_json::from_str(&text).unwrap();
    for (name, configuration) in &all {
        let mut set = Vec::new();
        for (fighter, numbers) in &configuration.fighters {
            for (number, value) in numbers {
                let number = match number.as_str() {
                    "health" => "hp".to_owned(),
                    other => other.replace('_', "-"),
                };
                set.push(format!("{fighter}.{number}={value}"));
            }
        }
        // All pairs of each are held to the figures by the fight that is written by hand, in `search`.
        for (pair, (counter, figure)) in configuration.best_counter.iter().step_by(9) {
            let source = Source::game("rpglite").sides(pair, counter);
            let source = set.iter().fold(source, Source::set);
            let value = solve(&source.open().unwrap(), &Question::default()).value.unwrap();
            assert!((value - figure).abs() < 1e-6, "{name} {pair} {counter}: {value} {figure}");
        }
    }
}
