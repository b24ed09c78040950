"""What people say of squares teaches the eye, is kept for the next evening, and can be taken back."""

from pathlib import Path

from companion.games.himiki.referee.decisions import decision_from
from tests.patience import until
from tests.table.helpers import Rig
from vision.cubes.profile import Profile, load_profile


def test_what_people_see_is_learnt_and_kept_and_undo_takes_it_back(running: Rig, tmp_path: Path) -> None:
    folder = tmp_path / "learnt"
    running.table.sight.folder = folder

    def taught() -> int:
        try:
            return len(load_profile(folder).taught)
        except ValueError:
            return -1

    running.table.decide(decision_from({"decision": "seen", "squares": ["C2"], "cubes": "C2bH??"}))
    assert until(lambda: taught() == 1)
    assert learnt(running).taught == (1,)
    running.table.decide(decision_from({"decision": "undo"}))
    assert until(lambda: taught() == 0)
    assert learnt(running).taught == ()


def test_what_is_not_so_is_not_learnt(running: Rig, tmp_path: Path) -> None:
    running.table.sight.folder = tmp_path / "learnt"
    before = learnt(running)
    running.table.decide(decision_from({"decision": "seen", "squares": ["C2"], "cubes": "C2wH??"}))
    running.until_name("violation")
    assert learnt(running) is before
    assert not (tmp_path / "learnt").exists()


def learnt(running: Rig) -> Profile:
    profile: Profile | None = running.table.sight.profile
    assert profile is not None
    return profile
