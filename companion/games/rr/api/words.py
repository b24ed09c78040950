"""What the API tells, with the sentences for it: pages fill them in, in their reader's language."""

from collections.abc import Iterable
from typing import Any, Final

from companion.games.events import Event
from companion.games.rr.api.learning import FACTS as LESSON
from companion.games.rr.players.levels import LEVELS
from companion.games.rr.referee.events import Moved, Restore
from companion.games.rr.referee.status import RrStatus
from companion.games.rr.rules.tiles import ACTIVE, FACES, Tile
from companion.games.rr.rules.variant import GAMES
from companion.games.rr.sentences import ENGLISH
from companion.games.rr.telling import said_of, said_of_move, said_of_option, said_of_restore
from companion.words.sentences import Sentence


def _effect(tile: Tile) -> str:
    """The code of what it does; blue tiles do what the red ones of their rule do."""
    rule = FACES[tile].rule
    return next(f"effect-{each}" for each, face in FACES.items() if face.rule == rule)


FACTS: Final[dict[str, Any]] = {
    "tiles": {
        tile: {
            "name": face.name,
            "kind": face.kind.value,
            "rule": face.rule,
            "active": tile in ACTIVE,
            "effect": _effect(tile),
        }
        for tile, face in FACES.items()
    },
    "variants": list(GAMES),
    "lesson": LESSON,
    "levels": {level.name: {"title": level.title, "told": level.told} for level in LEVELS},
}


def as_json(sentence: Sentence) -> dict[str, Any]:
    """Code and values; what has no code comes as it is."""
    if sentence.code not in ENGLISH:
        return {"text": sentence.english}
    return {"code": sentence.code, "values": dict(sentence.values)}


def all_as_json(sentences: Iterable[Sentence]) -> list[dict[str, Any]]:
    return [as_json(each) for each in sentences]


def event_in_words(event: Event) -> dict[str, Any]:
    told: dict[str, Any] = event.as_json()
    told["sentences"] = all_as_json(said_of(event))
    if isinstance(event, Moved):
        told["move_words"] = all_as_json(said_of_move(event.move, event.by))
    if told.get("options"):
        told["options_words"] = [as_json(said_of_option(each)) for each in told["options"]]
    return told


def status_in_words(status: RrStatus) -> dict[str, Any]:
    told = status.as_json()
    for name in ("last_event", "question", "violation"):
        event = getattr(status, name)
        if event is not None:
            told[name] = event_in_words(event)
    told["restore"] = [_restore(each) for each in status.restore]
    if status.said is not None:
        told["said_words"] = all_as_json(said_of_move(status.said, status.turn))
    return told


def _restore(each: Restore) -> dict[str, Any]:
    return {**each.as_json(), "words": as_json(said_of_restore(each))}
