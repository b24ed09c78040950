"""Solutions of challenges as text (RULES 7.5)."""

from companion.games.himiki.rules.moves import STOP, Rotate, Stop, Tilt
from companion.games.himiki.rules.play import Played, play
from companion.games.himiki.rules.position import Position
from companion.games.himiki.rules.written.notation import annotated, check_marks, check_prefix, parse_move


def play_line(start: Position, text: str) -> list[Played]:
    """Plays a solution; a move without `R-` where a replay is offered begins a new turn (RULES 7.6)."""
    line: list[Played] = []
    position = start
    for word in text.split():
        written = parse_move(word)
        acts = isinstance(written.move, (Tilt, Rotate))
        if position.phase.replay and not position.chaos.due and acts and written.prefix is None:
            line.append(play(position, STOP))
            position = line[-1].after
        check_prefix(written, position)
        played = play(position, written.move)
        check_marks(written, played)
        line.append(played)
        position = played.after
    return line


def line_text(line: list[Played]) -> str:
    """RULES 7.5: declining a replay is not written down."""
    return " ".join(annotated(played) for played in line if not isinstance(played.move, Stop))
