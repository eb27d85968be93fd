//! What would help a search that a limit stopped, in a sentence: a better search first, then an end
//! to what has none, then more of what ran out.

use outplay_game::Stop;

/// What would help, where anything would; `named`: somebody asked for another search than the usual
/// one; `estimable`: playouts would give an estimate of what is not settled.
pub(crate) fn advice(
    stop: Option<Stop>,
    grows: &[String],
    named: bool,
    estimable: bool,
) -> Option<String> {
    let more = match stop? {
        Stop::States => Some("states"),
        Stop::Memory => Some("memory"),
        Stop::Time => Some("time"),
        Stop::Interrupted => None,
        Stop::Answer
        | Stop::Depth
        | Stop::Cycle
        | Stop::Chance
        | Stop::Weights
        | Stop::Width
        | Stop::Worker => return None,
    };
    let first = if named {
        Some("The usual search takes less as a rule".to_owned())
    } else if grows.is_empty() {
        None
    } else {
        Some(endless(grows))
    };
    let settles = match (first, more) {
        (Some(first), Some(more)) => Some(format!("{first}; or more {more} might settle it.")),
        (Some(first), None) => Some(format!("{first}.")),
        (None, Some(more)) => Some(format!("More {more} might settle it.")),
        (None, None) => None,
    };
    match (settles, estimable) {
        (Some(settles), true) => Some(format!("{settles} {ESTIMATE}")),
        (None, true) => Some(ESTIMATE.to_owned()),
        (settles, false) => settles,
    }
}

/// What there is where nothing is settled.
const ESTIMATE: &str = "The search mcts estimates it, without a proof.";

/// What can grow, and what would end that.
fn endless(grows: &[String]) -> String {
    let numbers: Vec<&str> =
        grows.iter().map(String::as_str).filter(|name| *name != ROUND).collect();
    let what = match &numbers[..] {
        [] => {
            return "The rules ask for the round, which counts on without end: `rounds` under \
                    `[goal]` would end it"
                .to_owned();
        }
        [one] => return format!("{one} can grow without end: give it a `max`"),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    format!("{what} can grow without end: give each of them a `max`")
}

/// What the round is called among the numbers that grow.
const ROUND: &str = "round";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_what_can_help() {
        let none = |stop| advice(stop, &[], false, false);
        assert_eq!(none(None), None);
        assert_eq!(none(Some(Stop::Interrupted)), None);
        assert_eq!(none(Some(Stop::Cycle)), None);
        assert_eq!(none(Some(Stop::Memory)).unwrap(), "More memory might settle it.");
        assert_eq!(
            advice(Some(Stop::States), &[], true, false).unwrap(),
            "The usual search takes less as a rule; or more states might settle it."
        );
        let grows = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            advice(Some(Stop::Interrupted), &names, false, false).unwrap()
        };
        assert_eq!(grows(&["a.gold"]), "a.gold can grow without end: give it a `max`.");
        assert_eq!(
            advice(Some(Stop::Time), &["a.hp".to_owned()], false, false).unwrap(),
            "a.hp can grow without end: give it a `max`; or more time might settle it."
        );
        let all = "a.gold, a.hp and b.hp can grow without end: give each of them a `max`.";
        assert_eq!(grows(&["a.gold", "a.hp", "b.hp", "round"]), all);
        assert!(grows(&["round"]).contains("`rounds`"));
        let estimable = |stop| advice(Some(stop), &[], false, true);
        assert_eq!(
            estimable(Stop::Time).unwrap(),
            "More time might settle it. The search mcts estimates it, without a proof."
        );
        assert_eq!(estimable(Stop::Interrupted).unwrap(), ESTIMATE);
        assert_eq!(estimable(Stop::Cycle), None);
    }
}
