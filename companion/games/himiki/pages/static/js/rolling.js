// How cubes come to be where they are drawn: one rolls over its edge, turns, comes or goes.
import { EDGE, cube, middle, neighbours, svg } from "./board.js";

const MILLISECONDS = 420;
const STEPS = 12;

const isQuiet = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.visibilityState === "hidden";

/** From what was drawn before to what is drawn now; nothing where a whole board is another one. */
export function animate(board, before) {
  if (isQuiet() || !before.size) return;
  const now = board.cubes;
  const gone = [...before.values()].filter((each) => now.get(each.square)?.colour !== each.colour);
  const come = [...now.values()].filter((each) => before.get(each.square)?.colour !== each.colour);
  if (gone.length + come.length > 4) return;
  for (const each of come) {
    const from = gone.find((one) => one.colour === each.colour && neighbours(one.square).includes(each.square));
    if (from) {
      gone.splice(gone.indexOf(from), 1);
      roll(board, from, each);
    } else grow(pieceOn(board, each.square), [0, 1]);
  }
  for (const each of gone) leave(board, each);
  for (const each of now.values()) {
    const was = before.get(each.square);
    if (was?.colour === each.colour && was.faces !== each.faces && was.faces[0] === each.faces[0] && !each.faces.includes("?")) turn(board, each);
  }
}

const pieceOn = (board, square) => board.pieces.querySelector(`[data-on="${square}"]`);

const play = (element, frames, options = {}) => element?.animate(frames, { duration: MILLISECONDS, easing: "ease-in-out", ...options });

/** Seen from above, the old top goes under the leading edge while the trailing side comes up. */
function roll(board, from, to) {
  const drawn = pieceOn(board, to.square);
  const [x0, y0] = middle(from.square);
  const [x1, y1] = middle(to.square);
  const [dx, dy] = [Math.sign(x1 - x0), Math.sign(y1 - y0)];
  const old = cube(from);
  board.pieces.append(old);
  const frames = (isOld) =>
    Array.from({ length: STEPS + 1 }, (_, step) => {
      const done = step / STEPS;
      const angle = (done * Math.PI) / 2;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const part = isOld ? cos : sin;
      const off = isOld ? EDGE * (cos + sin) - EDGE * cos : EDGE * sin - EDGE * (cos + sin);
      const x = x0 + (x1 - x0) * done + dx * off;
      const y = y0 + (y1 - y0) * done + dy * off;
      return { transform: `translate(${x}px, ${y}px) scale(${dx ? Math.max(part, 0.001) : 1}, ${dy ? Math.max(part, 0.001) : 1})` };
    });
  const rolling = play(old, frames(true), { fill: "forwards" });
  rolling.onfinish = rolling.oncancel = () => old.remove();
  play(drawn, frames(false));
}

function turn(board, each) {
  const [x, y] = middle(each.square);
  play(pieceOn(board, each.square), [-90, 0].map((angle) => ({ transform: `translate(${x}px, ${y}px) rotate(${angle}deg)` })));
}

function grow(element, [from, to], options) {
  if (!element) return undefined;
  const [, x, y] = /translate\((\S+) (\S+)\)/.exec(element.getAttribute("transform"));
  return play(element, [from, to].map((scale) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: scale })), options);
}

function leave(board, each) {
  const old = cube(each);
  old.setAttribute("transform", `translate(${middle(each.square).join(" ")})`);
  board.pieces.append(old);
  const leaving = grow(old, [1, 0], { fill: "forwards" });
  leaving.onfinish = leaving.oncancel = () => old.remove();
}

/** Where cubes have just been beaten, and by how much: for as long as it is looked at. */
export function flash(board, squares, text, at) {
  for (const square of squares) {
    const box = board.box("beaten", square);
    board.view.append(box);
    setTimeout(() => box.remove(), SHOWN);
    if (!isQuiet()) play(box, [{ opacity: 1 }, { opacity: 0.15 }, { opacity: 1 }], { iterations: 3 });
  }
  const [x, y] = middle(at);
  const told = svg("text", { class: "gained", x, y: y + 16 }, text);
  board.view.append(told);
  setTimeout(() => told.remove(), SHOWN);
  if (!isQuiet()) play(told, [{ transform: "translateY(20px)", opacity: 0 }, { transform: "none", opacity: 1 }]);
}

/** Milliseconds. */
const SHOWN = 2600;
