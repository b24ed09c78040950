"""A moment: something was said, and these seconds show why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.clips.shots import Shot, milliseconds
from companion.games.events import Corrected, Event, Hint, Opponent, Over, Restored, Uncertain, Violation

_BEFORE_A_HAND: Final = 1.5
"""Seconds of the board as it was, before a hand comes."""

_AFTER: Final = 2.0
"""Seconds after something was said."""

_STILL: Final = 6.0
"""Seconds that a board may lie still before what was done on it is said: questions are asked as late."""

_PAUSE: Final = 1.0
"""Seconds without a hand between two times that one comes: less is one and the same."""

_DISPUTED: Final = (Violation, Uncertain, Corrected)


@dataclass(frozen=True, slots=True)
class Moment:
    t: float
    """When it was said."""
    event: str
    since: float
    until: float
    came: float | None = None
    """When the hand came that led to it; None where none was seen."""

    @property
    def ms(self) -> int:
        """By which it is asked for: the time of its event, as everybody is told it."""
        return milliseconds(self.t)

    def has(self, shot: Shot) -> bool:
        return self.since <= shot.t <= self.until


def any_has(moments: Iterable[Moment], shot: Shot) -> bool:
    return any(each.has(shot) for each in moments)


@dataclass(frozen=True, slots=True)
class Shown:
    """What there is to be seen of a moment, and where to look: places among the shots."""

    moment: Moment
    shots: tuple[Shot, ...]
    before: int
    hand: int | None
    after: int
    kept: bool = False
    """Somebody keeps it."""


def is_worth_it(event: Event) -> bool:
    """Whatever changes a game or is disputed in it; what the machine only proposes is neither."""
    if isinstance(event, (Violation, Restored, Uncertain, Corrected, Over)):
        return True
    played = hasattr(event, "move") and hasattr(event, "by")
    return played and not isinstance(event, (Hint, Opponent))


def moment_of(event: Event, shots: Sequence[Shot], previous: float | None, most: float) -> Moment:
    """From before the hand came; where it is disputed what was done, before the first hand that came since
    something was said. `shots`: those in memory; `previous`: when that was; `most` seconds of it."""
    own = [shot for shot in shots if shot.t <= event.t and (previous is None or shot.t > previous)]
    disputed = isinstance(event, _DISPUTED) and previous is not None
    came = _first_hand(own) if disputed else _last_hand(own, event.t)
    since = (event.t if came is None else came) - _BEFORE_A_HAND
    return Moment(event.t, event.name, max(since, event.t - most), event.t + _AFTER, came)


def _first_hand(shots: Sequence[Shot]) -> float | None:
    return next((shot.t for shot in shots if shot.moving), None)


def _last_hand(shots: Sequence[Shot], t: float) -> float | None:
    """From where on it was there, but for short pauses."""
    came: float | None = None
    for shot in reversed(shots):
        if shot.moving:
            if came is not None and came - shot.t > _PAUSE:
                break
            came = shot.t
        elif came is None and t - shot.t > _STILL:
            break
    return came


def shown(moment: Moment, shots: Sequence[Shot], *, kept: bool = False) -> Shown | None:
    """None where there is no shot of it."""
    own = tuple(shot for shot in shots if moment.has(shot))
    if not own:
        return None
    came = moment.came
    hands = [place for place, shot in enumerate(own) if shot.moving and came is not None and came <= shot.t]
    hands = [place for place in hands if own[place].t <= moment.t]
    if not hands:
        said = next((place for place, shot in enumerate(own) if shot.t >= moment.t), len(own) - 1)
        return Shown(moment, own, 0, None, said, kept)
    before = _at_rest(own, range(hands[0] - 1, -1, -1))
    after = _at_rest(own, range(hands[-1] + 1, len(own)))
    return Shown(
        moment,
        own,
        max(0, hands[0] - 1) if before is None else before,
        hands[len(hands) // 2],
        len(own) - 1 if after is None else after,
        kept,
    )


def _at_rest(shots: Sequence[Shot], places: range) -> int | None:
    """The first of these at which the board lay still; one of which something was read, if there is one."""
    still = [place for place in places if not shots[place].moving]
    return next((place for place in still if len(shots[place].marks) > 1), next(iter(still), None))


def thinned(shots: Sequence[Shot], moments: Sequence[Moment], every: float) -> tuple[Shot, ...]:
    """Of what nobody disputes, one for each so many seconds: a card is not made for more."""
    if any(moment.event in {kind.name for kind in _DISPUTED} for moment in moments):
        return tuple(shots)
    left: list[Shot] = []
    for shot in shots:
        if not left or shot.t - left[-1].t >= every or shot.moving != left[-1].moving:
            left.append(shot)
    return tuple(left)
