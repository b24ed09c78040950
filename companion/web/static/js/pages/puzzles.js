// Puzzles: choose one, set it up, solve it in PAR moves.
import { get, post } from "../api.js";
import { go } from "../app.js";
import { Board } from "../board.js";
import { attempt, confirm, show as showWindow } from "../dialogs.js";
import { choice, h, put } from "../dom.js";
import { live, read, watch } from "../live.js";
import { moveWords } from "../telling.js";
import { reload } from "../story.js";
import { ELEMENTS, elementName } from "../signs.js";
import { isOne, t } from "../words.js";

const CATEGORIES = () => ({ F: t("Easy"), M: t("Medium"), D: t("Hard"), E: t("Expert") });

export function show(main) {
  const playing = h("div");
  const list = h("div");
  let all = [];
  let shown = localStorage.getItem("himiki-category") ?? "F";
  main.append(
    h("h1", {}, t("Puzzles")),
    h("p.lead", {}, t("White against black cubes that stand still: remove them all in as few moves as you can.")),
    playing,
    list,
  );

  async function start(puzzle) {
    const done = await attempt(() => post("/api/v1/games", { mode: "mindlock", challenge: puzzle.name }));
    if (!done) return;
    await reload();
    go("/");
  }

  async function hint() {
    const told = await attempt(() => get("/api/v1/hint"));
    if (!told) return;
    showWindow(t("Hint"), h("p.todo", {}, told.move ? words(told.move) : t("No way is known from here. Take something back.")));
  }

  async function solution(puzzle) {
    if (!(await confirm(t("Show the solution?"), t("Then it is no riddle any more."), t("Show it")))) return;
    const told = await attempt(() => get(`/api/v1/puzzles/${puzzle.name}/solution`));
    if (told) showWindow(t("Solution"), h("ol.solution", {}, told.moves.map((move) => h("li", {}, words(move), " ", h("code", {}, move)))));
  }

  const words = (move) => moveWords(move.replaceAll("►", ">").replace(/[*^🔥💧🌲]+.*$/u, ""));

  const used = (spent, par) =>
    isOne(par) ? t("{spent} of {par} move used.", { spent, par }) : t("{spent} of {par} moves used.", { spent, par });

  function drawPlaying(state) {
    const puzzle = all.find((each) => each.name === state.challenge);
    if (state.mode !== "mindlock" || !puzzle) return put(playing);
    return put(
      playing,
      h(
        "section.card.calm",
        {},
        h("h2", {}, t("Challenge {name}", { name: puzzle.name })),
        h("p", {}, used(state.spent, puzzle.par)),
        h(
          "div.buttons",
          {},
          h("a.button.main", { href: "/" }, t("To the board")),
          h("button.plain", { onclick: hint }, t("Hint")),
          h("button.plain", { onclick: () => solution(puzzle) }, t("Solution")),
          h("button.plain", { onclick: () => start(puzzle) }, t("Start over")),
        ),
      ),
    );
  }

  function draw() {
    const there = Object.entries(CATEGORIES()).filter(([category]) => all.some((each) => each.category === category));
    put(
      list,
      there.length > 1
        ? choice("category", t("How hard?"), there, shown, (value) => {
            shown = value;
            localStorage.setItem("himiki-category", value);
            draw();
            list.querySelector("input:checked")?.focus();
          })
        : null,
      h("ul.puzzle-list", {}, all.filter((each) => each.category === shown).map(entry)),
    );
  }

  function entry(puzzle) {
    const board = new Board({ label: t("Challenge {name}", { name: puzzle.name }) });
    board.show(read(puzzle.position).cubes, { land: read(puzzle.position).land });
    const tiles = ELEMENTS.filter((letter) => puzzle.influences.includes(letter));
    return h(
      "li.panel",
      { "data-live": true },
      board.element,
      h(
        "div",
        {},
        h("h2", {}, `${puzzle.name} · ${puzzle.title}`),
        h("p.hint", {}, puzzle.par === 1 ? t("PAR: one move") : t("PAR: {count} moves", { count: puzzle.par })),
        tiles.length ? h("p.hint", {}, t("And take: {influences}.", { influences: tiles.map(elementName).join(", ") })) : null,
        h("button.main", { onclick: () => start(puzzle), "aria-label": t("Play {name}", { name: puzzle.name }) }, t("Play")),
      ),
    );
  }

  get("/api/v1/puzzles").then((told) => {
    all = told;
    draw();
    if (live.state) drawPlaying(live.state);
  });
  return watch(drawPlaying);
}
