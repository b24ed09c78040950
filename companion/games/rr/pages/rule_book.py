"""The rule book as the inside of a page, with an anchor for each rule: `#rule-R3.1`."""

import itertools
import re
from functools import cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Response

from companion.web.exchange.answers import unchanged
from companion.words.catalogues import typeset
from companion.words.languages import ENGLISH, LANGUAGES

blueprint = Blueprint("rr_rule_book", __name__)

_DOCS: Final = Path(__file__).parents[4] / "docs" / "rr"
_PICTURE: Final = re.compile(r"^tiles/([a-z]{2})\.svg$")


def book(language: str) -> Path:
    """English first: the others say the same under the same numbers."""
    return _DOCS / ("rules.md" if language == ENGLISH else f"rules.{language}.md")


@blueprint.get("/rr/rules.<any({}):language>.html".format(", ".join(LANGUAGES)))
def in_language(language: str) -> Response:
    return unchanged(Response(rendered(language), mimetype="text/html"))


@cache
def rendered(language: str) -> str:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(typeset(book(language).read_text(encoding="utf-8"), language))
    for before, inside in itertools.pairwise(tokens):
        if before.type == "table_open":
            before.attrSet("tabindex", "0")
        if before.type == "heading_open" and inside.content.startswith("R"):
            before.attrSet("id", f"rule-{inside.content.split(' ')[0]}")
        for each in inside.children or []:
            found = _PICTURE.match(str(each.attrs.get("src", "")))
            if each.type == "image" and found:
                each.attrSet("src", f"/api/v1/rr/tiles/{language}/{found[1]}.svg")
    return str(reader.renderer.render(tokens, reader.options, {}))
