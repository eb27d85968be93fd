//! The hand in words: its rules, answers, replays and comparisons.

use outplay::hand::{Hand, MOST_CARDS, MOST_NUMBER};
use outplay::{
    DeckAnswer, DrawnHand, HandAnswer, HandComparison, HandReplay, HandStep, Proof, count,
    replay_hand, thousands,
};
use serde_json::json;

use super::table::{aligned, aligned_indented, duration};
use super::voice::Voice;

/// Rows of the table of cards.
const MOST_CARDS_SHOWN: usize = 15;

/// The name of the game.
pub const NAME: &str = "hand";
/// What the game is called.
pub const TITLE: &str = "The hand";
/// What it is about.
pub const ABOUT: &str =
    "The best turn from cards that are played, pitched or kept (Flesh and Blood)";

const RULES: &str = "\
A turn starts with 1 action point and 0 resources.
  play   costs 1 action point and the card's cost in resources, deals its attack,
         and gives as many action points as its go again
  pitch  gives the card's pitch value in resources, and costs nothing
  keep   leaves the card in hand
The turn ends when no action point is left or nothing more is done.
Wanted: the most damage; among equals the fewest cards used; then, in hand order, played before
pitched before kept. The line shown pitches only when a play is short of resources.
";

/// The fields of a card: name, and what it means.
const FIELDS: [(&str, &str); 6] = [
    ("name", "what the card is called; each by another name (nr0, nr1, ... if left out)"),
    ("cost", "resources to play it"),
    ("pitch", "resources from pitching it (or pitch_value); left out: it can only be played"),
    ("attack", "damage when played; left out: it can only be pitched"),
    ("go_again", "action points that playing it gives; 0 if left out"),
    ("action", "0 marks an instant, which costs no action point; 1 if left out"),
];

const SETTINGS: [(&str, u32, &str); 2] = [
    ("action-points", 1, "action points at the start"),
    ("resources", 0, "resources at the start"),
];

const WAYS: [(&str, &str); 3] = [
    ("exact", "branch and bound over both balances; proved, and the default"),
    ("greedy", "strongest card first, pitching what it needs; a guess"),
    ("brute", "every order of every use, up to 10 cards"),
];

/// The game for programs.
pub fn facts() -> serde_json::Value {
    let pairs = |pairs: &[(&str, &str)]| {
        let pairs = pairs.iter().map(|(name, about)| json!({ "name": name, "about": about }));
        pairs.collect::<Vec<_>>()
    };
    json!({
        "game": NAME, "title": TITLE, "about": ABOUT, "rules": RULES,
        "fields": pairs(&FIELDS), "by": pairs(&WAYS),
        "set": SETTINGS.map(|(name, value, about)| json!({ "name": name, "value": value, "about": about })),
        "most_cards": MOST_CARDS, "most_number": MOST_NUMBER,
    })
}

/// The rules for people.
pub fn rules() -> String {
    let fields = FIELDS.map(|(name, about)| vec![name.to_owned(), about.to_owned()]);
    let settings = SETTINGS
        .map(|(name, value, about)| vec![format!("--set {name}={value}"), about.to_owned()]);
    let ways = WAYS.map(|(name, about)| vec![format!("--by {name}"), about.to_owned()]);
    format!(
        "{TITLE}\n{ABOUT}\n\n{RULES}\nA card (YAML, JSON, CSV or --card \"Snatch,cost=0,pitch=1,attack=4,go_again=0\")\n{}\
         Numbers are 0 to {MOST_NUMBER}, hands have up to {MOST_CARDS} cards.\n\n\
         What the turn starts with\n{}\nWays to a turn\n{}",
        aligned_indented(&["field", "what"], &[0, 1], &fields),
        aligned_indented(&[], &[0, 1], &settings),
        aligned_indented(&[], &[0, 1], &ways),
    )
}

/// What is proved of a turn, and what it took, in a sentence.
pub fn proof(answer: &HandAnswer, voice: Voice) -> String {
    let took = format!("{}, {}", answer.by, count(answer.states, "state"));
    match (answer.proof, voice) {
        (Proof::Optimal, _) => format!("Proved: no turn deals more ({took})."),
        (Proof::None, Voice::Terminal) => {
            "A guess, not proved: --by exact finds the best turn.".to_owned()
        }
        (Proof::None, Voice::Page | Voice::Notebook) => "A guess, not proved.".to_owned(),
        (Proof::Bound | Proof::Interval, _) => {
            let why = voice.stopped(answer.stopped);
            let upper = thousands(answer.upper.unwrap_or(0));
            format!("Not proved: {why}; no turn deals more than {upper} ({took}).")
        }
    }
}

/// The best turn of a hand.
pub fn answer(hand: &Hand, answer: &HandAnswer) -> String {
    let mut text = match (hand.cards.len(), answer.line.len()) {
        (0, _) => "The hand is empty: 0 damage.\n".to_owned(),
        _ if hand.action_points == 0 => {
            "Without an action point the turn is over before it begins: 0 damage.\n".to_owned()
        }
        (_, 0) => "No card of this hand can deal damage this turn: 0 damage.\n".to_owned(),
        _ => format!("{} damage: {}\n", thousands(answer.value), answer.moves),
    };
    text += &format!("{}\n", proof(answer, Voice::Terminal));
    if !answer.line.is_empty() {
        text += &format!("\n{}", steps(hand, &replay_hand(hand, &answer.moves).turns));
    }
    if !hand.cards.is_empty() {
        text += &format!("\n{}", cards(hand, answer));
    }
    if let Some(worth) = &answer.explain {
        text += &format!(
            "\nOne more resource would add {} damage, one more action point {}.\n",
            worth.one_more_resource, worth.one_more_action_point
        );
    }
    text
}

/// The cards, what becomes of them, and what they are worth.
fn cards(hand: &Hand, answer: &HandAnswer) -> String {
    let number = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
    let instants = hand.cards.iter().any(|card| card.action == 0);
    let rows = hand.cards.iter().zip(&answer.cards).enumerate().map(|(place, (card, of))| {
        let cost = if card.attack.is_some() { card.cost.to_string() } else { "-".to_owned() };
        let mut row = vec![
            card.name.clone(),
            cost,
            number(card.pitch),
            number(card.attack),
            card.go_again.to_string(),
        ];
        if instants {
            row.push(card.action.to_string());
        }
        row.push(of.r#use.clone());
        row.extend(answer.explain.as_ref().map(|worth| worth.cards[place].worth.to_string()));
        row
    });
    let mut header = vec!["card", "cost", "pitch", "attack", "go again"];
    if instants {
        header.push("action");
    }
    header.push("use");
    let words = [0, header.len() - 1];
    if answer.explain.is_some() {
        header.push("worth");
    }
    aligned(&header, &words, &rows.collect::<Vec<_>>())
}

/// The line, move by move.
fn steps(hand: &Hand, turns: &[HandStep]) -> String {
    let start = [String::new(), "start".to_owned(), "0".to_owned()].into_iter();
    let numbers = [hand.action_points.to_string(), hand.resources.to_string()];
    let mut rows: Vec<Vec<String>> = vec![start.chain(numbers).collect()];
    for (number, step) in (1..).zip(turns) {
        rows.push(vec![
            number.to_string(),
            step.r#move.clone(),
            step.damage.to_string(),
            step.action_points.to_string(),
            step.resources.to_string(),
        ]);
    }
    aligned(&["", "move", "damage", "action points", "resources"], &[1], &rows)
}

/// A turn, move by move, and how it ended.
pub fn replay(hand: &Hand, answer: &HandReplay) -> String {
    let damage = thousands(answer.damage);
    let spent = answer.spent;
    let verdict = match &answer.refused {
        Some(refused) => format!(
            "Move {}, `{}`, is refused: {}. Damage so far: {damage}.\n",
            refused.r#move, refused.text, refused.reason
        ),
        None if answer.over => {
            format!("The turn is over: {damage} damage, {spent} resources spent.\n")
        }
        None => format!(
            "The moves end here; there are action points left. {damage} damage, {spent} resources spent.\n"
        ),
    };
    format!("{}\n{verdict}", steps(hand, &answer.turns))
}

/// What a deck is worth: the exact distribution of the best turn.
pub fn odds(answer: &DeckAnswer) -> String {
    let percent = |part: f64| format!("{:.2} %", part * 100.0);
    let all = if answer.stopped.is_none() { "all" } else { "the first" };
    let mut text = format!(
        "{:.3} damage in the mean, over {all} {} hands of {} from {} cards\n",
        answer.value,
        grouped(answer.hands),
        answer.draw,
        answer.deck
    );
    text += &match answer.stopped {
        None => format!(
            "Exact: the best turn of each of {} different hands ({}).\n",
            thousands(answer.states),
            duration(answer.seconds)
        ),
        Some(_) => format!(
            "Not complete: stopped after {} of {} different hands; all figures are of those.\n",
            thousands(answer.states),
            grouped(answer.different_hands)
        ),
    };
    let most = answer.distribution.iter().map(|row| row.probability).fold(0.0, f64::max);
    let rows = answer.distribution.iter().filter(|row| row.hands > 0).map(|row| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let length = (row.probability / most.max(1e-12) * 30.0).round() as usize;
        vec![
            row.damage.to_string(),
            grouped(row.hands),
            percent(row.probability),
            percent(row.or_more),
            "#".repeat(length),
        ]
    });
    let header = ["damage", "hands", "share", "or more", ""];
    text += &format!("\n{}", aligned(&header, &[4], &rows.collect::<Vec<_>>()));
    for (what, hand) in [("Best", &answer.best), ("Worst", &answer.worst)] {
        if let Some(DrawnHand { damage, cards, moves }) = hand {
            let moves = if moves.is_empty() { "nothing to do" } else { moves };
            text += &format!("\n{what} hand, {damage} damage: {}\n  {moves}\n", cards.join("; "));
        }
    }
    let rows = answer.cards.iter().take(MOST_CARDS_SHOWN).map(|card| {
        vec![
            card.name.clone(),
            card.copies.to_string(),
            percent(card.share),
            percent(card.in_hand),
            format!("{:.2}", card.with),
            card.without.map_or("-".to_owned(), |mean| format!("{mean:.2}")),
        ]
    });
    let header = ["card", "copies", "of all damage", "in hand", "mean with it", "mean without"];
    text += &format!("\n{}", aligned(&header, &[0], &rows.collect::<Vec<_>>()));
    match answer.cards.len().saturating_sub(MOST_CARDS_SHOWN) {
        0 => {}
        more => text += &format!("and {more} more (all of them with --format json)\n"),
    }
    text
}

fn grouped(number: u128) -> String {
    u64::try_from(number).map_or_else(|_| number.to_string(), thousands)
}

/// The three ways by hand size.
pub fn comparison(comparison: &HandComparison) -> String {
    let rows = comparison.rows.iter().map(|row| {
        let ratio = |seconds: f64| format!("{:.1} x", seconds / row.exact_seconds);
        vec![
            row.cards.to_string(),
            row.brute_seconds.map_or("-".to_owned(), duration),
            duration(row.greedy_seconds),
            duration(row.exact_seconds),
            row.brute_seconds.map_or("-".to_owned(), ratio),
            ratio(row.greedy_seconds),
            format!("{:.1}", row.damage),
            format!("{} of {}", row.greedy_short, comparison.repeat),
            format!("{:.1}", row.short_by_mean),
            row.short_by_most.to_string(),
        ]
    });
    let header = [
        "cards",
        "brute",
        "greedy",
        "exact",
        "brute/exact",
        "greedy/exact",
        "best damage",
        "greedy short in",
        "by, mean",
        "by, most",
    ];
    let mut text = format!(
        "Mean time to a turn, {} random hands of each size (seed {})\n\n{}\n",
        comparison.repeat,
        comparison.seed,
        aligned(&header, &[], &rows.collect::<Vec<_>>())
    );
    let brute = comparison.rows.iter().filter(|row| row.brute_seconds.is_some()).count();
    text += match (comparison.agree, brute) {
        (true, 0) => "Brute force was not tried: it takes too long from 10 cards on.\n",
        (true, _) => "Brute force and the exact search agree on every turn, ties included.\n",
        (false, _) => "BRUTE FORCE AND THE EXACT SEARCH DISAGREE\n",
    };
    if comparison.stopped.is_some() {
        text += "Stopped before all sizes were done.\n";
    }
    text
}

/// The three ways by hand size, for spreadsheets.
pub fn comparison_csv(comparison: &HandComparison) -> String {
    let mut text = String::from(
        "cards,brute_seconds,greedy_seconds,exact_seconds,damage,greedy_short,short_by_mean,short_by_most,repeat,seed\n",
    );
    for row in &comparison.rows {
        let brute = row.brute_seconds.map(|seconds| seconds.to_string()).unwrap_or_default();
        text += &format!(
            "{},{brute},{},{},{},{},{},{},{},{}\n",
            row.cards,
            row.greedy_seconds,
            row.exact_seconds,
            row.damage,
            row.greedy_short,
            row.short_by_mean,
            row.short_by_most,
            comparison.repeat,
            comparison.seed
        );
    }
    text
}
