"""What people say of squares teaches the eye, and what they take back is forgotten."""

import threading
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.games.himiki.referee.look.doubting import Testimony
from companion.games.himiki.rules.cubes import Cube, colour_of, top_of
from vision.cubes.following.eye import Eye
from vision.cubes.following.teaching import Lesson
from vision.cubes.profile import KINDS

if TYPE_CHECKING:
    from vision.cubes.untaught.eye import UntaughtEye


class Teaching:
    """What was said is noted by whoever hears it, and taught by whoever looks: an eye is no two threads'."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._said: deque[Testimony] = deque()
        self._withdrawn: deque[Testimony] = deque()
        self._lessons: dict[Testimony, Lesson] = {}

    def note(self, before: Iterable[Testimony], after: Iterable[Testimony], *, undone: bool) -> None:
        """What held before and after a decision; `undone` if that takes back what was said."""
        before, after = list(before), list(after)
        with self._lock:
            self._said.extend(truth for truth in after if truth not in before)
            if undone:
                self._withdrawn.extend(truth for truth in before if truth not in after)

    def carry_out(self, eye: "Eye | UntaughtEye") -> bool:
        """Whether what was learnt is another now."""
        with self._lock:
            said, withdrawn = list(self._said), list(self._withdrawn)
            self._said.clear()
            self._withdrawn.clear()
        if not isinstance(eye, Eye):
            return False
        changed = False
        for truth in said:
            lesson = eye.teach(truth.square, _kind(truth.cube))
            if lesson is not None:
                self._lessons[truth] = lesson
                changed = True
        for truth in withdrawn:
            known = next((one for one in self._lessons if one.square == truth.square), None)
            if known is not None:
                eye.forget(self._lessons.pop(known))
                changed = True
        return changed

    def forget_lessons(self) -> None:
        """Another game, or another profile: what was taught so far stays."""
        self._lessons.clear()


def _kind(cube: int) -> int | None:
    if not cube:
        return None
    top = top_of(Cube(cube))
    assert top is not None  # whoever says that a cube stands there says what it shows
    return KINDS.index((colour_of(Cube(cube)), top))
