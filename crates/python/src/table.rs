//! A game, loaded, that is asked from Python. Every question takes what it may cost and somebody to tell how far
//! it is; jobs also take where they run and where they are kept.
#![expect(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "arguments come from Python, and what people call has them by their names"
)]

use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use outplay::combat::Mode;
use outplay::duel::ALL;
use outplay::lab::{SqliteStore, Store};
use outplay::text::{Code, Problem};
use outplay::{
    Allowed, Answer, Axis, Budget, By, CombatMatch, Contents, Elsewhere, Failure, Limits,
    MatchOptions, Options, Playing, Position, Question, Replay, ReportOptions, Run, SidesReplay,
    Solver, Source, StyleName, Sweep, Text, Tuning, Want, deck_odds, match_combat, memory,
    read_seats, read_styles, rules_text,
};
use outplay_render::commands::name_replays;
use outplay_render::html::notebook;
use outplay_render::{
    answer, combat, compare, draw, hand, json, matches, replay, report, tournament, tune,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::ask::{ask, ask_kept};
use crate::error::raised;
use crate::own_game::{OwnGame, Troubles};
use crate::own_style::OwnStyle;
use crate::swept::Swept;
use crate::told::{Told, pretty};
use crate::workers::PyWorkers;

/// More optimal lines than this are not listed.
const MOST_LINES: usize = 1000;

/// A report takes no longer than this, unless somebody says so.
const MOST_SECONDS_OF_A_REPORT: f64 = 120.0;

/// More rounds of combat are told only when asked for.
const ROUNDS_TOLD: u64 = 10_000;

/// A solver that knows more bytes than this is not kept: whoever holds many games would run out of memory.
const MOST_KEPT: u64 = 512 << 20;

/// What a question may cost: states, seconds, bytes of memory.
type Cost = (Option<u64>, Option<f64>, Option<u64>);

/// How a job is run: the file that keeps its cells, whoever does them elsewhere, and the seconds of a cell.
type How = (Option<PathBuf>, Option<Py<PyAny>>, Option<f64>);

/// A player of a match: a style of one's own with its name, or none where the seat says it.
type OwnPlayer = Option<(String, Py<PyAny>)>;

fn allowed((states, seconds, memory): Cost) -> Allowed {
    // How much the machine has is asked once: that takes longer than many an answer.
    static USUAL: OnceLock<u64> = OnceLock::new();
    let usual = || *USUAL.get_or_init(memory::usual);
    Allowed { states, seconds, memory: Some(memory.unwrap_or_else(usual)) }
}

/// A game, loaded, that can be asked things.
#[pyclass(frozen, module = "outplay._outplay")]
pub(crate) struct Table {
    source: Source,
    /// What is wrong is said when something is asked: cards may still be dealt.
    opened: Result<outplay::Table, Failure>,
    /// What has answered before, unless it is answering.
    solver: Mutex<Option<Solver>>,
    /// Where a game written in Python leaves its exceptions.
    troubles: Option<Arc<Troubles>>,
}

impl Table {
    pub(crate) fn new(table: outplay::Table) -> Self {
        Self {
            source: table.source().clone(),
            opened: Ok(table),
            solver: Mutex::new(None),
            troubles: None,
        }
    }

    /// A source that is opened, or one of which only sweeps can be made: in all modes, or without cards, which
    /// may still be given or dealt.
    fn opened(
        py: Python<'_>,
        source: Source,
        open: impl FnOnce(&Source) -> Result<outplay::Table, Failure> + Send,
    ) -> PyResult<Self> {
        if source.options.mode.as_deref() == Some(ALL) {
            let modes = source.modes().join(", ");
            let message = format!("all modes are for sweeps; choose one of {modes}");
            let opened = Err(Failure::plain(Problem::error(Code::UnknownMode, None, message)));
            return Ok(Self { source, opened, solver: Mutex::new(None), troubles: None });
        }
        match py.detach(|| open(&source)) {
            Ok(table) => Ok(Self::new(table)),
            Err(failure) if failure.problems.iter().all(|wrong| wrong.code == Code::NoCards) => {
                Ok(Self { source, opened: Err(failure), solver: Mutex::new(None), troubles: None })
            }
            Err(failure) => Err(raised(py, &failure)),
        }
    }

    /// The game, if it is one.
    fn of(&self, py: Python<'_>) -> PyResult<&outplay::Table> {
        self.opened.as_ref().map_err(|failure| raised(py, failure))
    }

    /// Asks a solver of this game, which keeps what it has proved. While one is asked, others get one of their
    /// own: nobody waits, and a callback may ask again.
    fn solving<T: Send + 'static>(
        &self,
        py: Python<'_>,
        limits: &Limits,
        progress: Option<&Py<PyAny>>,
        work: impl FnOnce(&mut Solver, &Budget<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let lock = || self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        let table = self.of(py)?;
        let mut solver = lock().take().unwrap_or_else(|| table.solver());
        let (keep, kept) = channel();
        let outcome = ask_kept(py, limits, progress, move |budget| {
            let outcome = work(&mut solver, budget);
            let _ = keep.send(solver);
            outcome
        });
        // What was proved of a game that has raised something is worth nothing.
        self.untroubled()?;
        *lock() = kept.try_recv().ok().filter(|solver| solver.bytes() <= MOST_KEPT);
        outcome
    }

    /// Asks about the table.
    fn asking<T: Send>(
        &self,
        py: Python<'_>,
        limits: &Limits,
        progress: Option<&Py<PyAny>>,
        work: impl FnOnce(&Budget<'_>) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let outcome = ask(py, limits, progress, work);
        self.untroubled()?;
        outcome
    }

    /// Raises what a game written in Python has raised.
    fn untroubled(&self) -> PyResult<()> {
        self.troubles.as_ref().and_then(|troubles| troubles.take()).map_or(Ok(()), Err)
    }

    /// Runs a job: here or elsewhere, kept or not.
    fn job<T: Send>(
        &self,
        py: Python<'_>,
        limits: &Limits,
        (store, workers, cell_seconds): How,
        progress: Option<&Py<PyAny>>,
        work: impl FnOnce(&Run<'_>) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        not_forked()?;
        let source = &self.source;
        let workers = workers.map(PyWorkers::new);
        let outcome = self.asking(py, limits, progress, |budget| {
            let store = match store {
                Some(path) => Some(SqliteStore::open(path, &rules_text(source))?),
                None => None,
            };
            let store = store.as_ref().map(|store| store as &dyn Store);
            let elsewhere = workers.as_ref().map(|workers| Elsewhere { workers, source });
            work(&Run { store, elsewhere, cell_seconds, ..Run::within(budget) })
        });
        match workers.and_then(|workers| workers.trouble()) {
            Some(trouble) => Err(trouble),
            None => outcome,
        }
    }
}

/// The line of an answer, turn by turn, without what its moves gave away.
fn told(table: &outplay::Table, after: &str, moves: &str) -> Option<SidesReplay> {
    let nothing = Budget { states: 0, ..Budget::UNLIMITED };
    match table.solver().replay(&Text::new("after", after), moves, &nothing) {
        Ok(Replay::Sides(replay)) => Some(*replay),
        _ => None,
    }
}

/// Jobs run on threads that a process keeps, and that a fork does not have: it would wait for them for ever.
fn not_forked() -> PyResult<()> {
    static PROCESS: OnceLock<u32> = OnceLock::new();
    let now = std::process::id();
    if *PROCESS.get_or_init(|| now) == now {
        return Ok(());
    }
    Err(PyRuntimeError::new_err(
        "this process was forked from one in which jobs ran, and has none of its threads: start it with \
         multiprocessing.get_context(\"spawn\"), or use the threads of one process",
    ))
}

fn read_axes(axes: Vec<(String, Vec<String>)>) -> Vec<Axis> {
    axes.into_iter().map(|(name, values)| Axis { name, values }).collect()
}

fn after(text: Option<String>) -> Option<Text> {
    text.filter(|text| !text.is_empty()).map(|text| Text::new("after", text))
}

#[pymethods]
impl Table {
    /// Opens a source, given as JSON.
    #[staticmethod]
    fn open(py: Python<'_>, source: &str) -> PyResult<Self> {
        let source: Source = serde_json::from_str(source)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Self::opened(py, source, Source::open)
    }

    /// A game that is written in Python.
    #[staticmethod]
    fn of_game(name: &str, title: &str, rules: Py<PyAny>) -> Self {
        let game = OwnGame::new(rules, true);
        let troubles = Some(game.troubles());
        Self { troubles, ..Self::new(outplay::Table::of_game(name, title, game)) }
    }

    /// The same game with other options, given as JSON.
    fn edited(&self, py: Python<'_>, options: &str) -> PyResult<Self> {
        let options: Options = serde_json::from_str(options)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let source = Source { options, ..self.source.clone() };
        Self::opened(py, source, |source| match &self.opened {
            Ok(table) => table.edited(|laid| laid.clone_from(&source.options)),
            Err(_) => source.open(),
        })
    }

    /// Where it came from, as JSON.
    fn source(&self) -> String {
        json!(self.source).to_string()
    }

    /// What it says about itself, as JSON.
    fn about(&self, py: Python<'_>) -> PyResult<String> {
        let about = self.of(py)?.about();
        let mut told = json!(about);
        told["unit"] = about.unit().into();
        told["goal"] = json!(about.goal());
        Ok(told.to_string())
    }

    /// The rules as `show --format json` prints them.
    fn rules(&self, py: Python<'_>) -> PyResult<String> {
        Ok(pretty(&json::rules(self.of(py)?)))
    }

    /// The numbers that can be changed, as JSON.
    fn numbers(&self, py: Python<'_>) -> PyResult<String> {
        Ok(json!(self.of(py)?.numbers()).to_string())
    }

    /// What is suspicious about the rules, as JSON.
    fn warnings(&self, py: Python<'_>) -> PyResult<String> {
        let (sources, warnings) = self.of(py)?.warnings();
        let failure =
            Failure { sources: sources.clone(), problems: warnings.to_vec(), stopped: None };
        Ok(json::problems(&failure).to_string())
    }

    /// The best play.
    #[pyo3(signature = (after_moves, by, at_most, all, explain, playouts, seed, cost, progress))]
    fn solve(
        &self,
        py: Python<'_>,
        after_moves: Option<String>,
        by: Option<&str>,
        at_most: Option<u64>,
        all: bool,
        explain: bool,
        playouts: Option<u64>,
        seed: Option<u64>,
        cost: Cost,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Told> {
        let by = by.map(str::parse::<By>).transpose();
        let by = by.map_err(|unknown| PyValueError::new_err(unknown.to_string()))?;
        let from = after(after_moves);
        let asked = from.clone();
        // A hand is searched without keeping anything.
        let usual = match self.of(py)?.contents() {
            Contents::Hand(..) => Some(By::Exact),
            _ => None,
        };
        let limits = allowed(cost).search(by.or(usual));
        let all = all.then_some(MOST_LINES);
        let answer = self.solving(py, &limits, progress.as_ref(), move |solver, budget| {
            let question = Question {
                after: asked,
                by,
                at_most,
                all,
                explain,
                seed,
                playouts,
                nearest: true,
                on_better: None,
            };
            solver.solve(&question, budget)
        })?;
        let (table, answer) = (self.of(py)?.clone(), Arc::new(answer));
        let line = move |table: &outplay::Table, answer: &Answer| {
            told(table, from.as_ref().map_or("", |after| &after.text), answer.shown_moves())
        };
        let shown = {
            let (table, answer, line) = (table.clone(), Arc::clone(&answer), line.clone());
            move || answer::text(&table, &answer, line(&table, &answer).as_ref())
        };
        let drawn = {
            let answer = Arc::clone(&answer);
            move || notebook::answer(&table, &answer, line(&table, &answer).as_ref())
        };
        Ok(Told::new(move || pretty(&*answer), shown, drawn))
    }

    /// The position after some moves, as JSON.
    fn position(&self, py: Python<'_>, moves: &str) -> PyResult<String> {
        let table = self.of(py)?;
        let position = py.detach(|| table.position(moves));
        self.untroubled()?;
        let position = position.map_err(|failure| raised(py, &failure))?;
        Ok(position_json(&position).to_string())
    }

    /// What each move of whoever chooses is worth, as JSON.
    fn hints(
        &self,
        py: Python<'_>,
        moves: String,
        cost: Cost,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let limits = allowed(cost).kept();
        let hints = self.solving(py, &limits, progress.as_ref(), move |solver, budget| {
            solver.hints(&moves, budget)
        })?;
        Ok(json!(hints).to_string())
    }

    /// These moves, turn by turn; `weigh`: with what each gave away.
    #[pyo3(signature = (moves, after_moves, at_most, weigh, cost))]
    fn replay(
        &self,
        py: Python<'_>,
        moves: String,
        after_moves: Option<String>,
        at_most: Option<u64>,
        weigh: bool,
        cost: Cost,
    ) -> PyResult<Told> {
        let allowed = allowed(cost);
        let limits = match self.of(py)?.contents() {
            Contents::Combat(..) => {
                let states = allowed.states.unwrap_or(ROUNDS_TOLD);
                Limits { states, ..allowed.usual() }
            }
            _ if !weigh => Limits { states: 0, ..allowed.usual() },
            _ => allowed.replay(),
        };
        let from = after(after_moves).unwrap_or_else(|| Text::new("after", ""));
        let replay = self.solving(py, &limits, None, move |solver, budget| match at_most {
            Some(most) => solver.replay_at_most(&from, &moves, most),
            None => solver.replay(&from, &moves, budget),
        })?;
        let (table, replay) = (self.of(py)?.clone(), Arc::new(replay));
        let shown = {
            let (table, replay) = (table.clone(), Arc::clone(&replay));
            move || replay_text(&table, &replay)
        };
        let drawn = {
            let replay = Arc::clone(&replay);
            move || notebook::replay(&table, &replay)
        };
        Ok(Told::new(move || pretty(&*replay), shown, drawn))
    }

    /// One exact answer for each combination of values.
    #[pyo3(signature = (axes, after_moves, seed, cost, how, progress))]
    fn sweep(
        &self,
        py: Python<'_>,
        axes: Vec<(String, Vec<String>)>,
        after_moves: Option<String>,
        seed: u64,
        cost: Cost,
        how: How,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Swept> {
        let sweep = Sweep { after: after(after_moves), seed, ..Sweep::over(read_axes(axes)) };
        let source = &self.source;
        let swept = self.job(py, &allowed(cost).kept(), how, progress.as_ref(), |run| {
            source.sweep(&sweep, run)
        })?;
        Ok(Swept::new(swept))
    }

    /// How many cells a sweep has.
    fn cells_of(&self, py: Python<'_>, axes: Vec<(String, Vec<String>)>) -> PyResult<u64> {
        let cells = self.source.cells_of(&Sweep::over(read_axes(axes)));
        cells.map_err(|failure| raised(py, &failure))
    }

    /// Everyone against everyone: how many meetings that takes.
    fn meetings_of(&self, py: Python<'_>, fighters: Option<usize>, styles: usize) -> PyResult<u64> {
        let table = self.of(py)?;
        let everyone = table.fight().map_or(0, |fight| fight.spec.teams().len());
        let orders = if styles == 0 { table.tournament_orders().len() } else { 1 };
        let entrants = fighters.unwrap_or(everyone) * styles.max(1);
        Ok((orders * entrants * entrants) as u64)
    }

    /// Everyone against everyone, when both do their best or by styles.
    #[pyo3(signature = (fighters, styles, games, seed, cost, how, progress))]
    fn tournament(
        &self,
        py: Python<'_>,
        fighters: Option<String>,
        styles: Option<String>,
        games: u64,
        seed: u64,
        cost: Cost,
        how: How,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Told> {
        let table = self.of(py)?.clone();
        let fighters = match fighters {
            Some(given) => table.read_fighters(&Text::new("fighters", given)),
            None => Ok(Vec::new()),
        };
        let fighters = fighters.map_err(|failure| raised(py, &failure))?;
        let styles = match styles {
            Some(given) => read_styles(&Text::new("styles", given)),
            None => Ok(Vec::new()),
        };
        let styles = styles.map_err(|failure| raised(py, &failure))?;
        let limits = allowed(cost).styles(&styles);
        if styles.is_empty() {
            let answer = self.job(py, &limits, how, progress.as_ref(), |run| {
                table.solve_tournament_kept(&fighters, run)
            })?;
            let answer = Arc::new(answer);
            let (shown, drawn) = (Arc::clone(&answer), Arc::clone(&answer));
            return Ok(Told::new(
                move || pretty(&json::tournament(&answer, None)),
                move || tournament::solved(&shown),
                move || notebook::tournament(&drawn, &table),
            ));
        }
        let answer = self.job(py, &limits, how, progress.as_ref(), |run| {
            table.play_tournament_kept(&fighters, &styles, (games, seed), run)
        })?;
        let answer = Arc::new(answer);
        let (shown, drawn) = (Arc::clone(&answer), Arc::clone(&answer));
        Ok(Told::new(
            move || pretty(&json::tournament(&answer, Some((games, seed)))),
            move || tournament::played(&shown, (games, seed)),
            move || notebook::played_tournament(&drawn, (games, seed)),
        ))
    }

    /// Many games between two styles, `FIGHTER:STYLE` each, or styles of one's own.
    #[pyo3(signature = (seats, own, games, seed, after_moves, cost, how, progress))]
    fn play_match(
        &self,
        py: Python<'_>,
        seats: [Option<String>; 2],
        own: [OwnPlayer; 2],
        games: u64,
        seed: u64,
        after_moves: Option<String>,
        cost: Cost,
        how: How,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Told> {
        let fail = |failure: Failure| raised(py, &failure);
        let [one, two] = seats;
        let seats = [("p1", one), ("p2", two)].map(|(name, seat)| Some(Text::new(name, seat?)));
        let seats = read_seats(seats.each_ref().map(Option::as_ref)).map_err(fail)?;
        let mut table = self.of(py)?.clone();
        if seats.iter().any(|seat| seat.fighter.is_some()) {
            let edited = table.edited(|options| {
                for (side, seat) in options.sides.iter_mut().zip(&seats) {
                    if seat.fighter.is_some() {
                        side.clone_from(&seat.fighter);
                    }
                }
            });
            table = edited.map_err(fail)?;
        }
        let styles = seats.map(|seat| seat.style.unwrap_or(StyleName::Minimax));
        let from = after_moves.filter(|moves| !moves.is_empty());
        let options = MatchOptions { games, seed, after: after(from.clone()) };
        let limits = allowed(cost).styles(&styles);
        let own = own.map(|own| own.map(|(name, choose)| OwnStyle::new(name, choose)));
        let mut answer = if own.iter().any(Option::is_some) {
            let players: [Playing<'_>; 2] = std::array::from_fn(|side| match &own[side] {
                Some(own) => Playing::Own(own),
                None => Playing::Style(styles[side].clone()),
            });
            let played = self.asking(py, &limits, progress.as_ref(), |budget| {
                table.play_match_by(&players, &options, budget)
            });
            if let Some(trouble) = own.iter().flatten().find_map(OwnStyle::trouble) {
                return Err(trouble);
            }
            played?
        } else {
            let of = Self::new(table.clone());
            let played = of.job(py, &limits, how, progress.as_ref(), |run| {
                table.play_match_kept(&styles, &options, run)
            });
            self.untroubled()?;
            played?
        };
        let name = table.about().game.clone();
        name_replays(&mut answer, &name, &table, from.as_deref());
        let answer = Arc::new(answer);
        let (shown, drawn) = (Arc::clone(&answer), Arc::clone(&answer));
        let of = table.clone();
        Ok(Told::new(
            move || pretty(&*answer),
            move || matches::text(table.about(), &shown),
            move || notebook::matches(&of, &drawn),
        ))
    }

    /// The move that a style chooses.
    fn choose(
        &self,
        py: Python<'_>,
        moves: String,
        style: &str,
        seed: u64,
        cost: Cost,
    ) -> PyResult<Option<String>> {
        let style = style.parse::<StyleName>();
        let style = style.map_err(|unknown| PyValueError::new_err(unknown.to_string()))?;
        let styles = [style.clone(), style];
        self.solving(py, &allowed(cost).styles(&styles), None, move |solver, budget| {
            solver.choose(&moves, &styles, seed, budget)
        })
    }

    /// Every search that applies, side by side.
    fn compare(
        &self,
        py: Python<'_>,
        after_moves: Option<String>,
        cost: Cost,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Told> {
        let (table, from) = (self.of(py)?.clone(), after(after_moves));
        let compared = self.asking(py, &allowed(cost).visited(), progress.as_ref(), |budget| {
            table.compare(from.as_ref(), budget)
        })?;
        let compared = Arc::new(compared);
        let (shown, drawn) = (Arc::clone(&compared), Arc::clone(&compared));
        let of = table.clone();
        Ok(Told::new(
            move || pretty(&*compared),
            move || compare::text(table.about(), &shown),
            move || notebook::text(&compare::text(of.about(), &drawn)),
        ))
    }

    /// The smallest change that gives what is wanted.
    fn tune(
        &self,
        py: Python<'_>,
        wants: Vec<String>,
        changes: Vec<(String, Vec<String>)>,
        cost: Cost,
        how: How,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Told> {
        let wants = wants.iter().map(|want| want.parse::<Want>()).collect::<Result<Vec<_>, _>>();
        let wants = wants.map_err(|wrong| PyValueError::new_err(wrong.to_string()))?;
        let tuning = Tuning { wants, changes: read_axes(changes) };
        let source = &self.source;
        let answer = self.job(py, &allowed(cost).kept(), how, progress.as_ref(), |run| {
            source.tune(&tuning, run)
        })?;
        let answer = Arc::new(answer);
        let (shown, drawn) = (Arc::clone(&answer), Arc::clone(&answer));
        Ok(Told::new(
            move || pretty(&json::value(&*answer)),
            move || tune::text(&shown),
            move || notebook::text(&tune::text(&drawn)),
        ))
    }

    /// Everything that a designer asks; its HTML is a whole page.
    fn report(
        &self,
        py: Python<'_>,
        games: u64,
        seed: u64,
        cost: Cost,
        how: How,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Told> {
        let (states, seconds, memory) = cost;
        let cost = (states, seconds.or(Some(MOST_SECONDS_OF_A_REPORT)), memory);
        let (table, source) = (self.of(py)?.clone(), &self.source);
        let options = ReportOptions { games, seed };
        let made = self.job(py, &allowed(cost).kept(), how, progress.as_ref(), |run| {
            source.report(&options, run)
        })?;
        let made = Arc::new(made);
        let (shown, drawn) = (Arc::clone(&made), Arc::clone(&made));
        Ok(Told::new(
            move || pretty(&report::data(&made)),
            move || report::summary(&shown, "the report"),
            move || report::html(&drawn, &table),
        ))
    }

    /// The exact odds of a deck's hands.
    fn odds(
        &self,
        py: Python<'_>,
        draw: u32,
        cost: Cost,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Told> {
        let Contents::Hand(_, Some(deck)) = self.of(py)?.contents() else {
            return Err(PyValueError::new_err("this is no deck: outplay.deck(...) makes one"));
        };
        let answer = self.asking(py, &allowed(cost).kept(), progress.as_ref(), |budget| {
            deck_odds(deck, draw, budget)
        })?;
        let answer = Arc::new(answer);
        let (shown, drawn) = (Arc::clone(&answer), Arc::clone(&answer));
        Ok(Told::new(
            move || pretty(&*answer),
            move || hand::odds(&shown),
            move || notebook::odds(&drawn),
        ))
    }

    /// The top of the game's tree as an SVG.
    fn drawing(
        &self,
        py: Python<'_>,
        after_moves: Option<String>,
        most: usize,
        cost: Cost,
    ) -> PyResult<String> {
        let from = after(after_moves);
        self.solving(py, &allowed(cost).kept(), None, move |solver, budget| {
            solver.drawing(from.as_ref(), most, budget).map(|drawing| draw::svg(&drawing))
        })
    }
}

/// Many random deals of combat.
#[pyfunction]
pub(crate) fn combat_match(
    py: Python<'_>,
    cards: u32,
    games: u64,
    seed: u64,
    recursive: bool,
    cost: Cost,
    progress: Option<Py<PyAny>>,
) -> PyResult<Told> {
    let mode = if recursive { Mode::Recursive } else { Mode::Plain };
    let question = CombatMatch { cards, games, seed, mode };
    let answer = ask(py, &allowed(cost).kept(), progress.as_ref(), |budget| {
        Ok(match_combat(&question, budget))
    })?;
    let answer = Arc::new(answer);
    let (shown, drawn) = (Arc::clone(&answer), Arc::clone(&answer));
    Ok(Told::new(
        move || pretty(&*answer),
        move || combat::deals(&shown, games),
        move || notebook::deals(&drawn, games),
    ))
}

fn replay_text(table: &outplay::Table, told: &Replay) -> String {
    match (told, table.contents()) {
        (Replay::Sides(told), _) => {
            let about = table.about();
            format!("{}\n{}", replay::account(about, told), replay::verdict(about, told))
        }
        (Replay::Hand(told), Contents::Hand(cards, _)) => hand::replay(cards, told),
        (Replay::Combat(told), _) => combat::replay(told),
        (Replay::Hand(_), _) => String::new(),
    }
}

/// A position for programs: what stands, who chooses, and what can be done.
fn position_json(position: &Position) -> Value {
    let Position { replay, now, chooses, options, made, rolls } = position;
    let options = options.iter().map(|option| {
        let cost = option.cost.iter().map(|(by, number)| (number.clone(), json!(by)));
        json!({
            "key": option.key, "name": option.name, "about": option.about, "does": option.does,
            "cost": cost.collect::<serde_json::Map<_, _>>(), "harm": option.harm,
            "refused": option.refused,
        })
    });
    let made = made.iter().map(|(player, name)| json!([player.number(), name]));
    json!({
        "chooses": chooses.map(outplay::game::Player::number),
        "over": replay.over, "winner": replay.winner, "value": replay.value,
        "spent": replay.spent, "refused": replay.refused, "sides": now.sides, "queue": now.queue,
        "facts": now.facts.iter().map(|(name, fact)| (name.clone(), json!(fact)))
            .collect::<serde_json::Map<_, _>>(),
        "options": options.collect::<Vec<_>>(), "made": made.collect::<Vec<_>>(),
        "rolls": rolls,
    })
}
