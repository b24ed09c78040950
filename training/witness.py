"""Learns the second witness and writes it where the reader looks for it.

    python -m training.episodes --looks 240 --into FOLDER
    python -m training.witness --looks FOLDER --out vision/cubes/witness/witness.onnx

The looks with the highest numbers are left out of learning: they set the temperature and give the figures.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from torch.nn.functional import cross_entropy

from training.episodes import IGNORED, Episode
from training.figures import Figures, judged
from training.hazards import Hues, covered, happened
from training.network import Tensor, new_network, save, told
from vision.cubes.profile import KINDS
from vision.cubes.seen import NOTHING, SOMETHING_ELSE
from vision.cubes.tops import QUARTERS
from vision.cubes.witness.patches import beside, laid

_LEFT_OUT: Final = 0.12
"""Share of the looks that is not learnt from."""

_TABLES, _SQUARES, _LEARNT = 4, 44, 1
"""Looks to a step, squares of each to be told, and learnt cubes of each kind to tell them by."""

_SHARES: Final = ((NOTHING, 0.35), (SOMETHING_ELSE, 0.12))
"""Of the squares; the rest are cubes."""

_RATE: Final = 3e-3
_DECAY: Final = 1e-4


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One look's part of a step, as the network is shown it."""

    squares: Tensor
    labels: Tensor
    learnt: Tensor
    kinds: Tensor


def _by_chance(one: Episode, dice: np.random.Generator, chance: Any) -> _Drawn:
    hues = Hues.by_chance(chance)
    rows = []
    wanted = _SQUARES
    for label, share in _SHARES:
        of_label = np.flatnonzero(one.labels == label)
        count = min(round(_SQUARES * share), len(of_label))
        rows.append(dice.choice(of_label, count, replace=False))
        wanted -= count
    cubes = np.flatnonzero((one.labels > NOTHING) & (one.labels < SOMETHING_ELSE))
    rows.append(dice.choice(cubes, min(wanted, len(cubes)), replace=False))
    chosen = dice.permutation(np.concatenate(rows))
    labels = torch.from_numpy(one.labels[chosen].astype(np.int64))
    seen, hidden = covered(torch.from_numpy(one.seen[chosen].astype(np.float32)), chance)
    labels[hidden] = SOMETHING_ELSE
    # Colours change before light does what it does: it falls on the colours.
    seen = happened(hues.on(seen), torch.from_numpy(one.lights[chosen]), chance)
    bare = hues.on(torch.from_numpy(one.bare[one.squares[chosen]].astype(np.float32)))
    samples, below, kinds = _learnt(one, dice)
    learnt = hues.on(torch.from_numpy(samples)), hues.on(torch.from_numpy(below))
    loud = 4 * torch.rand(len(samples), 1, 1, 1, generator=chance) ** 2
    noisy = learnt[0] + loud * torch.randn(learnt[0].shape, generator=chance)
    return _Drawn(
        torch.from_numpy(beside(seen.numpy(), bare.numpy())),
        labels,
        torch.from_numpy(beside(noisy.numpy(), learnt[1].numpy())),
        kinds,
    )


def _learnt(one: Episode, dice: np.random.Generator) -> tuple[Any, Any, Tensor]:
    rows = np.concatenate(
        [dice.choice(np.flatnonzero(one.kinds == kind), _LEARNT, replace=False) for kind in range(len(KINDS))]
    )
    bare = one.bare[dice.permutation(len(one.bare))].astype(np.float32)
    samples, below = laid(one.samples[rows].astype(np.float32), bare)
    return samples, below, torch.from_numpy(np.repeat(one.kinds[rows], QUARTERS).astype(np.int64))


def learn(episodes: Sequence[Episode], seconds: float, seed: int, steps: int) -> Any:
    """A network after so many steps, or fewer where the processor time ends first."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    dice, chance = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    network = new_network()
    network.train()
    mending = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=_DECAY)
    start, losses, hits = time.process_time(), list[float](), list[float]()
    for step in range(steps):
        gone = max(step / steps, (time.process_time() - start) / seconds)
        if gone >= 1:
            break
        for group in mending.param_groups:
            group["lr"] = _RATE * min(1.0, (step + 1) / 30) * (0.5 + 0.5 * np.cos(np.pi * gone)) + 1e-5
        drawn = [
            _by_chance(episodes[int(at)], dice, chance)
            for at in dice.choice(len(episodes), _TABLES, replace=False)
        ]
        shown = torch.cat([part for one in drawn for part in (one.squares, one.learnt)])
        numbers = network(shown.contiguous(memory_format=torch.channels_last)).flatten(1)
        loss, at = torch.zeros(()), 0
        for one in drawn:
            squares, learnt = len(one.squares), len(one.learnt)
            mine, known = numbers[at : at + squares], numbers[at + squares : at + squares + learnt]
            logits = told(mine, known, one.kinds)
            at += squares + learnt
            loss = loss + cross_entropy(logits, one.labels) / len(drawn)
            hits.append(float((logits.argmax(1) == one.labels).float().mean()))
        mending.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        mending.step()
        losses.append(float(loss.detach()))
        if step % 50 == 49:
            took = time.process_time() - start
            print(
                f"step {step + 1}: loss {np.mean(losses[-50:]):.3f}, "
                f"right {np.mean(hits[-200:]):.4f}, {took:.0f} s",
                file=sys.stderr,
                flush=True,
            )
    network.eval()
    return network


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="training.witness", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--looks", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.onnx")
    parser.add_argument("--seconds", type=float, default=600.0, help="processor time at most")
    parser.add_argument("--steps", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    cv2.setNumThreads(1)
    kept = [Episode.load(path) for path in sorted(options.looks.glob("*.npz"))]
    if len(kept) < 2 * _TABLES:
        print(f"{options.looks} holds {len(kept)} looks: draw them with training.episodes", file=sys.stderr)
        return 2
    held = max(1, round(len(kept) * _LEFT_OUT))
    network = learn(kept[:-held], options.seconds, options.seed, options.steps)
    save(network, options.out)
    figures = Figures()
    for one in kept[-held:]:
        figures.add(judged(options.out, one), one.labels[one.labels != IGNORED])
    print(figures.text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
