#!/usr/bin/env python3
"""Draws the curves of docs/searching.md from docs/searching.csv, and measures them anew where asked.

    python3 scripts/curves.py                                      # draw
    python3 scripts/curves.py --measure target/release/outplay     # measure (some ten minutes), then draw

A row of the CSV is one fight and one search: the states that it expanded for all that was asked, and if it was
settled before it kept too many. Standard library only.
"""

import argparse
import csv
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile
from html import escape

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "searching.csv"
PICTURES = ROOT / "docs" / "pictures"
COLOURS = ["#0b5fa5", "#c2410c", "#15803d", "#7e22ce", "#a16207", "#be185d"]

# The file of a picture: what stands above it and below it.
CURVES = {
    "wizard": ("A longer fight: the wizard (1000 hp) and the boss's hp", "hp of the boss"),
    "skills": ("More to choose from: the first skills of twenty-skills.toml", "number of skills"),
    "arena": ("Two sides, a queue: the arena with more hp and sp", "hp and sp of both fighters"),
}


def with_skills(count, folder):
    """golden/fights/twenty-skills.toml with the first skills only, as a file."""
    text = (ROOT / "golden" / "fights" / "twenty-skills.toml").read_text()
    names = re.search(r"skills = \[(.*dart.*)\]", text).group(1).split(", ")
    text = text.replace(", ".join(names), ", ".join(names[:count]))
    for name in names[count:]:
        text = re.sub(rf"\[skills\.{json.loads(name)}\]\n(.+\n)+\n", "", text)
    path = pathlib.Path(folder) / f"skills-{count}.toml"
    path.write_text(text)
    return str(path)


def fights(folder):
    """What is measured: the curve, the name of the line, x, and the arguments after `solve`."""
    for by, mode in [("astar", "normal"), ("astar", "hard"), ("dijkstra", "normal")]:
        for hp in [50, 100, 150, 200, 300, 400, 600, 800, 900, 1000, 1200, 1500, 2000]:
            yield "wizard", f"{by}, {mode}", hp, [
                "wizard", "--set", "wizard.hp=1000", "--set", f"boss.hp={hp}", "--mode", mode, "--by", by]
    for by in ["astar", "dijkstra"]:
        for number in range(4, 21):
            yield "skills", f"{by}, king of 60 hp", number, [
                with_skills(number, folder), "--set", "king.hp=60", "--by", by]
    for one, two, searches in [("mage", "rogue", ["alphabeta", "memo"]),
                               ("mage", "vampire", ["alphabeta", "memo"]), ("sorcerer", "rogue", ["alphabeta"])]:
        for by in searches:
            for most in [100, 150, 200, 300, 400, 500, 600, 800]:
                numbers = [f"{fighter}.{number}={most}" for fighter in [one, two] for number in ["hp", "sp"]]
                # Alpha-beta is what is used by default, and then the other moves' values come from its table.
                named = [] if by == "alphabeta" else ["--by", by]
                yield "arena", f"{by}, {one} {two}", most, [
                    "arena", "--p1", one, "--p2", two, *(word for number in numbers for word in ["--set", number]), *named]


def measure(binary, states, only):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        given_up = set()
        for curve, line, x, arguments in fights(folder):
            if only and curve not in only or (curve, line) in given_up:
                continue
            command = [binary, "solve", *arguments, "--max-states", str(states), "--format", "json"]
            text = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, preexec_fn=lambda: os.nice(10)).stdout
            found = json.loads(text)
            settled = found["proof"] == "optimal"
            if not settled:
                # What is longer would mostly not be settled, either.
                given_up.add((curve, line))
            rows.append({"curve": curve, "line": line, "x": x, "states": found["states"], "settled": "yes" if settled else "no"})
            print(*rows[-1].values(), flush=True)
    kept = [row for row in read() if only and row["curve"] not in only]
    with TABLE.open("w", newline="") as file:
        table = csv.DictWriter(file, ["curve", "line", "x", "states", "settled"], lineterminator="\n")
        table.writeheader()
        table.writerows(sorted(kept + rows, key=lambda row: list(CURVES).index(row["curve"])))


def read():
    if not TABLE.exists():
        return []
    with TABLE.open(newline="") as file:
        return list(csv.DictReader(file))


def count(number):
    """1000000 as 1 million."""
    return f"{number // 10**6} million" if number >= 10**6 else f"{number:,}"


def drawn(curve, rows):
    """A picture: states upwards in powers of ten, x to the right."""
    title, below = CURVES[curve]
    lines = {}
    for row in rows:
        lines.setdefault(row["line"], []).append((int(row["x"]), max(1, int(row["states"])), row["settled"] == "yes"))
    left, right, top, bottom, width, height = 92, 220, 48, 62, 850, 440
    xs = sorted({x for points in lines.values() for x, _, _ in points})
    decades = max(1, math.ceil(math.log10(max(y for points in lines.values() for _, y, _ in points))))

    def across(x):
        return left + (width - left - right) * (x - xs[0]) / (xs[-1] - xs[0])

    def up(y):
        return height - bottom - (height - top - bottom) * math.log10(y) / decades

    def text(x, y, words, anchor="middle", more=""):
        return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" {more}>{escape(words)}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="13" fill="#1f2937" role="img">',
        f"<title>{escape(title)}: states expanded</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#ffffff"/>',
        text(left, 28, title, "start", 'font-size="16" font-weight="bold"'),
        text((left + width - right) / 2, height - 16, below),
        f'<text transform="translate(20 {(top + height - bottom) / 2:.0f}) rotate(-90)" text-anchor="middle">states expanded</text>',
    ]
    for power in range(decades + 1):
        y = up(10**power)
        parts.append(f'<path d="M{left} {y:.0f}H{width - right}" stroke="#d1d5db"/>')
        parts.append(text(left - 8, y + 4, count(10**power), "end"))
    shown = -math.inf
    for x in xs:
        # A number that would run into the one before it is left out.
        if across(x) - shown >= 34 or x == xs[0]:
            shown = across(x)
            parts.append(f'<path d="M{shown:.0f} {height - bottom}v5" stroke="#1f2937"/>')
            parts.append(text(shown, height - bottom + 20, str(x)))
    parts.append(f'<path d="M{left} {top}V{height - bottom}H{width - right}" fill="none" stroke="#1f2937"/>')
    ends = []
    for colour, (name, points) in zip(COLOURS, lines.items()):
        places = [(across(x), up(y), settled) for x, y, settled in points]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)
        dashes = ' stroke-dasharray="6 4"' if "hard" in name else ""
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        for x, y, settled in places:
            fill = colour if settled else "#ffffff"
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{colour}" stroke-width="2"/>')
        ends.append([places[-1][1], colour, name])
    # The names stand to the right, in the order of the lines' ends, and do not touch each other.
    ends.sort()
    for above, end in zip([None, *ends], ends):
        end[0] = max(end[0], above[0] + 19) if above else max(end[0], top + 6)
    over = max(0, ends[-1][0] - (height - bottom))
    for y, colour, name in ends:
        parts.append(f'<rect x="{width - right + 14}" y="{y - over - 5:.0f}" width="12" height="12" rx="6" fill="{colour}"/>')
        parts.append(text(width - right + 32, y - over + 5, name, "start"))
    if any(not settled for points in lines.values() for _, _, settled in points):
        parts.append(text(width - 12, height - 16, "hollow: stopped, not settled", "end", 'font-size="12"'))
    return "\n".join([*parts, "</svg>", ""])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--measure", metavar="BINARY")
    options.add_argument("--states", type=int, default=500_000)
    options.add_argument("only", nargs="*", help="curves to measure, all unless told")
    chosen = options.parse_intermixed_args()
    if chosen.measure:
        measure(os.path.abspath(chosen.measure), chosen.states, chosen.only)
    rows = read()
    for curve in CURVES:
        of_curve = [row for row in rows if row["curve"] == curve]
        if of_curve:
            (PICTURES / f"searching-{curve}.svg").write_text(drawn(curve, of_curve))


if __name__ == "__main__":
    main()
