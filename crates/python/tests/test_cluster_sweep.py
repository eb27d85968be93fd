"""Jobs of the real package on real Dask processes: the same answers, whatever dies."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")
outplay: Any = pytest.importorskip("outplay")
if not hasattr(outplay, "load"):  # the fake of the tests of places
    pytest.skip("the real package is not installed", allow_module_level=True)

sys.path.insert(0, str(Path(__file__).parent))

from cluster_helpers import OTHER_VERSION, Net, make_packages, until  # noqa: E402

PROGRAM = Path(__file__).resolve().parents[3] / "target" / "release" / "outplay"

#: 20,000 fights.
GRID = {
    "boss.hp": range(1, 101),
    "boss.attack": range(1, 21),
    "wizard.mana": range(100, 1100, 100),
}
#: With a boss of 3,000 hp this takes minutes.
LONG = {"wizard.hp": 600, "wizard.mana": 30_000, "boss.attack": 6}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return make_packages(tmp_path_factory.mktemp("packages"))


@pytest.fixture
def net(tmp_path: Path, packages: dict[str, Path]) -> Iterator[Net]:
    net = Net(tmp_path, packages)
    yield net
    net.close()


@pytest.fixture(scope="module")
def calm(
    tmp_path_factory: pytest.TempPathFactory, packages: dict[str, Path]
) -> Iterator[Net]:
    """Two workers which no test here harms."""
    net = Net(tmp_path_factory.mktemp("calm"), packages)
    try:
        net.worker(package="real")
        net.worker(package="real")
        net.client(2)
        yield net
    finally:
        net.close()


@pytest.fixture(scope="module")
def wizard() -> Any:
    return outplay.load("wizard")


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tasks that go to clusters of this process."""
    from outplay.cluster import Cluster

    tasks: list[str] = []
    give = Cluster.give

    def note(self: Cluster, more: list[tuple[int, str]]) -> None:
        tasks.extend(task for _, task in more)
        give(self, more)

    monkeypatch.setattr(Cluster, "give", note)
    return tasks


def rows(store: Path) -> list[tuple[str, str, str]]:
    """The cells that a store has at this moment: key, question, answer.

    Never while this process writes there: Python has an SQLite of its own, and two
    of them in a process take each other's locks away.
    """
    if not store.exists():
        return []
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
        try:
            return connection.execute("SELECT * FROM cells ORDER BY key").fetchall()
        except sqlite3.OperationalError:  # the tables are not there yet
            return []


def rows_meanwhile(store: Path) -> list[tuple[str, str, str]]:
    """The same while this process writes there: read by another one."""
    code = "import json, sqlite3, sys; c = sqlite3.connect(sys.argv[1]); "
    code += "print(json.dumps(c.execute('SELECT * FROM cells').fetchall()))"
    done = subprocess.run(
        [sys.executable, "-c", code, store], check=True, capture_output=True, timeout=60
    )
    return [(key, question, answer) for key, question, answer in json.loads(done.stdout)]


def check_store(store: Path, count: int) -> None:
    """Every cell once: by its key, and by what it is the answer to."""
    found = rows(store)
    assert len(found) == count
    assert len({key for key, _, _ in found}) == count
    assert len({question for _, question, _ in found}) == count


def same(one: Any, two: Any) -> None:
    """Two answers that differ in nothing but the time they took."""
    assert timeless(one) == timeless(two)


def timeless(answer: Any) -> list[str]:
    lines: list[str] = answer.json().splitlines()
    return [line for line in lines if not line.lstrip().startswith('"seconds":')]


class Watcher:
    """Like tqdm; does something once so many cells are done."""

    def __init__(self, at: int, act: Callable[[], None]) -> None:
        self.at, self.act = at, act
        self.done = 0
        self.acted = False

    def __call__(self, **_: Any) -> Watcher:
        return self

    def update(self, more: int) -> None:
        self.done += more
        if self.done >= self.at and not self.acted:
            self.acted = True
            self.act()

    def close(self) -> None:
        pass


def started(*words: str, folder: Path) -> subprocess.Popen[str]:
    """A client in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-X", "faulthandler", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        start_new_session=True,  # a Ctrl-C of the tests is none of its business
    )


def ended(process: subprocess.Popen[str], seconds: float = 60.0) -> tuple[int, str, str]:
    """What came of a process; one that hangs says where."""
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)
        out, err = process.communicate(timeout=10)
        pytest.fail(f"it hangs; it said:\n{out}\nand stands at:\n{err}")
    finally:
        process.kill()
    return process.returncode, out, err


# Workers come and die.


def test_20000_cells_with_a_worker_killed_and_one_that_comes_late(
    wizard: Any, net: Net, given: list[str]
) -> None:
    here = wizard.sweep(GRID)
    assert len(here) == here.done == 20_000
    net.worker(package="real")
    net.worker(package="real")
    client = net.client(2)
    victim = min(net.pids().values())
    store = net.folder / "big.sqlite"
    committed: list[tuple[str, str, str]] = []

    def kill() -> None:
        committed.extend(rows_meanwhile(store))
        os.kill(victim, signal.SIGKILL)
        net.worker(package="real")

    watcher = Watcher(3_000, kill)
    table = wizard.sweep(GRID, on=client, store=store, progress=watcher)
    assert table.json() == here.json()
    assert (table.kept, table.done, table.open, table.lost) == (0, 20_000, 0, [])
    assert table.states == here.states
    assert 3_000 <= watcher.done <= 20_000 and watcher.acted
    assert 3_000 <= len(committed) < 20_000
    assert set(committed) <= set(rows(store))
    check_store(store, 20_000)
    client.wait_for_workers(2, timeout=40)  # the late one is there
    assert victim not in net.pids().values()
    # All of it is in the store: nothing is left to do, here or there.
    given.clear()
    again = wizard.sweep(GRID, on=client, store=store)
    assert (again.kept, again.done) == (20_000, 0) and not given
    assert again.json() == here.json()


KILLER = """
import os, signal, time
from outplay import worker

if not hasattr(worker, "without_killer"):  # Dask may read this more than once
    worker.without_killer = worker.bench

class Bench:
    def __init__(self, bench):
        self.bench = bench

    def cells(self, tasks, limits, interrupt):
        if any('"boss.hp=137"' in task for task in tasks):
            os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(60)
        return self.bench.cells(tasks, limits, interrupt)

worker.bench = lambda name: Bench(worker.without_killer(name))
"""


def test_a_cell_that_kills_its_worker_twice_is_marked_and_left(
    wizard: Any, net: Net, calm: Net, given: list[str]
) -> None:
    killer = net.folder / "killer.py"
    killer.write_text(KILLER)
    for _ in range(3):
        net.worker("--preload", str(killer), package="real")
    client = net.client(3)
    store = net.folder / "kept.sqlite"
    vary = {"boss.hp": range(1, 201)}
    here = wizard.sweep(vary)
    with pytest.warns(outplay.LostCellWarning, match="cell 136 .*died twice") as caught:
        table = wizard.sweep(vary, on=client, store=store)
    assert len(caught) == 1
    assert (table.done, table.open, table.stopped) == (199, 1, "worker")
    [(row, key, why)] = table.lost
    assert row == 136 and "died twice" in why and key not in dict(keys(store))
    assert table[136]["stopped"] == "worker" and table[136]["boss.hp"] == 137
    assert table[136]["value"] is None
    for number, (one, other) in enumerate(zip(here, table)):
        assert one == other or number == 136
    check_store(store, 199)
    assert len(net.pids()) == 1  # it cost two workers, no more
    given.clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        later = wizard.sweep(vary, on=calm.clients[0], store=store)
    assert (later.kept, later.done, later.lost, later.stopped) == (199, 1, [], None)
    assert len(given) == 1 and '"boss.hp=137"' in given[0]
    assert later.json() == here.json()
    assert key in dict(keys(store))


def keys(store: Path) -> list[tuple[str, str]]:
    return [(key, answer) for key, _, answer in rows(store)]


# Clients die and are stopped.

CLIENT = """
import json, signal, sys
import outplay
from dask.distributed import Client

if __name__ == "__main__":
    # Where the tests run in the background of a shell, it is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    address, store, out, vary, numbers = map(json.loads, sys.argv[1:])
    fight = outplay.load("wizard").set(numbers)
    client = Client(address)
    print("ready", flush=True)
    table = fight.sweep(vary, on=client, store=store)
    print(json.dumps([table.stopped, table.kept, table.done, table.open]), flush=True)
    table.save(out)
    client.close()
"""


def client_process(net: Net, folder: Path, **given: Any) -> subprocess.Popen[str]:
    script = folder / "client.py"
    script.write_text(CLIENT)
    words = [net.address, str(folder / "kept.sqlite"), str(folder / "out.json")]
    words += [given["vary"], given.get("numbers", {})]
    return started(str(script), *map(json.dumps, words), folder=folder)


def test_a_client_that_is_killed_and_started_again(
    wizard: Any, calm: Net, tmp_path: Path, given: list[str]
) -> None:
    vary = {"boss.hp": "1..100", "boss.attack": "1..20", "wizard.mana": "400,500,600"}
    store = tmp_path / "kept.sqlite"
    client = client_process(calm, tmp_path, vary=vary)
    try:
        until(lambda: len(rows(store)) > 500 or client.poll() is not None)
    finally:
        client.kill()
    client.communicate(timeout=20)
    assert client.returncode == -signal.SIGKILL
    before = rows(store)
    assert 500 < len(before) < 6_000
    table = wizard.sweep(vary, on=calm.clients[0], store=store)
    assert (table.kept, table.done) == (len(before), 6_000 - len(before))
    assert len(given) == len(set(given)) == table.done
    assert set(before) <= set(rows(store))
    check_store(store, 6_000)
    assert table.json() == wizard.sweep(vary).json()


def test_ctrl_c_gives_what_is_finished(
    wizard: Any, calm: Net, tmp_path: Path
) -> None:
    vary = {"boss.hp": "300..500", "wizard.hp": "150..200"}
    numbers = {"wizard.mana": 5000, "boss.attack": 6}
    store, out = tmp_path / "kept.sqlite", tmp_path / "out.json"
    client = client_process(calm, tmp_path, vary=vary, numbers=numbers)
    try:
        until(lambda: len(rows(store)) > 20 or client.poll() is not None)
        client.send_signal(signal.SIGINT)
        status, said, err = ended(client)
    finally:
        client.kill()
    assert (status, err) == (0, "")
    stopped, kept, done, open_ = json.loads(said.splitlines()[-1])
    assert (stopped, kept) == ("interrupted", 0)
    assert done > 20 and done + open_ == 201 * 51
    check_store(store, done)
    found = json.loads(out.read_text())["fights"]
    finished = [fight for fight in found if "stopped" not in fight]
    assert len(finished) == done
    assert {fight["stopped"] for fight in found if "stopped" in fight} == {"interrupted"}
    fight = wizard.set(numbers)
    for one in finished[::20]:
        numbers_of_one = {name: one[name] for name in vary}
        assert fight.set(numbers_of_one).solve().value == one.get("value")
    until(lambda: is_idle(calm))


def is_idle(net: Net) -> bool:
    """No worker has a chunk in hand or at work."""
    return not at_work(net) and not any(net.clients[0].processing().values())


def at_work(net: Net) -> int:
    """How many workers are at work on a chunk."""
    running = "len(__import__('outplay.worker', fromlist=['x'])._running)"
    return sum(net.clients[0].run(eval, running).values())


def test_a_worker_drops_the_long_cell_of_a_client_that_died(
    calm: Net, tmp_path: Path
) -> None:
    """Nobody waits for it, and it would go on for a minute and more."""
    vary = {"boss.hp": "3000..3003"}
    client = client_process(calm, tmp_path, vary=vary, numbers=LONG)
    try:
        until(lambda: at_work(calm) == 2 or client.poll() is not None)
    finally:
        client.kill()
    client.communicate(timeout=20)
    assert client.returncode == -signal.SIGKILL
    until(lambda: is_idle(calm))


# The other jobs, and limits.


@pytest.mark.parametrize(
    "ask",
    [
        lambda on: outplay.load("arena").tournament(on=on),
        lambda on: outplay.load("arena").tournament(
            styles=["random", "minimax"], games=20, on=on
        ),
        lambda on: outplay.load("rpglite").tournament(["KA", "KW", "AW"], on=on),
        lambda on: outplay.load("arena").match(
            "mage:random", "rogue:minimax", games=300, seed=7, on=on
        ),
        lambda on: outplay.load("wizard").tune(
            "value in 1000..1100",
            {"boss.hp": "40..70", "poison.cost": "150..200"},
            on=on,
        ),
        lambda on: (
            outplay.load("arena").sides("mage", "rogue").report(games=50, on=on)
        ),
        lambda on: outplay.load("arena").sweep({"p1": "all", "p2": "all"}, on=on),
        lambda on: outplay.load("wizard").sweep(
            {"mode": ["normal", "hard"], "boss.hp": "9..20"}, on=on
        ),
    ],
    ids="tournament styles rpglite match tune report fighters modes".split(),
)
def test_every_job_gives_the_same_there(
    calm: Net, given: list[str], ask: Callable[[Any], Any]
) -> None:
    same(ask(calm.clients[0]), ask(None))
    assert given


def test_an_address_will_do(wizard: Any, calm: Net) -> None:
    vary = {"boss.hp": range(1, 30)}
    same(wizard.sweep(vary, on=calm.address), wizard.sweep(vary))


def test_a_cluster_in_threads_of_this_process_will_do(wizard: Any) -> None:
    Client: Any = pytest.importorskip("distributed").Client
    vary = {"boss.hp": range(1, 30)}
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    with Client(processes=False, set_as_default=False, **options) as client:
        same(wizard.sweep(vary, on=client), wizard.sweep(vary))


def test_states_are_limited_on_the_worker(
    wizard: Any, calm: Net, tmp_path: Path
) -> None:
    vary = {"boss.hp": range(1, 101)}
    store = tmp_path / "kept.sqlite"
    here = wizard.sweep(vary, max_states=30)
    there = wizard.sweep(vary, max_states=30, on=calm.clients[0], store=store)
    same(there, here)
    assert there.stopped == "states" and 0 < there.done < 100
    assert there.done + there.open == 100
    stopped = [fight for fight in there if "stopped" in fight]
    assert len(stopped) == there.open
    assert all(fight["proof"] == "bound" for fight in stopped)
    assert any("lower" in fight for fight in stopped)
    check_store(store, there.done)  # what a limit stopped is not kept
    settled = wizard.sweep(vary, on=calm.clients[0], store=store)
    assert (settled.kept, settled.done) == (there.done, there.open)
    same(settled, wizard.sweep(vary))


def test_the_time_of_a_cell_is_limited_on_the_worker(
    wizard: Any, calm: Net, tmp_path: Path
) -> None:
    vary = {"boss.hp": [10, 20, 3000, 3001]}
    store = tmp_path / "kept.sqlite"
    table = wizard.set(LONG).sweep(
        vary, on=calm.clients[0], store=store, cell_seconds=0.2
    )
    assert (table.done, table.open, table.stopped) == (2, 2, "time")
    assert [fight.get("stopped") for fight in table] == [None, None, "time", "time"]
    assert all("lower" in fight for fight in list(table)[2:])
    check_store(store, 2)


def test_a_wrong_question_is_the_same_error_there(wizard: Any, calm: Net) -> None:
    said = []
    for on in (None, calm.clients[0]):
        with pytest.raises(outplay.RulesError) as caught:
            wizard.sweep({"boss.hp": [5, -3, 7]}, on=on)
        said.append(str(caught.value))
    assert said[0] == said[1]


def test_unfit_workers_are_an_error_before_work_starts(
    wizard: Any, net: Net, given: list[str]
) -> None:
    net.worker(package="real")
    net.worker(package="other")
    net.worker(package="none")
    client = net.client(3)
    store = net.folder / "kept.sqlite"
    with pytest.raises(outplay.WorkerError) as caught:
        wizard.sweep({"boss.hp": [5, 6]}, on=client, store=store)
    said = str(caught.value)
    assert said.count("tcp://127.0.0.1") == 2 and OTHER_VERSION in said
    assert "no package outplay" in said
    assert f"pip install outplay=={outplay.__version__}" in said
    assert not given and not store.exists()
    # The same in a shell.
    words = ["sweep", "wizard", "--vary", "boss.hp=5..6", "--dask", net.address]
    status, out, err = ended(started("-m", "outplay", *words, folder=net.folder))
    assert (status, out) == (1, "") and OTHER_VERSION in err, err
    assert "Traceback" not in err


# The command line.

VARY = ["--vary", "boss.hp=10..40", "--vary", "boss.attack=5..9"]


def test_the_command_line_gives_the_same_bytes(calm: Net, tmp_path: Path) -> None:
    words = ["-m", "outplay", "sweep", "wizard", *VARY]
    there = ["--dask", calm.address, "--store", "big.sqlite"]
    runs = [
        started(*words, "--out", "here.parquet", folder=tmp_path),
        started(*words, *there, "--out", "big.parquet", folder=tmp_path),
    ]
    said = [ended(run) for run in runs]
    assert [(status, err) for status, _, err in said] == [(0, "")] * 2
    one = (tmp_path / "here.parquet").read_bytes()
    assert one == (tmp_path / "big.parquet").read_bytes() and one[:4] == b"PAR1"
    check_store(tmp_path / "big.sqlite", 31 * 5)
    runs = [
        started(*words, "--format", "json", folder=tmp_path),
        started(*words, "--format", "json", *there, folder=tmp_path),
        started(*words, "--format", "json", *there[:2], folder=tmp_path),
    ]
    said = [ended(run) for run in runs]
    assert said[0] == said[1] == said[2]
    vary = {"boss.hp": range(10, 41), "boss.attack": range(5, 10)}
    table = outplay.load("wizard").sweep(vary)
    assert said[0][1].rstrip("\n") == table.json().rstrip("\n")


def test_other_jobs_in_a_shell(calm: Net, tmp_path: Path) -> None:
    there = ["--dask", calm.address]
    questions = [
        ["tournament", "arena", "--format", "json"],
        ["match", "arena", "--p1", "mage:random", "--p2", "rogue:minimax"],
        ["tune", "wizard", "--want", "value in 1200..1300", "--change", "boss.hp=40..70"],
    ]
    runs = [
        started("-m", "outplay", *words, *where, folder=tmp_path)
        for words in questions
        for where in ([], there)
    ]
    said = [ended(run) for run in runs]
    assert [(status, err) for status, _, err in said] == [(0, "")] * len(runs)
    texts = [re.sub(r"[0-9.,]+ (ms|s|µs|us)\b|.*seconds.*", "", out) for _, out, _ in said]
    assert texts[0::2] == texts[1::2]


def test_the_command_line_without_anybody_to_work(net: Net) -> None:
    words = ["-m", "outplay", "sweep", "wizard", *VARY, "--dask"]
    nobody = started(*words, net.address, folder=net.folder)
    nowhere = started(*words, "tcp://127.0.0.1:9", folder=net.folder)
    senseless = started(*words, "nonsense://", folder=net.folder)
    for process, reason in (
        (nobody, "no worker"),
        (nowhere, "no Dask scheduler answers at 'tcp://127.0.0.1:9'"),
        (senseless, "nonsense://"),
    ):
        status, out, err = ended(process)
        assert (status, out) == (1, ""), err
        assert reason in err and "Traceback" not in err, err


def test_ctrl_c_in_a_shell(calm: Net, tmp_path: Path) -> None:
    store = tmp_path / "kept.sqlite"
    words = ["-m", "outplay", "sweep", "wizard", "--set", "wizard.mana=5000"]
    words += ["--set", "boss.attack=6", "--vary", "boss.hp=300..500"]
    words += ["--vary", "wizard.hp=150..200", "--dask", calm.address]
    words += ["--store", str(store), "--format", "json"]
    process = started(*words, folder=tmp_path)
    try:
        until(lambda: len(rows(store)) > 20 or process.poll() is not None)
        before = rows(store)
        process.send_signal(signal.SIGINT)
        status, out, err = ended(process)
    finally:
        process.kill()
    assert status == 3, err
    assert "Traceback" not in err
    after = rows(store)
    assert len(before) > 20 and set(before) <= set(after)
    told = json.loads(out)
    finished = [fight for fight in told["fights"] if "stopped" not in fight]
    assert len(finished) == len(after) < told["cells"] == 201 * 51
    until(lambda: is_idle(calm))


def test_the_plain_program_says_where_a_cluster_is_to_be_had() -> None:
    if not PROGRAM.exists():
        pytest.skip("the program is not built")
    words = ["sweep", "wizard", *VARY, "--dask", "tcp://127.0.0.1:9"]
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=60)
    if "unexpected argument" in done.stderr:
        pytest.skip("the program is older than the option")
    assert done.returncode == 1 and done.stdout == ""
    assert "python -m outplay" in done.stderr and "outplay[dask]" in done.stderr
