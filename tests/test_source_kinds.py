"""A new kind of camera is one module and one line."""

from pathlib import Path

import pytest

import vision.sources
from companion.config import settings
from companion.table import is_real
from vision import source_kinds
from vision.source_kinds import SourceKind
from vision.sources import SourceError, source_named

MODULE = """
from vision.sources import PictureSource, SourceError

def named(which, clock):
    if not which:
        raise SourceError("which telescope?")
    return PictureSource(which)
"""


@pytest.fixture
def telescope(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "telescope.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.setattr(vision.sources, "__path__", [*vision.sources.__path__, str(tmp_path)])
    line = SourceKind("telescope", "telescope", which="[a-z.]+", example="telescope:moon.png")
    for module in (source_kinds, settings):
        monkeypatch.setattr(module, "CAMERAS", (*source_kinds.CAMERAS, line))


@pytest.mark.usefixtures("telescope")
def test_its_line_and_its_module_are_all_that_a_table_needs_of_a_camera() -> None:
    assert type(source_named("telescope:moon.png")).__name__ == "PictureSource"
    with pytest.raises(SourceError, match="which telescope"):
        source_named("telescope:")
    assert is_real("telescope:moon.png")
    assert settings.CameraSettings("telescope:moon.png").faults() == []
    assert "telescope:moon.png" in settings.CameraSettings("telescope:").faults()[0]


def test_without_them_there_is_none() -> None:
    with pytest.raises(SourceError):
        source_named("telescope:moon.png")
    assert not is_real("telescope:moon.png")
    assert settings.CameraSettings("telescope:moon.png").faults()
