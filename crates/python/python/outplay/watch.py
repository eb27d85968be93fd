"""Who works: looks at the list of workers, greets those who come, and tells how others went."""

from __future__ import annotations

import time

from .worker import ANSWER, GREETING, NOTES, RUN, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EVERY = 0.5  # seconds between looks at the list of workers


class Watch:
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
            here = await within(self.client.nthreads())
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

        here = await within(self.client.nthreads())
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
            self.notes.put(("broken", said(fault)))

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
        answers = await within(
            self.client.run(
                eval,
                RUN,
                {"code": GREETING},
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
            fates = _fates(await within(self.client.get_events(address)))
            asked = self.client.get_metadata([NOTES, token], default=None)
            begun = await within(asked)
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


def said(fault: BaseException) -> str:
    return f"{type(fault).__name__}: {fault}".removesuffix(": ")


async def follow(notes: Any, key: str, future: Any) -> None:
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
