"""Arrows between the rooms point one way only: who may import whom, and which libraries live where."""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES, RULED
from tests import rooms
from tests.rooms import HOME, IN_A_FOLDER, LOOSE, ROOMS, TOPS, Import, Room, imports_in, is_open, room_of
from tests.rooms_drawn import drawing
from tests.thresholds import sharing

WORDS = (
    "muk_yan",
    "mukyan",
    "mindlock",
    "chaos",
    "tilt",
    "duel",
    "cube",
    "cubes",
    "kanji",
    "yokai",
)
"""Of games, as parts of names and texts."""


def is_allowed(room: Room, wanted: Import) -> bool:
    top = wanted.module.split(".")[0]
    if top not in TOPS:
        return top in sys.stdlib_module_names or top in room.libraries
    # `from package import name` takes a module of the package, or something that the package itself has.
    return is_open(room, wanted.full) if room_of(wanted.full) else is_open(room, wanted.module)


def violations(module: str, source: str, *, is_package: bool = False) -> list[str]:
    room = room_of(module)
    if room is None:
        return [f"{module} is in no room: give it a line in ROOMS"]
    package = module if is_package else module.rpartition(".")[0]
    return [
        f"{module}:{wanted.line} may not import {wanted.full}"
        for wanted in imports_in(ast.parse(source), package)
        if not is_allowed(room, wanted)
    ]


def test_every_module_imports_only_what_its_room_may() -> None:
    found = [
        violation
        for module, path in rooms.modules()
        if module != "companion"
        for violation in violations(
            module, path.read_text(encoding="utf-8"), is_package=path.name == "__init__.py"
        )
    ]
    assert not found, "\n" + "\n".join(found)


def test_the_package_itself_imports_nothing_so_that_every_command_starts_fast() -> None:
    tree = ast.parse((HOME / "companion/__init__.py").read_text(encoding="utf-8"))
    assert list(imports_in(tree, "companion")) == []


def test_there_are_modules_to_check() -> None:
    assert {"companion.games.himiki.rules.board", "vision.frames"} <= {
        module for module, _ in rooms.modules()
    }


def test_every_room_has_modules_and_may_import_from_rooms_that_there_are() -> None:
    here = {module for module, _ in rooms.modules()}
    assert [room.name for room in ROOMS if room.name not in here] == []
    assert [name for room in ROOMS for name in room.may_import if name not in here] == []


def test_arrows_between_rooms_point_one_way_only() -> None:
    assert rooms.circles(rooms.arrows()) == []


def test_a_room_may_import_only_from_rooms_that_stand_above_it_in_the_list() -> None:
    place = {room.name: number for number, room in enumerate(ROOMS)}
    backwards = [
        f"{room} -> {other}"
        for room, others in rooms.arrows().items()
        for other in others
        if place[other] > place[room] and not _is_the_rules(other)
    ]
    assert backwards == []


def _is_the_rules(room: str) -> bool:
    """Seeing knows what lies on the board: the rules' squares and cubes, which know nothing of seeing."""
    return room == f"{rooms.GAME}.rules"


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert rooms.circles(rooms.imports()) == []


def test_folders_beside_each_other_import_one_way_only() -> None:
    """Inside of a room: what two of them need stands in the one below."""
    assert rooms.circles(rooms.between_folders()) == []


def test_no_folder_and_one_below_it_import_from_each_other() -> None:
    """What puts together what lies below it takes no values from there: those stand still lower."""
    assert rooms.entangled() == set()


def test_a_planted_entanglement_is_found() -> None:
    planted = {
        "vision.cubes.draw": ["vision.cubes.untaught.eye"],
        "vision.cubes.untaught.reader": ["vision.cubes.seen"],
        "vision.cubes.dice.dice": ["vision.cubes.seen"],
    }
    assert rooms.entangled(planted) == {("vision.cubes", "vision.cubes.untaught")}


def test_a_planted_circle_of_folders_is_found() -> None:
    planted = {
        "vision.cubes.doubt.cover": ["vision.cubes.matching.matcher"],
        "vision.cubes.matching.odds": ["vision.cubes.doubt.doubts", "vision.cubes.profile"],
    }
    assert rooms.circles(rooms.between_folders(planted)) == [["vision.cubes.doubt", "vision.cubes.matching"]]


def test_a_planted_circle_is_found() -> None:
    assert rooms.circles({"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": []}) == [["a", "b", "c"]]


def test_a_tables_own_surface_is_the_game_and_what_people_decide() -> None:
    """What its camera shows, how it is seen and what was said it gives out as parts of their own."""
    tree = ast.parse((HOME / "companion/table/table.py").read_text(encoding="utf-8"))
    (table,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Table")
    open_to_all = [
        node.name
        for node in table.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]
    assert len(open_to_all) <= IN_A_FOLDER, open_to_all


def test_few_modules_lie_loose_beside_the_rooms() -> None:
    loose = [path.name for path in (HOME / "companion").glob("*.py") if path.name != "__init__.py"]
    assert len(loose) <= LOOSE, loose


def test_no_folder_has_more_modules_than_one_looks_through() -> None:
    count = Counter(path.parent for _, path in rooms.modules() if path.name != "__init__.py")
    assert {str(folder): many for folder, many in count.items() if many > IN_A_FOLDER} == {}


def test_contributing_shows_the_rooms_as_they_are() -> None:
    assert rooms.table() in (HOME / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_drawing_shows_the_arrows_that_there_are() -> None:
    assert (HOME / "docs/rooms.svg").read_text(encoding="utf-8") == drawing(rooms.arrows())


def said_in(source: str) -> Iterator[tuple[int, str]]:
    """Names and texts of a program, with their lines; what its comments and imports say is left out."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NAME, tokenize.STRING):
            yield token.start[0], token.string


def games_named(source: str) -> list[str]:
    """Words of a game in names and texts."""
    found = []
    for line, text in said_in(source):
        parts = {part.lower() for part in re.findall(r"[A-Z]?[a-z]+", text)} | {text.lower()}
        found += [f"{line}: {word}" for word in WORDS if word in parts]
        # The program is called after its first game: that name alone says nothing.
        found += [f"{line}: {game}" for game in GAMES if f"games.{game}" in text]
    return found


def test_rooms_of_the_table_name_no_game() -> None:
    found = {
        f"{module}:{word}"
        for module, path in rooms.modules()
        if (room := room_of(module)) is not None and not room.knows_games
        for word in games_named(path.read_text(encoding="utf-8"))
        # The tuples of their names stand there.
        if module != "companion.games" or word.partition(": ")[2] not in RULED
    }
    assert not found, "\n" + "\n".join(sorted(found))


@pytest.mark.parametrize(
    "source",
    [
        "def cubes_of(table): ...",
        "MODE = 'duel'",
        'x = "no cube lies there"',
        "class MukYan: ...",
        "tilt = 1",
    ],
)
def test_a_planted_word_of_a_game_is_found(source: str) -> None:
    assert len(games_named(source)) == 1 or "MukYan" in source


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (f"{rooms.GAME}.rules.moves", "import numpy"),
        (f"{rooms.GAME}.rules.moves", "import random, chess"),
        (f"{rooms.GAME}.rules.moves", f"from {rooms.GAME}.players import search"),
        (f"{rooms.GAME}.rules.moves", "from companion import table"),
        (f"{rooms.GAME}.rules.moves", "from ..players import search"),
        (f"{rooms.GAME}.rules.moves", "def f():\n    import vision.frames"),
        (f"{rooms.GAME}.rules.moves", "if TYPE_CHECKING:\n    from companion.store import Store"),
        (f"{rooms.GAME}.rules.moves", "importlib.import_module('cv2')"),
        (f"{rooms.GAME}.rules.moves", "__import__('companion.web')"),
        (f"{rooms.GAME}.referee.machine", "from vision import cubes"),
        (f"{rooms.GAME}.referee.machine", "from vision.finding.board import find"),
        (f"{rooms.GAME}.referee.machine", f"import {rooms.GAME}.players"),
        (f"{rooms.GAME}.players.search", f"from {rooms.GAME}.referee.events import Move"),
        ("companion.games.play", f"from {rooms.GAME} import play"),
        ("companion.table.table", "from companion import web"),
        ("companion.table.table", "import companion.cli"),
        ("companion.table.table", "import flask"),
        ("companion.table.table", f"from {rooms.GAME}.referee.machine import Referee"),
        ("companion.store.database", f"from {rooms.GAME}.referee import machine"),
        ("companion.panel.parts", f"from {rooms.GAME}.showing import lights_of"),
        ("companion.doctor.games", f"import {rooms.GAME}"),
        ("companion.web.app", f"from {rooms.GAME}.referee import machine"),
        ("companion.web.app", "import vision.cubes.reading.reader"),
        ("companion.web.app", "import cv2"),
        ("companion.cli", "import cv2"),
        ("companion.installing", "from companion import store"),
        ("vision.plane.camera", f"from {rooms.GAME}.rules.board import COLUMNS"),
        ("vision.plane.camera", "from vision.cubes.reading.reader import Reader"),
        ("vision.sources.usb", f"from {rooms.GAME}.rules import board"),
        ("vision.cubes.reading.reader", f"from {rooms.GAME}.rules import moves"),
        ("vision.cubes.reading.reader", "import calibration.cubes.wizard"),
        ("vision.cubes.reading.reader", "import gpiozero"),
        ("calibration.cubes.wizard", "import picamera2"),
        ("calibration.cubes.wizard", "from companion.table import Table"),
        ("hardware.panel", "from companion.games.events import Event"),
        ("hardware.panel", "import cv2"),
        ("companion.gossip", ""),
    ],
)
def test_a_planted_violation_is_found(module: str, source: str) -> None:
    assert len(violations(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            f"{rooms.GAME}.rules.moves",
            f"import itertools\nfrom {rooms.GAME}.rules.board import Square\nfrom . import cubes",
        ),
        (f"{rooms.GAME}.referee.machine", "from vision import sighting\nfrom vision.frames import Seconds"),
        (
            f"{rooms.GAME}.players.search",
            f"from {rooms.GAME} import rules\nfrom {rooms.GAME}.players import levels",
        ),
        ("companion.table.table", "import vision.sources\nfrom companion import store"),
        ("companion.store.database", "import sqlite3\nfrom companion.games import events"),
        ("companion.web.app", "from flask import Flask\nfrom companion.table import Table"),
        ("vision.plane.camera", "import cv2\nimport numpy as np\nfrom vision.sighting import Corners"),
        ("hardware.panel", "import gpiozero\nfrom hardware.lights import Lights"),
    ],
)
def test_what_a_room_may_import_passes(module: str, source: str) -> None:
    assert violations(module, source) == []


def test_a_relative_import_in_a_package_counts_from_the_package() -> None:
    assert violations(f"{rooms.GAME}.rules", "from . import board", is_package=True) == []
    assert violations(f"{rooms.GAME}.rules", "from .. import api", is_package=True) == [
        f"{rooms.GAME}.rules:1 may not import {rooms.GAME}.api"
    ]


def test_a_path_that_is_no_module_is_in_no_room() -> None:
    assert room_of(str(Path("tests"))) is None


def test_every_number_of_a_module_says_itself_what_it_is() -> None:
    """One text below several says of none what it is alone."""
    found = [
        f"{module}:{line} {', '.join(names)}"
        for module, path in rooms.modules()
        for line, names in sharing(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('_NEAR: Final = 1.0\n_FAR: Final = 2.0\n"""Squares."""', ("_NEAR", "_FAR")),
        ('NEAR = 1\n\nFAR = (2, 3)\n"""Squares."""', ("NEAR", "FAR")),
        ('_NEAR: Final = 1.0\n"""Squares."""\n_FAR: Final = 2.0\n"""The same."""', None),
        ('_WORD: Final = "a"\n_FAR: Final = 2.0\n"""Squares."""', None),
    ],
)
def test_a_planted_number_without_a_word_is_found(source: str, names: tuple[str, ...] | None) -> None:
    assert [shared for _, shared in sharing(source)] == ([] if names is None else [names])
