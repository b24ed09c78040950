"""Whole games brought into a running table's store, as if they had been played there."""

from random import Random

from companion.games.himiki.importing import imported
from companion.games.himiki.players.opponents import Greedy
from companion.games.himiki.rules.moves import Place
from companion.games.himiki.rules.play import play
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.notation import bare
from companion.games.himiki.rules.written.position_text import parse_position
from companion.games.himiki.rules.written.record import MoveEntry, Record, Result, actor
from companion.store import Store

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
