// One kept game in words: what was played, one after the other; played on, handed out.
import { post } from "../api.js";
import { go } from "../app.js";
import { attempt, confirm } from "../dialogs.js";
import { h } from "../dom.js";
import { modeName, seatName } from "../naming.js";
import { tell } from "../telling.js";
import { t } from "../words.js";
import { askNames } from "./handing.js";
import { names, seatsOf, when } from "./titles.js";

/** Its panel, and how to leave it; `renamed(players)` and `deleted()` are called when that was done. */
export function look(game, told, { renamed, deleted }) {
  const element = h(
    "section.panel",
    {},
    h("h2", { tabIndex: -1 }, names(game)),
    h("p.hint", {}, `${modeName(game.mode)} · ${when(game.started)}`),
    h("ol.record", {}, told.steps.map(words).filter(Boolean).map((text) => h("li", {}, text))),
    h(
      "div.buttons",
      {},
      told.over ? null : h("button.main", { onclick: () => playOn(game) }, t("Play on from here")),
      h("a.button.plain", { href: `/api/v1/games/${game.id}/record`, download: "" }, t("Record")),
      h("a.button.plain", { href: `/api/v1/games/${game.id}/record?form=text`, download: "" }, t("As text")),
      game.going_on || !seatsOf(told).length ? null : h("button.plain", { onclick: () => askNames({ ...told, id: game.id }, seatsOf(told), renamed) }, t("Names")),
      game.going_on ? null : h("button.plain", { onclick: () => remove(game, deleted) }, t("Delete")),
    ),
  );
  return { element, leave: () => {} };
}

const words = (step) => tell(step)?.text ?? (step.move ? t("{label}: {text}", { label: seatName(step.by), text: step.move }) : null);

async function playOn(game) {
  if (await attempt(() => post(`/api/v1/games/${game.id}/play_on`))) go("/");
}

export async function remove(game, deleted) {
  if (!(await confirm(t("Delete this game?"), t("It cannot be brought back."), t("Delete")))) return;
  if (await attempt(() => post(`/api/v1/games/${game.id}/delete`), t("Deleted."))) deleted();
}
