//! What cannot be played is refused, all of it at once, with places.

#![expect(clippy::unwrap_used, reason = "a test may fail anywhere")]

use outplay_combat::{Deal, parse, parse_decks};
use outplay_text::{MOST_LISTED, Problems, Sources};
use proptest::prelude::*;

/// The deal, or every problem as `line:column message`.
fn read(text: &str) -> Result<Deal, Vec<String>> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add("decks.txt", text);
    let deal = parse(&sources, source, &mut problems);
    told(&sources, deal, problems)
}

fn read_lists(one: &str, two: &str) -> Result<Deal, Vec<String>> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let lists = [sources.add("--p1", one), sources.add("--p2", two)];
    let deal = parse_decks(&sources, lists, &mut problems);
    told(&sources, deal, problems)
}

fn told(sources: &Sources, deal: Option<Deal>, problems: Problems) -> Result<Deal, Vec<String>> {
    let problems = problems.into_sorted();
    assert_eq!(deal.is_none(), !problems.is_empty(), "a deal or problems, never both");
    assert!(problems.iter().all(|problem| problem.help.is_some()), "each says what would be right");
    deal.ok_or_else(|| {
        let place = |span| {
            let (line, column) = sources.line_column(span);
            format!("{line}:{column} ")
        };
        let line = |problem: &outplay_text::Problem| {
            problem.span.map_or(String::new(), place) + &problem.message
        };
        problems.iter().map(line).collect()
    })
}

fn problems(text: &str) -> Vec<String> {
    read(text).unwrap_err()
}

fn deal(one: &[u32], two: &[u32]) -> Deal {
    Deal::new([one.to_vec(), two.to_vec()]).unwrap()
}

#[test]
fn line_ends_spaces_and_blank_lines_do_not_matter() {
    let right = Ok(deal(&[9, 2], &[5, 8]));
    assert_eq!(read("Player 1:\n9\n2\n\nPlayer 2:\n5\n8\n"), right);
    assert_eq!(read("Player 1:\r\n9\r\n2\r\n\r\nPlayer 2:\r\n5\r\n8"), right);
    assert_eq!(read("\n\n player 1 :\n\t9 \n2\n\n\nPLAYER 2:\n5\n08\n\n\n"), right);
    assert_eq!(read("\u{feff}Player 1:\n9\n2\n\nPlayer 2:\n5\n8"), right);
    assert_eq!(read_lists("9 2", "5,8"), right);
    assert_eq!(read_lists(" 9,\n2 ", "5 , 8"), right);
}

#[test]
fn the_highest_card_is_the_highest_number_of_32_bits() {
    assert_eq!(read_lists("4294967295", "1"), Ok(deal(&[u32::MAX], &[1])));
    let problem = "1:3 card 4294967296 is too large";
    assert_eq!(read_lists("2 4294967296", "1").unwrap_err(), [problem]);
}

#[test]
fn everything_wrong_is_said_at_once_and_in_order() {
    let text = "Player 1:\r\n9\r\n0\r\n-4\r\n\r\nPlayer 2:\r\nabc\r\n9\r\n1.5\r\n3 4\r\n+6\r\n";
    assert_eq!(
        problems(text),
        [
            "3:1 a card cannot be 0",
            "4:1 `-4` is not a card",
            "7:1 `abc` is not a card",
            "8:1 card 9 is there twice: in the deck of player 1 (line 2, column 1), \
             and in the deck of player 2 (line 8, column 1)",
            "9:1 `1.5` is not a card",
            "10:1 `3 4` is more than one card",
            "11:1 `+6` is not a card",
        ]
    );
}

#[test]
fn missing_empty_and_spare_decks_are_refused() {
    assert_eq!(
        problems(""),
        ["1:1 the deck of player 1 is missing", "1:1 the deck of player 2 is missing"]
    );
    assert_eq!(problems("Player 1:\n3\n"), ["3:1 the deck of player 2 is missing"]);
    assert_eq!(problems("Player 2:\n3\n"), ["3:1 the deck of player 1 is missing"]);
    assert_eq!(problems("Player 1:\n\nPlayer 2:\n4"), ["1:1 player 1 has no cards"]);
    assert_eq!(problems("Player 1:\n4\n\nPlayer 2:\n"), ["4:1 player 2 has no cards"]);
    assert_eq!(
        problems("Player 1:\n1\n\nPlayer 2:\n2\n\nPlayer 3:\n3\n"),
        ["7:1 `Player 3:` heads no deck"]
    );
    assert_eq!(
        problems("Player 1:\n1\n\nPlayer 1:\n2\n"),
        ["4:1 a second deck of player 1", "6:1 the deck of player 2 is missing"]
    );
    assert_eq!(problems("Player 1:\n1\n\nPlayer 2\n2\n"), ["4:1 `Player 2` heads no deck"]);
    assert_eq!(read_lists("1", " ").unwrap_err(), ["1:1 player 2 has no cards"]);
}

#[test]
fn a_deck_without_a_heading_is_named_by_its_first_card() {
    assert_eq!(
        problems("1\n2\n\n3\n4\n"),
        [
            "1:1 a deck without a heading: expected `Player N:` before `1`",
            "4:1 a deck without a heading: expected `Player N:` before `3`",
        ]
    );
    assert_eq!(
        problems("Player 1:\n1\n\n2\n"),
        ["4:1 a deck without a heading: expected `Player N:` before `2`"]
    );
}

#[test]
fn very_many_problems_are_counted_and_not_listed() {
    let text = format!("Player 1:\n{}\nPlayer 2:\n1\n", "x\n".repeat(100_000));
    let problems = problems(&text);
    assert_eq!(problems.len(), MOST_LISTED + 1);
    assert_eq!(problems[MOST_LISTED], "99900 more problems are not listed");
    let twice = read(&format!("Player 1:\n{}Player 2:\n1\n2\n", "1\n".repeat(MOST_LISTED + 5)));
    assert_eq!(twice.unwrap_err()[MOST_LISTED], "5 more problems are not listed");
    let beside = read(&format!("Player 1:\n{}Player 2:\n1\n1\n", "x\n".repeat(MOST_LISTED - 1)));
    assert_eq!(beside.unwrap_err().len(), MOST_LISTED);
}

#[test]
fn a_hundred_megabytes_of_digits_are_one_short_problem() {
    let digits = "7".repeat(100_000_000);
    let problems = problems(&format!("Player 1:\n{digits}\n\nPlayer 2:\n1"));
    let told = "card 777777777777777777777777... is too large (decks.txt, line 2, column 1)";
    assert_eq!(problems, [told]);
}

#[test]
fn every_problem_names_its_words_and_says_what_would_be_right() {
    let long = "7".repeat(401);
    let most = "x".repeat(400);
    let texts = [
        "Player 1:\n 0 \n4294967296\n1 2\n1 b\n1.\n\nplayer 2 :\nPlayer 3\n",
        "players 1:\nPlayer1:\nPlayer:\nplay\n",
        "Player 1:\n1\n\n2\n\n3\nPlayer 1:\n",
        "Player 3:\n1\nPlayer 3:\n2\nPlayer 3:\n3\n",
        "abcdefghijklmnopqrstuvwxyz",
        "Player 2:\nabcdefghijklmnopqrstuvwx\nabcdefghijklmnopqrstuvwxy\n",
        &format!("Player 1:\n1\nPlayer 2:\n{long}\n{most}\n{most} \nx"),
        &format!("{most} \nPlayer 2:\nx"),
        &format!("Player 1:\n{}\nPlayer 2:\n{}", "1\n".repeat(11), "1\n".repeat(10)),
    ];
    let mut all = String::new();
    for text in texts {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let source = sources.add("decks.txt", text);
        assert_eq!(parse(&sources, source, &mut problems), None);
        for problem in problems.into_sorted() {
            let words = problem.span.map(|span| sources.text(span));
            let (code, help) = (problem.code.name(), problem.help.unwrap());
            all += &format!("{code} {words:?} {} / {help}\n", problem.message);
        }
        all += "\n";
    }
    let golden = include_str!("told.txt");
    for (number, (line, wanted)) in all.lines().zip(golden.lines()).enumerate() {
        assert_eq!(line, wanted, "line {}", number + 1);
    }
    assert_eq!(all.len(), golden.len(), "{all}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None, cases: 2000, ..ProptestConfig::default()
    })]

    #[test]
    fn nothing_panics_whatever_the_text(text in "(Player [0-3]:|[0-9]{1,11}|[\\PC\\n\\r ]{0,5}|\n){0,12}") {
        let _ = read(&text);
        let _ = read_lists(&text, "1 2 3");
    }
}
