"""How many of the machine's cores seeing may take."""

import cv2


def one_core() -> None:
    """Pictures of this size are too small to gain from several, and the page wants one for itself."""
    cv2.setNumThreads(1)
