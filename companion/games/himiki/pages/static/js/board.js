// The board, drawn as it stands. Every cube shows its element by sign, outline and colour.
import { listen } from "./dom.js";
import { isNamed } from "./doubts.js";
import { SIGNS, SVG, colourName, elementName, tileName } from "./signs.js";
import { t } from "./words.js";

export const ROWS = "ABCDE";
export const SQUARES = [...ROWS].flatMap((row) => [1, 2, 3, 4, 5, 6].map((column) => row + column));

const SIZE = 100;
const EDGE = 39;
export const BOX = [-46, -30, 6 * SIZE + 62, 5 * SIZE + 76];

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

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) listen(element, name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(3)) if (child) element.append(child);
  return element;
}

export function cubeWords(cube) {
  const [top, side] = cube.faces;
  const words = { colour: colourName(cube.colour), element: elementName(top), square: cube.square };
  return side && side !== "?"
    ? t("{square}: {colour}, {element}, {side} along the row", { ...words, side: elementName(side) })
    : t("{square}: {colour}, {element}", words);
}

/** A cube around the origin. Small signs at the edges tell what its sides show. */
export function cube({ colour, faces }, extra = "") {
  const [top, row, column] = faces;
  const edge = (letter, x, y) =>
    letter && letter !== "?"
      ? svg("path", {
          class: `edge ${letter}`,
          d: SIGNS[letter],
          "fill-rule": "evenodd",
          transform: `translate(${x} ${y}) scale(0.14)`,
        })
      : null;
  return svg(
    "g",
    { class: `cube ${colour} ${extra}` },
    svg("rect", { class: "shade", x: -EDGE - 1, y: -EDGE + 4, width: 2 * EDGE + 2, height: 2 * EDGE, rx: 9 }),
    svg("rect", { class: "body", x: -EDGE, y: -EDGE, width: 2 * EDGE, height: 2 * EDGE, rx: 8 }),
    SIGNS[top]
      ? svg("path", { class: `top ${top}`, d: SIGNS[top], "fill-rule": "evenodd", transform: "scale(0.5)" })
      : svg("text", { class: "unknown", y: 14 }, "?"),
    edge(row, -EDGE + 8.5, 0),
    edge(row, EDGE - 8.5, 0),
    edge(column, 0, -EDGE + 8.5),
    edge(column, 0, EDGE - 8.5),
  );
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
  constructor({ ontap = null, label = null, ondrag = null } = {}) {
    this.ontap = ontap;
    this.ondrag = ondrag;
    this.label = label ?? t("The board");
    this.cubes = new Map();
    this.ground = svg("g", { class: "ground" });
    this.marks = svg("g", { class: "marks" });
    this.pieces = svg("g", { class: "pieces" });
    this.over = svg("g", { class: "over" });
    /** What a finger drags: whatever is drawn meanwhile, it stays. */
    this.hand = svg("g", { class: "hand" });
    this.taps = svg("g", { class: "taps" });
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
      this.ground,
      this.marks,
      this.pieces,
      this.over,
      this.hand,
      this.taps,
    );
    this.drawGround();
    if (ontap) this.drawTaps();
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
    if (this.ondrag) this.listenForDrags();
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

  listenForDrags() {
    let from = null;
    let ghost = null;
    let moved = false;
    this.taps.addEventListener("pointerdown", (event) => {
      const square = event.target.dataset?.square;
      const held = this.cubes.get(square);
      if (!held || event.button > 0) return;
      from = square;
      moved = false;
    });
    this.element.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [x, y] = this.point(event);
      const [fromX, fromY] = middle(from);
      if (!moved && Math.hypot(x - fromX, y - fromY) < 30) return;
      if (!moved) {
        moved = true;
        // Not before it is a drag: a tap's click has to reach the square itself.
        this.element.setPointerCapture(event.pointerId);
        ghost = cube(this.cubes.get(from), "held");
        this.hand.append(ghost);
        this.element.classList.add("dragging");
      }
      ghost.setAttribute("transform", `translate(${x} ${y}) scale(1.12)`);
    });
    const drop = (event) => {
      if (!from) return;
      const start = from;
      from = null;
      ghost?.remove();
      ghost = null;
      this.element.classList.remove("dragging");
      if (!moved) return;
      // The click that follows a drag is no tap.
      this.element.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => this.element.dispatchEvent(new MouseEvent("click")), 0);
      if (event.type === "pointercancel") return;
      this.ondrag(start, this.squareAt(...this.point(event)));
    };
    this.element.addEventListener("pointerup", drop);
    this.element.addEventListener("pointercancel", drop);
  }

  point(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  squareAt(x, y) {
    const column = Math.floor(x / SIZE) + 1;
    const row = Math.floor(y / SIZE);
    return row >= 0 && row < 5 && column >= 1 && column <= 6 ? ROWS[row] + column : null;
  }

  /** What lies on it: cubes and terrain. */
  show(cubes, { land = [], removed = [] } = {}) {
    this.cubes = new Map(cubes.map((each) => [each.square, each]));
    this.pieces.replaceChildren(
      ...land.map(([square, tile]) => {
        const [x, y] = middle(square);
        return svg(
          "g",
          { class: "terrain", transform: `translate(${x} ${y})` },
          svg("rect", { x: -40, y: -40, width: 80, height: 80, rx: 40 }),
          svg("text", { y: 7 }, tileName(tile).split(" ").at(-1).slice(0, 9)),
        );
      }),
      ...cubes.map((each) => {
        const [x, y] = middle(each.square);
        const drawn = cube(each, removed.includes(each.square) ? "leaving" : "");
        drawn.setAttribute("transform", `translate(${x} ${y})`);
        return drawn;
      }),
    );
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
  mark({ move = null, plan = null, targets = [], chosen = [], ghosts = [], wrong = [], doubts = [], asked = [] } = {}) {
    if (this.ontap && doubts.length) this.nameTaps(doubts);
    this.marks.replaceChildren(
      ...wrong.map((square) => this.box("wrong", square)),
      ...chosen.map((square) => this.box("chosen", square)),
    );
    this.over.replaceChildren(
      ...asked.map((square) => this.box("asked", square)),
      ...doubts.map((each) => this.doubt(each, isNamed(each, doubts))),
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
  return svg("path", {
    class: `arrow ${kind}`,
    d: `M${x1 - dx * 8} ${y1 - dy * 8}L${x2 - dx * short} ${y2 - dy * short}`,
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
