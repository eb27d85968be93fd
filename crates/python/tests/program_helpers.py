"""The command line beside the package: what it prints, and how both are compared.

The program is `OUTPLAY_PROGRAM`, else target/release/outplay, else the command line that the package itself has.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import outplay

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "golden"
RULES = ROOT / "rules"

#: What is measured, and differs from run to run.
MEASURED = ("seconds", "time", "rate")

_BUILT = ROOT / "target" / "release" / "outplay"
_GIVEN = os.environ.get("OUTPLAY_PROGRAM")
PROGRAM = shlex.split(_GIVEN) if _GIVEN else [str(_BUILT)] if _BUILT.exists() else [sys.executable, "-m", "outplay"]
PACKAGE = [sys.executable, "-m", "outplay"]


def run(*arguments: object, of: list[str] = PROGRAM) -> tuple[int, str]:
    """Runs the program: its status, and what it prints."""
    words = [str(argument) for argument in arguments]
    done = subprocess.run([*of, *words], capture_output=True, timeout=120, cwd=ROOT)
    return done.returncode, done.stdout.decode()


def printed(*arguments: object) -> str:
    """What the program prints as JSON."""
    status, text = run(*arguments, "--format", "json")
    assert text, f"{arguments} printed nothing and ended with {status}"
    return text


def unmeasured(data: Any) -> Any:
    """Parsed JSON without what is measured."""
    if isinstance(data, dict):
        return {name: unmeasured(value) for name, value in data.items() if name not in MEASURED}
    return [unmeasured(value) for value in data] if isinstance(data, list) else data


def blanked(text: str) -> str:
    """The text of JSON with what is measured blanked out."""
    return re.sub(rf'("(?:{"|".join(MEASURED)})": )[-+.0-9eE]+', r"\1_", text)


def same(ours: str, theirs: str) -> None:
    """The same data, and the same text to the byte, apart from what is measured."""
    assert unmeasured(json.loads(ours)) == unmeasured(json.loads(theirs))
    assert blanked(ours).rstrip("\n") == blanked(theirs).rstrip("\n")


def complaint(error: outplay.OutplayError) -> list[dict[str, Any]]:
    """What is wrong, as the program prints it; options are called as in Python."""
    problems = getattr(error, "problems", None)
    assert problems is not None, error
    return [{name: getattr(problem, name) for name in outplay.Problem.__slots__} for problem in problems]


def complaints(text: str) -> list[dict[str, Any]]:
    """What the program has to complain about."""
    found = json.loads(text)["problems"]
    for problem in found:
        problem["file"] = problem["file"] and problem["file"].removeprefix("--")
    return list(found)


def asked(ask: Any) -> tuple[str, str | list[dict[str, Any]]]:
    """What comes of asking the package: JSON, or what is wrong."""
    try:
        return "answer", ask().json()
    except outplay.RulesError as error:
        return "wrong", complaint(error)


def agree(ask: Any, *arguments: object) -> str:
    """Whatever the package says, the program says; returns which kind of thing that is."""
    kind, ours = asked(ask)
    theirs = printed(*arguments)
    if isinstance(ours, str):
        same(ours, theirs)
    else:
        assert ours == complaints(theirs), arguments
    return kind
