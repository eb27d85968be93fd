//! Playing a fight. The address is the position: every move is a link to the position after it.
//!
//! A side that the solver plays moves before the page is shown, so going back goes to the last
//! choice of a person. Where nobody who has a choice is a person, there is only watching.

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use outplay::game::Player;
use outplay::{Loaded, Players, describe};

use super::review::{in_words, verdict};
use super::scene::scene;
use super::{answer, head};
use crate::Game;
use crate::app::{Named, Shared};
use crate::asked::Asked;
use crate::fight::{
    LegalMove, Position, Question, Worth, best, fields, first_of, modes, move_values, orders,
    position, reply, sides,
};
use crate::look::{Place, page};
use crate::work::Allowance;
use crate::wrong::Wrong;

/// So many moves in a row are made before the page is shown, and then one at a time.
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
    // A style that cannot play is said at once.
    Players::new(&loaded.fight, question.styles.clone())?;
    let moves = asked.one("moves")?.unwrap_or_default();
    let mut here = position(&loaded, &question.request, moves)?;
    let given = here.moves.clone();
    let watching = question.is_watched(&loaded.fight.names);
    let (hint, watch) = (asked.flag("hint")?, asked.flag("watch")?);
    let mut next = Ok(None);
    while here.chooser.is_some() {
        next = reply(&question, &here, allowance)?;
        if watching || in_a_row(&question, &here) >= MOST_REPLIES {
            break;
        }
        let Ok(Some(key)) = next else { break };
        here = position(&loaded, &question.request, &format!("{}{key}", here.moves))?;
    }
    if here.moves != given {
        let mut more = vec![("moves", here.moves.as_str())];
        if hint {
            more.push(("hint", "1"));
        }
        return Ok(Redirect::to(&question.link("play", &more)).into_response());
    }
    let (worths, unsettled) = match here.chooser {
        Some(player) if hint || watching => {
            hints(&question, &loaded, &here, player, allowance, hint)?
        }
        _ => (Vec::new(), None),
    };
    let title = loaded.fight.names.title.clone();
    let at = Choosing { question: &question, loaded: &loaded, here: &here, hint };
    let body = html! {
        (head(&question, &title, "play", &here.moves))
        div data-smooth {
            (scene(&loaded, &here, Some(&question)))
            div.columns.wide {
                div {
                    @if let (Some(_), Ok(Some(key))) = (here.chooser, next) { (onward(&question, &here, key, watch)) }
                    (unsettled.unwrap_or_default())
                    @match here.chooser {
                        Some(player) => (at.choices(player, &worths, next)),
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

/// How many moves at the end nobody made by hand.
fn in_a_row(question: &Question, here: &Position) -> usize {
    here.made.iter().rev().take_while(|(player, _)| !question.by_hand(*player)).count()
}

/// What each move is worth; where that is not settled, what is known and, if `told`, why.
fn hints(
    question: &Question,
    loaded: &Loaded,
    here: &Position,
    player: Player,
    allowance: &Allowance,
    told: bool,
) -> Result<(Vec<Worth>, Option<Markup>), Wrong> {
    let reason = match move_values(&question.request, here, allowance)? {
        Ok(worths) => return Ok((worths, None)),
        Err(_) if !told => return Ok((Vec::new(), None)),
        Err(reason) => reason,
    };
    let best = best(loaded, &question.request.clone().after(&here.moves), allowance)?;
    let said = html! {
        section.sheet.answer.open[!best.proved] {
            p.big { (best.told) }
            p.proof { (best.proof) }
            @if best.proved {
                p.soft { "What each move is worth is not settled: " (reason) "." }
            }
        }
    };
    Ok((first_of(&best, player, loaded.fight.names.zero_sum), Some(said)))
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

/// Somebody at a position.
struct Choosing<'a> {
    question: &'a Question,
    loaded: &'a Loaded,
    here: &'a Position,
    hint: bool,
}

impl Choosing<'_> {
    fn choices(
        &self,
        player: Player,
        worths: &[Worth],
        reply: Result<Option<char>, &'static str>,
    ) -> Markup {
        let names = &self.loaded.fight.names;
        html! {
            section.sheet {
                h2 { (names.fighters[player.index()].name) " to move" }
                @if let Err(reason) = reply {
                    p.soft { "What they would do is not settled: " (reason) ". Make a move for them." }
                } @else if self.question.is_watched(names) {
                    p.soft { "Nobody here plays by hand; any move can be made for them all the same." }
                } @else if !self.question.by_hand(player) {
                    p.soft { "They have made " (MOST_REPLIES) " moves in a row, and no end is in sight: from here on one at a time." }
                }
                ul.moves {
                    @for option in &self.here.options {
                        @let worth = worths.iter().find(|worth| worth.key == option.key);
                        li { (self.choice(player, option, worth)) }
                    }
                }
                (tools(self.question, self.loaded, self.here, self.hint, &html! {}))
            }
        }
    }

    fn choice(&self, player: Player, option: &LegalMove, worth: Option<&Worth>) -> Markup {
        let moves = format!("{}{}", self.here.moves, option.key);
        let mut more = vec![("moves", moves.as_str())];
        if self.hint {
            more.push(("hint", "1"));
        }
        let key = option.key.to_string();
        let good = worth.is_some_and(|worth| worth.is_good(player));
        let inner = html! {
            span.title { kbd { (option.key) } span { (option.name) } span.cost { (option.cost) } }
            @if let Some(reason) = &option.refused {
                span.about { (reason) }
            } @else {
                @if !option.harm.is_empty() { span.harm { (option.harm) } }
                @if let Some(about) = &option.about { span.about { (about) } }
            }
            @if let Some(worth) = worth { span.worth { (in_words(worth, player, &self.loaded.fight.names)) } }
        };
        html! {
            @if option.refused.is_some() {
                div.move.off aria-disabled="true" { (inner) }
            } @else {
                a.move.best[good] href=(self.question.link("play", &more)) data-key=(key) { (inner) }
            }
        }
    }
}

/// What can be done besides moving; `more` stands beside it.
pub(super) fn tools(
    question: &Question,
    loaded: &Loaded,
    here: &Position,
    hint: bool,
    more: &Markup,
) -> Markup {
    let shorter = undone(question, loaded, here);
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
            (more)
        }
    }
}

/// The moves without the last choice of a person; where nobody is one, without the last move.
fn undone(question: &Question, loaded: &Loaded, here: &Position) -> Option<String> {
    let watching = question.is_watched(&loaded.fight.names);
    let own = |(player, _): &(Player, String)| watching || question.by_hand(*player);
    let keep = here.made.iter().rposition(own)?;
    Some(here.moves.chars().take(keep).collect())
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
                div.fields.broad { (sides(question, &unchanged, true)) (orders(&unchanged)) }
                (fields(question, &unchanged, true))
                button.main { "Start" }
            }
        }
    })
}
