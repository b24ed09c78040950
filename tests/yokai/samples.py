"""Games of Terres de Yokai as a store keeps them, and an event of each kind."""

import json
from dataclasses import dataclass
from typing import Any

from companion.games.events import Event
from companion.games.yokai import play
from companion.games.yokai.agreed import Agreed
from companion.games.yokai.referee.events import (
    Corrected,
    End,
    Move,
    Opponent,
    Over,
    Ready,
    Restore,
    Restored,
    Revealed,
    Todo,
    Turn,
    Violation,
)
from tests.yokai.said import played_out

POSITION = "F:4????:FW:- W:5????:-:- E:3????:-:- A:7????:-:- a play1 ?3/?3 ?29 - -/-"
EVENTS: tuple[Event, ...] = (
    Ready(t=0, mode="yokai", near="a", position=POSITION),
    Revealed(t=1, yokai="F4", position=POSITION),
    Move(t=2, by="a", move="FWc►F!E(E4)+aE4", points=(4, 0), position=POSITION, unseen=("draw.?",)),
    Move(t=2, by="b", move="FWd►F!(FE►E)~F5", points=(4, 0), position=POSITION),
    Move(t=2, by="b", move="pass", points=(4, 0), position=POSITION),
    Turn(t=2, turn="b"),
    Todo(t=3, todo=("take F5 F a", "clear F a FW.FE")),
    Violation(
        t=4,
        rule="Y3.1",
        text="…",
        restore=(Restore("F", "F4", ("FW",), ()),),
        code="out-of-turn",
        values={"player": "b"},
    ),
    Restored(t=5, position=POSITION),
    Corrected(t=6, moves=("FW►F",), position=POSITION, reason="undo", back=1),
    Opponent(t=7, by="b", level="master", move="FW>F", text="master plays FW>F"),
    Over(t=8, winner=None, points=(20, 20)),
    End(t=9, points=(20, 20), moves=40, position=POSITION),
)


@dataclass(frozen=True)
class KeptGame:
    settings: dict[str, Any]
    events: list[dict[str, Any]]


def kept() -> list[KeptGame]:
    """With real cards, dealt, against a level; whole, and broken off."""
    found = []
    for game, part in (
        (Agreed({"a": "Ada", "b": "Bo"}), 1.0),
        (Agreed({"a": "Cy"}), 0.5),
        (Agreed({"a": "Ada"}, hands="dealt", seed=4), 1.0),
        (Agreed({"a": "Ada"}, {"b": "adept"}, "dealt", 9), 1.0),
    ):
        _, events = played_out(game, 1)
        told = [json.loads(json.dumps(each.as_json())) for each in events[: int(len(events) * part)]]
        found.append(KeptGame(play.settings_of(game), told))
    return found
