// For a television across the room: everything large, nothing to tap.
import { Board } from "../board.js";
import { h, put } from "../dom.js";
import { read, watch } from "../live.js";
import { doubtSentences, follow as followDoubts } from "../doubts.js";
import { expected, lagging, left, minutes, scores } from "../scores.js";
import { follow } from "../story.js";
import { say, sayByCode } from "../telling.js";
import { live } from "../live.js";
import { lines } from "../record.js";
import { t } from "../words.js";
import { Better, finale, wholeLines } from "./watching.js";

export function show(main) {
  const board = new Board();
  const head = h("div");
  const now = h("p.now");
  const hand = h("p.hint");
  const list = h("ol.record");
  let move = null;
  const better = new Better();
  const scene = h("div");
  main.append(h("h1.hidden", {}, t("The table")), h("div.side", {}, head, better.element, now, hand, list), h("div.middle", {}, board.element, scene));
  const resized = new ResizeObserver(() => wholeLines(list));
  resized.observe(list);

  function draw(state) {
    if (!state) return;
    put(head, scores(state));
    put(scene, finale(state));
    main.classList.toggle("ended", state.over);
    better.show(state);
    const wrong = state.violation;
    now.textContent = wrong
      ? [sayByCode(wrong, wrong.text), ...wrong.restore.slice(0, 1).map((each) => say(each.words))].join(" ")
      : state.over
        ? say(state.end)
        : state.question
          ? sayByCode(state.question, state.question.question)
          : (expected(state) ?? "");
    now.classList.toggle("alarm", Boolean(wrong));
    const position = read(state.position);
    board.show(position.cubes, { land: position.land });
    const first = wrong ? (state.to_restore ?? wrong.restore[0]) : lagging(state);
    const plan = wrong || first || state.setup ? null : (state.opponent?.move ?? null);
    board.mark({ move: wrong || first || plan ? null : move, plan, ghosts: [first].filter(Boolean), doubts: state.doubts, asked: state.question?.squares });
  }
  const stops = [
    follow((steps) => {
      move = steps.at(-1)?.event === "move" ? steps.at(-1).move : null;
      put(list, lines(steps).slice(0, 12));
      wholeLines(list);
      draw(live.state);
    }),
    watch(draw),
    followDoubts((doubts) => (hand.textContent = doubtSentences(doubts).join(" "))),
  ];
  const ticking = setInterval(() => {
    for (const each of main.querySelectorAll("[data-clock]")) each.textContent = minutes(left(live.state, each.dataset.clock));
  }, 250);
  return () => {
    clearInterval(ticking);
    resized.disconnect();
    for (const stop of stops) stop();
  };
}
