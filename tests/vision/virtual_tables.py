"""Readers that learnt a virtual table from its own four pictures, made once for all tests."""

from functools import lru_cache

from tests import learning
from vision.cubes.reading.reader import Reader
from vision.virtual import LOOKS, DrawnLook, Renderer

Table = tuple[DrawnLook, Renderer, Reader]


@lru_cache(maxsize=8)
def table_of(name: str) -> Table:
    return learnt(LOOKS[name])


def learnt(look: DrawnLook) -> Table:
    return look, Renderer(look), Reader(learning.pictured(look))
