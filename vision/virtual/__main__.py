"""`python -m vision.virtual LOOK FOLDER [SEED]` writes a dataset folder of that look."""

import sys
from pathlib import Path

import cv2

from vision.virtual.dataset import write_dataset
from vision.virtual.gallery import LOOKS


def main(arguments: list[str]) -> int:
    if len(arguments) not in (2, 3) or arguments[0] not in LOOKS:
        print(f"python -m vision.virtual LOOK FOLDER [SEED], LOOK one of {', '.join(LOOKS)}", file=sys.stderr)
        return 2
    cv2.setNumThreads(1)
    write_dataset(LOOKS[arguments[0]], Path(arguments[1]), int(arguments[2]) if arguments[2:] else 0)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
