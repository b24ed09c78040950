"""Whole games brought into a running table's store, as if they had been played there."""

from random import Random

from companion.players.opponents import Greedy
from companion.rules.moves import Place
from companion.rules.notation import bare
from companion.rules.play import play
from companion.rules.position_text import parse_position
from companion.rules.record import MoveEntry, Record, Result, actor
from companion.rules.variant import Variant
from companion.store import Store, imported

AFTER_SET_UP = "B2bMHK,B5wHMK,C2bKHM,C5wMKH,D2bHMK,D5wKHM w 0-0 --- -"


def greedy_record(seed: int, players: dict[str, str], most: int = 80) -> Record:
    """Two who take what lies there, up to the fifth point."""
    start = position = parse_position(AFTER_SET_UP, Variant())
    chance, player = Random(seed), Greedy()
    entries: list[MoveEntry] = []
    while not position.over and len(entries) < most:
        move = player.choose(position, chance)
        assert not isinstance(move, Place)
        entries.append(MoveEntry(bare(position, move), actor(position), float(len(entries))))
        position = play(position, move).after
    result = Result(position.winner, position.score) if position.over else None
    return Record(start, tuple(entries), players, result)


def brought(store: Store, record: Record) -> int:
    return store.bring(*imported(record))
