"""What the README shows at a prompt is what happens."""

import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.games.himiki.commands.engine import Engine

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```\n\$ \./himiki ([^\n]+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_there_are_examples() -> None:
    assert [command for command, _ in EXAMPLES] == ["solve F01", "engine"]


def test_solving_prints_what_the_readme_shows(capsys: pytest.CaptureFixture[str]) -> None:
    (shown,) = (text for command, text in EXAMPLES if command == "solve F01")
    assert main(["solve", "F01"]) == 0
    assert capsys.readouterr().out == shown


def test_the_engine_answers_as_the_readme_shows() -> None:
    (shown,) = (text for command, text in EXAMPLES if command == "engine")
    lines = shown.splitlines()
    assert lines.pop() == "quit"
    engine = Engine()
    for asked, answered in zip(lines[::2], lines[1::2], strict=True):
        assert engine.answer(asked) == answered


def test_every_command_that_the_readme_names_exists(capsys: pytest.CaptureFixture[str]) -> None:
    named = set(re.findall(r"\./himiki ([a-z]+)", README))
    with pytest.raises(SystemExit):
        main(["--help"])
    helped = capsys.readouterr().out
    assert len(named) >= 7
    for command in named:
        assert re.search(rf"\n    {command}\s", helped), command
