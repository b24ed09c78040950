// A board of five rows and six columns as a position string tells it; nothing for anything else.
const ROWS = "ABCDE";
const SVG = "http://www.w3.org/2000/svg";
const SIGNS = { H: "火", M: "水", K: "木", "?": "?" };

function svg(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

export function boardOf(position) {
  const cubes = typeof position === "string" ? position.split(" ")[0] : "";
  if (!/^(-|[A-E][1-6][wb][HMK?]{3}(,|$))/.test(cubes)) return null;
  const board = svg("svg", { class: "board", viewBox: "0 0 126 106", "aria-hidden": "true" });
  for (let row = 0; row < 5; row++) for (let column = 0; column < 6; column++) board.append(svg("rect", { class: "square", x: 3 + 20 * column, y: 3 + 20 * (4 - row), width: 20, height: 20 }));
  for (const cube of cubes === "-" ? [] : cubes.split(",")) {
    const [row, column] = [ROWS.indexOf(cube[0]), Number(cube[1]) - 1];
    const [x, y] = [3 + 20 * column, 3 + 20 * (4 - row)];
    board.append(svg("rect", { class: cube[2], x: x + 2.5, y: y + 2.5, width: 15, height: 15, rx: 2 }));
    board.append(svg("text", { class: `on-${cube[2]}`, x: x + 10, y: y + 10.5 }, SIGNS[cube[3]] ?? ""));
  }
  return board;
}
