"""Answers about squares: what they teach, what they must not, and that each can be taken back."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from calibration.cubes.faces import learn
from companion.games.himiki.rules.board import Square, square_named
from companion.games.himiki.rules.cubes import Colour, Element
from tests.calibration.tables import drawn, scenes, true_corners
from vision.cubes.following.teaching import MOST, taught, untaught
from vision.cubes.matching.matcher import Matcher
from vision.cubes.profile import KINDS, Profile, load_profile
from vision.cubes.reading.reader import Reader
from vision.frames import Frame, Image, Seconds
from vision.virtual import LOOKS, DrawnLook, Scene, pieces_named, render

POSITION = "A1wHMK,B3wMKH,D6wKHM,D2bHMK,E4bMKH,B5bKHM"
BLACK_FIRE, BLACK_WOOD = (KINDS.index((Colour.BLACK, one)) for one in (Element.FIRE, Element.WOOD))


def square(name: str) -> Square:
    found = square_named(name)
    assert found is not None
    return found


@cache
def table() -> tuple[DrawnLook, Profile, Reader, Image]:
    look = LOOKS["kitchen"]
    empty, *faces = drawn(look, *scenes(look))
    profile = learn(empty, faces, true_corners(look))
    picture, _ = render(Scene(pieces=pieces_named(POSITION, look, 5), noise=9), look)
    return look, profile, Reader(profile), picture


def damaged(picture: Image, reader: Reader, name: str) -> Image:
    """A smear of dark paint over part of a cube's top."""
    told = next(one for one in reader.reading(frame(picture)).squares if one.square == square(name))
    assert told.found is not None
    pose, edge = told.found.pose, reader.profile.edge
    across = np.linspace(-0.2, 0.08, 40) * edge
    places = np.array([(pose.x + x, pose.y + y, edge) for x in across for y in across])
    spoilt = picture.copy()
    for x, y in np.rint(reader.camera_now().project(places)).astype(int):
        spoilt[y - 1 : y + 2, x - 1 : x + 2] = (70, 60, 60)
    return spoilt


def frame(picture: Image) -> Frame:
    return Frame(picture, Seconds(0.0))


def same(one: Profile, other: Profile) -> bool:
    arrays = ("empty", "looks", "samples")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays) and all(
        getattr(one, name) == getattr(other, name) for name in one.__dataclass_fields__ if name not in arrays
    )


def known_kinds(profile: Profile) -> list[int]:
    """What every cube of the faces pictures is taken for."""
    matcher = Matcher(
        profile.looks, profile.kinds, profile.edge, mirrors=profile.mirrors, allowance=profile.allowance
    )
    return [profile.kinds[look] for look in matcher.misfits(profile.samples).argmin(axis=1).tolist()]


def test_an_answer_about_a_damaged_cube_makes_it_plainer_from_then_on() -> None:
    _, profile, reader, picture = table()
    spoilt = damaged(picture, reader, "E4")
    kind = KINDS.index((Colour.BLACK, Element.WATER))
    answered = taught(profile, frame(spoilt), square("E4"), kind, reader)
    assert answered is not None
    after, lesson = answered
    assert (lesson.kind, lesson.square) == (kind, square("E4"))
    assert after.kinds == (*profile.kinds, kind)

    def score(one: Profile) -> float:
        squares = Reader(one).reading(frame(spoilt)).squares
        found = next(read.found for read in squares if read.square == square("E4"))
        assert found is not None
        return found.score if found.kind == kind else -1.0

    assert score(after) > score(profile) + 0.02


def test_teaching_and_taking_it_back_is_as_if_nothing_had_been_said() -> None:
    _, profile, reader, picture = table()
    for name, kind in (("D2", BLACK_FIRE), ("B5", BLACK_WOOD)):
        answered = taught(profile, frame(picture), square(name), kind, reader)
        assert answered is not None
        assert not same(answered[0], profile)
        assert same(untaught(*answered), profile)


def test_no_kind_gets_more_looks_than_it_may_and_the_oldest_makes_room() -> None:
    look, profile, reader, _ = table()
    now, lessons, before = profile, [], profile
    for seed in range(MOST + 1):
        picture, _ = render(Scene(pieces=pieces_named(POSITION, look, seed + 20), noise=seed), look)
        answered = taught(now, frame(picture), square("D2"), BLACK_FIRE, reader)
        assert answered is not None
        before, (now, lesson) = now, answered
        lessons.append(lesson)
    assert now.kinds.count(BLACK_FIRE) == profile.kinds.count(BLACK_FIRE) + MOST
    assert now.taught == tuple(range(2, MOST + 2))
    assert same(untaught(now, lessons[-1]), before)
    assert same(untaught(now, lessons[0]), now)


@pytest.mark.parametrize("name", ["A1", "B3", "D6", "D2", "E4", "B5", "C3", "A6"])
@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_lie_makes_no_known_cube_something_else(name: str, kind: int) -> None:
    _, profile, reader, picture = table()
    answered = taught(profile, frame(picture), square(name), kind, reader)
    after = profile if answered is None else answered[0]
    assert known_kinds(after) == list(profile.sample_kinds)
    was, now = (Reader(one).read(frame(picture)) for one in (profile, after))
    assert [(c.square, c.colour, c.top) for c in now.cubes] == [
        (c.square, c.colour, c.top) for c in was.cubes
    ]


def test_a_lie_about_another_kind_teaches_nothing() -> None:
    _, profile, reader, picture = table()
    assert taught(profile, frame(picture), square("D2"), BLACK_WOOD, reader) is None
    assert taught(profile, frame(picture), square("C3"), BLACK_WOOD, reader) is None


def test_nothing_stands_there_teaches_what_lies_on_the_board_and_can_be_taken_back() -> None:
    look, profile, reader, _ = table()
    picture, _ = render(Scene(noise=3), look)
    corners = np.array([(2.2, 2.3, 0.0), (2.8, 2.3, 0.0), (2.8, 2.7, 0.0), (2.2, 2.7, 0.0)])
    left, top = reader.camera_now().project(corners).min(axis=0).astype(int)
    right, bottom = reader.camera_now().project(corners).max(axis=0).astype(int)
    stained = picture.copy()
    stained[top:bottom, left:right] = stained[top:bottom, left:right] // 3
    answered = taught(profile, frame(stained), square("C3"), None, reader)
    assert answered is not None
    after, lesson = answered
    assert lesson.kind is None
    assert after.mended == (square("C3"),)

    def strange(one: Profile) -> float:
        return Reader(one).reading(frame(stained)).squares[square("C3")].strange

    assert strange(after) < strange(profile) / 2
    assert same(untaught(after, lesson), profile)


def test_nothing_stands_there_is_not_believed_of_a_cube_in_full_view() -> None:
    _, profile, reader, picture = table()
    for name in ("A1", "D2", "B5"):
        assert taught(profile, frame(picture), square(name), None, reader) is None


def test_what_was_taught_is_kept_on_disk(tmp_path: Path) -> None:
    _, profile, reader, picture = table()
    answered = taught(profile, frame(picture), square("D2"), BLACK_FIRE, reader)
    assert answered is not None
    after, lesson = answered
    after.save(tmp_path)
    again = load_profile(tmp_path)
    assert (again.taught, again.kinds) == (after.taught, after.kinds)
    assert np.array_equal(again.samples, after.samples)
    assert again.sample_kinds == after.sample_kinds
    profile.save(tmp_path)
    assert same(untaught(again, lesson), load_profile(tmp_path))


def test_a_profile_without_its_samples_can_be_taught_as_well() -> None:
    _, profile, reader, picture = table()
    older = replace(profile, samples=profile.samples[:0], sample_kinds=())
    assert taught(older, frame(picture), square("D2"), BLACK_FIRE, reader) is not None
    assert taught(older, frame(picture), square("D2"), BLACK_WOOD, reader) is None


def test_a_save_that_fails_leaves_the_old_profile(tmp_path: Path) -> None:
    _, profile, _, _ = table()
    profile.save(tmp_path)
    old = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    (tmp_path / "profile.json.new").mkdir()
    with pytest.raises(OSError, match=r"profile\.json\.new"):
        replace(profile, noise=profile.noise + 1).save(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == old
