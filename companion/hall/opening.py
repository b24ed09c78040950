"""A hall's database made ready, wherever it is."""

from pathlib import Path

from companion.hall.database import MIGRATIONS, Database, DatabaseError
from companion.hall.sqlite import Sqlite


def opened(place: str) -> Database:
    """`place` is a file's path or `postgresql://…`; raises `DatabaseError`."""
    found: Database
    if place.startswith(("postgresql://", "postgres://")):
        from companion.hall.postgres import Postgres

        found = Postgres(place)
    else:
        found = Sqlite(Path(place))
    _lift(found, place)
    return found


def _lift(database: Database, place: str) -> None:
    with database.writing() as writer:
        writer.run("CREATE TABLE IF NOT EXISTS hall_version (version BIGINT NOT NULL)")
    ((version,),) = database.rows("SELECT coalesce(max(version), 0) FROM hall_version")
    if version > len(MIGRATIONS):
        raise DatabaseError(f"{place} was written by a newer version of this program: update it")
    for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
        with database.writing() as writer:
            for each in statements:
                writer.run(each)
            writer.run("INSERT INTO hall_version (version) VALUES (?)", (number,))
