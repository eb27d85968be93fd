//! Random files of every word of the language, played move by move by the engine and by a plain
//! interpreter that was written from the docs alone: at every choice both show the same.
//!
//! `PROPTEST_CASES=100000 cargo test --release -p outplay-duel lockstep` tries more.

use crate::plain;

use std::collections::BTreeSet;

use plain::generate::{Seed, all_files, old_files};
use plain::{Fight, Phase, State, engine};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

const GAMES: usize = 3;
const MOVES: usize = 60;

/// More actions that nobody is asked for than this are not followed.
const UNASKED: usize = 400;

/// Plays what nobody is asked for, unless it goes on too long.
fn settle(fight: &Fight, mut state: State) -> State {
    let mut seen = BTreeSet::new();
    while state.phase == Phase::Acting && !fight.rules.is_asked(state.turn) {
        let mut known = state.clone();
        known.round = if fight.rules.reads_round { known.round } else { 0 };
        if !seen.insert(known) {
            state.phase = Phase::ForEver;
            return state;
        }
        if seen.len() > UNASKED {
            state.phase = Phase::TooLong;
            return state;
        }
        let choices = fight.choices(&state);
        assert_eq!(choices.len(), 1, "{state:?}");
        state = fight.play(&state, &choices[0].0).state;
    }
    state
}

/// Follows random games; gives how many moves were compared.
pub(crate) fn follow(seed: &Seed, picks: &[u16]) -> Result<usize, TestCaseError> {
    let text = seed.text();
    let fight = Fight::open(&text);
    let opened =
        engine::open(&text).map_err(|why| TestCaseError::fail(format!("{why}\n{text}")))?;
    let opening = settle(&fight, fight.start());
    if opening.phase == Phase::TooLong {
        return Ok(0);
    }
    let mut compared = 0;
    for game in 0..GAMES {
        let mut battle = opened.battle();
        let mut state = opening.clone();
        let mut line = Vec::new();
        for number in 0..=MOVES {
            if state.phase == Phase::ForEver {
                // Where it stops to look at what never ends is the engine's own affair.
                prop_assert!(!battle.is_over(), "after {line:?} it goes on for ever\n{text}");
                break;
            }
            let (theirs, ours) =
                (engine::shown(&battle, &fight), engine::shown_plainly(&fight, &state));
            prop_assert!(
                theirs == ours,
                "after {line:?}\nthe engine shows\n{theirs}\n\nby the docs it is\n{ours}\n\n{text}"
            );
            let choices = fight.choices(&state);
            if choices.is_empty() {
                break;
            }
            let pick = usize::from(picks[(game * 7 + number) % picks.len()]);
            let id = &choices[(pick >> (game * 3)) % choices.len()].0;
            state = settle(&fight, fight.play(&state, id).state);
            if state.phase == Phase::TooLong {
                break;
            }
            line.push(id.clone());
            let played = battle.play(id);
            prop_assert!(played.is_ok(), "{line:?} {played:?}\n{text}");
            compared += 1;
        }
    }
    Ok(compared)
}

fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = ProptestConfig::with_cases(asked.unwrap_or(cases));
    ProptestConfig { failure_persistence: None, max_shrink_iters: 2_000, ..config }
}

pub(crate) fn picks() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 1..60)
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn files_of_the_old_words_are_played_as_the_docs_say((seed, picks) in (old_files(false), picks())) {
        follow(&seed, &picks)?;
    }

    #[test]
    fn files_of_all_words_are_played_as_the_docs_say((seed, picks) in (all_files(false), picks())) {
        if engine::KNOWS_ALL_WORDS {
            follow(&seed, &picks)?;
        } else {
            by_itself(&seed, &picks);
        }
    }
}

/// What a file says, not what it means: each of these in at least two files of a hundred.
const WRITTEN: [&str; 42] = [
    "order = \"queue\"",
    "restricted-queue",
    "stuck = \"lose\"",
    "first = ",
    "actions = \"any\"",
    "actions = 2",
    "least = \"mana\"",
    "least = \"actions\"",
    "least = \"rounds\"",
    "winner-hp",
    "most = \"damage\"",
    "rounds = ",
    "soak = ",
    "[upkeep]",
    "stacks.",
    "cooldown.",
    "uses.",
    ".stunned",
    "round ",
    "max = ",
    "resets = ",
    "resists = ",
    "when = ",
    "cooldown = ",
    "uses = ",
    "strikes = ",
    "type = ",
    "pierces = ",
    "drains = ",
    "kills = ",
    "cleanses = ",
    "starts = ",
    "stuns = ",
    "steals = ",
    "again = ",
    "also = ",
    "until = ",
    "refreshes = ",
    "while = ",
    "on = \"hits\"",
    "on = \"dies\"",
    "on = \"turn-ends\"",
];

#[test]
fn every_word_is_written_often_and_games_have_moves() {
    const FILES: usize = 1000;
    let mut runner = TestRunner::deterministic();
    let (mut counts, mut moves) = ([0; WRITTEN.len()], 0);
    for _ in 0..FILES {
        let seed = all_files(false).new_tree(&mut runner).expect("a file").current();
        let picks = picks().new_tree(&mut runner).expect("picks").current();
        let text = seed.text();
        for (count, word) in counts.iter_mut().zip(WRITTEN) {
            *count += usize::from(text.contains(word));
        }
        moves += follow(&seed, &picks).expect("both agree");
    }
    let rare: Vec<_> = WRITTEN.iter().zip(counts).filter(|(_, count)| count * 50 < FILES).collect();
    assert!(rare.is_empty(), "{rare:?}");
    assert!(moves > 5 * FILES, "only {moves} moves in {FILES} files");
}

/// The plain interpreter alone plays whatever is written.
fn by_itself(seed: &Seed, picks: &[u16]) {
    let text = seed.text();
    let fight = Fight::open(&text);
    let mut state = fight.start();
    for pick in picks {
        let choices = fight.choices(&state);
        let Some((id, _)) = choices.get(usize::from(*pick) % choices.len().max(1)) else { break };
        state = fight.play(&state, id).state;
    }
}
