#!/usr/bin/env python3
"""Plays on the drawn table of the companion here, as a phone does: begin, move MOVE, hint, or state."""

import http.cookiejar
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ADDRESS = "http://127.0.0.1:8080"
START = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"
PATIENCE = 600
PIN = Path("/run/table.pin")
"""Asked for once after each start of the machine: that alone takes a quarter of a minute here."""

phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def asked(path: str, body: dict[str, object] | None = None) -> dict[str, object]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(ADDRESS + path, data, {"Content-Type": "application/json"})
    try:
        with phone.open(request, timeout=PATIENCE) as answer:
            told: dict[str, object] = json.loads(answer.read() or b"{}")
            return told
    except urllib.error.HTTPError as refused:
        sys.exit(f"{path}: {refused.code} {refused.read().decode()[:300]}")


def state() -> dict[str, object]:
    return asked("/api/v1/state")


def in_short(now: dict[str, object]) -> str:
    return f"{now['moves']} moves, {now['position']}"


def wait_for(moves: int) -> None:
    until = time.monotonic() + PATIENCE
    while (now := state())["moves"] != moves or now["violation"] or now["question"]:
        if time.monotonic() > until:
            sys.exit(f"not seen: {json.dumps(now)}")
        time.sleep(1)
    print(in_short(now))


def change() -> None:
    if not PIN.exists():
        PIN.write_bytes(subprocess.check_output(["himiki", "pin"]))
    asked("/api/v1/session", {"pin": PIN.read_text(encoding="ascii").strip()})


match sys.argv[1:]:
    case ["begin"]:
        change()
        asked("/api/v1/games", {"mode": "duel", "start": START})
        wait_for(0)
    case ["move", move]:
        before = state()["moves"]
        change()
        asked("/api/v1/sim/moves", {"move": move})
        assert isinstance(before, int)
        wait_for(before + 1)
    case ["hint"]:
        change()
        print(asked("/api/v1/advice", {})["move"])
    case ["state"]:
        print(in_short(state()))
    case _:
        sys.exit(__doc__)
