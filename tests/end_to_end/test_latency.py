"""From the hand leaving the board to the event, at 15 frames a second: by the frames' time, and computing."""

import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import median

import pytest

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.events import Event, Move
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written.position_text import parse_position
from companion.table.following import Following
from tests import learning
from vision.cores import one_core
from vision.cubes.following.eye import Eye
from vision.frames import Frame, Seconds
from vision.virtual.gallery import LOOKS
from vision.virtual.painting.renderer import Renderer
from vision.virtual.table import VirtualTable

START = "B2bMHK,B5wHKM,C2bHKM,C5wKMH,D2bKMH,D5wHKM w 0-0 --- -"
MOVES = ("C5>BC6", "D2>BE2", "D5>BD6", "E2>BE3")
RATE = 15


def shots(table: VirtualTable, renderer: Renderer) -> Iterator[tuple[Frame, bool]]:
    """Every frame of a whole game with whether a hand is over the grid."""
    count = 0

    def shot() -> tuple[Frame, bool]:
        nonlocal count
        count += 1
        scene = table.scene_at(count / RATE)
        image, truth = renderer.render(replace(scene, noise=count))
        return Frame(image, Seconds(count / RATE)), truth.hand

    for move in (None, *MOVES):
        if move is not None:
            table.do(move, count / RATE)
        while True:
            yield shot()
            if table.busy_until() is None:
                break
        for _ in range(RATE):
            yield shot()


@pytest.mark.slow
@pytest.mark.pace
def test_a_move_is_told_within_07_seconds_of_which_50_ms_are_computing() -> None:
    one_core()
    renderer, profile = Renderer(LOOKS["kitchen"]), learning.drawn(LOOKS["kitchen"])
    table = VirtualTable(LOOKS["kitchen"], seed=5)
    table.lay(START)
    eye = Eye(profile)
    following = Following(Referee(Game(Variant(), parse_position(START, Variant()))))
    delays, computing = [], []
    left, spent = 0.0, 0.0
    for frame, hand in shots(table, renderer):
        began = time.process_time()
        said: list[Event] = following.hear(eye.look(frame))
        took = time.process_time() - began
        if hand:
            left, spent = frame.t, 0.0
        else:
            spent += took
        for event in said:
            if isinstance(event, Move):
                delays.append(frame.t - left)
                computing.append(spent)
    assert len(delays) == len(MOVES)
    print(
        f"frame time {max(delays):.2f} s, computing of the frame that told {1000 * median(computing):.0f} ms"
    )
    assert max(delays) <= 0.7
    assert median(computing) <= 0.05
