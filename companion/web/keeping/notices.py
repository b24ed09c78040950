"""What stands about the table besides the game, in sentences."""

from typing import Any

from companion.table import Table
from companion.table.notices import Notice
from companion.web.exchange.answers import refused
from companion.words.sentences import sentence


def in_english(notice: Notice) -> str:
    return str(sentence(notice.code, **notice.values))


def standing(table: Table) -> list[dict[str, Any]]:
    """Each as a refusal is told: English, and a code with values for other languages."""
    told = (refused(sentence(each.code, **each.values)) for each in table.notices.standing())
    return [{"text": each["error"], "code": each["code"], "values": each["values"]} for each in told]
