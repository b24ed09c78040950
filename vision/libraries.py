"""Which libraries see: they come from the system or from a wheel, and differ."""

import cv2
import numpy as np


def library_versions() -> str:
    return f"OpenCV {cv2.__version__}, numpy {np.__version__}"
