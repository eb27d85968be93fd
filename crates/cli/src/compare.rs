//! `outplay compare`.

use outplay::{Comparison, Proof, SolveAnswer, compare, thousands};

use super::args::{Compare, TableFormat};
use super::{Done, Wrong, fight, print, print_modes, versus};
use outplay_render::table::{aligned, csv_row, duration};

pub(super) fn run(asked: &Compare) -> Result<Done, Wrong> {
    let request = fight::request(&asked.fight, asked.after.as_deref())?;
    fight::remark_on_styles(&asked.fight)?;
    if fight::is_for_two(&request)? {
        return versus::compare(&request, asked);
    }
    let mut comparisons = Vec::new();
    for request in request.each_mode() {
        comparisons.push(fight::limited(&asked.limits, |limits| compare(&request, limits))?);
    }
    match asked.format {
        TableFormat::Json => print_modes(&request.game, &comparisons),
        TableFormat::Csv => {
            print(&csv(comparisons.iter().flat_map(|comparison| &comparison.answers)));
        }
        TableFormat::Text => {
            let texts: Vec<_> = comparisons.iter().map(text).collect();
            print(&texts.join("\n"));
        }
    }
    let stopped = |comparison: &Comparison| {
        comparison.answers.iter().any(|answer| answer.proof != Proof::Optimal)
    };
    Ok(if comparisons.iter().any(|comparison| !comparison.agree) {
        Done::WrongInput
    } else if comparisons.iter().any(stopped) {
        Done::Stopped
    } else {
        Done::Well
    })
}

fn text(comparison: &Comparison) -> String {
    let answers = &comparison.answers;
    let rows: Vec<_> = answers.iter().map(|answer| row(answer, &answers[0])).collect();
    let value = format!("least {}", comparison.unit);
    let header = ["search", &value, "states", "generated", "time", "to astar"];
    let finished = answers.iter().filter(|answer| answer.proof == Proof::Optimal).count();
    let verdict = match (comparison.agree, finished) {
        (false, _) => "THEY DISAGREE: please report this fight, it is a fault of Outplay",
        (true, 0) => "none finished",
        (true, 1) => "one finished",
        (true, _) if finished == answers.len() => "all agree",
        (true, _) => "those that finished agree",
    };
    let title = &answers[0].names.title;
    format!("{title} ({})\n\n{}\n{verdict}\n", comparison.mode, aligned(&header, &[0], &rows))
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
        (Proof::Optimal, Some(value), _) => thousands(value),
        (Proof::Optimal, None, _) => "no win".to_owned(),
        (_, _, interval) => {
            format!("{} or more", thousands(interval.map_or(0, |interval| interval.lower)))
        }
    }
}

fn csv<'a>(answers: impl Iterator<Item = &'a SolveAnswer>) -> String {
    let mut text = String::from("game,mode,by,value,proof,states,generated,seconds\n");
    for answer in answers {
        let value = answer.value.map(|value| value.to_string()).unwrap_or_default();
        text += &csv_row(&[
            &answer.game,
            &answer.mode,
            answer.by,
            &value,
            answer.proof.name(),
            &answer.states.to_string(),
            &answer.generated.to_string(),
            &answer.seconds.to_string(),
        ]);
    }
    text
}
