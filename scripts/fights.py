#!/usr/bin/env python3
"""Solves every fight of golden/fights/README.md with a binary, one after the other, and prints a table.

    python3 scripts/fights.py BINARY [--seconds 10] [--cpu 10] [--hints] [--explain] [--check] [--whole] [name...]

On a busy machine use --cpu: a search is interrupted after so many seconds of the processor (of all its
threads together) instead of so many on the clock. "cpu s" is what it took either way.
A name may be the beginning of several. With --hints the first hint of `outplay play` is timed, too (in
seconds of the processor), and with --explain the whole of `solve --explain`.
With --check the exit status is 1 where a fight is settled with another value than the README's, or takes
more states than golden/fights-whole.txt says (where it is in there: those of the first table, with the values
of all moves); a fight of that file that is not settled is wrong as well. With --whole no others are solved.
Standard library only.
"""

import argparse
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "golden" / "fights" / "README.md"
STATES = ROOT / "golden" / "fights-whole.txt"


def fights():
    """The rows of the tables in the README: name, arguments, expected value."""
    for line in LIST.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) >= 3 and cells[1].startswith("`"):
            yield cells[0], cells[1].strip("`").split(), cells[2]


def golden_states():
    """How many states a fight may take, by its name."""
    rows = [line.split() for line in STATES.read_text().splitlines() if not line.startswith("#")]
    return {name: int(states) for name, states in rows}


def busy_seconds(pid):
    """The seconds of the processor that a process has had so far."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return 0


def run(command, seconds, cpu=None, stdin=None):
    """Runs a command: what it said, wall and processor seconds, the most memory that it held in MB, and if it had to be ended."""
    def limits():
        os.nice(10)
        # Far above what a fight may take; only so that a runaway cannot take the machine with it.
        resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))

    with tempfile.TemporaryFile() as out:
        began = time.monotonic()
        child = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT,
                                 stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
                                 preexec_fn=limits)
        if stdin is not None:
            try:
                child.stdin.write(stdin)
                child.stdin.close()
            except BrokenPipeError:
                pass
        pid_of = child.pid
        most = busy = 0
        stopped = interrupted = False
        while True:
            pid, status, used = os.wait4(pid_of, os.WNOHANG)
            if pid:
                most = used.ru_maxrss / 1024
                busy = used.ru_utime + used.ru_stime
                break
            late = busy_seconds(pid_of) > cpu if cpu else time.monotonic() - began > seconds * 2 + 10
            if late and not interrupted:
                child.send_signal(signal.SIGINT)
                interrupted = True
            late = busy_seconds(pid_of) > cpu * 3 + 5 if cpu else time.monotonic() - began > seconds * 4 + 20
            if late and not stopped:
                child.kill()
                stopped = True
            time.sleep(0.002 if time.monotonic() - began < 0.5 else 0.05)
        child.returncode = os.waitstatus_to_exitcode(status)
        took = time.monotonic() - began
        out.seek(0)
        return out.read().decode(errors="replace"), took, busy, most, stopped


def answer(text):
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return None


def worth(found):
    """What the fight is worth, in a few characters."""
    if found.get("value") is not None:
        return str(found["value"])
    return "no win" if settled(found) else "?"


def settled(found):
    return found.get("proof") == "optimal"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("binary")
    options.add_argument("--seconds", type=float, default=10)
    options.add_argument("--cpu", type=float)
    options.add_argument("--hints", action="store_true")
    options.add_argument("--explain", action="store_true")
    options.add_argument("--check", action="store_true")
    options.add_argument("--whole", action="store_true")
    options.add_argument("--raw", action="store_true", help="print the JSON as well")
    options.add_argument("names", nargs="*")
    chosen = options.parse_intermixed_args()
    binary = os.path.abspath(chosen.binary)
    head = f"{'name':30} {'settled':8} {'value':>8} {'states':>11} {'seconds':>8} {'cpu s':>7} {'MB':>7} {'by':12}"
    head += f" {'hint s':>7} {'hint MB':>7}" if chosen.hints else ""
    head += f" {'expl. s':>7} {'expl. MB':>8}" if chosen.explain else ""
    print(head + " note", flush=True)
    wrong = unsettled = slow = 0
    most_states = golden_states()
    for name, arguments, expected in fights():
        if chosen.names and not any(name.startswith(prefix) for prefix in chosen.names):
            continue
        if chosen.whole and name not in most_states:
            continue
        limit = [] if chosen.cpu else ["--max-seconds", str(chosen.seconds)]
        text, took, busy, most, stopped = run([binary, *arguments, *limit, "--format", "json"], chosen.seconds, chosen.cpu)
        found = answer(text)
        note = ""
        if found is None:
            row = f"{name:30} {'no':8} {'?':>8} {'-':>11} {took:8.2f} {busy:7.2f} {most:7.0f} {'-':12}"
            note = "killed" if stopped else (text.strip().splitlines() or ["no output"])[-1][:90]
            unsettled += 1
        else:
            done = settled(found)
            value = worth(found)
            row = (f"{name:30} {'yes' if done else 'no':8} {value:>8} {found.get('states', '-'):>11} {took:8.2f} {busy:7.2f} {most:7.0f} "
                   f"{found.get('by', '-'):12}")
            unsettled += not done
            if not done:
                note = f"{found.get('lower') if found.get('lower') is not None else ''}..{found.get('upper') if found.get('upper') is not None else ''} stopped by {found.get('stopped')}"
            if done and expected != "?" and value != expected.rstrip("?"):
                note = f"NOT {expected}, as the README says"
                wrong += 1
            allowed = most_states.get(name)
            if allowed is not None and not (done and found["states"] <= allowed):
                note += f" MORE than {allowed} states" if done else f" NOT settled in {allowed} states"
                wrong += 1
            if done and ((busy if chosen.cpu else took) > 10 or most > 2048):
                slow += 1
                note += " over 10 s or 2 GB"
        if chosen.hints:
            game = [argument for argument in arguments[1:]]
            said, _, waited, held, _ = run([binary, "play", *game, "--plain", *(limit or ["--max-seconds", "600"])], chosen.seconds, chosen.cpu, b"hint\nquit\n")
            row += f" {waited:7.2f} {held:7.0f}"
            note += "" if "(best)" in said else " no hint"
        if chosen.explain:
            _, _, waited, held, _ = run([binary, *arguments, *limit, "--explain"], chosen.seconds, chosen.cpu)
            row += f" {waited:7.2f} {held:8.0f}"
        print(f"{row} {note}".rstrip(), flush=True)
        if chosen.raw:
            print(text)
    print(f"{unsettled} not settled, {slow} settled but over 10 s or 2 GB, {wrong} wrong")
    sys.exit(1 if chosen.check and wrong else 0)


if __name__ == "__main__":
    main()
