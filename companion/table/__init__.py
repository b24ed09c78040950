"""The running table: what the page, the voice and the lights are given, and what people decide goes in."""

from companion.table.cameras import AUTO, Camera, is_real, opened, waited_for
from companion.table.drawn import DrawnTable
from companion.table.faults import GameUnreadable, GameWentOn, NoSuchGame, NoVirtualTable
from companion.table.folder import FolderError, StateFolder
from companion.table.following import Following
from companion.table.listeners import Subscription
from companion.table.ownclock import OwnClock
from companion.table.running import Table

__all__ = [
    "AUTO",
    "Camera",
    "DrawnTable",
    "FolderError",
    "Following",
    "GameUnreadable",
    "GameWentOn",
    "NoSuchGame",
    "NoVirtualTable",
    "OwnClock",
    "StateFolder",
    "Subscription",
    "Table",
    "is_real",
    "opened",
    "waited_for",
]
