// The twelve Chaos tiles: a sign for each, and what it does in one sentence (RULES 5.3 to 5.11).
import { SVG, TERRAIN, TILES, sign } from "./signs.js";
import { t } from "./words.js";

/** Elements of the three mana tiles. */
const MANA = { mh: "H", mm: "M", mk: "K" };

/** Lines on a grid of 24. */
const PATHS = {
  cj: "M12 3v4M12 17v4M3 12h4M17 12h4M6 6l2.5 2.5M15.5 15.5L18 18M18 6l-2.5 2.5M8.5 15.5L6 18",
  my: "M5 4c0 4 2 5 3 6M19 4c0 4-2 5-3 6M6 13a6 6 0 0 0 12 0c0-3-2.500-5-6-5s-6 2-6 5M9.500 13h.01M14.500 13h.01M10 17h4",
  cf: "M4 7h4l8 10h4M4 17h4l8-10h4M17 4l3 3-3 3M17 14l3 3-3 3",
  gh: "M4 21V9a8 8 0 0 1 16 0v12M8 21V10a4 4 0 0 1 8 0v11M3 21h18",
  im: "M5 6l6 6-6 6M12 6l6 6-6 6",
  tr: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  vx: "M12 12a1.500 1.500 0 0 1 3 0a3 3 0 0 1-6 0a4.500 4.500 0 0 1 9 0a6 6 0 0 1-12 0a7.500 7.500 0 0 1 13-5M19 3v4h-4",
  tp: "M4 12h3M10 12h2M15 12h5M16 8l4 4-4 4",
  mi: "M12 3v18M9 7L3 12l6 5zM15 7l6 5-6 5z",
};

const TOLD = () => ({
  mh: t("One more tilt with a cube of yours that shows fire."),
  mm: t("One more tilt with a cube of yours that shows water."),
  mk: t("One more tilt with a cube of yours that shows wood."),
  cj: t("Make an opposing cube stand another way, on its square."),
  my: t("Armed now; at a later tilt it reaches a cube two squares away."),
  cf: t("For a turn each, both sides play with the other's cubes."),
  gh: t("A cube that tilts onto it is out of the game."),
  im: t("A cube that tilts onto it tilts once more."),
  tr: t("A cube that tilts onto it changes places with another."),
  vx: t("A cube that tilts onto it makes a quarter turn."),
  tp: t("A cube that tilts onto it slides two squares on."),
  mi: t("A cube that tilts onto it goes to the mirrored square."),
});

export const tileTold = (code) => TOLD()[code] ?? "";

export function tileIcon(code) {
  if (MANA[code]) return sign(MANA[code], "tile");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon tile ${TERRAIN.includes(code) ? "land" : ""}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(tilePath(code));
  return svg;
}

/** The sign alone, for a drawing that is there already. */
export function tilePath(code) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[code] ?? "");
  return path;
}

/** That many of the twelve, by chance. */
export function drawTiles(count) {
  const left = [...TILES];
  return Array.from({ length: count }, () => left.splice(crypto.getRandomValues(new Uint32Array(1))[0] % left.length, 1)[0]);
}
