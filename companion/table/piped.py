"""Lines that another program sends, taken without waiting for them, or waited for a while."""

import select
from collections.abc import Iterator
from typing import Final, Protocol, TextIO

_CHUNK: Final = 65536


class Lines(Protocol):
    def there(self) -> Iterator[str]:
        """All whole lines that have come and were not taken yet; after the end, what came without one."""

    def wait(self, seconds: float) -> bool:
        """Whether a line is there, or comes within that time; also where none will come any more."""


class Piped:
    """Of an open file: nothing else reads from it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._file = open(descriptor, "rb", buffering=0, closefd=False)  # noqa: SIM115
        self._came = b""
        self._over = False

    def there(self) -> Iterator[str]:
        while self._comes(0):
            self._take()
        *whole, begun = self._came.split(b"\n")
        if self._over and begun:
            whole.append(begun)
            begun = b""
        self._came = begun
        for line in whole:
            yield line.decode("utf-8", errors="replace")

    def wait(self, seconds: float) -> bool:
        if not self._over and b"\n" not in self._came and self._comes(seconds):
            self._take()
        return self._over or b"\n" in self._came

    def _comes(self, seconds: float) -> bool:
        if self._over:
            return False
        return bool(select.select([self._descriptor], [], [], seconds)[0])

    def _take(self) -> None:
        chunk = self._file.read(_CHUNK)
        self._over = not chunk
        self._came += chunk


class AllThere:
    """Of a text that is whole already."""

    def __init__(self, text: str) -> None:
        self._text = text

    def there(self) -> Iterator[str]:
        text, self._text = self._text, ""
        yield from text.splitlines()

    def wait(self, seconds: float) -> bool:
        return True


def piped(stream: TextIO | None) -> Lines:
    """Of standard input, of which there may be none."""
    if stream is None:
        return AllThere("")
    try:
        return Piped(stream.fileno())
    except OSError:  # it is no file
        return AllThere(stream.read())
