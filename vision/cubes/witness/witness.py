"""The witness of one table: what the network says of its squares, by the cubes that were learnt there."""

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from companion.games.himiki.rules.board import SQUARES, Square
from vision.cubes.profile import Profile
from vision.cubes.tops import QUARTERS, Singles
from vision.cubes.witness.network import Network
from vision.cubes.witness.patches import beside, laid, middles, patches
from vision.cubes.witness.telling import told
from vision.frames import Image
from vision.plane.light import Light

_PLACES: Final = middles()


@cache
def _network() -> Network:
    """Read once for all tables."""
    return Network()


class Witness:
    def __init__(self, profile: Profile, empty: Image, network: Network | None = None) -> None:
        """`empty` is the softened plane of the tops with no cube on the board."""
        self._edge = profile.edge
        self._network = network or _network()
        ones = np.ones((len(SQUARES), 3), np.float32)
        self._bare = patches(empty, _PLACES, profile.edge, ones)
        samples, kinds = profile.samples, profile.sample_kinds
        if len(samples):
            # What answers taught is no cube of the faces pictures.
            learnt = len(profile.kinds) - len(profile.taught)
            samples = np.concatenate([samples, profile.looks[learnt:]])
            kinds += profile.kinds[learnt:]
        else:
            samples, kinds = profile.looks, profile.kinds
        self._learnt = self._network.numbers(beside(*laid(samples, self._bare)))
        self._kinds = np.repeat(np.asarray(kinds, np.intp), QUARTERS)

    def says(self, soft: Image, light: Light, squares: Sequence[Square] = SQUARES) -> Singles:
        """Logarithms of how likely each square has nothing, each kind, or something else on it, from the
        softened plane of the tops: one row a square, each adding up to 1."""
        if not squares:
            return np.zeros((0, 8), np.float32)
        rows = np.asarray(squares, np.intp)
        places = _PLACES[rows]
        seen = patches(soft, places, self._edge, light.over(places[:, :2]))
        return told(self._network.numbers(beside(seen, self._bare[rows])), self._learnt, self._kinds)
