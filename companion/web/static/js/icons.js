// Line icons, drawn on a grid of 24.
import { SVG } from "./svg.js";

const PATHS = {
  home: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  new: "M12 5v14M5 12h14",
  right: "M9 7H5V3M5.5 7A8 8 0 1 1 4 13",
  puzzles: "M4 8h4a2 2 0 1 1 4 0h4v4a2 2 0 1 1 0 4v4H4z",
  more: "M4 7h16M4 12h16M4 17h16",
  games: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.5 2",
  players: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2.2 1 3.5 2.8 3.5 5.5",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7",
  friend: "M3 11l5-4 5 4v8H3zM13 13l4-3 4 3v6h-8M8 19v-4M6 4a9 9 0 0 1 12 0",
  devices: "M7 3h10v18H7zM11 18h2",
  settings: "M4 7h10M18 7h2M16 5v4M4 17h4M12 17h8M10 15v4",
  rules: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM9 8h6M9 12h6",
  table: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5",
  mukyan: "M4 4h7v7H4zM13 13h7v7h-7zM7.5 7.5h.01M15.5 15.5h.01M17.5 17.5h.01",
  speaks: "M4 10v4h3l5 4V6L7 10zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  silent: "M4 10v4h3l5 4V6L7 10zM16 10l4 4M20 10l-4 4",
  why: "M12 17h.01M9.5 9a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  first: "M6 5v14M18 5l-8 7 8 7z",
  last: "M18 5v14M6 5l8 7-8 7z",
  back: "M16 5l-9 7 9 7z",
  on: "M8 5l9 7-9 7z",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5L21 21",
  recording: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  overlay: "M3 5h18v12H3zM8 21h8",
  board: "M3 5h18v12H3zM8 21h8M3 11h18M12 5v12",
};

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name] ?? MARK);
  svg.append(path);
  return svg;
}

const MARK = "M12 2C14 6 18 8 18 13.5A6 6 0 0 1 6 14C6 10 9 10 9.5 7C11 8 11.3 9 11.4 10.5C12.6 8 12.6 5 12 2ZM6 22h12";
