"""Into a club with a code: Mosquitto's files are made here, and Mosquitto itself holds everybody to them."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

from companion.broker.home import found_at
from companion.broker.invitation import BadInvitation, Invitation
from companion.broker.link import Link
from companion.broker.mosquitto import ACCESS, CONFIG, PASSWORDS, files_for
from companion.cli import main
from tests.broker.listening import ear_at, until
from tests.broker.mosquitto import Mosquitto, broker_in

INVITED = Invitation("mqtt://10.0.0.2:1883", "club", "t1", "club-t1", "s3cret")


def test_an_invitation_reads_what_it_wrote_also_out_of_several_lines() -> None:
    code = INVITED.code()
    assert Invitation.read(code) == INVITED
    assert Invitation.read(f"{code[:30]}\n  {code[30:]} ") == INVITED


@pytest.mark.parametrize(
    "code",
    [
        "",
        "hello",
        INVITED.code()[:-3],
        INVITED.code() + "x",
        "himiki-club1:e30",
        "himiki-club1:" + "A" * 5000,
    ],
)
def test_half_an_invitation_is_refused(code: str) -> None:
    with pytest.raises(BadInvitation):
        Invitation.read(code)


def test_a_table_joins_with_its_code_and_leaves_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, state = tmp_path / "club", tmp_path / "state"
    assert (
        main(["club", "broker", "--club", "kings", "--tables", "t1", "--host", "h", "--out", str(out)]) == 0
    )
    said = capsys.readouterr().out
    code = re.findall(r"t1: himiki club join (\S+)", said)[0]
    assert main(["club", "join", code, "--state", str(state)]) == 0
    assert Invitation.kept_in(state / "club") == Invitation.read(code)
    assert (state / "club").stat().st_mode & 0o077 == 0
    assert Invitation.read(code).password not in "".join(each.read_text() for each in out.iterdir())
    assert main(["club", "leave", "--state", str(state)]) == 0
    assert Invitation.kept_in(state / "club") is None


@pytest.mark.long
@pytest.mark.broker
def test_a_house_forgets_a_table_that_leaves_its_club(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with broker_in(tmp_path / "broker") as broker, ear_at(broker, "homeassistant/#") as house:
        kept = tmp_path / "state" / "club"
        kept.parent.mkdir()
        kept.write_text(replace(INVITED, url=broker.url).code())
        house.say(found_at(INVITED.place()), b"{}", retained=True)
        assert main(["club", "leave", "--state", str(kept.parent)]) == 0
        until(lambda: house.on(found_at(INVITED.place())) == [b"{}", b""], "that it is forgotten")
        kept.write_text(replace(INVITED, url=broker.url).code())
        broker.kill()
        assert main(["club", "leave", "--state", str(kept.parent)]) == 0
        assert "is not there" in capsys.readouterr().out
        assert not kept.exists()


def test_a_wrong_name_or_code_is_one_line_that_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["club", "broker", "--club", "Kings!", "--tables", "t1", "--out", str(tmp_path / "c")]) == 2
    assert main(["club", "join", "nonsense", "--state", str(tmp_path / "s")]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert "1 to 32" in told[0]
    assert "copied whole" in told[1]


def test_whoever_has_never_heard_of_brokers_is_led(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["club"]) == 0
    told = capsys.readouterr().out
    assert all(step in told for step in ("apt install mosquitto", "club broker", "club join", "himiki hall"))


@pytest.fixture
def club(tmp_path: Path) -> tuple[Path, dict[str, Invitation]]:
    made = files_for("club", ["t1", "t2"], host="127.0.0.1", port=1, folder=tmp_path)
    for name, text in made.texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o644)
    return tmp_path, {each.table: each for each in made.invitations}


def settings(folder: Path) -> str:
    """Those that were made, without where Debian's Mosquitto listens and keeps."""
    lines = (folder / CONFIG).read_text(encoding="utf-8").splitlines()
    kept = [each for each in lines if not each.startswith(("listener", "persistence", "autosave"))]
    return "\n".join([*kept, "user root"]) + "\n"


def may_write(broker: Mosquitto, by: Invitation, topic: str) -> bool:
    """Whether that user's message comes to the hall's; MQTT 5 brokers say it in their answer."""
    verdict: list[bool] = []
    client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)
    client.username_pw_set(by.user, by.password)
    client.on_publish = lambda *told: verdict.append(not told[3].is_failure)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    client.publish(topic, b"x", 1)
    until(lambda: verdict, "the broker's verdict")
    client.disconnect()
    client.loop_stop()
    return verdict[0]


@pytest.mark.long
@pytest.mark.broker
def test_a_table_writes_its_own_topics_alone(club: tuple[Path, dict[str, Invitation]]) -> None:
    folder, invited = club
    with broker_in(folder / "broker", settings(folder)) as broker:
        for part in ("availability", "state", "events", "answers"):
            assert may_write(broker, invited["t1"], f"himiki/club/t1/{part}")
            assert not may_write(broker, invited["t1"], f"himiki/club/t2/{part}")
        assert not may_write(broker, invited["t1"], "himiki/club/t2/commands")
        assert not may_write(broker, invited["t1"], "himiki/club/hall/announcements")
        assert not may_write(broker, invited["t1"], "himiki/other/t1/state")
        assert may_write(broker, invited["hall"], "himiki/club/t2/commands")
        assert not may_write(broker, invited["hall"], "himiki/club/t2/events")


@pytest.mark.long
@pytest.mark.broker
def test_a_stranger_is_not_let_in(club: tuple[Path, dict[str, Invitation]]) -> None:
    folder, invited = club
    with broker_in(folder / "broker", settings(folder)) as broker:
        for user, password in (("", ""), (invited["t1"].user, "guessed"), ("nobody", "x")):
            known = Invitation(broker.url, "club", "t1", user, password)
            link = Link(known.account(), known.place(), listens_to=["himiki/#"])
            link.start()
            until(partial(getattr, link, "refused"), "the broker's refusal")
            assert not link.up
            link.stop()


def test_the_files_name_each_other_where_they_lie(club: tuple[Path, dict[str, Invitation]]) -> None:
    folder, _ = club
    text = (folder / CONFIG).read_text(encoding="utf-8")
    assert f"password_file {folder / PASSWORDS}" in text
    assert f"acl_file {folder / ACCESS}" in text
