"""The pages themselves: one shell, which the page's own modules fill, and what is loaded with it."""

import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort, render_template, request

from companion.web import catalogues
from companion.web.answers import answer
from companion.web.settings import extras

blueprint = Blueprint("pages", __name__, template_folder="templates")

STATIC: Final = Path(__file__).parent / "static"

PAGES: Final = (
    "",
    "table",
    "new",
    "mukyan",
    "puzzles",
    "right",
    "games",
    "players",
    "camera",
    "settings",
    "rules",
    "more",
)
"""All show the same shell: the page's router fills it, so that live events go on from page to page."""

WITHOUT_FRAME: Final = ("overlay", "board")
"""For streaming software and for a television."""

_A_YEAR: Final = "public, max-age=31536000, immutable"
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@cache
def files() -> dict[str, bytes]:
    """Everything that may be fetched, by its path below `/static/`: no other path leads to a file."""
    return {
        str(path.relative_to(STATIC)): path.read_bytes()
        for path in sorted(STATIC.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


@cache
def version() -> str:
    """Changes whenever any of the files does: in every address, so that phones never mix old and new."""
    told = hashlib.sha256()
    for name, content in files().items():
        told.update(name.encode() + b"\0" + content)
    told.update(catalogues.fingerprint())
    return told.hexdigest()[:10]


@cache
def modules() -> tuple[str, ...]:
    """The modules of the first page, told to the browser at once: otherwise it finds them one by one."""
    return tuple(name for name in files() if name.startswith("js/") and not name.startswith("js/pages/"))


@blueprint.get("/")
@blueprint.get("/<any({}):page>".format(", ".join(PAGES[1:])))
def shell(page: str = "") -> Response:
    return _page("shell.html", page)


@blueprint.get("/<any({}):page>".format(", ".join(WITHOUT_FRAME)))
def without_frame(page: str) -> Response:
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
            languages=catalogues.LANGUAGES,
            name=extras().name,
            v=version(),
            modules=modules(),
        ),
        mimetype="text/html",
    )
    told.headers["Vary"] = "Accept-Language"
    return unchanged(told)


@blueprint.get("/static/<release>/<path:name>")
def static_file(release: str, name: str) -> Response:
    content = files().get(name)
    if content is None:
        abort(404)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    told = Response(content, mimetype=kind)
    if release == version():
        told.headers["Cache-Control"] = _A_YEAR
    return told


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """At the root, because it may only speak for what lies below it."""
    text = files()["sw.js"].replace(b"@VERSION@", version().encode())
    return unchanged(Response(text, mimetype="text/javascript"))


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    icons = [
        {"src": f"/static/{version()}/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        {"src": f"/static/{version()}/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": f"/static/{version()}/icon-512.png", "sizes": "512x512", "type": "image/png"},
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


@blueprint.get("/messages/<release>/<any({}):language>.json".format(", ".join(catalogues.LANGUAGES)))
def messages(release: str, language: str) -> Response:
    told = answer(catalogues.messages(language))
    if release == version():
        told.headers["Cache-Control"] = _A_YEAR
    return told


def unchanged(told: Response) -> Response:
    """Asked again, it is sent only where it has changed."""
    told.headers["Cache-Control"] = "no-cache"
    told.add_etag()
    told.make_conditional(request)
    return told
