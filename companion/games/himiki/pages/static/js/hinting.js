// What the master would play: asked for with two taps, seen by everybody at the table.
import { post } from "./api.js";
import { attempt } from "./dialogs.js";
import { h, put } from "./dom.js";
import { FACTS } from "./facts.js";
import { lagging } from "./scores.js";
import { isMukYan, say, who } from "./telling.js";
import { whyWords } from "./reasons.js";
import { t } from "./words.js";

/** Asks for a hint, and shows the one that stands: it is part of what everybody sees. */
export class Hinting {
  constructor() {
    this.element = h("div.hinting");
    this.asking = false;
    this.busy = false;
  }

  ask = async () => {
    this.busy = true;
    this.show(this.state);
    await attempt(() => post("/api/v1/advice"));
    this.asking = this.busy = false;
    this.show(this.state);
  };

  show(state) {
    this.state = state;
    put(this.element, this.inside(state));
  }

  inside(state) {
    if (state.hint) {
      const { by, code, text, values = {} } = state.hint;
      return h(
        "section.card.ask",
        { "data-card": "hint" },
        h("h2", {}, t("A hint for {name}", { name: who(by, state) })),
        h("p.todo", {}, say(state.hint.move_words)),
        h("p", {}, whyWords({ code, text, ...values })),
      );
    }
    if (!possible(state)) return null;
    const step = (asking) => () => {
      this.asking = asking;
      this.show(this.state);
    };
    if (this.busy) return h("p.hint", { role: "status" }, t("The master is thinking…"));
    if (!this.asking) {
      return h("button.small.plain", { "data-key": "hint", onclick: step(true) }, t("What would the master do?"));
    }
    return h(
      "section.card.calm",
      {},
      h("h2", {}, t("Ask the master?")),
      h("p", {}, t("Everybody at the table sees the hint, and the game counts for no rating.")),
      h(
        "div.buttons",
        {},
        h("button.main", { "data-key": "hint", onclick: this.ask }, t("Show the hint")),
        h("button.plain", { onclick: step(false) }, t("Cancel")),
      ),
    );
  }
}

const possible = (state) =>
  FACTS.hinted.includes(state.mode) &&
  !state.chaos &&
  !state.over &&
  !state.setup &&
  !state.violation &&
  !state.question &&
  !lagging(state) &&
  state.board &&
  !isMukYan(state.turn, state) &&
  !state.levels?.[state.turn];
