"""The network itself, as OpenCV runs it."""

from pathlib import Path
from threading import Lock
from typing import Final

import cv2
import numpy as np

from vision.cubes.tops import Singles

WEIGHTS: Final = Path(__file__).with_name("witness.onnx")
"""Made by `python -m training.witness`; how, and what came of it, is told in docs/witness.md."""


class Network:
    """May be shared by threads."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.fromfile(weights, np.uint8))
        self._lock = Lock()

    def numbers(self, squares: Singles) -> Singles:
        """K x 66, of what `patches.beside` gives."""
        with self._lock:
            self._net.setInput(squares)
            out = self._net.forward()
        return np.asarray(out, np.float32).reshape(len(squares), -1).copy()
