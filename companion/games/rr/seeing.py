"""How RR is seen: what was learnt becomes an eye; a drawn table stands in for a real one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion.games.drawn import learnt_once, look_named, nobody_waits
from companion.games.rr.drawn import LOOKS, DrawnTable, painter_of, sheets
from companion.games.rr.rules.written.options import NAME
from companion.games.rr.sight import as_json
from companion.games.untaught import NoTeaching
from vision.flat.draw import drawn as drawn_over
from vision.flat.draw import marked
from vision.flat.eye import FlatEye
from vision.flat.ground import true_ground
from vision.flat.looks import PieceLook, look_at
from vision.flat.profile import FlatProfile, FlatProfileError, load_flat_profile
from vision.flat.reader import FlatReader
from vision.flat.rectangles import Pose, Size
from vision.flat.seen import BACK, FlatSighting
from vision.flat.squares import Squares
from vision.frames import Frame, Image, Seconds
from vision.marked import Marked
from vision.plane.eye import Look
from vision.virtual.flat.scene import FlatScene
from vision.virtual.flat.source import FlatSource
from vision.virtual.flat.table import FlatTable

__all__ = ["blind", "drawn", "eye_for", "line", "profile_for", "rests", "sight", "teaching"]


def drawn(look: str, clock: Callable[[], Seconds], kept: Path | None = None) -> tuple[DrawnTable, FlatSource]:
    found = look_named(look, LOOKS)
    table = DrawnTable(FlatTable(found), clock, kept)
    source = FlatSource(table.table, painter_of(found.name), clock=clock)
    source.open()
    return table, source


def drawn_profile(
    look: str, kept: Path | None = None, learning: Callable[[], None] = nobody_waits
) -> FlatProfile:
    return learnt_once(LOOKS[look], kept, lambda: _learnt(look), load_flat_profile, learning)


def _learnt(look: str) -> FlatProfile:
    """Where each tile was laid is known: what is left to learn is how it looks from there."""
    painter = painter_of(look)
    drawn_look = LOOKS[look]
    board = drawn_look.board
    assert board is not None
    squares = Squares(board.columns, board.rows, board.height)
    place = drawn_look.camera
    size = (place.width, place.height)
    ground = true_ground(
        painter.on_pieces(squares.corners[[0, 3, 2, 1]]), painter.own_lens(), size, board.columns
    )[0]
    piece = Size(*drawn_look.piece)
    looks = []
    for number, things in enumerate(sheets(), 1):
        picture = painter.picture(FlatScene(things, noise=number), board=False)
        looks += [
            PieceLook(
                BACK if thing.down else thing.code,
                look_at(picture, ground, Pose(thing.x, thing.y, 0.0), piece),
            )
            for thing in things
        ]
    empty = painter.picture(FlatScene())
    return FlatProfile(NAME, ground, piece, tuple(looks), squares, empty)


def profile_for(
    folder: Path | None,
    drawn: DrawnTable | None,
    kept: Path | None = None,
    learning: Callable[[], None] = nobody_waits,
) -> FlatProfile | None:
    """Raises `FlatProfileError`."""
    if folder is not None:
        profile = load_flat_profile(folder)
        if profile.game != NAME or profile.squares is None or profile.empty is None:
            raise FlatProfileError(
                f"{folder} tells of another game's pieces: make one with `himiki learn {NAME}`"
            )
        return profile
    return None if drawn is None else drawn_profile(drawn.table.look.name, kept, learning)


class BlindEye:
    """Nothing was learnt: printed tiles are not known by themselves."""

    profile = None

    def __init__(self) -> None:
        self._told = False

    def look(self, frame: Frame) -> Look[FlatSighting]:
        from vision.plane.attention import Glance, State

        told, self._told = self._told, True
        glance = Glance(frame.t, State.UNCHANGED)
        return Look(frame.t, glance, None if told else blind(frame.t, _NOT_LEARNT))

    def last_look(self) -> None:
        return None


_NOT_LEARNT: Final = (
    f"the tiles were never learnt: open the page, Camera, or make a profile with `himiki learn {NAME}`"
)


class TaughtEye(FlatEye):
    def __init__(self, profile: FlatProfile) -> None:
        assert profile.squares is not None
        super().__init__(FlatReader(profile), profile.squares.board, profile.ground.size)
        self.profile = profile


def eye_for(profile: FlatProfile | None) -> TaughtEye | BlindEye:
    return BlindEye() if profile is None else TaughtEye(profile)


class Sight:
    """One thread looks; the rest may be asked from any."""

    def __init__(self, profile: FlatProfile | None, folder: Path | None = None) -> None:
        self.folder = folder
        self.teaching = NoTeaching()
        self._eye = eye_for(profile)
        self._last: FlatSighting | None = None

    @property
    def profile(self) -> FlatProfile | None:
        return self._eye.profile

    def use(self, profile: FlatProfile) -> None:
        self._eye = eye_for(profile)

    def look(self, frame: Frame) -> Look[FlatSighting] | None:
        eye = self._eye
        look = eye.look(frame)
        if eye is not self._eye:
            return None
        if look.sighting is not None:
            self._last = look.sighting
        return look

    def told(self) -> dict[str, Any]:
        last = self._last
        if last is None:
            return {
                "board": False,
                "clear": False,
                "moving": False,
                "corners": [],
                "tiles": [],
                "zones": None,
                "doubts": [],
            }
        told = dict(as_json("", last))
        del told["image"]
        return {
            **told,
            "moving": last.moving,
            "corners": [list(corner) for corner in last.corners or ()],
            "doubts": [{"square": each.square, "reason": each.reason.value} for each in last.doubts],
        }

    def over_picture(self, image: Image) -> Image:
        last = self._last
        return image if last is None or not last.board else drawn_over(image, last)

    def marked(self, sighting: FlatSighting) -> Marked | None:
        profile = self.profile
        return None if profile is None else marked(sighting, profile.ground.size)


def sight(profile: FlatProfile | None, folder: Path | None = None) -> Sight:
    return Sight(profile, folder)


def teaching() -> NoTeaching:
    return NoTeaching()


def rests(sighting: FlatSighting) -> bool:
    return not sighting.moving and sighting.clear and not sighting.doubts


def blind(t: Seconds, why: str) -> FlatSighting:
    return FlatSighting(t, None, False, (), why=why)


def line(name: str, sighting: FlatSighting) -> dict[str, Any]:
    return {"t": round(sighting.t, 3), **as_json(name, sighting), "moving": sighting.moving}
