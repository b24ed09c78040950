// The signs of the three elements, drawn in a box from -50 to 50, and the words that belong to them.
import { FACTS } from "./facts.js";
import { SVG } from "./svg.js";
import { byCode } from "./words.js";

export { modeName, seatName } from "./naming.js";
export { SVG };

// Flame, drop, tree: told apart by outline alone, in any colour and on any ground.
export const SIGNS = {
  H: "M2-46C8-28 30-18 30 10C30 32 16 46 0 46C-17 46-30 33-30 13C-30-4-20-12-15-26C-8-20-6-13-5-6C4-16 6-30 2-46ZM1 8C-3 16-12 20-12 30C-12 38-7 42 0 42C8 42 13 36 13 29C13 20 5 17 1 8Z",
  M: "M0-46C10-26 31-8 31 14C31 33 17 46 0 46C-17 46-31 33-31 14C-31-8-10-26 0-46ZM-20 12C-20 26-11 35 0 37L0 29C-7 27-12 22-12 12Z",
  K: "M0-48L24-18L13-18L32 6L17 6L38 32L7 32L7 47L-7 47L-7 32L-38 32L-17 6L-32 6L-13-18L-24-18Z",
};

/** The same three as they are written: strokes of a brush. */
const KANJI = {
  H: "M-26-18L-15 2M27-22L15-2M1-44C3 0-8 28-40 44M1-8C6 14 18 32 42 44",
  M: "M0-46V36Q0 46-13 41M-40-17H-13C-17 8-27 24-44 36M38-29Q26-15 7-6M4-16C12 10 25 26 44 36",
  K: "M0-46V46M-42-18H42M-2-16C-10 8-24 25-44 35M2-16C10 8 24 25 44 35",
};

/** Their first letters: Hi, Mi, Ki. */
const LETTERS = { H: "M-24-38V38M24-38V38M-24 0H24", M: "M-30 38V-38L0 12L30-38V38", K: "M-22-38V38M26-38L-22 6M-6-8L28 38" };

const SETS = { pictures: SIGNS, kanji: KANJI, letters: LETTERS };
const CHOSEN = "himiki-signs";

export const signSet = () => (localStorage.getItem(CHOSEN) in SETS ? localStorage.getItem(CHOSEN) : "pictures");
export const setSignSet = (name) => localStorage.setItem(CHOSEN, name);

/** Attributes of the path that shows an element; null for none. */
export function glyph(letter, kind = "") {
  const set = signSet();
  if (!SETS[set][letter]) return null;
  return { class: `${kind} ${letter}${set === "pictures" ? "" : " brush"}`, d: SETS[set][letter], "fill-rule": "evenodd" };
}

export const ELEMENTS = FACTS.elements;

export const elementName = (letter) => byCode(`element-${letter}`) ?? letter;

export const ElementName = (letter) => byCode(`sign-${letter}`) ?? letter;

export const colourName = (letter) => byCode(`seat-${letter[0]}`) ?? letter;

export const TILES = FACTS.tiles;
export const TERRAIN = FACTS.terrain;

export const tileName = (code) => byCode(`tile-${code}`) ?? code;

export function sign(letter, extra = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  svg.setAttribute("class", `sign ${letter} ${extra}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  for (const [name, value] of Object.entries(glyph(letter))) path.setAttribute(name, value);
  svg.append(path);
  return svg;
}
