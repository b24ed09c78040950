// The table: what everybody looks at while a game is played.
import { Board } from "../board.js";
import { cards, movesNow, nextHomes, onOptions, tapForTile } from "../cards.js";
import { h, put } from "../dom.js";
import { Hand } from "../hands.js";
import { Hinting } from "../hinting.js";
import { hear, live, read, watch } from "../live.js";
import { doubtLines, follow as followDoubts, isDoubtful } from "../doubts.js";
import { expected, lagging, left, minutes, scores } from "../scores.js";
import { askStanding, onUnderstood, understoodCard } from "../standing.js";
import { follow } from "../story.js";
import { moveWords, tell, who } from "../telling.js";
import { Training } from "../training.js";
import { t } from "../words.js";

export function show(main) {
  const head = h("div", { id: "scores" });
  const now = h("p.now");
  const asked = h("div", { id: "cards" });
  const board = new Board({ ontap: tapped });
  const hinting = new Hinting();
  const training = new Training(board);
  const legend = h("p.legend.hint", { role: "status" });
  const list = h("ol.record");
  let chosen = null;
  let lastMove = null;
  const tiles = new Hand();
  let doubts = [];

  main.append(
    h("h1.hidden", {}, t("The table")),
    h("div.left", {}, head, now, asked),
    h("div.middle", {}, board.element, legend),
    h("div.aids", {}, tiles.element, hinting.element, training.element),
    h("section.right", { "aria-labelledby": "record-title" }, h("h2", { id: "record-title" }, t("The game so far")), list),
  );

  async function tapped(square, cube) {
    if (tapForTile(square)) return undefined;
    if (isDoubtful(square)) return askStanding(square);
    chosen = cube && chosen !== square ? square : null;
    if (!chosen) return draw(live.state);
    const state = live.state;
    const moves = await movesNow(state).catch(() => []);
    if (chosen !== square || live.state.position !== state.position) return undefined;
    draw(state);
    const targets = targetsOf(moves, square);
    legend.classList.remove("told");
    const turns = moves.some((move) => new RegExp(`(^|[-+])${square}>P`).test(move));
    legend.textContent = targets.length
      ? t("{square} can tilt to {targets}.", { square, targets: targets.join(", ") })
      : turns
        ? t("{square} can only rotate now.", { square })
        : t("{square} cannot be played now.", { square });
    return undefined;
  }

  function tellDoubts() {
    legend.textContent = doubtLines(doubts);
    legend.classList.toggle("told", doubts.length > 0);
  }

  const targetsOf = (moves, square) =>
    moves.map((move) => /^(?:[RC]-)?(..)>[BT](..)$/.exec(move)).filter((found) => found?.[1] === square).map((found) => found[2]);

  async function draw(state) {
    if (!state) return;
    const position = read(state.position);
    put(head, scores(state));
    // What a level says is on its card.
    now.textContent = lagging(state) || state.levels?.[state.turn] ? "" : (expected(state) ?? "");
    put(asked, understoodCard(state), cards(state));
    tiles.show(state);
    hinting.show(state);
    training.show(state);
    const off = state.setup?.missing.filter((each) => each.cube.includes("???")).map((each) => each.to) ?? [];
    board.show(position.cubes.filter((each) => !off.includes(each.square)), { land: position.land, removed: state.to_remove });
    const wrong = state.violation ? state.violation.restore : [lagging(state)].filter(Boolean);
    const leaving = state.to_remove.map((square) => ({ from: square, to: null, cube: "b???" }));
    const ghosts = state.violation || lagging(state)
      ? [state.to_restore ?? wrong[0]].filter(Boolean)
      : (state.setup?.wrong.slice(0, position.setup ? undefined : 1) ?? []).concat(homes(state), leaving);
    const mark = { ghosts, wrong: wrong.map((each) => each.from ?? each.to).filter(Boolean), doubts: state.doubts, asked: state.question?.squares };
    if (state.muk_yan?.action) mark.plan = state.muk_yan.move;
    else if (state.opponent && !state.setup && !wrong.length) mark.plan = state.opponent.move;
    else if (!wrong.length && state.hint) mark.plan = state.hint.move;
    else if (!wrong.length) mark.move = lastMove;
    if (chosen) {
      mark.chosen = [chosen];
      mark.targets = targetsOf(await movesNow(state).catch(() => []), chosen);
      mark.move = mark.plan = null;
    } else tellDoubts();
    board.mark(mark);
  }

  const stops = [
    follow((steps) => {
      const last = steps.at(-1);
      lastMove = last?.event === "move" ? last.move : null;
      put(list, lines(steps));
      draw(live.state);
    }),
    watch((state) => {
      if (chosen && state.last_event?.event === "move") chosen = null;
      draw(state);
    }),
    hear(() => (chosen = null)),
    followDoubts((found) => {
      doubts = found;
      if (!chosen) tellDoubts();
    }),
  ];
  onOptions(() => draw(live.state));
  onUnderstood(() => draw(live.state));
  const ticking = setInterval(() => {
    for (const each of main.querySelectorAll("[data-clock]")) each.textContent = minutes(left(live.state, each.dataset.clock));
  }, 250);
  return () => {
    clearInterval(ticking);
    onOptions(() => {});
    onUnderstood(() => {});
    for (const stop of stops) stop();
  };
}

/** In set-up, what is missing now: where any cube will do, only from the side whose turn it is. */
export function homes(state) {
  if (!state?.setup) return [];
  const missing = state.setup.missing.filter((each) => each.to);
  if (state.opponent) return missing.slice(0, 1);
  if (missing.some((each) => !each.cube.includes("???"))) return missing;
  const next = nextHomes(state);
  // Before the first move, what was taken off once more comes back in whatever order.
  if (!next.length || !read(state.position).setup) return missing;
  return missing.filter((each) => next.includes(each.to));
}

/** The record, newest first, a line for each entry. */
export function lines(steps) {
  return steps
    .filter((each) => each.event !== "ready")
    .map((each, index) => {
      if (each.event === "corrected") {
        return h("li.corrected", {}, h("span.text", {}, tell(each).text));
      }
      const gained = (each.points ?? 0) + (each.influence?.length ?? 0);
      return h(
        "li",
        { value: index + 1 },
        h("span.by", { className: `by ${each.by[0]}`, title: who(each.by) }),
        h("span.text", {}, h("span.hidden", {}, `${who(each.by)}: `), moveWords(each.move)),
        each.hinted ? h("span.hinted", {}, t("after a hint")) : null,
        gained ? h("span.gain", {}, `+${gained}`) : null,
      );
    })
    .reverse();
}
