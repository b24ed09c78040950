"""A table that plays by itself in a process of its own, to be killed: `python -m tests.table.playing FOLDER`.

The first line says what it goes on from, every other one is an event as a listener was told it.
"""

import json
import sys
from pathlib import Path

from companion.games.himiki.agreed import Game
from companion.games.himiki.autoplay import CubesAutoplay
from companion.games.himiki.drawn import DrawnTable
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.seeing import drawn_profile
from companion.store import Store
from companion.table import OwnClock, StateFolder, Table, TableCamera
from vision.cores import one_core
from vision.virtual.gallery import LOOKS
from vision.virtual.source import VirtualSource
from vision.virtual.table import VirtualTable


def main() -> None:
    one_core()
    folder, profile = StateFolder(Path(sys.argv[1])), Path(sys.argv[2])
    folder.lock()
    store = Store(folder.games)
    clock = OwnClock(store.latest_time())
    table_of_cubes = VirtualTable(LOOKS["kitchen"], seed=store.newest(), pace=0.1)
    drawn = DrawnTable(table_of_cubes, clock, folder.drawn)
    source = VirtualSource(table_of_cubes, clock=clock, rate=30)
    source.open()
    table = Table(
        TableCamera("sim", source, drawn),
        drawn_profile(LOOKS["kitchen"], profile),
        store,
        clock=clock,
        state_folder=folder.path,
        game=Game(Variant(Mode.DUEL)),
    )
    status = table.status()
    listening = table.events.subscribe()
    print(json.dumps({"game": table.game_id, "position": status.position, "moves": status.moves}), flush=True)
    table.start()
    CubesAutoplay(table, pause=0.02).start()
    at_risk = False
    while True:
        if bool(table.notices.standing()) is not at_risk:
            at_risk = not at_risk
            if at_risk:
                print("at risk", flush=True)
        for number, event in listening.take(0.2):
            print(f"{number} {json.dumps(event.as_json(), ensure_ascii=False)}", flush=True)


if __name__ == "__main__":
    main()
