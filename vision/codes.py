"""QR codes that somebody holds under the camera."""

from contextlib import suppress

import cv2

from vision.frames import Image


def texts_in(image: Image) -> tuple[str, ...]:
    """What the codes in a picture say; nothing where there is none that can be read."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    detector = cv2.QRCodeDetector()
    # Looking for one alone reads it where looking for several reads none of them, now and then.
    texts: list[str] = []
    with suppress(cv2.error):
        texts.append(detector.detectAndDecode(grey)[0])
    with suppress(cv2.error):
        texts.extend(detector.detectAndDecodeMulti(grey)[1])
    return tuple(dict.fromkeys(text for text in texts if text))
