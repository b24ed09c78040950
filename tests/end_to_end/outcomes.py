"""What is kept of a drawn game that was watched, and what many of them come to."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Self

from companion.bench.stillness import BAR
from tests.end_to_end.measuring import Watched

_TOLD: Final = ("violation", "uncertain", "restored", "corrected", "board_lost", "board_found")
_SHOWN: Final = ("t", "event", "rule", "text", "question", "options", "reason", "back")


@dataclass(frozen=True)
class Outcome:
    """One game, in figures; a line of a file."""

    seed: int
    name: str
    look: str
    light: str | None
    """Where it was harder than usual."""
    moves: int
    right: int
    false_moves: int
    false_violations: int
    questions: int
    score_right: bool
    stuck: bool
    frames: int
    seeing: float
    """Seconds of computing for all frames, drawing them left out."""
    silence: float
    """The longest, in seconds."""
    silent: str
    """The same, with where and until when."""
    fine: bool
    meant_to_break: bool
    """Whether a violation was to be planted, though there may have been no room for it."""
    planted: str | None = None
    """Its kind."""
    detected: bool = False
    named: bool = False
    put_back: bool = False
    explained: tuple[str, ...] = ()
    """What was played and said, where not all of it is as it should be."""

    @property
    def as_meant(self) -> bool:
        return self.fine and (not self.meant_to_break or (self.named and self.put_back))

    def line(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of_line(cls, line: str) -> Self:
        told = json.loads(line)
        return cls(**told | {"explained": tuple(told["explained"])})


def outcome(one: Watched) -> Outcome:
    truth = one.game.truth
    found = Outcome(
        seed=one.game.game.seed,
        name=one.name,
        look=one.look,
        light=one.light,
        moves=len(truth.moves),
        right=one.right,
        false_moves=one.false_moves,
        false_violations=len(one.false_violations),
        questions=one.questions,
        score_right=one.score_right,
        stuck=truth.stuck is not None,
        frames=one.frames,
        seeing=one.seeing,
        silence=one.silence.seconds,
        silent=str(one.silence),
        fine=one.fine,
        meant_to_break=one.meant_to_break,
        planted=None if truth.planted is None else truth.planted.kind,
        detected=one.detected is not None,
        named=one.rightly_named,
        put_back=one.put_back,
    )
    if found.as_meant:
        return found
    return Outcome(**asdict(found) | {"explained": tuple(_explained(one))})


def _explained(one: Watched) -> Iterator[str]:
    truth = one.game.truth
    yield (
        f"{one.name} {one.look} {one.light or 'usual'} seed {one.game.game.seed}: "
        f"score {one.score}, true {one.game.position.score}"
    )
    yield f"  played     {' '.join(truth.moves)}"
    yield f"  understood {' '.join(one.understood)}"
    if truth.stuck:
        yield f"  stuck: {truth.stuck}"
    if truth.planted is not None:
        yield f"  planted {truth.planted.kind} {truth.planted.actions} (rules {sorted(truth.planted.rules)})"
    for event in one.events:
        if event.name in _TOLD:
            yield f"  { {key: value for key, value in event.as_json().items() if key in _SHOWN} }"
    for complaint in one.complaints:
        yield f"  refused: {complaint}"


def kept_in(path: Path) -> list[Outcome]:
    """Of a file that a run has begun; its last line may have been cut off."""
    if not path.exists():
        return []
    whole = [line for line in path.read_text(encoding="utf-8").splitlines(keepends=True) if line[-1] == "\n"]
    path.write_text("".join(whole), encoding="utf-8")
    return [Outcome.of_line(line) for line in whole]


@dataclass
class Tally:
    games: int = 0
    moves: int = 0
    right: int = 0
    false_moves: int = 0
    false_violations: int = 0
    questions: int = 0
    scores: int = 0
    stuck: int = 0
    frames: int = 0
    seeing: float = 0.0

    def add(self, one: Outcome) -> None:
        self.games += 1
        self.moves += one.moves
        self.right += one.right
        self.false_moves += one.false_moves
        self.false_violations += one.false_violations
        self.questions += one.questions
        self.scores += one.score_right
        self.stuck += one.stuck
        self.frames += one.frames
        self.seeing += one.seeing

    def __str__(self) -> str:
        moves = max(1, self.moves)
        return (
            f"{self.games:5} {self.moves:6} {100 * self.right / moves:7.2f} {self.false_moves:6} "
            f"{self.false_violations:7} {40 * self.questions / moves:8.2f} "
            f"{self.scores:4}/{self.games:<4} {self.stuck:5} {1000 * self.seeing / max(1, self.frames):8.1f}"
        )


class Running:
    """What has been found so far."""

    def __init__(self, before: Iterable[Outcome]) -> None:
        self.all = list(before)

    def told(self, one: Outcome, wanted: int) -> str:
        """With one more."""
        self.all.append(one)
        moves = sum(each.moves for each in self.all)
        right = sum(each.right for each in self.all)
        deeds = [each for each in self.all if each.planted is not None]
        return (
            f"{'.' if one.as_meant else 'x'} {len(self.all)}/{wanted} "
            f"{one.seed} {one.name} {one.look} {one.light or 'usual'} | "
            f"moves {right}/{moves}, {sum(each.false_moves for each in self.all)} false, "
            f"{sum(each.false_violations for each in self.all)} false violations, "
            f"planted {sum(each.named for each in deeds)}/{len(deeds)} named, "
            f"{sum(each.questions for each in self.all) / len(self.all):.2f} questions a game, "
            f"longest silence {max(each.silence for each in self.all):.1f} s"
        )


HEADER = "games  moves  right %  false  alarms  ask/40m  scores    stuck ms/frame"


def table_of(tallies: dict[str, Tally]) -> Iterator[str]:
    width = max(map(len, tallies), default=4)
    yield f"{'':{width}} {HEADER}"
    for name, tally in tallies.items():
        yield f"{name:{width}} {tally}"


def summary_of(legal: Sequence[Outcome], planted: Sequence[Outcome]) -> Iterator[str]:
    """In a few lines what the bars are about."""
    played = [*legal, *planted]
    questions = sum(one.questions for one in played)
    yield f"questions: {questions} in {len(played)} games, {questions / max(1, len(played)):.2f} a game"
    worst = max(played, key=lambda one: one.silence, default=None)
    if worst is not None:
        light = "" if worst.light is None else f" {worst.light}"
        where = f"{worst.name} {worst.look}{light} seed {worst.seed}"
        yield f"longest silence: {worst.silent} ({where})"
        over = sum(one.silence > BAR for one in played)
        yield f"games with more than {BAR:.0f} s of silence: {over}"
    deeds = [one for one in planted if one.planted is not None]
    found = sum(one.detected for one in deeds)
    named = sum(one.named for one in deeds)
    yield f"violations: {len(deeds)} planted, {found} found, {named} rightly named"


def violations_of(games: Iterable[Outcome]) -> Iterator[str]:
    counts: Counter[tuple[str, str]] = Counter()
    for one in games:
        kind = one.planted
        if kind is None:
            continue
        counts[kind, "planted"] += 1
        counts[kind, "detected"] += one.detected
        counts[kind, "named"] += one.named
        counts[kind, "put back"] += one.put_back
        counts[kind, "went on"] += one.put_back and one.right == one.moves
    columns = ("planted", "detected", "named", "put back", "went on")
    yield f"{'violation':30}" + "".join(f"{column:>10}" for column in columns)
    for kind in dict.fromkeys(kind for kind, _ in counts):
        yield f"{kind:30}" + "".join(f"{counts[kind, column]:10}" for column in columns)
