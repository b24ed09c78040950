"""Whether a board lies elsewhere, by its corners alone."""

from vision.plane.shifts import pushed, turned_round
from vision.sighting import Corners

CORNERS: Corners = ((100.0, 100.0), (700.0, 100.0), (700.0, 600.0), (100.0, 600.0))


def by(x: float) -> Corners:
    a1, a6, e6, e1 = ((one + x, other) for one, other in CORNERS)
    return a1, a6, e6, e1


def test_a_tenth_of_a_square_is_followed_without_a_word() -> None:
    assert not pushed(CORNERS, by(9.0), 6)
    assert pushed(CORNERS, by(11.0), 6)
    assert not turned_round(CORNERS, by(40.0))


def test_a_board_laid_the_other_way_round_is_told_from_a_push() -> None:
    a1, a6, e6, e1 = CORNERS
    assert turned_round(CORNERS, (e6, e1, a1, a6))
