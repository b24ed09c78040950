// Names of modes, seats and levels: each game has its own, by code.
import { byCode } from "./words.js";

export const modeName = (mode) => byCode(`mode-${mode}`) ?? mode;

/** What was played, and which variant of it, where it has some. */
export const kindName = ({ mode, variant }) => [modeName(mode), variant && byCode(`game-${variant}`)].filter(Boolean).join(", ");

export const seatName = (seat) => byCode(`seat-${seat}`) ?? seat;

export const levelName = (code) => byCode(`level-${code}`) ?? code;

/** By seat, as names of players are. */
export const levelNames = (levels = {}) =>
  Object.fromEntries(Object.entries(levels).map(([seat, code]) => [seat, levelName(code)]));
