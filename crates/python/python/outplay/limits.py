"""What a question may cost: states, seconds, bytes of memory."""

from __future__ import annotations

from .spell import whole


def allowed(
    states: int | None, seconds: float | None, memory: int | None
) -> tuple[int | None, float | None, int | None]:
    """What is allowed, if it can be."""
    return whole_or_none("max_states", states), seconds_of("max_seconds", seconds), whole_or_none("max_memory", memory)


def seconds_of(name: str, seconds: float | None) -> float | None:
    """A number of seconds, or none."""
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"{name} is a number of seconds, not {seconds!r}")
    if not 0 <= seconds < 1e12:
        raise ValueError(f"{name} is a number of seconds from 0, not {seconds!r}")
    return float(seconds)


def whole_or_none(name: str, number: int | None) -> int | None:
    """A whole number from 0, or none."""
    return None if number is None else whole(name, number)
