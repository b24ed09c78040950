// The board, drawn as it stands. Every cube shows its element by sign, outline and colour.
import { paint } from "./colours.js";
import { isNamed } from "./doubts.js";
import { Dragging } from "./dragging.js";
import { FACTS } from "./facts.js";
import { animate } from "./rolling.js";
import { colourName, elementName, glyph, tileName } from "./signs.js";
import { svg } from "./svg.js";
import { tilePath } from "./tiles.js";
import { t } from "./words.js";

export { svg };

export const ROWS = "ABCDE";
export const SQUARES = [...ROWS].flatMap((row) => [1, 2, 3, 4, 5, 6].map((column) => row + column));

const SIZE = 100;
/** Half of a cube. */
export const EDGE = 43;
/** How far from a cube's edge the middle of a side's sign is. */
const RIM = 11;
export const BOX = [-46, -30, 6 * SIZE + 62, 5 * SIZE + 76];
/** The same board for whoever sits opposite: turned by half about its middle. */
const OPPOSITE = "rotate(180 300 250)";
const OPPOSITE_BOX = [600 - BOX[0] - BOX[2], 500 - BOX[1] - BOX[3], BOX[2], BOX[3]];
const FLIPPED = "himiki-opposite";

export const isOpposite = () => localStorage.getItem(FLIPPED) === "yes";
export const setOpposite = (yes) => localStorage.setItem(FLIPPED, yes ? "yes" : "no");

/** Middle of a square: row A on top, column 1 on the left, as the rule book draws it. */
export const middle = (square) => [
  (Number(square[1]) - 0.5) * SIZE,
  (ROWS.indexOf(square[0]) + 0.5) * SIZE,
];

export const neighbours = (square) => {
  const row = ROWS.indexOf(square[0]);
  const column = Number(square[1]);
  return [
    [row, column - 1],
    [row, column + 1],
    [row - 1, column],
    [row + 1, column],
  ]
    .filter(([r, c]) => r >= 0 && r < 5 && c >= 1 && c <= 6)
    .map(([r, c]) => ROWS[r] + c);
};

export function cubeWords(cube) {
  const [top, side] = cube.faces;
  const words = { colour: colourName(cube.colour), element: elementName(top), square: cube.square };
  return side && side !== "?"
    ? t("{square}: {colour}, {element}, {side} along the row", { ...words, side: elementName(side) })
    : t("{square}: {colour}, {element}", words);
}

/** What comes up when a cube tilts from one square onto the next (RULES 2.2). */
export function tilted(faces, from, to) {
  const [top, row, column] = faces;
  return from[0] === to[0] ? row + top + column : column + row + top;
}

/** Neighbours of the other colour that the cube on a square beats (RULES 3.4). */
export function beaten(cubes, square) {
  const at = new Map(cubes.map((each) => [each.square, each]));
  const own = at.get(square);
  if (!own) return [];
  return neighbours(square).filter((each) => {
    const other = at.get(each);
    return other && other.colour !== own.colour && FACTS.beats[own.faces[0]] === other.faces[0];
  });
}

/** A cube around the origin. Small signs at the edges tell what its sides show. */
export function cube({ colour, faces }, extra = "") {
  const [top, row, column] = faces;
  const edge = (letter, x, y) =>
    letter && letter !== "?"
      ? svg("path", { ...glyph(letter, "edge"), transform: `translate(${x} ${y}) scale(0.2)` })
      : null;
  return svg(
    "g",
    { class: `cube ${colour} ${extra}` },
    svg("rect", { class: "shade", x: -EDGE - 1, y: -EDGE + 4, width: 2 * EDGE + 2, height: 2 * EDGE, rx: 9 }),
    svg("rect", { class: "body", x: -EDGE, y: -EDGE, width: 2 * EDGE, height: 2 * EDGE, rx: 8 }),
    glyph(top)
      ? svg("path", { ...glyph(top, "top"), transform: "scale(0.46)" })
      : svg("text", { class: "unknown", y: 14 }, "?"),
    edge(row, -EDGE + RIM, 0),
    edge(row, EDGE - RIM, 0),
    edge(column, 0, -EDGE + RIM),
    edge(column, 0, EDGE - RIM),
  );
}

/** Letters of a tile's name that a line of its field has room for. */
const LINE = 9;

/** A tile's name in its field: whole, in as many lines as it takes, as large as they leave room for. */
function tileLabel(name) {
  const lines = name.split(/[\s-]+/).flatMap((word) => {
    const half = Math.ceil(word.length / 2);
    return word.length > LINE ? [`${word.slice(0, half)}-`, word.slice(half)] : [word];
  });
  const size = Math.min(lines.length > 2 ? 13 : 16, 112 / Math.max(...lines.map((each) => each.length)));
  return lines.map((line, index) => svg("text", { y: 14 + (index - (lines.length - 1) / 2) * size * 1.05 + size / 3, "font-size": size }, line));
}

/** Why a square is not plain: an eye struck out, two squares, a leaning cube, a sun, a moon, a question mark. */
const BADGES = {
  covered: "M-12 0Q0-12 12 0Q0 12-12 0ZM-10 10L10-10",
  between: "M0-11V11M-4-4L-11 0L-4 4M4-4L11 0L4 4",
  tipped: "M-9 3L1-10L10-3L0 10ZM-12 11H12",
  glare: "M0-5A5 5 0 1 0 0 5A5 5 0 1 0 0-5ZM0-12V-9M0 9V12M-12 0H-9M9 0H12M-8-8L-6-6M6 6L8 8M-8 8L-6 6M6-6L8-8",
  dark: "M4-11A11 11 0 1 0 11 4A9 9 0 0 1 4-11Z",
  unlike: "M-6-5A6 6 0 1 1 2 1Q0 2 0 5M0 10V10.5",
};

export class Board {
  /** `ontap(square, cube)` makes squares buttons; without it the board is one picture with a description. */
  constructor({ ontap = null, label = null, ondrag = null, moves = false } = {}) {
    paint();
    this.ontap = ontap;
    this.ondrag = ondrag;
    /** Whether fingers take cubes along: beside them, and where they do not, they move the page. */
    this.grips = Boolean(ondrag);
    /** Whether cubes are seen to move to where they are drawn next. */
    this.moves = moves;
    this.label = label ?? t("The board");
    this.cubes = new Map();
    this.ground = svg("g", { class: "ground" });
    this.marks = svg("g", { class: "marks" });
    this.pieces = svg("g", { class: "pieces" });
    this.over = svg("g", { class: "over" });
    /** What a finger drags: whatever is drawn meanwhile, it stays. */
    this.hand = svg("g", { class: "hand" });
    this.taps = svg("g", { class: "taps" });
    this.view = svg("g", {}, this.ground, this.marks, this.pieces, this.over, this.hand, this.taps);
    this.element = svg(
      "svg",
      {
        class: "board",
        viewBox: BOX.join(" "),
        role: ontap ? "group" : "img",
        "aria-label": this.label,
      },
      svg(
        "defs",
        {},
        svg(
          "marker",
          { id: "head", viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 3, markerHeight: 3, orient: "auto" },
          svg("path", { class: "head", d: "M0 0L10 5L0 10Z" }),
        ),
      ),
      this.view,
    );
    this.drawGround();
    this.seenFrom(isOpposite());
    if (ontap) this.drawTaps();
  }

  /** From white's side as the rule book draws it, or from the other one. */
  seenFrom(opposite) {
    this.element.setAttribute("viewBox", (opposite ? OPPOSITE_BOX : BOX).join(" "));
    this.element.classList.toggle("opposite", opposite);
    if (opposite) this.view.setAttribute("transform", OPPOSITE);
    else this.view.removeAttribute("transform");
  }

  drawGround() {
    this.ground.append(svg("rect", { class: "frame", x: -38, y: -22, width: 646, height: 560, rx: 16 }));
    for (const square of SQUARES) {
      const [x, y] = middle(square);
      const zone = Number(square[1]) <= 3 ? "dark" : "light";
      this.ground.append(
        svg("rect", { class: `square ${zone}`, x: x - 48, y: y - 48, width: 96, height: 96, rx: 7 }),
      );
    }
    this.ground.append(svg("path", { class: "axis", d: `M300 2V498` }));
    [...ROWS].forEach((row, index) =>
      this.ground.append(svg("text", { class: "name", x: -20, y: index * SIZE + 58 }, row)),
    );
    for (let column = 1; column <= 6; column++)
      this.ground.append(svg("text", { class: "name", x: column * SIZE - 50, y: 526 }, String(column)));
  }

  drawTaps() {
    for (const square of SQUARES) {
      const [x, y] = middle(square);
      const tap = svg("rect", {
        class: "tap",
        "data-square": square,
        x: x - 48,
        y: y - 48,
        width: 96,
        height: 96,
        rx: 7,
        role: "button",
        tabindex: square === "C4" ? 0 : -1,
        "aria-label": square,
        onclick: () => this.ontap(square, this.cubes.get(square) ?? null),
        onkeydown: (event) => this.onkey(event, square),
      });
      this.taps.append(tap);
    }
    this.taps.addEventListener("focusin", (event) => {
      for (const tap of this.taps.children) tap.setAttribute("tabindex", tap === event.target ? 0 : -1);
    });
    if (this.ondrag) new Dragging(this);
  }

  onkey(event, square) {
    const row = ROWS.indexOf(square[0]);
    const column = Number(square[1]);
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (step) {
      event.preventDefault();
      const [r, c] = [row + step[0], column + step[1]];
      if (r >= 0 && r < 5 && c >= 1 && c <= 6) this.tapOf(ROWS[r] + c).focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.ontap(square, this.cubes.get(square) ?? null);
    }
  }

  tapOf(square) {
    return this.taps.querySelector(`[data-square="${square}"]`);
  }

  point(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.view.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  squareAt(x, y) {
    const column = Math.floor(x / SIZE) + 1;
    const row = Math.floor(y / SIZE);
    return row >= 0 && row < 5 && column >= 1 && column <= 6 ? ROWS[row] + column : null;
  }

  /** What lies on it: cubes and terrain. */
  show(cubes, { land = [], removed = [] } = {}) {
    const before = this.cubes;
    this.cubes = new Map(cubes.map((each) => [each.square, each]));
    this.pieces.replaceChildren(
      ...land.map(([square, tile]) => {
        const [x, y] = middle(square);
        return svg(
          "g",
          { class: "terrain", transform: `translate(${x} ${y})` },
          svg("rect", { x: -40, y: -40, width: 80, height: 80, rx: 40 }),
          svg("g", { class: "of-tile", transform: "translate(-11 -37) scale(0.92)" }, tilePath(tile)),
          tileLabel(tileName(tile)),
        );
      }),
      ...cubes.map((each) => {
        const [x, y] = middle(each.square);
        const drawn = cube(each, removed.includes(each.square) ? "leaving" : "");
        drawn.setAttribute("transform", `translate(${x} ${y})`);
        drawn.dataset.on = each.square;
        return drawn;
      }),
    );
    if (this.moves) animate(this, before);
    for (const tap of this.taps.children) tap.classList.toggle("grips", this.grips && this.cubes.has(tap.dataset.square));
    if (this.ontap) {
      this.nameTaps([]);
    } else {
      const words = cubes.map(cubeWords).join("; ") || t("No cubes.");
      this.element.setAttribute("aria-label", `${this.label}. ${words}`);
    }
  }

  /** For those who hear the board: what the game has there, and whether the camera doubts it. */
  nameTaps(doubts) {
    for (const tap of this.taps.children) {
      const { square } = tap.dataset;
      const there = this.cubes.get(square);
      const words = there ? cubeWords(there) : square;
      tap.setAttribute("aria-label", doubts.some((each) => each.square === square) ? t("{words}, in doubt", { words }) : words);
    }
  }

  /** Everything that is drawn over and under the cubes. */
  mark({ move = null, plan = null, targets = [], chosen = [], ghosts = [], wrong = [], doubts = [], asked = [], playable = [] } = {}) {
    if (this.ontap && doubts.length) this.nameTaps(doubts);
    this.marks.replaceChildren(
      ...wrong.map((square) => this.box("wrong", square)),
      ...chosen.map((square) => this.box("chosen", square)),
    );
    this.over.replaceChildren(
      ...asked.map((square) => this.box("asked", square)),
      ...doubts.map((each) => this.doubt(each, isNamed(each, doubts))),
      ...playable.map((square) => this.box("playable", square)),
      ...targets.map((square) => {
        const [x, y] = middle(square);
        return svg("circle", { class: "target", cx: x, cy: y, r: 15 });
      }),
      ...ghosts.flatMap((each) => this.ghost(each)),
      ...(move ? arrows(move) : []),
      ...(plan ? arrows(plan, "plan") : []),
    );
  }

  box(kind, square) {
    const [x, y] = middle(square);
    return svg("rect", { class: kind, x: x - 46, y: y - 46, width: 92, height: 92, rx: 9 });
  }

  /** Not plain: dots all round, and a badge that tells why where it is named; a cube that is drawn there stays in sight. */
  doubt({ square, reason }, badge) {
    const [x, y] = middle(square);
    return svg(
      "g",
      { class: `doubt ${reason}`, "data-doubt": square, transform: `translate(${x} ${y})` },
      svg("rect", { class: "dots", x: -44, y: -44, width: 88, height: 88, rx: 9 }),
      badge ? svg("circle", { class: "badge", cx: 32, cy: -32, r: 19 }) : null,
      badge ? svg("path", { class: "why", d: BADGES[reason] ?? BADGES.unlike, transform: "translate(32 -32)" }) : null,
    );
  }

  /** Where a cube is to go: its outline there, and the way to it. */
  ghost({ from, to, cube: text }) {
    const drawn = [];
    if (to) {
      const [x, y] = middle(to);
      const outline = cube({ colour: text[0], faces: text.slice(1) }, "ghost");
      outline.setAttribute("transform", `translate(${x} ${y})`);
      drawn.push(outline);
    }
    if (from && to && from !== to) drawn.push(arrow(middle(from), middle(to), "way"));
    if (from && !to) {
      const [x, y] = middle(from);
      drawn.push(svg("path", { class: "off", d: `M${x - 30} ${y - 30}L${x + 30} ${y + 30}M${x + 30} ${y - 30}L${x - 30} ${y + 30}` }));
    }
    return drawn;
  }
}

function arrow([x1, y1], [x2, y2], kind) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  // What was played points at the cube; what is to be played points at the square where it goes.
  const short = kind === "plan" ? 14 : 52;
  // A cube that is still there shows what is on top of it.
  const begins = kind ? 28 : -8;
  return svg("path", {
    class: `arrow ${kind}`,
    d: `M${x1 + dx * begins} ${y1 + dy * begins}L${x2 - dx * short} ${y2 - dy * short}`,
    "marker-end": "url(#head)",
  });
}

/** A bare move as arrows: tilts and slides straight, rotations as rings. */
export function arrows(move, kind = "") {
  const body = move.replace(/^[RC]-/, "");
  const drawn = [];
  for (const part of body.split("+")) {
    const step = /^([A-E][1-6])>([BPT])([A-E][1-6])/.exec(part);
    const swap = /^([A-E][1-6])<>([A-E][1-6])/.exec(part);
    if (step && step[2] === "P") {
      const [x, y] = middle(step[1]);
      drawn.push(
        svg("path", {
          class: `arrow turn ${kind}`,
          d: `M${x - 27} ${y - 27}A38 38 0 1 1 ${x - 36} ${y + 12}`,
          "marker-end": "url(#head)",
        }),
      );
    } else if (step) drawn.push(arrow(middle(step[1]), middle(step[3]), kind));
    else if (swap) {
      drawn.push(arrow(middle(swap[1]), middle(swap[2]), kind), arrow(middle(swap[2]), middle(swap[1]), kind));
    }
  }
  return drawn;
}
