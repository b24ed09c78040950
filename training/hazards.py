"""What light, lenses and hands do to squares, done to squares that were drawn: more of it than drawing has
time for."""

from dataclasses import dataclass
from typing import Any, Final

import torch
from torch.nn.functional import affine_grid, avg_pool2d, grid_sample

from vision.cubes.witness.patches import SIDE

Tensor = Any

_MIX: Final = 0.08
"""How much of each colour channel may go into another."""

_SLIP: Final = 1.6
"""Samples by which a square may lie beside its place: a corner was found badly, or a board was moved."""


@dataclass(frozen=True, slots=True)
class Hues:
    """How one table's colours are changed, alike in all that is seen of it; and which way its squares lie."""

    mix: Tensor
    gamma: float
    turns: int
    mirrored: bool

    @classmethod
    def by_chance(cls, dice: Any) -> "Hues":
        mix = torch.eye(3)
        if torch.rand(1, generator=dice) < 0.3:
            mix = mix[torch.randperm(3, generator=dice)]
        mix = mix + _MIX * torch.randn(3, 3, generator=dice)
        mix = mix.clamp_min(0)
        mix = mix / mix.sum(dim=1, keepdim=True)
        gamma = float(torch.exp(0.15 * torch.randn(1, generator=dice)))
        turns = int(torch.randint(4, (1,), generator=dice))
        return cls(mix, gamma, turns, bool(torch.rand(1, generator=dice) < 0.5))

    def on(self, squares: Tensor) -> Tensor:
        """Levels: n x 3 x rows x columns."""
        mixed = torch.einsum("oc,ncyx->noyx", self.mix, squares)
        mixed = 255 * (mixed.clamp_min(0) / 255) ** self.gamma
        mixed = torch.rot90(mixed, self.turns, (2, 3))
        return mixed.flip(3) if self.mirrored else mixed


def _some(count: int, share: float, dice: Any) -> Tensor:
    """1 for a share of so many squares, 0 for the others."""
    return (torch.rand(count, 1, 1, 1, generator=dice) < share).float()


def _grid() -> tuple[Tensor, Tensor]:
    line = torch.linspace(-1, 1, SIDE)
    down, across = torch.meshgrid(line, line, indexing="ij")
    return across, down


def _edges(count: int, soft: tuple[float, float], dice: Any) -> Tensor:
    """One side of a wavy line across each square: n x 1 x SIDE x SIDE, 0 to 1."""
    across, down = _grid()
    angle = torch.rand(count, 1, 1, 1, generator=dice) * 2 * torch.pi
    far = torch.rand(count, 1, 1, 1, generator=dice) * 1.8 - 0.9
    wave = torch.randn(count, 1, 1, 1, generator=dice) * 0.3
    phase = torch.rand(count, 1, 1, 1, generator=dice) * 6.3
    low, high = soft
    width = low * (high / low) ** torch.rand(count, 1, 1, 1, generator=dice)
    along = across * torch.cos(angle) + down * torch.sin(angle)
    beside = down * torch.cos(angle) - across * torch.sin(angle)
    return torch.sigmoid((along - far + wave * torch.sin(3 * beside + phase)) / width)


def _spots(count: int, wide: tuple[float, float], reach: float, dice: Any) -> Tensor:
    across, down = _grid()
    x = (torch.rand(count, 1, 1, 1, generator=dice) * 2 - 1) * reach
    y = (torch.rand(count, 1, 1, 1, generator=dice) * 2 - 1) * reach
    low, high = wide
    size = low * (high / low) ** torch.rand(count, 1, 1, 1, generator=dice)
    return torch.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * size**2))


def happened(squares: Tensor, lights: Tensor, dice: Any) -> Tensor:
    """Squares as the camera saw them (levels), in their lights (n x 3), after more has happened to them."""
    count = len(squares)

    def normal(*shape: int) -> Tensor:
        return torch.randn(count, *shape, generator=dice)

    def uniform() -> Tensor:
        return torch.rand(count, 1, 1, 1, generator=dice)

    # Two edges of shadow, coloured as the sky is, now and then a patch of it.
    for share in (0.35, 0.15):
        deep = 0.2 + 0.7 * uniform()
        tint = deep * torch.exp(0.08 * normal(3, 1, 1))
        within = _edges(count, (0.02, 0.4), dice) * _some(count, share, dice)
        squares = squares * (1 - within + within * tint)
    spot = _spots(count, (0.1, 0.5), 1.0, dice) * _some(count, 0.12, dice)
    squares = squares * (1 - spot * (0.2 + 0.6 * uniform()))
    # A lamp mirrored, and a veil over all.
    glare = _spots(count, (0.15, 1.2), 1.2, dice) * _some(count, 0.1, dice)
    squares = squares + glare * 200 * uniform() + 25 * uniform() * _some(count, 0.15, dice)
    # Too much light, as far as the camera goes.
    much = 1 + 0.8 * uniform() * _some(count, 0.12, dice)
    squares = (squares * much).clamp(0, 255) / much
    squares = _slipped(squares, dice)
    hazy = _some(count, 0.2, dice)
    squares = squares * (1 - hazy) + hazy * avg_pool2d(
        torch.nn.functional.pad(squares, (1, 1, 1, 1), mode="replicate"), 3, 1
    )
    loud = 14 * uniform() ** 3
    # Half of them with noise that neighbours share.
    noise, half = normal(3, SIDE, SIDE), count // 2
    noise[:half] = 1.8 * avg_pool2d(torch.nn.functional.pad(noise[:half], (1, 1, 1, 1)), 3, 1)
    squares = squares + loud * noise
    light = lights[:, :, None, None] * torch.exp(0.1 * normal(1, 1, 1) + 0.05 * normal(3, 1, 1))
    return squares.clamp(0, 255) / light


def _slipped(squares: Tensor, dice: Any) -> Tensor:
    count = len(squares)
    some = _some(count, 0.6, dice)[:, :, 0, 0]
    slip = torch.randn(count, 2, generator=dice) * (_SLIP / 2) * 2 / SIDE * some
    angle = 0.05 * torch.randn(count, 1, generator=dice) * some
    size = 1 + 0.03 * torch.randn(count, 1, generator=dice) * some
    cos, sin = torch.cos(angle) * size, torch.sin(angle) * size
    first = torch.cat([cos, -sin, slip[:, :1]], dim=1)
    second = torch.cat([sin, cos, slip[:, 1:]], dim=1)
    grid = affine_grid(torch.stack([first, second], dim=1), list(squares.shape), align_corners=False)
    return grid_sample(squares, grid, padding_mode="border", align_corners=False)


def covered(squares: Tensor, dice: Any) -> tuple[Tensor, Tensor]:
    """Some squares with something before them, in a colour by chance, and which of them are mostly hidden."""
    count = len(squares)
    mask = (_edges(count, (0.01, 0.1), dice) > 0.5).float() * _some(count, 0.08, dice)
    share = mask[:, :, 5:-5, 5:-5].mean(dim=(1, 2, 3))
    # What hides a little hides nothing; what hides half might be either.
    mask = mask * ((share < 0.1) | (share > 0.6)).float()[:, None, None, None]
    colour = 20 + 210 * torch.rand(count, 3, 1, 1, generator=dice)
    colour = colour * (1 + 0.2 * _spots(count, (0.3, 1.0), 1.0, dice))
    return squares * (1 - mask) + mask * colour, (mask[:, :, 5:-5, 5:-5].mean(dim=(1, 2, 3)) > 0.6)
