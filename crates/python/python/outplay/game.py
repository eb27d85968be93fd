"""A game, loaded, that is asked things: the best play, positions, replays, sweeps, matches, tournaments.

A ``Game`` never changes: ``set``, ``mode`` and the like give another. What it has proved it keeps for the next
question. Every question takes ``max_states``, ``max_seconds`` and ``max_memory`` (bytes); Ctrl-C stops it and gives
what is known. Jobs of many cells also take ``store`` (a file that keeps what is finished), ``on`` (a Dask client, or
its address) and ``progress``.
"""

from __future__ import annotations

import json

from . import _outplay
from .errors import Problem, RulesError, _problems
from .how import How, Lost
from .limits import allowed, seconds_of, whole_or_none
from .position import Position
from .progress import Bar
from .results import (
    Answer,
    Comparison,
    Match,
    Odds,
    Picture,
    Replay,
    Report,
    Tournament,
    Tuning,
)
from .spell import axes, change, number, path_of, side, texts, whole, word, words
from .table import Sweep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from os import PathLike
    from typing import Any, Protocol

    class Style(Protocol):
        """A playstyle of one's own."""

        def choose(self, position: Position, /) -> str:
            """The key of the move to make."""

    #: How a side is played in a match: ``fighter:style``, a style of one's own, or a fighter and one.
    Player = str | Style | Callable[["Position"], str] | tuple[str | None, Any] | None
    #: What varies in a sweep: values by path, or texts as ``--vary`` takes them.
    Vary = Mapping[str, Any] | Sequence[str]

__all__ = ["Game"]


class Game:
    """A game, loaded, that can be asked things; :func:`outplay.load` makes one.

    >>> import outplay
    >>> fight = outplay.load("wizard").set(boss={"hp": 71, "attack": 10}).mode("hard")
    >>> fight.solve().value
    1937
    """

    __slots__ = ("_about", "_own", "_table")

    def __init__(self, table: _outplay.Table, own: Any = None) -> None:
        if not isinstance(table, _outplay.Table):
            raise TypeError("outplay.load makes a game")
        self._table = table
        self._about: dict[str, Any] | None = None
        # The object that its rules are in, where they are written in Python.
        self._own = own

    def __reduce__(self) -> tuple[Any, ...]:
        if self._own is None:
            return (_opened_again, (type(self), self._table.source()))
        return (_made_again, (type(self), self._own))

    # What it is.

    @property
    def _told(self) -> dict[str, Any]:
        if self._about is None:
            self._about = json.loads(self._table.about())
        return self._about

    @property
    def name(self) -> str:
        """What it is called in answers."""
        return str(json.loads(self._table.source())["game"])

    @property
    def title(self) -> str:
        """What it is called by people."""
        return str(self._told["title"])

    @property
    def modes(self) -> list[str]:
        """The names of its modes, the plain rules first."""
        return [mode["name"] for mode in self._told["modes"]]

    @property
    def goal(self) -> dict[str, str] | None:
        """What it is played for, as in ``{"least": "mana"}``."""
        goal: dict[str, str] | None = self._told["goal"]
        return goal

    @property
    def unit(self) -> str:
        """What its values count."""
        return str(self._told["unit"])

    @property
    def names(self) -> tuple[str, str]:
        """What the two sides are called."""
        one, two = (side["name"] for side in self._told["sides"])
        return one, two

    @property
    def numbers(self) -> dict[str, int | float | str]:
        """Every number of the rules that can be changed, by its path (see :meth:`set`).

        >>> import outplay
        >>> outplay.load("wizard").numbers["boss.hp"]
        55
        """
        found = json.loads(self._table.numbers())
        return {one["path"]: number(one["value"]) for one in found if one["path"] != "format"}

    @property
    def rules(self) -> dict[str, Any]:
        """The rules as data, as ``outplay show --format json`` prints them."""
        rules: dict[str, Any] = json.loads(self._table.rules())
        return rules

    @property
    def warnings(self) -> list[Problem]:
        """What is suspicious about the rules."""
        return _problems(self._table.warnings())

    def __repr__(self) -> str:
        options = json.loads(self._table.source())["options"]
        laid = [change["text"] for change in options["set"]]
        laid += [f"mode={options['mode']}"] if options["mode"] else []
        return f"<outplay.Game {self.name}{''.join(' ' + word for word in laid)}>"

    # The same game with something laid over it.

    def _edited(self, lay: Callable[[dict[str, Any]], object]) -> Game:
        self._written("changed by words")
        options = json.loads(self._table.source())["options"]
        lay(options)
        return Game(self._table.edited(json.dumps(options, ensure_ascii=False)))

    def _written(self, what: str) -> None:
        """Only a game whose rules are written down can be..."""
        if self._own is not None:
            raise RulesError(f"a game of your own cannot be {what}: its rules are code; make another object of it")

    def set(self, *changes: str | Mapping[str, Any], **numbers: Any) -> Game:
        """The same game with other numbers or words.

        >>> import outplay
        >>> wizard = outplay.load("wizard")
        >>> a = wizard.set(boss={"hp": 71, "attack": 10})
        >>> b = wizard.set({"boss.hp": 71, "boss.attack": 10})
        >>> c = wizard.set("boss.hp=71", "boss.attack=10")
        >>> a.solve().value == b.solve().value == c.solve().value
        True
        """
        laid = [text for one in changes for text in change(one)] + list(change(numbers))
        named = [{"name": "set", "text": text} for text in laid]
        return self._edited(lambda options: options["set"].extend(named))

    def mode(self, name: str) -> Game:
        """The same game in a named variation of its rules; ``"all"`` is for sweeps."""
        return self._edited(lambda options: options.update(mode=word("a mode", name)))

    def sides(self, p1: str | Sequence[str | int] | None = None, p2: str | Sequence[str | int] | None = None) -> Game:
        """The same game with others who fight: a name, letters of a team, or a list of names; of combat the
        decks."""

        def lay(options: dict[str, Any]) -> None:
            cards = json.loads(self._table.source())["game"] == "combat"
            for place, (name, given) in enumerate((("p1", p1), ("p2", p2))):
                if given is not None:
                    options["sides"][place] = {"name": name, "text": side(given, cards)}

        return self._edited(lay)

    def order(self, name: str) -> Game:
        """The same game under another turn order."""
        return self._edited(lambda options: options.update(order={"name": "order", "text": word("an order", name)}))

    def aim(self, goal: str) -> Game:
        """The same game, played for something else: ``win``, ``winner-hp``, ``rounds``, a number to spend."""
        return self._edited(lambda options: options.update(goal={"name": "goal", "text": word("a goal", goal)}))

    def input(self, text: str | PathLike[str]) -> Game:
        """The same game with the puzzle's own text, or the file that it is in."""
        name, found = texts(text, "input")
        return self._edited(lambda options: options.update(input={"name": name, "text": found}))

    # Questions.

    def solve(
        self,
        *,
        after: str = "",
        mode: str | None = None,
        by: str | None = None,
        at_most: int | None = None,
        all: bool = False,
        explain: bool = False,
        playouts: int | None = None,
        seed: int | None = None,
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        progress: Any = None,
    ) -> Answer:
        """The best play, proved.

        >>> import outplay
        >>> outplay.load("arena").sides("mage", "rogue").solve()
        Answer(value=-10, proof='optimal', moves='SASSAAASSAAAASS')
        >>> outplay.load("rpglite").sides("KA", "WR").solve().value
        0.40462014177108796
        """
        if mode is not None:
            options = {"after": after, "by": by, "at_most": at_most, "all": all, "explain": explain,
                       "playouts": playouts, "seed": seed, "max_states": max_states,
                       "max_seconds": max_seconds, "max_memory": max_memory, "progress": progress}
            return self.mode(mode).solve(**options)
        cost = allowed(max_states, max_seconds, max_memory)
        start, by = _after(after), None if by is None else word("a search", by)
        at_most, playouts, seed = whole_or_none("at_most", at_most), whole_or_none("playouts", playouts), whole_or_none("seed", seed)
        with Bar(progress, None, "states") as tell:
            told = self._table.solve(start, by, at_most, bool(all), bool(explain), playouts, seed, cost, tell)
        return Answer(told, self, start or "")

    def position(self, moves: str = "") -> Position:
        """The position after some moves from the start."""
        return Position(self, moves)

    def replay(
        self,
        moves: str = "",
        *,
        after: str = "",
        at_most: int | None = None,
        weigh: bool = True,
        max_states: int | None = None,
        max_memory: int | None = None,
    ) -> Replay:
        """These moves, turn by turn, and (where one's gain is the other's loss) what each gave away."""
        cost, most = allowed(max_states, None, max_memory), whole_or_none("at_most", at_most)
        return Replay(self._table.replay(word("a line of moves", moves), _after(after), most, bool(weigh), cost))

    def compare(
        self,
        *,
        after: str = "",
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        progress: Any = None,
    ) -> Comparison:
        """Every search that applies, side by side."""
        with Bar(progress, None, "states") as tell:
            cost = allowed(max_states, max_seconds, max_memory)
            return Comparison(self._table.compare(_after(after), cost, tell))

    def draw(self, *, after: str = "", most: int = 400, max_seconds: float | None = None) -> Picture:
        """The top of the game's tree as an SVG, with values, the best line and what alpha-beta cuts off."""
        return Picture(self._table.drawing(_after(after), whole("most", most), allowed(None, max_seconds, None)))

    def odds(
        self,
        draw: int = 4,
        *,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        progress: Any = None,
    ) -> Odds:
        """The exact odds of the best turn over every hand of a deck (:func:`outplay.deck`)."""
        cards = whole("draw", draw, 0, 1 << 16)
        with Bar(progress, None, "hands") as tell:
            return Odds(self._table.odds(cards, allowed(None, max_seconds, max_memory), tell))

    # Jobs of many cells.

    def sweep(
        self,
        vary: Vary,
        *,
        after: str = "",
        seed: int = 1,
        store: str | PathLike[str] | None = None,
        on: Any = None,
        cell_seconds: float | None = None,
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        progress: Any = None,
    ) -> Sweep:
        """One exact answer for each combination of values (one to four things may vary).

        Values are ranges, lists, or texts as ``--vary`` takes them (``"10..100:5"``, both ends included).

        >>> import outplay
        >>> fight = outplay.load("wizard")
        >>> table = fight.sweep({"boss.hp": range(10, 101), "boss.attack": range(1, 15)})
        >>> len(table), table.base["value"]
        (1274, 953)
        """
        self._written("swept")
        given, start, seed = axes(vary), _after(after), whole("seed", seed)
        cost, lost = allowed(max_states, max_seconds, max_memory), Lost()
        total = self._table.cells_of(given)
        with self._how(store, on, cell_seconds, cost, lost) as how, Bar(progress, total, "cells") as tell:
            swept = self._table.sweep(given, start, seed, cost, how, tell)
        return Sweep(swept, lost.told())

    def tournament(
        self,
        fighters: str | Sequence[str] | None = None,
        *,
        styles: str | Sequence[str] | None = None,
        games: int = 200,
        seed: int = 1,
        store: str | PathLike[str] | None = None,
        on: Any = None,
        cell_seconds: float | None = None,
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        progress: Any = None,
    ) -> Tournament:
        """Everyone against everyone: under perfect play, or by ``styles`` over many games."""
        cost, lost = allowed(max_states, max_seconds, max_memory), Lost()
        games, seed = whole("games", games, 1), whole("seed", seed)
        names = None if fighters is None else ",".join(words("fighters", fighters))
        played = None if styles is None else ",".join(words("styles", styles))
        total = self._table.meetings_of(_parts(names), _parts(played) or 0)
        with self._how(store, on, cell_seconds, cost, lost) as how, Bar(progress, total, "meetings") as tell:
            told = self._table.tournament(names or None, played or None, games, seed, cost, how, tell)
        lost.told()
        return Tournament(told)

    def match(
        self,
        p1: Player = None,
        p2: Player = None,
        *,
        games: int = 1000,
        seed: int = 1,
        after: str = "",
        cards: int | None = None,
        store: str | PathLike[str] | None = None,
        on: Any = None,
        cell_seconds: float | None = None,
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        progress: Any = None,
    ) -> Match:
        """Many games between two styles; game i is played from ``seed + i`` alone.

        A player is ``fighter:style``, a style of your own (an object with ``choose(position)``, or a function), or
        a fighter and a style.

        >>> import outplay
        >>> class Careful:
        ...     name = "careful"
        ...     def choose(self, position):
        ...         return min(position.options, key=lambda option: option.harm).key
        >>> outplay.load("arena").match(("mage", Careful()), "rogue:minimax", games=2)
        Match(2 games: 0 to 2, 0 ties)

        Of combat, ``cards`` are dealt for each game.
        """
        cost, lost = allowed(max_states, max_seconds, max_memory), Lost()
        games, seed, start = whole("games", games, 1), whole("seed", seed), _after(after)
        if cards is not None:
            cards, games = whole("cards", cards, 2, 1_000_000), whole("games", games, 1, 1_000_000)
            source = json.loads(self._table.source())
            if source["game"] != "combat" or self._own is not None:
                raise RulesError("cards are dealt in combat, and this is another game")
            with Bar(progress, games, "deals") as tell:
                recursive = source["options"]["mode"] == "recursive"
                return Match(_outplay.combat_match(cards, games, seed, recursive, cost, tell))
        (one, own_one), (two, own_two) = _seat(p1, self._own), _seat(p2, self._own)
        own = own_one, own_two
        if own != (None, None) and (store is not None or on is not None):
            raise ValueError("a style of your own plays here and now: without store= and on=")
        with self._how(store, on, cell_seconds, cost, lost) as how, Bar(progress, 2 * games, "games") as tell:
            told = self._table.play_match((one, two), own, games, seed, start, cost, how, tell)
        lost.told()
        return Match(told)

    def tune(
        self,
        want: str | Sequence[str],
        change: Vary,
        *,
        store: str | PathLike[str] | None = None,
        on: Any = None,
        cell_seconds: float | None = None,
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        progress: Any = None,
    ) -> Tuning:
        """The smallest change that gives what is wanted, proved: ``"win"``, ``"value in 900..1000"``,
        ``"balanced"``."""
        self._written("tuned")
        wants, given = words("what is wanted", want), axes(change)
        cost, lost = allowed(max_states, max_seconds, max_memory), Lost()
        with self._how(store, on, cell_seconds, cost, lost) as how, Bar(progress, None, "fights") as tell:
            told = self._table.tune(wants, given, cost, how, tell)
        lost.told()
        return Tuning(told)

    def report(
        self,
        *,
        games: int = 2000,
        seed: int = 1,
        store: str | PathLike[str] | None = None,
        on: Any = None,
        cell_seconds: float | None = None,
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        progress: Any = None,
    ) -> Report:
        """Everything that a designer asks of a fight, on one page; two minutes at the most unless told."""
        self._written("reported on")
        games, seed = whole("games", games, 1), whole("seed", seed)
        cost, lost = allowed(max_states, max_seconds, max_memory), Lost()
        with self._how(store, on, cell_seconds, cost, lost) as how, Bar(progress, None, "fights") as tell:
            told = self._table.report(games, seed, cost, how, tell)
        lost.told()
        return Report(told)

    def _how(
        self,
        store: str | PathLike[str] | None,
        on: Any,
        cell_seconds: float | None,
        cost: tuple[int | None, float | None, int | None],
        lost: Lost,
    ) -> How:
        seconds = seconds_of("cell_seconds", cell_seconds)
        place = None if store is None else path_of(store, "store")
        if self._own is not None and (place is not None or on is not None):
            raise ValueError("a game of your own is played here and now: without store= and on=")
        return How(self._table, place, on, seconds, cost, lost)


def _opened_again(kind: type[Game], source: str) -> Game:
    return kind(_outplay.Table.open(source))


def _made_again(kind: type[Game], rules: Any) -> Game:
    """A game of one's own."""
    name = str(getattr(rules, "name", None) or type(rules).__name__)
    return kind(_outplay.Table.of_game(name, str(getattr(rules, "title", name)), rules), rules)


def _seat(player: Any, rules: Any) -> tuple[str | None, Any]:
    """A fighter with a style by name, and a style of one's own."""
    if player is None or isinstance(player, str):
        return player, None
    pair = player if isinstance(player, tuple) else (None, player)
    fighter, style = pair if len(pair) == 2 else (None, None)
    if fighter is not None:
        word("a fighter", fighter)
    if isinstance(style, str):
        return f"{fighter or ''}:{style}", None
    choose = getattr(style, "choose", style)
    if not callable(choose) or isinstance(style, type):
        raise TypeError(f"a player is 'fighter:style', a style with choose(position), or both; not {player!r}")
    name = getattr(style, "name", None) or getattr(style, "__name__", None) or type(style).__name__

    def chosen(table: _outplay.Table, moves: str, seed: int) -> str:
        key = choose(Position(Game(table, rules), moves, seed))
        if not isinstance(key, str):
            raise TypeError(f"{name} must choose the key of a move, a str, not {key!r}")
        return key

    return fighter, (str(name), chosen)


def _after(moves: str | None) -> str | None:
    return word("a line of moves", moves) or None if moves is not None else None


def _parts(names: str | None) -> int | None:
    return names.count(",") + 1 if names else None
