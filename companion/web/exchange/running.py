"""What the pages at hand are of: a running table, and what its machine can do besides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from flask import current_app, request

from companion.clips import Clips
from companion.table import Table
from companion.web.door.taking import is_gone


class Friends(Protocol):
    """A table far away that plays one game with this one; what is asked in vain raises `Refused`, or
    ValueError with a code."""

    @property
    def url(self) -> str:
        """Of the broker that this table knows; empty where it knows none."""

    @property
    def code(self) -> str | None:
        """The invitation, where this table has invited: for whoever may see it."""

    def standing(self) -> dict[str, Any] | None:
        """None where this table plays with nobody far away."""

    def invite(self, asked: Mapping[str, Any]) -> None: ...

    def join(self, code: str, name: str) -> None: ...

    def answer_back(self, *, agree: bool) -> None: ...

    def back_to_common(self) -> None: ...

    def play_on(self) -> None:
        """The game with her goes on, where another one was played meanwhile, or the next one begins."""

    def leave(self) -> None: ...


@dataclass(slots=True)
class Extras:
    """What the pages show and change besides the game, where this machine has it."""

    name: str = "himiki"
    rename: Callable[[str], None] | None = None
    """Gives the table another name on the network; raises ValueError."""
    test_panel: Callable[[], None] | None = None
    settings: Callable[[], str] = str
    """Those of this table, as TOML."""
    bring_settings: Callable[[str], bool] = lambda text: False
    """Those of a back-up, where this table has none of its own yet; whether they hold from the next start."""
    start_again: Callable[[], None] | None = None
    """After a start without camera and panel; whoever keeps the program running starts it anew."""
    health: Callable[[], dict[str, Any]] = field(default=dict)
    """How the machine does; how seeing and keeping go on, the table tells."""
    friends: Friends | None = None
    clips: Clips | None = None
    """Pictures of moments, where this table keeps some."""


def table() -> Table:
    found: Table = current_app.extensions["himiki-table"]
    return found


def gone() -> Callable[[], bool]:
    """Asks whether nobody waits any more for the answer to the request at hand."""
    return is_gone(request.environ)


def extras() -> Extras:
    found: Extras = current_app.extensions["himiki-extras"]
    return found
