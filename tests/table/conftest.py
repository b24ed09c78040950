from pathlib import Path

import pytest

from companion.table.eyes import drawn_profile
from vision.profile import Profile
from vision.virtual.gallery import LOOKS


@pytest.fixture(scope="session")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Profile:
    """Of the drawn table."""
    folder: Path = tmp_path_factory.mktemp("profile")
    return drawn_profile(LOOKS["kitchen"], folder)
