"""QR codes that somebody holds under the camera."""

import struct
from contextlib import suppress
from typing import Final

import cv2
import numpy as np

from vision.frames import Image

_SIZES: Final = (1.0, 0.75)
"""Of the picture: what cannot be read at one, mostly can at another."""

_MOST_PIXELS: Final = 8_000_000
"""Three times what the page sends; unpacked it takes 24 MB, which a Zero 2 W has to spare."""

_JPEG, _MARK = b"\xff\xd8", 0xFF
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Marks of the segments that say how large the picture is (ITU-T T.81, table B.1)."""


def texts_in(image: Image) -> tuple[str, ...]:
    """What the codes in a picture say; nothing where there is none that can be read."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    for size in _SIZES:
        there = cv2.resize(grey, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
        if texts := _read(np.asarray(there, np.uint8)):
            return texts
    return ()


def texts_in_file(sent: bytes) -> tuple[str, ...]:
    """Likewise of a picture as a JPEG file; of what is none, or would be too large, nothing."""
    if not 0 < _pixels(sent) <= _MOST_PIXELS:
        return ()
    found = cv2.imdecode(np.frombuffer(sent, np.uint8), cv2.IMREAD_COLOR)
    return () if found is None else texts_in(np.asarray(found, np.uint8))


def _pixels(sent: bytes) -> int:
    """Of a JPEG file, as its header says, for unpacked it may be a thousand times larger; of any other, 0."""
    at = 2 if sent.startswith(_JPEG) else len(sent)
    while at + 9 <= len(sent) and sent[at] == _MARK:
        if sent[at + 1] in _FRAMES:
            high, wide = struct.unpack(">HH", sent[at + 5 : at + 9])
            return int(high * wide)
        at += 2 + int.from_bytes(sent[at + 2 : at + 4], "big")
    return 0


def _read(grey: Image) -> tuple[str, ...]:
    """Looking for one alone reads it where looking for several reads none of them, now and then."""
    detector = cv2.QRCodeDetector()
    texts: list[str] = []
    with suppress(cv2.error):
        texts.append(detector.detectAndDecode(grey)[0])
    with suppress(cv2.error):
        texts.extend(detector.detectAndDecodeMulti(grey)[1])
    return tuple(dict.fromkeys(text for text in texts if text))
