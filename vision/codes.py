"""QR codes that somebody holds under the camera."""

from contextlib import suppress
from typing import Final

import cv2
import numpy as np

from vision.frames import Image

_SIZES: Final = (1.0, 0.75)
"""Of the picture: what cannot be read at one, mostly can at another."""


def texts_in(image: Image) -> tuple[str, ...]:
    """What the codes in a picture say; nothing where there is none that can be read."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    for size in _SIZES:
        there = cv2.resize(grey, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
        if texts := _read(np.asarray(there, np.uint8)):
            return texts
    return ()


def texts_in_file(sent: bytes) -> tuple[str, ...]:
    """Likewise of a picture as a file, JPEG or PNG; of what is none, nothing."""
    found = cv2.imdecode(np.frombuffer(sent, np.uint8), cv2.IMREAD_COLOR) if sent else None
    return () if found is None else texts_in(np.asarray(found, np.uint8))


def _read(grey: Image) -> tuple[str, ...]:
    """Looking for one alone reads it where looking for several reads none of them, now and then."""
    detector = cv2.QRCodeDetector()
    texts: list[str] = []
    with suppress(cv2.error):
        texts.append(detector.detectAndDecode(grey)[0])
    with suppress(cv2.error):
        texts.extend(detector.detectAndDecodeMulti(grey)[1])
    return tuple(dict.fromkeys(text for text in texts if text))
