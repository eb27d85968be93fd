"""What comes of questions: plain data with names, that shows itself as the command line and the page do.

Every result has ``json()`` (what ``--format json`` prints, to the byte), ``to_dict()``, fields by ``[]``, and
shows itself: ``print`` gives the text of the command line, a notebook the table or the map of the page.
"""

from __future__ import annotations

import json

from .files import write
from .spell import number, path_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike
    from typing import Any

    from . import _outplay
    from .game import Game

__all__ = [
    "Answer",
    "Comparison",
    "Match",
    "Move",
    "Odds",
    "Picture",
    "Replay",
    "Report",
    "Result",
    "Tournament",
    "Tuning",
]


class Result:
    """What came of a question."""

    __slots__ = ("_data", "_told")

    def __init__(self, told: _outplay.Told | _Kept) -> None:
        self._told = told
        self._data: dict[str, Any] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        kept = _Kept(self._told.json(), self._told.text(), self._told.html())
        return (type(self), (kept, *self._beside()))

    def _beside(self) -> tuple[Any, ...]:
        """What it is made of besides."""
        return ()

    def json(self) -> str:
        """The answer for programs, exactly as ``--format json`` prints it."""
        return self._told.json()

    def to_dict(self) -> dict[str, Any]:
        """The answer as data of one's own."""
        data: dict[str, Any] = json.loads(self._told.json())
        return data

    @property
    def _fields(self) -> dict[str, Any]:
        if self._data is None:
            self._data = self.to_dict()
        return self._data

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def get(self, name: str, default: Any = None) -> Any:
        """A field, or something else where the answer does not have it."""
        return self._fields.get(name, default)

    def keys(self) -> list[str]:
        """The names of the fields."""
        return list(self._fields)

    @property
    def stopped(self) -> str | None:
        """What stopped it, where something did: ``time``, ``states``, ``memory``, ``interrupted``..."""
        stopped: str | None = self.get("stopped")
        return stopped

    @property
    def seconds(self) -> float:
        """Time that it took."""
        return float(self.get("seconds", 0.0))

    def __str__(self) -> str:
        return self._told.text().rstrip("\n")

    def _repr_html_(self) -> str:
        return self._told.html()


class _Kept:
    """What was told, once it has left its process."""

    __slots__ = ("_texts",)

    def __init__(self, *texts: str) -> None:
        self._texts = texts

    def __reduce__(self) -> tuple[Any, ...]:
        return (_Kept, self._texts)

    def json(self) -> str:
        return self._texts[0]

    def text(self) -> str:
        return self._texts[1]

    def html(self) -> str:
        return self._texts[2]


class Answer(Result):
    """The best play.

    >>> import outplay
    >>> answer = outplay.load("wizard").solve()
    >>> answer.value, answer.proof, answer.moves
    (953, 'optimal', '432030000')
    >>> answer.line[:2]
    ['Recharge', 'Poison']
    >>> answer.turns[0]["events"]
    ['Recharge (-229 mana)']
    """

    __slots__ = ("_after", "_game")

    def __init__(self, told: _outplay.Told | _Kept, game: Game, after: str) -> None:
        super().__init__(told)
        self._game = game
        self._after = after

    def _beside(self) -> tuple[Any, ...]:
        return (self._game, self._after)

    @property
    def value(self) -> int | float | None:
        """What it is worth: the least price of a win, the hp left, the chance, the damage, the score. None
        where there is no win to have a price, or where it is not known."""
        value: int | float | None = self.get("value")
        return value

    @property
    def lower(self) -> int | float | None:
        """It is proved to be no less."""
        return self._bound("lower")

    @property
    def upper(self) -> int | float | None:
        """It is proved to be no more."""
        return self._bound("upper")

    def _bound(self, name: str) -> int | float | None:
        settled = self.proof == "optimal"
        bound: int | float | None = self.value if settled else self.get(name)
        return bound

    @property
    def proof(self) -> str:
        """``optimal``; ``interval`` between ``lower`` and ``upper``; ``bound`` where a limit stopped it;
        ``none`` for an estimate."""
        return str(self["proof"])

    @property
    def estimate(self) -> float | None:
        """What playouts make of it, where nothing is proved."""
        estimate: float | None = self.get("estimate")
        return estimate

    @property
    def settled(self) -> bool:
        """Is it proved, whatever the limits?"""
        return self.stopped is None and self.proof in ("optimal", "interval")

    @property
    def winner(self) -> int | None:
        """1, 2 or nobody."""
        winner: int | None = self.get("winner")
        return winner

    @property
    def moves(self) -> str:
        """The line as a replay takes it."""
        return str(self["moves"])

    @property
    def line(self) -> list[str]:
        """The line, move by move, in words."""
        return list(self["line"])

    @property
    def turns(self) -> list[dict[str, Any]]:
        """The line turn by turn: what happened, and how both sides stood after it."""
        return self._game.replay(self.moves, after=self._after, weigh=False).turns

    @property
    def by(self) -> str:
        """The search that found it."""
        return str(self["by"])

    @property
    def states(self) -> int:
        """States expanded for all that was asked, the values of the other moves included; ``compare()`` has
        what each search took by itself."""
        return int(self["states"])

    def __repr__(self) -> str:
        bounds = "" if self.settled else f", lower={self.lower}, upper={self.upper}"
        if self.estimate is not None:
            bounds = f", estimate={self.estimate:.4g}"
        moves = self.moves if len(self.moves) <= 40 else self.moves[:37] + "..."
        return f"Answer(value={self.value}, proof={self.proof!r}{bounds}, moves={moves!r})"


class Replay(Result):
    """Moves, turn by turn.

    >>> import outplay
    >>> replay = outplay.load("wizard").replay("432030000")
    >>> replay.winner, replay.over, len(replay)
    (1, True, 17)
    >>> for turn in replay.turns[:2]:
    ...     print(turn["round"], turn["side"], "; ".join(turn["events"]))
    1 1 Recharge (-229 mana)
    1 2 Recharge: mana +101; Strike hits for 8
    """

    __slots__ = ()

    @property
    def turns(self) -> list[dict[str, Any]]:
        """The turns: ``round``, ``side``, ``skill``, ``events``, ``p1`` and ``p2`` after it, and where it is
        known the ``regret`` of the move. Of a hand its ``steps``, of two decks the ``rounds``."""
        for name in ("turns", "steps", "told"):
            if isinstance(self.get(name), list):
                return list(self[name])
        return []

    @property
    def winner(self) -> int | None:
        """1, 2 or nobody (yet)."""
        winner: int | None = self.get("winner")
        return winner

    @property
    def over(self) -> bool:
        """Is it over?"""
        return bool(self.get("over", False))

    @property
    def refused(self) -> dict[str, Any] | None:
        """The move that could not be made, and why."""
        refused: dict[str, Any] | None = self.get("refused")
        return refused

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.turns)

    def __len__(self) -> int:
        return len(self.turns)

    def __repr__(self) -> str:
        return f"Replay({len(self)} turns, winner={self.winner}, over={self.over})"


class Move:
    """Something that whoever chooses can do, and what it is worth.

    >>> import outplay
    >>> for move in outplay.load("arena").sides("mage", "rogue").position().moves():
    ...     print(move.key, move.value, move.regret, move.best)
    A -20 10 False
    S -10 0 True
    """

    __slots__ = ("best", "cost", "does", "harm", "key", "name", "regret", "value")

    key: str
    """As it stands in a line of moves."""
    name: str
    does: str
    """What it does, in a short sentence."""
    cost: dict[str, int]
    """What it costs: how much of which number."""
    harm: int | None
    """The hp that it takes from the enemy at once, where that is known."""
    value: int | float | None
    """What it is worth to whoever chooses; of a price what it still takes to win, None where it throws the
    win away; with dice what it is worth to player 1 on average."""
    regret: int | float | None
    """What is lost against the best move."""
    best: bool
    """Is no other move better?"""

    def __init__(self, option: dict[str, Any], hint: dict[str, Any]) -> None:
        self.key, self.name = option["key"], option["name"]
        self.does, self.cost, self.harm = option["does"], option["cost"], option["harm"]
        self.value, self.regret = hint.get("value"), hint.get("regret")
        if hint.get("mean") is not None:
            self.value, self.regret = hint["mean"]
        self.best = bool(hint.get("best", False))

    def __repr__(self) -> str:
        best = ", best" if self.best else ""
        return f"Move({self.key!r}, {self.name!r}, value={self.value}, regret={self.regret}{best})"


class Match(Result):
    """Many games between two styles.

    >>> import outplay
    >>> match = outplay.load("arena").match("mage:random", "rogue:minimax", games=100, seed=7)
    >>> match.games, match.p1_wins, match.p2_wins
    (100, 0, 100)
    """

    __slots__ = ()

    @property
    def games(self) -> int:
        """Games that were counted."""
        return int(self["games"])

    @property
    def p1_wins(self) -> int:
        """Games that player 1 won."""
        return int(self["p1_wins"])

    @property
    def p2_wins(self) -> int:
        """Games that player 2 won."""
        return int(self["p2_wins"])

    @property
    def ties(self) -> int:
        """Games that nobody won."""
        return int(self.get("ties", 0))

    @property
    def mean_margin(self) -> float | None:
        """What a game was worth to player 1 on average."""
        mean: float | None = self.get("mean_margin")
        return mean

    @property
    def exact(self) -> float | None:
        """What a game is worth exactly, where that is known."""
        exact = self.get("exact")
        return None if exact is None else float(exact["value"])

    @property
    def exact_play(self) -> dict[str, Any] | None:
        """Who wins how often and at what price, exactly, where few enough positions can come up."""
        exact: dict[str, Any] | None = self.get("exact_play")
        return exact

    def __repr__(self) -> str:
        return f"Match({self.games} games: {self.p1_wins} to {self.p2_wins}, {self.ties} ties)"


class Tournament(Result):
    """Everyone against everyone; in a notebook a heat map.

    >>> import outplay
    >>> arena = outplay.load("arena").tournament()
    >>> arena.entrants
    ['mage', 'rogue', 'vampire', 'sorcerer']
    >>> arena.matrix[0]
    [8.0, -10.0, -75.0, 30.0]
    >>> arena.value("mage", "rogue"), arena.value("mage", "rogue", order="restricted-queue")
    (-10.0, 16.0)
    """

    __slots__ = ()

    @property
    def orders(self) -> list[str]:
        """The turn orders that it was held in."""
        return [order["order"] for order in self["orders"]]

    @property
    def entrants(self) -> list[str]:
        """Who took part."""
        return list(self["orders"][0]["entrants"])

    @property
    def matrix(self) -> list[list[float | None]]:
        """What each row is worth against each column, in the first of the turn orders."""
        return self._matrix(0)

    def _matrix(self, order: int) -> list[list[float | None]]:
        rows = self["orders"][order]["rows"]
        return [[cell["value_to_p1"] for cell in row] for row in rows]

    def _place(self, order: str | None) -> int:
        if order is not None and order not in self.orders:
            raise KeyError(f"it was not held in {order!r}: {', '.join(self.orders)}")
        return 0 if order is None else self.orders.index(order)

    def value(self, one: str, two: str, *, order: str | None = None) -> float | None:
        """What a meeting is worth to the first, who is player 1."""
        place = self._place(order)
        entrants: list[str] = self["orders"][place]["entrants"]
        for name in (one, two):
            if name not in entrants:
                raise KeyError(f"{name!r} did not take part: {', '.join(entrants)}")
        return self._matrix(place)[entrants.index(one)][entrants.index(two)]

    def to_pandas(self, *, order: str | None = None) -> Any:
        """The matrix as a pandas DataFrame (``pip install "outplay[pandas]"``)."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError('this needs pandas: pip install "outplay[pandas]"') from error

        place = self._place(order)
        entrants = self["orders"][place]["entrants"]
        return pandas.DataFrame(self._matrix(place), index=entrants, columns=entrants)

    def __repr__(self) -> str:
        return f"Tournament({len(self.entrants)} entrants, {', '.join(self.orders)})"


class Comparison(Result):
    """Searches side by side: each its own answer, all worth the same.

    >>> import outplay
    >>> compared = outplay.load("wizard").set(boss={"hp": 20}).compare()
    >>> compared.agree, [row["by"] for row in compared.rows]
    (True, ['astar', 'dijkstra', 'dfs', 'brute'])
    """

    __slots__ = ()

    @property
    def agree(self) -> bool:
        """Do all that proved a value give the same?"""
        return bool(self["agree"])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The answers, one for each search."""
        return list(self["answers"])

    def __repr__(self) -> str:
        return f"Comparison({', '.join(row['by'] for row in self.rows)}, agree={self.agree})"


class Tuning(Result):
    """The smallest change that gives what is wanted.

    >>> import outplay
    >>> tuning = outplay.load("wizard").tune(
    ...     "value in 1000..1100", {"boss.hp": "40..70", "poison.cost": "150..200"})
    >>> tuning.found, tuning.changes
    (True, {'boss.hp': 57, 'poison.cost': 168})
    """

    __slots__ = ()

    @property
    def found(self) -> bool:
        """Is there such a change?"""
        return self.get("found") is not None

    @property
    def changes(self) -> dict[str, int | float | str]:
        """The numbers that change, with their new values, as :meth:`Game.set` takes them."""
        found = self.get("found") or {"changes": []}
        return {one["path"]: number(str(one["to"])) for one in found["changes"]}

    def __repr__(self) -> str:
        return f"Tuning({self.changes if self.found else 'nothing found'}, proof={self['proof']!r})"


class Picture(str):
    """An SVG, which a notebook shows."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Report(Result):
    """Everything that a designer asks of a fight, on one page."""

    __slots__ = ()

    def html(self) -> str:
        """The whole page, which needs nothing from outside."""
        return self._told.html()

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the page into a file."""
        write(path_of(path, "a file to write"), self.html().encode())

    def _repr_html_(self) -> str:
        import html

        page = html.escape(self.html(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:40em;border:1px solid #8888" title="The report"></iframe>'

    def __repr__(self) -> str:
        return f"Report({self['title']!r})"


class Odds(Result):
    """The exact odds of a deck's hands."""

    __slots__ = ()

    @property
    def value(self) -> float:
        """The mean damage of the best turn."""
        return float(self["value"])

    @property
    def distribution(self) -> list[dict[str, Any]]:
        """How often each damage comes up."""
        return list(self["distribution"])

    def __repr__(self) -> str:
        return f"Odds(mean={self.value}, {self['different_hands']} different hands)"
