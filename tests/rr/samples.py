"""RR as the contract of all games asks for it: kept games, settings, decisions, one event of each kind."""

import random
from typing import Any

from companion.games.events import Event
from companion.games.rr import play as rr_play
from companion.games.rr.agreed import Agreed
from companion.games.rr.referee.events import (
    Corrected,
    End,
    Moved,
    Opponent,
    Over,
    Placed,
    Ready,
    Reminder,
    Restore,
    Restored,
    Violation,
)
from companion.games.rr.rules.written.options import variant_of
from tests.rr.games import random_game, words
from tests.rr.tabletop import Tabletop, carried_out

POSITION = "b2cir b ca.ki/te.bi sm - -"
EVENTS: tuple[Event, ...] = (
    Ready(t=0, position=POSITION),
    Placed(t=1, by="r", move="ki@b2", todo=("a1",)),
    Moved(t=1, move="ki@b2!a1", by="r", position=POSITION),
    Corrected(t=1, reason="undo", position=POSITION),
    Opponent(
        t=1,
        by="b",
        level="adept",
        move="bi@a1",
        text="Adept plays bi@a1.",
        code="level-plays",
        values={"level": "Adept", "move": "bi@a1"},
    ),
    Reminder(t=1, by="r", squares=("a1",)),
    Violation(t=1, rule="R3.1", text="…", restore=(Restore("a1", "kir"), Restore("b1", None)), code="x"),
    Restored(t=1, position=POSITION),
    Over(t=1, winner="r", reason="board", allies=(5, 4), points=(5, 4), match=(1, 0)),
    End(t=1, position=POSITION),
)


def played(game: str, seed: int, most: int = 99) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Its settings and events, as a store keeps them."""
    table = Tabletop(Agreed(variant_of(words(random.Random(f"{game} {seed}"), game)), {"r": "Ada"}, seed=3))
    table.lies("-")
    chance = random.Random(seed)
    for step in list(random_game(game, seed))[:most]:
        carried_out(table, step, chance)
    table.lies(table.cells, seconds=4.0)
    return rr_play.settings_of(table.game), [event.as_json() for event in table.said]


def kept() -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    return [played("", 0), played("random", 1), played("old", 2, most=5)]


REFUSED: tuple[object, ...] = (
    {"game": "rr", "options": "old draft"},
    {"game": "rr", "colour": 1},
    {"game": "rr", "levels": {"r": "wizard"}},
    {"game": "rr", "wins": 0, "players": {"w": "Ada"}},
    {"game": "rr", "played": [{"winner": "r"}]},
)
DECISIONS: tuple[dict[str, Any], ...] = (
    *({"decision": name} for name in ("undo", "takeback", "accept", "end_turn")),
    {"decision": "position", "position": POSITION},
    {"decision": "move", "move": "ki@b2"},
    {"decision": "answer", "option": "ki"},
    {"decision": "resign", "side": "r"},
)
UNREADABLE: tuple[object, ...] = (
    {"decision": "sing"},
    {"decision": "move"},
    {"decision": "resign", "side": "w"},
    {},
    [],
    "undo",
)
