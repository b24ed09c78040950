// The last step of setting up: cubes are moved, and what the camera makes of it is said.
import { get } from "../api.js";
import { h, put } from "../dom.js";
import { FACTS } from "../facts.js";
import { hintsWords } from "../hints.js";
import { byCode, t } from "../words.js";

const LOOK_AGAIN = 500;

/** Draws what is seen, says what has changed, and what is wrong with the picture. Returns how to stop. */
export function tryOut(board, words, wrong, ready = () => {}) {
  let seen = null;
  let running = true;

  async function look() {
    const sight = await get("/api/v1/camera").catch(() => null);
    if (!sight || !running) return;
    const cubes = sight.cubes.map((each) => ({ square: each.square, colour: each.colour[0], faces: `${FACTS.letters[each.top]}??` }));
    board.show(cubes);
    put(wrong, hintsWords(sight.hints).map((each) => h("p.card.bad", {}, each)));
    if (!sight.clear) return;
    const field = cubes.map((each) => each.square + each.colour + each.faces);
    if (seen !== null && String(field) !== String(seen)) words.textContent = difference(new Set(seen), new Set(field));
    if (seen === null) ready();
    seen = field;
  }

  (async () => {
    while (running) {
      await look();
      await new Promise((next) => setTimeout(next, LOOK_AGAIN));
    }
  })();
  return () => (running = false);
}

function difference(was, is) {
  const gone = [...was].filter((each) => !is.has(each));
  const come = [...is].filter((each) => !was.has(each));
  const square = (each) => each.slice(0, 2);
  if (gone.length === 1 && come.length === 1) return t("I saw: {move}.", { move: byCode("move-tilts", { from: square(gone[0]), to: square(come[0]) }) });
  const squares = [...new Set([...gone, ...come].map(square))].sort().join(", ");
  return come.length ? t("I saw a change on {squares}.", { squares }) : t("A cube has gone from {squares}.", { squares });
}
