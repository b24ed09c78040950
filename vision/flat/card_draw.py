"""What was seen of piles and rows of cards, drawn over the picture for people to look at."""

import cv2

from vision.flat.card_sighting import PilesSighting
from vision.flat.draw import HIDDEN, SURE, UNSURE, outline, words
from vision.frames import Image
from vision.marked import Mark, Marked
from vision.sighting import CLAIM


def drawn(image: Image, sighting: PilesSighting) -> Image:
    canvas = image.copy()
    if sighting.corners is not None:
        outline(canvas, sighting.corners, SURE if sighting.clear else HIDDEN)
    for pile in sighting.piles:
        colour = SURE if pile.claimed else UNSURE
        outline(canvas, pile.outline, colour, top=True)
        words(canvas, pile.outline, f"{pile.colour}: {pile.top or '-'}", colour)
        for card in (*pile.near, *pile.far):
            colour = SURE if card.confidence >= CLAIM else UNSURE
            outline(canvas, card.outline, colour, top=True)
            words(canvas, card.outline, f"{card.text} {card.confidence:.2f}", colour)
    told = " ".join(f"{doubt.square}:{doubt.reason.value}" for doubt in sighting.doubts)
    cv2.putText(canvas, told, (10, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, UNSURE, 2, cv2.LINE_AA)
    return canvas


def marked(sighting: PilesSighting, size: tuple[int, int]) -> Marked | None:
    """The same as outlines, in pictures of that size."""
    if sighting.corners is None:
        return None
    marks = []
    for pile in sighting.piles:
        marks.append(Mark(pile.outline, f"{pile.colour}: {pile.top or '-'}", pile.claimed))
        cards = (*pile.near, *pile.far)
        marks += [Mark(card.outline, card.text, card.confidence >= CLAIM) for card in cards]
    return Marked(size, sighting.corners, tuple(marks))
