// The table: what everybody looks at while a game is played, and where a drawn one is played.
import { decide } from "../api.js";
import { Board, beaten, isOpposite, setOpposite } from "../board.js";
import { cards, nextHomes, onOptions, tileTargets } from "../cards.js";
import { attempt } from "../dialogs.js";
import { choice, h, put, toggle } from "../dom.js";
import { doubtLines, follow as followDoubts } from "../doubts.js";
import { carries, drawn, follow as followDrawn, isLaid, lay, setCarries, toLay } from "../drawn.js";
import { ending, isScene, scene } from "../ending.js";
import { Hand } from "../hands.js";
import { Hinting } from "../hinting.js";
import { hear, live, read, watch } from "../live.js";
import { followMoments } from "../moments.js";
import { Playing, putBack, undo } from "../playing.js";
import { lines } from "../record.js";
import { flash } from "../rolling.js";
import { expected, lagging, left, minutes, scores } from "../scores.js";
import { setSignSet, signSet } from "../signs.js";
import { onUnderstood, understoodCard } from "../standing.js";
import { follow, story } from "../story.js";
import { Training } from "../training.js";
import { buzz } from "../voice.js";
import { byCode, t } from "../words.js";

export function show(main) {
  const playing = new Playing(() => draw(live.state));
  const head = h("div", { id: "scores" });
  const now = h("p.now");
  const asked = h("div", { id: "cards" });
  const fold = h("button.fold", { onclick: () => folded((wanted = !sheet.classList.contains("folded"))) });
  const sheet = h("div.low", {}, fold, asked);
  const board = new Board({ ontap: playing.tapped, ondrag: playing.dragged, moves: true });
  const hinting = new Hinting(() => draw(live.state));
  const training = new Training(board);
  const legend = h("p.legend.hint", { role: "status" });
  const tools = h("div.tools");
  const looks = h("div.looks");
  // What scrolls is scrolled by keys too.
  const list = h("ol.record", { tabIndex: 0, "aria-labelledby": "record-title" });
  let lastMove = null;
  const tiles = new Hand();
  let doubts = [];

  main.append(
    h("h1.hidden", {}, t("The table")),
    h("div.left", {}, head, now, sheet),
    h("div.middle", {}, board.element, legend, tools),
    h("div.aids", {}, tiles.element, hinting.element, training.element, looks),
    h("section.right", { "aria-labelledby": "record-title" }, h("h2", { id: "record-title" }, t("The game so far")), list),
  );
  /** Over a small board, all of a card but what is to be done can be put away. */
  function folded(yes) {
    sheet.classList.toggle("folded", yes);
    fold.textContent = yes ? "▴" : "▾";
    fold.setAttribute("aria-expanded", String(!yes));
    fold.setAttribute("aria-label", yes ? t("Show all of it") : t("Show less of it"));
  }

  /** What somebody wanted of the sheet; before that it is put away where it would hide too much of the board. */
  let wanted = null;
  let room = 0;
  function fitSheet() {
    const { top, height } = board.element.getBoundingClientRect();
    const bar = document.querySelector("nav.bar")?.offsetHeight ?? 0;
    room = innerHeight - bar - (top + scrollY + height * (1 - MOST_HIDDEN));
    main.style.setProperty("--room", `${Math.round(room)}px`);
    if (wanted === null) {
      sheet.classList.remove("folded");
      folded(asked.scrollHeight > room);
    }
  }

  // What lies under the sheet can be scrolled out from under it.
  const measuring = new ResizeObserver(() => {
    main.style.setProperty("--low", `${sheet.offsetHeight}px`);
    fitSheet();
  });
  measuring.observe(sheet);
  measuring.observe(board.element);

  function tellDoubts() {
    const begins = shownPlayable(live.state).length && !playing.chosen && !playing.turning;
    legend.textContent = playing.told || doubtLines(doubts) || hinting.wayIn(live.state)?.words || (begins ? t("Drag a cube onto the next square to tilt it. Tap one for more.") : "");
    legend.classList.toggle("told", !playing.told && doubts.length > 0);
  }

  /** Of the cubes that can be played those that stand where the game has them: one that rolls is on its way. */
  function shownPlayable(state) {
    if (!state || state.violation || lagging(state)) return [];
    const underWay = drawn.cubes.some((each) => !read(state.position).cubes.some((one) => one.square === each.square));
    return underWay ? [] : playing.playable;
  }

  /** What takes the place of the scores takes no less room: the board stays under it. */
  function stays(change) {
    const before = board.element.getBoundingClientRect().top;
    head.style.minHeight = "";
    change();
    const risen = before - board.element.getBoundingClientRect().top;
    if (risen > 0 && !main.classList.contains("waiting") && main.classList.contains("ended")) head.style.minHeight = `${head.offsetHeight + risen}px`;
  }

  function draw(state) {
    if (!state) return;
    main.classList.remove("waiting");
    const position = read(state.position);
    const here = playing.here;
    stays(() => {
      main.classList.toggle("ended", isScene(state));
      put(head, isScene(state) ? scene(state) : scores(state));
    });
    // What a level says is on its card.
    now.textContent = lagging(state) || state.levels?.[state.turn] ? "" : (expected(state) ?? "");
    const helped = here ? { putBack, layOut: toLay(state) ? () => lay(toLay(live.state)) : null, laid: isLaid(state), carries: carries() } : {};
    const understood = understoodCard(state);
    put(asked, understood, playing.card() ?? (state.over ? ending(state, story.steps, canUndo(state) ? undo : null) : cards(state, helped)));
    fitSheet();
    tiles.show(state);
    hinting.show(state);
    training.show(state);
    const handling = playing.buttons();
    const undoing = canUndo(state) && !understood && !state.over ? h("button.small.plain", { "data-key": "undo", onclick: undo }, t("Undo")) : null;
    // What is chosen is done or left first: one row, under which nothing moves.
    put(tools, h("div.buttons", {}, handling.length ? handling : [undoing, hinting.button(state), pausing(state)]));
    for (const side of ["w", "b"]) board.element.classList.toggle(`won-${side}`, Boolean(state.over && state.winner === side));
    const off = state.setup?.missing.filter((each) => each.cube.includes("???")).map((each) => each.to) ?? [];
    const stands = here ? drawn.cubes : position.cubes.filter((each) => !off.includes(each.square));
    board.grips = here;
    if (!board.element.classList.contains("dragging")) board.show(stands, { land: position.land, removed: state.to_remove });
    mark(state, position);
  }

  function mark(state, position) {
    const wrong = state.violation ? state.violation.restore : [lagging(state)].filter(Boolean);
    const leaving = state.to_remove.map((square) => ({ from: square, to: null, cube: "b???" }));
    const stands = (square) => playing.here && drawn.cubes.some((each) => each.square === square);
    const toSetUp = isLaid(state) ? [] : (state.setup?.wrong.slice(0, position.setup ? undefined : 1) ?? []).concat(homes(state).filter((each) => !stands(each.to)));
    const ghosts = state.violation || lagging(state) ? [state.to_restore ?? wrong[0]].filter(Boolean) : toSetUp.concat(leaving);
    const mark = { ghosts, wrong: wrong.map((each) => each.from ?? each.to).filter(Boolean), doubts: state.doubts, asked: state.question?.squares };
    if (state.muk_yan?.action) mark.plan = state.muk_yan.move;
    else if (state.opponent && !state.setup && !wrong.length) mark.plan = state.opponent.move;
    else if (!wrong.length && hinting.plan(state)) mark.plan = hinting.plan(state);
    else if (!wrong.length) mark.move = lastMove;
    playing.findPlayable(state);
    mark.playable = shownPlayable(state);
    const chosen = playing.turning ?? [playing.chosen ?? playing.placing?.square].filter(Boolean);
    if (chosen.length) {
      mark.chosen = chosen;
      mark.targets = playing.targets;
      mark.move = mark.plan = null;
      mark.playable = [];
    }
    const forTile = tileTargets();
    if (forTile.length) Object.assign(mark, { targets: forTile, move: null, plan: null, playable: [] });
    tellDoubts();
    board.mark(mark);
  }

  function drawLooks() {
    const anew = () => (board.seenFrom(isOpposite()), draw(live.state));
    put(
      looks,
      h(
        "details.panel",
        {},
        h("summary", {}, t("How the board is shown")),
        toggle("opposite", t("From the other side of the table"), isOpposite(), (yes) => (setOpposite(yes), anew())),
        choice(
          "signs",
          t("Signs"),
          [["pictures", t("Pictures")], ["kanji", t("Kanji")], ["letters", t("Letters")]],
          signSet(),
          (name) => (setSignSet(name), anew(), drawLooks()),
        ),
        drawn.there ? toggle("carries", t("Levels and Muk Yan move their own cubes"), carries(), setCarries) : null,
      ),
    );
  }

  /** Why points were given: where it happened. */
  function shine(event) {
    const target = event.move.split("+")[0].slice(-2);
    const squares = event.points ? beaten(read(event.position).cubes, target) : [];
    const count = event.points + event.influence.length;
    if (!count) return;
    flash(board, squares, `+${count}`, target);
    buzz(30);
    const beats = squares.length ? t("+{count}: {square} beats {squares}.", { count: event.points, square: target, squares: squares.join(", ") }) : "";
    playing.told = [beats, ...event.influence.map((letter) => byCode(`told-influence-${letter}`))].filter(Boolean).join(" ");
    setTimeout(() => ((playing.told = ""), tellDoubts()), 6000);
  }

  drawLooks();
  // Nothing is shown before it is known what stands where: it would move.
  main.classList.add("waiting");
  const waited = setTimeout(() => main.classList.remove("waiting"), PATIENCE);
  const stops = [
    follow((steps) => {
      const last = steps.at(-1);
      lastMove = last?.event === "move" ? last.move : null;
      put(list, lines(steps));
      draw(live.state);
    }),
    followMoments(() => put(list, lines(story.steps))),
    watch((state) => draw(state)),
    hear((event) => {
      if (CHANGES.includes(event.event)) playing.forget();
      if (event.event === "violation") buzz(60, 40, 60);
      if (event.event === "move") shine(event);
    }),
    followDoubts((found) => {
      doubts = found;
      tellDoubts();
    }),
    followDrawn(() => {
      draw(live.state);
      drawLooks();
    }),
  ];
  onOptions(() => draw(live.state));
  onUnderstood(() => draw(live.state));
  const ticking = setInterval(() => {
    for (const each of main.querySelectorAll("[data-clock]")) each.textContent = minutes(left(live.state, each.dataset.clock));
  }, 250);
  return () => {
    clearInterval(ticking);
    clearTimeout(waited);
    measuring.disconnect();
    onOptions(() => {});
    onUnderstood(() => {});
    for (const stop of stops) stop();
  };
}

/** A clock can be stopped while somebody is on turn; playing on starts it too. */
function pausing(state) {
  if (!state.clock || state.over || state.setup) return null;
  return h("button.small.plain", { "data-key": "pause", onclick: () => attempt(() => decide("pause")) }, state.paused ? t("Start the clock") : t("Stop the clock"));
}

/** Milliseconds after which an empty board is shown to whoever cannot reach the table. */
const PATIENCE = 3000;

/** Of the board, as much as a sheet may hide by itself. */
const MOST_HIDDEN = 0.33;

/** Events after which what was chosen is chosen no more. */
const CHANGES = ["ready", "placed", "move", "corrected", "violation", "over"];

const canUndo = (state) => state.mode !== "free" && story.steps.some((each) => each.event !== "ready");

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
