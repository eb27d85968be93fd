//! Fights that cannot be won: the nearest line, what is missing, hints and players.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay::{
    Answer, Budget, CostAnswer, Proof, Question, Replay, Source, StyleName, Table, Text,
};

fn table(edits: &[&str]) -> Table {
    let source = edits.iter().fold(Source::game("wizard"), |source, edit| source.set(*edit));
    source.open().unwrap()
}

const LOST: [&str; 2] = ["boss.hp=71", "boss.attack=14"];

fn solved(table: &Table, question: &Question, budget: &Budget) -> CostAnswer {
    match table.solver().solve(question, budget).unwrap() {
        Answer::Cost(answer) => *answer,
        _ => unreachable!("a fight with a price"),
    }
}

fn asked() -> Question<'static> {
    Question { nearest: true, explain: true, ..Question::default() }
}

fn wins(edit: &str) -> bool {
    let table = table(&[&LOST[..], &[edit]].concat());
    solved(&table, &Question::default(), &Budget::default()).value.is_some()
}

#[test]
fn the_nearest_line_does_what_it_says() {
    let table = table(&LOST);
    let answer = solved(&table, &asked(), &Budget::default());
    assert_eq!((answer.value, answer.proof), (None, Proof::Optimal));
    let nearest = answer.nearest.unwrap();
    assert_eq!((nearest.enemy_hp, nearest.life), (30, Some(6)));
    assert_eq!(nearest.proof, Proof::Optimal);
    let replay = table.solver().replay(&Text::new("after", ""), &nearest.moves, &Budget::default());
    let Replay::Sides(replay) = replay.unwrap() else { unreachable!("a fight") };
    assert_eq!((replay.over, replay.rounds, replay.unused), (true, 6, 0));
    let least = replay.turns.iter().map(|turn| turn.p2.number("hp")).min();
    assert_eq!(least.map(i64::from), Some(30));
    let choices = nearest.explain.unwrap();
    assert_eq!(choices.len(), nearest.line.len());
    for choice in choices {
        let best = choice.moves.iter().map(|option| option.enemy_hp).min();
        let chosen = choice.moves.iter().find(|option| option.chosen).unwrap();
        assert_eq!(Some(chosen.enemy_hp), best);
    }
}

#[test]
fn what_is_missing_is_the_first_that_wins() {
    let answer = solved(&table(&LOST), &asked(), &Budget::default());
    let missing = answer.missing.unwrap();
    let found: Vec<_> = missing.iter().map(|one| (one.number.as_str(), one.side)).collect();
    assert_eq!(found, [("hp", 1), ("mana", 1), ("hp", 2)]);
    let least = missing[0].at_least.unwrap();
    assert!((51..least).all(|hp| !wins(&format!("p1.hp={hp}"))) && wins(&format!("p1.hp={least}")));
    assert!(missing[1].none_up_to.is_some_and(|mana| mana > 500));
    let most = missing[2].at_most.unwrap();
    assert!((most + 1..71).all(|hp| !wins(&format!("p2.hp={hp}"))));
    assert!(wins(&format!("p2.hp={most}")));
}

#[test]
fn hints_and_players_prefer_what_comes_nearest() {
    let table = table(&LOST);
    let mut solver = table.solver();
    let hints = solver.hints("", &Budget::default()).unwrap();
    let best: Vec<_> = hints.iter().filter(|hint| hint.best).collect();
    assert_eq!(best.len(), 1);
    assert_eq!(best[0].near.map(|near| near.enemy_hp), Some(30));
    assert!(hints.iter().all(|hint| hint.value.is_none() && hint.near.is_some()));
    let styles = [StyleName::Minimax, StyleName::Minimax];
    let chosen = solver.choose("", &styles, 1, &Budget::default()).unwrap();
    assert_eq!(chosen.as_ref(), Some(&best[0].key));
}

#[test]
fn a_limit_leaves_what_was_found_and_never_the_answer() {
    let table = table(&LOST);
    for states in [1, 10, 100, 1000] {
        let answer = solved(&table, &asked(), &Budget { states, ..Budget::default() });
        if let Some(nearest) = &answer.nearest {
            assert!(nearest.enemy_hp >= 30, "{nearest:?}");
            assert_eq!(nearest.stopped.is_some(), nearest.proof == Proof::Bound);
        }
        assert_eq!(answer.missing.is_some(), answer.proof == Proof::Optimal);
    }
    // Nobody asked.
    let plain = solved(&table, &Question::default(), &Budget::default());
    assert!(plain.nearest.is_none() && plain.missing.is_none());
}
