"""What can go wrong, as exceptions that say what is wrong, where, and what would be right."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "LawError",
    "LimitError",
    "LostCellWarning",
    "OutplayError",
    "Problem",
    "RulesError",
    "StoreError",
    "WorkerError",
]


class Problem:
    """One thing that is wrong: what, where, and what would be right.

    >>> import outplay
    >>> try:
    ...     outplay.load("wizard").set({"bos.hp": 71})
    ... except outplay.RulesError as error:
    ...     problem = error.problems[0]
    >>> problem.message, problem.code, problem.file, problem.line, problem.column
    ('nothing is called `bos.hp`', 'unknown-path', 'set', 1, 1)
    """

    __slots__ = ("code", "column", "file", "help", "line", "message", "severity", "text")

    severity: str
    """``error`` or ``warning``."""
    code: str
    """The kind of mistake, a word that stays the same when messages change."""
    message: str
    file: str | None
    """The text that it is in: a path, or the option that brought it."""
    line: int | None
    column: int | None
    text: str | None
    """The words at that place."""
    help: str | None
    """What would be right, where that is known."""

    def __init__(self, **fields: Any) -> None:
        for name in self.__slots__:
            setattr(self, name, fields.get(name))

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line is not None else ""
        return place + self.message + (f" ({self.help})" if self.help else "")

    def __repr__(self) -> str:
        return f"Problem({str(self)!r})"


class OutplayError(Exception):
    """Whatever outplay has to complain about."""


class RulesError(OutplayError, ValueError):
    """The rules or the question are wrong; ``problems`` has all that is wrong with them."""

    problems: list[Problem]

    def __init__(self, problems: list[Problem] | str) -> None:
        if isinstance(problems, str):
            problems = [Problem(severity="error", code="unsupported", message=problems)]
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (type(self).__name__, _fields(self.problems), ""))


class LimitError(OutplayError):
    """A limit stopped the question before anything could be said; ``stopped`` is which."""

    stopped: str

    def __init__(self, message: str, stopped: str = "") -> None:
        self.stopped = stopped
        super().__init__(message)


class StoreError(OutplayError, OSError):
    """The file that was to keep the cells of a job cannot be used."""


class LawError(OutplayError, ValueError):
    """A game of your own breaks a law that every game obeys."""


class WorkerError(OutplayError, RuntimeError):
    """Nobody on the cluster can do the work."""


class LostCellWarning(UserWarning):
    """A cell of a job ended its worker twice and was left."""


def _fields(problems: list[Problem]) -> str:
    return json.dumps([{name: getattr(one, name) for name in Problem.__slots__} for one in problems])


def _problems(text: str) -> list[Problem]:
    return [Problem(**fields) for fields in json.loads(text)]


def _raised(name: str, problems: str, stopped: str) -> OutplayError:
    """The exception for a failure of the library, which calls this."""
    found = _problems(problems)
    for problem in found:
        if problem.code == "no-cards" and not problem.help:
            problem.help = 'outplay.combat("9 2 6", "5 8 4"), outplay.hand([...]) and outplay.deck(...) have some'
    if name == "LimitError":
        return LimitError("\n".join(str(problem) for problem in found), stopped)
    if name == "StoreError":
        return StoreError("\n".join(str(problem) for problem in found))
    return RulesError(found)


_rebuilt = _raised
