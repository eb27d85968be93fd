//! `outplay compare`.

use outplay::{SolveAnswer, compare, thousands};

use super::args::{Compare, TableFormat};
use super::table::aligned;
use super::{Done, Wrong, fight, print, print_json};

pub(super) fn run(asked: &Compare) -> Result<Done, Wrong> {
    let request = fight::request(&asked.fight, asked.after.as_deref())?;
    let mut done = Done::Well;
    for request in fight::each_mode(&request) {
        let comparison = fight::limited(&asked.limits, |limits| compare(&request, limits))?;
        if comparison.answers.iter().any(|answer| answer.proof != "optimal") {
            done = Done::Stopped;
        }
        match asked.format {
            TableFormat::Json => print_json(&comparison),
            TableFormat::Csv => print(&csv(&comparison.answers)),
            TableFormat::Text => {
                let rows: Vec<_> =
                    comparison.answers.iter().map(|a| row(a, &comparison.answers[0])).collect();
                let value = format!("least {}", comparison.unit);
                let header = ["search", &value, "states", "generated", "time", "to astar"];
                let verdict = if comparison.agree { "all agree" } else { "THEY DISAGREE" };
                print(&format!(
                    "{} ({})\n\n{}\n{verdict}\n",
                    comparison.answers[0].names.title,
                    comparison.mode,
                    aligned(&header, &[0], &rows),
                ));
            }
        }
    }
    Ok(done)
}

fn row(answer: &SolveAnswer, first: &SolveAnswer) -> Vec<String> {
    vec![
        answer.by.to_owned(),
        value(answer),
        thousands(answer.states),
        thousands(answer.generated),
        // Times differ from run to run; the shape of the table does not.
        format!("{:>9}", duration(answer.seconds)),
        format!("{:>10}", format!("{:.1} x", answer.seconds / first.seconds.max(1e-9))),
    ]
}

fn value(answer: &SolveAnswer) -> String {
    match (answer.proof, answer.value, answer.interval) {
        ("optimal", Some(value), _) => thousands(value),
        ("optimal", None, _) => "no win".to_owned(),
        (_, _, interval) => {
            format!("{} or more", thousands(interval.map_or(0, |interval| interval.lower)))
        }
    }
}

fn csv(answers: &[SolveAnswer]) -> String {
    let mut text = String::from("game,mode,by,value,proof,states,generated,seconds\n");
    for answer in answers {
        let value = answer.value.map(|value| value.to_string()).unwrap_or_default();
        text += &format!(
            "{},{},{},{value},{},{},{},{}\n",
            answer.game,
            answer.mode,
            answer.by,
            answer.proof,
            answer.states,
            answer.generated,
            answer.seconds
        );
    }
    text
}

/// A time with its unit.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} us", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}
