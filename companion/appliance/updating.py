"""A new release beside the old one; back to the old one when the new one does not start."""

import os
import shutil
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from companion.appliance import way_back
from companion.appliance.archive import UpdateError, unpacked
from companion.appliance.layout import CURRENT, HALL, PREVIOUS, RELEASES, SERVICE
from companion.appliance.release import CopyRelease, compiled, is_older, release_name, version_of
from companion.appliance.service import last_words, process
from companion.appliance.signing import PublicKey
from companion.appliance.steps import Run, StepError
from companion.installing import STAMP

_PROBATION: Final = 10.0
"""Seconds that a release has to go on after it said that it is up."""

_STOP: Final = Run(("systemctl", "stop", SERVICE), may_fail=True)
_START: Final = Run(("systemctl", "start", SERVICE))
_HALL_ANEW: Final = Run(("systemctl", "try-restart", HALL), may_fail=True)
"""Where one runs."""


def update(
    source: Path,
    say: Callable[[str], None],
    keys: Iterable[PublicKey] | None = None,
    *,
    older: bool = False,
) -> None:
    """Raises `UpdateError`; the release that ran before runs again then. `keys` as `unpacked` takes them;
    `older`: one that is older than what runs is taken too."""
    if not CURRENT.exists():
        raise UpdateError("the companion is not installed here: `himiki install` does that first")
    undo_what_was_cut_off(say)
    before = CURRENT.resolve()
    with unpacked(source, keys) as folder:
        if not older:
            _require_no_older(folder, before, source)
        name = release_name(folder)
        target = RELEASES / name
        if target == before:
            say(f"{name} is what runs already")
            return
        say(f"preparing {name}")
        try:
            _prepare(folder, target, before)
        except (OSError, StepError) as error:
            shutil.rmtree(target, ignore_errors=True)
            raise UpdateError(f"the new release cannot run here: {error}") from None
    say("starting it")
    try:
        _STOP.do()
        way_back.lay(before)
        way_back.switch(target, before)
        _START.do()
        _wait_out(_PROBATION)
    except (OSError, StepError) as error:
        say(f"it does not start: going back. Its last words: {last_words()}")
        go_back()
        raise UpdateError(f"{name} did not start ({error}); {before.name} runs again") from None
    except BaseException:
        go_back()
        raise
    way_back.clear()
    _HALL_ANEW.do()
    say(f"{name} runs")
    for old in RELEASES.iterdir():
        if old not in (target, before):
            shutil.rmtree(old, ignore_errors=True)


def _require_no_older(folder: Path, before: Path, source: Path) -> None:
    """Whoever cannot sign a release may still have an old one, with faults that everybody knows by now."""
    try:
        its, running = version_of(folder), version_of(before)
        refused = is_older(its, running)
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise UpdateError(f"{source} does not tell its version: {fault}") from None
    if refused:
        raise UpdateError(
            f"{source} is release {its}, and {running} runs here: what was mended since would be open again, "
            "and games kept since may not be readable. Where that is what you want, add --older"
        )


def undo_what_was_cut_off(say: Callable[[str], None]) -> None:
    """Until then its games may lie where they were kept, and the next boot goes back from anything."""
    if PREVIOUS.is_symlink():
        say("an earlier update was cut off: going back from that first")
        go_back()


def go_back() -> None:
    """From an update that is under way, to the release before it."""
    _STOP.do()
    try:
        way_back.follow()
    finally:
        Run(_START.command, may_fail=True).do()


def _prepare(folder: Path, target: Path, before: Path) -> None:
    CopyRelease(folder, target).do()
    made, wanted = before / ".venv", target / ".venv"
    if not wanted.exists() and (made / STAMP).exists():
        # The first start mends its paths, and fetches only what the new release needs and the old one did
        # not: most updates need no network.
        unfinished = target / ".venv.new"
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(made, unfinished, symlinks=True)
        unfinished.replace(wanted)
    Run((str(target / "himiki"), "config", "check")).do()
    compiled(target).do()
    os.sync()


def _wait_out(seconds: float) -> None:
    """Raises `StepError` when the service ends meanwhile: some faults show only once it works."""
    started = process()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(0.5)
        if process() != started:
            raise StepError("it ended as soon as it was up")
