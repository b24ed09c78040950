"""A new game is begun while cubes of an earlier one stand on the board, or a set-up is laid again."""

from companion.games.clockwork import Clock
from companion.games.himiki.referee.events import Placed, Ready, Restore, Turn, Violation
from companion.games.himiki.rules.variant import Mode, Variant
from tests.referee.eye import Eye
from tests.referee.table import DUEL, Table, names, only, table

OLD = ("A4bKHM", "B5wMKH", "C3wHKM", "D2bHMK", "D6wKMH", "E1bMHK")
"""How a game ended: two cubes stand on homes of their colour."""
ORDER = ("C5wHMK", "C2bHKM", "B2bMKH", "B5wKMH", "D5wKHM", "D2bMHK")
LIVE = 1 / 8


def over_old_cubes(variant: Variant | None = None, cubes: tuple[str, ...] = OLD) -> Table:
    return table(variant or Variant(), None, cubes=",".join(cubes), eye=Eye(every=LIVE), looks=20)


def cleared(here: Table, *squares: str) -> None:
    """One cube after the other, a few seconds each."""
    for square in squares:
        here.carry(square, None)


def untroubled(here: Table) -> bool:
    return not {"violation", "uncertain"} & set(names(here.events))


def homes_missing(here: Table) -> list[str | None]:
    setup = here.status.setup
    assert setup is not None
    return [each.target for each in setup.missing]


def test_a_board_with_old_cubes_is_cleared_and_set_up_without_a_word() -> None:
    """RULES 3.1."""
    here = over_old_cubes()
    assert names(here.events) == ["ready"]
    setup = here.status.setup
    assert setup is not None
    assert setup.wrong == tuple(
        Restore(each[:2], None, each[2:]) for each in ("A4bKHM", "C3wHKM", "D6wKMH", "E1bMHK")
    )
    cleared(here, "A4", "D6", "B5", "E1", "D2", "C3")
    assert untroubled(here)
    said = [event for cube in ORDER for event in here.put(cube)]
    assert [event.move for event in said if isinstance(event, Placed)] == [f"{c[2:]}@{c[:2]}" for c in ORDER]
    assert only(said, Turn).turn == "w"
    assert untroubled(here)
    assert here.status.position == f"{','.join(sorted(ORDER))} w 0-0 --- -"


def test_old_cubes_may_be_carried_home_in_whatever_order() -> None:
    here = over_old_cubes()
    for source, target in (("E1", "B2"), ("A4", "C2"), ("C3", "D5"), ("D6", "C5")):
        here.carry(source, target)
    assert untroubled(here)
    assert here.status.setup is None
    assert here.status.turn == "w"
    assert len(here.all(Placed)) == 6


def test_a_cube_that_was_home_by_chance_does_not_spoil_the_order_once_it_is_off() -> None:
    """RULES 3.1: it counts as placed while it stands there."""
    here = over_old_cubes(cubes=("B5wMKH", "C5wHMK", "B2bHMK", "C4bMHK"))
    cleared(here, "C4")
    assert [event.move for event in here.all(Placed)] == ["wMKH@B5", "bHMK@B2"]
    cleared(here, "B5", "C5", "B2")
    for cube in ORDER:
        here.put(cube)
    assert untroubled(here)
    assert here.status.position == f"{','.join(sorted(ORDER))} w 0-0 --- -"


def test_cubes_of_two_against_two_are_cleared_for_a_duel() -> None:
    """RULES 3.1, 4.1."""
    here = over_old_cubes(
        cubes=("A2wHMK", "B1wHMK", "D6wHMK", "E4wMHK", "A5bHMK", "B3bHMK", "C2bMHK", "E2bKHM")
    )
    cleared(here, "A2", "B1", "D6", "E4", "A5", "B3", "C2", "E2")
    for cube in ORDER:
        here.put(cube)
    assert untroubled(here)
    assert here.status.turn == "w"


def test_a_cube_put_astray_on_a_cleared_board_is_told_as_ever() -> None:
    """RULES 3.1."""
    here = over_old_cubes(cubes=("A4bKHM", "C3wHKM"))
    cleared(here, "A4", "C3")
    assert only(here.put("A1wHMK"), Violation).code == "set-up-square"


def test_an_old_cube_that_is_forgotten_is_told_in_the_end() -> None:
    """RULES 3.1."""
    here = over_old_cubes()
    here.look(200)
    assert untroubled(here)
    cleared(here, "A4", "B5", "C3", "D2", "D6")
    here.look(60)
    assert untroubled(here)
    violation = only(here.look(80), Violation)
    assert violation.restore == (Restore("E1", None, "bMHK"),)
    assert names(here.carry("E1", None)) == ["restored"]


def clock_of(here: Table) -> str | None:
    return here.status.clock_runs


def set_up(**more: object) -> Table:
    eye = more.pop("eye", Eye(every=LIVE))
    here = table(Variant(), None, eye=eye, looks=20, **more)
    for cube in ("B5wHMK", "B2bHMK", "C2bMKH", "C5wMKH", "D5wKHM", "D2bKHM"):
        here.put(cube)
    assert here.status.position == DUEL
    return here


def test_before_the_first_move_the_whole_set_up_may_be_taken_off_and_laid_again() -> None:
    """RULES 3.1."""
    here = set_up(clock=Clock(5))
    assert clock_of(here) == "w"
    began = len(here.events)
    cleared(here, "B5", "C5", "D5", "B2", "C2", "D2")
    assert here.events[began:] == []
    assert homes_missing(here) == ["B5", "C5", "D5", "B2", "C2", "D2"]
    assert clock_of(here) is None
    for cube in ("D2bMHK", "B5wKMH", "C5wMKH", "B2bHMK", "D5wMHK"):
        assert set(names(here.put(cube))) <= {"placed"}
    assert homes_missing(here) == ["C2"]
    assert names(here.put("C2bHKM")) == ["placed", "turn"]
    assert untroubled(here)
    assert here.status.setup is None
    assert clock_of(here) == "w"
    assert here.status.position == "B2bHMK,B5wKMH,C2bHKM,C5wMKH,D2bMHK,D5wMHK w 0-0 --- -"
    here.play("B5>BB4")
    assert here.moves == ["B5>BB4"]
    start = here.referee.record().start
    assert start.board == bytes(here.after("B4>BB5"))


def test_white_cubes_laid_again_a_quarter_turned_are_no_rotation() -> None:
    """RULES 3.1, 2.3: before that they have been off the board."""
    here = set_up()
    cleared(here, "B5")
    said = here.put("B5wHKM")
    assert names(said) == ["placed", "turn"]
    assert here.moves == []
    assert here.status.position.split(" ")[1:] == ["w", "0-0", "---", "-"]


def test_a_cube_that_comes_back_with_hidden_sides_is_not_what_it_was() -> None:
    here = set_up()
    here.eye.sides = False
    here.eye.headings = False
    cleared(here, "B5")
    here.put("B5wHKM")
    assert here.status.position.split(",")[1] == "B5wH??"


def test_whoever_ponders_with_the_cube_in_hand_has_still_only_made_a_move() -> None:
    """RULES 3.2."""
    here = set_up()
    cleared(here, "B5")
    assert homes_missing(here) == ["B5"]
    here.put("B4wMHK")
    assert here.moves == ["B5>BB4"]
    assert here.status.setup is None
    assert untroubled(here)


def test_after_the_first_move_a_cube_that_is_gone_is_told() -> None:
    """RULES 3.1."""
    here = set_up()
    here.play("B5>BB4")
    assert only(here.carry("B4", None), Violation).code == "cube-gone"


def test_a_set_up_taken_off_while_the_power_was_out_is_laid_again() -> None:
    here = set_up()
    later = Table(here.game, board=bytes(30), eye=Eye(every=LIVE, t=here.eye.t), looks=20, events=here.events)
    assert later.status.setup is not None
    for cube in ORDER:
        later.put(cube)
    assert untroubled(later)
    assert later.status.position == f"{','.join(sorted(ORDER))} w 0-0 --- -"
    again = Table(
        here.game, board=later.board, eye=Eye(every=LIVE, t=later.eye.t), looks=20, events=later.events
    )
    assert again.status.position == later.status.position


def test_against_muk_yan_old_cubes_are_cleared_too() -> None:
    """RULES 6.1."""
    here = over_old_cubes(Variant(Mode.MUK_YAN))
    cleared(here, *(cube[:2] for cube in OLD))
    for cube in ("B5wHMK", "C5wMKH", "D5wKHM", "B2bHMK", "C2bMKH", "D2bKHM"):
        here.put(cube)
    assert untroubled(here)
    assert here.all(Ready)[-1].mode == "mukyan"
    assert here.status.turn == "w"
