//! Fragments show everything, whole and harmless.

use outplay::{
    Axis, Budget, Question, Replay, Run, Source, StyleName, Sweep, SweepAnswer, Table, Text, open,
};

use super::notebook;
use crate::hand;

const EVIL: &str = "<script>alert('http')</script>";

/// Two fighters, one of them with a name that is a program; `goal` and `dice` are lines of rules.
fn duel(goal: &str, dice: &str) -> Table {
    let rules = format!(
        "format = 1\ngame = 'duel'\ntitle = \"Evil {EVIL}\"\n[sides]\np1 = 'ox'\np2 = 'cat'\n\
         [goal]\nmost = '{goal}'\n\
         [fighters.ox]\nname = \"{EVIL}\"\nhp = 5\nskills = ['hit']\n\
         [fighters.cat]\nhp = 7\nskills = ['hit']\n\
         [skills.hit]\nname = \"Hit {EVIL}\"\ndamage = 3\n{dice}"
    );
    Source::rules("evil", "evil.toml", rules).open().unwrap()
}

/// The answer of a table with its line, and the line alone.
fn solved(table: &Table, question: &Question) -> [String; 2] {
    let mut solver = table.solver();
    let answer = solver.solve(question, &Budget::default()).unwrap();
    let start = Text::new("after", "");
    let replay = solver.replay(&start, answer.shown_moves(), &Budget::default()).unwrap();
    let told = match &replay {
        Replay::Sides(replay) => Some(&**replay),
        _ => None,
    };
    [notebook::answer(table, &answer, told), notebook::replay(table, &replay)]
}

fn tournament(table: &Table) -> String {
    let answer = table.solve_tournament(&[], &Budget::default()).unwrap();
    notebook::tournament(&answer, table)
}

fn swept(axes: &[Axis]) -> SweepAnswer {
    let sweep = Sweep::over(axes.to_vec());
    Source::game("wizard").sweep(&sweep, &Run::within(&Budget::default())).unwrap()
}

/// One element that needs nothing, whatever names there are.
fn assert_harmless(html: &str) {
    assert!(html.starts_with("<div class=\"outplay\"><style>") && html.ends_with("</div>"));
    for outside in ["<script", "<link", "<a ", "src=", "url(http", "://", "@import", " onload"] {
        assert!(!html.contains(outside), "{outside}: {html}");
    }
    for element in ["div", "table", "tr", "td", "th", "p", "pre", "span", "svg"] {
        let opened = html.matches(&format!("<{element}>")).count()
            + html.matches(&format!("<{element} ")).count();
        assert_eq!(opened, html.matches(&format!("</{element}>")).count(), "{element}: {html}");
    }
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn names_of_a_file_are_words_and_never_more() {
    let escaped = "&lt;script&gt;alert('http')&lt;/script&gt;";
    for (goal, dice) in [("winner-hp", ""), ("win", "accuracy = 0.5\n")] {
        let table = duel(goal, dice);
        let explained = Question { explain: true, ..Question::default() };
        let fragments = solved(&table, &explained);
        for html in fragments.iter().chain([&tournament(&table)]) {
            assert!(html.contains(escaped), "{html}");
            assert_harmless(html);
        }
    }
    assert!(notebook::text(EVIL).contains(&format!("<pre>{escaped}</pre>")));
}

#[test]
fn an_answer_has_its_line_as_a_table() {
    let [answer, line] = solved(&open("wizard").unwrap(), &Question::default());
    assert!(answer.contains("with 953 mana") && answer.contains("Proved: no less will do"));
    assert!(!answer.contains("http"));
    // The head, the start, and nine moves with the turns of the boss between them.
    for html in [&answer, &line] {
        assert_eq!((count(html, "<tr class=\"p1\">"), count(html, "<tr class=\"p2\">")), (9, 8));
        assert_harmless(html);
    }
    let few = Question { at_most: Some(900), ..Question::default() };
    let [answer, _] = solved(&open("wizard").unwrap(), &few);
    assert!(answer.contains("cannot beat") && answer.contains("with 900 mana"), "{answer}");
}

#[test]
fn every_meeting_is_a_square() {
    let arena = tournament(&open("arena").unwrap());
    assert_eq!(count(&arena, "<td class=\"cell\" style=\"background:#"), 2 * 4 * 4, "{arena}");
    assert!(arena.contains("<span title=\"Mage against Rogue: -10 hp\">-10</span>"), "{arena}");
    assert!(arena.contains("Turn order: restricted queue") && arena.contains("Moving first"));
    assert_harmless(&arena);
    let dice = tournament(&duel("win", "accuracy = 0.5\n"));
    assert_eq!(count(&dice, "<td class=\"cell\" style=\"background:#"), 4, "{dice}");
    assert!(dice.contains("how likely the row wins, in per cent."), "{dice}");
    assert!(dice.contains("best counter") && !dice.contains("Moving first"), "{dice}");
}

#[test]
fn games_of_a_tournament_are_a_heat_map_of_means() {
    let arena = open("arena").unwrap();
    let fighters = ["mage", "rogue"].map(str::to_owned);
    let styles = [StyleName::Random];
    let budget = Budget::default();
    let answer = arena.play_tournament(&fighters, &styles, (20, 7), &budget).unwrap();
    let html = notebook::played_tournament(&answer, (20, 7));
    assert_eq!(count(&html, "<td class=\"cell\""), 4, "{html}");
    assert!(html.contains("20 games a meeting from seed 7.") && html.contains("mage:random"));
    assert_harmless(&html);
}

#[test]
fn a_sweep_is_a_map_or_a_list() {
    let map = swept(&[Axis::range("boss.hp", 60, 63), Axis::range("boss.attack", 7, 8)]);
    let html = notebook::sweep(&map);
    assert!(html.contains("<svg class=\"map\" viewBox"), "{html}");
    assert_eq!(count(&html, "<title>boss."), 8, "{html}");
    assert!(!html.contains("http"), "{html}");
    assert_harmless(&html);
    let mut list = swept(&[Axis::range("boss.hp", 70, 71)]);
    let html = notebook::sweep(&list);
    assert_eq!(count(&html, "<tr>"), 3, "{html}");
    assert_harmless(&html);
    // A long one is cut, and says so.
    list.axes[0] = Axis::range("boss.hp", 1, 612);
    list.cells = list.cells.iter().cycle().take(612).cloned().collect();
    let html = notebook::sweep(&list);
    assert_eq!(count(&html, "<tr>"), 501);
    assert!(html.contains("… and 112 more fights."), "{html}");
}

#[test]
fn cards_are_told_as_text() {
    let cards = Source::game("hand").input("name,cost,pitch,attack,go_again\n<b>,0,1,4,0\n");
    let decks = Source::game("combat").input("Player 1:\n9\n2\n\nPlayer 2:\n5\n8\n");
    for (source, said) in [
        (cards, "4 damage: play &lt;b&gt;"),
        (decks, "Player 1 wins"),
        (Source::game("nim"), "to player 1"),
        (Source::game("lesson"), "to player 1"),
    ] {
        let [answer, line] = solved(&source.open().unwrap(), &Question::default());
        assert!(answer.contains(said), "{answer}");
        assert_harmless(&answer);
        assert_harmless(&line);
    }
    assert!(notebook::text(&hand::rules()).contains("<pre>"));
}

#[test]
fn a_long_text_is_cut_and_says_so() {
    let long = "x".repeat(3000) + &"\ny".repeat(600);
    let html = notebook::text(&long);
    assert!(html.contains("x…\ny") && html.contains("… and 101 more lines."), "{html}");
}
