"""Codes in pictures that somebody sends."""

import cv2
import numpy as np
import pytest
import segno

from vision.codes import texts_in_file
from vision.frames import Image

TEXT = "HIMIKI1-ABCDE"


def shown(scale: int = 6) -> Image:
    rows = np.array([list(row) for row in segno.make(TEXT, micro=False).matrix_iter(scale=scale, border=4)])
    return np.repeat(np.where(rows == 0, 255, 0).astype(np.uint8)[..., None], 3, axis=2)


def packed(image: Image, *how: int) -> bytes:
    return bytes(cv2.imencode(".jpg", image, how)[1])


@pytest.mark.parametrize("how", [(), (cv2.IMWRITE_JPEG_PROGRESSIVE, 1), (cv2.IMWRITE_JPEG_RST_INTERVAL, 4)])
def test_a_code_in_a_picture_is_read(how: tuple[int, ...]) -> None:
    assert texts_in_file(packed(shown(), *how)) == (TEXT,)


def test_a_picture_that_would_be_huge_is_not_unpacked() -> None:
    """A file of some kilobytes says in its header how much memory it takes."""
    sent = packed(shown())
    frame = sent.index(b"\xff\xc0")
    huge = sent[: frame + 5] + (60_000).to_bytes(2, "big") + sent[frame + 7 :]
    assert texts_in_file(huge) == ()


@pytest.mark.parametrize("kept", range(0, 700, 7))
def test_a_picture_that_breaks_off_is_none_or_read(kept: int) -> None:
    assert texts_in_file(packed(shown())[:kept]) in ((), (TEXT,))


def test_other_files_are_no_pictures() -> None:
    png = bytes(cv2.imencode(".png", shown())[1])
    for sent in (b"", b"no picture", b"\xff\xd8" * 1000, b"\xff\xd8\xff\xe0" + b"x" * 1000, png):
        assert texts_in_file(sent) == ()
