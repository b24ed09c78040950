"""For eyes that learn nothing from what people say at the table."""

from collections.abc import Iterable
from typing import Any


class NoTeaching:
    def note(self, before: Iterable[Any], after: Iterable[Any], *, undone: bool) -> None:
        """Nothing of it is taught."""

    def carry_out(self, eye: Any) -> bool:
        return False

    def forget_lessons(self) -> None:
        """There are none."""
