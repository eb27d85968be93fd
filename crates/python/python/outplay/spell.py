"""From Python's values to the words of the command line: changes, ranges, sides, cards, texts."""

from __future__ import annotations

import os

from . import _outplay
from .errors import Problem, RulesError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike
    from typing import Any

#: More values than this are too many for one dimension.
MOST_VALUES = 10_000_000

#: Larger numbers fit nothing.
MOST = (1 << 64) - 1

#: Larger files are not rules, and not puzzles; a card list may be larger.
MOST_BYTES = 1 << 20
MOST_BYTES_OF_A_LIST = 1 << 26


def number(text: str) -> int | float | str:
    """A number of the rules as Python has it; a word stays one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def change(given: str | Mapping[str, Any]) -> Iterator[str]:
    """Changes as ``--set`` takes them: ``boss.hp=71``."""
    if isinstance(given, str):
        yield given
    elif hasattr(given, "items"):
        yield from _flat("", given, 0)
    else:
        raise TypeError(f"a change is a text as 'boss.hp=71', or values by path, not {given!r}")


def _flat(path: str, value: Any, depth: int) -> Iterator[str]:
    if not hasattr(value, "items"):
        yield f"{path}={spelled(value, path)}"
        return
    if depth > 8:
        raise ValueError(f"{path[:40]}...: no path is that long")
    for name, inner in value.items():
        yield from _flat(f"{path}.{word('a path', name)}" if path else word("a path", name), inner, depth + 1)


def spelled(value: Any, what: str) -> str:
    """A value as it is written in rules."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_quoted(one, what) for one in value)}]"
    if hasattr(value, "__index__"):
        whole = value.__index__()
        if abs(whole) > MOST:
            raise ValueError(f"{what}: a number of {whole.bit_length()} bits is too large")
        return str(whole)
    try:
        real = float("no" if isinstance(value, (bytes, bytearray)) else value)
    except (TypeError, ValueError):
        raise TypeError(f"{what} takes a number or a word, not {value!r}") from None
    except OverflowError:
        raise ValueError(f"{what}: this number is too large") from None
    if real != real or real in (float("inf"), float("-inf")):
        raise ValueError(f"{what} takes a number, and {value!r} is none")
    # As somebody would write it, without an exponent.
    from decimal import Decimal

    digits = Decimal(str(value) if isinstance(value, Decimal) else repr(real))
    text = format(digits, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _quoted(value: Any, what: str) -> str:
    if isinstance(value, str):
        import json

        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        raise TypeError(f"{what} takes no list of lists")
    return spelled(value, what)


def axes(vary: Any) -> list[tuple[str, list[str]]]:
    """What varies, each with its values."""
    if isinstance(vary, str):
        vary = [vary]
    if not hasattr(vary, "items"):
        return [_outplay.axis(text) for text in words("what varies, as in 'boss.hp=10..100'", vary)]
    return [_axis(path, values) for path, values in vary.items()]


def _axis(path: Any, values: Any) -> tuple[str, list[str]]:
    word("a path", path)
    if isinstance(values, str):
        return _outplay.axis(f"{path}={values}")
    if hasattr(values, "items") or not hasattr(values, "__iter__") or isinstance(values, (bytes, bytearray)):
        values = [values]
    if isinstance(values, range) and len(values) > MOST_VALUES:
        raise ValueError(f"{path}: {len(values):,} values are too many; take a shorter range, or a larger step")
    found: list[str] = []
    for value in values:
        if len(found) == MOST_VALUES:
            raise ValueError(f"{path}: more than {MOST_VALUES:,} values are too many")
        found.append(spelled(value, path))
    if not found:
        raise ValueError(f"{path}: there are no values; name at least one")
    if len(set(found)) < len(found):
        raise ValueError(f"{path}: a value is there twice; name each once")
    return path, found


def side(given: Any, cards: bool) -> str:
    """Who fights: a name, letters, or a list of names; of combat a deck."""
    if isinstance(given, str):
        return given
    if not hasattr(given, "__iter__") or hasattr(given, "items") or isinstance(given, (bytes, bytearray)):
        raise TypeError(f"a side is a name, or a list of names, not {given!r}")
    return (" " if cards else "+").join(str(one) for one in given)


def card(given: Any) -> str:
    """A card as ``--card`` takes it."""
    if isinstance(given, str):
        return given
    if not hasattr(given, "items"):
        raise TypeError(f"a card is a text like 'Jab,cost=0,attack=2', or fields by name, not {given!r}")
    fields = dict(given)
    name = fields.pop("name", None)
    if not isinstance(name, str):
        raise ValueError(f"a card has a name: {dict(given)!r}")
    return ",".join([name, *(f"{word('a field', field)}={spelled(fields[field], field)}" for field in fields)])


def word(what: str, given: Any) -> str:
    """A text, and nothing else."""
    if not isinstance(given, str):
        raise TypeError(f"{what} is a str, not {given!r}")
    return given


def words(what: str, given: Any) -> list[str]:
    """Some texts, or one."""
    if isinstance(given, str):
        return [given]
    if not hasattr(given, "__iter__") or isinstance(given, (bytes, bytearray)):
        raise TypeError(f"{what}: a str or a list of them, not {given!r}")
    return [word(what, one) for one in given]


def whole(name: str, given: Any, least: int = 0, most: int = MOST) -> int:
    """A whole number, and nothing else."""
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise TypeError(f"{name} is a whole number, not {given!r}")
    number: int = given.__index__()
    if not least <= number <= most:
        raise ValueError(f"{name} is a whole number from {least} to {most}, not {given!r}")
    return number


def path_of(given: Any, what: str) -> str:
    """A path as text."""
    try:
        path = os.fspath(given)
    except TypeError:
        raise TypeError(f"{what} is a path, not {given!r}") from None
    return os.fsdecode(path)


def texts(given: str | PathLike[str], what: str, most: int = MOST_BYTES) -> tuple[str, str]:
    """A text as it is, or that of a file: what to call it, and the text."""
    if isinstance(given, str) and ("\n" in given or not os.path.exists(given)):
        return what, given
    path = path_of(given, what)
    return path, read(path, most)


def read(path: str, most: int = MOST_BYTES) -> str:
    """The text of a file."""
    try:
        with open(path, "rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise _unreadable(f"{path} cannot be read: {error.strerror or error}") from error
    if len(content) > most:
        raise _unreadable(f"{path} is larger than {most:,} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise _unreadable(f"{path} is not text: byte {error.start} is not UTF-8") from error


def _unreadable(message: str) -> RulesError:
    return RulesError([Problem(severity="error", code="unreadable", message=message)])
