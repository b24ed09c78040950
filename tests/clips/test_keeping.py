"""What is kept with a game, on a disk that fills, is cut off, or is wanted for games."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.clips import keeping
from companion.clips.clip_file import clip_bytes, read_clip
from companion.clips.keeping import Keeping
from companion.clips.moments import Moment
from companion.clips.ring import Ring
from companion.clips.shelf import Shelf
from companion.table.lastframes import LEAST_FREE
from companion.table.notices import Notices
from tests.clips.shots import move, picture, played, shot, violation
from vision.pictures import packed

ROOM = 10**9


class Kept:
    """Everything that keeps, around one folder."""

    def __init__(self, folder: Path, room: int = ROOM) -> None:
        self.ring = Ring(20.0, 10**7)
        self.shelf = Shelf(folder / "clips", room)
        self.notices = Notices()
        self.keeping = Keeping(self.ring, self.shelf, self.notices)

    def play(self, game: int, t: float, *, what: Callable[[float], object] = move) -> None:
        """A hand comes and goes, and something is said of it."""
        played(self.ring, t - 2.0, "." * 8 + "MMMMM" + "." * 7)
        self.keeping.note(game, what(t))  # type: ignore[arg-type]
        played(self.ring, t + 0.05, "." * 25)
        self.keeping.write_due(t + 2.5)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def times(kept: Kept, game: int) -> list[float]:
    return [shot.t for clip in kept.shelf.read(kept.shelf.of(game)) for shot in clip.shots]


def test_a_clip_is_on_the_disk_two_seconds_after_what_was_said(kept: Kept) -> None:
    played(kept.ring, 8.0, "." * 8 + "MMMMM" + "." * 7)
    kept.keeping.note(1, move(10.0))
    kept.keeping.write_due(12.0)
    assert kept.shelf.of(1) == []
    played(kept.ring, 10.1, "." * 25)
    kept.keeping.write_due(12.4)
    (clip,) = kept.shelf.read(kept.shelf.of(1))
    assert [moment.ms for moment in clip.moments] == [10_000]
    assert clip.shots[0].t < 9.0 < 11.5 < clip.shots[-1].t


def test_a_clip_gives_back_the_pictures_that_were_seen_and_what_was_read(kept: Kept) -> None:
    kept.play(1, 10.0, what=violation)
    (clip,) = kept.shelf.read(kept.shelf.of(1))
    for each in clip.shots:
        memory = next(one for one in kept.ring.between(0, 99) if one.ms == each.ms)
        assert clip.picture(each.ms) == memory.jpeg
        assert (each.moving, each.box, each.picture, each.marks) == (
            memory.moving,
            memory.box,
            memory.picture,
            memory.marks,
        )


def test_nothing_is_written_while_nothing_is_said(kept: Kept) -> None:
    played(kept.ring, 0.0, "." * 50 + "M" * 50)
    kept.keeping.write_due(100.0)
    assert kept.shelf.all() == []


def test_no_picture_lies_in_two_clips(kept: Kept) -> None:
    for t in (10.0, 13.0, 15.0, 19.0):
        kept.play(1, t)
    kept.keeping.write()
    found = times(kept, 1)
    assert found == sorted(set(found))


def test_what_is_said_again_and_again_is_kept_all_the_same(kept: Kept) -> None:
    """A board that is never left alone: no clip waits until the ring has lost its beginning."""
    for count in range(60):
        played(kept.ring, 10.0 + count, "M" * 10)
        kept.keeping.note(1, move(11.0 + count))
    kept.keeping.write()
    moments = [each.t for clip in kept.shelf.of(1) for each in kept.shelf.moments(clip)]
    assert moments == [11.0 + count for count in range(60)]
    gaps = [b - a for a, b in zip(times(kept, 1), times(kept, 1)[1:], strict=False)]
    assert max(gaps) < 0.5


def test_games_have_clips_of_their_own(kept: Kept) -> None:
    played(kept.ring, 8.0, "M" * 20)
    kept.keeping.note(1, move(10.0))
    kept.keeping.note(2, move(10.2))
    kept.keeping.write()
    assert [len(kept.shelf.of(game)) for game in (1, 2)] == [1, 1]


def test_the_oldest_go_first_and_the_room_is_never_exceeded(tmp_path: Path) -> None:
    """Thirty games."""
    room = 300_000
    kept = Kept(tmp_path, room)
    for game in range(1, 31):
        for count in range(4):
            kept.play(game, 100.0 * game + 10.0 * count)
            assert kept.shelf.size <= room
    games = [each.game for each in kept.shelf.all()]
    assert games == sorted(games)
    assert 1 not in games
    assert games[-1] == 30
    assert kept.shelf.size > room / 2
    assert not [folder for folder in kept.shelf.folder.iterdir() if not any(folder.iterdir())]


def test_those_that_somebody_keeps_go_last(tmp_path: Path) -> None:
    kept = Kept(tmp_path, 100_000)
    kept.play(1, 100.0)
    kept.shelf.keep(kept.shelf.of(1), yes=True)
    for game in range(2, 12):
        kept.play(game, 100.0 * game)
    games = {each.game for each in kept.shelf.all()}
    assert 1 in games
    assert 2 not in games
    kept.shelf.keep(kept.shelf.of(1), yes=False)
    kept.play(12, 5000.0)
    assert 1 not in {each.game for each in kept.shelf.all()}


def test_clips_that_are_all_kept_do_not_exceed_the_room_either(tmp_path: Path) -> None:
    kept = Kept(tmp_path, 100_000)
    for game in range(1, 12):
        kept.play(game, 100.0 * game)
        kept.shelf.keep(kept.shelf.of(game), yes=True)
    assert kept.shelf.size <= 100_000
    assert kept.shelf.of(11)


def test_what_waits_can_be_kept_and_dropped_too(kept: Kept) -> None:
    played(kept.ring, 8.0, "M" * 20)
    kept.keeping.note(1, move(10.0))
    kept.keeping.keep(1, 10_000, yes=True)
    kept.keeping.write()
    assert [each.kept for each in kept.shelf.of(1)] == [True]
    played(kept.ring, 30.0, "M" * 20)
    kept.keeping.note(1, move(32.0))
    kept.keeping.drop(1, 32_000)
    kept.keeping.write()
    assert len(kept.shelf.of(1)) == 1


@pytest.mark.parametrize("written", [False, True])
def test_of_two_moments_in_one_clip_the_one_that_is_not_deleted_stays_whole(
    kept: Kept, *, written: bool
) -> None:
    played(kept.ring, 8.0, "." * 15 + "MMMM" + "." * 30 + "MMMM" + "." * 30)
    kept.keeping.note(1, move(11.0))
    kept.keeping.note(1, move(13.5))
    if written:
        kept.keeping.write()
        (clip,) = kept.shelf.of(1)
        kept.shelf.delete(clip, 11_000)
    else:
        kept.keeping.drop(1, 11_000)
        kept.keeping.write()
    (left,) = kept.shelf.read(kept.shelf.of(1))
    (moment,) = left.moments
    assert moment.ms == 13_500
    assert left.shots[0].t == pytest.approx(moment.since, abs=0.1)
    memory = {each.ms: each.jpeg for each in kept.ring.between(0, 99)}
    assert [left.picture(each.ms) for each in left.shots] == [memory[each.ms] for each in left.shots]
    kept.shelf.delete(kept.shelf.of(1)[0], 13_500)
    assert kept.shelf.of(1) == []


def test_on_a_full_disk_clips_stop_and_the_table_says_so(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    free = [LEAST_FREE]
    monkeypatch.setattr(keeping, "_free", lambda folder: free[0])
    kept.play(1, 10.0)
    assert kept.shelf.all() == []
    assert [each.code for each in kept.notices.standing()] == ["clips-stopped"]
    free[0] = 2 * LEAST_FREE
    kept.play(1, 20.0)
    assert [each.code for each in kept.notices.standing()] == []
    assert len(kept.shelf.of(1)) == 1


def test_a_disk_that_refuses_costs_the_clip_and_leaves_nothing_half_written(kept: Kept) -> None:
    kept.shelf.folder.mkdir(parents=True)
    (kept.shelf.folder / "1").write_text("no folder", encoding="ascii")
    kept.play(1, 10.0)
    assert [each.code for each in kept.notices.standing()] == ["clips-stopped"]
    assert not list(kept.shelf.folder.rglob("*.new"))


def test_clips_make_room_for_games_but_not_those_that_somebody_keeps(kept: Kept) -> None:
    kept.play(1, 100.0)
    kept.play(2, 200.0)
    kept.shelf.keep(kept.shelf.of(2), yes=True)
    assert kept.shelf.make_room(1)
    assert [each.game for each in kept.shelf.all()] == [2]
    assert not kept.shelf.make_room(1)
    assert [each.game for each in kept.shelf.all()] == [2]


def test_a_power_cut_costs_the_clip_at_most(kept: Kept) -> None:
    """What was cut off at any place is no clip, and those beside it are."""
    kept.play(1, 10.0)
    (whole,) = kept.shelf.of(1)
    content = whole.path.read_bytes()
    head = content.index(b"\n")
    for length in (0, 1, head // 2, head, head + 1, len(content) // 2, len(content) - 1):
        cut = whole.path.with_name(f"2{length:08d}-39999999.clip")
        cut.write_bytes(content[:length])
    read = kept.shelf.read(kept.shelf.of(1))
    assert [clip.path for clip in read] == [whole.path]
    assert [each for clip in kept.shelf.of(1) for each in kept.shelf.moments(clip)] == list(read[0].moments)


def test_what_a_power_cut_left_and_clips_of_games_that_are_gone_are_swept_away(kept: Kept) -> None:
    kept.play(1, 10.0)
    kept.play(2, 20.0)
    left = kept.shelf.folder / "2" / "1-2.clip.new"
    left.write_bytes(b"half")
    kept.shelf.sweep([2])
    assert [each.game for each in kept.shelf.all()] == [2]
    assert not left.exists()


def test_nobody_else_on_the_machine_reads_a_clip(kept: Kept) -> None:
    kept.play(1, 10.0)
    (clip,) = kept.shelf.of(1)
    assert os.stat(clip.path).st_mode & 0o077 == 0  # noqa: PTH116


def test_a_clip_of_hundreds_of_pictures_is_read_back_whole(tmp_path: Path) -> None:
    shots = [shot(count / 15, moving=count % 3 == 0, jpeg=packed(picture(count))) for count in range(300)]
    moments = [Moment(10.0, "violation", 0.0, 20.0, 4.0), Moment(11.0, "restored", 9.5, 13.0)]
    path = tmp_path / "0-20000.clip"
    path.write_bytes(clip_bytes(moments, shots))
    clip = read_clip(path)
    assert list(clip.moments) == moments
    assert [clip.picture(each.ms) for each in clip.shots] == [each.jpeg for each in shots]
    assert clip.picture(1) is None
