"""Games that are kept: listed, looked through, and what their turns were worth."""

import threading
from collections.abc import Iterable, Iterator
from typing import Any, Final

from flask import Blueprint, Response, current_app

from companion.games.events import Event
from companion.games.rr.agreed import Agreed
from companion.games.rr.api.words import all_as_json, event_in_words
from companion.games.rr.players.levels import LEVELS
from companion.games.rr.referee.events import Corrected, Hint, Moved, Ready
from companion.games.rr.rules.variant import Game
from companion.games.rr.rules.written.record import Record
from companion.games.rr.rules.written.record_text import record_json
from companion.games.rr.sentences import say
from companion.games.rr.study import Turn, studied
from companion.games.rr.telling import said_of_move
from companion.store import GameInStore, Summary
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.running import table
from companion.web.kept import listing
from companion.web.kept.counting import Counting
from companion.web.playing import in_store

blueprint = Blueprint("rr_kept", __name__)

_KEPT: Final = 20
"""Analyses that are remembered until the program ends."""


COUNTING: Final = Counting(
    sides=("r", "b"), levels={level.name: 1000 + 200 * at for at, level in enumerate(LEVELS)}
)
"""Levels are some 200 points apart: each wins three games of four against the one below."""


def row(each: Summary) -> dict[str, Any]:
    told = listing.row(each)
    over = each.last or {}
    allies = over.get("allies") if told["over"] else None
    score = {"score": allies} if allies else {}
    return {**told, **score, "variant": _variant(each.settings.get("options", "")), "allies": allies}


def _variant(options: str) -> str:
    first = options.split(" ", maxsplit=1)[0]
    return first if "=" not in first and first else Game.BASIC.value


def story(kept: GameInStore) -> dict[str, Any]:
    variant = kept.game.variant.game.value
    return {**listing.story(kept), "variant": variant, "steps": list(steps(kept.events))}


def steps(events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """What stands of a game, position by position; what was taken back is left out."""
    found: list[Event] = []
    for event in events:
        match event:
            case Ready():
                found = [event]
            case Moved() | Hint():
                found.append(event)
            case Corrected():
                while found and isinstance(found[-1], Hint):
                    found.pop()
                if event.reason in ("accept", "position"):
                    found.append(event)
                elif len(found) > 1:
                    found.pop()
            case _:
                pass
    hinted = False
    for event in found:
        if isinstance(event, Hint):
            hinted = True
            continue
        yield event_in_words(event) | ({"hinted": True} if hinted else {})
        hinted = False


# What turns were worth


class Studies:
    """One game at a time is gone through, in a thread of its own, while somebody waits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[str, list[Turn]] = {}
        self._under: str | None = None
        self._done = 0
        self._closed = False

    def wanted(self, record: Record) -> bool:
        """False while another one is gone through."""
        mark = record_json(record)
        with self._lock:
            if mark in self._found or self._under == mark:
                return True
            if self._under is not None:
                return False
            self._under, self._done = mark, 0
        threading.Thread(target=self._study, args=(record, mark), name="study", daemon=True).start()
        return True

    def told(self, record: Record) -> dict[str, Any]:
        mark, count = record_json(record), len(record.entries)
        with self._lock:
            turns = self._found.get(mark)
            if turns is not None:
                return {"state": "done", "done": count, "of": count, "turns": list(map(_told, turns))}
            if self._under == mark:
                return {"state": "working", "done": self._done, "of": count, "turns": []}
        return {"state": "none" if count else "impossible", "done": 0, "of": count, "turns": []}

    def close(self) -> None:
        self._closed = True

    def _study(self, record: Record, mark: str) -> None:
        turns = list(studied(record, self._heard))
        with self._lock:
            self._under = None
            if not self._closed:
                self._found[mark] = turns
                while len(self._found) > _KEPT:
                    del self._found[next(iter(self._found))]

    def _heard(self, done: int) -> bool:
        self._done = done
        return not self._closed


def _told(turn: Turn) -> dict[str, Any]:
    return {
        **turn.as_json(),
        "move_words": all_as_json(said_of_move(turn.move, turn.by.letter)),
        "best_words": all_as_json(said_of_move(turn.best, turn.by.letter)),
    }


def _studies() -> Studies:
    found: Studies = current_app.extensions["himiki-rr-studies"]
    return found


@blueprint.get("/api/v1/rr/games/<int:number>/analysis")
def analysis(number: int) -> Response:
    in_store(number, Agreed.of)
    return answer(_studies().told(table().kept.record_of(number)))


@blueprint.post("/api/v1/rr/games/<int:number>/analysis")
def analyse(number: int) -> Response:
    in_store(number, Agreed.of)
    if number == table().game_id and not table().status().over:
        raise Refusal(409, say("study-later"))
    if not _studies().wanted(table().kept.record_of(number)):
        raise Refusal(409, say("study-waits"))
    return analysis(number)
