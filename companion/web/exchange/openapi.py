"""The API as an OpenAPI document: every route, what goes in, what comes out."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from flask import Blueprint, Response, current_app

from companion.web.door.devices import LONGEST_NAME
from companion.web.exchange.live import packed
from companion.web.exchange.schemas import ANY, COUNT, NUMBER, TEXT, YES_NO, Schema, listed, of

TITLE: Final = "HI MI KI companion"
VERSION: Final = "1.0.0"

JSON: Final = "application/json"
JPEG: Final = "image/jpeg"


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    about: str
    """Summary, one line."""
    answer: Schema | None = None
    """None: `kind` is no JSON."""
    kind: str = JSON
    also: tuple[str, ...] = ()
    """Other kinds of text that it answers with, where it is asked to."""
    body: str | None = None
    """The name of what is sent."""
    or_bodies: tuple[str, ...] = ()
    """What other games are sent there."""
    refused: tuple[int, ...] = ()
    """Besides those that every operation of its kind can answer."""
    pin: bool = False
    """A GET that needs the PIN all the same; changes always do."""
    asks: tuple[tuple[str, Schema, str], ...] = ()
    """Query parameters: name, shape, meaning."""
    open: bool = False
    """A change that needs no cookie."""
    costly: bool = False
    """It takes long, or much of the machine: few are answered at a time, and those who ask have turns."""


def shape(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


@dataclass(frozen=True, slots=True)
class RoomShare:
    """What one room brings to the API."""

    operations: tuple[Operation, ...] = ()
    bodies: Mapping[str, Schema] = field(default_factory=dict)
    """What may be sent, by name."""
    shapes: Mapping[str, Schema] = field(default_factory=dict)
    """What is answered, by name."""
    parameters: Mapping[str, Schema] = field(default_factory=dict)
    """Inside of paths."""


DONE: Final = of({"done": YES_NO})

OWN: Final = RoomShare(
    operations=(
        Operation(
            "get",
            "/api/v1/events",
            "Server-sent events: `event`, `data` as JSON, `id`; the header Last-Event-ID resumes without a "
            "gap. `doubt` and `uncertain` are shaped as Doubt and Question, whatever else as Event, and more "
            "nearly as Event_ with its name",
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
        Operation(
            "delete", "/api/v1/session", "Give the cookie back: it lets nobody in any more", shape("Session")
        ),
        Operation(
            "get",
            "/api/v1/devices",
            "The phones that were let in, the one that was seen last first",
            of({"devices": listed(shape("Device"))}),
            pin=True,
        ),
        Operation(
            "post",
            "/api/v1/devices/{device}/name",
            "Call one of them something else",
            of({"id": TEXT, "name": TEXT}),
            body="DeviceName",
            refused=(404,),
        ),
        Operation(
            "post",
            "/api/v1/devices/{device}/forget",
            "Forget one of them: it needs the PIN again",
            of({"forgotten": TEXT}),
            refused=(404,),
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
        Operation(
            "post",
            "/api/v1/settings/start_again",
            "After a start without camera and panel: start as usual",
            DONE,
            refused=(409,),
        ),
        Operation("get", "/api/v1/access", "Links to hand on, the PIN among them", ANY, pin=True),
        Operation(
            "get",
            "/api/v1/backup",
            "The whole table as one file: games, players, settings, what was learnt; nothing secret",
            kind="application/zip",
            pin=True,
            costly=True,
        ),
        Operation(
            "post",
            "/api/v1/restore",
            "Bring such a file here, as the body: what is not here yet is added",
            of(
                {
                    "games": COUNT,
                    "here": COUNT,
                    "unreadable": COUNT,
                    "profiles": listed(TEXT),
                    "settings": YES_NO,
                }
            ),
            refused=(400, 413),
        ),
        Operation("get", "/api/openapi.json", "This document", ANY),
    ),
    bodies={
        "Session": of({"pin": {"type": "string", "pattern": "^[0-9]{6}([0-9]{6})?$"}}),
        "Pairing": of({"ticket": {"type": "string", "minLength": 1, "maxLength": 200}}),
        "TableName": of({"name": {"type": "string", "pattern": "^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$"}}),
        "DeviceName": of({"name": {"type": "string", "pattern": r"\S", "maxLength": LONGEST_NAME}}),
        "Nothing": of({}),
    },
    shapes={
        "Error": of({"error": TEXT, "code": TEXT, "values": ANY}, optional=("code", "values")),
        "Session": of({"may_change": YES_NO}),
        "Device": of({"id": TEXT, "name": TEXT, "since": NUMBER, "seen": NUMBER, "own": YES_NO}),
        "Health": ANY,
    },
    parameters={"device": {"type": "string", "pattern": "^[0-9a-f]{16}$"}},
)
"""Of every table, whatever is played there."""

_REFUSALS: Final = {
    204: "There is none yet",
    400: "The body, or the value in it, cannot be what it is",
    401: "Needs the table's PIN",
    403: "Comes from a page of another origin",
    404: "Is not there",
    409: "Makes no sense now; nothing was changed",
    413: "Too long",
    429: "Too much was asked, or too many wrong PINs given: wait",
    503: "The table is asked too much by too many: wait",
    507: "Cannot be kept now; nothing was changed",
}


def document(parts: Iterable[RoomShare]) -> dict[str, Any]:
    parts = (OWN, *parts)
    parameters = {name: schema for part in parts for name, schema in part.parameters.items()}
    paths: dict[str, dict[str, Any]] = {}
    for each in _joined(operation for part in parts for operation in part.operations):
        paths.setdefault(each.path, {})[each.method] = _operation(each, parameters)
    shapes = {name: schema for part in parts for name, schema in part.shapes.items()}
    bodies = {f"{name}Body": schema for part in parts for name, schema in part.bodies.items()}
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
            "schemas": shapes | bodies,
            "securitySchemes": {"pin": {"type": "apiKey", "in": "cookie", "name": "himiki"}},
        },
    }


def _joined(operations: Iterable[Operation]) -> list[Operation]:
    """One for each route: what several games answer there, and are sent, is either of theirs."""
    found: dict[tuple[str, str], Operation] = {}
    for each in operations:
        before = found.get((each.method, each.path))
        if before is not None:
            others = () if each.body in (None, before.body) else (each.body,)
            found[each.method, each.path] = replace(
                before,
                answer=_either(before.answer, each.answer),
                or_bodies=(*before.or_bodies, *others),
                refused=tuple(sorted({*before.refused, *each.refused})),
            )
        else:
            found[each.method, each.path] = each
    return list(found.values())


def _either(one: Schema | None, other: Schema | None) -> Schema | None:
    if one is None or other is None or one == other:
        return one
    kinds = one["anyOf"] if list(one) == ["anyOf"] else [one]
    return {"anyOf": [*kinds, other]}


def _operation(each: Operation, inside: Mapping[str, Schema]) -> dict[str, Any]:
    changes = each.method != "get"
    locked = (changes and not each.open) or each.pin
    refused = set(each.refused)
    if changes:
        refused |= {403}
    if changes and not each.open:
        refused |= {507}
    if each.body:
        refused |= {400, 413}
    if locked:
        refused |= {401}
    if each.costly:
        refused |= {429, 503}
    content = {each.kind: {"schema": each.answer} if each.answer is not None else {"schema": {}}}
    content |= {kind: {"schema": TEXT} for kind in each.also}
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
        for name, schema in inside.items()
        if f"{{{name}}}" in each.path
    ]
    parameters += [
        {"name": name, "in": "query", "required": False, "schema": schema, "description": about}
        for name, schema, about in each.asks
    ]
    if parameters:
        told["parameters"] = parameters
    if each.body:
        kinds = [shape(f"{name}Body") for name in (each.body, *each.or_bodies)]
        schema = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
    if locked:
        told["security"] = [{"pin": []}]
    return told


def _refusal(status: int) -> dict[str, Any]:
    if status == 204:
        return {"description": _REFUSALS[status]}
    return {"description": _REFUSALS[status], "content": {JSON: {"schema": shape("Error")}}}


_IN_A_PATH: Final = re.compile(r"\{\w+\}")


class Document:
    """Written once, when somebody asks for it."""

    def __init__(self, parts: Callable[[], Iterable[RoomShare]], to_come: Iterable[str] = ()) -> None:
        """`parts` of all games; those of the games `to_come` are taken in when somebody asks for one."""
        self._parts = parts
        self._costly: tuple[re.Pattern[str], ...] = ()
        self._to_come = frozenset(to_come)
        self.take_in(OWN)

    def take_in(self, part: RoomShare, of: str | None = None) -> None:
        """What is costly of it is known from now on; `of` is the game that brings it."""
        named = (
            f"{each.method.upper()} {_IN_A_PATH.sub('[^/]+', each.path)}"
            for each in part.operations
            if each.costly
        )
        self._costly = (*self._costly, re.compile("|".join(named) or "(?!)"))
        self._to_come -= {of}

    def is_costly(self, method: str, path: str) -> bool:
        asked = f"{'GET' if method == 'HEAD' else method} {path}"
        # Whoever asks a game for something first has it brought, which is work.
        brings = any(path.startswith(f"/api/v1/{name}/") for name in self._to_come)
        return brings or any(each.fullmatch(asked) for each in self._costly)

    @cached_property
    def packed(self) -> bytes:
        return packed(document(self._parts()))


blueprint = Blueprint("documents", __name__)


@blueprint.get("/api/openapi.json")
def openapi() -> Response:
    told: Document = current_app.extensions["himiki-document"]
    return Response(told.packed, mimetype="application/json")
