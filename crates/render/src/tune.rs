//! What a tuning found, in words.

use outplay::{Balance, TuneAnswer, TuneProof, TunedNumber, Worth, count, thousands};

use crate::Voice;
use crate::sweep::worth;
use crate::table::{aligned_indented, decimal, duration};

/// The answer as people read it.
pub fn text(answer: &TuneAnswer) -> String {
    let mut text = format!("{}: {}\n", answer.title, answer.wants.join(", and "));
    if let Some(before) = &answer.before {
        text += &format!("As it stands: {}.\n", with_unit(answer, before));
    }
    text += "\n";
    match &answer.found {
        Some(found) if found.changes.is_empty() => {
            text += match (&answer.balance, answer.proof) {
                (None, _) => "Nothing needs to change.\n",
                (Some(_), TuneProof::Open) => "Nothing better was found so far.\n",
                (Some(_), _) => "No change that was looked at makes it better.\n",
            }
        }
        Some(found) => {
            text += &format!(
                "Change {}, {}:\n",
                count(found.changes.len() as u64, "number"),
                count(found.steps, "step")
            );
            let row = |change: &TunedNumber| {
                vec![change.path.clone(), change.from.clone(), "->".to_owned(), change.to.clone()]
            };
            let rows: Vec<_> = found.changes.iter().map(row).collect();
            text += &aligned_indented(&[], &[0, 2], &rows);
            if let Some(after) = &found.worth {
                text += &format!("Then it is {}.\n", with_unit(answer, after));
            }
        }
        None if answer.proof == TuneProof::Open => text += "None was found so far.\n",
        None => text += "No change within these ranges gives that.\n",
    }
    if let Some(balance) = &answer.balance {
        text += &roster(answer, balance);
    }
    text += &format!("\n{}\n", sure(answer));
    text
}

/// What a fight is worth, with its unit where that is a number.
fn with_unit(answer: &TuneAnswer, of: &Worth) -> String {
    let unit = if of.is_settled() && of.value.is_some() {
        format!(" {}", answer.unit)
    } else {
        String::new()
    };
    format!("{}{unit}", worth(of))
}

/// How sure it is, in a sentence.
pub fn sure(answer: &TuneAnswer) -> String {
    let tried = format!("{} of {} solved", thousands(answer.tried), points(answer.points));
    let time = duration(answer.seconds);
    let mut said = match (answer.proof, &answer.found) {
        (TuneProof::Nearest, Some(found)) if found.changes.is_empty() => {
            format!("That was solved, in {time}.")
        }
        (TuneProof::Nearest, Some(_)) => {
            format!("Proved: no smaller change does it. {tried}, in {time}.")
        }
        (TuneProof::Nearest, None) => {
            format!("Proved: all of them were solved. {tried}, in {time}.")
        }
        (TuneProof::Best, _) => format!("Proved: no other point is better. {tried}, in {time}."),
        (TuneProof::Local, _) => format!(
            "No change of one number, nor of two by a step each, makes it better; other points were not looked \
             at. {tried}, in {time}."
        ),
        (TuneProof::Open, _) => format!("Not proved to be the best. {tried}, in {time}."),
    };
    if answer.open > 0 {
        let (which, are) = match (&answer.found, answer.open) {
            (Some(_), 1) => (" that comes before it", "is"),
            (Some(_), _) => (" that come before it", "are"),
            (None, 1) => ("", "is"),
            (None, _) => ("", "are"),
        };
        said += &format!(" {}{which} {are} not settled.", count(answer.open, "point"));
    }
    if let Some(stop) = answer.stopped {
        said += &format!(" It was {}", Voice::Terminal.stopped(Some(stop)));
        if let Some(within) = answer.within {
            said += &format!("; everything within {} was looked at", count(within, "step"));
        }
        said += ".";
    }
    said
}

/// A number of points, roughly where it is large.
fn points(points: f64) -> String {
    if points < 1e9 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number below a billion"
        )]
        let points = points as u64;
        format!("{} points", thousands(points))
    } else {
        format!("{points:.1e} points")
    }
}

fn roster(answer: &TuneAnswer, balance: &Balance) -> String {
    let mut text = String::new();
    let digits = if answer.unit == "chance" { 3 } else { 0 };
    for (when, matrix, largest) in [
        ("Before", &balance.before, &balance.largest_before),
        ("After", &balance.after, &balance.largest_after),
    ] {
        let largest = match largest {
            Some(largest) if largest.by > 0.0 => format!(
                "the largest advantage is {} {}, of {} over {}",
                decimal(largest.by, digits + 1),
                answer.unit,
                largest.of,
                largest.over
            ),
            _ => "nobody has an advantage".to_owned(),
        };
        text += &format!("\n{when}: {largest}\n");
        let mut header = vec![""];
        header.extend(balance.entrants.iter().map(String::as_str));
        let cell = |cell: &Option<f64>| cell.map_or("-".to_owned(), |value| decimal(value, digits));
        let row = |(name, row): (&String, &Vec<Option<f64>>)| {
            std::iter::once(name.clone()).chain(row.iter().map(cell)).collect()
        };
        let rows: Vec<Vec<String>> = balance.entrants.iter().zip(matrix).map(row).collect();
        text += &aligned_indented(&header, &[0], &rows);
    }
    text
}
