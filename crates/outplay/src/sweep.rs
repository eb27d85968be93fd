//! The value of a game over several of its numbers and words: every combination solved exactly.

use std::time::{Duration, Instant};

use outplay_game::{Budget, Stop};
use outplay_hand::MOST_CARDS;
use outplay_hand::read::write_yaml;
use outplay_lab::Ran;
use outplay_text::{Code, Problem};

use crate::cells::Variants;
use crate::{
    Axis, Failure, Goal, Kind, Options, RuleNumber, Run, Source, Table, Text, Tried, Worth,
    deal_ranges, registry, thousands,
};

/// More cells than this are refused.
pub const MOST_CELLS: u64 = 10_000_000;

/// So many things may vary at once, besides modes and sides.
pub const MOST_AXES: usize = 4;

/// Which fights: every combination of the values.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// What varies; the last of them fastest.
    pub axes: Vec<Axis>,
    /// From the position after these moves.
    pub after: Option<Text>,
    /// Which cards are dealt, where some are.
    pub seed: u64,
    /// No more cells than this.
    pub most_cells: u64,
}

impl Sweep {
    /// A sweep over these.
    pub fn over(axes: impl Into<Vec<Axis>>) -> Self {
        Self { axes: axes.into(), after: None, seed: 1, most_cells: MOST_CELLS }
    }
}

/// What every combination is worth.
#[derive(Clone, Debug)]
pub struct SweepAnswer {
    /// The game.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// Its mode, where that does not vary.
    pub mode: String,
    /// What the values count.
    pub unit: String,
    /// What it is played for.
    pub goal: Option<Goal>,
    /// What varies; the last of them fastest.
    pub axes: Vec<Axis>,
    /// Which value of each the rules have as they stand.
    pub base: Vec<Option<usize>>,
    /// What each combination is worth, in order.
    pub cells: Vec<Tried>,
    /// How many were kept, done and left open.
    pub ran: Ran,
    /// What stopped it, where something did.
    pub stopped: Option<Stop>,
    /// States expanded in all that were done now.
    pub states: u64,
    /// Time of it all.
    pub seconds: f64,
}

impl SweepAnswer {
    /// The values of a cell, one for each axis.
    pub fn values(&self, number: usize) -> Vec<&str> {
        let at = places(&self.axes, number as u64);
        self.axes.iter().zip(at).map(|(axis, place)| axis.values[place].as_str()).collect()
    }

    /// The cell of the rules as they stand, where it is one of them.
    pub fn base_cell(&self) -> Option<usize> {
        let places = self.axes.iter().zip(&self.base);
        places
            .into_iter()
            .try_fold(0, |number, (axis, base)| Some(number * axis.values.len() + (*base)?))
    }

    /// What the cells are worth, where there are such fights.
    pub fn worths(&self) -> impl Iterator<Item = &Worth> {
        self.cells.iter().filter_map(Tried::worth)
    }
}

/// Which value of each axis a cell has.
fn places(axes: &[Axis], mut number: u64) -> Vec<usize> {
    let mut places = vec![0; axes.len()];
    for (axis, place) in axes.iter().zip(&mut places).rev() {
        let count = axis.values.len() as u64;
        *place = usize::try_from(number % count).unwrap_or_default();
        number /= count;
    }
    places
}

impl Source {
    /// Solves the game for every combination of what varies. Modes are one more dimension where the mode
    /// is `all`. All cells share the time; progress is told in cells.
    ///
    /// # Errors
    /// What is wrong with the question, for any of the combinations; a store that cannot be used.
    ///
    /// ```
    /// use outplay::{Axis, Budget, Number, Run, Source, Sweep};
    /// let sweep = Sweep::over([Axis::range("boss.hp", 21, 23), Axis::range("boss.attack", 1, 2)]);
    /// let answer = Source::game("wizard").sweep(&sweep, &Run::within(&Budget::default())).unwrap();
    /// assert_eq!(answer.cells.len(), 6);
    /// assert_eq!(answer.cells[0].worth().unwrap().value, Some(Number::Whole(279)));
    /// ```
    pub fn sweep(&self, sweep: &Sweep, how: &Run<'_>) -> Result<SweepAnswer, Failure> {
        let begin = Instant::now();
        let mut source = self.clone();
        let mut axes = sweep.axes.clone();
        if source.options.mode.as_deref() == Some(outplay_duel::ALL) {
            source.options.mode = None;
            axes.insert(0, Axis::words("mode", source.modes()));
        }
        check(&axes, sweep)?;
        let dealt = Dealt::of(&source, &axes, sweep.seed)?;
        let cell = |axes: &[Axis], number: u64, options: &mut Options| {
            let at = places(axes, number);
            for (axis, place) in axes.iter().zip(&at).filter(|(axis, _)| !dealt.deals(axis)) {
                axis.lay(&axis.values[*place], options);
            }
            dealt.deal(axes, &at, options);
        };
        // The rules as they stand, where they can be played; else with the first of everything.
        let table = source.open().or_else(|failure| {
            let mut first = source.clone();
            cell(&axes, 0, &mut first.options);
            first
                .open()
                .map_err(|of_first| if axes.iter().any(Axis::is_side) { failure } else { of_first })
        })?;
        everyone(&table, &mut axes)?;
        same_number(&table.numbers(), &axes)?;
        let count = count(&axes, sweep.most_cells)?;
        let how = &room_to_tell(count, how)?;
        let solved = Variants {
            table: &table,
            count,
            edit: &|number, options| {
                options.clone_from(&source.options);
                cell(&axes, number, options);
            },
            after: sweep.after.as_ref(),
            may_be_impossible: axes.iter().any(Axis::is_side),
        }
        .solve(how)?;
        if let [Tried::Impossible { impossible }, ..] = &solved.cells[..]
            && solved.cells.iter().all(|cell| cell.worth().is_none())
        {
            let message = format!("none of these fights can be: {impossible}");
            return Err(Failure::plain(Problem::error(Code::Empty, None, message)));
        }
        // What values count is what the game is played for, and nothing in particular where that varies.
        let goals = axes.iter().find(|axis| axis.name == "goal");
        let played = goals.and_then(|_| {
            let first = table.edited(|options| {
                options.clone_from(&source.options);
                cell(&axes, 0, options);
            });
            first.ok()
        });
        let one_goal = goals.is_none_or(|axis| axis.values.len() == 1);
        let (about, numbers) = (played.as_ref().unwrap_or(&table).about(), table.numbers());
        let stopped = solved.cells.iter().filter_map(Tried::worth).find_map(|worth| worth.stopped);
        Ok(SweepAnswer {
            game: about.game.clone(),
            title: about.title.clone(),
            mode: about.mode.clone(),
            unit: if one_goal { about.unit().to_owned() } else { "value".to_owned() },
            goal: about.goal().filter(|_| one_goal),
            base: axes.iter().map(|axis| axis.base(&table, &numbers)).collect(),
            axes,
            cells: solved.cells,
            ran: solved.ran,
            stopped,
            states: solved.states,
            seconds: begin.elapsed().as_secs_f64(),
        })
    }

    /// How many cells a sweep has, where it can be made.
    ///
    /// # Errors
    /// What is wrong with its dimensions.
    pub fn cells_of(&self, sweep: &Sweep) -> Result<u64, Failure> {
        let (mut source, mut axes) = (self.clone(), sweep.axes.clone());
        check(&axes, sweep)?;
        if source.options.mode.as_deref() == Some(outplay_duel::ALL) {
            source.options.mode = None;
            axes.push(Axis::words("mode", source.modes()));
        }
        // Only the rules know how many `all` are.
        if axes.iter().any(Axis::is_side)
            && let Ok(table) = source.open()
        {
            everyone(&table, &mut axes)?;
        }
        count(&axes, sweep.most_cells)
    }
}

/// Sees that the dimensions make a sweep.
fn check(axes: &[Axis], sweep: &Sweep) -> Result<(), Failure> {
    let plain = |code, message: String, help: &str| {
        Err(Failure::plain(Problem::error(code, None, message).help(help)))
    };
    if sweep.axes.is_empty() || sweep.axes.len() > MOST_AXES {
        let message = format!("{} dimensions are not one to {MOST_AXES}", sweep.axes.len());
        let help = if sweep.axes.is_empty() {
            "vary something, for example `boss.hp=10..100`"
        } else {
            "vary fewer at once, and set the others"
        };
        return plain(Code::OutOfRange, message, help);
    }
    for (number, axis) in axes.iter().enumerate() {
        if axes[..number].iter().any(|other| other.name == axis.name) {
            let message = format!("{} cannot vary twice", axis.name);
            return plain(Code::Twice, message, "name all its values together: `A..B,C`");
        }
    }
    count(axes, sweep.most_cells).map(|_| ())
}

/// Sees that no number varies under two of its names.
fn same_number(numbers: &[RuleNumber], axes: &[Axis]) -> Result<(), Failure> {
    let full = |axis: &Axis| {
        let number = numbers.iter().find(|number| number.is_at(&axis.name))?;
        Some(number.full.as_str())
    };
    for (number, axis) in axes.iter().enumerate() {
        let same = |other: &&Axis| full(axis).is_some() && full(axis) == full(other);
        if let Some(other) = axes[..number].iter().find(same) {
            let message = format!("{} and {} are the same number", other.name, axis.name);
            let help = "name all its values together: `A..B,C`";
            return Err(Failure::plain(Problem::error(Code::Twice, None, message).help(help)));
        }
    }
    Ok(())
}

/// How many combinations there are, if they are not too many.
fn count(axes: &[Axis], most: u64) -> Result<u64, Failure> {
    let lengths = axes.iter().map(|axis| axis.values.len() as u64);
    let cells = lengths.fold(1, u64::saturating_mul);
    if cells == 0 || cells > most {
        let message = if cells == 0 {
            "something varies and has no values".to_owned()
        } else {
            format!("{} cells are too many", thousands(cells))
        };
        let help =
            format!("take ranges with 1 to {} cells in all, or larger steps", thousands(most));
        return Err(Failure::plain(Problem::error(Code::OutOfRange, None, message).help(help)));
    }
    Ok(cells)
}

/// What a cell takes to be told, in any form, whatever it is worth.
const NANOSECONDS_A_CELL: u64 = 2500;
const BYTES_A_CELL: u64 = 600;
/// So many are told in no time.
const FEW_CELLS: u64 = 10_000;

/// Is there room to tell so many cells?
pub(crate) fn room_for(count: u64, budget: &Budget) -> Result<(), Failure> {
    let bytes = count.saturating_mul(BYTES_A_CELL);
    budget.without_room_for(bytes).map_or(Ok(()), |stop| Err(stop.into()))
}

/// The run with the time that is left when all cells are told, where there is room for them.
fn room_to_tell<'a>(count: u64, how: &Run<'a>) -> Result<Run<'a>, Failure> {
    let budget = how.budget;
    room_for(count, &budget)?;
    let Some(deadline) = budget.deadline else { return Ok(*how) };
    let telling = Duration::from_nanos(count * NANOSECONDS_A_CELL);
    let earlier = deadline.checked_sub(telling).filter(|&earlier| earlier > Instant::now());
    match earlier {
        Some(_) => Ok(Run { budget: Budget { deadline: earlier, ..budget }, ..*how }),
        // Of few cells there is always something to say.
        None if count <= FEW_CELLS => Ok(*how),
        None => Err(Stop::Time.into()),
    }
}

/// Puts the names of the whole roster in the place of `all`, and whole names in that of short ones.
fn everyone(table: &Table, axes: &mut [Axis]) -> Result<(), Failure> {
    let Some(fight) = table.fight() else { return Ok(()) };
    for axis in axes.iter_mut().filter(|axis| axis.is_side()) {
        let everyone = fight.spec.teams();
        if axis.values == ["all"] {
            axis.values = everyone;
            continue;
        }
        for value in &mut axis.values {
            let spec = &fight.spec;
            let found = match spec.size {
                0 | 1 => spec.fighter(value).map(|fighter| fighter.id.text.clone()),
                _ => spec.team(value),
            };
            *value = found.ok_or_else(|| {
                let message = format!("no fighter is called `{value}`");
                let problem = Problem::error(Code::UnknownFighter, None, message);
                Failure::plain(problem.one_of(value, everyone.iter().map(String::as_str)))
            })?;
        }
        for (number, value) in axis.values.iter().enumerate() {
            if axis.values[..number].contains(value) {
                let message = format!("{value} is there twice, under two names");
                let problem = Problem::error(Code::Twice, None, message);
                return Err(Failure::plain(problem.help("name each value once")));
            }
        }
    }
    Ok(())
}

/// Cards that are dealt for each cell: of a hand, or of two decks.
struct Dealt {
    kind: Option<Kind>,
    seed: u64,
}

impl Dealt {
    fn of(source: &Source, axes: &[Axis], seed: u64) -> Result<Self, Failure> {
        let kind = registry::kind(source);
        let kind = kind.filter(|kind| matches!(kind, Kind::Hand | Kind::Combat));
        let dealt = Self { kind, seed };
        let cards = axes.iter().find(|axis| axis.name == "cards");
        if !axes.iter().any(|axis| dealt.deals(axis)) {
            return Ok(Self { kind: None, ..dealt });
        }
        let most =
            if kind == Some(Kind::Hand) { MOST_CARDS } else { outplay_combat::MOST_DEALT as usize };
        let wrong = |message: String, help: String| {
            Err(Failure::plain(Problem::error(Code::OutOfRange, None, message).help(help)))
        };
        if cards.is_none() {
            return wrong("how many cards?".to_owned(), "vary them too: `cards=20`".to_owned());
        }
        for axis in axes.iter().filter(|axis| dealt.deals(axis)) {
            for value in &axis.values {
                let number = value.parse::<u64>().ok();
                let fits = number.is_some_and(|number| {
                    axis.name == "seed" || (1..=most as u64).contains(&number)
                });
                if !fits {
                    let message = format!("`{value}` cannot be `{}`", axis.name);
                    return wrong(
                        message,
                        format!("it is a whole number; of cards there are 1 to {most}"),
                    );
                }
            }
        }
        if source.options.input.is_some() || source.options.sides.iter().any(Option::is_some) {
            let message = "cards are given, and others would be dealt".to_owned();
            return wrong(message, "leave out one of the two".to_owned());
        }
        Ok(dealt)
    }

    fn deals(&self, axis: &Axis) -> bool {
        self.kind.is_some() && ["cards", "seed"].contains(&axis.name.as_str())
    }

    fn deal(&self, axes: &[Axis], at: &[usize], options: &mut Options) {
        let Some(kind) = self.kind else { return };
        let number = |name: &str| {
            let axis = axes.iter().zip(at).find(|(axis, _)| axis.name == name);
            axis.and_then(|(axis, place)| axis.values[*place].parse::<u64>().ok())
        };
        let (cards, seed) = (number("cards").unwrap_or(1), number("seed").unwrap_or(self.seed));
        let text = match kind {
            Kind::Hand => {
                let cards = usize::try_from(cards).unwrap_or(MOST_CARDS);
                deal_ranges(None)
                    .map(|ranges| write_yaml(&ranges.deal(cards, seed)))
                    .unwrap_or_default()
            }
            _ => {
                outplay_combat::Deal::random(u32::try_from(cards).unwrap_or(1), seed, 1).to_string()
            }
        };
        options.input = Some(Text::new(format!("{cards} cards of seed {seed}"), text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Number, Question};

    fn run() -> Run<'static> {
        Run::within(&Budget::default())
    }

    /// Every cell is what a solver says of the fight.
    fn agrees(source: &Source, axes: Vec<Axis>) -> SweepAnswer {
        let answer = source.sweep(&Sweep::over(axes), &run()).unwrap();
        for (number, cell) in answer.cells.iter().enumerate() {
            let mut alone = source.clone();
            alone.options.mode = None;
            for (axis, value) in answer.axes.iter().zip(answer.values(number)) {
                axis.lay(value, &mut alone.options);
            }
            let solved = alone
                .open()
                .and_then(|table| table.solver().solve(&Question::default(), &Budget::default()));
            match (cell, solved) {
                (Tried::Worth(worth), Ok(solved)) => {
                    assert_eq!(*worth, Worth::of(&solved), "{number}");
                }
                (Tried::Impossible { impossible }, Err(failure)) => {
                    assert_eq!(*impossible, failure.reason());
                }
                (cell, _) => panic!("{number}: {cell:?}"),
            }
        }
        answer
    }

    #[test]
    fn every_cell_is_what_a_solver_says() {
        let axes = vec![Axis::range("boss.hp", 1, 30), Axis::range("boss.attack", 1, 12)];
        let answer = agrees(&Source::game("wizard").mode("all"), axes);
        assert_eq!((answer.cells.len(), answer.axes[0].name.as_str()), (720, "mode"));
        assert_eq!(answer.stopped, None);
    }

    #[test]
    fn words_sides_orders_and_goals_vary_too() {
        let order = Axis::words("turns.order", ["queue", "restricted-queue"]);
        let everyone = Axis::words("p2", ["all"]);
        let answer = agrees(&Source::game("arena").sides("mage", "rogue"), vec![order, everyone]);
        assert_eq!(answer.axes[1].values, ["mage", "rogue", "vampire", "sorcerer"]);
        assert_eq!(answer.base, [Some(0), Some(1)]);
        assert_eq!(answer.base_cell(), Some(1));
        let damage = Axis::read(&Text::new("vary", "mage-special.damage=38..42:2")).unwrap();
        let answer = agrees(&Source::game("arena").sides("mage", "rogue"), vec![damage]);
        assert_eq!(answer.base, [Some(1)]);
    }

    #[test]
    fn the_unit_is_that_of_the_goal() {
        let swept = |goals: &[&str]| {
            let sweep = Sweep::over([Axis::words("goal", goals.iter().copied())]);
            let answer =
                Source::game("arena").sides("mage", "rogue").sweep(&sweep, &run()).unwrap();
            (answer.unit, answer.goal)
        };
        assert_eq!(swept(&["win"]), ("chance".to_owned(), Some(Goal::Most("win".to_owned()))));
        assert_eq!(swept(&["rounds"]).0, "rounds");
        assert_eq!(swept(&["rounds", "win"]), ("value".to_owned(), None));
    }

    #[test]
    fn hands_and_decks_are_dealt() {
        let points = Axis::range("action-points", 1, 3);
        let hand = Source::game("hand");
        let sweep = Sweep::over([points, Axis::range("cards", 3, 6)]);
        let answer = hand.sweep(&sweep, &run()).unwrap();
        let more = |from: usize, to: usize| {
            let value = |number: usize| answer.cells[number].worth().unwrap().value.unwrap();
            value(from) <= value(to)
        };
        assert!((0..8).all(|number| more(number, number + 4)), "{:?}", answer.cells);
        let decks = Sweep::over([Axis::range("cards", 4, 9)]);
        let answer = Source::game("combat").mode("all").sweep(&decks, &run()).unwrap();
        assert_eq!(answer.cells.len(), 12);
        let deal = outplay_combat::Deal::random(9, 1, 1).to_string();
        let alone = Source::game("combat").mode("recursive").input(deal).open().unwrap();
        let alone = alone.solver().solve(&Question::default(), &Budget::default()).unwrap();
        assert_eq!(answer.cells[11].worth().unwrap(), &Worth::of(&alone));
    }

    #[test]
    fn what_cannot_be_swept_is_refused() {
        let wizard = Source::game("wizard");
        let wrong =
            |axes: Vec<Axis>| wizard.sweep(&Sweep::over(axes), &run()).unwrap_err().to_string();
        let hp = || Axis::range("boss.hp", 1, 2);
        assert!(wrong(vec![]).contains("0 dimensions are not one to 4"));
        assert!(wrong(vec![Axis::range("bos.hp", 1, 2)]).contains("nothing is called `bos.hp`"));
        assert!(wrong(vec![hp(), hp()]).contains("boss.hp cannot vary twice"));
        let other_name = Axis::range("fighters.boss.hp", 3, 4);
        assert!(
            wrong(vec![hp(), other_name]).contains("boss.hp and fighters.boss.hp are the same")
        );
        assert!(wrong(vec![Axis::range("boss.hp", 2, 1)]).contains("has no values"));
        let twice = Sweep::over([Axis::words("p1", ["mage", "m"])]);
        let twice = Source::game("arena").sweep(&twice, &run()).unwrap_err().to_string();
        assert!(twice.contains("mage is there twice"), "{twice}");
        let large = vec![Axis::range("boss.hp", 1, 9999), Axis::range("boss.attack", 1, 9999)];
        assert!(wrong(large).contains("99,980,001 cells are too many"));
        assert!(wrong(vec![Axis::words("boss.hp", ["many"])]).contains("boss.hp"));
        assert!(wrong(vec![Axis::range("boss.hp", 0, 3)]).contains("hp"));
        let hand = Source::game("hand").sweep(&Sweep::over([Axis::range("seed", 1, 2)]), &run());
        assert!(hand.unwrap_err().to_string().contains("how many cards?"));
    }

    #[test]
    fn what_could_not_be_told_is_not_begun() {
        let axes = [Axis::range("boss.hp", 1, 1000), Axis::range("boss.attack", 1, 100)];
        let stopped = |budget: &Budget, axes: &[Axis]| {
            let swept = Source::game("wizard").sweep(&Sweep::over(axes), &Run::within(budget));
            swept.err().and_then(|failure| failure.stopped)
        };
        let small = Budget { process: 100_000 * BYTES_A_CELL, ..Budget::default() };
        assert_eq!(stopped(&small, &axes), Some(Stop::Memory));
        let late = Budget::default().seconds(0.0);
        assert_eq!(stopped(&late, &axes), Some(Stop::Time));
        assert_eq!(stopped(&late, &axes[1..]), None);
        let how = Run::within(&Budget::default().seconds(1000.0));
        let earlier = room_to_tell(400_000_000, &how).err().and_then(|failure| failure.stopped);
        assert_eq!(earlier, Some(Stop::Time));
        let earlier = room_to_tell(4_000_000, &how).ok().and_then(|how| how.budget.deadline);
        assert_eq!(
            how.budget.deadline.zip(earlier).map(|(all, own)| (all - own).as_secs()),
            Some(10)
        );
    }

    #[test]
    fn a_cell_that_a_limit_stopped_is_there_with_what_is_known() {
        let budget = Budget { states: 3, ..Budget::default() };
        let sweep = Sweep::over([Axis::range("boss.hp", 70, 71)]);
        let answer = Source::game("wizard").sweep(&sweep, &Run::within(&budget)).unwrap();
        assert_eq!(answer.stopped, Some(Stop::States));
        let worth = answer.cells[1].worth().unwrap();
        assert!(
            !worth.is_settled() && matches!(worth.lower, Some(Number::Whole(1..))),
            "{worth:?}"
        );
        assert_eq!(answer.ran, Ran { kept: 0, done: 0, open: 2 });
    }
}
