//! What the pages say in words of their own, where a page puts it otherwise than a terminal: short,
//! beside a form, with the moves as links. Whatever else is said comes from `outplay_render`.

use outplay::game::Player;
use outplay::{
    About, Answer, ChanceAnswer, CostAnswer, Hint, Kind, Proof, StyleName, VersusAnswer,
};
use outplay::{amount, count, thousands};
use outplay_render::answer::between;
use outplay_render::estimate::headline;
use outplay_render::play::nearness;
use outplay_render::ran_out;
use outplay_render::replay::counts_damage;
use outplay_render::{Voice, chance};

use crate::address::Address;
use crate::here::Best;

/// The styles that a form offers, with who they are.
pub(crate) const STYLES: [(StyleName, &str); 4] = [
    (StyleName::Manual, "you"),
    (StyleName::Minimax, "the solver"),
    (StyleName::Greedy, "greed"),
    (StyleName::Random, "chance"),
];

/// Who a style is.
pub(crate) fn who(style: &StyleName) -> String {
    let known = STYLES.iter().find(|(other, _)| other == style);
    known.map_or_else(|| style.to_string(), |(_, who)| (*who).to_owned())
}

/// What a side is called at the start of a sentence: a fighter as its file has it.
pub(crate) fn side(about: &About, player: Player) -> String {
    match about.kind {
        Kind::Fight => about.side(player).name.clone(),
        _ => {
            let mut letters = about.side(player).name.chars();
            let first = letters.next();
            first.into_iter().flat_map(char::to_uppercase).chain(letters).collect()
        }
    }
}

/// What a side does, by whether it is one or several.
pub(crate) fn does(
    about: &About,
    player: Player,
    [one, several]: [&'static str; 2],
) -> &'static str {
    if about.members[player.index()].len() > 1 { several } else { one }
}

/// Who plays a side, in a word or two.
pub(crate) fn played_by(address: &Address, player: Player, about: &About) -> String {
    if !about.side(player).chooses {
        return "no choice".to_owned();
    }
    if Player::BOTH.into_iter().all(|player| address.by_hand(player)) {
        return "by hand".to_owned();
    }
    who(&address.styles[player.index()])
}

/// What a game for two sides comes to when both do their best, in a line.
pub(crate) fn outcome(about: &About, answer: &VersusAnswer, tie: &str) -> String {
    let [one, two] = about.names();
    match answer.value {
        Some(value) if about.kind != Kind::Fight => format!("Worth {value} to player 1"),
        Some(value) if counts_damage(about) && !answer.for_ever => {
            format!("{two} {} {value} hp", does(about, Player::Two, ["loses", "lose"]))
        }
        Some(0) => tie.to_owned(),
        Some(value) if value > 0 => format!("{one} (player 1) wins with {value} hp"),
        Some(value) => format!("{two} (player 2) wins with {} hp", -value),
        None => match &answer.sample {
            Some(sample) => headline(sample),
            None => not_settled(answer.stopped),
        },
    }
}

fn not_settled(stopped: Option<outplay::Stop>) -> String {
    format!("Not settled: {}", ran_out(stopped))
}

/// What is known where a value is not settled.
pub(crate) fn known(answer: &VersusAnswer) -> String {
    let known = between(answer.lower, answer.upper);
    known.map_or("Nothing is known yet".to_owned(), |known| format!("Worth {known}"))
}

/// What it took.
pub(crate) fn took(answer: &VersusAnswer) -> String {
    format!("{}, {}", answer.by, count(answer.states, "state"))
}

/// What the best play from a position comes to, in a line; and what is proved about it.
pub(crate) fn best(about: &About, best: &Best, at_the_start: bool) -> [String; 2] {
    match &best.answer {
        Answer::Cost(answer) => cost(about, answer, at_the_start),
        Answer::Versus(answer) => {
            let proof = match answer.value {
                Some(_) => "Proved.".to_owned(),
                None => format!("{}.", known(answer)),
            };
            [outcome(about, answer, "A tie, when both do their best"), proof]
        }
        Answer::Chance(answer) => {
            [chance::headline(about, answer), format!("{}.", chance::proved(answer, Voice::Page))]
        }
        Answer::Hand(_) | Answer::Combat(_) => [String::new(), String::new()],
    }
}

fn cost(about: &About, answer: &CostAnswer, at_the_start: bool) -> [String; 2] {
    let [one, _] = about.names();
    let here = if at_the_start { "" } else { " from here" };
    let price = |value: u64| amount(value, about.unit());
    let least = price(answer.interval.map_or(0, |interval| interval.lower));
    let proved = answer.proof == Proof::Optimal;
    let told = match (answer.value, proved) {
        (Some(value), true) => format!("{one} wins{here} with {}", price(value)),
        (Some(value), false) => format!("{one} wins{here} with at most {}", price(value)),
        (None, true) => format!("{one} cannot win{here}"),
        (None, false) => not_settled(answer.stopped),
    };
    let proof = match (proved, answer.value) {
        (true, _) => "Proved.".to_owned(),
        // Where there is no win yet, the line above says why.
        (false, None) => format!("It takes at least {least}."),
        (false, Some(_)) => {
            format!("Not proved: {}. It takes at least {least}.", ran_out(answer.stopped))
        }
    };
    [told, proof]
}

/// How the dice fell, from a line of moves: `hit`, `7`; of a coin, who starts.
pub(crate) fn roll(about: &About, key: &str) -> String {
    match key.trim_start_matches('[').trim_end_matches(']') {
        "p1" => format!("{} first", about.sides[0].name),
        "p2" => format!("{} first", about.sides[1].name),
        fell => fell.to_owned(),
    }
}

/// What a value is counted in where dice fall: of an answer for a sure win that there is none of, and
/// of a play for the win, the chance.
pub(crate) fn unit_of(about: &About, answer: Option<&ChanceAnswer>) -> String {
    match answer {
        Some(answer) if answer.value.is_none() && answer.best_chance.is_some() => {
            "chance".to_owned()
        }
        Some(answer) => answer.unit.clone(),
        None => about.unit().to_owned(),
    }
}

/// What a value is counted in where dice fall: as the hint says, which may be a chance where no win is
/// sure.
pub(crate) fn hint_unit<'a>(hint: &'a Hint, about: &'a About) -> &'a str {
    hint.unit.as_deref().unwrap_or(about.unit())
}

/// What a move is worth to whoever makes it.
pub(crate) fn worth(hint: &Hint, player: Player, about: &About) -> String {
    if let Some((value, regret)) = hint.mean {
        let unit = hint_unit(hint, about);
        let worth = match unit {
            "chance" => {
                let wins = does(about, Player::One, ["wins", "win"]);
                format!("{} {wins} with {}", about.names()[0], chance::per_cent(value))
            }
            unit => format!("worth {}", chance::worth(value, unit)),
        };
        return if hint.best {
            format!("best: {worth}")
        } else {
            format!("{worth}, gives away {}", chance::gives_away(regret, unit))
        };
    }
    if about.rolls {
        let best = if hint.best { "best: " } else { "" };
        return format!("{best}no win is sure any more");
    }
    let [one, _] = about.names();
    let price = |value: i64| amount(value.unsigned_abs(), about.unit());
    let zero_sum = about.objective.is_zero_sum();
    match (player, hint.value, hint.regret) {
        (_, Some(value), _) if zero_sum && hint.best => format!("best: worth {value}"),
        (_, Some(value), regret) if zero_sum => {
            format!("worth {value}, gives away {}", thousands(regret.unwrap_or(0)))
        }
        (Player::One, Some(value), _) if hint.best => format!("best: {} to win", price(value)),
        (Player::One, Some(_), regret) => format!("costs {} more", thousands(regret.unwrap_or(0))),
        (player, None, _) if hint.near.is_some() => {
            let near = hint.near.map_or(String::new(), |near| nearness(near, about));
            match (hint.best, player) {
                (true, Player::One) => format!("best: no win, {near}"),
                (false, Player::One) => format!("no win, {near}"),
                (true, Player::Two) => format!("best: {one} cannot win, {near}"),
                (false, Player::Two) => format!("{one} cannot win, {near}"),
            }
        }
        (Player::One, None, _) if hint.best => "no win here".to_owned(),
        (Player::One, None, _) => "throws the win away".to_owned(),
        (Player::Two, Some(value), _) if hint.best => {
            format!("best: {one} needs {} to win", price(value))
        }
        (Player::Two, Some(_), Some(regret)) => {
            format!("lets {one} win with {} less", thousands(regret))
        }
        (Player::Two, Some(value), None) => format!("lets {one} win ({})", price(value)),
        (Player::Two, None, _) => format!("best: {one} cannot win"),
    }
}
