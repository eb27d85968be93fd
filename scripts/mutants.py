#!/usr/bin/env python3
"""Changes the engine in small ways, one at a time, and counts how many of the changes the tests find.

cargo-mutants says what could be changed (a comparison turned, a function that answers nothing, an arm of a match left
out); each change is made in a copy below target/faults, and the tests of the crate that is changed are built and run
there. All of them would take days: `mutants.py` tries the first so many of each crate, in an order that is fair and
stays the same while the code does. Those that change nothing anybody can see are listed with the reason in
docs/equal-mutants.tsv, and left out; a row that fits no change any more is an error. docs/mutants.md has the scores.

    scripts/mutants.py [CRATE...] [--number N] [--skip N] [--of TEXT] [--seconds S] [--least PERCENT]

The score is the share that the tests find, of those that compile; below --least it fails, and so it does where nothing
was tried of a crate or its tests fail with nothing changed. What goes unnoticed is named. Builds cargo-mutants where it is missing.
"""

import argparse
import collections
import dataclasses
import hashlib
import itertools
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time

from faults import COPY, ROOT, copied

CRATES = ["text", "game", "tree", "search", "duel", "combat", "hand", "lab", "outplay"]
EQUAL = ROOT / "docs" / "equal-mutants.tsv"
TOOLS = ROOT / "target" / "tools"
# A function of five numbers could answer a hundred other things: the first few stand for all.
MOST_ANSWERS = 4
# Of address space, for the tests of one: a change may well ask for all there is.
MOST_BYTES = 8 << 30


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One change: as cargo-mutants names it, and by what it is known while lines are added above it."""

    name: str
    change: str
    code: str
    file: str
    span: tuple
    replacement: str

    def turn(self):
        """Its place in the order: as good as random, and the same wherever the line stands."""
        return hashlib.blake2s(f"{self.change}\t{self.code}".encode()).digest()

    def applied(self, text):
        """The text of its file, changed."""
        (from_line, from_column), (to_line, to_column) = self.span
        lines = text.splitlines(keepends=True)
        before = "".join(lines[:from_line - 1]) + lines[from_line - 1][:from_column - 1]
        after = lines[to_line - 1][to_column - 1:] + "".join(lines[to_line:])
        return before + self.replacement + after


def package(crate):
    return crate if crate == "outplay" else f"outplay-{crate}"


def mutants(crate):
    """All of the crate, in their order; of each function the first few answers."""
    environment = {**os.environ, "PATH": f"{TOOLS / 'bin'}:{os.environ['PATH']}"}
    command = ["cargo", "mutants", "--dir", str(COPY), "--list", "--json", "--package", package(crate)]
    run = subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE, check=True)
    found = []
    for one in json.loads(run.stdout):
        start, end = ((one["span"][side]["line"], one["span"][side]["column"]) for side in ("start", "end"))
        code = (COPY / one["file"]).read_text().splitlines()[start[0] - 1].strip()
        change = re.sub(r":\d+:\d+:", ":", one["name"], count=1)
        answer = one["file"], start if one["genre"] == "FnValue" else None
        found.append((answer, Mutant(one["name"], change, code, one["file"], (start, end), one["replacement"])))
    found.sort(key=lambda pair: pair[1].turn())
    answers, few = collections.Counter(), []
    for answer, mutant in found:
        answers[answer] += 1
        if answer[1] is None or answers[answer] <= MOST_ANSWERS:
            few.append(mutant)
    return few


def equal_ones():
    """Those that change nothing that can be seen: (change, line of code)."""
    rows = EQUAL.read_text().splitlines()[1:]
    return {tuple(row.split("\t")[:2]) for row in rows}


def fair(crate, listed):
    """Without those that are equal, each of which must be there."""
    known = {(mutant.change, mutant.code) for mutant in listed}
    equal = {row for row in equal_ones() if row[0].startswith(f"crates/{crate}/")}
    gone = sorted(equal - known)
    if gone:
        rows = "\n".join("\t".join(row) for row in gone)
        sys.exit(f"docs/equal-mutants.tsv lists what is no change any more:\n{rows}")
    return [mutant for mutant in listed if (mutant.change, mutant.code) not in equal]


def test(crate, *arguments, timeout=None):
    """Runs `cargo test` on the crate: its status, `None` where it did not end, and what it said."""
    environment = {
        **os.environ,
        # Random tests make the same games each time; what they find need not be made small, and is not kept for the
        # next change.
        "PROPTEST_RNG_SEED": os.environ.get("PROPTEST_RNG_SEED", "20"),
        "PROPTEST_MAX_SHRINK_ITERS": "0",
        "PROPTEST_DISABLE_FAILURE_PERSISTENCE": "1",
    }
    command = ["cargo", "test", "--locked", "-q", "--profile", "mutants", "--all-features", "-p",
               package(crate), *arguments]
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    with subprocess.Popen(command, cwd=COPY, env=environment, text=True, errors="replace", start_new_session=True,
                          preexec_fn=limit, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as run:
        try:
            said, _ = run.communicate(timeout=timeout)
            return run.returncode, said
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            return None, ""
        except BaseException:
            os.killpg(run.pid, signal.SIGKILL)
            raise


@dataclasses.dataclass(frozen=True)
class Stage:
    """Some of a crate's tests: what says so to cargo, and how long they take with nothing changed."""

    tests: tuple
    seconds: float

    @property
    def patience(self):
        return max(20, 10 * self.seconds)


def built(crate, tests):
    """Do these tests compile? What keeps them from being built otherwise is no matter of the change."""
    # Doc tests are built as they are run.
    if tests == ("--doc",):
        return True
    status, said = test(crate, *tests, "--no-run")
    if status and (f"could not compile `{package(crate)}`" not in said or "error: linking" in said):
        sys.exit(f"{said}\nthe tests of {crate} could not be built")
    return not status


def stages(crate):
    """The tests of a crate in parts, the quickest first: most changes need no other. All must pass. The first are
    those that tell whether it compiles."""
    run = subprocess.run(["cargo", "metadata", "--no-deps", "--format-version", "1", "--offline"], cwd=COPY, text=True,
                         stdout=subprocess.PIPE, check=True)
    targets = next(one["targets"] for one in json.loads(run.stdout)["packages"] if one["name"] == package(crate))
    parts = [("--lib",), ("--doc",)]
    parts += [("--test", target["name"]) for target in targets if target["kind"] == ["test"]]
    found = []
    for tests in parts:
        begin = time.monotonic()
        if not built(crate, tests):
            sys.exit(f"the tests of {crate} do not compile with nothing changed")
        begin = time.monotonic() if tests != ("--doc",) else begin
        status, said = test(crate, *tests)
        if status:
            sys.exit(f"{said}\nthe tests of {crate} fail with nothing changed: "
                     f"see `cargo test -p {package(crate)} --all-features {' '.join(tests)}`")
        found.append(Stage(tests, time.monotonic() - begin))
    return sorted(found, key=lambda stage: (stage.tests == ("--doc",), stage.seconds))


def verdict(crate, parts):
    """What comes of the copy as it stands now."""
    for stage in parts:
        if not built(crate, stage.tests):
            return "uncompiled"
        status, _ = test(crate, *stage.tests, timeout=stage.patience)
        if status != 0:
            return "endless" if status is None else "found"
    return "unnoticed"


def outcome(crate, mutant, parts):
    """Makes the change, and undoes it."""
    file = COPY / mutant.file
    text = file.read_text()
    try:
        file.write_text(mutant.applied(text))
        return verdict(crate, parts)
    finally:
        file.write_text(text)


def score(counts):
    """The share found, in percent; one that never ends is found, too. `None` where nothing was tried."""
    tried = counts["found"] + counts["endless"] + counts["unnoticed"]
    return 100.0 * (tried - counts["unnoticed"]) / tried if tried else None


def processor_seconds():
    """Of all that was run so far: less a matter of what else the machine does than the time is."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def line(name, counts, whole, seconds):
    share, number = score(counts), sum(counts.values())
    if share is None:
        return f"{name:8} none tried, of {whole}"
    return (f"{name:8} {share:5.1f} %: {counts['found']} found, {counts['endless']} without end, "
            f"{counts['unnoticed']} unnoticed, {counts['uncompiled']} do not compile, of {whole}; "
            f"{seconds[0] / number:.1f} s each ({seconds[1] / number:.1f} s of a processor)")


# The exit status of a script that a signal ended.
STOPPED = 128 + signal.SIGTERM


def end(*_):
    sys.exit(STOPPED)


def main():
    # Whatever runs below is ended with it.
    signal.signal(signal.SIGTERM, end)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("crates", nargs="*", metavar="CRATE", help=f"of {', '.join(CRATES)}")
    parser.add_argument("--number", type=int, default=40, help="so many of each crate")
    parser.add_argument("--skip", type=int, default=0, help="not the first so many")
    parser.add_argument("--of", default="", metavar="TEXT", help="only those with this in their name")
    parser.add_argument("--seconds", type=float, default=float("inf"),
                        help="begin no more after this; the first build of each crate does not count")
    parser.add_argument("--least", type=float, default=0, help="fail where fewer percent are found")
    arguments = parser.parse_args()
    crates = arguments.crates or CRATES
    unknown = set(crates) - set(CRATES)
    if unknown:
        sys.exit(f"no crate is called {', '.join(sorted(unknown))}; one of {', '.join(CRATES)}")
    subprocess.run([ROOT / "scripts" / "tool.sh", "cargo-mutants"], check=True)
    copied()
    waiting, whole, parts = {}, {}, {}
    for crate in crates:
        listed = mutants(crate)
        whole[crate] = len(listed)
        chosen = [mutant for mutant in fair(crate, listed) if arguments.of in mutant.name]
        waiting[crate] = chosen[arguments.skip:arguments.skip + arguments.number]
    counts = {crate: collections.Counter() for crate in crates}
    spent = {crate: [0.0, 0.0] for crate in crates}

    def taken():
        return sum(seconds for seconds, _ in spent.values())

    # One of each in turn, so that a time that is up leaves as few crates out as can be.
    at_once = arguments.number if arguments.seconds == float("inf") else 1
    stopped = False
    try:
        for crate in itertools.cycle(crates):
            if not any(waiting.values()) or taken() > arguments.seconds:
                break
            chosen, waiting[crate] = waiting[crate][:at_once], waiting[crate][at_once:]
            if chosen and crate not in parts:
                parts[crate] = stages(crate)
            for mutant in chosen:
                at, used = time.monotonic(), processor_seconds()
                if taken() > arguments.seconds:
                    break
                came = outcome(crate, mutant, parts[crate])
                counts[crate][came] += 1
                spent[crate][0] += time.monotonic() - at
                spent[crate][1] += processor_seconds() - used
                if came == "unnoticed":
                    print(f"unnoticed: {mutant.name}", flush=True)
    except (KeyboardInterrupt, SystemExit) as why:
        # What is known so far is said, but for what is wrong with the tests themselves.
        if isinstance(why, SystemExit) and why.code != STOPPED:
            raise
        stopped = True
    for crate in crates:
        print(line(crate, counts[crate], whole[crate], spent[crate]))
    total = sum(counts.values(), collections.Counter())
    in_all = [sum(parts) for parts in zip(*spent.values())]
    print(line("in all", total, sum(whole.values()), in_all), f"({taken():.0f} s)")
    idle = [crate for crate in crates if score(counts[crate]) is None]
    if stopped:
        sys.exit("stopped before its end")
    sys.exit(1 if idle or score(total) < arguments.least else 0)


if __name__ == "__main__":
    main()
