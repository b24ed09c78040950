"""What the API tells, with the sentences for it: pages fill them in, in their reader's language.

Beside a move, or a list of moves, stand its words; an event has what is said of it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.events import Doubtful, Event, Over, Restore
from companion.games.himiki.referee.status import Status
from companion.games.himiki.sentences import ENGLISH
from companion.games.himiki.telling import (
    said_of,
    said_of_end,
    said_of_move,
    said_of_option,
    said_of_restore,
)
from companion.words.sentences import Sentence


def as_json(sentence: Sentence) -> dict[str, Any]:
    """Code and values; what has no code comes as it is."""
    if sentence.code not in ENGLISH:
        return {"text": sentence.english}
    return {"code": sentence.code, "values": {name: _plain(each) for name, each in sentence.values.items()}}


def _plain(value: object) -> object:
    return as_json(value) if isinstance(value, Sentence) else value


def event_in_words(event: Event, game: Game) -> dict[str, Any]:
    told: dict[str, Any] = in_words(event.as_json())
    # Of doubts a page says those that are new to it.
    if not isinstance(event, Doubtful):
        told["sentences"] = [as_json(each) for each in said_of(event, game)]
    return told


def status_in_words(status: Status, game: Game) -> dict[str, Any]:
    told: dict[str, Any] = in_words(status.as_json())
    for name in ("last_event", "muk_yan", "opponent"):
        event = getattr(status, name)
        if event is not None:
            told[name] = event_in_words(event, game)
    if status.over:
        last = status.last_event
        reason = last.reason if isinstance(last, Over) else "points"
        told["end"] = as_json(said_of_end(game, status.winner, status.score, reason))
    return told


def _words_of(move: str) -> dict[str, Any]:
    return as_json(said_of_move(move))


def _words_of_option(option: str) -> list[dict[str, Any]]:
    return [as_json(each) for each in said_of_option(option)]


_LISTS: Final[Mapping[str, Callable[[str], object]]] = {
    "moves": _words_of,
    "played": _words_of,
    "best": _words_of,
    "options": _words_of_option,
}
_RESTORE: Final = frozenset(("from", "to", "cube"))


def in_words(told: Any) -> Any:
    """The same, with `move_words` beside a move, `moves_words` beside moves, `words` in what is put back."""
    if isinstance(told, list):
        return [in_words(each) for each in told]
    if not isinstance(told, dict):
        return told
    more: dict[str, Any] = {}
    for name, value in told.items():
        if name == "move" and isinstance(value, str):
            more["move_words"] = _words_of(value)
        elif name in _LISTS and isinstance(value, list) and all(isinstance(each, str) for each in value):
            more[f"{name}_words"] = [_LISTS[name](each) for each in value]
    if told.keys() == _RESTORE:
        more["words"] = as_json(said_of_restore(Restore(told["from"], told["to"], told["cube"])))
    return {name: value if name == "values" else in_words(value) for name, value in told.items()} | more
