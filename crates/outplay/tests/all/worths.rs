//! What a cell of a sweep keeps of an answer says as much as the answer did, stopped answers included.

use outplay::{Budget, Question, Worth};

use crate::sweeps::{shipped, strangers};

#[test]
fn a_cell_says_as_much_as_the_answer() {
    let (mut compared, mut differ) = (0, Vec::new());
    let mut sources = shipped();
    sources.extend(strangers());
    for source in sources {
        for goal in [None, Some("win"), Some("rounds"), Some("hp")] {
            let mut asked = source.clone();
            if let Some(goal) = goal {
                asked = asked.goal(goal);
            }
            let Ok(table) = asked.open() else { continue };
            for states in [3, 30, 300, 4000] {
                let budget = Budget { states, ..Budget::default() };
                let answer = table.solver().solve(&Question::default(), &budget).unwrap();
                let about = table.about();
                let worth = Worth::of(&answer);
                let goal = about.goal();
                let (said, known) = (worth.outcome(goal.as_ref()), answer.outcome());
                if said != known {
                    differ
                        .push(format!("{} {goal:?} {states}: {said:?} for {known:?}", source.game));
                }
                // And as it is written and read again.
                let text = serde_json::to_string(&worth).unwrap();
                assert_eq!(serde_json::from_str::<Worth>(&text).unwrap(), worth, "{text}");
                compared += 1;
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert!(compared > 200, "{compared}");
}
