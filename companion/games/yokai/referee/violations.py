"""Which rule a table breaks that no legal move explains, and how it has to lie again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.games.yokai.referee.events import Restore
from companion.games.yokai.referee.sightings import PileSeen, Sighting, fits
from companion.games.yokai.referee.steps import Step, unlike
from companion.games.yokai.rules.cards import CALL, DISTRACT, Cards, Colour, Sketch, ability_of
from companion.games.yokai.rules.house import House
from companion.games.yokai.rules.moves import Lay
from companion.games.yokai.rules.play import Played
from companion.games.yokai.rules.position import IN_HAND, MOST_IN_A_TURN, Phase, Player, Position

ENGLISH: Final[Mapping[str, str]] = {
    "over": "The game is over: nothing more is laid.",
    "laid-wrong-colour": "{card} lies at pile {pile}, which has neither of its colours.",
    "fourth-card": "Player {player} has played three cards in this turn.",
    "not-drawn": "Player {player} has not drawn a card in this turn.",
    "out-of-turn": "It is not the turn of player {player}.",
    "has-to-play": "Player {player} has four cards and has to play one first.",
    "last-called": "The last Yokai of pile {pile} was called away.",
    "wrong-distracted": "At pile {pile} another sketch was moved than the outermost of the other side.",
    "not-settled": "The last card is not settled yet: {left}.",
    "wrong-taken": "Pile {pile} does not lie as the count leaves it.",
    "wrong-frightened": "Pile {pile} does not lie as a frightened Yokai leaves it.",
}
"""English sentence for every code."""

RULES: Final[Mapping[str, str]] = {
    "over": "Y6.1",
    "laid-wrong-colour": "Y4.1",
    "fourth-card": "Y3.4",
    "not-drawn": "Y3.2",
    "out-of-turn": "Y3.1",
    "has-to-play": "Y3.5",
    "last-called": "Y7.2",
    "wrong-distracted": "Y8.1",
    "not-settled": "Y5.3",
    "wrong-taken": "Y5.3",
    "wrong-frightened": "Y5.4",
}


@dataclass(frozen=True, slots=True)
class Broken:
    code: str
    restore: tuple[Restore, ...]
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rule(self) -> str:
        return RULES[self.code]

    def __str__(self) -> str:
        return ENGLISH[self.code].format_map(dict(self.values))


@dataclass(frozen=True, slots=True)
class _Laid:
    """A card that lies where none did."""

    player: Player
    pile: Colour
    card: str


def violation(
    position: Position,
    last: Played | None,
    left: tuple[Step, ...],
    sighting: Sighting,
    near: Player,
    draws: int | None,
    house: House,
) -> Broken | None:
    """None where a picture is only hard to read."""
    cards = house.cards
    wrong = list(unlike(position, sighting, near, cards))
    if not wrong:
        return None
    restore = tuple(_restored(position, colour, near, cards) for colour in wrong)
    laid = list(_laid(position, sighting, near, cards))
    code, values = _judged(position, last, left, laid, sighting, near, wrong, draws, cards)
    return Broken(code, restore, values)


def _restored(position: Position, colour: Colour, near: Player, cards: Cards) -> Restore:
    pile = position.piles[cards.index[colour]]
    top = pile.yokai[0] if pile.yokai else None
    return Restore(colour, top, pile.rows[near], pile.rows[near.other])


def _laid(position: Position, sighting: Sighting, near: Player, cards: Cards) -> Iterator[_Laid]:
    for colour, seen in sighting.piles.items():
        rows = position.piles[cards.index[colour]].rows
        for player, shown in _sides(seen, near):
            row = rows[player]
            if len(shown) > len(row) and all(map(fits, shown, row)):
                yield _Laid(player, colour, shown[len(row)])


def _sides(seen: PileSeen, near: Player) -> tuple[tuple[Player, tuple[str, ...]], ...]:
    return (near, seen.near), (near.other, seen.far)


def _judged(
    position: Position,
    last: Played | None,
    left: tuple[Step, ...],
    laid: list[_Laid],
    sighting: Sighting,
    near: Player,
    wrong: list[Colour],
    draws: int | None,
    cards: Cards,
) -> tuple[str, dict[str, Any]]:
    if position.phase is Phase.OVER:
        return "over", {}
    for each in laid:
        if "?" not in each.card and each.pile not in each.card[:2]:
            return "laid-wrong-colour", {"card": each.card, "pile": each.pile}
    own = [each for each in laid if _ability_seen(each.card)]
    if last is not None and isinstance(last.move, Lay) and last.move.ability is None:
        # Laid in an earlier picture, its ability is used in this one.
        own.append(_Laid(last.before.turn, last.move.pile, last.move.sketch))
    if (told := _of_ability(position, own, sighting, near, cards)) is not None:
        return told
    for each in laid:
        if (told := _of_turn(position, last, each, draws)) is not None:
            return told
    if left:
        frightened = any(getattr(step, "winner", Player.A) is None for step in left)
        return ("wrong-frightened" if frightened else "wrong-taken"), {"pile": wrong[0]}
    if last is not None and any(counted.winner is None for counted in last.counts):
        return "wrong-frightened", {"pile": wrong[0]}
    return "wrong-taken", {"pile": wrong[0]}


def _ability_seen(card: str) -> str:
    return "" if "?" in card else ability_of(Sketch(card))


def _of_ability(
    position: Position, laid: list[_Laid], sighting: Sighting, near: Player, cards: Cards
) -> tuple[str, dict[str, Any]] | None:
    for each in laid:
        kind = _ability_seen(each.card)
        if kind == CALL:
            for colour, seen in sighting.piles.items():
                pile = position.piles[cards.index[colour]]
                goal = sighting.piles.get(each.pile)
                called = goal.top if goal is not None else None
                gone = called is not None and pile.yokai == (called,) and seen.top != called
                if colour != each.pile and gone:
                    return "last-called", {"pile": colour}
        if kind == DISTRACT:
            seen_there = sighting.piles.get(each.pile)
            if seen_there is None:
                continue
            row = position.piles[cards.index[each.pile]].rows[each.player.other]
            shown = dict(_sides(seen_there, near))[each.player.other]
            if len(shown) == len(row) - 1 and not all(map(fits, shown, row)):
                return "wrong-distracted", {"pile": each.pile}
    return None


def _of_turn(
    position: Position, last: Played | None, laid: _Laid, draws: int | None
) -> tuple[str, dict[str, Any]] | None:
    """Whose turn it can be, with the draws that were seen (Y9.2)."""
    player = {"player": laid.player.letter}
    now, drew = position.turn, position.phase is not Phase.DRAW
    full: Player | None = None
    sizes = [hand.size for hand in position.hands]
    for _ in range(draws or 0):
        if drew:
            # Four in hand means that nothing was played in this turn.
            if sizes[now] > IN_HAND:
                full = full or now
            now = now.other
        sizes[now] += 1
        drew = True
    if full is not None and now is laid.player:
        return "has-to-play", {"player": full.letter}
    if laid.player is now:
        return None if drew or draws is None else ("not-drawn", player)
    again = last is not None and laid.player is last.before.turn and not draws and not drew
    if again and last is not None and last.before.phase.cards_played + 1 == MOST_IN_A_TURN:
        return "fourth-card", player
    return "out-of-turn", player
