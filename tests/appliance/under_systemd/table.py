#!/usr/bin/env python3
"""Plays on the drawn table of the companion that runs here, as a phone does: begin, move MOVE, or state."""

import http.cookiejar
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request

ADDRESS = "http://127.0.0.1:8080"
START = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"
PATIENCE = 600

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
    pin = subprocess.run(
        ["himiki", "pin", "--state", "/var/lib/himiki"], capture_output=True, text=True, check=True
    )
    asked("/api/v1/session", {"pin": pin.stdout.strip()})


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
    case ["state"]:
        print(in_short(state()))
    case _:
        sys.exit(__doc__)
