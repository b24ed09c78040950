"""What is wrong with a body that was sent, in one sentence: which field, what it is, and what it may be."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import fastjsonschema

from companion.games.quoting import quoted

Schema = Mapping[str, Any]

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {"object": (Mapping,), "array": (list,), "string": (str,)}

_KINDS: Final = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


def compiled(schema: Schema) -> Callable[[Any], Any]:
    check: Callable[[Any], Any] = fastjsonschema.compile(
        {"$schema": "http://json-schema.org/draft-07/schema#", **schema}, use_default=False
    )
    return check


def sentence(fault: fastjsonschema.JsonSchemaValueException, above: tuple[str, ...] = ()) -> str:
    """`'side' is "x": it has to be w or b`. `above` are the fields in which it lies."""
    fields = (*above, *(str(each) for each in fault.path[1:]))
    value, definition = fault.value, fault.definition or {}
    if fault.rule in ("anyOf", "oneOf") and (shape := _meant(definition[fault.rule], value)) is not None:
        try:
            compiled(shape)(value)
        except fastjsonschema.JsonSchemaValueException as nearer:
            return sentence(nearer, fields)
    where = f"'{'.'.join(fields)}'" if fields else "the body"
    known: Schema = definition.get("properties", {})
    if isinstance(value, Mapping):
        names = definition.get("propertyNames", {}).get("enum", list(known))
        if fault.rule == "required":
            missing = next(name for name in fault.rule_definition if name not in value)
            return (
                f"'{'.'.join([*fields, missing])}' is missing: it has to be {allowed(known.get(missing, {}))}"
            )
        if fault.rule in ("additionalProperties", "propertyNames"):
            more = next((name for name in value if name not in names), "")
            return f"{where} has no field '{quoted(str(more))}': there are {_listed(names, 'and')}"
        if fault.rule == "minProperties":
            return f"{where} is empty: it needs one of {_listed(names, 'and')}"
    return f"{where} is {_shown(value)}: it has to be {allowed(definition)}"


def _meant(shapes: Sequence[Schema], value: object) -> Schema | None:
    """Of several shapes the one that was meant, by a constant in it or else by its type."""
    constants = [_constants(shape) for shape in shapes]
    name = next((field for each in constants for field in each), None)
    if name is not None and isinstance(value, Mapping):
        if value.get(name) in (known := [each.get(name) for each in constants]):
            return shapes[known.index(value[name])]
        return {"type": "object", "properties": {name: {"enum": known}}, "required": [name]}
    kind = next((kind for kind, types in _TYPES.items() if isinstance(value, types)), None)
    fitting = [shape for shape in shapes if shape.get("type") == kind]
    return fitting[0] if len(fitting) == 1 else None


def _constants(shape: Schema) -> dict[str, Any]:
    fields: Mapping[str, Schema] = shape.get("properties", {})
    return {name: field["const"] for name, field in fields.items() if "const" in field}


def allowed(schema: Schema) -> str:
    """What a value may be, in words."""
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return _listed(list(dict.fromkeys(allowed(each) for each in schema[several])))
    if "enum" in schema:
        return _listed([str(each) for each in schema["enum"]])
    if "const" in schema:
        return str(schema["const"])
    names = schema.get("propertyNames", {}).get("enum")
    kinds = schema.get("type", [])
    words = _listed([_KINDS[each] for each in ([kinds] if isinstance(kinds, str) else kinds)])
    if names:
        words += f" whose fields are {_listed(names)}"
    if examples := schema.get("examples"):
        words += f" such as {examples[0]}"
    elif "pattern" in schema:
        words += f" of the form {schema['pattern']}"
    return words + _limits(schema)


def _limits(schema: Schema) -> str:
    counted = {"string": " characters", "array": " entries"}.get(str(schema.get("type")), "")
    low = next((schema[name] for name in ("minLength", "minItems", "minimum") if name in schema), None)
    high = next((schema[name] for name in ("maxLength", "maxItems", "maximum") if name in schema), None)
    if low is not None and low == high:
        return f", {low}{counted}"
    if low is not None and high is not None:
        return f", {low} to {high}{counted}"
    limits = {"more than": schema.get("exclusiveMinimum"), "at least": low, "at most": high}
    told = [f"{words} {limit}{counted}" for words, limit in limits.items() if limit is not None]
    return "".join(f", {each}" for each in told)


def _shown(value: object) -> str:
    match value:
        case str():
            return f'"{quoted(value)}"'
        case bool():
            return str(value).lower()
        case None:
            return "null"
        case int() | float():
            return quoted(str(value))
        case list():
            return f"a list of {len(value)}"
        case _:
            return "an object"


def _listed(words: Sequence[str], last: str = "or") -> str:
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
