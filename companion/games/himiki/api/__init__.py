"""What the page asks of HI MI KI: the game, kept games, advice, challenges, people, studies, the camera."""

from flask import Flask

from companion.table import Table
from companion.web.share import Share


def install(app: Flask, table: Table) -> Share:
    """Keeps with the app what the game's routes need."""
    from companion.games.himiki.api import (
        advice,
        better,
        camera,
        challenges,
        daily,
        kept,
        play,
        studies,
        training,
    )
    from companion.games.himiki.api.counting import COUNTING
    from companion.games.himiki.api.facts import FACTS
    from companion.games.himiki.api.operations import PART
    from companion.games.himiki.api.story import STORY
    from companion.games.himiki.pages import PAGES, STATIC, rule_book
    from companion.games.himiki.referee.events import KINDS
    from companion.games.himiki.sentences import ENGLISH

    found = app.extensions["himiki-studies"] = studies.Studies(table.store)
    return Share(
        state=play.state_of,
        event=play.event_of,
        row=kept.row,
        story=kept.story,
        tells=STORY,
        counting=COUNTING,
        agreed=play.agreed,
        lies="cubes",
        sentences=ENGLISH,
        says=KINDS,
        facts=FACTS,
        blueprints=(
            play.blueprint,
            kept.blueprint,
            daily.blueprint,
            advice.blueprint,
            better.blueprint,
            training.blueprint,
            challenges.blueprint,
            camera.blueprint,
            rule_book.blueprint,
        ),
        api=PART,
        static=STATIC,
        pages=PAGES,
        close=found.close,
    )
