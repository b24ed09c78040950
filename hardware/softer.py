"""Raw sound (16 bits, as the machine has them) from stdin to stdout, softer: piper itself may know no volume.

Run as a program of its own, between the one that speaks and the one that plays.
"""

import sys
from array import array
from typing import BinaryIO, Final

_CHUNK: Final = 4096
"""Bytes; a tenth of a second, so that the first word is not waited for."""


def softened(sound: bytes, volume: float) -> bytes:
    """`volume` from 0 to 1."""
    samples = array("h", sound)
    return array("h", (round(each * volume) for each in samples)).tobytes()


def pour(source: BinaryIO, target: BinaryIO, volume: float) -> None:
    while chunk := source.read(_CHUNK):
        target.write(softened(chunk[: len(chunk) // 2 * 2], volume))
        target.flush()


if __name__ == "__main__":
    pour(sys.stdin.buffer, sys.stdout.buffer, float(sys.argv[1]))
