"""Games as lists of accepted events, kept so that nothing that was announced is ever lost."""

from companion.store.database import (
    GameInStore,
    Store,
    Stored,
    StoreError,
    Summary,
)
from companion.store.importing import imported
from companion.store.schema import StoreTooNew
from companion.store.settings import SettingsError, game_from, settings_of

__all__ = [
    "GameInStore",
    "SettingsError",
    "Store",
    "StoreError",
    "StoreTooNew",
    "Stored",
    "Summary",
    "game_from",
    "imported",
    "settings_of",
]
