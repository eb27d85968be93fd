//! Reading hands, cards, lists and decks: every form, and everything that can be wrong with them.

use outplay_hand::read::{
    CardList, HandFile, card_argument, deck, hand_by_names, hand_file, ranges, setting, write_yaml,
};
use outplay_hand::{Card, Hand, Range, Ranges};
use outplay_text::{Problem, Problems, Sources};
use proptest::prelude::*;

/// Reads a hand, and lists problems as `line:column message / help`.
fn read(name: &str, text: &str) -> (HandFile, Vec<String>) {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add(name, text);
    let file = hand_file(&sources, source, &mut problems);
    (file, told(&sources, problems))
}

fn told(sources: &Sources, problems: Problems) -> Vec<String> {
    let tell = |problem: Problem| {
        let place = problem.span.map(|span| sources.line_column(span));
        let (line, column) = place.unwrap_or((0, 0));
        format!("{line}:{column} {} / {}", problem.message, problem.help.unwrap_or_default())
    };
    problems.into_sorted().into_iter().map(tell).collect()
}

fn two_cards() -> Vec<Card> {
    vec![
        Card { action: 0, ..Card::new("Spark", 1, 2, 5, 0) },
        Card { pitch: None, ..Card::new("Sword", 2, 0, 3, 1) },
    ]
}

#[test]
fn a_number_with_a_point_is_no_number_of_a_card_but_may_be_its_name() {
    let whole = |text| {
        format!("1:11 {text} is out of range / it may be 0 to 10000, written without a point")
    };
    let fraction =
        "1:11 expected a whole number, got a number with a fraction / it may be 0 to 10000";
    for text in ["3.0", "3.", "1e3", "1e300", "1.00000000000000000000"] {
        assert_eq!(read("a.yaml", &format!("- {{pitch: {text}}}")).1, [whole(text)]);
    }
    for text in ["0.5", ".5", "0.12345678901", "1e-30", "1e400"] {
        assert_eq!(read("a.yaml", &format!("- {{pitch: {text}}}")).1, [fraction]);
    }
    let (file, problems) = read("a.yaml", "- {name: 0.12345678901, pitch: 1}");
    assert_eq!((file.cards[0].name.as_str(), problems.len()), ("0.12345678901", 0));
}

#[test]
fn a_table_without_end_is_read_up_to_a_row() {
    let rows = |count: usize| format!("cost,attack\n{}", "1,1\n".repeat(count));
    let (file, problems) = read("a.csv", &rows(49_999));
    assert_eq!(file.cards.len(), 10_000);
    assert_eq!(problems[0], "0:0 49999 cards are more than a hand may have / it may have 10000");
    let (_, problems) = read("a.csv", &rows(200_000));
    let end = "50001:1 there are more rows than a table may have / it may have 50000";
    assert!(problems.iter().any(|problem| problem == end), "{problems:?}");
}

#[test]
fn yaml_json_and_csv_say_the_same() {
    let yaml = "# a hand\n- name: Spark\n  cost: 1\n  pitch_value: 2\n  attack: 5\n  action: 0\n- {name: Sword, cost: 2, pitch: null, attack: 3, go_again: 1}\n";
    let json = "[\n\t{\"name\": \"Spark\", \"cost\": 1, \"pitch\": 2, \"attack\": 5, \"action\": 0},\n\t{\"name\": \"Sword\", \"cost\": 2, \"attack\": 3, \"go_again\": 1}\n]";
    let csv = "name,cost,pitch,attack,go_again,action\r\nSpark,1,2,5,,0\r\n\"Sword\",2,,3,1,\r\n";
    let tsv = csv.replace(',', "\t");
    for (name, text) in
        [("a.yaml", yaml), ("a.json", json), ("a.csv", csv), ("a.tsv", tsv.as_str())]
    {
        for name in [name, "standard input"] {
            let (file, problems) = read(name, text);
            assert_eq!((file.cards, problems), (two_cards(), Vec::new()), "{name}: {text}");
        }
    }
}

#[test]
fn a_file_may_say_what_the_turn_starts_with() {
    let (file, problems) = read("a.yml", "action_points: 2\nresources: 3\ncards: []\n");
    assert_eq!((file.action_points, file.resources, file.cards.len()), (Some(2), Some(3), 0));
    assert_eq!(problems, [""; 0]);
}

#[test]
fn cards_may_be_named_by_their_keys_or_not_at_all() {
    let (file, _) = read("a.yaml", "A: {cost: 1, attack: 2}\nB: {pitch: 3}\n");
    let names: Vec<_> = file.cards.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, ["A", "B"]);
    let (file, _) = read("a.json", r#"[{"cost":1,"attack":2},{"pitch":3}]"#);
    assert_eq!(file.cards[1].name, "nr1");
}

#[test]
fn every_problem_of_a_hand_is_told_at_once_with_its_place() {
    let text = "- {name: A, cost: -1, pitch: 99999999999999999999, attack: 2}\n\
                - {name: B, cost: 1, pich: 2, attack: 3}\n\
                - {name: C, cost: 1, pitch: 2, attack: 3}\n\
                - {name: c, cost: 0, attack: 3}\n\
                - {name: D, attack: 3}\n\
                - {name: E, cost: 1}\n\
                - 7\n";
    let (_, problems) = read("a.yaml", text);
    let wanted = [
        "1:19 -1 is out of range / it may be 0 to 10000",
        "1:30 99999999999999999999 is out of range / it may be 0 to 10000, written without a point",
        "2:22 `pich` is no field of a card / did you mean `pitch`?",
        "4:10 two cards are called c / give each card a name of its own",
        "5:3 `cost` is missing: D has an attack, so it can be played / add the cost, for example `cost: 0`",
        "6:3 E has neither `attack` nor `pitch` / a card with an attack can be played, one with a pitch can be pitched; give it one or both",
        "7:3 a card has fields, and this is a whole number / for example `- {name: A, cost: 1, pitch: 2, attack: 5, go_again: 0}`, one line for each card",
    ];
    assert_eq!(problems, wanted);
}

#[test]
fn broken_files_are_told_where_they_break() {
    let (_, problems) = read("a.json", "[{\"name\": \"A\"\n \"cost\": 1}]");
    assert!(problems[0].starts_with("2:2 this is not JSON: expected `,` or `}`"), "{problems:?}");
    let (_, problems) = read("a.yaml", "a: [b\n");
    assert!(problems[0].contains("this cannot be read as YAML"), "{problems:?}");
    let (_, problems) = read("a.yaml", "- {cost: 1, cost: 2, attack: 3}");
    assert!(problems[0].starts_with("1:13 `cost` is given twice"), "{problems:?}");
    let (_, problems) = read("a.csv", "name,cost,pitch,attack\nA,1,x,2\nB,1,2,3,4\n");
    assert!(problems[0].starts_with("2:5 expected a whole number, got text"), "{problems:?}");
    assert!(problems[1].starts_with("3:1 5 fields under 4 headings"), "{problems:?}");
    let (_, problems) = read("a.yaml", &"[".repeat(5000));
    assert_eq!(problems.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_reading_panic(
        text in "[-\\[\\]{}:,#\"'&*!|>%@a-c0-9 \t\r\né]{0,60}",
        name in prop::sample::select(vec!["a.yaml", "a.json", "a.csv", "-"]),
    ) {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let source = sources.add(name, &text);
        hand_file(&sources, source, &mut problems);
        ranges(&sources, source, &mut problems);
        card_argument(&sources, source, &mut problems);
        setting(&sources, source, &mut Hand::new(Vec::new()), &mut problems);
        let list = CardList::read(&sources, source, &mut problems);
        hand_by_names(&sources, source, &list, &mut problems);
        deck(&sources, source, &list, &mut problems);
        Hand::new(vec![Card::new("a", 1, 1, 1, 1)]).replay(&text);
        told(&sources, problems);
    }

    #[test]
    fn a_hand_that_is_written_is_read_again(seed in any::<u64>(), cards in 0_usize..20) {
        let hand = Ranges::default().deal(cards, seed);
        let (file, problems) = read("a.yaml", &write_yaml(&hand));
        prop_assert_eq!((file.cards, problems), (hand.cards, Vec::new()));
    }
}

#[test]
fn names_with_odd_letters_survive_writing() {
    let hand = Hand::new(vec![Card::new("Aegis, the \"first\": #1 – né", 0, 1, 2, 0)]);
    assert_eq!(read("a.yaml", &write_yaml(&hand)).0.cards, hand.cards);
}

fn argument(text: &str) -> Result<Card, Vec<String>> {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add("--card", text);
    let card = card_argument(&sources, source, &mut problems);
    card.ok_or_else(|| told(&sources, problems))
}

#[test]
fn a_card_can_be_given_as_an_argument() {
    assert_eq!(
        argument("Snatch,cost=0,pitch=1,attack=4,go_again=0"),
        Ok(Card::new("Snatch", 0, 1, 4, 0))
    );
    assert_eq!(argument("Aegis, the first, cost = 1, attack=2").unwrap().name, "Aegis, the first");
    let wanted = "1:14 expected a whole number, got text / it may be 0 to 10000";
    assert_eq!(argument("Snatch, cost=x, attack=4").unwrap_err(), [wanted]);
    assert!(argument("cost=1,attack=2").unwrap_err()[0].contains("a card needs a name"));
    assert!(argument("A,cost=1,attack").unwrap_err()[0].starts_with("1:10 `attack` is no field"));
}

/// Invented cards in the form of the community's list.
const LIST: &str = "Unique ID\tName\tColor\tPitch\tCost\tPower\tTypes\tCard Keywords\tFunctional Text\n\
    1\tPaper Lantern\tRed\t1\t0\t4\tAction\tGo again, Glow\t\n\
    2\tPaper Lantern\tBlue\t3\t0\t2\tAction\tGO AGAIN\t\"text\n\nover lines, with a \"\"word\"\"\"\n\
    3\tStone Giant\tRed\t1\t6\t11\tAction\tGo Slow\t\n\
    4\tMirror\tYellow\t2\t1\t*\tAction\t\t\n\
    5\tOld Spear\t\t\t\t3\tWeapon\t\t\n\
    6\tWisp\t\t\t0\t1\tToken\t\t\n";

fn by_names(names: &str) -> (Vec<Card>, Vec<String>) {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let list = sources.add("cards.tsv", LIST);
    let list = CardList::read(&sources, list, &mut problems);
    assert_eq!(list.len(), 6);
    let source = sources.add("--hand", names);
    let cards = hand_by_names(&sources, source, &list, &mut problems);
    (cards, told(&sources, problems))
}

#[test]
fn cards_are_found_by_name_and_colour_in_any_case() {
    let (cards, problems) =
        by_names("paper lantern (RED); 2x Paper Lantern (blue); Stone Giant; Wisp");
    let lantern =
        |color, pitch, attack| Card::new(format!("Paper Lantern ({color})"), 0, pitch, attack, 1);
    let wisp = Card { pitch: None, ..Card::new("Wisp", 0, 0, 1, 0) };
    let giant = Card::new("Stone Giant (red)", 6, 1, 11, 0);
    assert_eq!(
        cards,
        [lantern("red", 1, 4), lantern("blue", 3, 2), lantern("blue", 3, 2), giant, wisp]
    );
    assert_eq!(problems, [""; 0]);
}

#[test]
fn a_card_without_a_plain_power_is_only_pitched_and_that_is_noted() {
    let (cards, problems) = by_names("Mirror (yellow)");
    assert_eq!((cards[0].attack, cards[0].pitch), (None, Some(2)));
    assert_eq!(
        problems,
        ["1:1 Mirror (yellow) can only be pitched: in the list it has `*` as its power / "]
    );
}

#[test]
fn names_that_cannot_be_meant_are_told_with_what_could_be() {
    let (_, problems) =
        by_names("Paper Lantrn (red); Paper Lantern; Paper Lantern (green); Old Spear");
    let wanted = [
        "1:1 no card of the list is called `Paper Lantrn` / did you mean `Paper Lantern`?",
        "1:21 `Paper Lantern` comes in more than one colour / say Paper Lantern (red) or Paper Lantern (blue)",
        "1:36 `Paper Lantern` does not come in `green` / there is Paper Lantern (red), Paper Lantern (blue)",
        "1:59 Old Spear can be neither played nor pitched: in the list it has no cost, and no pitch value / a weapon's cost is not in the list: give the card by itself, as `Old Spear,cost=C,attack=3`",
    ];
    assert_eq!(problems, wanted);
}

#[test]
fn a_deck_list_counts_copies_wherever_they_stand() {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let list = sources.add("cards.tsv", LIST);
    let list = CardList::read(&sources, list, &mut problems);
    let text = "# my deck\n3x Paper Lantern (red)\n\n  2 Stone Giant (red)  # big\r\nPaper Lantern (red)\n0x Wisp\n1x Wip\n";
    let source = sources.add("deck.txt", text);
    let stacks = deck(&sources, source, &list, &mut problems);
    let counted: Vec<_> = stacks.iter().map(|s| (s.card.name.as_str(), s.copies)).collect();
    assert_eq!(counted, [("Paper Lantern (red)", 4), ("Stone Giant (red)", 2)]);
    let wanted = [
        "6:1 expected 1 to 1000 copies of a card / ",
        "7:4 no card of the list is called `Wip` / did you mean `Wisp`?",
    ];
    assert_eq!(told(&sources, problems), wanted);
}

#[test]
fn a_list_without_its_columns_is_refused() {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add("cards.tsv", "Name\tPitch\nA\t1\n");
    assert!(CardList::read(&sources, source, &mut problems).is_empty());
    let problems = told(&sources, problems);
    assert!(
        problems[0].starts_with("1:1 this card list has no column Color, Cost, Power"),
        "{problems:?}"
    );
}

#[test]
fn ranges_are_read_and_checked() {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let text =
        "cost: {min: 1, max: 2}\npitch_value: 3\nattack: {max: 5}\ngo_again: {min: 4}\nluck: 1\n";
    let source = sources.add("config.yaml", text);
    let read = ranges(&sources, source, &mut problems);
    assert_eq!((read.cost, read.pitch), (Range { min: 1, max: 2 }, Range { min: 3, max: 3 }));
    assert_eq!(
        (read.attack, read.go_again),
        (Range { min: 0, max: 5 }, Ranges::default().go_again)
    );
    let problems = told(&sources, problems);
    assert_eq!(
        problems[0],
        "4:11 the least, 4, is above the most, 3 / `min` may not be above `max`"
    );
    assert!(problems[1].starts_with("5:1 `luck` is unknown here"), "{problems:?}");
}

#[test]
fn a_name_with_control_characters_is_refused_wherever_it_stands() {
    let help = "a name is a word or a few";
    let (_, problems) = read("a.yaml", "- {name: \"A\\e[2J\", pitch: 1}\n");
    assert_eq!(problems, [format!("1:10 this cannot be the name of a card / {help}")]);
    let (_, problems) = read("a.yaml", "\"A\\e[2J\": {pitch: 1}\n");
    assert!(problems.iter().any(|told| told.contains("cannot contain control")), "{problems:?}");
    assert!(!problems.concat().contains(char::is_control), "{problems:?}");
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add("--card", "A\u{1b}[2J,pitch=1");
    assert!(card_argument(&sources, source, &mut problems).is_none());
    assert!(problems.has_errors());
}

#[test]
fn the_place_of_a_syntax_error_is_a_whole_letter() {
    for (name, text) in [("a.json", "[1ä"), ("a.yaml", "- a: 1\nä: 2"), ("a.json", "[1, 2 ä")] {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let source = sources.add(name, text);
        hand_file(&sources, source, &mut problems);
        let problems = problems.into_sorted();
        let span = problems[0].span.expect("it is somewhere");
        assert_eq!(sources.text(span), "ä", "{problems:?}");
    }
}
