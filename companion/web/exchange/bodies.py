"""What a request's body may be: read as JSON and held against the API's own document."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import fastjsonschema
from flask import current_app, request

from companion.web.exchange.answers import Refusal
from companion.web.exchange.faults import compiled, sentence
from companion.web.exchange.schemas import Schema


@dataclass(frozen=True, slots=True)
class Bodies:
    """What may be sent, by name; each made ready when it is sent for the first time."""

    schemas: Mapping[str, Schema]
    _ready: dict[str, Callable[[Any], Any]] = field(default_factory=dict)

    def check(self, schema: str) -> Callable[[Any], Any]:
        if schema not in self._ready:
            self._ready[schema] = compiled(self.schemas[schema])
        return self._ready[schema]


def body(schema: str) -> dict[str, Any]:
    """The body of the request at hand; raises `Refusal` naming what is wrong with it."""
    try:
        told = json.loads(request.get_data() or b"{}", parse_constant=_no_constant)
        json.dumps(told, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise Refusal(400, "the body holds half of a character, which cannot be kept") from None
    except (ValueError, RecursionError):
        raise Refusal(400, "the body is no JSON") from None
    try:
        checked = _check(schema)(told)
    except fastjsonschema.JsonSchemaValueException as fault:
        raise Refusal(400, sentence(fault)) from None
    assert isinstance(checked, dict)
    return checked


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _check(schema: str) -> Callable[[Any], Any]:
    bodies: Bodies = current_app.extensions["himiki-bodies"]
    return bodies.check(schema)
