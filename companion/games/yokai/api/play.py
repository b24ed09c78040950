"""The game that is being played, and kept ones: as pages and programs read them."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Final

from companion.games.events import Event
from companion.games.yokai.agreed import Agreed
from companion.games.yokai.dealing import OWN
from companion.games.yokai.importing import imported
from companion.games.yokai.referee.events import Corrected, Move, Over, Ready, Revealed
from companion.games.yokai.referee.umpire import Umpire, resumed
from companion.games.yokai.settings import settings_of
from companion.games.yokai.telling import doubts, said_of, said_of_end, said_of_option, todo
from companion.store import GameInStore, Summary
from companion.table import Standing, Table
from companion.web.kept import listing
from companion.words.sentences import Sentence

STORY: Final = (Ready, Revealed, Move, Corrected, Over)
"""What makes a game: all else was said along the way."""


def state_of(stands: Standing) -> dict[str, Any]:
    game, status = stands.game, stands.status
    told: dict[str, Any] = status.as_json()
    told["game"] = stands.number
    told["agreed"] = _agreed(game)
    told["todo_words"] = [as_json(each) for each in todo(status.todo, game)]
    told["doubts_words"] = [as_json(each) for each in doubts(status.doubts)]
    told["violation_words"] = [] if status.broken is None else in_words(status.broken, game)["sentences"]
    if status.question is not None:
        options = status.question.options
        told["question"]["options_words"] = [
            [as_json(each) for each in said_of_option(option, status.turn, game)] for option in options
        ]
    if status.last_event is not None:
        told["last_event"] = in_words(status.last_event, game)
    if status.over:
        told["end"] = as_json(said_of_end(status.winner, status.points, game))
    return told


def _agreed(game: Agreed) -> dict[str, Any]:
    """What another game like this one is asked for with: not what was dealt."""
    told = settings_of(game)
    return {name: told[name] for name in ("players", "levels", "hands")}


def event_of(table: Table, event: Event) -> dict[str, Any]:
    return in_words(event, table.game())


def in_words(event: Event, game: Agreed) -> dict[str, Any]:
    return {**event.as_json(), "sentences": [as_json(each) for each in said_of(event, game)]}


def as_json(sentence: Sentence) -> dict[str, Any]:
    """Code and values; what has no code comes as it is."""
    if not sentence.code:
        return {"text": sentence.english}
    values = {
        name: as_json(each) if isinstance(each, Sentence) else each for name, each in sentence.values.items()
    }
    return {"code": sentence.code, "values": values}


def agreed(told: dict[str, Any]) -> dict[str, Any]:
    """Whoever begins a game does not choose what is dealt."""
    return {**told, "seed": secrets.randbelow(1 << 62)}


# Kept games


def row(each: Summary) -> dict[str, Any]:
    return {**listing.row(each), "hands": each.settings.get("hands", OWN)}


def handed_on(kept: GameInStore) -> tuple[Agreed, Sequence[Event]]:
    """A game with dealt hands that is not over goes on elsewhere with real cards: nobody is told by what
    was dealt."""
    game: Agreed = kept.game
    umpire = resumed(game, kept.events)
    if not game.is_dealt or umpire.status(0.0).over:
        return game, kept.events
    return imported(umpire.record())


def story(kept: GameInStore) -> dict[str, Any]:
    game = kept.game
    end = next((each for each in reversed(kept.events) if isinstance(each, Over)), None)
    return {
        **listing.story(kept),
        "hands": game.hands,
        "over": end is not None,
        "winner": None if end is None else end.winner,
        "steps": [in_words(each, game) for each in standing(game, kept.events)],
    }


def standing(game: Agreed, events: Iterable[Event]) -> list[Event]:
    """What stands of a game, entry by entry; what was taken back is left out."""
    umpire = Umpire(game)
    entries: list[list[Event]] = [[]]
    for event in events:
        umpire.apply(event)
        stand = umpire.course.entries + 1
        del entries[stand:]
        entries += [[] for _ in range(stand - len(entries))]
        if isinstance(event, STORY) and getattr(event, "reason", "") != "undo":
            entries[-1].append(event)
    return [event for entry in entries for event in entry]
