"""Writes what a look looks like as a dataset folder: calibration pictures, stills, games, all with truth."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2

from companion.games.himiki.rules.board import SQUARES, Square, column_of, row_of, square_named
from companion.games.himiki.rules.cubes import Colour
from vision.cubes.lesson import STANDING, cubes_of
from vision.frames import Image
from vision.virtual.motion import MotionPhase
from vision.virtual.painting.renderer import Renderer
from vision.virtual.placing import laid_out, sloppy
from vision.virtual.scenes.looks import DrawnLook
from vision.virtual.scenes.scene import DrawnHand, Piece, Prop, Scene, middle_of
from vision.virtual.scenes.turns import TURNS
from vision.virtual.table import VirtualTable

_QUALITY: Final = 93
_PAINTS: Final = ("white", "black", "red", "blue", "green")
_SKINS: Final = ("light", "rosy", "tan", "brown", "dark")


@dataclass(frozen=True, slots=True)
class FilmedGame:
    """A game that is known to be legal, to be played on the virtual table."""

    name: str
    mode: str
    start: str
    moves: tuple[str, ...]
    score: tuple[int, int]


SAMPLE_GAME: Final = FilmedGame(
    "duel",
    "duel",
    "B2bMHK,B5wHKM,C2bHKM,C5wKMH,D2bKMH,D5wHKM w 0-0 --- -",
    ("C5>BC6", "D2>BE2", "D5>BD6", "E2>BE3", "B5>PB5+D6>PD6", "E3>BE4", "C6>BB6", "R-B6>BA6"),
    (1, 0),
)


class _Writer:
    def __init__(self, look: DrawnLook, folder: Path, seed: int) -> None:
        self.look, self.folder = look, folder
        self.dice = Random(f"{look.name}{seed}")
        self.renderer = Renderer(look)
        self.noise = seed * 100_000

    def picture(self, name: str, scene: Scene, conditions: dict[str, Any]) -> dict[str, Any]:
        """Writes one picture; returns its truth."""
        self.noise += 1
        image, truth = self.renderer.render(replace(scene, noise=self.noise))
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, image)
        return truth.as_json(path.name if path.parent.parent.name == "games" else name, conditions)

    def props(self, spare: int = 0) -> tuple[tuple[Prop, ...], tuple[Piece, ...]]:
        """Things and spare cubes outside the grid, none on top of another."""
        kinds = self.dice.sample(
            ("die", "die", "tile", "tile", "tile", "card", "card", "disc", "pen", "mug", "phone"), 6
        )
        taken: list[tuple[float, float, float]] = []
        things: list[Prop] = []
        for kind in kinds:
            size = {"card": 1.1, "pen": 1.4, "mug": 1.2, "phone": 1.7}.get(kind, 0.35)
            x, y = self._free(taken, size)
            paint = self.dice.choice(
                _PAINTS[:2] if kind == "die" else _PAINTS[2:] if kind == "tile" else _PAINTS
            )
            things.append(Prop(kind, x, y, self.dice.uniform(0, 360), paint))
        cubes = []
        for number in range(spare):
            x, y = self._free(taken, 0.6)
            colour = self.dice.choice(tuple(Colour))
            cubes.append(Piece(4 + number, colour, self.dice.choice(TURNS), x, y, self.dice.uniform(0, 90)))
        return tuple(things), tuple(cubes)

    def _free(self, taken: list[tuple[float, float, float]], size: float) -> tuple[float, float]:
        left, right, bottom, top = self.look.board.margins
        x, y = 0.0, 0.0
        for _ in range(200):
            x, y = self.dice.uniform(-5.5, 11.5), self.dice.uniform(-4, 9)
            frame = -left - size < x < 6 + right + size and -bottom - size < y < 5 + top + size
            grid = -0.4 - size < x < 6.4 + size and -0.4 - size < y < 5.4 + size
            inner = -left + size < x < 6 + right - size and -bottom + size < y < 5 + top - size
            if grid or (frame and not inner):
                continue
            if all((x - a) ** 2 + (y - b) ** 2 > (size + other) ** 2 for a, b, other in taken):
                break
        taken.append((x, y, size))
        return x, y

    def random_cubes(self, count: int, cluster: bool) -> tuple[Piece, ...]:
        if cluster:
            middle = self.dice.choice(SQUARES)
            by_distance = sorted(
                SQUARES,
                key=lambda s: (
                    abs(column_of(s) - column_of(middle))
                    + abs(row_of(s) - row_of(middle))
                    + self.dice.random()
                ),
            )
            squares: Sequence[Square] = by_distance[:count]
        else:
            squares = self.dice.sample(SQUARES, count)
        whites = min(4, max(count - 4, self.dice.randint(0, count)))
        colours = [Colour.WHITE] * whites + [Colour.BLACK] * (count - whites)
        self.dice.shuffle(colours)
        pieces: list[Piece] = []
        for square, colour in zip(squares, colours, strict=True):
            number = sum(piece.colour is colour for piece in pieces)
            x, y = middle_of(square)
            exact = Piece(number, colour, self.dice.choice(TURNS), x, y)
            pieces.append(sloppy(self.dice, exact, pieces, self.look.cubes.edge))
        return tuple(pieces)


def _write(path: Path, image: Image) -> None:
    if not cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]):
        raise OSError(f"could not write {path}")


def _write_lines(path: Path, lines: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def _calibration(writer: _Writer) -> list[dict[str, Any]]:
    tags = {"tags": ["calibration"]}
    props, _ = writer.props()
    empty = Scene(props=props, light="calibration")
    lines = [writer.picture("empty.jpg", empty, tags)]
    for element, letters in STANDING.items():
        pieces = laid_out(cubes_of(element), writer.dice, writer.look.cubes.edge, care=0.6)
        scene = replace(empty, pieces=pieces)
        lines.append(
            writer.picture(f"faces_{element.name.lower()}.jpg", scene, {**tags, "standing": letters})
        )
    return lines


def _stills(writer: _Writer) -> list[dict[str, Any]]:
    dice = writer.dice
    lines = []
    for number in range(1, 21):
        spare = dice.randint(1, 3) if number in (3, 6, 8, 12, 13) else 0
        props, beside = writer.props(spare)
        cluster = number in (4, 7, 9, 11, 14)
        pieces = writer.random_cubes(dice.randint(3, 8), cluster)
        tags = ["random", *(["dense"] if cluster else []), *(["spare-cubes-beside"] if spare else [])]
        scene = Scene(pieces=(*pieces, *beside), props=props)
        match number:
            case 15 | 16 | 17:
                scene, tags = _with_hand(dice, scene, holding=number == 17), ["hand"]
            case 18:
                scene, tags = _straddling(dice, scene), ["edge", "straddling"]
            case 19:
                scene, tags = (
                    replace(scene, pieces=(_lifted(dice, pieces[0]), *pieces[1:])),
                    ["edge", "lifted"],
                )
            case 20:
                scene, tags = replace(scene, light="changed"), ["light-changed"]
        conditions: dict[str, Any] = {"tags": tags, "light": scene.light}
        if spare:
            conditions["spare"] = spare
        lines.append(writer.picture(f"stills/{number:02}.jpg", scene, conditions))
    return lines


def _with_hand(dice: Random, scene: Scene, holding: bool) -> Scene:
    x, y = dice.uniform(1.0, 5.0), dice.uniform(1.0, 4.0)
    hand = DrawnHand(
        x,
        y,
        dice.uniform(1.0, 1.5),
        dice.uniform(0, 360),
        dice.choice(_SKINS),
        dice.choice(("green", "grey", "navy", None)),
        pinching=holding,
    )
    if not holding:
        return replace(scene, hand=hand)
    held = replace(scene.pieces[0], x=x, y=y, lift=hand.height - 0.55)
    return replace(scene, hand=hand, pieces=(held, *scene.pieces[1:]))


def _straddling(dice: Random, scene: Scene) -> Scene:
    used = {piece.square for piece in scene.pieces}
    for _ in range(100):
        column, row = dice.randint(1, 5), dice.randint(1, 5)
        pair = {square_named("ABCDE"[row - 1] + str(c)) for c in (column, column + 1)}
        if not pair & used:
            number = sum(piece.colour is Colour.WHITE for piece in scene.pieces)
            odd = Piece(
                number,
                Colour.WHITE,
                dice.choice(TURNS),
                column + dice.uniform(-0.08, 0.08),
                row - 0.5,
                dice.uniform(-8, 8),
            )
            return replace(scene, pieces=(*scene.pieces, odd))
    return scene


def _lifted(dice: Random, piece: Piece) -> Piece:
    return replace(piece, lift=dice.uniform(0.5, 0.9))


def write_game(look: DrawnLook, folder: Path, game: FilmedGame, seed: int = 0) -> None:
    """One game as `games/NAME` has it: frames, times, the truth of each frame and of the game."""
    _game(_Writer(look, folder.parent.parent, seed), folder.name, game)


def _game(writer: _Writer, name: str, game: FilmedGame) -> None:
    dice = writer.dice
    table = VirtualTable(writer.look, dice.randrange(1 << 30), care=0.8)
    table.lay(game.start)
    props, _ = writer.props()
    table.change(props=props)
    lines: list[dict[str, Any]] = []
    times = []
    seconds = 0.0

    def shot(scene: Scene, conditions: dict[str, Any]) -> None:
        nonlocal seconds
        file = f"f{len(lines) + 1:04}.jpg"
        lines.append(writer.picture(f"games/{name}/{file}", scene, conditions))
        times.append(f"{file},{seconds:.3f}\n")
        seconds += dice.uniform(0.3, 0.37)

    now = 0.0
    for index in range(len(game.moves) + 1):
        for _ in range(dice.randint(3, 4)):
            shot(table.scene_at(now), {"phase": "stable", "before": index})
        if index == len(game.moves):
            break
        motion = table.do(game.moves[index], now)
        for phase, scene in motion.moments():
            if phase is not MotionPhase.MOVING or _in_the_air(scene, writer.look.cubes.edge):
                shot(scene, {"phase": phase.value, "move": index})
        now += motion.seconds
    home = writer.folder / "games" / name
    _write_lines(home / "frames.jsonl", lines)
    (home / "times.csv").write_text("file,seconds\n" + "".join(times), encoding="utf-8")
    truth = {"mode": game.mode, "start": game.start, "moves": list(game.moves), "score": list(game.score)}
    (home / "truth.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")


def _in_the_air(scene: Scene, edge: float) -> bool:
    return any(piece.over_grid() and not piece.seated(edge) for piece in scene.pieces)


def write_dataset(
    look: DrawnLook, folder: Path, seed: int = 0, games: Sequence[FilmedGame] = (SAMPLE_GAME,)
) -> None:
    """The whole folder: `empty.jpg`, the faces pictures, twenty stills, the games, and their truth."""
    writer = _Writer(look, folder, seed)
    folder.mkdir(parents=True, exist_ok=True)
    _write_lines(folder / "truth.jsonl", [*_calibration(writer), *_stills(writer)])
    for game in games:
        _game(writer, game.name, game)
