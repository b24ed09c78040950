"""`himiki learn`: a profile of another game's printed pieces, from pictures of them laid out in rows."""

import argparse
import sys
from pathlib import Path

import cv2

from calibration.flat.cards import learn_cards
from calibration.flat.orders import BOARDS, ORDERS, PILED, OrderError, order_in
from calibration.flat.refusals import FlatError
from calibration.flat.tiles import Side, learn_tiles
from vision.flat.profile import FlatProfile
from vision.frames import Image
from vision.pictures import PictureError, load_picture

Sets = list[tuple[str, Image, list[str]]]
"""Pictures with their names, and with what lies in them as one reads."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    games = parser.add_subparsers(dest="game", required=True, metavar="GAME")
    for game in BOARDS:
        added = games.add_parser(game, help="tiles that are laid on a board")
        _add_all(added, "--empty", "EMPTY.jpg", "the board without tiles", "tiles in rows, upright")
        added.add_argument(
            "--row1",
            choices=[side.value for side in Side],
            default=Side.BOTTOM.value,
            help="on which side of the picture row 1 is (bottom)",
        )
    for game in PILED:
        added = games.add_parser(game, help="cards that are laid beside piles")
        _add_all(added, "--start", "START.jpg", "the piles and nothing else", "cards in rows, upright")


def _add_all(added: argparse.ArgumentParser, first: str, name: str, shows: str, sets: str) -> None:
    added.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the profile goes")
    added.add_argument(first, dest="first", type=Path, required=True, metavar=name, help=shows)
    added.add_argument("--sets", type=Path, nargs="+", required=True, metavar="SET.jpg", help=sets)
    added.add_argument("--order", type=Path, metavar="FILE", help="what lies where, a picture a line")


def run(options: argparse.Namespace) -> int:
    cv2.setNumThreads(1)
    try:
        text = ORDERS[options.game] if options.order is None else options.order.read_text(encoding="utf-8")
        order = order_in(text, options.game, len(options.sets))
        first = load_picture(options.first)
        sets = [
            (str(path), load_picture(path), codes) for path, codes in zip(options.sets, order, strict=True)
        ]
    except (OrderError, UnicodeDecodeError) as error:
        where = "the usual order" if options.order is None else options.order
        return _refused(f"{where}: {error}", 2)
    except OSError as error:
        return _refused(f"{options.order} cannot be read ({error.strerror}): check the name", 2)
    except PictureError as error:
        return _refused(str(error), 2)
    try:
        profile = _learnt(options, first, sets)
    except FlatError as error:
        return _refused(str(error), 1)
    try:
        profile.save(options.out)
    except OSError as error:
        return _refused(f"{options.out} cannot be written ({error.strerror}): name another folder", 2)
    print(f"{options.out}: learnt {len(profile.looks)} looks of {options.game}")
    if alike := profile.alike():
        pairs = ", ".join(f"{one} and {other}" for one, other, _ in alike[:_TOLD])
        more = f" and {len(alike) - _TOLD} more pairs" if len(alike) > _TOLD else ""
        print(f"himiki learn: told apart by details alone: {pairs}{more}", file=sys.stderr)
    return 0


def _learnt(options: argparse.Namespace, first: Image, sets: Sets) -> FlatProfile:
    """Raises `FlatError`."""
    named = (str(options.first), first)
    if options.game in PILED:
        return learn_cards(options.game, named, sets, PILED[options.game])
    return learn_tiles(options.game, BOARDS[options.game], named, sets, Side(options.row1))


_TOLD = 6
"""Pairs that look alike, at most, of which people are told."""


def _refused(text: str, status: int) -> int:
    print("himiki learn: " + " ".join(text.split()), file=sys.stderr)
    return status
