// One kept game: position by position, with the turns that decided it; played on, handed out.
import { get, post } from "../api.js";
import { attempt } from "../dialogs.js";
import { h, newId, put } from "../dom.js";
import { icon } from "../icons.js";
import { kindName } from "../naming.js";
import { sayAll, who } from "../telling.js";
import { Board, read } from "../tiles.js";
import { t } from "../words.js";
import { askNames, playOn, records, remove } from "./handing.js";
import { names, seatsOf, when } from "./titles.js";

/** Milliseconds between two times that it is asked how far the analysis is. */
const AGAIN = 1500;
/** Chances that a turn may lose and still be as good as the best. */
const AS_GOOD = 0.02;

/** Its panel, and how to leave it; `renamed(players)` and `deleted()` are called when that was done; `at`: the
    step that it begins with. */
export function look(game, told, { renamed, deleted, at }) {
  const steps = told.steps.length ? told.steps : [{ position: null, sentences: [] }];
  const last = steps.length - 1;
  const board = new Board();
  const words = h("p.now", { role: "status" });
  const study = h("div");
  const id = newId("step");
  const slider = h("input", { type: "range", id, min: 0, max: last, value: at ?? last, oninput: () => draw() });
  let timer = null;
  let left = false;

  function draw() {
    const index = Number(slider.value);
    board.show(read(steps[index].position).board);
    words.textContent = `${index}/${last} · ${sayAll(steps[index].sentences)}`;
    slider.setAttribute("aria-valuetext", words.textContent);
  }

  function to(index) {
    slider.value = index;
    draw();
  }
  const by = (count) => to(Number(slider.value) + count);
  const stepper = (name, label, onclick) => h("button.small.plain.stepper", { "aria-label": label, onclick }, icon(name));

  async function analyse(ask) {
    const path = `/api/v1/rr/games/${game.id}/analysis`;
    const found = await attempt(() => (ask ? post(path) : get(path)));
    if (!found || left) return;
    if (found.state === "working") {
      put(study, h("p", { role: "status" }, t("{done} of {of} moves are gone through", { done: found.done, of: found.of })));
      timer = setTimeout(() => analyse(false), AGAIN);
      return;
    }
    put(
      study,
      h("h3", {}, t("Turning points")),
      found.turns.some((each) => each.turned) ? null : h("p", {}, t("No turn gave the game away.")),
      h(
        "ol.rr-turns",
        {},
        found.turns.map((each, index) => h("li", { className: each.turned ? "turned" : "" }, h("button.small.plain", { onclick: () => to(index + 1) }, `${index + 1}`), " ", turn(each, game))),
      ),
    );
  }

  const element = h(
    "section.panel",
    {},
    h("h2", { tabIndex: -1 }, names(game)),
    h("p.hint", {}, `${kindName(game)} · ${when(game.started)}`),
    board.element,
    words,
    h("label.hidden", { htmlFor: id }, t("Step through the game")),
    slider,
    h(
      "div.stepping",
      {},
      stepper("first", t("To the beginning"), () => to(0)),
      stepper("back", t("Back"), () => by(-1)),
      stepper("on", t("On"), () => by(1)),
      stepper("last", t("To the end"), () => to(last)),
    ),
    h(
      "div.buttons",
      {},
      h("button.main", { "data-key": "analyse", onclick: () => analyse(true) }, t("Analyse")),
      told.over ? null : h("button", { onclick: () => playOn(game) }, t("Play on from here")),
    ),
    h(
      "details.rest",
      {},
      h("summary", {}, t("More with this game")),
      h(
        "div.buttons",
        {},
        records(game),
        game.going_on || !seatsOf(told).length ? null : h("button.plain", { onclick: () => askNames({ ...told, id: game.id }, seatsOf(told), renamed) }, t("Names")),
        game.going_on ? null : h("button.plain", { onclick: () => remove(game, deleted) }, t("Delete")),
      ),
    ),
    study,
  );
  draw();
  return { element, leave: () => ((left = true), clearTimeout(timer)) };
}

/** What a turn left of its player's chances, and what would have been better. */
function turn(each, game) {
  const percent = Math.round(100 * (each.by === "r" ? each.after : 1 - each.after));
  const stands = t("{name}: {percent} % chances", { name: who(each.by, game), percent });
  const better = each.move === each.best || each.lost < AS_GOOD ? "" : t("Better: {move}", { move: sayAll(each.best_words) });
  return [each.turned ? "⚑" : "", sayAll(each.move_words), `${stands}.`, better].filter(Boolean).join(" ");
}
