"""Measures what docs/scale.md and the README promise, and prints it as a table.

    python benches/rates.py [--quick] [--json] [--only NAME ...]

Run it while nothing else runs: every figure is of this machine, at this moment.
The cluster is of this machine too: a scheduler and one worker a core, each a
process of its own, on the loopback.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Iterator

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))

from cluster_helpers import Net, drive, make_packages  # noqa: E402

import outplay  # noqa: E402
import outplay.cluster  # noqa: E402
import outplay.worker  # noqa: E402
from outplay import places  # noqa: E402

CORES = len(os.sched_getaffinity(0))
PROGRAM = HERE.parents[2] / "target" / "release" / "outplay"

#: Cells of about 10 ms: 20 x 10 x 20 of them.
SLOW = {"boss.attack": 6}
SLOW_VARY = {
    "boss.hp": range(370, 390),
    "wizard.hp": range(160, 170),
    "wizard.mana": range(5000, 5020),
}
#: Cells that cost little more than to read their rules: 100,000 of them.
CHEAP_VARY = {
    "boss.hp": range(1, 51),
    "boss.attack": range(1, 21),
    "wizard.mana": range(300, 400),
}


class Bench:
    """What was measured: a figure each, with its unit and the goal, if it has one."""

    def __init__(self, quick: bool) -> None:
        self.quick = quick
        self.folder = Path(tempfile.mkdtemp(prefix="rates-"))
        self.figures: list[dict[str, Any]] = []

    def say(
        self, what: str, value: float, unit: str, goal: str = "", met: bool | None = None
    ) -> None:
        figure = {"what": what, "value": value, "unit": unit, "goal": goal, "met": met}
        self.figures.append(figure)
        word = {None: "", True: "met", False: "MISSED"}[met]
        print(f"{what:58} {value:12,.4g} {unit:12} {goal:8} {word}", file=sys.stderr)


def spread(rates: list[float]) -> float:
    """How far apart they are, of their median."""
    return (max(rates) - min(rates)) / statistics.median(rates)


def fewer(vary: dict[str, Any], quick: bool) -> dict[str, Any]:
    """Two or three values of the last axis where it is to be quick."""
    if not quick:
        return vary
    *rest, last = vary
    few = vary[last][:: max(1, len(vary[last]) // 2)]
    return {**{name: vary[name] for name in rest}, last: few}


@contextmanager
def cluster(bench: Bench) -> Iterator[Any]:
    """The client of one worker a core."""
    folder = Path(tempfile.mkdtemp(dir=bench.folder))
    net = Net(folder, make_packages(folder / "packages"))
    try:
        for _ in range(CORES):
            net.worker(package="real")
        yield net.client(CORES)
    finally:
        net.close()


def cluster_rate(bench: Bench) -> None:
    """Cells of 10 ms: threads of this process against as many workers."""
    fight = outplay.load("wizard").set(SLOW)
    vary = fewer(SLOW_VARY, bench.quick)
    here: list[float] = []
    there: list[float] = []
    with cluster(bench) as client:
        few = {**vary, "wizard.mana": [4999]}
        expected = fight.sweep(few).json()
        assert fight.sweep(few, on=client).json() == expected  # and all is warm
        for _ in range(2 if bench.quick else 3):
            for rates, on in ((here, None), (there, client)):
                start = time.perf_counter()
                table = fight.sweep(vary, on=on, progress=False)
                rates.append(len(table) / (time.perf_counter() - start))
    one, other = statistics.median(here), statistics.median(there)
    bench.say(f"slow cells here, {CORES} threads", one, "cells/s")
    bench.say("  a cell on a core", 1000 * CORES / one, "ms")
    bench.say("  spread of the runs", spread(here), "")
    bench.say(f"slow cells on {CORES} Dask workers", other, "cells/s")
    bench.say("  spread of the runs", spread(there), "")
    bench.say("  of the rate here", other / one, "", ">= 0.85", other / one >= 0.85)


def python_rate(bench: Bench) -> None:
    """The cheap grid to a CSV: from Python, and from command lines."""
    vary = fewer(CHEAP_VARY, bench.quick)
    words = ["sweep", "wizard"]
    for name, values in vary.items():
        step = values.step
        words += ["--vary", f"{name}={values[0]}..{values[-1]}:{step}"]
    out = bench.folder / "out.csv"
    commands = {"python -m outplay": [sys.executable, "-m", "outplay"]}
    if PROGRAM.exists():
        commands["the program"] = [str(PROGRAM)]
    seconds: dict[str, list[float]] = {name: [] for name in ["here", *commands]}
    empty = ["sweep", "wizard", "--vary", "boss.hp=1..1", "--out", str(out)]
    cells = 0
    for _ in range(2 if bench.quick else 3):
        start = time.perf_counter()
        table = outplay.load("wizard").sweep(vary, progress=False)
        table.save(out)
        seconds["here"].append(time.perf_counter() - start)
        cells, expected = len(table), out.read_bytes()
        for name, command in commands.items():
            start = time.perf_counter()
            run([*command, *words, "--out", str(out)])
            middle = time.perf_counter()
            assert out.read_bytes() == expected
            run([*command, *empty])
            start_up = time.perf_counter() - middle
            seconds[name].append(middle - start - start_up)
    rates = {name: cells / statistics.median(all_) for name, all_ in seconds.items()}
    bench.say(f"{cells:,} cheap cells from Python", rates["here"], "cells/s")
    bench.say("  spread of the runs", spread(seconds["here"]), "")
    for name in commands:
        ratio = rates["here"] / rates[name]
        bench.say(f"  by {name}, without its start", rates[name], "cells/s")
        bench.say("  spread of the runs", spread(seconds[name]), "")
        bench.say("  from Python, of that", ratio, "", ">= 0.95", ratio >= 0.95)


def run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def import_time(bench: Bench) -> None:
    """`import outplay` in a fresh process."""
    code = (
        "import time; start = time.perf_counter(); import outplay; "
        "print(time.perf_counter() - start)"
    )
    # As it is where it was installed: compiled before, and once read from the disk.
    env = {**os.environ, "PYTHONPYCACHEPREFIX": str(bench.folder / "compiled")}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    times = []
    for _ in range(6 if bench.quick else 21):
        done = subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            text=True,
            env=env,
        )
        times.append(1000 * float(done.stdout))
    times = times[1:]
    median = statistics.median(times)
    bench.say("import outplay, fresh processes", median, "ms", "< 50", median < 50)
    bench.say("  the slowest", max(times), "ms")


def solve_overhead(bench: Bench) -> None:
    """What a call takes beyond what Rust measured, on games that know nothing yet."""
    count = 200 if bench.quick else 2_000
    games = [outplay.load("wizard") for _ in range(count)]
    overhead, inside = [], []
    for game in games:
        start = time.perf_counter()
        answer = game.solve()
        whole = time.perf_counter() - start
        inside.append(1e6 * answer.seconds)
        overhead.append(1e6 * whole - inside[-1])
    median = statistics.median(overhead)
    bench.say("fight.solve() of the wizard, in Rust", statistics.median(inside), "us")
    bench.say("  the call beyond that", median, "us", "< 100", median < 100)
    few, *_, most = statistics.quantiles(overhead, n=20)
    bench.say("  the same, 5 % of calls are below", few, "us")
    bench.say("  the same, 95 % of calls are below", most, "us")
    game = outplay.load("wizard")
    game.solve()
    start = time.perf_counter()
    for _ in range(count):
        game.solve()
    again = 1e6 * (time.perf_counter() - start) / count
    bench.say("  a question that was answered before, whole call", again, "us")


def chunks(bench: Bench) -> None:
    """What a chunk costs beyond its cells, and what goes over the wire."""
    module = outplay.cluster
    fight = outplay.load("wizard")
    source, limits = fight._table.source(), outplay._outplay.cell_limits(None, None, None)
    task = '{"options":{"set":[{"name":"boss.hp","text":"boss.hp=1"}]},"work":{"solve":{}}}'
    count = 300 if bench.quick else 2_000
    with cluster(bench) as client:
        drive(module.Cluster(client, source, limits), [task] * 100)  # all is warm
        with module.Cluster(client, source, limits) as one:
            start = time.perf_counter()
            for number in range(count // 10):
                one.give([(number, task)])
                while not one.results(1.0):
                    pass
            trip = 1000 * (time.perf_counter() - start) / (count // 10)
        bench.say("a chunk of one trivial cell, there and back", trip, "ms")
        most, places.MOST = places.MOST, 1
        try:
            with module.Cluster(client, source, limits) as one:
                cpu = time.process_time()
                start = time.perf_counter()
                drive(one, [task] * count)
                seconds = time.perf_counter() - start
                cpu = time.process_time() - cpu
        finally:
            places.MOST = most
        bench.say(f"such chunks that {CORES} workers get", count / seconds, "chunks/s")
        bench.say("  time of a core in the client", 1000 * cpu / count, "ms/chunk")
        share = CORES * seconds / count / places.AIM
        bench.say(f"  of a chunk of {places.AIM} s", 100 * share, "%")
        with noted(module) as (asks, answers):
            most_mana = 302 if bench.quick else 340
            vary = {**CHEAP_VARY, "wizard.mana": range(300, most_mana)}
            fight.sweep(vary, on=client, progress=False)
    cells = sum(len(json.loads(ask)["tasks"]) for ask in asks)
    bench.say("cells in a chunk of the cheap grid", cells / len(asks), "cells")
    largest = max(asks, key=len)
    alone = len(wire({**json.loads(largest), "tasks": []}))
    bench.say("a chunk without cells, as it goes to a worker", alone, "bytes")
    each = (sum(map(len, asks)) - alone * len(asks)) / cells
    bench.say("  a task in it", each, "bytes")
    came = sum(len(pickle.dumps(answer)) for answer in answers)
    bench.say("  a cell as it comes back", came / cells, "bytes")


def wire(ask: dict[str, Any]) -> bytes:
    return pickle.dumps((eval, outplay.worker.WORK, {"ask": json.dumps(ask)}))


@contextmanager
def noted(module: Any) -> Iterator[tuple[list[str], list[Any]]]:
    """All that goes to workers, and all that comes back."""
    asks: list[str] = []
    answers: list[Any] = []
    submit, answer = module.Cluster._submit, module.Cluster._answer

    def noting(self: Any, chunk: Any, place: Any) -> None:
        before = self._client.submit

        def sent(function: Any, work: str, content: dict[str, str], **options: Any) -> Any:
            asks.append(content["ask"])
            return before(function, work, content, **options)

        self._client.submit = sent
        try:
            submit(self, chunk, place)
        finally:
            del self._client.submit

    def came(self: Any, key: str, content: Any) -> None:
        answers.append(content)
        answer(self, key, content)

    module.Cluster._submit, module.Cluster._answer = noting, came
    try:
        yield asks, answers
    finally:
        module.Cluster._submit, module.Cluster._answer = submit, answer


def store_rate(bench: Bench) -> None:
    """Cheap cells with and without a store, and what it has read again."""
    fight = outplay.load("wizard")
    vary = {**fewer(CHEAP_VARY, bench.quick), "boss.hp": range(1, 11)}
    seconds: dict[str, list[float]] = {"without": [], "with": [], "again": []}
    cells = 0
    size = 0
    for number in range(2 if bench.quick else 3):
        store = bench.folder / f"{number}.sqlite"
        for name, kept in (("without", None), ("with", store), ("again", store)):
            start = time.perf_counter()
            cells = len(fight.sweep(vary, store=kept, progress=False))
            seconds[name].append(time.perf_counter() - start)
        size = store.stat().st_size
    rate = {name: cells / statistics.median(all_) for name, all_ in seconds.items()}
    bench.say(f"{cells:,} very cheap cells here without a store", rate["without"], "cells/s")
    bench.say("  into a new store", rate["with"], "rows/s")
    cost = 1e6 * (1 / rate["with"] - 1 / rate["without"])
    bench.say("  what a row costs", cost, "us")
    bench.say("  out of the store", rate["again"], "rows/s")
    bench.say("  a row on the disk", size / cells, "bytes")
    with cluster(bench) as client:
        store = bench.folder / "there.sqlite"
        start = time.perf_counter()
        fight.sweep(vary, store=store, on=client, progress=False)
        there = cells / (time.perf_counter() - start)
    bench.say(f"  into a new store by {CORES} Dask workers", there, "rows/s")


PARTS: dict[str, Callable[[Bench], None]] = {
    "import": import_time,
    "solve": solve_overhead,
    "chunks": chunks,
    "store": store_rate,
    "python": python_rate,
    "cluster": cluster_rate,
}


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--quick", action="store_true", help="fewer cells: does it run?")
    reader.add_argument("--json", action="store_true", help="the figures as JSON")
    reader.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS))
    args = reader.parse_args()
    bench = Bench(args.quick)
    load = os.getloadavg()[0]
    print(f"{CORES} cores, load {load:.1f} at the start", file=sys.stderr)
    with ExitStack() as stack:
        stack.callback(remove, bench.folder)
        for name in args.only:
            PARTS[name](bench)
    if args.json:
        about = {"cores": CORES, "load": load, "version": outplay.__version__}
        print(json.dumps({**about, "quick": args.quick, "figures": bench.figures}, indent=2))
    return 0


def remove(folder: Path) -> None:
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
