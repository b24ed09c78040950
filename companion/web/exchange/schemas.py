"""What goes in and out as JSON Schema: said by hand, or read from the dataclasses that it is made of."""

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from dataclasses import field as field_of
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.games.events import Event

Schema = dict[str, Any]


def of(properties: Mapping[str, Schema], *, optional: Sequence[str] = (), **more: Any) -> Schema:
    """An object that has all of these, but for the optional ones."""
    required = [name for name in properties if name not in optional]
    told: Schema = {"type": "object", "properties": dict(properties), **more}
    if required:
        told["required"] = required
    return told


def listed(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def maybe(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


TEXT: Final[Schema] = {"type": "string"}
NUMBER: Final[Schema] = {"type": "number"}
COUNT: Final[Schema] = {"type": "integer"}
YES_NO: Final[Schema] = {"type": "boolean"}
ANY: Final[Schema] = {"type": "object"}

CORNERS: Final[Schema] = listed(
    listed({"type": "number", "minimum": -10000, "maximum": 20000}, minItems=2, maxItems=2),
    minItems=4,
    maxItems=4,
)
"""Four of them, in pixels of a picture; some way beyond its edge too."""


@dataclass(frozen=True, slots=True)
class FieldSchemas:
    """How fields of dataclasses become schemas: by their name where it says more, else by their type."""

    named: Mapping[str, Schema] = field_of(default_factory=dict)
    typed: Mapping[Any, Schema] = field_of(default_factory=dict)
    """Of types that JSON has no word for: what is written instead."""

    def properties(self, kind: type) -> dict[str, Schema]:
        hints = get_type_hints(kind)
        return {each.name: self._field(each.name, hints[each.name]) for each in fields(kind)}

    def _field(self, name: str, hint: Any) -> Schema:
        schema = self.named.get(name)
        if schema is None:
            return self._of(hint)
        return maybe(schema) if type(None) in get_args(hint) else schema

    def _of(self, hint: Any) -> Schema:
        if hint in self.typed:
            return self.typed[hint]
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (types.UnionType, Union):
            (there,) = (each for each in inner if each is not type(None))
            return maybe(self._of(there))
        if origin is tuple:
            count = {} if inner[1:] == (...,) else {"minItems": len(inner), "maxItems": len(inner)}
            return listed(self._of(inner[0]), **count)
        if isinstance(hint, type) and is_dataclass(hint):
            return of(self.properties(hint))
        return _PLAIN[origin or hint]


_PLAIN: Final[Mapping[Any, Schema]] = {str: TEXT, float: NUMBER, int: COUNT, bool: YES_NO, Mapping: ANY}


def with_defaults(kind: type) -> list[str]:
    """The fields that may be left out."""
    return [
        each.name
        for each in fields(kind)
        if each.default is not MISSING or each.default_factory is not MISSING
    ]


_MOST_EVENTS: Final = 50_000
"""Of one game: what an evening's longest has, twenty times."""


def handed_on(kind: type[Event], reading: FieldSchemas) -> Schema:
    """An event that comes from another table: what is as it mostly is may be missing."""
    return of(
        {"event": {"const": kind.name}, **reading.properties(kind)},
        optional=("t", *with_defaults(kind)),
        additionalProperties=False,
    )


def exported_game(tells: Sequence[type[Event]], reading: FieldSchemas) -> Schema:
    """A game of another table, which is made of these events. `reading` says how large each field may be."""
    events = {"oneOf": [handed_on(kind, reading) for kind in tells]}
    return of(
        {
            "started": {"type": "number", "minimum": 0, "maximum": 1e11},
            "ended": maybe({"type": "number", "minimum": 0, "maximum": 1e11}),
            "settings": {"type": "object"},
            "events": listed(events, minItems=1, maxItems=_MOST_EVENTS),
        },
        optional=("ended",),
        additionalProperties=False,
    )
