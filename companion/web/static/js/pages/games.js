// Games that were played: step through them, hand them on, play on from anywhere.
import { get, post } from "../api.js";
import { go } from "../app.js";
import { Board } from "../board.js";
import { attempt, confirm, note, show as showWindow } from "../dialogs.js";
import { h, newId, put } from "../dom.js";
import { levelNames } from "../levels.js";
import { read } from "../live.js";
import { reload } from "../story.js";
import { seatName } from "../signs.js";
import { moveWords, tell } from "../telling.js";
import { isOne, language, t } from "../words.js";
import { Analysis } from "./analysis.js";
import { askNames, handing, seatsOf } from "./handing.js";

const MODES = () => ({
  duel: t("Duel"),
  teams: t("Teams"),
  mukyan: t("Muk Yan"),
  mindlock: t("Puzzle"),
  free: t("Free play"),
});

export function show(main, { title }) {
  const list = h("div");
  const one = h("div");
  let analysis = null;
  main.append(
    h("h1", {}, title),
    h("p", {}, h("a", { href: "/players" }, t("Players: results and ratings"))),
    one,
    list,
    handing(() => refresh()),
  );

  async function refresh() {
    const games = (await attempt(() => get("/api/v1/games"))) ?? [];
    const kept = games.filter((each) => each.moves || each.going_on);
    put(
      list,
      kept.length ? h("ul.menu.games", {}, kept.map(entry)) : h("p.lead", {}, t("No game has been played yet.")),
    );
    return kept;
  }

  /** Everybody who played, white first. */
  function names({ mode, human, players, levels = {} }) {
    const theirs = mode === "mukyan" ? { [human === "b" ? "w" : "b"]: "Muk Yan" } : levelNames(levels);
    const told = { ...players, ...theirs };
    const seats = Object.keys(told).sort((one, other) => (one[0] === other[0] ? 0 : one[0] === "w" ? -1 : 1));
    return seats.map((seat) => told[seat] || seatName(seat)).join(" – ") || MODES()[mode];
  }

  const when = (seconds) =>
    new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(seconds * 1000));

  const moved = (count) => (isOne(count) ? t("{count} move", { count }) : t("{count} moves", { count }));

  /** A challenge has no score, but a name. */
  function titled(game) {
    if (game.mode !== "mindlock") return `${names(game)} · ${game.score.join("–")}`;
    const told = [t("Challenge {name}", { name: game.challenge ?? "" }).trim()];
    if (Object.keys(game.players).length) told.push(names(game));
    if (game.over) told.push(game.winner ? t("Solved!") : t("Not solved this time."));
    return told.join(" · ");
  }

  function entry(game) {
    return h(
      "li",
      {},
      h(
        "button.row",
        { onclick: () => open(game), "data-key": `game-${game.id}` },
        h("strong", {}, titled(game)),
        h("span", {}, [MODES()[game.mode], when(game.started), moved(game.moves)].join(" · ")),
        game.going_on && !game.over ? h("span.tag", {}, t("being played")) : null,
      ),
    );
  }

  async function open(game) {
    const told = await attempt(() => get(`/api/v1/games/${game.id}`));
    if (!told) return;
    analysis?.leave();
    const { steps } = told;
    const board = new Board();
    const words = h("p.now", { role: "status" });
    const id = newId("step");
    const slider = h("input", { type: "range", id, min: 0, max: Math.max(0, steps.length - 1), value: steps.length - 1, oninput: () => draw() });
    analysis = new Analysis(game, (step, plan) => {
      slider.value = step;
      draw(plan);
      board.element.scrollIntoView({ block: "nearest" });
    });

    function draw(plan = null) {
      const index = Number(slider.value);
      const step = steps[index];
      if (!step) return;
      const position = read(step.position);
      board.show(position.cubes, { land: position.land });
      board.mark({ move: step.event === "move" && !plan ? step.move : null, plan });
      const text = step.move
        ? t("{label}: {text}", { label: seatName(step.by), text: moveWords(step.move) })
        : step.event === "ready"
          ? t("The beginning")
          : tell(step).text;
      words.textContent = `${index}/${steps.length - 1} · ${text} · ${position.score.join("–")}`;
      slider.setAttribute("aria-valuetext", words.textContent);
      analysis.shown(index);
    }
    const move = (by) => {
      slider.value = Number(slider.value) + by;
      draw();
    };

    one.replaceChildren(
      h(
        "section.panel",
        {},
        h("h2", { tabIndex: -1 }, game.mode === "mindlock" ? titled(game) : names(game)),
        h("p.hint", {}, `${MODES()[game.mode]} · ${when(game.started)}`),
        board.element,
        words,
        h("label.hidden", { htmlFor: id }, t("Step through the game")),
        h(
          "div.stepping",
          {},
          h("button.small.plain", { "aria-label": t("Back"), onclick: () => move(-1) }, "◀"),
          slider,
          h("button.small.plain", { "aria-label": t("On"), onclick: () => move(1) }, "▶"),
        ),
        h(
          "div.buttons",
          {},
          h("button.main", { onclick: () => playOn(told, steps[Number(slider.value)]) }, t("Play on from here")),
          h("button.plain", { onclick: () => share(game) }, t("Share")),
          h("a.button.plain", { href: `/api/v1/games/${game.id}/record`, download: "" }, t("Record")),
          h("a.button.plain", { href: `/api/v1/games/${game.id}/record?form=text`, download: "" }, t("As text")),
          told.mode === "free" ? null : h("button.plain", { onclick: () => bgStats(game) }, "BG Stats"),
          game.going_on || told.mode === "free"
            ? null
            : h("button.plain", { onclick: () => askNames(told, seatsOf(told), (players) => (refresh(), open({ ...game, players }))) }, t("Names")),
          game.going_on ? null : h("button.plain", { onclick: () => remove(game) }, t("Delete")),
        ),
        analysis.element,
      ),
    );
    draw();
    one.querySelector("h2").focus();
    one.scrollIntoView({ block: "start" });
  }

  async function playOn(told, step) {
    const last = told.steps.at(-1) === step;
    const done = await attempt(() =>
      last && !told.winner
        ? post(`/api/v1/games/${told.id}/play_on`)
        : post("/api/v1/games", {
            mode: told.mode,
            edition: told.edition,
            players: told.players,
            levels: told.levels,
            start: step.position,
            ...(told.challenge ? { challenge: null } : {}),
          }),
    );
    if (!done) return;
    await reload();
    go("/");
    note(t("Set the board up as drawn; the companion sees when it is right."));
  }

  async function share(game) {
    const answer = await fetch(`/api/v1/games/${game.id}/record?form=text`);
    const text = await answer.text();
    if (navigator.share) await navigator.share({ title: "HI MI KI", text }).catch(() => {});
    else if (navigator.clipboard) await navigator.clipboard.writeText(text).then(() => note(t("Copied.")));
    else showWindow(t("Share"), h("textarea", { readOnly: true, rows: 12, "aria-label": t("Record") }, text));
  }

  async function bgStats(game) {
    const told = await attempt(() => get(`/api/v1/games/${game.id}/bg_stats`));
    if (!told) return;
    const image = h("img.qr", { src: `data:image/svg+xml,${encodeURIComponent(told.qr)}`, alt: t("QR code that logs this game in BG Stats") });
    showWindow(
      "BG Stats",
      h("p", {}, t("Scan this with the phone that has BG Stats, or open it here.")),
      image,
      h("a.button.main", { href: told.link, target: "_blank", rel: "noopener" }, t("Open in BG Stats")),
    );
  }

  async function remove(game) {
    if (!(await confirm(t("Delete this game?"), t("It cannot be brought back."), t("Delete")))) return;
    const done = await attempt(() => post(`/api/v1/games/${game.id}/delete`), t("Deleted."));
    if (!done) return;
    analysis?.leave();
    one.replaceChildren();
    refresh();
  }

  // The address may name a game: that one is opened at once.
  const named = Number(/^#game-(\d+)$/.exec(location.hash)?.[1]);
  refresh().then((games) => {
    const wanted = games.find((each) => each.id === named);
    if (wanted) open(wanted);
  });
  return () => analysis?.leave();
}
