//! The room in the middle: open once, ask many.

use outplay::game::Player;
use outplay::{
    Answer, Budget, By, Judged, Kind, MatchOptions, Objective, Proof, Question, Replay, Sitting,
    Source, Stop, StyleName, Text, registry,
};

fn nowhere() -> Text {
    Text::new("after", "")
}

fn sides(replay: Replay) -> outplay::SidesReplay {
    match replay {
        Replay::Sides(replay) => *replay,
        other => panic!("two sides: {other:?}"),
    }
}

#[test]
fn every_game_says_what_it_is_and_is_opened_by_its_name() {
    for entry in registry::GAMES {
        let listed = entry.listed().unwrap();
        assert!(!listed.title.is_empty() && !listed.about.is_empty(), "{}", entry.name);
        assert_eq!((listed.name.as_str(), listed.kind), (entry.name, entry.kind));
        if matches!(entry.kind, Kind::Fight | Kind::Sides) {
            let table = outplay::open(entry.name).unwrap();
            assert_eq!(table.about().kind, entry.kind);
        }
    }
    let unknown = outplay::open("wizrd").err().unwrap();
    assert_eq!(unknown.problems[0].code.name(), "unknown-game");
    assert!(unknown.to_string().contains("did you mean wizard?"), "{unknown}");
}

#[test]
fn tables_take_memory_and_solvers_more_with_what_they_have_proved() {
    let sources = [
        Source::game("wizard").set("boss.hp=20"),
        Source::game("arena").sides("mage", "rogue").set("p1.hp=30").set("p2.hp=30"),
        Source::game("rpglite").sides("KA", "WR"),
        Source::game("nim").set("heaps=[2, 3, 1]"),
    ];
    for source in sources {
        let table = source.open().unwrap();
        assert!((1 << 16..1 << 30).contains(&table.bytes()), "{}: {}", source.game, table.bytes());
        let mut solver = table.solver();
        let before = solver.bytes();
        solver.solve(&Question::default(), &Budget::default()).unwrap();
        solver.hints("", &Budget::default()).unwrap();
        let after = solver.bytes();
        assert!((before + 1..1 << 30).contains(&after), "{}: {before}, {after}", source.game);
    }
}

#[test]
fn a_game_is_asked_for_the_goal_that_it_has() {
    // This used to answer "9 actions, optimal" for the arena, because nobody asked which goal applies.
    let arena = Source::game("arena").sides("mage", "rogue").open().unwrap();
    assert_eq!(arena.about().objective, Objective::ZeroSum("hp".to_owned()));
    let question = Question::default().by(By::Astar);
    let wrong = arena.solver().solve(&question, &Budget::default()).unwrap_err();
    assert_eq!(wrong.problems[0].code.name(), "wrong-search");
    let wizard = outplay::open("wizard").unwrap();
    let question = Question::default().by(By::Alphabeta);
    assert!(wizard.solver().solve(&question, &Budget::default()).is_err());
    let wrong = wizard.solve_tournament(&[], &Budget::default()).unwrap_err();
    assert!(wrong.to_string().contains("the least mana"), "{wrong}");
}

/// Settled values, lines and hints of a solver that has answered many questions are those of one
/// that knows nothing.
#[test]
fn a_warm_solver_answers_as_a_fresh_one_does() {
    let sources = [
        Source::game("arena").sides("vampire", "rogue"),
        Source::game("arena").sides("sorcerer", "mage").order("restricted-queue"),
        Source::game("wizard").set("boss.hp=40").set("boss.attack=9"),
        Source::game("wizard").mode("hard").set("boss.hp=30"),
        Source::game("lesson"),
        Source::game("nim").set("heaps=[2, 3, 1]"),
    ];
    for source in sources {
        let table = source.open().unwrap();
        let mut warm = table.solver();
        let budget = Budget::default();
        let line = warm.best_line("", &budget).unwrap();
        let moves = table.about().split(line.moves());
        for count in (0..=moves.len()).rev() {
            let moves = table.about().join(&moves[..count]);
            let mut fresh = table.solver();
            assert_eq!(warm.hints(&moves, &budget).ok(), fresh.hints(&moves, &budget).ok());
            let (one, other) = (
                warm.best_line(&moves, &budget).unwrap(),
                fresh.best_line(&moves, &budget).unwrap(),
            );
            let settled = |answer: &Answer| {
                (answer.value(), answer.moves().to_owned(), answer.proof(), answer.winner())
            };
            assert_eq!(settled(&one), settled(&other), "{} after {moves}", source.game);
            let styles = [StyleName::Minimax, StyleName::Minimax];
            assert_eq!(
                warm.choose(&moves, &styles, 1, &budget).unwrap(),
                fresh.choose(&moves, &styles, 1, &budget).unwrap(),
                "{} after {moves}",
                source.game
            );
        }
        assert!(warm.bytes() > 0);
    }
}

#[test]
fn a_second_question_is_answered_from_what_the_first_has_proved() {
    let table = Source::game("arena").sides("vampire", "mage").open().unwrap();
    let mut solver = table.solver();
    let first = solver.best_line("", &Budget::default()).unwrap();
    let next = &table.about().split(first.moves())[..1];
    let next = solver.best_line(&table.about().join(next), &Budget::default()).unwrap();
    let fresh = table.solver().best_line(first.moves().get(..1).unwrap(), &Budget::default());
    assert!(next.states() < fresh.unwrap().states() / 2, "{} states", next.states());
}

#[test]
fn where_a_limit_strikes_the_last_moves_are_weighed_and_the_first_are_not() {
    let table = Source::game("arena").sides("rogue", "rogue").open().unwrap();
    let moves = "SASAASASASSSAASASASSSAAAAA";
    let regrets = |budget: &Budget| {
        let replay = sides(table.solver().replay(&nowhere(), moves, budget).unwrap());
        let chosen = replay.turns.into_iter().filter(|turn| turn.skill.is_some());
        (chosen.map(|turn| turn.regret).collect::<Vec<_>>(), replay.unweighed)
    };
    let (all, none) = regrets(&Budget::default());
    assert!(none == 0 && all.iter().all(Option::is_some), "{all:?}");
    let (some, unweighed) = regrets(&Budget { states: 60, ..Budget::default() });
    assert!((1..all.len()).contains(&unweighed), "{unweighed} of {}", all.len());
    assert!(some[..unweighed].iter().all(Option::is_none));
    assert_eq!(some[unweighed..], all[unweighed..]);
}

#[test]
fn a_replay_is_no_larger_than_its_budget_allows() {
    let table = Source::game("arena").sides("rogue", "rogue").open().unwrap();
    let budget = Budget { answer: 2000, ..Budget::default() };
    let replay = sides(table.solver().replay(&nowhere(), "SASAASASAS", &budget).unwrap());
    assert_eq!(replay.stopped, Some(Stop::Answer));
    assert!(!replay.turns.is_empty() && replay.untold > 0);
    assert!(serde_json::to_string(&replay).unwrap().len() < 4000);
    let cards: String = (1..=400).map(|card| format!("{card} ")).collect();
    let other: String = (401..=800).map(|card| format!("{card} ")).collect();
    let decks = Source::game("combat").mode("recursive").sides(cards, other).open().unwrap();
    let budget = Budget { answer: 50_000, ..Budget::default() };
    let replay = decks.solver().replay(&nowhere(), "", &budget).unwrap();
    let Replay::Combat(replay) = replay else { panic!("two decks") };
    assert_eq!(replay.stopped, Some(Stop::Answer));
    assert!(serde_json::to_string(&replay).unwrap().len() < 150_000);
}

#[test]
fn limits_leave_what_is_known() {
    let table = outplay::open("wizard").unwrap();
    let budget = Budget { states: 5, ..Budget::default() };
    let question = Question::default().by(By::Dijkstra);
    let answer = table.solver().solve(&question, &budget).unwrap();
    assert_eq!((answer.proof(), answer.stopped()), (Proof::Bound, Some(Stop::States)));
    assert!(!answer.is_whole() && answer.bounds().0.is_some());
    let tight = Budget { bytes: 1000, ..Budget::default() };
    let answer = table.solver().solve(&question, &tight).unwrap();
    assert_eq!(answer.stopped(), Some(Stop::Memory));
    let arena = Source::game("arena").sides("vampire", "mage").open().unwrap();
    let stopped = arena.solver().hints("", &Budget { states: 1, ..Budget::default() }).unwrap_err();
    assert_eq!((stopped.stopped, stopped.problems[0].code.name()), (Some(Stop::States), "limit"));
}

/// What programs read, they can read back.
#[test]
fn answers_and_replays_are_read_back_as_they_were_written() {
    let round_trip = |answer: &Answer| {
        let text = serde_json::to_string(answer).unwrap();
        let back: Answer = serde_json::from_str(&text).unwrap();
        assert_eq!(std::mem::discriminant(&back), std::mem::discriminant(answer), "{text}");
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
    };
    let explained = Question { explain: true, all: Some(5), ..Question::default() };
    let sources = [
        Source::game("wizard").set("boss.hp=30"),
        Source::game("wizard").set("boss.hp=60").set("boss.attack=50"),
        Source::game("arena").sides("mage", "rogue"),
        Source::game("lesson"),
        Source::game("combat").sides("9 2 6 3 1", "5 8 4 7 10"),
        Source::game("combat").mode("recursive").sides("43 19", "2 29 14"),
    ];
    for source in sources {
        let mut solver = source.open().unwrap().solver();
        round_trip(&solver.solve(&explained, &Budget::default()).unwrap());
        let tight = Budget { states: 3, ..Budget::default() };
        round_trip(&source.open().unwrap().solver().solve(&Question::default(), &tight).unwrap());
        let moves = solver.best_line("", &Budget::default()).unwrap().moves().to_owned();
        let replay = solver.replay(&nowhere(), &moves, &Budget::default()).unwrap();
        let text = serde_json::to_string(&replay).unwrap();
        let back: Replay = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
    }
    let mut hand = Source::game("hand");
    hand.options.cards = ["A,cost=2,pitch=1,attack=6", "B,cost=3,pitch=2,attack=4"]
        .map(|card| Text::new("card", card))
        .to_vec();
    let mut solver = hand.open().unwrap().solver();
    round_trip(&solver.solve(&explained, &Budget::default()).unwrap());
    round_trip(&solver.best_line("pitch B", &Budget::default()).unwrap());
}

#[test]
fn matches_and_tournaments_are_read_back_too() {
    let arena = Source::game("arena").open().unwrap();
    let styles = [StyleName::Random, StyleName::Greedy];
    let options = MatchOptions { games: 5, ..MatchOptions::default() };
    let answer = arena.play_match(&styles, &options, &Budget::default()).unwrap();
    let text = serde_json::to_string(&answer).unwrap();
    let back: outplay::MatchAnswer = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&back).unwrap(), text);
    let answer = arena.solve_tournament(&[], &Budget::default()).unwrap();
    let text = serde_json::to_string(&answer).unwrap();
    let back: outplay::TournamentAnswer<outplay::SolvedMeeting> =
        serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&back).unwrap(), text);
}

#[test]
fn a_game_that_is_a_crate_of_its_own_is_known_to_every_question() {
    let nim = outplay::open("nim").unwrap();
    let mut solver = nim.solver();
    let answer = solver.best_line("", &Budget::default()).unwrap();
    assert_eq!((answer.value(), answer.winner()), (Some(1), Some(Player::One)));
    let first = &answer.line()[0];
    let position = nim.position(first).unwrap();
    assert_eq!(position.chooses, Some(Player::Two));
    let heaps: Vec<u8> = position.now.facts.iter().map(|(_, fact)| fact.parse().unwrap()).collect();
    assert_eq!(heaps.iter().fold(0, |sum, heap| sum ^ heap), 0, "{heaps:?} cancel out");
    let hints = solver.hints(first, &Budget::default()).unwrap();
    assert!(hints.iter().all(|hint| hint.value == Some(-1) && hint.best));
    let replay = sides(solver.replay(&nowhere(), "a1, zz", &Budget::default()).unwrap());
    assert_eq!(replay.refused.unwrap().r#move, 2);
    let styles = [StyleName::Minimax, StyleName::Random];
    let options = MatchOptions { games: 50, ..MatchOptions::default() };
    let played = nim.play_match(&styles, &options, &Budget::default()).unwrap();
    assert_eq!((played.outcome.p1_wins, played.outcome.games), (50, 50));
    let compared = nim.edited(|options| options.set.push(Text::new("set", "heaps=[1, 2]")));
    let compared = compared.unwrap().compare(None, &Budget::default()).unwrap();
    assert!(compared.agree && compared.answers.len() == 5);
    assert!(nim.battle().is_err() && nim.solve_tournament(&[], &Budget::default()).is_err());
}

#[test]
fn a_sitting_is_played_taken_back_and_looked_at_again() {
    let arena = Source::game("arena").sides("mage", "rogue").open().unwrap();
    let styles = [StyleName::Manual, StyleName::Minimax];
    let mut sitting = Sitting::new(&arena, styles, Some(Text::new("after", "S"))).unwrap();
    assert_eq!(sitting.position().unwrap().chooses, Some(Player::Two));
    let chosen = sitting.choose(None).unwrap().unwrap();
    sitting.play(&chosen.key, false).unwrap();
    assert_eq!(sitting.count(), 1);
    assert!(sitting.play("x", true).unwrap_err().contains("no skill with the key x"));
    while let Some(player) = sitting.position().unwrap().chooses {
        let key = match player {
            Player::One => {
                sitting.hints(None).unwrap().into_iter().find(|hint| hint.best).unwrap().key
            }
            Player::Two => sitting.choose(None).unwrap().unwrap().key,
        };
        sitting.play(&key, player == Player::One).unwrap();
    }
    let review = sitting.review(None).unwrap();
    assert!(review.replay.over && !review.moves.is_empty());
    assert!(review.moves.iter().all(|made| made.judged == Judged::Best), "{:?}", review.moves);
    let before = sitting.count();
    assert!(sitting.undo() && sitting.count() < before);
    sitting.again();
    assert_eq!((sitting.count(), sitting.all_moves().as_str()), (0, "S"));
    assert!(
        Sitting::new(&arena, [StyleName::Tree("none".to_owned()), StyleName::Manual], None)
            .is_err()
    );
    assert!(Sitting::new(&arena, sitting.styles.clone(), Some(Text::new("after", "q"))).is_err());
}

#[test]
fn an_edited_table_is_the_one_that_would_be_opened() {
    let wizard = outplay::open("wizard").unwrap();
    let edited = wizard.edited(|options| {
        options.set.push(Text::new("set", "boss.hp=21"));
        options.mode = Some("hard".to_owned());
    });
    let opened = Source::game("wizard").mode("hard").set("boss.hp=21").open().unwrap();
    let value =
        |table: &outplay::Table| table.solver().best_line("", &Budget::default()).unwrap().value();
    assert_eq!(value(&edited.unwrap()), value(&opened));
    let wrong = wizard.edited(|options| options.set.push(Text::new("here", "bos.hp=1")));
    let wrong = wrong.err().unwrap();
    assert_eq!(wrong.sources.get(wrong.problems[0].span.unwrap().source).name, "here");
}

/// Two who heal without end, and a limit after a few states: what hp can be at the most is no news.
#[test]
fn bounds_that_say_nothing_are_not_told() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/fights/two-healers.toml");
    let table = Source::read(path).unwrap().open().unwrap();
    let budget = Budget { states: 1000, ..Budget::default() };
    let answer = table.solver().solve(&Question::default(), &budget).unwrap();
    let answer = serde_json::to_value(&answer).unwrap();
    assert_eq!(answer["stopped"], "states");
    assert!(answer["lower"].is_null() && answer["upper"].is_null(), "{answer}");
}
