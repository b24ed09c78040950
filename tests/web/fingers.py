"""What a finger does on the virtual table's page."""

import re
from typing import Final

from tests.web.browsing import Phone

_ELEMENTS: Final = {"H": "Fire", "M": "Water", "K": "Wood"}


def place_of(held: Phone, name: str) -> tuple[float, float]:
    """Where a square's middle is on the screen."""
    box = held.page.locator(f'.board [data-square="{name}"]').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(held: Phone, source: str, target: str) -> None:
    held.page.locator(".board").first.scroll_into_view_if_needed()
    mouse = held.page.mouse
    mouse.move(*place_of(held, source))
    mouse.down()
    mouse.move(*place_of(held, target), steps=6)
    mouse.up()


def tap(held: Phone, square: str) -> None:
    held.page.locator(f'.board [data-square="{square}"]').first.click()


def put(held: Phone, cube: str) -> None:
    """`B5wHMK`, onto its empty square."""
    square, colour, top, side = cube[:2], cube[2], cube[3], cube[4]
    tap(held, square)
    panel = held.page.locator("section", has=held.page.get_by_text(f"A cube for {square}"))
    panel.get_by_role("button", name="White" if colour == "w" else "Black", exact=True).click()
    panel.get_by_role("button", name=f"{_ELEMENTS[top]}, {_ELEMENTS[side]}", exact=True).click()
    panel.wait_for(state="detached")


def do(held: Phone, move: str) -> None:
    """A bare move: tilts are dragged, rotations tapped and then turned, a replay declined on its card."""
    body = re.sub(r"^[RC]-", "", move)
    held.page.locator(".board .cube:not(.ghost)").first.wait_for()
    if body == "stop":
        held.page.get_by_role("button", name="Leave it at that").click()
    elif tilt := re.fullmatch(r"(..)>B(..)", body):
        drag(held, tilt[1], tilt[2])
    else:
        for part in body.split("+"):
            tap(held, part[:2])
        held.page.get_by_role("button", name="Rotate", exact=True).click()
