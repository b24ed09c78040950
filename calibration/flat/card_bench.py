"""`python -m calibration.flat.card_bench DATASET…`: what is read of pictures of cards whose truth is known.

A line per dataset: ends of cards right (`F?` is, where the card has an F), those of which the whole code is
told, claims that are wrong, tops and lengths of rows right, pictures wrongly called clear or unclear, and
milliseconds. What a hand covers is not asked for. Tables are learnt first, or taken from where `--keep` put
them.
"""

import argparse
import json
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from calibration.flat.cards import learn_cards
from calibration.flat.orders import PILED
from calibration.flat.refusals import FlatError
from vision.flat.card_draw import drawn
from vision.flat.card_reader import CardReader
from vision.flat.card_sighting import UNREAD, PilesSighting
from vision.flat.profile import VALUES, FlatProfile, load_flat_profile
from vision.frames import Frame, Seconds
from vision.pictures import as_png, load_picture

_PLAIN: Final = 0.85
"""Share of a top in view from which on it has to be read."""

_END: Final = 0.3
"""The same of the half of a card that is in better view."""

Truth = Mapping[str, Any]


@dataclass(slots=True)
class Counted:
    """Of one dataset."""

    ends: int = 0
    right: int = 0
    whole: int = 0
    tops: int = 0
    tops_right: int = 0
    rows: int = 0
    rows_right: int = 0
    wrong: list[str] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)


def learnt(folder: Path, truth: Mapping[str, Truth], keep: Path | None) -> FlatProfile:
    kept = None if keep is None else keep / folder.name
    if kept is not None and (kept / VALUES).exists():
        return load_flat_profile(kept)
    sets = [
        (name, load_picture(folder / name), [one["card"] for one in line["set"]])
        for name, line in sorted(truth.items(), reverse=True)
        if "set" in line
    ]
    start = "start.jpg", load_picture(folder / "start.jpg")
    profile = learn_cards("yokai", start, sets, PILED["yokai"])
    if kept is not None:
        profile.save(kept)
    return profile


def _count(found: Counted, name: str, line: Truth, sighting: PilesSighting) -> None:
    if sighting.clear == line["hand"]:
        found.unclear.append(name)
    for pile, true in zip(sighting.piles, line["piles"], strict=True):
        plain = true["visible"] >= _PLAIN
        found.tops += plain
        found.tops_right += plain and pile.top == true["top"]
        if pile.top is not None and pile.claimed and pile.top != true["top"]:
            found.wrong.append(f"{name} {true['colour']} {true['top']} as {pile.top}")
        for side, row in (("near", pile.near), ("far", pile.far)):
            if not line["hand"]:
                found.rows += 1
                found.rows_right += len(row) == len(true[side])
                if len(row) != len(true[side]):
                    told = " ".join(card.text for card in row)
                    found.unclear.append(f"{name} {true['colour']} {side}: {true[side]} as {told or '-'}")
            cards = [one for one in line["cards"] if (one["pile"], one["side"]) == (true["colour"], side)]
            for at, one in enumerate(cards):
                text = row[at].text if at < len(row) else UNREAD
                fits = text == one["code"] or (text[1] == "?" and text[0] in one["code"][:2])
                if text != UNREAD and not fits:
                    found.wrong.append(f"{name} {true['colour']} {side} {at}: {one['code']} as {text}")
                if max(one["used_half"], one["other_half"]) > _END and not line["hand"]:
                    found.ends += 1
                    found.right += fits
                    found.whole += text == one["code"]


def counted(reader: CardReader, folder: Path, truth: Mapping[str, Truth], draw: Path | None) -> Counted:
    found = Counted()
    for name, line in truth.items():
        if not name.startswith("stills") or not (folder / name).exists():
            continue
        image = load_picture(folder / name)
        start = time.process_time()
        sighting = reader.read(Frame(image, Seconds(0.0), name))
        found.ms.append((time.process_time() - start) * 1e3)
        _count(found, name, line, sighting)
        if draw is not None:
            draw.mkdir(parents=True, exist_ok=True)
            path = draw / f"{folder.name}-{Path(name).stem}.png"
            path.write_bytes(as_png(drawn(image, sighting)))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m calibration.flat.card_bench", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DATASET")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where what is learnt is kept")
    parser.add_argument("--draw", type=Path, metavar="DIR", help="what was seen, over the pictures")
    told = parser.parse_args()
    cv2.setNumThreads(1)
    print("dataset    ends      whole  wrong  tops    rows    clear  ms")
    status = 0
    for folder in told.folders:
        lines = (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
        truth = {one["image"]: one for one in map(json.loads, lines)}
        try:
            reader = CardReader(learnt(folder, truth, told.keep))
        except FlatError as fault:
            print(f"{folder.name:<10} {fault}", flush=True)
            status = 1
            continue
        found = counted(reader, folder, truth, told.draw)
        print(
            f"{folder.name:<10} {found.right:>3}/{found.ends:<5} {found.whole:>5} {len(found.wrong):>6}"
            f"  {found.tops_right}/{found.tops}  {found.rows_right}/{found.rows} {-len(found.unclear):>5}"
            f"  {float(np.median(found.ms)):.0f}",
            flush=True,
        )
        for one in (*found.wrong, *found.unclear):
            print(f"           {one}")
        status |= bool(found.wrong)
    return status


if __name__ == "__main__":
    sys.exit(main())
