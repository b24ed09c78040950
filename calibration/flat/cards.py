"""Cards in piles: learnt from pictures of all of them in rows, and from one of the piles before a game."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from calibration.flat.refusals import NoCards, OtherSize, PilesMissing
from calibration.flat.settling import LaidPiece, settled
from calibration.flat.sheet import SheetPicture, boxes_on, sheets_of
from calibration.flat.slanted import ground_under
from calibration.flat.tiles import NOBODY
from vision.flat.ground import Ground, Window, seen_through
from vision.flat.looks import WIDTH, Gallery, PieceLook, look_at
from vision.flat.outlines import outlines_in
from vision.flat.profile import FlatProfile
from vision.flat.recognising import Likeness, Recogniser
from vision.flat.rectangles import Pose, Size
from vision.frames import Image

FINE: Final = 2 * WIDTH
"""Pixels across a card's look: what is printed small on it tells cards apart."""

_ABOUT: Final = 0.2
"""Of a card's sides, by which an outline may be larger or smaller to be that of a pile."""

_SEEN: Final = (0.6, 0.2)
"""Likeness and lead from which on a pile's top is known."""

_TRIES: Final = 4


def learn_cards(
    game: str,
    start: tuple[str, Image],
    sets: Sequence[tuple[str, Image, Sequence[str]]],
    tops: Sequence[str],
) -> FlatProfile:
    """`tops`: the codes of what lies on piles; a pile's place goes by its first letter. Pictures come with
    their names, and with what lies in them as one reads."""
    name, picture = start
    size = (picture.shape[1], picture.shape[0])
    for other, image, _ in sets:
        if (image.shape[1], image.shape[0]) != size:
            raise OtherSize(other)
    ground = ground_under([image for _, image, _ in sets])
    if ground is None:
        raise NoCards(sets[0][0])
    sheets = sheets_of([SheetPicture(image, ground, len(codes), other) for other, image, codes in sets])
    card = sheets[0].size
    laid = [
        LaidPiece(code, image, one.pose)
        for sheet, (_, image, codes) in zip(sheets, sets, strict=True)
        for one, code in zip(sheet.pieces, codes, strict=True)
    ]
    looks = tuple(
        PieceLook(one.code, look_at(one.image, ground, one.pose, card, FINE))
        for one in settled(laid, ground, card)
        if one.code != NOBODY
    )
    places = _piles(picture, name, ground, looks, card, tops)
    return FlatProfile(game, ground, card, looks, None, picture, places)


def _piles(
    picture: Image, name: str, ground: Ground, looks: Sequence[PieceLook], card: Size, tops: Sequence[str]
) -> tuple[tuple[str, float, float], ...]:
    """From left to right; one of each colour."""
    gallery = Gallery([look for look in looks if look.code in tops], card)
    recogniser = Recogniser(gallery)
    boxes = boxes_on(ground, outlines_in(picture))
    about = (np.abs(boxes.sides / [card.width, card.height] - 1) < _ABOUT).all(axis=1)
    best: dict[str, Likeness] = {}
    looked: list[Pose] = []
    for (x, y), turn in zip(boxes.middles[about], boxes.turns[about], strict=True):
        place = Pose(float(x), float(y), float(turn))
        if any(np.hypot(place.x - one.x, place.y - one.y) < 0.1 * card.width for one in looked):
            continue
        looked.append(place)
        reach = max(card.width, card.height)
        window = Window(
            place.x - reach, place.y - reach, place.x + reach, place.y + reach, WIDTH / card.width
        )
        like = recogniser.likeness(seen_through(picture, window.maps(ground)), window, place, _TRIES)
        colour = gallery.codes[like.look][0]
        if like.score < _SEEN[0] or like.lead < _SEEN[1]:
            continue
        if colour not in best or like.score > best[colour].score:
            best[colour] = like
    colours = list(dict.fromkeys(code[0] for code in tops))
    missing = [colour for colour in colours if colour not in best]
    if missing:
        raise PilesMissing(name, seen=len(best), count=len(colours), missing=" ".join(missing))
    found = [(colour, like.pose.x, like.pose.y) for colour, like in best.items()]
    return tuple(sorted(found, key=lambda one: one[1]))
