// Chaos tiles in hand: kept by the phone that they were entered on, for one game, and never sent anywhere.
import { choice, h, put } from "./dom.js";
import { watch } from "./live.js";
import { TERRAIN, TILES, colourName, tileName } from "./signs.js";
import { drawTiles, tileIcon, tileTold } from "./tiles.js";
import { t } from "./words.js";

const PREFIX = "himiki-hand-";
const key = (game, side) => `${PREFIX}${game}-${side}`;

export function handOf(game, side) {
  try {
    return JSON.parse(localStorage.getItem(key(game, side)) ?? "[]");
  } catch {
    return [];
  }
}

export function setHand(game, side, tiles) {
  if (tiles.length) localStorage.setItem(key(game, side), JSON.stringify(tiles));
  else localStorage.removeItem(key(game, side));
}

/** What belongs to a game that is over is nobody's secret any more. Games have rising numbers. */
function forgetHands(state) {
  if (!state) return;
  for (const name of Object.keys(localStorage)) {
    if (!name.startsWith(PREFIX)) continue;
    const game = Number.parseInt(name.slice(PREFIX.length), 10);
    if (!(game > state.game || (game === state.game && !state.over))) localStorage.removeItem(name);
  }
}

watch(forgetHands);

/** Boxes to tick, one for each tile; `onchange` is given those that are held then. */
export function tileBoxes(held, most, onchange) {
  let tiles = held;
  const boxes = TILES.map((code) => {
    const id = `tile-${code}`;
    return [
      h("input", {
        type: "checkbox",
        id,
        checked: tiles.includes(code),
        onchange: (event) => {
          const others = tiles.filter((each) => each !== code);
          tiles = event.target.checked ? [...others, code].slice(-most) : others;
          chosen(event.target);
        },
      }),
      h("label", { htmlFor: id, className: TERRAIN.includes(code) ? "land" : "", title: tileTold(code) }, tileIcon(code), " ", tileName(code)),
    ];
  });
  const drawing = h(
    "button.small.plain",
    {
      type: "button",
      onclick: (event) => {
        tiles = drawTiles(most);
        chosen(event.target);
      },
    },
    t("Draw {count} for me", { count: most }),
  );
  /** What those do that one holds. */
  const told = () => tiles.map((code) => h("li", {}, tileIcon(code), h("span", {}, h("strong", {}, tileName(code)), h("br"), tileTold(code))));
  // A page that was drawn anew may have kept the elements that it had: they are found from the one that was touched.
  function chosen(touched) {
    const holding = touched.closest(".holding");
    for (const box of holding.querySelectorAll("input")) box.checked = tiles.includes(box.id.slice(5));
    put(holding.querySelector(".told-tiles"), told());
    onchange(tiles);
  }
  return h("div.holding", {}, h("div.buttons.drawing-tiles", {}, drawing), h("div.options", {}, boxes), h("ul.plain.told-tiles", {}, told()));
}

/** On the table's page: the tiles of whoever holds this phone. */
export class Hand {
  constructor() {
    this.body = h("div");
    this.element = h("details.panel", { hidden: true }, h("summary", {}, t("My tiles")), this.body);
    this.shown = "";
    this.side = "w";
  }

  show(state) {
    this.element.hidden = !state.chaos || Boolean(state.over);
    if (this.element.hidden || this.shown === `${state.game}`) return;
    this.shown = `${state.game}`;
    if (handOf(state.game, "b").length) this.side = "b";
    this.draw(state.game, state.mode === "teams" ? 6 : 3);
  }

  draw(game, most) {
    put(
      this.body,
      h("p.hint", {}, t("Your own three tiles, for this phone only. Leave them out if you like: they are asked for when one is used.")),
      choice("hand-side", t("This phone belongs to"), [["w", colourName("w")], ["b", colourName("b")]], this.side, (side) => {
        this.side = side;
        this.draw(game, most);
      }),
      tileBoxes(handOf(game, this.side), most, (tiles) => setHand(game, this.side, tiles)),
    );
  }
}
