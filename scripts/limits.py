#!/usr/bin/env python3
"""Asks what each search finds hardest, under limits, and sees that the limits are kept.

    python3 scripts/limits.py BINARY [--quick | --once] [--python PYTHON] [--list] [NAME...]

Each case is a question about rules that were made to break one part of the program: queues that never repeat, many
effects, pools without end, lines thousands of moves long, rosters of dozens. It is asked with --max-seconds, with
--max-memory and with --max-states, and

* ends within a tenth more than the seconds that it was given, and a quarter of a second for the start, the rules
  and the writing of what is known. Seconds on the clock, less what the program waited for a processor after its time
  was up; and where that is too long, the best of three;
* has at most a tenth more bytes in memory, at its most, than it was given (and 4 MB for the program itself), again the best
  of three;
* ends with status 0 or 3, and where it is 3 its JSON says which limit stopped it, with bounds that are in order and that
  hold what is known to be true.

What it took of what it was given is printed for each. --quick asks a sample that takes a minute or so, --once
everything under the least limits, which takes ten. NAME: cases
whose name begins so. --python PYTHON asks the same through the Python package, with an interpreter that has it.
Standard library only.
"""

import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIGHTS = ROOT / "golden" / "fights"

# What is left to a program beyond its limit: a tenth, and what it takes whatever is asked.
SHARE = 1.1
START_SECONDS = 0.25
START_BYTES = 4_000_000
# So much more than its time is given to a program before it is killed.
PATIENCE = 20.0
# An answer that takes more than this is printed without end.
MOST_PRINTED = 256_000_000

MB = 1_000_000

HEAD = 'format = 1\ngame = "duel"\ntitle = "Limits"\n'


def duel(goal, one, two, skills, turns="", more="", sides=None):
    """A rules file: two fighters as numbers and skills, their skills as lists of lines by name."""
    text = HEAD
    if sides:
        text += f"[sides]\n{sides}\n"
    text += f"[turns]\n{turns}\n[goal]\n{goal}\n{more}\n"
    text += f"[fighters.one]\n{one}\n[fighters.two]\n{two}\n"
    for name, lines in skills.items():
        text += f"[skills.{name}]\n{lines}\n"
    return text


def names(letters):
    return "[" + ", ".join(f'"{name}"' for name in letters) + "]"


KEYS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def long_queue(places):
    """Every skill puts many places into the queue, and hardly two lines lead to the same."""
    def queue(pattern):
        return "queue = " + names((pattern * places)[:places])
    skills = {
        "jab": 'key = "j"\ncost = { wind = 1 }\ndamage = 1\n' + queue(["self", "enemy"]),
        "feint": 'key = "f"\ncost = { wind = 2 }\ndamage = 2\n' + queue(["enemy", "enemy", "self"]),
        "rush": 'key = "r"\ncost = { wind = 3 }\ndamage = 3\n' + queue(["self", "self", "enemy"]),
    }
    both = 'hp = 900\nwind = 4000\nskills = ["jab", "feint", "rush"]'
    return duel('most = "winner-hp"', both, both, skills, 'order = "queue"\nstuck = "skip"')


def many_effects(count, goal, enemy_chooses=True):
    """Effects with timers of their own, all running beside each other."""
    skills = {}
    for number in range(count):
        skills[f"curse-{number}"] = (
            f'key = "{KEYS[number]}"\ncost = {{ mana = {1 + number % 3} }}\nlasts = {7 + 3 * number}\n'
            f"each-turn = {{ enemy.hp = -{1 + number % 2} }}")
    skills["stare"] = 'key = "8"\ndamage = 1'
    skills["spit"] = 'key = "9"\ndamage = 1\nlasts = 3\neach-turn = { enemy.hp = -1 }'
    curses = names(list(skills)[:count] + ["stare"])
    own = names(["stare", "spit"] if enemy_chooses else ["stare"])
    return duel(goal, f"hp = 400\nmana = 600\nskills = {curses}", f"hp = 700\nmana = 600\nskills = {curses if 'winner' in goal else own}",
                skills)


def growing(goal, numbers=6):
    """Numbers that grow without end on both sides, and turn into each other."""
    skills, pools = {}, [f"pool{number}" for number in range(numbers)]
    for number, pool in enumerate(pools):
        other = pools[(number + 1) % numbers]
        skills[f"gain-{number}"] = f'key = "{KEYS[number]}"\nat-once = {{ {pool} = {2 + number} }}'
        skills[f"turn-{number}"] = f'key = "{KEYS[20 + number]}"\ncost = {{ {pool} = 1 }}\nat-once = {{ {other} = 3 }}\ndamage = 1'
    skills["mend"] = 'key = "9"\ncost = { pool0 = 2 }\nheal = 5'
    both = "hp = 300\n" + "\n".join(f"{pool} = 3" for pool in pools) + f"\nskills = {names(skills)}"
    return duel(goal, both, both, skills)


def long_fight(goal, hp):
    """A line of very many moves, each but a point nearer to the end."""
    skills = {
        "poke": 'key = "p"\ncost = { mana = 1 }\ndamage = 1',
        "rest": 'key = "r"\nat-once = { mana = 1 }',
        "drain": 'key = "d"\ncost = { mana = 2 }\ndamage = 1\nheal = 1',
        "swat": 'key = "s"\ndamage = "armor / 7"',
    }
    one = f'hp = {hp}\nmana = 5\nskills = ["poke", "rest", "drain"]'
    return duel(goal, one, f'hp = {hp}\narmor = 0\nskills = ["swat"]', skills)


def wide_teams(side, dice=False, goal='most = "winner-hp"', order="speed"):
    """Six against six, everyone with blows at several of them at once."""
    text = HEAD + f'[sides]\np1 = {names(f"f{n}" for n in range(side))}\np2 = {names(f"f{n}" for n in range(side, 2 * side))}\n'
    text += f'[turns]\norder = "{order}"\n[goal]\n{goal}\n'
    for n in range(2 * side):
        text += (f'[fighters.f{n}]\nkey = "{KEYS[26 + n]}"\nhp = {40 + n}\nspeed = {1 + n}\nmana = 30\naccuracy = 0.{61 + n}\n'
                 'skills = ["sweep", "jab", "burn", "mend", "shout"]\n')
    hit = 'accuracy = "accuracy"\ncritical = { chance = 0.1 }\n' if dice else ""
    amount = '"2d6 + 1"' if dice else "3"
    text += f"""
[skills.sweep]
key = "s"
up-to = 2
cost = {{ mana = 2 }}
{hit}damage = {amount}
[skills.jab]
key = "j"
{hit}damage = {amount}
[skills.burn]
key = "b"
target = "enemies"
cost = {{ mana = 5 }}
{hit}damage = 2
[skills.mend]
key = "m"
target = "ally"
cost = {{ mana = 3 }}
heal = 4
[skills.shout]
key = "h"
target = "allies"
at-once = {{ target.mana = 1 }}
"""
    return text


def roster(count, goal='most = "winner-hp"', hp=70):
    """Very many fighters, each of whom may meet each."""
    text = HEAD + f"[goal]\n{goal}\n"
    for n in range(count):
        text += (f'[fighters.f{n}]\nhp = {hp + n}\nmana = {{ start = 6, max = {9 + n % 5} }}\narmor = {n % 3}\n'
                 f'skills = ["jab", "bolt", "rest", "mend", "curse"]\n')
    return text + """
[skills.jab]
key = "j"
damage = 4
[skills.bolt]
key = "b"
cost = { mana = 4 }
damage = 11
[skills.rest]
key = "r"
at-once = { mana = 3 }
[skills.mend]
key = "m"
cost = { mana = 3 }
cooldown = 2
heal = 6
[skills.curse]
key = "c"
cost = { mana = 2 }
lasts = 7
each-turn = { enemy.hp = -1 }
"""


def dice(count, goal='most = "win"'):
    """Rolls with very many results, and a fight that comes back to itself."""
    skills = {
        "roll": f'key = "r"\ndamage = "{count}d6"\naccuracy = 0.37',
        "volley": 'key = "v"\ncost = { wind = 2 }\nstrikes = 2\ndamage = "1d6"\ncritical = { chance = 0.05, times = 3 }',
        "rest": 'key = "e"\nat-once = { wind = "1d4" }\nheal = "1d8"',
        "range": 'key = "a"\ncost = { wind = 1 }\ndamage = "1..40"',
    }
    both = 'hp = 400\nwind = { start = 5, max = 30 }\nskills = ["roll", "volley", "rest", "range"]'
    return duel(goal, both, both, skills)


def deep_tree(depth):
    """Positions that lead to each other in one long line, with an end beside each."""
    text = 'format = 1\ngame = "tree"\n[start]\nplayer = 1\nA = { to = "p1" }\nB = 3\n'.replace('{ to = "p1" }', '"p1"')
    rows = []
    for n in range(1, depth):
        after = f'"p{n + 1}"' if n + 1 < depth else "5"
        rows.append(f"[positions.p{n}]\nplayer = {1 + n % 2}\nA = {after}\nB = {n % 7}\n")
    return text + "".join(rows)


def wide_tree(width):
    """One position with very many moves."""
    return 'format = 1\ngame = "tree"\n[start]\nplayer = 1\n' + "".join(f"m{n} = {n % 1000}\n" for n in range(width))


def bushy_tree(depth):
    """Few positions and very many lines: each leads to the next three ways."""
    text = 'format = 1\ngame = "tree"\n[start]\nplayer = 1\nA = "p1"\n'
    for n in range(1, depth):
        after = f'"p{n + 1}"' if n + 1 < depth else "1"
        text += f"[positions.p{n}]\nplayer = {1 + n % 2}\nA = {after}\nB = {after}\nC = {after}\n"
    return text


def nested_tree(depth):
    """Tables within tables, as deep as the file may have them."""
    return 'format = 1\ngame = "tree"\n[start]\nplayer = 1\nA = ' + "{ player = 2, A = " * depth + "1" + " }" * depth + "\n"


def deck(name, cards):
    return f"Player {name}:\n" + "\n".join(map(str, cards)) + "\n"


def decks(count):
    """Two decks that play long, with games within games (a plain linear generator deals them)."""
    cards, seed = list(range(1, count + 1)), 12345
    for place in range(count - 1, 0, -1):
        seed = (seed * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        other = (seed >> 33) % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return deck(1, cards[: count // 2]) + "\n" + deck(2, cards[count // 2 :])


def hand(count):
    """Very many cards, no two of them alike."""
    rows = [f"  - {{name: c{n}, cost: {n * 7 % 9}, pitch_value: {1 + n % 3}, attack: {3 + n * 5 % 23}, go_again: {n % 4 // 2}}}"
            for n in range(count)]
    return "cards:\n" + "\n".join(rows) + "\n"


def card_list(count):
    """A list of different cards, as its own format has it."""
    rows = [f"Card {n}\tRed\t{1 + n % 3}\t{n % 5}\t{2 + n * 3 % 17}\t{'Go again' if n % 3 == 0 else ''}" for n in range(count)]
    return "Name\tColor\tPitch\tCost\tPower\tCard Keywords\n" + "\n".join(rows) + "\n"


# --- what is asked -------------------------------------------------------------------------------------------------

class Case:
    """A question, and under which limits it is asked."""

    def __init__(self, name, *arguments, seconds=(2, 5), memory=(64, 200, 1000), states=(1, 1000), quick="", stdin=None,
                 statuses=(0, 3), json=True, questions=1):
        self.name, self.arguments = name, [str(argument) for argument in arguments]
        self.seconds, self.memory, self.states = seconds, memory, states
        # Which of the limits belong to the sample: s, m.
        self.quick, self.stdin, self.statuses, self.json = quick, stdin, statuses, json
        # How many questions it is, each with the time for itself.
        self.questions = questions


def write_rules(folder):
    """All rules files and inputs, by name."""
    texts = {
        "queue.toml": long_queue(60),
        "effects-worth.toml": many_effects(24, 'most = "winner-hp"'),
        "effects-cost.toml": many_effects(24, 'least = "mana"', enemy_chooses=False),
        "effects-forced.toml": many_effects(16, 'least = "mana"'),
        "growing.toml": growing('most = "winner-hp"'),
        "growing-cost.toml": growing('least = "actions"'),
        "long.toml": long_fight('least = "mana"', 200_000),
        "long-worth.toml": long_fight('most = "winner-hp"', 30_000),
        "teams.toml": wide_teams(6),
        "teams-alternate.toml": wide_teams(6, order="alternate"),
        "teams-dice.toml": wide_teams(6, dice=True, goal='most = "win"'),
        "roster.toml": roster(60),
        "roster-dice.toml": roster(40).replace('damage = 4', 'accuracy = 0.8\ndamage = "1d8"').replace('"winner-hp"', '"win"'),
        "roster-cost.toml": roster(40, 'least = "mana"'),
        "dice.toml": dice(9),
        "dice-worth.toml": dice(9, 'most = "winner-hp"'),
        "dice-cost.toml": dice(3, 'least = "wind"'),
        "deep.toml": deep_tree(18_000),
        "wide.toml": wide_tree(50_000),
        "bushy.toml": bushy_tree(4_000),
        "nested.toml": nested_tree(60),
        "decks.txt": decks(100_000),
        "decks-deep.txt": decks(1_000),
        "hand.yaml": hand(60),
        "small-hand.yaml": hand(10),
        "cards.tsv": card_list(24),
        "deck.txt": "".join(f"3x Card {n} (red)\n" for n in range(24)),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    for path in FIGHTS.glob("*.toml"):
        shutil.copyfile(path, folder / path.name)


def cases():
    """All questions. Names in braces are of the temporary folder; "s" and "m" under which limits a case is in the sample."""
    # Costs, nobody else chooses.
    for by in ("astar", "dijkstra", "dfs", "brute"):
        yield Case(f"cost-{by}", "solve", "{mech.toml}", "--by", by, quick="s" if by == "brute" else "sm" if by == "dijkstra" else "")
    yield Case("cost-usual", "solve", "{mech.toml}", quick="m")
    yield Case("cost-effects", "solve", "{effects-cost.toml}")
    yield Case("cost-long", "solve", "{long.toml}")
    yield Case("cost-wizard", "solve", "wizard", "--set", "boss.hp=4000", "--set", "wizard.hp=1000", quick="s")
    yield Case("cost-all", "solve", "{mech.toml}", "--all")
    yield Case("cost-all-wizard", "solve", "wizard", "--set", "boss.hp=900", "--set", "wizard.hp=1000", "--all")
    yield Case("cost-explain", "solve", "wizard", "--set", "boss.hp=4000", "--set", "wizard.hp=1000", "--explain")
    yield Case("cost-modes", "solve", "wizard", "--set", "boss.hp=4000", "--set", "wizard.hp=1000", "--mode", "all", quick="s")
    yield Case("cost-at-most", "solve", "{mech.toml}", "--at-most", 10**15)
    # Costs against an enemy who chooses.
    for by in ("dfs", "astar", "dijkstra", "brute"):
        yield Case(f"forced-{by}", "solve", "{effects-forced.toml}", "--by", by, quick="sm" if by == "dijkstra" else "")
        yield Case(f"forced-growing-{by}", "solve", "{growing-cost.toml}", "--by", by)
    yield Case("forced-explain", "solve", "{effects-forced.toml}", "--explain")
    # Two sides.
    for by in ("alphabeta", "retrograde", "memo", "iterative", "recursive"):
        yield Case(f"sides-{by}", "solve", "{growing.toml}", "--by", by, "--max-states", 10**12, states=(),
                   quick="sm" if by in ("alphabeta", "retrograde") else "m" if by == "iterative" else "")
        yield Case(f"queue-{by}", "solve", "{queue.toml}", "--by", by, quick="m" if by == "memo" else "")
        yield Case(f"bushy-{by}", "solve", "{bushy.toml}", "--by", by, "--max-states", 10**12, states=())
    yield Case("sides-usual", "solve", "{growing.toml}", quick="s")
    yield Case("sides-effects", "solve", "{effects-worth.toml}")
    yield Case("sides-long", "solve", "{long-worth.toml}")
    yield Case("sides-long-explain", "solve", "{long-worth.toml}", "--explain")
    yield Case("sides-explain", "solve", "{growing.toml}", "--explain")
    yield Case("sides-draw", "solve", "{growing.toml}", "--draw", "{drawn.svg}")
    yield Case("sides-mcts", "solve", "{growing.toml}", "--by", "mcts", "--playouts", 10**12, quick="s")
    for name in ("pocket-beasts", "vampire-counts", "blood-mage"):
        yield Case(f"sides-{name}", "solve", f"{{{name}.toml}}", "--explain")
    # Trees as files.
    yield Case("tree-deep", "solve", "{deep.toml}", "--by", "retrograde", quick="m")
    yield Case("tree-deep-explain", "solve", "{deep.toml}", "--explain")
    yield Case("tree-nested", "solve", "{nested.toml}")
    yield Case("tree-wide-explain", "solve", "{wide.toml}", "--explain", quick="m")
    yield Case("tree-bushy-draw", "solve", "{bushy.toml}", "--draw", "{drawn.svg}")
    # Chance and teams.
    yield Case("teams", "solve", "{teams.toml}", quick="m")
    yield Case("teams-alternate", "solve", "{teams-alternate.toml}")
    yield Case("teams-dice", "solve", "{teams-dice.toml}", quick="s")
    yield Case("teams-dice-mcts", "solve", "{teams-dice.toml}", "--by", "mcts", "--playouts", 10**12)
    yield Case("dice", "solve", "{dice.toml}", quick="s")
    yield Case("dice-mcts", "solve", "{dice.toml}", "--by", "mcts", "--playouts", 10**12)
    yield Case("dice-worth", "solve", "{dice-worth.toml}", "--explain")
    yield Case("dice-cost", "solve", "{dice-cost.toml}")
    yield Case("dice-at-most", "solve", "{dice-cost.toml}", "--at-most", 1000)
    yield Case("monsters", "solve", "monsters", "--set", "ogre.hp=400", "--p1", "ogre", "--p2", "knight+knight+priest")
    # Hands and decks.
    for by in ("exact", "greedy", "brute"):
        file = "{small-hand.yaml}" if by == "brute" else "{hand.yaml}"
        yield Case(f"hand-{by}", "solve", "hand", "--input", file, "--by", by, "--max-states", 10**12, states=(),
                   quick="s" if by == "brute" else "")
    yield Case("hand-explain", "solve", "hand", "--input", "{hand.yaml}", "--explain")
    yield Case("hand-deck", "solve", "hand", "--deck", "{deck.txt}", "--card-list", "{cards.tsv}", "--draw", 9)
    yield Case("hand-compare", "compare", "hand", "--sizes", "1..40", "--repeat", 1000)
    yield Case("combat-plain", "solve", "combat", "--mode", "plain", "--input", "{decks.txt}")
    yield Case("combat-recursive", "solve", "combat", "--mode", "recursive", "--input", "{decks.txt}")
    yield Case("combat-deep", "solve", "combat", "--mode", "all", "--input", "{decks-deep.txt}", quick="s")
    yield Case("combat-explain", "solve", "combat", "--mode", "all", "--input", "{decks.txt}", "--explain")
    yield Case("combat-match", "match", "combat", "--cards", 2000, "--games", 100000)
    # Many games at once.
    yield Case("match-minimax", "match", "{growing.toml}", "--p1", "one:minimax", "--p2", "two:minimax", "--games", 1000)
    yield Case("match-random", "match", "{long-worth.toml}", "--p1", "one:random", "--p2", "two:random", "--games", 1000000)
    yield Case("match-mcts", "match", "{growing.toml}", "--p1", "one:mcts=100000", "--p2", "two:look=6", "--games", 1000000)
    yield Case("match-dice", "match", "{teams-dice.toml}", "--p1", "f0+f1:random", "--p2", "f2+f3:greedy", "--games", 1000000)
    yield Case("tournament", "tournament", "{roster.toml}", quick="sm")
    yield Case("tournament-dice", "tournament", "{roster-dice.toml}")
    yield Case("tournament-styles", "tournament", "{roster.toml}", "--styles", "minimax", "--games", 1000)
    yield Case("compare-sides", "compare", "{growing.toml}", quick="m")
    yield Case("compare-cost", "compare", "{mech.toml}")
    yield Case("compare-dice", "compare", "{dice.toml}")
    # Not in the sample of memory: two cells that grow at the same moment may take more (docs/searching.md).
    yield Case("sweep", "sweep", "{growing.toml}", "--vary", "one.hp=1..1000", quick="s")
    yield Case("sweep-wide", "sweep", "wizard", "--vary", "boss.hp=1..1000", "--vary", "boss.attack=1..100",
               "--out", "{swept.csv}", quick="sm", json=False)
    yield Case("sweep-widest", "sweep", "wizard", "--vary", "boss.hp=1..1000", "--vary", "boss.attack=1..100",
               "--vary", "wizard.mana=301..390", "--out", "{swept.parquet}", json=False)
    yield Case("report", "report", "{growing.toml}", "--out", "{report.html}", json=False)
    yield Case("report-roster", "report", "{roster.toml}", "--out", "{report.html}", json=False, quick="sm")
    for name in ("mech", "long", "dice", "teams-dice", "effects-worth"):
        yield Case(f"report-{name}", "report", f"{{{name}.toml}}")
    yield Case("tune", "tune", "wizard", "--want", "value=1234567", "--change", "boss.hp=40..700", "--change", "boss.attack=1..40",
               "--change", "wizard.mana=300..900", statuses=(0, 3, 4))
    yield Case("tune-sides", "tune", "{growing.toml}", "--want", "value>3", "--change", "one.hp=1..300", statuses=(0, 3, 4), quick="s")
    yield Case("tune-balanced", "tune", "{roster-cost.toml}", "--want", "balanced", "--change", "f0.hp=1..300",
               "--goal", "winner-hp", statuses=(0, 3, 4))
    # Those that have limits of another kind: they are asked once, and end.
    yield Case("replay-combat", "replay", "combat", "--input", "{decks-deep.txt}", "--max-rounds", 10**9, seconds=(), states=())
    yield Case("replay-sides", "replay", "{growing.toml}", "--moves", "a" * 60, seconds=(), quick="m")
    yield Case("replay-queue", "replay", "{queue.toml}", "--moves", "r" * 60, seconds=())
    yield Case("play-hint", "play", "{growing.toml}", "--plain", stdin="hint\na\n", json=False, statuses=(0,),
               questions=2, states=())


# --- asking --------------------------------------------------------------------------------------------------------

class Run:
    """What a program took, and what it said."""

    def __init__(self, command, folder, stdin, seconds, patience):
        began = time.monotonic()
        with open(folder / "answer", "wb") as out, open(folder / "remarks", "wb") as remarks:
            child = subprocess.Popen(command, cwd=folder, stdout=out, stderr=remarks, stdin=subprocess.PIPE if stdin else subprocess.DEVNULL)
        if stdin:
            try:
                child.stdin.write(stdin.encode())
                child.stdin.close()
            except BrokenPipeError:
                pass
        # Seconds for which each thread waited for a processor: now, and when the time was up.
        delays, late_from = {}, {}
        self.killed = False
        while True:
            ended = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            past = time.monotonic() - began
            if ended:
                break
            delays.update(delayed(child.pid))
            if seconds is None or past < seconds:
                late_from = dict(delays)
            if past > patience and not self.killed:
                child.kill()
                self.killed = True
            time.sleep(0.002 if past < 0.2 or (seconds and past > seconds - 0.1) else 0.01)
        self.delay = max((now - late_from.get(thread, 0.0) for thread, now in delays.items()), default=0.0)
        _, status, used = os.wait4(child.pid, 0)
        self.status = child.returncode = os.waitstatus_to_exitcode(status)
        self.seconds = past
        self.busy = used.ru_utime + used.ru_stime
        self.bytes = used.ru_maxrss * 1024
        self.printed = (folder / "answer").stat().st_size
        self.answer = folder / "answer"
        self.remarks = (folder / "remarks").read_text(errors="replace")


def delayed(pid):
    """Seconds for which each thread of a process waited for a processor."""
    found = {}
    for folder in pathlib.Path(f"/proc/{pid}/task").glob("*"):
        try:
            found[folder.name] = int((folder / "schedstat").read_text().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            pass
    return found


# What a limit is called where it stopped a search.
LIMITS = {"seconds": "time", "memory": "memory", "states": "states"}
# Where an answer does not say what stopped it: it took so much of what it was given.
REACHED = 0.5
# What may stop a question under a limit: of memory also the time that such a question is given.
STOPS = {"seconds": {"time"}, "memory": {"memory", "time"}, "states": {"states", "memory", "time"}}


def number(value):
    return value if isinstance(value, (int, float)) else None


def answers(found):
    """All answers of a JSON text that have a proof: of each mode, of each search."""
    if isinstance(found, dict):
        if "proof" in found and "states" in found:
            yield found
        for value in found.values():
            yield from answers(value)
    elif isinstance(found, list):
        for value in found:
            yield from answers(value)


def elsewhere(function, *arguments):
    """What a function says, in a process of its own: what this script takes counts as the program's before it begins."""
    end, begin = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(end)
            with os.fdopen(begin, "w") as told:
                json.dump(function(*arguments), told)
        finally:
            os._exit(0)
    os.close(begin)
    with os.fdopen(end) as told:
        text = told.read()
    os.waitpid(child, 0)
    return json.loads(text)


def said(run, limit, settled):
    """What is wrong with what was said, none where nothing is; what is settled of the question; what stopped it."""
    stops = []
    return said_wrong(run, limit, settled, stops), settled, stops


def said_wrong(run, limit, settled, stops):
    try:
        found = json.loads(run.answer.read_text(errors="replace"))
    except ValueError:
        return "the answer is no JSON"

    def gather(value):
        if isinstance(value, dict):
            stops.extend(filter(None, [value.get("stopped")] if isinstance(value.get("stopped"), str) else []))
            for inner in value.values():
                gather(inner)
        elif isinstance(value, list):
            for inner in value:
                gather(inner)
    gather(found)
    if run.status == 3 and not stops:
        return "status 3, and nothing says what stopped it"
    others = {"depth", "cycle", "chance", "weights", "width"}
    if run.status == 3 and limit is not None and not set(stops) & (STOPS[limit] | others | {"states"}):
        return f"stopped by {sorted(set(stops))}"
    for answer in answers(found):
        low, high, value = (number(answer.get(name)) for name in ("lower", "upper", "value"))
        if low is not None and high is not None and low > high:
            return f"bounds {low} to {high}"
        mode = answer.get("mode") or ""
        known = settled.get(mode)
        if answer["proof"] == "optimal" and value is not None and answer.get("by") != "greedy":
            if known is not None and known != value:
                return f"settled at {value}, and once at {known}"
            settled[mode] = value
        elif known is not None and (low is not None and low > known or high is not None and high < known):
            return f"bounds {low} to {high} without {known}"
    return None


def asked(command, case, folder, limit, value, settled, must_reach):
    """Asks once under one limit; what was wrong, and a row of what it took. A limit that was not reached was not tried."""
    options = [argument.format_map(Names(folder)) for argument in case.arguments]
    if case.json:
        options += ["--format", "json"]
    seconds = memory = None
    if limit == "seconds":
        seconds = value * case.questions
        options += ["--max-seconds", str(value)]
    elif limit == "memory":
        memory = value * MB
        options += ["--max-memory", f"{value}MB"]
        # Some searches keep nothing that grows.
        if "--max-seconds" not in options and case.seconds:
            options += ["--max-seconds", str(MEMORY_SECONDS)]
    else:
        options += ["--max-states", str(value), "--max-seconds", "20"]
    best = None
    # What two threads take at the same moment is a matter of chance, too.
    for _ in range(1 if limit == "states" else TRIES):
        run = Run(command + options, folder, case.stdin, seconds, (seconds or MEMORY_SECONDS * case.questions) * 2 + PATIENCE)
        if memory is None:
            waited = min(run.delay, max(0.0, run.seconds - (seconds or 0)))
            run.over = run.seconds - waited - SHARE * (seconds or 0) - START_SECONDS
        else:
            run.over = run.bytes - SHARE * memory - START_BYTES
        if best is None or run.over < best.over:
            best = run
        if run.over <= 0 or run.status not in case.statuses:
            break
    wrong, stops = None, []
    if best.killed:
        wrong = "had to be killed"
    elif best.status not in case.statuses:
        wrong = f"status {best.status}: {(best.remarks.strip().splitlines() or [''])[0][:120]}"
    elif seconds is not None and best.over > 0:
        wrong = f"{best.seconds:.2f} s of {seconds} (of these it waited {best.delay:.2f} after its time)"
    elif memory is not None and best.over > 0:
        wrong = f"{best.bytes / MB:.0f} MB of {value}"
    elif best.printed > MOST_PRINTED:
        wrong = f"{best.printed / MB:.0f} MB printed"
    elif case.json and best.status != 4:
        wrong, known, stops = elsewhere(said, best, limit, settled)
        settled.update(known)
    share = best.seconds / seconds if seconds else best.bytes / memory if memory else 0
    refused = best.status == 3 and f"stopped the search: {LIMITS[limit]}" in best.remarks
    reached = LIMITS[limit] in stops or share >= REACHED or refused
    if must_reach and not reached and not wrong:
        wrong = "the limit was not reached"
    took = f"{best.seconds:6.2f} s ({best.seconds / seconds:4.2f})" if seconds else f"{best.seconds:6.2f} s       "
    took += f" {best.bytes / MB:6.0f} MB" + (f" ({best.bytes / memory:4.2f})" if memory else "       ")
    print(f"{case.name:24} {limit:7} {value:>5} status {best.status} {took} busy {best.busy:5.2f} s"
          f" printed {best.printed / 1000:7.0f} kB {'' if reached else 'not reached '}{'WRONG: ' + wrong if wrong else ''}".rstrip(),
          flush=True)
    return wrong


# What is asked in Python: the time of the call alone, and the most memory of the interpreter with it.
IN_PYTHON = """
import json, resource, sys, time
import outplay
class Count:
    "Two take turns in adding to three numbers, without end."
    def start(self): return (0, 0, 0, 1)
    def player(self, state): return state[3]
    def moves(self, state): return [0, 1, 2]
    def play(self, state, move): return tuple(n + (move == i) * (i + 1) for i, n in enumerate(state[:3])) + (3 - state[3],)
    def is_over(self, state): return False
    def payoff(self, state): return 0
question, limits = sys.argv[1], json.loads(sys.argv[2])
game = eval(question.split("|")[0])
begin, stopped = time.monotonic(), None
try:
    answer = eval(question.split("|")[1])
    stopped = getattr(answer, "stopped", None)
except outplay.LimitError as error:
    stopped = f"{type(error).__name__}: {error}"
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps({"seconds": time.monotonic() - begin, "bytes": peak, "stopped": stopped and str(stopped)}))
"""

# A game, and what is asked of it; each with the limits that it is given.
PYTHON_CASES = [
    ("python-solve", "outplay.load('mech.toml')|game.solve(by='dijkstra', **limits)"),
    ("python-sides", "outplay.load('growing.toml')|game.solve(**limits)"),
    ("python-explain", "outplay.load('queue.toml')|game.solve(explain=True, **limits)"),
    ("python-dice", "outplay.load('teams-dice.toml')|game.solve(**limits)"),
    ("python-own-game", "outplay.load(Count())|game.solve(**limits)"),
    ("python-moves", "outplay.load('growing.toml')|[move.value for move in game.position('').moves(**limits)]"),
    ("python-draw", "outplay.load('growing.toml')|game.draw(max_seconds=limits['max_seconds'])"),
    ("python-compare", "outplay.load('growing.toml')|game.compare(**limits)"),
    ("python-match", "outplay.load('growing.toml')|game.match('one:minimax', 'two:minimax', games=1000, **limits)"),
    ("python-sweep", "outplay.load('growing.toml')|game.sweep({'one.hp': range(1, 1000)}, **limits)"),
    ("python-tournament", "outplay.load('roster.toml')|game.tournament(**limits)"),
    ("python-report", "outplay.load('roster.toml')|game.report(**limits)"),
    ("python-tune", "outplay.load('growing.toml')|game.tune('value>3', {'one.hp': '1..300'}, **limits)"),
]


def asked_in_python(python, name, question, folder, limit, value):
    """The same in Python; what was wrong."""
    limits = {"max_seconds": value} if limit == "seconds" else {"max_memory": value * MB, "max_seconds": MEMORY_SECONDS}
    seconds = value if limit == "seconds" else MEMORY_SECONDS
    best = None
    for _ in range(TRIES):
        run = Run([python, "-c", IN_PYTHON, question, json.dumps(limits)], folder, None, None, 2 * seconds + PATIENCE)
        if run.status != 0:
            last = (run.remarks.strip().splitlines() or ["no answer"])[-1]
            best = {"seconds": run.seconds, "bytes": 0, "stopped": None, "wrong": f"status {run.status}: {last[:160]}"}
            break
        found = json.loads(run.answer.read_text())
        found["over"] = max(found["seconds"] - SHARE * seconds - START_SECONDS,
                            found["bytes"] / MB - SHARE * value - START_BYTES / MB if limit == "memory" else 0)
        if best is None or found["over"] < best["over"]:
            best = found
        if best["over"] <= 0:
            break
    wrong = best.get("wrong")
    if not wrong and best["over"] > 0:
        wrong = f"{best['seconds']:.2f} s of {seconds}"
        wrong += f", {best['bytes'] / MB:.0f} MB of {value}" if limit == "memory" else ""
    if not wrong and not best["stopped"] and best["seconds"] < REACHED * seconds:
        wrong = "no limit was reached"
    print(f"{name:24} {limit:7} {value:>5} {best['seconds']:6.2f} s {best['bytes'] / MB:6.0f} MB stopped {best['stopped']}"
          f" {'WRONG: ' + wrong if wrong else ''}".rstrip(), flush=True)
    return wrong


class Names(dict):
    """Files of the temporary folder, by their names in braces: `{deep.toml}` is read as `deep` with something after it."""

    def __init__(self, folder):
        self.folder = folder

    def __missing__(self, name):
        return Dotted(self.folder, name)


class Dotted:
    def __init__(self, folder, name):
        self.folder, self.name = folder, name

    def __getattr__(self, ending):
        return f"{self.folder / self.name}.{ending}"


# Times a question is asked that took too long.
TRIES = 3
# Time for what has no limit but memory.
MEMORY_SECONDS = 6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--quick", action="store_true", help="a sample")
    parser.add_argument("--once", action="store_true", help="all cases, each under the least of the limits alone")
    parser.add_argument("--python", help="asks through the package as well, with this interpreter")
    parser.add_argument("--list", action="store_true", help="the names of all cases")
    chosen = parser.parse_intermixed_args()
    if chosen.list:
        for case in cases():
            print(f"{case.name:24} {' '.join(case.arguments)}")
        return
    command = [os.path.abspath(chosen.binary)]
    wrong, count = [], 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="outplay-limits-") as folder:
        folder = pathlib.Path(folder)
        write_rules(folder)
        for case in cases():
            if chosen.names and not any(case.name.startswith(name) for name in chosen.names):
                continue
            limits = [("seconds", value) for value in case.seconds] + [("memory", value) for value in case.memory]
            limits += [("states", value) for value in case.states]
            if chosen.quick or chosen.once:
                limits = [("seconds", QUICK_SECONDS)] if "s" in case.quick or chosen.once and case.seconds else []
                limits += [("memory", QUICK_MEMORY)] if "m" in case.quick or chosen.once and case.memory else []
            settled = {}
            for limit, value in limits:
                count += 1
                found = asked(command, case, folder, limit, value, settled, chosen.quick)
                if found:
                    wrong.append(f"{case.name} with {limit} {value}: {found}")
        for name, question in PYTHON_CASES if chosen.python else []:
            if chosen.names and not any(name.startswith(beginning) for beginning in chosen.names):
                continue
            # What is drawn has no limit of memory of its own.
            for limit, value in [("seconds", QUICK_SECONDS)] + [("memory", PYTHON_MEMORY)] * ("**limits" in question):
                count += 1
                found = asked_in_python(os.path.abspath(chosen.python), name, question, folder, limit, value)
                if found:
                    wrong.append(f"{name} with {limit} {value}: {found}")
    print(f"{count - len(wrong)} of {count} kept, in {time.monotonic() - began:.0f} s")
    for line in wrong:
        print(line, file=sys.stderr)
    sys.exit(1 if wrong or not count else 0)


QUICK_SECONDS, QUICK_MEMORY = 2, 64
# An interpreter takes some itself.
PYTHON_MEMORY = 200

if __name__ == "__main__":
    main()
