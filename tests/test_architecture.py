"""Arrows between the rooms point one way only: who may import whom, and which libraries live where."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]

RULES_WORDS = ("companion.rules.board", "companion.rules.cubes")


@dataclass(frozen=True)
class Room:
    """A module or package; the longest name that fits a module is its room."""

    name: str
    may_import: tuple[str, ...] = ()
    except_for: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()


EVERYTHING = ("companion", "vision", "calibration", "hardware")

ROOMS = (
    Room("companion.rules"),
    Room("companion.referee", ("companion.rules", "vision.sighting", "vision.frames")),
    Room("companion.players", ("companion.rules",)),
    Room("companion.table", EVERYTHING, except_for=("companion.web", "companion.cli")),
    Room("companion.store", ("companion.rules", "companion.referee.events", "companion.referee.game")),
    Room("companion.watch_command", EVERYTHING, except_for=("companion.web", "companion.cli")),
    Room("companion.serve_command", EVERYTHING, except_for=("companion.cli",)),
    Room("companion.pin_command", ("companion.table", "companion.appliance.layout")),
    Room(
        "companion.web",
        (
            "hardware.lights",
            "companion.table",
            "companion.store",
            "companion.players",
            "companion.rules",
            "companion.referee.decisions",
            "companion.referee.events",
            "companion.referee.game",
            "companion.referee.phrases",
            "companion.referee.status",
            "companion.analysis",
            "companion.apart",
            "companion.progress",
            "companion.scroll",
            "calibration",
            "vision.advice",
            "vision.codes",
            "vision.frames",
            "vision.profile",
            "vision.remarks",
            "vision.sighting",
        ),
        libraries=(
            "flask",
            "werkzeug",
            "itsdangerous",
            "uvicorn",
            "a2wsgi",
            "fastjsonschema",
            "markdown_it",
            "segno",
            "cryptography",
            "babel",
        ),
    ),
    Room("companion.engine", ("companion.rules", "companion.players")),
    Room("companion.bench", ("companion.rules", "companion.players"), libraries=("chess",)),
    Room("companion.record_file", ("companion.rules",)),
    Room("companion.scroll", ("companion.rules",)),
    Room("companion.mindlock", ("companion.rules",)),
    Room("companion.match_command", ("companion.players", "companion.rules")),
    Room("companion.analysis", ("companion.players", "companion.rules")),
    Room(
        "companion.analyse_command",
        ("companion.analysis", "companion.apart", "companion.record_file", "companion.rules"),
    ),
    Room("companion.apart", ("companion.rules",)),
    Room("companion.advise_command", ("companion.apart", "companion.players", "companion.rules")),
    Room(
        "companion.puzzles_command",
        ("companion.config", "companion.progress", "companion.rules", "companion.scroll", "companion.store"),
    ),
    Room("companion.ratings"),
    Room("companion.progress", ("companion.players", "companion.ratings")),
    Room("companion.generate", ("companion.mindlock", "companion.rules", "companion.scroll")),
    Room("companion.text_board", ("companion.rules",)),
    Room("companion.cli", EVERYTHING),
    Room("companion.streams"),
    Room("companion.config", ("hardware.quiet", "hardware.wiring")),
    Room("companion.appliance", ("companion.config", "companion.installing")),
    Room("companion.doctor", EVERYTHING, except_for=("companion.web", "companion.cli")),
    Room(
        "companion.telling",
        ("companion.rules", "companion.referee", "companion.web.catalogues", "companion.doubt_sentences"),
    ),
    Room("companion.doubt_sentences", ("vision.sighting",)),
    Room("companion.panel", EVERYTHING, except_for=("companion.web", "companion.cli")),
    Room("companion.panel_parts", EVERYTHING, except_for=("companion.web", "companion.cli")),
    Room("companion.panel_answers", ("companion.referee.events", "hardware.lights")),
    Room("companion.panel_command", EVERYTHING, except_for=("companion.web", "companion.cli")),
    Room("companion.darkening", ("companion.config", "hardware.wired")),
    Room("companion.installing"),
    Room("companion.testing", ("companion.installing",)),
    Room("vision", RULES_WORDS, libraries=("numpy", "cv2", "picamera2", "libcamera")),
    Room("calibration", ("vision", *RULES_WORDS), libraries=("numpy", "cv2", "pydyf")),
    Room(
        "hardware",
        ("companion.referee.events", "companion.referee.status"),
        libraries=("gpiozero", "lgpio"),
    ),
)


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


def is_allowed(room: Room, wanted: Import) -> bool:
    top = wanted.module.split(".")[0]
    if top not in EVERYTHING:
        return top in sys.stdlib_module_names or top in room.libraries
    if any(is_within(wanted.full, closed) for closed in room.except_for):
        return False
    return any(
        is_within(wanted.module, open_) or is_within(wanted.full, open_)
        for open_ in (room.name, *room.may_import)
    )


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


def modules() -> Iterator[tuple[str, Path]]:
    for top in EVERYTHING:
        for path in sorted((HOME / top).rglob("*.py")):
            parts = path.relative_to(HOME).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def test_every_module_imports_only_what_its_room_may() -> None:
    found = [
        violation
        for module, path in modules()
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
    assert {"companion.rules.board", "vision.frames"} <= {module for module, _ in modules()}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("companion.rules.moves", "import numpy"),
        ("companion.rules.moves", "import random, chess"),
        ("companion.rules.moves", "from companion.players import muk_yan"),
        ("companion.rules.moves", "from companion import table"),
        ("companion.rules.moves", "from ..players import muk_yan"),
        ("companion.rules.moves", "def f():\n    import vision.frames"),
        ("companion.rules.moves", "if TYPE_CHECKING:\n    from companion.store import Store"),
        ("companion.rules.moves", "importlib.import_module('cv2')"),
        ("companion.rules.moves", "__import__('companion.web')"),
        ("companion.rules.moves", "import companion.rulesets"),
        ("companion.referee.machine", "from vision import board"),
        ("companion.referee.machine", "from vision.board import find"),
        ("companion.referee.machine", "import companion.players"),
        ("companion.players.search", "from companion.referee.events import Move"),
        ("companion.table", "from companion import web"),
        ("companion.table", "import companion.cli"),
        ("companion.table", "import flask"),
        ("companion.store", "from companion.referee.machine import Referee"),
        ("companion.store", "from companion.referee import machine"),
        ("companion.web.app", "from companion.referee import machine"),
        ("companion.web.app", "import vision.reader"),
        ("companion.web.app", "import cv2"),
        ("companion.cli", "import cv2"),
        ("companion.installing", "from companion import rules"),
        ("vision.faces", "from companion.rules import moves"),
        ("vision.faces", "import companion.rules"),
        ("vision.faces", "import calibration.wizard"),
        ("vision.faces", "import gpiozero"),
        ("calibration.wizard", "import picamera2"),
        ("calibration.wizard", "from companion.table import Table"),
        ("hardware.panel", "from companion.rules.board import Square"),
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
            "companion.rules.moves",
            "import itertools\nfrom companion.rules.board import Square\nfrom . import cubes",
        ),
        ("companion.referee.machine", "from vision import sighting\nfrom vision.frames import Seconds"),
        ("companion.players.search", "from companion import rules\nfrom companion.players import muk_yan"),
        ("companion.table", "import vision.sources, hardware, calibration\nfrom companion import store"),
        ("companion.store", "import sqlite3\nfrom companion.referee import events"),
        (
            "companion.web.app",
            "from flask import Flask\nfrom companion.table import Table\nimport calibration",
        ),
        ("companion.cli", "from companion.web.app import create_app\nimport vision.board"),
        ("vision.camera", "import picamera2\nimport numpy as np\nfrom companion.rules import board, cubes"),
        (
            "calibration.grid",
            "import cv2\nfrom vision.profile import Profile\nfrom companion.rules.board import Square",
        ),
        ("hardware.panel", "import gpiozero\nfrom companion.referee.events import Turn"),
    ],
)
def test_what_a_room_may_import_passes(module: str, source: str) -> None:
    assert violations(module, source) == []


def test_a_relative_import_in_a_package_counts_from_the_package() -> None:
    assert violations("companion.rules", "from . import board", is_package=True) == []
    assert violations("companion.rules", "from .. import web", is_package=True) == [
        "companion.rules:1 may not import companion.web"
    ]
