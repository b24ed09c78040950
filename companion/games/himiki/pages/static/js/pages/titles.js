// What a kept game is called: who played it, how it ended, when.
import { levelNames, modeName, seatName } from "../naming.js";
import { byCode, language, t } from "../words.js";

/** Everybody who played, white first. */
export function names({ mode, human, players, levels = {} }) {
  const theirs = mode === "mukyan" ? { [human === "b" ? "w" : "b"]: "Muk Yan" } : levelNames(levels);
  const told = { ...players, ...theirs };
  const seats = Object.keys(told).sort((one, other) => (one[0] === other[0] ? 0 : one[0] === "w" ? -1 : 1));
  return seats.map((seat) => told[seat] || seatName(seat)).join(" – ") || modeName(mode);
}

/** Of people only. */
export const namesIn = ({ players }) => Object.values(players).filter(Boolean);

export const when = (seconds) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(seconds * 1000));

/** A challenge has no score, but a name. */
export function titled(game) {
  if (game.mode !== "mindlock") return `${names(game)} · ${game.score.join("–")}`;
  const told = [t("Challenge {name}", { name: game.challenge ?? "" }).trim()];
  if (Object.keys(game.players).length) told.push(names(game));
  if (game.over) told.push(game.winner ? byCode("told-solved") : byCode("told-unsolved"));
  return told.join(" · ");
}

/** The seats at which people sit. */
export const seatsOf = ({ mode, human, levels = {} }) =>
  (mode === "teams" ? ["wl", "wd", "bl", "bd"] : mode === "mukyan" ? [human ?? "w"] : mode === "mindlock" ? ["w"] : ["w", "b"]).filter(
    (seat) => !(seat in levels),
  );
