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

import json
import os
import queue
import time
import warnings
from collections import deque

from .errors import WorkerError
from .places import Cell, Chunk, Pace, Place
from .watch import EVERY, Watch, follow, said
from .worker import ANSWER, RUN, STOP, WORK, digest, package, rules_plugin, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import ModuleType, TracebackType
    from typing import Any

    from distributed import Client

    Result = tuple[int, str, str, int]

__all__ = ["Cluster", "WorkerError", "connect"]

RESERVE = 4  # chunks a thread kept here, to share out fairly at the end
GRACE = 2.0  # seconds that cancelled chunks have to hand in what they finished
CAREFUL = 200  # suspects in a chunk
DEATHS = 2  # worker processes a cell may kill
DEPARTURES = 5  # workers that may leave in good order under a cell


def _distributed() -> ModuleType:
    try:
        return package("distributed")
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
        self._digest = digest(rules)
        self._rules = rules
        self._limits = limits
        self._job = f"outplay-{name or 'job'}-{os.urandom(6).hex()}"
        self._patience = patience
        self._over = False
        self._notes: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        self._fresh: deque[Cell] = deque()
        self._suspects: deque[Cell] = deque()
        self._again: list[Chunk] = []
        self._places: dict[str, Place] = {}
        self._chunks: dict[str, Chunk] = {}
        self._ready: list[Result] = []
        self._pace = Pace()
        self._care = Pace()  # of suspects
        self._fault: WorkerError | None = None
        self._cut_off = False
        self._lonely: float | None = None
        self._left_out: dict[str, str] = {}
        self._sent = 0
        self._rules_sent = 0
        self._deaths = 0
        self.lost: list[tuple[int, str | None, str]] = []
        self._watch = Watch(client, package("outplay").__version__, self._notes)
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
        size, depth = self._pace.size(self.threads), self._pace.depth()
        room = sum(place.room(depth) for place in self._places.values())
        chunks = room + RESERVE * max(1, self.threads)
        return max(0, chunks * size - len(self._fresh))

    def give(self, tasks: list[tuple[int, str]]) -> None:
        """Take over cells: number and task each. A number comes back once."""
        if self._over:
            return
        self._fresh.extend(Cell(number, task) for number, task in tasks)
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
            return await within(call(), seconds)

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
                f"the Dask cluster does not answer: {said(fault)}"
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
                eval, STOP, {"job": self._job}, workers=addresses, on_error="return"
            )

        try:
            self._on_loop(call, GRACE)
        except Exception:  # some worker is gone; the others were told
            pass

    def _drop(self, chunks: list[Chunk]) -> None:
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

    def _next(self, place: Place) -> Chunk | None:
        """The next ordinary chunk for a place."""
        for chunk in self._again:
            if chunk.avoid != place.token or len(self._places) == 1:
                self._again.remove(chunk)
                return chunk
        if not self._fresh:
            return None
        fair = -(-len(self._fresh) // (2 * max(1, self.threads)))
        size = min(self._pace.size(self.threads), fair)
        return Chunk([self._fresh.popleft() for _ in range(size)])

    def _send_suspects(self) -> None:
        """Suspects to every worker process that has nothing of ours."""
        for place in self._places.values():
            if self._suspects and not place.doubted and not place.chunks:
                self._submit(Chunk(self._next_suspects(), alone=True), place)

    def _next_suspects(self) -> list[Cell]:
        cells = [self._suspects.popleft()]
        fair = -(-len(self._suspects) // max(1, len(self._places)))
        size = min(self._care.size(self.threads), fair, CAREFUL)
        while self._suspects and len(cells) < size:
            if cells[0].single or self._suspects[0].single:
                break
            cells.append(self._suspects.popleft())
        return cells

    def _submit(self, chunk: Chunk, place: Place) -> None:
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
                WORK,
                {"ask": json.dumps(ask)},
                key=chunk.key,
                workers=[place.address],
                allow_other_workers=False,
                pure=False,
                retries=0,
            )
        except Exception as fault:  # the client was closed
            self._back(chunk)
            self._broken(said(fault))
            return
        place.chunks[chunk.key] = self._chunks[chunk.key] = chunk
        self._call_soon(follow, self._notes, chunk.key, chunk.future)

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

    def _forget(self, chunk: Chunk) -> None:
        del self._chunks[chunk.key]
        if chunk.place is not None:
            chunk.place.chunks.pop(chunk.key, None)
        chunk.future = None

    def _done(self, chunk: Chunk, cells: list[Any], seconds: float) -> None:
        (self._care if chunk.alone else self._pace).add(len(cells), seconds)
        for cell, (kind, text, states) in zip(chunk.cells, cells):
            self._ready.append((cell.number, kind, text, states))
        rest = chunk.cells[len(cells) :]
        if rest and not self._over:
            chunk.cells = rest
            self._raised(chunk, f"a chunk came back with {len(rest)} cells not done")

    def _no_rules(self, chunk: Chunk) -> None:
        """Another client took the rules away from the workers: send them anew."""
        self._rules_sent += 1
        self._back(chunk)
        if self._rules_sent > 20:
            self._fail("the rules do not stay on the workers")
        else:
            self._send_rules(again=True)

    def _raised(self, chunk: Chunk, trace: str) -> None:
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

    def _back(self, chunk: Chunk) -> None:
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
            self._places[address] = Place(address, token, max(1, threads))
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

    def _doubt(self, place: Place) -> None:
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

    def _convict(self, chunk: Chunk, begun: Any, address: str) -> None:
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

    def _return(self, chunk: Chunk, fate: str, address: str) -> None:
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

    def _suspect(self, cells: list[Cell]) -> None:
        for cell in cells:
            if cell.deaths < DEATHS:
                self._suspects.append(cell)
            else:
                self._lose(cell, "its worker process died twice")

    def _lose(self, cell: Cell, why: str) -> None:
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
