"""Two tables at one game without cameras, threads and a broker: the same every time, and a game in a second.

Referees, take-backs, messages and signatures are the real ones; cubes are bytes, lines lose and delay what
they are told to, and time is a number.
"""

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from companion.broker.messages.availability import Availability
from companion.broker.places import Place
from companion.friend.game import game_of
from companion.friend.invitation import Invitation
from companion.friend.kept import Keeping, Kept
from companion.friend.playing import Playing
from companion.friend.standing import Standing
from companion.games.decisions import Refused
from companion.games.himiki import friendly
from companion.games.himiki.autoplay import Clear, Physical, Player
from companion.games.himiki.referee.events import Event
from companion.games.himiki.referee.judgement.guidance import cube_text
from companion.games.himiki.referee.watch.machine import Referee
from companion.games.himiki.rules.board import SQUARES, name_of
from companion.games.himiki.rules.cubes import Cube, Orientation
from companion.games.himiki.rules.errors import RulesError
from companion.games.himiki.rules.written.position_text import parse_cubes
from companion.table.notices import Notices
from tests.referee.eye import Eye
from tests.referee.table import Table, at
from tests.referee.test_resuming import kept as as_kept
from vision.frames import Seconds

NAMES = {"w": "Ada", "b": "Bea"}
_TICK = 1 / 3
"""Seconds from one look to the next, at both tables."""


class Post:
    """The broker between both, and how far away it is."""

    def __init__(self, seed: int = 0, *, delay: float = 0.0, loss: float = 0.0) -> None:
        self.t = 0.0
        self._dice, self._delay, self._loss = Random(seed), delay, loss
        self.lines: list[Line] = []
        self.said: list[bytes] = []
        """Every message that went over it."""
        self._under_way: deque[tuple[float, str, bytes]] = deque()

    def send(self, topic: str, payload: bytes) -> None:
        # A segment that is lost comes later, and holds up what was sent after it.
        late = self._delay + (0.4 if self._dice.random() < self._loss else 0.0)
        before = self._under_way[-1][0] if self._under_way else 0.0
        self._under_way.append((max(before, self.t + 2 * late), topic, payload))
        self.said.append(payload)

    def deliver(self) -> None:
        while self._under_way and self._under_way[0][0] <= self.t:
            _, topic, payload = self._under_way.popleft()
            for line in self.lines:
                line.arrives(topic, payload)


class Line:
    """In the place of `companion.broker.link.Link`."""

    def __init__(
        self,
        post: Post,
        account: object,
        place: Place,
        *,
        listens_to: Iterable[str] = (),
        heard: Callable[[str, bytes], None],
        connected: Callable[[], None],
        longest: int,
    ) -> None:
        self._post, self._place, self._listens_to = post, place, tuple(listens_to)
        self._heard, self._connected, self._longest = heard, connected, longest
        self.up = False

    def start(self) -> None:
        self._post.lines.append(self)
        self.connect()

    def connect(self) -> None:
        self.up = True
        self._post.send(self._place.topic(Availability.part), Availability.ONLINE.payload())
        self._connected()

    def cut(self) -> None:
        """Whatever is sent meanwhile is lost: nobody waits for it."""
        self.up = False

    def stop(self) -> None:
        self.up = False
        self._post.lines.remove(self)

    def publish(self, topic: str, payload: bytes, *, retained: bool) -> int | None:
        if not self.up:
            return None
        self._post.send(topic, payload)
        return 1

    def arrives(self, topic: str, payload: bytes) -> None:
        if self.up and topic in self._listens_to:
            self._heard(topic, payload[: self._longest + 1])


@dataclass
class Home:
    """One of both tables: what `Playing` asks of a running one, and the people at it."""

    folder: Path
    invited: Invitation
    side: str
    post: Post
    sees_sides: float = 1.0
    """The share of looks in which the sides of cubes are seen."""
    notices: Notices = field(default_factory=Notices)
    here: Table = None  # type: ignore[assignment]
    playing: Playing = None  # type: ignore[assignment]
    lines: list[Line] = field(default_factory=list)
    people: Player | None = None

    def __post_init__(self) -> None:
        self.dice = Random(f"{self.side}{self.invited.channel}")
        self.keep = Path(self.folder / f"friend-{self.side}")
        self.people = Player(self.dice, wait=3.0)
        kept = Kept(self.invited.code(), self.side, NAMES[self.side])
        self._begin(Keeping.begun(self.keep, kept))

    def _begin(self, keeping: Keeping, events: list[Event] | None = None, board: bytes = bytes(30)) -> None:
        game = game_of(keeping)
        self.here = Table(game, board=board, eye=Eye(t=self.post.t), looks=1, events=events)
        self.playing = Playing(self, keeping, clock=lambda: self.post.t, link=self._line)  # type: ignore[arg-type]
        self.playing.channel.start()

    def _line(self, *told: Any, **more: Any) -> Any:
        self.lines.append(Line(self.post, *told, **more))
        return self.lines[-1]

    @property
    def line(self) -> Line:
        return self.lines[-1]

    def restart(self) -> None:
        """The power goes, and comes back: what lies on the board lies there still."""
        self.playing.channel.link.stop()
        keeping = Keeping.of(self.keep)
        assert keeping is not None
        self._begin(keeping, as_kept(self.here.events), self.here.board)

    # What a running table is asked

    def consult(self, ask: Callable[[Referee, Seconds], Any]) -> Any:
        return ask(self.here.referee, self.now())

    def now(self) -> Seconds:
        return Seconds(self.here.eye.t)

    def game(self) -> Any:
        return self.here.game

    def decide(self, decision: Any) -> None:
        self.here.events += self.here.referee.decide(decision, self.now())

    def new_game(self, game: Any) -> int:
        self.here = Table(game, board=bytes(30), eye=Eye(t=self.post.t), looks=1)
        return 1

    # Time and people

    def look(self) -> None:
        self._open_eye()
        self.here.eye.t = max(self.here.eye.t, self.post.t - _TICK)
        self.here.look()

    @property
    def cubes(self) -> str:
        board = self.here.board
        there = sorted(
            (name_of(square), cube_text(Cube(board[square]))) for square in SQUARES if board[square]
        )
        return ",".join(name + cube for name, cube in there) or "-"

    def act(self) -> None:
        """Whatever people would do now."""
        assert self.people is not None
        status = replace(self.here.status, camera=True)
        step = self.people.step(status, self.here.game, self.cubes, self.post.t)
        match step:
            case None | Clear():
                pass
            case Physical(actions):
                for action in actions:
                    self.do(action)
            case decision:
                with suppress(Refused, RulesError):
                    self.decide(decision)

    def do(self, action: Any) -> None:
        board = bytearray(self.here.board)
        if isinstance(action, dict):
            if "lift" in action:
                board[at(action["lift"])] = 0
        elif "@" in action:
            cube, _, square = action.partition("@")
            faces = self.dice.choice([each.value for each in Orientation if _fits(cube[1:], each.value)])
            board[at(square)] = parse_cubes(f"{square}{cube[0]}{faces}")[at(square)]
        else:
            board = bytearray(self.here.after(action))
        self._open_eye()
        self.here.lay(bytes(board))

    def _open_eye(self) -> None:
        self.here.eye.sides = self.dice.random() < self.sees_sides

    @property
    def shared(self) -> Any:
        return friendly.shared_of(self.here.referee, self.now())

    @property
    def steps(self) -> list[tuple[str, str, str]]:
        return [(step.by, step.move, step.position) for step in self.shared.steps]

    @property
    def moves(self) -> list[str]:
        return [move for _, move, _ in self.steps]

    @property
    def due(self) -> str | None:
        """What the friend has played, and is to be carried out here."""
        told = self.here.status.opponent
        return None if told is None else told.move

    def follow(self) -> None:
        """The cubes are put as the game has them."""
        self._open_eye()
        self.here.lay(parse_cubes(self.here.status.position.split(" ")[0]))

    @property
    def stands(self) -> Standing:
        return self.playing.standing()

    @property
    def codes(self) -> set[str]:
        return {each.code for each in self.notices.standing()}


def _fits(faces: str, way: str) -> bool:
    return all(known in ("?", there) for known, there in zip(faces, way, strict=True))


class World:
    """Ada's and Bea's."""

    def __init__(
        self,
        folder: Path,
        *,
        seed: int = 0,
        sees_sides: float = 1.0,
        delay: float = 0.0,
        loss: float = 0.0,
        **game: Any,
    ) -> None:
        self.post = Post(seed, delay=delay, loss=loss)
        invited = Invitation("mqtt://h", f"{seed:08d}", "s" * 32, "b", {"mode": "duel", **game}, NAMES["w"])
        self.ada, self.bea = (Home(folder, invited, side, self.post, sees_sides) for side in "wb")
        self.homes = (self.ada, self.bea)

    def tick(self, *, people: bool = True) -> None:
        self.post.t += _TICK
        for home in self.homes:
            home.look()
            if people:
                home.act()
            self.post.deliver()
            home.playing.step()

    def until(self, holds: Callable[[], object], *, seconds: float = 60.0, people: bool = True) -> None:
        end = self.post.t + seconds
        while not holds():
            assert self.post.t < end, [(home.moves, home.codes, home.here.status) for home in self.homes]
            self.tick(people=people)

    @property
    def alike(self) -> bool:
        return self.ada.steps == self.bea.steps
