"""What drawn tables of all games have in common."""

import json
import logging
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.games.drawn import LyingFile, learnt_once, look_named
from vision.sources import SourceError


@dataclass(frozen=True)
class Look:
    name: str
    light: int = 1


@dataclass(frozen=True)
class Learnt:
    of: str

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "of.txt").write_text(self.of)


def load(folder: Path) -> Learnt:
    of = (folder / "of.txt").read_text()
    if not of:
        raise ValueError("nothing is told there")
    return Learnt(of)


class Learning:
    def __init__(self) -> None:
        self.times = 0
        self.said = 0

    def of(self, look: Look, kept: Path | None) -> Learnt:
        def learn() -> Learnt:
            self.times += 1
            assert self.said == self.times, "it is said before it begins"
            return Learnt(look.name)

        def say() -> None:
            self.said += 1

        return learnt_once(look, kept, learn, load, say)


def test_without_a_name_the_first_look_is_the_usual_one() -> None:
    assert look_named("", {"one": 1, "other": 2}) == 1
    assert look_named("other", {"one": 1, "other": 2}) == 2


def test_a_look_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(SourceError, match="no drawn table is called attic; there are one, other"):
        look_named("attic", {"one": 1, "other": 2})


def test_a_look_is_learnt_once_and_anew_when_it_is_another_one(tmp_path: Path) -> None:
    learning = Learning()
    for look, times in ((Look("study"), 1), (Look("study"), 1), (Look("study", light=2), 2)):
        assert learning.of(look, tmp_path / "kept") == Learnt("study")
        assert learning.times == times


def test_without_a_place_it_is_learnt_each_time() -> None:
    learning = Learning()
    learning.of(Look("study"), None)
    learning.of(Look("study"), None)
    assert learning.times == 2


def test_what_cannot_be_read_is_learnt_again(tmp_path: Path) -> None:
    learning = Learning()
    learning.of(Look("study"), tmp_path)
    (tmp_path / "of.txt").write_text("")
    assert learning.of(Look("study"), tmp_path) == Learnt("study")
    assert learning.times == 2


def test_what_cannot_be_kept_is_learnt_all_the_same(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "kept").write_text("a file lies where the folder would")
    assert Learning().of(Look("study"), tmp_path / "kept") == Learnt("study")
    assert "is not kept" in caplog.text


def test_what_lies_there_is_read_again(tmp_path: Path) -> None:
    LyingFile(tmp_path / "table").keep("b2 w3")
    assert LyingFile(tmp_path / "table").read(str.split) == ["b2", "w3"]


def test_of_a_table_that_kept_nothing_nothing_is_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert LyingFile(None).read(str.split) is None
    assert LyingFile(tmp_path / "table").read(str.split) is None
    assert not caplog.records


@pytest.mark.parametrize("broken", ["x", "", "[1]", '{"b": 1}'])
def test_what_makes_no_sense_is_said_and_left(
    broken: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "table").write_text(broken)
    assert LyingFile(tmp_path / "table").read(lambda text: json.loads(text)["a"]) is None
    assert "cannot be read" in caplog.text


def test_a_place_that_takes_nothing_costs_a_warning_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    LyingFile(tmp_path / "nowhere" / "table").keep("b2")
    assert "is not kept" in caplog.text
