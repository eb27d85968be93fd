//! Monte Carlo tree search, asked for by its name and as a style.

use outplay::{
    Answer, Budget, By, MatchAnswer, MatchOptions, Proof, Question, Sample, Source, Stop,
    StyleName, Table, VersusAnswer,
};

fn arena() -> Table {
    Source::game("arena").sides("mage", "rogue").open().expect("it ships")
}

fn asked(playouts: u64, seed: u64) -> Question<'static> {
    let question = Question::default().by(By::Mcts);
    Question { playouts: Some(playouts), seed: Some(seed), ..question }
}

fn versus(table: &Table, question: &Question, budget: &Budget) -> VersusAnswer {
    match table.solver().solve(question, budget).expect("it has two sides") {
        Answer::Versus(answer) => *answer,
        other => panic!("two sides: {other:?}"),
    }
}

fn sample(table: &Table, question: &Question) -> (VersusAnswer, Sample) {
    let answer = versus(table, question, &Budget::default());
    let sample = answer.sample.clone().expect("playouts were asked for");
    (answer, sample)
}

#[test]
fn an_estimate_is_no_proof_and_says_how_sure_it_is() {
    let (answer, sample) = sample(&arena(), &asked(20_000, 1));
    assert_eq!((answer.proof, answer.by, answer.stopped), (Proof::None, By::Mcts, None));
    assert_eq!((answer.value, answer.lower, answer.upper, answer.winner), (None, None, None, None));
    assert!(answer.moves.starts_with('S') && answer.best == "S", "{answer:?}");
    // Perfect play is worth -10.
    let [low, high] = sample.confidence.unwrap();
    let estimate = sample.estimate.unwrap();
    assert!((-13.0..-9.0).contains(&estimate) && low < estimate && estimate < high, "{sample:?}");
    assert_eq!((sample.playouts, sample.seed, sample.tried.len()), (20_000, 1, 2));
    assert_eq!(sample.tried.iter().map(|tried| tried.playouts).sum::<u64>(), 20_000);
    assert_eq!(sample.tried[1].mean, sample.estimate);
    // Programs read it beside the fields of every answer.
    let json = serde_json::to_value(Answer::Versus(Box::new(answer.clone()))).unwrap();
    assert_eq!((&json["proof"], &json["by"]), (&"none".into(), &"mcts".into()));
    assert_eq!((&json["value"], &json["lower"]), (&serde_json::Value::Null, &json["upper"]));
    assert_eq!((&json["confidence"][0], &json["estimate"]), (&low.into(), &estimate.into()));
    assert_eq!(json["tried"][0]["move"], "A");
    let Answer::Versus(read) = serde_json::from_value(json).unwrap() else { panic!("two sides") };
    assert_eq!((read.sample, read.proof), (Some(sample), Proof::None));
    // One that is proved has none of it.
    let proved = versus(&arena(), &Question::default(), &Budget::default());
    let json = serde_json::to_value(Answer::Versus(Box::new(proved))).unwrap();
    assert!(json.get("confidence").is_none() && json.get("playouts").is_none(), "{json}");
    let Answer::Versus(read) = serde_json::from_value(json).unwrap() else { panic!("two sides") };
    assert_eq!(read.sample, None);
}

#[test]
fn a_seed_means_the_same_estimate_and_a_solver_keeps_them_apart() {
    let table = arena();
    let (_, one) = sample(&table, &asked(500, 1));
    let (_, two) = sample(&table, &asked(500, 2));
    assert_ne!(one, two);
    // The usual seed is 1.
    let question = Question { playouts: Some(500), ..Question::default().by(By::Mcts) };
    assert_eq!(sample(&table, &question).1, one);
    let mut solver = table.solver();
    for (question, expected) in
        [(asked(500, 1), &one), (asked(500, 2), &two), (asked(500, 1), &one)]
    {
        let answer = solver.solve(&question, &Budget::default()).unwrap();
        let Answer::Versus(answer) = answer else { panic!("two sides") };
        assert_eq!(answer.sample.as_ref(), Some(expected));
    }
}

#[test]
fn values_are_to_player_1_and_moves_to_whoever_makes_them() {
    // In nim from the start player 1 wins by a2; after another move player 2 does.
    let nim = outplay::open("nim").unwrap();
    let (answer, first) = sample(&nim, &asked(50_000, 1));
    assert_eq!((answer.best.as_str(), answer.current), ("a2", Some(1)));
    assert!(first.estimate.unwrap() > 0.5, "{first:?}");
    let (answer, second) = sample(&nim, &asked(50_000, 1).after("a1"));
    assert_eq!(answer.current, Some(2));
    let most = second.tried.iter().find(|tried| tried.r#move == answer.best).unwrap();
    assert!((most.mean.unwrap() + second.estimate.unwrap()).abs() < 1e-9, "{second:?}");
}

#[test]
fn limits_stop_it_and_where_they_stop_a_proof_it_is_offered() {
    let few = Budget { states: 50, ..Budget::default() };
    let answer = versus(&arena(), &asked(1000, 1), &few);
    assert_eq!((answer.stopped, answer.proof), (Some(Stop::States), Proof::None));
    assert!(answer.advice.is_none() && answer.sample.unwrap().estimate.is_some());
    let answer = versus(&arena(), &Question::default(), &few);
    let advice = answer.advice.unwrap();
    assert!(advice.ends_with("The search mcts estimates it, without a proof."), "{advice}");
    // Where costs count there is no such estimate, and none is offered.
    let wizard = outplay::open("wizard").unwrap();
    let Answer::Cost(answer) = wizard
        .solver()
        .solve(&Question::default().by(By::Dijkstra), &Budget { states: 50, ..few })
        .unwrap()
    else {
        panic!("the wizard pays")
    };
    assert!(!answer.advice.unwrap().contains("mcts"));
    let wrong = wizard.solver().solve(&asked(10, 1), &Budget::default()).unwrap_err();
    assert_eq!(wrong.problems[0].code.name(), "wrong-search");
}

#[test]
fn searches_are_compared_that_prove_something() {
    let comparison = arena().compare(None, &Budget::default()).unwrap();
    assert!(comparison.agree && comparison.answers.iter().all(|answer| answer.by() != By::Mcts));
}

fn matched(table: &Table, styles: [&str; 2], games: u64) -> MatchAnswer {
    let styles = styles.map(|style| style.parse::<StyleName>().expect("a style"));
    let options = MatchOptions { games, seed: 1, ..MatchOptions::default() };
    table.play_match(&styles, &options, &Budget::default()).expect("nobody is asked")
}

#[test]
fn as_a_style_it_beats_chance_clearly_from_either_side() {
    let mirror = Source::game("arena").sides("rogue", "rogue").open().unwrap();
    let first = matched(&mirror, ["mcts=200", "random"], 50).outcome;
    assert!(first.p1_wins >= 48, "{} of 50", first.p1_wins);
    // Against perfect play whoever is second would lose.
    let second = matched(&mirror, ["random", "mcts=200"], 50).outcome;
    assert!(second.p2_wins >= 40, "{} of 50", second.p2_wins);
    let again = matched(&mirror, ["mcts=200", "random"], 50).outcome;
    assert_eq!((again.p1_wins, again.mean_margin), (first.p1_wins, first.mean_margin));
    let nim = outplay::open("nim").unwrap();
    let outcome = matched(&nim, ["mcts=200", "random"], 50).outcome;
    assert!(outcome.p1_wins >= 48, "{} of 50 at nim", outcome.p1_wins);
}

#[test]
fn where_costs_count_it_plays_for_a_win_first() {
    let wizard = outplay::open("wizard").unwrap();
    let outcome = matched(&wizard, ["mcts=500", "minimax"], 20).outcome;
    assert_eq!(outcome.p1_wins, 20);
    let outcome = matched(&wizard, ["random", "minimax"], 20).outcome;
    assert!(outcome.p1_wins < 10, "{}", outcome.p1_wins);
}

#[test]
fn a_choice_at_the_table_comes_from_the_seed() {
    let styles = [StyleName::Mcts(100), StyleName::Mcts(100)];
    let chosen = |seed| arena().solver().choose("SA", &styles, seed, &Budget::default()).unwrap();
    assert_eq!(chosen(1), chosen(1));
    assert!(chosen(1).is_some_and(|key| ["A", "S"].contains(&key.as_str())));
    let stopped = Budget { states: 3, ..Budget::default() };
    let failure = arena().solver().choose("", &styles, 1, &stopped).unwrap_err();
    assert_eq!(failure.stopped, Some(Stop::States));
}
