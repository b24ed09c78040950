"""Records of games, as JSON and as plain text (FORMATS 5)."""

import json
from itertools import pairwise
from typing import Any

import pytest

from companion.games.himiki.rules.cubes import Colour, Element
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.written.position_text import position_text
from companion.games.himiki.rules.written.record import ClaimEntry, MoveEntry, Record, Result, replay
from companion.games.himiki.rules.written.record_text import parse_record, record_json, record_plain
from tests.rules.tables import MUK_YAN, TEAMS, at, mindlock

# Fire beats wood twice: from C5 on C4, from E6 on E5.
START = "B4bKHM,C5wMHK,E4bKMH,E6wMHK w 3-0 --- -"
END = "A4bMHK,C4wHMK,E4bKMH,E5wHMK w 5-0 --- -"


def game(**changes: object) -> str:
    """That game as JSON; a key given as None is left out, another one replaced."""
    table: dict[str, Any] = {
        "format": "himiki-record/1",
        "mode": "duel",
        "edition": "second",
        "players": {"w": "Ada", "b": "Bo"},
        "start": START,
        "moves": [
            {"move": "C5>BC4", "by": "w", "t": 0.5},
            {"move": "B4►BA4", "by": "b", "t": 7},
            {"move": "E6►BE5*", "by": "w", "t": 12.25},
        ],
        "result": {"winner": "w", "score": [5, 0]},
    }
    table |= changes
    return json.dumps({key: value for key, value in table.items() if value is not None})


PLAIN = f"""\
# format: himiki-record/1
# mode: duel
# edition: second
# w: Ada
# b: Bo
# start: {START}
# result: w 5-0

C5►BC4*
B4►BA4
E6►BE5*
"""


def start_of(record: Record) -> str:
    return position_text(record.start)


class TestJson:
    """The `.himiki.json` form."""

    def test_it_is_read(self) -> None:
        record = parse_record(game())
        assert start_of(record) == START
        assert record.players == {"w": "Ada", "b": "Bo"}
        assert record.entries == (
            MoveEntry("C5>BC4", "w", 0.5),
            MoveEntry("B4►BA4", "b", 7),
            MoveEntry("E6►BE5*", "w", 12.25),
        )
        assert record.result == Result(Colour.WHITE, (5, 0))

    def test_what_is_written_says_the_same(self) -> None:
        record = parse_record(game())
        assert json.loads(record_json(record)) == json.loads(game())
        assert parse_record(record_json(record)) == record

    def test_rolls_and_claims_are_kept(self) -> None:
        moves = [
            {"move": "B3>BB4", "by": "b", "t": 3, "roll": ["H", "K"]},
            {"claim": "w"},
            {"unclaim": "w"},
        ]
        record = parse_record(game(moves=moves))
        assert record.entries == (
            MoveEntry("B3>BB4", "b", 3, (Element.FIRE, Element.WOOD)),
            ClaimEntry(Colour.WHITE),
            ClaimEntry(Colour.WHITE, undone=True),
        )
        assert json.loads(record_json(record))["moves"] == moves

    def test_the_edition_players_and_result_may_be_missing(self) -> None:
        record = parse_record(game(edition=None, players=None, result=None))
        assert record.result is None
        assert replay(record).fault is None

    @pytest.mark.parametrize("mode", ["duel", "teams", "mukyan"])
    @pytest.mark.parametrize("edition", ["first", "second"])
    def test_mode_and_edition_are_kept(self, mode: str, edition: str) -> None:
        turn = "wl" if mode == "teams" else "w"
        text = game(mode=mode, edition=edition, start=f"E5wHMK {turn} 0-0 --- -", moves=[], result=None)
        record = parse_record(text)
        assert (record.start.variant.mode.value, record.start.variant.edition.value) == (mode, edition)
        assert parse_record(record_json(record)) == record

    @pytest.mark.parametrize(
        "text",
        [
            "{",
            '{"format": ',
            game(format="himiki-record/2"),
            game(format=None),
            game(mode="chess"),
            game(mode=None),
            game(mode=["duel"]),
            game(edition="third"),
            game(start=None),
            game(start="B5wHMK w 0-0"),
            game(start="B5wHMK,B5wHMK w 0-0 --- -"),
            game(start=7),
            game(moves=None),
            game(moves={"move": "C5>BC4"}),
            game(moves=["C5>BC4"]),
            game(moves=[{"by": "w"}]),
            game(moves=[{"move": 5}]),
            game(moves=[{"move": "C5>BC4", "by": "x"}]),
            game(moves=[{"move": "C5>BC4", "t": "soon"}]),
            game(moves=[{"move": "C5>BC4", "t": True}]),
            game(moves=[{"move": "C5>BC4", "t": float("inf")}]),
            game(moves=[{"move": "C5>BC4", "t": float("nan")}]),
            game(moves=[{"move": "C5>BC4", "roll": ["H"]}]),
            game(moves=[{"move": "C5>BC4", "roll": ["H", "X"]}]),
            game(moves=[{"claim": "x"}]),
            game(moves=[{"unclaim": ["w"]}]),
            game(players=["Ada"]),
            game(players={"x": "Ada"}),
            game(players={"w": 1}),
            game(result="white"),
            game(result={"winner": "x", "score": [5, 0]}),
            game(result={"winner": "w", "score": [5]}),
            game(result={"winner": "w", "score": "5-0"}),
            "[" * 100_000,
            '{"a":' * 100_000,
        ],
    )
    def test_anything_else_is_refused_in_one_line(self, text: str) -> None:
        with pytest.raises(RulesError) as refused:
            parse_record(text)
        assert "\n" not in str(refused.value)


class TestPlainText:
    """Headers `# key: value`, then the annotated moves, one turn a line."""

    def test_it_is_read(self) -> None:
        record = parse_record(PLAIN)
        assert start_of(record) == START
        assert record.players == {"w": "Ada", "b": "Bo"}
        assert [entry.move for entry in record.entries if isinstance(entry, MoveEntry)] == [
            "C5►BC4*",
            "B4►BA4",
            "E6►BE5*",
        ]
        assert record.result == Result(Colour.WHITE, (5, 0))
        assert replay(record).fault is None

    def test_it_is_written_from_the_json_form_with_annotated_moves(self) -> None:
        assert record_plain(parse_record(game())) == PLAIN

    def test_it_is_read_back_to_the_same_text(self) -> None:
        assert record_plain(parse_record(PLAIN)) == PLAIN

    def test_a_turn_with_replays_is_one_line_and_so_are_the_tiles_used_in_it(self) -> None:
        start = at("A5bMHK,B4bHKM,C5wMHK,E1bKHM w 1-0 --- hands:w.gh/b.im")
        moves = ["C5>BC4", "R-C4>PC4", "E1>BD1"]
        record = Record(start, tuple(map(MoveEntry, moves)))
        assert record_plain(record).splitlines()[-2:] == ["C5►BC4 R-C4►PC4", "E1►BD1"]
        striking = at("B4bKHM,C5wMHK,E1bKHM w 1-0 --- hands:w.gh/b.im")
        record = Record(striking, tuple(map(MoveEntry, ["C5>BC4", "C-gh@A1", "E1>BD1"])))
        assert record_plain(record).splitlines()[-2:] == ["C5►BC4* C-gh@A1", "E1►BD1"]

    def test_signs_may_be_written_in_ascii(self) -> None:
        start = at("B2bHMK,B5wHMK,C2bHKM,C5wMHK w 0-0 --- -")
        record = Record(start, (MoveEntry("C5>BC4"),))
        assert record_plain(record).endswith("\nC5►BC4🔥\n")
        assert record_plain(record, ascii_signs=True).endswith("\nC5►BC4^H\n")
        assert replay(parse_record(record_plain(record, ascii_signs=True))).fault is None

    def test_claims_have_a_line_of_their_own(self) -> None:
        start = at("D6wHMK,E5wHMK,A5bHMK wl 0-0 --- -", TEAMS)
        entries = (MoveEntry("E5>BE4"), ClaimEntry(Colour.WHITE), ClaimEntry(Colour.WHITE, undone=True))
        text = record_plain(Record(start, entries))
        assert text.splitlines()[-3:] == ["E5►BE4", "claim w", "unclaim w"]
        assert parse_record(text).entries[1:] == entries[1:]

    def test_muk_yans_game_says_whose_colour_the_person_has(self) -> None:
        record = Record(at("B2bHMK,E6wHMK w 0-0 --- -", MUK_YAN), (MoveEntry("E6>BE5"),))
        for text in (record_plain(record), record_json(record)):
            assert parse_record(text).start.variant.human is Colour.WHITE

    @pytest.mark.parametrize("text", ["", "hello", "C5►BC4", "# mode: duel\n\nC5►BC4", f"# start: {START}"])
    def test_text_without_mode_and_start_is_no_record(self, text: str) -> None:
        with pytest.raises(RulesError):
            parse_record(text)

    def test_windows_line_ends_and_empty_lines_do_no_harm(self) -> None:
        text = PLAIN.replace("\n", "\r\n\r\n")
        assert record_plain(parse_record(text)) == PLAIN


class TestReplay:
    """Replaying a record gives as much of it as is right, and the first error."""

    def test_a_right_record_leads_to_the_end(self) -> None:
        record = parse_record(game())
        replayed = replay(record)
        assert replayed.fault is None
        assert len(replayed.steps) == 3
        assert position_text(replayed.end(record.start)) == END

    def test_every_step_knows_what_was_before_and_after(self) -> None:
        record = parse_record(game())
        steps = replay(record).steps
        assert steps[0].before == record.start
        for step, following in pairwise(steps):
            assert step.after == following.before

    def test_an_empty_record_ends_where_it_starts(self) -> None:
        record = parse_record(game(moves=[], result=None))
        assert replay(record).end(record.start) == record.start

    @pytest.mark.parametrize(
        ("wrong", "told"),
        [
            ({"move": "B4>BC4"}, "rule 3.2"),  # occupied
            ({"move": "C4>BC5"}, "rule 3.2"),  # white's
            ({"move": "B4>PB4+B4>PB4"}, "move"),  # no move at all
            ({"move": "nonsense"}, "nonsense"),
            ({"move": "B4>BA4*"}, "conflicts"),  # an untrue star
            ({"move": "R-B4>BA4"}, "prefix"),  # no replay
            ({"move": "stop"}, "rule 3.8"),
            ({"move": "B4>BA4", "by": "w"}, "for b to play"),
        ],
    )
    def test_the_valid_part_and_the_first_error(self, wrong: dict[str, str], told: str) -> None:
        right = {"move": "C5>BC4"}
        record = parse_record(game(moves=[right, wrong, {"move": "E6>BE5"}, {"move": "also wrong"}]))
        replayed = replay(record)
        assert len(replayed.steps) == 1
        assert position_text(replayed.steps[0].after) == "B4bKHM,C4wHMK,E4bKMH,E6wMHK b 4-0 --- -"
        assert replayed.fault is not None
        assert told in replayed.fault

    def test_a_move_after_the_end_is_an_error(self) -> None:
        moves = [{"move": move} for move in ("C5>BC4", "B4>BA4", "E6>BE5", "A4>BA3")]
        replayed = replay(parse_record(game(moves=moves)))
        assert len(replayed.steps) == 3
        assert "rule 3.13" in str(replayed.fault)

    @pytest.mark.parametrize(("winner", "score"), [("b", [5, 0]), ("w", [5, 1]), (None, [5, 0])])
    def test_a_result_that_does_not_fit_the_game_is_an_error(
        self, winner: str | None, score: list[int]
    ) -> None:
        replayed = replay(parse_record(game(result={"winner": winner, "score": score})))
        assert len(replayed.steps) == 3
        assert "result" in str(replayed.fault)

    def test_hidden_faces_are_an_error_of_the_first_move(self) -> None:
        replayed = replay(parse_record(game(start="B4bK??,C5wMHK w 0-0 --- -", result=None)))
        assert replayed.steps == ()
        assert "hidden" in str(replayed.fault)


class TestClaims:
    """RULES 4.4: the claim is logged and can be undone."""

    START = at("D6wHMK,E5wHMK,A5bHMK wl 0-1 --- -", TEAMS)

    def score_after(self, *entries: MoveEntry | ClaimEntry) -> tuple[int, int]:
        replayed = replay(Record(self.START, entries))
        assert replayed.fault is None
        return replayed.end(self.START).score

    def test_a_claim_is_a_point_and_undone_it_is_none(self) -> None:
        """RULES 4.4."""
        white, black = ClaimEntry(Colour.WHITE), ClaimEntry(Colour.BLACK)
        assert self.score_after(white) == (1, 1)
        assert self.score_after(white, black, white) == (2, 2)
        assert self.score_after(black, ClaimEntry(Colour.BLACK, undone=True)) == (0, 1)
        assert self.score_after(black, MoveEntry("E5>BE4"), ClaimEntry(Colour.BLACK, undone=True)) == (0, 1)

    def test_an_undone_claim_that_won_lets_the_game_go_on(self) -> None:
        """RULES 4.4."""
        start = at("D6wHMK,E5wHMK,A5bHMK wl 4-1 --- -", TEAMS)
        entries = (ClaimEntry(Colour.WHITE), ClaimEntry(Colour.WHITE, undone=True), MoveEntry("E5>BE4"))
        replayed = replay(Record(start, entries))
        assert replayed.steps[0].after.over
        assert replayed.fault is None
        assert replayed.end(start).score == (4, 1)

    def test_there_is_none_in_a_duel(self) -> None:
        """RULES 4.4."""
        replayed = replay(Record(at(START), (ClaimEntry(Colour.WHITE),)))
        assert replayed.steps == ()
        assert "rule 4.4" in str(replayed.fault)


def test_a_challenge_is_recorded_with_its_influences() -> None:
    """RULES 7.5, FORMATS 5."""
    start = at("A1bH??,A6wHMK,C5wMHK,D4bH??,E1bK?? w 0-0 --- -", mindlock("H"))
    record = Record(start, tuple(map(MoveEntry, ["C5►BC4🔥", "C4►BC5"])))
    for text in (record_json(record), record_plain(record)):
        read = parse_record(text)
        assert read.start == start
        assert replay(read).fault is None
