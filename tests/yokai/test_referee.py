"""Sightings become moves, violations and questions (FORMATS-YOKAI F5)."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games.yokai import play
from companion.games.yokai.referee.machine import Referee
from companion.games.yokai.referee.sightings import PileSeen, Sighting, SightingError
from companion.games.yokai.referee.umpire import Umpire
from companion.games.yokai.referee.violations import violation
from companion.games.yokai.rules.cards import Colour, Yokai
from companion.games.yokai.rules.house import HOUSE
from companion.games.yokai.rules.moves import Lay
from companion.games.yokai.rules.play import Played
from companion.games.yokai.rules.position import Player
from companion.games.yokai.rules.written.notation import annotated
from companion.games.yokai.rules.written.position_text import parse_position
from tests.yokai.pictures import filmed, read, settled
from tests.yokai.said import again
from tests.yokai.tables import table


def told(lines: list[str]) -> list[dict[str, Any]]:
    referee = Referee()
    events = []
    t = 0.0
    for sighting in read(lines):
        t = sighting.t
        events += referee.see(sighting)
    events += referee.ended(t)
    return [event.as_json() for event in events]


def named(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] == name]


@pytest.mark.parametrize("near", list(Player))
@pytest.mark.parametrize("seed", range(3))
def test_a_game_that_is_filmed_is_told_card_by_card(seed: int, near: Player) -> None:
    lines, cards = filmed(seed, near)
    events = told(lines)
    played = [event["move"] for event in named(events, "move") if "►" in event["move"]]
    assert played == [annotated(each) for each in cards]
    for name in ("violation", "uncertain", "corrected"):
        assert named(events, name) == []
    assert named(events, "end")[0]["moves"] == len(cards)
    end = named(events, "over")[0]
    last = cards[-1].after
    assert end["points"] == [sum(int(won.yokai[1]) for won in own) for own in last.won]


def watched(start: str, *piles: tuple[str, ...], draws: tuple[int | None, ...] = ()) -> list[dict[str, Any]]:
    """Pictures of a table whose rows are written down: `F5:FW.FE:FA`, four piles a picture."""
    lines = []
    tables = [tuple(start.split(" ")), *piles]
    counts = (0, *draws, *[0] * len(piles))
    for t, (picture, drawn) in enumerate(zip(tables, counts, strict=False)):
        seen = []
        for colour, pile in zip("FWEA", picture, strict=True):
            top, near, far = pile.split(":")
            seen.append(
                {
                    "colour": colour,
                    "top": top or None,
                    "near": near.split(".") if near else [],
                    "far": far.split(".") if far else [],
                    "confidence": 0.9,
                }
            )
        lines.append(json.dumps({"t": float(t), "clear": True, "piles": seen, "draws": drawn, "won": None}))
    return told(lines)


def result_of(played: Played) -> tuple[object, ...]:
    return (
        played.before.turn,
        played.after.won,
        played.after.phase,
        [pile.rows for pile in played.after.piles],
    )


@pytest.mark.parametrize("seed", range(3))
def test_points_are_right_though_a_card_that_is_gone_at_once_was_never_read(seed: int) -> None:
    lines, cards = settled(seed)
    referee = Referee()
    events = [event.as_json() for sighting in read(lines) for event in referee.see(sighting)]
    assert broken(events) == []
    laid = [each for each in referee.moves if isinstance(each.move, Lay)]
    assert list(map(result_of, laid)) == list(map(result_of, cards))


@pytest.mark.parametrize("seed", range(3))
def test_what_was_never_read_is_another_card_once_it_cannot_have_been_that_one(seed: int) -> None:
    """Y9.1: a fifth FA shows that one of those that were guessed was something else."""
    lines, cards = settled(seed)
    umpire = Umpire(play.usual())
    events = [event for sighting in read(lines) for event in umpire.see(sighting)]
    events += umpire.end(1e6)
    assert "violation" not in {event.name for event in events}
    laid = [each for each in umpire.course.steps if isinstance(each.move, Lay)]
    assert list(map(result_of, laid)) == list(map(result_of, cards))
    assert again(umpire.game, events).record() == umpire.record()


def test_the_last_yokai_of_a_pile_that_is_frightened_by_a_distract_leaves_no_trace() -> None:
    """Y5.4, Y8.1: WEd makes it even there, and nothing but the moved sketch tells that from a Yokai won."""
    lines, cards = filmed(5006)
    events = told(lines)
    assert broken(events) == []
    assert [text for text in moves(events) if "►" in text] == [annotated(each) for each in cards]


def test_without_the_deck_in_view_the_fewest_turns_are_taken() -> None:
    """Y9.3."""
    lines, cards = filmed(2, draws_in_view=False)
    assert [text for text in moves(told(lines)) if text != "pass"] == [annotated(each) for each in cards]


START = "F5:: W7:: E7:: A7::"
REST = ("W7::", "E7::", "A7::")


def moves(events: list[dict[str, Any]]) -> list[str]:
    return [event["move"] for event in named(events, "move")]


def broken(events: list[dict[str, Any]]) -> list[str]:
    return [event["rule"] for event in named(events, "violation")]


def test_nothing_that_changes_is_nothing() -> None:
    events = watched(START, ("F5::", *REST), ("F5::", *REST), draws=(1, 0))
    assert [event["event"] for event in events] == ["ready", "turn", "end"]


def test_a_card_of_which_half_is_legible_fits_any_with_that_half() -> None:
    events = watched(START, ("F5:FW:", *REST), ("F5:F?:", *REST), ("F5:??:", *REST), draws=(1,))
    assert moves(events) == ["FW►F"]
    assert broken(events) == []


def test_a_covered_top_is_no_other_top() -> None:
    assert moves(watched(START, (":FW:", *REST), draws=(1,))) == ["FW►F"]


def test_a_turn_that_nobody_saw_end_is_inferred() -> None:
    events = watched(START, ("F5:FW:", *REST), ("F5:FW:FA", *REST), draws=(1, 1))
    assert [event["turn"] for event in named(events, "turn")] == ["a", "b"]
    assert moves(events) == ["FW►F", "FA►F"]


def test_a_pass_is_inferred_where_the_draws_ask_for_it() -> None:
    """Y9.3."""
    events = watched(
        START,
        ("F5:FW:", *REST),
        ("F5:FW.FE:", *REST),
        ("F5:FW.FE:FA", *REST),
        ("F5:FW.FE:FA", "W7::WE", "E7::", "A7::"),
        draws=(1, 0, 1, 2),
    )
    assert moves(events) == ["FW►F", "FE►F", "FA►F", "pass", "WE►W"]
    assert broken(events) == []


def test_steps_may_come_in_any_order_and_what_is_left_is_named() -> None:
    laid = ("F3:FW.FE.FA:", *REST)
    taken = ("F4:FW.FE.FA:", *REST)
    cleared = ("F4::", *REST)
    events = watched(
        "F3:: W7:: E7:: A7::", ("F3:FW:", *REST), ("F3:FW.FE:", *REST), laid, taken, cleared, draws=(1,)
    )
    assert moves(events) == ["FW►F", "FE►F", "FA►F+aF3"]
    assert [event["todo"] for event in named(events, "todo")] == [
        ["take F3 F a", "clear F a FW.FE.FA"],
        ["clear F a FW.FE.FA"],
        [],
    ]
    assert named(events, "move")[-1]["points"] == [3, 0]


def test_an_ability_that_may_yet_be_used_is_waited_for() -> None:
    laid = ("F5:FWc:", "W7::", "E7::", "A7::")
    used = ("E7:FWc:", "W7::", "E3::", "A7::")
    assert moves(watched(START, laid, draws=(1,))) == ["FWc►F"]
    assert moves(watched(START, laid, used, draws=(1,))) == ["FWc►F!E(E7)"]
    declined = ("F5:FWc:", "W7::WE", "E7::", "A7::")
    assert moves(watched(START, laid, declined, draws=(1, 1))) == ["FWc►F", "WE►W"]


@pytest.mark.parametrize(
    ("rule", "pictures", "draws"),
    [
        ("Y4.1", [("F5:WE:", *REST)], (1,)),
        (
            "Y3.4",
            [
                *[("F5:FW:", *REST), ("F5:FW.FE:", *REST)],
                *[("F5:FW.FE:", "W7:WE:", *REST[1:]), ("F5:FW.FE:", "W7:WE.WA:", *REST[1:])],
            ],
            (1,),
        ),
        ("Y3.1", [("F5:FW:", *REST), ("F5:FW:FA", *REST)], (1, 0)),
        ("Y3.1", [("F5:FW:", *REST), ("F5:FW.FE:", *REST)], (1, 1)),
        ("Y3.2", [("F5:FW:", *REST)], (0,)),
        ("Y3.5", [("F5:FW:", *REST), ("F5:FW.FE:", *REST)], (1, 2)),
        ("Y5.3", [("F5:FW:", *REST), ("F3:FW:", *REST)], (1,)),
        ("Y5.3", [("F5:FW:", *REST), ("F5::", *REST)], (1,)),
    ],
)
def test_what_no_rule_allows_is_named_and_put_right(
    rule: str, pictures: list[tuple[str, ...]], draws: tuple[int, ...]
) -> None:
    right = pictures[-2] if len(pictures) > 1 else tuple(START.split(" "))
    events = watched(START, *pictures, pictures[-1], right, draws=draws)
    assert broken(events) == [rule]
    (violation,) = named(events, "violation")
    assert violation["text"]
    lying = {pile.split(":")[0][0]: pile for pile in right}
    for pile in violation["restore"]:
        top, near, far = lying[pile["pile"]].split(":")
        assert (pile["top"], ".".join(pile["near"]), ".".join(pile["far"])) == (top, near, far)
    assert len(named(events, "restored")) == 1


def test_rows_that_are_cleared_on_the_wrong_side_are_named() -> None:
    """Y5.3 and Y5.4 as hands do them."""
    start = "F3:: W7:: E7:: A7::"
    before = [("F3:FW:", *REST), ("F3:FW:FE", *REST)]
    won = [("F3:FW.FA:FE", *REST), ("F4:FW.FA:", *REST)]
    events = watched(start, *before, *won, draws=(1, 1, 1))
    assert broken(events) == ["Y5.3"]


def test_the_first_card_tells_who_sits_where() -> None:
    events = watched(START, ("F5::FW", *REST), draws=(1,))
    assert named(events, "move")[0]["by"] == "a"


@pytest.mark.parametrize(
    "line",
    [
        *["", "{}", "[]", '{"t":"1","clear":true,"piles":[],"draws":0}'],
        '{"t":1,"clear":true,"piles":{},"draws":0}',
        '{"t":1,"clear":true,"piles":[{"colour":"X"}],"draws":0}',
        '{"t":1,"clear":true,"piles":[],"draws":-1}',
        '{"t":1,"clear":true,"piles":[{"colour":"F","top":"F9","near":[],"far":[]}],"draws":0}',
        '{"t":1,"clear":true,"piles":[{"colour":"F","top":"F5","near":["F"],"far":[]}],"draws":0}',
    ],
)
def test_what_is_no_sighting_is_refused(line: str) -> None:
    with pytest.raises(SightingError):
        list(read([line]))


def test_a_pile_that_is_not_claimed_says_nothing() -> None:
    line = '{"t":1,"clear":true,"piles":[{"colour":"F","top":"E9","confidence":0.5}],"draws":null}'
    (sighting,) = read([line])
    assert sighting.piles == {}


def test_watch_reads_sightings_and_writes_the_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, cards = filmed(1, Player.B)
    source, record = tmp_path / "game.jsonl", tmp_path / "game.yokai.json"
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["watch", str(source), "--mode", "yokai", "--record", str(record)]) == 0
    out = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert out[0]["event"] == "ready"
    assert out[-1]["moves"] == len(cards)
    assert main(["replay", "--check", str(record)]) == 0
    source.write_text("{}\n", encoding="utf-8")
    assert main(["watch", str(source), "--mode", "yokai"]) == 2
    source.write_text("", encoding="utf-8")
    assert main(["watch", str(source), "--mode", "yokai"]) == 1
    assert main(["watch", "table.mp4", "--mode", "yokai"]) == 2


def test_another_sketch_than_the_outermost_that_is_moved_is_named() -> None:
    """Y8.1 as hands do it."""
    before = [("F5:FW:", *REST), ("F5:FW:FE", *REST), ("F5:FW:FE.FA", *REST), ("F5:FW.FWd:FE.FA", *REST)]
    moved = ("F5:FW.FWd:FA", "W7::", "E7::FE", "A7::")
    events = watched(START, *before, moved, draws=(1, 1, 0, 1))
    assert broken(events) == ["Y8.1"]
    assert [pile["pile"] for pile in named(events, "violation")[0]["restore"]] == ["F", "E"]


def test_the_last_yokai_of_a_pile_that_is_called_is_named() -> None:
    """Y7.2 as hands do it."""
    before = parse_position(table("E:4:-:-", "F:3:-:-", won="E3.E5.E6.E7/-"))
    seen = {
        Colour("F"): PileSeen(Yokai("E4"), ("FEc",), ()),
        Colour("E"): PileSeen(None, (), ()),
    }
    sighting = Sighting(1.0, True, seen, 0)
    found = violation(before, None, (), sighting, Player.A, 0, HOUSE)
    assert found is not None
    assert (found.rule, found.values) == ("Y7.2", {"pile": "E"})
