//! Playing a fight. The address is the position: every move is a link to the position after it.
//!
//! A side that the solver plays moves before the page is shown, so going back goes to the last
//! choice of a person.

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use outplay::StyleName;
use outplay::game::Player;
use outplay::{Loaded, amount, count, describe, thousands};

use super::scene::scene;
use super::{answer, head};
use crate::serve::Game;
use crate::serve::app::{Named, Shared};
use crate::serve::asked::Asked;
use crate::serve::fight::{
    LegalMove, Position, Question, Worth, best, fields, modes, move_values, orders, position,
    reply, sides,
};
use crate::serve::look::{Place, page};
use crate::serve::work::Allowance;
use crate::serve::wrong::Wrong;

/// A fight that goes on for so many moves is not played on by the solver.
const MOST_REPLIES: usize = 200;

pub(in super::super) async fn play(
    State(app): State<Shared>,
    Named(name): Named,
    request: Request,
) -> Result<Response, Wrong> {
    answer(&app, &name, request, played).await
}

fn played(game: &Game, asked: &Asked, allowance: &Allowance) -> Result<Response, Wrong> {
    let question = Question::read(game, asked, &["moves", "hint", "watch"])?;
    let loaded = question.load()?;
    let moves = asked.one("moves")?.unwrap_or_default();
    let mut here = position(&loaded, &question.request, moves)?;
    let given = here.moves.clone();
    // Whoever plays neither side watches, and steps on by hand.
    let watching = question.styles.iter().all(|style| *style != StyleName::Manual);
    while here.chooser.is_some() && !watching && here.moves.len() < MOST_REPLIES {
        let Some(key) = reply(&question, &here, allowance) else { break };
        here = position(&loaded, &question.request, &format!("{}{key}", here.moves))?;
    }
    let hint = asked.flag("hint")?;
    if here.moves != given {
        let mut more = vec![("moves", here.moves.as_str())];
        if hint {
            more.push(("hint", "1"));
        }
        return Ok(Redirect::to(&question.link("play", &more)).into_response());
    }
    let worths = if hint || watching {
        move_values(&question.request, &here, allowance)
    } else {
        Vec::new()
    };
    let watch = asked.flag("watch")?;
    let next =
        if watching && here.chooser.is_some() { reply(&question, &here, allowance) } else { None };
    let title = loaded.fight.names.title.clone();
    let body = html! {
        (head(&question, &title, "play", &here.moves))
        div data-smooth {
            (scene(&loaded, &here))
            div.columns.wide {
                div {
                    @if let Some(key) = next { (onward(&question, &here, key, watch)) }
                    @if hint && worths.is_empty() && here.chooser.is_some() {
                        (bounds(&question, &loaded, &here, allowance)?)
                    }
                    @match here.chooser {
                        Some(player) => (choices(&question, &loaded, &here, player, &worths, hint)),
                        None => (verdict(&question, &loaded, &here, allowance)?),
                    }
                }
                (log(&loaded, &here))
            }
        }
        (setup(&question)?)
    };
    Ok(page(Place::Games, &format!("{title}: play"), &body).into_response())
}

/// What is known of a position whose moves are not settled in time.
fn bounds(
    question: &Question,
    loaded: &Loaded,
    here: &Position,
    allowance: &Allowance,
) -> Result<Markup, Wrong> {
    let best = best(loaded, &question.request.clone().after(&here.moves), allowance)?;
    Ok(html! {
        section.sheet.answer.open[!best.proved] {
            p.big { (best.told) }
            p.proof { (best.proof) }
            @if best.proved {
                p.soft { "What each move is worth is not settled in the time that a page may take." }
            }
        }
    })
}

/// The next move where nobody plays by hand: one at a time, or with the script one after the other.
fn onward(question: &Question, here: &Position, key: char, watch: bool) -> Markup {
    let moves = format!("{}{key}", here.moves);
    let mut more = vec![("moves", moves.as_str())];
    if watch {
        more.push(("watch", "1"));
    }
    html! {
        section.sheet {
            h2 { "They play by themselves" }
            div.bar-of {
                a.button.main #on href=(question.link("play", &more)) data-watch[watch] { "Play on" }
                @if watch {
                    a.button #stop href=(question.link("play", &[("moves", &here.moves)])) { "Stop" }
                } @else {
                    a.button #watch href=(question.link("play", &[("moves", &here.moves), ("watch", "1")])) { "Watch" }
                }
            }
        }
    }
}

fn choices(
    question: &Question,
    loaded: &Loaded,
    here: &Position,
    player: Player,
    worths: &[Worth],
    hint: bool,
) -> Markup {
    let unit = unit(loaded);
    html! {
        section.sheet {
            h2 { (loaded.fight.names.fighters[player.index()].name) " to move" }
            @if question.styles.iter().all(|style| *style != StyleName::Manual) {
                p.soft { "Nobody here plays by hand; any move can be made for them all the same." }
            } @else if question.styles[player.index()] != StyleName::Manual {
                p.soft { "What they would do is not settled in the time that a page may take: make a move for them." }
            }
            ul.moves {
                @for option in &here.options {
                    @let worth = worths.iter().find(|worth| worth.key == option.key);
                    li { (choice(question, here, option, worth, unit, hint)) }
                }
            }
            (tools(question, here, hint))
        }
    }
}

fn choice(
    question: &Question,
    here: &Position,
    option: &LegalMove,
    worth: Option<&Worth>,
    unit: Option<&str>,
    hint: bool,
) -> Markup {
    let moves = format!("{}{}", here.moves, option.key);
    let mut more = vec![("moves", moves.as_str())];
    if hint {
        more.push(("hint", "1"));
    }
    let key = option.key.to_string();
    let inner = html! {
        span.title { kbd { (option.key) } span { (option.name) } span.cost { (option.cost) } }
        @match (&option.refused, &option.about) {
            (Some(reason), _) => span.about { (reason) },
            (None, Some(about)) => span.about { (about) },
            (None, None) => {},
        }
        @if let Some(worth) = worth { span.worth { (in_words(worth, unit)) } }
    };
    html! {
        @if option.refused.is_some() {
            div.move.off aria-disabled="true" { (inner) }
        } @else {
            a.move.best[worth.is_some_and(|worth| worth.best && worth.value.is_some())] href=(question.link("play", &more)) data-key=(key) { (inner) }
        }
    }
}

/// What a move is worth, in words; `unit` is what a win costs, or nothing where hp counts.
pub(super) fn in_words(worth: &Worth, unit: Option<&str>) -> String {
    match (worth.value, unit) {
        (Some(value), Some(unit)) if worth.best => {
            format!("best: {} to win", amount(value.unsigned_abs(), unit))
        }
        (Some(value), None) if worth.best => format!("best: worth {value}"),
        (Some(_), Some(_)) => match worth.regret {
            Some(regret) => format!("costs {} more", thousands(regret)),
            None => "wins, where nothing should".to_owned(),
        },
        (Some(value), None) => {
            format!("worth {value}, gives away {}", thousands(worth.regret.unwrap_or(0)))
        }
        (None, _) if worth.best => "no win here".to_owned(),
        (None, _) => "throws the win away".to_owned(),
    }
}

/// What a win is counted in, where it has a price.
fn unit(loaded: &Loaded) -> Option<&str> {
    let names = &loaded.fight.names;
    (!names.zero_sum).then_some(names.price.as_str())
}

fn tools(question: &Question, here: &Position, hint: bool) -> Markup {
    let shorter = undone(question, here);
    html! {
        div.bar-of {
            @if here.chooser.is_some() {
                @if hint {
                    a.button href=(question.link("play", &[("moves", &here.moves)])) { "Hide hints" }
                } @else {
                    a.button #hint href=(question.link("play", &[("moves", &here.moves), ("hint", "1")])) { "Hint" }
                }
            }
            @if let Some(shorter) = &shorter {
                a.button #undo href=(question.link("play", &[("moves", shorter)])) { "Undo" }
            }
            @if !here.moves.is_empty() {
                a.button href=(question.link("play", &[])) { "New game" }
            }
        }
    }
}

/// The moves without the last choice of a person.
fn undone(question: &Question, here: &Position) -> Option<String> {
    let by_hand = |player: &Player| question.styles[player.index()] == StyleName::Manual;
    let count = here.moves.chars().count();
    let mut choices = here.account.choices.iter().map(|(player, _)| player);
    // Choices of a side with one skill are not among the moves; then each move is a person's.
    let keep = if here.account.choices.len() == count && choices.any(by_hand) {
        here.account.choices.iter().rposition(|(player, _)| by_hand(player))?
    } else {
        count.checked_sub(1)?
    };
    Some(here.moves.chars().take(keep).collect())
}

fn verdict(
    question: &Question,
    loaded: &Loaded,
    here: &Position,
    allowance: &Allowance,
) -> Result<Markup, Wrong> {
    let names = &loaded.fight.names;
    let account = &here.account;
    let rounds = count(u64::from(account.rounds), "round");
    let spent = amount(account.spent, &names.price);
    let best = best(loaded, &question.request, allowance)?;
    let reached = here.value.or_else(|| i64::try_from(account.spent).ok());
    let perfect = best.value == reached && (names.zero_sum || account.winner == Some(Player::One));
    Ok(html! {
        section.sheet.answer.none[account.winner != Some(Player::One)] {
            p.verdict { @match account.winner {
                Some(winner) => { (names.fighters[winner.index()].name) " wins" }
                None if account.over => "Nobody wins",
                None => "It goes on like this for ever",
            } }
            @match here.value {
                Some(value) => p { "Worth " (value) " to player 1, after " (rounds) "." },
                None => p { "Spent: " (spent) " in " (rounds) "." },
            }
            @if best.proved {
                p {
                    @if perfect && names.zero_sum { "That is what perfect play comes to." }
                    @else if perfect { "No less will do: that was perfect play." }
                    @else if let (false, Some(value)) = (names.zero_sum, best.value) {
                        "The best play wins with " (amount(value.unsigned_abs(), &names.price)) ": " code { (best.moves) }
                    } @else { "With best play: " (best.told) ". " code { (best.moves) } }
                }
            }
            div.bar-of {
                (tools(question, here, false))
                a.button href=(question.link("explore", &[])) { "Explore the best play" }
            }
        }
        (review(question, loaded, here, allowance)?)
    })
}

/// What each move of player 1 cost against the best one.
fn review(
    question: &Question,
    loaded: &Loaded,
    here: &Position,
    allowance: &Allowance,
) -> Result<Markup, Wrong> {
    let keys: Vec<char> = here.moves.chars().collect();
    let mut rows = Vec::new();
    for (index, key) in keys.iter().enumerate() {
        let before: String = keys[..index].iter().collect();
        let there = position(loaded, &question.request, &before)?;
        let Some(player) = there.chooser else { continue };
        let worths = move_values(&question.request, &there, allowance);
        let same = |worth: &&Worth| worth.key.eq_ignore_ascii_case(key);
        let Some(made) = worths.iter().find(same).cloned() else { continue };
        let best = worths.iter().find(|worth| worth.best).map(|worth| worth.key);
        let name = |key: char| {
            let option = there.options.iter().find(|option| option.key == key);
            option.map_or(String::new(), |option| option.name.clone())
        };
        rows.push((player, name(made.key), made, best.map(name).unwrap_or_default(), before));
    }
    let unit = unit(loaded);
    Ok(html! {
        section.sheet {
            h2 { "Your moves, looked at again" }
            div.scroll { table {
                thead { tr { th.n { "move" } th { "who" } th { "played" } th { "worth" } th { "best" } } }
                tbody {
                    @for (index, (player, name, made, best, before)) in rows.iter().enumerate() {
                        tr class=(format!("p{}", player.number())) {
                            td.n { a href=(question.link("play", &[("moves", before), ("hint", "1")])) { (index + 1) } }
                            td { (loaded.fight.names.fighters[player.index()].name) }
                            td { (name) }
                            td.best[made.best].worse[!made.best] { (in_words(made, unit)) }
                            td { @if !made.best { (best) } }
                        }
                    }
                }
            } }
        }
    })
}

fn log(loaded: &Loaded, here: &Position) -> Markup {
    let names = &loaded.fight.names;
    html! {
        section.sheet {
            h2 { "Log" }
            ol.chronicle reversed {
                @for turn in here.account.turns.iter().rev().take(100) {
                    @let told = describe(turn, names);
                    @if !told.is_empty() {
                        li class=(format!("p{}", turn.player.number())) {
                            strong { (turn.round) ". " (names.fighters[turn.player.index()].name) } " "
                            (told.join("; "))
                        }
                    }
                }
            }
            @if !here.moves.is_empty() { p.soft.small { "Moves: " code { (here.moves) } } }
        }
    }
}

/// Another fight: mode, numbers, who plays.
fn setup(question: &Question) -> Result<Markup, Wrong> {
    let unchanged = question.unchanged()?;
    Ok(html! {
        details.sheet {
            summary { "Another fight: mode, numbers, who plays" }
            form method="get" action=(question.link("play", &[]).split('?').next().unwrap_or_default()) {
                (modes(&unchanged))
                div.fields { (sides(question, &unchanged, true)) (orders(&unchanged)) }
                (fields(question, &unchanged))
                button.main { "Start" }
            }
        }
    })
}
