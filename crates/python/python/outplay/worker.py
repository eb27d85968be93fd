"""What a worker process of a Dask cluster does: cells of somebody else's job.

The rules come once to a process, as a plugin, and are opened once. A chunk of cells comes with the token of the
process that it is meant for and is refused by any other, so that Dask never runs it a second time. A chunk whose
client died is stopped. What the scheduler has to read itself is builtins and plain data, so that it needs no package.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections import OrderedDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable
    from types import ModuleType
    from typing import Any

ANSWER = 10.0  # seconds the scheduler or a worker may take to answer
TEND = 1.0  # seconds between looks whether chunks are still wanted
BENCHES = 8  # opened rules kept in a process
SHARE = 0.7  # of a Dask worker's memory limit

_BIRTH = os.urandom(8).hex()
_rules: dict[str, str] = {}
_benches: OrderedDict[str, Any] = OrderedDict()
_opening = threading.Lock()
_running: dict[str, dict[str, _Run]] = {}
_stopped: OrderedDict[str, None] = OrderedDict()
_stopping = threading.Lock()
_tending = False


class _Run:
    """A chunk at work: how to stop it, and the Dask worker it runs in."""

    __slots__ = ("interrupt", "worker")

    def __init__(self, interrupt: Any, worker: Any) -> None:
        self.interrupt = interrupt
        self.worker = worker


def token() -> str:
    """Name of this process; another process, also a fork, has another."""
    return f"{_BIRTH}-{os.getpid()}"


def package(name: str) -> ModuleType:
    from importlib import import_module

    return import_module(name)


def bench(name: str) -> Any:
    """The opened rules, or None where this process was not given their text."""
    with _opening:
        opened = _benches.get(name)
        if opened is None:
            text = _rules.get(name)
            if text is None:
                return None
            opened = _benches[name] = package("outplay._outplay").Bench(text)
        _benches.move_to_end(name)
        while len(_benches) > BENCHES:
            _benches.popitem(last=False)
        return opened


def _worker() -> Any:
    """The Dask worker this runs in, or None."""
    try:
        from distributed import get_worker

        return get_worker()
    except Exception:
        return None


def _memory_limit(worker: Any) -> int | None:
    """The memory limit of a Dask worker, in bytes, if it has one."""
    try:
        return int(worker.memory_manager.memory_limit or 0) or None
    except Exception:  # no worker, or one without a memory manager
        return None


def lower(limits: str, memory: int | None) -> str:
    """The limits with `process` at most the share of the worker's memory."""
    if not memory:
        return limits
    fields = json.loads(limits) if limits else {}
    most = int(memory * SHARE)
    if fields.get("process") is None or fields["process"] > most:
        fields["process"] = most
    return json.dumps(fields)


def work(ask: str) -> tuple[str, Any, float]:
    """Do a chunk. The answer: what it is, its content, seconds of work."""
    try:
        return _do(json.loads(ask))
    except BaseException:  # a Rust panic is no Exception
        from traceback import format_exc

        return ("raised", format_exc(), 0.0)


def _do(order: dict[str, Any]) -> tuple[str, Any, float]:
    if order["token"] != token():
        return ("not mine", token(), 0.0)
    opened = bench(order["rules"])
    if opened is None:
        return ("no rules", None, 0.0)
    interrupt = package("outplay._outplay").Interrupt()
    run = _Run(interrupt, _worker())
    if not _begin(order["job"], order["chunk"], run):
        return ("done", [], 0.0)
    try:
        limits = lower(order["limits"], _memory_limit(run.worker))
        start = time.perf_counter()
        if order["careful"]:
            cells = _one_by_one(opened, order, limits, run)
        else:
            cells = opened.cells(order["tasks"], limits, interrupt)
        return ("done", cells, time.perf_counter() - start)
    finally:
        _end(order["job"], order["chunk"])


def _one_by_one(opened: Any, order: dict[str, Any], limits: str, run: _Run) -> list[Any]:
    """Do cells, each after it was written down at the scheduler."""
    cells: list[Any] = []
    for place, task in enumerate(order["tasks"]):
        _write_down(run.worker, [order["chunk"], place])
        done = opened.cells([task], limits, run.interrupt)
        if not done:
            break
        cells += done
    return cells


def _write_down(worker: Any, what: list[Any]) -> None:
    """Have the scheduler know what this process begins, before it does."""
    from asyncio import run_coroutine_threadsafe

    async def tell() -> None:
        keys = [NOTES, token()]
        await within(worker.scheduler.set_metadata(keys=keys, value=what))

    run_coroutine_threadsafe(tell(), worker.loop.asyncio_loop).result(2 * ANSWER)


def _begin(job: str, chunk: str, run: _Run) -> bool:
    """Note that a chunk runs; false where its job was stopped."""
    global _tending
    with _stopping:
        if job in _stopped:
            return False
        _running.setdefault(job, {})[chunk] = run
        if not _tending:
            _tending = True
            threading.Thread(target=_tend, name="outplay-tend", daemon=True).start()
        return True


def _tend() -> None:
    """As long as chunks run, stop those that Dask gave up: their client died."""
    global _tending
    while True:
        time.sleep(TEND)
        with _stopping:
            if not _running:
                _tending = False
                return
            runs = [run for chunks in _running.values() for run in chunks.items()]
        for chunk, run in runs:
            if _is_given_up(run.worker, chunk):
                run.interrupt.set()


def _is_given_up(worker: Any, chunk: str) -> bool:
    try:
        return bool(worker.state.tasks[chunk].state == "cancelled")
    except Exception:  # not in a worker, or in one that keeps its books otherwise
        return False


def _end(job: str, chunk: str) -> None:
    with _stopping:
        chunks = _running.get(job, {})
        chunks.pop(chunk, None)
        if not chunks:
            _running.pop(job, None)


def stop(job: str) -> int:
    """Stop a job in this process; how many chunks of it were running."""
    with _stopping:
        _stopped[job] = None
        while len(_stopped) > 256:
            _stopped.popitem(last=False)
        runs = list(_running.get(job, {}).values())
    for run in runs:
        run.interrupt.set()
    return len(runs)


# What is sent: builtins and plain data, which any process can read.

# `eval(RUN, {"code": CODE, ...})` runs CODE and gives its `answer`.
RUN = "[exec(code), answer][1]"

GREETING = """
answer = {}
try:
    import outplay
    answer["version"] = str(outplay.__version__)
    import outplay._outplay
    import outplay.worker
    answer["token"] = outplay.worker.token()
except Exception as fault:
    answer["fault"] = type(fault).__name__ + ": " + str(fault)
"""

# A worker without the package must be able to read the plugin as well: Dask
# ends a worker that cannot.
PLUGIN = """
try:
    import outplay.worker
    answer = outplay.worker.rules_plugin(rules)
except Exception:
    from distributed.diagnostics.plugin import WorkerPlugin
    answer = WorkerPlugin()
"""

WORK = "__import__('outplay.worker', fromlist=['work']).work(ask)"
STOP = "__import__('outplay.worker', fromlist=['stop']).stop(job)"
NOTES = "outplay-begun"  # in the scheduler's metadata: what processes begin


def digest(rules: str) -> str:
    return hashlib.sha256(rules.encode()).hexdigest()


def rules_plugin(rules: str) -> Any:
    """A Dask worker plugin that gives a worker process the text of the rules."""
    from distributed.diagnostics.plugin import WorkerPlugin

    known_by = digest(rules)

    class RulesPlugin(WorkerPlugin):
        """Puts the rules where chunks find them, takes them away at the end."""

        name = f"outplay-rules-{known_by}"

        def setup(self, worker: Any) -> None:
            _rules[known_by] = rules

        def teardown(self, worker: Any) -> None:
            _rules.pop(known_by, None)

        def __reduce__(self) -> tuple[Any, ...]:
            return (eval, (RUN, {"code": PLUGIN, "rules": rules}))

    return RulesPlugin()


async def within(answer: Awaitable[Any], seconds: float | None = None) -> Any:
    import asyncio

    return await asyncio.wait_for(answer, seconds or ANSWER)
