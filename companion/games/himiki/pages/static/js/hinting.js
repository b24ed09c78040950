// What the master would play: asked for with two taps, seen by everybody at the table. The way on in a challenge: shown
// to who asks.
import { get, post } from "./api.js";
import { attempt } from "./dialogs.js";
import { h, put } from "./dom.js";
import { FACTS } from "./facts.js";
import { lagging } from "./scores.js";
import { isMukYan, say, sentence, who } from "./telling.js";
import { whyWords } from "./reasons.js";
import { t } from "./words.js";

/** Asks for a hint, and shows the one that stands: it is part of what everybody sees. */
export class Hinting {
  /** `changed` is called when there is another move to be drawn, `plan`. */
  constructor(changed = () => {}) {
    this.changed = changed;
    this.way = null;
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

  askWay = async () => {
    const { position } = this.state;
    const told = await attempt(() => get("/api/v1/hint"));
    const words = told?.move ? sentence(say(told.move_words)) : t("No way is known from here. Take something back.");
    this.way = told && { position, words, move: told.move?.replaceAll("►", ">") };
    this.changed();
  };

  /** The way on from the position that stands, once it was asked for. */
  wayIn(state) {
    return this.way && !state?.over && this.way.position === state?.position ? this.way : null;
  }

  /** The move to be drawn on the board as it stands, or null. */
  plan(state) {
    return state.hint?.move ?? this.wayIn(state)?.move ?? null;
  }

  /** For a challenge: under the board, where its answer is read and drawn. */
  button(state) {
    return solving(state) ? h("button.small.plain", { "data-key": "hint", onclick: this.askWay }, t("Hint")) : null;
  }

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

const solving = (state) => state.mode === "mindlock" && !state.over && !state.setup && !state.violation && !state.question && !lagging(state) && !state.to_remove.length && state.board;

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
