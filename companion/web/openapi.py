"""The API as an OpenAPI document: every route, what goes in, what comes out."""

from dataclasses import dataclass
from typing import Any, Final

from companion.web.schemas import BODIES, COUNT, SQUARE, TEXT, YES_NO, Schema, listed, maybe, of
from companion.web.shapes import SHAPES

TITLE: Final = "HI MI KI companion"
VERSION: Final = "1.0.0"

JSON: Final = "application/json"
JPEG: Final = "image/jpeg"
HTML: Final = "text/html"


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    about: str
    """Summary, one line."""
    answer: Schema | None = None
    """None: `kind` is no JSON."""
    kind: str = JSON
    body: str | None = None
    """A name in `BODIES`."""
    refused: tuple[int, ...] = ()
    """Besides those that every operation of its kind can answer."""
    pin: bool = False
    """A GET that needs the PIN all the same; changes always do."""
    asks: tuple[tuple[str, Schema, str], ...] = ()
    """Query parameters: name, shape, meaning."""
    open: bool = False
    """A change that needs no cookie."""


def shape(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


DONE: Final = of({"done": YES_NO})
ANY: Final[Schema] = {"type": "object"}
_KEY: Final = ("key", TEXT, "A watch-only key, instead of the PIN's cookie")

OPERATIONS: Final = (
    Operation("get", "/api/v1/state", "What stands now", shape("State")),
    Operation(
        "get",
        "/api/v1/events",
        "Server-sent events: `event`, `data` as JSON, `id`; the header Last-Event-ID resumes without a gap. "
        "`doubt` and `uncertain` are shaped as Doubt and Question, whatever else as Event",
        kind="text/event-stream",
        asks=(("state", {"enum": ["1"]}, "Also send `state` events, whenever /api/v1/state changes"),),
    ),
    Operation("get", "/api/v1/session", "Whether this client may change things", shape("Session")),
    Operation(
        "post",
        "/api/v1/session",
        "Give the PIN; the answer's cookie allows changes",
        shape("Session"),
        body="Session",
        refused=(401, 429),
        open=True,
    ),
    Operation(
        "post",
        "/api/v1/session/code",
        "A code for a phone to show under the camera, instead of giving the PIN",
        of({"ticket": TEXT, "qr": TEXT}),
        refused=(429,),
        open=True,
    ),
    Operation(
        "post",
        "/api/v1/session/seen",
        "Whether the camera has seen the code; once it has, the answer's cookie allows changes",
        shape("Session"),
        body="Pairing",
        refused=(404,),
        open=True,
    ),
    Operation("delete", "/api/v1/session", "Give the cookie back", shape("Session")),
    Operation("get", "/api/v1/legal", "The moves that may be played now", shape("Legal")),
    Operation(
        "post",
        "/api/v1/decisions",
        "Decide: undo, takeback, accept, end_turn, position, move, claim, unclaim, roll, answer, resign, "
        "seen (what stands on some squares, also without a question)",
        shape("Accepted"),
        body="Decision",
        refused=(409,),
    ),
    Operation(
        "get",
        "/api/v1/steps",
        "The game that is played, position by position, without what was taken back",
        of({"id": COUNT, "steps": listed(shape("Event"))}),
    ),
    Operation("get", "/api/v1/games", "The kept games, newest first", listed(shape("GameRow"))),
    Operation(
        "post",
        "/api/v1/games",
        "Start a game",
        of({"id": COUNT, "state": shape("State")}),
        body="NewGame",
        refused=(404, 409),
    ),
    Operation("get", "/api/v1/games/{number}", "A kept game, position by position", ANY, refused=(404,)),
    Operation(
        "get",
        "/api/v1/games/{number}/record",
        "Its record, as JSON or as text",
        ANY,
        refused=(404,),
        asks=(("form", {"enum": ["json", "text"]}, "`text` for the plain form"),),
    ),
    Operation(
        "get",
        "/api/v1/games/{number}/bg_stats",
        "A link, and its QR code as SVG, that logs the game in BG Stats",
        of({"link": TEXT, "qr": TEXT}),
        refused=(404,),
    ),
    Operation(
        "get",
        "/api/v1/games/{number}/analysis",
        "Turn by turn what was better and who stood better, once it is found out; until then how far it is. "
        "Ask again every few seconds: it is given up where nobody waits",
        shape("Study"),
        refused=(404,),
    ),
    Operation(
        "post",
        "/api/v1/games/{number}/analysis",
        "Have it analysed",
        shape("Study"),
        refused=(404, 409),
    ),
    Operation(
        "post",
        "/api/v1/games/{number}/delete",
        "Delete a kept game",
        of({"deleted": COUNT}),
        refused=(404, 409),
    ),
    Operation(
        "post",
        "/api/v1/games/{number}/play_on",
        "Go on with a kept game, as a new one",
        of({"id": COUNT}),
        refused=(404, 409),
    ),
    Operation(
        "post",
        "/api/v1/games/{number}/players",
        "Put the names of a kept game right",
        of({"id": COUNT, "players": {"type": "object"}}),
        body="Names",
        refused=(404, 409),
    ),
    Operation("get", "/api/v1/export", "All kept games in one file, and the players' results", ANY),
    Operation(
        "post",
        "/api/v1/import",
        "Bring one game of such a file here",
        of({"id": COUNT, "new": YES_NO}),
        body="ExportedGame",
    ),
    Operation(
        "get",
        "/api/v1/players",
        "Everybody's results and ratings, worked out of the games that are kept",
        shape("Players"),
    ),
    Operation(
        "get",
        "/api/v1/daily",
        "The challenge of the day where the table stands, and the days in a row on which it was solved",
        shape("Daily"),
        asks=(("player", TEXT, "Only what this person solved"),),
    ),
    Operation("get", "/api/v1/muk_yan", "Muk Yan's lists of actions, by roll", shape("Orders")),
    Operation("get", "/api/v1/puzzles", "The challenges", listed(ANY)),
    Operation("get", "/api/v1/puzzles/{name}", "One challenge", ANY, refused=(404,)),
    Operation(
        "get",
        "/api/v1/puzzles/{name}/solution",
        "Its shortest solution",
        of({"moves": listed(TEXT), "par": COUNT}),
        refused=(404, 409),
    ),
    Operation(
        "post",
        "/api/v1/puzzles/{name}/solution",
        "The same, for people: whoever solves it later that day has solved it after seeing the solution",
        of({"moves": listed(TEXT), "par": COUNT}),
        refused=(404, 409),
    ),
    Operation(
        "get",
        "/api/v1/hint",
        "The next move of the challenge that is played",
        of({"move": maybe(TEXT)}),
        refused=(409,),
    ),
    Operation(
        "post",
        "/api/v1/advice",
        "What the master would play now, in a game without tiles; everybody hears of it, as the event `hint`",
        shape("Event"),
        refused=(409,),
    ),
    Operation(
        "get",
        "/api/v1/forecast",
        "What Muk Yan may do next: his move for each of the nine rolls, and which cubes they strike",
        shape("Forecast"),
        refused=(409,),
    ),
    Operation("get", "/api/v1/sim", "The virtual table", shape("Sim")),
    Operation(
        "post",
        "/api/v1/sim/moves",
        "Move drawn cubes, legal or not: a move, lift or hand; or throw the spare ones, dice, into the tray. "
        "The camera then sees it",
        DONE,
        body="SimMove",
        refused=(409,),
    ),
    Operation(
        "post",
        "/api/v1/sim/position",
        "Lay the drawn cubes out",
        DONE,
        body="SimPosition",
        refused=(409,),
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
    ),
    Operation(
        "get",
        "/api/v1/camera/picture",
        "The camera's latest picture",
        kind=JPEG,
        pin=True,
        refused=(204,),
        asks=(("drawn", {"enum": ["0", "1"]}, "1: with the reading drawn over it"), _KEY),
    ),
    Operation(
        "get",
        "/api/v1/camera/square/{square}.jpg",
        "A square with half a square around it, large, as it was read last: what a question is about",
        kind=JPEG,
        pin=True,
        refused=(204, 404),
        asks=(_KEY,),
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
        "post", "/api/v1/calibration", "A step of the wizard", ANY, body="CalibrationStep", refused=(409,)
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
    Operation("get", "/api/v1/health", "How the machine feels", ANY),
    Operation("get", "/api/v1/settings", "The table's settings", ANY),
    Operation(
        "post",
        "/api/v1/settings/name",
        "Give the table another name on the network",
        of({"name": TEXT}),
        body="TableName",
        refused=(409,),
    ),
    Operation(
        "post", "/api/v1/settings/panel_test", "Try the panel's lights and buzzer", DONE, refused=(409,)
    ),
    Operation("get", "/api/v1/panel", "What the lights at the table show, or would", ANY),
    Operation("get", "/api/v1/access", "Links to hand on, the PIN among them", ANY, pin=True),
    Operation("get", "/api/openapi.json", "This document", ANY),
)

_PARAMETERS: Final[dict[str, Schema]] = {
    "number": {"type": "integer", "minimum": 0, "maximum": 2**62},
    "name": {"type": "string", "pattern": "^[FMDEfmde][0-9]{2,4}$"},
    "square": SQUARE,
}

_REFUSALS: Final = {
    204: "There is none yet",
    400: "The body, or the value in it, cannot be what it is",
    401: "Needs the table's PIN",
    403: "Comes from a page of another origin",
    404: "Is not there",
    409: "Makes no sense now; nothing was changed",
    413: "Too long",
    429: "Too many wrong PINs: wait",
}


def document() -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method] = _operation(each)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": TITLE,
            "version": VERSION,
            "description": "Watching is open. Changes need the cookie that POST /api/v1/session gives.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": SHAPES | {f"{name}Body": schema for name, schema in BODIES.items()},
            "securitySchemes": {"pin": {"type": "apiKey", "in": "cookie", "name": "himiki"}},
        },
    }


def _operation(each: Operation) -> dict[str, Any]:
    changes = each.method != "get"
    locked = (changes and not each.open) or each.pin
    refused = set(each.refused)
    if changes:
        refused |= {403}
    if each.body:
        refused |= {400, 413}
    if locked:
        refused |= {401}
    content = {each.kind: {"schema": each.answer} if each.answer is not None else {"schema": {}}}
    told: dict[str, Any] = {
        "summary": each.about,
        "operationId": f"{each.method}_{each.path.strip('/').replace('/', '_').replace('.', '_')}".translate(
            {ord("{"): None, ord("}"): None}
        ),
        "responses": {
            "200": {"description": "Done", "content": content},
            **{str(status): _refusal(status) for status in sorted(refused)},
        },
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name, schema in _PARAMETERS.items()
        if f"{{{name}}}" in each.path
    ]
    parameters += [
        {"name": name, "in": "query", "required": False, "schema": schema, "description": about}
        for name, schema, about in each.asks
    ]
    if parameters:
        told["parameters"] = parameters
    if each.body:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": shape(f"{each.body}Body")}}}
    if locked:
        told["security"] = [{"pin": []}]
    return told


def _refusal(status: int) -> dict[str, Any]:
    if status == 204:
        return {"description": _REFUSALS[status]}
    return {"description": _REFUSALS[status], "content": {JSON: {"schema": shape("Error")}}}
