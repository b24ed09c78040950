// The levels that play without hands, and what a person notices of each.
import { mark, t } from "./words.js";

export const LEVELS = [
  ["apprentice", mark("Apprentice"), mark("Takes points that lie there, mostly, and sees no danger.")],
  ["pupil", mark("Pupil"), mark("Sees your next move, and slips now and then.")],
  ["adept", mark("Adept"), mark("Plans its next turn around yours, and hardly ever slips.")],
  ["expert", mark("Expert"), mark("Looks two turns ahead and does not slip.")],
  ["master", mark("Master"), mark("Looks as far as it can, mostly three to four turns ahead.")],
];

const found = (code) => LEVELS.find(([name]) => name === code);

export const levelName = (code) => (found(code) ? t(found(code)[1]) : code);

export const levelTold = (code) => (found(code) ? t(found(code)[2]) : "");

/** By seat, as names of players are. */
export const levelNames = (levels = {}) =>
  Object.fromEntries(Object.entries(levels).map(([seat, code]) => [seat, levelName(code)]));
