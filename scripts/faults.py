#!/usr/bin/env python3
"""Puts small faults into the engine, one at a time, and sees that the tests find them.

Each was once put in by hand and went unnoticed by the tests of its crate; each has a test there now. `faults.py`
tries all of them, `faults.py --seconds 300` those that fit, `faults.py NAME...` some. The sources are copied below
target/faults, and built there. It fails where a fault goes unnoticed, and where a fault cannot be put in any more
because the line has changed: then change it here, too.
"""

import argparse
import pathlib
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


def copied():
    """The sources as they stand, with a target of their own beside them."""
    COPY.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in listed.stdout.splitlines():
        source, there = ROOT / name, COPY / name
        if not source.is_file():
            continue
        there.parent.mkdir(parents=True, exist_ok=True)
        if not there.exists() or there.read_bytes() != source.read_bytes():
            shutil.copyfile(source, there)


def tests(crate, name):
    """Do the tests of that name pass?"""
    command = ["cargo", "test", "--locked", "-q", "--profile", "mutants", "-p", f"outplay-{crate}", "--lib", "--tests", name]
    run = subprocess.run(command, cwd=COPY, capture_output=True, text=True)
    said = run.stdout + run.stderr
    if "error: could not compile" in said:
        sys.exit(f"{said}\nthe fault does not compile")
    if run.returncode == 0 and " 1 passed" not in said:
        sys.exit(f"{said}\nno test of {crate} is called {name}")
    return run.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no more after this")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - {fault[0] for fault in FAULTS}
    if unknown:
        sys.exit(f"no fault is called {', '.join(sorted(unknown))}")
    copied()
    begin, unnoticed, tried = time.monotonic(), [], 0
    for name, crate, path, right, wrong, test in FAULTS:
        if arguments.names and name not in arguments.names:
            continue
        if time.monotonic() - begin > arguments.seconds:
            break
        file = COPY / "crates" / path
        text = file.read_text()
        if text.count(right) != 1:
            sys.exit(f"{name}: {path} has not just once: {right}")
        tried += 1
        try:
            file.write_text(text.replace(right, wrong))
            found = not tests(crate, test)
        finally:
            file.write_text(text)
        print(f"{name}: {'found' if found else 'NOT FOUND'} by {test} ({time.monotonic() - begin:.0f} s)", flush=True)
        if not found:
            unnoticed.append(name)
    print(f"{tried - len(unnoticed)} of {tried} faults found, of {len(FAULTS)} known")
    sys.exit(1 if unnoticed else 0)


if __name__ == "__main__":
    main()
