// Names of modes, seats and levels: each game has its own, by code.
import { byCode } from "./words.js";

export const modeName = (mode) => byCode(`mode-${mode}`) ?? mode;

export const seatName = (seat) => byCode(`seat-${seat}`) ?? seat;

export const levelName = (code) => byCode(`level-${code}`) ?? code;

/** By seat, as names of players are. */
export const levelNames = (levels = {}) =>
  Object.fromEntries(Object.entries(levels).map(([seat, code]) => [seat, levelName(code)]));
