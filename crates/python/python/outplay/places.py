"""The cells of a job on their way: in chunks, at places, at a pace that is measured."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

AIM = 0.6  # seconds of work in a chunk
SPREAD = 0.01  # seconds more for each thread: the scheduler takes so many chunks a second, and no more
MOST = 5_000  # cells in a chunk
GROWTH = 4  # a chunk is at most so many times the largest one that came back
HEAVY = 2.0  # seconds a cell; from there a thread has one chunk in hand, not two


class Cell:
    """A cell that is not done: its number, its task, what happened to it."""

    __slots__ = ("number", "task", "deaths", "departures", "single", "where")

    def __init__(self, number: int, task: str) -> None:
        self.number = number
        self.task = task
        self.deaths = 0
        self.departures = 0
        self.single = False  # a suspect that needs a chunk of its own
        self.where: list[str] = []


class Chunk:
    """Cells that went to a worker together."""

    __slots__ = ("key", "cells", "place", "future", "alone", "faults", "avoid")

    def __init__(self, cells: list[Cell], *, alone: bool = False) -> None:
        self.key = ""
        self.cells = cells
        self.place: Place | None = None
        self.future: Any = None
        self.alone = alone  # suspects
        self.faults = 0
        self.avoid = ""  # token of the process in which it raised


class Place:
    """The places of one worker process: as many as it has threads."""

    __slots__ = ("address", "token", "threads", "chunks", "doubted")

    def __init__(self, address: str, token: str, threads: int) -> None:
        self.address = address
        self.token = token
        self.threads = threads
        self.chunks: dict[str, Chunk] = {}
        self.doubted = False

    def room(self, depth: int) -> int:
        """How many more chunks it takes at so many a thread."""
        if self.doubted or any(chunk.alone for chunk in self.chunks.values()):
            return 0
        return max(0, depth * self.threads - len(self.chunks))


class Pace:
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

    def size(self, threads: int) -> int:
        """Cells of the next chunk, where so many threads work."""
        if not self.cells:
            return 1
        by_cost = int((AIM + SPREAD * threads) / max(self.mean(), 1e-6))
        return max(1, min(by_cost, GROWTH * self.largest, MOST))

    def depth(self) -> int:
        """Chunks in hand a thread: one is enough where a cell takes seconds."""
        return 1 if not self.cells or self.mean() > HEAVY else 2
