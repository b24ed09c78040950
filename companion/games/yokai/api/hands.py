"""Hands that were dealt: each goes to the phone that holds its seat, and to nobody else."""

import json
import logging
import threading
from pathlib import Path
from typing import Any, Final

from flask import Blueprint, Response, current_app

from companion.games.yokai.agreed import Agreed
from companion.games.yokai.play import resumed
from companion.games.yokai.referee.decisions import FromHand
from companion.games.yokai.rules.position import Player
from companion.games.yokai.sentences import say
from companion.table import Table
from companion.web.entrance.access import access, require_pin, this_device
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body
from companion.web.exchange.running import table
from companion.web.share import event_of, only_in, shares
from vision.files import replace_file

blueprint = Blueprint("yokai_hands", __name__)
blueprint.before_request(only_in(Agreed.of))

FREE: Final = "free"
HELD: Final = "held"
MINE: Final = "mine"

_log = logging.getLogger(__name__)


class Seats:
    """Which phone holds which hand of the game that is played. May be asked from any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._game, self._holders = self._read()

    def _read(self) -> tuple[int, dict[str, str]]:
        try:
            told = json.loads(self._path.read_text(encoding="utf-8"))
            return int(told["game"]), {str(side): str(device) for side, device in told["seats"].items()}
        except FileNotFoundError:
            return 0, {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
            _log.warning("nobody is known to hold a hand any more: %s", fault)
            return 0, {}

    def of(self, game: int) -> dict[str, str]:
        with self._lock:
            return dict(self._holders) if game == self._game else {}

    def put(self, game: int, side: str, device: str | None) -> None:
        """None: nobody holds it. An OSError where it cannot be kept."""
        with self._lock:
            holders = dict(self._holders) if game == self._game else {}
            holders.pop(side, None)
            if device is not None:
                holders[side] = device
            replace_file(self._path, json.dumps({"game": game, "seats": holders}), mode=0o600)
            self._game, self._holders = game, holders


def _seats() -> Seats:
    found: Seats = current_app.extensions["yokai-seats"]
    return found


def _me() -> str:
    device = this_device()
    if device is None:
        raise Refusal(401, "this needs the table's PIN: POST it to /api/v1/session first")
    return device.id


def _told() -> dict[str, str]:
    """A phone that was forgotten holds nothing."""
    own = this_device()
    let_in = {each.id for each in access().devices.those_let_in()}
    holders = _seats().of(table().game_id)
    told = {}
    for player in Player:
        holder = holders.get(player.letter)
        mine = own is not None and holder == own.id
        told[player.letter] = MINE if mine else HELD if holder in let_in else FREE
    return told


def _expect_dealt() -> Agreed:
    game: Agreed = table().game()
    if not game.is_dealt:
        raise Refusal(409, say("seat-nothing-dealt"))
    return game


@blueprint.get("/api/v1/yokai/seats")
def seats() -> Response:
    return answer({"game": table().game_id, "seats": _told()})


@blueprint.post("/api/v1/yokai/seats")
def sit() -> Response:
    """Take a hand that nobody holds, or give one back."""
    told = body("YokaiSeat")
    side, game = told["side"], _expect_dealt()
    stands = _told()[side]
    if side in game.levels or (stands == HELD):
        raise Refusal(409, say("seat-taken"))
    if told["hold"]:
        _seats().put(table().game_id, side, _me())
    elif stands == MINE:
        _seats().put(table().game_id, side, None)
    return seats()


@blueprint.get("/api/v1/yokai/hand")
def hand() -> Response:
    """Those that this phone holds: of nobody else anything is said."""
    require_pin()
    game = _expect_dealt()
    number = table().game_id
    mine = [side for side, stands in _told().items() if stands == MINE]
    dealt = hands_of(table(), number, game) if mine else {}
    return answer({"game": number, "hands": {side: list(dealt[side]) for side in mine}})


def hands_of(table: Table, number: int, game: Agreed) -> dict[str, tuple[str, ...]]:
    hands = resumed(game, table.kept.game(number).events).hands
    assert hands is not None
    return {"a": hands.a, "b": hands.b}


@blueprint.post("/api/v1/yokai/lay")
def lay() -> Response:
    """From a hand that this phone holds."""
    told = body("YokaiFromHand")
    _expect_dealt()
    if _told()[told["side"]] != MINE:
        raise Refusal(409, say("seat-not-yours"))
    events = table().decide(FromHand(told["side"], told["move"]))
    told_of: list[dict[str, Any]] = [event_of(table(), shares(), event) for event in events]
    return answer({"events": told_of, "kept": not table().waiting})
