from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import learning
from tests.table.helpers import Rig, rig
from vision.cubes.profile import Profile
from vision.virtual.gallery import LOOKS


@pytest.fixture(scope="session")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    """Of the drawn table."""
    folder: Path = tmp_path_factory.mktemp("profile")
    return learning.played_on(LOOKS["kitchen"], folder)


@pytest.fixture
def running(tmp_path: Path, profile: Profile) -> Iterator[Rig]:
    """A drawn table that has seen its board."""
    made = rig(tmp_path, profile)
    made.table.start()
    made.until_name("ready")
    yield made
    made.end()
