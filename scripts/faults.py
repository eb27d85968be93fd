#!/usr/bin/env python3
"""Puts small faults into the engine, one at a time, and sees that the tests find them.

Each was once put in by hand and went unnoticed by the tests of its crate; each has a test there now. `faults.py`
tries all of them, `faults.py --seconds 300` those that fit, `faults.py NAME...` some. The sources are copied below
target/faults, and built there. It fails where a fault goes unnoticed, and where a fault cannot be put in any more
because the line has changed: then change it here, too. `faults.py --check` only looks whether all can be put in.

One that went unnoticed is not here: that a turn is better by less than a unit (hand/src/exact.rs). Worths are whole
units, so it changes nothing that can be seen.
"""

import argparse
import fcntl
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "target" / "faults" / "tree"

# Name, crate, file below crates/, the line as it is, as it would be wrong, and the test that finds it.
FAULTS = [
    ("bound-equals-line", "search", "search/src/solution.rs",
     "Some((cost, line)) if lower >= cost =>", "Some((cost, line)) if lower > cost =>",
     "a_line_that_costs_what_a_stopped_search_leaves_at_least_is_proved"),
    ("equal-way-again", "search", "search/src/best_first.rs",
     "if next_cost >= known.cost ||", "if next_cost > known.cost ||",
     "a_way_that_costs_no_less_is_not_followed_again"),
    ("own-harm", "duel", "duel/src/worth/mod.rs",
     "let harm = mine.harm + theirs.own;", "let harm = mine.harm;",
     "whoever_harms_only_themselves_may_still_lose"),
    ("stuck-enemy-strikes", "duel", "duel/src/bound/strikes.rs",
     "weakest = weakest.min(0);", "weakest = weakest.min(1);",
     "an_enemy_who_may_be_stuck_need_not_strike_at_all"),
    ("pool-ignores-effects", "duel", "duel/src/compile/derived.rs",
     "skill.alone.is_none() && skill.cost.iter().all(|(slot, _)| !rules.grows(*slot))",
     "skill.cost.iter().all(|(slot, _)| !rules.grows(*slot))",
     "an_effect_that_must_be_over_first_keeps_a_pool_from_being_spent"),
    ("zero-hp-demanded", "duel", "duel/src/play.rs",
     "i32::from(is_hp && amount > 0)", "i32::from(is_hp)",
     "what_costs_nothing_can_always_be_paid_and_the_last_hp_never"),
    ("listed-cost-of-both", "duel", "duel/src/account.rs",
     "if player == Player::One\n                && let Some(skill)", "if let Some(skill)",
     "what_a_line_lists_is_what_player_1_would_pay"),
    ("no-ceiling", "duel", "duel/src/state.rs",
     "(before + by).clamp(0, most)", "(before + by).max(0)",
     "numbers_have_a_ceiling"),
    ("sub-games-unlimited", "combat", "combat/src/engine.rs",
     "if self.bytes > self.most_bytes {\n                        return Err(Stop::Memory);",
     "if false {\n                        return Err(Stop::Memory);",
     "games_within_games_count_before_they_have_grown"),
    ("replay-keeps-all", "combat", "combat/src/replay.rs",
     "let bytes = (told + kept) *", "let _ = kept;\n        let bytes = told *",
     "what_a_replay_keeps_to_play_by_the_rules_counts_beside_what_it_tells"),
    ("coarse-key", "hand", "hand/src/exact.rs",
     "if price == 0 { balance.min(-least) } else { balance }", "{ let _ = price; balance.min(-least) }",
     "what_large_hands_remember_is_remembered_of_the_whole_balances"),
    ("bound-one-too-low", "hand", "hand/src/exact.rs",
     "(worth + base - 1).div_euclid(base)", "(worth - 1).div_euclid(base)",
     "a_stopped_search_never_promises_too_little"),
    ("best-hand-by-thread", "hand", "hand/src/deck.rs",
     "a.0 > b.0 || (a.0 == b.0 && a.1 <= b.1)\n        };", "a.0 > b.0\n        };",
     "a_deck_has_the_same_odds_on_any_number_of_threads"),
    ("choices-without-end", "lab", "lab/src/minimax.rs",
     "if self.is_full() {", "if false && self.is_full() {",
     "no_more_choices_are_kept_than_the_budget_has_states"),
    ("one-control-character", "text", "text/src/tree.rs",
     "letter.is_control() && letter != '\\n' && letter != '\\t'", "letter == '\\u{1b}'",
     "every_control_character_but_tabs_and_ends_of_lines_is_refused"),
]


def locked():
    """Waits until nobody else uses the copy, and keeps it until this process ends."""
    COPY.parent.mkdir(parents=True, exist_ok=True)
    # Never closed: that would give it back.
    lock = locked.file = open(COPY.parent / "lock", "a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        print(f"waiting for process {lock.read()}, which uses {COPY.parent}", file=sys.stderr, flush=True)
        fcntl.flock(lock, fcntl.LOCK_EX)
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()


def copied():
    """The sources as they stand, with a target of their own beside them, for this process alone."""
    locked()
    COPY.mkdir(exist_ok=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    names = {pathlib.Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}
    for name in names:
        source, there = ROOT / name, COPY / name
        there.parent.mkdir(parents=True, exist_ok=True)
        if not there.exists() or there.read_bytes() != source.read_bytes():
            shutil.copyfile(source, there)
    for folder, folders, files in os.walk(COPY):
        if folder == str(COPY) and "target" in folders:
            folders.remove("target")
        for there in (pathlib.Path(folder, file) for file in files):
            if there.relative_to(COPY) not in names:
                there.unlink()


def run(crate, tests):
    """What `cargo test` says of the tests of these names."""
    command = ["cargo", "test", "--locked", "--profile", "mutants", "-p", f"outplay-{crate}", "--lib", "--tests", "--"]
    ran = subprocess.run(command + tests, cwd=COPY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return ran.stdout


def told(said, test):
    """How a test came out: `ok`, `FAILED`, or nothing where it did not come to an end."""
    line = re.search(rf"^test (?:\S+::)?{test} \.\.\. (ok|FAILED)$", said, re.MULTILINE)
    return line and line[1]


def must_pass(crate):
    """With no fault in it, every test that should find one passes."""
    tests = [fault[-1] for fault in FAULTS if fault[1] == crate]
    said = run(crate, tests)
    wrong = [test for test in tests if told(said, test) != "ok"]
    if wrong:
        sys.exit(f"{said}\nwith no fault in {crate} these do not pass: {', '.join(wrong)}")


def is_found(crate, test):
    """Does the test of that name fail, as a test does?"""
    said = run(crate, [test])
    came = told(said, test)
    if came is None or (came == "FAILED") != ("test result: FAILED" in said):
        sys.exit(f"{said}\nnobody knows whether {test} finds it")
    return came == "FAILED"


def faulty(tree, fault):
    """The file of a fault below that folder, its text, and that with the fault in it."""
    name, _, path, right, wrong, _ = fault
    file = tree / "crates" / path
    text = file.read_text()
    if text.count(right) != 1:
        sys.exit(f"{name}: {path} has not just once: {right}")
    return file, text, text.replace(right, wrong)


def check():
    """Can every fault be put in, and is there a test of the name?"""
    for fault in FAULTS:
        faulty(ROOT, fault)
        name, crate, *_, test = fault
        sources = (ROOT / "crates" / crate).rglob("*.rs")
        if not any(f"fn {test}(" in source.read_text() for source in sources):
            sys.exit(f"{name}: no test of {crate} is called {test}")
    print(f"all {len(FAULTS)} faults can be put in")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no more after this")
    parser.add_argument("--check", action="store_true", help="only see that they can be put in")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - {fault[0] for fault in FAULTS}
    if unknown:
        sys.exit(f"no fault is called {', '.join(sorted(unknown))}")
    if arguments.check:
        return check()
    copied()
    begin, unnoticed, tried, passing = time.monotonic(), [], 0, set()
    for fault in FAULTS:
        name, crate, *_, test = fault
        if arguments.names and name not in arguments.names:
            continue
        if time.monotonic() - begin > arguments.seconds:
            break
        if crate not in passing:
            must_pass(crate)
            passing.add(crate)
        file, text, wrong = faulty(COPY, fault)
        tried += 1
        try:
            file.write_text(wrong)
            found = is_found(crate, test)
        finally:
            file.write_text(text)
        print(f"{name}: {'found' if found else 'NOT FOUND'} by {test} ({time.monotonic() - begin:.0f} s)", flush=True)
        if not found:
            unnoticed.append(name)
    print(f"{tried - len(unnoticed)} of {tried} faults found, of {len(FAULTS)} known")
    sys.exit(1 if unnoticed else 0)


if __name__ == "__main__":
    main()
