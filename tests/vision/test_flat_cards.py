"""Cards in piles and rows, drawn and then seen."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.drawn_cards import PLACES, Card, on_top, piles, profile, table, tucked
from vision.flat.card_draw import drawn
from vision.flat.card_reader import CardReader
from vision.flat.card_sighting import UNREAD, PileSeen, PilesSighting
from vision.flat.looks import PieceLook
from vision.frames import Frame, Image, Seconds


@cache
def reader() -> CardReader:
    return CardReader(profile())


def seen(image: Image) -> PilesSighting:
    return reader().read(Frame(image, Seconds(1.0), "drawn"))


def rows(sighting: PilesSighting, side: str = "near") -> list[list[str]]:
    return [[card.text for card in getattr(pile, side)] for pile in sighting.piles]


def test_piles_are_told_from_left_to_right_with_their_tops_and_nothing_beside_them() -> None:
    sighting = seen(table(piles(("F5", "W6", "E3", "A4")), seed=2))
    assert [(pile.colour, pile.top, pile.claimed) for pile in sighting.piles] == [
        ("F", "F5", True),
        ("W", "W6", True),
        ("E", "E3", True),
        ("A", "A4", True),
    ]
    assert rows(sighting) == rows(sighting, "far") == [[], [], [], []]
    assert sighting.clear


def test_a_called_top_and_one_the_other_way_up_are_read() -> None:
    cards = [Card("E3", *PLACES[0][1:], 180.0), *piles()[1:]]
    assert [pile.top for pile in seen(table(cards)).piles] == ["E3", "W4", "E7", "A5"]


def test_cards_in_full_view_are_read_whole_with_their_abilities() -> None:
    cards = [*piles(), *tucked(0, "near", "FWc"), *tucked(1, "near", "FWd"), *tucked(3, "far", "WA")]
    sighting = seen(table(cards))
    assert rows(sighting) == [["FWc"], ["FWd"], [], []]
    assert rows(sighting, "far") == [[], [], [], ["WA"]]
    assert sighting.clear
    assert drawn(table(cards), sighting).shape == table().shape


@pytest.mark.parametrize("fan", [0.0, 6.0])
def test_of_a_card_that_is_tucked_under_another_its_outer_half_is_told(fan: float) -> None:
    sighting = seen(table([*piles(), *tucked(1, "near", "WE", "FW", "WA", by=0.66, fan=fan)]))
    assert rows(sighting) == [[], ["WE", "W?", "W?"], [], []]
    assert sighting.clear


def test_of_a_card_under_a_later_one_its_inner_half_is_told() -> None:
    sighting = seen(table([*piles(), *on_top(2, "far", "FE", "EA", by=0.68)]))
    assert rows(sighting, "far") == [[], [], ["F?", "EA"], []]


def claims_fit(piles_seen: Sequence[PileSeen], truth: Sequence[Sequence[str]]) -> bool:
    return all(
        text in (UNREAD, code) or (text[1] == "?" and text[0] in code)
        for pile, codes in zip(piles_seen, truth, strict=True)
        for text, code in zip([card.text for card in pile.near], codes, strict=False)
    )


def test_a_hand_over_a_row_is_not_clear_and_no_card() -> None:
    image = table([*piles(), *tucked(1, "near", "WE")])
    x, y = reader().profile.ground.to_picture(np.array([4.1, 2.6]))
    cv2.ellipse(image, (round(x), round(y)), (70, 190), 20, 0, 360, (120, 150, 205), -1)
    sighting = seen(image)
    assert not sighting.clear
    assert claims_fit(sighting.piles, [[], ["WE"], [], []])


def test_a_row_that_was_misread_once_is_read_again_though_it_lies_as_before() -> None:
    """One noisy picture was enough: a card that was no card then hid the table for good."""
    eye, frame = (
        CardReader(profile()),
        Frame(table([*piles(), *tucked(1, "near", "WE")]), Seconds(1.0), "drawn"),
    )
    assert rows(eye.read(frame)) == [[], ["WE"], [], []]
    strip, _ = eye._kept["W", False]  # noqa: SLF001
    eye._kept["W", False] = strip, ()  # noqa: SLF001
    assert not eye.read(frame).clear
    again = eye.read(frame)
    assert again.clear
    assert rows(again) == [[], ["WE"], [], []]


def test_a_shadow_across_the_cards_changes_nothing() -> None:
    image = table([*piles(), *tucked(1, "near", "WEc"), *tucked(2, "near", "EA")])
    shade = np.ones(image.shape[:2], np.float32)
    cv2.fillConvexPoly(shade, np.array([(380, 959), (700, 400), (800, 400), (560, 959)]), 0.55)
    sighting = seen(np.asarray(image * cv2.blur(shade, (9, 9))[..., None], np.uint8))
    assert rows(sighting) == [[], ["WEc"], ["EA"], []]


def test_darker_pictures_are_read_the_same() -> None:
    sighting = seen(table([*piles(), *tucked(0, "far", "FA")], light=0.6))
    assert rows(sighting, "far") == [["FA"], [], [], []]
    assert sighting.clear


def test_a_picture_of_another_size_shows_no_table() -> None:
    sighting = seen(np.zeros((480, 640, 3), np.uint8))
    assert not sighting.board
    assert not sighting.piles


def test_a_card_that_was_learnt_half_in_the_shade_is_told_whole_in_the_light() -> None:
    learnt = profile()
    looks = [
        PieceLook(look.code, shaded(look.patch) if look.code == "FWd" else look.patch)
        for look in learnt.looks
    ]
    reading = CardReader(replace(learnt, looks=tuple(looks)))
    image = table([*piles(), *tucked(0, "near", "FWd"), *tucked(1, "far", "FWd")])
    sighting = reading.read(Frame(image, Seconds(0.0)))
    told = [card.text for pile in sighting.piles for card in (*pile.near, *pile.far)]
    assert told == ["FWd", "FWd"]


def test_a_row_goes_on_though_the_cards_that_look_likeliest_do_not_fit() -> None:
    """Of a card that shows one half only, all that have it are as likely at first sight."""
    learnt = profile()
    looks = [
        PieceLook(look.code, grainy(look.patch) if look.code in ("FW", "FWc", "FWd", "WEc") else look.patch)
        for look in learnt.looks
    ]
    image = table([*piles(), *tucked(1, "near", "WA", "WE", "WA", by=0.45)])
    sighting = CardReader(replace(learnt, looks=tuple(looks))).read(Frame(image, Seconds(0.0)))
    assert rows(sighting) == [[], ["WA", "W?", "W?"], [], []]


def grainy(patch: Image) -> Image:
    """As a dark picture shows it."""
    grain = np.random.default_rng(1).normal(0, 60, patch.shape)
    return np.asarray(np.clip(patch + grain, 0, 255), np.uint8)


def shaded(patch: Image) -> Image:
    """With a hand's shadow on the upper half."""
    high, wide = patch.shape[:2]
    light = np.ones((high, wide), np.float32)
    light[: round(0.45 * high)] = 0.4
    return np.asarray(patch * cv2.blur(light, (wide // 6, wide // 6))[..., None], np.uint8)
