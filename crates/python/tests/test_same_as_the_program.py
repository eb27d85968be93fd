"""The package says what the program says, to the byte."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import outplay
import pytest
from program_helpers import GOLDEN, PACKAGE, PROGRAM, RULES, agree, blanked, complaint, complaints, printed, run, same

SHIPPED = [game["name"] for game in outplay.games()]
FIGHTS = [name for name in SHIPPED if name not in ("hand", "combat")]
STRANGERS = sorted((GOLDEN / "fights").glob("*.toml"))
#: They settle within these, or stop: on both sides in the same place.
MOST = 20_000

HAND = "- {name: A, cost: 2, pitch: 1, attack: 6, go_again: 0}\n- {name: B, cost: 3, pitch: 2, attack: 4}\n"
LIST = (
    "Name\tColor\tPitch\tCost\tPower\tCard Keywords\n"
    "Paper Lantern\tRed\t1\t0\t4\tGo again\n"
    "Paper Lantern\tBlue\t3\t0\t2\tgo Again\n"
    "Stone Giant\tRed\t1\t6\t11\t\n"
)
DECK = "3x Paper Lantern (red)\n3x Paper Lantern (blue)\n2x Stone Giant (red)\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    for name, text in (("hand.yaml", HAND), ("card.csv", LIST), ("deck.txt", DECK)):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_package_has_the_same_command_line() -> None:
    arguments = ("solve", "wizard", "--set", "boss.hp=71", "--mode", "hard", "--format", "json")
    (ours, text), (theirs, other) = run(*arguments, of=PACKAGE), run(*arguments, of=PROGRAM)
    assert ours == theirs == 0
    same(text, other)
    assert run("solve", "wizard", "--set", "bos.hp=1", of=PACKAGE)[0] == 1
    assert run("nonsense", of=PACKAGE)[0] == run("nonsense", of=PROGRAM)[0] != 0


@pytest.mark.parametrize("name", FIGHTS)
def test_every_shipped_game_is_solved_the_same_in_every_mode(name: str) -> None:
    game = outplay.load(name)
    for mode in game.modes or [None]:
        laid = ["--mode", mode] if mode else []
        fresh = outplay.load(name).mode(mode) if mode else outplay.load(name)
        kind = agree(lambda: fresh.solve(max_states=MOST), "solve", name, *laid, "--max-states", MOST)
        assert kind == "answer"


@pytest.mark.parametrize("name", FIGHTS)
def test_every_shipped_game_shows_itself_the_same(name: str) -> None:
    theirs = printed("show", name)
    same(outplay.load(name)._table.rules(), theirs)
    assert outplay.load(name).rules == json.loads(theirs)


@pytest.mark.parametrize("name", FIGHTS)
def test_every_shipped_game_is_replayed_and_compared_the_same(name: str) -> None:
    game = outplay.load(name)
    moves = game.solve(max_states=MOST).moves
    for line in (moves, "", moves[: len(moves) // 2], moves + "?"):
        agree(lambda line=line: outplay.load(name).replay(line, max_states=MOST), "replay", name, "--moves", line,
              "--max-states", MOST)
    agree(lambda: outplay.load(name).compare(max_states=2000), "compare", name, "--max-states", 2000)


SEARCHES = {
    "wizard": "astar dijkstra dfs brute mcts",
    "arena": "alphabeta memo iterative recursive retrograde mcts",
    "lighthouse": "dfs brute astar",
    "rpglite": "interval retrograde",
    "nim": "alphabeta memo iterative recursive retrograde mcts",
    "lesson": "alphabeta memo iterative recursive retrograde mcts exact",
}


@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_is_the_same(name: str) -> None:
    for by in SEARCHES[name].split():
        more = {"playouts": 500, "seed": 3} if by == "mcts" else {}
        words = ["--playouts", 500, "--seed", 3] if by == "mcts" else []
        agree(lambda by=by, more=more: outplay.load(name).solve(by=by, max_states=MOST, **more), "solve", name, "--by",
              by, "--max-states", MOST, *words)


def test_options_of_a_question_are_the_same() -> None:
    wizard = lambda: outplay.load("wizard")  # noqa: E731
    arena = lambda: outplay.load("arena").sides("mage", "rogue")  # noqa: E731
    agree(lambda: wizard().solve(all=True), "solve", "wizard", "--all")
    agree(lambda: wizard().solve(explain=True), "solve", "wizard", "--explain")
    agree(lambda: wizard().solve(at_most=900), "solve", "wizard", "--at-most", 900)
    agree(lambda: wizard().solve(after="43"), "solve", "wizard", "--after", "43")
    agree(lambda: wizard().replay("20", after="43"), "replay", "wizard", "--after", "43", "--moves", "20")
    agree(lambda: wizard().replay("432030000", at_most=300), "replay", "wizard", "--moves", "432030000", "--at-most", 300)
    agree(lambda: wizard().aim("hp").solve(), "solve", "wizard", "--goal", "hp")
    text = "Hit Points: 58\nDamage: 9\n"
    same(wizard().input(text).solve().json(), wizard().set(boss={"hp": 58, "attack": 9}).solve().json())
    sides = ["arena", "--p1", "mage", "--p2", "rogue"]
    agree(lambda: arena().solve(), "solve", *sides)
    agree(lambda: arena().solve(explain=True, after="SA"), "solve", *sides, "--explain", "--after", "SA")
    agree(lambda: arena().order("restricted-queue").solve(), "solve", *sides, "--order", "restricted-queue")
    agree(lambda: arena().solve(after="Q"), "solve", *sides, "--after", "Q")
    teams = ["rpglite", "--p1", "KA", "--p2", "WR"]
    agree(lambda: outplay.load("rpglite").sides("KA", "WR").solve(), "solve", *teams)
    agree(lambda: outplay.load("rpglite").sides(["knight", "archer"], "WR").solve(), "solve", *teams)


@pytest.mark.parametrize("path", STRANGERS, ids=lambda path: path.stem)
def test_every_golden_fight_is_solved_the_same(path: Path) -> None:
    agree(lambda: outplay.load(path).solve(max_states=MOST), "solve", path, "--max-states", MOST)


def changed(seed: int) -> tuple[str, dict[str, Any]]:
    """Some fight with some of its numbers changed, not all of which it takes."""
    choose = random.Random(seed)
    what = choose.choice([*FIGHTS[:-1], *map(str, STRANGERS)])
    numbers = {path: value for path, value in outplay.load(what).numbers.items() if not isinstance(value, str)}
    if not numbers:
        return what, {}
    picked = choose.sample(sorted(numbers), min(len(numbers), choose.choice((1, 2, 3))))
    by = (-3, -2, -1, 1, 2, 3, -40, 1000) if choose.random() < 0.3 else (-1, 1, 2)
    return what, {path: numbers[path] + choose.choice(by) for path in picked}


@pytest.mark.parametrize("tens", range(15))
def test_fights_changed_at_random_give_the_same_answer_or_the_same_complaint(tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        what, numbers = changed(seed)
        words = [word for path, value in numbers.items() for word in ("--set", f"{path}={value}")]
        agree(lambda what=what, numbers=numbers: outplay.load(what).set(numbers).solve(max_states=1000), "solve", what,
              *words, "--max-states", 1000)


def test_wrong_changes_bring_the_same_problems_in_the_same_order() -> None:
    for laid in (["bos.hp=3"], ["boss.hp=0", "boss.atack=3"], ["boss.hp"], ["boss.hp=x", "wizard.mana=-1"],
                 ["boss.hp=1", "boss.hp=2"], ["boss.hp=99999999999999999999"], ["=3"], [""]):
        words = [word for text in laid for word in ("--set", text)]
        assert agree(lambda laid=laid: outplay.load("wizard").set(*laid).solve(), "solve", "wizard", *words) in (
            "wrong", "answer")
    with pytest.raises(outplay.RulesError) as caught:
        outplay.load("nonesuch")
    assert complaint(caught.value)[0]["message"].startswith("no game and no file is called nonesuch")


def test_wrong_files_bring_the_same_problems(tmp_path: Path) -> None:
    for number, text in enumerate(("", "format = 1\n", "a\nb", "format = 2\n[fighters.a]\nhp = 0\n",
                                   (RULES / "wizard.toml").read_text().replace("cost", "cots"),
                                   (RULES / "arena.toml").read_text().replace("hp = 100", "hp = -1"))):
        path = tmp_path / f"wrong{number}.toml"
        path.write_text(text)
        assert agree(lambda path=path: outplay.load(path).solve(), "solve", path) == "wrong"
        ours = [{name: getattr(problem, name) for name in outplay.Problem.__slots__}
                for problem in outplay.check(path)]  # type: ignore[union-attr]
        assert ours == json.loads(printed("check", path))["problems"]


SWEEPS: list[tuple[str, dict[str, Any]]] = [
    ("wizard", {"boss.hp": "10..30:5", "boss.attack": "6..9"}),
    ("wizard", {"mode": "normal,hard", "boss.hp": "40..44"}),
    ("arena", {"p1": "mage,rogue", "p2": "mage,vampire", "turns.order": "queue,alternate"}),
    ("rpglite", {"archer.accuracy": "0.5..0.9:0.2"}),
    ("lighthouse", {"keeper.hp": "1..4"}),
    ("wizard", {"boss.hp": "1..3", "boss.attack": "1..2", "wizard.hp": "20,50", "wizard.mana": "100,500"}),
    ("combat", {"cards": "4..8:2", "seed": "1..3"}),
    ("hedge", {"p1": "all", "p2": "all"}),
]


@pytest.mark.parametrize(("name", "vary"), SWEEPS, ids=lambda one: one if isinstance(one, str) else "+".join(one))
def test_a_sweep_is_the_same_in_every_format(name: str, vary: dict[str, Any], tmp_path: Path) -> None:
    words = [word for path, values in vary.items() for word in ("--vary", f"{path}={values}")]
    sweep = outplay.load(name).sweep(vary)
    same(sweep.json(), printed("sweep", name, *words))
    assert sweep.csv() == run("sweep", name, *words, "--format", "csv")[1]
    for ending in ("csv", "json", "parquet", "svg"):
        theirs, ours = tmp_path / f"theirs.{ending}", tmp_path / f"ours.{ending}"
        assert run("sweep", name, *words, "--out", theirs)[0] == 0
        sweep.save(ours)
        if ending == "json":
            same(ours.read_text(), theirs.read_text())
        else:
            assert ours.read_bytes() == theirs.read_bytes(), ending


def test_a_sweep_over_all_modes_is_that_of_mode_all() -> None:
    game = outplay.load("lighthouse")
    sweep = game.sweep({"mode": game.modes, "keeper.hp": range(2, 5)})
    same(sweep.json(), printed("sweep", "lighthouse", "--mode", "all", "--vary", "keeper.hp=2..4"))


def test_sweeps_that_are_wrong_bring_the_same_problems() -> None:
    for vary in (["bos.hp=1..3"], ["boss.hp=0..3"], ["boss.hp="], ["boss.hp=1..2", "boss.hp=3"], ["boss.hp=3..1"],
                 ["boss.hp=1..999999999"], ["mode=normal,soft"]):
        words = [word for text in vary for word in ("--vary", text)]
        with pytest.raises(outplay.RulesError) as caught:
            outplay.load("wizard").sweep(vary)
        assert complaint(caught.value) == complaints(printed("sweep", "wizard", *words)), vary


def test_tournaments_are_the_same() -> None:
    arena = outplay.load("arena")
    same(arena.tournament().json(), printed("tournament", "arena"))
    same(arena.tournament(["mage", "rogue"]).json(), printed("tournament", "arena", "--fighters", "mage,rogue"))
    same(outplay.load("hedge").tournament().json(), printed("tournament", "hedge"))
    played = arena.tournament("mage,rogue", styles=["random", "greedy"], games=20, seed=4)
    same(played.json(), printed("tournament", "arena", "--fighters", "mage,rogue", "--styles", "random,greedy",
                                "--games", 20, "--seed", 4))
    for name in ("wizard", "nim"):
        with pytest.raises(outplay.RulesError) as caught:
            outplay.load(name).tournament()
        assert complaint(caught.value) == complaints(printed("tournament", name))


MATCHES = [
    ("arena", "mage:random", "rogue:minimax"),
    ("arena", "vampire:greedy", "sorcerer:noisy=0.2"),
    ("arena", "mage:look=2", "rogue:mcts=20"),
    ("nim", ":random", ":minimax"),
    ("hedge", ":random", ":greedy"),
    ("rpglite", "KA:random", "WR:greedy"),
    ("wizard", ":random", None),
    ("lesson", None, ":random"),
]


@pytest.mark.parametrize(("name", "one", "two"), MATCHES)
def test_a_match_is_the_same(name: str, one: str | None, two: str | None) -> None:
    seats = [word for option, seat in (("--p1", one), ("--p2", two)) if seat for word in (option, seat)]
    agree(lambda: outplay.load(name).match(one, two, games=60, seed=7), "match", name, *seats, "--games", 60, "--seed", 7)


def test_tunings_are_the_same() -> None:
    for name, want, change in (
        ("wizard", "value in 1000..1100", {"boss.hp": "40..70", "poison.cost": "150..200"}),
        ("wizard", "no-win", {"boss.attack": "5..30"}),
        ("wizard", "value<=1", {"boss.hp": "50..55"}),
        ("hedge", "balanced", {"puddler.hp": "22..25"}),
        ("wizard", "balanced", {"boss.hp": "50..55"}),
    ):
        words = [word for path, values in change.items() for word in ("--change", f"{path}={values}")]
        agree(lambda name=name, want=want, change=change: outplay.load(name).tune(want, change), "tune", name, "--want",
              want, *words)


def test_hands_and_decks_are_the_same(shelf: Path) -> None:
    for by in ("exact", "brute", "greedy"):
        agree(lambda by=by: outplay.hand(shelf / "hand.yaml").solve(by=by), "solve", "hand", "--input",
              shelf / "hand.yaml", "--by", by)
    agree(lambda: outplay.hand(shelf / "hand.yaml").replay("pitch B, play A"), "replay", "hand", "--input",
          shelf / "hand.yaml", "--moves", "pitch B, play A")
    agree(lambda: outplay.hand(shelf / "hand.yaml").replay("play A"), "replay", "hand", "--input", shelf / "hand.yaml",
          "--moves", "play A")
    cards = [{"name": "Jab", "cost": 0, "attack": 2, "go_again": 1}, {"name": "Breath", "pitch": 3}]
    agree(lambda: outplay.hand(cards).solve(), "solve", "hand", "--card", "Jab,cost=0,attack=2,go_again=1", "--card",
          "Breath,pitch=3")
    names = ["Paper Lantern (red)", "Stone Giant (red)", "Paper Lantern (blue)"]
    agree(lambda: outplay.hand(names, card_list=shelf / "card.csv").solve(), "solve", "hand", "--hand",
          "; ".join(names), "--card-list", shelf / "card.csv")
    agree(lambda: outplay.hand(["Stone Giant"], card_list=shelf / "card.csv").solve(), "solve", "hand", "--hand",
          "Stone Giant", "--card-list", shelf / "card.csv")
    for draw in (2, 4):
        agree(lambda draw=draw: outplay.deck(shelf / "deck.txt", cards=shelf / "card.csv").odds(draw), "solve", "hand",
              "--deck", shelf / "deck.txt", "--card-list", shelf / "card.csv", "--draw", draw)
    agree(lambda: outplay.deck(shelf / "deck.txt", cards=shelf / "card.csv", always=["Sword,cost=1,attack=3"]).odds(3),
          "solve", "hand", "--deck", shelf / "deck.txt", "--card-list", shelf / "card.csv", "--draw", 3, "--card",
          "Sword,cost=1,attack=3")


def test_combat_is_the_same() -> None:
    for mode in ("plain", "recursive"):
        laid = ["combat", "--p1", "9 2 6 3 1", "--p2", "5 8 4 7 10", "--mode", mode]
        game = lambda mode=mode: outplay.combat("9 2 6 3 1", [5, 8, 4, 7, 10]).mode(mode)  # noqa: E731
        agree(lambda: game().solve(), "solve", *laid)
        agree(lambda: game().replay(), "replay", *laid)
        agree(lambda: outplay.load("combat").mode(mode).match(cards=10, games=50, seed=3), "match", "combat", "--cards", 10,
              "--games", 50, "--seed", 3, "--mode", mode)
    agree(lambda: outplay.combat("1 2", "2 3").solve(), "solve", "combat", "--p1", "1 2", "--p2", "2 3")


def test_the_text_for_people_is_the_same() -> None:
    # But for what is measured, which the last line of it has.
    for name in ("wizard", "arena", "rpglite", "nim", "lesson"):
        theirs = run("solve", name)[1]
        ours = str(outplay.load(name).solve())
        assert ours.splitlines()[0] == theirs.splitlines()[0]
        kept = [line for line in theirs.splitlines() if " s, " not in line and " ms" not in line and "µs" not in line]
        assert [line for line in kept if line not in ours.splitlines()] == []
    assert str(outplay.load("wizard").replay("432030000")) == run("replay", "wizard", "--moves", "432030000")[1].rstrip("\n")


def test_the_report_is_the_same() -> None:
    report = outplay.load("hedge").report(games=50, seed=2)
    same(report.json(), printed("report", "hedge", "--games", 50, "--seed", 2))


def test_blanking_hides_what_is_measured_and_nothing_else() -> None:
    assert blanked('{"seconds": 1.5e-3, "states": 7}') == '{"seconds": _, "states": 7}'


# The known answers.


def test_known_answers_of_the_wizard() -> None:
    known = json.loads((GOLDEN / "wizard.json").read_text())
    for mode in (False, True):
        rows = [row for row in known if row["hard"] is mode]
        game = outplay.load("wizard").mode("hard" if mode else "normal")
        for row in rows[::8]:
            answer = game.set(boss={"hp": row["boss_hp"], "attack": row["boss_damage"]}).solve()
            assert answer.value == row["least_mana"], row
            assert answer.proof == "optimal"


def test_known_answers_of_the_arena() -> None:
    known = json.loads((GOLDEN / "arena.json").read_text())["values"]
    for row in known[::3]:
        numbers = {"p1.hp": row["hp1"], "p1.sp": row["sp1"], "p2.hp": row["hp2"], "p2.sp": row["sp2"]}
        game = outplay.load("arena").sides(row["p1"], row["p2"]).order(row["order"]).set(numbers)
        here = game.position()
        assert here.over == row["over"]
        if row["over"]:
            continue
        sign = 1 if here.chooses == 1 else -1
        assert here.chooses == row["current"]
        assert sign * (game.solve().value or 0) == row["value_to_current"], row
        assert {move.key: move.value for move in here.moves()} == row["move_values"], row


def test_known_answers_of_combat() -> None:
    for name in ("combat.json", "combat-50.json"):
        for row in json.loads((GOLDEN / name).read_text()):
            game = outplay.combat(row["player1"], row["player2"])
            assert game.solve().value == row["combat_score"], row
            recursive = game.solve(mode="recursive")
            assert (recursive.value, recursive.winner) == (row["recursive_score"], row["recursive_winner"]), row


def test_known_answers_of_hands() -> None:
    for row in json.loads((GOLDEN / "hand.json").read_text()):
        cards = [{"name": f"nr{place}", **card} for place, card in enumerate(row["cards"])]
        answer = outplay.hand(cards).solve()
        assert (answer.value, answer.proof) == (row["most_damage"], "optimal"), row


def test_known_answers_of_fights() -> None:
    for row in json.loads((GOLDEN / "fights.json").read_text()):
        if row["states"] > 10_000:
            continue
        game = outplay.load(GOLDEN.parent / row["file"]).set(*row["set"])
        game = game.aim(row["goal"]) if row["goal"] else game
        game = game.mode(row["mode"]) if row["mode"] else game
        answer = game.solve(max_states=100_000)
        assert answer.value == row["value"] or not answer.settled, row


def test_known_answers_of_small_fights() -> None:
    for row in json.loads((GOLDEN / "six-fights.json").read_text())["small"]:
        text = (RULES / f"{row['game']}.toml").read_text()
        for old, new in row["replaced"]:
            text = text.replace(old, new)
        assert outplay.load(text).solve().value == row["value"], row


def test_known_answers_of_teams() -> None:
    for team, (other, chance) in json.loads((GOLDEN / "rpglite-beta.json").read_text()).items():
        assert len(team) == len(other) == 2 and 0 < chance < 1
    assert outplay.load("rpglite").sides("KA", "WR").solve().value == pytest.approx(0.40462014151453574, abs=1e-8)
