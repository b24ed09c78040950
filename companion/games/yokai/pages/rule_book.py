"""The rule book as the inside of a page, in each language, with an anchor for each rule: `#rule-Y3.5`."""

import itertools
import re
from functools import cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Response

from companion.web.exchange.answers import Refusal, unchanged
from companion.words.catalogues import typeset
from companion.words.languages import ENGLISH, LANGUAGES

blueprint = Blueprint("yokai_rule_book", __name__)

_DOCS: Final = Path(__file__).parents[4] / "docs" / "yokai"
_NUMBERED: Final = re.compile(r"Y\d+(\.\d+)?")


def book(language: str) -> Path:
    return _DOCS / ("rules.md" if language == ENGLISH else f"rules.{language}.md")


@blueprint.get("/api/v1/yokai/rules/<language>")
def in_language(language: str) -> Response:
    if language not in LANGUAGES:
        raise Refusal(404, f"the rules are there in {', '.join(LANGUAGES)}")
    return unchanged(Response(rendered(language), mimetype="text/html"))


@cache
def rendered(language: str) -> str:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(typeset(book(language).read_text(encoding="utf-8"), language))
    for opening, inside in itertools.pairwise(tokens):
        if opening.type == "table_open":
            opening.attrSet("tabindex", "0")
        if opening.type == "heading_open":
            number = inside.content.split(" ")[0]
            if _NUMBERED.fullmatch(number):
                opening.attrSet("id", f"rule-{number}")
    return str(reader.renderer.render(tokens, reader.options, {}))
