// The cards as they are learnt: their names and drawings, what is asked for, what was seen of them.
import "./look.js";
import { h } from "./dom.js";
import { cardName, colourName, sketch, yokai, yokaiName } from "./signs.js";
import { t } from "./words.js";

const isYokai = (code) => /\d/.test(code);
const isBack = (code) => code.startsWith("back");

export function pieceName(code) {
  if (isBack(code)) return code === "back-yokai" ? t("Back of a Yokai") : t("Back of a sketch");
  return isYokai(code) ? yokaiName(code) : cardName(code);
}

export function pieceShown(code) {
  if (isBack(code)) return h("span.sketch", { "aria-hidden": "true" }, "▦");
  const drawn = isYokai(code) ? yokai(code) : sketch(code);
  drawn.querySelector(".hidden")?.remove();
  return drawn;
}

export const pieces = () => ({
  first: {
    title: t("Aim at the four piles"),
    text: t("In a row, each with its first Yokai face up, and nothing else on the table. There has to be room for the rows on both sides in the picture."),
    take: t("The piles lie there: take the picture"),
    lay: t("Lay the drawn piles like this"),
  },
  set: (name, count) => ({
    title: t("Lay out these {count} cards", { count }),
    text: name === "set-1" ? t("Take the piles away and lay the Yokai in rows as drawn, a finger apart, upright as you see them in the picture below.") : t("One sketch of each kind in the same way; at the end a sketch and a Yokai face down."),
  }),
  lay: t("Lay the drawn cards like this"),
  trial: { text: t("Lay the piles and some sketches: below stands what I see."), lay: t("Lay drawn cards on the table") },
});

const half = (text) => (text[0] === "?" ? "?" : text[1] === "?" ? `${colourName(text[0])}/?` : cardName(text));

/** What was read, a line for each pile. */
export const seen = (sight) =>
  (sight.piles ?? []).map((pile) =>
    t("{pile}: {top}; before it: {near}; behind it: {far}", {
      pile: colourName(pile.colour),
      top: pile.top ? yokaiName(pile.top) : "?",
      near: pile.near.map(half).join(", ") || "–",
      far: pile.far.map(half).join(", ") || "–",
    }),
  );
