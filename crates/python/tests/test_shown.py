"""What a notebook shows: whole elements, nothing from outside, nothing that runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import outplay
import pytest

EVIL = "<script>alert(1)</script>"
VOID = {"br", "hr", "img", "input", "meta", "link", "col", "wbr"}


class Balance(HTMLParser):
    """Sees that every element that is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.names: set[str] = set()
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.wrong += [f"{name}={value}" for name, value in attrs if name.startswith("on") or outside(value or "")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.wrong += [f"{name}={value}" for name, value in attrs if name.startswith("on") or outside(value or "")]

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")


def outside(value: str) -> bool:
    """Does it name something elsewhere? (Namespaces are names only.)"""
    return re.match(r"\s*(https?:|//|javascript:|data:text)", value) is not None and "www.w3.org/" not in value


def sound(shown: str) -> None:
    balance = Balance()
    balance.feed(shown)
    balance.close()
    assert balance.open == [] and balance.wrong == [], (balance.open, balance.wrong)
    assert not balance.names & {"script", "link", "object", "embed", "base", "form"}, balance.names
    assert "<script" not in shown.lower() and "javascript:" not in shown.lower() and "@import" not in shown
    assert not [url for url in re.findall(r"https?://[^\s\"'<)]+", shown) if "www.w3.org/" not in url]
    assert re.search(r"url\((?!#)", shown) is None


class Stones:
    """Take one to three stones."""

    name = EVIL
    title = EVIL
    players = (EVIL, "<b>Bob</b>")

    def start(self) -> int:
        return 6

    def moves(self, state: int) -> list[int]:
        return [take for take in (1, 2, 3) if take <= state]

    def move_name(self, state: int, move: int) -> str:
        return f"<script>{move}"

    def play(self, state: int, move: int) -> int:
        return state - move

    def is_over(self, state: int) -> bool:
        return state == 0

    def payoff(self, state: int) -> int:
        return 1


def results() -> dict[str, Callable[[], Any]]:
    wizard, arena, dice = outplay.load("wizard"), outplay.load("arena").sides("mage", "rogue"), outplay.load("rpglite")
    stones = outplay.load(Stones())
    listed = "Name\tColor\tPitch\tCost\tPower\tCard Keywords\nLantern\tRed\t1\t0\t4\tGo again\nGiant\tRed\t1\t6\t11\t\n"

    def evil(position: outplay.Position) -> str:
        return position.options[0].key

    evil.__name__ = EVIL
    return {
        "answer": lambda: wizard.solve(),
        "answer, all": lambda: wizard.solve(all=True, explain=True),
        "no win": lambda: wizard.set({"boss.attack": 99}).solve(),
        "stopped": lambda: outplay.load("wizard").solve(max_states=3),
        "two sides": lambda: arena.solve(explain=True),
        "dice": lambda: dice.solve(),
        "mcts": lambda: arena.solve(by="mcts", playouts=200),
        "hand": lambda: outplay.hand([{"name": "<i>Jab", "cost": 0, "attack": 2}, "Breath,pitch=3"]).solve(),
        "combat": lambda: outplay.combat("9 2", "5 8").solve(),
        "own": lambda: stones.solve(),
        "replay": lambda: wizard.replay("432030000"),
        "refused": lambda: wizard.replay("4?"),
        "replay, two": lambda: arena.replay("SASSAAASSAAAASS"),
        "replay, hand": lambda: outplay.hand(["A,cost=0,attack=2"]).replay("play A"),
        "replay, combat": lambda: outplay.combat("9 2", "5 8").replay(),
        "replay, own": lambda: stones.replay(stones.solve().moves),
        "match": lambda: arena.match("mage:random", "rogue:greedy", games=20),
        "match, own": lambda: arena.match(("mage", evil), "rogue:random", games=5),
        "match, own game": lambda: stones.match(":random", ":minimax", games=5),
        "deals": lambda: outplay.load("combat").match(cards=6, games=20),
        "tournament": lambda: outplay.load("arena").tournament(),
        "tournament, played": lambda: outplay.load("arena").tournament(styles=["random"], games=5),
        "comparison": lambda: outplay.load("arena").sides("mage", "rogue").compare(),
        "tuning": lambda: wizard.tune("value in 1000..1100", {"boss.hp": "40..70"}),
        "odds": lambda: outplay.deck("3x Lantern (red)\n3x Giant (red)\n", cards=listed).odds(2),
        "sweep": lambda: wizard.sweep({"boss.hp": range(10, 20)}),
        "sweep, map": lambda: wizard.sweep({"boss.hp": range(10, 20), "boss.attack": range(5, 9)}),
        "sweep, three": lambda: wizard.sweep({"boss.hp": [3, 4], "boss.attack": [5, 6], "mode": ["normal", "hard"]}),
        "sweep, words": lambda: arena.sweep({"p1": ["mage", "rogue"]}),
    }


NAMES = list(results())
MADE: dict[str, Any] = {}


@pytest.fixture
def made() -> dict[str, Any]:
    if not MADE:
        MADE.update({name: make() for name, make in results().items()})
    return MADE


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shown_is_sound(made: dict[str, Any], name: str) -> None:
    sound(made[name]._repr_html_())


@pytest.mark.parametrize("name", NAMES)
def test_it_has_words_and_a_short_name(made: dict[str, Any], name: str) -> None:
    result = made[name]
    assert str(result).strip() and str(result) == str(result).rstrip("\n")
    assert repr(result).startswith(type(result).__name__ + "(") and "\n" not in repr(result)
    assert len(repr(result)) < 400
    assert "object at 0x" not in repr(result)


def test_names_in_rules_are_escaped() -> None:
    text = (Path(__file__).resolve().parents[3] / "golden" / "fights" / "goblin.toml").read_text()
    text = text.replace('title = "Behind the barn"', f'title = "{EVIL}"')
    text = text.replace("[fighters.squire]", f'[fighters.squire]\nname = "{EVIL}"')
    text = text.replace("[fighters.goblin]", '[fighters.goblin]\nname = "Foe & <b onclick=x>sons</b>"')
    text = text.replace("[skills.swing]", '[skills.swing]\nname = "<img src=x onerror=alert(1)>"')
    game = outplay.load(text)
    assert game.names[0] == game.title == EVIL
    for result in (game.solve(), game.solve(explain=True), game.replay(game.solve().moves), game.match(games=3), game.compare(max_states=2000),
                   game.tournament(), game.sweep({"squire.hp": [3, 4], "goblin.hp": [3, 4]}), game.sweep({"squire.hp": [3]})):
        sound(result._repr_html_())
        assert EVIL not in result._repr_html_()
    sound(game.draw(most=50))
    report = game.set({"squire.hp": 6, "goblin.hp": 5}).report(games=5, max_seconds=2)
    assert EVIL not in report._repr_html_() and EVIL not in report.html()


def test_the_report_is_a_page_in_a_frame() -> None:
    report = outplay.load("hedge").report(games=20)
    page, shown = report.html(), report._repr_html_()
    assert page.lower().startswith("<!doctype html>") and page.rstrip().endswith("</html>")
    assert not [url for url in re.findall(r"(?:src|href)=[\"']?(https?:)?//", page)]
    assert shown.startswith("<iframe srcdoc=") and shown.count("<") == 2 and shown.endswith("</iframe>")
    assert repr(report).startswith("Report(")


def test_pictures_are_sound() -> None:
    sound(outplay.load("lesson").draw())
    sound(outplay.load("wizard").sweep({"boss.hp": [3, 4]}).svg())


def test_games_positions_and_moves_have_short_names() -> None:
    game = outplay.load("arena").sides("mage", "rogue").set({"mage.hp": 90})
    assert repr(game) == "<outplay.Game arena mage.hp=90>"
    assert repr(game.position("S")) == "<outplay.Position arena after 'S': player 2 chooses>"
    assert repr(game.position().moves()[0]).startswith("Move('A', 'Mage Attack', value=")
    assert repr(game.position().options[0]) == "Option('A', 'Mage Attack')"
    assert repr(outplay.check("format = 1\n")[0]).startswith("Problem(")  # type: ignore[index]
