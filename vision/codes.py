"""QR codes that somebody holds under the camera."""

import cv2

from vision.frames import Image


def texts_in(image: Image) -> tuple[str, ...]:
    """What the codes in a picture say; nothing where there is none that can be read."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    try:
        found, texts, _, _ = cv2.QRCodeDetector().detectAndDecodeMulti(grey)
    except cv2.error:
        return ()
    return tuple(text for text in texts if text) if found else ()
