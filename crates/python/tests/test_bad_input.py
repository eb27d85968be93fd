"""Whatever is given: an exception that says what would be right, never a crash, never a hang."""

from __future__ import annotations

import copy
import gc
import itertools
import os
import pickle
import subprocess
import sys
import threading
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import outplay
import pytest
from outplay import _outplay, spell

WIZARD = outplay.load("wizard")
ARENA = outplay.load("arena")
NAN, INF = float("nan"), float("inf")


def refused(ask: Any, *words: str, kind: type[Exception] | tuple[type[Exception], ...] = (TypeError, ValueError)) -> str:
    """It is refused in words of ours, and these are among them."""
    with pytest.raises(kind) as caught:
        ask()
    text = str(caught.value)
    assert type(caught.value).__name__ != "PanicException"
    assert "a fault in outplay itself" not in text
    for word in words:
        assert word in text, text
    return text


def alone(code: str, seconds: float = 60) -> str:
    """Runs a program of its own; what it prints. It must end, and not by a signal."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, done.stderr
    assert "panicked" not in done.stderr, done.stderr
    return done.stdout.strip()


# What is loaded.


@pytest.mark.parametrize("what", [None, 3, 1.5, b"wizard", [], {}, object()])
def test_what_is_no_game_is_not_loaded(what: object) -> None:
    refused(lambda: outplay.load(what), "load a name that ships", kind=TypeError)


@pytest.mark.parametrize("name", ["", "nonesuch", "\0", "a\0b", "/", "/nonesuch/x.toml", "x" * 10_000])
def test_unknown_names_are_told_what_there_is(name: str) -> None:
    refused(lambda: outplay.load(name), "no game and no file is called", kind=outplay.RulesError)


def test_a_near_name_is_proposed() -> None:
    refused(lambda: outplay.load("wizzard"), "did you mean wizard?", kind=outplay.RulesError)


def test_texts_that_are_no_text_are_refused() -> None:
    lone = "\ud800"
    for ask in (lambda: outplay.load(lone), lambda: outplay.load("x\n" + lone), lambda: WIZARD.set({"boss.hp": lone}),
                lambda: WIZARD.mode(lone), lambda: WIZARD.position(lone), lambda: WIZARD.solve(after=lone),
                lambda: WIZARD.sweep({"boss.hp": [lone]}), lambda: WIZARD.tune(lone, {"boss.hp": "1..2"})):
        refused(ask, "surrogates not allowed", kind=ValueError)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    binary, huge, closed = tmp_path / "binary.toml", tmp_path / "huge.toml", tmp_path / "closed.toml"
    binary.write_bytes(b"format = 1\n\xff\xfe")
    huge.write_bytes(b"#" * (1 << 20) + b"\n")
    closed.write_text("format = 1\n")
    for ask in (outplay.load, outplay.check):
        refused(lambda ask=ask: ask(tmp_path), str(tmp_path), "cannot be read", kind=outplay.RulesError)
        refused(lambda ask=ask: ask(tmp_path / "none.toml"), "cannot be read", kind=outplay.RulesError)
        refused(lambda ask=ask: ask(binary), "byte 11 is not UTF-8", kind=outplay.RulesError)
        refused(lambda ask=ask: ask(huge), "larger than 1,048,576 bytes", kind=outplay.RulesError)
    assert spell.read(str(huge), 1 << 21)
    refused(lambda: outplay.check(3), "path", kind=TypeError)
    refused(lambda: outplay.deck(tmp_path, cards=binary), kind=outplay.RulesError)
    refused(lambda: outplay.hand(binary), "UTF-8", kind=outplay.RulesError)
    if os.geteuid() != 0:
        closed.chmod(0)
        refused(lambda: outplay.load(closed), "cannot be read", kind=outplay.RulesError)


def test_names_that_ship_can_be_checked() -> None:
    assert outplay.check("wizard") == []


# Changes.


@pytest.mark.parametrize(
    "value",
    [None, NAN, INF, -INF, b"3", bytearray(b"3"), 1 + 2j, [NAN], [None], [[1]], [object()], range(3), iter([3]), float,
     Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), 10**5000, Fraction(10**400), True, 2.5, 10**30, -1, 1e300,
     Fraction(1, 3), [1, 2], "\n", "", "x", object()],
    ids=lambda value: type(value).__name__,
)
def test_a_number_takes_numbers_only(value: object) -> None:
    refused(lambda: WIZARD.set({"boss.hp": value}))
    refused(lambda: WIZARD.set(boss={"hp": value}))
    refused(lambda: WIZARD.sweep({"boss.hp": [value]}))


def test_numbers_of_every_kind_are_numbers() -> None:
    class Number:
        def __index__(self) -> int:
            return 71

    for value in (71, 71.0, Decimal(71), Decimal("71.000"), Fraction(71), "71", Number()):
        assert WIZARD.set({"boss.hp": value}).numbers["boss.hp"] == 71


@pytest.mark.parametrize("change", [5, None, [("boss.hp", 3)], b"boss.hp=3", "boss.hp", "=", "", {3: 4}, {"boss": {3: 4}}])
def test_a_change_is_a_text_or_values_by_path(change: object) -> None:
    refused(lambda: WIZARD.set(change))  # type: ignore[arg-type]


def test_changes_without_end_are_refused() -> None:
    inside: dict[str, Any] = {}
    inside["a"] = inside
    refused(lambda: WIZARD.set(inside), "no path is that long", kind=ValueError)
    around: list[Any] = []
    around.append(around)
    refused(lambda: WIZARD.set({"boss.hp": around}), "no list of lists", kind=TypeError)


def test_every_problem_is_told_with_its_place() -> None:
    with pytest.raises(outplay.RulesError) as caught:
        WIZARD.set({"boss.hp": 0, "wizard.mana": -1})
    assert [(one.code, one.file, one.column) for one in caught.value.problems] == [
        ("out-of-range", "set", 9), ("out-of-range", "set", 13)]
    assert all(one.help for one in caught.value.problems)


@pytest.mark.parametrize("ask", [
    lambda: WIZARD.mode("nope"), lambda: WIZARD.mode(""), lambda: ARENA.sides("nope"),
    lambda: ARENA.order("nope"), lambda: WIZARD.aim("nope"), lambda: WIZARD.set("bos.hp=3"),
    lambda: WIZARD.input("nope"), lambda: ARENA.tournament(["nope"]), lambda: ARENA.tournament(styles="nope"),
    lambda: ARENA.match("mage:nope"), lambda: ARENA.match("nope:random"), lambda: WIZARD.solve(by="greedy"),
    lambda: ARENA.position().best("nope"), lambda: WIZARD.sweep({"bos.hp": [3]}), lambda: WIZARD.sweep({"mode": ["soft"]}),
    lambda: WIZARD.tune("nope", {"boss.hp": "1..3"}), lambda: ARENA.position("Q"), lambda: ARENA.solve(after="Q"),
])
def test_unknown_names_are_told_what_would_be_right(ask: Any) -> None:
    text = refused(ask, kind=ValueError)
    assert any(word in text for word in ("there is", "did you mean", "found by", "a line such as", "expect", "they have")), text


@pytest.mark.parametrize("wrong", [3, b"hard", ["hard"], 1.5, object()])
def test_words_are_texts(wrong: Any) -> None:
    for ask in (WIZARD.mode, WIZARD.order, WIZARD.aim, WIZARD.position, WIZARD.replay,
                WIZARD.position().play, WIZARD.position().best, lambda one: WIZARD.solve(after=one),
                lambda one: WIZARD.solve(by=one), lambda one: WIZARD.solve(mode=one)):
        refused(lambda ask=ask: ask(wrong), "not", kind=TypeError)


@pytest.mark.parametrize("side", [3, b"mage", {"mage": 1}, object()])
def test_a_side_is_a_name_or_names(side: Any) -> None:
    refused(lambda: ARENA.sides(side), "a side is", kind=TypeError)
    refused(lambda: outplay.combat(side, "5 8"), "a side is", kind=TypeError)


def test_moves_that_are_refused_say_why() -> None:
    refused(lambda: WIZARD.position("09999"), "move 2", "no skill with the key 9", kind=outplay.RulesError)
    refused(lambda: WIZARD.position().play("9"), "move 1", kind=outplay.RulesError)
    refused(lambda: WIZARD.position().play(""), "a move is missing", kind=outplay.RulesError)
    assert WIZARD.replay("09999").refused is not None
    poor = WIZARD.set({"wizard.mana": 60})
    refused(lambda: poor.position("4"), "refused", kind=outplay.RulesError)
    assert all(option.refused for option in poor.position().all_options if option.key == "4")


# Limits.


@pytest.mark.parametrize("name", ["max_states", "max_memory", "at_most", "seed", "playouts"])
@pytest.mark.parametrize("limit", [-1, True, "3", NAN, INF, 1.5, 10**30, 1 << 64, b"", [3]])
def test_a_limit_is_a_whole_number(name: str, limit: Any) -> None:
    refused(lambda: WIZARD.solve(**{name: limit}), f"{name} is a whole number")


@pytest.mark.parametrize("seconds", [-1, True, "3", NAN, INF, 10**30, b"", [3], -0.1])
def test_seconds_are_a_number(seconds: Any) -> None:
    refused(lambda: WIZARD.solve(max_seconds=seconds), "max_seconds is a number of seconds")
    refused(lambda: WIZARD.sweep({"boss.hp": [3]}, cell_seconds=seconds), "cell_seconds is a number of seconds")


@pytest.mark.parametrize("number", [-1, True, "3", None, 1.5, 1 << 64])
def test_counts_are_whole_numbers(number: Any) -> None:
    refused(lambda: ARENA.match("mage", "rogue", games=number), "games is a whole number")
    refused(lambda: ARENA.match("mage", "rogue", seed=number), "seed is a whole number")
    refused(lambda: ARENA.tournament(styles=["random"], games=number), "games is a whole number")
    refused(lambda: WIZARD.sweep({"boss.hp": [3]}, seed=number), "seed is a whole number")
    refused(lambda: ARENA.draw(most=number), "most is a whole number")
    refused(lambda: ARENA.report(games=number), "games is a whole number")
    refused(lambda: outplay.check(Race(), limit=number), "limit is a whole number")
    refused(lambda: outplay.deck("3x A (red)\n", cards="Name\n").odds(number))
    if number is not None:
        refused(lambda: outplay.load("combat").match(cards=number), "cards is a whole number")


@pytest.mark.parametrize("cards", [0, 1, 1_000_001, 1 << 32])
def test_a_deal_has_two_to_a_million_cards(cards: int) -> None:
    refused(lambda: outplay.load("combat").match(cards=cards, games=1), "from 2 to 1000000", kind=ValueError)


def test_cards_are_dealt_in_combat_only() -> None:
    refused(lambda: WIZARD.match(cards=4, games=3), "cards are dealt in combat", kind=outplay.RulesError)


def test_the_smallest_limits_give_what_is_known() -> None:
    for limits in ({"max_states": 0}, {"max_seconds": 0}, {"max_memory": 0}, {"max_states": (1 << 64) - 1}):
        for name in ("wizard", "arena", "rpglite", "nim"):
            try:
                outplay.load(name).solve(**limits)  # type: ignore[arg-type]
            except outplay.LimitError as error:
                assert error.stopped


# What varies.


@pytest.mark.parametrize("vary", [
    {}, [], "", None, 3, {"boss.hp": []}, {"boss.hp": range(0)}, {"boss.hp": range(10**15)}, {"boss.hp": "1..1000000000000"},
    {"boss.hp": b"ab"}, {"boss.hp": None}, {3: [1]}, {"boss.hp": [1, 1]}, {"boss.hp": [1, 1.0]}, {"boss.hp": {"a": 1}}, [3],
    ["boss.hp=1..3", "boss.hp=2"], {"": [1]}, {"boss.hp": ["1..3"]}, b"boss.hp=1..3",
    {"boss.hp": [1], "boss.attack": [1], "wizard.hp": [50], "wizard.mana": [500], "drain.cost": [73]},
    {"boss.hp": range(1, 10**5), "boss.attack": range(1, 10**5)},
], ids=lambda vary: str(vary)[:40])
def test_what_varies_must_have_values(vary: Any) -> None:
    refused(lambda: WIZARD.sweep(vary))


@pytest.mark.parametrize("change", [{}, [], None, 3, {"boss.hp": []}, {"bos.hp": "1..2"}, {"boss.hp": [1, 1]}, {"boss.hp": range(10**15)}])
def test_what_may_change_must_have_values(change: Any) -> None:
    refused(lambda: WIZARD.tune("win", change))


@pytest.mark.parametrize("want", ["", "nope", [], None, 3, ["win", 3], "value in", "value in 5..1", b"win"])
def test_what_is_wanted_is_something_to_expect(want: Any) -> None:
    refused(lambda: WIZARD.tune(want, {"boss.hp": "40..41"}))


def test_generators_are_values_and_may_raise_or_never_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(WIZARD.sweep({"boss.hp": (number for number in (3, 4))})) == 2

    def raising() -> Any:
        yield 3
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        WIZARD.sweep({"boss.hp": raising()})
    monkeypatch.setattr(spell, "MOST_VALUES", 1000)
    refused(lambda: WIZARD.sweep({"boss.hp": itertools.count(1)}), "more than 1,000 values", kind=ValueError)


@pytest.mark.parametrize("progress", [3, "x", object(), [], 0.5])
def test_progress_is_something_like_tqdm(progress: Any) -> None:
    refused(lambda: WIZARD.sweep({"boss.hp": [3]}, progress=progress), "tqdm", kind=TypeError)
    refused(lambda: WIZARD.solve(progress=progress), "tqdm", kind=TypeError)


# Cards.


@pytest.mark.parametrize("cards", [
    None, 3, [], [3], [{}], [{"name": 3}], [{"name": "A", "cost": -1}], [{"name": "A", "cost": None}], [{"name": "A", "no": 1}],
    ["A"], {"name": "A"}, [None], b"x", [{"name": "A", "attack": 10**30}], [{"name": "", "attack": 1}], [{3: 4, "name": "A"}],
    [{"name": "A", "attack": NAN}], "A",
])
def test_a_hand_is_a_list_of_cards(cards: Any) -> None:
    refused(lambda: outplay.hand(cards).solve())


@pytest.mark.parametrize("deck", ["", [], [1, 1], [0], [-1], ["a"], [1.5], None, 3, [None], [True], b"12", [10**30], "1 2 2", {1: 2}])
def test_a_deck_of_combat_is_a_list_of_different_cards(deck: Any) -> None:
    refused(lambda: outplay.combat(deck, "5 8").solve())


def test_games_without_cards_say_what_has_some() -> None:
    for name in ("hand", "combat"):
        refused(lambda name=name: outplay.load(name).solve(), "outplay.combat(", "outplay.hand(", kind=outplay.RulesError)


def test_odds_need_a_deck_and_a_deck_needs_its_cards() -> None:
    refused(lambda: WIZARD.odds(), "outplay.deck", kind=ValueError)
    refused(lambda: outplay.deck("3x Lantern (red)\n", cards="Name\tColor\n"), kind=outplay.RulesError)
    refused(lambda: outplay.deck("3x Lantern (red)\n", cards=""), kind=outplay.RulesError)
    with pytest.raises(TypeError):
        outplay.deck("3x Lantern (red)\n")  # type: ignore[call-arg]


# Stores.


def test_a_store_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("this is no database, " * 100)
    sweep = {"boss.hp": [3, 4]}
    for place, said in ((words, "no SQLite database"), (tmp_path, "cannot be opened"),
                        (tmp_path / "none" / "x.sqlite", "does its folder exist"), ("", "needs the name of a file")):
        refused(lambda place=place: WIZARD.sweep(sweep, store=place), said, kind=outplay.StoreError)
    refused(lambda: WIZARD.sweep(sweep, store=3), "store is a path", kind=TypeError)  # type: ignore[arg-type]
    assert issubclass(outplay.StoreError, OSError)
    assert words.read_text().startswith("this is no database")


def test_a_store_of_other_rules_is_not_mixed_up(tmp_path: Path) -> None:
    store = tmp_path / "cells.sqlite"
    first = WIZARD.sweep({"boss.hp": [30, 40]}, store=store)
    assert (first.kept, first.done) == (0, 2)
    assert WIZARD.sweep({"boss.hp": [30, 40]}, store=store).kept == 2
    hard = WIZARD.mode("hard")
    try:
        other = hard.sweep({"boss.hp": [30, 40]}, store=store)
    except outplay.StoreError:
        return
    assert [fight["value"] for fight in other] == [fight["value"] for fight in hard.sweep({"boss.hp": [30, 40]})]


# Many at once.


def together(*asks: Any) -> list[Any]:
    """Runs all of them at once; raises what one of them raises."""
    results: list[Any] = [None] * len(asks)
    wrong: list[BaseException] = []

    def one(place: int) -> None:
        try:
            results[place] = asks[place]()
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=one, args=(place,), daemon=True) for place in range(len(asks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "it hangs"
    if wrong:
        raise wrong[0]
    return results


def test_a_fight_that_is_changed_while_it_is_solved_stays_what_it_was() -> None:
    game = outplay.load("stairs")
    alone_ = game.solve().value
    game = outplay.load("stairs")
    path = next(path for path, value in game.numbers.items() if path.endswith(".hp"))

    def change() -> None:
        for number in range(10, 60):
            assert game.set({path: number}).numbers[path] == number

    before = dict(game.numbers)
    values = together(lambda: game.solve().value, change, lambda: game.solve().value, change)
    assert values[0] == values[2] == alone_
    assert game.numbers == before


def test_many_threads_may_ask_the_same_game() -> None:
    game = outplay.load("arena").sides("mage", "rogue")
    asks = [lambda: game.solve().value, lambda: game.position("S").moves()[0].value, lambda: len(game.replay("SA").turns),
            lambda: game.match(games=5).games, lambda: game.compare().agree] * 4
    once = [ask() for ask in asks[:5]]
    assert together(*asks) == once * 4


def test_many_threads_may_ask_a_game_written_in_python() -> None:
    game = outplay.load(Race())
    assert together(*[lambda: game.solve().value] * 6) == [1] * 6


# Styles of one's own.


def play(style: Any, **options: Any) -> outplay.Match:
    return ARENA.match(("mage", style), "rogue:random", games=3, **options)


class Mine(Exception):
    pass


def test_what_a_style_raises_is_raised() -> None:
    def raises(_: object) -> str:
        raise Mine("mine")

    for error in (Mine, KeyError, SystemExit, KeyboardInterrupt, GeneratorExit):
        with pytest.raises(error):
            play(lambda _, error=error: (_ for _ in ()).throw(error("mine")))
    with pytest.raises(Mine) as caught:
        play(raises)
    assert "raises" in [entry.name for entry in caught.traceback]


@pytest.mark.parametrize("key", [None, 3, b"A", ["A"], ("A",), 1.5])
def test_a_style_must_choose_a_text(key: object) -> None:
    refused(lambda: play(lambda _: key), "must choose the key of a move", kind=TypeError)


@pytest.mark.parametrize("key", ["", "Z", "AA", "A ", "attack"])
def test_a_style_must_choose_what_can_be_done(key: str) -> None:
    refused(lambda: play(lambda _: key), "which cannot be done", kind=outplay.RulesError)


def test_a_style_may_ask_the_game_that_it_plays() -> None:
    def asks(position: outplay.Position) -> str:
        assert position.game.solve().value is not None
        assert ARENA.sides("mage", "rogue").solve().value is not None
        return max(position.moves(), key=lambda move: move.value or 0).key

    assert play(asks).games == 3


@pytest.mark.parametrize("player", [3, b"mage", ["mage", "random"], ("mage",), ("mage", "a", "b"), (3, "random"), ("mage", None),
                                    object(), {}, (), int])
def test_a_player_is_a_fighter_and_a_style(player: Any) -> None:
    refused(lambda: ARENA.match(player, "rogue", games=2), kind=TypeError)


def test_a_style_of_ones_own_is_neither_stored_nor_sent_away(tmp_path: Path) -> None:
    refused(lambda: play(lambda _: "A", store=tmp_path / "x.sqlite"), "without store", kind=ValueError)
    refused(lambda: play(lambda _: "A", on="tcp://127.0.0.1:1"), "without store", kind=ValueError)


# Games of one's own.


class Race:
    """Whoever reaches ten wins."""

    def start(self) -> Any:
        return 0

    def moves(self, state: Any) -> Any:
        return [1, 2]

    def play(self, state: Any, move: Any) -> Any:
        return state + move

    def is_over(self, state: Any) -> Any:
        return state >= 10

    def payoff(self, state: Any) -> Any:
        return 1 if state == 10 else -1


def race(**methods: Any) -> Race:
    made: Race = type("Race", (Race,), methods)()
    return made


def throws(*_: object) -> Any:
    raise Mine("mine")


@pytest.mark.parametrize("method", ["start", "moves", "play", "is_over", "payoff", "player", "move_name"])
def test_what_a_game_raises_is_raised(method: str) -> None:
    rules = race(**{method: throws})
    for ask in (lambda: outplay.load(rules).solve(), lambda: outplay.load(rules).compare(),
                lambda: outplay.load(rules).match(":random", ":random", games=2), lambda: outplay.check(rules),
                lambda: outplay.load(rules).position().moves()):
        with pytest.raises(Mine):
            ask()


def test_a_game_that_raised_can_be_asked_again() -> None:
    rules = race(wrong=True, play=lambda self, state, move: throws() if self.wrong else state + move)
    game = outplay.load(rules)
    with pytest.raises(Mine):
        game.solve()
    rules.wrong = False  # type: ignore[attr-defined]
    assert outplay.load(rules).solve().value == 1


@pytest.mark.parametrize(("methods", "said"), [
    ({"payoff": lambda *_: 1.5}, "payoff() must give a whole number"),
    ({"payoff": lambda *_: None}, "payoff() must give a whole number"),
    ({"payoff": lambda *_: "1"}, "payoff() must give a whole number"),
    ({"payoff": lambda *_: NAN}, "payoff() must give a whole number"),
    ({"payoff": lambda *_: 1 << 70}, "payoff() must give a whole number of at most 64 bits"),
    ({"start": lambda *_: []}, "states must be hashable"),
    ({"play": lambda *_: {}}, "states must be hashable"),
    ({"moves": lambda *_: []}, "moves() is empty"),
    ({"moves": lambda *_: [1, 1]}, 'two moves that are called "1"'),
    ({"moves": lambda *_: ["a", "a "]}, 'two moves that are called "a"'),
    ({"moves": lambda *_: None}, "list of moves"),
    ({"moves": lambda *_: 3}, "list of moves"),
    ({"player": lambda *_: 3}, "player() must give 1 or 2"),
    ({"player": lambda *_: None}, "player() must give 1 or 2"),
    ({"player": 1}, "callable"),
    ({"move_name": lambda *_: None}, "two moves"),
])
def test_a_game_is_told_what_it_must_give(methods: dict[str, Any], said: str) -> None:
    for ask in (lambda: outplay.load(race(**methods)).solve(), lambda: outplay.check(race(**methods))):
        refused(ask, said)


def test_the_class_of_a_game_is_no_game() -> None:
    refused(lambda: outplay.load(Race), "Race()", kind=TypeError)
    refused(lambda: outplay.check(Race), "Race()", kind=TypeError)


def test_a_game_without_end_stops_at_its_limits() -> None:
    for rules in (race(is_over=lambda *_: False), race(is_over=lambda *_: False, play=lambda _, state, move: (state, move))):
        for by in (None, "memo", "iterative", "recursive", "retrograde"):
            answer = outplay.load(rules).solve(by=by, max_states=500)
            assert answer.stopped == "states" and not answer.settled
        assert outplay.load(rules).solve(max_seconds=0.2).stopped in ("time", "memory", "depth")
        refused(lambda rules=rules: outplay.check(rules, limit=500), "at most `limit` states", kind=outplay.LawError)


def test_a_game_that_goes_round_is_solved_and_checked() -> None:
    rules = race(play=lambda _, state, move: state + move if state < 5 else state - 3)
    assert outplay.load(rules).solve(max_states=1000).value == 0
    assert outplay.check(rules) == 12


def test_a_game_that_changes_its_mind_breaks_a_law() -> None:
    count = itertools.count()
    refused(lambda: outplay.check(race(play=lambda _, state, move: state + next(count) % 3 + 1)), "deterministic",
            kind=outplay.LawError)
    refused(lambda: outplay.check(race(moves=lambda *_: [next(count), next(count)])), kind=outplay.LawError)


def test_a_game_of_ones_own_is_never_taken_for_another() -> None:
    game = outplay.load(race(name="wizard"))
    for ask in (lambda: game.set(boss={"hp": 3}), lambda: game.mode("hard"), lambda: game.sides("a", "b"),
                lambda: game.order("queue"), lambda: game.aim("win"), lambda: game.input("x\n"),
                lambda: game.sweep({"boss.hp": [3]}), lambda: game.tune("win", {"boss.hp": [3]}),
                lambda: game.report(), lambda: game.solve(mode="hard")):
        refused(ask, "a game of your own", kind=outplay.RulesError)
    asked: list[outplay.Game] = []

    def style(position: outplay.Position) -> str:
        asked.append(position.game)
        return "1"

    game.match(style, ":random", games=1)
    refused(lambda: asked[0].set(boss={"hp": 3}), "a game of your own", kind=outplay.RulesError)


def test_a_game_of_ones_own_is_neither_stored_nor_sent_away(tmp_path: Path) -> None:
    # Nothing could tell it from another of the same name.
    game = outplay.load(Race())
    refused(lambda: game.match(games=1, store=tmp_path / "x.sqlite"), "without store", kind=ValueError)
    refused(lambda: game.match(games=1, on="tcp://127.0.0.1:1"), "without store", kind=ValueError)


def test_payoffs_may_be_as_large_as_they_come() -> None:
    for payoff in ((1 << 63) - 1, -(1 << 63), 0):
        for by in ("alphabeta", "memo", "iterative", "recursive", "retrograde"):
            assert outplay.load(race(payoff=lambda *_, payoff=payoff: payoff)).solve(by=by).value == payoff


def test_a_game_may_ask_outplay_while_it_is_asked() -> None:
    def inner(_: object, state: int) -> int:
        return 1 if (WIZARD.set(boss={"hp": 3}).solve().value or 0) > 0 else -1

    assert outplay.load(race(payoff=inner)).solve().value == 1


def test_the_game_is_let_go_of() -> None:
    import weakref

    rules = Race()
    seen = weakref.ref(rules)
    answer = outplay.load(rules).solve()
    assert answer.turns
    del rules, answer
    gc.collect()
    assert seen() is None


# Copies and classes.


def test_a_game_can_be_pickled_and_copied() -> None:
    fight = WIZARD.set(boss={"hp": 71, "attack": 10}).mode("hard")
    for again in (pickle.loads(pickle.dumps(fight)), copy.copy(fight), copy.deepcopy(fight)):
        assert again.solve().value == 1937
        assert repr(again) == repr(fight)
    assert copy.deepcopy(outplay.load(Race())).solve().value == 1
    assert pickle.loads(pickle.dumps(outplay.load(Race()))).solve().value == 1
    assert pickle.loads(pickle.dumps(outplay.load("combat"))).sides("1", "2").solve().value == 5


def test_answers_can_be_pickled_and_copied(tmp_path: Path) -> None:
    fight = outplay.load("hedge")
    results = [fight.solve(), fight.replay(fight.solve().moves), fight.match(games=3), fight.tournament(), fight.compare(),
               fight.tune("balanced", {"puddler.hp.start": "23..24"}), outplay.hand(["A,cost=0,attack=3"]).solve()]
    for result in results:
        for again in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
            assert type(again) is type(result)
            assert (again.json(), str(again), repr(again)) == (result.json(), str(result), repr(result))
            assert again._repr_html_() == result._repr_html_()
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(results[0]))))
    assert again.turns == results[0].turns  # type: ignore[attr-defined]
    here = pickle.loads(pickle.dumps(fight.position()))
    assert [move.value for move in here.moves()] == [move.value for move in fight.position().moves()]
    assert [one.key for one in pickle.loads(pickle.dumps(here.options))] == [one.key for one in here.options]


def test_a_sweep_says_how_it_can_be_pickled() -> None:
    sweep = WIZARD.sweep({"boss.hp": [3]})
    refused(lambda: pickle.dumps(sweep), "to_arrow()", kind=TypeError)
    assert copy.copy(sweep).json() == copy.deepcopy(sweep).json() == sweep.json()


def test_errors_can_be_pickled() -> None:
    with pytest.raises(outplay.RulesError) as caught:
        WIZARD.set(boss={"hp": 0})
    again = pickle.loads(pickle.dumps(caught.value))
    assert [str(one) for one in again.problems] == [str(one) for one in caught.value.problems]
    assert pickle.loads(pickle.dumps(outplay.LimitError("x", "time"))).stopped == "time"
    for kind in (outplay.StoreError, outplay.LawError, outplay.WorkerError):
        assert str(pickle.loads(pickle.dumps(kind("x")))) == "x"


def test_games_may_be_subclassed_but_not_made_of_nothing() -> None:
    class Mine_(outplay.Game):
        pass

    assert Mine_(WIZARD._table).set(boss={"hp": 3}).solve().value == 53
    for ask in (lambda: outplay.Game(3), lambda: outplay.Position(3, ""), lambda: _outplay.Table()):  # type: ignore[arg-type, call-arg]
        refused(ask, kind=TypeError)
    with pytest.raises(AttributeError):
        WIZARD.hp = 3  # type: ignore[attr-defined]


def test_what_took_no_part_is_named() -> None:
    arena = ARENA.tournament(["mage", "rogue"])
    for ask in (lambda: arena.value("mage", "vampire"), lambda: arena.value("mage", "rogue", order="nope"),
                lambda: arena.to_pandas(order="nope"), lambda: arena["nope"]):
        refused(ask, "nope" if "nope" in ask.__code__.co_consts else "mage, rogue", kind=KeyError)


def test_the_interpreter_ends_while_work_goes_on() -> None:
    code = """
import outplay, threading, time
path = %r
game = outplay.load(path).set("maestro.hp=400", "pupil.hp=400")
threading.Thread(target=lambda: game.solve(max_seconds=60), daemon=True).start()
time.sleep(0.3)
print("done")
""" % str(Path(__file__).resolve().parents[3] / "golden" / "fights" / "fencers-endless.toml")
    assert alone(code, 30) == "done"


def test_nothing_is_said_on_standard_error_of_what_was_refused() -> None:
    code = """
import outplay
for ask in (lambda: outplay.load("combat").match(cards=1), lambda: outplay.load("wizard").tune("win", {"boss.hp": []}),
            lambda: outplay.load("wizard").solve(by="nope"), lambda: outplay.load("wizard").sweep({"boss.hp": range(10**15)})):
    try:
        ask()
    except (TypeError, ValueError) as error:
        print("refused")
"""
    assert alone(code).split() == ["refused"] * 4
