"""The API's document: complete, true, and safe to try everything of."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.games import GAMES, play_of, usual
from companion.games.yokai.agreed import Agreed as Dealt
from companion.web.app import create_app
from companion.web.entrance.access import Access
from companion.web.exchange.openapi import document
from companion.web.front import EVENTS
from companion.web.operations import SHARED
from tests.rr import served
from tests.web.tables import PATIENCE, Running, running
from tests.yokai.serving import by_phone
from vision.cubes.profile import Profile

_CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module", params=GAMES)
def open_table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Each game at its table, begun."""
    folder = tmp_path_factory.mktemp("document")
    if request.param == "rr":
        with served.running(folder, play_of("rr").usual()) as started:
            yield started
    elif request.param == "yokai":
        with by_phone(folder, Dealt({"a": "Ada"}, hands="dealt", seed=11)) as started:
            yield started
    else:
        profile: Profile = request.getfixturevalue("profile")
        with running(folder, profile) as started:
            started.player().begin()
            yield started


def routes(app: Flask) -> set[tuple[str, str]]:
    found = set()
    others = app.extensions["himiki-others"].values()
    for rule in (rule for each in (app, *others) for rule in each.url_map.iter_rules()):
        # What lies below another game's word is found among its own rules.
        if str(rule).startswith("/api/") and "<path:rest>" not in str(rule):
            plain = re.sub(r"any\([^)]*\):|int:", "", str(rule))
            path = plain.replace("<", "{").replace(">", "}")
            found |= {
                (method.lower(), path) for method in rule.methods or () if method not in ("HEAD", "OPTIONS")
            }
    return found


def test_every_route_is_in_the_document_and_every_operation_is_a_route(table: Running) -> None:
    app = create_app(table.table, Access("000000", b"secret"))
    described = {
        (method, path)
        for path, operations in document(
            (SHARED, *(each.api for each in app.extensions["himiki-shares"].values()))
        )["paths"].items()
        for method in operations
    }
    # Live events are answered before the pages are asked.
    assert routes(app) | {("get", "/api/v1/events")} == described


def test_the_document_says_which_version_of_openapi_it_is(table: Running) -> None:
    told = table.client().get("/api/openapi.json").json
    assert told["openapi"].startswith("3.1")


@pytest.mark.long
def test_cubes_are_not_learnt_while_another_game_is_played_and_nothing_is_known_of_their_colours(
    open_table: Running,
) -> None:
    """A phone may look at a kept game of the first kind then."""
    cubes = open_table.table.game().of == usual()
    told = open_table.client().get("/api/v1/palette")
    assert told.status == 200
    assert (told.json["colours"] is not None) == cubes
    asked = open_table.player().post("/api/v1/calibration", {"step": "start"})
    assert asked.status == (200 if cubes else 409)
    corners = [[0, 0], [9, 0], [9, 9], [0, 9]]
    marked = open_table.player().post("/api/v1/camera/tray", {"corners": None if cubes else corners})
    assert marked.status == (200 if cubes else 409)


@pytest.mark.parametrize("path", ["games", "players", "export", "backup", "yokai/results"])
def test_what_reads_every_kept_game_stands_behind_other_costly_requests(table: Running, path: str) -> None:
    """Also of a game that nobody has asked for yet, and once somebody has."""
    app = create_app(table.table, Access("000000", b"secret"))
    document = app.extensions["himiki-document"]
    assert document.is_costly("GET", f"/api/v1/{path}")
    app.extensions["himiki-shares"]["yokai"]
    assert document.is_costly("GET", f"/api/v1/{path}")
    assert not document.is_costly("GET", "/api/v1/yokai/cards")


@pytest.mark.long
def test_nothing_that_can_be_looked_at_is_a_fault_of_ours(open_table: Running) -> None:
    """What belongs to another game is refused, whoever asks; of a fault each request would fill the log."""
    number = str(open_table.table.game_id)
    there = {"number": number, "square": "A1", "name": "M01", "language": "en", "code": "ki", "device": "x"}
    there |= {"moment": "1", "shot": "1"}
    paths = open_table.client().get("/api/openapi.json").json["paths"]
    looks = [path for path, operations in paths.items() if "get" in operations and path != EVENTS]
    assert len(looks) > 20
    for path in looks:
        asked = re.sub(r"{(\w+)}", lambda found: there[found[1]], path)
        for who in (open_table.client(), open_table.player()):
            assert who.get(asked).status in (200, 204, 400, 401, 404, 409), asked


@pytest.mark.long
def test_what_is_of_cubes_alone_is_refused_at_other_tables(open_table: Running) -> None:
    if open_table.table.game().of == usual():
        return
    player = open_table.player()
    assert player.get("/api/v1/hint").status == 409
    assert player.get("/api/v1/camera/square/A1.jpg").status == 409
    assert player.post("/api/v1/puzzles/M01/solution", {}).status in (200, 404, 409)


@pytest.mark.few(3)
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.long
def test_whatever_is_sent_is_answered_as_the_document_says(open_table: Running, mode: GenerationMode) -> None:
    """Never a 500, never a status, type or shape that is not in the document."""
    player = open_table.player()
    schema = schemathesis.openapi.from_url(f"{open_table.address}/api/openapi.json")
    # A stream of events never ends, and a solver or the master may take as long as they like.
    endless = ["/api/v1/events", "/api/v1/hint", "/api/v1/advice"]
    tried = schema.exclude(path=endless).get_all_operations()
    operations = [found.ok() for found in tried]  # type: ignore[union-attr]
    assert len(operations) > 25
    for operation in operations:
        cases = operation.as_strategy(mode)
        for cookie in (player.cookie, None):
            _try_all(cases, {} if cookie is None else {"Cookie": cookie})
    assert open_table.client().state()["mode"]


def _try_all(cases: st.SearchStrategy[schemathesis.Case[Any]], headers: dict[str, str]) -> None:
    @settings(
        max_examples=8,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
        database=None,
    )
    @given(case=cases)
    def tries(case: schemathesis.Case[Any]) -> None:
        case.cookies = {}
        answer = case.call(headers=headers, timeout=PATIENCE)
        case.validate_response(answer, checks=_CHECKS)

    try:
        tries()
    except Unsatisfiable:
        return  # Some operations take nothing that could be wrong.
