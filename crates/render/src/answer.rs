//! The answer to "what is the best play?", in words: what it is worth, what is proved, what else could
//! have been done.

use outplay::{
    About, Answer, By, Choice, CostAnswer, Kind, Missing, NearestLine, Proof, SidesReplay, Stop,
    VersusAnswer, amount, count, thousands,
};

use crate::replay::{account, counts_damage, leaves};
use crate::table::aligned;
use crate::voice::Voice;
use crate::{chance, combat, estimate, hand};

/// An answer for people at a terminal; `replay` is its line, told turn by turn.
pub fn text(table: &outplay::Table, answer: &Answer, replay: Option<&SidesReplay>) -> String {
    let about = table.about();
    match (answer, table.contents()) {
        (Answer::Chance(answer), _) => chance::text(about, answer, replay),
        (Answer::Cost(answer), _) => cost_text(about, answer, replay),
        (Answer::Versus(answer), _) if about.kind == Kind::Fight => {
            versus_text(about, answer, replay)
        }
        (Answer::Versus(answer), _) => sides_text(about, answer),
        (Answer::Hand(answer), outplay::Contents::Hand(cards, _)) => hand::answer(cards, answer),
        (Answer::Hand(_), _) => String::new(),
        (Answer::Combat(answer), _) => combat::answer(answer),
    }
}

/// An answer about two sides in a sentence, whose end may be missing; of cards there is none.
pub(crate) fn told(about: &About, answer: &Answer) -> String {
    let [one, two] = about.names();
    match answer {
        Answer::Cost(found) => headline(about, found),
        Answer::Chance(found) => chance::headline(about, found),
        Answer::Versus(found) => match (found.value, &found.sample) {
            (Some(value), _) if about.kind == Kind::Fight => outcome(about, value, found.for_ever),
            (Some(value), _) => worth_to_player_1(value),
            (None, Some(sample)) => estimate::headline(sample),
            (None, None) => match between(found.lower, found.upper) {
                Some(known) => format!("{one} against {two}: worth {known}"),
                None => format!("{one} against {two}: not settled"),
            },
        },
        Answer::Hand(_) | Answer::Combat(_) => String::new(),
    }
}

/// How sure an answer about two sides is, in a sentence; of cards there is none.
pub(crate) fn proved(about: &About, answer: &Answer, voice: Voice) -> String {
    match answer {
        Answer::Cost(found) => proof(about, found, voice),
        Answer::Chance(found) => chance::proof(found, voice),
        Answer::Versus(found) => versus_proof(found, voice),
        Answer::Hand(_) | Answer::Combat(_) => String::new(),
    }
}

/// What is told besides the line: first moves, other choices, other lines.
pub(crate) fn details(about: &About, answer: &Answer) -> String {
    match answer {
        Answer::Cost(found) => cost_details(about, found),
        Answer::Chance(found) => chance::first_moves(about, found) + &chance::details(about, found),
        Answer::Versus(found) => versus_details(about, found),
        Answer::Hand(_) | Answer::Combat(_) => String::new(),
    }
}

fn cost_text(about: &About, answer: &CostAnswer, replay: Option<&SidesReplay>) -> String {
    let listed =
        if answer.moves.is_empty() { String::new() } else { format!(": {}", answer.moves) };
    let listed = answer.value.map_or(String::new(), |_| listed);
    let mut text = format!("{}{listed}{}\n", headline(about, answer), full_stop(answer));
    text += &format!("{}\n", proof(about, answer, Voice::Terminal));
    text += &advice(answer.advice.as_deref());
    if let Some(nearest) = &answer.nearest {
        text += &format!("\n{}\n", nearest_text(about, nearest, Voice::Terminal));
    }
    for line in missing_lines(about, answer) {
        text += &format!("{line}\n");
    }
    let shown = answer.value.is_some() || answer.over || answer.nearest.is_some();
    if let Some(replay) = replay.filter(|_| shown) {
        text.push('\n');
        text += &account(about, replay);
    }
    text + &cost_details(about, answer)
}

/// Every optimal line, and what other choices would cost.
fn cost_details(about: &About, answer: &CostAnswer) -> String {
    let mut text = String::new();
    if let Some(all) = &answer.all {
        text += &match (all.complete, all.stopped) {
            (true, _) => format!("\nEvery optimal line: {}\n", all.lines.len()),
            (_, false) => {
                format!("\nThe first {} optimal lines; there are more.\n", all.lines.len())
            }
            (_, true) => "\nA limit stopped the search for every optimal line:\n".to_owned(),
        };
        for line in &all.lines {
            text += &format!("  {line}\n");
        }
    }
    text += &cost_explained(about, answer);
    text += &near_explained(about, answer);
    if answer.cut_short && answer.explain.is_none() && answer.all.is_none() {
        text += "\nA limit stopped the explanation.\n";
    }
    text
}

/// What would help where a limit stopped it, as a line.
fn advice(advice: Option<&str>) -> String {
    advice.map_or(String::new(), |advice| format!("{advice}\n"))
}

/// What is proved, and what it took, in a sentence.
pub fn proof(about: &About, answer: &CostAnswer, voice: Voice) -> String {
    let took = format!("{}, {}", answer.by, count(answer.states, "state"));
    // Where player 2 chooses, a depth-first search follows no single lines.
    let follows = answer.by == By::Dfs && !answer.contested;
    let lines = match (follows, answer.found, voice) {
        (true, 1, Voice::Terminal) => ", 1 line found".to_owned(),
        (true, found, Voice::Terminal) => format!(", {found} ever better lines found"),
        _ => String::new(),
    };
    match (answer.proof, answer.value) {
        (Proof::Optimal, Some(_)) if answer.contested => {
            let [_, two] = about.names();
            format!("Proved: whatever {two} does, no less will do ({took}{lines}).")
        }
        (Proof::Optimal, Some(_)) => format!("Proved: no less will do ({took}{lines})."),
        (Proof::Optimal, None) => format!("Proved ({took}{lines})."),
        _ => {
            let why = voice.stopped(answer.stopped);
            let lower = answer.interval.map_or(0, |interval| interval.lower);
            match voice {
                _ if lower == 0 => format!("Not proved: {why} ({took}{lines})."),
                Voice::Terminal => format!(
                    "Not proved: {why}; nothing below {} {} wins ({took}{lines}).",
                    thousands(lower),
                    answer.unit
                ),
                Voice::Page | Voice::Notebook => format!(
                    "Not proved: {why}. It takes at least {} ({took}).",
                    amount(lower, &answer.unit)
                ),
            }
        }
    }
}

/// For every choice a row, for every skill a column: what it would cost more.
fn cost_explained(about: &About, answer: &CostAnswer) -> String {
    let mut text = String::new();
    for side in [1_u8, 2] {
        let fighter = &about.sides[usize::from(side) - 1];
        let mut rows = Vec::new();
        for choice in answer.explain.iter().flatten().filter(|choice| choice.side == side) {
            let mut row = vec![choice.round.to_string()];
            let best = choice.moves.iter().find(|option| option.chosen).and_then(|o| o.value);
            row.push(best.map_or(String::new(), thousands));
            for skill in &fighter.skills {
                let option = choice.moves.iter().find(|option| option.name == skill.name);
                row.push(match option {
                    None => "-".to_owned(),
                    Some(option) if option.chosen => "*".to_owned(),
                    Some(option) => match (option.regret, option.value, best) {
                        (Some(regret), Some(value), Some(best)) if value < best => {
                            format!("-{}", thousands(regret))
                        }
                        (Some(regret), _, _) => format!("+{}", thousands(regret)),
                        (None, _, _) => "no win".to_owned(),
                    },
                });
            }
            rows.push(row);
        }
        if rows.is_empty() {
            continue;
        }
        let left = format!("{} to go", answer.unit);
        let mut header = vec!["round", &left];
        header.extend(fighter.skills.iter().map(|skill| skill.name.as_str()));
        text += &format!(
            "\nWhat each choice of {} would change (* chosen, - not possible):\n{}",
            fighter.name,
            aligned(&header, &[], &rows)
        );
    }
    text
}

/// The line that comes nearest to a win that cannot be had, in a sentence.
pub fn nearest_text(about: &About, nearest: &NearestLine, voice: Voice) -> String {
    let [_, two] = about.names();
    let left = format!("leaves {two} {} hp", thousands(nearest.enemy_hp.unsigned_abs()));
    let moves = match (voice, nearest.moves.is_empty()) {
        (Voice::Terminal, false) => format!(": {}", nearest.moves),
        (Voice::Terminal, true) => ".".to_owned(),
        _ => String::new(),
    };
    match (nearest.proof, nearest.life) {
        (Proof::Optimal, Some(life)) => {
            format!("The nearest line {left} and lasts {}{moves}", count(life, "round"))
        }
        (Proof::Optimal, None) => {
            format!("The nearest line {left}, and lasts as long as you like{moves}")
        }
        _ => format!("The nearest line found so far {left} (not proved){moves}"),
    }
}

/// With which numbers it would be won, a sentence each.
pub fn missing_lines(about: &About, answer: &CostAnswer) -> Vec<String> {
    let line = |missing: &Missing| {
        let name = &about.sides[usize::from(missing.side) - 1].name;
        let what = format!("{} of {name}", missing.number);
        let now = thousands(missing.now.unsigned_abs());
        let tried = missing.none_to().filter(|&to| to != missing.now);
        let towards = if missing.side == 1 { "up" } else { "down" };
        let stopped = if missing.stopped.is_some() { "; then a limit stopped it" } else { "" };
        match (missing.wins(), tried) {
            (Some(wins), _) => {
                let wins = thousands(wins.unsigned_abs());
                format!("It would be won with {wins} {what} instead of {now}.")
            }
            (None, Some(to)) => {
                let to = thousands(to.unsigned_abs());
                format!("It would not be won with any {what} {towards} to {to}{stopped}.")
            }
            (None, None) if missing.stopped.is_some() => {
                format!("Whether another {what} would win was not settled.")
            }
            (None, None) => format!(
                "There can be no {} {what}.",
                if missing.side == 1 { "more" } else { "less" }
            ),
        }
    };
    answer.missing.iter().flatten().map(line).collect()
}

/// For every choice of the nearest line a row, for every skill a column: the hp that it leaves.
fn near_explained(about: &About, answer: &CostAnswer) -> String {
    let choices = answer.nearest.as_ref().and_then(|nearest| nearest.explain.as_ref());
    let mut text = String::new();
    for (side, fighter) in [1_u8, 2].into_iter().zip(&about.sides) {
        let own = choices.into_iter().flatten().filter(|choice| choice.side == side);
        let rows: Vec<_> = own
            .map(|choice| {
                let mut row = vec![choice.round.to_string()];
                row.extend(fighter.skills.iter().map(|skill| {
                    let option = choice.moves.iter().find(|option| option.name == skill.name);
                    option.map_or("-".to_owned(), |option| {
                        let chosen = if option.chosen { "*" } else { "" };
                        format!("{chosen}{}", option.enemy_hp)
                    })
                }));
                row
            })
            .collect();
        if rows.is_empty() {
            continue;
        }
        let mut header = vec!["round"];
        header.extend(fighter.skills.iter().map(|skill| skill.name.as_str()));
        text += &format!(
            "\nThe hp that each choice of {} leaves {} (* chosen, - not possible):\n{}",
            fighter.name,
            about.sides[1].name,
            aligned(&header, &[], &rows)
        );
    }
    text
}

/// The answer in a sentence.
pub fn headline(about: &About, answer: &CostAnswer) -> String {
    let [one, two] = about.names();
    let unit = &answer.unit;
    match (answer.value, answer.proof, answer.at_most) {
        (Some(value), _, _) => {
            format!("{one} beats {two} with {}", amount(value, unit))
        }
        (None, Proof::Bound | Proof::Interval, _) => {
            format!("No win of {one} over {two} was found so far")
        }
        (None, _, Some(most)) => {
            format!("{one} cannot beat {two} with {}", amount(most, unit))
        }
        (None, _, None) => {
            let end = match answer.winner {
                Some(_) => format!(": {two} wins"),
                None if answer.over => ": nobody wins".to_owned(),
                None if answer.never_ends && (about.has_queue() || about.undecided) => {
                    ": neither side can force a win".to_owned()
                }
                None if answer.never_ends => ": the fight goes on for ever".to_owned(),
                None => " (who does win was not settled)".to_owned(),
            };
            format!("{one} cannot beat {two}{end}")
        }
    }
}

/// A sentence about a win goes on with its moves; any other ends.
fn full_stop(answer: &CostAnswer) -> &'static str {
    if answer.value.is_some() { "" } else { "." }
}

/// What is played, in a line.
pub(crate) fn heading(about: &About) -> String {
    let [one, two] = about.names();
    match (about.kind, about.order) {
        (Kind::Fight, Some(order)) => {
            format!("{}: {one} against {two} ({})", about.title, order.name())
        }
        _ => about.title.clone(),
    }
}

/// The answer about a fight.
fn versus_text(about: &About, answer: &VersusAnswer, replay: Option<&SidesReplay>) -> String {
    if let Some(sample) = &answer.sample {
        return estimate::text(about, answer, sample);
    }
    let moves = if answer.moves.is_empty() { String::new() } else { format!(": {}", answer.moves) };
    let mut text = match answer.value {
        Some(value) => format!("{}{moves}\n", outcome(about, value, answer.for_ever)),
        None => format!("{}\n", unsettled(answer)),
    };
    text += &format!("{}\n", versus_proof(answer, Voice::Terminal));
    if answer.value.is_none() {
        text += &advice(answer.advice.as_deref());
    }
    if let Some(replay) = replay.filter(|_| answer.value.is_some()) {
        text += &format!("\n{}", account(about, replay));
    }
    text + &versus_details(about, answer)
}

/// What first moves and other choices are worth.
fn versus_details(about: &About, answer: &VersusAnswer) -> String {
    if let Some(sample) = &answer.sample {
        return estimate::tried(about, answer, sample);
    }
    let mut text = first_moves(about, answer);
    if about.kind != Kind::Fight {
        return text;
    }
    text += &versus_explained(about, answer);
    if answer.cut_short {
        let advice = advice(answer.advice.as_deref());
        text += &format!("\nA limit cut short what comes after the value.\n{advice}");
    }
    text
}

/// How a fight ends when both do their best.
pub(crate) fn outcome(about: &About, value: i64, for_ever: bool) -> String {
    let [one, two] = about.names();
    match value {
        value if counts_damage(about) && !for_ever => format!("{two} loses {value} hp to {one}"),
        0 if for_ever => format!("{one} and {two} go on for ever"),
        0 => format!("{one} and {two} tie"),
        value => {
            let (winner, loser) = if value > 0 { (one, two) } else { (two, one) };
            format!("{winner} beats {loser}{}", leaves(about, value))
        }
    }
}

/// Of a line that comes back to itself.
pub const FOR_EVER: &str = "The line comes back to itself: it goes on for ever, a draw.";

/// The answer about a game without fighters.
fn sides_text(about: &About, answer: &VersusAnswer) -> String {
    let mut text = format!("{}\n", answer.title);
    if let Some(sample) = &answer.sample {
        return text + &estimate::text(about, answer, sample);
    }
    text += &match answer.value {
        Some(value) => format!("{}: {}\n", worth_to_player_1(value), answer.moves),
        None => format!("{}\n", unsettled(answer)),
    };
    if answer.for_ever {
        text += &format!("{FOR_EVER}\n");
    }
    text += &format!("{}\n", versus_proof(answer, Voice::Terminal));
    text += &advice(answer.advice.as_deref());
    text + &versus_details(about, answer)
}

/// What a game without fighters is worth.
fn worth_to_player_1(value: i64) -> String {
    format!("Worth {value} to player 1")
}

/// What is known of a value to player 1, in a sentence; nothing where nothing is.
pub fn between(lower: Option<i64>, upper: Option<i64>) -> Option<String> {
    match (lower, upper) {
        (None, None) => None,
        (Some(lower), None) => Some(format!("at least {lower} to player 1")),
        (None, Some(upper)) => Some(format!("at most {upper} to player 1")),
        (Some(lower), Some(upper)) => Some(format!("{lower} to {upper} to player 1")),
    }
}

fn unsettled(answer: &VersusAnswer) -> String {
    let known = match between(answer.lower, answer.upper) {
        None => "What it is worth is not settled.".to_owned(),
        Some(known) => format!("Worth {known}."),
    };
    if answer.moves.is_empty() {
        known
    } else {
        format!("{known} The most promising line so far: {}", answer.moves)
    }
}

/// What is proved, and what it took, in a sentence.
pub fn versus_proof(answer: &VersusAnswer, voice: Voice) -> String {
    if let Some(sample) = &answer.sample {
        return estimate::source(answer, sample, voice);
    }
    let took = format!("{}, {}", answer.by, count(answer.states, "state"));
    if answer.value.is_some() {
        return format!("Proved: neither side can do better ({took}).");
    }
    let why = match (answer.stopped, voice) {
        (Some(Stop::Cycle), Voice::Terminal) => {
            "this game can come back to itself; use --by retrograde".to_owned()
        }
        (Some(Stop::Cycle), Voice::Page | Voice::Notebook) => {
            "this game can come back to itself: choose the search retrograde".to_owned()
        }
        (Some(Stop::Depth), Voice::Terminal) => {
            "a line grew too long for recursion; use --by iterative".to_owned()
        }
        (stopped, voice) => voice.stopped(stopped),
    };
    format!("Not proved: {why} ({took}).")
}

/// What each first move is worth; with an explanation that says more.
fn first_moves(about: &About, answer: &VersusAnswer) -> String {
    let has_lines = |choice: &&Choice| choice.moves.iter().any(|option| option.line.is_some());
    let lines = answer.explain.iter().flatten().find(has_lines);
    let rows: Vec<_> = answer
        .move_values
        .iter()
        .enumerate()
        .map(|(index, option)| {
            let best = Some(option.value) == answer.value_to_current;
            let mark = if best { "best" } else { "" };
            let mut row = vec![option.r#move.clone(), option.value.to_string(), mark.to_owned()];
            let line = lines.and_then(|choice| choice.moves.get(index)?.line.clone());
            row.extend(line);
            row
        })
        .collect();
    let Some(current) = answer.current.filter(|_| !rows.is_empty()) else { return String::new() };
    let worth = format!("worth to {}", about.sides[usize::from(current) - 1].name);
    let mut header = vec!["move", &worth, ""];
    if lines.is_some() {
        header.push("and so on");
    }
    format!("\n{}", aligned(&header, &[0, 2, 3], &rows))
}

/// For every choice a row, for every skill a column: what it would have given away.
fn versus_explained(about: &About, answer: &VersusAnswer) -> String {
    let Some(choices) = &answer.explain else { return String::new() };
    let mut text = String::new();
    for (side, fighter) in [1, 2].into_iter().zip(&about.sides) {
        let own = choices.iter().filter(|choice| choice.side == side);
        let rows: Vec<_> = own
            .map(|choice| {
                let best = choice.moves.iter().map(|option| option.value).max().unwrap_or(0);
                let mut row = vec![choice.round.to_string(), best.to_string()];
                for skill in &fighter.skills {
                    let option = choice.moves.iter().find(|option| option.name == skill.name);
                    row.push(match option {
                        None => "-".to_owned(),
                        Some(option) if option.chosen => "*".to_owned(),
                        Some(option) => format!("-{}", option.regret).replace("-0", "0"),
                    });
                }
                row
            })
            .collect();
        if rows.is_empty() {
            continue;
        }
        let mut header = vec!["turn", "worth"];
        header.extend(fighter.skills.iter().map(|skill| skill.name.as_str()));
        text += &format!(
            "\nWhat each choice of {} would give away (* chosen, - not possible):\n{}",
            fighter.name,
            aligned(&header, &[], &rows)
        );
    }
    text
}
