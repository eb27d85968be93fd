"""Real Dask processes on the loopback, and a fake package for their workers.

The fake has the real `cluster.py` and a `_outplay` whose bench understands
tasks such as "sleep 0.01" or "die". The test process uses the real package
where it can be imported, the fake otherwise.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from importlib import import_module
from pathlib import Path
from typing import Any, Callable

SOURCE = Path(__file__).resolve().parents[1] / "python" / "outplay"

FAKE = '''
import json, os, signal, threading, time

opened = 0


class Interrupt:
    def __init__(self):
        self.event = threading.Event()

    def set(self):
        self.event.set()


def first(path):
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


class Bench:
    def __init__(self, rules):
        global opened
        if rules == "bad":
            raise ValueError("bad rules")
        opened += 1

    def cells(self, tasks, limits, interrupt):
        out = []
        for task in tasks:
            if interrupt.event.is_set():
                break
            result = self.cell(task, limits, interrupt, len(tasks))
            if result is None:
                break
            out.append(result)
        return out

    def cell(self, task, limits, interrupt, chunk):
        states = 0
        word, _, rest = task.partition(" ")
        if word == "sleep":
            time.sleep(float(rest))
        elif word == "state":
            states = int(rest)
        elif word == "wrong":
            return ("wrong", "no such fight", 0)
        elif word == "stop-me":
            if interrupt.event.wait(60):
                return None
        elif word == "raise":
            raise KeyError("unexpected")
        elif word == "raise-once":
            if first(rest):
                raise KeyError("unexpected")
        elif word == "die" and not rest:
            os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(60)
        elif word == "die" and first(rest.removeprefix("once ")):
            os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(60)
        about = {"task": task, "pid": os.getpid(), "chunk": chunk,
                 "opened": opened, "limits": json.loads(limits)}
        return ("cell", json.dumps(about), states)
'''

OTHER_VERSION = "0.0.0+another"


def client_version() -> str:
    """The version the test process has, real or fake."""
    return str(import_module("outplay").__version__)


def make_package(folder: Path, version: str) -> Path:
    """A fake package `outplay` in a folder."""
    package = folder / "outplay"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(f"__version__ = {version!r}\n")
    (package / "_outplay.py").write_text(FAKE)
    for module in ("cluster.py", "errors.py", "places.py", "watch.py", "worker.py"):
        shutil.copy(SOURCE / module, package / module)
    return folder


def make_packages(folder: Path) -> dict[str, Path]:
    """Folders for PYTHONPATH: "same", "other" version and "none"; "real" hides nothing."""
    try:
        version = client_version()
    except ImportError:
        version = "0.0.0+test"
    same = make_package(folder / "same", version)
    other = make_package(folder / "other", OTHER_VERSION)
    none = folder / "none"
    none.mkdir()
    text = "raise ModuleNotFoundError(\"No module named 'outplay'\")\n"
    (none / "outplay.py").write_text(text)
    real = folder / "real"
    real.mkdir()
    return {"same": same, "other": other, "none": none, "real": real}


class Net:
    """A scheduler without the package, and workers, each its own processes."""

    def __init__(self, folder: Path, packages: dict[str, Path]) -> None:
        self.folder = folder
        self.packages = packages
        self.processes: list[subprocess.Popen[bytes]] = []
        self.clients: list[Any] = []
        file = folder / "scheduler.json"
        self.scheduler = self.start(
            "dask_scheduler", "none", "--port", "0", "--scheduler-file", str(file)
        )
        until(lambda: file.exists() and file.read_text().endswith("}"))
        self.address: str = json.loads(file.read_text())["address"]

    def start(self, tool: str, package: str, *words: str) -> subprocess.Popen[bytes]:
        log = open(self.folder / f"log-{len(self.processes)}", "wb")
        path = str(self.packages[package])
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{tool}", "--host", "127.0.0.1"]
            + ["--no-dashboard", *words],
            env={**os.environ, "PYTHONPATH": path},
            cwd=self.folder,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        log.close()
        self.processes.append(process)
        return process

    def worker(
        self, *words: str, nanny: bool = False, threads: int = 1, package: str = "same"
    ) -> subprocess.Popen[bytes]:
        return self.start(
            "dask_worker",
            package,
            self.address,
            "--nanny" if nanny else "--no-nanny",
            *("--nthreads", str(threads), "--death-timeout", "20"),
            *("--local-directory", str(self.folder), *words),
        )

    def client(self, workers: int = 0) -> Any:
        Client: Any = import_module("distributed").Client
        client = Client(self.address, timeout=20, set_as_default=False)
        self.clients.append(client)
        if workers:
            client.wait_for_workers(workers, timeout=40)
        return client

    def pids(self) -> dict[str, int]:
        """Address to process of every worker."""
        found: dict[str, int] = self.clients[0].run(os.getpid, on_error="ignore")
        return found

    def close(self) -> None:
        for client in self.clients:
            try:
                client.close(timeout=2)
            except Exception:
                pass
        for process in self.processes:  # only groups that were started here
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait(10)


def until(true: Callable[[], Any], seconds: float = 40.0) -> None:
    """Wait for something, not for ever."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def drive(
    cluster: Any,
    tasks: list[str],
    *,
    seconds: float = 60.0,
    between: Callable[[list[Any]], None] = lambda results: None,
) -> list[Any]:
    """Do what the driver in Rust does."""
    todo = deque(enumerate(tasks))
    results: list[Any] = []
    end = time.monotonic() + seconds
    while todo or cluster.left:
        wanted = cluster.wanted()
        if wanted and todo:
            cluster.give([todo.popleft() for _ in range(min(wanted, len(todo)))])
        results += cluster.results(0.2)
        between(results)
        assert time.monotonic() < end, f"{len(results)} of {len(tasks)} in time"
    results += cluster.results(0.0)
    return results


def check(results: list[Any], tasks: list[str], *not_cells: int) -> None:
    """Every cell once, with its own answer."""
    assert Counter(number for number, *_ in results) == Counter(range(len(tasks)))
    for number, kind, text, _ in results:
        assert (kind != "cell") == (number in not_cells), (number, kind, text)
        if kind == "cell":
            assert json.loads(text)["task"] == tasks[number]


def about(results: list[Any]) -> list[dict[str, Any]]:
    """What the workers wrote, in the order of the cells."""
    return [json.loads(text) for _, kind, text, _ in sorted(results) if kind == "cell"]
