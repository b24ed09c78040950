"""What a request's body may be: read as JSON and held against the API's own document."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import fastjsonschema
from flask import request

from companion.web.answers import Refusal
from companion.web.faults import compiled, sentence
from companion.web.schemas import BODIES


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


@cache
def _check(schema: str) -> Callable[[Any], Any]:
    return compiled(BODIES[schema])
