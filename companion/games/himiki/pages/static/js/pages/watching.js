// For those who watch, on a television or in a stream: who stands better, and how it ended.
import { get } from "../api.js";
import { h, put } from "../dom.js";
import { icon } from "../icons.js";
import { say, who } from "../telling.js";
import { language, t } from "../words.js";

/** A bar of white's share; nothing where nobody can say. Asks once for each position. */
export class Better {
  constructor() {
    this.element = h("div.standing-bar", { hidden: true, role: "img" });
    this.asked = null;
  }

  /** `later(work)` puts off what is shown, as the page shows everything. */
  show(state, later = (work) => work()) {
    if (state.over) {
      this.asked = null;
      return later(() => this.draw(null));
    }
    if (state.position === this.asked) return undefined;
    this.asked = state.position;
    return get("/api/v1/standing")
      .then(({ position, chances }) => position === this.asked && later(() => this.draw(chances)))
      .catch((refused) => {
        if (refused.status === 0) this.asked = null;
        later(() => this.draw(null));
      });
  }

  draw(chances) {
    this.element.hidden = chances === null;
    if (chances === null) return;
    const percent = (count) => new Intl.NumberFormat(language, { style: "percent" }).format(count / 100);
    // Each rounded by itself they may be more than a whole.
    const whole = Math.round(100 * chances);
    const words = { white: who("w"), black: who("b"), one: percent(whole), other: percent(100 - whole) };
    this.element.setAttribute("aria-label", t("Chances: {white} {one}, {black} {other}", words));
    const share = h("i");
    share.style.width = `${100 * chances}%`;
    put(this.element, share, h("b", {}, words.one), h("b", {}, words.other));
  }
}

/** What is left to see when it is over: who won, and by how much. */
export function finale(state) {
  if (!state.over) return null;
  const won = ["w", "b"].includes(state.winner) && state.mode !== "mindlock";
  return h(
    "section.finale",
    { className: `finale ${won ? `of-${state.winner}` : ""}`, role: "status" },
    icon("mark"),
    h("p.who-won", {}, say(state.end)),
    won ? h("p.final-score", { "aria-hidden": "true" }, state.score.join(" – ")) : null,
    won ? h("p.pair", {}, [who("w", state), who("b", state)].join(" – ")) : null,
  );
}

/** Lines that fit wholly; half a line tells nothing. */
export function wholeLines(list) {
  for (const each of list.children) each.hidden = false;
  for (const each of list.children) each.hidden = each.offsetTop + each.offsetHeight > list.clientHeight + 1;
}
