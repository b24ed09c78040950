"""How Terres de Yokai is seen. It is whole without a camera; where there is one, or where a drawn table
stands in for a real one, piles and rows are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.games.drawn import learnt_once, look_named, nobody_waits
from companion.games.untaught import NoTeaching
from companion.games.yokai.agreed import NAME
from companion.games.yokai.drawn import LOOKS, DrawnTable, bare_piles, painter_of, sheet
from companion.games.yokai.eye import Sight, eye_for
from companion.games.yokai.referee.sightings import Sighting
from vision.flat.ground import Ground
from vision.flat.looks import WIDTH, PieceLook, look_at
from vision.flat.profile import FlatProfile, FlatProfileError, load_flat_profile
from vision.flat.rectangles import Pose, Size
from vision.frames import Seconds
from vision.plane.camera import homography, to_unit
from vision.virtual.flat.scene import FlatScene
from vision.virtual.flat.source import FlatSource
from vision.virtual.flat.table import FlatTable

__all__ = ["blind", "drawn", "eye_for", "line", "profile_for", "rests", "sight", "teaching"]

_FINE: Final = 2 * WIDTH
"""Pixels across a card's look: what is printed small on it tells cards apart."""


def _nothing() -> None:
    """Nobody waits for it."""


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
    """Where each card was laid is known: what is left to learn is how it looks from there."""
    painter = painter_of(look)
    place = LOOKS[look].camera
    size = (place.width, place.height)
    lens = painter.own_lens()
    marks = np.array([[-3.0, -3.0], [4.0, -3.0], [4.0, 3.0], [-3.0, 3.0]])
    ground = Ground(size, lens, homography(marks, lens.undistort(to_unit(painter.on_pieces(marks), size))))
    piece = Size(*LOOKS[look].piece)
    cards = sheet()
    picture = painter.picture(FlatScene(cards, noise=1))
    looks = tuple(
        PieceLook(card.code, look_at(picture, ground, Pose(card.x, card.y, 0.0), piece, _FINE))
        for card in cards
    )
    piles = bare_piles()
    places = tuple((pile.code[0], pile.x, pile.y) for pile in piles.things)
    return FlatProfile(NAME, ground, piece, looks, None, painter.picture(piles), places)


def profile_for(
    folder: Path | None,
    drawn: DrawnTable | None,
    kept: Path | None = None,
    learning: Callable[[], None] = nobody_waits,
) -> FlatProfile | None:
    """Raises `FlatProfileError`."""
    if folder is None:
        return None if drawn is None else drawn_profile(drawn.table.look.name, kept, learning)
    profile = load_flat_profile(folder)
    if profile.game != NAME or profile.empty is None or not profile.places:
        raise FlatProfileError(
            f"{folder} tells of another game's pieces: make one with `himiki learn {NAME}`"
        )
    return profile


def sight(profile: FlatProfile | None, folder: Path | None = None) -> Sight:
    return Sight(profile, folder)


def teaching() -> NoTeaching:
    return NoTeaching()


def rests(sighting: Sighting) -> bool:
    return sighting.clear


def blind(t: Seconds, why: str) -> Sighting:
    return Sighting(t, False, {}, None, board=False, why=why)


def line(name: str, sighting: Sighting) -> dict[str, Any]:
    piles = [
        {"colour": colour, "top": seen.top, "near": list(seen.near), "far": list(seen.far)}
        for colour, seen in sighting.piles.items()
    ]
    return {"image": name, "t": round(sighting.t, 3), "clear": sighting.clear, "piles": piles}
