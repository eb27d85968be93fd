"""The package itself: what it imports, what it says of itself, its types."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import outplay
import pytest

PACKAGE = Path(outplay.__file__).parent

#: What nobody pays for who does not use it.
HEAVY = ("dask", "distributed", "pyarrow", "pandas", "polars", "duckdb", "tqdm", "numpy", "asyncio", "dataclasses", "inspect",
         "typing", "ssl", "concurrent", "logging", "random", "decimal", "importlib.metadata", "subprocess", "threading")


def python(code: str, *options: str) -> str:
    done = subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_it_imports_nothing_heavy() -> None:
    # Without site: what an installation imports at its start is not ours.
    code = f"""
import sys
sys.path.insert(0, {str(PACKAGE.parent)!r})
before = set(sys.modules)
import outplay
print(*sorted(set(sys.modules) - before))
"""
    found = python(code, "-S", "-I").split()
    assert "outplay._outplay" in found
    assert [name for name in found if name in HEAVY or name.split(".")[0] in HEAVY[:8]] == []
    assert "outplay.cluster" not in found


def test_asking_imports_nothing_heavy_either() -> None:
    code = f"""
import sys
sys.path.insert(0, {str(PACKAGE.parent)!r})
import outplay
fight = outplay.load("wizard").set(boss={{"hp": 71, "attack": 10}}).mode("hard")
fight.solve().turns, fight.position("24").moves(), fight.sweep({{"boss.hp": range(10, 12)}}).json()
print(*sorted(sys.modules))
"""
    found = python(code, "-S", "-I").split()
    assert [name for name in found if name.split(".")[0] in HEAVY[:8]] == []


def test_it_is_there_soon() -> None:
    code = """
import time
begun = time.perf_counter()
import outplay
print(time.perf_counter() - begun)
"""
    assert min(float(python(code)) for _ in range(5)) < 0.5


def public() -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name in outplay.__all__:
        thing = getattr(outplay, name)
        if name.startswith("__"):
            continue
        found.append((name, thing))
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, (property, staticmethod, classmethod))):
                    found.append((f"{name}.{member}", value))
    return found


@pytest.mark.parametrize(("name", "thing"), public(), ids=lambda one: one if isinstance(one, str) else "")
def test_every_public_name_says_what_it_is(name: str, thing: Any) -> None:
    doc = inspect.getdoc(thing)
    assert doc and len(doc) > 8, name
    assert not doc.startswith(("Exception", "dict(", "str(")), name


def test_all_that_is_named_is_there() -> None:
    assert sorted(outplay.__all__, key=str.swapcase) == sorted(set(outplay.__all__), key=str.swapcase)
    for name in outplay.__all__:
        assert hasattr(outplay, name)
    assert outplay.__version__.count(".") >= 2
    assert (PACKAGE / "py.typed").exists() and (PACKAGE / "_outplay.pyi").exists()


def test_nothing_is_named_on_the_outside_that_is_not_meant() -> None:
    extra = {name for name in vars(outplay) if not name.startswith("_")} - set(outplay.__all__)
    modules = {"cluster", "errors", "files", "game", "how", "limits", "places", "position", "progress", "results", "spell", "table", "watch", "worker"}
    helpers = {"MOST_BYTES_OF_A_LIST", "TYPE_CHECKING", "annotations", "card", "json", "os", "path_of", "read", "side", "texts",
               "whole"}
    assert extra <= modules | helpers, extra - modules - helpers


PROGRAM = '''
from __future__ import annotations

from pathlib import Path

import outplay


class Careful:
    name = "careful"

    def choose(self, position: outplay.Position, /) -> str:
        return min(position.options, key=lambda option: option.harm or 0).key


class Race:
    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[int]:
        return [1, 2]

    def play(self, state: int, move: int) -> int:
        return state + move

    def is_over(self, state: int) -> bool:
        return state >= 10

    def payoff(self, state: int) -> int:
        return 1


def thrifty(position: outplay.Position) -> str:
    return position.options[0].key


fight: outplay.Game = outplay.load("wizard").set(boss={"hp": 71}).set("boss.attack=10").set({"boss.hp": 3}).mode("hard")
answer: outplay.Answer = fight.solve(max_states=10, max_seconds=1.5, by="astar", at_most=3)
value: int | float | None = answer.value
line: list[str] = answer.line
lower, upper = answer.lower, answer.upper
states: int = answer.states
events = [turn["events"] for turn in answer.turns]
for move in fight.position("24").moves():
    print(move.key, move.value, move.regret, move.best)
here = fight.position().play("4")
print(here.chooses, here.sides[0]["hp"], [option.key for option in here.options], here.rng.random())
table: outplay.Sweep = fight.sweep({"boss.hp": range(10, 12), "boss.attack": [1, 2]}, store=Path("x.sqlite"))
table = fight.sweep(["boss.hp=1..3"])
first: dict[str, object] = table[0]
table.save(Path("x.csv"))
arena = outplay.load("arena").sides("mage", ["rogue"])
matrix: list[list[float | None]] = arena.tournament(["mage"], styles=["random"]).matrix
match: outplay.Match = arena.match("mage:random", ("rogue", Careful()), games=3, seed=7)
match = arena.match(Careful(), thrifty)
match = arena.match(lambda position: position.options[0].key, None)
wins: int = match.p1_wins
print(outplay.hand([{"name": "Jab", "cost": 0}, "Breath,pitch=3"]).solve().value)
odds: float = outplay.deck("deck.txt", cards=Path("card.csv")).odds(4).value
print(outplay.combat("9 2", [5, 8]).solve(mode="recursive").value)
print(outplay.load(Race()).solve(), outplay.check(Race()))
tuning: dict[str, int | float | str] = fight.tune("win", {"boss.hp": "1..3"}).changes
page: str = fight.report().html()
try:
    fight.set(boss={"hp": 0})
except outplay.RulesError as error:
    codes: list[str] = [problem.code for problem in error.problems]
'''


def test_a_program_that_uses_it_passes_the_strict_checks_of_mypy(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "wrong.py").write_text("import outplay\nx: int = outplay.load('wizard').solve().line\noutplay.load('wizard').solve(max_sates=3)\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "program.py", "wrong.py"],
                          cwd=tmp_path, capture_output=True, text=True, timeout=300)
    wrong = [line for line in done.stdout.splitlines() if "error:" in line]
    assert [line for line in wrong if not line.startswith("wrong.py")] == []
    assert len([line for line in wrong if line.startswith("wrong.py")]) == 2


def test_the_stub_of_the_native_part_is_what_is_there(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "outplay._outplay"], cwd=tmp_path, capture_output=True, text=True,
                          timeout=300)
    assert done.returncode == 0, done.stdout
