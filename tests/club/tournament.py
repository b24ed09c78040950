"""A Swiss tournament over a club's tables, played by the machine alone and looked after by an arbiter who is
a program too: paired, corrected now and then, and compared at the end."""

import http.client
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from caissify_pairings.fpc import check_trf

from tests.web.tables import Client

_CORRECTS: Final = 0.5
"""How often the arbiter corrects a result before the next round is paired."""
_OTHER: Final = {"1-0": "0-1", "0-1": "=-=", "=-=": "1-0"}


@dataclass
class Arbiter:
    """Asks a hall that may be away at any time: what it could not do it does at the next look."""

    pin_file: Path
    tables: tuple[str, ...]
    players: int
    rounds: int
    dice: Random
    number: int | None = None
    corrected: list[str] = field(default_factory=list)
    _corrects_in: set[int] = field(default_factory=set)

    def look(self, address: str) -> dict[str, Any] | None:
        """One step further, if there is one; the tournament as it stands, None where nobody answers."""
        client = Client(int(address.rsplit(":", 1)[1]))
        try:
            client.post("/api/v1/session", {"pin": self.pin_file.read_text(encoding="ascii").strip()})
            return self._step(client)
        except (OSError, http.client.HTTPException):
            return None

    def _step(self, client: Client) -> dict[str, Any]:
        if self.number is None:
            self.number = self._begun(client)
        told: dict[str, Any] = client.get(f"/api/v1/tournaments/{self.number}").json
        if any(each["result"] is None for each in told["pairings"]):
            return told
        now = told["round"]
        if now and now not in self._corrects_in:
            self._corrects_in.add(now)
            if self.dice.random() < _CORRECTS or now == told["rounds"]:
                told = self._correct(client, told)
        if not told["over"]:
            client.post(f"/api/v1/tournaments/{self.number}/next")
        return told

    def _begun(self, client: Client) -> int:
        known = client.get("/api/v1/tournaments").json
        if known:
            return int(known[0]["id"])
        players = [{"name": f"Player {at}", "rating": 2000 - 10 * at} for at in range(1, self.players + 1)]
        told = {"name": "Hour", "system": "swiss", "rounds": self.rounds, "players": players}
        made = client.post(
            "/api/v1/tournaments", {**told, "tables": list(self.tables), "game": {"mode": "duel"}}
        )
        return int(made.json["id"])

    def _correct(self, client: Client, told: dict[str, Any]) -> dict[str, Any]:
        played = [
            each for each in told["pairings"] if each["round"] == told["round"] and each["result"] in _OTHER
        ]
        pairing = self.dice.choice(played)
        place = f"rounds/{pairing['round']}/boards/{pairing['board']}"
        other = _OTHER[pairing["result"]]
        answer = client.post(f"/api/v1/tournaments/{self.number}/{place}", {"result": other})
        self.corrected.append(f"{place}: {pairing['result']} to {other}")
        found: dict[str, Any] = answer.json
        return found

    def verdict(self, address: str) -> tuple[str, bool]:
        """What came of it, and whether pairings and standings are those that the library's checker and a
        second count find."""
        client = Client(int(address.rsplit(":", 1)[1]))
        told = client.get(f"/api/v1/tournaments/{self.number}").json
        report = client.get(f"/api/v1/tournaments/{self.number}/files/trf").body.decode()
        checked = check_trf(report)["summary"]
        done = [each for each in told["pairings"] if each["result"] is not None]
        alike = counted_alike(told)
        by_table = sum(each["game"] is not None for each in done)
        said = (
            f"tournament: {len(done)} of {told['rounds'] * self.players // 2} pairings have a result"
            f" ({by_table} from the tables), round {told['round']} of {told['rounds']};"
            f" the library's checker finds {checked['total_discrepancies']} discrepancies in"
            f" {checked['rounds_checked']} rounds; standings counted again are"
            f" {'the same' if alike else 'OTHERS'}; corrected: {', '.join(self.corrected) or 'nothing'}"
        )
        return said, alike and checked["total_discrepancies"] == 0


def counted_alike(told: dict[str, Any]) -> bool:
    """Points, Buchholz cut 1 and Sonneborn-Berger once more, from the pairings alone."""
    gains = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "=-=": (0.5, 0.5)}
    won = {each["id"]: 0.0 for each in told["players"]}
    met: dict[int, list[tuple[int, float]]] = {each: [] for each in won}
    for each in told["pairings"]:
        if each["result"] is None:
            continue
        white, black = gains[each["result"]]
        for own, other, gain in (
            (each["white"], each["black"], white),
            (each["black"], each["white"], black),
        ):
            won[own] += gain
            met[own].append((other, gain))
    found = []
    for line in told["standings"]:
        own = met[line["player"]]
        found.append(
            line["points"] == won[line["player"]]
            and line["buchholz"] == sum(sorted(won[other] for other, _ in own)[1:])
            and line["sonneborn"] == sum(gain * won[other] for other, gain in own)
        )
    points = [line["points"] for line in told["standings"]]
    return all(found) and points == sorted(points, reverse=True)
