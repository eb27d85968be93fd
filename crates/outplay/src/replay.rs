//! A replay as plain data.

use std::collections::BTreeMap;

use outplay_duel::order::{Order, Place};
use outplay_duel::{Account, Duel, Event, Move, Names, Refusal, Snapshot, Visitor, is_key};
use outplay_game::{Game, Player};
use outplay_search::Oracle;
use outplay_text::{Problem, Sources, Span};
use serde::Serialize;

use crate::versus::starting_after;
use crate::weigh::{number, weigh};
use crate::{Choice, Failure, Limits, Request, describe};

/// What came of some moves.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayAnswer {
    /// The game.
    pub game: String,
    /// Its mode.
    pub mode: String,
    /// 1, 2 or nobody (yet).
    pub winner: Option<u8>,
    /// Is it over?
    pub over: bool,
    /// What player 1 spent of what the goal counts.
    pub spent: u64,
    /// What all the moves given would cost, legal or not.
    pub listed_cost: u64,
    /// What that is counted in.
    pub unit: String,
    /// Rounds started.
    pub rounds: u32,
    /// The move that could not be made.
    pub refused: Option<Refused>,
    /// How many moves were left over.
    pub unused: usize,
    /// The position before the first turn.
    pub start: [SideState; 2],
    /// The queue before the first turn, the front first: A player 1, B player 2, lower case where
    /// they are not able to add.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<String>,
    /// What the outcome is worth to player 1, where both fight for the winner's hp and it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// Does it go on for ever, with nobody to choose?
    pub endless: bool,
    /// The turns, as many as are told.
    pub turns: Vec<ReplayTurn>,
    /// How many more turns there were.
    pub untold: usize,
    /// Of how many moves, the first ones, limits kept what they gave away from being known.
    #[serde(skip)]
    pub unweighed: usize,
    /// The account that this was made from.
    #[serde(skip)]
    pub account: Account,
    /// What things are called.
    #[serde(skip)]
    pub names: Names,
}

/// A move that could not be made.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// The round in which it was tried.
    pub round: u32,
    /// Which of the moves, counted from 1.
    pub r#move: usize,
    /// Why not.
    pub reason: String,
}

/// One turn.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayTurn {
    /// The round, from 1.
    pub round: u32,
    /// Whose turn: 1 or 2.
    pub side: u8,
    /// The skill used, by its name in the file.
    pub skill: Option<String>,
    /// The skill that a decision tree picked, by its name in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picked: Option<String>,
    /// What happened, in words.
    pub events: Vec<String>,
    /// Player 1 after it.
    pub p1: SideState,
    /// Player 2 after it.
    pub p2: SideState,
    /// The queue after the skill, while the acting place was still in front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue_after_skill: Option<String>,
    /// The queue after the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<String>,
    /// What the move gave away, where both fight for the winner's hp and that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regret: Option<i64>,
    /// The best moves in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
}

/// The numbers of a side and its running effects.
#[derive(Clone, Debug, Serialize)]
pub struct SideState {
    /// hp and pools, by name.
    #[serde(flatten)]
    pub numbers: BTreeMap<String, i32>,
    /// Turns left of the effects that this side has cast.
    pub effects: BTreeMap<String, u32>,
}

/// Plays moves given as keys, and tells what happened.
///
/// # Errors
/// When the rules or the question are wrong. A move that cannot be made is part of the answer.
/// Where the limits are too tight to weigh the moves, they are told without their regrets.
///
/// ```
/// let request = outplay::Request::shipped("wizard").unwrap().set("boss.hp=40").set("boss.attack=10");
/// let limits = outplay::Limits::default();
/// let answer = outplay::replay(&request.mode("hard"), "304320", limits).unwrap();
/// assert_eq!((answer.winner, answer.spent, answer.rounds), (Some(1), 794, 6));
/// ```
pub fn replay(request: &Request, moves: &str, limits: Limits) -> Result<ReplayAnswer, Failure> {
    let loaded = request.load()?;
    let told = loaded.fight.visit(Tell { moves, after: request.after.as_deref(), limits });
    let Told { account, choices, unweighed } =
        told.map_err(|refusal| refused_after(request, &refusal))?;
    let names = loaded.fight.names;
    let state = |snapshot: &Snapshot, side: usize| SideState::new(snapshot, side, &names);
    let queue = |places: &[Place]| {
        names.order.has_places().then(|| places.iter().map(|place| place.letter()).collect())
    };
    let last = account.turns.last().map_or(&account.opening, |turn| &turn.after);
    let value = match account.winner {
        None => 0,
        Some(Player::One) => i64::from(last.numbers[0][0]),
        Some(Player::Two) => -i64::from(last.numbers[1][0]),
    };
    Ok(ReplayAnswer {
        game: request.game.clone(),
        mode: loaded.mode,
        winner: account.winner.map(Player::number),
        over: account.over,
        spent: account.spent,
        listed_cost: account.listed_cost,
        unit: names.price.clone(),
        rounds: account.rounds,
        refused: account.refused.clone().map(|refusal| Refused {
            round: refusal.round,
            r#move: refusal.move_number,
            reason: refusal.reason,
        }),
        unused: account.unused,
        endless: account.endless,
        untold: account.untold,
        start: [0, 1].map(|side| state(&account.opening, side)),
        queue: queue(&account.opening.queue),
        value: (names.zero_sum && account.over).then_some(value),
        turns: account
            .turns
            .iter()
            .map(|turn| {
                let choice = choices.iter().find(|choice| {
                    choice.round == turn.round && choice.side == turn.player.number()
                });
                ReplayTurn {
                    round: turn.round,
                    side: turn.player.number(),
                    skill: turn
                        .skill
                        .map(|skill| names.fighters[turn.player.index()].skills[skill].id.clone()),
                    picked: turn.events.iter().find_map(|event| match *event {
                        Event::Picks { node } => {
                            let skills = &names.fighters[turn.player.index()].skills;
                            skills[turn.skill?].picks.get(node).map(|(id, _)| id.clone())
                        }
                        _ => None,
                    }),
                    events: describe(turn, &names),
                    p1: state(&turn.after, 0),
                    p2: state(&turn.after, 1),
                    queue_after_skill: queue(&turn.queue_after_skill),
                    queue: queue(&turn.after.queue),
                    regret: choice.and_then(Choice::regret),
                    best: choice.map(Choice::best),
                }
            })
            .collect(),
        unweighed,
        account,
        names,
    })
}

impl SideState {
    fn new(snapshot: &Snapshot, side: usize, names: &Names) -> Self {
        let numbers = names.fighters[side].numbers.iter().zip(&snapshot.numbers[side]);
        let effects = names.effects.iter().zip(&snapshot.timers);
        Self {
            numbers: numbers.map(|((name, _), number)| (name.clone(), *number)).collect(),
            effects: effects
                .filter(|((caster, _, _), turns)| caster.index() == side && **turns > 0)
                .map(|((_, id, _), turns)| (id.clone(), *turns))
                .collect(),
        }
    }
}

/// Why `--after` cannot be, with its place.
pub(crate) fn refused_after(request: &Request, refusal: &Refusal) -> Failure {
    let moves = request.after.as_deref().unwrap_or_default();
    let mut sources = Sources::default();
    let source = sources.add("--after", moves);
    let mut places = moves.char_indices().filter(|(_, letter)| is_key(*letter));
    let span = places.nth(refusal.move_number - 1).map(|(start, letter)| Span {
        source,
        start,
        end: start + letter.len_utf8(),
    });
    let message = format!("move {} is refused: {}", refusal.move_number, refusal.reason);
    Failure { sources, problems: vec![Problem::error(span, message)] }
}

struct Tell<'a> {
    moves: &'a str,
    after: Option<&'a str>,
    limits: Limits<'a>,
}

struct Told {
    account: Account,
    /// What every move was worth, where both sides fight for the winner's hp.
    choices: Vec<Choice>,
    unweighed: usize,
}

impl Visitor for Tell<'_> {
    type Output = Result<Told, Refusal>;

    fn visit<const W: usize, O: Order>(self, duel: &Duel<W, O>, names: &Names) -> Self::Output {
        let duel = starting_after(duel, names, self.after)?;
        let account = duel.account(names, self.moves);
        let chosen: Vec<Move> = account.choices.iter().map(|&(_, mv)| mv).collect();
        let (mut choices, mut unweighed) = (Vec::new(), 0);
        if names.zero_sum && self.limits.max_states > 0 {
            let quick = duel.without_unreached_places();
            choices = self.limits.with_control(|control| {
                match Oracle::new(&quick, &quick.start(), control) {
                    Ok(mut oracle) => weigh(&quick, names, &chosen, false, &mut oracle, control).0,
                    Err(_) => Vec::new(),
                }
            });
            number(&mut choices, &account);
            choices.retain(Choice::is_settled);
            unweighed = chosen.len() - choices.len();
        }
        Ok(Told { account, choices, unweighed })
    }
}
