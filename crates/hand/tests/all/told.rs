//! What is told of what cannot be read: of each problem its kind, the words that it is about, what is wrong, and help.

use outplay_hand::read::{
    CardList, card_argument, deck, hand_by_names, hand_file, ranges, setting,
};
use outplay_hand::{Card, Hand};
use outplay_text::{Problems, SourceId, Sources};

/// The problems of a text, each as `code «words» message / help`.
fn told(name: &str, text: &str, read: impl FnOnce(&Sources, SourceId, &mut Problems)) -> String {
    let (mut sources, mut problems) = (Sources::default(), Problems::default());
    let source = sources.add(name, text);
    read(&sources, source, &mut problems);
    let tell = problems.into_sorted().into_iter().map(|problem| {
        let words = problem.span.map_or("-".to_owned(), |span| format!("{:?}", sources.text(span)));
        let code = problem.code.name();
        format!("{code} {words} {} / {}\n", problem.message, problem.help.unwrap_or_default())
    });
    tell.collect()
}

/// Of a text in a file of that name.
fn of_file(name: &str, text: &str) -> String {
    told(name, text, |sources, source, problems| drop(hand_file(sources, source, problems)))
}

const LIST: &str = "Name\tColor\tPitch\tCost\tPower\tCard Keywords\n\
    Lantern\tRed\t1\t0\t4\tGo again\n\
    Lantern\tBlue\t3\t0\t2\tGo again\n\
    Giant (old)\tRed\t1\t6\t11\t\n\
    Twin\tRed\t1\t1\t1\t\n\
    Twin\tRed\t1\t1\t2\t\n\
    Mirror\tYellow\t2\t\t*\t\n\
    Spear\t\t\tX\t3\t\n\
    Stone\t\t\t10001\t\t\n";

fn listed(sources: &mut Sources) -> CardList {
    let mut problems = Problems::default();
    let source = sources.add("cards.tsv", LIST);
    let list = CardList::read(sources, source, &mut problems);
    assert!(!problems.has_errors());
    list
}

#[test]
fn of_files() {
    let cases = [
        ("a.yaml", "- {name: A, cost: 1, attack: 2}\n- 7  # no card\n"),
        ("a.yaml", "- {name: A, cost: 10001, attack: -1, pitch: x}\n"),
        ("a.yaml", "- {name: A, cost: 10000, attack: 10000, action: 2, go_again: yes}\n"),
        ("a.yaml", "- {name: inf, cost: inf, attack: nan}\n"),
        ("a.yaml", "- {id: [], pitch: 1}\n- {name: 'a;b', pitch: 1}\n- {name: true, pitch: 1}\n"),
        ("a.yaml", "- {pitch: 1, pitch_value: 2, Go-Again: 1}\n"),
        ("a.yaml", "- {name: A, cost: 1}\n- {name: B, attack: 1}\n- {Attak: 1, name: C}\n"),
        ("a.yaml", "cards: 3\nluck: 1\nresource: 2\n"),
        ("a.yaml", "cards: []\nmost_damage: 3\naction-points: x\nresources: 10001\n"),
        ("a.yaml", "A: {pitch: 1}\na: {pitch: 1}\nB: {pitch: x}\n"),
        ("a.yaml", "just words\n"),
        ("a.yaml", "- &a {pitch: 1}\n- *a\n"),
        ("a.yaml", "- {[a]: 1}\n"),
        ("a.yaml", "- {pitch: 1, pitch: 2}\n"),
        ("a.yaml", "- {pitch: ~, attack: null, cost: }\n"),
        ("a.yaml", "- {name: é, pitch: è }\n"),
        ("a.yaml", "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]"),
        ("a.yaml", "[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]"),
        ("a.yaml", "- a: [\n"),
        ("a.json", "  \n"),
        ("a.json", "[{\"pitch\": 1},\n é]"),
        ("a.json", "[{\"pitch\": 1}\n"),
        ("a.csv", "name,cost,pitch:,attack\nA,1,2,3\n"),
        ("a.csv", "name,cost,attack\n\nA,1,x,4\r\nB,2,-1\n\"C\",x,1\na,1,1\nD,,1"),
        ("standard input", "# a remark\n\nname,cost,attack\nA,1\n"),
        ("standard input", "name\tcost\tattack\nA, B\t1\tx\n"),
        ("standard input", "A: {pitch: x}\n"),
        ("standard input", "{\"A\": {\"pitch\": \"x\"}}"),
        ("standard input", "word"),
    ];
    let told: String =
        cases.iter().map(|(name, text)| format!("{text:?}\n{}", of_file(name, text))).collect();
    check(&told, include_str!("told/files.txt"));
}

#[test]
fn of_cards_and_settings_in_a_line() {
    let cards = [
        "A, B ,cost=1,attack=x ",
        "A,attack=2,cost",
        " A, attack = 1 , attack=2,cost= 3 ",
        "name=N,pitch=1",
        "cost=1",
        "A,pitch=,cost=1",
        "A,pitch=1,pitch_value=1",
        "A,luck=1",
        "",
    ];
    let of_card = |text: &str| {
        told("--card", text, |sources, source, problems| {
            drop(card_argument(sources, source, problems));
        })
    };
    let settings = [
        "resources=10001",
        "resources=x",
        "resources",
        "resources =",
        "action_point=1",
        "=1",
        "Action_Points = 10000",
        "luck = 1",
    ];
    let of_setting = |text: &str| {
        let mut hand = Hand::new(Vec::new());
        let told = told("--set", text, |sources, source, problems| {
            setting(sources, source, &mut hand, problems);
        });
        format!("{told}{} {}\n", hand.action_points, hand.resources)
    };
    let cards = cards.iter().map(|text| format!("{text:?}\n{}", of_card(text)));
    let settings = settings.iter().map(|text| format!("{text:?}\n{}", of_setting(text)));
    check(&cards.chain(settings).collect::<String>(), include_str!("told/lines.txt"));
}

#[test]
fn of_names_from_a_list() {
    let names = [
        "Lantern; Lantern (red)",
        " 2x Lantern (BLUE) ;Giant (old);giant (OLD) (red)",
        "0x Giant (old);101x Twin; 99999999999x Twin;100xTwin;3 Mirror ; 2× Spear",
        "Lantren (red);Zzzzzzzz\nLantern (green)",
        "Twin",
        "Mirror",
        "Spear",
        "Stone",
        "100x Twin",
    ];
    let of_names = |text: &str| {
        let mut cards = Vec::new();
        let told = told("--hand", text, |sources, source, problems| {
            let list = listed(&mut sources.clone());
            cards = hand_by_names(sources, source, &list, problems);
        });
        format!("{told}{}\n", count(&cards))
    };
    let decks = [
        "2 Lantern (red) # the small one\n#\n  Lantern (red)\nLantern (blue)\n",
        "1000x Twin\n",
        "1000x Twin\n1 Mirror",
        "1001x Twin\n 0 Twin \n\tTwinn\n",
    ];
    let of_deck = |text: &str| {
        let mut stacks = Vec::new();
        let told = told("deck.txt", text, |sources, source, problems| {
            let list = listed(&mut sources.clone());
            stacks = deck(sources, source, &list, problems);
        });
        let stacks = stacks.iter().map(|stack| format!("{}x {}, ", stack.copies, stack.card.name));
        format!("{told}{}\n", stacks.collect::<String>())
    };
    let names = names.iter().map(|text| format!("{text:?}\n{}", of_names(text)));
    let decks = decks.iter().map(|text| format!("{text:?}\n{}", of_deck(text)));
    check(&names.chain(decks).collect::<String>(), include_str!("told/names.txt"));
}

/// How many of each, and the numbers of one.
fn count(cards: &[Card]) -> String {
    let stacks = cards.chunk_by(|one, other| one == other);
    let told = stacks
        .map(|cards| format!("{}x {} {:?}, ", cards.len(), cards[0].name, cards[0].numbers()));
    told.collect()
}

#[test]
fn of_lists_and_ranges() {
    let lists = [
        "",
        "\n",
        "Name,Color,Pitch\nA,B,1\n",
        "Name\tPower\nA\t1\n",
        "name,COLOR,pitch,cost,power,card keywords\n,,,,,\nA\n",
        "\"\u{ff}\u{0}",
    ];
    let of_list = |text: &str| {
        let mut size = (0, true);
        let told = told("cards.tsv", text, |sources, source, problems| {
            let list = CardList::read(sources, source, problems);
            size = (list.len(), list.is_empty());
        });
        format!("{told}{size:?}\n")
    };
    let of_ranges = [
        "",
        "- 1\n",
        "cost: {min: 2, max: 1}\n",
        "cost: {least: 2}\n",
        "cots: 1\n",
        "cost: 10001\n",
        "cost: {max: x}\n",
        "pitch: 4\ngo_again: {min: 3, max: 3}\nattack: {min: 14}\n",
    ];
    let of_range = |text: &str| {
        let mut read = outplay_hand::Ranges::default();
        let told = told("ranges.yaml", text, |sources, source, problems| {
            read = ranges(sources, source, problems);
        });
        let ranges = [read.cost, read.pitch, read.attack, read.go_again];
        format!("{told}{:?}\n", ranges.map(|range| (range.min, range.max)))
    };
    let lists = lists.iter().map(|text| format!("{text:?}\n{}", of_list(text)));
    let ranges = of_ranges.iter().map(|text| format!("{text:?}\n{}", of_range(text)));
    check(&lists.chain(ranges).collect::<String>(), include_str!("told/lists.txt"));
}

/// Line by line, so that a failure shows the first that differs.
fn check(told: &str, golden: &str) {
    let lines = told.lines().zip(golden.lines()).enumerate();
    for (number, (line, wanted)) in lines {
        assert_eq!(line, wanted, "line {}", number + 1);
    }
    assert_eq!(told.lines().count(), golden.lines().count(), "{told}");
}
