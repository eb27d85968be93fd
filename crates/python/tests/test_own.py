"""Games and styles of one's own against plain references."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import outplay
import pytest

#: The searches for two sides that prove something; the last ends also where positions come back.
SEARCHES = ("alphabeta", "memo", "iterative", "recursive", "retrograde")


class Nim:
    """Heaps of stones; whoever takes the last one wins."""

    name = "heaps"
    title = "Heaps"

    def __init__(self, *heaps: int) -> None:
        self.heaps = heaps

    def start(self) -> tuple[tuple[int, ...], int]:
        return self.heaps, 1

    def player(self, state: tuple[tuple[int, ...], int]) -> int:
        return state[1]

    def moves(self, state: tuple[tuple[int, ...], int]) -> list[tuple[int, int]]:
        return [(heap, take) for heap, stones in enumerate(state[0]) for take in range(1, stones + 1)]

    def move_name(self, state: object, move: tuple[int, int]) -> str:
        return f"{move[1]} of {'abc'[move[0]]}"

    def play(self, state: tuple[tuple[int, ...], int], move: tuple[int, int]) -> tuple[tuple[int, ...], int]:
        heaps = list(state[0])
        heaps[move[0]] -= move[1]
        return tuple(heaps), 3 - state[1]

    def is_over(self, state: tuple[tuple[int, ...], int]) -> bool:
        return not any(state[0])

    def payoff(self, state: tuple[tuple[int, ...], int]) -> int:
        return 1 if state[1] == 2 else -1


class Noughts:
    """Three in a row; players take turns."""

    ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self, start: str = "." * 9) -> None:
        self.begin = start

    def start(self) -> str:
        return self.begin

    def winner(self, state: str) -> str | None:
        return next((state[a] for a, b, c in self.ROWS if state[a] == state[b] == state[c] != "."), None)

    def moves(self, state: str) -> list[int]:
        return [place for place in range(9) if state[place] == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + ("x" if state.count(".") % 2 else "o") + state[move + 1 :]

    def is_over(self, state: str) -> bool:
        return self.winner(state) is not None or "." not in state

    def payoff(self, state: str) -> int:
        return {"x": 1, "o": -1, None: 0}[self.winner(state)]


def minimax(game: Any, state: Any = None) -> int:
    """What a game without cycles is worth to player 1."""

    @cache
    def value(state: Any, turn: int) -> int:
        if game.is_over(state):
            return int(game.payoff(state))
        player = game.player(state) if hasattr(game, "player") else turn
        worth = [value(game.play(state, move), 3 - turn) for move in game.moves(state)]
        return max(worth) if player == 1 else min(worth)

    return value(game.start(), 1)


@pytest.mark.parametrize("by", SEARCHES)
@pytest.mark.parametrize("heaps", [(1,), (1, 1), (2, 3), (1, 2, 3), (3, 3, 1), (4, 2)])
def test_nim_is_worth_what_minimax_says(by: str, heaps: tuple[int, ...]) -> None:
    answer = outplay.load(Nim(*heaps)).solve(by=by)
    assert (answer.value, answer.proof, answer.by) == (minimax(Nim(*heaps)), "optimal", by)
    assert (answer.value == 1) == (heaps != (1, 1) and heaps != (1, 2, 3))


@pytest.mark.parametrize("by", SEARCHES)
def test_noughts_and_crosses_is_worth_what_minimax_says(by: str) -> None:
    for start in ("." * 9, "x...o....", "xo..x....", "xox.o...."):
        game = Noughts(start)
        if by == "recursive" and start.count(".") == 9:
            continue
        assert outplay.load(game).solve(by=by).value == minimax(game), start


def test_the_line_of_an_answer_is_a_game_of_that_value() -> None:
    rules = Nim(3, 2, 2)
    game = outplay.load(rules)
    answer = game.solve()
    replay = game.replay(answer.moves)
    assert replay.over and replay.refused is None and len(replay) == len(answer.line)
    assert replay.winner == (1 if answer.value == 1 else 2)
    assert game.position(answer.moves).value == answer.value
    assert game.names == ("player 1", "player 2") and (game.name, game.title) == ("heaps", "Heaps")


def test_every_move_has_the_value_of_what_comes_after() -> None:
    rules = Nim(2, 3)
    game = outplay.load(rules)
    for line in ("", "1 of a", "1 of a, 2 of b"):
        here = game.position(line)
        for move in here.moves():
            after = here.play(move.key)
            worth = after.value if after.over else after.solve().value
            sign = 1 if here.chooses == 1 else -1
            assert move.value == sign * (worth or 0), (line, move)
            assert move.best == (move.regret == 0)


def test_searches_side_by_side_agree_and_mcts_finds_the_win() -> None:
    game = outplay.load(Nim(3, 2))
    assert game.compare().agree
    guess = game.solve(by="mcts", playouts=2000, seed=1)
    assert guess.proof == "none" and guess.value is None and (guess.estimate or 0) > 0


def test_the_laws_hold_for_these() -> None:
    assert outplay.check(Nim(2, 2)) == len(reached(Nim(2, 2)))
    assert outplay.check(Nim(1, 2, 3)) == len(reached(Nim(1, 2, 3)))
    assert outplay.check(Noughts("xo..x....")) == len(reached(Noughts("xo..x....")))


def reached(game: Any) -> set[Any]:
    seen, open_ = set(), [game.start()]
    while open_:
        state = open_.pop()
        if state not in seen:
            seen.add(state)
            open_ += [] if game.is_over(state) else [game.play(state, move) for move in game.moves(state)]
    return seen


# Random games.


class Graph:
    """A small game at random: some places, who is to move there, where it goes, what an end is worth."""

    def __init__(self, seed: int, cycles: bool) -> None:
        choose = random.Random(seed)
        self.size = choose.randint(2, 12)
        self.to: dict[int, list[int]] = {}
        self.worth = {place: choose.randint(-3, 3) for place in range(self.size)}
        self.who = {place: choose.choice((1, 2)) for place in range(self.size)}
        for place in range(self.size - 1):
            if choose.random() < 0.8 or place == 0:
                least = 0 if cycles else place + 1
                self.to[place] = [choose.randrange(least, self.size) for _ in range(choose.randint(1, 3))]

    def start(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return self.who[state]

    def moves(self, state: int) -> list[str]:
        return ["abc"[number] for number in range(len(self.to[state]))]

    def play(self, state: int, move: str) -> int:
        return self.to[state]["abc".index(move)]

    def is_over(self, state: int) -> bool:
        return state not in self.to

    def payoff(self, state: int) -> int:
        return self.worth[state]

    def value(self) -> int:
        """What it is worth to player 1; a game that never ends is worth nothing.

        Up to so much it is worth if player 1 can force an end that is worth that, or a game without end where
        that is no more than nothing.
        """
        best = -4
        for level in range(-3, 4):
            if level <= 0:
                # Player 2 must reach an end below.
                reached = self.forced(2, {place for place in range(self.size) if place not in self.to and self.worth[place] < level})
                holds = 0 not in reached
            else:
                reached = self.forced(1, {place for place in range(self.size) if place not in self.to and self.worth[place] >= level})
                holds = 0 in reached
            best = level if holds else best
        return best

    def forced(self, player: int, ends: set[int]) -> set[int]:
        """Where a player can force one of some ends, whatever the other does: a plain fixpoint."""
        won = set(ends)
        while True:
            more = {
                place for place, to in self.to.items()
                if place not in won and (any if self.who[place] == player else all)(one in won for one in to)
            }
            if not more:
                return won
            won |= more


@pytest.mark.parametrize("tens", range(10))
def test_random_games_without_cycles_are_worth_what_minimax_says(tens: int) -> None:
    for seed in range(15 * tens, 15 * tens + 15):
        rules = Graph(seed, cycles=False)
        assert rules.value() == minimax(rules)
        for by in (None, *SEARCHES):
            answer = outplay.load(rules).solve(by=by)
            assert (answer.value, answer.proof) == (rules.value(), "optimal"), (seed, by)
        assert outplay.check(rules) == len(reached(rules))


@pytest.mark.parametrize("tens", range(20))
def test_random_games_with_cycles_are_worth_what_a_fixpoint_says(tens: int) -> None:
    for seed in range(1000 + 15 * tens, 1000 + 15 * tens + 15):
        rules = Graph(seed, cycles=True)
        for by in (None, "retrograde"):
            answer = outplay.load(rules).solve(by=by, max_states=10_000)
            assert (answer.value, answer.proof) == (rules.value(), "optimal"), (seed, by)
        for move in outplay.load(rules).position().moves() if not rules.is_over(0) else []:
            assert move.value is not None
        best = max((move.value for move in outplay.load(rules).position().moves()), default=None)
        assert best is None or best == (1 if rules.who[0] == 1 else -1) * rules.value(), seed


@pytest.mark.parametrize("by", ["alphabeta", "memo", "iterative", "recursive"])
def test_where_positions_come_back_no_search_says_something_wrong(by: str) -> None:
    for seed in range(1000, 1080):
        rules = Graph(seed, cycles=True)
        try:
            answer = outplay.load(rules).solve(by=by, max_states=5000)
        except outplay.OutplayError:
            continue
        assert not answer.settled or answer.value == rules.value(), seed


# Styles.


def greedy(position: outplay.Position) -> str:
    """What takes the most hp at once, the first of them where there are more."""
    return max(position.options, key=lambda option: option.harm or 0).key


def counted(match: outplay.Match) -> dict[str, Any]:
    """What came of it, without what things are called and how long they took."""
    hidden = ("p1", "p2", "seconds", "states", "styles", "exact", "players")
    return {name: value for name, value in match.to_dict().items() if name not in hidden}


@pytest.mark.parametrize(("one", "two"), [("mage", "rogue"), ("vampire", "sorcerer"), ("rogue", "vampire")])
@pytest.mark.parametrize("other", ["greedy", "look=2", "minimax"])
def test_an_own_greedy_plays_as_the_built_in_one(one: str, two: str, other: str) -> None:
    arena = outplay.load("arena")
    theirs = arena.match(f"{one}:greedy", f"{two}:{other}", games=40, seed=5)
    ours = arena.match((one, greedy), f"{two}:{other}", games=40, seed=5)
    assert (ours.games, ours.p1_wins, ours.p2_wins, ours.ties) == (theirs.games, theirs.p1_wins, theirs.p2_wins, theirs.ties)
    assert ours.mean_margin == theirs.mean_margin


def test_an_own_minimax_plays_as_the_built_in_one_on_both_sides() -> None:
    def perfect(position: outplay.Position) -> str:
        return position.best() or ""

    arena = outplay.load("arena")
    theirs = arena.match("mage:minimax", "rogue:minimax", games=5)
    for players in ((("mage", perfect), "rogue:minimax"), ("mage:minimax", ("rogue", perfect)), (("mage", perfect), ("rogue", perfect))):
        ours = arena.match(*players, games=5)
        assert (ours.p1_wins, ours.mean_margin) == (theirs.p1_wins, theirs.mean_margin)


def test_a_match_of_own_styles_can_be_repeated() -> None:
    def dice(position: outplay.Position) -> str:
        return position.rng.choice(position.options).key

    arena = outplay.load("arena")
    one = arena.match(("mage", dice), ("rogue", dice), games=20, seed=9)
    two = arena.match(("mage", dice), ("rogue", dice), games=20, seed=9)
    assert counted(one) == counted(two)
    assert arena.match(("mage", dice), ("rogue", dice), games=20, seed=10).mean_margin != one.mean_margin


def test_a_style_sees_whose_turn_it_is_and_every_move_that_it_may_make() -> None:
    seen = []

    class Looks:
        name = "looks"

        def choose(self, position: outplay.Position) -> str:
            seen.append((position.chooses, position.line, len(position.options)))
            assert position.seed and not position.over
            return position.options[-1].key

    match = outplay.load("arena").match(("mage", Looks()), "rogue:random", games=4, seed=3)
    assert match.games == 4 and {who for who, _, _ in seen} == {1}
    assert all(count >= 1 for _, _, count in seen)
    assert "looks" in str(match) and '"looks"' in match.json()


def test_styles_play_games_of_ones_own_and_dice() -> None:
    first = lambda position: position.options[0].key  # noqa: E731
    assert outplay.load(Nim(2, 2)).match(first, ":minimax", games=3).p2_wins == 3
    assert outplay.load(Nim(2, 3)).match(":minimax", first, games=3).p1_wins == 3
    assert outplay.load("rpglite").match(("KA", first), "WR:random", games=20, seed=2).games == 20
