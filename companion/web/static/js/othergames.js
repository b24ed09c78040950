// Another game at the same table: its usual game begins, and everybody's page changes over to it.
import { post } from "./api.js";
import { attempt, confirm } from "./dialogs.js";
import { h } from "./dom.js";
import { FACTS } from "./facts.js";
import { live } from "./live.js";
import { t } from "./words.js";

export function otherGames() {
  const others = FACTS.games.filter((game) => game !== FACTS.game && FACTS.titles[game]);
  if (!others.length) return null;
  return h(
    "section.panel",
    {},
    h("h2", {}, t("Another game at this table")),
    h("p.hint", {}, t("The table changes over to it; what was played is kept.")),
    h("div.buttons", {}, others.map((game) => h("button.plain", { type: "button", "data-key": `other-${game}`, onclick: () => begin(game) }, FACTS.titles[game]))),
  );
}

async function begin(game) {
  const state = live.state;
  if (state?.moves && !state.over && !(await confirm(t("End the game that is being played?"), t("It is kept under Games, and can be played on from there."), FACTS.titles[game]))) return;
  if (await attempt(() => post("/api/v1/games", game === FACTS.games[0] ? { mode: "duel" } : { game }))) location.replace("/");
}
