// The record of a game, line by line: what was played, and what it did to the score of either side.
import { h } from "./dom.js";
import { seatName } from "./signs.js";
import { showLine } from "./moments.js";
import { say, sentence, tell, who } from "./telling.js";
import { t } from "./words.js";

/** Each step with what it changed: `[white, black]`, so that all of them together are the score. */
export function gains(steps) {
  let before = [0, 0];
  return steps.map((each) => {
    const score = each.score ?? scoreOf(each.position) ?? before;
    const gained = each.event === "ready" ? [0, 0] : [score[0] - before[0], score[1] - before[1]];
    before = score;
    return { step: each, gained, score };
  });
}

const scoreOf = (position) => position?.split(" ")[2]?.split("-").map(Number);

const signed = (number) => (number > 0 ? `+${number}` : `−${-number}`);

/** What somebody put right, or that they gave up: its end is told by itself, so nothing else says that. */
export const correctedWords = (step, named = who) =>
  tell(step)?.text ?? (step.reason === "resign" ? sentence(t("{name} gives up", { name: named(step.side) })) : "");

/** Newest first, a line for each entry. */
export function lines(steps) {
  return gains(steps)
    .filter(({ step }) => step.event !== "ready")
    .map(({ step, gained, score }, index) => {
      const changes = gained.map((each, side) => (each ? change(each, "wb"[side]) : null));
      const told = gained.some(Boolean) ? [changes, h("span.stands", {}, `${score[0]}–${score[1]}`)] : null;
      if (step.event === "corrected") return h("li.corrected", {}, h("span.text", {}, correctedWords(step)), told, showLine(step, correctedWords(step)));
      return h(
        "li",
        { value: index + 1 },
        h("span.by", { className: `by ${step.by[0]}`, title: who(step.by) }),
        h("span.text", {}, h("span.hidden", {}, `${who(step.by)}: `), say(step.move_words)),
        step.hinted ? h("span.hinted", {}, t("after a hint")) : null,
        told,
        showLine(step, say(step.move_words)),
      );
    })
    .reverse();
}

const change = (count, side) =>
  h("span.gain", { className: `gain ${side}${count < 0 ? " lost" : ""}`, title: who(side) || seatName(side) }, signed(count));
