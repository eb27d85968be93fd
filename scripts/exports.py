#!/usr/bin/env python3
"""Other programs read what sweeps write: Parquet with pyarrow, the store with SQLite's own library.

    python3 scripts/exports.py PROGRAM

Runs some sweeps, each written as CSV, JSON and Parquet with a store, and compares every row of every file.
It makes an environment with pyarrow under target/ and runs itself there.
"""

import csv
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / "target" / "python"
PACKAGES = ["pyarrow>=15"]
COLUMNS = ["value", "winner", "proof", "lower", "upper", "chance", "stopped", "impossible", "moves"]

# Name, arguments, the type of the axes and of the values.
SWEEPS = [
    ("prices", ["wizard", "--vary", "boss.hp=10..60:10", "--vary", "boss.attack=5..14:3", "--mode", "all"],
     ["string", "int64", "int64"], "int64"),
    ("chances", ["rpglite", "--vary", "archer.accuracy=0.5..0.9:0.2"], ["double"], "double"),
    ("words", ["arena", "--vary", "p1=all", "--vary", "p2=all", "--vary", "turns.order=queue,alternate"],
     ["string", "string", "string"], "int64"),
    ("impossible", ["wizard", "--vary", "p1=all", "--vary", "boss.hp=5..7"], ["string", "int64"], "int64"),
    ("stopped", ["wizard", "--vary", "boss.hp=54..58", "--max-states", "5"], ["int64"], "int64"),
]


def enter_environment():
    """Runs this again where pyarrow is."""
    python = ENVIRONMENT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)
    if subprocess.run([str(python), "-c", "import pyarrow"], capture_output=True).returncode != 0:
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES],
                       check=True)
    os.execv(str(python), [str(python), __file__, *sys.argv[1:], "--inside"])


def run(program, arguments):
    done = subprocess.run([program, "sweep", *arguments], capture_output=True, text=True)
    # What a limit stopped has a status of its own.
    assert done.returncode == (3 if "--max-states" in arguments else 0), (arguments, done.stderr, done.stdout)
    return done.stdout


def from_csv(text, kind):
    if text == "":
        return None
    return {"int64": int, "double": float, "string": str}[kind](text)


def check(program, folder, name, arguments, axis_types, value_type):
    import pyarrow.parquet

    paths = {ending: str(Path(folder) / f"{name}.{ending}") for ending in ["csv", "json", "parquet", "sqlite"]}
    for ending in ["csv", "json", "parquet"]:
        run(program, [*arguments, "--store", paths["sqlite"], "--out", paths[ending]])
    with open(paths["json"]) as file:
        told = json.load(file)
    axes = [axis["name"] for axis in told["axes"]]
    types = dict(zip(axes, axis_types, strict=True))
    types |= {"value": value_type, "lower": value_type, "upper": value_type, "winner": "int64", "chance": "double"}
    names = axes + COLUMNS
    types = {column: types.get(column, "string") for column in names}

    table = pyarrow.parquet.read_table(paths["parquet"])
    assert table.column_names == names, table.column_names
    found = {field.name: str(field.type) for field in table.schema}
    assert found == types, (name, found, types)
    rows = table.to_pylist()

    with open(paths["csv"], newline="") as file:
        plain = list(csv.DictReader(file))
    assert len(plain) == len(rows) == len(told["fights"]) == told["cells"], name
    for row, line, fight in zip(rows, plain, told["fights"]):
        assert list(line) == names
        assert row == {column: from_csv(line[column], types[column]) for column in names}, (row, line)
        # Empty fields are left out of the JSON, or null.
        assert row == {column: fight.get(column) for column in names}, (row, fight)
        assert set(fight) <= set(names), fight

    # The store has a row for each finished cell, whose answer is what the files say.
    store = sqlite3.connect(paths["sqlite"])
    assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    kept = {question: json.loads(answer) for question, answer in store.execute("SELECT question, answer FROM cells")}
    finished = [row for row in rows if row["stopped"] is None]
    assert len(kept) == len(finished), (name, len(kept), len(finished))
    for row in finished:
        asked = [answer for question, answer in kept.items() if is_of(json.loads(question), row, axes)]
        assert len(asked) == 1, (name, row, asked)
        said = {column: asked[0].get(column) for column in COLUMNS}
        assert said == {column: row[column] for column in COLUMNS}, (name, said, row)
    store.close()
    return len(rows)


def is_of(question, row, axes):
    """Is that the question of this row?"""
    for axis in axes:
        value = str(row[axis])
        if axis in ("p1", "p2"):
            same = question.get(axis) == value
        elif axis == "mode":
            same = question.get(axis, "normal") == value
        else:
            same = f"{axis}={value}" in question.get("set", [])
        if not same:
            return False
    return True


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--inside"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    if "--inside" not in sys.argv:
        enter_environment()
    program = str(Path(arguments[0]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        for name, sweep, axis_types, value_type in SWEEPS:
            rows = check(program, folder, name, sweep, axis_types, value_type)
            print(f"{name}: {rows} rows, the same in CSV, JSON, Parquet and SQLite")


if __name__ == "__main__":
    main()
