"""Events made from what was found: the one place where moves become words."""

from companion.games.himiki.referee.events import Move, Turn, Uncertain, Violation
from companion.games.himiki.referee.judgement.explain import Explanation, left_behind
from companion.games.himiki.referee.judgement.findings import Broken
from companion.games.himiki.referee.look.belief import Ply, certain_steps
from companion.games.himiki.referee.phrases import Phrase, phrase
from companion.games.himiki.rules.board import Square, name_of
from companion.games.himiki.rules.cubes import Colour
from companion.games.himiki.rules.messages import RuleMessage
from companion.games.himiki.rules.mindlock import cost
from companion.games.himiki.rules.play import Played
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.variant import Mode
from companion.games.himiki.rules.written.notation import annotated, bare, parse_move
from companion.games.himiki.rules.written.position_text import cubes_text, parse_cubes, position_text
from companion.games.himiki.rules.written.record import actor
from vision.frames import Seconds


def colour_of_actor(by: str) -> Colour:
    return Colour.WHITE if by.startswith("w") else Colour.BLACK


def move_event(
    t: Seconds,
    step: Ply,
    *,
    said: bool = False,
    roll: tuple[str, str] | None = None,
    level: str | None = None,
    clock: tuple[float, float] | None = None,
) -> Move:
    played = step.played
    by = actor(played.before)
    return Move(
        t=t,
        move=bare(played.before, played.move),
        by=by,
        points=points_of(played, colour_of_actor(by)),
        influence=() if played.influence is None else (played.influence.letter,),
        score=step.after.score,
        position=position_text(step.after),
        annotated=annotated(played),
        remove=tuple(name_of(square) for square in leaving(step)),
        cost=cost(played.before, played.move) if step.before.variant.mode is Mode.MINDLOCK else 0,
        said=said,
        unseen=tuple(map(name_of, step.unseen)),
        roll=roll,
        level=level,
        clock=clock,
    )


def points_of(played: Played, mover: Colour) -> int:
    """Points for conflicts, as they were counted: at five the game has stopped (RULES 3.11)."""
    if played.before.variant.mode is Mode.MINDLOCK:
        return played.won
    gained = played.after.score[mover] - played.before.score[mover]
    return max(0, gained - (played.influence is not None))


def leaving(step: Ply) -> list[Square]:
    """Squares whose cubes have to be taken off after the move: beaten ones, one that fell through a gate."""
    before, after = step.played.before.board, step.played.after.board
    if sum(map(bool, before)) == sum(map(bool, after)):
        return []
    raw = left_behind(step.played.before, step.move)
    return [Square(at) for at, cube in enumerate(raw) if cube and not after[at]]


def turn_event(t: Seconds, position: Position) -> Turn:
    due = None
    if position.chaos.due:
        state = position_text(position).rsplit(" ", 1)[1]
        due = state.rpartition("due:")[2].split(",")[0]
    phase = position.phase
    return Turn(
        t=t,
        turn=position.seat.value,
        must_tilt=phase.must_tilt,
        replay=phase.replay and not position.chaos.due,
        due=due,
    )


def violation_event(t: Seconds, fault: Broken) -> Violation:
    return Violation(
        t=t,
        rule=fault.rule,
        text=str(fault.why),
        restore=fault.restore,
        code=fault.why.code,
        values={name: _plain(value) for name, value in fault.why.values.items()},
    )


def _plain(value: object) -> object:
    """A message inside of a message keeps its code, to be said in any language."""
    return {"code": value.code, "values": dict(value.values)} if isinstance(value, RuleMessage) else value


def asked_moves(explanations: tuple[Explanation, ...]) -> tuple[Phrase, tuple[str, ...]]:
    """The question which of them was played; its values keep the board that each of them begins with."""
    boards: dict[str, str] = {}
    for each in explanations:
        boards.setdefault(line_of(each), cubes_text(each.start.board))
    return phrase("which-moves", boards=list(boards.values())), tuple(boards)


def line_of(explanation: Explanation) -> str:
    return " ".join(bare(step.played.before, step.move) for step in explanation.steps)


def told_moves(position: Position, asked: Uncertain) -> tuple[Explanation, ...]:
    """The explanations that such a question was made of."""
    found = []
    for line, cubes in zip(asked.options, asked.values["boards"], strict=True):
        start = position._replace(board=parse_cubes(cubes))
        moves = [parse_move(word).move for word in line.split()]
        found.append(Explanation(certain_steps(start, *moves)))
    return tuple(found)


def question(
    t: Seconds, asked: Phrase, options: tuple[str, ...], squares: tuple[Square, ...] = ()
) -> Uncertain:
    return Uncertain(
        t=t,
        question=str(asked),
        options=options,
        squares=tuple(map(name_of, squares)),
        code=asked.code,
        values=dict(asked.values),
    )
