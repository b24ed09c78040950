"""Saves one profile after another in a place, to be killed: `python -m tests.power.saving LEARNT PLACE N`."""

import sys
from dataclasses import replace
from pathlib import Path

from vision.cubes.profile import load_profile


def main() -> None:
    learnt, place, number = load_profile(Path(sys.argv[1])), Path(sys.argv[2]), int(sys.argv[3])
    print("begun", flush=True)
    while True:
        number += 1
        # Its focus tells which one it is, its empty picture is another one each time.
        picture = learnt.empty.copy()
        picture[0, 0] = number % 256, number // 256 % 256, 0
        try:
            replace(learnt, focus=float(number), empty=picture).save(place)
        except OSError:
            number -= 1
            print("refused", flush=True)
        else:
            print(number, flush=True)


if __name__ == "__main__":
    main()
