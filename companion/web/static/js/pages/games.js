// Games that were played: found again, looked through, handed on.
import { get } from "../api.js";
import { attempt } from "../dialogs.js";
import { h, newId, put } from "../dom.js";
import { FACTS } from "../facts.js";
import { momentsOf } from "../moments.js";
import { kindName, modeName } from "../naming.js";
import { isOne, t } from "../words.js";
import { handing } from "./handing.js";
import { look } from "./looking.js";
import { pictures } from "./pictures.js";
import { thumbnail } from "./thumbnail.js";
import { namesIn, titled, when } from "./titles.js";

/** So many are drawn at once; more on demand. */
const AT_ONCE = 24;

export function show(main, { title }) {
  const filters = h("div.filters");
  const list = h("div");
  const one = h("div.looked-at");
  let kept = [];
  let shown = AT_ONCE;
  let leave = () => {};
  const wanted = { mode: "", name: "" };
  main.append(
    h("h1", {}, title),
    h("div.beside.choosing", {}, h("div.finding", {}, filters, list, handing(() => refresh())), one),
  );

  async function refresh() {
    const games = (await attempt(() => get("/api/v1/games"))) ?? [];
    // Those of another game are on its own page, which can draw them.
    kept = games.filter((each) => (each.game ?? FACTS.games[0]) === FACTS.game && (each.moves || each.going_on));
    drawFilters();
    draw();
    return kept;
  }

  function drawFilters() {
    const modes = [...new Set(kept.map((each) => each.mode))];
    const people = [...new Set(kept.flatMap(namesIn))].sort((first, second) => first.localeCompare(second));
    put(filters, [
      modes.length > 1 ? select(t("What was played"), [["", t("Everything")], ...modes.map((mode) => [mode, modeName(mode)])], "mode") : null,
      people.length > 1 ? select(t("Who played"), [["", t("Everybody")], ...people.map((name) => [name, name])], "name") : null,
    ]);
  }

  function select(label, options, key) {
    const id = newId("filter");
    return h(
      "div",
      {},
      h("label", { htmlFor: id }, label),
      h(
        "select",
        { id, onchange: (event) => ((wanted[key] = event.target.value), (shown = AT_ONCE), draw()) },
        options.map(([value, text]) => h("option", { value, selected: wanted[key] === value }, text)),
      ),
    );
  }

  function draw() {
    const found = kept.filter((each) => (!wanted.mode || each.mode === wanted.mode) && (!wanted.name || namesIn(each).includes(wanted.name)));
    put(
      list,
      kept.length
        ? h("ul.menu.games", {}, found.slice(0, shown).map(entry))
        : h("section.card.calm", {}, h("p", {}, t("No game has been played yet.")), h("a.button.main", { href: "/new" }, t("Begin one"))),
      kept.length && !found.length ? h("p.lead", {}, t("No such game is kept.")) : null,
      found.length > shown ? h("button.plain", { onclick: () => ((shown += AT_ONCE), draw()) }, t("Older games")) : null,
    );
  }

  const moved = (count) => (isOne(count) ? t("{count} move", { count }) : t("{count} moves", { count }));

  function entry(game) {
    return h(
      "li",
      {},
      h(
        "button.row.game",
        { onclick: () => open(game), "data-key": `game-${game.id}` },
        thumbnail(game.position),
        h(
          "span.told",
          {},
          h("strong", {}, titled(game)),
          h("span", {}, [kindName(game), when(game.started), moved(game.moves)].join(" · ")),
          game.going_on && !game.over ? h("span.tag", {}, t("being played")) : null,
        ),
      ),
    );
  }

  // The one that was chosen last is shown, whichever answer comes last.
  let chosen = null;

  async function open(game, at) {
    chosen = game;
    const [told, moments] = await Promise.all([attempt(() => get(`/api/v1/games/${game.id}`)), momentsOf(game.id)]);
    if (!told || chosen !== game) return;
    leave();
    const looked = look(game, told, {
      at,
      moments,
      renamed: (players) => (refresh(), open({ ...game, players })),
      deleted: () => (leave(), (leave = () => {}), one.replaceChildren(), refresh()),
    });
    leave = looked.leave;
    one.replaceChildren(looked.element, ...pictures(game.id, moments));
    one.querySelector("h2").focus({ preventScroll: true });
    if (!matchMedia("(min-width: 50rem)").matches) one.scrollIntoView({ block: "start" });
  }

  // The address may name a game, and a step of it: that one is opened at once.
  const [, named, at] = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash) ?? [];
  refresh().then((games) => {
    const asked = games.find((each) => each.id === Number(named));
    if (asked && !chosen) open(asked, at);
  });
  return () => leave();
}
