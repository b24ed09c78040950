"""Hidden tiles: the game goes on as if they were some of those that they may be (R10.2, R10.4)."""

from random import Random

from companion.games.rr.rules.position import Position, Zone, unseen


def has_hidden(position: Position) -> bool:
    return any(zone.unknown for zone in position.zones)


def guessed(position: Position, chance: Random) -> Position:
    """Every hidden tile is one that it may be, each guess as likely as the others."""
    count = sum(zone.unknown for zone in position.zones)
    drawn = chance.sample(unseen(position), count)
    zones = []
    for zone in position.zones:
        mine, drawn = drawn[: zone.unknown], drawn[zone.unknown :]
        zones.append(Zone(tuple(sorted((*zone.tiles, *mine)))))
    return position._replace(zones=(zones[0], zones[1]))
