//! A game of two sides line by line: the position, the moves, a prompt. Works with anything that can
//! be read and written, so a script can play as well as a person.
//!
//! A line is a move if some move has that key, whatever else it might mean; commands are words, so
//! that no letter is taken.

use std::io::{BufRead, Write};

use outplay::game::Player;
use outplay::{About, Hint, MoveOption, Position, Reviewed, Sitting};

use outplay_render::commands::{play_on, replay_of};
use outplay_render::play::{
    accuracy, best_line, cost, harm, hint_text, judgement, makeshift, played_by, review_verdict,
    seat, shown, worst,
};
use outplay_render::sheet::who_is_who;
use outplay_render::table::{aligned_indented, indented};

use super::{Ended, Trouble};

/// Players who are never asked stop after so many moves.
const MOST_UNASKED: usize = 500;

/// Longer lines are read in pieces.
const LONGEST_LINE: u64 = 1 << 12;

/// So many columns of moves that are only their keys stand in a line.
const WIDTH: usize = 76;

/// Whoever types what is no move is told so many that are.
const MOST_KEYS: usize = 40;

/// Plays to the end of the game or of the input.
///
/// `echo` repeats what was read, where it does not come from a keyboard.
///
/// # Errors
/// When the game is not played move by move, or nobody reads any more.
pub(crate) fn run(
    sitting: &mut Sitting,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    echo: bool,
) -> Result<Ended, Trouble> {
    let mut page = Page { out, shown: Shown::default() };
    let mut position = sitting.position()?;
    page.heading(sitting)?;
    let mut unasked = 0;
    loop {
        page.tell(sitting.about(), &position)?;
        let Some(player) = position.chooses else { break };
        if sitting.is_asked(player) {
            unasked = 0;
            page.show(sitting, &position, player)?;
            if !ask(sitting, &position, player, input, &mut page, echo)? {
                return Ok(Ended::Well);
            }
        } else {
            if unasked == MOST_UNASKED {
                writeln!(page.out, "No end in sight after {MOST_UNASKED} moves.")?;
                how_to_go_on(sitting, page.out)?;
                return Ok(Ended::Endless);
            }
            unasked += 1;
            let chosen = sitting.choose(None)?;
            let Some(chosen) = chosen else { break };
            if let Some(why) = chosen.instead {
                let style = played_by(sitting, player);
                let (what, why) = (makeshift(sitting.about()), why.to_string());
                let why = why.trim_end();
                writeln!(page.out, "({style} plays {what} instead: {why})")?;
            }
            if let Err(reason) = sitting.play(&chosen.key, false) {
                writeln!(page.out, "The move {} cannot be made: {reason}.", chosen.key)?;
                return Ok(Ended::Endless);
            }
        }
        position = sitting.position()?;
    }
    review(sitting, page.out)?;
    Ok(Ended::Well)
}

/// Asks until something was played or taken back; `false` where somebody has had enough.
fn ask(
    sitting: &mut Sitting,
    position: &Position,
    player: Player,
    input: &mut dyn BufRead,
    page: &mut Page,
    echo: bool,
) -> Result<bool, Trouble> {
    let name = sitting.about().side(player).name.clone();
    loop {
        write!(page.out, "{name}> ")?;
        page.out.flush()?;
        let Some(line) = read_line(input)? else {
            writeln!(page.out, "\nThe input ends here.")?;
            how_to_go_on(sitting, page.out)?;
            return Ok(false);
        };
        let line = line.trim();
        if echo {
            writeln!(page.out, "{}", shown(line))?;
        }
        if position.options.iter().any(|option| option.key.eq_ignore_ascii_case(line)) {
            match sitting.play(line, true) {
                Ok(()) => return Ok(true),
                Err(reason) => writeln!(page.out, "Not now: {reason}.")?,
            }
            continue;
        }
        match line.to_lowercase().as_str() {
            "" => {}
            "?" | "help" => help(sitting.about(), page.out)?,
            "rules" => writeln!(page.out, "{}", outplay_render::rules::text(sitting.table()))?,
            "hint" => hint(sitting, player, page.out)?,
            "undo" if sitting.undo() => {
                writeln!(page.out, "Taken back.")?;
                page.shown = Shown::default();
                page.shown.skip(&sitting.position()?);
                return Ok(true);
            }
            "undo" => writeln!(page.out, "There is nothing to take back.")?,
            "quit" | "exit" => {
                how_to_go_on(sitting, page.out)?;
                return Ok(false);
            }
            _ => {
                let (line, keys) = (shown(line), some_keys(sitting.about(), &position.options));
                writeln!(
                    page.out,
                    "`{line}` is no move of {name} (they have {keys}) and no command (? lists them)."
                )?;
            }
        }
    }
}

/// The keys of moves, as many as one wants to read.
fn some_keys(about: &About, options: &[MoveOption]) -> String {
    let keys = options.iter().map(|option| option.key.as_str()).take(MOST_KEYS);
    let keys = keys.collect::<Vec<_>>().join(if about.letters { " " } else { ", " });
    if options.len() > MOST_KEYS { format!("{keys}, ...") } else { keys }
}

fn help(about: &About, out: &mut dyn Write) -> std::io::Result<()> {
    let rows = [
        (if about.letters { "a key" } else { "a move" }, "make that move, in either case"),
        ("hint", "what each move is proved to be worth"),
        ("rules", "the rules of the game"),
        ("undo", "take back your last move, and what followed it"),
        ("quit", "stop; how to go on later is said"),
        ("?", "this"),
    ];
    for (word, what) in rows {
        writeln!(out, "  {word:<6} {what}")?;
    }
    Ok(())
}

fn hint(sitting: &Sitting, player: Player, out: &mut dyn Write) -> std::io::Result<()> {
    match sitting.hints(None) {
        Ok(hints) => {
            let named = hints.iter().any(|hint| hint.name != hint.key);
            let row = |hint: &Hint| {
                let mut row = vec![hint.key.clone()];
                row.extend(named.then(|| hint.name.clone()));
                row.push(hint_text(hint, player, sitting.about()));
                row
            };
            let rows: Vec<_> = hints.iter().map(row).collect();
            write!(out, "{}", aligned_indented(&[], &[0, 1, 2], &rows))
        }
        Err(failure) => writeln!(out, "No hint: {}.", failure.to_string().trim_end()),
    }
}

fn how_to_go_on(sitting: &Sitting, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "To see it again: {}", replay_of(sitting))?;
    writeln!(out, "To go on:        {}", play_on(sitting))
}

/// The verdict, what the moves gave away, and the best line.
fn review(sitting: &Sitting, out: &mut dyn Write) -> Result<(), Trouble> {
    let (about, review) = (sitting.about(), sitting.review(None)?);
    writeln!(out, "\n{}", review_verdict(about, &review))?;
    if let Some(accuracy) = accuracy(&review) {
        writeln!(out, "{accuracy}")?;
    }
    let rows = |moves: &[&Reviewed]| {
        let row = |made: &&Reviewed| {
            let (round, who) = (made.round.to_string(), about.side(made.player).name.clone());
            vec![round, who, made.name.clone(), judgement(about, made)]
        };
        aligned_indented(&[], &[1, 2, 3], &moves.iter().map(row).collect::<Vec<_>>())
    };
    let all: Vec<&Reviewed> = review.moves.iter().collect();
    let worst = worst(&review);
    // Where there are no more than these, all of them say it.
    if !worst.is_empty() && worst.len() < all.len() {
        writeln!(out, "\nWhat cost most:")?;
        write!(out, "{}", rows(&worst))?;
    }
    if !all.is_empty() {
        let whose = if sitting.is_watched() { "The moves" } else { "Your moves" };
        writeln!(out, "\n{whose}:")?;
        write!(out, "{}", rows(&all))?;
    }
    writeln!(out, "\n{}", best_line(about, &review.best))?;
    writeln!(out, "To see it again: {}", replay_of(sitting))?;
    Ok(())
}

/// One line of input, however long and whatever its bytes.
pub(super) fn read_line(input: &mut dyn BufRead) -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = std::io::Read::take(input, LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// How much of what happened has been shown: whole turns, and events of the next.
#[derive(Clone, Copy, Default)]
struct Shown {
    turns: usize,
    events: usize,
}

impl Shown {
    /// Takes everything for shown.
    fn skip(&mut self, position: &Position) {
        let turns = &position.replay.turns;
        let begun = position.chooses.is_some();
        self.turns = turns.len() - usize::from(begun && !turns.is_empty());
        self.events = turns.last().filter(|_| begun).map_or(0, |turn| turn.events.len());
    }
}

struct Page<'a> {
    out: &'a mut dyn Write,
    shown: Shown,
}

impl Page<'_> {
    fn heading(&mut self, sitting: &Sitting) -> std::io::Result<()> {
        let about = sitting.about();
        let [one, two] = Player::BOTH.map(|player| seat(sitting, player));
        writeln!(self.out, "{}: {one} against {two}", about.title)?;
        // A game that shows no numbers says what it is about.
        match about.about.as_ref().filter(|_| about.order.is_none()) {
            Some(words) => writeln!(self.out, "{words}")?,
            None => writeln!(self.out, "Goal: {}", outplay_render::rules::goal(sitting.table()))?,
        }
        if !sitting.is_watched() {
            let what = if about.letters { "the key of a move" } else { "a move" };
            writeln!(self.out, "Type {what}, or ? for help.")?;
        }
        Ok(())
    }

    /// Tells what has happened since the last time.
    fn tell(&mut self, about: &About, position: &Position) -> std::io::Result<()> {
        let number = if about.counts() == "round" { "Round" } else { "Turn" };
        for turn in position.replay.turns.iter().skip(self.shown.turns) {
            let events = turn.events.get(self.shown.events..).unwrap_or_default();
            if !events.is_empty() {
                let who = &about.side(turn.player()).name;
                let queue = turn.queue.as_ref().filter(|queue| !queue.is_empty());
                let queue = queue.map_or(String::new(), |queue| format!("  (queue {queue})"));
                writeln!(self.out, "{number} {}, {who}: {}{queue}", turn.round, events.join("; "))?;
            }
            self.shown.events = 0;
        }
        self.shown.skip(position);
        Ok(())
    }

    /// Shows the position and what can be done.
    fn show(
        &mut self,
        sitting: &Sitting,
        position: &Position,
        player: Player,
    ) -> std::io::Result<()> {
        let (about, now) = (sitting.about(), &position.now);
        let mut rows = Vec::new();
        for (player, state) in Player::BOTH.into_iter().zip(&now.sides) {
            let side = about.side(player);
            let numbers = side.numbers.iter().map(|name| (name, state.number(name)));
            let constants = side.constants.iter().map(|(name, number)| (name, *number));
            let mut row = vec![side.name.clone()];
            row.extend(numbers.chain(constants).map(|(name, number)| format!("{name} {number}")));
            row.push(format!("({})", played_by(sitting, player)));
            rows.push(row);
        }
        let left: Vec<usize> = (0..16).collect();
        writeln!(self.out)?;
        // Who sits where has been said: without numbers there is nothing to add.
        if rows.iter().any(|row| row.len() > 2) {
            write!(self.out, "{}", aligned_indented(&[], &left, &rows))?;
        }
        if !now.facts.is_empty() {
            let facts = now.facts.iter().map(|(name, fact)| format!("{name} {fact}"));
            writeln!(self.out, "  {}", facts.collect::<Vec<_>>().join(", "))?;
        }
        let running = now.running(about, None);
        if !running.is_empty() {
            writeln!(self.out, "  running: {}", running.join(", "))?;
        }
        if about.has_queue() {
            let queue: Vec<_> =
                now.places().iter().map(|place| place.letter().to_string()).collect();
            writeln!(self.out, "  queue: {}   ({})", queue.join(" "), who_is_who(about))?;
        }
        writeln!(self.out, "{} to choose:", about.side(player).name)?;
        if position.options.iter().all(|option| is_bare(option, about)) {
            return write!(self.out, "{}", key_lines(&position.options));
        }
        let told = position.options.iter().any(|option| !option.does.is_empty());
        let rows: Vec<_> = position
            .options
            .iter()
            .map(|option| {
                let refused = option.refused.as_ref();
                let refused = refused.map_or(harm(option), |reason| format!("not now: {reason}"));
                let (key, name) = (option.key.clone(), option.name.clone());
                let does = told.then(|| option.does.clone());
                let row = [key, name, cost(option, about)].into_iter().chain(does);
                row.chain([refused]).collect()
            })
            .collect();
        write!(self.out, "{}", aligned_indented(&[], &left, &rows))
    }
}

/// Is there no more to a move than its key?
fn is_bare(option: &MoveOption, about: &About) -> bool {
    let plain = option.name == option.key && option.refused.is_none();
    plain && cost(option, about).is_empty() && harm(option).is_empty()
}

/// Moves that are only their keys, side by side.
fn key_lines(options: &[MoveOption]) -> String {
    let mut lines = vec![String::new()];
    for option in options {
        let last = lines.last_mut().expect("there is always a line");
        if !last.is_empty() && last.chars().count() + 2 + option.key.chars().count() > WIDTH {
            lines.push(option.key.clone());
        } else {
            last.push_str(if last.is_empty() { "" } else { "  " });
            last.push_str(&option.key);
        }
    }
    indented(&lines.join("\n"))
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
