"""Where each ruling of ours is decided: the one place that a house rule would change.

The printed text is silent there, or can be read in two ways; `docs/rules.md` says under the same
number what is left open and why we read it so.
"""

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.himiki.rules import conflicts, legal, muk_yan, options, play, refusal
from companion.games.himiki.rules.draft import Draft
from companion.games.himiki.rules.variant import Variant
from companion.games.himiki.rules.written import solution

RULINGS: Final[Mapping[str, tuple[Callable[..., object] | property, ...]]] = {
    "3.3": (legal.legal_moves,),
    "3.5": (Draft.resolve, play.play),
    "3.6": (legal.legal_moves, refusal.refusal),
    "3.7": (options.tilts, Draft.tilt),
    "3.9": (conflicts.completed,),
    "3.11": (conflicts.tally,),
    "4.2": (options.within_reach,),
    "4.4": (play.claimed,),
    "4.6": (Variant.homes,),
    "5.1": (Variant.tiles_each,),
    "5.2": (Draft.chances, Draft.use),
    "5.3": (options.mana_tilts, Draft.tilt),
    "5.4": (play.by_draft,),
    "5.5": (options.yokai_targets, Draft.resolve),
    "5.6": (options.played_colour, Draft.position),
    "5.7": (Draft.slide,),
    "5.9": (Draft.land_on,),
    "5.10": (Draft.position,),
    "5.11": (conflicts.tally, Draft.resolve, Draft.land_on),
    "6.2": (muk_yan.reply, muk_yan.some_roll_passes),
    "6.4": (muk_yan.threatens,),
    "6.5": (muk_yan.MukYanChoices.candidates,),
    "6.7": (muk_yan.reply,),
    "6.8": (muk_yan.steps,),
    "6.9": (muk_yan.MukYanChoices.best,),
    "7.3": (Draft.remove,),
    "7.4": (legal.events,),
    "7.6": (solution.play_line,),
}
