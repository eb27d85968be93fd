//! What playouts say of a game, in words: never more than an estimate.

use outplay::{About, Sample, VersusAnswer, count, thousands};

use crate::table::aligned;
use crate::voice::Voice;

/// What it seems to be worth, in a sentence without its end.
pub fn headline(sample: &Sample) -> String {
    match (sample.estimate, sample.confidence) {
        (Some(estimate), Some([low, high])) => format!(
            "Worth about {} to player 1 (95 % confidence: {} to {})",
            decimal(estimate),
            decimal(low),
            decimal(high)
        ),
        _ => "What it is worth is not known: no playout was finished".to_owned(),
    }
}

/// Where it comes from, and what it took, in a sentence.
pub fn source(answer: &VersusAnswer, sample: &Sample, voice: Voice) -> String {
    let stopped = match answer.stopped {
        Some(stop) => format!("; {}", voice.stopped(Some(stop))),
        None => String::new(),
    };
    let playouts = count(sample.playouts, "playout");
    let took = count(answer.states, "state");
    format!("Not proved: {playouts} from seed {}{stopped} ({}, {took}).", sample.seed, answer.by)
}

/// The answer for people at a terminal.
pub(crate) fn text(about: &About, answer: &VersusAnswer, sample: &Sample) -> String {
    let mut text = format!("{}.\n", headline(sample));
    if !answer.moves.is_empty() {
        text += &format!("The moves that were tried most: {}\n", answer.moves);
    }
    text += &format!("{}\n", source(answer, sample, Voice::Terminal));
    text + &tried(about, answer, sample)
}

/// How often each first move was tried, and what came of it.
pub(crate) fn tried(about: &About, answer: &VersusAnswer, sample: &Sample) -> String {
    let rows: Vec<_> = sample
        .tried
        .iter()
        .map(|tried| {
            let mark = if tried.r#move == answer.best { "tried most" } else { "" };
            let mean = tried.mean.map_or("-".to_owned(), decimal);
            vec![tried.r#move.clone(), thousands(tried.playouts), mean, mark.to_owned()]
        })
        .collect();
    let Some(current) = answer.current.filter(|_| !rows.is_empty()) else { return String::new() };
    let worth = format!("worth to {}", about.sides[usize::from(current) - 1].name);
    format!("\n{}", aligned(&["move", "playouts", &worth, ""], &[0, 3], &rows))
}

/// An estimate with two places, and without a negative zero.
pub fn decimal(number: f64) -> String {
    let text = format!("{number:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_has_two_places() {
        assert_eq!([12.345, -0.001, -7.0].map(decimal), ["12.35", "0.00", "-7.00"]);
    }

    #[test]
    fn what_was_not_played_is_not_guessed() {
        let sample =
            Sample { estimate: None, confidence: None, playouts: 0, seed: 1, tried: Vec::new() };
        assert_eq!(headline(&sample), "What it is worth is not known: no playout was finished");
    }
}
