//! Playing a game. The address is the position: every move is a link to the position after it.
//!
//! A side that the solver plays moves before the page is shown, so going back goes to the last
//! choice of a person. What happened since that choice is shown turn by turn (`turn` in the address, or
//! by the script one after the other). Where nobody who has a choice is a person, there is only watching.

use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use outplay::game::Player;
use outplay::{About, Hint, Kind, MoveOption, Solver, Table};
use outplay_render::play::{harm, price};

use super::board::{Measure, Worth, meter};
use super::form::{fields, modes, orders, sides, unchanged};
use super::review::{Reviewed, review};
use super::scene::{frames, happened, passed, scene, since};
use super::{head, stated};
use crate::address::Address;
use crate::catalogue::Game;
use crate::chrome::{Place, page};
use crate::error::Error;
use crate::here::{Best, Here, Settled, hints, is_roll, reply};
use crate::query::Query;
use crate::words;
use crate::work::Work;

/// So many moves in a row are made before the page is shown, and then one at a time.
const MOST_REPLIES: usize = 200;
/// Rolls of moves further back are only in the log.
const MOST_FALLEN: usize = 8;

pub(crate) fn play(game: &Game, query: &Query, work: &Work) -> Result<Response, Error> {
    let address = Address::of_a_page(game, query, &["moves", "hint", "watch", "turn"])?;
    let table = address.open(work)?;
    let about = table.about();
    // A style that cannot play is said at once.
    table.check_styles(&address.styles)?;
    let mut here = Here::at(&table, query.one("moves")?.unwrap_or_default())?;
    let mut solver = work.solver(&table);
    let given = here.keys.len();
    let watching = address.is_watched(about);
    let (hint, watch) = (query.flag("hint")?, query.flag("watch")?);
    let mut next = Ok(None);
    while here.chooser().is_some() || here.rolls() {
        next = reply(&mut solver, &address, &here, work)?;
        // Whoever watches sees one move at a time, and how the dice fall for it.
        if watching && !here.rolls() || in_a_row(&address, about, &here) >= MOST_REPLIES {
            break;
        }
        let Ok(Some(key)) = &next else { break };
        here = Here::at(&table, &about.extended(&here.moves, key))?;
    }
    if here.keys.len() != given {
        let mut more = vec![("moves", here.moves.as_str())];
        for (name, _) in [("hint", hint), ("watch", watch)].into_iter().filter(|(_, on)| *on) {
            more.push((name, "1"));
        }
        return Ok(Redirect::to(&address.link("play", &more)).into_response());
    }
    let own = last_own(&address, about, &here).unwrap_or(0);
    let before = here.earlier(&table, own)?;
    let new = since(&here, &before);
    if let Some(turn) = query.number::<usize>("turn", "3")? {
        let body = at_a_turn(&address, &table, &here, turn, &new)?;
        return Ok(page(Place::Games, &format!("{}: play", about.title), &body).into_response());
    }
    let (worths, unsettled) = match here.chooser() {
        Some(player) if hint || watching => hinted(&mut solver, about, &here, player, work, hint)?,
        _ => (Vec::new(), None),
    };
    let over = here.chooser().is_none() && !here.rolls();
    let reviewed =
        if over { Some(review(&address, &table, &here, &mut solver, work)?) } else { None };
    let evaluated = hint && !over && unsettled.is_none();
    let evaluation = if evaluated {
        evaluation(about, &here, &mut solver, work)?
    } else {
        html! {}
    };
    let at = Choosing { address: &address, about, here: &here, hint };
    let link = |turn: usize| {
        let turn = (turn + 1).to_string();
        address.link("play", &[("moves", &here.moves), ("turn", &turn)])
    };
    let body = html! {
        (head(&address, &about.title, "play", &here.moves))
        (stated(&table))
        div.board.playing data-smooth {
            div.standing {
                (scene(about, &here, &before, Some(&address)))
                @if !here.keys.is_empty() { (frames(about, &here, new, &address)) }
                (dice(&address, about, &here))
                (happened(about, &here, &before, Some(&link)))
            }
            div.analysis {
                @if let (false, Ok(Some(key))) = (over, &next) { (at.onward(key, watch)) }
                (unsettled.unwrap_or_default())
                (evaluation)
                @match here.chooser() {
                    Some(player) => (at.choices(player, &worths, &next)),
                    None if here.rolls() => (at.falling()),
                    None => @if let Some(Reviewed { verdict, .. }) = &reviewed { (verdict) },
                }
            }
            @if let Some(Reviewed { course, .. }) = &reviewed { (course) }
        }
        (setup(&address, &table, work)?)
    };
    Ok(page(Place::Games, &format!("{}: play", about.title), &body).into_response())
}

/// How it stood after a turn, of those since somebody's last choice; and the way on.
fn at_a_turn(
    address: &Address,
    table: &Table,
    here: &Here,
    turn: usize,
    new: &std::ops::Range<usize>,
) -> Result<Markup, Error> {
    let about = table.about();
    let shown = turn.checked_sub(1).and_then(|turn| passed(about, here, turn, Some(address)));
    let shown = shown.ok_or_else(|| {
        let turns = here.replay().turns.len();
        Error::question(format!("`turn` is {turn}, and there are {turns} turns so far"))
    })?;
    let to = |turn: usize| {
        let turn = turn.to_string();
        address.link("play", &[("moves", &here.moves), ("turn", &turn)])
    };
    Ok(html! {
        (head(address, &about.title, "play", &here.moves))
        (stated(table))
        div.board.playing data-smooth {
            div.standing { div #stage { (shown) } }
            div.analysis {
                section.sheet {
                    h2 { "Turn by turn" }
                    nav.steps aria-label="Steps" {
                        @if turn > new.start + 1 { a.button href=(to(turn - 1)) data-arrow="ArrowLeft" aria-label="A turn back" { "◀" } }
                        @if turn < new.end { a.button href=(to(turn + 1)) data-arrow="ArrowRight" aria-label="A turn on" { "▶" } }
                        a.button.main #now href=(address.link("play", &[("moves", &here.moves)])) data-arrow="End" { "As it stands now" }
                    }
                }
            }
        }
    })
}

/// The verdict as a bar, for whoever wants hints.
fn evaluation(
    about: &About,
    here: &Here,
    solver: &mut Solver,
    work: &Work,
) -> Result<Markup, Error> {
    let measure = Measure::of(about);
    let best = Best::after(solver, &here.moves, work)?;
    let start = Best::after(solver, "", work)?;
    let value = measure.here(here, Some(&best));
    let first = start.whole_value().filter(|_| start.is_proved()).map_or(Worth::Open, Worth::Is);
    Ok(meter(&measure, value, first, about, here.replay()))
}

/// How many moves and rolls at the end nobody made by hand; of whoever watches, how many rolls.
fn in_a_row(address: &Address, about: &About, here: &Here) -> usize {
    let since = last_own(address, about, here).map_or(0, |place| place + 1);
    here.keys.len().saturating_sub(since)
}

/// How the dice fell since somebody's last choice, the newest last.
fn dice(address: &Address, about: &About, here: &Here) -> Markup {
    let names = here.names(about);
    let choices = here.choices(about);
    let since = last_own(address, about, here).unwrap_or(0);
    let since = since.max(choices.iter().rev().nth(MOST_FALLEN - 1).copied().unwrap_or(0));
    // Each move with the rolls that followed it.
    let mut fallen: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
    for (key, name) in here.keys.iter().zip(&names).skip(since) {
        match fallen.last_mut() {
            Some((_, rolls)) if is_roll(about, key) => rolls.push(name),
            None if is_roll(about, key) => fallen.push((None, vec![name])),
            _ => fallen.push((Some(name), Vec::new())),
        }
    }
    html! {
        @if fallen.iter().any(|(_, rolls)| !rolls.is_empty()) {
            ol.dice aria-label="How the dice fell" {
                @for (name, rolls) in &fallen {
                    li {
                        @if let Some(name) = name { span { (name) } }
                        @for roll in rolls { strong.die.missed[*roll == "miss"] { (roll) } }
                    }
                }
            }
        }
    }
}

/// What each move is worth; where that is not settled, what is known and, if `told`, why.
fn hinted(
    solver: &mut Solver,
    about: &About,
    here: &Here,
    player: Player,
    work: &Work,
    told: bool,
) -> Result<(Vec<Hint>, Option<Markup>), Error> {
    let reason = match hints(solver, &here.moves, work)? {
        Ok(worths) => return Ok((worths, None)),
        Err(_) if !told => return Ok((Vec::new(), None)),
        Err(reason) => reason,
    };
    let best = Best::after(solver, &here.moves, work)?;
    let [value, proof] = words::best(about, &best, here.keys.is_empty());
    let said = html! {
        section.sheet.answer.open[!best.is_proved()] {
            p.big { (value) }
            p.proof { (proof) }
            @if best.is_proved() {
                p.soft { "What each move is worth is not settled: " (reason) "." }
            }
        }
    };
    Ok((best.first(player, about), Some(said)))
}

/// Somebody at a position.
struct Choosing<'a> {
    address: &'a Address,
    about: &'a About,
    here: &'a Here,
    hint: bool,
}

impl Choosing<'_> {
    /// The next move where nobody plays by hand: one at a time, or with the script one after the
    /// other.
    fn onward(&self, key: &str, watch: bool) -> Markup {
        let (address, here) = (self.address, self.here);
        let moves = self.about.extended(&here.moves, key);
        let mut more = vec![("moves", moves.as_str())];
        if watch {
            more.push(("watch", "1"));
        }
        html! {
            section.sheet {
                h2 { "They play by themselves" }
                div.bar-of {
                    a.button.main #on href=(address.link("play", &more)) data-watch[watch] { "Play on" }
                    @if watch {
                        a.button #stop href=(address.link("play", &[("moves", &here.moves)])) { "Stop" }
                    } @else {
                        a.button #watch href=(address.link("play", &[("moves", &here.moves), ("watch", "1")])) { "Watch" }
                    }
                }
            }
        }
    }

    /// The dice have fallen so often that the next roll waits to be asked for.
    fn falling(&self) -> Markup {
        html! {
            section.sheet {
                h2 { "The dice are about to fall" }
                p.soft { "Nobody has chosen anything for " (MOST_REPLIES) " rolls in a row: from here on one at a time." }
                (tools(self.address, self.about, self.here, self.hint, &html! {}))
            }
        }
    }

    fn choices(&self, player: Player, worths: &[Hint], reply: &Settled<Option<String>>) -> Markup {
        html! {
            section.sheet {
                h2 { (words::side(self.about, player)) " to move" }
                @if let Err(reason) = reply {
                    p.soft { "What they would do is not settled: " (reason) ". Make a move for them." }
                } @else if self.address.is_watched(self.about) {
                    p.soft { "Nobody here plays by hand; any move can be made for them all the same." }
                } @else if !self.address.by_hand(player) {
                    p.soft { "They have made " (MOST_REPLIES) " moves in a row, and no end is in sight: from here on one at a time." }
                }
                ul.moves {
                    @for option in &self.here.position.options {
                        @let worth = worths.iter().find(|worth| worth.key == option.key);
                        li { (self.choice(player, option, worth)) }
                    }
                }
                (tools(self.address, self.about, self.here, self.hint, &html! {}))
            }
        }
    }

    fn choice(&self, player: Player, option: &MoveOption, worth: Option<&Hint>) -> Markup {
        let moves = self.about.extended(&self.here.moves, &option.key);
        let mut more = vec![("moves", moves.as_str())];
        if self.hint {
            more.push(("hint", "1"));
        }
        let harm = harm(option);
        let good = worth.is_some_and(|worth| worth.is_good(player));
        let inner = html! {
            span.title {
                @if option.key != option.name { kbd { (option.key) } }
                span { (option.name) } span.cost { (price(option)) }
            }
            @if let Some(reason) = &option.refused {
                span.about { (reason) }
            } @else {
                @if !harm.is_empty() { span.harm { (harm) } }
                @if !option.does.is_empty() { span.about { (option.does) } }
                @if let Some(about) = &option.about { span.about { (about) } }
            }
            @if let Some(worth) = worth { span.worth { (words::worth(worth, player, self.about)) } }
        };
        html! {
            @if option.refused.is_some() {
                div.move.off aria-disabled="true" { (inner) }
            } @else {
                a.move.best[good] href=(self.address.link("play", &more)) data-key=(option.key) { (inner) }
            }
        }
    }
}

/// What can be done besides moving; `more` stands beside it.
pub(super) fn tools(
    address: &Address,
    about: &About,
    here: &Here,
    hint: bool,
    more: &Markup,
) -> Markup {
    let shorter = undone(address, about, here);
    html! {
        div.bar-of {
            @if here.chooser().is_some() {
                @if hint {
                    a.button href=(address.link("play", &[("moves", &here.moves)])) { "Hide hints" }
                } @else {
                    a.button #hint href=(address.link("play", &[("moves", &here.moves), ("hint", "1")])) { "Hint" }
                }
            }
            @if let Some(shorter) = &shorter {
                a.button #undo href=(address.link("play", &[("moves", shorter)])) { "Undo" }
            }
            a.button #analyse href=(address.link("explore", &[("moves", &here.moves)])) { "Analyse" }
            @if !here.moves.is_empty() {
                @let seed = address.next_seed(about).unwrap_or_default();
                a.button #new href=(address.link("play", &[("seed", &seed)])) { "New game" }
            }
            (more)
        }
    }
}

/// The place of the last choice of a person; where nobody is one, of the last move.
fn last_own(address: &Address, about: &About, here: &Here) -> Option<usize> {
    let watching = address.is_watched(about);
    let own = |(player, _): &(Player, String)| watching || address.by_hand(*player);
    let last = here.position.made.iter().rposition(own)?;
    Some(here.choices(about).get(last).copied().unwrap_or(here.keys.len()))
}

/// The moves without the last choice of a person; where nobody is one, without the last move.
fn undone(address: &Address, about: &About, here: &Here) -> Option<String> {
    Some(about.join(&here.keys[..last_own(address, about, here)?]))
}

/// Another game: mode, numbers, who plays.
fn setup(address: &Address, table: &Table, work: &Work) -> Result<Markup, Error> {
    let what = match table.about().kind {
        Kind::Fight => "Another fight: mode, numbers, who plays",
        _ => "Another game: who plays",
    };
    Ok(html! {
        details.sheet {
            summary { (what) }
            (another(address, table, work, ("play", "Start"))?)
        }
    })
}

/// A form for another game on some page, with what its button says; where it is played, with who plays.
pub(super) fn another(
    address: &Address,
    table: &Table,
    work: &Work,
    (there, button): (&str, &str),
) -> Result<Markup, Error> {
    let unchanged = unchanged(work, table)?;
    let (about, players) = (unchanged.about(), there == "play");
    Ok(html! {
        form method="get" action=(address.path(there)) {
            (modes(about))
            div.fields.broad { (sides(address, &unchanged, players)) (orders(about)) }
            (fields(address, &unchanged, players))
            button.main { (button) }
        }
    })
}
