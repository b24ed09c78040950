"""What is kept beside the events: analyses, names put right, and games from another table."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.events import Hint, Move, Over, Ready, SolutionShown
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.solved import solved_challenges
from companion.store import SettingsError, Store
from companion.store.schema import MIGRATIONS

START = "B2bHMK,B5wHMK,C2bMKH,C5wMKH,D2bKHM,D5wKHM w 0-0 --- -"
GAME = Game(Variant(), players={"w": "Ada", "b": "Bo"})
READY = Ready(t=0.5, mode="duel", edition="second", position=START)
HINT = Hint(t=1.0, by="w", level="master", move="B5>BB4", text="It loses nothing that can be seen.")
MOVE = Move(t=2.0, move="B5>BB4", by="w", points=0, influence=(), score=(0, 0), position=START)


def store_in(folder: Path, **more: object) -> Store:
    return Store(folder / "games.sqlite", **more)  # type: ignore[arg-type]


def test_a_file_of_the_first_version_is_lifted_and_its_games_are_there(tmp_path: Path) -> None:
    with store_in(tmp_path, migrations=MIGRATIONS[:1]) as store:
        number = store.bring(GAME, [READY, MOVE])
    with store_in(tmp_path) as store:
        kept = store.load(number)
        assert kept is not None
        assert kept.events == (READY, MOVE)
        store.keep_analysis(number, "mark", "{}")
        assert store.analysis(number, "mark") == "{}"
    assert (tmp_path / "games.version-1.sqlite").exists()


def test_an_analysis_belongs_to_one_record_of_the_game(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.bring(GAME, [READY, MOVE])
        store.keep_analysis(number, "first", "1")
        store.keep_analysis(number, "second", "2")
        assert store.analysis(number, "first") is None
        assert store.analysis(number, "second") == "2"


def test_an_analysis_of_a_game_that_is_gone_by_now_is_dropped(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.bring(GAME, [READY, MOVE])
        store.delete(number)
        store.keep_analysis(number, "mark", "{}")
        assert store.analysis(number, "mark") is None


def test_names_are_put_right_and_nothing_else(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.bring(GAME, [READY, MOVE])
        assert store.rename(number, {"w": "Ada L"})
        kept = store.load(number)
        assert kept is not None
        assert kept.game == Game(Variant(), players={"w": "Ada L"})
        assert kept.events == (READY, MOVE)
        assert not store.rename(number + 1, {})


def test_a_name_for_nobody_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.bring(GAME, [READY])
        with pytest.raises(SettingsError):
            store.rename(number, {"x": "Ada"})
        kept = store.load(number)
        assert kept is not None
        assert kept.game == GAME


def test_the_version_is_another_one_whenever_something_was_written(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.begin(GAME)
        seen = [store.version()]
        for write in (
            lambda: store.append(number, [READY]),
            lambda: store.rename(number, {"w": "Ada"}),
            lambda: store.delete(number),
        ):
            assert store.version() == seen[-1]
            write()
            seen.append(store.version())
        assert len(set(seen)) == len(seen)


def test_games_whose_solution_was_looked_at_are_known(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        store.bring(GAME, [READY, MOVE])
        seen = store.bring(GAME, [READY, SolutionShown(t=1.0, challenge="F01"), MOVE])
        assert store.with_event("solution") == {seen}
        kept = store.load(seen)
        assert kept is not None
        assert kept.events[1] == SolutionShown(t=1.0, challenge="F01")


def test_games_with_a_hint_are_known(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        plain, hinted = store.bring(GAME, [READY, MOVE]), store.bring(GAME, [READY, HINT, MOVE])
        assert store.with_event("hint") == {hinted}
        kept = store.load(hinted)
        assert kept is not None
        assert kept.events == (READY, HINT, MOVE)
        assert plain != hinted


def test_a_game_from_another_table_keeps_its_day(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        number = store.bring(GAME, [READY], 1000.0, 2000.0)
        kept = store.load(number)
        assert kept is not None
        assert (kept.started, kept.ended) == (1000.0, 2000.0)


def test_solved_challenges_are_read_while_a_table_writes_and_nothing_is_made(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    assert solved_challenges(path) == []
    assert not path.exists()
    challenge = Game(GAME.variant, challenge="F01")
    with closing(Store(path)) as store:
        store.bring(challenge, [Over(t=1.0, winner="w", score=(0, 0))], 1000.0)
        assert solved_challenges(path) == []  # a duel solves nothing
