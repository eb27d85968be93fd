#!/usr/bin/env python3
"""The same question has the same answer: on one thread and on two, in any folder, language, terminal and time zone, and
whatever was asked before.

    python3 scripts/sameness.py PROGRAM [GAME...] [--apart] [--whole]

Every command is asked of every game that ships, and again in other surroundings; the answers are compared letter by
letter, but for what is measured (seconds, rates). Where they differ, each surrounding is tried alone, to name the one that
matters; --apart tries all of them alone at once. --whole asks for reports of every game, too, which takes some minutes. What jobs keep in a store is asked for again from there. At last the page is
asked: one that knows nothing yet, and one that has been asked the same and other things before, in another order; what is
settled must be what the program says. A game that is added to the registry is asked about, too.
"""

import argparse
import concurrent.futures
import dataclasses
import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from limits import card_list

RULES = pathlib.Path(__file__).resolve().parent.parent / "rules"
# What is measured.
MEASURED = ("seconds", "time", "rate")
# What a search that knows something already has less of, or another of several that will do.
OF_THE_WORK = (*MEASURED, "states", "generated", "peak_bytes", "found", "by")

HAND = "name,cost,pitch,attack,go_again\na,1,3,7,2\nb,0,3,3,3\nc,1,1,12,2\nd,1,3,4,0\ne,3,1,1,0\nf,5,3,6,3\n"
DECKS = "Player 1:\n9\n2\n6\n3\n1\n\nPlayer 2:\n5\n8\n4\n7\n10\n"
FILES = {"hand.csv": HAND, "decks.txt": DECKS, "cards.tsv": card_list(9), "deck.txt": "".join(
    f"{1 + number % 3}x Card {number} (red)\n" for number in range(9))}

# What is asked of every game that is played move by move: what it is called, and the words around the game.
PLAYED = {
    "show": ["show", "GAME"],
    "solve": ["solve", "GAME"],
    "explain": ["solve", "GAME", "--explain", "--format", "json"],
    "modes": ["solve", "GAME", "--mode", "all", "--format", "json"],
    "stopped": ["solve", "GAME", "--max-states", "200", "--format", "json"],
    "draw": ["solve", "GAME", "--draw", "tree.svg"],
    "compare": ["compare", "GAME", "--format", "csv", "--max-states", "5000"],
    "match": ["match", "GAME", "--p1", ":random", "--p2", ":greedy", "--games", "300", "--seed", "7", "--format", "json"],
    "perfect": ["match", "GAME", "--games", "50", "--seed", "7", "--format", "json"],
    "tournament": ["tournament", "GAME"],
    "play": ["play", "GAME", "--plain", "--p1", ":random", "--p2", ":minimax"],
}
# More of some of them, where numbers have names.
MORE = {
    "wizard": {
        "sweep": ["sweep", "GAME", "--vary", "boss.hp=20..40", "--vary", "boss.attack=5..8", "--mode", "all", "--format", "csv"],
        "map": ["sweep", "GAME", "--vary", "boss.hp=20..40", "--vary", "boss.attack=5..8", "--out", "map.svg"],
        "tune": ["tune", "GAME", "--want", "value in 1000..1100", "--change", "boss.hp=40..70", "--change", "poison.cost=150..200"],
        "report": ["report", "GAME", "--out", "report.html"],
        "dijkstra": ["solve", "GAME", "--by", "dijkstra", "--format", "json"],
    },
    "arena": {
        "sweep": ["sweep", "GAME", "--vary", "p1=all", "--vary", "mage.hp=80..90", "--format", "json"],
        "tune": ["tune", "GAME", "--want", "balanced", "--change", "mage.hp=80..90", "--max-states", "300000"],
        "report": ["report", "GAME", "--format", "json", "--out", "report.json"],
        "restricted": ["tournament", "GAME", "--order", "restricted-queue", "--format", "csv"],
    },
    "rpglite": {
        "sweep": ["sweep", "GAME", "--vary", "knight.accuracy=0.5..0.9:0.1", "--format", "csv"],
        "estimate": ["solve", "GAME", "--by", "mcts", "--format", "json"],
    },
    "hedge": {"report": ["report", "GAME", "--out", "report.html"]},
    "hand": {
        "solve": ["solve", "GAME", "--input", "hand.csv", "--explain"],
        "brute": ["solve", "GAME", "--input", "hand.csv", "--by", "brute", "--format", "json"],
        "compare": ["compare", "GAME", "--sizes", "1..7", "--repeat", "1", "--seed", "3", "--format", "csv"],
        "deck": ["solve", "GAME", "--deck", "deck.txt", "--card-list", "cards.tsv", "--format", "json"],
        "deal": ["deal", "GAME", "--cards", "9", "--seed", "4"],
        "sweep": ["sweep", "GAME", "--vary", "seed=1..30", "--vary", "cards=3..6", "--format", "csv"],
    },
    "combat": {
        "solve": ["solve", "GAME", "--input", "decks.txt", "--mode", "all"],
        "explain": ["solve", "GAME", "--input", "decks.txt", "--mode", "recursive", "--format", "json"],
        "replay": ["replay", "GAME", "--input", "decks.txt", "--max-rounds", "30"],
        "deal": ["deal", "GAME", "--cards", "50", "--seed", "4"],
        "match": ["match", "GAME", "--cards", "30", "--games", "500", "--seed", "3", "--mode", "recursive", "--format", "json"],
    },
}
# What keeps its cells in a store where it is told to.
JOBS = ("sweep", "tune", "report", "match", "tournament")
# Times as people read them, a clock's and a table's.
TIME = re.compile(r"\b\d[\d,.]* (?:ns|us|µs|ms|s|min)\b|\b\d[\d,]* (?:fights|games|states) a second\b")


@dataclasses.dataclass(frozen=True)
class Around:
    """Surroundings of a command: variables (None: not there), one processor or all, a folder further down."""

    variables: tuple = ()
    one_processor: bool = False
    deeper: bool = False

    def parts(self):
        """Each of them alone, with its name."""
        for variable in self.variables:
            yield "=".join(map(str, variable)), Around((variable,))
        if self.one_processor:
            yield "one processor", Around(one_processor=True)
        if self.deeper:
            yield "another folder", Around(deeper=True)


PLAIN = Around()
OTHERS = [
    Around((("RAYON_NUM_THREADS", "1"), ("LC_ALL", "tr_TR.UTF-8"), ("LANG", "de_DE.UTF-8"), ("TERM", "dumb"),
            ("TZ", "Pacific/Kiritimati"), ("HOME", None), ("COLUMNS", "40")), one_processor=True, deeper=True),
    Around((("RAYON_NUM_THREADS", "2"), ("LC_ALL", "C"), ("TERM", "xterm-256color"), ("TZ", "America/St_Johns"),
            ("HOME", "/nowhere"), ("LINES", "3"), ("RUST_BACKTRACE", "1"), ("MALLOC_PERTURB_", "85"), ("USER", None))),
]


class Asker:
    """Runs the program in folders of its own."""

    def __init__(self, program, folder):
        self.program, self.folder, self.made = program, pathlib.Path(folder), 0

    def ask(self, words, around=PLAIN, store=None):
        """Status and everything that was said and written, what is measured blanked out."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            where = pathlib.Path(name)
            if around.deeper:
                where = where / "wörks" / "deeper"
                where.mkdir(parents=True)
            for file, text in FILES.items():
                (where / file).write_text(text)
            environment = {**os.environ, "NO_COLOR": "1"}
            for variable, value in around.variables:
                environment.pop(variable, None)
                if value is not None:
                    environment[variable] = value
            command = [self.program, *words, *(["--store", str(store)] if store else [])]
            if around.one_processor:
                command = ["taskset", "-c", str(min(os.sched_getaffinity(0))), *command]
            done = subprocess.run(command, cwd=where, env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=300)
            said = [f"status {done.returncode}", done.stdout.decode(), done.stderr.decode()]
            written = [path for path in sorted(where.iterdir()) if path.name not in FILES]
            said += [f"{path.name}:\n{path.read_text()}" for path in written if path.is_file()]
        if done.returncode not in (0, 1, 3, 4) or "panicked" in said[2]:
            raise SystemExit(f"{' '.join(command)}\n{said[0]}\n{said[2]}")
        return blanked("\n".join(said))


def blanked(text):
    text = re.sub(rf'("(?:{"|".join(MEASURED)})": ?)[-+.0-9eE]+', r"\1_", text)
    lines = []
    for line in text.splitlines():
        line = TIME.sub("_", line)
        # A table of searches has columns of times, and how many times as long they took.
        lines.append(re.sub(r"\s*_\s+[\d,.]+ x$", " _", line))
    return "\n".join(lines)


def without_times(text):
    """Of the table of searches, as CSV: what is not a time."""
    rows = [row.split(",") for row in text.splitlines()]
    head = next((row for row in rows if "states" in row or any("seconds" in name for name in row)), [])
    timed = {place for place, name in enumerate(head) if "second" in name or "time" in name or name == "ratio"}
    return "\n".join(
        ",".join("_" if place in timed and len(row) == len(head) else cell for place, cell in enumerate(row)) for row in rows
    )


def difference(one, other):
    lines = difflib.unified_diff(one.splitlines(), other.splitlines(), "here", "there", n=0, lineterm="")
    return "\n".join("    " + line[:300] for line in list(lines)[:8])


def of_its_own(asker, game, whole):
    """What is asked of a game in its own words: the moves of its best line, the hp of its first fighter."""
    def told(*words):
        return json.loads(subprocess.run([asker.program, *words], check=True, capture_output=True).stdout)
    asked = {}
    if moves := told("solve", game, "--format", "json").get("moves"):
        asked["replay"] = ["replay", "GAME", "--moves", moves, "--format", "json"]
    if fighters := told("show", game, "--format", "json").get("fighters"):
        first = fighters[0]
        path, hp = f"{first['id']}.hp", first["numbers"]["hp"]
        limits = ["--max-states", "100000"]
        asked["sweep-hp"] = ["sweep", "GAME", "--vary", f"{path}={hp}..{hp + 2}", *limits]
        asked["tune-hp"] = ["tune", "GAME", "--want", "win", "--change", f"{path}={hp}..{hp + 3}", *limits]
        if whole:
            asked["report-json"] = ["report", "GAME", "--format", "json", *limits]
    return asked


def commands(asker, chosen, whole):
    """Every command with its game: (name, words)."""
    listed = subprocess.run([asker.program, "games", "--format", "json"], check=True, capture_output=True).stdout
    games = [game["name"] for game in json.loads(listed)]
    for unknown in set(chosen) - set(games):
        sys.exit(f"no game is called {unknown}")
    for game in chosen or games:
        asked = MORE[game] if game in ("hand", "combat") else {**PLAYED, **of_its_own(asker, game, whole), **MORE.get(game, {})}
        for name, words in asked.items():
            yield game, name, [game if word == "GAME" else word for word in words]
    rules = shutil.copytree(RULES, asker.folder / "rules")
    yield "a file", "check", ["check", str(rules / "dragon.toml")]
    yield "a file", "solve", ["solve", str(rules / "siege.toml"), "--format", "json"]
    yield "no game", "schema", ["schema"]
    yield "no game", "new", ["new", "mine"]


def asked_of_program(asker, game, name, words, apart):
    """What is wrong with one command, in every surrounding: its answers, and whatever differs."""
    tidy = without_times if words[0] == "compare" else str
    plain, wrong = tidy(asker.ask(words)), []

    def differs(what, around=PLAIN, store=None):
        other = tidy(asker.ask(words, around, store))
        if other != plain:
            wrong.append(f"{game} {name}: {what}: outplay {' '.join(words)}\n{difference(plain, other)}")
        return other != plain

    count = 1
    for number, around in enumerate(OTHERS):
        if apart or differs(f"surroundings {number + 1}", around):
            for what, part in around.parts():
                differs(what, part)
                count += 1
        count += 1
    if words[0] in JOBS and plain.startswith("status 0") and "combat" not in words:
        store = asker.folder / f"{game}-{name}.sqlite"
        told = [asker.ask(words, store=store) for _ in range(2)]
        # What it says of its store, and that it did nothing the second time, is not the answer.
        answers = [of_the_answer(text) for text in (plain, *told)]
        for what, answer in zip(("a new store", "the same store again"), answers[1:]):
            if answer != answers[0]:
                wrong.append(f"{game} {name}: {what}: outplay {' '.join(words)}\n{difference(answers[0], answer)}")
        count += 2
    return count, wrong


def of_the_answer(text):
    """What is said to a program or written to a file, or the table: neither remarks nor counts of what was done."""
    lines = [line for line in text.splitlines() if not re.search(r"kept|solved exactly", line)]
    return re.sub(r'"(?:states|solved|played)": \d+|\b[\d,]+ states\b', "_", "\n".join(lines))


class Page:
    """A server that knows nothing yet."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.address = re.search(r"http://[^/]*", self.process.stdout.readline())[0]

    def ask(self, path):
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            return json.load(answer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)


def settled(answer):
    """An answer without what was measured and what of it belongs to the work; none where something stopped it."""
    if isinstance(answer, dict):
        if answer.get("stopped") is not None:
            return None
        return {name: settled(value) for name, value in answer.items() if name not in OF_THE_WORK}
    return [settled(value) for value in answer] if isinstance(answer, list) else answer


def asked_of_pages(program, games):
    """The page, cold and warm, against the program: how many answers, and what differs."""
    games = [game for game in games if game not in ("hand", "combat")]
    questions = {}
    for game in games:
        questions[f"/api/solve/{game}"] = ["solve", game, "--format", "json"]
        questions[f"/api/solve/{game}?explain=1"] = ["solve", game, "--explain", "--format", "json"]
    told = {}
    for path, words in questions.items():
        told[path] = settled(json.loads(subprocess.run([program, *words], capture_output=True, check=True).stdout))
    wrong, held = [], []

    def hold(page, path, what):
        answer, right = settled(page.ask(path)), told[path]
        # A page may settle less than the program, which has more time.
        if answer is None or right is None:
            return
        held.append(re.match(r"/api/solve/([^?]+)", path)[1])
        # A page may have no room for how a game goes; what it is worth does not change with that.
        right = {name: value for name, value in right.items() if name in answer or name != "distribution"}
        if answer != right:
            one, other = (json.dumps(data, indent=1) for data in (right, answer))
            wrong.append(f"{path}: {what}\n{difference(one, other)}")

    with Page(program) as cold:
        for path in questions:
            hold(cold, path, "a cold page")
    with Page(program) as warm:
        for game in games:
            # Other questions about it, from other positions.
            for path in (f"/api/match/{game}?games=20&p1=%3Arandom&p2=%3Aminimax", f"/api/compare/{game}"):
                try:
                    warm.ask(path)
                except urllib.error.HTTPError as error:
                    if error.code >= 500 and error.code != 503:
                        wrong.append(f"{path}: {error}")
        for _ in range(2):
            for path in reversed(questions):
                # What is not asked of the whole answer that was kept: the same in another address.
                hold(warm, path, "a warm page")
    wrong += [f"{game}: the page settles nothing of it" for game in games if game not in held]
    return len(held), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--apart", action="store_true", help="every surrounding alone, too")
    parser.add_argument("--whole", action="store_true", help="reports of every game, too")
    arguments = parser.parse_args()
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        asker = Asker(arguments.program, folder)
        asked = list(commands(asker, arguments.games, arguments.whole))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            came = list(pool.map(lambda one: asked_of_program(asker, *one, arguments.apart), asked))
    answers = sum(count for count, _ in came)
    failures += [wrong for _, those in came for wrong in those]
    print(f"{len(asked)} commands, {answers} answers of the program", flush=True)
    games = sorted({game for game, _, _ in asked} - {"a file", "no game"})
    count, wrong = asked_of_pages(arguments.program, games)
    print(f"{count} answers of the page")
    failures += wrong
    for failure in failures:
        print(f"DIFFERENT: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
