"""The running table: what the page, the voice and the lights are given, and what people decide goes in."""

from companion.table.camera.cameras import (
    AUTO,
    TableCamera,
    instead,
    is_real,
    opened,
    switched_off,
    waited_for,
)
from companion.table.faults import (
    GameDecided,
    GameUnreadable,
    GameWentOn,
    NoSuchGame,
    NoVirtualTable,
    OtherGame,
)
from companion.table.fitting import Fitted, Fitting
from companion.table.following import Following
from companion.table.listeners import Subscription
from companion.table.ownclock import OwnClock
from companion.table.standing import Standing
from companion.table.state.folder import FolderError, StateFolder
from companion.table.table import Table

__all__ = [
    "AUTO",
    "Fitted",
    "Fitting",
    "FolderError",
    "Following",
    "GameDecided",
    "GameUnreadable",
    "GameWentOn",
    "NoSuchGame",
    "NoVirtualTable",
    "OtherGame",
    "OwnClock",
    "Standing",
    "StateFolder",
    "Subscription",
    "Table",
    "TableCamera",
    "instead",
    "is_real",
    "opened",
    "switched_off",
    "waited_for",
]
