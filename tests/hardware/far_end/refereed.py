"""Games before a camera of the kernel, refereed by `himiki watch usb:N`; it is pulled out in mid-game."""

from collections.abc import Callable, Iterator

import pytest

from tests.hardware.far_end.films import FILMS, Film, load
from tests.hardware.far_end.screen import Screen
from tests.hardware.far_end.watching import Watched, moves_in

_PACE = 4.0
"""How much slower than filmed: the machine looks at one picture a second, not at three."""

_UNWANTED = {"violation", "uncertain", "board_lost"}


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    screen = Screen()
    yield screen
    screen.close()


@pytest.fixture
def watched(request: pytest.FixtureRequest, screen: Screen) -> Iterator[tuple[Film, Watched]]:
    film = load(FILMS / str(request.param))
    screen.show(film.frames[0])
    watched = Watched(f"usb:{screen.number}", film)
    try:
        assert watched.until_said("turn")
        yield film, watched
    finally:
        watched.kill()


@pytest.mark.parametrize("watched", ["oak"], indirect=True)
def test_a_game_before_a_camera_is_told_move_by_move(screen: Screen, watched: tuple[Film, Watched]) -> None:
    """Path-traced pictures of a hand that plays without a break: nobody waits for the referee."""
    film, watching = watched
    screen.play(film, 0, len(film.frames), _PACE)
    assert watching.until_moves(len(film.moves))
    said = watching.end()
    assert moves_in(said) == film.moves
    assert not _UNWANTED & {event["event"] for event in said}
    assert (said[-1]["event"], said[-1]["score"], said[-1]["moves"]) == ("end", [2, 3], len(film.moves))


class Evening:
    """A film played chapter by chapter before somebody who watches."""

    def __init__(self, screen: Screen, film: Film, watching: Watched) -> None:
        self._screen, self._film, self._watching = screen, film, watching
        self._played = 0
        self._moves: list[str] = []

    def play(self, *, unseen: bool = False) -> None:
        """The next chapter, or only how it ends, and its moves are told."""
        begin = self._film.chapters[self._played - 1][0] if self._played else 0
        end, moves = self._film.chapters[self._played]
        self._screen.play(self._film, end - 4 if unseen else begin, end, _PACE)
        self._played += 1
        self._moves += moves
        assert self._watching.until_moves(len(self._moves)), self._watching.said
        assert moves_in(self._watching.said) == self._moves

    def without_camera(self, away: Callable[[], None], back: Callable[[], None], why: str) -> None:
        """A move is made while it is away; what was not seen is worked out when it is back."""
        here = len(self._watching.said)
        away()
        told = self._watching.next_said("board_lost", here)
        assert why in told["reason"]
        back()
        self.play(unseen=True)
        assert self._watching.next_said("board_found", here)


@pytest.mark.parametrize("watched", ["drawn"], indirect=True)
def test_a_camera_that_goes_away_three_times_and_a_move_that_is_not_legal(
    screen: Screen, watched: tuple[Film, Watched]
) -> None:
    film, watching = watched
    evening = Evening(screen, film, watching)
    evening.play()
    # Without a signal there are pictures all the same, of nothing but noise.
    evening.without_camera(screen.silence, lambda: None, "not seen")
    evening.play()

    here = len(watching.said)
    evening.play()
    told = watching.next_said("violation", here)
    assert (told["code"], told["rule"]) == ("not-adjacent", "3.2")
    assert told["restore"] == [{"from": "D4", "to": "D1", "cube": "bKHM"}]
    evening.play()
    assert watching.next_said("restored", here)

    evening.without_camera(screen.unplug, screen.plug_in, watching.camera)
    evening.without_camera(screen.unplug, screen.reload, watching.camera)
    evening.play()
    said = watching.end()
    assert moves_in(said) == film.moves
    assert [event["event"] for event in said if event["event"] in _UNWANTED] == [
        *("board_lost", "violation", "board_lost", "board_lost")
    ]
    assert (said[-1]["score"], said[-1]["moves"]) == ([2, 2], len(film.moves))
