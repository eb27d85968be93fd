#!/usr/bin/env python3
"""Does the page hold? `load.py PROGRAM` starts `PROGRAM serve` and asks too much of it in every way we know.

Many clients at once, slow ones, idle ones, the worst questions, and all of them together; meanwhile a process
of its own asks for the home page again and again. It prints, for each part, the statuses, how long the home page
took (p50, p99) and the memory of the server, and fails on any status but 200, 303, 304, 4xx and 503, on an answer
that breaks off, on more memory than --most-memory, and on a server that does not end well. Times are printed and
not judged. --small is a short version for the tests. Python's standard library only.

--soak SECONDS is another question: does it stay as it is? Clients with good, bad, slow and huge requests come and go for
so long. After a first tenth of that, and again at the end, all of them leave; it fails where the server then has more threads or
open files than after the first tenth, or a tenth (and 16 MB) more memory.
"""

import argparse
import asyncio
import collections
import json
import logging
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
HARD = "drowned.hp=60&keeper.hp=60&keeper.oil=90"


def decks(cards):
    numbers = list(range(1, cards + 1))
    random.Random(cards).shuffle(numbers)
    half = cards // 2
    return "p1=" + "+".join(map(str, numbers[:half])) + "&p2=" + "+".join(map(str, numbers[half:]))


def worst():
    """Twenty of the worst questions: (method, path, content type, body)."""

    def get(path):
        return ("GET", path, None, b"")

    def post(path, body, kind=FORM):
        return ("POST", path, kind, body.encode())

    return [
        post("/api/replay/combat", decks(5000) + "&mode=recursive"),
        post("/api/replay/combat", decks(5000) + "&mode=all"),
        post("/api/replay/combat", decks(10000) + "&mode=recursive"),
        get("/api/replay/combat?" + decks(1000)),
        post("/combat", decks(10000)),
        post("/combat", decks(4000) + "&mode=recursive"),
        post("/api/solve/combat", decks(10000) + "&mode=recursive&explain=1"),
        get(f"/api/solve/lighthouse?{HARD}"),
        get("/solve/lighthouse?by=brute&keeper.hp=90&drowned.hp=90&keeper.oil=90"),
        get(f"/api/solve/lighthouse?{HARD}&by=retrograde"),
        get(f"/explore/lighthouse?{HARD}"),
        get(f"/play/lighthouse?{HARD}&hint=1"),
        get(f"/api/report/lighthouse?{HARD}"),
        get("/api/match/combat?cards=10000&games=100000&mode=recursive"),
        get(f"/api/match/lighthouse?{HARD}&games=100000"),
        get("/api/tournament/arena?styles=random,minimax,greedy&games=10000"),
        get("/api/sweep/lighthouse?vary=drowned.hp%3D1..100&vary=keeper.hp%3D1..100"),
        get("/lab/wizard?x=boss.hp&x-from=1&x-to=100&y=boss.attack&y-from=1&y-to=100"),
        get("/api/sweep/wizard?" + "vary=boss.hp%3D1..9999999&" * 100),
        get(f"/api/compare/lighthouse?{HARD}"),
        get("/api/compare/hand?sizes=1..60&repeat=1000"),
        get("/hand?deal=200&seed=1"),
        post("/api/solve/hand", "input=name,cost%0A" + "A,x%0A" * 150_000),
        post("/api/solve/combat", "p1=" + "x+" * 400_000 + "&p2=1"),
        post("/api/solve/combat", json.dumps({"p1": list(range(200_000))}), JSON),
        post("/api/solve/wizard", "[" * 900_000, JSON),
        post("/api/solve/wizard", "a.b=1&" * 170_000),
    ]


def refused():
    """Requests that are refused: (method, path, content type, body)."""
    return [
        ("GET", "/nowhere", None, b""),
        ("GET", "/play/wizard?moves=9999", None, b""),
        ("GET", "/api/solve/wizard?boss.hp=minus", None, b""),
        ("GET", "/api/solve/nobody", None, b""),
        ("GET", "/solve/wizard?" + "x" * 20_000, None, b""),
        ("GET", "/play/own?rules=" + "A" * 9_000, None, b""),
        ("DELETE", "/api/solve/wizard", None, b""),
        ("POST", "/api/solve/wizard", JSON, b"{" * 5000),
        ("POST", "/api/solve/wizard", JSON, b'{"boss": {"hp": "\xff"}}'),
        ("POST", "/api/solve/hand", "text/plain", b"what is this"),
        ("POST", "/api/solve/combat", JSON, b" " * 2_000_000),
    ]


LIGHT = ["/", "/solve/wizard", "/play/wizard?moves=3&hint=1", "/hand?deal=6&seed=2", "/api/solve/wizard", "/style.css"]


class Outcome:
    """What came back, counted."""

    def __init__(self):
        self.statuses = collections.Counter()
        self.broken = []
        self.bytes = 0

    def say(self):
        text = ", ".join(f"{count} x {status}" for status, count in sorted(self.statuses.items(), key=str))
        return f"{text or 'nothing asked'}; {self.bytes / 1e6:.1f} MB"


def wrong(status):
    return not (status in (200, 303, 304, 503) or 400 <= status < 500)


async def exchange(port, method, path, kind, body, outcome, patience=120):
    """One request on a connection of its own."""
    writer = None
    try:
        reader, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), 30)
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\naccept-encoding: gzip\r\n"
        if body:
            head += f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n"
        writer.write(head.encode() + b"\r\n" + body)
        line = await asyncio.wait_for(reader.readline(), patience)
        status = int(line.split()[1])
        length = None
        while (header := await asyncio.wait_for(reader.readline(), patience)).strip():
            if header.lower().startswith(b"content-length:"):
                length = int(header.split(b":")[1])
        got = await asyncio.wait_for(reader.read() if length is None else reader.readexactly(length), patience)
        outcome.bytes += len(got)
        outcome.statuses[status] += 1
        if wrong(status):
            outcome.broken.append(f"{method} {path[:80]}: {status}")
    except (OSError, ValueError, IndexError, EOFError, asyncio.TimeoutError) as error:
        # A body that nobody wants to read to its end may cost the connection.
        if not (len(body) > 65536 and isinstance(error, OSError)):
            outcome.broken.append(f"{method} {path[:80]}: {type(error).__name__} {error}")
        outcome.statuses["broken off"] += 1
    finally:
        if writer:
            writer.close()


async def slow(port, number, until):
    """A client that sends its headers or its body a byte at a time, or does not read its answer."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        way = number % 3
        if way == 0:
            text = b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"y" * 4000
        elif way == 1:
            text = b"POST /hand HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n"
            writer.write(text)
            text = b"{" + b" " * 4000
        else:
            text = b"GET /lab/wizard HTTP/1.1\r\nhost: localhost\r\n\r\n"
            writer.write(text * 20)
            text = b""
        for byte in text:
            if time.monotonic() > until:
                break
            writer.write(bytes([byte]))
            await asyncio.sleep(0.2)
        await asyncio.sleep(max(0, until - time.monotonic()))
        writer.close()
    except OSError:
        pass  # They are cut off: that is right.


async def idle(port, until):
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.sleep(max(0, until - time.monotonic()))
        writer.close()
    except OSError:
        pass


def probe(port, seconds):
    """Asks for the home page, one connection after the other: prints seconds and statuses as JSON."""
    end = time.monotonic() + seconds
    took, statuses = [], collections.Counter()
    while time.monotonic() < end:
        begin = time.perf_counter()
        try:
            with socket.create_connection(("127.0.0.1", port), 30) as stream:
                stream.sendall(f"GET / HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n".encode())
                answer = b""
                while part := stream.recv(1 << 16):
                    answer += part
            statuses[answer[9:12].decode()] += 1
        except OSError as error:
            statuses[type(error).__name__] += 1
        took.append(time.perf_counter() - begin)
        time.sleep(0.01)
    json.dump({"took": took, "statuses": statuses}, sys.stdout)


def status_of(pid, name):
    """A number of /proc/PID/status."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(rf"{name}:\s*(\d+)", file.read())[1])


def memory(pid):
    """Resident now and at most, in MB; none where nobody says."""
    try:
        return [status_of(pid, name) * 1024 / 1e6 for name in ("VmRSS", "VmHWM")]
    except OSError:
        return None


class Holding:
    """What a server holds on to: threads, open files, memory."""

    def __init__(self, pid):
        self.threads, self.files = status_of(pid, "Threads"), len(os.listdir(f"/proc/{pid}/fd"))
        self.memory = memory(pid)[0]

    def __str__(self):
        return f"{self.threads} threads, {self.files} open files, {self.memory:.0f} MB"


def percentile(took, part):
    ordered = sorted(took)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000


class Load:
    def __init__(self, program, most_memory, extra):
        self.failures, self.most_memory = [], most_memory
        command = [program, "serve", "--port", "0", *extra]
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.server.stdout.readline()
        self.port = int(re.search(r":(\d+)/", line)[1])

    async def part(self, name, seconds, tasks):
        """Runs tasks while the home page is asked for, at least for so long."""
        outcome = Outcome()
        prober = await asyncio.create_subprocess_exec(
            sys.executable, __file__, "--probe", str(self.port), str(seconds), stdout=subprocess.PIPE
        )
        begin = time.monotonic()
        await asyncio.gather(*tasks(outcome, begin + seconds))
        ran = time.monotonic() - begin
        told = json.loads((await prober.communicate())[0])
        took = told["took"]
        now = memory(self.server.pid)
        print(f"{name} ({ran:.1f} s)")
        print(f"  answers: {outcome.say()}")
        print(
            f"  home: p50 {percentile(took, 0.5):.1f} ms, p99 {percentile(took, 0.99):.1f} ms, "
            f"most {max(took) * 1000:.0f} ms, {dict(told['statuses'])}"
        )
        if now:
            print(f"  memory: {now[0]:.0f} MB, at most {now[1]:.0f} MB", flush=True)
        self.failures += [f"{name}: {broken}" for broken in outcome.broken[:5]]
        if set(told["statuses"]) - {"200", "503"} or told["statuses"].get("200", 0) < len(took) / 2:
            self.failures.append(f"{name}: home: {told['statuses']}")
        if now and now[1] > self.most_memory:
            self.failures.append(f"{name}: {now[1]:.0f} MB of memory")
        if self.server.poll() is not None:
            raise SystemExit(f"{name}: the server has ended with {self.server.returncode}")

    def end(self):
        self.server.send_signal(signal.SIGTERM)
        try:
            status = self.server.wait(15)
        except subprocess.TimeoutExpired:
            self.server.kill()
            status = "no end"
        print(f"ended with {status}")
        if status != 0:
            self.failures.append(f"it ended with {status}")


async def run(load, small):
    port = load.port
    times = 1 if small else 3

    def clients(count):
        def tasks(outcome, _):
            return [exchange(port, "GET", LIGHT[n % len(LIGHT)], None, b"", outcome) for n in range(count)]

        return tasks

    def slow_ones(count):
        return lambda _, until: [slow(port, number, until) for number in range(count)]

    def idle_ones(count):
        return lambda _, until: [idle(port, until) for _ in range(count)]

    def of_the_worst(count):
        def tasks(outcome, _):
            bad = worst()
            return [exchange(port, *bad[n % len(bad)], outcome) for n in range(count)]

        return tasks

    def together(*parts):
        return lambda outcome, until: [task for part in parts for task in part(outcome, until)]

    await load.part("quiet", 2, lambda *_: [])
    await load.part("200 clients", 2 * times, clients(200))
    if not small:
        await load.part("1,000 clients", 10, clients(1000))
    many = 60 if small else 300
    await load.part(f"{many} slow clients", 4 * times, slow_ones(many))
    idle_count = 300 if small else 2500
    await load.part(f"{idle_count} idle connections", 2 * times, idle_ones(idle_count))
    bad = len(worst())
    await load.part(f"{bad} of the worst", 5 * times, of_the_worst(bad))
    same = ("POST", "/api/replay/combat", FORM, (decks(5000) + "&mode=recursive").encode())
    replays = lambda outcome, _: [exchange(port, *same, outcome) for _ in range(6 if small else 30)]
    await load.part("large replays at once", 2 * times, replays)
    everything = together(clients(100 if small else 1000), slow_ones(many), of_the_worst(bad if small else 2 * bad))
    await load.part("all at once", 6 * times, everything)
    await load.part("afterwards", 2, lambda *_: [])


async def client(load, number, outcome, until):
    """Asks one thing after the other: mostly what is quick, some of it refused, some of it huge."""
    dice = random.Random(number)
    huge, refusals = worst(), refused()
    while time.monotonic() < until:
        pick = dice.random()
        if pick < 0.75:
            await exchange(load.port, "GET", dice.choice(LIGHT), None, b"", outcome)
        elif pick < 0.97:
            await exchange(load.port, *dice.choice(refusals), outcome)
        else:
            await exchange(load.port, *dice.choice(huge), outcome)
        await asyncio.sleep(dice.random() * 0.2)


async def slow_ones_in_turn(load, number, until):
    """Slow clients, one after the other."""
    while time.monotonic() < until:
        await slow(load.port, number, min(until, time.monotonic() + 15))
        number += 1


async def soak(load, seconds):
    """The same load all the time; what the server holds on to when everybody has left."""
    parts = 10

    def mixed(outcome, until):
        return [client(load, number, outcome, until) for number in range(40)] + [
            slow_ones_in_turn(load, number, until) for number in range(30)
        ]

    async def left():
        # Whoever was slow is cut off after ten seconds, whoever searches after twenty.
        await asyncio.sleep(30)
        holding = Holding(load.server.pid)
        print(f"everybody has left: {holding}", flush=True)
        return holding

    await load.part(f"mixed, 1 of {parts}", seconds / parts, mixed)
    begun = await left()
    for part in range(2, parts + 1):
        await load.part(f"mixed, {part} of {parts}", seconds / parts, mixed)
        print(f"  holds {Holding(load.server.pid)}", flush=True)
    ended = await left()
    if ended.threads > begun.threads or ended.files > begun.files or ended.memory > begun.memory * 1.1 + 16:
        load.failures.append(f"it held {begun} after the first part, and {ended} in the end")


def main():
    if sys.argv[1:2] == ["--probe"]:
        return probe(int(sys.argv[2]), float(sys.argv[3]))
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", help="the program outplay")
    parser.add_argument("--small", action="store_true", help="a short version")
    parser.add_argument("--most-memory", type=float, default=1000, metavar="MB", help="fail above this (1000)")
    parser.add_argument("--soak", type=float, metavar="SECONDS", help="does it stay as it is, for so long?")
    parser.add_argument("extra", nargs="*", help="more arguments of serve, after --")
    arguments = parser.parse_args()
    load = Load(arguments.program, arguments.most_memory, arguments.extra)
    try:
        asyncio.run(soak(load, arguments.soak) if arguments.soak else run(load, arguments.small))
    finally:
        load.end()
    for failure in load.failures:
        print(f"WRONG: {failure}")
    return 1 if load.failures else 0


if __name__ == "__main__":
    try:
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20000) if hard > 0 else 20000, hard))
    except (ImportError, ValueError, OSError):
        pass
    # That a connection was closed is counted, and need not be said each time.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    sys.exit(main())
