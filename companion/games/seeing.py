"""How a game is seen: what was learnt becomes an eye, and a drawn table stands in for a real one."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from vision.frames import Frame, Image, Seconds
from vision.marked import Marked
from vision.sources import Source


class Eye(Protocol):
    """Follows a table through the frames of one source, in order."""

    @property
    def profile(self) -> Any:
        """What was learnt; None: nothing was."""

    def look(self, frame: Frame) -> Any:
        """What one frame brought: a `vision.plane.eye.Look`."""

    def last_look(self) -> Any:
        """At the end of a recording: a sighting that is still to be told, or None."""


class Teaching(Protocol):
    """What people said is noted by whoever hears it, and taught by whoever looks."""

    def note(self, before: Iterable[Any], after: Iterable[Any], *, undone: bool) -> None:
        """What held (`Referee.told`) before and after a decision; `undone` if that takes back what was
        said."""

    def carry_out(self, eye: Any) -> bool:
        """Whether what was learnt is another now."""

    def forget_lessons(self) -> None:
        """Another game, or another profile: what was taught so far stays."""


class Sight(Protocol):
    """How one table is seen: its eye, what that saw last, and where it is kept what it learns. A game's own
    knows more."""

    folder: Path | None
    """Where what was learnt is kept; None: it is not."""

    @property
    def teaching(self) -> Teaching: ...

    @property
    def profile(self) -> Any:
        """What was learnt; None: nothing was."""

    def use(self, profile: Any) -> None:
        """From the next frame on."""

    def look(self, frame: Frame) -> Any:
        """What one frame brought; None where another profile came meanwhile. One thread looks."""

    def told(self) -> dict[str, Any]:
        """What the last look showed, as programs read it."""

    def over_picture(self, image: Image) -> Image:
        """That drawn over a picture."""

    def marked(self, sighting: Any) -> Marked | None:
        """What was read, for who draws it over the picture later; None where no board was seen."""


class Drawn(Protocol):
    """A table that is drawn: verbs for people and programs, and a camera that sees what comes of them."""

    fresh: bool
    """Nothing was kept: nobody has laid anything on it yet."""
    stirred: float
    """`time.monotonic()` of the last time that anything was done to it."""

    def do(self, action: str | Mapping[str, object]) -> float:
        """Does that, legal or not, and returns the seconds until it is done; raises a ValueError."""

    def lay(self, lies: str, /) -> None:
        """As the game writes what stands; raises a ValueError."""

    def standing(self) -> str:
        """What lies there once moves under way are done."""

    @property
    def busy(self) -> bool:
        """Whether something on it moves."""


class Seeing(Protocol):
    """The module `seeing` of a game."""

    def drawn(self, look: str, clock: Callable[[], Seconds], kept: Path | None) -> tuple[Drawn, Source]:
        """A drawn table of that look, or with "" of the usual one, and the open camera above it; `kept` is
        the file that remembers what lies on it. Raises `SourceError` where no look has that name."""

    def profile_for(
        self,
        folder: Path | None,
        drawn: Any,
        kept: Path | None = None,
        learning: Callable[[], None] = lambda: None,
    ) -> Any:
        """The one in the folder, or of a `Drawn` table its own, kept there; None where nothing was learnt.
        `learning` is called before that takes long. Raises a ValueError that says what to do."""

    def eye_for(self, profile: Any) -> Eye:
        """Also without a profile, less surely."""

    def sight(self, profile: Any, folder: Path | None = None) -> Sight: ...

    def teaching(self) -> Teaching: ...

    def rests(self, sighting: Any) -> bool:
        """Whether it leaves nothing open that another frame could show."""

    def blind(self, t: Seconds, why: str) -> Any:
        """A sighting of nothing, and why there is none."""

    def line(self, name: str, sighting: Any) -> dict[str, Any]:
        """What was read of a picture of that name, with its time: as `himiki read` prints it."""
