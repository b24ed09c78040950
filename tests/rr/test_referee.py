"""The referee: turns in any order, questions, violations and the way back, taking back, going on."""

import json
import random

import pytest

from companion.games.decisions import Accept, Answer, EndTurn, Refused, SayMove, SetPosition, Undo
from companion.games.events import Uncertain
from companion.games.rr.agreed import Agreed
from companion.games.rr.referee.events import Placed, Violation, event_from
from companion.games.rr.referee.look import look_of, sight_text
from companion.games.rr.referee.machine import resumed
from companion.games.rr.rules.board import Player
from companion.games.rr.rules.match import Match, Outcome
from companion.games.rr.rules.variant import Game, Variant
from companion.games.rr.rules.written.notation import bare
from companion.games.rr.rules.written.options import variant_of
from companion.games.rr.rules.written.position_text import position_text
from companion.games.rr.rules.written.record import replay
from tests.rr.games import GAMES, random_game, words
from tests.rr.tabletop import Tabletop, carried_out, look, sighting
from vision.frames import Seconds


def begun(words_said: str = "") -> Tabletop:
    table = Tabletop(Agreed(variant_of(words_said.split())))
    table.lies("-")
    assert table.names == ["ready"]
    return table


def after_citizen(words_said: str = "") -> Tabletop:
    table = begun(words_said)
    table.lies("b2cir")
    assert table.moves == ["ci@b2"]
    return table


def violation(table: Tabletop) -> Violation:
    (found,) = [event for event in table.said if isinstance(event, Violation)]
    return found


def test_a_look_is_written_as_programs_read_it() -> None:
    for text in ("-", "b2kir,c1x", "a1hib,a2tor,c3deb"):
        assert sight_text(look_of(sighting(look(text), 0.0))) == text


@pytest.mark.parametrize("game", ["", "old", "random"])
def test_random_games_are_followed_to_the_end(game: str) -> None:
    for seed in range(3):
        steps = list(random_game(game, seed))
        chance = random.Random(seed)
        said = words(random.Random(f"{game} {seed}"), game)
        table = Tabletop(Agreed(variant_of(said)))
        table.lies("-")
        for played in steps:
            carried_out(table, played, chance)
        table.lies(table.cells, seconds=4.0)
        assert "violation" not in table.names, [bare(step.move) for step in steps]
        told = [position_text(step.after) for step in replay(table.referee.record()).steps]
        assert told == [position_text(step.after) for step in steps]
        assert table.names[-1] == "over"


def test_the_first_tile_may_lie_there_before_the_empty_board_was_seen() -> None:
    """R2.3: it is the Citizen; anything else is left over from another game."""
    table = Tabletop()
    table.lies("b2cir")
    assert table.names == ["ready", "move"]
    assert table.moves == ["ci@b2"]
    for left_over in ("b2kir", "b2cib", "b2cir,a1kir", "b2x"):
        table = Tabletop()
        table.lies(left_over)
        assert (violation(table).rule, violation(table).code) == ("R2.1", "not-empty")


def test_an_effect_that_is_seen_whole_is_a_move_at_once() -> None:
    table = after_citizen()
    assert [event.name for event in table.lies("b2cir,b1sab")] == ["placed"]
    assert [event.name for event in table.lies("b2cib,b1sab")] == ["move"]
    assert table.moves == ["ci@b2", "sa@b1!b2"]


def test_a_half_done_group_says_what_is_left() -> None:
    table = after_citizen()
    table.lies("b2cir,a1cdb")
    table.lies("b2cir,a1cdb,c2mir")
    assert table.moves[1:] == ["cd@a1"]
    table.lies("b2cir,a1cdb,c2mir,b1sab")
    found = table.lies("b2cir,a1cdr,c2mir,b1sab")
    assert isinstance(found[-1], Placed)
    assert found[-1].todo == ("b2",)
    assert table.referee.status(Seconds(table.t)).todo == ("b2",)
    table.lies("b2cib,a1cdr,c2mir,b1sab")
    assert table.moves[-1] == "sa@b1!a1+b2"


def test_a_placed_tile_is_left_alone_until_the_next_one_or_a_word() -> None:
    table = after_citizen()
    table.lies("b2cir,b1hib", seconds=20)
    assert table.moves == ["ci@b2"]
    assert table.referee.unjudged
    table.decide(EndTurn())
    assert table.moves == ["ci@b2", "hi@b1"]


def test_destroyed_tiles_leave_first() -> None:
    """R3.1."""
    table = after_citizen()
    table.lies("b2x,b1hib")
    assert table.moves[-1] == "hi@b1!b2"
    table.lies("b2x,b1hib,a1car")
    assert table.moves[-1] == "ca@a1"
    found = table.lies("b2x,b1hib,a1car", seconds=20)
    assert [event.name for event in found] == ["reminder"]
    table.lies("b2x,b1hib,a1car,a3teb")
    assert (violation(table).rule, violation(table).code) == ("R3.1", "take-away-first")
    assert [each.square for each in violation(table).restore] == ["b2"]
    table.lies("b1hib,a1car,a3teb")
    assert table.moves[-1] == "te@a3"


@pytest.mark.parametrize(
    ("board", "rule", "code", "restore"),
    [
        ("b2cir,a1kir", "R3.1", "out-of-turn-b", ["a1"]),
        ("b2cir,a1hir", "R1.2", "not-upright", ["a1"]),
        ("b2cir,a1hib,a2teb", "R3.1", "two-placed", ["a1", "a2"]),
        ("b2cib", "R3.1", "nothing-placed", ["b2"]),
        ("-", "R3.1", "nothing-placed", ["b2"]),
        ("b2cir,a1dexb".replace("dex", "de"), "R3.2", "not-yours", ["a1"]),
        ("b2cib,b1hib", "R6.1", "wrong-effect", ["b2"]),
        ("b2x,b1pab,a1teb", "R3.1", "two-placed", ["a1", "b1", "b2"]),
        ("b2cib,a2pab,c1kir".replace(",c1kir", ""), "R6.5", "wrong-effect", ["b2"]),
        ("b2x,a1pab", "R4.3", "nothing-to-act-on", ["b2"]),
    ],
)
def test_what_no_rule_allows_is_named_with_the_way_back(
    board: str, rule: str, code: str, restore: list[str]
) -> None:
    table = after_citizen()
    if board == "-":
        # A move that is taken back by hand is no violation.
        table.lies("-")
        assert table.moves == []
        return
    table.lies(board)
    found = violation(table)
    assert (found.rule, found.code) == (rule, code)
    assert sorted(each.square for each in found.restore) == restore
    assert table.moves == ["ci@b2"]
    table.lies("b2cir")
    assert table.names[-1] == "restored"


def test_a_violation_is_put_right_one_square_at_a_time_without_another_word() -> None:
    table = after_citizen()
    table.lies("b2cir,a1kir,a2qur,a3prr")
    assert len(violation(table).restore) == 3
    table.lies("b2cir,a1kir,a2qur")
    table.lies("b2cir,a1kir")
    assert table.names.count("violation") == 1
    assert [each.square for each in table.referee.status(Seconds(table.t)).restore] == ["a1"]
    table.lies("b2cir")
    assert table.names[-1] == "restored"
    table.lies("b2cir,a1hib")
    assert table.names[-1] == "placed"


def test_the_effect_may_come_late_and_another_one_replaces_it() -> None:
    table = after_citizen()
    table.lies("b2cir,b1bib")
    table.lies("b2cib,b1bib")
    assert table.moves[-1] == "bi@b1!b2"
    table.lies("b2cir,b1bib")
    assert table.moves == ["ci@b2"]  # the effect was taken back: the tile is placed, no more
    table.decide(EndTurn())
    assert table.moves[-1] == "bi@b1"


def test_the_assassin_is_asked_about_and_nobody_else_is() -> None:
    table = after_citizen("neutral=as.hm.sg.de.dr")
    found = table.lies("b2cir,b1asb")
    (asked,) = [event for event in found if isinstance(event, Uncertain)]
    assert asked.options[0] == "as@b1"
    assert "as@b1!ki" in asked.options
    assert len(asked.options) == 8
    with pytest.raises(Refused):
        table.decide(Answer("as@b1!te"))
    table.decide(Answer("as@b1!ki"))
    assert table.moves[-1] == "as@b1!ki"
    assert "ki" in position_text_of(table).split()[4]
    table.lies("b2cir,b1asb,c3dr" + "r")
    assert table.names.count("uncertain") == 1


def test_an_unanswered_question_is_over_when_the_next_tile_lies_there() -> None:
    table = after_citizen("neutral=as.hm.sg.de.dr")
    table.lies("b2cir,b1asb")
    table.lies("b2cir,b1asb,c3car")
    assert table.moves == ["ci@b2", "as@b1", "ca@c3"]
    assert table.question is None


def test_what_a_woken_tile_took_away_is_asked_where_both_were_possible() -> None:
    table = Tabletop(Agreed())
    table.lies("-")
    table.decide(SetPosition("a1wtr,a2kir,b3smr,c3cib r br.ca/te - - -"))
    table.lies("a1wtr,a2kir,b3smr,c3cib")
    table.lies("a1wtr,a2kir,b3smr,c3cib,a3brr")
    assert table.question is None
    table.lies("a1wtr,b3smr,c3cib,a3brr")
    assert table.moves == []  # neither reaches it
    table.lies("a1wtr,a2kir,b3smr,c3cib")
    table.lies("a1wtr,a2kir,b3smr,c3cib,b1brr")
    table.lies("a1wtr,b3smr,c3cib,b1brr")
    assert table.moves == ["br@b1!a1!a2"]


def test_a_tile_that_destroys_itself_where_another_had_just_left() -> None:
    table = Tabletop()
    table.lies("-")
    table.decide(SetPosition("a1pab,b1hir,c3cir b te.qu/br.mo.bi - - -"))
    table.lies("a1pab,b1hir,c3cir")
    table.lies("a1pab,a2mob,b1x,c3cir")
    table.lies("a1pab,a2mob,b1x,b3ter,c3cir")
    table.lies("a1pab,a2mob,b3ter,c3cir")
    table.lies("a1pab,a2mob,b1brb,b3ter,c3cir")
    table.lies("a1pab,a2mob,b1x,b3ter,c3cir")
    assert table.moves == ["mo@a2!b1", "te@b3", "br@b1!a1!b1"]


def test_a_tile_that_a_woken_fairy_moves_is_no_violation_on_its_way() -> None:
    table = Tabletop()
    table.lies("-")
    table.decide(SetPosition("a1hib,b1ger,b3peb,c1cib,c2far b ca/br.bi - - -"))
    table.lies("a1hib,b1ger,b3peb,c1cib,c2far")
    table.lies("a1hib,b1ger,b3peb,c1cib,c2far,c3brb")
    assert table.moves == []
    table.lies("a1hib,b1ger,b3peb,c2far,c3brb")
    table.lies("a1hib,a2cib,b1ger,b3peb,c2far,c3brb")
    assert "violation" not in table.names
    assert len(table.moves) == 1


def standing(position: str) -> Tabletop:
    table = begun()
    table.decide(SetPosition(position))
    table.lies(position.split(" ", maxsplit=1)[0])
    return table


def test_a_tile_that_its_own_effect_turns_may_be_turned_first() -> None:
    """The Performer wakes a Princess that stands diagonal to it (R6.3, R6.12)."""
    board = "a1hib,a2mir,b2prr,b3cir,c2wir,c3sar"
    table = standing(f"{board} b ca.ge.ki.qu.so/bi.ft.mo.pa.pe.te - cd.fa -")
    table.lies(f"{board},c1peb")
    table.lies(f"{board},c1per")
    assert table.said[-1] == Placed(t=table.said[-1].t, by="b", move="pe@c1", todo=("a1", "c3"))
    table.lies("a1hir,a2mir,b2prr,b3cir,c2wir,c3sar,c1per")
    table.lies("a1hir,a2mir,b2prr,b3cir,c2wir,c3sab,c1per")
    assert table.moves == ["pe@c1!b2!a1+c1+c3"]
    assert "violation" not in table.names


def test_a_tile_that_was_never_seen_upright_is_not_turned_by_its_own_effect() -> None:
    """R1.2"""
    board = "a1hib,a2mir,b2prr,b3cir,c2wir,c3sar"
    table = standing(f"{board} b ca.ge.ki.qu.so/bi.ft.mo.pa.pe.te - cd.fa -")
    table.lies(f"{board},c1per")
    assert violation(table).rule == "R1.2"


ITSELF = "a3asb,b2smr,c1cir"


def test_a_tile_that_a_samurai_woken_by_it_banished_is_known_by_the_next_one() -> None:
    """FORMATS-RR F5: the board looks as before the turn; whoever places next says what it was."""
    table = standing(f"{ITSELF} b ge.ki.pr/bi.cd.te br - -")
    table.lies(f"{ITSELF},b3brb")
    table.lies(ITSELF)
    table.lies(f"{ITSELF},a1prr")
    table.lies(f"{ITSELF},a1prr,c3cdb")
    assert table.moves[:2] == ["br@b3!b2!b3", "pr@a1"]
    assert "violation" not in table.names


def test_a_tile_that_is_taken_up_again_was_not_banished_by_one_that_it_could_wake() -> None:
    table = standing(f"{ITSELF} b ge.ki.pr/bi.cd.te br - -")
    table.lies(f"{ITSELF},b3brb")
    table.lies(ITSELF)
    table.lies(f"{ITSELF},a1teb")
    assert table.moves == ["te@a1"]


def test_a_tile_that_lies_in_its_row_again_was_not_banished() -> None:
    """R3.1: then the next one is out of turn."""
    table = standing(f"{ITSELF} b ge.ki.pr/bi.cd.te br - -")
    table.rows = {"r": "ge.ki.pr", "b": "bi.cd.te", "neutral": "br"}
    table.lies(ITSELF)
    del table.rows["neutral"]
    table.lies(f"{ITSELF},b3brb")
    table.rows["neutral"] = "br"
    table.lies(ITSELF)
    table.lies(f"{ITSELF},a1prr")
    assert violation(table).rule == "R3.1"


def test_a_draft_is_asked_for_and_then_placed() -> None:
    table = Tabletop(Agreed(Variant(Game.DRAFT)))
    table.lies("-")
    for option in ("br", "ni", "pe"):
        question = table.question
        assert question is not None
        assert option in question.options
        table.decide(Answer(option))
    assert table.question is None
    table.lies("b2cir")
    assert table.moves == ["+br", "+ni", "+pe", "ci@b2"]


def test_hidden_tiles_show_themselves_where_they_are_placed() -> None:
    """R10.5."""
    table = after_citizen("secretrandom")
    table.lies("b2cir,a1drb")
    table.lies("b2cib,a1drb")
    assert table.moves[-1] == "dr@a1!b2"
    assert position_text_of(table).split()[2].endswith(".?1")


def test_undo_and_the_board_that_has_to_follow() -> None:
    table = after_citizen()
    table.lies("b2cir,a1teb")
    assert table.moves == ["ci@b2", "te@a1"]
    table.decide(Undo())
    table.lies("b2cir,a1teb", seconds=3)
    assert table.moves == ["ci@b2"]
    status = table.referee.status(Seconds(table.t))
    assert [(each.square, each.tile) for each in status.restore] == [("a1", None)]
    table.lies("b2cir")
    assert table.names[-1] == "restored"
    table.lies("b2cir,a1teb")
    assert table.moves == ["ci@b2", "te@a1"]


def test_a_move_is_taken_back_by_moving_back() -> None:
    table = after_citizen()
    table.lies("b2cir,a1teb")
    found = table.lies("b2cir")
    assert [event.name for event in found] == ["corrected"]
    assert table.moves == ["ci@b2"]


def test_the_board_is_right_or_a_position_is_said() -> None:
    table = after_citizen()
    table.lies("b2cib,c3kir,c1teb")
    assert "violation" in table.names
    table.decide(Accept())
    assert position_text_of(table).startswith("b2cib,c1teb,c3kir b ")
    assert table.referee.status(Seconds(table.t)).violation is None
    with pytest.raises(Refused):
        table.decide(SetPosition("a1kir,a1qur r -/- - - -"))
    table.decide(SetPosition("a1kir r ca/te - - -"))
    assert position_text_of(table) == "a1kir r ca/te - - -"


def test_what_makes_no_sense_is_refused_and_changes_nothing() -> None:
    table = Tabletop()
    for decision in (Undo(), SayMove("ci@b2"), Accept(), EndTurn(), Answer("yes"), "nonsense"):
        with pytest.raises(Refused):
            table.decide(decision)
    table = begun()
    before = table.referee.status(Seconds(9.0)).as_json()
    for decision in (Undo(), SayMove("ki@b2"), SayMove("x"), EndTurn(), Answer("yes")):
        with pytest.raises(Refused):
            table.decide(decision)
    assert table.referee.status(Seconds(9.0)).as_json() == before


def test_a_board_that_is_not_empty_does_not_begin() -> None:
    table = Tabletop()
    table.lies("a1kir", seconds=2)
    assert violation(table).code == "not-empty"
    table.lies("-")
    assert table.names[-1] == "ready"


def test_what_is_not_plain_is_no_move_and_is_told_after_a_while() -> None:
    table = begun()
    for _ in range(60):
        table.t += 0.1
        table.said += table.referee.see(sighting(look("b2cir"), table.t, confidence=0.5))
    assert table.moves == []
    assert table.names == ["ready", "doubt"]
    table.lies("b2cir")
    assert table.moves == ["ci@b2"]
    assert table.names[-2:] == ["doubt", "move"]


def test_death_decides_at_the_end_and_the_match_is_counted() -> None:
    """R8.2."""
    match = Match(played=(Outcome(Player.RELIGION, (4, 5), ()),))
    table = Tabletop(Agreed(match=match))
    table.lies("-")
    eight = "a1hir,a2smr,a3nir,b1cir,b2kir,b3sar,c1qur,c2der"
    table.decide(SetPosition(f"{eight} b ca/te - - -"))
    table.lies(eight)
    table.lies(f"{eight},c3teb")
    over = table.said[-1].as_json()
    assert (over["winner"], over["reason"], over["points"]) == ("b", "death", [0, 1])
    assert over["match"] == [0, 2]
    table.lies(f"{eight.replace('a1hir', 'a1hib')},c3teb", seconds=2)
    assert violation(table).code == "game-is-over"


@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_kept_and_a_power_cut_loses_nothing(game: str) -> None:
    table = Tabletop(Agreed(variant_of(words(random.Random(f"{game} 1"), game))))
    table.lies("-")
    chance = random.Random(1)
    for played in list(random_game(game, 1))[:8]:
        if table.question is not None and table.question.code == "which-pick":
            table.decide(Answer(bare(played.move)[1:]))
        else:
            carried_out(table, played, chance)
    kept = [event_from(json.loads(json.dumps(event.as_json()))) for event in table.said]
    again = resumed(table.game, kept)
    status = table.referee.status(Seconds(table.t))
    assert again.status(Seconds(table.t)).position == status.position
    assert again.record().entries == table.referee.record().entries
    assert again.status(Seconds(0)).placed == status.placed


def position_text_of(table: Tabletop) -> str:
    return table.referee.status(Seconds(table.t)).position
