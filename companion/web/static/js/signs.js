// The signs of the three elements, drawn in a box from -50 to 50, and the words that belong to them.
import { mark, t } from "./words.js";

export const SVG = "http://www.w3.org/2000/svg";

// Flame, drop, tree: told apart by outline alone, in any colour and on any ground.
export const SIGNS = {
  H: "M2-46C8-28 30-18 30 10C30 32 16 46 0 46C-17 46-30 33-30 13C-30-4-20-12-15-26C-8-20-6-13-5-6C4-16 6-30 2-46ZM1 8C-3 16-12 20-12 30C-12 38-7 42 0 42C8 42 13 36 13 29C13 20 5 17 1 8Z",
  M: "M0-46C10-26 31-8 31 14C31 33 17 46 0 46C-17 46-31 33-31 14C-31-8-10-26 0-46ZM-20 12C-20 26-11 35 0 37L0 29C-7 27-12 22-12 12Z",
  K: "M0-48L24-18L13-18L32 6L17 6L38 32L7 32L7 47L-7 47L-7 32L-38 32L-17 6L-32 6L-13-18L-24-18Z",
};

export const ELEMENTS = ["H", "M", "K"];

export const elementName = (letter) =>
  ({ H: t("fire"), M: t("water"), K: t("wood"), "?": t("unknown") })[letter] ?? letter;

export const ElementName = (letter) => ({ H: t("Fire"), M: t("Water"), K: t("Wood") })[letter] ?? letter;

export const colourName = (letter) => ({ w: t("White"), b: t("Black") })[letter[0]] ?? letter;

export const seatName = (seat) =>
  ({
    w: t("White"),
    b: t("Black"),
    wl: t("White, Light"),
    bl: t("Black, Light"),
    wd: t("White, Dark"),
    bd: t("Black, Dark"),
  })[seat] ?? seat;

export const TILES = {
  mh: mark("Fire Mana"),
  mm: mark("Water Mana"),
  mk: mark("Wood Mana"),
  cj: mark("Conjuration"),
  my: mark("Major Yokai"),
  cf: mark("Confusion"),
  gh: mark("Gate of Hell"),
  im: mark("Impulse"),
  tr: mark("Transfer"),
  vx: mark("Vortex"),
  tp: mark("Teleportation"),
  mi: mark("Mirror"),
};
export const TERRAIN = ["gh", "im", "tr", "vx", "tp", "mi"];

export const tileName = (code) => (TILES[code] ? t(TILES[code]) : code);

export function sign(letter, extra = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  svg.setAttribute("class", `sign ${letter} ${extra}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SIGNS[letter]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}
