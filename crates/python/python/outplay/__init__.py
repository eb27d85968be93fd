"""Write down a turn-based fight: Outplay plays it out, lets you play it, and proves the best play.

>>> import outplay
>>> fight = outplay.load("wizard").set(boss={"hp": 71, "attack": 10}).mode("hard")
>>> answer = fight.solve()
>>> answer.value, answer.proof, answer.moves
(1937, 'optimal', '2432432432030')
"""

from __future__ import annotations

import json
import os

from . import _outplay
from .errors import (
    LawError,
    LimitError,
    LostCellWarning,
    OutplayError,
    Problem,
    RulesError,
    StoreError,
    WorkerError,
    _problems,
)
from .game import Game, _made_again
from .position import Option, Position
from .results import (
    Answer,
    Comparison,
    Match,
    Move,
    Odds,
    Picture,
    Replay,
    Report,
    Result,
    Tournament,
    Tuning,
)
from .spell import MOST_BYTES_OF_A_LIST, card, path_of, read, side, texts, whole
from .table import Sweep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike
    from typing import Any

__version__: str = _outplay.version

__all__ = [
    "Answer",
    "Comparison",
    "Game",
    "LawError",
    "LimitError",
    "LostCellWarning",
    "Match",
    "Move",
    "Odds",
    "Option",
    "OutplayError",
    "Picture",
    "Position",
    "Problem",
    "Replay",
    "Report",
    "Result",
    "RulesError",
    "StoreError",
    "Sweep",
    "Tournament",
    "Tuning",
    "WorkerError",
    "__version__",
    "check",
    "combat",
    "deck",
    "games",
    "hand",
    "load",
]


def games() -> list[dict[str, Any]]:
    """The games that ship: their names, titles and modes.

    >>> import outplay
    >>> [game["name"] for game in outplay.games()][:2]
    ['wizard', 'arena']
    """
    found: list[dict[str, Any]] = json.loads(_outplay.games())
    return found


def load(what: Any) -> Game:
    """Loads a game: a name that ships, the path of a rules file, the text of one, or a game of your own.

    A game of your own is any object with these methods; states are hashable, payoffs are whole numbers to
    player 1, and players take turns unless ``player(state)`` says who is to move (1 or 2):

    >>> import outplay
    >>> class Stones:
    ...     "Take one to three stones; whoever takes the last one wins."
    ...     def start(self): return (10, 1)
    ...     def player(self, state): return state[1]
    ...     def moves(self, state): return [n for n in (1, 2, 3) if n <= state[0]]
    ...     def play(self, state, n): return (state[0] - n, 3 - state[1])
    ...     def is_over(self, state): return state[0] == 0
    ...     def payoff(self, state): return 1 if state[1] == 2 else -1
    >>> outplay.load(Stones()).solve()
    Answer(value=1, proof='optimal', moves='21313')
    """
    if isinstance(what, os.PathLike):
        return _file(path_of(what, "a rules file"))
    if isinstance(what, str):
        if "\n" in what:
            return _opened("rules", {"name": "rules", "text": what})
        path = None if _outplay.ships(what) else _path(what)
        return _opened(what, None) if path is None else _file(path)
    if _is_rules(what):
        return _made_again(Game, what)
    raise TypeError(
        "load a name that ships, a path, the text of a rules file, or a game of your own with "
        f"start, moves, play, is_over and payoff; not {what!r}"
    )


def _path(name: str) -> str | None:
    """The rules file of that name: foo finds foo.toml."""
    return next((path for path in (name, f"{name}.toml") if os.path.isfile(path)), None)


def _is_rules(what: object) -> bool:
    methods = ("start", "moves", "play", "is_over", "payoff")
    if isinstance(what, type) and all(hasattr(what, name) for name in methods):
        raise TypeError(f"{what.__name__} is a class: give an object of it, {what.__name__}()")
    return all(callable(getattr(what, name, None)) for name in methods)


def _file(path: str) -> Game:
    stem = os.path.splitext(os.path.basename(path))[0]
    return _opened(stem, {"name": path, "text": read(path)})


def _opened(game: str, file: dict[str, str] | None, **options: Any) -> Game:
    laid = {"mode": None, "sides": [None, None], "order": None, "goal": None, "input": None,
            "set": [], "cards": [], "hand": None, "card_list": None, "deck": None, **options}
    source = {"game": game, "file": file, "options": laid}
    return Game(_outplay.Table.open(json.dumps(source, ensure_ascii=False)))


def hand(
    cards: str | PathLike[str] | Sequence[str | Mapping[str, Any]],
    *,
    card_list: str | PathLike[str] | None = None,
) -> Game:
    """A hand of cards: a list of cards, names of cards in ``card_list``, or a file (YAML, JSON, CSV).

    >>> import outplay
    >>> cards = [{"name": "Jab", "cost": 0, "attack": 2, "go_again": 1},
    ...          {"name": "Haymaker", "cost": 3, "pitch": 1, "attack": 7},
    ...          "Breath,pitch=3"]
    >>> outplay.hand(cards).solve().line
    ['play Jab', 'pitch Breath', 'play Haymaker']
    """
    listed = None if card_list is None else _named(card_list, "card list", MOST_BYTES_OF_A_LIST)
    if isinstance(cards, (str, os.PathLike)):
        return _opened("hand", None, input=_named(cards, "cards"), card_list=listed)
    if not hasattr(cards, "__iter__") or hasattr(cards, "items") or isinstance(cards, (bytes, bytearray)):
        raise TypeError(f"a hand is a list of cards, or the path of a file, not {cards!r}")
    given = list(cards)
    if card_list is not None and all(isinstance(one, str) and "=" not in one for one in given):
        names = {"name": "hand", "text": "; ".join(str(one) for one in given)}
        return _opened("hand", None, hand=names, card_list=listed)
    spelt = [{"name": "card", "text": card(one)} for one in given]
    return _opened("hand", None, cards=spelt, card_list=listed)


def deck(
    deck: str | PathLike[str],
    *,
    cards: str | PathLike[str],
    always: Sequence[str | Mapping[str, Any]] = (),
) -> Game:
    """A deck to draw hands from: a deck list and the card list that it names, as files or texts; ``always`` are
    cards that are there in every turn. ``deck(...).odds(4)`` plays every hand of four."""
    listed = _named(cards, "card list", MOST_BYTES_OF_A_LIST)
    spelt = [{"name": "card", "text": card(one)} for one in always]
    return _opened("hand", None, deck=_named(deck, "deck"), card_list=listed, cards=spelt)


def combat(p1: str | Sequence[int], p2: str | Sequence[int]) -> Game:
    """Two decks that fight by themselves.

    >>> import outplay
    >>> game = outplay.combat("9 2 6 3 1", [5, 8, 4, 7, 10])
    >>> game.solve().value, game.solve(mode="recursive").value
    (306, 291)
    """
    decks = [{"name": name, "text": side(given, True)} for name, given in (("p1", p1), ("p2", p2))]
    return _opened("combat", None, sides=decks)


def _named(given: str | PathLike[str], what: str, most: int = 1 << 20) -> dict[str, str]:
    name, text = texts(given, what, most)
    return {"name": name, "text": text}


def check(what: Any, *, limit: int = 100_000) -> list[Problem] | int:
    """What is wrong with a rules file (a path, a text, or a name that ships), warnings too; or the number of states of a game of your
    own that obeys the laws, of which it may have up to ``limit``.

    >>> import outplay
    >>> outplay.check('format = 1\\n[fighters.hero]\\nhp = 0\\n')[0].code
    'missing-field'
    """
    if _is_rules(what):
        return _outplay.check_laws(what, whole("limit", limit))
    if isinstance(what, str) and "\n" in what:
        return _problems(_outplay.check("rules", "rules", what))
    path = path_of(what, "a rules file")
    if _outplay.ships(path):
        return load(path).warnings
    path = _path(path) or path
    return _problems(_outplay.check(os.path.splitext(os.path.basename(path))[0], path, read(path)))
