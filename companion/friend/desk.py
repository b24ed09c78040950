"""Where a table invites a friend, takes an invitation, and leaves again: also while it runs."""

import threading
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import games
from companion.broker.account import Account, BadAccount
from companion.friend.game import game_of
from companion.friend.invitation import BadInvitation, Invitation, other
from companion.friend.kept import Keeping, Kept
from companion.games.friendly import Friendly, NotShared
from companion.table import Table

if TYPE_CHECKING:
    from companion.friend.playing import Playing


class Desk:
    """May be called from any thread."""

    def __init__(
        self,
        table: Table,
        path: Path,
        keeping: Keeping | None,
        *,
        url: str = "",
        name: str = "",
    ) -> None:
        """`keeping` is who plays with this table already; `url` is the broker that it knows, `name` who plays
        here where nobody says it."""
        self._table, self._path, self.url = table, path, url
        self._name = name
        self._keeping = keeping
        self._playing: Playing | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Where nobody plays with this table there is nothing to start."""
        with self._lock:
            if self._keeping is not None and self._playing is None:
                # What speaks to a broker is no part of the start of a table that plays with nobody.
                from companion.friend.playing import Playing

                self._playing = Playing(self._table, self._keeping)
                self._playing.start()

    def stop(self) -> None:
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def invite(self, asked: Mapping[str, Any]) -> None:
        """The game begins here; the friend comes when she likes. `asked` has `broker`, `colour`, of this
        table, and perhaps `game`, `name`, `user` and `password`. Raises `NotShared`, and `OtherGame`."""
        name = asked.get("name") or self._name
        try:
            Account.at(asked["broker"])
        except BadAccount as fault:
            raise NotShared("friend-bad-broker", str(fault)) from None
        account = {key: asked[key] for key in ("user", "password") if asked.get(key)}
        side, game = other(asked["colour"]), agreed_on(asked.get("game", {}))
        invitation = Invitation.made(asked["broker"], side, game, host=name, **account)
        self._begin(Kept(invitation.code(), other(side), name))

    def join(self, code: str, name: str) -> None:
        """Raises `NotShared`, and `OtherGame`."""
        try:
            invitation = Invitation.read(code)
        except BadInvitation as fault:
            raise NotShared("friend-bad-code", str(fault)) from None
        self._begin(Kept(invitation.code(), invitation.side, name or self._name))

    def _begin(self, kept: Kept) -> None:
        from companion.friend.playing import Playing

        with self._lock:
            game = game_of(Keeping(self._path, kept))
            self._table.new_game(game)
            self._end()
            self._keeping = Keeping.begun(self._path, kept)
            self._playing = Playing(self._table, self._keeping)
            self._playing.start()

    def leave(self) -> None:
        """What was played is kept among the games."""
        with self._lock:
            self._end()
            if self._keeping is not None:
                self._keeping.forget()
                self._keeping = None
        self._table.notices.take_down("friend-unusable")

    def answer_back(self, *, agree: bool) -> None:
        playing = self._there()
        if agree:
            playing.take_back_too()
        else:
            playing.keep_moves()

    def back_to_common(self) -> None:
        self._there().back_to_common()

    def play_on(self) -> None:
        self._there().play_on()

    def _there(self) -> "Playing":
        if self._playing is None:
            raise NotShared("friend-none-here", "this table plays with nobody far away")
        return self._playing

    @property
    def playing(self) -> "Playing | None":
        return self._playing

    @property
    def code(self) -> str | None:
        """The invitation, where this table has invited: for whoever may see it."""
        kept = None if self._keeping is None else self._keeping.kept
        return None if kept is None or kept.side == kept.invitation.side else kept.code

    def standing(self) -> dict[str, Any] | None:
        """None where this table plays with nobody far away."""
        playing = self._playing
        return None if playing is None else asdict(playing.standing())


def agreed_on(settings: Mapping[str, Any]) -> dict[str, Any]:
    """What is invited to; raises `NotShared` for a game that two tables cannot play together."""
    of = games.of_settings(settings)
    try:
        friendly: Friendly = games.part(of, "friendly")
    except (ImportError, games.NoSuchRules):
        why = "two tables play duels and two against two of the first game together, and no other game yet"
        raise NotShared("friend-no-mode", why) from None
    return friendly.agreed(settings)
