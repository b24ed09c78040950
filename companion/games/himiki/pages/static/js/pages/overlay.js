// For streaming software: no ground, scales with its window. ?key=…&delay=seconds&camera=1
import { Board } from "../board.js";
import { h, put } from "../dom.js";
import { live, read, watch } from "../live.js";
import { expected, lagging, scores } from "../scores.js";
import { follow } from "../story.js";
import { t } from "../words.js";
import { Better, finale } from "./watching.js";

export function show(main) {
  const asked = new URLSearchParams(location.search);
  const delay = Math.min(600, Math.max(0, Number(asked.get("delay")) || 0)) * 1000;
  const key = asked.get("key") ?? "";
  const board = new Board();
  const head = h("div");
  const better = new Better();
  const scene = h("div");
  const now = h("p.now");
  const picture = asked.get("camera") === "1" ? h("img.sight", { alt: t("The camera's picture") }) : null;
  document.documentElement.classList.add("see-through");
  main.append(h("h1.hidden", {}, "HI MI KI"), head, better.element, now, picture ?? board.element, scene);

  let move = null;
  const timers = new Set();
  const later = (work) => {
    if (!delay) return work();
    const timer = setTimeout(() => (timers.delete(timer), work()), delay);
    return timers.add(timer);
  };
  const stops = [
    follow((steps) => later(() => (move = steps.at(-1)?.event === "move" ? steps.at(-1).move : null))),
    watch((state) => better.show(state, later)),
    watch((state) =>
      later(() => {
        put(head, scores(state));
        put(scene, finale(state));
        main.classList.toggle("ended", state.over);
        now.textContent = expected(state) ?? "";
        const position = read(state.position);
        board.show(position.cubes, { land: position.land });
        const first = state.violation ? state.violation.restore[0] : lagging(state);
        board.mark({ move: first ? null : move, ghosts: [first].filter(Boolean), doubts: state.doubts, asked: state.question?.squares });
      }),
    ),
  ];
  let running = true;
  if (picture) {
    (async () => {
      while (running) {
        const answer = await fetch(`/api/v1/camera/picture?key=${encodeURIComponent(key)}`).catch(() => null);
        if (answer?.status === 200) {
          const blob = await answer.blob();
          later(() => {
            const old = picture.src;
            picture.src = URL.createObjectURL(blob);
            if (old.startsWith("blob:")) URL.revokeObjectURL(old);
          });
        }
        await new Promise((next) => setTimeout(next, 250));
      }
    })();
  }
  return () => {
    running = false;
    for (const timer of timers) clearTimeout(timer);
    for (const stop of stops) stop();
    return live;
  };
}
