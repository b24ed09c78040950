// The levels that play without hands, and what a person notices of each.
import { FACTS } from "./facts.js";
import { byCode } from "./words.js";

export { levelName, levelNames } from "./naming.js";

/** The weakest first. */
export const LEVELS = FACTS.levels;

export const levelTold = (code) => byCode(`level-${code}-told`) ?? "";
