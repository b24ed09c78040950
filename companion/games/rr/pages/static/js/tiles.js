// Tiles as pictures, positions as objects, and the board that shows them.
import { h } from "./dom.js";
import { FACTS } from "./facts.js";
import { effectOf, sideName, tileName } from "./telling.js";
import { byCode, language, t } from "./words.js";

const release = document.documentElement.dataset.version;
document.head.append(h("link", { rel: "stylesheet", href: `/static/${release}/css/rr.css` }));

const SQUARES = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];
const TURNED = "himiki-rr-turned";

/** Whether this phone looks from Religion's side. */
export const isTurned = () => localStorage.getItem(TURNED) === "yes";
export const setTurned = (yes) => localStorage.setItem(TURNED, yes ? "yes" : "no");

/** Milliseconds until a picture that did not come is asked for again. */
const AGAIN = 1500;
const MOST = 4;
const asked = new WeakMap();

function askAgain({ target }) {
  const count = (asked.get(target) ?? 0) + 1;
  asked.set(target, count);
  if (count <= MOST) setTimeout(() => (target.src = target.src), AGAIN);
}

export const picture = (code, alt = "") => h("img", { src: `/api/v1/rr/tiles/${language}/${code}.svg`, alt, draggable: false, onerror: askAgain });

const list = (text) => (!text || text === "-" ? [] : text.split("."));

/** A position string as an object; a drawn table's four fields too. */
export function read(text) {
  const fields = (text ?? "").split(" ");
  const [board, turn, zones, neutral, discards, state] = fields.length === 4 ? [fields[0], null, ...fields.slice(1), "-"] : fields;
  const [mine, theirs] = (zones ?? "-/-").split("/");
  return {
    board: readBoard(board),
    turn,
    zones: { r: list(mine), b: list(theirs) },
    neutral: list(neutral),
    discards: list(discards),
    state,
  };
}

function readBoard(text) {
  const found = {};
  for (const each of !text || text === "-" ? [] : text.split(",")) {
    const [, square, code, down, ally, under] = /^(..)(..)(x?)([rb])(?:\/(..))?$/.exec(each) ?? [];
    if (square) found[square] = { code, down: Boolean(down), ally, under };
  }
  return found;
}

/** Hidden ones, `?2`, as so many. */
export const hidden = (codes) => codes.flatMap((code) => (code.startsWith("?") ? Array.from({ length: Number(code.slice(1)) }, () => "back") : [code]));

export function words(square, lying) {
  if (!lying) return t("{square}: free", { square });
  if (lying.down) return t("{square}: face down", { square });
  return t("{square}: {tile}, ally of {player}", { square, tile: tileName(lying.code), player: sideName(lying.ally) });
}

/** Nine squares; `ontap` is given the square. */
export class Board {
  constructor({ ontap = null, label = t("The board") } = {}) {
    this.ontap = ontap;
    this.element = h("div.rr-board", { role: "group", "aria-label": label });
    this.cells = {};
    this.turned = null;
  }

  /** `marks`: by square, a set of classes; `texts`: by square, what stands over it. */
  show(board, marks = {}, texts = {}) {
    if (this.turned !== isTurned()) this.lay();
    for (const [square, cell] of Object.entries(this.cells)) {
      const lying = board[square];
      const wanted = JSON.stringify([lying, marks[square], texts[square], language]);
      if (cell.shown === wanted) continue;
      cell.shown = wanted;
      const kinds = ["rr-cell", lying && !lying.down ? `of-${lying.ally}` : "", ...(marks[square] ?? [])];
      cell.element.className = kinds.filter(Boolean).join(" ");
      cell.element.replaceChildren(
        h("span.hidden", {}, [words(square, lying), texts[square]].filter(Boolean).join(", ")),
        h("span.name", { "aria-hidden": "true" }, square),
        ...(lying
          ? [this.drawn(lying), lying.down ? "" : h("span.whose", { "aria-hidden": "true" }, sideName(lying.ally).slice(0, 3))]
          : []),
        texts[square] ? h("span.mark", { "aria-hidden": "true" }, texts[square]) : "",
      );
    }
  }

  drawn(lying) {
    const image = picture(lying.down ? "back" : lying.code);
    if ((lying.ally === "b") !== isTurned()) image.className = "rr-turned";
    return image;
  }

  lay() {
    this.turned = isTurned();
    const order = this.turned ? [...SQUARES].reverse() : SQUARES;
    this.cells = {};
    this.element.replaceChildren(
      ...order.map((square) => {
        const element = h("button.rr-cell", { type: "button", "data-square": square, onclick: () => this.ontap?.(square) });
        this.cells[square] = { element, shown: "" };
        return element;
      }),
    );
  }
}

/** What a tile is and does, in full. */
export const about = (code) => [
  h("img.rr-large", { src: `/api/v1/rr/tiles/${language}/${code}.svg`, alt: tileName(code) }),
  h("p", {}, effectOf(code)),
  FACTS.tiles[code]?.active ? h("p.hint", {}, t("Squares with the same letter are acted on together; different letters are a choice.")) : "",
  h("p", {}, h("a", { href: `/rules#rule-${FACTS.tiles[code]?.rule}` }, `${byCode("page-rules")}: ${FACTS.tiles[code]?.rule}`)),
];
