//! The arena against every known answer.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fmt::Write;

use outplay_duel::order::{Order, Place, RestrictedQueue};
use outplay_duel::{Account, Duel, Event, Fight, Names, Options, RulesFile, State, Visitor};
use outplay_game::{Budget, Game, Node, Player, ZeroSum, laws};
use outplay_search::{AlphaBeta, ZeroSumAlgorithm, move_values, solve_zero_sum};
use outplay_text::{Problems, Sources};
use rustc_hash::FxHashSet;
use serde_json::Value;

fn golden() -> Value {
    serde_json::from_str(include_str!("../../../../golden/arena.json")).unwrap()
}

/// A fight of the arena.
fn fight(p1: &str, p2: &str, order: &str, set: &[String]) -> Fight {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let file = sources.add("arena.toml", include_str!("../../../../rules/arena.toml"));
    let rules = RulesFile::read(&sources, file, &mut problems);
    let options = Options {
        sides: [Some(sources.add("--p1", p1)), Some(sources.add("--p2", p2))],
        order: Some(sources.add("--order", order)),
        set: set.iter().map(|text| sources.add("--set", text)).collect(),
        ..Options::default()
    };
    let fight = rules.fight(&sources, &options, &mut problems);
    let problems = problems.into_sorted();
    assert!(problems.is_empty(), "arena.toml has problems: {problems:?}");
    fight.unwrap()
}

/// A fight from the numbers of a golden entry.
fn entry(golden: &Value) -> Fight {
    let word = |name: &str| golden[name].as_str().unwrap();
    let set = [("p1.hp", "hp1"), ("p1.sp", "sp1"), ("p2.hp", "hp2"), ("p2.sp", "sp2")];
    let set = set.map(|(path, name)| format!("{path}={}", golden[name]));
    fight(word("p1"), word("p2"), word("order"), &set)
}

struct Solve;

impl Visitor for Solve {
    /// Who is to move, the value to them, that of each of their moves, and the two numbers of
    /// states.
    type Output = (u64, i64, Vec<(char, i64)>, [usize; 2]);

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        let quick = duel.without_unreached_places();
        let budget = Budget::UNLIMITED;
        let start = quick.start();
        let solution = solve_zero_sum(&quick, &start, ZeroSumAlgorithm::Alphabeta, &budget);
        let current = duel.current(&duel.start());
        let sign = if current == Player::One { 1 } else { -1 };
        let keys = |(mv, value): (outplay_duel::Move, i64)| {
            let skills = &fight.names.fighters[current.index()].skills;
            (skills[mv.skill().unwrap()].key, sign * value)
        };
        let values = move_values(&quick, &start, &budget).unwrap();
        (
            u64::from(current.number()),
            sign * solution.value().unwrap(),
            values.into_iter().map(keys).collect(),
            [states(duel), states(&duel.without_spent_places())],
        )
    }
}

/// How many states can be reached.
fn states<const W: usize, O: Order>(duel: &Duel<W, O>) -> usize {
    let mut seen = FxHashSet::default();
    let mut open = vec![duel.start()];
    let mut moves = Vec::new();
    while let Some(state) = open.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        moves.clear();
        duel.moves(&state, &mut moves);
        open.extend(moves.iter().map(|&mv| duel.play(&state, mv)));
    }
    seen.len()
}

#[test]
fn every_golden_position_has_its_value_its_moves_and_its_states() {
    let golden = golden();
    let values = golden["values"].as_array().unwrap();
    assert_eq!(values.len(), 179);
    for position in values {
        let (current, value, moves, states) = entry(position).visit(Solve);
        assert_eq!(Some(current), position["current"].as_u64(), "{position}");
        assert_eq!(Some(value), position["value_to_current"].as_i64(), "{position}");
        let known = position["move_values"].as_object().unwrap();
        assert_eq!(known.len(), moves.len(), "{position}");
        for (key, value) in &moves {
            assert_eq!(known[&key.to_string()].as_i64(), Some(*value), "{position}");
        }
        let best = moves.iter().filter(|(_, other)| *other == value);
        assert_eq!(best.map(|(key, _)| *key).collect::<String>(), position["best"], "{position}");
        let count = |name: &str| position[name].as_u64().and_then(|n| usize::try_from(n).ok());
        let known = ["states", "states_without_dead_copies"].map(|name| count(name).unwrap());
        assert_eq!(known, states, "{position}");
    }
}

#[test]
fn the_restricted_queue_does_what_it_is_forced_to() {
    let golden = golden();
    let sequences = golden["forced_queue_ops"].as_array().unwrap();
    assert_eq!(sequences.len(), 26);
    for sequence in sequences {
        let mut queue = RestrictedQueue::new();
        let after = sequence["after_each"].as_array().unwrap();
        let operations = sequence["ops"].as_str().unwrap();
        assert_eq!(after.len(), operations.len());
        for (operation, after) in operations.chars().zip(after) {
            match operation {
                '1' => queue.add(Player::One),
                '2' => queue.add(Player::Two),
                _ => drop(queue.remove()),
            }
            assert_eq!(queue.to_string(), after.as_str().unwrap(), "{sequence}");
        }
    }
}

struct Candidates;

impl Visitor for Candidates {
    type Output = (Vec<i32>, String);

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        let found = duel.candidates(duel.opening(), Player::One, 0);
        let mut priorities: Vec<i32> = found.iter().map(|&(priority, _)| priority).collect();
        priorities.sort_unstable();
        let first = &fight.names.fighters[0].skills[0].picks[found[0].1].1;
        let account = duel.account(&fight.names, "A");
        let picked = account.turns[0].events.iter().find_map(|event| match event {
            Event::Picks { node } => Some(&fight.names.fighters[0].skills[0].picks[*node].1),
            _ => None,
        });
        assert_eq!(picked, Some(first));
        (priorities, first.replace(' ', ""))
    }
}

#[test]
fn the_sorcerers_tree_picks_what_it_should() {
    let golden = golden();
    let rows = golden["tree_rows"].as_array().unwrap();
    assert_eq!(rows.len(), 100);
    for row in rows {
        let set = [
            ("p1.hp", "caster_hp"),
            ("p1.sp", "caster_sp"),
            ("p2.hp", "target_hp"),
            ("p2.sp", "target_sp"),
        ];
        let set = set.map(|(path, name)| format!("{path}={}", row[name]));
        let (candidates, pick) = fight("sorcerer", "mage", "queue", &set).visit(Candidates);
        assert_eq!(serde_json::json!(candidates), row["candidates"], "{row}");
        assert_eq!(pick, row["pick"], "{row}");
    }
}

struct Replay<'a>(&'a str);

impl Visitor for Replay<'_> {
    type Output = (Account, Names);

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) -> Self::Output {
        (duel.account(&fight.names, self.0), fight.names.clone())
    }
}

fn letters(queue: &[Place]) -> String {
    queue.iter().map(|place| place.letter()).collect()
}

#[test]
fn every_transcript_is_told_as_it_was() {
    let golden = golden();
    let transcripts = golden["transcripts"].as_array().unwrap();
    assert_eq!(transcripts.len(), 8);
    for transcript in transcripts {
        let moves = transcript["moves"].as_str().unwrap();
        let (account, names) = entry(transcript).visit(Replay(moves));
        assert_eq!(letters(&account.opening.queue), transcript["start_queue"]);
        assert!(account.over && account.refused.is_none() && account.unused == 0);
        let steps = transcript["steps"].as_array().unwrap();
        assert_eq!(account.turns.len(), steps.len());
        for (turn, step) in account.turns.iter().zip(steps) {
            assert_eq!(Some(u64::from(turn.player.number())), step["actor"].as_u64(), "{step}");
            assert_eq!(letters(&turn.queue_after_skill), step["queue_after_skill"], "{step}");
            assert_eq!(letters(&turn.after.queue), step["queue_after"], "{step}");
            let now = [0, 1].map(|side| [turn.after.numbers[side][0], turn.after.numbers[side][1]]);
            let known = [["hp1", "sp1"], ["hp2", "sp2"]].map(|side| side.map(|n| &step[n]));
            assert_eq!(serde_json::json!(now), serde_json::json!(known), "{step}");
            let skill = &names.fighters[turn.player.index()].skills[turn.skill.unwrap()];
            let mut used = skill.name.clone();
            let (mut gained, mut paid) = (0, 0);
            for event in &turn.events {
                match event {
                    Event::Picks { node } => used.clone_from(&skill.picks[*node].1),
                    Event::Drains { by } => gained += by,
                    Event::Pays { amount, .. } => paid += amount,
                    _ => {}
                }
            }
            assert_eq!(used.replace(' ', ""), step["skill"], "{step}");
            assert_eq!(Some(i64::from(gained)), step["actor_hp_gained"].as_i64(), "{step}");
            assert_eq!(Some(i64::from(paid)), step["sp_spent"].as_i64(), "{step}");
        }
        let winner = account.winner.map(|winner| u64::from(winner.number()));
        assert_eq!(winner, steps.last().unwrap()["winner"].as_u64());
        let last = &account.turns.last().unwrap().after;
        let score = match account.winner {
            None => 0,
            Some(Player::One) => i64::from(last.numbers[0][0]),
            Some(Player::Two) => -i64::from(last.numbers[1][0]),
        };
        assert_eq!(Some(score), transcript["final_score_for_p1"].as_i64());
    }
}

#[test]
fn the_classic_pictures_of_the_queue() {
    let (account, _) = fight("v", "r", "queue", &[]).visit(Replay("S"));
    assert_eq!(letters(&account.turns[0].queue_after_skill), "ABAAB");
    let long = ["queue=ABBABA".to_owned()];
    let (account, _) = fight("sorcerer", "rogue", "queue", &long).visit(Replay("S"));
    assert_eq!(letters(&account.opening.queue), "ABBABA");
    assert_eq!(letters(&account.turns[0].queue_after_skill), "ABA");
}

const FIGHTERS: [&str; 4] = ["mage", "rogue", "vampire", "sorcerer"];

struct Laws;

impl Visitor for Laws {
    type Output = ();

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) {
        assert!(W == 6, "the arena's states are 48 bytes");
        assert!(duel.is_acyclic());
        let fewer = [duel.without_spent_places(), duel.without_unreached_places()];
        for duel in fewer.iter().chain([duel]) {
            laws::check(duel, 3000).unwrap();
            laws::check_zero_sum(duel, 100_000).unwrap();
        }
    }
}

#[test]
fn every_pair_obeys_the_laws_and_its_bounds_hold() {
    let low = ["p1.hp=45", "p2.hp=45", "p1.sp=40", "p2.sp=40"].map(str::to_owned);
    for one in FIGHTERS {
        for two in FIGHTERS {
            for order in ["queue", "restricted-queue"] {
                fight(one, two, order, &low).visit(Laws);
            }
        }
    }
}

struct ProveTheValue {
    memo_too: bool,
}

impl Visitor for ProveTheValue {
    /// The value, and how many states alpha-beta expanded for it alone.
    type Output = (i64, u64);

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, _: &Fight) -> (i64, u64) {
        let duel = duel.without_unreached_places();
        let mut search = AlphaBeta::new();
        let value = search.value(&duel, &duel.start(), &Budget::UNLIMITED).unwrap();
        if self.memo_too {
            let (start, memo) = (duel.start(), ZeroSumAlgorithm::Memo);
            let plain = solve_zero_sum(&duel, &start, memo, &Budget::UNLIMITED);
            assert_eq!(plain.value(), Some(value));
        }
        (value, search.stats().expanded)
    }
}

/// The sizes that [`golden_states`] tries.
const SIZES: [u32; 3] = [100, 200, 400];

/// What golden/arena-states.txt is to say.
fn golden_states() -> String {
    let mut text = String::from(
        "# States that alpha-beta expands for the value of the arena's match-ups: a speed gate \
         without noise.\n# To write it anew: UPDATE_GOLDEN=1 cargo test -p outplay-duel arena::\n# hp and sp of both, order, fighters, value to player 1, states\n",
    );
    for size in SIZES {
        let set = ["p1.hp", "p1.sp", "p2.hp", "p2.sp"].map(|path| format!("{path}={size}"));
        for order in ["queue", "restricted-queue"] {
            for (one, two) in FIGHTERS.iter().flat_map(|one| FIGHTERS.map(|two| (*one, two))) {
                let prove = ProveTheValue { memo_too: size == 100 };
                let (value, states) = fight(one, two, order, &set).visit(prove);
                writeln!(text, "{size} {order} {one} {two} {value} {states}").unwrap();
            }
        }
    }
    text
}

#[test]
fn alphabeta_expands_exactly_the_golden_number_of_states() {
    let found = golden_states();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../golden/arena-states.txt");
        std::fs::write(path, found).unwrap();
        return;
    }
    let golden = include_str!("../../../../golden/arena-states.txt");
    for (golden, found) in golden.lines().zip(found.lines()) {
        assert_eq!(golden, found, "golden, then found: update golden/arena-states.txt?");
    }
    assert_eq!(golden.lines().count(), found.lines().count());
}

struct OneAblePlaceEach;

impl Visitor for OneAblePlaceEach {
    type Output = ();

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, fight: &Fight) {
        let sp = fight.names.fighters.each_ref().map(|fighter| fighter.numbers[1].1);
        let cheapest = [15, 15];
        let mut seen = FxHashSet::default();
        let mut open: Vec<State<W, O>> = vec![duel.start()];
        let mut moves = Vec::new();
        while let Some(state) = open.pop() {
            if !seen.insert(state.clone()) || duel.node(&state) == Node::End {
                continue;
            }
            let places = state.order().places();
            for player in Player::BOTH {
                let able = places.iter().filter(|place| place.player == player && place.able);
                // Whoever has this much sp can act, whoever they are.
                if state.number(sp[player.index()]) >= cheapest[player.index()] {
                    assert_eq!(able.count(), 1, "{state:?}");
                }
            }
            moves.clear();
            duel.moves(&state, &mut moves);
            open.extend(moves.iter().map(|&mv| duel.play(&state, mv)));
        }
    }
}

#[test]
fn between_turns_of_the_restricted_queue_everyone_who_can_act_has_one_able_place() {
    for one in FIGHTERS {
        for two in FIGHTERS {
            fight(one, two, "restricted-queue", &[]).visit(OneAblePlaceEach);
        }
    }
}
