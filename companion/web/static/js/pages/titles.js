// What a kept game is called: who played it, how it ended, when.
import { FACTS } from "../facts.js";
import { levelNames, modeName, seatName } from "../naming.js";
import { language } from "../words.js";

/** Everybody who played, in the order in which points are told. */
export function names({ mode, players, levels = {} }) {
  const told = { ...players, ...levelNames(levels) };
  const seats = Object.keys(told).sort((one, other) => FACTS.sides.indexOf(one) - FACTS.sides.indexOf(other));
  return seats.map((seat) => told[seat] || seatName(seat)).join(" – ") || modeName(mode);
}

/** Of people only. */
export const namesIn = ({ players }) => Object.values(players).filter(Boolean);

export const when = (seconds) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(seconds * 1000));

export const titled = (game) => `${names(game)} · ${game.score.join("–")}`;

/** The seats at which people sat. */
export const seatsOf = ({ levels = {} }) => FACTS.sides.filter((seat) => !(seat in levels));
