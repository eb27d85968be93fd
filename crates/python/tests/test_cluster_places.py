"""Cells on real Dask processes: every cell comes back once, whatever dies."""

from __future__ import annotations

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import Any, Iterator

import pytest

pytest.importorskip("distributed")

sys.path.insert(0, str(Path(__file__).parent))

from outplay import places, watch, worker  # noqa: E402

from cluster_helpers import (  # noqa: E402
    OTHER_VERSION,
    Net,
    about,
    check,
    client_version,
    drive,
    make_packages,
    until,
)

RULES = json.dumps({"rules": "of the test"})
LIMITS = json.dumps({"nodes": 5})


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return make_packages(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="session")
def cl(packages: dict[str, Path]) -> Any:
    """The module under test."""
    import outplay.cluster

    return outplay.cluster


@pytest.fixture
def net(tmp_path: Path, packages: dict[str, Path], cl: Any) -> Iterator[Net]:
    net = Net(tmp_path, packages)
    yield net
    net.close()


@pytest.fixture(scope="module")
def calm(
    tmp_path_factory: pytest.TempPathFactory, packages: dict[str, Path], cl: Any
) -> Iterator[Any]:
    """The client of two workers which no test here harms."""
    net = Net(tmp_path_factory.mktemp("calm"), packages)
    try:
        net.worker()
        net.worker("--memory-limit", "1000 MB", threads=2)
        yield net.client(2)
    finally:
        net.close()


# Nobody is harmed.


def test_all_cells_come_back_once(cl: Any, calm: Any) -> None:
    tasks = ["sleep 0.001"] * 500 + ["state 7"] + ["sleep 0"] * 499
    with cl.Cluster(calm, RULES, LIMITS) as cluster:
        assert cluster.threads == 3
        results = drive(cluster, tasks)
        assert cluster.left == 0 and cluster.deaths == 0
        assert cluster.results(5.0) == []  # nothing to wait for
    check(results, tasks)
    assert dict((n, s) for n, _, _, s in results)[500] == 7
    assert len({cell["pid"] for cell in about(results)}) == 2


def test_everything_given_at_once_from_another_thread(cl: Any, calm: Any) -> None:
    tasks = ["sleep 0.002"] * 600
    results: list[Any] = []

    def run() -> None:
        with cl.Cluster(calm, RULES, LIMITS, name="sweep") as cluster:
            cluster.give(list(enumerate(tasks)))
            while cluster.left:
                results.extend(cluster.results(1.0))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    check(results, tasks)


def test_wrong_tasks(cl: Any, calm: Any) -> None:
    tasks = ["state 1", "wrong", "state 2", "wrong"]
    with cl.Cluster(calm, RULES, LIMITS) as cluster:
        results = drive(cluster, tasks)
    check(results, tasks, 1, 3)
    wrong = [r for r in results if r[1] != "cell"]
    assert sorted(wrong) == [(1, "wrong", "no such fight", 0), (3, *wrong[0][1:])]


def test_chunks_grow_for_fast_cells(cl: Any, calm: Any) -> None:
    with cl.Cluster(calm, RULES, LIMITS) as cluster:
        results = drive(cluster, ["state 0"] * 20_000)
    chunks = [cell["chunk"] for cell in about(results)]
    assert chunks[0] == 1
    assert max(chunks) > 200 and max(chunks) <= places.MOST
    assert chunks[-1] < max(chunks) / 2  # the end is shared out


def test_chunks_of_slow_cells_are_single(cl: Any, calm: Any) -> None:
    with cl.Cluster(calm, RULES, LIMITS) as cluster:
        results = drive(cluster, ["sleep 0.7"] * 8)
    assert {cell["chunk"] for cell in about(results)} == {1}


def test_pace_aims_at_a_chunk_of_half_a_second_to_one(cl: Any) -> None:
    pace = places.Pace()
    assert pace.size(2) == 1 and pace.depth() == 1
    sizes = []
    for _ in range(8):
        sizes.append(pace.size(2))
        pace.add(pace.size(2), pace.size(2) * 0.01)
    assert sizes[:3] == [1, 4, 16] and 50 <= sizes[-1] <= 100
    assert pace.depth() == 2
    for _ in range(20):
        pace.add(1, 30.0)
    assert pace.size(2) == 1 and pace.depth() == 1


def test_rules_go_once_and_are_taken_away(cl: Any, calm: Any) -> None:
    rules = json.dumps({"rules": "sent once"})
    name = f"outplay-rules-{worker.digest(rules)}"
    first = cl.Cluster(calm, rules, LIMITS)
    second = cl.Cluster(calm, rules, LIMITS)
    before = about(drive(first, ["sleep 0.05"] * 12))
    first.close()
    assert name in plugins(calm)  # the second one needs it
    after = about(drive(second, ["sleep 0.05"] * 12))
    second.close()
    second.close()
    assert name not in plugins(calm)
    for pid in {cell["pid"] for cell in before}:  # opened once in a process
        assert len({c["opened"] for c in before + after if c["pid"] == pid}) == 1


def plugins(client: Any) -> set[str]:
    """The names of the worker plugins that the scheduler has."""
    from distributed import Scheduler

    names = "{name for s in S._instances for name in s.worker_plugins}"
    found: set[str] = client.run_on_scheduler(eval, names, {"S": Scheduler})
    return found


def test_rules_that_another_client_took_away_are_sent_anew(cl: Any, calm: Any) -> None:
    rules = json.dumps({"rules": "taken away"})
    with cl.Cluster(calm, rules, LIMITS) as cluster:
        calm.unregister_worker_plugin(f"outplay-rules-{worker.digest(rules)}")
        tasks = ["sleep 0.01"] * 20
        check(drive(cluster, tasks), tasks)


def test_the_memory_of_a_worker_bounds_the_process(cl: Any, calm: Any) -> None:
    limits = json.dumps({"process": 900_000_000, "nodes": 5})
    with cl.Cluster(calm, RULES, limits) as cluster:
        cells = about(drive(cluster, ["sleep 0.05"] * 12))
    assert {cell["limits"]["nodes"] for cell in cells} == {5}
    seen = {cell["limits"]["process"] for cell in cells}
    assert 700_000_000 in seen and max(seen) <= 900_000_000


def test_lowering_limits(cl: Any) -> None:
    assert worker.lower('{"process": 5}', None) == '{"process": 5}'
    assert json.loads(worker.lower('{"process": 5}', 100)) == {"process": 5}
    assert json.loads(worker.lower('{"process": 99}', 100)) == {"process": 70}
    assert json.loads(worker.lower('{"process": null}', 100)) == {"process": 70}
    assert json.loads(worker.lower("{}", 100)) == {"process": 70}


def test_an_exception_is_tried_once_elsewhere(
    cl: Any, calm: Any, tmp_path: Path
) -> None:
    tasks = ["sleep 0.01"] * 20 + [f"raise-once {tmp_path / 'raised'}"]
    with cl.Cluster(calm, RULES, LIMITS) as cluster:
        check(drive(cluster, tasks), tasks)


def test_a_second_exception_is_the_end_and_nothing_finished_is_lost(
    cl: Any, calm: Any
) -> None:
    tasks = ["state 1"] * 20 + ["raise"] + ["state 1"] * 5
    kept: list[Any] = []

    def keep(results: list[Any]) -> None:
        kept[:] = results

    with cl.Cluster(calm, RULES, LIMITS) as cluster:
        with pytest.raises(cl.WorkerError, match="KeyError: 'unexpected'") as caught:
            drive(cluster, tasks, between=keep)
        assert "tcp://127.0.0.1" in str(caught.value)
        assert cluster.wanted() == 0
        with pytest.raises(cl.WorkerError):
            cluster.results(1.0)
    assert len(kept) == len({number for number, *_ in kept}) > 0


def test_bad_rules_are_an_error_with_the_reason(cl: Any, calm: Any) -> None:
    with cl.Cluster(calm, "bad", LIMITS) as cluster:
        with pytest.raises(cl.WorkerError, match="bad rules"):
            drive(cluster, ["state 1"])


def test_cancel_stops_long_cells(cl: Any, calm: Any) -> None:
    cluster = cl.Cluster(calm, RULES, LIMITS)
    cluster.give([(n, "state 1") for n in range(20)])
    got: list[Any] = []
    while cluster.left:
        got += cluster.results(0.5)
    assert len(got) == 20
    # A chunk with a finished cell before the one that goes on for a minute.
    cluster.give([(n, "stop-me" if n % 10 == 9 else "state 1") for n in range(100)])
    time.sleep(0.3)
    start = time.monotonic()
    cluster.cancel()
    cluster.cancel()
    assert time.monotonic() - start < 10.0  # not a minute
    assert cluster.left == 0 and cluster.wanted() == 0
    done = cluster.results(1.0)
    assert done and all(kind == "cell" for _, kind, _, _ in done)
    assert len(done) == len({number for number, *_ in done})
    cluster.give([(1, "state 1")])
    assert cluster.left == 0 and cluster.results(1.0) == []
    cluster.close()
    with cl.Cluster(calm, RULES, LIMITS) as another:  # its threads are free again
        check(drive(another, ["state 1"] * 9), ["state 1"] * 9)


def test_an_address_makes_a_client(cl: Any, calm: Any) -> None:
    client = cl.connect(calm.scheduler.address)
    try:
        assert client is not calm and cl.connect(calm) is calm
        with cl.Cluster(client, RULES, LIMITS) as cluster:
            check(drive(cluster, ["state 1"] * 5), ["state 1"] * 5)
    finally:
        client.close()
    with pytest.raises(cl.WorkerError, match="tcp://127.0.0.1:9"):
        cl.connect("tcp://127.0.0.1:9", timeout=1.0)
    with pytest.raises(TypeError):
        cl.connect(5)


def test_the_plugin_can_be_read_without_the_package(
    cl: Any, packages: dict[str, Path]
) -> None:
    data = pickle.dumps(worker.rules_plugin(RULES))
    assert type(pickle.loads(data)).__name__ == "RulesPlugin"
    code = "import pickle, sys; p = pickle.load(sys.stdin.buffer); print(type(p))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=data,
        env={**os.environ, "PYTHONPATH": str(packages["none"])},
        capture_output=True,
        timeout=60,
    )
    assert b"WorkerPlugin" in done.stdout, done.stderr


def test_import_is_without_dask(packages: dict[str, Path]) -> None:
    code = (
        "import sys; import outplay.cluster; "
        "assert not {'dask', 'distributed', 'asyncio'} & set(sys.modules)"
    )
    env = {**os.environ, "PYTHONPATH": str(packages["same"])}
    subprocess.run([sys.executable, "-c", code], env=env, check=True, timeout=60)


def test_without_dask_the_remedy_is_named(
    cl: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match=r"outplay\[dask\]"):
        cl.connect("tcp://127.0.0.1:9")


# Workers come, go and die.


def test_a_killed_worker_loses_and_doubles_nothing(cl: Any, net: Net) -> None:
    net.worker()
    net.worker()
    client = net.client(2)
    victim = min(net.pids().values())
    killed: list[int] = []

    def kill(results: list[Any]) -> None:
        if len(results) > 100 and not killed:
            killed.append(victim)
            os.kill(victim, signal.SIGKILL)

    tasks = ["sleep 0.005"] * 800
    with cl.Cluster(client, RULES, LIMITS) as cluster:
        results = drive(cluster, tasks, between=kill)
        assert cluster.deaths == 1 and cluster.threads == 1
    check(results, tasks)


def test_a_worker_that_comes_late_gets_work(cl: Any, net: Net) -> None:
    net.worker()
    client = net.client(1)
    started: list[Any] = []

    def start(results: list[Any]) -> None:
        if len(results) > 5 and not started:
            started.append(net.worker())

    with cl.Cluster(client, RULES, LIMITS) as cluster:
        tasks = ["sleep 0.02"] * 400
        results = drive(cluster, tasks, between=start)
        assert cluster.threads == 2
    check(results, tasks)
    assert len({cell["pid"] for cell in about(results)}) == 2


@pytest.mark.parametrize("nanny", [True, False])
def test_a_killer_costs_exactly_two_processes(cl: Any, net: Net, nanny: bool) -> None:
    count = 2 if nanny else 3
    for _ in range(count):
        net.worker(nanny=nanny)
    client = net.client(count)
    before = set(net.pids().values())
    tasks = ["sleep 0.005"] * 300
    tasks[150] = "die"
    with cl.Cluster(client, RULES, LIMITS) as cluster:
        results = drive(cluster, tasks)
        assert cluster.deaths == 2
    check(results, tasks, 150)
    lost = [r for r in results if r[1] == "lost"]
    assert len(lost) == 1 and "died twice" in lost[0][2]
    assert len(removals(client)) == 2
    if nanny:
        client.wait_for_workers(2, timeout=40)
        assert len(before & set(net.pids().values())) < 2
    else:
        assert len(net.pids()) == 1


def test_two_killers_among_many_suspects(cl: Any, net: Net) -> None:
    """Both are found, each at the cost of two processes at the most."""
    net.worker(nanny=True)
    net.worker(nanny=True)
    client = net.client(2)
    tasks = ["sleep 0.001"] * 1500
    tasks[1000] = tasks[1010] = "die"
    with cl.Cluster(client, RULES, LIMITS) as cluster:
        results = drive(cluster, tasks)
        assert 2 < cluster.deaths <= 4
    check(results, tasks, 1000, 1010)
    assert all("died twice" in text for _, kind, text, _ in results if kind == "lost")


def test_a_killer_is_found_where_the_scheduler_knows_nothing(
    cl: Any, net: Net, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was begun cannot be asked: then every suspect gets a worker of its own."""
    monkeypatch.setattr(watch, "NOTES", "nobody wrote this")
    net.worker(nanny=True)
    net.worker(nanny=True)
    client = net.client(2)
    tasks = ["sleep 0.005"] * 300
    tasks[150] = "die"
    with cl.Cluster(client, RULES, LIMITS) as cluster:
        results = drive(cluster, tasks)
        assert cluster.deaths <= 3
    check(results, tasks, 150)


def test_a_killer_on_an_address_that_is_used_again(
    cl: Any, net: Net, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A nanny with a fixed port: Dask itself sends the chunk to the new process.

    The looks are so rare that only the refused chunk tells of the change.
    """
    for module in (cl, watch):
        monkeypatch.setattr(module, "EVERY", 60.0)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    net.worker("--worker-port", str(port), nanny=True)
    client = net.client(1)
    tasks = ["sleep 0.01"] * 40
    tasks[20] = "die"
    with cl.Cluster(client, RULES, LIMITS) as cluster:
        results = drive(cluster, tasks)
        assert cluster.deaths == 2
    check(results, tasks, 20)
    assert len(removals(client)) == 2


def removals(client: Any) -> list[Any]:
    """What the scheduler wrote down about workers that went away."""
    events = [event for _, event in client.get_events("all")]
    return [event for event in events if event.get("action") == "remove-worker"]


def test_a_chunk_for_another_process_is_refused(cl: Any) -> None:
    kind, content, _ = worker.work(json.dumps({"token": "of another process"}))
    assert (kind, content) == ("not mine", worker.token())


def test_a_cell_that_dies_once_is_done_in_the_end(cl: Any, net: Net) -> None:
    net.worker()
    net.worker(threads=2)
    client = net.client(2)
    tasks = ["sleep 0.01"] * 60
    tasks[30] = f"die once {net.folder / 'mark'}"
    with cl.Cluster(client, RULES, LIMITS) as cluster:
        results = drive(cluster, tasks)
        assert cluster.deaths == 1
    check(results, tasks)


def test_a_worker_that_is_retired_makes_no_suspects(cl: Any, net: Net) -> None:
    net.worker()
    net.worker()
    client = net.client(2)
    retired: list[str] = []

    def retire(results: list[Any]) -> None:
        if len(results) > 30 and not retired:
            retired.extend(list(net.pids())[:1])
            client.retire_workers(retired)

    tasks = ["sleep 0.01"] * 300
    with cl.Cluster(client, RULES, LIMITS) as cluster:
        results = drive(cluster, tasks, between=retire)
        assert cluster.deaths == 0 and cluster.threads == 1
    check(results, tasks)


def test_no_workers_left(cl: Any, net: Net) -> None:
    net.worker()
    client = net.client(1)
    kept: list[Any] = []

    def keep(results: list[Any]) -> None:
        kept[:] = results

    tasks = ["sleep 0.01"] * 50 + ["die"] + ["sleep 0.01"] * 50
    with cl.Cluster(client, RULES, LIMITS, patience=2.0) as cluster:
        with pytest.raises(cl.WorkerError, match="no Dask worker is left") as caught:
            drive(cluster, tasks, between=keep)
        assert f"{cluster.left} cells are not done" in str(caught.value)
    numbers = [number for number, *_ in kept]
    assert 0 < len(numbers) == len(set(numbers)) < 101


def test_a_scheduler_that_dies_is_an_error(
    cl: Any, net: Net, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (cl, watch, worker):
        monkeypatch.setattr(module, "ANSWER", 2.0)
    net.worker()
    client = net.client(1)

    def kill(results: list[Any]) -> None:
        if len(results) > 10:
            net.scheduler.kill()

    with cl.Cluster(client, RULES, LIMITS, patience=10.0) as cluster:
        with pytest.raises(cl.WorkerError, match="cells are not done"):
            drive(cluster, ["sleep 0.01"] * 5000, between=kill)


def test_a_client_that_is_closed_is_an_error(cl: Any, net: Net) -> None:
    net.worker()
    client = net.client(1)
    cluster = cl.Cluster(client, RULES, LIMITS)

    def close(results: list[Any]) -> None:
        if len(results) > 10:
            client.close()

    with pytest.raises(cl.WorkerError, match="cells are not done"):
        drive(cluster, ["sleep 0.01"] * 5000, between=close)
    cluster.close()


# The greeting.


def test_no_workers_at_the_start(cl: Any, net: Net) -> None:
    client = net.client()
    with pytest.raises(cl.WorkerError, match="no worker"):
        cl.Cluster(client, RULES, LIMITS, start=0.5)


def test_unfit_workers_are_named_before_work_starts(cl: Any, net: Net) -> None:
    net.worker()
    net.worker(package="other")
    net.worker(package="none")
    client = net.client(3)
    with pytest.raises(cl.WorkerError) as caught:
        cl.Cluster(client, RULES, LIMITS)
    said = str(caught.value)
    assert said.count("tcp://127.0.0.1") == 2
    assert f"has outplay {OTHER_VERSION}" in said
    assert "has no package outplay (ModuleNotFoundError" in said
    assert f"pip install outplay=={client_version()}" in said
    assert not any("outplay" in name for name in plugins(client))


def test_an_unfit_worker_that_comes_late_is_left_out(cl: Any, net: Net) -> None:
    net.worker()
    client = net.client(1)
    with cl.Cluster(client, RULES, LIMITS) as cluster:
        net.worker(package="other")
        net.worker(package="none")
        client.wait_for_workers(3, timeout=40)  # the plugin does not end them
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            until(lambda: drive(cluster, ["state 1"] * 5) and len(warned(caught)) == 2)
            check(drive(cluster, ["sleep 0.2"] * 10), ["sleep 0.2"] * 10)
        assert cluster.threads == 1
    assert len(Counter(warned(caught))) == 2 == len(warned(caught))
    assert all("left out" in text for text in warned(caught))


def warned(caught: list[warnings.WarningMessage]) -> list[str]:
    return [str(w.message) for w in caught if "outplay" in str(w.message)]
