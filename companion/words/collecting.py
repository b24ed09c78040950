"""Brings the catalogues up to date: `python -m companion.words.collecting` after messages have changed.

Collects what the pages say from their modules, what table and games say from their tables; keeps the
translations there are, and compiles. Needs Babel, which the running companion does not.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.games import GAMES, part
from companion.words.catalogues import DOMAIN, HOME
from companion.words.languages import ENGLISH as NEEDS_NONE
from companion.words.languages import LANGUAGES
from companion.words.sentences import ENGLISH

_COMPANION: Final = Path(__file__).parents[1]
MODULES: Final = (
    _COMPANION / "web" / "static" / "js",
    _COMPANION / "hall" / "static",
    *(_COMPANION / "games" / game / "pages" / "static" / "js" for game in GAMES),
)
"""Folders of the modules of pages."""
_TEMPLATES: Final = _COMPANION / "web" / "templates"
_IN_TEMPLATE: Final = re.compile(r"\{\{ t\(\"([^\"]+)\"\) \}\}")
_KEYWORDS: Final = {"t": None, "mark": None}


def said_by_pages() -> Iterator[tuple[str, str]]:
    """Message and where it stands."""
    modules = sorted((home, path) for home in MODULES for path in home.rglob("*.js"))
    for home, path in modules:
        place = str(path.relative_to(home.parent))
        with path.open("rb") as file:
            for _, message, _, _ in extract("javascript", file, _KEYWORDS, (), {"template_string": "False"}):
                yield str(message), place


def said_by_shell() -> Iterator[tuple[str, str]]:
    """What stands in the page before any module of it runs."""
    for path in sorted(_TEMPLATES.glob("*.html")):
        for message in _IN_TEMPLATE.findall(path.read_text(encoding="utf-8")):
            yield message, f"templates/{path.name}"


def tables() -> list[ModuleType]:
    """The sentences of every game."""
    return [part(game, "sentences") for game in GAMES]


def said_by_code() -> Iterator[tuple[str, str]]:
    for table in (ENGLISH, *(each.ENGLISH for each in tables())):
        for code, message in table.items():
            yield message, f"code {code}"


def titles() -> Iterator[tuple[str, str]]:
    """Of what ships."""
    for table in tables():
        for name, title in table.titles():
            yield title, name


def messages() -> dict[str, list[str]]:
    """Every message, with the places that say it."""
    found: dict[str, list[str]] = {}
    for message, place in (*said_by_pages(), *said_by_shell(), *said_by_code(), *titles()):
        places = found.setdefault(message, [])
        if place not in places:
            places.append(place)
    return found


def po_file(language: str) -> Path:
    return HOME / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def _empty(language: str) -> Catalog:
    """Without names and dates: git knows who and when."""
    epoch = datetime(2026, 1, 1, tzinfo=UTC)
    return Catalog(
        locale=language,
        domain=DOMAIN,
        project="HI MI KI companion",
        version="",
        header_comment=f"# The words of the HI MI KI companion: {LANGUAGES[language]}.",
        copyright_holder="the HI MI KI companion authors",
        msgid_bugs_address="",
        last_translator="",
        language_team="",
        creation_date=epoch,
        revision_date=epoch,
        charset="utf-8",
        fuzzy=False,
    )


def read(language: str) -> Catalog:
    path = po_file(language)
    if not path.exists():
        return _empty(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def compiled(catalogue: Catalog) -> bytes:
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> None:
    wanted = messages()
    for language in LANGUAGES:
        if language == NEEDS_NONE:
            continue
        old = read(language)
        fresh = _empty(language)
        for message, places in sorted(wanted.items()):
            known = old.get(message)
            fresh.add(message, known.string if known else "", locations=[(place, 0) for place in places])
        path = po_file(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, fresh, omit_header=False, include_lineno=False, sort_output=True, width=110)
        path.with_suffix(".mo").write_bytes(compiled(fresh))
        missing = sum(not each.string for each in fresh if each.id)
        print(f"{language}: {len(wanted)} messages, {missing} missing")


if __name__ == "__main__":
    main()
