"""What was found and mended, each named after what went wrong."""

from __future__ import annotations

import itertools
import multiprocessing
from typing import Any

import pytest

import outplay


class Stones:
    """Take one or two; whoever takes the last one wins."""

    def start(self) -> tuple[int, int]:
        return (5, 1)

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> Any:
        return [taken for taken in (1, 2) if taken <= state[0]]

    def play(self, state: tuple[int, int], taken: int) -> tuple[int, int]:
        return (state[0] - taken, 3 - state[1])

    def is_over(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def payoff(self, state: tuple[int, int]) -> int:
        return 1 if state[1] == 2 else -1


def test_moves_without_end_are_refused_and_nothing_freezes() -> None:
    class Endless(Stones):
        def moves(self, state: tuple[int, int]) -> Any:
            return itertools.count()

    with pytest.raises(ValueError, match="more than 10000 moves"):
        outplay.load(Endless()).solve()


def test_what_a_game_raises_in_a_match_is_raised_and_no_panic_hides_it() -> None:
    class Broken(Stones):
        def payoff(self, state: tuple[int, int]) -> int:
            raise LookupError("no payoff here")

    with pytest.raises(LookupError, match="no payoff here"):
        outplay.load(Broken()).match(games=2)


def test_deals_stop_when_their_time_is_over() -> None:
    match = outplay.load("combat").match(cards=50, games=1_000_000, max_seconds=0.05)
    assert match.stopped == "time" and match.games < 1_000_000


def test_random_draws_the_same_against_a_style_of_ones_own() -> None:
    arena = outplay.load("arena")
    named = arena.match("mage:minimax", "rogue:random", games=40, seed=5)
    own = arena.match(("mage", lambda position: position.best()), "rogue:random", games=40, seed=5)
    assert own.mean_margin == named.mean_margin and own.p1_wins == named.p1_wins


def test_all_modes_are_for_sweeps() -> None:
    everything = outplay.load("wizard").mode("all")
    table = everything.sweep({"boss.hp": range(20, 23)})
    assert table.json() == outplay.load("wizard").sweep({"mode": ["normal", "hard"], "boss.hp": range(20, 23)}).json()
    with pytest.raises(outplay.RulesError, match="choose one of normal, hard"):
        everything.solve()


def test_a_law_is_broken_at_a_state_of_the_game() -> None:
    class Moody(Stones):
        count = 0

        def play(self, state: tuple[int, int], taken: int) -> tuple[int, int]:
            Moody.count += 1
            return (state[0] - taken if Moody.count % 2 else 0, 3 - state[1])

    with pytest.raises(outplay.LawError, match=r"\(5, 1\)"):
        outplay.check(Moody())


def _sweep(_: int) -> str:
    try:
        return f"{len(outplay.load('wizard').sweep({'boss.hp': range(10, 13)}))} fights"
    except RuntimeError as error:
        return str(error)


def test_a_fork_of_a_process_with_jobs_is_told_so_and_does_not_wait_for_ever() -> None:
    outplay.load("wizard").sweep({"boss.hp": [10, 11]})
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert "forked" in pool.map_async(_sweep, [0]).get(timeout=60)[0]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map_async(_sweep, [0]).get(timeout=60) == ["3 fights"]
