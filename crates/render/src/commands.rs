//! Commands to type, as a shell takes them.

use outplay::{MatchAnswer, Outcome, Request};

/// Fills in the commands that replay the games of a match; `input` is the file of the puzzle's own
/// text.
pub fn name_replays(answer: &mut MatchAnswer, game: &str, input: Option<&str>, request: &Request) {
    let again = replay_command(answer, game, input, request);
    let Outcome { shortest, longest, closest, .. } = &mut answer.outcome;
    for game in [shortest, longest, closest].into_iter().flatten() {
        game.replay =
            Some(format!("{again} --moves {}", quoted(std::slice::from_ref(&game.moves))));
    }
}

/// The command that replays a game of this match, but for its moves.
fn replay_command(
    answer: &MatchAnswer,
    game: &str,
    input: Option<&str>,
    request: &Request,
) -> String {
    let mut words = vec!["outplay".to_owned(), "replay".to_owned(), game.to_owned()];
    let mut add = |option: &str, value: &str| {
        words.extend([option.to_owned(), value.to_owned()]);
    };
    add("--p1", request.sides[0].as_ref().unwrap_or(&answer.setting.p1));
    add("--p2", request.sides[1].as_ref().unwrap_or(&answer.setting.p2));
    if let Some(mode) = &request.mode {
        add("--mode", mode);
    }
    if let Some(order) = &request.order {
        add("--order", order);
    }
    if let Some(input) = input {
        add("--input", input);
    }
    for (_, set) in &request.set {
        add("--set", set);
    }
    if let Some(after) = &request.after {
        add("--after", after);
    }
    quoted(&words)
}

/// Words as a shell takes them.
pub fn quoted(words: &[String]) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:+,@%".contains(letter);
    let quote = |word: &String| match word.as_str() {
        word if !word.is_empty() && word.chars().all(plain) => word.to_owned(),
        word => format!("'{}'", word.replace('\'', r"'\''")),
    };
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}
