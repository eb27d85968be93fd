//! A match: many games between two styles, counted, with what is known exactly beside it, how often each
//! length and each margin came up, and the notable games to be seen again.

use axum::response::Response;
use maud::{Markup, PreEscaped, html};
use outplay::game::Player;
use outplay::{
    About, ExactMean, MatchAnswer, MatchOptions, Mean, PlayedGame, StyleName, Table, Text,
    thousands,
};
use outplay_render::draw::{Bars, bars, bars_file};
use outplay_render::matches::csv;
use outplay_render::table::decimal;
use outplay_render::why;

use super::{Format, Tab, file, files, framed, hidden, kept, within};
use crate::address::Address;
use crate::catalogue::Game;
use crate::error::Error;
use crate::notes::Notes;
use crate::pages::field::{choice, number};
use crate::pages::form::{modes, orders, sides, unchanged};
use crate::query::{Query, with_query};
use crate::work::Work;

/// A page plays no more games.
const MOST_GAMES: u64 = 20_000;
const USUAL_GAMES: u64 = 1_000;
/// The styles that are offered, with what they do.
const STYLES: [(&str, &str); 8] = [
    ("minimax", "perfect: the solver"),
    ("greedy", "greedy: the most now"),
    ("random", "random"),
    ("noisy=0.1", "perfect, but one move in ten at random"),
    ("noisy=0.3", "perfect, but three moves in ten at random"),
    ("look=1", "looks one choice ahead"),
    ("look=3", "looks three choices ahead"),
    ("mcts=200", "Monte Carlo tree search, 200 games a move"),
];
/// Longer games are not linked.
const MOST_MOVES: usize = 5_000;

/// The page.
pub(super) fn played(game: &Game, query: &Query, work: &Work) -> Result<Response, Error> {
    let address = Address::of_a_fight(game, query, &["s1", "s2", "games", "format"])?;
    let format = Format::read(query, &[Format::Csv, Format::Svg])?;
    let table = address.open(work)?;
    let about = table.about();
    let form = |notes: &Notes| form(&address, &table, query, work, notes);
    let frame = |body: &Markup| framed(&address, about, Tab::Match, body);
    let asked = Asked::read(&address, query);
    let answer = asked.as_ref().map_err(Clone::clone).and_then(|asked| asked.play(&table, work));
    let (asked, answer) = match (asked, answer) {
        (Ok(asked), Ok(answer)) => (asked, answer),
        (_, Err(error)) | (Err(error), _) => {
            let notes = Notes::of(&error, query);
            return kept(error, &notes, form, frame);
        }
    };
    let form = form(&Notes::default())?;
    let name = format!("{}-match", address.game);
    let spread: Vec<Bars> = lengths(&answer).into_iter().chain(margins(about, &answer)).collect();
    match format {
        Format::Csv => return Ok(file(format, &name, csv(&answer))),
        Format::Svg => return Ok(file(format, &name, bars_file(&spread))),
        Format::Page | Format::Html => {}
    }
    Ok(frame(&html! {
        p.lead { "Many games between two ways to play." }
        div.columns.side {
            (form)
            div {
                (counted(about, &answer))
                (exactly(about, &answer))
            }
        }
        div.columns.half {
            @for drawn in &spread { (histogram(drawn)) }
        }
        (notable(&address, &asked, &answer))
        (files(&Tab::Match.path(&address), query, &[Format::Csv, Format::Svg], Some(&asked.api(&address, &table))))
    }))
}

struct Asked {
    styles: [StyleName; 2],
    games: u64,
    seed: u64,
}

/// Who plays a side where nothing is said.
fn usual(side: usize) -> &'static str {
    if side == 0 { "noisy=0.1" } else { "minimax" }
}

/// The style of a side as it was asked for: by its own name, or behind the fighter.
fn style_text(address: &Address, query: &Query, side: usize) -> Result<String, Error> {
    let [own, seat] = [["s1", "p1"], ["s2", "p2"]][side];
    if let Some(given) = query.one(own)? {
        return Ok(given.to_owned());
    }
    let seated = address.given(seat).and_then(|seat| seat.split_once(':')).map(|(_, style)| style);
    Ok(seated.filter(|style| *style != "manual").unwrap_or(usual(side)).to_owned())
}

impl Asked {
    fn read(address: &Address, query: &Query) -> Result<Self, Error> {
        let style = |side: usize| {
            let text = style_text(address, query, side)?;
            let field = ["s1", "s2"][side];
            let wrong = |unknown: outplay::UnknownStyle| Error::value(field, unknown.to_string());
            text.parse::<StyleName>().map_err(wrong)
        };
        let games = query.number("games", "1000")?.unwrap_or(USUAL_GAMES);
        Ok(Self {
            styles: [style(0)?, style(1)?],
            games: within("games", games, MOST_GAMES)?,
            seed: address.seed,
        })
    }

    fn play(&self, table: &Table, work: &Work) -> Result<MatchAnswer, Error> {
        let options = MatchOptions { games: self.games, seed: self.seed, after: None };
        Ok(table.play_match(&self.styles, &options, &work.budget()?)?)
    }

    /// Who sits where, as the API and the other pages name it.
    fn seats(&self, table: &Table, address: &Address) -> [String; 2] {
        [0, 1].map(|side| {
            let name = ["p1", "p2"][side];
            let given = address.given(name).map(|seat| seat.split(':').next().unwrap_or(""));
            let team = table.about().sides[side].id.as_str();
            format!(
                "{}:{}",
                given.filter(|fighter| !fighter.is_empty()).unwrap_or(team),
                self.styles[side]
            )
        })
    }

    fn api(&self, address: &Address, table: &Table) -> String {
        let named = ["p1", "p2", "seed"];
        let kept = address.kept.iter().filter(|(name, _)| !named.contains(&name.as_str()));
        let mut pairs: Vec<(String, String)> = kept.cloned().collect();
        let [one, two] = self.seats(table, address);
        let (games, seed) = (self.games.to_string(), self.seed.to_string());
        for (name, value) in [("p1", one), ("p2", two), ("games", games), ("seed", seed)] {
            pairs.push((name.to_owned(), value));
        }
        with_query(&address.path("api/match"), &pairs)
    }
}

fn form(
    address: &Address,
    table: &Table,
    query: &Query,
    work: &Work,
    notes: &Notes,
) -> Result<Markup, Error> {
    let unchanged = unchanged(work, table)?;
    let about = unchanged.about();
    let mut bare = address.clone();
    // The style has a field of its own.
    for (_, value) in bare.kept.iter_mut().filter(|(name, _)| ["p1", "p2"].contains(&name.as_str()))
    {
        value.truncate(value.find(':').unwrap_or(value.len()));
    }
    let fields = sides(&bare, &unchanged, false);
    let sides_shown = !fields.0.is_empty();
    let carried = bare.kept.iter().filter(|(name, _)| match name.as_str() {
        "mode" => about.modes.len() <= 1,
        "order" => !about.has_queue(),
        "p1" | "p2" => !sides_shown,
        "seed" => false,
        _ => true,
    });
    let styles = [style_text(address, query, 0)?, style_text(address, query, 1)?];
    let games = query.one("games")?.map_or(USUAL_GAMES.to_string(), str::to_owned);
    Ok(html! {
        form.sheet method="get" action=(Tab::Match.path(address)) {
            (modes(about)) (fields) (orders(about))
            @for player in Player::BOTH {
                @let side = player.index();
                @if about.side(player).chooses {
                    @let name = ["s1", "s2"][side];
                    div.field {
                        label { (about.side(player).name) " plays"
                            (choice(notes, name, Some(&styles[side]), &html! {
                                @if !notes.is_wrong(name) && STYLES.iter().all(|(style, _)| *style != styles[side]) {
                                    option value=(styles[side]) selected { (styles[side]) }
                                }
                                @for (style, what) in STYLES { option value=(style) selected[style == styles[side]] { (what) } }
                            }))
                        }
                        (notes.beside(name))
                    }
                }
            }
            div.fields {
                (number(notes, ("games", "games"), Some(&games), None))
                (number(notes, ("seed", "seed"), Some(&address.seed.to_string()), None))
            }
            (hidden(carried))
            button.main { "Play" }
        }
    })
}

/// A share as people read it.
fn share(part: u64, all: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a share is for people")]
    let share = part as f64 / all.max(1) as f64;
    format!("{} %", decimal(100.0 * share, 1))
}

fn counted(about: &About, answer: &MatchAnswer) -> Markup {
    let outcome = &answer.outcome;
    let [one, two] = about.names();
    let rows = [
        (format!("{one} wins"), outcome.p1_wins, "one"),
        (format!("{two} wins"), outcome.p2_wins, "two"),
        ("nobody wins".to_owned(), outcome.ties, "tie"),
        ("cut: too long".to_owned(), outcome.cut, "cut"),
    ];
    let shown =
        rows.iter().filter(|(_, games, class)| *games > 0 || ["one", "two"].contains(class));
    html! {
        section.sheet {
            h2 { (one) " (" (answer.styles[0]) ") against " (two) " (" (answer.styles[1]) ")" }
            (stack(&rows.each_ref().map(|(name, games, class)| (name.as_str(), *games, *class))))
            div.scroll { table.tight {
                thead { tr { th { "who" } th.n { "games" } th.n { "share" } } }
                tbody { @for (name, games, class) in shown { tr {
                    td { span class=(format!("key {class}")) { (name) } }
                    td.n { (thousands(*games)) } td.n { (share(*games, outcome.games)) }
                } } }
            } }
            p.soft {
                @if let Some(length) = outcome.mean_length { "A game takes " (decimal(length, 1)) " actions on average. " }
                @if let Some(margin) = outcome.mean_margin {
                    "The mean margin is " (decimal(margin, 2)) " to " (one)
                    @if let Some(within) = outcome.margin_within.filter(|_| !outcome.one_for_all) { " (± " (decimal(within, 2)) " with 95 % confidence)" }
                    ". "
                }
                @if let Some(price) = &outcome.price {
                    @if let Some(mean) = price.mean_of_wins { "A win costs " (decimal(mean, 1)) " " (price.unit) " on average. " }
                }
                @if let Some(gain) = answer.first_mover_advantage { "Moving first is worth " (decimal(gain, 2)) ". " }
                @if outcome.one_for_all && outcome.games > 0 { "Nothing is random: every game is the same. " }
            }
            @if let Some(stop) = outcome.stopped {
                p.soft { "Stopped " (why(stop)) " after " (thousands(outcome.games)) " of " (thousands(outcome.asked)) " games: all figures are of those." }
            }
        }
    }
}

/// Who won how often, as one bar.
fn stack(parts: &[(&str, u64, &str)]) -> Markup {
    let all: u64 = parts.iter().map(|(_, games, _)| games).sum();
    let mut from = 0.0;
    let mut drawn = Vec::new();
    for (name, games, class) in parts {
        #[expect(clippy::cast_precision_loss, reason = "a place on a drawing")]
        let wide = 1000.0 * *games as f64 / all.max(1) as f64;
        drawn.push((*name, *games, *class, from, wide));
        from += wide;
    }
    html! {
        svg.stack viewBox="0 0 1000 40" preserveAspectRatio="none" role="img" aria-label="Who won how often" {
            @for (name, games, class, from, wide) in drawn.iter().filter(|(_, games, ..)| *games > 0) {
                rect class=(class) x=(format!("{from:.1}")) y="0" width=(format!("{wide:.1}")) height="40" {
                    title { (name) ": " (thousands(*games)) }
                }
            }
        }
    }
}

/// The figures that the games only come near.
fn exactly(about: &About, answer: &MatchAnswer) -> Markup {
    let Some(play) = answer.exact_play.as_ref().filter(|_| !answer.outcome.one_for_all) else {
        return Markup::default();
    };
    let [one, two] = about.names();
    let chance = |mean: Mean| format!("{:.4} %", 100.0 * mean.value);
    let mean = |mean: ExactMean| decimal(mean.value, 4);
    html! {
        section.sheet {
            h2 { "Exactly" }
            p.soft { "From all " (thousands(play.positions)) " positions that can come up, not from games." }
            div.scroll { table.tight { tbody {
                tr { td { (one) " wins" } td.n { (chance(play.p1_wins)) } }
                tr { td { (two) " wins" } td.n { (chance(play.p2_wins)) } }
                @if play.ties.lower > 0.0 { tr { td { "nobody wins" } td.n { (chance(play.ties)) } } }
                @if play.for_ever.lower > 0.0 { tr { td { "for ever" } td.n { (chance(play.for_ever)) } } }
                @if let Some(length) = play.length { tr { td { "mean length" } td.n { (mean(length)) " actions" } } }
                @if let (Some(price), Some(unit)) = (play.price, &play.unit) { tr { td { "a win costs" } td.n { (mean(price)) " " (unit) } } }
                @if let Some(worth) = answer.exact { tr { td { "mean margin" } td.n { (decimal(worth.value, 4)) } } }
                @for lapses in &answer.lapses {
                    tr {
                        td { (about.names()[usize::from(lapses.side == 2)]) " gives away" }
                        td.n {
                            (decimal(lapses.given_away, 2)) " " (lapses.unit) " a game"
                            @if let Some(thrown) = lapses.thrown_away.filter(|thrown| *thrown > 0.0) { ", and " (format!("{:.2} %", 100.0 * thrown)) " of its wins" }
                        }
                    }
                }
            } } }
        }
    }
}

/// A histogram with its figures.
fn histogram(drawn: &Bars) -> Markup {
    html! {
        section.sheet {
            h2 { (drawn.title) }
            figure.chart { div.scroll { (PreEscaped(bars(drawn))) } }
            details {
                summary { "The figures" }
                div.scroll { table.tight {
                    thead { tr { th.n { (drawn.unit) } th.n { "share" } } }
                    tbody { @for bar in drawn.bars.iter().filter(|bar| bar.share > 0.0) { tr {
                        td.n { (bar.name()) } td.n { (decimal(100.0 * bar.share, 2)) " %" }
                    } } }
                } }
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "shares are for people")]
fn lengths(answer: &MatchAnswer) -> Option<Bars> {
    let lengths = answer.outcome.spread.as_ref()?.lengths.iter();
    let counts = lengths
        .filter_map(|(length, games)| Some((i64::try_from(*length).ok()?, *games as f64)))
        .collect();
    Some(Bars::new("How long a game takes", "actions", &counts))
}

#[expect(clippy::cast_precision_loss, reason = "shares are for people")]
fn margins(about: &About, answer: &MatchAnswer) -> Option<Bars> {
    let margins = answer.outcome.spread.as_ref()?.margins.iter();
    let counts = margins.map(|(margin, games)| (*margin, *games as f64)).collect();
    let title = format!("How far {} wins", about.names()[0]);
    Some(Bars::new(title, "margin", &counts))
}

/// Games worth a look.
fn notable(address: &Address, asked: &Asked, answer: &MatchAnswer) -> Markup {
    let found = answer.outcome.notable().into_iter().filter_map(|(what, game)| Some((what, game?)));
    let mut found: Vec<(&str, &PlayedGame)> = found.collect();
    if answer.outcome.one_for_all {
        found.truncate(1);
    }
    let by_hand = |game: &PlayedGame| {
        let moves = Text::new("moves", &game.moves);
        let mut there = address.clone();
        there.kept.retain(|(name, _)| name != "seed");
        for (side, name) in ["p1", "p2"].into_iter().enumerate() {
            let given =
                there.given(name).map(|seat| seat.split(':').next().unwrap_or("").to_owned());
            let seat = format!("{}:{}", given.unwrap_or_default(), asked.styles[side]);
            there.kept.retain(|(other, _)| other != name);
            there.kept.push((name.to_owned(), seat));
        }
        let seed = game.seed.to_string();
        [
            there.link("play", &[("moves", &moves.text), ("seed", &seed)]),
            there.link("explore", &[("moves", &moves.text)]),
        ]
    };
    html! {
        @if !found.is_empty() {
            section.sheet {
                h2 { "Games worth a look" }
                div.scroll { table {
                    thead { tr { th { "game" } th.n { "seed" } th.n { "actions" } th.n { "margin" } th { "winner" } th { "see it" } } }
                    tbody { @for (what, game) in found { tr {
                        td { @if answer.outcome.one_for_all { "the game" } @else { (what) } }
                        td.n { (game.seed) } td.n { (thousands(game.length)) } td.n { (game.margin) }
                        td { @match game.winner { Some(winner) => { "player " (winner) } None if game.cut => "no end", None => "nobody" } }
                        td {
                            @if game.moves.len() <= MOST_MOVES {
                                @let [play, explore] = by_hand(game);
                                a href=(play) { "its end" } ", " a href=(explore) { "explore it" }
                            } @else { "too long for an address" }
                        }
                    } } }
                } }
            }
        }
    }
}
