//! What moves an answer and what is dead weight: every figure is what solving says, and what is known of the
//! wizard is found again.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay::{
    BestLines, Budget, DeadWeight, Failure, LookedAt, Need, Number, Question, Run, Sensitivity,
    Source, Standing, Table, Tried, WhatMoves, Worth,
};

fn weighed(table: &Table) -> DeadWeight {
    table.dead_weight(&Run::within(&Budget::default())).unwrap()
}

fn moved(table: &Table, steps: u32) -> Sensitivity {
    let asked = WhatMoves { steps, ..WhatMoves::default() };
    table.what_moves(&asked, &Run::within(&Budget::default())).unwrap()
}

/// What solving says of the table with a change.
fn solved(table: &Table, set: &str) -> Result<Worth, Failure> {
    let source = table.source().clone().set(set);
    let answer = source.open()?.solver().solve(&Question::default(), &Budget::default())?;
    Ok(Worth::of(&answer))
}

fn check(table: &Table, set: &str, tried: &Tried) {
    match (solved(table, set), tried) {
        (Ok(worth), Tried::Worth(tried)) => assert_eq!(worth, *tried, "{set}"),
        (Err(failure), Tried::Impossible { impossible }) => {
            assert_eq!(failure.reason(), *impossible, "{set}");
        }
        (worth, tried) => panic!("{set}: {worth:?} but {tried:?}"),
    }
}

fn games() -> Vec<Table> {
    let sources = [
        Source::game("wizard"),
        Source::game("wizard").mode("hard").set("boss.hp=30"),
        Source::game("wizard").goal("actions"),
        Source::game("arena").sides("mage", "rogue"),
        Source::game("arena").sides("vampire", "sorcerer").order("restricted-queue"),
        Source::game("hedge"),
        Source::game("duelists"),
        Source::game("rpglite").sides("knight", "rogue").set("sides.size=1"),
    ];
    sources.iter().map(|source| source.open().unwrap()).collect()
}

#[test]
fn every_figure_of_dead_weight_is_what_solving_says() {
    for table in games() {
        let weight = weighed(&table);
        let base = table.solver().solve(&Question::default(), &Budget::default()).unwrap();
        assert_eq!(weight.base, Worth::of(&base));
        for skill in &weight.skills {
            check(&table, &skill.set, &skill.without);
            let same = skill.without.worth().map(|worth| worth.value == weight.base.value);
            assert_eq!(skill.changes == Some(true), same == Some(false), "{}", skill.set);
            // What no position needs the start does not need.
            if matches!(skill.need, Need::NowhereProved { .. }) {
                assert_eq!(skill.changes, Some(false), "{}", skill.set);
                let used = skill.used.unwrap();
                assert!(!used.always, "{}: {used:?}", skill.set);
            }
        }
        for effect in &weight.effects {
            check(&table, &effect.set, &effect.without);
        }
        let text = serde_json::to_string(&weight).unwrap();
        assert_eq!(serde_json::from_str::<DeadWeight>(&text).unwrap(), weight);
    }
}

#[test]
fn a_position_that_needs_a_skill_is_worth_something_else_without() {
    for table in games() {
        let mut found = 0;
        for skill in weighed(&table).skills {
            // Where the moves before use the skill, they cannot be made without it.
            let Need::Somewhere { after: Some(moves) } = skill.need else { continue };
            let after = Some(outplay::Text::new("after", moves));
            let question = Question { after, ..Question::default() };
            let solve = |table: &Table| table.solver().solve(&question, &Budget::default());
            let off = table.source().clone().set(skill.set.as_str()).open().unwrap();
            let (Ok(with), Ok(without)) = (solve(&table), solve(&off)) else { continue };
            let (with, without) = (Worth::of(&with), Worth::of(&without));
            assert_eq!(with.is_same(&without), Some(false), "{}", skill.set);
            found += 1;
        }
        assert!(found > 0 || table.about().rolls, "{}", table.about().game);
    }
}

#[test]
fn best_lines_are_counted_as_they_are_listed() {
    for (table, most) in games().into_iter().zip([100, 1000, 10_000]) {
        let question = Question { all: Some(most), ..Question::default() };
        let answer = table.solver().solve(&question, &Budget::default()).unwrap();
        let outplay::Answer::Cost(answer) = answer else { panic!("a price") };
        let all = answer.all.unwrap();
        assert!(all.complete);
        let weight = weighed(&table);
        let count = i64::try_from(all.lines.len()).unwrap();
        assert_eq!(weight.lines, Some(BestLines { count: Number::Whole(count), exact: true }));
        for skill in weight.skills.iter().filter(|skill| skill.side == 1) {
            let key = table.about().sides[0].skill(&skill.id).unwrap().key;
            let uses = all.lines.iter().map(|line| line.matches(key).count());
            let with = uses.clone().filter(|&uses| uses > 0).count();
            let used = skill.used.unwrap();
            assert_eq!(used.lines, Number::Whole(i64::try_from(with).unwrap()), "{}", skill.id);
            assert_eq!(used.always, with == all.lines.len(), "{}", skill.id);
            #[expect(clippy::cast_precision_loss, reason = "they are few")]
            let mean = uses.sum::<usize>() as f64 / all.lines.len() as f64;
            assert!((used.mean - mean).abs() < 1e-9, "{}", skill.id);
        }
    }
}

/// No line of 953 mana drains, and all of the others are used in
/// every one of them.
#[test]
fn the_wizards_dead_weight() {
    let weight = weighed(&Source::game("wizard").open().unwrap());
    let LookedAt::All(positions) = weight.looked_at else { panic!("{:?}", weight.looked_at) };
    assert_eq!(positions, 122_547);
    let told: Vec<_> = weight
        .skills
        .iter()
        .map(|skill| {
            let without = skill.without.worth().and_then(|worth| worth.value);
            (skill.id.as_str(), without, skill.changes, skill.used.map(|used| used.always))
        })
        .collect();
    let mana = |mana| Some(Number::Whole(mana));
    assert_eq!(
        told,
        [
            ("magic-missile", mana(1309), Some(true), Some(true)),
            ("drain", mana(953), Some(false), Some(false)),
            ("shield", None, Some(true), Some(true)),
            ("poison", mana(2449), Some(true), Some(true)),
            ("recharge", None, Some(true), Some(true)),
            ("strike", None, None, None),
        ]
    );
    // Though no best line drains, there are positions in which nothing else is as good.
    assert!(matches!(weight.skills[1].need, Need::Somewhere { .. }));
    assert_eq!(weight.lines, Some(BestLines { count: Number::Whole(31), exact: true }));
    // In the arena the rogue could do without its plain attack anywhere.
    let weight = weighed(&Source::game("arena").sides("mage", "rogue").open().unwrap());
    let idle: Vec<_> = weight.idle().map(|skill| skill.set.as_str()).collect();
    assert_eq!(idle, ["rogue-attack=off"]);
}

#[test]
fn every_figure_of_what_moves_is_what_solving_says() {
    for table in games() {
        let moved = moved(&table, 3);
        assert_eq!(moved.open, 0);
        for number in &moved.numbers {
            for edit in &number.edits {
                check(&table, &edit.set, &edit.tried);
            }
            let value = |text: &str| text.parse::<f64>().unwrap();
            assert!(value(&number.scanned_from) <= value(&number.value), "{}", number.path);
            assert!(value(&number.scanned_to) >= value(&number.value), "{}", number.path);
        }
        for cliff in &moved.cliffs {
            for (value, worth) in [(&cliff.from, &cliff.before), (&cliff.to, &cliff.after)] {
                let set = format!("{}={value}", cliff.path);
                assert_eq!(solved(&table, &set).unwrap(), *worth, "{set}");
            }
            assert_ne!(cliff.standing_before, cliff.standing_after);
        }
        let spread = |number: &outplay::Moved| number.range.map_or(0.0, |[low, high]| high - low);
        let sorted = moved
            .numbers
            .windows(2)
            .all(|pair| (pair[0].flips, spread(&pair[0])) >= (pair[1].flips, spread(&pair[1])));
        assert!(sorted, "{}", table.about().game);
        let text = serde_json::to_string(&moved).unwrap();
        assert_eq!(serde_json::from_str::<Sensitivity>(&text).unwrap(), moved);
    }
}

#[test]
fn the_wizards_cliffs() {
    let moved = moved(&Source::game("wizard").open().unwrap(), 50);
    assert_eq!((moved.standing, moved.stopped), (Standing::First, None));
    let cliffs: Vec<_> = moved
        .cliffs
        .iter()
        .map(|cliff| (cliff.path.as_str(), cliff.from.as_str(), cliff.to.as_str()))
        .collect();
    assert_eq!(
        cliffs,
        [
            ("boss.attack", "11", "12"),
            ("shield.lasts", "1", "2"),
            ("recharge.lasts", "3", "4"),
            ("wizard.hp", "8", "9"),
            ("shield.while", "2", "3"),
            ("recharge.each-turn", "68", "69"),
        ]
    );
    let number = |path: &str| moved.numbers.iter().find(|number| number.path == path).unwrap();
    let attack = number("boss.attack");
    assert_eq!((attack.below.as_deref(), attack.above.as_deref()), (None, Some("12")));
    assert_eq!((attack.scanned_from.as_str(), attack.scanned_to.as_str()), ("0", "18"));
    assert_eq!(number("wizard.mana").inert, Some(true));
    assert_eq!(number("boss.hp").range, Some([787.0, 1249.0]));
}

#[test]
fn a_limit_says_what_was_not_scanned() {
    let table = Source::game("wizard").open().unwrap();
    let budget = Budget { states: 3, ..Budget::default() };
    let moved = table.what_moves(&WhatMoves::default(), &Run::within(&budget)).unwrap();
    assert!(moved.open > 0 && moved.stopped.is_some());
    let cut = moved.numbers.iter().find(|number| number.cut_short).unwrap();
    assert_eq!((cut.inert, cut.above.as_deref()), (None, None));
    let weight = table.dead_weight(&Run::within(&budget)).unwrap();
    assert!(weight.stopped.is_some() && weight.lines.is_none());
    assert!(weight.skills.iter().all(|skill| !matches!(skill.need, Need::NowhereProved { .. })));
}

#[test]
fn what_is_no_fight_or_no_number_is_refused() {
    let table = outplay::open("nim").unwrap();
    let run = Run::within(&Budget::default());
    assert!(table.dead_weight(&run).is_err());
    assert!(table.what_moves(&WhatMoves::default(), &run).is_err());
    let asked = WhatMoves { paths: vec!["boss.hq".to_owned()], ..WhatMoves::default() };
    let failure = outplay::open("wizard").unwrap().what_moves(&asked, &run).unwrap_err();
    assert_eq!(failure.problems[0].help.as_deref(), Some("did you mean `boss.hp`?"));
}

#[test]
fn whoever_is_outclassed_is_worse_in_every_meeting() {
    let arena = outplay::open("arena").unwrap();
    let answer = arena.solve_tournament(&[], &Budget::default()).unwrap();
    let mut found = 0;
    for order in &answer.orders {
        let value = |row: usize, column: usize| order.table.rows[row][column].value_to_p1.unwrap();
        let everyone = 0..order.table.entrants.len();
        for worse in everyone.clone() {
            let by = everyone.clone().find(|&by| {
                let no_better = everyone.clone().all(|other| {
                    value(by, other) >= value(worse, other)
                        && value(other, by) <= value(other, worse)
                });
                let differ = everyone.clone().any(|other| {
                    value(by, other) > value(worse, other) || value(other, by) < value(other, worse)
                });
                no_better && differ
            });
            let told = answer
                .outclassed()
                .into_iter()
                .find(|one| one.order == order.order && one.entrant == order.table.entrants[worse]);
            assert_eq!(told.map(|one| one.by), by.map(|by| order.table.entrants[by].clone()));
            found += u32::from(by.is_some());
        }
    }
    assert_eq!(found, u32::try_from(answer.outclassed().len()).unwrap());
}
