// Puzzles: choose one, set it up, solve it in PAR moves.
import { get, post } from "../api.js";
import { go } from "../app.js";
import { Board } from "../board.js";
import { attempt, confirm, show as showWindow } from "../dialogs.js";
import { choice, field, h, put } from "../dom.js";
import { live, read, watch } from "../live.js";
import { say } from "../telling.js";
import { reload } from "../story.js";
import { ELEMENTS, elementName, tileName } from "../signs.js";
import { isOne, language, t } from "../words.js";

const CATEGORIES = () => ({ F: t("Easy"), M: t("Medium"), D: t("Hard"), E: t("Expert") });
const NAME = "himiki-solver";

export function show(main) {
  const playing = h("div");
  const today = h("div");
  const list = h("div");
  let all = [];
  let solved = {};
  let daily = null;
  const name = h("input", {
    type: "text",
    maxLength: 40,
    autocomplete: "nickname",
    value: localStorage.getItem(NAME) ?? "",
    onchange: () => {
      localStorage.setItem(NAME, name.value.trim());
      refresh();
    },
  });
  let shown = localStorage.getItem("himiki-category") ?? "F";
  main.append(
    h("h1", {}, t("Puzzles")),
    h("p.lead", {}, t("White against black cubes that stand still: remove them all in as few moves as you can.")),
    playing,
    today,
    field(t("Who solves?"), name, t("Best scores and the days in a row are counted for this name.")),
    list,
  );

  async function start(puzzle) {
    const players = name.value.trim() ? { w: name.value.trim() } : {};
    const done = await attempt(() => post("/api/v1/games", { mode: "mindlock", challenge: puzzle.name, players }));
    if (!done) return;
    await reload();
    go("/");
  }

  async function hint() {
    const told = await attempt(() => get("/api/v1/hint"));
    if (!told) return;
    showWindow(
      t("Hint"),
      told.move ? drawn(live.state.position, told.move) : null,
      h("p.todo", {}, told.move ? say(told.move_words) : t("No way is known from here. Take something back.")),
    );
  }

  async function solution(puzzle) {
    if (!(await confirm(t("Show the solution?"), t("Then it is no riddle any more: solving it counts no more today."), t("Show it")))) return;
    const told = await attempt(() => post(`/api/v1/puzzles/${puzzle.name}/solution`));
    if (told) showWindow(t("Solution"), drawn(puzzle.position, told.moves[0]), h("ol.solution", {}, told.moves.map((move, index) => h("li", {}, say(told.moves_words[index]), " ", h("code", {}, move)))));
  }

  /** The board as it stands, and a move on it as an arrow. */
  function drawn(text, move) {
    const board = new Board();
    const position = read(text);
    board.show(position.cubes, { land: position.land });
    board.mark({ plan: move.replaceAll("►", ">") });
    return board.element;
  }

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
        h("p", {}, state.over ? say(state.end) : used(state.spent, puzzle.par)),
        state.over ? overButtons(state, puzzle) : h(
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

  /** Solved: on to the next one; not solved: once more. */
  function overButtons(state, puzzle) {
    const following = all.slice(all.indexOf(puzzle) + 1).find((each) => each.category === puzzle.category);
    const again = (kind) => h(`button.${kind}`, { onclick: () => start(puzzle) }, t("Try again"));
    return h(
      "div.buttons",
      {},
      state.winner && following ? h("button.main", { onclick: () => start(following) }, t("The next one: {name}", { name: following.name })) : again("main"),
      state.winner && following ? again("plain") : null,
      h("button.plain", { onclick: () => solution(puzzle) }, t("Solution")),
    );
  }

  /** The challenge of the day, and the days in a row. */
  function drawDaily() {
    const puzzle = daily && all.find((each) => each.name === daily.challenge);
    if (!puzzle) return put(today);
    const date = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" }).format(new Date(`${daily.date}T12:00`));
    return put(
      today,
      h(
        "section.card.calm",
        {},
        h("h2", {}, t("Today's challenge")),
        h("p", {}, t("{label}: {text}", { label: date, text: [puzzle.name, t(puzzle.title), CATEGORIES()[puzzle.category]].join(" · ") })),
        daily.solved ? h("p", {}, t("✓ Solved today.")) : null,
        !daily.solved && afterSeeing(daily, puzzle) ? h("p", {}, t("Solved today after seeing the solution: that does not count.")) : null,
        daily.streak ? h("p", {}, isOne(daily.streak) ? t("{count} day in a row", { count: daily.streak }) : t("{count} days in a row", { count: daily.streak })) : null,
        h("div.buttons", {}, h("button.main", { onclick: () => start(puzzle), "aria-label": t("Play {name}", { name: puzzle.name }) }, t("Play"))),
      ),
    );
  }

  const afterSeeing = ({ challenges, date }, { name: which }) => challenges[which]?.after_seeing && challenges[which].seen === date;

  /** A line of its own whatever it says: it comes late, and moves nothing that a finger is on. */
  function result(puzzle) {
    const each = solved[puzzle.name];
    if (!each?.solved) return h("p.hint", {}, each?.after_seeing ? t("Solved after seeing the solution") : "\u00a0");
    return h("p.hint.solved", {}, each.best <= puzzle.par ? t("✓ Solved in PAR") : t("✓ Solved, best: {best}", { best: each.best }));
  }

  async function refresh() {
    const wanted = name.value.trim();
    daily = await get(`/api/v1/daily?player=${encodeURIComponent(wanted)}`).catch(() => null);
    // Who is the same person, however a name is typed, the table says.
    solved = daily?.challenges ?? {};
    drawDaily();
    draw();
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
    const [, ...held] = (read(puzzle.position).hands ?? "").split("/")[0].split(".");
    const tiles = ELEMENTS.filter((letter) => puzzle.influences.includes(letter));
    return h(
      "li.panel",
      {},
      board.element,
      h(
        "div",
        {},
        h("h2", {}, `${puzzle.name} · ${t(puzzle.title)}`),
        h("p.hint", {}, puzzle.par === 1 ? t("PAR: one move") : t("PAR: {count} moves", { count: puzzle.par })),
        result(puzzle),
        held.length ? h("p.hint", {}, t("With: {tiles}.", { tiles: held.map(tileName).join(", ") })) : null,
        tiles.length ? h("p.hint", {}, t("And take: {influences}.", { influences: tiles.map(elementName).join(", ") })) : null,
        h("button.main", { onclick: () => start(puzzle), "aria-label": t("Play {name}", { name: puzzle.name }) }, t("Play")),
      ),
    );
  }

  attempt(() => get("/api/v1/puzzles")).then((told) => {
    all = told ?? [];
    draw();
    refresh();
    if (live.state) drawPlaying(live.state);
  });
  return watch(drawPlaying);
}
