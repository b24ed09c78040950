"""Events as sentences, in one of six languages."""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.events import Arbiter, BoardFound, BoardLost, Doubtful, Event, Uncertain
from companion.games.rr.referee.events import (
    Corrected,
    Hint,
    Moved,
    Opponent,
    Over,
    Placed,
    Ready,
    Reminder,
    Restore,
    Restored,
    Violation,
)
from companion.games.rr.referee.look import DOWN
from companion.games.rr.rules.board import name_of
from companion.games.rr.rules.moves import Deed, Name, On, Pick, Place, Shift, Wake
from companion.games.rr.rules.tiles import ACTIVE, FACES, Tile, Verb
from companion.games.rr.rules.written.notation import read_move
from companion.games.rr.sentences import ENGLISH, INSERTED, PLAYERS, say
from companion.games.rule_errors import RulesError
from companion.words.catalogues import filled, in_language
from companion.words.sentences import Sentence, arbiter_code

_VERBS: Final = {
    Verb.DESTROY: "told-destroy",
    Verb.TURN: "told-turn",
    Verb.BANISH: "told-banish",
    Verb.MOVE: "told-move",
    Verb.TAKE: "told-take",
}
_CORRECTIONS: Final = {
    "undo": "told-undo",
    "takeback": "told-undo",
    "otherwise": "told-otherwise",
    "accept": "told-accept",
    "position": "told-accept",
}


def said_of(event: Event) -> tuple[Sentence, ...]:
    """One event; nothing for what need not be said."""
    match event:
        case Ready():
            return (say("told-ready", player=PLAYERS[event.position.split(" ")[1]]),)
        case Moved():
            return tuple(_played(event.move, event.by))
        case Placed() if event.todo:
            return (say("told-todo", squares=", ".join(event.todo)),)
        case Reminder():
            return (say("told-reminder", player=PLAYERS[event.by], squares=", ".join(event.squares)),)
        case Violation():
            return (_coded(event, event.text), *map(said_of_restore, event.restore[:1]))
        case Restored():
            return (say("told-restored"),)
        case Corrected():
            return (say(_CORRECTIONS[event.reason]),)
        case Opponent():
            return (_coded(event, event.text),)
        case Hint():
            return (say("told-hint", move=event.move), _coded(event, event.text))
        case Uncertain():
            return (_coded(event, event.question),)
        case Doubtful() if event.squares:
            return (say("told-doubt", squares=", ".join(event.squares)),)
        case Arbiter():
            return (say(arbiter_code(event.decision)),)
        case BoardLost():
            return (say("told-lost"),)
        case BoardFound():
            return (say("told-found"),)
        case Over():
            return _over(event)
        case _:
            return ()


def _coded(event: Violation | Opponent | Hint | Uncertain, english: str) -> Sentence:
    if event.code not in ENGLISH:
        return Sentence(event.code, english.replace("{", "("), {})
    return Sentence(event.code, ENGLISH[event.code], event.values)


def said_of_restore(restore: Restore) -> Sentence:
    """What has to lie on a square."""
    if restore.tile is None:
        return say("told-clear", square=restore.square)
    if restore.tile == DOWN:
        return say("told-put-down", square=restore.square)
    tile = FACES[Tile(restore.tile[:2])].name
    return say("told-put", tile=tile, square=restore.square, player=PLAYERS[restore.tile[2:]])


def _played(text: str, by: str) -> Iterator[Sentence]:
    move = read_move(text)[0]
    player, tile = PLAYERS[by], FACES[move.tile].name
    if isinstance(move, Pick):
        yield say("told-pick", player=player, tile=tile)
        return
    yield say("told-place", player=player, tile=tile, square=name_of(move.square))
    yield from _effect(move)


def _effect(move: Place) -> Iterator[Sentence]:
    """What a woken tile does is seen: which tile it is stands on the board, and not in the move."""
    deed, verb = move.deed, ACTIVE[move.tile].verb if move.tile in ACTIVE else None
    while isinstance(deed, Wake):
        yield say("told-wake", what=name_of(deed.square))
        deed, verb = deed.deed, None
    if deed is not None and verb is not None:
        yield say(_VERBS[verb], what=_target(deed))


def _target(deed: Deed) -> str:
    match deed:
        case On(squares):
            return ", ".join(map(name_of, squares))
        case Shift(source, target):
            return f"{name_of(source)} → {name_of(target)}"
        case Name(tile):
            return FACES[tile].name
        case Wake(square, _):
            return name_of(square)


def _over(event: Over) -> tuple[Sentence, ...]:
    mine, theirs = event.allies if event.winner == "r" else event.allies[::-1]
    won = say(f"told-over-{event.reason}", player=PLAYERS[event.winner], mine=mine, theirs=theirs)
    return won, say("told-match", one=event.match[0], other=event.match[1])


def said_of_option(option: str) -> Sentence:
    """An option of a question: a tile, or a move by what it acts on."""
    if option in FACES:
        return say("told-only", what=FACES[Tile(option)].name)
    try:
        move = read_move(option)[0]
    except RulesError:
        return say("told-only", what=option)
    if not isinstance(move, Place) or move.deed is None:
        return say("told-left")
    deed = move.deed
    while isinstance(deed, Wake):
        deed = deed.deed
    return say("told-only", what=_target(deed))


def said_of_move(text: str, by: str) -> tuple[Sentence, ...]:
    return tuple(_played(text, by))


class Teller:
    """Sentences in a reader's language."""

    def __init__(self, language: str) -> None:
        self._sentences = in_language(ENGLISH, language)
        self._inside = in_language({word: word for word in INSERTED}, language)

    def tell(self, said: Iterable[Sentence]) -> str | None:
        return " ".join(map(self.in_words, said)) or None

    def in_words(self, sentence: Sentence) -> str:
        words = self._sentences.get(sentence.code, sentence.english)
        return filled(words, {key: self._word(value) for key, value in sentence.values.items()})

    def answer(self, option: str) -> str:
        return self.in_words(said_of_option(option))

    def _word(self, value: object) -> str:
        return self._inside.get(str(value), str(value))
