//! How many problems are not shown, where there are more than a view has room for.

use outplay::text::{Code, Problem};
use outplay::thousands;

/// What stands below the first so many of them, where there are more.
pub fn beyond(problems: &[Problem], shown: usize) -> Option<String> {
    let more = problems.len().checked_sub(shown).filter(|&more| more > 0)?;
    // The last one may say that there are others, which are not listed at all.
    let unlisted = problems.last().is_some_and(|last| last.code == Code::MoreProblems);
    Some(match (unlisted, more) {
        (true, 1) => "and more problems".to_owned(),
        (true, _) => format!("and more than {} more problems", thousands(more as u64 - 1)),
        (false, 1) => "and 1 more problem".to_owned(),
        (false, _) => format!("and {} more problems", thousands(more as u64)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_shown_is_counted_and_what_is_not_listed_is_not_forgotten() {
        let problem = |code| Problem::error(code, None, "it is wrong");
        let mut problems = vec![problem(Code::Twice); 1007];
        let told = |problems: &[Problem], shown| beyond(problems, shown).unwrap_or_default();
        assert_eq!(told(&problems, 1007), "");
        assert_eq!(told(&problems, 2000), "");
        assert_eq!(told(&problems, 1006), "and 1 more problem");
        assert_eq!(told(&problems, 5), "and 1,002 more problems");
        problems.push(problem(Code::MoreProblems));
        assert_eq!(told(&problems, 1007), "and more problems");
        assert_eq!(told(&problems, 5), "and more than 1,002 more problems");
    }
}
