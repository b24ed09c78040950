"""Games as lists of accepted events, kept so that nothing that was announced is ever lost."""

from companion.games.kept import game_from, settings_of
from companion.games.play import SettingsError
from companion.store.database import (
    GameInStore,
    NotKept,
    Store,
    Stored,
    StoreError,
    Summary,
)
from companion.store.rescue import Damage
from companion.store.schema import StoreTooNew

__all__ = [
    "Damage",
    "GameInStore",
    "NotKept",
    "SettingsError",
    "Store",
    "StoreError",
    "StoreTooNew",
    "Stored",
    "Summary",
    "game_from",
    "settings_of",
]
