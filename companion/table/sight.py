"""What the last look showed, as it is told to programs."""

from typing import Any

from companion.rules.board import name_of
from vision.sighting import Sighting


def sight_of(sighting: Sighting | None) -> dict[str, Any]:
    """None: nobody has looked yet."""
    if sighting is None:
        return {"board": False, "clear": False, "moving": False, "corners": [], "cubes": [], "doubts": []}
    corners = sighting.corners or ()
    return {
        "board": sighting.board,
        "clear": sighting.clear,
        "moving": sighting.moving,
        "corners": [[round(x, 1), round(y, 1)] for x, y in corners],
        "cubes": [
            {
                "square": name_of(cube.square),
                "colour": cube.colour.name.lower(),
                "top": cube.top.name.lower(),
                "side": None if cube.side is None else cube.side.name.lower(),
                "heading": None if cube.heading is None else round(cube.heading) % 180,
                "confidence": round(cube.confidence, 2),
            }
            for cube in sighting.cubes
        ],
        "doubts": [
            {"square": name_of(doubt.square), "reason": doubt.reason.value} for doubt in sighting.doubts
        ],
    }
