"""The pages themselves: one shell, which the page's own modules fill, and what is loaded with it."""

import hashlib
import json
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from posixpath import dirname, normpath
from typing import Any, Final

from flask import Blueprint, Response, abort, current_app, render_template, request

from companion.games import GAMES, title_of
from companion.games.events import OF_ALL
from companion.web.exchange.answers import answer, unchanged
from companion.web.exchange.running import extras, table
from companion.web.share import Page, Share
from companion.words import catalogues
from companion.words.languages import LANGUAGES
from companion.words.sentences import ENGLISH

blueprint = Blueprint("pages", __name__, template_folder="templates")

_STATIC: Final = Path(__file__).parent / "static"

_LOST: Final = Page("lost")
"""Of addresses that lead nowhere."""

_IMPORTED: Final = re.compile(r'^import\b[^"]*"(\.[^"]+)"', re.MULTILINE)
"""What a module takes in before it runs; what it fetches when somebody goes there is no part of it."""

_A_YEAR: Final = "public, max-age=31536000, immutable"
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")


_COMMENTS: Final = re.compile(rb"^[ \t]*(//.*|/\*\*.*\*/)[ \t]*\n", re.MULTILINE)
"""Of a module, where a line has nothing else: for who reads the source, and a tenth of what is loaded."""


def _in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): _loaded(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def _loaded(path: Path) -> bytes:
    content = path.read_bytes()
    return _COMMENTS.sub(b"", content) if path.suffix == ".js" else content


class Shell:
    """What every page of a table is loaded with while that game is played."""

    def __init__(self, game: str, share: Share) -> None:
        self._game = game
        self._sentences = {**ENGLISH, **share.sentences}
        self._pages = share.pages
        self._facts = share.facts
        self._sides = share.counting.sides
        self._events = sorted({*share.says, *(kind.name for kind in (*OF_ALL, *share.tells))})
        self._static = share.static
        self._messages: dict[str, dict[str, dict[str, str]]] = {}

    @cached_property
    def files(self) -> dict[str, bytes]:
        """Everything that may be fetched, by its path below `/static/`: no other path leads to a file."""
        return {**_in(_STATIC), **({} if self._static is None else _in(self._static))}

    def modules(self, page: str) -> tuple[str, ...]:
        """What the asked page's modules are made of, told at once: a browser would find them one by one."""
        found: dict[str, None] = {}
        wanted = ["js/app.js", f"js/pages/{self.page(page).module}.js"]
        while wanted:
            name = wanted.pop()
            if name in found or name not in self.files:
                continue
            found[name] = None
            text = self.files[name].decode()
            wanted += [normpath(f"{dirname(name)}/{path}") for path in _IMPORTED.findall(text)]
        return tuple(found)

    def has(self, page: str) -> bool:
        return page in self._pages

    def page(self, name: str) -> Page:
        return self._pages.get(name, _LOST)

    @cached_property
    def version(self) -> str:
        """Changes whenever any of the files or words does: in every address, so that phones never mix old and
        new."""
        told = hashlib.sha256(catalogues.written())
        told.update(json.dumps(self._sentences, sort_keys=True).encode())
        for name, content in self.files.items():
            told.update(name.encode() + b"\0" + content)
        return told.hexdigest()[:10]

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the page's modules know before they ask for anything."""
        pages = {**self._pages, "lost": _LOST}
        told = {name: asdict(page) for name, page in pages.items()}
        played = {
            "game": self._game,
            "games": list(GAMES),
            "titles": {game: title_of(game) for game in GAMES},
            "events": self._events,
            "sides": list(self._sides),
        }
        return {"languages": LANGUAGES, "pages": told, **played, **self._facts}

    def messages(self, language: str) -> dict[str, dict[str, str]]:
        """What a page needs to speak that language: sentences by code, and its own words."""
        if language not in self._messages:
            codes = catalogues.in_language(self._sentences, language)
            self._messages[language] = {"codes": codes, "words": catalogues.translations(language)}
        return self._messages[language]


def of_this_table() -> Shell:
    return _shells().of(table().game().of)


class Shells:
    """Of the games that were played since the start."""

    def __init__(self, shares: Mapping[str, Share]) -> None:
        self._shares = shares
        self._made: dict[str, Shell] = {}

    def of(self, game: str) -> Shell:
        if game not in self._made:
            self._made[game] = Shell(game, self._shares[game])
        return self._made[game]

    def of_release(self, release: str) -> Shell | None:
        return next((each for each in [*self._made.values()] if each.version == release), None)


def _shells() -> Shells:
    found: Shells = current_app.extensions["himiki-shells"]
    return found


def _of_release(release: str) -> Shell:
    """The one that was loaded with: a phone may not know yet that another game is played."""
    return _shells().of_release(release) or of_this_table()


@blueprint.get("/")
@blueprint.get("/<page>")
def shell(page: str = "") -> Response:
    """Every page of the game that is played is the shell."""
    if not of_this_table().has(page):
        abort(404)
    return _page("shell.html", page)


def lost() -> Response:
    """For people who followed an address that leads nowhere: a page with a way back."""
    told = _page("shell.html", "lost")
    told.status_code = 404
    return told


def _page(template: str, page: str) -> Response:
    language = catalogues.preferred(request.accept_languages)
    words = catalogues.translations(language)
    told = Response(
        render_template(
            template,
            page=page,
            language=language,
            t=lambda message: words.get(message, message),
            facts=of_this_table().facts,
            name=extras().name,
            v=of_this_table().version,
            modules=of_this_table().modules(page),
            framed=not of_this_table().page(page).alone,
        ),
        mimetype="text/html",
    )
    told.headers["Vary"] = "Accept-Language"
    return unchanged(told)


@blueprint.get("/static/<release>/<path:name>")
def static_file(release: str, name: str) -> Response:
    found = _of_release(release)
    content = found.files.get(name)
    if content is None:
        abort(404)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    told = Response(content, mimetype=kind)
    if release == found.version:
        told.headers["Cache-Control"] = _A_YEAR
    # Some browsers play a film only where they may ask for parts of it.
    told.make_conditional(request, accept_ranges=True, complete_length=len(content))
    return told


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """At the root, because it may only speak for what lies below it."""
    text = of_this_table().files["sw.js"].replace(b"@VERSION@", of_this_table().version.encode())
    return unchanged(Response(text, mimetype="text/javascript"))


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    icons = [
        {
            "src": f"/static/{of_this_table().version}/icon.svg",
            "sizes": "any",
            "type": "image/svg+xml",
            "purpose": "any",
        },
        {"src": f"/static/{of_this_table().version}/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": f"/static/{of_this_table().version}/icon-512.png", "sizes": "512x512", "type": "image/png"},
    ]
    told = answer(
        {
            "name": f"HI MI KI · {extras().name}",
            "short_name": "HI MI KI",
            "id": "/",
            "start_url": "/",
            "display": "standalone",
            "background_color": "#f5ecdb",
            "theme_color": "#2a1d14",
            "icons": icons,
        }
    )
    told.mimetype = "application/manifest+json"
    return told


@blueprint.get("/messages/<release>/<any({}):language>.json".format(", ".join(LANGUAGES)))
def messages(release: str, language: str) -> Response:
    found = _of_release(release)
    told = answer(found.messages(language))
    if release == found.version:
        told.headers["Cache-Control"] = _A_YEAR
    return told
