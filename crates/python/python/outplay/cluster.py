"""Cells of a job on the workers of a Dask cluster.

Dask carries the messages and runs the processes; what runs where is decided
here. Every thread of a worker is a place. A place has about two chunks of
cells in hand, each pinned to one worker process by a token, so that Dask
never runs a chunk a second time or somewhere else. A chunk holds about half a
second of work by the measured cost of a cell.

When a worker process dies, the cells of its chunks are suspects: they are done
again at the end, one after the other on a worker that does nothing else and
writes down at the scheduler which one it begins. The one at which the worker
dies as well is reported as lost and never tried again, so a killer cell costs
exactly two processes and no other cell is harmed.

A worker stops the chunks of a client that died: nobody waits for them.

The scheduler needs no package: what it reads itself is plain data and builtin
functions. Dask is imported only when a cluster is used.
"""

from __future__ import annotations

import hashlib
import json
import os
import queue
import threading
import time
import warnings
from collections import OrderedDict, deque

from .errors import WorkerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import ModuleType, TracebackType
    from typing import Any

    from distributed import Client

    Result = tuple[int, str, str, int]

__all__ = ["Cluster", "WorkerError", "connect"]

AIM = 0.6  # seconds of work in a chunk
MOST = 5_000  # cells in a chunk
GROWTH = 4  # a chunk is at most so many times the largest one that came back
HEAVY = 2.0  # seconds a cell; from there a thread has one chunk in hand, not two
RESERVE = 4  # chunks a thread kept here, to share out fairly at the end
EVERY = 0.5  # seconds between looks at the list of workers
ANSWER = 10.0  # seconds the scheduler or a worker may take to answer
GRACE = 2.0  # seconds that cancelled chunks have to hand in what they finished
TEND = 1.0  # seconds between a worker's looks whether its chunks are wanted
CAREFUL = 200  # suspects in a chunk
DEATHS = 2  # worker processes a cell may kill
DEPARTURES = 5  # workers that may leave in good order under a cell
BENCHES = 8  # opened rules kept in a worker process
SHARE = 0.7  # of a Dask worker's memory limit


# --- In a worker process ---------------------------------------------------

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


def _package(name: str) -> ModuleType:
    from importlib import import_module

    return import_module(name)


def _bench(digest: str) -> Any:
    """The opened rules, or None where this process was not given their text."""
    with _opening:
        bench = _benches.get(digest)
        if bench is None:
            text = _rules.get(digest)
            if text is None:
                return None
            bench = _benches[digest] = _package("outplay._outplay").Bench(text)
        _benches.move_to_end(digest)
        while len(_benches) > BENCHES:
            _benches.popitem(last=False)
        return bench


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


def _lower(limits: str, memory: int | None) -> str:
    """The limits with `process` at most the share of the worker's memory."""
    if not memory:
        return limits
    fields = json.loads(limits) if limits else {}
    most = int(memory * SHARE)
    if fields.get("process") is None or fields["process"] > most:
        fields["process"] = most
    return json.dumps(fields)


def _work(ask: str) -> tuple[str, Any, float]:
    """Do a chunk. The answer: what it is, its content, seconds of work."""
    try:
        return _do(json.loads(ask))
    except BaseException:  # a Rust panic is no Exception
        from traceback import format_exc

        return ("raised", format_exc(), 0.0)


def _do(order: dict[str, Any]) -> tuple[str, Any, float]:
    if order["token"] != token():
        return ("not mine", token(), 0.0)
    bench = _bench(order["rules"])
    if bench is None:
        return ("no rules", None, 0.0)
    interrupt = _package("outplay._outplay").Interrupt()
    run = _Run(interrupt, _worker())
    if not _begin(order["job"], order["chunk"], run):
        return ("done", [], 0.0)
    try:
        limits = _lower(order["limits"], _memory_limit(run.worker))
        start = time.perf_counter()
        if order["careful"]:
            cells = _one_by_one(bench, order, limits, run)
        else:
            cells = bench.cells(order["tasks"], limits, interrupt)
        return ("done", cells, time.perf_counter() - start)
    finally:
        _end(order["job"], order["chunk"])


def _one_by_one(bench: Any, order: dict[str, Any], limits: str, run: _Run) -> list[Any]:
    """Do cells, each after it was written down at the scheduler."""
    cells: list[Any] = []
    for place, task in enumerate(order["tasks"]):
        _write_down(run.worker, [order["chunk"], place])
        done = bench.cells([task], limits, run.interrupt)
        if not done:
            break
        cells += done
    return cells


def _write_down(worker: Any, what: list[Any]) -> None:
    """Have the scheduler know what this process begins, before it does."""
    from asyncio import run_coroutine_threadsafe

    async def tell() -> None:
        keys = [_NOTES, token()]
        await _within(worker.scheduler.set_metadata(keys=keys, value=what))

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


def _stop(job: str) -> int:
    """Stop a job in this process; how many chunks of it were running."""
    with _stopping:
        _stopped[job] = None
        while len(_stopped) > 256:
            _stopped.popitem(last=False)
        runs = list(_running.get(job, {}).values())
    for run in runs:
        run.interrupt.set()
    return len(runs)


# --- What is sent: builtins and plain data, which any process can read -------

# `eval(_RUN, {"code": CODE, ...})` runs CODE and gives its `answer`.
_RUN = "[exec(code), answer][1]"

_GREETING = """
answer = {}
try:
    import outplay
    answer["version"] = str(outplay.__version__)
    import outplay._outplay
    import outplay.cluster
    answer["token"] = outplay.cluster.token()
except Exception as fault:
    answer["fault"] = type(fault).__name__ + ": " + str(fault)
"""

# A worker without the package must be able to read the plugin as well: Dask
# ends a worker that cannot.
_PLUGIN = """
try:
    import outplay.cluster
    answer = outplay.cluster.rules_plugin(rules)
except Exception:
    from distributed.diagnostics.plugin import WorkerPlugin
    answer = WorkerPlugin()
"""

_WORK = "__import__('outplay.cluster', fromlist=['_work'])._work(ask)"
_STOP = "__import__('outplay.cluster', fromlist=['_stop'])._stop(job)"
_NOTES = "outplay-begun"  # in the scheduler's metadata: what processes begin


def _digest(rules: str) -> str:
    return hashlib.sha256(rules.encode()).hexdigest()


def rules_plugin(rules: str) -> Any:
    """A Dask worker plugin that gives a worker process the text of the rules."""
    from distributed.diagnostics.plugin import WorkerPlugin

    digest = _digest(rules)

    class RulesPlugin(WorkerPlugin):
        """Puts the rules where chunks find them, takes them away at the end."""

        name = f"outplay-rules-{digest}"

        def setup(self, worker: Any) -> None:
            _rules[digest] = rules

        def teardown(self, worker: Any) -> None:
            _rules.pop(digest, None)

        def __reduce__(self) -> tuple[Any, ...]:
            return (eval, (_RUN, {"code": _PLUGIN, "rules": rules}))

    return RulesPlugin()


# --- In the client's process -------------------------------------------------


def _distributed() -> ModuleType:
    try:
        return _package("distributed")
    except ImportError as fault:
        raise ImportError(
            "work on a Dask cluster needs the packages dask and distributed: "
            'pip install "outplay[dask]"'
        ) from fault


def connect(on: str | Client, *, timeout: float = 10.0) -> Client:
    """A Dask client: `on` itself, or one for the scheduler at an address.

    A client made here is for the caller to close.
    """
    distributed = _distributed()
    client: Client
    if isinstance(on, distributed.Client):
        client = on
        return client
    if not isinstance(on, str):
        raise TypeError(f"an address or a distributed.Client, not {type(on).__name__}")
    made: Any = distributed.Client.__new__(distributed.Client)
    try:
        made.__init__(on, timeout=timeout, set_as_default=False)
        client = made
    except (OSError, ValueError, TimeoutError) as fault:
        made.status = "closed"  # else Dask waits at the exit for what never began
        raise WorkerError(
            f"no Dask scheduler answers at {on!r} within {timeout:g} s: {fault}"
        ) from fault
    return client


class _Cell:
    """A cell that is not done: its number, its task, what happened to it."""

    __slots__ = ("number", "task", "deaths", "departures", "single", "where")

    def __init__(self, number: int, task: str) -> None:
        self.number = number
        self.task = task
        self.deaths = 0
        self.departures = 0
        self.single = False  # a suspect that needs a chunk of its own
        self.where: list[str] = []


class _Chunk:
    """Cells that went to a worker together."""

    __slots__ = ("key", "cells", "place", "future", "alone", "faults", "avoid")

    def __init__(self, cells: list[_Cell], *, alone: bool = False) -> None:
        self.key = ""
        self.cells = cells
        self.place: _Place | None = None
        self.future: Any = None
        self.alone = alone  # suspects
        self.faults = 0
        self.avoid = ""  # token of the process in which it raised


class _Place:
    """The places of one worker process: as many as it has threads."""

    __slots__ = ("address", "token", "threads", "chunks", "doubted")

    def __init__(self, address: str, token: str, threads: int) -> None:
        self.address = address
        self.token = token
        self.threads = threads
        self.chunks: dict[str, _Chunk] = {}
        self.doubted = False

    def room(self, depth: int) -> int:
        """How many more chunks it takes at so many a thread."""
        if self.doubted or any(chunk.alone for chunk in self.chunks.values()):
            return 0
        return max(0, depth * self.threads - len(self.chunks))


class _Pace:
    """The cost of a cell by the last chunks, and the size of the next one."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.cells = 0.0
        self.largest = 0

    def add(self, cells: int, seconds: float) -> None:
        if cells:
            self.seconds = 0.8 * self.seconds + seconds
            self.cells = 0.8 * self.cells + cells
            self.largest = max(self.largest, cells)

    def mean(self) -> float:
        return self.seconds / self.cells if self.cells else 0.0

    def size(self) -> int:
        if not self.cells:
            return 1
        by_cost = int(AIM / max(self.mean(), 1e-6))
        return max(1, min(by_cost, GROWTH * self.largest, MOST))

    def depth(self) -> int:
        """Chunks in hand a thread: one is enough where a cell takes seconds."""
        return 1 if not self.cells or self.mean() > HEAVY else 2


class _Watch:
    """Looks who works, on the loop of the client, and tells it as notes.

    It does not know the cluster, so a cluster that is dropped ends it.
    """

    def __init__(self, client: Any, version: str, notes: Any) -> None:
        self.client = client
        self.version = version
        self.notes = notes
        self.over = False
        self.known: dict[str, str] = {}  # address to token
        self.bad: dict[str, str] = {}  # address to what it has
        self.greeting: dict[str, Any] = {}  # address to the task that greets it
        self.parting: set[str] = set()
        self.answered = time.monotonic()

    async def begin(self, patience: float) -> dict[str, str]:
        """Greet everybody who is there; wait for one who is. The bad ones."""
        from asyncio import gather, sleep

        end = time.monotonic() + patience
        while True:
            here = await _within(self.client.nthreads())
            greetings = [self.greet({where: here[where]}) for where in here]
            await gather(*greetings, return_exceptions=True)
            if self.known or self.bad or time.monotonic() >= end:
                return self.bad
            await sleep(0.1)

    async def run(self) -> None:
        """Look again and again until the cluster is closed."""
        import asyncio

        while not self.over:
            await self.try_look()
            await asyncio.sleep(EVERY)

    async def doubt(self, address: str) -> None:
        """Another process has this address: the old one is gone, greet the new."""
        await self.part(address)
        await self.try_look()

    async def try_look(self) -> None:
        try:
            await self.look()
        except Exception as fault:
            self.silent(fault)

    async def look(self) -> None:
        """Who went, who came."""
        import asyncio

        here = await _within(self.client.nthreads())
        self.answered = time.monotonic()
        for address in [a for a in self.known if a not in here]:
            await self.part(address)
        for address in [a for a in self.bad if a not in here]:
            del self.bad[address]
        met = {*self.known, *self.bad, *self.greeting, *self.parting}
        for address, threads in here.items():
            if address not in met:
                late = asyncio.ensure_future(self.late(address, threads))
                self.greeting[address] = late

    def silent(self, fault: Exception) -> None:
        """The scheduler did not answer; after a while that is the end."""
        if time.monotonic() - self.answered > ANSWER:
            self.notes.put(("broken", _said(fault)))

    async def late(self, address: str, threads: int) -> None:
        """Greet one who came later."""
        try:
            await self.greet({address: threads})
            if address in self.bad:
                self.notes.put(("bad", address, self.bad[address]))
        except Exception:  # gone again, or busy: the next look asks again
            pass
        finally:
            self.greeting.pop(address, None)

    async def greet(self, here: dict[str, int]) -> None:
        """Ask workers what they have; tell of those who are fit for work."""
        answers = await _within(
            self.client.run(
                eval,
                _RUN,
                {"code": _GREETING},
                workers=list(here),
                on_error="return",
            )
        )
        for address, answer in answers.items():
            if isinstance(answer, Exception):
                continue  # it went away meanwhile
            fault = self.unfit(answer)
            if fault:
                self.bad[address] = fault
            else:
                self.known[address] = answer["token"]
                self.notes.put(("come", address, answer["token"], here[address]))

    def unfit(self, answer: dict[str, str]) -> str:
        """What is wrong with a worker, or nothing."""
        version = answer.get("version")
        if version is None:
            return f"no package outplay ({answer.get('fault')})"
        if version != self.version:
            return f"outplay {version}"
        if "token" not in answer:
            return f"a broken outplay {version} ({answer.get('fault')})"
        return ""

    async def part(self, address: str) -> None:
        """A worker is gone: tell how, by what the scheduler wrote down."""
        if address in self.parting:
            return
        self.parting.add(address)
        token = self.known.pop(address, "")
        fates: dict[str, str] | None = None
        begun: Any = None
        try:
            fates = _fates(await _within(self.client.get_events(address)))
            asked = self.client.get_metadata([_NOTES, token], default=None)
            begun = await _within(asked)
        except Exception:  # no scheduler, or one that writes nothing down
            pass
        self.notes.put(("gone", address, fates, begun))
        self.parting.discard(address)


def _fates(events: Any) -> dict[str, str]:
    """The chunks in hand when workers at an address "died" or "left"."""
    fates: dict[str, str] = {}
    for _, event in events:
        if isinstance(event, dict) and event.get("action") == "remove-worker":
            fate = "left" if event.get("expected") else "died"
            fates.update((str(key), fate) for key in event["processing-tasks"])
    return fates


def _said(fault: BaseException) -> str:
    return f"{type(fault).__name__}: {fault}".removesuffix(": ")


async def _within(answer: Awaitable[Any], seconds: float | None = None) -> Any:
    import asyncio

    return await asyncio.wait_for(answer, seconds or ANSWER)


async def _follow(notes: Any, key: str, future: Any) -> None:
    """Wait for the answer to a chunk and note it."""
    try:
        answer = await future.result()
    except BaseException as fault:
        notes.put(_unanswered(key, fault))
    else:
        notes.put(("answer", key, answer))


def _unanswered(key: str, fault: BaseException) -> tuple[Any, ...]:
    """A chunk without an answer: Dask gave it up, or it could not be run."""
    names = {kind.__name__ for kind in type(fault).__mro__}
    given_up = {"CancelledError", "KilledWorker", "NoValidWorkerError", "NoWorkerError"}
    if names & given_up:
        return ("given up", key)
    from traceback import format_exception

    return ("answer", key, ("raised", "".join(format_exception(fault)), 0.0))


# Clusters of this process by scheduler and rules: the last takes the plugin away.
_sharing: dict[tuple[str, str], int] = {}


class Cluster:
    """The workers of a Dask cluster, at work on the cells of one job.

    One thread at a time calls it: `give` it as many tasks as are `wanted`,
    take `results` until nothing is `left`. `rules` go once to every worker
    process, `limits` with every chunk. Where no worker is left, a new one is
    awaited for `patience` seconds; at the start, for `start` seconds.
    """

    def __init__(
        self,
        client: Client,
        rules: str,
        limits: str,
        *,
        name: str | None = None,
        patience: float = 30.0,
        start: float = 10.0,
    ) -> None:
        self._closed = True  # until everything is set up
        self._client: Any = client
        if self._client.asynchronous:
            raise TypeError("a Dask client with asynchronous=True cannot be used here")
        self._digest = _digest(rules)
        self._rules = rules
        self._limits = limits
        self._job = f"outplay-{name or 'job'}-{os.urandom(6).hex()}"
        self._patience = patience
        self._over = False
        self._notes: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        self._fresh: deque[_Cell] = deque()
        self._suspects: deque[_Cell] = deque()
        self._again: list[_Chunk] = []
        self._places: dict[str, _Place] = {}
        self._chunks: dict[str, _Chunk] = {}
        self._ready: list[Result] = []
        self._pace = _Pace()
        self._care = _Pace()  # of suspects
        self._fault: WorkerError | None = None
        self._cut_off = False
        self._lonely: float | None = None
        self._left_out: dict[str, str] = {}
        self._sent = 0
        self._rules_sent = 0
        self._deaths = 0
        self.lost: list[tuple[int, str | None, str]] = []
        self._watch = _Watch(client, _package("outplay").__version__, self._notes)
        self._greet_all(start)
        self._share_rules()
        self._closed = False
        self._call_soon(self._watch.run)
        self._take_in(0.0)

    # What the driver calls.

    def wanted(self) -> int:
        """How many more cells it would like right now; 0 is enough in hand."""
        if self._over or self._fault:
            return 0
        self._take_in(0.0)
        self._send()
        size, depth = self._pace.size(), self._pace.depth()
        room = sum(place.room(depth) for place in self._places.values())
        chunks = room + RESERVE * max(1, self.threads)
        return max(0, chunks * size - len(self._fresh))

    def give(self, tasks: list[tuple[int, str]]) -> None:
        """Take over cells: number and task each. A number comes back once."""
        if self._over:
            return
        self._fresh.extend(_Cell(number, task) for number, task in tasks)
        self._take_in(0.0)
        self._send()

    def results(self, timeout: float) -> list[Result]:
        """Number, kind, text and states of cells that are done.

        Waits up to `timeout` seconds for the first; comes back at once where
        nothing is left to wait for. Kinds: "cell", "wrong" (the task is at
        fault), "lost" (two worker processes died of it). Raises WorkerError
        where no work is possible any more, after everything finished was
        handed over.
        """
        end = time.monotonic() + timeout
        self._take_in(0.0)
        self._send()
        while not self._ready and self.left:
            self._check()
            rest = end - time.monotonic()
            if rest <= 0.0:
                break
            self._take_in(min(rest, EVERY))
            self._send()
        ready, self._ready = self._ready, []
        return ready

    def cancel(self) -> None:
        """Stop everything soon. What is finished still comes as results."""
        if self._over:
            return
        self._over = True
        self._fresh.clear()
        self._suspects.clear()
        self._again.clear()
        self._take_in(0.0)
        if self._chunks and not self._cut_off:
            self._stop_workers()
            end = time.monotonic() + GRACE
            while self._chunks and time.monotonic() < end:
                self._take_in(0.05)
        self._drop(list(self._chunks.values()))
        self._chunks.clear()

    def close(self) -> None:
        """Cancel what is left and leave nothing of the job on the cluster."""
        if self._closed:
            return
        self._closed = True
        self.cancel()
        self._watch.over = True
        self._unshare_rules()

    @property
    def left(self) -> int:
        """Cells that were given and are neither reported nor cancelled."""
        chunks = sum(len(chunk.cells) for chunk in self._chunks.values())
        again = sum(len(chunk.cells) for chunk in self._again)
        return len(self._fresh) + len(self._suspects) + again + chunks

    @property
    def threads(self) -> int:
        """How many threads of workers are fit for work now."""
        return sum(place.threads for place in self._places.values())

    @property
    def deaths(self) -> int:
        """How many worker processes died with cells in hand."""
        return self._deaths

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        watch = getattr(self, "_watch", None)
        if watch is not None:
            watch.over = True

    # The beginning and the end.

    def _call_soon(self, call: Callable[..., Awaitable[None]], *content: Any) -> None:
        """Have something run on the client's loop."""
        self._client.loop.add_callback(call, *content)

    def _on_loop(self, call: Callable[[], Awaitable[Any]], seconds: float) -> Any:
        """Run something on the client's loop and wait for it, not for ever."""
        from asyncio import run_coroutine_threadsafe

        async def bounded() -> Any:
            return await _within(call(), seconds)

        if self._client.status == "closed":
            raise WorkerError("the Dask client is closed")
        loop = self._client.loop.asyncio_loop
        return run_coroutine_threadsafe(bounded(), loop).result(seconds + 1.0)

    def _greet_all(self, start: float) -> None:
        """Make sure that there are workers and that all of them are fit."""
        version = self._watch.version
        try:
            limit = start + 3 * ANSWER
            bad = self._on_loop(lambda: self._watch.begin(start), limit)
        except (OSError, ValueError, TimeoutError) as fault:
            raise WorkerError(
                f"the Dask cluster does not answer: {_said(fault)}"
            ) from fault
        if bad:
            each = "".join(f"\n  {where}: has {what}" for where, what in bad.items())
            raise WorkerError(
                f"workers of the Dask cluster lack outplay {version}:{each}\n"
                f"remedy: pip install outplay=={version} there"
            )
        if not self._watch.known:
            raise WorkerError(f"the Dask cluster has no worker (waited {start:g} s)")

    def _share_rules(self) -> None:
        self._send_rules(again=False)
        self._owner = (str(self._client.scheduler.address), self._digest)
        _sharing[self._owner] = _sharing.get(self._owner, 0) + 1

    def _send_rules(self, *, again: bool) -> None:
        """Register the plugin, with which every worker gets the rules once."""
        plugin = rules_plugin(self._rules)
        plugin.idempotent = not again  # not sent where the scheduler has it

        def call() -> Any:
            return self._client.register_plugin(plugin, name=plugin.name)

        try:
            self._on_loop(call, ANSWER)
        except (OSError, TimeoutError):
            pass  # a worker left meanwhile; the scheduler keeps the plugin

    def _unshare_rules(self) -> None:
        _sharing[self._owner] -= 1
        if _sharing[self._owner] > 0:
            return
        del _sharing[self._owner]
        if self._cut_off:
            return
        name = f"outplay-rules-{self._digest}"
        try:
            self._on_loop(
                lambda: self._client.unregister_worker_plugin(name), ANSWER / 2
            )
        except Exception:  # the scheduler or the client is gone, or it was not there
            pass

    def _stop_workers(self) -> None:
        addresses = list(self._places)

        def call() -> Any:
            return self._client.run(
                eval, _STOP, {"job": self._job}, workers=addresses, on_error="return"
            )

        try:
            self._on_loop(call, GRACE)
        except Exception:  # some worker is gone; the others were told
            pass

    def _drop(self, chunks: list[_Chunk]) -> None:
        """Give up chunks at Dask; whatever still comes of them is not counted."""
        futures = [chunk.future for chunk in chunks if chunk.future is not None]
        for chunk in chunks:
            chunk.future = None
        if not futures:
            return
        try:
            self._on_loop(lambda: self._client.cancel(futures), ANSWER)
        except Exception:  # the client is closed, and its futures with it
            pass

    # Sending chunks.

    def _send(self) -> None:
        """Fill every place as long as there are cells for it."""
        if self._over or self._fault:
            return
        for depth in range(1, self._pace.depth() + 1):
            for place in list(self._places.values()):
                while place.room(depth) and not self._fault:
                    chunk = self._next(place)
                    if chunk is None:
                        break
                    self._submit(chunk, place)
        if self._suspects and not self._fresh and not self._again:
            if all(chunk.alone for chunk in self._chunks.values()):
                self._send_suspects()

    def _next(self, place: _Place) -> _Chunk | None:
        """The next ordinary chunk for a place."""
        for chunk in self._again:
            if chunk.avoid != place.token or len(self._places) == 1:
                self._again.remove(chunk)
                return chunk
        if not self._fresh:
            return None
        fair = -(-len(self._fresh) // (2 * max(1, self.threads)))
        size = min(self._pace.size(), fair)
        return _Chunk([self._fresh.popleft() for _ in range(size)])

    def _send_suspects(self) -> None:
        """Suspects to every worker process that has nothing of ours."""
        for place in self._places.values():
            if self._suspects and not place.doubted and not place.chunks:
                self._submit(_Chunk(self._next_suspects(), alone=True), place)

    def _next_suspects(self) -> list[_Cell]:
        cells = [self._suspects.popleft()]
        fair = -(-len(self._suspects) // max(1, len(self._places)))
        size = min(self._care.size(), fair, CAREFUL)
        while self._suspects and len(cells) < size:
            if cells[0].single or self._suspects[0].single:
                break
            cells.append(self._suspects.popleft())
        return cells

    def _submit(self, chunk: _Chunk, place: _Place) -> None:
        self._sent += 1
        chunk.key = f"{self._job}-{self._sent}"
        chunk.place = place
        ask = {
            "job": self._job,
            "chunk": chunk.key,
            "token": place.token,
            "rules": self._digest,
            "limits": self._limits,
            "careful": chunk.alone and len(chunk.cells) > 1,
            "tasks": [cell.task for cell in chunk.cells],
        }
        try:
            chunk.future = self._client.submit(
                eval,
                _WORK,
                {"ask": json.dumps(ask)},
                key=chunk.key,
                workers=[place.address],
                allow_other_workers=False,
                pure=False,
                retries=0,
            )
        except Exception as fault:  # the client was closed
            self._back(chunk)
            self._broken(_said(fault))
            return
        place.chunks[chunk.key] = self._chunks[chunk.key] = chunk
        self._call_soon(_follow, self._notes, chunk.key, chunk.future)

    # Taking in what comes.

    def _take_in(self, wait: float) -> None:
        """Deal with all notes; wait for the first one up to so many seconds."""
        try:
            if wait > 0.0:
                self._note(*self._notes.get(timeout=wait))
            while True:
                self._note(*self._notes.get_nowait())
        except queue.Empty:
            return

    def _note(self, kind: str, *content: Any) -> None:
        if kind == "answer":
            self._answer(*content)
        elif kind == "given up":
            self._given_up(*content)
        elif kind == "come":
            self._come(*content)
        elif kind == "gone":
            self._gone(*content)
        elif kind == "bad":
            self._bad(*content)
        elif kind == "broken":
            self._broken(*content)

    def _answer(self, key: str, answer: tuple[str, Any, float]) -> None:
        chunk = self._chunks.get(key)
        if chunk is None or chunk.place is None:
            return  # it was given up
        kind, content, seconds = answer
        if kind == "not mine":
            self._doubt(chunk.place)
            return  # it stays with its place until that is sorted out
        self._forget(chunk)
        if kind == "done":
            self._done(chunk, content, seconds)
        elif kind == "no rules":
            self._no_rules(chunk)
        else:
            self._raised(chunk, str(content))

    def _forget(self, chunk: _Chunk) -> None:
        del self._chunks[chunk.key]
        if chunk.place is not None:
            chunk.place.chunks.pop(chunk.key, None)
        chunk.future = None

    def _done(self, chunk: _Chunk, cells: list[Any], seconds: float) -> None:
        (self._care if chunk.alone else self._pace).add(len(cells), seconds)
        for cell, (kind, text, states) in zip(chunk.cells, cells):
            self._ready.append((cell.number, kind, text, states))
        rest = chunk.cells[len(cells) :]
        if rest and not self._over:
            chunk.cells = rest
            self._raised(chunk, f"a chunk came back with {len(rest)} cells not done")

    def _no_rules(self, chunk: _Chunk) -> None:
        """Another client took the rules away from the workers: send them anew."""
        self._rules_sent += 1
        self._back(chunk)
        if self._rules_sent > 20:
            self._fail("the rules do not stay on the workers")
        else:
            self._send_rules(again=True)

    def _raised(self, chunk: _Chunk, trace: str) -> None:
        """A fault in Python on a worker: once more elsewhere, then the end."""
        place = chunk.place
        address = place.address if place else "?"
        chunk.faults += 1
        chunk.avoid = place.token if place else ""
        if not self._over:
            self._again.append(chunk)
        if chunk.faults > 1:
            self._fail(
                f"cells failed on two workers, the second time on {address}:\n{trace}"
            )

    def _back(self, chunk: _Chunk) -> None:
        """Cells that were not done, through no fault of theirs."""
        if self._over:
            return
        for cell in [c for c in chunk.cells if c.departures >= DEPARTURES]:
            chunk.cells.remove(cell)
            self._lose(cell, f"its worker went away {DEPARTURES} times")
        if not chunk.cells:
            return
        if chunk.faults:
            self._again.append(chunk)
        elif chunk.alone:
            self._suspects.extendleft(chunk.cells)
        else:
            self._fresh.extendleft(reversed(chunk.cells))

    def _come(self, address: str, token: str, threads: int) -> None:
        if address not in self._places:
            self._places[address] = _Place(address, token, max(1, threads))
        self._left_out.pop(address, None)

    def _bad(self, address: str, what: str) -> None:
        self._left_out[address] = what
        version = self._watch.version
        warnings.warn(
            f"the Dask worker {address} is left out: it has {what}; "
            f"remedy: pip install outplay=={version} there",
            RuntimeWarning,
            stacklevel=4,
        )

    def _given_up(self, key: str) -> None:
        chunk = self._chunks.get(key)
        if chunk is not None and chunk.place is not None:
            self._doubt(chunk.place)

    def _doubt(self, place: _Place) -> None:
        """The process behind an address may be another one: have it looked at."""
        if not place.doubted:
            place.doubted = True
            self._call_soon(self._watch.doubt, place.address)

    def _gone(self, address: str, fates: dict[str, str] | None, begun: Any) -> None:
        """A worker process is gone: sort its cells."""
        place = self._places.pop(address, None)
        if place is None:
            return
        chunks = list(place.chunks.values())
        for chunk in chunks:
            del self._chunks[chunk.key]
        self._drop(chunks)
        found = {
            chunk.key: "left" if fates is None else fates.get(chunk.key, "")
            for chunk in chunks
        }
        self._deaths += "died" in found.values()
        for chunk in reversed(chunks):
            if found[chunk.key] == "died" and chunk.alone and len(chunk.cells) > 1:
                self._convict(chunk, begun, address)
            else:
                self._return(chunk, found[chunk.key], address)

    def _convict(self, chunk: _Chunk, begun: Any, address: str) -> None:
        """Of suspects whose worker died, the one that it had begun did it."""
        if self._over:
            return
        if begun and begun[0] == chunk.key:
            cell = chunk.cells.pop(begun[1])
            cell.where.append(address)
            cell.deaths += 1
            self._suspect([cell])
        else:  # nobody knows which
            for cell in chunk.cells:
                cell.single = True
        self._suspects.extendleft(reversed(chunk.cells))

    def _return(self, chunk: _Chunk, fate: str, address: str) -> None:
        """Cells whose worker died or left; no fate where it never had them."""
        if self._over:
            return
        for cell in chunk.cells if fate else ():
            cell.where.append(address)
            cell.deaths += fate == "died"
            cell.departures += fate == "left"
        if fate == "died":
            self._suspect(chunk.cells)
        else:
            self._back(chunk)

    def _suspect(self, cells: list[_Cell]) -> None:
        for cell in cells:
            if cell.deaths < DEATHS:
                self._suspects.append(cell)
            else:
                self._lose(cell, "its worker process died twice")

    def _lose(self, cell: _Cell, why: str) -> None:
        text = f"{why} (at {', then '.join(cell.where)}); not tried again"
        self._ready.append((cell.number, "lost", text, 0))

    # The end of all work.

    def _broken(self, why: str) -> None:
        self._cut_off = True
        if not self._over:
            self._fail(f"the Dask scheduler does not answer any more: {why}")

    def _fail(self, why: str) -> None:
        if self._fault is None:
            self._fault = WorkerError(f"{why}\n{self.left} cells are not done")

    def _check(self) -> None:
        """Raise where no work is possible any more."""
        if self._client.status == "closed":  # and with it the loop of the watch
            self._broken("the client was closed")
        if self._places or self._over:
            self._lonely = None
        elif self._lonely is None:
            self._lonely = time.monotonic()
        elif time.monotonic() - self._lonely > self._patience:
            bad = "".join(f"; {a} has {what}" for a, what in self._left_out.items())
            self._fail(
                "no Dask worker is left, and none came within "
                f"{self._patience:g} s{bad}"
            )
        if self._fault is not None:
            raise self._fault
