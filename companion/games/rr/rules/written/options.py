"""The words after `new rr`: which game, and which tiles (FORMATS-RR F3)."""

from typing import Final

from companion.games.quoting import quoted
from companion.games.rr.rules.board import Player, player_lettered
from companion.games.rr.rules.position import Zone
from companion.games.rr.rules.tiles import DRAWN, Tile
from companion.games.rr.rules.variant import (
    DRAWN_EACH,
    GAMES,
    HIDDEN,
    OPEN_TILES,
    USUAL_NEUTRAL,
    Game,
    Variant,
    start_position,
)
from companion.games.rr.rules.written.position_text import faults_of, parse_zone, zone_text
from companion.games.rule_errors import NotationError, PositionError

NAME: Final = "rr"
_UNSAID: Final = Game.BASIC
"""The game that no word stands for."""


def variant_of(words: list[str]) -> Variant:
    """Raises `NotationError`, or `PositionError` where tiles are named twice."""
    given: dict[str, str] = {}
    game = _UNSAID
    for word in words:
        key, equals, value = word.partition("=")
        if not equals and key in GAMES and GAMES[key] is not _UNSAID:
            game, key = GAMES[key], "game"
        elif not equals or key not in ("first", "neutral", *(player.letter for player in Player)):
            raise NotationError("option", word, f"none of new {NAME}")
        if key in given:
            raise NotationError("option", word, "said twice")
        given[key] = value
    variant = Variant(
        game, _first(given), _neutral(given, game), (_drawn(given, game, "r"), _drawn(given, game, "b"))
    )
    if faults := tuple(faults_of(start_position(variant))):
        raise PositionError(faults)
    return variant


def _first(given: dict[str, str]) -> Player:
    letter = given.get("first", Player.REGALITY.letter)
    if letter not in ("r", "b"):
        raise NotationError("option", f"first={letter}", "first is r or b")
    return player_lettered(letter)


def _neutral(given: dict[str, str], game: Game) -> tuple[Tile, ...]:
    if "neutral" not in given:
        return USUAL_NEUTRAL
    text = given["neutral"]
    zone = parse_zone(text)
    if not game.has_neutral_zone:
        raise NotationError("option", f"neutral={text}", f"there is no neutral zone in {game.value}")
    if zone is None or zone.unknown or len(zone.tiles) != OPEN_TILES or not _all_drawn(zone):
        raise NotationError("option", f"neutral={text}", f"{OPEN_TILES} neutral tiles, without the Citizen")
    return zone.tiles


def _drawn(given: dict[str, str], game: Game, letter: str) -> Zone:
    if letter not in given:
        return HIDDEN
    text = given[letter]
    zone = parse_zone(text)
    if not game.draws:
        raise NotationError("option", f"{letter}={quoted(text)}", f"nobody draws tiles in {game.value}")
    if zone is None or zone.size != DRAWN_EACH or not _all_drawn(zone):
        raise NotationError("option", f"{letter}={text}", f"{DRAWN_EACH} neutral tiles, without the Citizen")
    return zone


def _all_drawn(zone: Zone) -> bool:
    return all(tile in DRAWN for tile in zone.tiles)


def words_of(variant: Variant) -> str:
    """What `variant_of` reads."""
    game = variant.game
    said = [] if game is _UNSAID else [game.value]
    said.append(f"first={variant.first.letter}")
    if game.has_neutral_zone:
        said.append(f"neutral={'.'.join(variant.neutral)}")
    if game.draws:
        said += [f"{player.letter}={zone_text(variant.drawn[player])}" for player in Player]
    return " ".join(said)
