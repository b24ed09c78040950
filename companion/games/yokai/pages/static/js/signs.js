// The four colours as signs, drawn in a box from -50 to 50: told apart by outline alone, in any colour.
import { h } from "./dom.js";
import { FACTS } from "./facts.js";
import { byCode, t } from "./words.js";

export const SVG = "http://www.w3.org/2000/svg";

export const COLOURS = FACTS.colours;

const SIGNS = {
  F: "M2-46C8-28 30-18 30 10C30 32 16 46 0 46C-17 46-30 33-30 13C-30-4-20-12-15-26C-8-20-6-13-5-6C4-16 6-30 2-46Z",
  W: "M0-46C10-26 31-8 31 14C31 33 17 46 0 46C-17 46-31 33-31 14C-31-8-10-26 0-46Z",
  E: "M-46 38L-14-26L2 4L14-14L46 38Z",
  A: "M-44-12H14A15 15 0 1 0-1-27L9-24A5 5 0 1 1 14-22H-44ZM-44 2H30A16 16 0 1 1 14 18L24 15A6 6 0 1 0 30 12H-44ZM-44 26H-4A13 13 0 1 1-17 39L-7 37A3 3 0 1 0-4 36H-44Z",
};

export const colourName = (letter) => byCode(`colour-${letter}`) ?? letter;

export const yokaiName = (code) => byCode("yokai-named", { colour: colourName(code[0]), value: code.slice(1) });

export function cardName(code) {
  const values = { one: colourName(code[0]), other: colourName(code[1]) };
  const ability = code[2] && byCode(`ability-${code[2]}`);
  return ability ? byCode("card-able", { ...values, ability }) : byCode("card-plain", values);
}

export function sign(letter, extra = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  svg.setAttribute("class", `sign of-${letter} ${extra}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SIGNS[letter] ?? "");
  svg.append(path);
  return svg;
}

/** A sketch; `used` is the colour that counts where it lies. */
export function sketch(code, used = code[0]) {
  const other = code[0] === used ? code[1] : code[0];
  const mark = code[2] ? h("b.able", { "aria-hidden": "true" }, byCode(`ability-${code[2]}`).slice(0, 1)) : null;
  return h("span.sketch", { title: cardName(code) }, sign(used), h("span.hidden", {}, cardName(code)), mark, sign(other, "idle"));
}

/** A Yokai that lies face up, or a pile that waits for one. */
export const yokai = (code) =>
  h("span.yokai", { className: `yokai on-${code[0]}` }, sign(code[0]), h("strong", { "aria-hidden": "true" }, code.slice(1)), h("span.hidden", {}, code[1] === "?" ? t("face down") : yokaiName(code)));
