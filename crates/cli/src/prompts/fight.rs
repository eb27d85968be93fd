//! A fight line by line: the position, the moves, a prompt. Works with anything that can be read
//! and written, so a script can play as well as a person.
//!
//! A line with one letter is a move if some skill has that key; commands are words, so that no
//! skill's key is taken.

use std::io::{BufRead, Write};

use outplay::duel::TurnAccount;
use outplay::game::Player;
use outplay::{Position, describe, queue_letters, running, who_is_who};

use outplay_render::play::{Review, Sitting, cost, harm, hint_text, shown};

use super::{Ended, Trouble};
use outplay_render::table::{aligned, indented};

/// Players who are never asked stop after so many moves.
const MOST_UNASKED: usize = 500;

/// Longer lines are read in pieces.
const LONGEST_LINE: u64 = 1 << 12;

/// Plays to the end of the fight or of the input.
///
/// `echo` repeats what was read, where it does not come from a keyboard.
///
/// # Errors
/// When the rules are wrong, or nobody reads any more.
pub(crate) fn run(
    sitting: &mut Sitting,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    echo: bool,
) -> Result<Ended, Trouble> {
    let mut table = Table { out, told: Told::default() };
    let mut position = sitting.position()?;
    table.heading(sitting, &position)?;
    let mut unasked = 0;
    loop {
        table.tell(&position)?;
        let Some(player) = position.chooses else { break };
        if sitting.is_asked(player) {
            unasked = 0;
            table.show(sitting, &position, player)?;
            if !ask(sitting, &position, player, input, &mut table, echo)? {
                return Ok(Ended::Well);
            }
        } else {
            if unasked == MOST_UNASKED {
                writeln!(table.out, "No end in sight after {MOST_UNASKED} moves.")?;
                how_to_go_on(sitting, table.out)?;
                return Ok(Ended::Endless);
            }
            unasked += 1;
            let chosen = sitting.choose(None)?;
            let Some(chosen) = chosen else { break };
            if let Some(why) = chosen.instead {
                let style = sitting.style(player, &position.names);
                writeln!(table.out, "({style} plays the most damage now instead: {why})")?;
            }
            if let Err(reason) = sitting.play(chosen.key, false)? {
                writeln!(table.out, "The move {} cannot be made: {reason}.", chosen.key)?;
                return Ok(Ended::Endless);
            }
        }
        position = sitting.position()?;
    }
    review(sitting, table.out)?;
    Ok(Ended::Well)
}

/// Asks until something was played or taken back; `false` where somebody has had enough.
fn ask(
    sitting: &mut Sitting,
    position: &Position,
    player: Player,
    input: &mut dyn BufRead,
    table: &mut Table,
    echo: bool,
) -> Result<bool, Trouble> {
    let name = &position.names.fighters[player.index()].name;
    loop {
        write!(table.out, "{name}> ")?;
        table.out.flush()?;
        let Some(line) = read_line(input)? else {
            writeln!(table.out, "\nThe input ends here.")?;
            how_to_go_on(sitting, table.out)?;
            return Ok(false);
        };
        let line = line.trim();
        if echo {
            writeln!(table.out, "{}", shown(line))?;
        }
        let mut letters = line.chars();
        let (first, second) = (letters.next(), letters.next());
        let is_key = |key: char| {
            let same = |option: &outplay::MoveOption| option.key.eq_ignore_ascii_case(&key);
            position.options.iter().any(same)
        };
        match (first, second) {
            (None, _) => {}
            (Some(key), None) if is_key(key) => match sitting.play(key, true)? {
                Ok(()) => return Ok(true),
                Err(reason) => writeln!(table.out, "Not now: {reason}.")?,
            },
            _ => match line.to_lowercase().as_str() {
                "?" | "help" => help(table.out)?,
                "hint" => hint(sitting, position, player, table.out)?,
                "undo" => {
                    if sitting.undo() {
                        writeln!(table.out, "Taken back.")?;
                        table.told = Told::default();
                        table.told.skip(&sitting.position()?);
                        return Ok(true);
                    }
                    writeln!(table.out, "There is nothing to take back.")?;
                }
                "quit" | "exit" => {
                    how_to_go_on(sitting, table.out)?;
                    return Ok(false);
                }
                _ => {
                    let keys: Vec<_> =
                        position.options.iter().map(|option| option.key.to_string()).collect();
                    let keys = keys.join(" ");
                    let line = shown(line);
                    writeln!(
                        table.out,
                        "`{line}` is no move of {name} (they have {keys}) and no command (? lists them)."
                    )?;
                }
            },
        }
    }
}

fn help(out: &mut dyn Write) -> std::io::Result<()> {
    let rows = [
        ("a key", "make that move, in either case"),
        ("hint", "what each move is proved to be worth"),
        ("undo", "take back your last move, and what followed it"),
        ("quit", "stop; how to go on later is said"),
        ("?", "this"),
    ];
    for (word, what) in rows {
        writeln!(out, "  {word:<6} {what}")?;
    }
    Ok(())
}

fn hint(
    sitting: &Sitting,
    position: &Position,
    player: Player,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    match sitting.hints(None) {
        Ok(hints) => {
            let row = |hint: &outplay::Hint| {
                let worth = hint_text(hint, player, &position.names);
                vec![hint.key.to_string(), hint.name.clone(), worth]
            };
            let rows: Vec<_> = hints.iter().map(row).collect();
            write!(out, "{}", indented(&aligned(&[], &[0, 1, 2], &rows)))
        }
        Err(failure) => writeln!(out, "No hint: {}.", failure.to_string().trim_end()),
    }
}

fn how_to_go_on(sitting: &Sitting, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "To see it again: {}", sitting.replay_command())?;
    writeln!(out, "To go on:        {}", sitting.play_command())
}

/// The verdict, what the moves gave away, and the best line.
fn review(sitting: &Sitting, out: &mut dyn Write) -> Result<(), Trouble> {
    let review = Review::of(sitting, None)?;
    writeln!(out, "\n{}", review.verdict)?;
    if !review.moves.is_empty() {
        let whose = if sitting.is_watched() { "The moves" } else { "Your moves" };
        let rows: Vec<_> = review
            .moves
            .iter()
            .map(|made| {
                let round = made.round.to_string();
                vec![round, made.who.clone(), made.name.clone(), made.judged.clone()]
            })
            .collect();
        writeln!(out, "\n{whose}:")?;
        write!(out, "{}", indented(&aligned(&[], &[1, 2, 3], &rows)))?;
    }
    writeln!(out, "\n{}", review.best)?;
    writeln!(out, "To see it again: {}", sitting.replay_command())?;
    Ok(())
}

/// One line of input, however long and whatever its bytes.
pub(super) fn read_line(input: &mut dyn BufRead) -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = std::io::Read::take(input, LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// How much of what happened has been told: whole turns, and events of the next.
#[derive(Clone, Copy, Default)]
struct Told {
    turns: usize,
    events: usize,
}

impl Told {
    /// Takes everything for told.
    fn skip(&mut self, position: &Position) {
        let turns = &position.account.turns;
        let begun = position.chooses.is_some();
        self.turns = turns.len() - usize::from(begun && !turns.is_empty());
        self.events = turns.last().filter(|_| begun).map_or(0, |turn| turn.events.len());
    }
}

struct Table<'a> {
    out: &'a mut dyn Write,
    told: Told,
}

impl Table<'_> {
    fn heading(&mut self, sitting: &Sitting, position: &Position) -> std::io::Result<()> {
        let names = &position.names;
        let [one, two] = Player::BOTH.map(|player| {
            format!("{} ({})", names.fighters[player.index()].name, sitting.style(player, names))
        });
        writeln!(self.out, "{}: {one} against {two}", names.title)?;
        if !sitting.is_watched() {
            writeln!(self.out, "Type the key of a move, or ? for help.")?;
        }
        Ok(())
    }

    /// Tells what has happened since the last time.
    fn tell(&mut self, position: &Position) -> std::io::Result<()> {
        let names = &position.names;
        let number = if names.order.has_places() { "Turn" } else { "Round" };
        for turn in &position.account.turns[self.told.turns.min(position.account.turns.len())..] {
            let mut rest: TurnAccount = turn.clone();
            rest.events.drain(..self.told.events.min(rest.events.len()));
            let told = describe(&rest, names);
            if !told.is_empty() {
                let who = &names.fighters[turn.player.index()].name;
                let queue = queue_letters(&turn.after.queue);
                let queue =
                    if queue.is_empty() { String::new() } else { format!("  (queue {queue})") };
                writeln!(self.out, "{number} {}, {who}: {}{queue}", turn.round, told.join("; "))?;
            }
            self.told.events = 0;
        }
        self.told.skip(position);
        Ok(())
    }

    /// Shows the position and what can be done.
    fn show(
        &mut self,
        sitting: &Sitting,
        position: &Position,
        player: Player,
    ) -> std::io::Result<()> {
        let (names, now) = (&position.names, &position.now);
        let mut rows = Vec::new();
        for side in Player::BOTH {
            let fighter = &names.fighters[side.index()];
            let numbers = fighter.numbers.iter().zip(&now.numbers[side.index()]);
            let mut row = vec![fighter.name.clone()];
            row.extend(numbers.map(|((name, _), number)| format!("{name} {number}")));
            row.extend(fighter.constants.iter().map(|(name, number)| format!("{name} {number}")));
            row.push(format!("({})", sitting.style(side, names)));
            rows.push(row);
        }
        let left: Vec<usize> = (0..16).collect();
        write!(self.out, "\n{}", indented(&aligned(&[], &left, &rows)))?;
        let running = running(now, names, None);
        if !running.is_empty() {
            writeln!(self.out, "  running: {}", running.join(", "))?;
        }
        if names.order.has_places() {
            let queue: Vec<_> = now.queue.iter().map(|place| place.letter().to_string()).collect();
            writeln!(self.out, "  queue: {}   ({})", queue.join(" "), who_is_who(names))?;
        }
        let rows: Vec<_> = position
            .options
            .iter()
            .map(|option| {
                let refused = option.refused.as_ref();
                let refused = refused.map_or(harm(option), |reason| format!("not now: {reason}"));
                vec![option.key.to_string(), option.name.clone(), cost(option), refused]
            })
            .collect();
        writeln!(self.out, "{} to choose:", names.fighters[player.index()].name)?;
        write!(self.out, "{}", indented(&aligned(&[], &left, &rows)))
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
