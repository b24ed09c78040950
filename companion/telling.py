"""Events as sentences to be spoken at the table: the words of the pages, in their six languages."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from companion.doubt_sentences import ALOUD, doubt_sentences
from companion.referee.events import (
    BoardFound,
    BoardLost,
    Corrected,
    Doubtful,
    Event,
    Hint,
    Move,
    MukYan,
    Opponent,
    Over,
    Placed,
    Ready,
    Restore,
    Restored,
    Turn,
    Uncertain,
    Violation,
)
from companion.referee.game import Game
from companion.referee.phrases import ACTIONS, BOARD_RIGHT, NOTHING, RECORD_RIGHT, SOMETHING_ELSE
from companion.rules.variant import Mode
from companion.web.catalogues import messages

_CHOICE_OPEN: Final = re.compile(r"(use|mana|impulse|slide|swap|yokai)\.")
_SEATS: Final = {
    "w": "White",
    "b": "Black",
    "wl": "White, Light",
    "bl": "Black, Light",
    "wd": "White, Dark",
    "bd": "Black, Dark",
}
_ELEMENTS: Final = {"H": "fire", "M": "water", "K": "wood", "?": "unknown"}
_TILES: Final = {
    "mh": "Fire Mana",
    "mm": "Water Mana",
    "mk": "Wood Mana",
    "cj": "Conjuration",
    "my": "Major Yokai",
    "cf": "Confusion",
    "gh": "Gate of Hell",
    "im": "Impulse",
    "tr": "Transfer",
    "vx": "Vortex",
    "tp": "Teleportation",
    "mi": "Mirror",
}
_INFLUENCES: Final = {
    "H": "The fire influence!",
    "M": "The water influence!",
    "K": "The wood influence!",
}
"""Each a sentence of its own: an element put into one would want its article."""
_PLAIN_ANSWERS: Final = (BOARD_RIGHT, RECORD_RIGHT, NOTHING, SOMETHING_ELSE)
_STANDS: Final = re.compile(r"(white|black) (fire|water|wood)")
_SQUARE: Final = re.compile(r"\b([B-E])([1-6])\b")
_FILLED: Final = re.compile(r"\{(\w+)\}")


class Teller:
    """Says the events of one game in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self._game = game
        told = messages(language)
        self._words: Mapping[str, str] = told["words"]
        self._codes: Mapping[str, str] = told["codes"]

    def tell(self, event: Event) -> str | None:
        """One event as a sentence; None for what need not be said."""
        match event:
            case Placed():
                return self._made(event)
            case Move():
                return self._played(event)
            case Turn():
                return self._turn(event)
            case Violation():
                back = [self._restore(each) for each in event.restore[:1]]
                return " ".join([self._coded(event.code, event.values) or event.text, *back])
            case Restored():
                return self._t("All is right again.")
            case Uncertain():
                return self._coded(event.code, event.values) or event.question
            case Doubtful():
                pairs = zip(event.squares, event.reasons, strict=True)
                told = doubt_sentences((pair for pair in pairs if pair[1] in ALOUD), self._t)
                return " ".join(told) or None
            case MukYan():
                return self._muk_yan(event)
            case Opponent():
                return self._coded(event.code, event.values) or event.text
            case Hint():
                why = self._coded(event.code, event.values) or event.text
                words = {"name": self._who(event.by), "move": self._move(event.move), "why": why}
                return self._t("A hint for {name}: {move}. {why}", **words)
            case Corrected():
                return self._t("Corrected: {white} to {black}.", white=event.score[0], black=event.score[1])
            case BoardLost():
                return self._t("The camera has lost the board.")
            case BoardFound():
                return self._t("The board is in sight again.")
            case Over():
                return self._over(event)
            case _:
                return None

    def answer(self, option: str) -> str:
        """What a question can be answered with, as a sentence begins."""
        if option in _PLAIN_ANSWERS:
            said = self._t(option[0].upper() + option[1:])
        elif stands := _STANDS.fullmatch(option):
            said = f"{self._colour(stands[1])}, {self._t(stands[2])}"
        elif ">" in option or "@" in option or option in ("stop", "pass"):
            said = ", ".join(map(self._move, option.split()))
        else:
            said = self._word(option)
        return said[:1].upper() + said[1:]

    def _t(self, message: str, **values: object) -> str:
        return _filled(self._words.get(message, message), values)

    def _coded(self, code: str, values: Mapping[str, Any]) -> str | None:
        sentence = self._codes.get(code)
        if sentence is None:
            return None
        return _filled(sentence, {name: self._value(name, value) for name, value in values.items()})

    def _value(self, name: str, value: Any) -> object:
        """Codes inside of messages are said as words."""
        if isinstance(value, Mapping):
            return self._coded(str(value.get("code", "")), value.get("values", {})) or ""
        said: Mapping[str, Callable[[str], str]] = {
            "colour": self._colour,
            "element": self._element,
            "tile": lambda code: self._t(_TILES[code]) if code in _TILES else code,
            "action": self._word,
            "expected": self._word,
            "seen": self._word,
            "top": self._word,
            "side": self._word,
            "level": self._word,
        }
        return said[name](str(value)) if name in said else value

    def _word(self, text: str) -> str:
        return self._element(text) if text in ("H", "M", "K") else self._t(text)

    def _level(self, name: str) -> str:
        return self._t(name.capitalize())

    def _colour(self, letter: str) -> str:
        return self._t({"w": "White", "b": "Black"}.get(letter[:1], letter))

    def _element(self, letter: str) -> str:
        return self._t(_ELEMENTS.get(letter, letter))

    def _who(self, by: str) -> str:
        game = self._game
        if by in game.levels:
            return self._level(game.levels[by])
        if game.variant.mode is Mode.MUK_YAN and by[:1] != game.variant.human.letter:
            return "Muk Yan"
        return game.players.get(by) or game.players.get(by[:1]) or self._t(_SEATS.get(by, by))

    def _made(self, event: Placed | Move) -> str:
        return self._t("{name}: {move}.", name=self._who(event.by), move=self._move(event.move))

    def _played(self, event: Move) -> str:
        parts = [self._made(event)]
        if event.points:
            one = event.points == 1
            parts.append(self._t("One point.") if one else self._t("{count} points.", count=event.points))
        parts += [self._t(_INFLUENCES[letter]) for letter in event.influence]
        if event.points or event.influence:
            parts.append(self._t("{white} to {black}.", white=event.score[0], black=event.score[1]))
        return " ".join(parts)

    def _turn(self, event: Turn) -> str | None:
        if _CHOICE_OPEN.match(event.due or "") or event.turn in self._game.levels:
            return None  # a level says itself what it plays
        name = self._who(event.turn)
        if event.replay:
            return self._t("{name} may play again.", name=name)
        return self._t("{name} must tilt." if event.must_tilt else "{name} to play.", name=name)

    def _move(self, move: str) -> str:
        """A bare move in words, without who makes it."""
        body = re.sub(r"^[RC]-", "", move)
        plain = {"stop": "no replay", "pass": "pass", "none": "no tile", "keep": "the Major Yokai waits"}
        if body in plain:
            return self._t(plain[body])
        if placed := re.fullmatch(r"[wb]([HMK?])..@(..)", body):
            return self._t("{element} on {to}", element=self._element(placed[1]).capitalize(), to=placed[2])
        for pattern, words in (
            (r"(..)>B(..)", "{from} tilts to {to}"),
            (r"(..)>T(..)", "{from} slides to {to}"),
            (r"(..)<>(..)", "{from} and {to} change places"),
        ):
            if found := re.fullmatch(pattern, body):
                return self._t(words, **{"from": found[1], "to": found[2]})
        if turned := re.findall(r"(..)>P\1", body):
            if len(turned) == 1:
                return self._t("{square} rotates", square=turned[0])
            return self._t("{squares} rotate", squares=", ".join(turned))
        if tile := re.match(r"([a-z]{2})(?:[@>](..))?", body):
            name = self._value("tile", tile[1])
            return self._t("{tile} on {square}", tile=name, square=tile[2]) if tile[2] else str(name)
        return move

    def _restore(self, restore: Restore) -> str:
        top, side = restore.cube[1], restore.cube[2]
        words = {"from": restore.source, "to": restore.target, "element": self._element(top)}
        if restore.source == restore.target:
            if top == "?":
                return self._t("Turn the cube on {to} back as it stood.", **words)
            if side == "?":
                return self._t("Turn the cube on {to} so that {element} is on top.", **words)
            words["side"] = self._element(side)
            return self._t("Turn the cube on {to}: {element} up, {side} along its row.", **words)
        if restore.target is None:
            return self._t("Take the cube on {from} off the board.", **words)
        colour = "white" if restore.cube[0] == "w" else "black"
        what = "Put the cube from {from} on {to}" if restore.source else f"Put a {colour} cube on {{to}}"
        return self._t(what + ("." if top == "?" else ", {element} up."), **words)

    def _muk_yan(self, event: MukYan) -> str:
        if not event.action:
            return self._t("Muk Yan stops." if event.move == "stop" else "Muk Yan passes.")
        action = self._t(ACTIONS[event.action])
        return self._t("Muk Yan: {action}. {move}.", action=action, move=self._move(event.move))

    def _over(self, event: Over) -> str:
        if self._game.variant.mode is Mode.MINDLOCK:
            return self._t("Solved!" if event.winner else "Not solved this time.")
        if event.winner is None:
            return self._t("The game is over.")
        own, other = event.score if event.winner == "w" else event.score[::-1]
        said = {"resigned": "{name} wins: the other side gave up.", "time": "{name} wins on time."}
        message = said.get(event.reason, "{name} wins, {own} to {other}!")
        return self._t(message, name=self._who(event.winner), own=own, other=other)


class News:
    """What a doubt adds to those that were told before: in a game each is spoken once, until all are over."""

    def __init__(self) -> None:
        self._told: frozenset[tuple[str, str]] = frozenset()

    def of(self, event: Event) -> Event:
        if isinstance(event, Ready):
            self._told = frozenset()
        if not isinstance(event, Doubtful):
            return event
        told = tuple(zip(event.squares, event.reasons, strict=True))
        fresh = [pair for pair in told if pair not in self._told]
        self._told = self._told | set(told) if told else frozenset()
        return replace(
            event, squares=tuple(pair[0] for pair in fresh), reasons=tuple(pair[1] for pair in fresh)
        )


def aloud(text: str) -> str:
    """Squares as they are called out: letter, then number, never a word like "before" for B4."""
    return _SQUARE.sub(r"\1 \2", text)


def _filled(text: str, values: Mapping[str, object]) -> str:
    return _FILLED.sub(lambda found: str(values.get(found[1], found[0])), text)
