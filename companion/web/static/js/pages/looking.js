// One kept game in words: what was played, one after the other; played on, handed out.
import { h } from "../dom.js";
import { kindName, seatName } from "../naming.js";
import { tell } from "../telling.js";
import { t } from "../words.js";
import { askNames, playOn, records, remove } from "./handing.js";
import { names, seatsOf, when } from "./titles.js";

/** Its panel, and how to leave it; `renamed(players)` and `deleted()` are called when that was done. */
export function look(game, told, { renamed, deleted }) {
  const element = h(
    "section.panel",
    {},
    h("h2", { tabIndex: -1 }, names(game)),
    h("p.hint", {}, `${kindName(game)} · ${when(game.started)}`),
    h("ol.record", {}, told.steps.map(words).filter(Boolean).map((text) => h("li", {}, text))),
    h(
      "div.buttons",
      {},
      told.over ? null : h("button.main", { onclick: () => playOn(game) }, t("Play on from here")),
      records(game),
      game.going_on || !seatsOf(told).length ? null : h("button.plain", { onclick: () => askNames({ ...told, id: game.id }, seatsOf(told), renamed) }, t("Names")),
      game.going_on ? null : h("button.plain", { onclick: () => remove(game, deleted) }, t("Delete")),
    ),
  );
  return { element, leave: () => {} };
}

const words = (step) => tell(step)?.text ?? (step.move ? t("{label}: {text}", { label: seatName(step.by), text: step.move }) : null);
