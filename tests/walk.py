"""The way of a frame from the camera to the phone, and of a tap from the phone to the store, as they go.

`python -m tests.walk` plays a move at a drawn table with its server, takes it back on the phone, and prints
which rooms and modules that went through, in order; `--write` puts it into `docs/walk.md`.
"""

import argparse
import http.client
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final

from tests.web.tables import START, Client, Running, drawn_profile_once, running

HOME: Final = Path(__file__).parents[1]
DOCUMENT: Final = HOME / "docs/walk.md"

ROOMS: Final = {
    "vision.sources": "frames come in",
    "vision.virtual": "where there is no camera, a table is drawn",
    "vision.files": "a file is replaced as a whole",
    "vision": "the eye looks",
    "companion.games.himiki.referee": "the referee judges",
    "companion.games.himiki.rules": "the rules say what may be",
    "companion.games": "what else the game has",
    "companion.table": "the table hands on, under its lock",
    "companion.store": "events are kept before they are told",
    "companion.web": "pages are told",
    "companion": "the rest",
}
"""As far as they matter here, the narrower ones first, and what is done in them."""


VALUES: Final = ("vision.sighting", "vision.cubes.seen", "vision.frames")
"""They are handed through the rooms: to look at one is to enter nothing."""


def room_of(module: str) -> str:
    return next((room for room in ROOMS if module == room or module.startswith(f"{room}.")), module)


@dataclass(frozen=True)
class Call:
    """A module is entered from another one."""

    thread: str
    module: str
    caller: str | None

    @property
    def room(self) -> str:
        return room_of(self.module)

    @property
    def enters(self) -> bool:
        """Whether it leads from one room into another."""
        return self.caller is None or room_of(self.caller) != self.room


@dataclass
class Tracer:
    """Hears of every call in threads that begin after it; keeps those between modules while it is on."""

    on: bool = False
    calls: list[Call] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._local = threading.local()
        self._modules: dict[str, str | None] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event not in ("call", "return"):
            return
        file = frame.f_code.co_filename
        module = self._modules[file] if file in self._modules else self._named(file)
        if module is None:
            return
        stack: list[str] = self._local.__dict__.setdefault("stack", [])
        if event == "return":
            if stack:
                stack.pop()
            return
        caller = stack[-1] if stack else None
        stack.append(module)
        if self.on and caller != module:
            name = threading.current_thread().name
            self.calls.append(Call(name, module, caller))

    def _named(self, file: str) -> str | None:
        path = Path(file)
        inside = path.is_relative_to(HOME) and path.relative_to(HOME).parts[0] in ("companion", "vision")
        name = ".".join(path.relative_to(HOME).with_suffix("").parts) if inside else None
        self._modules[file] = None if name is None else name.removesuffix(".__init__")
        return self._modules[file]


def heard(here: Running, name: str, act: Callable[[], object]) -> None:
    """Does that and waits until a phone that listens has got the event."""
    connection = http.client.HTTPConnection("127.0.0.1", here.port, timeout=60)
    connection.request("GET", "/api/v1/events")
    answer = connection.getresponse()
    answer.readline()
    act()
    while f"event: {name}" not in answer.readline().decode():
        pass
    connection.close()


def walked(folder: Path) -> tuple[list[Call], list[Call]]:
    """Of a move, from the frame that shows it on; and of taking it back."""
    (folder / "profile").mkdir()
    profile = drawn_profile_once(folder / "profile")
    tracer = Tracer()
    threading.setprofile(tracer)
    try:
        with running(folder, profile) as here:
            client: Client = here.player()
            client.begin(START)
            client.played("B5>BB4")
            tracer.on = True
            heard(here, "move", lambda: client.play("B2>BB1"))
            move, tracer.calls = tracer.calls, []
            heard(here, "corrected", lambda: client.decide("undo"))
            tracer.on = False
            undo = tracer.calls
    finally:
        threading.setprofile(None)
    return move, undo


def on_the_way_in(move: list[Call]) -> list[Call]:
    """Of the thread that has the camera: from the last frame before the move was kept, until it was."""
    table = [call for call in move if call.thread == "table"]
    kept = next(at for at, call in enumerate(table) if call.room == "companion.store")
    starts = [at for at, call in enumerate(table[:kept]) if call.room == "vision.sources" and call.enters]
    return table[starts[-1] : kept + 1]


def entered(calls: Iterable[Call], hall: str = "companion.table") -> list[str]:
    """The rooms that are gone into from the table, one after the other."""
    gone = (call for call in calls if call.enters and call.module not in VALUES)
    return [call.room for call in gone if call.caller and room_of(call.caller) == hall]


def stations(calls: Iterable[Call]) -> list[tuple[str, list[str]]]:
    """Each room once, in the order in which it is first entered, with its modules in theirs."""
    rooms: dict[str, dict[str, None]] = {}
    for call in calls:
        for module in (call.caller, call.module):
            if module is not None and module not in VALUES:
                rooms.setdefault(room_of(module), {})[module] = None
    return [(room, list(modules)) for room, modules in rooms.items()]


def told_to_phones(calls: list[Call]) -> list[Call]:
    """What the threads of the pages do once the table has spoken."""
    return [call for call in calls if call.thread in ("live events", "server")]


def tapped(undo: list[Call]) -> list[Call]:
    """What the thread does that a tap comes to."""
    thread = next(call.thread for call in undo if call.module.endswith("referee.game.deciding"))
    return [call for call in undo if call.thread == thread]


def listing(calls: Iterable[Call]) -> str:
    lines = []
    for number, (room, modules) in enumerate(stations(calls), 1):
        inside = ", ".join(f"`{module.removeprefix(room).lstrip('.') or module}`" for module in modules)
        lines.append(f"{number}. **`{room}`** {ROOMS[room]}: {inside}")
    return "\n".join(lines)


def written(move: list[Call], undo: list[Call]) -> dict[str, str]:
    """What stands in the document under its marks."""
    return {
        "in": listing(on_the_way_in(move)),
        "out": listing(told_to_phones(move)),
        "undo": listing(tapped(undo)),
    }


def marked(text: str, parts: dict[str, str]) -> str:
    for name, part in parts.items():
        begin, end = f"<!-- walk: {name} -->", "<!-- /walk -->"
        pattern = f"{re.escape(begin)}.*?{re.escape(end)}"
        text = re.sub(pattern, lambda _, new=f"{begin}\n{part}\n{end}": new, text, flags=re.DOTALL)  # type: ignore[misc]
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="into docs/walk.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        parts = written(*walked(Path(folder)))
    if options.write:
        text = DOCUMENT.read_text(encoding="utf-8")
        DOCUMENT.write_text(marked(text, parts), encoding="utf-8")
    for name, part in parts.items():
        sys.stdout.write(f"{name}\n{part}\n\n")


if __name__ == "__main__":
    main()
