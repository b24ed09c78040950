"""The rule book as the inside of a page, in each language, with an anchor for each rule: `#rule-3.7`."""

import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response

from companion.web.exchange.answers import unchanged
from companion.words.catalogues import typeset
from companion.words.languages import ENGLISH, LANGUAGES

if TYPE_CHECKING:
    from markdown_it.token import Token

blueprint = Blueprint("rule_book", __name__)

_DOCS: Final = Path(__file__).parents[4] / "docs"
_NUMBER: Final = re.compile(r"(?<![\d.,])([1-7]\.\d{1,2})(?![\d])")
"""How one rule names another in passing."""


def book(language: str) -> Path:
    """English first: the others say the same under the same numbers."""
    return _DOCS / ("rules.md" if language == ENGLISH else f"rules.{language}.md")


@blueprint.get("/rules.html")
def in_english() -> Response:
    return in_language(ENGLISH)


@blueprint.get("/rules.<any({}):language>.html".format(", ".join(LANGUAGES)))
def in_language(language: str) -> Response:
    return unchanged(Response(rendered(language), mimetype="text/html"))


@cache
def rendered(language: str) -> str:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(typeset(book(language).read_text(encoding="utf-8"), language))
    rules = _with_anchors(tokens)
    for before, inside in itertools.pairwise(tokens):
        if before.type == "table_open":
            # It may be wider than a phone: then it scrolls, also by keyboard.
            before.attrSet("tabindex", "0")
        if before.type == "th_open" and not inside.content:
            before.tag = "td"
        if inside.type == "inline" and before.type != "heading_open":
            inside.children = list(_with_links(inside.children or [], rules))
    return str(reader.renderer.render(tokens, reader.options, {}))


def _with_anchors(tokens: "list[Token]") -> frozenset[str]:
    """An anchor on every numbered heading; the numbers."""
    numbers = set()
    for opening, inside in itertools.pairwise(tokens):
        if opening.type != "heading_open":
            continue
        number = inside.content.split(" ")[0]
        if number.replace(".", "").isdigit():
            opening.attrSet("id", f"rule-{number}")
            numbers.add(number)
    return frozenset(numbers)


def _with_links(inside: "list[Token]", rules: frozenset[str]) -> "Iterator[Token]":
    """Text that names a rule leads there."""
    from markdown_it.token import Token

    for token in inside:
        if token.type != "text":
            yield token
            continue
        for index, piece in enumerate(_NUMBER.split(token.content)):
            text = Token("text", "", 0, content=piece)
            if index % 2 == 0 or piece not in rules:
                yield text
                continue
            yield Token("link_open", "a", 1, attrs={"href": f"/rules#rule-{piece}"})
            yield text
            yield Token("link_close", "a", -1)
