"""The whole table as one file, out and in."""

import io
from datetime import UTC, datetime

from flask import Blueprint, Response, request

from companion import games
from companion.table.state.backup import NoBackup, in_memory, restore
from companion.table.state.folder import StateFolder
from companion.web.entrance.access import require_pin
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.running import extras, table
from companion.words.sentences import sentence

blueprint = Blueprint("backup", __name__)

_PIECE = 64 * 1024


@blueprint.get("/api/v1/backup")
def backup() -> Response:
    """For those who may change things: names of players and pictures of the board are in it."""
    require_pin()
    file = in_memory(StateFolder(table().state_folder), extras().settings(), extras().name)
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    name = f"{extras().name}-{day}.himiki.zip"
    return Response(
        iter(lambda: file.read(_PIECE), b""),
        mimetype="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@blueprint.post("/api/v1/restore")
def bring_back() -> Response:
    """What is not here yet is added."""
    folder = StateFolder(table().state_folder)
    try:
        came = restore(io.BytesIO(request.get_data()), folder, table().store)
    except NoBackup as fault:
        raise Refusal(400, sentence("not-a-backup", why=str(fault))) from None
    table().notices.take_down("new-table")
    of = table().game().of
    if of in came.profiles and not table().view.camera.is_drawn:
        place = folder.shelf(of).profile
        table().sight.folder = place
        table().sight.use(games.seeing_of(of).profile_for(place, None))
    settings = came.settings is not None and extras().bring_settings(came.settings)
    return answer(
        {
            "games": came.games,
            "here": came.here,
            "unreadable": came.unreadable,
            "profiles": list(came.profiles),
            "settings": settings,
        }
    )
