from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.sources.doubles import numbered_picture
from vision.sources import (
    FolderSource,
    PictureSource,
    Source,
    SourceError,
    VideoSource,
    picture,
    source_named,
)
from vision.virtual.source import drawn_source


def complaint(source: Source) -> str:
    with pytest.raises(SourceError) as told:
        source.open()
    return str(told.value)


def one_line(text: str) -> bool:
    return "\n" not in text and len(text.split()) > 4


def folder_with(folder: Path, lines: str) -> FolderSource:
    (folder / "times.csv").write_text(lines, encoding="utf-8")
    return FolderSource(folder)


def test_a_folder_gives_every_file_at_its_time(tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), numbered_picture(number))
    source = folder_with(tmp_path, "file,seconds\n0.png,0.5\n1.png,0.5\n2.png,7.25\n")
    with source:
        frames = list(source)
    assert [(frame.name, frame.t) for frame in frames] == [("0.png", 0.5), ("1.png", 0.5), ("2.png", 7.25)]
    assert [int(frame.image[0, -1, 0]) for frame in frames] == [10, 11, 12]


def test_times_may_have_been_saved_by_a_spreadsheet(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), numbered_picture(0))
    (tmp_path / "times.csv").write_bytes(b"\xef\xbb\xbffile,seconds\r\na.png,0.0\r\n\r\n")
    with FolderSource(tmp_path) as source:
        assert [frame.name for frame in source] == ["a.png"]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("", "header"),
        ("name,time\na.png,0\n", "header"),
        ("file,seconds\n", "no frames"),
        ("file,seconds\na.png\n", "line 2"),
        ("file,seconds\na.png,soon\n", "line 2"),
        ("file,seconds\na.png,nan\n", "line 2"),
        ("file,seconds\na.png,2\nb.png,1\n", "back in time"),
    ],
)
def test_wrong_times_are_told_with_their_line(tmp_path: Path, lines: str, told: str) -> None:
    text = complaint(folder_with(tmp_path, lines))
    assert told in text
    assert one_line(text)


def test_a_listed_file_that_is_missing_is_named_when_its_turn_comes(tmp_path: Path) -> None:
    with (
        folder_with(tmp_path, "file,seconds\ngone.png,0\n") as source,
        pytest.raises(SourceError, match=r"gone\.png"),
    ):
        source.take()


def test_a_video_keeps_its_own_time(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for number in range(4):
        writer.write(numbered_picture(number))
    writer.release()
    with VideoSource(path) as source:
        times = [frame.t for frame in source]
    assert len(times) == 4
    assert np.allclose(np.diff(times), 0.1, atol=0.02)


def test_what_is_no_video_says_so(tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    path.write_text("not a film", encoding="utf-8")
    assert "not a video" in complaint(VideoSource(path))


BAD_PICTURES: dict[str, bytes] = {
    "empty": b"",
    "text": b"I am not a picture",
    "cut": bytes(cv2.imencode(".png", numbered_picture(0))[1])[:40],
    "tiny": bytes(cv2.imencode(".png", numbered_picture(0, (1, 1)))[1]),
}


@pytest.mark.parametrize("kind", BAD_PICTURES)
def test_bad_pictures_get_one_sentence_each(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"{kind}.jpg"
    path.write_bytes(BAD_PICTURES[kind])
    text = complaint(PictureSource(path))
    assert str(path) in text
    assert one_line(text)


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    assert "folder" in complaint(PictureSource(tmp_path))


def test_grey_and_sixteen_bit_pictures_become_colour_bytes(tmp_path: Path) -> None:
    grey = tmp_path / "grey.png"
    deep = tmp_path / "deep.png"
    cv2.imwrite(str(grey), numbered_picture(0)[..., 0])
    cv2.imwrite(str(deep), numbered_picture(0).astype(np.uint16) * 257)
    for path in (grey, deep):
        image = picture(path)
        assert image.dtype == np.uint8
        assert image.shape == (48, 64, 3)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "name a source"),
        ("usb:", "usb:0"),
        ("usb:x", "usb:0"),
        ("picamra", "picamera"),
        ("sim:nowhere", "kitchen"),
        ("no/such/file.mp4", "does not exist"),
        (".", "times.csv"),
    ],
)
def test_wrong_names_get_one_helpful_sentence(
    name: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError) as error:
        source_named(name, drawn=drawn_source)
    assert told in str(error.value)
    assert one_line(str(error.value))


def test_names_find_their_sources(tmp_path: Path) -> None:
    (tmp_path / "times.csv").write_text("file,seconds\n", encoding="utf-8")
    (tmp_path / "a.JPG").touch()
    (tmp_path / "a.mp4").touch()
    named = ("picamera", "usb:3", "sim", "sim:study")
    kinds = {name: type(source_named(name, drawn=drawn_source)).__name__ for name in named}
    kinds |= {name: type(source_named(str(tmp_path / name))).__name__ for name in ("", "a.JPG", "a.mp4")}
    assert kinds == {
        "picamera": "PicameraSource",
        "usb:3": "NewestOnly",
        "sim": "VirtualSource",
        "sim:study": "VirtualSource",
        "": "FolderSource",
        "a.JPG": "PictureSource",
        "a.mp4": "VideoSource",
    }


def test_where_nothing_draws_a_table_none_is_drawn() -> None:
    with pytest.raises(SourceError, match="no table is drawn here"):
        source_named("sim")
