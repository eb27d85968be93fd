//! `--expect`: is the answer what somebody counts on? A designer's continuous integration asks it.

use outplay::{Expectation, Judgement, KnownOutcome};

use super::{Done, Wrong, remark};

/// How a command ends where something is expected of its answers, each with what to call it: every one
/// of them must be so. What a limit left open is decided by what is proved, or stays open.
pub(super) fn judged(
    expected: Option<&Expectation>,
    outcomes: &[(String, KnownOutcome)],
    done: Done,
) -> Result<Done, Wrong> {
    let Some(expected) = expected else { return Ok(done) };
    let (mut missed, mut open) = (false, false);
    for (name, outcome) in outcomes {
        if expected.needs_a_contest() && !outcome.contest {
            let message = "nobody is there to win against: expect a value, as in value>=7";
            return Err(Wrong::Plain(format!("--expect {expected}: {message}")));
        }
        let place = match (outcomes.len(), name.as_str()) {
            (0..=1, _) | (_, "") => String::new(),
            (_, name) => format!("{name}: "),
        };
        match expected.judge(outcome) {
            Judgement::Met => {}
            Judgement::Missed => {
                missed = true;
                remark(&format!(
                    "{place}not as expected: {expected} was expected, but {outcome}.\n"
                ));
            }
            Judgement::Open => {
                open = true;
                remark(&format!("{place}not settled: {expected} was expected, and {outcome}.\n"));
            }
        }
    }
    Ok(match (missed, open) {
        (true, _) => Done::Unexpected,
        (false, true) => Done::Stopped,
        (false, false) => Done::Well,
    })
}
