// The lights at the table, as they are lit or would be.
import { h } from "./dom.js";
import { FACTS } from "./facts.js";
import { ELEMENTS, ElementName, colourName } from "./signs.js";
import { mark, t } from "./words.js";

// As the lights at the table: what they say is told by their places and words too, never by colour alone.
const SIGNALS = { dark: mark("dark"), green: mark("fair"), amber: mark("waiting"), red: mark("violation"), blue: mark("Muk Yan's move is to be made") };

export function lamps(told) {
  const row = (name, lit) =>
    h("div.lamps", { role: "img", "aria-label": `${name}: ${lit.filter(Boolean).length}` }, h("span", {}, name), lit.map((on) => h(on ? "i.lit" : "i")));
  const ofSides = (label) => t("{label}: {text}", { label, text: [colourName("w"), colourName("b")].join(", ") });
  const lit = (points) => Array.from({ length: FACTS.wins_at }, (_, index) => points > index);
  return [
    row(colourName("w"), lit(told.white_score)),
    row(colourName("b"), lit(told.black_score)),
    row(ofSides(t("Turn")), [told.white_turn, told.black_turn]),
    ...ELEMENTS.map((letter, index) => row(ofSides(ElementName(letter)), [told.influences[index] === "w", told.influences[index] === "b"])),
    h("div.lamps", {}, h("span", {}, t("Referee")), h(`i.signal.${told.referee}`), h("span", {}, t(SIGNALS[told.referee]), told.squares.length ? `: ${told.squares.join(", ")}` : "")),
  ];
}
