//! A question of a program to the library, and its answer as JSON.

use outplay::combat::{Deal, MOST_DEALT, Mode};
use outplay::{
    Axis, CompareHands, DecksFrom, HandBy, HandRequest, Request, SolveOptions, VersusOptions,
    compare_hands, compare_versus, deal_ranges, replay_combat, replay_hand, solve_combat,
    solve_hand, solve_tree, solve_versus, thousands,
};
use serde_json::Value;

use crate::asked::Asked;
use crate::fight::Question;
use crate::options::{combat_mode, fight_algorithm, tree_request, two_sided_algorithm};
use crate::work::Allowance;
use crate::wrong::Wrong;
use crate::{Catalogue, Game, Kind};
use outplay_render::json;
use outplay_render::{combat, hand};

/// More optimal lines than this are not listed; as on the command line.
const MOST_LINES: usize = 1000;
/// Rounds told unless asked for fewer, and at most.
const ROUNDS_TOLD: u64 = 10_000;
/// A request does not compare larger hands, or more of them.
const MOST_COMPARED: usize = 60;
const MOST_REPEATED: u64 = 1000;
/// A request does not deal more cards of combat.
pub(super) const MOST_CARDS: u32 = 10_000;

/// What every question may say about its cost.
pub(super) const LIMITS: [&str; 2] = ["max-seconds", "max-states"];

pub(super) type Answered = Result<Value, Wrong>;

/// The games that are served, as `outplay games` lists them.
pub(super) fn games(catalogue: &Catalogue) -> Value {
    let all = catalogue.iter().map(|game| {
        let about = game.about.clone().unwrap_or_default();
        json::game(&game.name, &game.title, &about, &game.modes)
    });
    all.collect()
}

/// A command that the game does not have.
pub(super) fn no_such(command: &str, game: &Game) -> Wrong {
    Wrong::not_found(format!("there is no {command} for {}", game.name))
}

fn fight(game: &Game, asked: &Asked, more: &[&str]) -> Result<Vec<Request>, Wrong> {
    let mut request = Question::read(game, asked, &[&LIMITS[..], more].concat())?.request;
    request.after = asked.one("after")?.map(str::to_owned);
    Ok(request.each_mode())
}

pub(super) fn show(game: &Game, asked: &Asked, _: &mut Allowance) -> Answered {
    match game.kind {
        Kind::Fight(_) => {}
        Kind::Hand | Kind::Combat => {
            asked.only(&LIMITS, false)?;
            return Ok(if matches!(game.kind, Kind::Hand) {
                hand::facts()
            } else {
                combat::facts()
            });
        }
        Kind::Tree(_) => return Err(no_such("show", game)),
    }
    let mut shown = Vec::new();
    for request in fight(game, asked, &[])? {
        shown.push(json::fight(&game.name, &request.load()?));
    }
    Ok(json::modes(&game.name, &shown))
}

pub(super) fn solve(game: &Game, asked: &Asked, allowance: &mut Allowance) -> Answered {
    match game.kind {
        Kind::Fight(_) => solve_fight(game, asked, allowance),
        Kind::Tree(_) => {
            asked.only(&["by", "set", LIMITS[0], LIMITS[1]], true)?;
            let request = tree_request(game, asked)?;
            Ok(json::value(&solve_tree(
                &request,
                two_sided_algorithm(asked)?,
                allowance.limits()?,
            )?))
        }
        Kind::Hand => solved_hand(asked, allowance),
        Kind::Combat => {
            asked.only(&["p1", "p2", "input", "mode", "explain", LIMITS[0], LIMITS[1]], false)?;
            let (deal, explain) = (decks(asked)?, asked.flag("explain")?);
            let modes = combat_modes(asked)?;
            let limits = allowance.limits()?;
            let solved = modes.iter().map(|&mode| solve_combat(&deal, mode, explain, &limits));
            let answers: Vec<_> = solved.collect();
            Ok(json::modes(&game.name, &answers))
        }
    }
}

fn solve_fight(game: &Game, asked: &Asked, allowance: &Allowance) -> Answered {
    let names = ["after", "by", "at-most", "all", "explain"];
    let mut answers = Vec::new();
    let requests = fight(game, asked, &names)?;
    if requests[0].load()?.fight.names.zero_sum {
        let mut answers = Vec::new();
        for request in &requests {
            let options = VersusOptions {
                by: two_sided_algorithm(asked)?,
                explain: asked.flag("explain")?,
                limits: allowance.limits()?,
            };
            answers.push(solve_versus(request, &options)?);
        }
        return Ok(json::modes(&game.name, &answers));
    }
    for request in requests {
        let options = SolveOptions {
            by: fight_algorithm(asked)?,
            at_most: asked.number("at-most", "1824")?,
            all: asked.flag("all")?.then_some(MOST_LINES),
            explain: asked.flag("explain")?,
            limits: allowance.limits()?,
            on_better: None,
        };
        answers.push(outplay::solve(&request, &options)?);
    }
    Ok(json::modes(&game.name, &answers))
}

fn hand(asked: &Asked, more: &[&str]) -> Result<outplay::hand::Hand, Wrong> {
    let names = ["card", "hand", "card-list", "input", "set", LIMITS[0], LIMITS[1]];
    asked.only(&[&names[..], more].concat(), false)?;
    let texts = |name: &str| asked.all(name).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let text = |name: &str| {
        Ok::<_, Wrong>(asked.one(name)?.map(|text| (name.to_owned(), text.to_owned())))
    };
    let request = HandRequest {
        input: text("input")?,
        cards: texts("card"),
        names: asked.one("hand")?.map(str::to_owned),
        card_list: text("card-list")?,
        deck: None,
        set: texts("set"),
    };
    Ok(request.load()?.hand)
}

fn solved_hand(asked: &Asked, allowance: &Allowance) -> Answered {
    let hand = hand(asked, &["by", "explain"])?;
    let ways = [HandBy::Exact, HandBy::Greedy, HandBy::Brute];
    let by = match asked.one("by")? {
        None => HandBy::Exact,
        Some(name) => ways.into_iter().find(|by| by.name() == name).ok_or_else(|| {
            let known = ways.map(HandBy::name).join(", ");
            Wrong::question(format!("no search of a hand is called {name:?}: there is {known}"))
        })?,
    };
    let explain = asked.flag("explain")?;
    if explain && by != HandBy::Exact {
        let message = "`explain` prices what the best turn needs: it goes with `by` exact";
        return Err(Wrong::question(message));
    }
    Ok(json::value(&solve_hand(&hand, by, explain, allowance.limits()?)?))
}

pub(super) fn replay(game: &Game, asked: &Asked, allowance: &mut Allowance) -> Answered {
    let needed = || {
        let missing = "which moves? give `moves`, for example 34230000 or pitch B, play A";
        asked.one("moves")?.ok_or_else(|| Wrong::question(missing))
    };
    match game.kind {
        Kind::Fight(_) => {
            let mut answers = Vec::new();
            for request in fight(game, asked, &["after", "moves"])? {
                let moves = asked.one("moves")?.unwrap_or_default();
                // Only where both fight for the winner's hp are the moves weighed.
                let weighed = request.load()?.fight.names.zero_sum;
                let limits = if weighed { allowance.limits()? } else { allowance.light() };
                answers.push(outplay::replay(&request, moves, limits)?);
            }
            Ok(json::modes(&game.name, &answers))
        }
        Kind::Hand => {
            let hand = hand(asked, &["moves"])?;
            Ok(json::value(&replay_hand(&hand, needed()?)))
        }
        Kind::Combat => {
            asked
                .only(&["p1", "p2", "input", "mode", "max-rounds", LIMITS[0], LIMITS[1]], false)?;
            let most = asked.number("max-rounds", "100")?.unwrap_or(ROUNDS_TOLD).min(ROUNDS_TOLD);
            let deal = decks(asked)?;
            let modes = combat_modes(asked)?;
            let answers: Vec<_> =
                modes.iter().map(|&mode| replay_combat(&deal, mode, most)).collect();
            Ok(json::modes(&game.name, &answers))
        }
        Kind::Tree(_) => Err(no_such("replay", game)),
    }
}

pub(super) fn compare(game: &Game, asked: &Asked, allowance: &mut Allowance) -> Answered {
    match game.kind {
        Kind::Fight(_) => {
            let requests = fight(game, asked, &["after"])?;
            if requests[0].load()?.fight.names.zero_sum {
                let mut answers = Vec::new();
                for request in &requests {
                    // The searches share the time.
                    let limits = allowance.part(0.2)?;
                    answers.push(compare_versus(&game.name, |by| {
                        let options = VersusOptions { by: Some(by), explain: false, limits };
                        solve_versus(request, &options)
                    })?);
                }
                return Ok(json::modes(&game.name, &answers));
            }
            let mut answers = Vec::new();
            for request in &requests {
                // Four searches, one after the other, share the time.
                answers.push(outplay::compare(request, allowance.part(0.25)?)?);
            }
            Ok(json::modes(&game.name, &answers))
        }
        Kind::Tree(_) => {
            asked.only(&["set", LIMITS[0], LIMITS[1]], true)?;
            let request = tree_request(game, asked)?;
            // The searches share the time.
            let limits = allowance.part(0.2)?;
            let answer = compare_versus(&game.name, |by| solve_tree(&request, Some(by), limits))?;
            Ok(json::value(&answer))
        }
        Kind::Hand => compared_hands(asked, allowance),
        Kind::Combat => Err(no_such("compare", game)),
    }
}

fn compared_hands(asked: &Asked, allowance: &Allowance) -> Answered {
    asked.only(&["sizes", "repeat", "seed", "config", LIMITS[0], LIMITS[1]], false)?;
    let text = asked.one("sizes")?.unwrap_or("1..9");
    let read = |text: &str| text.trim().parse().ok().filter(|&size| size <= MOST_COMPARED);
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let sizes = match (read(from), read(to)) {
        (Some(from), Some(to)) if from <= to => from..=to,
        _ => {
            let message = format!("`sizes` should be a range up to {MOST_COMPARED} such as 1..9");
            return Err(Wrong::question(message));
        }
    };
    let config = asked.one("config")?.map(|text| ("config".to_owned(), text.to_owned()));
    let question = CompareHands {
        sizes,
        repeat: asked.number("repeat", "10")?.unwrap_or(10).clamp(1, MOST_REPEATED),
        seed: asked.number("seed", "1")?.unwrap_or(1),
        ranges: deal_ranges(config)?,
    };
    Ok(json::value(&compare_hands(&question, allowance.limits()?)))
}

pub(super) fn deal(game: &Game, asked: &Asked, _: &mut Allowance) -> Answered {
    asked.only(&["cards", "seed", "number", "config", LIMITS[0], LIMITS[1]], false)?;
    let seed = asked.number("seed", "1")?.unwrap_or(1);
    let cards = asked.number::<u32>("cards", "9")?;
    let cards = cards.ok_or_else(|| Wrong::question("how many? give `cards`, for example 9"))?;
    match game.kind {
        Kind::Hand if cards as usize <= outplay::hand::MOST_CARDS => {
            let config = asked.one("config")?.map(|text| ("config".to_owned(), text.to_owned()));
            Ok(json::dealt_hand(&deal_ranges(config)?.deal(cards as usize, seed)))
        }
        Kind::Combat if (2..=MOST_DEALT.min(MOST_CARDS)).contains(&cards) => {
            let number = asked.number("number", "1")?.unwrap_or(1);
            Ok(json::dealt_decks(&Deal::random(cards, seed, number), seed, number))
        }
        Kind::Hand | Kind::Combat => {
            let most = thousands(u64::from(MOST_CARDS));
            Err(Wrong::question(format!("`cards` is {cards}, and may be 2 to {most}")))
        }
        Kind::Fight(_) | Kind::Tree(_) => Err(no_such("deal", game)),
    }
}

pub(super) fn sweep(game: &Game, asked: &Asked, allowance: &mut Allowance) -> Answered {
    if !matches!(game.kind, Kind::Fight(_)) {
        return Err(no_such("sweep", game));
    }
    let [request] = &fight(game, asked, &["x", "y", "after"])?[..] else {
        return Err(Wrong::question("a sweep is of one mode"));
    };
    let axis = |name: &str| {
        let read = |text: &str| -> Option<Axis> {
            let (path, range) = text.split_once('=')?;
            let (from, to) = range.split_once("..")?;
            let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
            Some(Axis { path: path.trim().to_owned(), from, to })
        };
        asked.one(name)?.and_then(read).ok_or_else(|| {
            Wrong::question(format!("`{name}` should be a number and its range: boss.hp=1..80"))
        })
    };
    Ok(json::value(&outplay::sweep(request, [axis("x")?, axis("y")?], allowance.limits()?)?))
}

/// The modes of combat: both for `all`.
fn combat_modes(asked: &Asked) -> Result<Vec<Mode>, Wrong> {
    match asked.one("mode")? {
        Some("all") => Ok(Mode::BOTH.to_vec()),
        _ => Ok(vec![combat_mode(asked)?]),
    }
}

/// The decks asked about.
fn decks(asked: &Asked) -> Result<Deal, Wrong> {
    let from = match (asked.one("input")?, asked.one("p1")?, asked.one("p2")?) {
        (Some(text), None, None) => DecksFrom::Text("input".to_owned(), text.to_owned()),
        (None, Some(one), Some(two)) => DecksFrom::Lists([one.to_owned(), two.to_owned()]),
        _ => {
            let message =
                "which decks? give `p1` and `p2`, for example 9 2 6 and 5 8 4, or `input`";
            return Err(Wrong::question(message));
        }
    };
    Ok(from.deal()?)
}
