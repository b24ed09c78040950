// A new game: which one, who plays, how long a match.
import { post } from "../api.js";
import { go } from "../app.js";
import { attempt, confirm } from "../dialogs.js";
import { choice, field, h, put } from "../dom.js";
import { FACTS } from "../facts.js";
import { live } from "../live.js";
import { otherGames } from "../othergames.js";
import { sideName } from "../telling.js";
import { byCode, t } from "../words.js";

const NAMES = "himiki-rr-names";
const MATCHES = { "1": { wins: 1 }, "2": { wins: 2 }, "3": { wins: 3 }, points3: { wins: 2, games: 3 }, points5: { wins: 2, games: 5 } };

export function show(main, { title }) {
  const wish = { variant: "basic", first: "r", match: "2" };
  const names = kept();
  const levels = { r: "", b: "" };
  const form = h("form", { onsubmit: begin });
  main.append(h("h1", {}, title), form);

  function draw() {
    put(
      form,
      h("div.seats", {}, ["r", "b"].map(seat)),
      choice("variant", t("Which game"), FACTS.variants.map((each) => [each, byCode(`game-${each}`)]), wish.variant, (value) => set("variant", value)),
      h("p.hint", {}, ABOUT[wish.variant]()),
      choice("first", t("Who begins, with the Citizen"), [["r", sideName("r")], ["b", sideName("b")]], wish.first, (value) => set("first", value)),
      choice(
        "match",
        t("How many games?"),
        [["1", t("One game")], ["2", t("Two wins")], ["3", t("Three wins")], ["points3", t("Points of 3 games")], ["points5", t("Points of 5 games")]],
        wish.match,
        (value) => set("match", value),
      ),
      h("div.begin", {}, h("button.big", { type: "submit" }, t("Begin"))),
      otherGames(),
    );
  }

  function seat(side) {
    const name = h("input", { type: "text", id: `name-${side}`, maxLength: 60, autocomplete: "off", value: names[side] ?? "", oninput: (event) => (names[side] = event.target.value) });
    const level = h(
      "select",
      { id: `level-${side}`, "aria-label": t("Who plays {side}", { side: sideName(side) }), onchange: (event) => ((levels[side] = event.target.value), draw()) },
      h("option", { value: "", selected: !levels[side] }, t("A person")),
      Object.entries(FACTS.levels).map(([each, { title: shown, told }]) => h("option", { value: each, selected: levels[side] === each }, `${t(shown)}: ${t(told)}`)),
    );
    return h("div.seat", {}, field(`${side === "r" ? "▲" : "▼"} ${sideName(side)}`, level), levels[side] ? null : field(t("Name"), name));
  }

  function set(name, value) {
    wish[name] = value;
    draw();
  }

  async function begin(event) {
    event.preventDefault();
    localStorage.setItem(NAMES, JSON.stringify(names));
    const state = live.state;
    if (state?.moves && !state.over && !(await confirm(t("End the game that is being played?"), t("It is kept under Games, and can be played on from there."), t("Begin")))) return;
    const people = ["r", "b"].filter((side) => !levels[side] && names[side]?.trim());
    const body = {
      game: FACTS.game,
      variant: wish.variant,
      first: wish.first,
      players: Object.fromEntries(people.map((side) => [side, names[side].trim()])),
      levels: Object.fromEntries(["r", "b"].filter((side) => levels[side]).map((side) => [side, levels[side]])),
      ...MATCHES[wish.match],
    };
    if (await attempt(() => post("/api/v1/games", body))) go("/");
  }

  draw();
}

const ABOUT = {
  basic: () => t("Five neutral tiles lie open beside the board, for both."),
  old: () => t("Without neutral tiles, but for the Citizen."),
  random: () => t("Each player has two neutral tiles, open."),
  secretrandom: () => t("Each player has two neutral tiles, face down."),
  draft: () => t("Of five neutral tiles each player picks some, by turns."),
  secretdraft: () => t("Players draft two tiles each in secret; lay them face down in your zone."),
};

function kept() {
  try {
    return JSON.parse(localStorage.getItem(NAMES) ?? "{}");
  } catch {
    return {};
  }
}
