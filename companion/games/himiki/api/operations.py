"""The part of the API that is HI MI KI's: every route, what goes in, what comes out."""

from typing import Final

from companion.games.himiki.api.schemas import BODIES, SQUARE
from companion.games.himiki.api.shapes import SHAPES
from companion.games.himiki.referee.decisions import NAMES
from companion.web.exchange.openapi import DONE, JPEG, Operation, RoomShare, shape
from companion.web.exchange.schemas import ANY, COUNT, TEXT, Schema, listed, maybe, of
from companion.web.operations import Own, operations_of

_KEY: Final = ("key", TEXT, "A watch-only key, instead of the PIN's cookie")

_OWN: Final = Own(
    players="Players",
    sim="Sim",
    decisions=f"{', '.join(NAMES)} (what stands on some squares, also without a question)",
    moved="Move drawn cubes, legal or not: a move, lift or hand; or throw the spare ones, dice, into the "
    "tray. The camera then sees it",
    laid="Lay the drawn cubes out",
)

_OPERATIONS: Final = (
    *operations_of(_OWN),
    Operation("get", "/api/v1/legal", "The moves that may be played now", shape("Legal"), refused=(409,)),
    Operation(
        "get",
        "/api/v1/games/{number}/bg_stats",
        "A link, and its QR code as SVG, that logs the game in BG Stats",
        of({"link": TEXT, "qr": TEXT}),
        refused=(404,),
        costly=True,
    ),
    Operation(
        "get",
        "/api/v1/games/{number}/analysis",
        "Turn by turn what was better and who stood better, once it is found out; until then how far it is. "
        "Ask again every few seconds: it is given up where nobody waits",
        shape("Study"),
        refused=(404,),
        costly=True,
    ),
    Operation(
        "post",
        "/api/v1/games/{number}/analysis",
        "Have it analysed",
        shape("Study"),
        refused=(404, 409),
        costly=True,
    ),
    Operation(
        "get",
        "/api/v1/daily",
        "The challenge of the day where the table stands, and the days in a row on which it was solved",
        shape("Daily"),
        asks=(("player", TEXT, "Only what this person solved"),),
        costly=True,
    ),
    Operation(
        "get",
        "/api/v1/standing",
        "Who stands better: white's chances from 0 to 1, null where nobody can say",
        of({"position": TEXT, "chances": maybe({"type": "number"})}),
        refused=(409,),
    ),
    Operation(
        "get", "/api/v1/muk_yan", "Muk Yan's lists of actions, by roll", shape("Orders"), refused=(409,)
    ),
    Operation("get", "/api/v1/puzzles", "The challenges", listed(ANY)),
    Operation("get", "/api/v1/puzzles/{name}", "One challenge", ANY, refused=(404,)),
    Operation(
        "get",
        "/api/v1/puzzles/{name}/solution",
        "Its shortest solution",
        of({"moves": listed(TEXT), "par": COUNT}),
        refused=(404, 409),
        costly=True,
    ),
    Operation(
        "post",
        "/api/v1/puzzles/{name}/solution",
        "The same, for people: whoever solves it later that day has solved it after seeing the solution",
        of({"moves": listed(TEXT), "par": COUNT}),
        refused=(404, 409),
        costly=True,
    ),
    Operation(
        "get",
        "/api/v1/hint",
        "The next move of the challenge that is played",
        of({"move": maybe(TEXT)}),
        refused=(409,),
        costly=True,
    ),
    Operation(
        "post",
        "/api/v1/advice",
        "What the master would play now, in a game without tiles; everybody hears of it, as the event `hint`",
        shape("Event"),
        refused=(409,),
        costly=True,
    ),
    Operation(
        "get",
        "/api/v1/forecast",
        "What Muk Yan may do next: his move for each of the nine rolls, and which cubes they strike",
        shape("Forecast"),
        refused=(409,),
        costly=True,
    ),
    Operation(
        "post",
        "/api/v1/sim/carried",
        "Does what Muk Yan or a level has said to the drawn cubes, and takes beaten ones off, once",
        DONE,
        refused=(409,),
    ),
    Operation(
        "get", "/api/v1/palette", "The colours of board and cubes, as calibration saw them", shape("Palette")
    ),
    Operation(
        "get",
        "/api/v1/camera",
        "What the last picture showed, and what is wrong with it",
        ANY,
        pin=True,
        asks=(
            (
                "aim",
                {"enum": ["0", "1"]},
                "1: the board is looked for, wherever it was; before the first picture, focus too",
            ),
            (
                "standing",
                {"enum": ["0", "1"]},
                "1: camera and board are held against the wizard's picture of the empty board",
            ),
        ),
        costly=True,
    ),
    Operation(
        "get",
        "/api/v1/camera/picture",
        "The camera's latest picture",
        kind=JPEG,
        pin=True,
        refused=(204,),
        asks=(("drawn", {"enum": ["0", "1"]}, "1: with the reading drawn over it"), _KEY),
        costly=True,
    ),
    Operation(
        "get",
        "/api/v1/camera/square/{square}.jpg",
        "A square with half a square around it, large, as it was read last: what a question is about",
        kind=JPEG,
        pin=True,
        refused=(204, 404, 409),
        asks=(_KEY,),
        costly=True,
    ),
    Operation(
        "post",
        "/api/v1/camera/tray",
        "Mark where Muk Yan's spare cubes are thrown: four corners in pictures of the size that "
        "/api/v1/camera tells; null forgets it",
        ANY,
        body="Tray",
        refused=(409,),
    ),
    Operation("get", "/api/v1/calibration", "How far the wizard is", ANY, pin=True),
    Operation(
        "post",
        "/api/v1/calibration",
        "A step of the wizard",
        ANY,
        body="CalibrationStep",
        refused=(409,),
        costly=True,
    ),
    Operation(
        "get",
        "/api/v1/calibration/picture",
        "A picture that the wizard has taken",
        kind=JPEG,
        pin=True,
        refused=(404,),
        asks=(("of", {"enum": ["empty", "fire", "water", "wood"]}, "Which one"),),
    ),
)

_PARAMETERS: Final[dict[str, Schema]] = {
    "name": {"type": "string", "pattern": "^[FMDEfmde][0-9]{2,4}$"},
    "square": SQUARE,
}

PART: Final = RoomShare(_OPERATIONS, BODIES, SHAPES, _PARAMETERS)
