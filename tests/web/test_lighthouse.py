"""The page as Lighthouse judges it on a middling phone with a slow connection."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.web.tables import Running

pytestmark = [pytest.mark.slow, pytest.mark.browser]

_CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "himiki-lighthouse"
"""Outside the project: two hundred packages that nothing else needs."""
_PACKAGE: Final = "lighthouse@12.8.2"
_CATEGORIES: Final = ("performance", "accessibility", "best-practices")
_LEAST: Final = 95
_TRIES: Final = 3
"""It goes by the clock: what else a machine does makes a page slower, nothing makes it faster than it is."""


@pytest.fixture(scope="module")
def lighthouse() -> Path:
    """From npm, once."""
    program = _CACHE / "node_modules" / "lighthouse" / "cli" / "index.js"
    told = program.parents[1] / "package.json"
    if told.exists() and json.loads(told.read_text())["version"] == _PACKAGE.split("@")[1]:
        return program
    npm = shutil.which("npm")
    assert npm is not None, "Lighthouse needs Node.js 18 or later and npm: sudo apt install npm"
    _CACHE.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--prefix", str(_CACHE), "--no-audit", "--no-fund", _PACKAGE]
    fetched = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert fetched.returncode == 0, fetched.stderr
    return program


def judged(lighthouse: Path, chromium: str, address: str, told: Path) -> dict[str, Any]:
    node = shutil.which("node")
    assert node is not None
    command = [
        node,
        str(lighthouse),
        address,
        "--quiet",
        "--output=json",
        f"--output-path={told}",
        f"--only-categories={','.join(_CATEGORIES)}",
        "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage",
    ]
    environment = {**os.environ, "CHROME_PATH": chromium}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(told.read_text())
    return report


def scores_of(report: dict[str, Any]) -> dict[str, int]:
    return {name: round(100 * report["categories"][name]["score"]) for name in _CATEGORIES}


def best_of(reports: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The first that is good enough, or else the best of them."""
    told: list[dict[str, Any]] = []
    for report in reports:
        told.append(report)
        if min(scores_of(report).values()) >= _LEAST:
            break
    return max(told, key=lambda report: min(scores_of(report).values()))


def test_the_table_page_is_fast_accessible_and_well_made_on_a_phone(
    table: Running, lighthouse: Path, chromium_path: str, tmp_path: Path
) -> None:
    player = table.player()
    player.begin(players={"w": "Ada", "b": "Bo"})
    player.play("B5>BB4")
    player.until(lambda state: state["moves"] == 1, "the move")
    reports = (
        judged(lighthouse, chromium_path, f"{table.address}/", tmp_path / "report.json")
        for _ in range(_TRIES)
    )
    report = best_of(reports)
    scores = scores_of(report)
    print(scores)
    wanting = [
        f"{name}: {audit['title']} ({audit.get('displayValue', '')})"
        for name, audit in report["audits"].items()
        if audit["score"] is not None and audit["score"] < 0.9
    ]
    assert min(scores.values()) >= _LEAST, (scores, wanting)
