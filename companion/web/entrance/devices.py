"""The phones that were let in, for those who were: named, looked at, forgotten."""

from typing import Any

from flask import Blueprint, Response

from companion.web.door.devices import Device
from companion.web.entrance.access import access, require_pin, this_device
from companion.web.exchange.answers import Refusal, answer
from companion.web.exchange.bodies import body

blueprint = Blueprint("devices", __name__)


@blueprint.get("/api/v1/devices")
def devices() -> Response:
    require_pin()
    return answer({"devices": [_told(each) for each in access().devices.those_let_in()]})


@blueprint.post("/api/v1/devices/<device>/name")
def rename(device: str) -> Response:
    called = body("DeviceName")["name"].strip()
    if not access().devices.rename(device, called):
        raise _none()
    return answer({"id": device, "name": called})


@blueprint.post("/api/v1/devices/<device>/forget")
def forget(device: str) -> Response:
    """It needs the PIN again, whatever cookie it has."""
    if not access().devices.forget(device):
        raise _none()
    return answer({"forgotten": device})


def _none() -> Refusal:
    return Refusal(404, "no phone that was let in is called that: GET /api/v1/devices lists them")


def _told(each: Device) -> dict[str, Any]:
    own = this_device()
    return {
        "id": each.id,
        "name": each.name,
        "since": each.since,
        "seen": each.seen,
        "own": own is not None and own.id == each.id,
    }
