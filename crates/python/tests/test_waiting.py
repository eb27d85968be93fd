"""While Rust works: Ctrl-C, other threads, progress, limits of time."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import outplay
import pytest

ENDLESS = Path(__file__).resolve().parents[3] / "golden" / "fights" / "fencers-endless.toml"

#: Games and questions that take minutes.
LONG = f"""
import json, outplay, sys
fight = outplay.load({str(ENDLESS)!r}).set("pupil.hp=900", "maestro.hp=900")
arena = outplay.load("arena").sides("mage", "rogue")
class Counts:
    def start(self): return 0
    def moves(self, state): return ["a", "b"]
    def play(self, state, move): return 2 * state + (move == "a")
    def is_over(self, state): return False
    def payoff(self, state): return 0
def sleeps(position):
    import time
    time.sleep(0.2)
    return position.options[0].key
print("ready", flush=True)
"""


def pressed(code: str, times: int = 1, pause: float = 1.0, between: float = 0.0) -> tuple[int, str, str]:
    """Runs a program and presses Ctrl-C once it works; its status, what it prints, what it complains about."""
    child = subprocess.Popen([sys.executable, "-c", LONG + code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == "ready"
        time.sleep(pause)
        for number in range(times):
            time.sleep(between if number else 0)
            child.send_signal(signal.SIGINT)
        output, errors = child.communicate(timeout=30)
    finally:
        child.kill()
    assert "panicked" not in errors
    return child.returncode, output.strip(), errors


def test_ctrl_c_stops_a_solve_which_says_what_is_known() -> None:
    status, output, errors = pressed("answer = fight.solve(); print(answer.stopped, answer.settled, answer.states > 0)")
    assert (status, output) == (0, "interrupted False True"), errors


def test_ctrl_c_stops_a_search_by_every_name() -> None:
    for by in ("memo", "retrograde", "mcts"):
        status, output, errors = pressed(f"print(fight.solve(by={by!r}, playouts=10**9 if {by!r} == 'mcts' else None).stopped)")
        assert (status, output) == (0, "interrupted"), (by, errors)


def test_ctrl_c_stops_a_sweep_which_keeps_what_is_done() -> None:
    code = """
table = fight.sweep({"pupil.hp": list(range(1, 6)) + [800, 900]})
print(table.stopped, table.open > 0, len(table))
"""
    status, output, errors = pressed(code)
    assert (status, output) == (0, "interrupted True 7"), errors


def test_ctrl_c_stops_a_match_which_counts_what_was_played() -> None:
    code = "match = arena.match(':random', ':mcts=200', games=10**9); print(match.stopped, match.games < 10**9)"
    status, output, errors = pressed(code)
    assert (status, output) == (0, "interrupted True"), errors


def test_ctrl_c_stops_a_match_of_a_style_that_sleeps() -> None:
    code = "match = arena.match(sleeps, ':random', games=10**6); print(match.stopped, match.games < 10**6)"
    status, output, errors = pressed(code)
    assert (status, output) == (0, "interrupted True"), errors


def test_ctrl_c_stops_a_game_of_ones_own() -> None:
    status, output, errors = pressed("print(outplay.load(Counts()).solve().stopped)")
    assert (status, output) == (0, "interrupted"), errors


def test_ctrl_c_stops_the_check_of_a_game_of_ones_own() -> None:
    code = """
try:
    outplay.check(Counts(), limit=10**9)
except KeyboardInterrupt:
    print("stopped")
"""
    status, output, errors = pressed(code)
    assert (status, output) == (0, "stopped"), errors


def test_ctrl_c_is_never_lost_wherever_a_game_of_ones_own_is() -> None:
    code = """
import signal
signal.signal(signal.SIGALRM, signal.default_int_handler)
stopped = 0
for pause in range(1000):
    try:
        signal.setitimer(signal.ITIMER_REAL, 2e-4 + pause * 2e-6)
        outplay.check(Counts(), limit=10**9)
    except KeyboardInterrupt:
        stopped += 1
print(stopped)
"""
    done = subprocess.run([sys.executable, "-c", LONG + code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.split()) == (0, ["ready", "1000"]), done.stderr


def test_ctrl_c_is_never_lost_in_what_is_said_of_a_wrong_game() -> None:
    code = """
import signal
signal.signal(signal.SIGALRM, signal.default_int_handler)
class Lists(Counts):
    def start(self): return []
stopped = 0
for pause in range(300):
    try:
        signal.setitimer(signal.ITIMER_REAL, 2e-4 + pause * 1e-6)
        for _ in range(10**5):
            try:
                outplay.check(Lists(), limit=10)
            except TypeError:
                pass
    except KeyboardInterrupt:
        stopped += 1
print(stopped)
"""
    done = subprocess.run([sys.executable, "-c", LONG + code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.split()) == (0, ["ready", "300"]), done.stderr


def test_ctrl_c_once_more_raises() -> None:
    code = """
def slow(position):
    import time
    time.sleep(0.5)
    return position.options[0].key
try:
    arena.match(slow, ":random", games=10)
    print("answered")
except KeyboardInterrupt:
    print("raised")
"""
    status, output, errors = pressed(code, times=2, between=0.8)
    assert (status, output) == (0, "raised"), errors


def test_the_game_can_be_asked_again_after_ctrl_c() -> None:
    code = "print(fight.solve().stopped, fight.solve(max_states=10).stopped, outplay.load('wizard').solve().value)"
    status, output, errors = pressed(code)
    assert (status, output) == (0, "interrupted states 953"), errors


def test_what_a_handler_of_signals_raises_is_raised() -> None:
    code = """
import signal
class Stop(Exception): pass
def handle(*_): raise Stop
signal.signal(signal.SIGINT, handle)
try:
    fight.solve()
except Stop:
    print("raised")
"""
    status, output, errors = pressed(code)
    assert (status, output) == (0, "raised"), errors


def endless() -> outplay.Game:
    return outplay.load(ENDLESS).set("pupil.hp=900", "maestro.hp=900")


def test_the_interpreter_is_free_while_rust_works() -> None:
    counted, over = [0], threading.Event()

    def count() -> None:
        while not over.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    endless().solve(max_seconds=0.5)
    during = counted[0] - before
    over.set()
    thread.join()
    # Hundreds where the machine has nothing else to do; none where the interpreter is kept.
    assert during > 3


@pytest.mark.parametrize("ask", [
    lambda seconds: endless().solve(max_seconds=seconds),
    lambda seconds: endless().compare(max_seconds=seconds),
    lambda seconds: endless().sweep({"pupil.hp": [800, 900]}, max_seconds=seconds),
    lambda seconds: endless().sweep({"pupil.hp": [800, 900]}, cell_seconds=seconds / 2),
    lambda seconds: endless().match(":random", ":mcts=100", games=10**9, max_seconds=seconds),
    lambda seconds: endless().tune("value in 1..2", {"pupil.hp": "800..900"}, max_seconds=seconds),
    lambda seconds: endless().position().moves(max_seconds=seconds),
    lambda seconds: endless().position().best(max_seconds=seconds),
], ids=["solve", "compare", "sweep", "cells", "match", "tune", "moves", "best"])
def test_a_limit_of_time_holds(ask: Any) -> None:
    begun = time.monotonic()
    try:
        ask(0.3)
    except outplay.LimitError as error:
        assert error.stopped == "time"
    assert time.monotonic() - begun < 15


# Progress.


class Recorder:
    """A bar that records; called as tqdm is."""

    made: list[Recorder] = []

    def __init__(self, *, total: int | None = None, unit: str = "", leave: bool = True) -> None:
        self.total, self.unit, self.updates, self.closed = total, unit, list[int](), 0
        Recorder.made.append(self)

    def update(self, by: int) -> None:
        assert not self.closed
        self.updates.append(by)

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def recorded() -> Any:
    Recorder.made = []
    return Recorder.made


@pytest.mark.parametrize(("ask", "total"), [
    (lambda: outplay.load("wizard").sweep({"boss.hp": range(60, 160), "boss.attack": range(5, 12)}, progress=Recorder), 700),
    (lambda: outplay.load("arena").match("mage:random", "rogue:mcts=200", games=150, progress=Recorder), 300),
    (lambda: outplay.load("combat").match(cards=50, games=200_000, progress=Recorder), 200_000),
    (lambda: outplay.load("hedge").tournament(styles=["random", "mcts=100"], games=10, progress=Recorder), 64),
    (lambda: endless().solve(max_seconds=0.4, progress=Recorder), None),
], ids=["sweep", "match", "deals", "tournament", "solve"])
def test_a_bar_is_told_how_far_it_is(ask: Any, total: int | None, recorded: list[Recorder]) -> None:
    ask()
    if not recorded:
        pytest.skip("this machine was too fast to tell anything")
    (bar,) = recorded
    assert (bar.total, bar.closed) == (total, 1)
    assert bar.updates and all(by > 0 for by in bar.updates)
    assert total is None or sum(bar.updates) <= total


def test_quick_work_makes_no_bar(recorded: list[Recorder]) -> None:
    outplay.load("wizard").solve(progress=Recorder)
    outplay.load("wizard").solve(progress=False)
    assert recorded == []


def test_what_a_bar_raises_is_raised_and_ends_the_work(recorded: list[Recorder]) -> None:
    class Wrong(Recorder):
        def update(self, by: int) -> None:
            raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        endless().solve(progress=Wrong, max_seconds=60)
    assert recorded[0].closed == 1


def test_a_bar_may_ask_the_game(recorded: list[Recorder]) -> None:
    game = endless()

    class Asks(Recorder):
        def update(self, by: int) -> None:
            game.solve(max_states=5)

    assert game.solve(progress=Asks, max_seconds=0.5).stopped == "time"


def test_the_real_bar_is_tqdm_and_needs_it() -> None:
    code = f"""
import sys
import outplay
game = outplay.load({str(ENDLESS)!r}).set("pupil.hp=900", "maestro.hp=900")
game.solve(max_seconds=0.3, progress=True)
print("tqdm" in sys.modules)
for name in [name for name in sys.modules if name.startswith("tqdm")]:
    del sys.modules[name]
sys.modules["tqdm"] = sys.modules["tqdm.auto"] = None
try:
    game.solve(max_seconds=5, progress=True)
except ImportError as error:
    print(error)
print(game.solve(max_seconds=0.2).stopped)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == ["True", 'a bar needs tqdm: pip install "outplay[progress]"', "time"], done.stderr


def test_an_interrupted_answer_is_json_all_the_same() -> None:
    answer = endless().solve(max_seconds=0.2)
    assert json.loads(answer.json())["stopped"] == answer.stopped == "time"
