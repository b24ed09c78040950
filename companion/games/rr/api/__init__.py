"""What the page asks of RR: the game, what a tile would do, hints, kept games and what they were worth."""

from flask import Flask

from companion.table import Table
from companion.web.share import Share


def install(app: Flask, table: Table) -> Share:
    """Keeps with the app what the game's routes need."""
    from companion.games.rr.api import advice, kept, learning, playing, tiles
    from companion.games.rr.api.operations import PART, SENT, TELLS
    from companion.games.rr.api.words import FACTS
    from companion.games.rr.pages import PAGES, STATIC, rule_book
    from companion.games.rr.sentences import ENGLISH

    found = app.extensions["himiki-rr-studies"] = kept.Studies()
    return Share(
        state=playing.state_of,
        event=playing.event_of,
        row=kept.row,
        story=kept.story,
        agreed=playing.agreed,
        tells=TELLS,
        counting=kept.COUNTING,
        sent=SENT,
        sentences=ENGLISH,
        facts=FACTS,
        blueprints=(
            playing.blueprint,
            advice.blueprint,
            kept.blueprint,
            tiles.blueprint,
            learning.blueprint,
            rule_book.blueprint,
        ),
        api=PART,
        static=STATIC,
        pages=PAGES,
        close=found.close,
    )
