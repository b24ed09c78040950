"""Who may import whom: the rooms of the program, and the arrows between them.

`python -m tests.rooms` prints the table of CONTRIBUTING; `--draw OUT.svg` draws the arrows that there are.
"""

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.rooms_drawn import drawing

HOME = Path(__file__).parents[1]

TOPS = ("companion", "vision", "calibration", "training", "hardware")

LOOSE = 8
"""Modules at most that lie in `companion/` itself: what the launcher and the units name."""
IN_A_FOLDER = 20
"""Modules at most of a folder: as many names as one still looks through."""


@dataclass(frozen=True)
class Room:
    """A module or package; the longest name that fits a module is its room."""

    name: str
    holds: str
    may_import: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    knows_games: bool = False
    """Whether it may name a game: the others go through `companion.games`."""


GAME = "companion.games.himiki"
RR = "companion.games.rr"
YOKAI = "companion.games.yokai"
SEEING = ("vision", "vision.plane", "vision.sources", "vision.finding", "vision.cubes", "vision.virtual")
FLAT = ("vision", "vision.flat")
RULES_SEEN = (f"{GAME}.rules.board", f"{GAME}.rules.cubes")

ROOMS: tuple[Room, ...] = (
    Room("vision", "frames, sightings, boards: values", libraries=("numpy", "cv2")),
    Room(
        "vision.plane",
        "where the board is, the camera above it, the light on it",
        ("vision",),
        ("numpy", "cv2"),
    ),
    Room(
        "vision.sources",
        "cameras, videos, folders of pictures",
        ("vision",),
        ("numpy", "cv2", "picamera2", "libcamera"),
    ),
    Room(
        "vision.finding",
        "a board in a picture that nobody explained",
        ("vision", "vision.plane", f"{GAME}.rules.board"),
        ("numpy", "cv2"),
        knows_games=True,
    ),
    Room(
        "vision.cubes",
        "cubes on the board: read, doubted, learnt anew",
        ("vision", "vision.plane", "vision.finding", f"{GAME}.rules.board", f"{GAME}.rules.cubes"),
        ("numpy", "cv2"),
        knows_games=True,
    ),
    Room(
        "vision.flat",
        "printed pieces lying flat, tiles and cards: read, doubted, followed",
        ("vision", "vision.plane", "vision.finding"),
        ("numpy", "cv2"),
    ),
    Room(
        "vision.virtual",
        "drawn tables, which are then seen like real ones",
        (
            "vision",
            "vision.plane",
            "vision.sources",
            "vision.cubes",
            f"{GAME}.rules.board",
            f"{GAME}.rules.cubes",
        ),
        ("numpy", "cv2"),
        knows_games=True,
    ),
    Room(
        "calibration",
        "how one board, its cubes and a camera's place are learnt",
        (*SEEING, "vision.flat", *RULES_SEEN),
        ("numpy", "cv2", "pydyf"),
        knows_games=True,
    ),
    Room(
        "training",
        "how the numbers of networks are learnt: for who makes them anew",
        ("vision", "vision.plane", "vision.cubes", "vision.virtual", "calibration", *RULES_SEEN),
        ("numpy", "cv2", "torch", "onnx"),
        knows_games=True,
    ),
    Room("hardware", "lights, tunes and presses", libraries=("gpiozero", "lgpio")),
    Room("companion.installing", "the environment that the launcher makes"),
    Room("companion.streams", "standard input and output: there, and in UTF-8"),
    Room("companion.testing", "`himiki test`", ("companion.installing",)),
    Room("companion.apart", "searches as processes of their own"),
    Room(
        "companion.games",
        "what all games share, and the one tuple of their names",
        ("vision", "vision.sources", "hardware"),
    ),
    Room(
        "companion.words",
        "catalogues of six languages; sentences by code",
        ("companion.games",),
        ("babel", "werkzeug"),
    ),
    Room("companion.broker.places", "where a table's messages are found: names of clubs and tables, topics"),
    Room(
        "companion.config",
        "the configuration: one TOML",
        ("companion.broker.places", "companion.words", "hardware", "vision.files", "vision.source_kinds"),
    ),
    Room(
        "companion.appliance",
        "installing, updating, systemd",
        ("companion.config", "companion.installing", "vision"),
        ("cryptography",),
    ),
    Room("companion.darkening", "the panel made dark after a kill", ("companion.config", "hardware")),
    Room("companion.store", "games as lists of events", ("companion.games",)),
    Room(
        "companion.table",
        "the running table: camera thread, listeners, one order of events",
        ("companion.apart", "companion.games", "companion.store", "vision", "vision.plane", "vision.sources"),
    ),
    Room(
        "companion.clips",
        "what the referee saw: the last seconds in memory, clips kept with what was said",
        ("companion.games", "companion.table", "vision", "vision.plane"),
    ),
    Room(
        "companion.panel",
        "lights, sounds and buttons follow the table",
        ("companion.config", "companion.games", "companion.table", "hardware"),
    ),
    Room(
        "companion.web.door",
        "who gets in, how many of them, and whose turn it is",
        ("vision.files",),
        ("h11", "uvicorn"),
    ),
    Room(
        "companion.web",
        "the shell of the pages, access, live events, the frame of the API",
        (
            "companion.clips",
            "companion.games",
            "companion.store",
            "companion.table",
            "companion.web.door",
            "companion.words",
            "vision",
        ),
        ("a2wsgi", "cryptography", "fastjsonschema", "flask", "itsdangerous", "segno", "uvicorn", "werkzeug"),
    ),
    Room(
        "companion.web.learning",
        "printed pieces learnt on the page, for every game that has some",
        ("calibration", "companion.table", "companion.web", "companion.words"),
        ("flask",),
    ),
    Room(
        "companion.broker",
        "this table on a club's broker: messages, what waits, what is asked",
        ("companion.broker.places", "companion.store", "companion.table"),
        ("paho",),
    ),
    Room(
        "companion.friend",
        "this table and a friend's, far away, at one game",
        (
            "companion.broker",
            "companion.broker.places",
            "companion.games",
            "companion.store",
            "companion.table",
            "vision.files",
        ),
    ),
    Room(
        "companion.hall",
        "many tables on one page, heard over a broker",
        (
            "companion.broker",
            "companion.broker.places",
            "companion.games",
            "companion.web",
            "companion.web.door",
            "companion.words",
            "vision.files",
        ),
        ("caissify_pairings", "flask", "psycopg"),
    ),
    Room(
        "companion.doctor",
        "what is not well, and its cure",
        (
            "companion.appliance",
            "companion.config",
            "companion.games",
            "companion.store",
            "companion.table",
            "hardware",
            "vision",
            "vision.plane",
            "vision.sources",
        ),
    ),
    Room(
        "companion.commands",
        "commands that run a table",
        (
            "companion.appliance",
            "companion.broker",
            "companion.broker.places",
            "companion.clips",
            "companion.config",
            "companion.doctor",
            "companion.friend",
            "companion.games",
            "companion.hall",
            "companion.installing",
            "companion.panel",
            "companion.store",
            "companion.table",
            "companion.web",
            "hardware",
            "vision",
            "vision.flat",
            "vision.sources",
        ),
    ),
    Room(
        f"{GAME}.rules", "the game: immutable values, pure functions", ("companion.games",), knows_games=True
    ),
    Room(f"{GAME}.players", "who answers for a side", ("companion.games", f"{GAME}.rules"), knows_games=True),
    Room(
        f"{GAME}.mindlock",
        "making challenges: finding, grading, naming",
        (f"{GAME}.rules",),
        knows_games=True,
    ),
    Room(
        f"{GAME}.study",
        "what games were worth: analysis, results, ratings",
        (f"{GAME}.players", f"{GAME}.rules"),
        knows_games=True,
    ),
    Room(
        f"{GAME}.agreed",
        "what is agreed on before a game",
        ("companion.games", f"{GAME}.rules"),
        knows_games=True,
    ),
    Room(
        f"{GAME}.referee",
        "sightings over time: moves, violations, questions; no I/O",
        (
            "companion.games",
            f"{GAME}.agreed",
            f"{GAME}.rules",
            "vision",
            "vision.cubes.seen",
        ),
        knows_games=True,
    ),
    Room(
        GAME,
        "the game as a table asks for it: play, seeing, showing",
        (
            "calibration",
            "companion.apart",
            "companion.games",
            "companion.store",
            "companion.table",
            "companion.words",
            "hardware",
            f"{GAME}.agreed",
            f"{GAME}.mindlock",
            f"{GAME}.players",
            f"{GAME}.referee",
            f"{GAME}.rules",
            *SEEING,
        ),
        knows_games=True,
    ),
    Room(
        f"{GAME}.pages",
        "which pages the game brings, and its rule book",
        ("companion.web", "companion.words"),
        ("flask", "markdown_it"),
        knows_games=True,
    ),
    Room(
        f"{GAME}.api",
        "what its pages ask for",
        (
            "calibration",
            "companion.apart",
            "companion.games",
            "companion.store",
            "companion.table",
            "companion.web",
            "companion.words",
            GAME,
            f"{GAME}.agreed",
            f"{GAME}.mindlock",
            f"{GAME}.pages",
            f"{GAME}.players",
            f"{GAME}.referee",
            f"{GAME}.rules",
            f"{GAME}.study",
            "vision",
            "vision.cubes",
        ),
        ("flask", "werkzeug"),
        knows_games=True,
    ),
    Room(
        f"{GAME}.commands",
        "commands about the game alone",
        (
            "companion.apart",
            "companion.config",
            "companion.games",
            "companion.store",
            GAME,
            f"{GAME}.agreed",
            f"{GAME}.mindlock",
            f"{GAME}.players",
            f"{GAME}.referee",
            f"{GAME}.rules",
            f"{GAME}.study",
            *SEEING,
        ),
        ("cv2", "numpy", "picamera2"),
        knows_games=True,
    ),
    Room(f"{RR}.rules", "the game: immutable values, pure functions", ("companion.games",), knows_games=True),
    Room(f"{RR}.players", "who answers for a side", ("companion.games", f"{RR}.rules"), knows_games=True),
    Room(
        f"{RR}.agreed",
        "what is agreed on before a game",
        (f"{RR}.rules",),
        knows_games=True,
    ),
    Room(
        f"{RR}.referee",
        "sightings over time: moves, violations, questions; no I/O",
        ("companion.games", f"{RR}.agreed", f"{RR}.rules", "vision", "vision.flat.seen"),
        knows_games=True,
    ),
    Room(
        RR,
        "the game as a table asks for it: play, seeing, showing, tiles drawn",
        (
            "calibration",
            "companion.apart",
            "companion.games",
            "companion.store",
            "companion.words",
            "hardware",
            f"{RR}.agreed",
            f"{RR}.players",
            f"{RR}.referee",
            f"{RR}.rules",
            *FLAT,
            "vision.plane",
            "vision.sources",
            "vision.virtual",
        ),
        knows_games=True,
    ),
    Room(
        f"{RR}.pages",
        "which pages the game brings, and its rule book",
        ("companion.web", "companion.words"),
        ("flask", "markdown_it"),
        knows_games=True,
    ),
    Room(
        f"{RR}.api",
        "what its pages ask for",
        (
            "calibration",
            "companion.apart",
            "companion.games",
            "companion.store",
            "companion.table",
            "companion.web",
            "companion.web.learning",
            "companion.words",
            RR,
            f"{RR}.agreed",
            f"{RR}.pages",
            f"{RR}.players",
            f"{RR}.referee",
            f"{RR}.rules",
        ),
        ("flask",),
        knows_games=True,
    ),
    Room(
        f"{RR}.commands",
        "commands about the game alone",
        ("companion.apart", *FLAT, "companion.games", RR, f"{RR}.players", f"{RR}.rules"),
        knows_games=True,
    ),
    Room(
        f"{YOKAI}.rules", "the game: immutable values, pure functions", ("companion.games",), knows_games=True
    ),
    Room(f"{YOKAI}.players", "who answers for a side", (f"{YOKAI}.rules",), knows_games=True),
    Room(f"{YOKAI}.dealing", "who deals: words of settings and options", knows_games=True),
    Room(
        f"{YOKAI}.agreed",
        "what is agreed on before a game",
        (f"{YOKAI}.dealing", f"{YOKAI}.rules"),
        knows_games=True,
    ),
    Room(
        f"{YOKAI}.referee",
        "sightings and decisions over time: moves, violations, questions; what is dealt; no I/O",
        ("companion.games", f"{YOKAI}.agreed", f"{YOKAI}.rules"),
        knows_games=True,
    ),
    Room(
        YOKAI,
        "the game as a table and commands ask for it: play, seeing, showing, cards drawn",
        (
            "calibration",
            "companion.games",
            "companion.store",
            "companion.words",
            "hardware",
            f"{YOKAI}.agreed",
            f"{YOKAI}.dealing",
            f"{YOKAI}.players",
            f"{YOKAI}.referee",
            f"{YOKAI}.rules",
            "vision",
            "vision.plane",
            "vision.sources",
            "vision.flat",
            "vision.virtual",
        ),
        ("cv2", "numpy"),
        knows_games=True,
    ),
    Room(
        f"{YOKAI}.pages",
        "which pages the game brings, and its rule book",
        ("companion.web", "companion.words"),
        ("flask", "markdown_it"),
        knows_games=True,
    ),
    Room(
        f"{YOKAI}.api",
        "what its pages ask for",
        (
            "calibration",
            "companion.games",
            "companion.store",
            "companion.table",
            "companion.web",
            "companion.web.learning",
            "companion.words",
            YOKAI,
            f"{YOKAI}.agreed",
            f"{YOKAI}.dealing",
            f"{YOKAI}.pages",
            f"{YOKAI}.players",
            f"{YOKAI}.referee",
            f"{YOKAI}.rules",
            "vision",
        ),
        ("flask",),
        knows_games=True,
    ),
    Room(
        f"{YOKAI}.commands",
        "commands about the game alone",
        ("companion.games", YOKAI, f"{YOKAI}.players", f"{YOKAI}.referee", f"{YOKAI}.rules", *FLAT),
        knows_games=True,
    ),
    Room(
        "companion.bench",
        "what is measured of the companion",
        (
            "calibration",
            "companion.games",
            "companion.store",
            "companion.table",
            "companion.web",
            GAME,
            f"{GAME}.agreed",
            f"{GAME}.players",
            f"{GAME}.referee",
            f"{GAME}.rules",
            *SEEING,
        ),
        ("chess", "numpy"),
        knows_games=True,
    ),
    Room(
        "companion.cli",
        "one small function per command",
        (
            "calibration",
            "companion.apart",
            "companion.bench",
            "companion.commands",
            "companion.games",
            "companion.streams",
            "companion.testing",
            GAME,
            f"{GAME}.commands",
            f"{GAME}.mindlock",
            f"{GAME}.players",
            f"{GAME}.rules",
            "vision",
            "vision.virtual",
        ),
        knows_games=True,
    ),
)
"""The lowest first: each may import from rooms above it in this list only."""


def is_within(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")


def room_of(module: str) -> Room | None:
    fitting = [room for room in ROOMS if is_within(module, room.name)]
    return max(fitting, key=lambda room: len(room.name), default=None)


@dataclass(frozen=True)
class Import:
    line: int
    module: str
    name: str | None = None
    """What `from module import name` takes: a module of a package, or something in a module."""

    @property
    def full(self) -> str:
        return f"{self.module}.{self.name}" if self.name else self.module


def imports_in(tree: ast.AST, package: str) -> Iterator[Import]:
    """Also those inside functions, under TYPE_CHECKING, and by a name given to importlib."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield Import(node.lineno, alias.name)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                source = ".".join([*base, *([module] if module else [])])
                for alias in names:
                    yield Import(node.lineno, source, alias.name)
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield Import(node.lineno, module)


def modules() -> Iterator[tuple[str, Path]]:
    for top in TOPS:
        for path in sorted((HOME / top).rglob("*.py")):
            parts = path.relative_to(HOME).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def module_named(wanted: Import, names: Set[str]) -> str:
    """The module that an import takes, or takes something from."""
    return wanted.full if wanted.full in names else wanted.module


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """Every module of the program, and the modules of the program that it imports."""
    paths = dict(modules())
    return {
        module: frozenset(
            taken
            for wanted in imports_in(
                ast.parse(path.read_text(encoding="utf-8")),
                module if path.name == "__init__.py" else module.rpartition(".")[0],
            )
            if (taken := module_named(wanted, paths.keys())) in paths and taken != module
        )
        for module, path in paths.items()
    }


def arrows(graph: Mapping[str, Iterable[str]] | None = None) -> dict[str, set[str]]:
    """From each room to the rooms that it imports from."""
    found: dict[str, set[str]] = {room.name: set() for room in ROOMS}
    for module, taken in (imports() if graph is None else graph).items():
        here = room_of(module)
        for each in taken:
            there = room_of(each)
            if here and there and here is not there:
                found[here.name].add(there.name)
    return found


def between_folders(graph: Mapping[str, Iterable[str]] | None = None) -> dict[str, set[str]]:
    """Inside of rooms: from each folder to those beside it, in the same one, from which it imports."""
    folders = {path.parent.relative_to(HOME).parts for _, path in modules()}
    found: dict[str, set[str]] = {}
    for module, taken in (imports() if graph is None else graph).items():
        here = module.split(".")
        for each in taken:
            if room_of(module) is not room_of(each):
                continue
            there = each.split(".")
            apart = next(
                (at for at, pair in enumerate(zip(here, there, strict=False)) if len(set(pair)) > 1), 0
            )
            one, other = here[: apart + 1], there[: apart + 1]
            if apart and tuple(one) in folders and tuple(other) in folders:
                found.setdefault(".".join(one), set()).add(".".join(other))
    return found


def entangled(graph: Mapping[str, Iterable[str]] | None = None) -> set[tuple[str, str]]:
    """Inside of rooms: folders and one below them that import from each other."""
    packages = {module for module, path in modules() if path.name == "__init__.py"}
    pairs = {
        (one, other)
        for module, taken in (imports() if graph is None else graph).items()
        for each in taken
        if room_of(module) is room_of(each)
        for one, other in [tuple(m if m in packages else m.rpartition(".")[0] for m in (module, each))]
    }
    return {(one, other) for one, other in pairs if other.startswith(f"{one}.") and (other, one) in pairs}


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Groups of nodes each of which leads to all the others: Tarjan's strongly connected components."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        number[node] = lowest[node] = len(number)
        path.append(node)
        for other in graph.get(node, ()):
            if other not in number:
                visit(other)
                lowest[node] = min(lowest[node], lowest[other])
            elif other in path:
                lowest[node] = min(lowest[node], number[other])
        if lowest[node] == number[node]:
            at = path.index(node)
            if len(path) - at > 1:
                found.append(sorted(path[at:]))
            del path[at:]

    for node in graph:
        if node not in number:
            visit(node)
    return found


def is_open(room: Room, module: str) -> bool:
    """Whether a room may import from a module of the program: one of its own, or of a room it may, or one
    that is named to it alone."""
    there = room_of(module)
    if there is None or there is room or there.name in room.may_import:
        return there is not None
    names = {each.name for each in ROOMS}
    return any(is_within(module, named) for named in room.may_import if named not in names)


def table() -> str:
    """What CONTRIBUTING shows."""
    lines = ["| room | holds | may import | libraries |", "|---|---|---|---|"]
    for room in ROOMS:
        allowed = ", ".join(f"`{name}`" for name in room.may_import) or "-"
        lines.append(f"| `{room.name}` | {room.holds} | {allowed} | {', '.join(room.libraries) or '-'} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.rooms", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--draw", type=Path, metavar="OUT.svg")
    told = parser.parse_args()
    if told.draw is None:
        print(table())
    else:
        told.draw.write_text(drawing(arrows()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
