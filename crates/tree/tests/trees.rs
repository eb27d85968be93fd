//! Trees as people write them: lessons, problems, laws.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

use outplay_game::{Budget, Game, ZeroSum, laws};
use outplay_search::{ZeroSumAlgorithm, move_values, solve_zero_sum};
use outplay_text::{MOST_LISTED, Problems, Sources};
use outplay_tree::{TreeFile, read};
use proptest::prelude::*;

fn load(text: &str, changes: &[&str]) -> Result<TreeFile, Vec<String>> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add("lesson.toml", text);
    let changes: Vec<_> = changes.iter().map(|change| sources.add("--set", *change)).collect();
    let file = read(&sources, source, &changes, &mut problems);
    assert_eq!(file.is_none(), problems.has_errors());
    file.ok_or_else(|| {
        let told = problems.into_sorted().into_iter().map(|problem| {
            let (line, column) = problem.span.map_or((0, 0), |span| sources.line_column(span));
            format!("{line}:{column} {} / {}", problem.message, problem.help.unwrap_or_default())
        });
        told.collect()
    })
}

/// A file with this for its positions.
fn tree(positions: &str) -> TreeFile {
    load(&format!("format = 1\ngame = 'tree'\n{positions}"), &[]).unwrap()
}

/// The value by every search that applies, the line, and what each move is worth.
fn solved(file: &TreeFile) -> (i64, String, Vec<i64>) {
    let tree = &file.tree;
    let budget = &Budget::UNLIMITED;
    let mut answers = ZeroSumAlgorithm::ALL.into_iter().filter_map(|by| {
        let solution = solve_zero_sum(tree, &0, by, budget);
        solution.stopped.is_none().then(|| (solution.value().unwrap(), solution.line))
    });
    let (value, line) = answers.next().unwrap();
    for (other, _) in answers {
        assert_eq!(other, value);
    }
    let mut state = 0;
    let mut told = Vec::new();
    for mv in line {
        told.push(tree.move_name(state, mv).to_owned());
        state = tree.play(&state, mv);
    }
    let prices = move_values(tree, &0, budget).unwrap().into_iter().map(|(_, value)| value);
    (value, told.join(" "), prices.collect())
}

#[test]
fn the_best_of_three_ends_is_chosen() {
    let file = tree("start = { player = 1, A = 10, B = 20, C = -10 }");
    assert_eq!(solved(&file), (20, "B".to_owned(), vec![10, 20, -10]));
}

#[test]
fn the_lesson_that_ships_comes_out_as_its_comment_says() {
    let text = include_str!("../../../rules/lesson.toml");
    let file = load(text, &[]).unwrap();
    assert_eq!(solved(&file), (80, "B".to_owned(), vec![50, 80, -50]));
    laws::check_zero_sum(&file.tree, 100).unwrap();
    // A table with one entry goes by its parent, so these are worth to player 2.
    let changed = load(text, &["start.C.E=-70", "start.B=60"]).unwrap();
    assert_eq!(solved(&changed), (70, "C E".to_owned(), vec![50, -60, 70]));
}

#[test]
fn a_number_may_count_for_whoever_chooses() {
    let file = tree(
        "values = 'chooser'\n[start]\nplayer = 1\nA = 50\nB = { p2 = -80 }\n\
         C = { player = 2, D = -90, E = 50 }",
    );
    assert_eq!(solved(&file), (80, "B".to_owned(), vec![50, 80, -50]));
}

#[test]
fn one_side_may_choose_twice_running() {
    let file = tree("start = { player = 2, A = 1, B = { player = 2, C = 3, D = -2 } }");
    assert_eq!(solved(&file), (-2, "B D".to_owned(), vec![1, -2]));
}

#[test]
fn positions_by_name_may_lead_back() {
    let file = tree(
        "[start]\nplayer = 1\nstay = 'reply'\nleave = -5\n\
         [positions.reply]\nplayer = 2\nback = 'start'\ngive = 7",
    );
    assert!(!file.tree.is_acyclic());
    laws::check_zero_sum(&file.tree, 100).unwrap();
    assert_eq!(solved(&file), (0, "stay back".to_owned(), vec![0, -5]));
    let shared =
        tree("[start]\nplayer = 1\nA = 'x'\nB = 'x'\n[positions.x]\nplayer = 2\nC = 1\nD = 2");
    assert!(shared.tree.is_acyclic());
    assert_eq!(solved(&shared), (1, "A C".to_owned(), vec![1, 1]));
}

#[test]
fn every_problem_is_reported_with_its_place() {
    let text = "format = 1\ngame = 'tree'\nvalue = 'p1'\n[start]\nA = 1.5\nB = { player = 3, C = 1 }\n\
                D = { p1 = 1, p2 = -1 }\nE = 'latr'\nF = {}\nG = 9999999999999\n\
                H = { player = 1, p2 = 4, I = true }\n[positions.later]\nplayer = 1\nJ = 2\n";
    let told = load(text, &["start.Z=3", "start.A=2"]).unwrap_err();
    let expected = [
        "3:1 `value` is unknown here / did you mean `values`?",
        "4:1 `player` is missing: who chooses here? / add `player = 1` or `player = 2`",
        "6:16 `player` is 1 or 2: who chooses here / a move cannot be called `player`; write \
         `player = 1` or `player = 2`",
        "7:15 an end is worth to one player what it costs the other / give one of the two",
        "8:5 no position is called `latr` / did you mean `later`?",
        "9:5 `player` is missing: who chooses here? / add `player = 1` or `player = 2`",
        "9:5 this position has no moves / an end is written as what it is worth: a number, or \
         `{ p2 = -80 }`",
        "10:5 9999999999999 is out of range / it may be -1000000000000 to 1000000000000",
        "11:19 `p2` says what an end is worth, and this is no end / an end is `{ p2 = ... }`, \
         without moves or player",
        "11:31 a move cannot lead to true or false / it leads to a whole number (what the end is \
         worth), to a position in braces, or to the name of one, as text",
        "12:12 no move leads to `later` / ",
    ];
    assert_eq!(told[..told.len() - 1], expected);
    assert!(told[told.len() - 1].starts_with("1:1 nothing is called `start.Z`"), "{told:?}");
}

#[test]
fn the_format_has_a_schema() {
    let schema = outplay_text::json_schema(&[("a tree", &outplay_tree::FORMAT)], "x", "X");
    assert_eq!(schema["oneOf"][0]["required"].to_string(), r#"["format","game","start"]"#);
}

#[test]
fn nothing_is_not_a_tree() {
    assert_eq!(load("", &[]).unwrap_err().len(), 3);
    assert!(load("format = 1\ngame = 'tree'\nstart = 5", &[]).is_err());
    assert!(load("start = [", &["start="]).is_err());
}

#[test]
fn depth_is_refused_or_read_but_never_overflows() {
    let deep = "a.".repeat(20_000);
    assert!(load(&format!("format = 1\ngame = 'tree'\n[start.{deep}b]\nc = 1"), &[]).is_err());
    assert!(load(&format!("format = 1\ngame = 'tree'\nstart.{deep}b = 1"), &[]).is_err());
    let braces = "{ player = 1, a = ".repeat(20_000);
    assert!(load(&format!("format = 1\ngame = 'tree'\nstart = {braces}"), &[]).is_err());
}

/// A random position in TOML's notation, with its value to player 1.
fn positions() -> impl Strategy<Value = (String, i64)> {
    let end = (-20_i64..20, 0_u8..3).prop_map(|(number, form)| match form {
        0 => (number.to_string(), number),
        1 => (format!("{{ p1 = {number} }}"), number),
        _ => (format!("{{ p2 = {number} }}"), -number),
    });
    end.prop_recursive(4, 24, 3, |inner| {
        (1_u8..3, prop::collection::vec(inner, 1..4)).prop_map(|(player, moves)| {
            let values = moves.iter().map(|(_, value)| *value);
            let value = if player == 1 { values.max() } else { values.min() };
            let moves: String = moves
                .iter()
                .enumerate()
                .map(|(index, (text, _))| format!(", m{index} = {text}"))
                .collect();
            (format!("{{ player = {player}{moves} }}"), value.unwrap())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_random_tree_is_worth_what_its_text_says((text, value) in positions()) {
        prop_assume!(text.contains("player"));
        let file = tree(&format!("start = {text}"));
        laws::check_zero_sum(&file.tree, 1000).unwrap();
        prop_assert_eq!(solved(&file).0, value);
    }

    #[test]
    fn no_text_brings_the_reader_down(text in "[a-z={}\\[\\]0-9,'\" .\n-]{0,80}") {
        let _ = load(&format!("format = 1\ngame = 'tree'\nstart = {text}"), &[&text]);
        let _ = load(&text, &[]);
    }
}

#[test]
fn thousands_of_names_that_nobody_has_are_told_without_comparing_all_with_all() {
    let mut text = String::from("format = 1\ngame = 'tree'\n[start]\nplayer = 1\nA = 'p1'\n");
    for n in 1..3000 {
        text += &format!("[positions.p{n}]\nplayer = 1\nA = 'unheard of {n}'\n");
    }
    let problems = load(&text, &[]).unwrap_err();
    let unknown = problems.iter().filter(|problem| problem.contains("no position is called"));
    assert_eq!(unknown.count(), MOST_LISTED);
    let unlisted = problems.iter().filter(|problem| problem.contains("2899 more problems"));
    assert_eq!(unlisted.count(), 1, "{:?}", problems.last());
    // Not every one lists every other.
    assert!(problems.iter().all(|problem| problem.len() < 5000), "{}", problems[0].len());
}
