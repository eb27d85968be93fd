//! All searches side by side, in words.

use outplay::{About, Answer, Comparison, Proof, Stop, thousands};

use crate::answer::heading;
use crate::table::{aligned, csv_row, duration};

/// The searches as a table, and whether they agree.
pub fn text(about: &About, comparison: &Comparison) -> String {
    let answers = &comparison.answers;
    let costs = comparison.unit.is_some();
    let first = answers[0].seconds().max(1e-9);
    let rows: Vec<_> = answers
        .iter()
        .map(|answer| {
            // Times differ from run to run; the shape of the table does not.
            let ratio = format!("{:.1} x", answer.seconds() / first);
            vec![
                answer.by().name().to_owned(),
                value(answer),
                thousands(answer.states()),
                thousands(generated(answer)),
                format!("{:>9}", duration(answer.seconds())),
                if costs { format!("{ratio:>10}") } else { format!("{ratio:>12}") },
            ]
        })
        .collect();
    let finished = answers.iter().filter(|answer| answer.proof() == Proof::Optimal).count();
    let what = if costs { "fight" } else { "game" };
    let verdict = match (comparison.agree, finished) {
        (false, _) => {
            format!("THEY DISAGREE: please report this {what}, it is a fault of Outplay")
        }
        (true, 0) => "none finished".to_owned(),
        (true, 1) => "one finished".to_owned(),
        (true, _) if finished == answers.len() => "all agree".to_owned(),
        (true, _) => "those that finished agree".to_owned(),
    };
    let (title, worth, relative) = match (&comparison.unit, &comparison.mode) {
        (Some(unit), Some(mode)) => {
            (format!("{} ({mode})", about.title), format!("least {unit}"), "to astar")
        }
        _ => (heading(about), "value".to_owned(), "to the first"),
    };
    let header = ["search", &worth, "states", "generated", "time", relative];
    format!("{title}\n\n{}\n{verdict}\n", aligned(&header, &[0], &rows))
}

fn generated(answer: &Answer) -> u64 {
    match answer {
        Answer::Chance(answer) => answer.generated,
        Answer::Cost(answer) => answer.generated,
        Answer::Versus(answer) => answer.generated,
        Answer::Hand(_) | Answer::Combat(_) => 0,
    }
}

fn value(answer: &Answer) -> String {
    match answer {
        Answer::Cost(cost) => match (cost.proof, cost.value) {
            (Proof::Optimal, Some(value)) => thousands(value),
            (Proof::Optimal, None) => "no win".to_owned(),
            _ => {
                let lower = cost.interval.map_or(0, |interval| interval.lower);
                format!("{} or more", thousands(lower))
            }
        },
        _ => answer.value().map_or_else(
            || format!("stopped: {}", answer.stopped().map_or("not proved", Stop::name)),
            |value| value.to_string(),
        ),
    }
}

/// A line for each search.
pub fn csv<'a>(comparisons: impl IntoIterator<Item = &'a Comparison>) -> String {
    let mut text = String::from("game,mode,by,value,proof,states,generated,seconds\n");
    for answer in comparisons.into_iter().flat_map(|comparison| &comparison.answers) {
        let value = answer.value().map(|value| value.to_string()).unwrap_or_default();
        text += &csv_row(&[
            answer.game(),
            answer.mode().unwrap_or_default(),
            answer.by().name(),
            &value,
            answer.proof().name(),
            &answer.states().to_string(),
            &generated(answer).to_string(),
            &answer.seconds().to_string(),
        ]);
    }
    text
}
