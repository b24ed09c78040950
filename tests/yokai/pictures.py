"""What a camera would say of a game that is played: sightings, step by step."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.games.yokai.referee.sightings import Sighting, read_sighting
from companion.games.yokai.referee.steps import Table, done, laid, steps_of
from companion.games.yokai.rules.cards import CARDS
from companion.games.yokai.rules.house import HOUSE
from companion.games.yokai.rules.moves import Draw, Lay
from companion.games.yokai.rules.play import Played
from companion.games.yokai.rules.position import Player
from tests.yokai.games import random_game


def shown(table: Table, near: Player = Player.A) -> list[dict[str, object]]:
    return [
        {
            "colour": colour,
            "top": pile.yokai[0] if pile.yokai else None,
            "near": list(pile.rows[near]),
            "far": list(pile.rows[near.other]),
            "confidence": 0.97,
        }
        for colour, pile in zip(CARDS.colours, table, strict=True)
    ]


@dataclass
class Camera:
    """Writes down what is to be seen, a line a picture."""

    near: Player = Player.A
    draws_in_view: bool = True
    lines: list[str] = field(default_factory=list)
    draws: int = 0

    def picture(self, table: Table, *, clear: bool = True, **changed: object) -> None:
        told = {
            "t": float(len(self.lines)),
            "clear": clear,
            "piles": shown(table, self.near),
            "draws": self.draws if self.draws_in_view else None,
            "won": None,
        }
        self.lines.append(json.dumps(told | changed))
        if clear:
            self.draws = 0

    def drawn(self) -> None:
        self.draws += 1


def filmed(
    seed: int, near: Player = Player.A, *, draws_in_view: bool = True
) -> tuple[list[str], list[Played]]:
    """A game with open hands as a camera sees it, and its cards."""
    chance = random.Random(seed)
    camera = Camera(near, draws_in_view)
    cards = []
    for number, played in enumerate(random_game(seed, open_game=True)):
        if number == 0:
            camera.picture(played.before.piles)
        if isinstance(played.move, Draw):
            camera.drawn()
            if chance.random() < 0.5:
                camera.picture(played.after.piles)
        if isinstance(played.move, Lay):
            cards.append(played)
            film_card(camera, played, chance)
    return camera.lines, cards


def settled(seed: int) -> tuple[list[str], list[Played]]:
    """The same, but nobody leaves a card in full view: a picture only when all is done for it."""
    camera = Camera()
    cards = []
    for number, played in enumerate(random_game(seed, open_game=True)):
        if number == 0:
            camera.picture(played.before.piles)
        if isinstance(played.move, Draw):
            camera.drawn()
        if isinstance(played.move, Lay):
            cards.append(played)
            camera.picture(played.after.piles)
    return camera.lines, cards


def film_card(camera: Camera, played: Played, chance: random.Random) -> None:
    """Laid; then ability, Yokai and rows in any order, some of them quick; at last all is done."""
    table = laid(played, CARDS)
    if chance.random() < 0.3:
        camera.picture(table, clear=False)
    camera.picture(table)
    steps = list(steps_of(played, HOUSE))
    ability = [step for step in steps if hasattr(step, "goal")]
    rest = [step for step in steps if not hasattr(step, "goal")]
    chance.shuffle(rest)
    for step in [*ability, *rest]:
        table = done(table, step, CARDS)
        if chance.random() < 0.6:
            camera.picture(table)
    camera.picture(played.after.piles)


def read(lines: list[str]) -> Iterator[Sighting]:
    for line in lines:
        yield read_sighting(line, CARDS)
