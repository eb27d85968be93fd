//! Somebody at a game: moves, hints and what came of it, in words.

use outplay::game::Player;
use outplay::{
    About, Answer, Hint, Judged, Kind, MoveOption, Nearness, Proof, Review, Reviewed, Sitting,
    StyleName, amount, count,
};

use crate::replay::verdict;
use crate::sheet::gave_away;

/// What a move costs: `20 sp`; nothing where it costs nothing.
pub fn price(option: &MoveOption) -> String {
    let parts: Vec<_> = option.cost.iter().map(|(by, number)| format!("{by} {number}")).collect();
    parts.join(", ")
}

/// What a move of a fight costs: `20 sp`, `free`; nothing where moves have no price.
pub fn cost(option: &MoveOption, about: &About) -> String {
    match price(option) {
        none if none.is_empty() && about.kind == Kind::Fight => "free".to_owned(),
        price => price,
    }
}

/// What a move does to the enemy at once, where it does.
pub fn harm(option: &MoveOption) -> String {
    match option.harm {
        Some(harm @ 1..) => format!("hits for {harm}"),
        _ => String::new(),
    }
}

/// What a move is proved to be worth to whoever chooses.
pub fn hint_text(hint: &Hint, chooser: Player, about: &About) -> String {
    let [one, two] = about.names();
    if let Some((value, regret)) = hint.mean {
        let unit = hint.unit.as_deref().unwrap_or(about.unit());
        let worth = crate::chance::worth(value, unit);
        let text = match unit {
            "chance" => format!("{worth} for {one}"),
            _ => format!("worth {worth}"),
        };
        return match (hint.best, regret) {
            (true, _) => format!("{text} (best)"),
            (false, regret) => {
                format!("{text}, gives away {}", crate::chance::gives_away(regret, unit))
            }
        };
    }
    let text = match (hint.value, about.objective.is_zero_sum(), chooser) {
        (Some(value), true, _) if about.kind != Kind::Fight => format!("worth {value}"),
        (Some(0), true, _) => "a tie".to_owned(),
        (Some(value), true, _) if value > 0 => format!("wins with {value} hp"),
        (Some(value), true, player) => {
            let other = if player == Player::One { two } else { one };
            format!("loses, {other} keeps {} hp", -value)
        }
        (Some(value), false, Player::One) => {
            format!("wins for {} more", amount(value.unsigned_abs(), about.unit()))
        }
        (Some(value), false, Player::Two) => {
            format!("{one} wins for {} more", amount(value.unsigned_abs(), about.unit()))
        }
        (None, _, player) => {
            let no_win = match player {
                Player::One => "no win".to_owned(),
                Player::Two => format!("{one} cannot win"),
            };
            hint.near.map_or(no_win.clone(), |near| format!("{no_win}: {}", nearness(near, about)))
        }
    };
    if hint.best { format!("{text} (best)") } else { text }
}

/// How near a move comes where no move wins.
pub fn nearness(near: Nearness, about: &About) -> String {
    let [_, two] = about.names();
    let life = match near.life {
        None => "as long as you like".to_owned(),
        Some(0) => "in its last round".to_owned(),
        Some(more) => count(more, "more round"),
    };
    format!("leaves {two} {} hp, {life}", near.enemy_hp)
}

/// Something typed, fit to be shown.
pub fn shown(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(20).flat_map(char::escape_debug).collect();
    if letters.next().is_some() { format!("{start}...") } else { start }
}

/// In words what a move gave away.
pub fn judged(gave_away: Option<u64>) -> String {
    match gave_away {
        None => "not settled".to_owned(),
        Some(0) => "best".to_owned(),
        Some(damage) => format!("gave away {damage} damage"),
    }
}

/// How a side is played, in a word or two.
pub fn played_by(sitting: &Sitting, player: Player) -> String {
    let other_is_asked = sitting.is_asked(player.other());
    match &sitting.styles[player.index()] {
        _ if !sitting.about().side(player).chooses => "no choice".to_owned(),
        StyleName::Manual if !other_is_asked => "you".to_owned(),
        StyleName::Manual => format!("player {}", player.number()),
        style => style.to_string(),
    }
}

/// Who sits on a side: `Mage (you)`; only the name where that says it all.
pub fn seat(sitting: &Sitting, player: Player) -> String {
    let name = &sitting.about().side(player).name;
    let style = played_by(sitting, player);
    if style == *name { style } else { format!("{name} ({style})") }
}

/// What a style plays where it does not get far enough.
pub fn makeshift(about: &About) -> &'static str {
    match about.kind {
        Kind::Fight => "the most damage now",
        _ => "what brings most now",
    }
}

/// How a game ended, in a sentence.
pub fn review_verdict(about: &About, review: &Review) -> String {
    verdict(about, &review.replay).trim_end().to_owned()
}

/// How good a move was.
pub fn judgement(about: &About, made: &Reviewed) -> String {
    match &made.judged {
        Judged::Open => "not settled".to_owned(),
        Judged::Best => "best".to_owned(),
        Judged::Lost => "no move wins any more".to_owned(),
        Judged::FellShort(by, best) => {
            let short = match (made.player, by) {
                (Player::One, 0) => "no move wins any more, and this one ends it sooner".to_owned(),
                (Player::One, by) => {
                    format!("no move wins any more, and this one leaves {by} hp more")
                }
                (Player::Two, 0) => "lets them live longer".to_owned(),
                (Player::Two, by) => format!("lets them come {by} hp nearer"),
            };
            format!("{short} ({best} was best)")
        }
        Judged::GaveAway(regret, best) if about.objective.is_zero_sum() => gave_away(*regret, best),
        Judged::GaveAway(regret, best) => {
            let by = amount(*regret, about.unit());
            match made.player {
                Player::One => format!("costs {by} more ({best} was best)"),
                Player::Two => format!("saves them {by} ({best} was best)"),
            }
        }
        Judged::GaveOnAverage(regret, best) => {
            let regret = crate::chance::gives_away(*regret, about.unit());
            format!("gives away {regret} ({best} was best)")
        }
        Judged::ThrewAway(best) => match made.player {
            Player::One => format!("throws the win away ({best} was best)"),
            Player::Two => format!("lets them win ({best} was best)"),
        },
    }
}

/// The best line from the start, and what comes of it.
pub fn best_line(about: &About, best: &Answer) -> String {
    let [one, two] = about.names();
    let open = "The best line was not settled within the limits.".to_owned();
    match best {
        Answer::Versus(best) => {
            let Some(value) = best.value else { return open };
            let left = crate::replay::leaves(about, value);
            let end = match value {
                0 if best.for_ever => "it goes on for ever".to_owned(),
                0 => "nobody wins".to_owned(),
                1.. => format!("{one} wins{left}"),
                _ => format!("{two} wins{left}"),
            };
            format!("Best play of both: {} ({end})", best.moves)
        }
        Answer::Cost(best) => match (best.value, best.proof) {
            (Some(value), Proof::Optimal) => {
                let value = amount(value, &best.unit);
                let against = if best.contested { ", whatever the other does" } else { "" };
                format!("Best line: {} ({one} wins for {value}{against})", best.moves)
            }
            (None, Proof::Optimal) => {
                format!("No line wins: {two} cannot be beaten from the start.")
            }
            _ => open,
        },
        Answer::Chance(best) => {
            format!("{} The likeliest line: {}", crate::chance::headline(about, best), best.moves)
        }
        Answer::Hand(_) | Answer::Combat(_) => open,
    }
}
