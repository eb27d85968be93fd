//! Answers as fragments for a notebook, each to be put into a page that is not ours.
//!
//! A fragment is one `<div class="outplay">` with a small stylesheet that touches nothing outside of it. Words and
//! grounds are the notebook's own, be it light or dark; the squares of a matrix bring both with them. There is
//! no script, no link and nothing from outside, names are escaped, and what is long is cut and says so: a
//! notebook keeps every fragment in its file. Words and tables are those of the other views; what a terminal
//! shows as text and has no table of its own is shown as that text.

use maud::{Markup, PreEscaped, html};
use outplay::{
    About, Answer, CombatMatchAnswer, Contents, DeckAnswer, Kind, MatchAnswer, PlayedMeeting,
    Replay, SidesReplay, SolvedMeeting, SweepAnswer, Table, TournamentAnswer,
};

use super::{Colours, Counts, Look, and_more, fighter_names, listing, matrix, notes, turns};
use crate::draw::{inside_html, sweep_svg};
use crate::tournament::{
    done_in, lead, left_out, margins, named, ranked_teams, ranking, turn_order,
};
use crate::{
    Voice, answer as told, chance, combat, hand, matches as played, replay as account,
    sweep as swept,
};

const STYLE: &str = include_str!("notebook.css");

/// More rows of a table, or lines of a text, are counted.
const MOST_ROWS: usize = 500;

/// More letters of a line are cut.
const MOST_LETTERS: usize = 2000;

/// More fights than this are a table and no map.
const MOST_SQUARES: usize = 20_000;

/// The best play: what it comes to, what is proved, the line turn by turn, and what else was asked.
///
/// ```
/// use outplay::{Budget, Question, open};
/// let table = open("wizard").unwrap();
/// let answer = table.solver().solve(&Question::default(), &Budget::default()).unwrap();
/// let html = outplay_render::html::notebook::answer(&table, &answer, None);
/// assert!(html.starts_with("<div class=\"outplay\">") && html.contains("with 953 mana"));
/// ```
pub fn answer(table: &Table, answer: &Answer, replay: Option<&SidesReplay>) -> String {
    if matches!(answer, Answer::Hand(_) | Answer::Combat(_)) {
        return text(&told::text(table, answer, replay));
    }
    let about = table.about();
    let moves = answer.shown_moves();
    let line = match answer {
        Answer::Chance(answer) => chance::likeliest(answer),
        _ => "Moves".to_owned(),
    };
    fragment(&html! {
        p.big { (told::told(about, answer)) }
        p.soft { (told::proved(about, answer, Voice::Notebook)) }
        @for remark in remarks(about, answer) { p { (remark) } }
        @if !moves.is_empty() { p { (line) ": " code { (cut(moves)) } } }
        @if let Some(replay) = replay { (turns(about, replay, MOST_ROWS)) }
        (lines(&told::details(about, answer)))
    })
}

/// What would help, how near it comes, and what is missing.
fn remarks(about: &About, answer: &Answer) -> Vec<String> {
    let (advice, mut remarks) = match answer {
        Answer::Cost(answer) => {
            let nearest = answer
                .nearest
                .as_ref()
                .map(|nearest| format!("{}.", told::nearest_text(about, nearest, Voice::Notebook)));
            let missing = told::missing_lines(about, answer);
            (&answer.advice, nearest.into_iter().chain(missing).collect())
        }
        Answer::Versus(answer) => {
            let for_ever = answer.for_ever && about.kind != Kind::Fight;
            (&answer.advice, for_ever.then(|| told::FOR_EVER.to_owned()).into_iter().collect())
        }
        Answer::Chance(answer) => (&answer.advice, Vec::new()),
        Answer::Hand(_) | Answer::Combat(_) => return Vec::new(),
    };
    remarks.splice(0..0, advice.clone());
    remarks
}

/// Some moves, turn by turn, and how it ended.
pub fn replay(table: &Table, replay: &Replay) -> String {
    let about = table.about();
    match (replay, table.contents()) {
        (Replay::Sides(replay), _) => fragment(&html! {
            p.big { (account::verdict(about, replay)) }
            (turns(about, replay, MOST_ROWS))
        }),
        (Replay::Hand(replay), Contents::Hand(cards, _)) => text(&hand::replay(cards, replay)),
        (Replay::Hand(_), _) => text(""),
        (Replay::Combat(replay), _) => text(&combat::replay(replay)),
    }
}

/// Everyone against everyone under perfect play: a heat map for each turn order, and who is how good.
pub fn tournament(answer: &TournamentAnswer<SolvedMeeting>, table: &Table) -> String {
    let about = table.about();
    let teams = !answer.pairs.is_empty();
    fragment(&html! {
        p.big { (named(answer)) }
        p { (lead(about)) }
        @for order in &answer.orders {
            @let names = fighter_names(table, &order.table.entrants);
            @let look = look(&names, Counts::of(about));
            @if answer.orders.len() > 1 { p { strong { (turn_order(order)) } } }
            (matrix(&order.table, &look))
            @if !teams {
                (notes(&order.table, &names))
                (listing(&ranking(&order.table), 0, ""))
            }
        }
        @if teams { (listing(&ranked_teams(answer), 0, "")) }
        (end(answer, "solved"))
    })
}

/// Everyone against everyone over so many games a meeting, from this seed: a heat map of mean margins.
pub fn played_tournament(
    answer: &TournamentAnswer<PlayedMeeting>,
    (games, seed): (u64, u64),
) -> String {
    fragment(&html! {
        p { strong { (named(answer)) } ": " (margins(games, seed)) "." }
        @for order in &answer.orders {
            @let names = &order.table.entrants;
            (matrix(&order.table, &look(names, Counts::Means("hp"))))
            (notes(&order.table, names))
            (listing(&ranking(&order.table), 0, ""))
        }
        (end(answer, "played"))
    })
}

fn look<'a>(names: &'a [String], counts: Counts<'a>) -> Look<'a> {
    Look { names, counts, colours: Colours::Inline, link: None }
}

/// What a tournament leaves out, and what it took.
fn end<D>(answer: &TournamentAnswer<D>, done: &str) -> Markup {
    html! {
        @if let Some(reason) = &answer.left_out { p.soft.small { (left_out(reason)) } }
        p.soft.small { (done_in(answer, done, Voice::Notebook)) }
    }
}

/// What a game is worth over its numbers: a map where two of them vary, else a row for each fight.
pub fn sweep(answer: &SweepAnswer) -> String {
    let map = answer.cells.len() <= MOST_SQUARES && !swept::panels(answer).is_empty();
    let more = answer.cells.len().saturating_sub(MOST_ROWS);
    fragment(&html! {
        @if map { (PreEscaped(inside_html(&sweep_svg(answer)))) }
        @else {
            p.big { (swept::heading(answer)) }
            (listing(&swept::listing(answer, MOST_ROWS), more, "fights"))
        }
        p.soft { (swept::summary(answer, Voice::Notebook)) }
    })
}

/// What a deck is worth: how the best turns of all its hands are spread.
pub fn odds(answer: &DeckAnswer) -> String {
    text(&hand::odds(answer))
}

/// Many games between two styles.
pub fn matches(table: &Table, answer: &MatchAnswer) -> String {
    text(&played::text(table.about(), answer))
}

/// Many deals of two decks, so many asked for.
pub fn deals(answer: &CombatMatchAnswer, asked: u64) -> String {
    text(&combat::deals(answer, asked))
}

/// Any text, as it is.
pub fn text(text: &str) -> String {
    fragment(&lines(text))
}

/// A fragment that stands alone.
fn fragment(inside: &Markup) -> String {
    html! { div.outplay { style { (PreEscaped(STYLE)) } (inside) } }.into_string()
}

/// The lines of a text, and how many more there are.
fn lines(text: &str) -> Markup {
    let text = text.trim_matches('\n');
    let shown: Vec<_> = text.lines().take(MOST_ROWS).map(cut).collect();
    html! {
        @if !text.is_empty() { pre { (shown.join("\n")) } }
        (and_more(text.lines().count() - shown.len(), "lines"))
    }
}

/// A line, cut where it is long.
fn cut(line: &str) -> String {
    let mut shown: String = line.chars().take(MOST_LETTERS).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}
