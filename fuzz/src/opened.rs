//! What is asked of every game that could be opened, and of every failure.

use outplay::text::{Problem, Sources};
use outplay::{Answer, Budget, Failure, Kind, Proof, Question, Replay, SidesReplay, Table, Text};

use crate::SMALL;

/// Something is wrong, and every place of it is one of its text.
pub(crate) fn well_placed(failure: &Failure) {
    assert!(!failure.problems.is_empty() || failure.stopped.is_some(), "nothing is wrong with it");
    all_placed(&failure.sources, &failure.problems);
}

fn all_placed(sources: &Sources, problems: &[Problem]) {
    for problem in problems {
        assert!(!problem.message.is_empty(), "{problem:?}");
        if let Some(span) = problem.span {
            let whole = &sources.get(span.source).text;
            assert!(whole.get(span.start..span.end).is_some(), "{problem:?} in {whole:?}");
        }
    }
}

/// Solves it, and plays it by some bytes.
pub(crate) fn try_table(table: &Table, picks: &[u8]) {
    let (sources, warnings) = table.warnings();
    all_placed(sources, warnings);
    let explain = picks.first().is_some_and(|pick| pick % 4 == 0);
    match table.solver().solve(&Question { explain, ..Question::default() }, &SMALL) {
        Ok(answer) => try_answer(table, &answer),
        Err(failure) => well_placed(&failure),
    }
    if matches!(table.about().kind, Kind::Hand | Kind::Combat) {
        return;
    }
    let mut moves = String::new();
    for &pick in picks {
        let Some(key) = choice(table, &moves, pick) else { break };
        moves = table.about().extended(&moves, &key);
    }
    let replay = replayed(table, &moves, &SMALL);
    assert!(replay.refused.is_none() && replay.unused == 0, "{:?} of {moves:?}", replay.refused);
}

/// What a byte picks of all that can be done, or of how the dice may fall; nothing where it is over.
pub(crate) fn choice(table: &Table, moves: &str, pick: u8) -> Option<String> {
    let position =
        table.position(moves).unwrap_or_else(|failure| panic!("{failure} after {moves:?}"));
    assert_eq!(position.replay.refused, None, "what was offered, in {moves:?}");
    let offered = position.options.into_iter().filter(|option| option.refused.is_none());
    let rolls = position.rolls.into_iter().map(|(roll, _)| roll);
    let keys: Vec<String> = offered.map(|option| option.key).chain(rolls).collect();
    keys.get(usize::from(pick) % keys.len().max(1)).cloned()
}

/// What comes of some moves; as JSON it reads back.
pub(crate) fn replayed(table: &Table, moves: &str, budget: &Budget) -> SidesReplay {
    match table.solver().replay(&Text::new("after", ""), moves, budget) {
        Ok(replay) => {
            reads_back(&replay);
            let Replay::Sides(replay) = replay else { panic!("it is no game of two sides") };
            *replay
        }
        Err(failure) => panic!("{moves:?} cannot be replayed: {failure}"),
    }
}

/// An answer reads back as it was, its bounds have room for a value, and its line comes to it.
pub(crate) fn try_answer(table: &Table, answer: &Answer) {
    reads_back(answer);
    if let (Some(lower), Some(upper)) = answer.bounds() {
        assert!(lower <= upper, "{lower} is above {upper}");
    }
    let Answer::Cost(cost) = answer else { return };
    let settled = answer.stopped().is_none() && answer.proof() == Proof::Optimal;
    if let Some(value) = cost.value.filter(|_| settled) {
        let replay = replayed(table, answer.moves(), &SMALL);
        assert_eq!((replay.winner, replay.spent), (Some(1), value), "{:?}", answer.moves());
    }
}

/// What is written as JSON is read back the same.
pub(crate) fn reads_back<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) {
    let written = serde_json::to_string(value).expect("it can be written");
    let read: T =
        serde_json::from_str(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(serde_json::to_string(&read).expect("it can be written"), written);
}
