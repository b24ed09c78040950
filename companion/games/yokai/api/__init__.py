"""What the page asks of Terres de Yokai: the game, its kept ones, and the hands that were dealt."""

from flask import Flask

from companion.table import Table
from companion.web.share import Share


def install(app: Flask, table: Table) -> Share:
    """Keeps with the app what the game's routes need."""
    from companion.games.yokai.api import hands, learning, play, results
    from companion.games.yokai.api.facts import FACTS
    from companion.games.yokai.api.operations import PART, SENT
    from companion.games.yokai.pages import PAGES, STATIC, rule_book
    from companion.games.yokai.referee.events import KINDS
    from companion.games.yokai.sentences import ENGLISH

    app.extensions["yokai-seats"] = hands.Seats(table.state_folder / "yokai-seats.json")
    return Share(
        state=play.state_of,
        event=play.event_of,
        row=play.row,
        story=play.story,
        agreed=play.agreed,
        tells=play.STORY,
        handed_on=play.handed_on,
        counting=results.COUNTING,
        sent=SENT,
        sentences=ENGLISH,
        says=KINDS,
        facts=FACTS,
        blueprints=(hands.blueprint, results.blueprint, learning.blueprint, rule_book.blueprint),
        api=PART,
        static=STATIC,
        pages=PAGES,
    )
