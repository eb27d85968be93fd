"""Where a line of moves leads: how it stands, who chooses, and what can be done."""

from __future__ import annotations

import json

from .errors import Problem, RulesError
from .limits import allowed
from .results import Move
from .spell import word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random
    from typing import Any

    from .game import Game
    from .results import Answer

__all__ = ["Option", "Position"]


class Option:
    """Something that whoever chooses might do."""

    __slots__ = ("about", "cost", "does", "harm", "key", "name", "refused")

    key: str
    name: str
    about: str | None
    does: str
    cost: dict[str, int]
    harm: int | None
    refused: str | None
    """Why it cannot be done now."""

    def __init__(self, fields: dict[str, Any]) -> None:
        for name in self.__slots__:
            setattr(self, name, fields[name])

    def __repr__(self) -> str:
        refused = f", refused={self.refused!r}" if self.refused else ""
        return f"Option({self.key!r}, {self.name!r}{refused})"


class Position:
    """Where a line of moves leads: how it stands, who chooses, and what can be done.

    >>> import outplay
    >>> here = outplay.load("arena").sides("mage", "rogue").position("S")
    >>> here.chooses, here.sides[1]["hp"], here.queue
    (2, 70, 'BBA')
    >>> [option.key for option in here.options]
    ['A', 'S']
    >>> here.play("A").moves()[1]
    Move('S', 'Rogue Special', value=10, regret=0, best)
    """

    __slots__ = ("_fields", "game", "line", "seed")

    game: Game
    line: str
    """The moves that led here."""
    seed: int
    """In a match: what is random in this game comes from this."""

    def __init__(self, game: Game, line: str, seed: int = 0) -> None:
        if not hasattr(game, "_table"):
            raise TypeError("game.position(moves) makes a position")
        self.game, self.line, self.seed = game, word("a line of moves", line), seed
        self._fields: dict[str, Any] = json.loads(game._table.position(line))
        refused = self._fields["refused"]
        if refused is not None:
            text = f"move {refused['move']} of {line!r} is refused: {refused['reason']}"
            raise RulesError([Problem(severity="error", code="refused-move", message=text)])

    @property
    def chooses(self) -> int | None:
        """Who is to choose: 1, 2, or nobody."""
        chooses: int | None = self._fields["chooses"]
        return chooses

    @property
    def over(self) -> bool:
        """Is it over?"""
        return bool(self._fields["over"])

    @property
    def winner(self) -> int | None:
        """1, 2 or nobody (yet)."""
        winner: int | None = self._fields["winner"]
        return winner

    @property
    def value(self) -> int | None:
        """What it is worth to player 1 where it is over, and one's gain is the other's loss."""
        value: int | None = self._fields["value"]
        return value

    @property
    def spent(self) -> int:
        """What player 1 has spent of what the goal counts."""
        return int(self._fields["spent"])

    @property
    def sides(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The numbers of both sides, by name; with ``effects`` and ``counters``."""
        one, two = self._fields["sides"]
        return one, two

    @property
    def queue(self) -> str | None:
        """The battle queue, the front first: A is player 1, B player 2."""
        queue: str | None = self._fields["queue"]
        return queue

    @property
    def facts(self) -> dict[str, str]:
        """What else there is to say of it."""
        return dict(self._fields["facts"])

    @property
    def options(self) -> list[Option]:
        """What can be done now."""
        return [option for option in self.all_options if option.refused is None]

    @property
    def all_options(self) -> list[Option]:
        """What can be done, and what cannot, with the reason."""
        return [Option(fields) for fields in self._fields["options"]]

    @property
    def rolls(self) -> dict[str, float]:
        """Where the dice are about to fall: how they may, and how likely that is."""
        rolls: list[tuple[str, int]] = self._fields["rolls"]
        total = sum(weight for _, weight in rolls)
        return {key: weight / total for key, weight in rolls}

    @property
    def rng(self) -> Random:
        """Random numbers for a style: the same in the same game, at the same place."""
        from random import Random

        return Random(f"{self.seed}:{self.line}")

    def play(self, key: str) -> Position:
        """The position after one more move, or one more roll."""
        if not word("a move", key):
            raise RulesError("a move is missing: give its key")
        return Position(self.game, self.line + self._between() + key, self.seed)

    def _between(self) -> str:
        told = self.game._told
        if not self.line or (told["letters"] and not told["rolls"]):
            return ""
        return " " if told["rolls"] else ", "

    def moves(
        self,
        *,
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_memory: int | None = None,
    ) -> list[Move]:
        """The legal moves of whoever chooses, with their exact values and regrets."""
        cost = allowed(max_states, max_seconds, max_memory)
        weighed = {hint["key"]: hint for hint in json.loads(self.game._table.hints(self.line, cost, None))}
        legal = (fields for fields in self._fields["options"] if fields["refused"] is None)
        return [Move(fields, weighed.get(fields["key"], {})) for fields in legal]

    def best(self, style: str = "minimax", *, max_seconds: float | None = None) -> str | None:
        """The key of the move that a style makes here; perfect play unless told."""
        cost = allowed(None, max_seconds, None)
        return self.game._table.choose(self.line, word("a style", style), self.seed, cost)

    def solve(self, **options: Any) -> Answer:
        """The best play from here; options as :meth:`Game.solve` has them."""
        return self.game.solve(after=self.line, **options)

    def __iter__(self) -> Iterator[Position]:
        return (self.play(option.key) for option in self.options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.line, self.game) == (other.line, other.game)

    def __hash__(self) -> int:
        return hash(self.line)

    def __repr__(self) -> str:
        who = "over" if self.over else f"player {self.chooses} chooses" if self.chooses else "nobody chooses"
        return f"<outplay.Position {self.game.name} after {self.line!r}: {who}>"
