// The lights at the table, as they are lit or would be: whose turn it is, and what the referee says.
import { h } from "./dom.js";
import { t } from "./words.js";

export function lamps(told) {
  return [
    h("div.lamps", { role: "img", "aria-label": t("Turn") }, h("span", {}, t("Turn")), [told.white_turn, told.black_turn].map((on) => h(on ? "i.lit" : "i"))),
    h("div.lamps", {}, h("span", {}, t("Referee")), h(`i.signal.${told.referee}`), h("span", {}, told.squares.join(", "))),
  ];
}
