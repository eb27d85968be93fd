//! `outplay solve hand` and `outplay replay hand`.

use outplay::hand::{Hand, Replay as Told};
use outplay::{HandAnswer, HandBy, Proof, replay_hand, solve_hand, thousands};

use super::super::args::{By, Replay, Solve};
use super::super::{Done, Wrong, draw, fight, print, print_json, wants_json};
use super::{limits, odds, refuse, refuse_fight, request};
use outplay_render as tell;
use outplay_render::table::aligned;

pub(in super::super) fn solve(asked: &Solve) -> Result<Done, Wrong> {
    refuse_fight(
        &asked.fight,
        &[
            ("--after", asked.after.is_some()),
            ("--at-most", asked.at_most.is_some()),
            ("--all", asked.all),
        ],
    )?;
    let by = asked.by.map_or(Some(HandBy::Exact), By::of_a_hand).ok_or_else(|| {
        let message = "this search is for fights; a hand is solved --by exact, greedy or brute";
        Wrong::Plain(message.to_owned())
    })?;
    let request = request(&asked.fight, &asked.cards, asked.deck.as_deref())?;
    if asked.deck.is_some() {
        return odds::odds(asked, by, &request);
    }
    let no_deck = "this goes with --deck FILE";
    refuse(&[("--draw", asked.draw.is_some()), ("--plot", asked.plot.is_some())], no_deck)?;
    if asked.explain && by != HandBy::Exact {
        let message = "--explain prices what the best turn needs: it goes with --by exact";
        return Err(Wrong::Plain(message.to_owned()));
    }
    let loaded = request.load()?;
    draw::problems(&loaded.sources, &loaded.warnings);
    let limits = limits(&asked.limits, by == HandBy::Exact);
    let answer =
        fight::limited(&limits, |limits| solve_hand(&loaded.hand, by, asked.explain, limits))?;
    if wants_json(asked.format) {
        print_json(&answer);
    } else {
        print(&text(&answer));
    }
    Ok(if answer.proof == Proof::Bound { Done::Stopped } else { Done::Well })
}

fn text(answer: &HandAnswer) -> String {
    let hand = &answer.hand;
    let took = match answer.states {
        1 => format!("{}, 1 state", answer.by),
        states => format!("{}, {} states", answer.by, thousands(states)),
    };
    let mut text = match (hand.cards.len(), answer.line.len()) {
        (0, _) => "The hand is empty: 0 damage.\n".to_owned(),
        _ if hand.action_points == 0 => {
            "Without an action point the turn is over before it begins: 0 damage.\n".to_owned()
        }
        (_, 0) => "No card of this hand can deal damage this turn: 0 damage.\n".to_owned(),
        _ => format!("{} damage: {}\n", thousands(answer.value), answer.moves),
    };
    text += &match answer.proof {
        Proof::Optimal => format!("Proved: no turn deals more ({took}).\n"),
        Proof::None => "A guess, not proved: --by exact finds the best turn.\n".to_owned(),
        Proof::Bound => format!(
            "Not proved: stopped {}; no turn deals more than {} ({took}).\n",
            answer.stopped.map_or("by hand", tell::why),
            thousands(answer.upper.unwrap_or(0))
        ),
    };
    if !answer.line.is_empty() {
        text += &format!("\n{}", steps(hand, &answer.replay));
    }
    if !hand.cards.is_empty() {
        text += &format!("\n{}", cards(answer));
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
fn cards(answer: &HandAnswer) -> String {
    let number = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
    let instants = answer.hand.cards.iter().any(|card| card.action == 0);
    let rows =
        answer.hand.cards.iter().zip(&answer.cards).enumerate().map(|(place, (card, of))| {
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
            row.push(of.r#use.to_owned());
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
fn steps(hand: &Hand, told: &Told) -> String {
    let start = [String::new(), "start".to_owned(), "0".to_owned()].into_iter();
    let numbers = [hand.action_points.to_string(), hand.resources.to_string()];
    let mut rows: Vec<Vec<String>> = vec![start.chain(numbers).collect()];
    for (number, step) in (1..).zip(&told.steps) {
        rows.push(vec![
            number.to_string(),
            hand.spell_move(step.mv),
            step.damage.to_string(),
            step.after.action_points.to_string(),
            step.after.resources.to_string(),
        ]);
    }
    aligned(&["", "move", "damage", "action points", "resources"], &[1], &rows)
}

pub(in super::super) fn replay(asked: &Replay) -> Result<Done, Wrong> {
    let more = [("--after", asked.after.is_some()), ("--max-rounds", asked.max_rounds.is_some())];
    refuse_fight(&asked.fight, &more)?;
    let loaded = request(&asked.fight, &asked.cards, None)?.load()?;
    draw::problems(&loaded.sources, &loaded.warnings);
    let Some(moves) = &asked.moves else {
        let what = "which moves? give --moves, for example --moves \"pitch B, play A\"";
        return Err(Wrong::Plain(what.to_owned()));
    };
    let answer = replay_hand(&loaded.hand, moves);
    if wants_json(asked.format) {
        print_json(&answer);
    } else {
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
        print(&format!("{}\n{verdict}", steps(&loaded.hand, &answer.replay)));
    }
    Ok(if answer.refused.is_some() { Done::WrongInput } else { Done::Well })
}
