"""`himiki invite`, and what a table keeps of it."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.friend.invitation import Invitation
from companion.friend.kept import Keeping

BROKER = "mqtt://10.0.0.2:1883"


def test_a_code_is_printed_and_kept_for_nobody_else_to_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "state"
    asked = ["--broker", BROKER, "--colour", "b", "--name", "Ada", "--mode", "teams", "--state", str(place)]
    assert main(["invite", *asked]) == 0
    told = capsys.readouterr()
    invited = Invitation.read(told.out)
    assert (invited.url, invited.side, invited.host, invited.game["mode"]) == (BROKER, "w", "Ada", "teams")
    assert "himiki serve --friend CODE" in told.err
    keeping = Keeping.of(place / "friend")
    assert keeping is not None
    assert (keeping.kept.invitation, keeping.kept.side) == (invited, "b")
    assert (place / "friend").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ([], "--broker"),
        (["--broker", "http://h"], "mqtt://HOST"),
        (["--broker", BROKER, "--mode", "mukyan"], "two against two"),
        (["--broker", BROKER, "--minutes", "-1"], "clock"),
    ],
)
def test_what_cannot_be_shared_is_one_line_that_says_what_to_do(
    asked: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["invite", *asked, "--state", str(tmp_path / "state")]) == 2
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert why in told.err
    assert not (tmp_path / "state" / "friend").exists()


def test_what_was_kept_and_damaged_is_told_of_with_its_place(tmp_path: Path) -> None:
    place = tmp_path / "friend"
    for damaged in ("", "[]", '{"code": 3}', '{"code":"himiki1:e30","side":"w"}'):
        place.write_text(damaged)
        with pytest.raises(ValueError, match="friend cannot be read"):
            Keeping.of(place)


def test_what_is_put_is_there_after_a_restart(tmp_path: Path) -> None:
    place = tmp_path / "state"
    assert main(["invite", "--broker", BROKER, "--state", str(place)]) == 0
    keeping = Keeping.of(place / "friend")
    assert keeping is not None
    keeping.put(heard=17, back=(2, 6), backs=2, cut=("B5>BB4",))
    again = Keeping.of(place / "friend")
    assert again is not None
    assert again.kept == keeping.kept
