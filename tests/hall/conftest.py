from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hall.databases import postgres_in


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres_in(tmp_path_factory.mktemp("hall")) as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.long])])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a hall's database, empty."""
    if request.param == "sqlite":
        return str(tmp_path / "hall.db")
    import psycopg

    address: str = request.getfixturevalue("postgres")
    name = f"hall_{abs(hash(str(tmp_path)))}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address.removesuffix("postgres") + name
