// The levels that play without hands, and what a person notices of each.
import { FACTS } from "./facts.js";
import { byCode } from "./words.js";

/** The weakest first. */
export const LEVELS = FACTS.levels;

export const levelName = (code) => byCode(`level-${code}`) ?? code;

export const levelTold = (code) => byCode(`level-${code}-told`) ?? "";

/** By seat, as names of players are. */
export const levelNames = (levels = {}) =>
  Object.fromEntries(Object.entries(levels).map(([seat, code]) => [seat, levelName(code)]));
