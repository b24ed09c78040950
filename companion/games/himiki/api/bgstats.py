"""A finished game as a link that the app BG Stats opens."""

import json
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from companion.games.himiki.referee.events import Corrected, Move, Over
from companion.store import GameInStore

_APP: Final = "https://app.bgstatsapp.com/createPlay.html?data="
_ENGLISH: Final = {
    "w": "White",
    "b": "Black",
    "wl": "White Light",
    "bl": "Black Light",
    "wd": "White Dark",
    "bd": "Black Dark",
}


def link(kept: GameInStore) -> str:
    return _APP + quote(json.dumps(play_of(kept), ensure_ascii=False, separators=(",", ":")), safe="")


def play_of(kept: GameInStore) -> dict[str, Any]:
    """All keys that the app asks for; no `bggId`, for a wrong one would log a play of another game."""
    score, winner = (0, 0), None
    for event in kept.events:
        if isinstance(event, (Move, Corrected, Over)):
            score = event.score
            winner = event.winner if isinstance(event, Over) else None
    seats = [seat.value for seat in kept.game.variant.seats]
    seconds = (kept.ended or kept.started) - kept.started
    return {
        "sourceName": "HI MI KI companion",
        "sourcePlayId": str(kept.id),
        "playDate": datetime.fromtimestamp(kept.started, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(0, round(seconds / 60)),
        "board": kept.game.mode,
        "game": {"name": "HI MI KI", "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": _name(kept, seat),
                "startPlayer": seat == kept.game.variant.first.value,
                "winner": winner == seat[0],
                "rank": 0,
                "score": str(score["wb".index(seat[0])]),
            }
            for seat in seats
        ],
    }


def _name(kept: GameInStore, seat: str) -> str:
    muk_yan = kept.game.variant.muk_yan
    if muk_yan is not None and seat == muk_yan.value:
        return "Muk Yan"
    names = kept.game.names
    return names.get(seat) or names.get(seat[0]) or _ENGLISH[seat]
