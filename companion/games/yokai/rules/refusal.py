"""Why a move cannot be played: the rule, and a sentence."""

from companion.games.rule_errors import IllegalMove
from companion.games.yokai.rules.cards import CALL, DISTRACT, Sketch, ability_of, colour_of, colours_of
from companion.games.yokai.rules.house import HOUSE, House
from companion.games.yokai.rules.legal import drawable, playable
from companion.games.yokai.rules.messages import message
from companion.games.yokai.rules.moves import Call, Distract, Draw, End, Lay, Move, Pass, Reveal
from companion.games.yokai.rules.position import IN_HAND, Phase, Position, due, unseen_yokai


def refusal(position: Position, move: Move, house: House = HOUSE) -> IllegalMove | None:
    """None for a legal move."""
    if position.phase is Phase.OVER:
        return _refused("Y6.1", "game-over")
    at = due(position)
    if isinstance(move, Reveal):
        return _of_reveal(position, move, at, house)
    if at is not None:
        return _refused("Y5.5", "reveal-first", pile=house.cards.colours[at])
    if isinstance(move, Draw):
        return _of_draw(position, move.sketch, house)
    if position.phase is Phase.DRAW:
        return _refused("Y3.1", "draw-first")
    match move:
        case Pass():
            if position.phase is not Phase.PLAY0:
                return _refused("Y3.6", "pass-after-card")
            return _refused("Y3.5", "four-in-hand") if position.hand.size > IN_HAND else None
        case End():
            return _refused("Y3.6", "end-before-card") if position.phase is Phase.PLAY0 else None
        case Lay():
            return _of_card(position, move, house) or _of_ability(position, move, house)


def _refused(rule: str, code: str, **values: object) -> IllegalMove:
    return IllegalMove(rule, message(code, **values))


def _of_reveal(position: Position, move: Reveal, at: int | None, house: House) -> IllegalMove | None:
    cards = house.cards
    if at is None:
        return _refused("Y5.5", "nothing-to-reveal")
    if colour_of(move.yokai) != cards.colours[at]:
        return _refused("Y5.5", "reveals-elsewhere", yokai=move.yokai, pile=cards.colours[at])
    if move.yokai not in unseen_yokai(position, cards.colours[at], cards):
        return _refused("Y1.2", "yokai-seen", yokai=move.yokai)
    return None


def _of_draw(position: Position, sketch: Sketch | None, house: House) -> IllegalMove | None:
    if position.phase is not Phase.DRAW:
        return _refused("Y3.2", "drawn-already")
    if sketch in drawable(position, house.cards):
        return None
    if sketch is None:
        return _refused("Y3.2", "draw-named")
    return _refused("Y3.2", "not-in-deck" if position.open else "all-in-sight", sketch=sketch)


def _of_card(position: Position, move: Lay, house: House) -> IllegalMove | None:
    if move.sketch not in playable(position, house.cards):
        code = "all-in-sight" if position.hand.unknown else "not-in-hand"
        return _refused("Y9.1", code, sketch=move.sketch)
    one, other = colours_of(move.sketch)
    if move.pile not in (one, other):
        return _refused("Y4.1", "wrong-colour", sketch=move.sketch, pile=move.pile, one=one, other=other)
    return None


def _of_ability(position: Position, move: Lay, house: House) -> IllegalMove | None:
    if move.ability is None:
        return None
    ability, index = ability_of(move.sketch), house.cards.index
    if not ability:
        return _refused("Y4.3", "no-ability", sketch=move.sketch)
    match move.ability:
        case Call(source):
            if ability != CALL:
                return _refused("Y8.1", "distract-names-none", sketch=move.sketch)
            if source == move.pile:
                return _refused("Y7.1", "call-from-itself", pile=source)
            if len(position.piles[index[source]].yokai) == 1:
                return _refused("Y7.2", "call-last", pile=source)
        case Distract():
            if ability != DISTRACT:
                return _refused("Y7.1", "call-names-pile", sketch=move.sketch)
            if not position.piles[index[move.pile]].rows[position.turn.other]:
                return _refused("Y8.1", "nothing-to-distract", pile=move.pile)
    return None
