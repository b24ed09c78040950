// Kept games: looked through, handed on, gone on with.
import { get, post } from "../api.js";
import { go } from "../app.js";
import { attempt, confirm } from "../dialogs.js";
import { h, put } from "../dom.js";
import { FACTS } from "../facts.js";
import { say } from "../telling.js";
import { byCode, isOne, language, t } from "../words.js";

const name = (side, game) => (game.levels?.[side] && byCode(`level-${game.levels[side]}`)) || game.players?.[side] || byCode(`player-${side}`);
const when = (seconds) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(1000 * seconds));
const moved = (count) => (isOne(count) ? t("{count} move", { count }) : t("{count} moves", { count }));

export function show(main, { title }) {
  const list = h("div");
  const one = h("div");
  main.append(h("h1", {}, title), list, one);

  async function refresh() {
    const games = ((await attempt(() => get("/api/v1/games"))) ?? []).filter((each) => each.game === FACTS.game && (each.moves || each.going_on));
    put(
      list,
      games.length
        ? h("ul.menu", {}, games.map((each) => h("li", {}, h("button.row", { "data-key": `game-${each.id}`, onclick: () => open(each) }, h("strong", {}, `${name("a", each)} – ${name("b", each)}${each.over ? ` ${each.score.join(":")}` : ""}`), h("span", {}, [when(each.started), moved(each.moves)].join(" · "))))))
        : h("section.card.calm", {}, h("p", {}, t("No game has been played yet.")), h("a.button.main", { href: "/new" }, t("Begin one"))),
    );
  }

  async function open(game) {
    const told = await attempt(() => get(`/api/v1/games/${game.id}`));
    if (!told) return;
    const file = (form) => `/api/v1/games/${game.id}/record${form}`;
    put(
      one,
      h(
        "section.panel",
        {},
        h("h2", { tabIndex: -1 }, `${name("a", told)} – ${name("b", told)}`),
        h("ol.record", {}, told.steps.filter((each) => each.sentences.length).map((each) => h("li", {}, each.sentences.map(say).join(" ")))),
        h(
          "div.buttons",
          {},
          told.over || game.going_on ? null : h("button.main", { onclick: () => attempt(async () => (await post(`/api/v1/games/${game.id}/play_on`), go("/"))) }, t("Play on")),
          h("a.button.plain", { href: file(""), download: "" }, t("Record")),
          h("a.button.plain", { href: file("?form=text"), download: "" }, t("As text")),
          game.going_on
            ? null
            : h("button.plain", { onclick: async () => (await confirm(t("Delete this game?"), t("It cannot be brought back."), t("Delete"))) && attempt(async () => (await post(`/api/v1/games/${game.id}/delete`), put(one), refresh())) }, t("Delete")),
        ),
      ),
    );
    one.querySelector("h2").focus({ preventScroll: true });
    one.scrollIntoView({ block: "start" });
  }

  refresh();
}
