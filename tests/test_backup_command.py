"""`himiki backup` and `himiki restore`, as they are called."""

import os
from pathlib import Path

import pytest

from companion import cli
from companion.store import Store
from companion.table.state.folder import StateFolder
from tests.table.test_backup import table


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "himiki.toml"
    monkeypatch.setenv("HIMIKI_CONFIG", str(path))
    return path


def test_a_table_goes_to_another_state_folder(
    tmp_path: Path, settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table(tmp_path / "old")
    settings.write_text('[table]\nname = "club"\n', encoding="ascii")
    assert cli.main(["backup", "--state", str(tmp_path / "old"), str(tmp_path)]) == 0
    (made,) = tmp_path.glob("club-*.himiki.zip")
    assert str(made) in capsys.readouterr().out
    assert made.stat().st_mode & 0o077 == 0
    settings.unlink()
    if os.geteuid() == 0:
        os.chown(tmp_path, 65534, 65534)
    assert cli.main(["restore", "--state", str(tmp_path / "new"), str(made)]) == 0
    assert "3 games came" in capsys.readouterr().out
    assert 'name = "club"' in settings.read_text(encoding="utf-8")
    settings.write_text('[table]\nname = "ours"\n', encoding="ascii")
    assert cli.main(["restore", "--state", str(tmp_path / "new"), str(made)]) == 0
    told = capsys.readouterr().out
    assert "3 were here already" in told
    assert "the settings of this table stay" in told
    with Store(StateFolder(tmp_path / "new").games) as store:
        assert len(store.games()) == 3


def test_what_cannot_be_done_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "no.zip").write_text("nothing", encoding="ascii")
    kept = table(tmp_path / "here")
    for arguments, why in (
        (["backup", "--state", str(tmp_path / "nowhere")], "no table keeps its games"),
        (["backup", "--state", str(kept.path), str(tmp_path / "no" / "x.zip")], "cannot be written"),
        (["restore", "--state", str(kept.path), str(tmp_path / "no.zip")], "no.zip"),
        (["restore", "--state", str(kept.path), str(tmp_path / "nowhere.zip")], "nowhere.zip"),
    ):
        assert cli.main(arguments) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert why in told
    kept.lock()
    assert cli.main(["restore", "--state", str(kept.path), str(tmp_path / "no.zip")]) == 2
    assert "is running" in capsys.readouterr().err
    kept.close()
