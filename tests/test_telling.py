"""What is spoken at the table, and who speaks it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.himiki.agreed import Game
from companion.games.himiki.referee.events import (
    BoardFound,
    BoardLost,
    Corrected,
    Doubtful,
    Event,
    Hint,
    Move,
    MukYan,
    Opponent,
    Over,
    Placed,
    Ready,
    Restore,
    Restored,
    Turn,
    Uncertain,
    Violation,
)
from companion.games.himiki.rules.variant import Mode, Variant
from companion.games.himiki.sentences import DOUBTS
from companion.games.himiki.telling import News, Teller, aloud, said_of_doubts, said_of_move
from companion.words.languages import LANGUAGES
from hardware.speaker import Speaker
from hardware.voices import commands_for
from tests.patience import patient
from vision.sighting import Reason

DUEL = Game(Variant(), players={"w": "Ada"})
MUK_YAN = Game(Variant(Mode.MUK_YAN))
AGAINST_A_LEVEL = Game(Variant(), players={"w": "Ada"}, levels={"b": "master"})
MINDLOCK = Game(Variant(Mode.MINDLOCK))
MOVE = Move(t=1, move="B5>BB4", by="w", points=0, influence=(), score=(1, 2), position="-")
SAID_BY_LEVEL = Opponent(
    t=1,
    by="b",
    level="master",
    move="B2>BB3",
    text="?",
    code="level-tilts-black",
    values={"level": "Master", "source": "B2", "target": "B3"},
)
ONE_OF_EACH: tuple[Event, ...] = (
    Placed(t=1, move="wHMK@B5", by="w", position="-"),
    MOVE,
    replace(MOVE, move="R-B5>PB5+C5>PC5", by="b"),
    replace(MOVE, points=1, influence=("K",)),
    replace(MOVE, points=2),
    *(
        replace(MOVE, move=move)
        for move in ("stop", "pass", "C-mi@C3", "C-mh", "C-my>D2", "C-keep", "C-none", "C-C3>TC5", "C-C3<>B2")
    ),
    Turn(t=1, turn="b"),
    Turn(t=1, turn="w", must_tilt=True),
    Turn(t=1, turn="w", replay=True),
    Violation(
        t=1,
        rule="3.7",
        text="?",
        restore=(Restore("B4", "B5", "wHMK"),),
        code="just-left",
        values={"source": "B4", "target": "B5"},
    ),
    Violation(t=1, rule="3.2", text="in English only", restore=(Restore("B4", None, "b?MK"),)),
    Restored(t=1, position="-"),
    Uncertain(t=1, question="?", options=("a", "b"), code="which-rotation", values={"colour": "w"}),
    Uncertain(
        t=1, question="?", options=("a", "b"), squares=("C2",), code="what-stands", values={"square": "C2"}
    ),
    Doubtful(
        t=1,
        squares=("A1", "A2", "B2", "B3", "C3", "C4", "D4", "E4"),
        reasons=("covered", "covered", "covered", "covered", "covered", "between", "tipped", "glare"),
        since=0,
    ),
    MukYan(t=1, roll=("H", "M"), action=2, move="B2>BB3", text="?"),
    MukYan(t=1, roll=("H", "M"), action=0, move="stop", text="?"),
    SAID_BY_LEVEL,
    Corrected(t=1, reason="undo", score=(3, 4), position="-"),
    BoardLost(t=1),
    BoardFound(t=1),
    Over(t=1, winner="w", score=(5, 3)),
    Over(t=1, winner="b", score=(5, 3), reason="resigned"),
    Over(t=1, winner=None, score=(1, 1)),
    Violation(
        t=1,
        rule="2.2",
        text="?",
        restore=(Restore(None, "B5", "bHMK"),),
        code="wrong-face",
        values={"source": "B4", "target": "B5", "expected": "fire", "seen": "wood"},
    ),
    Opponent(
        t=1,
        by="w",
        level="master",
        move="wHMK@B5",
        text="?",
        code="level-places-white",
        values={"level": "Master", "square": "B5", "top": "fire", "side": "wood"},
    ),
    Hint(
        t=1,
        by="w",
        level="master",
        move="B5>BB4",
        text="?",
        code="why-strikes-tile",
        values={"squares": "B3, C4", "element": "fire"},
    ),
)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (MOVE, "Ada: B5 tilts to B4."),
        (replace(MOVE, by="b", points=2), "Black: B5 tilts to B4. 2 points. 1 to 2."),
        (replace(MOVE, influence=("K",)), "Ada: B5 tilts to B4. The wood influence! 1 to 2."),
        (replace(MOVE, move="R-B5>PB5+C5>PC5"), "Ada: B5, C5 rotate."),
        (Turn(t=1, turn="w", must_tilt=True), "Ada must tilt."),
        (Turn(t=1, turn="w", due="use.w"), None),
        (
            next(event for event in ONE_OF_EACH if isinstance(event, Violation)),
            "The cube on B4 came from B5 in this turn and may not go back there."
            " Put the cube from B4 on B5, fire up.",
        ),
        (Corrected(t=1, reason="undo", score=(3, 4), position="-"), "Undone. 3 to 4."),
        (Over(t=1, winner="w", score=(5, 3)), "Ada wins, 5 to 3!"),
        (Ready(t=1, mode="duel", edition="second", position="-"), None),
    ],
)
def test_what_a_duel_sounds_like(event: Event, said: str | None) -> None:
    assert Teller(DUEL, "en").tell(event) == said


def doubt(**squares: str) -> Doubtful:
    return Doubtful(t=1, squares=tuple(squares), reasons=tuple(squares.values()), since=0)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (doubt(C3="covered"), "I cannot see C3: something is in the way. Take it away."),
        (
            doubt(B4="between", B5="between", C2="tipped"),
            "A cube lies between two squares (B4, B5). Push it onto one of them."
            " A cube does not lie flat (C2). Put it down flat.",
        ),
        (
            doubt(A1="covered", A2="covered", A3="covered", A4="covered", A5="covered"),
            "I cannot see A1, A2, A3 and 2 more: something is in the way. Take it away.",
        ),
        (doubt(C3="glare", C4="dark", C5="unlike"), None),
        (doubt(), None),
    ],
)
def test_what_hands_can_put_right_is_said_by_its_name_and_place(event: Doubtful, said: str | None) -> None:
    """What lamps spoil is written; aloud it is said when it is asked about."""
    assert Teller(DUEL, "en").tell(event) == said


def test_every_reason_for_a_doubt_has_its_sentence() -> None:
    assert list(DOUBTS) == [*(f"doubt-{reason.value}" for reason in Reason), "doubt-more"]
    told = said_of_doubts((f"A{at + 1}", reason.value) for at, reason in enumerate(Reason))
    assert [each.code for each in told] == list(DOUBTS)[:-1]


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("B5>BB4", "B5 tilts to B4"),
        ("R-B5>PB5", "B5 rotates"),
        ("B5►BC5**🔥", "B5 tilts to C5"),
        ("wHMK@B5", "Fire on B5"),
        ("b?MK@B2", "unknown on B2"),
        ("w???@C5", "unknown on C5"),
        ("C-cj@B2=KHM", "Conjuration on B2"),
        ("C-my", "Major Yokai"),
        ("C-cf", "Confusion"),
        ("gossip", "gossip"),
    ],
)
def test_a_move_is_said_by_what_it_is(move: str, said: str) -> None:
    assert Teller(DUEL, "en").fill(said_of_move(move)) == said


def test_a_doubt_is_spoken_once_until_it_is_over() -> None:
    news, teller = News(), Teller(DUEL, "en")
    told = [
        teller.tell(news.of(event))
        for event in (
            doubt(C3="covered"),
            doubt(C3="covered", D4="tipped"),
            doubt(C3="covered"),
            doubt(C3="covered", D4="tipped"),
            doubt(),
            doubt(C3="covered"),
            Ready(t=2, mode="duel", edition="second", position="-"),
            doubt(C3="covered"),
        )
    ]
    covered = "I cannot see C3: something is in the way. Take it away."
    assert told == [
        covered,
        "A cube does not lie flat (D4). Put it down flat.",
        None,
        None,
        None,
        covered,
        None,
        covered,
    ]


def test_squares_are_called_out_letter_and_number_apart() -> None:
    """`B4` is read as a word by some voices; `A 4`, on the other hand, would be an article in English."""
    assert aloud("Ada: B5 tilts to B4.") == "Ada: B 5 tilts to B 4."
    assert aloud("A4, C5 rotate, 2 to 1") == "A4, C 5 rotate, 2 to 1"


def test_muk_yan_speaks_of_himself_by_name() -> None:
    teller = Teller(MUK_YAN, "en")
    assert teller.tell(replace(MOVE, by="b", move="B2>BB3")) == "Muk Yan: B2 tilts to B3."
    assert teller.tell(MukYan(t=1, roll=("H", "H"), action=2, move="B2>BB3", text="")) == (
        "Muk Yan: strike. B2 tilts to B3."
    )


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (SAID_BY_LEVEL, "Master: black cube B2 to B3."),
        (
            replace(
                SAID_BY_LEVEL,
                code="level-places-white",
                values={"level": "Pupil", "square": "C5", "top": "fire", "side": "wood"},
            ),
            "Pupil: white cube on C5, fire up, wood along its row.",
        ),
        (
            replace(SAID_BY_LEVEL, code="level-stops", values={"level": "Master"}, move="stop"),
            "Master does not play again.",
        ),
        (replace(MOVE, by="b", points=1), "Master: B5 tilts to B4. One point. 1 to 2."),
        (Turn(t=1, turn="b"), None),
        (Turn(t=1, turn="w"), "Ada to play."),
        (
            Violation(
                t=1,
                rule="3.2",
                text="?",
                restore=(),
                code="level-otherwise",
                values={"told": {"code": SAID_BY_LEVEL.code, "values": SAID_BY_LEVEL.values}},
            ),
            "That is not what was said: Master: black cube B2 to B3.",
        ),
        (Over(t=1, winner="b", score=(3, 5)), "Master wins, 5 to 3!"),
    ],
)
def test_a_level_says_what_it_plays_and_who_it_is(event: Event, said: str | None) -> None:
    assert Teller(AGAINST_A_LEVEL, "en").tell(event) == said


def test_a_challenge_ends_in_its_own_words() -> None:
    teller = Teller(MINDLOCK, "en")
    assert teller.tell(Over(t=1, winner="w", score=(0, 0), reason="solved")) == "Solved!"
    assert teller.tell(Over(t=1, winner=None, score=(0, 0), reason="failed")) == "Not solved this time."


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("game", [DUEL, MUK_YAN, MINDLOCK])
def test_every_event_is_said_whole_in_every_language(language: str, game: Game) -> None:
    teller = Teller(game, language)
    for event in ONE_OF_EACH:
        said = teller.tell(event)
        assert said
        assert "{" not in said


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_other_languages_do_not_fall_back_to_english(language: str) -> None:
    english = [Teller(DUEL, "en").tell(event) for event in ONE_OF_EACH]
    said = [Teller(DUEL, language).tell(event) for event in ONE_OF_EACH]
    same = [one for one, other in zip(english, said, strict=True) if one == other]
    assert same == []


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_words_inside_of_sentences_are_translated_too(language: str) -> None:
    said = " ".join(Teller(DUEL, language).tell(event) or "" for event in ONE_OF_EACH)
    assert re.findall(r"(?i)\b(fire|wood|black|white|master|strike)\b", said) == []


def test_sentences_are_spoken_in_order_and_nobody_waits(tmp_path: Path) -> None:
    """None is over before somebody says so: whoever waited would wait for ever."""
    heard, go = tmp_path / "heard", tmp_path / "go"
    spoken = f"until [ -e {go} ]; do sleep 0.05; done; cat >> {heard}; echo >> {heard}"
    speaker = Speaker((("sh", "-c", spoken),))
    for word in ("one", "two", "three"):
        speaker.say(word)
    assert not heard.exists()
    go.touch()
    assert speaker.wait(patient(20))
    speaker.close()
    assert heard.read_text(encoding="utf-8").split() == ["one", "two", "three"]


def test_what_is_urgent_cuts_off_what_is_being_said(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    speaker = Speaker(
        (("sh", "-c", f'read -r word; [ "$word" != slow ] || exec sleep 600; echo "$word" >> {heard}'),)
    )
    speaker.say("slow\n")
    speaker.say("never\n")
    speaker.say("right\n", at_once=True)
    assert speaker.wait(20)
    speaker.close()
    assert heard.read_text(encoding="utf-8").split() == ["right"]


def test_a_voice_that_cannot_be_started_stays_silent() -> None:
    speaker = Speaker((("/no/such/voice",),))
    speaker.say("anything")
    assert speaker.wait(20)
    speaker.close()


def test_in_quiet_hours_nothing_is_said(tmp_path: Path) -> None:
    speaker = Speaker((("sh", "-c", f"cat >> {tmp_path / 'heard'}"),), quiet=lambda: True)
    speaker.say("anything")
    assert speaker.wait(20)
    speaker.close()
    assert not (tmp_path / "heard").exists()


def test_the_voice_of_the_system_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert commands_for("fr", 0.5) is None
    for name in ("espeak-ng", "piper", "aplay"):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    espeak = commands_for("fr", 0.5)
    assert espeak is not None
    assert espeak[0][:3] == ("espeak-ng", "-v", "fr")
    assert "100" in espeak[0]
    (tmp_path / "fr.onnx").touch()
    (tmp_path / "fr.onnx.json").write_text('{"audio": {"sample_rate": 16000}}', encoding="ascii")
    piper = commands_for("fr", 1.0, tmp_path / "fr.onnx")
    assert piper is not None
    assert [Path(command[0]).name for command in piper] == ["piper", "aplay"]


def test_a_hint_is_said_aloud_so_that_nobody_asks_in_secret() -> None:
    game = Game(Variant(), players={"w": "Ada"})
    hint = Hint(
        t=1.0,
        by="w",
        level="master",
        move="B5>BB4",
        text="It takes fire, which is a point.",
        code="why-tile",
        values={"element": "H"},
    )
    said = Teller(game, "en").tell(hint)
    assert said == "A hint for Ada: B5 tilts to B4. It takes fire, which is a point."


@pytest.mark.parametrize(
    ("language", "option", "said"),
    [
        ("en", "fire", "Fire"),
        ("de", "wood", "Holz"),
        ("fr", "the record is right", "L'enregistrement est juste"),
        ("en", "C5>BC4 R-B5>PB5+C4>PC4", "C5 tilts to C4, B5, C4 rotate"),
        ("nl", "stop", "Speelt niet nog eens"),
        ("en", "white fire", "White, fire"),
        ("de", "black wood", "Schwarz, Holz"),
        ("fr", "nothing", "Rien"),
        ("es", "something else", "Otra cosa"),
    ],
)
def test_an_answer_is_said_as_a_sentence_begins(language: str, option: str, said: str) -> None:
    assert Teller(DUEL, language).answer(option) == said
