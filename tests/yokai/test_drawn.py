"""The drawn table: what hands do on it, what its camera reads of it, and a game through its page by touch."""

from collections import Counter
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from companion.games.decisions import Answer
from companion.games.events import Uncertain
from companion.games.yokai import play
from companion.games.yokai.agreed import Agreed
from companion.games.yokai.drawn import LOOKS, PIECE, START, USUAL_LOOK, DrawnError, DrawnTable, painter_of
from companion.games.yokai.drawn_autoplay import Hands
from companion.games.yokai.lying import SIDES, lying_as
from companion.games.yokai.referee.sightings import PileSeen, Sighting, fits
from companion.games.yokai.rules.cards import CARDS, Colour, Yokai
from companion.games.yokai.rules.written.position_text import parse_position
from companion.games.yokai.seeing import drawn_profile
from tests.patience import patient
from tests.web.browsing import Phone, phone
from tests.web.tables import Client
from tests.yokai.served import drawn_table
from tests.yokai.tables import field, table
from tests.yokai.test_pages import TOUCH, chrome, chromium_path, tap, there  # noqa: F401 - fixtures
from vision.flat.card_reader import CardReader
from vision.flat.rectangles import Pose
from vision.flat.rows import Laid, Layers, RowReader
from vision.frames import Frame, Image, Seconds
from vision.plane.camera import Floats
from vision.virtual.flat.table import FlatTable


def drawn(folder: Path | None = None, look: str = USUAL_LOOK) -> DrawnTable:
    flat = FlatTable(LOOKS[look], 3, pace=0)
    return DrawnTable(flat, lambda: Seconds(0.0), folder, Random(5))


def piles(told: str) -> list[tuple[str, list[str], list[str]]]:
    """The top, near and far, by the order of the colours."""
    found = []
    for each in told.split()[:4]:
        colour, yokai, *rows = each.split(":")
        top = yokai[:2] if yokai[0] in CARDS.index else colour + yokai[0]
        a, b = ([] if row == "-" else row.split(".") for row in rows)
        found.append((top, a, b))
    return found


def held(told: str) -> dict[str, list[str]]:
    return dict(
        zip(
            SIDES,
            ([] if each == "-" else each.split(".") for each in told.split()[4].split("/")),
            strict=True,
        )
    )


def test_a_new_game_is_shuffled_and_every_card_is_somewhere() -> None:
    one = drawn()
    first, again = (lying_as(START, None, Random(seed)) for seed in (1, 2))
    assert first.piles != again.piles
    for lying in (first, again):
        sketches = Counter([*lying.deck, *lying.discard, *chain(*lying.hands.values())])
        assert sketches == Counter(dict(CARDS.copies))
        assert sorted(chain(*lying.piles.values())) == sorted(CARDS.yokai)
    assert [len(cards) for cards in held(one.standing()).values()] == [3, 3]


def test_hands_draw_lay_take_back_and_clear() -> None:
    one = drawn()
    one.do("draw a")
    (card, *_) = one.hand("a")
    one.do(f"lay a {card} {card[0]}")
    at = CARDS.index[Colour(card[0])]
    assert piles(one.standing())[at][1] == [card]
    one.do(f"back {card[0]} a")
    assert piles(one.standing())[at][1] == []
    one.do(f"lay a {card} {card[1]};clear {card[1]} a")
    assert one.standing().split()[6] == card
    top = one.tops()[0]
    one.do(f"below {top} F")
    assert one.tops()[0] != top
    one.do(f"call {one.tops()[1]} W>F;take {one.tops()[1]} F b")
    assert one.standing().endswith("/" + piles_won(one))


def piles_won(one: DrawnTable) -> str:
    return one.standing().split()[-1].split("/")[1]


@pytest.mark.parametrize(
    "verb", ["", "sing", "lay a FW F;lay b", "take F9 F a", "back F a", "draw c", "lay a XX F"]
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(verb: str) -> None:
    one = drawn()
    before = one.standing()
    with pytest.raises(DrawnError):
        one.do(f"draw a;{verb}" if verb and verb != "sing" else verb)
    assert one.standing() == before


def test_the_last_card_is_drawn_and_then_the_discard_is_shuffled() -> None:
    """Y3.3."""
    one = drawn()
    for _ in range(30):
        one.do("draw a")
    card = one.hand("a")[0]
    one.do(f"lay a {card} {card[0]};clear {card[0]} a")
    one.do("draw b")
    assert len(one.hand("b")) == 4
    assert one.standing().split()[5:7] == ["?0", "-"]


def test_cards_that_a_position_does_not_name_stay_where_they_are(tmp_path: Path) -> None:
    one = drawn(tmp_path / "drawn.txt")
    one.do("draw a")
    hand = one.hand("b")
    position = field_with(one, table("F:5:FW:-", hands="?3/?3"))
    one.lay(position)
    assert field(position, "F").startswith("F:")
    assert one.hand("b") == hand or "FW" in hand
    whole = (tmp_path / "drawn.txt").read_text(encoding="utf-8")
    again = drawn(tmp_path / "drawn.txt")
    assert not again.fresh
    assert again.standing() == one.standing()
    assert (tmp_path / "drawn.txt").read_text(encoding="utf-8") == whole


def field_with(one: DrawnTable, position: str) -> str:
    """The same with the Yokai that lie on top there."""
    tops = {top[0]: top for top in map(str, one.tops())}
    return " ".join(
        f"{each[0]}:{tops[each[0]][1]}????:{each.split(':', 2)[2]}" if at < 4 else each
        for at, each in enumerate(position.split())
    )


@pytest.mark.parametrize("lies", ["", "F:5", table("F:5:FW.FW.FW.FW:FW"), START.replace("?30", "?29")])
def test_what_cannot_lie_there_is_refused(lies: str) -> None:
    with pytest.raises(DrawnError):
        drawn().lay(lies)


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, CardReader]:
    folder = tmp_path_factory.mktemp("cards")
    return {look: CardReader(drawn_profile(look, folder / look)) for look in LOOKS}


def seen_of(one: DrawnTable, look: str, noise: int) -> Image:
    return painter_of(look).picture(replace(one.table.scene_at(1e9), noise=noise))


def laid_anywhere(one: DrawnTable, chance: Random) -> None:
    side = chance.choice(SIDES)
    if len(one.hand(side)) < 4:
        one.do(f"draw {side}")
    card = chance.choice(one.hand(side))
    pile = chance.choice(card[:2])
    _, near, far = piles(one.standing())[CARDS.index[Colour(pile)]]
    if len(near) + len(far) < 6:
        one.do(f"lay {side} {card} {pile}")


@pytest.mark.parametrize("look", LOOKS)
def test_a_camera_reads_every_card_when_it_comes_and_none_wrongly_later(
    look: str, readers: dict[str, CardReader]
) -> None:
    one, chance, reader = drawn(look=look), Random(9), readers[look]
    whole = 0
    for count in range(14):
        laid_anywhere(one, chance)
        seen = reader.read(Frame(seen_of(one, look, count), Seconds(count)))
        assert seen.clear
        for pile, (top, near, far) in zip(seen.piles, piles(one.standing()), strict=True):
            assert pile.top == top
            for read, lies in ((pile.near, near), (pile.far, far)):
                assert len(read) == len(lies)
                assert all(fits(card.text, code) for card, code in zip(read, lies, strict=True))
                whole += sum("?" not in card.text for card in read)
    lying = sum(len(near) + len(far) for _, near, far in piles(one.standing()))
    assert lying > 8
    assert whole > 5 * lying


def test_rows_that_lie_as_before_are_not_read_again_and_others_are(
    readers: dict[str, CardReader], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, reader = drawn(), readers[USUAL_LOOK]
    (card, *_) = one.hand("a")
    one.do(f"lay a {card} {card[0]}")
    first = reader.read(Frame(seen_of(one, USUAL_LOOK, 1), Seconds(1)))
    asked: list[bool] = []
    usual = RowReader.row

    def counted(rows: RowReader, layers: Layers, pile: Pose, up: bool, gain: Floats) -> list[Laid]:
        asked.append(up)
        return usual(rows, layers, pile, up, gain)

    monkeypatch.setattr(RowReader, "row", counted)
    again = reader.read(Frame(seen_of(one, USUAL_LOOK, 2), Seconds(2)))
    assert [pile.near + pile.far for pile in again.piles] == [pile.near + pile.far for pile in first.piles]
    assert asked == []
    one.do(f"back {card[0]} a")
    second = reader.read(Frame(seen_of(one, USUAL_LOOK, 3), Seconds(3)))
    assert asked == [False]
    assert not any(pile.near or pile.far for pile in second.piles)


# Through the page


def lay(held_by: Phone, client: Client, card: str, pile: str) -> None:
    """A card of the hand that is shown, with two taps; its ability is left."""
    held_by.page.locator(f'[data-card="{card}"]').first.tap()
    tap(held_by, f"pile-{pile}")
    if there(held_by, "without"):
        tap(held_by, "without")
    client.until(lambda state: state["clear"], "a free table")


def plain_card(cards: list[str]) -> tuple[str, str]:
    card = min(cards, key=lambda each: (len(each), each))
    return card, card[0]


@pytest.mark.browser
@pytest.mark.long
def test_a_drawn_table_is_played_by_touch_with_a_violation_an_undo_and_a_restart(
    chrome: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    with (
        drawn_table(tmp_path, Agreed({"a": "Ada", "b": "Bo"})) as running,
        phone(chrome, running, **TOUCH) as one,
    ):
        client = running.player()
        assert (
            client.post("/api/v1/games", {"game": "yokai", "players": {"a": "Ada", "b": "Bo"}}).status == 200
        )
        one.enter().open("/")
        one.page.locator('[data-key="draw"]:enabled').wait_for(timeout=patient(60) * 1000)
        client.until(lambda state: tops_of(state) == tops_lying(client), "the piles")
        stood = one.page.evaluate(CARDS_STAND)
        tap(one, "draw")
        one.page.wait_for_function("() => document.querySelectorAll('.hand .kind').length === 4")
        assert one.page.evaluate(CARDS_STAND) == stood
        card, pile = plain_card(held(lies(client))["a"])
        lay(one, client, card, pile)
        client.until(lambda state: state["moves"] == 1, "the first card")
        one.shot("yokai-drawn")
        assert one.axe() == []
        # The other player goes on: that Ada stops is not seen, and follows from it.
        tap(one, "other-hand")
        card, pile = plain_card(held(lies(client))["b"])
        lay(one, client, card, pile)
        client.until(lambda state: state["moves"] == 2, "the other's card")
        # Somebody takes a Yokai that nobody has won.
        assert client.post("/api/v1/sim/moves", {"move": f"take {tops_lying(client)[3]} A a"}).status == 200
        client.until(lambda state: state["violation"], "the violation")
        one.says("What is wrong")
        one.shot("yokai-drawn-violation")
        assert one.axe() == []
        # Whoever opens the page now reads it in their own language too.
        one.page.evaluate("localStorage.setItem('himiki-language', 'de')")
        one.page.reload()
        one.says("Was nicht stimmt")
        assert client.state()["violation"] not in one.page.locator(".card.bad").inner_text()
        one.page.evaluate("localStorage.removeItem('himiki-language')")
        one.page.reload()
        one.says("What is wrong")
        tap(one, "put-back")
        client.until(lambda state: state["violation"] is None, "the way back")
        tap(one, "undo")
        state = client.until(lambda state: state["moves"] < 2 and rows_lie(client, state), "the undo")
    with drawn_table(tmp_path) as running, phone(chrome, running, **TOUCH) as one:
        client = running.player()
        assert client.state()["moves"] == state["moves"]
        one.enter().open("/")
        one.page.locator("section.hand").wait_for(timeout=patient(20) * 1000)
        assert rows_lie(client, state)


@pytest.mark.browser
def test_the_hand_of_a_drawn_table_is_shown_also_where_what_stands_there_is_told_late(
    chrome: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    with (
        drawn_table(tmp_path, Agreed({"a": "Ada", "b": "Bo"})) as running,
        phone(chrome, running, **TOUCH) as one,
    ):
        client = running.player()
        client.until(lambda state: tops_of(state) == tops_lying(client), "the piles")
        lost: list[Route] = []

        def late(route: Route) -> None:
            """The browser asks again after some seconds."""
            if lost:
                route.continue_()
            else:
                lost.append(route)
                route.abort()

        one.page.route("**/api/v1/events*", late)
        with one.page.expect_response("**/api/v1/sim"):
            one.enter().open("/")
        one.page.locator(".hand").wait_for()
        assert lost
        one.complaints = [each for each in one.complaints if "ERR_FAILED" not in each]


CARDS_STAND = """() => {
  const top = (kind) => document.querySelector(kind).getBoundingClientRect().top;
  return Math.round(top(".hand .kind") - top(".hand"));
}"""
"""How far below the head of a hand its cards stand: they do not move away from under a finger."""


def lies(client: Client) -> str:
    told = client.get("/api/v1/sim").json
    assert told["there"]
    return str(told["lies"])


def rows_lie(client: Client, state: dict[str, Any]) -> bool:
    """The rows of fire lie as the record has them."""
    lying, recorded = lies(client) + " - -", str(state["position"])
    return field(lying, "F").split(":")[2:] == field(recorded, "F").split(":")[2:]


def tops_lying(client: Client) -> list[str]:
    return [top for top, _, _ in piles(lies(client))]


def tops_of(state: dict[str, object]) -> list[str | None]:
    return [pile.yokai[0] for pile in parse_position(str(state["position"])).piles]


def test_hands_that_are_asked_what_they_did_say_it() -> None:
    hands, one = Hands(Random(1)), drawn()
    umpire = play.referee(play.usual())
    tops = {Colour(str(top)[0]): PileSeen(Yokai(str(top)), (), ()) for top in one.tops()}
    umpire.see(Sighting(1.0, True, tops, None))
    status = umpire.status(1.0)
    assert hands.next(status, one) == "draw a"
    one.do("draw a")
    told, *used = str(hands.next(status, one)).split(";")
    _, side, card, pile = told.split()
    assert side == "a"
    ability = "!" + used[0].split()[2][0] if used and used[0].startswith("call") else "!" if used else ""
    ways = ("", "!", *(f"!{colour}" for colour in CARDS.colours))
    options = ("FW►A", *(f"{card}►{pile}{way}+aF3" for way in ways))
    asked = Uncertain(t=2.0, question="?", options=options)
    assert hands.next(replace(status, question=asked), one) == Answer(f"{card}►{pile}{ability}+aF3")
    # Where none of the options is what was done, nothing is said.
    other = Uncertain(t=2.0, question="?", options=("ZZ►A", "ZZ►A+aA3"))
    assert hands.next(replace(status, question=other), one) is None


def test_where_a_row_gets_long_the_newest_card_is_in_full_view() -> None:
    """Both its halves are read once; those before it are pushed together, and show the half that counts."""
    one = drawn()
    one.lay(table("F:7:FW.FW.FE.FE:-", hands="FA.FAc.?1/?3"))
    for count in (5, 6):
        one.do(f"lay a {one.hand('a')[0]} F")
        things = one.table.end.things
        (pile,) = [thing.x for thing in things if thing.key.startswith(f"{one.tops()[0]} ")]
        away = sorted(-each.y / PIECE[1] for each in things if abs(each.x - pile) < 0.1 and each.y < -0.5)
        assert len(away) == count
        assert away[-1] < 3.7
        assert away[-1] - away[-2] > 0.6
        assert all(after - before > 0.4 for before, after in pairwise(away))
