// Games that were played: looked through, analysed, handed on, played on.
import { get, post } from "../api.js";
import { go } from "../app.js";
import { attempt, confirm } from "../dialogs.js";
import { h, put } from "../dom.js";
import { FACTS } from "../facts.js";
import { language, byCode, t } from "../words.js";
import { sayAll, who } from "../telling.js";
import { Board, read } from "../tiles.js";

const AGAIN = 1500;

export function show(main, { title }) {
  const list = h("ul.menu");
  const one = h("section.looked-at", { hidden: true });
  let timer = null;
  main.append(h("h1", {}, title), one, list);

  async function refresh() {
    const games = ((await attempt(() => get("/api/v1/games"))) ?? []).filter((each) => each.game === FACTS.game && (each.moves || each.going_on));
    put(
      list,
      games.length
        ? games.map((each) =>
            h("li", {}, h("button.row", { "data-key": `game-${each.id}`, onclick: () => open(each.id) }, h("strong", {}, `${who("r", each)} – ${who("b", each)}`), h("span", {}, [byCode(`game-${each.variant}`), when(each.started), ended(each)].filter(Boolean).join(" · ")))),
          )
        : h("li", {}, t("No game was played yet.")),
    );
  }

  const when = (started) => (started ? new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(1000 * started)) : "");
  const ended = (each) => (each.over ? [t("{name} wins", { name: who(each.winner, each) }), each.allies?.join("–")].filter(Boolean).join(" ") : each.going_on ? t("being played") : t("{count} moves", { count: each.moves }));

  async function open(number) {
    clearTimeout(timer);
    const game = await attempt(() => get(`/api/v1/games/${number}`));
    if (!game) return;
    const board = new Board();
    const text = h("p", { role: "status" });
    const study = h("div");
    const steps = game.steps.length ? game.steps : [{ position: null, sentences: [] }];
    let at = steps.length - 1;
    const slider = h("input", { type: "range", min: 0, max: steps.length - 1, value: at, "aria-label": t("Move"), oninput: () => step(Number(slider.value)) });
    const step = (to) => {
      at = Math.max(0, Math.min(steps.length - 1, to));
      slider.value = at;
      const position = read(steps[at].position);
      board.show(position.board);
      text.textContent = `${at}. ${sayAll(steps[at].sentences)}`;
    };
    const act = (path, done) => attempt(() => post(`/api/v1/games/${number}/${path}`), done);
    one.hidden = false;
    put(
      one,
      h("h2", {}, `${who("r", game)} – ${who("b", game)}`),
      board.element,
      h("div.rr-step", {}, h("button.small", { "aria-label": t("One back"), onclick: () => step(at - 1) }, "◀"), slider, h("button.small", { "aria-label": t("One on"), onclick: () => step(at + 1) }, "▶")),
      text,
      h(
        "div.buttons",
        {},
        h("button.main", { "data-key": "analyse", onclick: () => analyse(true) }, t("Analyse")),
        game.over ? null : h("button", { onclick: () => act("play_on").then((done) => done && go("/")) }, t("Play on")),
        h("a.button.plain", { href: `/api/v1/games/${number}/record`, download: "" }, t("Record")),
        h("a.button.plain", { href: `/api/v1/games/${number}/record?form=text`, download: "" }, t("As text")),
        h("button.plain", { onclick: async () => (await confirm(t("Delete this game?"), t("It is gone for good then."), t("Delete"))) && (await act("delete")) && ((one.hidden = true), refresh()) }, t("Delete")),
      ),
      study,
    );
    step(at);
    one.scrollIntoView({ block: "start" });

    async function analyse(ask) {
      const path = `/api/v1/rr/games/${number}/analysis`;
      const told = await attempt(() => (ask ? post(path) : get(path)));
      if (!told) return;
      if (told.state === "working") {
        put(study, h("p", { role: "status" }, t("{done} of {of} moves are gone through", { done: told.done, of: told.of })));
        timer = setTimeout(() => analyse(false), AGAIN);
        return;
      }
      const turns = told.turns.filter((each) => each.turned);
      put(
        study,
        h("h3", {}, t("Turning points")),
        turns.length ? null : h("p", {}, t("No turn gave the game away.")),
        h("ol.rr-turns", {}, told.turns.map((each, index) => h("li", { className: each.turned ? "turned" : "" }, h("button.small.plain", { onclick: () => step(index + 1) }, `${index + 1}`), " ", turn(each, game)))),
      );
    }
  }

  function turn(each, game) {
    const percent = Math.round(100 * (each.by === "r" ? each.after : 1 - each.after));
    const stands = t("{name}: {percent} % chances", { name: who(each.by, game), percent });
    const better = each.move === each.best || each.lost < 0.02 ? "" : t("Better: {move}", { move: sayAll(each.best_words) });
    return [each.turned ? "⚑" : "", sayAll(each.move_words), `${stands}.`, better].filter(Boolean).join(" ");
  }

  refresh();
  return () => clearTimeout(timer);
}
