// A position so small that only places, colours and elements are told: for lists of many.
import { middle, svg } from "../board.js";
import { paint } from "../colours.js";
import { read } from "../live.js";
import { SIGNS } from "../signs.js";

const GRID = `M0 0H600V500H0ZM${[1, 2, 3, 4, 5].map((column) => `${column * 100} 0V500M`).join("")}${[1, 2, 3, 4].map((row) => `0 ${row * 100}H600`).join("M")}`;

export function thumbnail(position) {
  paint();
  return svg(
    "svg",
    { class: "thumbnail", viewBox: "-6 -6 612 512", "aria-hidden": "true" },
    svg("rect", { class: "dark", width: 300, height: 500 }),
    svg("rect", { class: "light", x: 300, width: 300, height: 500 }),
    svg("path", { class: "lines", d: GRID }),
    read(position).cubes.map(({ square, colour, faces }) => {
      const [x, y] = middle(square);
      return svg(
        "g",
        { class: `cube ${colour}`, transform: `translate(${x} ${y})` },
        svg("rect", { class: "body", x: -42, y: -42, width: 84, height: 84, rx: 10 }),
        SIGNS[faces[0]] ? svg("path", { class: `top ${faces[0]}`, d: SIGNS[faces[0]], "fill-rule": "evenodd", transform: "scale(.7)" }) : null,
      );
    }),
  );
}
