"""Pictures of a home stay on the table: no report and no back-up has them."""

import io
import zipfile
from pathlib import Path

from companion.config.settings import Config
from companion.doctor.bundle import write_bundle
from companion.table.state.backup import in_memory
from companion.table.state.folder import StateFolder
from tests.clips.test_keeping import Kept


def test_clips_are_in_no_bug_report_and_in_no_back_up(tmp_path: Path) -> None:
    with StateFolder(tmp_path / "state") as folder:
        kept = Kept(folder.path)
        assert kept.shelf.folder == folder.clips
        kept.play(1, 10.0)
        (clip,) = kept.shelf.of(1)
        pictures = [shot.jpeg for shot in kept.ring.between(0, 99)]
        write_bundle(tmp_path / "report.zip", folder, Config(), ())
        files = (io.BytesIO((tmp_path / "report.zip").read_bytes()), in_memory(folder, "", "table"))
        for file in files:
            with zipfile.ZipFile(file) as packed:
                for name in packed.namelist():
                    content = packed.read(name)
                    assert "clip" not in name
                    assert not any(picture in content for picture in pictures), name
        assert clip.path.exists()
