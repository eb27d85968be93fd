#!/usr/bin/env python3
"""Runs the program in bad surroundings: signals, closed pipes, full disks, jumping clocks, little memory.

    python3 scripts/surroundings.py PROGRAM [--seconds S] [--seed N] [TRIAL...]

Every command that takes long is disturbed by every fault, at moments that the seed decides. Whatever happens: the exit
status is one that docs/troubleshooting.md has for it, with a message; nothing panics or hangs; a file that was asked
for is the old one, the new one in full, or not there; nothing is left beside it; a store is sound and loses nothing;
what is answered is what an undisturbed run answers; and the same command, run again in peace, succeeds. A trial is
COMMAND/FAULT, and may be named by either alone. They come in an order that the seed decides, each once before any
comes again, and every fault once before any fault comes again. `--seconds`, counted from the first trial, begins no more
after that time, but for faults that have not come yet; fewer than 30 trials are a failure then.

It needs no root. Where it is root, or may have a name space of its own for mounts, it mounts small and read-only disks
there, and it says what it has left out. All that it makes is in a folder of its own, which is gone afterwards.

Not tried here:

* what ends at once: `games`, `show`, `check`, `new`, `schema`, `completions`, and `replay` but of combat;
* `play` on the full screen, which wants a terminal (crates/cli/tests/terminal.rs looks at it);
* `python -m outplay` and `--dask` (crates/python/tests), whose interpreter hears signals in its own way;
* files of `--draw` as DOT and of `new`, and a power cut: what is on the disk then is the system's affair.
"""

import argparse
import concurrent.futures
import contextlib
import csv
import http.client
import io
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.error
import urllib.request
import xml.etree.ElementTree

from limits import card_list

# Whoever has not ended so long after being told to hangs; nothing here takes a tenth of it.
PATIENCE = 60.0
AFTER_A_SIGNAL = 20.0
# Fewer trials than that show nothing; after so many that went wrong there is enough to look into.
LEAST_TRIALS, MOST_FAILURES = 30, 10
MEGABYTE = 1 << 20
OLD = "what was here before\n"
# What was measured, which no two runs share.
MEASURED = re.compile(r"seconds|bytes|states|generated|expanded|^kept$")
WIZARD = "rules/wizard.toml"
GREAT = [("mana = 500", "mana = 900000"), ("hp = 50\n", "hp = 900000\n"), ("hp = 55", "hp = 900000")]

CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
/* The wall clock jumps by half a day, forwards and backwards, every few milliseconds; the other clocks are right. */
static int (*real)(clockid_t, struct timespec *);
__attribute__((constructor)) static void find(void) { real = dlsym(RTLD_NEXT, "clock_gettime"); }
static long jump(void) {
    static const long jumps[] = {0, 43200, -43200, 90000, -1000000000};
    struct timespec now;
    real(CLOCK_MONOTONIC, &now);
    return jumps[(now.tv_nsec / 7000000) % 5];
}
int clock_gettime(clockid_t clock, struct timespec *at) {
    if (!real) find();
    int outcome = real(clock, at);
    if (outcome == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += jump();
    return outcome;
}
int gettimeofday(struct timeval *at, void *zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}
"""


class Wrong(Exception):
    """What a trial has found."""


class Running:
    """What runs at the moment, so that all of it can be ended."""

    def __init__(self):
        self.ended, self.processes, self.lock = False, [], threading.Lock()

    def start(self, words, **options):
        """A process in a group of its own; none any more once all was ended."""
        with self.lock:
            if self.ended:
                raise Wrong("somebody ended this script")
            self.processes = [process for process in self.processes if process.poll() is None]
            self.processes.append(subprocess.Popen(words, start_new_session=True, **options))
            return self.processes[-1]

    def end(self):
        with self.lock:
            self.ended = True
            for process in self.processes:
                send(process, signal.SIGKILL)


def send(process, number):
    """Sends a signal to a process and its group, unless it has ended."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)


def read(path):
    """The bytes of a file, or none."""
    try:
        return pathlib.Path(path).read_bytes()
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return None


# ---- Commands ----


class Command:
    """A command that takes long, with the files that it reads and those that it makes."""

    def __init__(self, name, words, *, out=None, store=None, files=None, keys="", kept_open=False, endless=False,
                 timed=False, statuses=(0,)):
        self.name, self.words = name, words.split()
        self.out, self.store, self.files = out, store, files or {}
        self.input = next(iter(self.files), None)
        # What is typed, and whether whoever types stays.
        self.keys, self.kept_open = keys, kept_open
        # Does it have no end? Is what it draws made of times?
        self.endless, self.timed, self.statuses = endless, timed, statuses
        self.duration, self.answer, self.made, self.status = 0.3, None, None, 0

    def lay(self, folder):
        for name, text in self.files.items():
            (folder / name).write_text(text)


def commands(root):
    """All of them. Files are named by what they are; the first of them is what changes on disk."""
    wizard = (root / WIZARD).read_text()
    endless = wizard
    for old, new in GREAT:
        if old not in endless:
            sys.exit(f"{WIZARD} has no {old!r} any more: change GREAT")
        endless = endless.replace(old, new)
    arena = (root / "rules/arena.toml").read_text()
    json_text = "--format json"
    wide = "sweep mine.toml --vary boss.hp=30..80:2 --vary boss.attack=1..10"
    small = "sweep mine.toml --vary boss.hp=40..80:4 --vary boss.attack=3..10"
    own, cards, roster = {"mine.toml": wizard}, {"decks.txt": None}, {"arena.toml": arena}
    deck = {"deck.txt": "".join(f"3x Card {number} (red)\n" for number in range(24)), "cards.tsv": card_list(24)}
    made = [
        Command("solve-cost", "solve mine.toml --by dijkstra --set boss.hp=130 --set wizard.mana=1300 --set wizard.hp=60 "
                f"{json_text}", files=own),
        Command("solve-contested", f"solve arena.toml --p1 vampire --p2 vampire --set p1.hp=240 --set p2.hp=240 {json_text}",
                files=roster),
        Command("solve-chance", f"solve rpglite --p1 KA --p2 WR --explain {json_text}"),
        Command("solve-combat", f"solve combat --input decks.txt --mode recursive {json_text}", files=cards),
        Command("solve-hand", f"solve hand --input hand.yaml --by brute {json_text}", files={"hand.yaml": None}),
        Command("solve-deck", f"solve hand --deck deck.txt --card-list cards.tsv --draw 5 --plot odds.svg {json_text}",
                files=deck, out="odds.svg"),
        Command("solve-mcts", f"solve rpglite --p1 KA --p2 WR --by mcts --playouts 20000 {json_text}"),
        Command("solve-all", f"solve wizard --mode all --all --set boss.hp=120 --set wizard.mana=1200 {json_text}"),
        Command("solve-explain", "solve mine.toml --explain --set boss.hp=300 --set wizard.mana=3000 --set wizard.hp=100 "
                f"{json_text}", files=own),
        Command("solve-draw", "solve arena --p1 mage --p2 rogue --draw tree.svg", out="tree.svg"),
        Command("solve-endless", f"solve mine.toml --goal rounds --by dijkstra {json_text}", files={"mine.toml": endless},
                endless=True),
        Command("solve-endless-contested", "solve lighthouse --by brute --set keeper.hp=90 --set drowned.hp=90 "
                f"--set keeper.oil=90 {json_text}", endless=True),
        Command("replay", f"replay combat --input decks.txt --mode recursive --max-rounds 5000 {json_text}", files=cards),
        Command("match", f"match arena.toml --p1 mage:random --p2 rogue:minimax --games 20000 --seed 7 {json_text}",
                files=roster),
        Command("match-store", f"match arena.toml --p1 mage:random --p2 rogue:minimax --games 20000 --store cells.sqlite "
                f"{json_text}", files=roster, store="cells.sqlite"),
        Command("tournament", f"tournament arena.toml --styles random,greedy --games 500 {json_text}",
                files=roster),
        Command("tournament-store", f"tournament arena.toml --styles random,greedy --games 500 --store cells.sqlite {json_text}",
                files=roster, store="cells.sqlite"),
        Command("compare-fight", f"compare mine.toml --set boss.hp=60 {json_text}", files=own),
        Command("compare", f"compare hand --sizes 1..7 --repeat 5 --plot times.svg {json_text}", out="times.svg", timed=True),
        Command("sweep", f"{small} {json_text}", files=own),
        Command("sweep-store", f"{wide} --store cells.sqlite {json_text}", files=own, store="cells.sqlite"),
        Command("sweep-csv", f"{wide} --out cells.csv", files=own, out="cells.csv"),
        Command("sweep-json", f"{small} --out cells.json", files=own, out="cells.json"),
        Command("sweep-parquet", f"{small} --out cells.parquet", files=own, out="cells.parquet"),
        Command("sweep-svg", f"{small} --out cells.svg", files=own, out="cells.svg"),
        Command("sweep-store-csv", f"{wide} --store cells.sqlite --out cells.csv", files=own, out="cells.csv",
                store="cells.sqlite"),
        Command("sweep-endless", "sweep mine.toml --vary boss.hp=1,900000 --goal rounds --store cells.sqlite --out cells.csv",
                files={"mine.toml": endless}, out="cells.csv", store="cells.sqlite", endless=True),
        Command("report", "report mine.toml --set boss.hp=20 --games 100 --out page.html", files=own, out="page.html"),
        Command("report-json", "report mine.toml --set boss.hp=20 --games 100 --out page.json --store cells.sqlite",
                files=own, out="page.json", store="cells.sqlite"),
        Command("tune", f"tune arena.toml --want balanced --change *.hp=90..110:5 {json_text}", files=roster),
        Command("tune-store", f"tune arena.toml --want balanced --change *.hp=90..110:5 --store cells.sqlite {json_text}",
                files=roster, store="cells.sqlite"),
        Command("deal", f"deal hand --cards 1000 --seed 2 {json_text}"),
        Command("play", "play arena --p1 mage --p2 rogue:minimax --plain --seed 3", keys="hint\nS\nhint\n"),
        Command("play-open", "play arena --p1 mage --p2 rogue:minimax --plain", keys="hint\nS\n", kept_open=True),
        Command("play-styles", "play arena --p1 mage:mcts --p2 rogue:minimax --plain --seed 3"),
    ]
    return made


# ---- Running ----


class Surroundings:
    """What this machine lets us do, found out once."""

    def __init__(self, program, scratch):
        self.program, self.scratch, self.left_out = program, scratch, {}
        self.root = os.geteuid() == 0
        self.mounts = next((way for way in (["unshare", "-m"], ["unshare", "-rm"]) if self.works(way)), None)
        if self.mounts is None:
            self.left_out["small-disk, read-only-disk, machine-is-full"] = "no name space for mounts can be had"
        self.clock = self.built_clock()
        self.group = self.control_group()
        if not self.root or not shutil.which("prlimit"):
            self.left_out["somebody-else, no-threads"] = "only root can run it as somebody else, with prlimit"

    def works(self, way):
        there = self.scratch / "mount"
        there.mkdir(exist_ok=True)
        script = f"mount -t tmpfs -o size=64k tmpfs '{there}' && mount -o remount,ro '{there}'"
        with contextlib.suppress(OSError):
            return subprocess.run([*way, "sh", "-c", script], capture_output=True, check=False).returncode == 0
        return False

    def built_clock(self):
        compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
        source, library = self.scratch / "clock.c", self.scratch / "clock.so"
        source.write_text(CLOCK)
        if compiler is None or sys.platform != "linux":
            self.left_out["clock-jumps"] = "there is no C compiler"
            return None
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        # The clock must be seen to jump, or the trials would mean nothing.
        code = ("import time; t = time.time(); "
                "print(max(abs(time.time() - t) for _ in range(200) if not time.sleep(.001)))")
        jumped = subprocess.run([sys.executable, "-c", code], env={**os.environ, "LD_PRELOAD": str(library)},
                                capture_output=True, text=True, check=True).stdout
        if float(jumped) < 3600:
            self.left_out["clock-jumps"] = "the clock cannot be made to jump"
            return None
        return library

    def control_group(self):
        """A control group with 64 MB of memory, where one can be had."""
        name = f"outplay-surroundings-{os.getpid()}"
        for root, file in (("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")):
            group = pathlib.Path(root) / name
            try:
                group.mkdir()
            except OSError:
                continue
            with contextlib.suppress(OSError):
                (group / file).write_text(str(64 * MEGABYTE))
                entered = ["sh", "-c", f"echo $$ > {group}/cgroup.procs"]
                if subprocess.run(entered, capture_output=True, check=False).returncode == 0:
                    return group
            group.rmdir()
        self.left_out["group-of-64-mb"] = "no control group can be made"
        return None

    def close(self):
        if self.group:
            with contextlib.suppress(OSError):
                self.group.rmdir()


class Place:
    """A folder in which a command runs, and evidence of the run beside it."""

    def __init__(self, here, command, dice):
        self.here, self.command, self.dice = here, command, dice
        self.base = pathlib.Path(tempfile.mkdtemp(dir=here.scratch, prefix=f"{command.name}-"))
        self.folder = self.base / "work"
        self.folder.mkdir()
        command.lay(self.folder)
        self.moment, self.had_old, self.words = 0.0, False, list(command.words)
        self.process = self.typist = None
        self.environment = {**os.environ, "NO_COLOR": "1", "RUST_BACKTRACE": "0"}
        self.wrapper, self.options, self.crowded = [], {}, False

    def with_old(self):
        """What is asked for is there already."""
        if self.command.out:
            (self.folder / self.command.out).write_text(OLD)
            self.had_old = True

    def start(self, stdout=None, stderr=None, stdin=None):
        out = stdout if stdout is not None else open(self.base / "stdout", "wb")
        error = stderr if stderr is not None else open(self.base / "stderr", "wb")
        self.began = time.monotonic()
        self.process = self.here.running.start(
            [*self.wrapper, self.here.program, *self.words], cwd=self.folder, env=self.environment,
            stdin=subprocess.PIPE if stdin is None else stdin, stdout=out, stderr=error, **self.options)
        for stream in (out, error):
            if not isinstance(stream, int):
                stream.close()
        if stdin is None:
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.write(self.command.keys.encode())
                self.process.stdin.flush()
            if not self.command.kept_open:
                self.let_go()

    def let_go(self):
        """Whoever types goes away."""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()

    def until(self, part=None):
        """Waits for a moment of the run: any, or (one time in four) when something new appears in the folder."""
        length = self.command.duration
        if part is None and self.command.out and not self.command.endless and self.dice.random() < 0.4:
            self.until_it_writes()
            return
        self.moment = self.dice.uniform(0, 1.1) * length if part is None else self.dice.uniform(0, part)
        left = self.moment - (time.monotonic() - self.began)
        if left > 0:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(left)

    def until_it_writes(self):
        """Waits until something new appears in the folder, for the first time or the second."""
        before = set(os.listdir(self.folder)) | {"cells.sqlite", "cells.sqlite-wal", "cells.sqlite-shm"}

        def wait(appeared):
            while self.process.poll() is None and bool(set(os.listdir(self.folder)) - before) != appeared:
                pass

        wait(True)
        if self.dice.random() < 0.5:
            wait(False)
            wait(True)
        self.moment = time.monotonic() - self.began

    def send(self, number):
        send(self.process, number)

    def wait(self, patience=PATIENCE):
        """The exit status; whoever takes too long hangs."""
        try:
            return self.process.wait(patience)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                stack = pathlib.Path(f"/proc/{self.process.pid}/wchan").read_text()
                print(f"hangs in {stack}", file=sys.stderr)
            raise Wrong(f"it has not ended {patience:.0f} s later") from None
        finally:
            self.kill()

    def kill(self):
        self.send(signal.SIGKILL)
        self.process.wait()

    def said(self, name):
        return (read(self.base / name) or b"").decode(errors="replace")

    def close(self):
        if self.process is not None:
            self.kill()
        if self.process is not None and self.process.stdin:
            with contextlib.suppress(OSError):
                self.process.stdin.close()
        shutil.rmtree(self.base, ignore_errors=True)


# ---- What is whole ----


def plain(value):
    """A value of JSON without what was measured."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items() if not MEASURED.search(name)}
    return [plain(part) for part in value] if isinstance(value, list) else value


def answer_of(text):
    """An answer, comparable: JSON without what was measured, else the text without times."""
    if text.lstrip().startswith(("{", "[")):
        return plain(json.loads(text))
    # A report says which figures a limit kept from it.
    text = re.sub(r"^Missing: .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"[\d.,]+ (ns|µs|ms|s|min|states)\b", "TIME", text)
    return re.sub(r"[\d,]+ were kept in the store; ", "", text)


class Thrift:
    """Reads the compact protocol of Thrift, as far as the footer of a Parquet file has it."""

    def __init__(self, data):
        self.data = io.BytesIO(data)

    def byte(self):
        return self.data.read(1)[0]

    def number(self):
        byte = self.byte()
        return byte if byte < 128 else byte - 128 + 128 * self.number()

    def signed(self):
        number = self.number()
        return number >> 1 ^ -(number & 1)

    def value(self, kind=12):
        """A value of that kind; of a struct its fields by their numbers."""
        if kind == 12:
            fields, field = {}, 0
            while head := self.byte():
                field = field + (head >> 4) if head >> 4 else self.signed()
                fields[field] = self.value(head & 15)
            return fields
        if kind in (9, 10):
            head = self.byte()
            count = head >> 4 if head >> 4 < 15 else self.number()
            return [self.value(head & 15) for _ in range(count)]
        if kind in (4, 5, 6):
            return self.signed()
        return kind == 1 if kind in (1, 2) else self.data.read({3: 1, 7: 8}.get(kind) or self.number())


def parquet(name, data):
    """How many rows a Parquet file has, and all of it; its footer must be whole, and what that says where it says so."""
    length = int.from_bytes(data[-8:-4], "little")
    if data[:4] != b"PAR1" or data[-4:] != b"PAR1" or length + 12 > len(data):
        raise Wrong(f"{name} is cut off")
    try:
        # Of the whole: field 3, rows, and 4, groups of them. Of a group: 1, columns, and 3, rows. Of a column 3, about it,
        # where 7 is its bytes, and 9 and 11 are where its data and its words begin.
        about = Thrift(data[-8 - length:-8]).value()
        columns = [column[3] for group in about[4] for column in group[1]]
        ends = [min(column[9], column.get(11, column[9])) + column[7] for column in columns]
        if not ends or max(ends) > len(data) - 8 - length or sum(group[3] for group in about[4]) != about[3]:
            raise Wrong(f"{name} is not what its footer says")
    except (IndexError, KeyError, TypeError) as error:
        raise Wrong(f"the footer of {name} cannot be read: {error!r}") from None
    return {"rows": about[3], "data": data}


def file_of(name, data):
    """A file that was made, comparable; it must be whole."""
    ending = name.rsplit(".", 1)[1]
    try:
        if ending == "json":
            return plain(json.loads(data))
        if ending == "csv":
            text = data.decode()
            rows = list(csv.reader(io.StringIO(text)))
            if not text.endswith("\n") or len({len(row) for row in rows}) != 1:
                raise Wrong(f"{name} is cut off")
            dull = [place for place, title in enumerate(rows[0]) if MEASURED.search(title)]
            return [[cell for place, cell in enumerate(row) if place not in dull] for row in rows]
        if ending == "parquet":
            return parquet(name, data)
        if ending == "svg":
            xml.etree.ElementTree.fromstring(data)
            return data.decode()
        if not data.rstrip().endswith(b"</html>"):
            raise Wrong(f"{name} is cut off")
        return re.sub(r"[\d.,]+ (ns|µs|ms|s|min|states)\b", "TIME", data.decode())
    except (ValueError, UnicodeDecodeError, xml.etree.ElementTree.ParseError) as error:
        raise Wrong(f"{name} is not whole: {error}") from None


def cells_of(path):
    """The cells of a store, which must be sound. A copy is looked at: who opens a store mends what a killed program left
    of it, and that is for the program to do."""
    if not path.exists():
        return {}
    with tempfile.TemporaryDirectory(dir=path.parent.parent) as folder:
        for file in path.parent.glob(f"{path.name}*"):
            shutil.copy(file, folder)
        return cells_in(pathlib.Path(folder) / path.name)


def cells_in(path):
    with contextlib.closing(sqlite3.connect(path)) as store:
        sound = store.execute("PRAGMA integrity_check").fetchall()
        if sound != [("ok",)]:
            raise Wrong(f"the store is damaged: {sound}")
        if not store.execute("SELECT 1 FROM sqlite_master WHERE name = 'cells'").fetchall():
            return {}
        rows = store.execute("SELECT key, question, answer FROM cells").fetchall()
    if len({row[0] for row in rows}) != len(rows) or len({row[1] for row in rows}) != len(rows):
        raise Wrong("the store has a row twice")
    return {key: (question, plain(json.loads(answer))) for key, question, answer in rows}


# ---- Judging ----


def no_panic(place):
    said = place.said("stderr") + place.said("stdout")
    words = ["panicked at", "RUST_BACKTRACE", "has overflowed its stack"]
    # Where the system gives no more memory a program can only end.
    for word in words if "memory allocation of" not in said else words[::2]:
        if word in said:
            raise Wrong(f"it says {word!r}")


# What docs/troubleshooting.md has it say, and what the system says for it.
FULL = "No space left|the disk is full|is the disk full"
TOO_LARGE = "File too large|disk I/O error"
FORBIDDEN = "Read-only|Permission denied|write-protected|may not be written|cannot be opened"
NO_PLACE = "there is no folder|it is a folder|Is a directory|Not a directory|No such file|Too many levels|leads nowhere|cannot be opened"
DAMAGED = "is damaged|is no SQLite database|cannot be used|cannot be opened|may not be written"
# Where the value stands in spite of it, what stands around it says only that it was cut short.
INTERRUPTED = 'interrupted|Ctrl-C|stopped by hand|"cut_short": true'
OF_MEMORY = "memory"
NO_MEMORY = "memory allocation of [0-9]+ bytes failed"


def judged(place, status, allowed, *, damaged=False):
    """Holds a run against what is documented: the status, the message, the answer, files and store. What is allowed is each
    status, with a pattern of what must be said then, or none."""
    command = place.command
    no_panic(place)
    if status not in allowed:
        raise Wrong(f"exit status {status} is none of {sorted(allowed)}")
    text = place.said("stdout")
    if (pattern := allowed[status]) and not re.search(pattern, text + place.said("stderr")):
        raise Wrong(f"exit status {status}, and nothing is said of {pattern}")
    if status == 3:
        if command.name != "play-styles" and not (text.strip() or place.said("stderr").strip()):
            raise Wrong("a limit stopped it, and nothing is said")
        if text.lstrip().startswith(("{", "[")):
            stopped(command, json.loads(text))
    if status in command.statuses and (base := place.base / "stdout").exists() and command.answer is not None:
        answer = answer_of(base.read_text())
        if answer != command.answer and not (place.options.get("asked-to-end") and lacks(answer, command.answer)):
            raise Wrong(f"another answer than in peace:\n{first_difference(answer, command.answer)}")
    judged_files(place, status, damaged)


def lacks(answer, whole):
    """Is this the answer without some of what comes after the value? It is null there, or says that it is not proved."""
    if answer is None or answer == whole:
        return True
    if isinstance(answer, dict) and isinstance(whole, dict):
        if answer.get("proof") in ("none", "bound") or answer.get("stopped") == "interrupted":
            return True
        return answer.keys() <= whole.keys() | {"stopped"} and all(
            lacks(part, whole.get(name)) for name, part in answer.items())
    if isinstance(answer, list) and isinstance(whole, list):
        return len(answer) == len(whole) and all(map(lacks, answer, whole))
    return False


def first_difference(one, other):
    """Where two answers differ."""
    texts = [value if isinstance(value, str) else json.dumps(value, indent=1, sort_keys=True) for value in (one, other)]
    lines = [text.splitlines() for text in texts]
    for left, right in zip(*lines):
        if left != right:
            return f"  {left[:200]}\n  {right[:200]}"
    return f"  {len(lines[0])} lines and {len(lines[1])}"


def stopped(command, value):
    """What a stopped answer calls proved is what it is worth in peace."""
    if isinstance(value, dict) and isinstance(command.answer, dict) and value.get("proof") == "optimal":
        for name in ("value", "winner"):
            if value.get(name) != command.answer.get(name):
                raise Wrong(f"{name} is said to be proved: {value.get(name)}, not {command.answer.get(name)}")


def alike(place, made):
    """A file; a report for which memory did only for samples of people, which it says, has those of peace."""
    in_peace = place.command.made
    if place.crowded and place.command.name.startswith("report"):
        # As HTML it is whole, and its figures are those of the other.
        return {**made, **{name: in_peace[name] for name in ("people", "missing")}} if isinstance(made, dict) else in_peace
    return made


def judged_files(place, status, damaged):
    command, folder = place.command, place.folder
    if command.out and not place.options.get("elsewhere"):
        data = read(folder / command.out)
        given_up = status == 3 and f"{command.out} is not written" in place.said("stderr")
        if data is None:
            if place.had_old:
                raise Wrong(f"{command.out} is gone")
            if status in (0, 3) and not given_up:
                raise Wrong(f"{command.out} is not there, and the status is {status}")
        elif data != OLD.encode():
            made = file_of(command.out, data)
            if isinstance(command.made, list):
                proved = [row for row in made[1:] if "optimal" in row]
                if len(made) != len(command.made) or any(row not in command.made for row in proved):
                    raise Wrong(f"{command.out} has other rows than in peace")
            if command.out.endswith(".parquet") and made["rows"] != command.made["rows"]:
                raise Wrong(f"{command.out} has not as many rows as in peace")
            if status in command.statuses and command.made is not None and alike(place, made) != command.made:
                raise Wrong(f"{command.out} is another than in peace")
        elif status in (0, 3) and not given_up:
            raise Wrong(f"{command.out} is the old one, and the status is {status}")
    known = {*command.files, command.out, command.store, *place.options.get("known", ())}
    if command.store:
        known |= {f"{command.store}-wal", f"{command.store}-shm", f"{command.store}-journal"}
    left = set(os.listdir(folder)) - known
    if left and status != -signal.SIGKILL:
        raise Wrong(f"left behind: {', '.join(sorted(left))}")
    if command.store and not damaged:
        cells_of(folder / command.store)


def again(place, cells=None, allowed=None, changed=False):
    """The same command in peace, in the same folder: it succeeds, and says what it always says."""
    command = place.command
    # Where nothing is kept, nothing can be spoilt.
    if command.endless or not (command.out or command.store or changed):
        return
    after = Place.__new__(Place)
    after.__dict__.update(place.__dict__)
    after.wrapper, after.options, after.words = [], {}, list(command.words)
    after.environment = {**os.environ, "NO_COLOR": "1"}
    for name in ("stdout", "stderr"):
        if (place.base / name).exists():
            (place.base / name).replace(place.base / f"{name}-disturbed")
    after.start()
    if command.kept_open:
        after.let_go()
    status = after.wait()
    place.process = after.process
    if left := [name for name in os.listdir(place.folder) if name.startswith(".")]:
        for name in left:
            (place.folder / name).unlink()
    try:
        judged(after, status, allowed or usual(command), damaged=allowed is not None)
        if cells:
            now = cells_of(place.folder / command.store)
            if any(now.get(key) != cell for key, cell in cells.items()):
                raise Wrong("the store has lost or changed a cell")
    except Wrong as wrong:
        raise Wrong(f"run again in peace: {wrong}") from None


# ---- Faults ----

FAULTS = {}


def fault(name, applies=lambda _: True):
    """Declares a fault, and to which commands it can happen."""

    def declare(function):
        FAULTS[name] = (function, applies)
        return function

    return declare


def usual(command):
    """The statuses of a run that was let be."""
    return dict.fromkeys(command.statuses)


def cells_before(place):
    return cells_of(place.folder / place.command.store) if place.command.store else None


def listens(process, number):
    """Does it hear that signal itself?"""
    with contextlib.suppress(OSError):
        status = pathlib.Path(f"/proc/{process}/status").read_text()
        if heard := re.search(r"SigCgt:\s*(\w+)", status):
            return int(heard[1], 16) >> (number - 1) & 1 == 1
    return False


def signalled(place, numbers, allowed):
    if place.dice.random() < 0.5:
        place.with_old()
    place.start()
    place.until()
    # Before it listens, or while it asks somebody, a signal ends it as any program; of two that come at once the second is
    # the same once more.
    asks = place.command.name.startswith("play")
    if len(numbers) == 1 and not asks and listens(place.process.pid, numbers[0]):
        allowed = {status: said for status, said in allowed.items() if status != -numbers[0]}
    for number in numbers:
        place.send(number)
        if len(numbers) > 1:
            time.sleep(place.dice.choice([0, 0.02, 0.35, 0.4]))
    status = place.wait(AFTER_A_SIGNAL)
    place.options["asked-to-end"] = True
    judged(place, status, allowed)
    again(place, cells_before(place))


for name, number in (("interrupted", signal.SIGINT), ("terminated", signal.SIGTERM), ("hung-up", signal.SIGHUP)):
    FAULTS[name] = (lambda place, number=number: signalled(place, [number], usual(place.command) | {3: INTERRUPTED, -number: None}),
                    lambda _: True)
# The second ends it as that signal does, or as shells count it.
for name, number in (("interrupted-twice", signal.SIGINT), ("terminated-twice", signal.SIGTERM)):
    FAULTS[name] = (lambda place, number=number: signalled(
        place, [number] * 2, usual(place.command) | {3: INTERRUPTED, 128 + number: None, -number: None}), lambda _: True)
FAULTS["killed"] = (
    lambda place: signalled(place, [signal.SIGKILL], usual(place.command) | {-signal.SIGKILL: None}), lambda _: True)


def ends(command):
    return not command.endless


@fault("nohup", ends)
def nohup(place):
    """Whoever started it with `nohup` went away: nothing happens."""
    place.wrapper = ["sh", "-c", 'trap "" HUP && exec "$@"', "sh"]
    place.start()
    # The shell itself must have heard of it.
    while place.process.poll() is None:
        with contextlib.suppress(OSError):
            status = pathlib.Path(f"/proc/{place.process.pid}/status").read_text()
            if int(re.search(r"SigIgn:\s*(\w+)", status)[1], 16) & 1:
                break
        time.sleep(0.001)
    place.until()
    place.send(signal.SIGHUP)
    if place.command.kept_open:
        place.let_go()
    judged(place, place.wait(), usual(place.command))


def typed(command):
    return ends(command) and not command.kept_open


@fault("reader-gone", typed)
def reader_gone(place):
    """Whoever reads the answer goes before it comes, or after its first bytes."""
    reading, writing = os.pipe()
    if place.dice.random() < 0.5:
        os.close(reading)
        place.start(stdout=writing)
        os.close(writing)
    else:
        place.start(stdout=writing)
        os.close(writing)
        os.read(reading, place.dice.randrange(1, 200))
        os.close(reading)
    status = place.wait()
    judged(place, status, usual(place.command))
    again(place)


@fault("nobody-hears", typed)
def nobody_hears(place):
    """Whoever reads remarks has gone, or the disk for them is full."""
    if place.dice.random() < 0.5:
        reading, writing = os.pipe()
        os.close(reading)
    else:
        writing = os.open("/dev/full", os.O_WRONLY)
    place.start(stderr=writing)
    os.close(writing)
    judged(place, place.wait(), usual(place.command))


@fault("closed", typed)
def closed(place):
    """Input, output, remarks, or all three are closed from the start."""
    which = place.dice.choice(["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    place.wrapper = ["sh", "-c", f'exec "$@" {which}', "sh"]
    place.start()
    if which != "2>&-" and (which != "<&-" or place.command.keys):
        # Nothing is there to be compared, or not as much.
        (place.base / "stdout").unlink()
    judged(place, place.wait(), usual(place.command))


@fault("full-output", typed)
def full_output(place):
    """Standard output goes to a full disk."""
    full = os.open("/dev/full", os.O_WRONLY)
    place.start(stdout=full)
    os.close(full)
    status = place.wait()
    judged(place, status, {1: FULL})
    again(place)


def writes(command):
    return ends(command) and bool(command.out or command.store)


def writes_out(command):
    return ends(command) and bool(command.out)


@fault("file-may-not-grow", writes)
def file_may_not_grow(place):
    """No file may grow beyond so many bytes: a quota."""
    most = place.dice.choice([0, 1, 4, 20, 100])
    place.wrapper = ["sh", "-c", f'ulimit -f {most} && exec "$@"', "sh"]
    reading, writing = os.pipe()
    if place.dice.random() < 0.5:
        place.with_old()
    # Standard output and remarks are files of ours otherwise.
    place.start(stdout=writing, stderr=subprocess.STDOUT)
    os.close(writing)
    said = b""
    while data := os.read(reading, 1 << 16):
        said += data
    os.close(reading)
    status = place.wait()
    (place.base / "stderr").write_bytes(said)
    judged(place, status, usual(place.command) | {1: TOO_LARGE})
    again(place, cells_before(place))


def mounted(place, script, allowed):
    """Runs it on a disk of its own; what is there in the end is copied out."""
    disk = place.base / "disk"
    disk.mkdir()
    copy = place.base / "copy"
    whole = f"""
        mount -t tmpfs -o size={place.size} tmpfs '{disk}' && cp -a '{place.folder}/.' '{disk}' || exit 99
        cd '{disk}' && {script} || exit 99
        "$@"; status=$?
        cd / && cp -a '{disk}' '{copy}' || exit 99
        exit $status"""
    place.wrapper = [*place.here.mounts, "sh", "-c", whole, "sh"]
    place.start()
    status = place.wait()
    if status == 99:
        raise Wrong(f"the disk could not be made: {place.said('stderr')}")
    shutil.rmtree(place.folder)
    copy.rename(place.folder)
    place.options["known"] = ("filling",)
    judged(place, status, allowed)
    (place.folder / "filling").unlink(missing_ok=True)
    again(place, cells_before(place))


@fault("small-disk", writes)
def small_disk(place):
    """The disk is full, at once or soon."""
    if place.dice.random() < 0.5:
        place.with_old()
    left = place.dice.choice([0, 4, 12, 60, 200])
    place.size = "1m"
    fill = "dd if=/dev/zero of=filling bs=1024 count=2000 2>/dev/null; " \
           f"truncate -s $(( $(stat -c %s filling) - {left * 1024} )) filling"
    mounted(place, fill, usual(place.command) | {1: FULL})


@fault("read-only-disk", writes)
def read_only_disk(place):
    """Nothing can be written where it was asked for."""
    if place.dice.random() < 0.5:
        place.with_old()
    place.size = "8m"
    mounted(place, f"cd / && mount -o remount,ro '{place.base / 'disk'}' && cd '{place.base / 'disk'}'",
            {1: FORBIDDEN})


@fault("somebody-else", writes)
def somebody_else(place):
    """The folder is somebody else's."""
    if place.dice.random() < 0.5:
        place.with_old()
    place.base.chmod(0o755)
    place.options = {"user": 65534, "group": 65534, "extra_groups": []}
    place.start()
    judged(place, place.wait(), {1: FORBIDDEN})
    place.options = {}
    again(place)


@fault("no-threads", typed)
def no_threads(place):
    """The system gives no thread but the first: all is done, one after the other."""
    place.wrapper = ["prlimit", "--nproc=1"]
    place.base.chmod(0o755)
    for path in (place.folder, *place.folder.iterdir()):
        os.chown(path, 65534, 65534)
    place.options = {"user": 65534, "group": 65534, "extra_groups": []}
    place.start()
    judged(place, place.wait(), usual(place.command))


@fault("write-protected", writes_out)
def write_protected(place):
    """The file that is there may not be written."""
    place.with_old()
    (place.folder / place.command.out).chmod(0o444)
    place.start()
    judged(place, place.wait(), {1: FORBIDDEN})


@fault("no-folder", writes)
def no_folder(place):
    """The folder is not there, or is a file, or a folder is where the file should be."""
    which = place.dice.choice([name for name in (place.command.out, place.command.store) if name])
    kind = place.dice.choice(["missing", "file", "folder"])
    if kind == "folder":
        (place.folder / "there").mkdir()
        (place.folder / "there" / which).mkdir()
    if kind == "file":
        (place.folder / "there").write_text("")
    place.words = [f"there/{which}" if word == which else word for word in place.words]
    place.start()
    status = place.wait()
    place.options = {"known": ("there",), "elsewhere": which == place.command.out}
    judged(place, status, {1: NO_PLACE})
    there = place.folder / "there"
    if kind == "file" and there.read_text() != "":
        raise Wrong("a file that was in the way has been written")
    if kind == "folder" and os.listdir(there) != [which]:
        raise Wrong(f"left behind: {os.listdir(there)}")


@fault("link", writes_out)
def link(place):
    """The file is a link: to a file, to one that is not there yet, to nowhere, to itself."""
    out = place.command.out
    kind = place.dice.choice(["file", "new", "nowhere", "itself"])
    there = place.folder / "there"
    there.mkdir()
    target = {"file": f"there/{out}", "new": f"there/{out}", "nowhere": f"no/where/{out}", "itself": out}[kind]
    (place.folder / out).symlink_to(target)
    if kind == "file":
        (there / out).write_text(OLD)
    place.start()
    status = place.wait()
    place.options = {"known": ("there",), "elsewhere": kind in ("nowhere", "itself")}
    judged(place, status, usual(place.command) if kind in ("file", "new") else {1: NO_PLACE})
    if not (place.folder / out).is_symlink():
        raise Wrong("the link has been replaced")
    if kind in ("file", "new") and os.listdir(there) != [out]:
        raise Wrong(f"beside what the link names is {os.listdir(there)}")


@fault("clock-jumps")
def clock_jumps(place):
    """The wall clock jumps; limits on time are kept."""
    command = place.command
    place.environment["LD_PRELOAD"] = str(place.here.clock)
    if not command.endless:
        place.start()
        if command.kept_open:
            place.until()
            place.let_go()
        judged(place, place.wait(), usual(command))
        return
    seconds = place.dice.uniform(0.05, 0.4)
    place.words += ["--max-seconds", f"{seconds:.3f}"]
    place.start()
    status = place.wait(AFTER_A_SIGNAL)
    took = time.monotonic() - place.began
    judged(place, status, {3: "time|seconds"})
    if took < seconds:
        raise Wrong(f"it ended after {took:.3f} s")


def crowded(place, reserved=False):
    """Little memory: the answer, or what is known of it, or a word about it."""
    place.crowded = True
    if place.dice.random() < 0.5:
        place.with_old()
    place.start()
    if place.command.kept_open:
        place.let_go()
    status = place.wait()
    allowed = usual(place.command) | {3: OF_MEMORY}
    # What threads reserve and do not use counts as well, and may be all that there is.
    if reserved:
        allowed[-signal.SIGABRT] = NO_MEMORY
    judged(place, status, allowed)
    again(place, cells_before(place))


def fills_memory(command):
    """Does it end there, be it for want of memory?"""
    return ends(command) or "brute" not in command.words


@fault("room-for-64-mb", fills_memory)
def room_for_64_mb(place):
    """The process may not have more than so much: `ulimit -v`, `ulimit -d`."""
    kind, most = place.dice.choice(["v", "d"]), place.dice.choice([64, 64, 96, 128, 256])
    place.wrapper = ["sh", "-c", f'ulimit -{kind} {most * 1024} && exec "$@"', "sh"]
    crowded(place, reserved=kind == "v" and not place.command.name.startswith("solve"))


@fault("group-of-64-mb", fills_memory)
def group_of_64_mb(place):
    """Its control group has 64 MB."""
    place.wrapper = ["sh", "-c", f'echo $$ > {place.here.group}/cgroup.procs && exec "$@"', "sh"]
    with place.here.turn:
        crowded(place)


@fault("machine-is-full", fills_memory)
def machine_is_full(place):
    """The machine has 64 MB left, as it says itself."""
    facts = pathlib.Path("/proc/meminfo").read_text()
    facts = re.sub(r"(MemAvailable:\s*)\d+", rf"\g<1>{64 * 1024}", facts)
    (place.base / "meminfo").write_text(re.sub(r"(MemFree:\s*)\d+", rf"\g<1>{32 * 1024}", facts))
    script = f"mount --bind '{place.base}/meminfo' /proc/meminfo && exec \"$@\""
    place.wrapper = [*place.here.mounts, "sh", "-c", script, "sh"]
    if not place.command.endless:
        crowded(place)
        return
    place.start()
    most = 0
    while place.process.poll() is None and time.monotonic() - place.began < PATIENCE:
        with contextlib.suppress(OSError, TypeError):
            status = pathlib.Path(f"/proc/{place.process.pid}/status").read_text()
            most = max(most, int(re.search(r"VmHWM:\s*(\d+)", status)[1]) // 1024)
        time.sleep(0.01)
    judged(place, place.wait(), {3: OF_MEMORY})
    if most > 80:
        raise Wrong(f"it took {most} MB where 64 were left")


def has_input(command):
    return ends(command) and command.input is not None


NOT_THERE = "no game is called|cannot be read: No such file"
# What becomes of a file, and what whoever reads it then says of it.
CHANGED = {"empty": "`game`|`format`", "noise": "is not text", "gone": NOT_THERE,
           "folder": f"Is a directory|{NOT_THERE}", "large": "is larger than", "again": None}


@fault("input-changes", has_input)
def input_changes(place):
    """The file that is read changes: before, while, or after it is read."""
    path = place.folder / place.command.input
    text = path.read_text()
    kind = place.dice.choice(list(CHANGED))
    if path.suffix != ".toml" and kind in ("empty", "again", "large"):
        # Of cards a part is a whole, and so is nothing.
        kind = "noise"
    place.start()
    place.until(None if place.dice.random() < 0.5 else 0.006)
    if kind == "gone":
        path.unlink()
    elif kind == "folder":
        path.unlink()
        path.mkdir()
    else:
        # No UTF-8 from its first byte on.
        new = {"empty": b"", "noise": bytes(reversed(range(256))) * 8, "large": b"#" * (2 * MEGABYTE),
               "again": text.encode()}[kind]
        # What is read meanwhile begins with the new, and is never empty unless that is.
        with open(path, "r+b", buffering=0) as file:
            file.write(new)
            file.truncate()
    status = place.wait()
    judged(place, status, usual(place.command) | ({1: CHANGED[kind]} if CHANGED[kind] else {}))
    if path.is_dir():
        path.rmdir()
    path.write_text(text)
    again(place, cells_before(place), changed=True)


@fault("input-is-a-pipe", has_input)
def input_is_a_pipe(place):
    """The file is a pipe that is filled slowly, cut off, or never filled."""
    path = place.folder / place.command.input
    data = path.read_bytes()
    path.unlink()
    os.mkfifo(path)
    # A hand of no cards is a hand.
    kind = place.dice.choice(["slow", "empty", "never"] if path.suffix == ".toml" else ["slow", "never"])
    place.start()
    if kind == "never":
        place.until(0.05)
        place.send(signal.SIGINT)
        judged(place, place.wait(AFTER_A_SIGNAL), {-signal.SIGINT: None})
    else:
        def fill():
            with contextlib.suppress(BrokenPipeError), open(path, "wb", buffering=0) as pipe:
                if kind == "slow":
                    for start in range(0, len(data), 1000):
                        pipe.write(data[start:start + 1000])
                        time.sleep(0.001)
        filling = threading.Thread(target=fill, daemon=True)
        filling.start()
        judged(place, place.wait(), usual(place.command) if kind == "slow" else {1: CHANGED["empty"]})
        # Whoever waits for a reader is let go.
        with contextlib.suppress(OSError):
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        filling.join()
    path.unlink()
    path.write_bytes(data)
    again(place, cells_before(place), changed=True)


@fault("store-changes", lambda command: ends(command) and command.store is not None)
def store_changes(place):
    """Somebody deletes, cuts off or overwrites the store, or holds it for a while."""
    path = place.folder / place.command.store
    kind = place.dice.choice(["gone", "empty", "half", "noise", "held", "no-log"])
    place.start()
    while place.process.poll() is None and not path.exists():
        pass
    place.until()
    damaged = kind in ("empty", "half", "noise", "gone", "no-log")
    with contextlib.suppress(FileNotFoundError):
        if kind == "gone":
            path.unlink()
        elif kind == "no-log":
            pathlib.Path(f"{path}-wal").unlink()
        elif kind in ("empty", "half"):
            os.truncate(path, 0 if kind == "empty" else path.stat().st_size // 2)
        elif kind == "noise":
            size = path.stat().st_size
            with open(path, "r+b", buffering=0) as file:
                file.seek(place.dice.randrange(0, max(size // 4096, 1)) * 4096)
                file.write(b"\xa5" * 4096)
        else:
            with contextlib.suppress(sqlite3.OperationalError), \
                    contextlib.closing(sqlite3.connect(path, timeout=5)) as store:
                store.execute("BEGIN IMMEDIATE")
                time.sleep(0.15)
                store.rollback()
    status = place.wait()
    spoilt = usual(place.command) | {1: DAMAGED} if damaged else usual(place.command)
    judged(place, status, spoilt, damaged=damaged)
    again(place, None if damaged else cells_before(place), spoilt if damaged else None)
    if damaged:
        # With another store it is as ever.
        for file in place.folder.glob(f"{place.command.store}*"):
            file.unlink()
        again(place)


# ---- The page ----


class Served:
    """`outplay serve`, disturbed: a list of what may happen, each by itself."""

    QUICK = "/api/solve/wizard"
    LONG = "/api/solve/lighthouse?by=brute&keeper.hp=90&drowned.hp=90&keeper.oil=90"


def asked(address, path, patience=AFTER_A_SIGNAL):
    """What the page answers, as status and bytes; no status where it breaks off."""
    try:
        with urllib.request.urlopen(f"http://{address}{path}", timeout=patience) as reply:
            return reply.status, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
    except (OSError, http.client.HTTPException):
        return None, b""


def serve_trial(place, kind):
    """Starts the page, asks, disturbs it, and sees how it ends."""
    dice = place.dice
    rules = place.folder / "mine.toml"
    wrap = {"small-memory": 'ulimit -v 262144 && exec "$@"', "no-input": 'exec "$@" <&-', "quiet": 'exec "$@" 2>&-',
            "few-files": 'ulimit -n 40 && exec "$@"'}.get(kind)
    if wrap:
        place.wrapper = ["sh", "-c", wrap, "sh"]
    if kind == "clock":
        place.environment["LD_PRELOAD"] = str(place.here.clock)
    reading, writing = os.pipe()
    place.start(stdout=writing)
    os.close(writing)
    with open(reading, "rb", buffering=0) as said:
        line = said.readline().decode()
        address = re.search(r"http://([^/]+)/", line)
        if not address:
            status = place.wait()
            no_panic(place)
            if kind == "small-memory" and status in (1, -signal.SIGABRT) and place.said("stderr").strip():
                return
            raise Wrong(f"it does not say where it is, and ends with {status}: {place.said('stderr')}")
        address = address[1]
        in_peace = place.command.answer
        heard = {}
        asking = threading.Thread(target=lambda: heard.update(long=asked(address, Served.LONG)))
        asking.start()
        time.sleep(dice.uniform(0, 0.3))
        if kind == "reader-gone":
            said.close()
        if kind in ("file-changes", "file-gone", "file-is-a-pipe"):
            rules.unlink()
            if kind == "file-changes":
                rules.write_text("format = 1\n[[")
            elif kind == "file-is-a-pipe":
                os.mkfifo(rules)
            # The old rules stay, whatever the file is by now.
            for _ in range(dice.randrange(1, 4)):
                time.sleep(dice.uniform(0, 0.4))
                status, body = asked(address, "/api/solve/mine")
                if status != 200 or plain(json.loads(body)) != place.command.made:
                    raise Wrong(f"the game is another since its file changed: {status} {body[:200]}")
        if kind not in ("interrupted", "terminated", "killed", "interrupted-twice"):
            status, body = asked(address, Served.QUICK)
            fine = status == 200 and plain(json.loads(body)) == in_peace
            if not fine and not (kind in ("small-memory", "few-files") and status in (None, 503, 200)):
                raise Wrong(f"it answers {status} {body[:200]}")
        number = {"terminated": signal.SIGTERM, "killed": signal.SIGKILL}.get(kind, signal.SIGINT)
        if place.process.poll() is None:
            place.send(number)
            if kind == "interrupted-twice":
                time.sleep(dice.choice([0, 0.01, 0.3]))
                place.send(number)
        status = place.wait(AFTER_A_SIGNAL)
        asking.join(AFTER_A_SIGNAL)
        no_panic(place)
        allowed = {-signal.SIGKILL} if kind == "killed" else {0}
        if kind == "small-memory":
            allowed |= {-signal.SIGABRT}
        if status not in allowed:
            raise Wrong(f"exit status {status} is none of {sorted(allowed)}")
        code, body = heard.get("long", (None, b""))
        if code == 200:
            json.loads(body)
        elif code is not None and code not in (503, 400, 408):
            raise Wrong(f"the long question was answered with {code}: {body[:200]}")
        if not said.closed and kind != "killed" and status == 0 and "has ended" not in said.read().decode():
            raise Wrong("it does not say that it has ended")
        if status == -signal.SIGABRT and "memory allocation of" not in place.said("stderr"):
            raise Wrong("it ended without a word")


SERVED = ["interrupted", "interrupted-twice", "terminated", "killed", "reader-gone", "no-input", "quiet", "clock",
          "small-memory", "few-files", "file-changes", "file-gone", "file-is-a-pipe"]


# ---- All together ----


def prepare(here, all_commands):
    """Runs every command in peace: how long it takes, and what it says and makes."""
    for name, words in (("hand.yaml", "deal hand --cards 8 --seed 2"), ("decks.txt", "deal combat --cards 50 --seed 3")):
        text = subprocess.run([here.program, *words.split()], capture_output=True, text=True, check=True).stdout
        for command in all_commands:
            if name in command.files:
                command.files = {**command.files, name: text}
    lengths = []
    for command in all_commands:
        if command.endless:
            continue
        place = Place(here, command, random.Random(0))
        try:
            place.start()
            if command.kept_open:
                time.sleep(0.2)
                place.let_go()
            command.status = place.wait()
            if command.status not in command.statuses:
                raise Wrong(f"{command.status} {place.said('stderr')}")
            command.duration = time.monotonic() - place.began
            command.answer = answer_of(place.said("stdout"))
            if command.out:
                made = file_of(command.out, read(place.folder / command.out))
                command.made = None if command.timed else made
            lengths.append(command.duration)
        except Wrong as wrong:
            sys.exit(f"{command.name} does not even run in peace: {wrong}")
        finally:
            place.close()
    return sum(lengths)


def page_of(here):
    """The page as a command: its answers in peace."""
    command = Command("serve", "serve mine.toml --port 0", files={"mine.toml": (ROOT / WIZARD).read_text()}, endless=True)
    place = Place(here, command, random.Random(0))
    try:
        reading, writing = os.pipe()
        place.start(stdout=writing)
        os.close(writing)
        with open(reading, "rb", buffering=0) as said:
            address = re.search(r"http://([^/]+)/", said.readline().decode())[1]
            command.answer = plain(json.loads(asked(address, Served.QUICK)[1]))
            command.made = plain(json.loads(asked(address, "/api/solve/mine")[1]))
            place.send(signal.SIGTERM)
            place.wait()
    finally:
        place.close()
    return command


def again_words(place, fault_name, seed, number):
    """How to see it again."""
    said = "\n".join(f"--- {name}\n{place.said(name)[-500:]}" for name in
                     ("stdout-disturbed", "stderr-disturbed", "stdout", "stderr") if (place.base / name).exists())
    wrapper = " ".join(place.wrapper)
    return (f"  again: scripts/surroundings.py {place.here.named} --seed {seed} {place.command.name}/{fault_name} "
            f"(trial {number}, {place.moment:.4f} s after its start)\n"
            f"  command: {wrapper} outplay {' '.join(place.words)}\n{said}")


ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="TRIAL", help="COMMAND/FAULT, a command or a fault")
    parser.add_argument("--seconds", type=float, help="begin no more after this [default: every trial once]")
    parser.add_argument("--seed", type=int, help="what the moments start from [default: another each time]")
    arguments = parser.parse_intermixed_args()
    seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 30)
    # Whoever stops this script finds everything tidy, and what it starts has the usual signals.
    ways_to_end = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def end(*_):
        # Once: nothing is to come between the tidying.
        for number in ways_to_end:
            signal.signal(number, signal.SIG_IGN)
        sys.exit(1)

    for number in ways_to_end:
        signal.signal(number, end)
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="outplay-surroundings-"))
    scratch.chmod(0o755)
    here = None
    try:
        program = scratch / "outplay"
        # Somebody else must reach it, too; a copy outlives a new build.
        shutil.copy(arguments.program, program)
        here = Surroundings(str(program), scratch)
        # One at a time has the control group.
        here.turn, here.named, here.running = threading.Lock(), arguments.program, Running()
        sys.exit(0 if all_trials(here, arguments, seed) else 1)
    finally:
        if here:
            here.close()
        shutil.rmtree(scratch, ignore_errors=True)


def in_turn(trials, dice):
    """All trials in another order each time: every fault comes once before any comes again."""
    of_a_fault = {}
    for command, name in dice.sample(trials, len(trials)):
        of_a_fault.setdefault((command.name == "serve", name), []).append((command, name))
    for following in itertools.zip_longest(*of_a_fault.values()):
        yield from dice.sample([trial for trial in following if trial], len(following) - following.count(None))


def all_trials(here, arguments, seed):
    """Does them, tells what came of them, and says whether that is well."""
    begin = time.monotonic()
    every = commands(ROOT)
    peace = prepare(here, every)
    page = page_of(here)
    skipped = {name for names in here.left_out for name in names.split(", ")}
    trials = [(command, name) for command in every for name, (_, applies) in FAULTS.items()
              if applies(command) and name not in skipped]
    trials += [(page, kind) for kind in SERVED if not (kind == "clock" and here.clock is None)]
    wanted = set(arguments.names)
    if wanted:
        known = {word for command, name in trials for word in (command.name, name, f"{command.name}/{name}")}
        if wanted - known:
            sys.exit(f"no trial is called {', '.join(sorted(wanted - known))}")
        trials = [(command, name) for command, name in trials
                  if {command.name, name, f"{command.name}/{name}"} & wanted]
    faults = len({(command is page, name) for command, name in trials})
    print(f"seed {seed}: {len(trials)} trials of {len(every) + 1} commands and {faults} faults, {peace:.1f} s in peace "
          f"({time.monotonic() - begin:.0f} s to prepare)", flush=True)
    begin = time.monotonic()
    failures, lock = [], threading.Lock()
    done = dict.fromkeys(trials, 0)

    def queue():
        order, began = random.Random(seed), 0
        for number in itertools.count():
            for command, name in in_turn(trials, order):
                late = arguments.seconds is not None and time.monotonic() - begin > arguments.seconds
                if late and began >= faults or len(failures) >= MOST_FAILURES or here.running.ended:
                    return
                began += 1
                yield command, name, number
            if arguments.seconds is None:
                return

    waiting = queue()

    def work():
        while True:
            with lock:
                following = next(waiting, None)
            if following is None:
                return
            command, name, number = following
            place = Place(here, command, random.Random(f"{seed} {command.name} {name} {number}"))
            wrong = None
            try:
                if command is page:
                    serve_trial(place, name)
                else:
                    FAULTS[name][0](place)
            except Wrong as found:
                wrong = str(found)
            except Exception as found:  # whatever it is, it is told, and the others go on
                place_of_it = traceback.extract_tb(found.__traceback__)[-1]
                wrong = f"what came cannot be read: {found!r} (line {place_of_it.lineno} of this script)"
            with lock:
                # What was ended with this script has not come to its end.
                if not here.running.ended:
                    done[command, name] += 1
                    if wrong:
                        failures.append((command.name, name))
                        print(f"WRONG: {command.name}/{name}: {wrong}\n{again_words(place, name, seed, number)}", flush=True)
            place.close()

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        try:
            for worker in [pool.submit(work) for _ in range(2)]:
                worker.result()
        finally:
            # Whoever ends this script does not wait for what runs.
            here.running.end()
    for command in [*every, page]:
        its = {name: times for (tried, name), times in done.items() if tried is command and times}
        if its:
            print(f"{command.name}: " + ", ".join(f"{name} {times}" for name, times in its.items()))
    for names, why in here.left_out.items():
        print(f"left out: {names}: {why}")
    count, untried = sum(done.values()), sum(1 for times in done.values() if not times)
    print(f"{count} trials in {time.monotonic() - begin:.0f} s, {len(failures)} wrong; "
          f"{untried} of {len(done)} kinds not reached (seed {seed})")
    too_few = count < min(LEAST_TRIALS, len(trials))
    if too_few:
        print(f"WRONG: {count} trials show nothing")
    return not failures and not too_few


if __name__ == "__main__":
    main()
