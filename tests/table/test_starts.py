"""How often in a row the table did not come up."""

from pathlib import Path

import pytest

from companion.table.state.starts import FAILED_STARTS, Starts


def failing(path: Path, fault: BaseException | None = None, *, up: bool = False) -> Starts:
    starts = Starts(path, slip=lambda fault: isinstance(fault, KeyError))
    try:
        with starts:
            if up:
                starts.up()
            if fault is not None:
                raise fault
    except (ValueError, KeyError, KeyboardInterrupt):
        pass
    return Starts(path)


def test_starts_that_failed_are_counted_until_one_succeeds(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    assert failing(path, ValueError("no light")).failed == 1
    assert failing(path, ValueError("no camera")).why == "no camera"
    assert failing(path, up=True).failed == 0
    for _ in range(FAILED_STARTS):
        assert not Starts(path).safe
        failing(path, ValueError("no camera"))
    assert Starts(path).safe
    # Up without what is to blame: the next start is tried as usual, and one failure leads back.
    assert not failing(path, up=True).safe
    assert failing(path, ValueError("no camera")).safe


def test_what_was_asked_for_wrongly_and_what_was_stopped_are_no_failed_starts(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    for fault in (KeyError("--wrong"), KeyboardInterrupt(), None):
        assert failing(path, fault).failed == 0


def test_a_start_that_was_killed_has_failed(tmp_path: Path) -> None:
    path = tmp_path / "starts.json"
    Starts(path).__enter__()
    assert (Starts(path).failed, Starts(path).why) == (1, "it ended without a word")


@pytest.mark.parametrize(
    "left", ["", "{", "[]", '{"failed": 1e999, "why": ""}', '{"failed": "x"}', "[" * 10**5]
)
def test_a_count_that_cannot_be_read_is_none(tmp_path: Path, left: str) -> None:
    path = tmp_path / "starts.json"
    path.write_text(left, encoding="ascii")
    assert Starts(path).failed == 0
