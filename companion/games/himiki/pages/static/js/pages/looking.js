// One kept game: move by move, with what it was worth; played on, shared, handed out.
import { get, post } from "../api.js";
import { go } from "../app.js";
import { Board } from "../board.js";
import { attempt, note, show as showWindow } from "../dialogs.js";
import { h, newId } from "../dom.js";
import { drawn, refresh } from "../drawn.js";
import { FACTS } from "../facts.js";
import { icon } from "../icons.js";
import { read } from "../live.js";
import { correctedWords } from "../record.js";
import { reload } from "../story.js";
import { modeName, seatName } from "../signs.js";
import { say } from "../telling.js";
import { t } from "../words.js";
import { Analysis } from "./analysis.js";
import { askNames, records, remove } from "./handing.js";
import { seenBeside } from "./pictures.js";
import { share } from "./sharing.js";
import { names, seatsOf, titled, when } from "./titles.js";

/** Milliseconds for each step where the game is shown by itself. */
const PACE = 1300;

/** Its panel, and how to leave it; `renamed(players)` and `deleted()` are called when that was done; `at`: the
    step that it begins with. */
export function look(game, told, { renamed, deleted, at, moments = [] }) {
  const { steps } = told;
  const last = steps.length - 1;
  const board = new Board();
  const beside = seenBeside(game.id, moments);
  const words = h("p.now", { role: "status" });
  const id = newId("step");
  const slider = h("input", { type: "range", id, min: 0, max: Math.max(0, last), value: at ?? last, oninput: () => (stop(), draw()) });
  const playing = h("button.small.plain.stepper", { onclick: () => (timer ? stop() : start()) });
  const onward = h("button.main", { onclick: () => playOn(told, steps[Number(slider.value)]) }, t("Play on from here"));
  const analysis = new Analysis(game, (step, asked) => {
    stop();
    slider.value = step;
    draw(asked);
    board.element.scrollIntoView({ block: "nearest" });
  });
  let timer = null;

  /** `asked`: a turn that is looked at from where it began, with what was better. */
  function draw(asked = null) {
    const index = Number(slider.value);
    const step = steps[index];
    if (!step) return;
    const position = read(step.position);
    board.show(position.cubes, { land: position.land });
    const played = step.event === "move" ? step.move : null;
    board.mark({ move: asked ? asked.played : played, plan: asked?.plan ?? null });
    const text = asked?.words ?? stepWords(step);
    words.textContent = `${index}/${last} · ${text} · ${position.score.join("–")}`;
    slider.setAttribute("aria-valuetext", words.textContent);
    beside.show(step, words.textContent);
    onward.hidden = told.over && index === last && isDecided(position.score);
    analysis.shown(index, asked?.turn);
  }

  const stepWords = (step) =>
    step.move
      ? t("{label}: {text}", { label: seatName(step.by), text: say(step.move_words) })
      : step.event === "ready"
        ? t("The beginning")
        : correctedWords(step, seatName);

  const isDecided = (score) => told.mode === "mindlock" || Math.max(...score) >= FACTS.wins_at;

  function to(step) {
    slider.value = step;
    draw();
  }
  const by = (count) => (stop(), to(Number(slider.value) + count));

  function start() {
    if (Number(slider.value) === last) to(0);
    timer = setInterval(() => {
      to(Number(slider.value) + 1);
      if (Number(slider.value) === last) stop();
    }, PACE);
    drawPlaying();
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    drawPlaying();
  }
  function drawPlaying() {
    playing.replaceChildren(icon(timer ? "pause" : "play"));
    playing.setAttribute("aria-label", timer ? t("Stop here") : t("Show it move by move"));
  }
  const stepper = (name, label, onclick) => h("button.small.plain.stepper", { "aria-label": label, onclick }, icon(name));

  const element = h(
    "section.panel",
    {},
    h("h2", { tabIndex: -1 }, game.mode === "mindlock" ? titled(game) : names(game)),
    h("p.hint", {}, `${modeName(game.mode)} · ${when(game.started)}`),
    board.element,
    words,
    h("label.hidden", { htmlFor: id }, t("Step through the game")),
    slider,
    h(
      "div.stepping",
      {},
      stepper("first", t("To the beginning"), () => (stop(), to(0))),
      stepper("back", t("Back"), () => by(-1)),
      playing,
      stepper("on", t("On"), () => by(1)),
      stepper("last", t("To the end"), () => (stop(), to(last))),
    ),
    beside.element,
    h("div.buttons", {}, onward, h("button.plain", { onclick: () => share(game, told, steps[Number(slider.value)]) }, icon("share"), t("Share"))),
    h(
      "details.rest",
      {},
      h("summary", {}, t("More with this game")),
      h(
        "div.buttons",
        {},
        records(game),
        told.mode === "free" ? null : h("button.plain", { onclick: () => bgStats(game) }, "BG Stats"),
        game.going_on || told.mode === "free" ? null : h("button.plain", { onclick: () => askNames(told, seatsOf(told), renamed) }, t("Names")),
        game.going_on ? null : h("button.plain", { onclick: () => remove(game, deleted) }, t("Delete")),
      ),
    ),
    analysis.element,
  );
  drawPlaying();
  draw();
  return {
    element,
    leave: () => {
      stop();
      analysis.leave();
    },
  };
}

async function playOn(told, step) {
  const last = told.steps.at(-1) === step;
  const done = await attempt(() =>
    last && !told.over
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
  await refresh();
  go("/");
  // A drawn board is laid out already.
  if (!drawn.there) note(t("Set the board up as drawn; the companion sees when it is right."));
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
