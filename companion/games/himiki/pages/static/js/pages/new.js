// A new game: what, who, how.
import { post } from "../api.js";
import { go } from "../app.js";
import { attempt } from "../dialogs.js";
import { choice, h, put, toggle } from "../dom.js";
import { setHand, tileBoxes } from "../hands.js";
import { live } from "../live.js";
import { aboutLevels, seats } from "../seats.js";
import { reload } from "../story.js";
import { colourName } from "../signs.js";
import { t } from "../words.js";

const NAMES = "himiki-names";

const MODES = () => [
  ["duel", t("Duel"), t("Two players, three cubes each.")],
  ["teams", t("Teams"), t("Two against two, four cubes a team.")],
  ["mukyan", t("Muk Yan"), t("You alone against the training dummy.")],
  ["free", t("Free play"), t("The board is shown, nothing is refereed.")],
];

export function show(main) {
  const names = JSON.parse(localStorage.getItem(NAMES) ?? "{}");
  const wish = { mode: "duel", edition: "second", chaos: false, human: "w", own_dice: true, clock: null };
  const levels = {};
  const seatsOf = () => ({ duel: ["w", "b"], teams: ["wl", "bl", "wd", "bd"], mukyan: [wish.human], free: [] })[wish.mode];
  const isExpert = () => wish.mode === "duel" || wish.mode === "teams";
  const byLevels = () => (isExpert() && !wish.chaos ? seatsOf().filter((seat) => levels[seat]) : []);
  const form = h("form", { onsubmit: begin });
  main.append(h("h1", {}, t("New game")), form);

  function draw() {
    const expert = isExpert();
    const people = !expert || wish.chaos;
    put(form, h("div", {}, [
      h(
        "fieldset.modes",
        {},
        h("legend", {}, t("What do you play?")),
        MODES().map(([value, title, text]) => {
          const id = `mode-${value}`;
          return h(
            "div.mode",
            {},
            h("input", { type: "radio", name: "mode", id, value, checked: wish.mode === value, onchange: () => set("mode", value) }),
            h("label", { htmlFor: id }, h("strong", {}, title), h("span", {}, text)),
          );
        }),
        h("p.hint", {}, t("Alone with a challenge? Choose one under"), " ", h("a", { href: "/puzzles" }, t("Puzzles")), "."),
      ),
      seatsOf().length
        ? h(
            "fieldset",
            {},
            h("legend", {}, wish.mode === "mukyan" ? t("Your name") : t("Who plays?")),
            h("div.seats", {}, seats(seatsOf(), names, levels, draw, { people })),
            wish.mode === "duel" ? h("button.plain.small", { type: "button", onclick: swap }, t("Change sides")) : null,
            people ? null : aboutLevels(),
          )
        : "",
      wish.mode === "mukyan"
        ? [
            choice("human", t("Your cubes"), [["w", colourName("w")], ["b", colourName("b")]], wish.human, (value) => set("human", value)),
            choice(
              "dice",
              t("Who rolls for Muk Yan?"),
              [["yes", t("The companion")], ["no", t("We roll the spare cubes")]],
              wish.own_dice ? "yes" : "no",
              (value) => set("own_dice", value === "yes"),
            ),
          ]
        : "",
      h(
        "details.panel",
        { open: wish.chaos || wish.clock || wish.edition === "first" },
        h("summary", {}, t("More choices")),
        expert && !byLevels().length
          ? toggle("chaos", t("Chaos tiles (expert)"), wish.chaos, (on) => set("chaos", on), t("Each side draws three tiles."))
          : "",
        byLevels().length ? h("p.hint", {}, t("A level plays without Chaos tiles, and its clock stands still.")) : "",
        expert && wish.chaos ? hands() : "",
        choice(
          "edition",
          t("Edition"),
          [["second", t("Second")], ["first", t("First")]],
          wish.edition,
          (value) => set("edition", value),
        ),
        expert
          ? choice(
              "clock",
              t("Clock"),
              [["none", t("No clock")], ["10", t("{count} min", { count: 10 })], ["20", t("{count} min", { count: 20 })], ["30", t("{count} min", { count: 30 })]],
              wish.clock ? String(wish.clock.minutes) : "none",
              (value) => set("clock", value === "none" ? null : { minutes: Number(value), increment: 0 }),
            )
          : "",
      ),
      h("div.buttons", {}, h("button.big", { type: "submit" }, t("Begin"))),
      live.state && live.state.moves && !live.state.over
        ? h("p.hint", {}, t("The game that is being played is kept under Games."))
        : "",
    ]));
  }

  function hands() {
    return h(
      "div",
      {},
      h("p.hint", {}, t("Your own three tiles, for this phone only. Leave them out if you like: they are asked for when one is used.")),
      choice("hand-side", t("This phone belongs to"), [["w", colourName("w")], ["b", colourName("b")]], wish.side ?? "w", (value) => set("side", value)),
      tileBoxes(wish.tiles ?? [], wish.mode === "teams" ? 6 : 3, (tiles) => (wish.tiles = tiles)),
    );
  }

  function set(name, value) {
    wish[name] = value;
    draw();
  }

  function swap() {
    [names.w, names.b] = [names.b, names.w];
    [levels.w, levels.b] = [levels.b, levels.w];
    draw();
  }

  async function begin(event) {
    event.preventDefault();
    localStorage.setItem(NAMES, JSON.stringify(names));
    const expert = isExpert();
    const seated = byLevels();
    const people = seatsOf().filter((seat) => !seated.includes(seat) && names[seat]?.trim());
    const players = Object.fromEntries(people.map((seat) => [seat, names[seat].trim()]));
    const body = { mode: wish.mode, edition: wish.edition, chaos: expert && wish.chaos, players };
    if (seated.length) body.levels = Object.fromEntries(seated.map((seat) => [seat, levels[seat]]));
    if (wish.mode === "mukyan") Object.assign(body, { human: wish.human, own_dice: wish.own_dice });
    if (expert && wish.clock) body.clock = wish.clock;
    const done = await attempt(() => post("/api/v1/games", body));
    if (!done) return;
    if (body.chaos) setHand(done.id, wish.side ?? "w", wish.tiles ?? []);
    await reload();
    go("/");
  }

  draw();
}
