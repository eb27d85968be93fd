//! Commands to type, as a shell takes them.

use outplay::{MatchAnswer, Options, Outcome, Sitting, Source, StyleName, Table};

/// Fills in the commands that replay the games of a match of `game`.
pub fn name_replays(answer: &mut MatchAnswer, game: &str, table: &Table, after: Option<&str>) {
    let options = &table.source().options;
    let mut words = words(&["replay", game]);
    let sides = [&answer.setting.p1, &answer.setting.p2];
    let fighters = if table.fight().is_some() { 2 } else { 0 };
    for ((option, given), own) in
        ["--p1", "--p2"].iter().zip(&options.sides).zip(sides).take(fighters)
    {
        let fighter = given.as_ref().map_or(own, |given| &given.text);
        words.extend([(*option).to_owned(), fighter.clone()]);
    }
    words.extend(rules(options));
    words.extend(after.iter().flat_map(|after| ["--after".to_owned(), (*after).to_owned()]));
    let again = quoted(&words);
    let Outcome { shortest, longest, closest, .. } = &mut answer.outcome;
    for game in [shortest, longest, closest].into_iter().flatten() {
        game.replay =
            Some(format!("{again} --moves {}", quoted(std::slice::from_ref(&game.moves))));
    }
}

/// The command that tells a game at the table again.
pub fn replay_of(sitting: &Sitting) -> String {
    let mut words = start("replay", sitting);
    let sides = &sitting.table().source().options.sides;
    for (option, fighter) in ["--p1", "--p2"].into_iter().zip(sides) {
        words.extend(fighter.iter().flat_map(|fighter| [option.to_owned(), fighter.text.clone()]));
    }
    if !sitting.start().is_empty() {
        words.extend(["--after".to_owned(), sitting.start().to_owned()]);
    }
    words.extend(["--moves".to_owned(), sitting.moves()]);
    quoted(&words)
}

/// The command that goes on from where a game at the table stands.
pub fn play_on(sitting: &Sitting) -> String {
    let mut words = start("play", sitting);
    let usual = [StyleName::Manual, StyleName::Minimax];
    let sides = ["--p1", "--p2"].into_iter().zip(&sitting.table().source().options.sides);
    for ((option, fighter), (style, usual)) in sides.zip(sitting.styles.iter().zip(&usual)) {
        let mut seat = fighter.as_ref().map_or(String::new(), |fighter| fighter.text.clone());
        if style != usual {
            seat += &format!(":{style}");
        }
        if !seat.is_empty() {
            words.extend([option.to_owned(), seat]);
        }
    }
    if sitting.styles.iter().any(StyleName::draws) {
        words.extend(["--seed".to_owned(), sitting.seed.to_string()]);
    }
    let moves = sitting.all_moves();
    if !moves.is_empty() {
        words.extend(["--after".to_owned(), moves]);
    }
    quoted(&words)
}

/// The command that asks this of a game with all that was laid over its rules: `more` are its other words.
pub fn ask(command: &str, source: &Source, more: &[&str]) -> String {
    let mut words = begin(command, source);
    let given = more.iter().filter(|word| ["--p1", "--p2"].contains(*word)).count();
    for (option, fighter) in ["--p1", "--p2"].into_iter().zip(&source.options.sides) {
        let fighter = fighter.as_ref().filter(|_| given == 0);
        words.extend(fighter.iter().flat_map(|fighter| [option.to_owned(), fighter.text.clone()]));
    }
    words.extend(more.iter().map(|word| (*word).to_owned()));
    quoted(&words)
}

/// The command and the game, with what changes its rules.
fn start(command: &str, sitting: &Sitting) -> Vec<String> {
    begin(command, sitting.table().source())
}

fn begin(command: &str, source: &Source) -> Vec<String> {
    let game = source.file.as_ref().map_or(&source.game, |file| &file.name);
    let mut words = words(&[command, game]);
    words.extend(rules(&source.options));
    words
}

fn words(after: &[&str]) -> Vec<String> {
    std::iter::once("outplay").chain(after.iter().copied()).map(str::to_owned).collect()
}

/// The options that change the rules.
fn rules(options: &Options) -> Vec<String> {
    let mut words = Vec::new();
    let mut add = |option: &str, value: &str| {
        words.extend([option.to_owned(), value.to_owned()]);
    };
    if let Some(mode) = &options.mode {
        add("--mode", mode);
    }
    if let Some(order) = &options.order {
        add("--order", &order.text);
    }
    if let Some(goal) = &options.goal {
        add("--goal", &goal.text);
    }
    if let Some(input) = &options.input {
        add("--input", &input.name);
    }
    for set in &options.set {
        add("--set", &set.text);
    }
    words
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
