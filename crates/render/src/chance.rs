//! The best play where dice fall, in words: how likely a win is, or what it comes to on average, with
//! the bounds that are proved.

use outplay::{
    About, ChanceAnswer, ChanceChoice, ChanceOption, ChanceSpread, Goal, Mean, Sample, SidesReplay,
    amount, count,
};

use crate::replay::account;
use crate::table::aligned;
use crate::voice::Voice;

/// A number with as many digits as are proved, ten after the point at most: a chance in per cent is
/// for people, the number for comparing.
pub fn number(value: f64) -> String {
    format!("{value:.10}")
}

/// A chance for people: `40.46 %`.
pub fn per_cent(chance: f64) -> String {
    let hundredth = 100.0 * chance;
    match hundredth {
        _ if chance <= 0.0 || chance >= 1.0 => format!("{hundredth:.0} %"),
        hundredth if hundredth < 0.01 => format!("{hundredth:.2e} %"),
        hundredth if hundredth > 99.99 => format!("{hundredth:.6} %"),
        hundredth => format!("{hundredth:.2} %"),
    }
}

/// A value of an answer in its unit: `40.46 %`, `12.5 hp`.
pub fn worth(value: f64, unit: &str) -> String {
    if unit == "chance" { per_cent(value) } else { format!("{value:.4} {unit}") }
}

/// The answer for people at a terminal.
pub fn text(about: &About, answer: &ChanceAnswer, replay: Option<&SidesReplay>) -> String {
    let mut text = format!("{}\n{}\n", headline(about, answer), proof(answer, Voice::Terminal));
    if let Some(advice) = &answer.advice {
        text += &format!("{advice}\n");
    }
    text += &first_moves(about, answer);
    if let Some(replay) = replay.filter(|_| !answer.moves.is_empty()) {
        text += &format!("\n{}: {}\n\n", likeliest(answer), answer.moves);
        text += &account(about, replay);
    }
    text + &details(about, answer)
}

/// What each first move is worth, whoever begins.
pub(crate) fn first_moves(about: &About, answer: &ChanceAnswer) -> String {
    let mut text = String::new();
    for start in &answer.starts {
        let name = &about.sides[usize::from(start.first) - 1].name;
        let best = if start.best.is_empty() {
            String::new()
        } else {
            format!("; best: {}", start.best.join(", "))
        };
        text += &format!(
            "\n{name} first: {} ({}){best}\n",
            worth(start.value.value, &answer.unit),
            number(start.value.value)
        );
        text += &options(&start.options, &answer.unit);
    }
    if let Some(sample) = &answer.sample {
        let rows: Vec<Vec<String>> = sample
            .tried
            .iter()
            .map(|tried| {
                let mean = tried.mean.map_or("?".to_owned(), |mean| worth(mean, &answer.unit));
                vec![tried.r#move.clone(), mean, outplay::thousands(tried.playouts)]
            })
            .collect();
        text += &format!("\n{}", aligned(&["move", "about", "playouts"], &[0], &rows));
    }
    if answer.starts.is_empty() && answer.options.len() > 1 {
        text += &format!("\n{}", options(&answer.options, unit_of_options(answer)));
    }
    text
}

/// How likely the line that is shown is, without the end of the sentence.
pub(crate) fn likeliest(answer: &ChanceAnswer) -> String {
    format!("The likeliest line under best play ({})", per_cent(answer.probability))
}

/// What other choices give away, and how likely each end is.
pub(crate) fn details(about: &About, answer: &ChanceAnswer) -> String {
    let mut text = String::new();
    if let Some(choices) = &answer.explain {
        text += &explained(about, choices, unit_of_options(answer));
    }
    if let Some(spread) = &answer.distribution {
        text += &spread_text(spread);
    }
    text
}

/// What the options of an answer are counted in: the chance, where no win is sure.
fn unit_of_options(answer: &ChanceAnswer) -> &str {
    if answer.value.is_none() && answer.best_chance.is_some() { "chance" } else { &answer.unit }
}

/// The answer in a sentence.
pub fn headline(about: &About, answer: &ChanceAnswer) -> String {
    let [one, two] = about.names();
    if let Some(sample) = &answer.sample {
        let mean = sample.estimate.map_or("?".to_owned(), |mean| worth(mean, &answer.unit));
        let kind = if answer.unit == "chance" { "a chance of" } else { "worth" };
        return format!("{one} against {two}: {kind} about {mean}, by {}.", playouts(sample));
    }
    let budget = answer.at_most.map_or(String::new(), |most| {
        format!(" with at most {}", amount(most, answer.price.as_deref().unwrap_or("")))
    });
    match (&answer.goal, answer.value, answer.best_chance) {
        (Some(Goal::Least(unit)), Some(value), _) => {
            format!("{one} against {two}: a sure win for {value:.4} {unit} on average.")
        }
        (Some(Goal::Least(_)), None, Some(chance)) => {
            let best = between(chance, "chance");
            format!("{one} against {two}: no win is sure; the best chance is {best}.")
        }
        (_, Some(value), _) if answer.unit == "chance" => {
            let likely = per_cent(value);
            if answer.stopped.is_some() {
                let (lower, upper) = (answer.lower.unwrap_or(0.0), answer.upper.unwrap_or(1.0));
                let (lower, upper) = (per_cent(lower), per_cent(upper));
                return format!(
                    "{one} against {two}: a chance of {lower} to {upper} to win{budget}."
                );
            }
            format!("{one} against {two}: a chance of {likely} to win{budget}.")
        }
        (_, Some(value), _) => {
            format!("{one} against {two}: worth {value:.4} {} on average.", answer.unit)
        }
        (_, None, _) => "Nothing is settled.".to_owned(),
    }
}

fn playouts(sample: &Sample) -> String {
    count(sample.playouts, "playout")
}

/// A mean with its unit; an interval where it is wide.
fn between(mean: Mean, unit: &str) -> String {
    if mean.upper - mean.lower > 1e-6 {
        format!("{} to {}", worth(mean.lower, unit), worth(mean.upper, unit))
    } else {
        worth(mean.value, unit)
    }
}

/// What is proved, and what it took.
pub fn proof(answer: &ChanceAnswer, voice: Voice) -> String {
    format!("{} ({}, {}).", proved(answer, voice), answer.by, count(answer.states, "state"))
}

/// What is proved, in a sentence without its end.
pub fn proved(answer: &ChanceAnswer, voice: Voice) -> String {
    let shown = match (answer.lower, answer.upper, answer.best_chance) {
        (Some(lower), Some(upper), _) => Some((lower, upper)),
        (_, _, Some(chance)) => Some((chance.lower, chance.upper)),
        _ => None,
    };
    if let Some(sample) = &answer.sample {
        let [low, high] = sample.confidence.unwrap_or([0.0, 1.0]);
        return format!("Not proved: 95 % confidence from {low:.4} to {high:.4}");
    }
    let (Some((lower, upper)), None) = (shown, answer.stopped) else {
        let why = voice.stopped(answer.stopped);
        return format!("Not settled: {why}");
    };
    format!("Proved: between {lower:.12} and {upper:.12}")
}

/// The moves of a choice, or how a roll may fall, the best first.
fn options(options: &[ChanceOption], unit: &str) -> String {
    let mut sorted: Vec<&ChanceOption> = options.iter().collect();
    sorted.sort_by(|one, two| {
        let regret = |option: &ChanceOption| option.regret.unwrap_or(0.0);
        regret(one).total_cmp(&regret(two))
    });
    let rolls = options.iter().any(|option| option.likely.is_some());
    let rows: Vec<Vec<String>> = sorted
        .into_iter()
        .map(|option| {
            let value = option.value.map_or("no sure win".to_owned(), |it| worth(it.value, unit));
            let last = match (option.likely, option.regret) {
                (Some(likely), _) => per_cent(likely),
                (None, Some(_)) if option.best => "best".to_owned(),
                (None, Some(regret)) => gives_away(regret, unit),
                (None, None) => String::new(),
            };
            vec![option.key.clone(), option.name.clone(), value, last]
        })
        .collect();
    let last = if rolls { "how likely" } else { "gives away" };
    aligned(&["move", "", "worth", last], &[0, 1], &rows)
}

/// What a move gives away: `3.21 %`, `4.5 mana`.
pub fn gives_away(regret: f64, unit: &str) -> String {
    if unit == "chance" { per_cent(regret) } else { format!("{regret:.4} {unit}") }
}

/// For every choice of the line: what each move gives away.
fn explained(about: &About, choices: &[ChanceChoice], unit: &str) -> String {
    let mut text = "\nWhat each move gives away:\n".to_owned();
    for choice in choices {
        let name = &about.sides[usize::from(choice.side) - 1].name;
        let after = if choice.after.is_empty() { "at the start" } else { &choice.after };
        text += &format!("\n{name}, {after}:\n{}", options(&choice.moves, unit));
    }
    text
}

/// How likely each end is, the likeliest first.
fn spread_text(spread: &ChanceSpread) -> String {
    let mut standing = spread.standing.clone();
    standing.sort_by(|one, two| two.1.total_cmp(&one.1));
    let rows: Vec<Vec<String>> =
        standing.iter().map(|(who, likely)| vec![who.clone(), per_cent(*likely)]).collect();
    let mut text =
        format!("\nWho stands at the end:\n{}", aligned(&["who", "how likely"], &[0], &rows));
    let mean: f64 = spread.actions.iter().map(|(length, likely)| float(*length) * likely).sum();
    let rows: Vec<Vec<String>> = spread
        .actions
        .iter()
        .filter(|(_, likely)| *likely >= 0.0005)
        .map(|(length, likely)| vec![length.to_string(), per_cent(*likely)])
        .collect();
    text += &format!(
        "\nHow many actions it takes ({mean:.2} on average; lengths below 0.05 % are left out):\n{}",
        aligned(&["actions", "how likely"], &[], &rows)
    );
    text
}

#[expect(clippy::cast_precision_loss, reason = "lengths are small")]
fn float(length: u64) -> f64 {
    length as f64
}
