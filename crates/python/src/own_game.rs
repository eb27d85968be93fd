//! A small game that is written in Python, for the searches: states are numbers here, and stand for the objects that
//! the game's own methods take and give.
//!
//! What it raises cannot pass through a search. It is left with the [`Troubles`], the game seems to be over
//! everywhere from then on, and whoever asked raises it when the search has come back. No lock is held while Python
//! runs: it may hand the interpreter to another thread at any time.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outplay::game::{Described, Game, Node, Player, Versus, ZeroSum, laws};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rustc_hash::FxHashSet;

use crate::error::said;

/// A state with more moves is not searched.
const MOST_MOVES: usize = 10_000;

/// Where a game leaves what it has raised; the first counts.
#[derive(Default)]
pub(crate) struct Troubles(Mutex<Option<PyErr>>);

impl Troubles {
    fn leave(&self, wrong: PyErr) {
        lock(&self.0).get_or_insert(wrong);
    }

    fn are_there(&self) -> bool {
        lock(&self.0).is_some()
    }

    /// Takes it, so that the game can go on.
    pub(crate) fn take(&self) -> Option<PyErr> {
        lock(&self.0).take()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A game that is written in Python.
pub(crate) struct OwnGame {
    rules: Py<PyAny>,
    /// Is what was asked once remembered? Else everything is asked anew, which shows a game that changes its mind.
    remembers: bool,
    /// The number of every state that was seen.
    numbers: Py<PyDict>,
    seen: Mutex<Vec<Seen>>,
    troubles: Arc<Troubles>,
}

/// A state that was seen.
struct Seen {
    state: Py<PyAny>,
    /// Whose turn it is, where the rules say nothing of it.
    turn: Player,
    known: Option<Arc<Known>>,
}

/// What is known of a state.
struct Known {
    node: Node,
    payoff: i64,
    moves: Vec<(String, Py<PyAny>)>,
    next: Mutex<Vec<Option<u32>>>,
}

impl Known {
    fn over(payoff: i64) -> Self {
        Self { node: Node::End, payoff, moves: Vec::new(), next: Mutex::default() }
    }
}

impl OwnGame {
    pub(crate) fn new(rules: Py<PyAny>, remembers: bool) -> Self {
        let numbers = Python::attach(|py| PyDict::new(py).unbind());
        Self { rules, remembers, numbers, seen: Mutex::default(), troubles: Arc::default() }
    }

    pub(crate) fn troubles(&self) -> Arc<Troubles> {
        Arc::clone(&self.troubles)
    }

    /// What comes of something that may raise; what stands for it where it does.
    fn sound<T>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>, otherwise: T) -> T {
        if self.troubles.are_there() {
            return otherwise;
        }
        Python::attach(ask).unwrap_or_else(|wrong| {
            self.troubles.leave(wrong);
            otherwise
        })
    }

    /// The number of a state.
    fn number(&self, py: Python<'_>, state: Py<PyAny>, turn: Player) -> PyResult<u32> {
        // Where the rules do not say whose turn it is, that is part of the state.
        let key = (&state, if self.has(py, "player")? { 0 } else { turn.number() });
        let key = key.into_pyobject(py)?;
        let numbers = self.numbers.bind(py);
        let found = numbers.get_item(&key).map_err(|wrong| unhashable(py, wrong))?;
        if let Some(number) = found {
            return number.extract();
        }
        let number = {
            let mut seen = lock(&self.seen);
            seen.push(Seen { state, turn, known: None });
            u32::try_from(seen.len() - 1).map_err(|_| PyValueError::new_err("too many states"))?
        };
        // Another thread may have been here first.
        numbers.call_method1("setdefault", (key, number))?.extract()
    }

    fn has(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.rules.bind(py).hasattr(name)
    }

    fn state(&self, py: Python<'_>, number: u32) -> (Py<PyAny>, Player) {
        let seen = lock(&self.seen);
        let Seen { state, turn, .. } = &seen[number as usize];
        (state.clone_ref(py), *turn)
    }

    /// What is known of a state, or can be.
    fn known(&self, number: u32) -> Arc<Known> {
        if self.remembers
            && let Some(known) = &lock(&self.seen)[number as usize].known
        {
            return Arc::clone(known);
        }
        let known = self.sound(|py| self.ask(py, number).map(Some), None);
        let Some(known) = known else { return Arc::new(Known::over(0)) };
        let known = Arc::new(known);
        lock(&self.seen)[number as usize].known = Some(Arc::clone(&known));
        known
    }

    fn ask(&self, py: Python<'_>, number: u32) -> PyResult<Known> {
        let (state, turn) = self.state(py, number);
        let rules = self.rules.bind(py);
        let is_over: bool = rules.call_method1("is_over", (&state,))?.is_truthy()?;
        if is_over {
            let payoff = rules.call_method1("payoff", (&state,))?;
            return Ok(Known::over(whole(&payoff)?));
        }
        let (mut moves, mut names) = (Vec::new(), FxHashSet::default());
        let given = rules.call_method1("moves", (&state,))?;
        let given = match given.try_iter() {
            Err(wrong) if wrong.is_instance_of::<PyTypeError>(py) => {
                let message = format!("moves() must give a list of moves, not {}", text(&given)?);
                return Err(PyTypeError::new_err(message));
            }
            given => given?,
        };
        for mv in given {
            let mv = mv?;
            let name = self.name(py, &state, &mv)?;
            if moves.len() == MOST_MOVES {
                let message = format!("moves() gives more than {MOST_MOVES} moves");
                return Err(PyValueError::new_err(message));
            }
            if name.is_empty() || !names.insert(name.clone()) {
                let message = format!(
                    "moves() gives two moves that are called {name:?}, after {}",
                    shown(py, &state)?
                );
                return Err(PyValueError::new_err(message));
            }
            moves.push((name, mv.unbind()));
        }
        if moves.is_empty() {
            let message =
                format!("moves() is empty, but is_over() is False: {}", shown(py, &state)?);
            return Err(PyValueError::new_err(message));
        }
        let player = if self.has(py, "player")? {
            let player = rules.call_method1("player", (&state,))?;
            match player.extract::<u8>() {
                Ok(1) => Player::One,
                Ok(2) => Player::Two,
                _ => {
                    let message = format!("player() must give 1 or 2, not {}", text(&player)?);
                    return Err(PyValueError::new_err(message));
                }
            }
        } else {
            turn
        };
        let next = Mutex::new(vec![None; moves.len()]);
        Ok(Known { node: Node::of(player), payoff: 0, moves, next })
    }

    /// A move as it stands in a line: words with commas between.
    fn name(&self, py: Python<'_>, state: &Py<PyAny>, mv: &Bound<'_, PyAny>) -> PyResult<String> {
        let name = if self.has(py, "move_name")? {
            text(&self.rules.bind(py).call_method1("move_name", (state, mv))?)?
        } else {
            text(mv)?
        };
        Ok(name.split(',').map(str::trim).collect::<Vec<_>>().join(" "))
    }

    fn after(&self, py: Python<'_>, number: u32, mv: &Py<PyAny>) -> PyResult<u32> {
        let (state, turn) = self.state(py, number);
        let next = self.rules.bind(py).call_method1("play", (state, mv))?;
        self.number(py, next.unbind(), turn.other())
    }
}

/// As `str()` has it. Never by `Display`, which would swallow a Ctrl-C that comes just then.
fn text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(object.str()?.to_string_lossy().into_owned())
}

/// As `repr()` has it.
fn shown(py: Python<'_>, object: &Py<PyAny>) -> PyResult<String> {
    Ok(object.bind(py).repr()?.to_string_lossy().into_owned())
}

/// A payoff.
fn whole(payoff: &Bound<'_, PyAny>) -> PyResult<i64> {
    payoff.extract().or_else(|wrong: PyErr| {
        let py = payoff.py();
        if wrong.is_instance_of::<PyOverflowError>(py) {
            let message = format!(
                "payoff() must give a whole number of at most 64 bits, not {}",
                text(payoff)?
            );
            return Err(PyValueError::new_err(message));
        }
        if wrong.is_instance_of::<PyTypeError>(py) {
            let message = format!(
                "payoff() must give a whole number, what the game is worth to player 1, not {}",
                text(payoff)?
            );
            return Err(PyTypeError::new_err(message));
        }
        Err(wrong)
    })
}

fn unhashable(py: Python<'_>, wrong: PyErr) -> PyErr {
    if !wrong.is_instance_of::<PyTypeError>(py) {
        return wrong;
    }
    match text(wrong.value(py)) {
        Ok(why) => PyTypeError::new_err(format!(
            "states must be hashable, as tuples are and lists are not: TypeError: {why}"
        )),
        Err(interrupted) => interrupted,
    }
}

/// A state by its number; where laws are checked also as people know it.
#[derive(Clone)]
pub(crate) struct State {
    number: u32,
    shown: Option<Arc<str>>,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.number.hash(hasher);
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shown {
            Some(shown) => f.write_str(shown),
            None => write!(f, "state {}", self.number),
        }
    }
}

/// Which of the moves of a state, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Move(u32);

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}", self.0 + 1)
    }
}

impl OwnGame {
    fn shown(&self, number: u32) -> State {
        let told = |py: Python<'_>| {
            let (state, _) = self.state(py, number);
            Ok(Some(shown(py, &state)?.into()))
        };
        let shown = if self.remembers { None } else { self.sound(told, None) };
        State { number, shown }
    }
}

impl Game for OwnGame {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        let start = |py: Python<'_>| {
            let start = self.rules.bind(py).call_method0("start")?;
            self.number(py, start.unbind(), Player::One)
        };
        let number = self.sound(|py| start(py).map(Some), None).unwrap_or_else(|| {
            // It is over before it begins.
            Python::attach(|py| {
                let (state, turn) = (py.None(), Player::One);
                lock(&self.seen).push(Seen { state, turn, known: None });
            });
            0
        });
        self.shown(number)
    }

    fn node(&self, state: &State) -> Node {
        if self.troubles.are_there() { Node::End } else { self.known(state.number).node }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if !self.troubles.are_there() {
            out.extend((0..).map(Move).take(self.known(state.number).moves.len()));
        }
    }

    fn play(&self, state: &State, Move(mv): Move) -> State {
        let number = state.number;
        let known = self.known(number);
        let place = mv as usize;
        let Some((_, object)) = known.moves.get(place) else { return state.clone() };
        if self.remembers
            && let Some(next) = lock(&known.next)[place]
        {
            return self.shown(next);
        }
        let next = self.sound(|py| self.after(py, number, object), number);
        lock(&known.next)[place] = Some(next);
        self.shown(next)
    }
}

impl Versus for OwnGame {
    fn winner(&self, state: &State) -> Option<Player> {
        match self.payoff(state) {
            1.. => Some(Player::One),
            0 => None,
            ..0 => Some(Player::Two),
        }
    }
}

impl ZeroSum for OwnGame {
    fn payoff(&self, state: &State) -> i64 {
        self.known(state.number).payoff
    }
}

impl Described for OwnGame {
    fn players(&self) -> [String; 2] {
        let players = |py: Python<'_>| {
            if !self.has(py, "players")? {
                return Ok(None);
            }
            self.rules.bind(py).getattr("players")?.extract::<[String; 2]>().map(Some)
        };
        let usual = || ["player 1", "player 2"].map(str::to_owned);
        self.sound(players, None).unwrap_or_else(usual)
    }

    fn move_name(&self, state: &State, Move(mv): Move) -> String {
        let known = self.known(state.number);
        known.moves.get(mv as usize).map_or(String::new(), |(name, _)| name.clone())
    }

    fn facts(&self, state: &State) -> Vec<(String, String)> {
        let told = |py: Python<'_>| {
            let (state, _) = self.state(py, state.number);
            text(state.bind(py))
        };
        vec![("state".to_owned(), self.sound(told, String::new()))]
    }
}

/// Checks the laws that every game obeys on a game written in Python, and returns how many states it has.
#[pyfunction]
pub(crate) fn check_laws(py: Python<'_>, rules: Py<PyAny>, limit: usize) -> PyResult<usize> {
    let game = OwnGame::new(rules, false);
    let troubles = game.troubles();
    let checked =
        py.detach(|| laws::check(&game, limit).and_then(|_| laws::check_zero_sum(&game, limit)));
    if let Some(trouble) = troubles.take() {
        return Err(trouble);
    }
    checked.map_err(|violation| said(py, "LawError", &violation.to_string()))
}
