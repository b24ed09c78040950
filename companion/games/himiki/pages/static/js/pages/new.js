// A new game: the same again, or another one: what, who, how.
import { post } from "../api.js";
import { go } from "../app.js";
import { attempt, confirm } from "../dialogs.js";
import { choice, h, put, toggle } from "../dom.js";
import { FACTS } from "../facts.js";
import { isShared } from "../friend.js";
import { setHand, tileBoxes } from "../hands.js";
import { levelName } from "../levels.js";
import { live, watch } from "../live.js";
import { otherGames } from "../othergames.js";
import { aboutLevels, anew, seats } from "../seats.js";
import { reload } from "../story.js";
import { colourName, modeName, seatName } from "../signs.js";
import { who } from "../telling.js";
import { byCode, isOne, t } from "../words.js";

const NAMES = "himiki-names";

/** Minutes for each side, and seconds that a turn brings. */
const TIMES = [5, 10, 20, 30];
const INCREMENTS = [0, 5, 10, 30];
const OWN = "own";

const MODES = () => [
  ["duel", t("Two players, three cubes each.")],
  ["teams", t("Two against two, four cubes a team.")],
  ["mukyan", t("You alone against the training dummy.")],
  ["free", t("The board is shown, nothing is refereed.")],
];

export function show(main) {
  const names = JSON.parse(localStorage.getItem(NAMES) ?? "{}");
  const wish = { mode: "duel", edition: "second", chaos: false, human: "w", own_dice: true, clock: null, match: null };
  const levels = {};
  let own = false;
  let known = false;
  const seatsOf = () => ({ ...FACTS.orders, mukyan: [wish.human], free: [] })[wish.mode];
  const isExpert = () => wish.mode === "duel" || wish.mode === "teams";
  const byLevels = () => (isExpert() && !wish.chaos ? seatsOf().filter((seat) => levels[seat]) : []);
  const again = h("div");
  const form = h("form", { onsubmit: begin });
  main.append(h("h1", {}, byCode("page-new")), again, form);

  /** What was agreed on last stands in the form already: opponent, clock and all. */
  function remember(state) {
    if (known || !state) return;
    known = true;
    const { agreed } = state;
    if (!(agreed.mode in FACTS.orders) && agreed.mode !== "mukyan") return;
    // A game with a friend far away is begun by both tables, on a page of its own.
    if (isShared(state)) return;
    Object.assign(wish, agreed, { match: agreed.match ? { best_of: agreed.match.best_of } : null });
    Object.assign(levels, agreed.levels);
    Object.assign(names, agreed.players);
    own = Boolean(wish.clock && !(TIMES.includes(wish.clock.minutes) && INCREMENTS.includes(wish.clock.increment)));
    // What nobody has played yet is not played again.
    if (state.moves || state.over) drawAgain(state);
    draw();
  }

  function drawAgain({ agreed }) {
    const settings = { ...agreed, match: agreed.match ? { best_of: agreed.match.best_of } : null };
    put(
      again,
      h(
        "section.panel.again",
        {},
        h("h2", {}, t("Same again")),
        h("p", {}, told(agreed)),
        h(
          "div.buttons",
          {},
          h("button.main", { type: "button", "data-key": "again", onclick: () => start(settings) }, t("Same again")),
          agreed.mode === "mukyan" || agreed.mode in FACTS.orders
            ? h("button.plain", { type: "button", onclick: () => start(anew(settings)) }, t("With sides changed"))
            : null,
        ),
      ),
    );
  }

  function draw() {
    const expert = isExpert();
    const people = !expert || wish.chaos;
    put(form, h("div", {}, [
      h(
        "fieldset.modes",
        {},
        h("legend", {}, t("What do you play?")),
        MODES().map(([value, text]) => {
          const id = `mode-${value}`;
          return h(
            "div.mode",
            {},
            h("input", { type: "radio", name: "mode", id, value, checked: wish.mode === value, onchange: () => set("mode", value) }),
            h("label", { htmlFor: id }, h("strong", {}, modeName(value)), h("span", {}, text)),
          );
        }),
        h("p.hint", {}, t("Alone with a challenge? Choose one under"), " ", h("a", { href: "/puzzles" }, t("Puzzles")), "."),
        h("p.hint", {}, t("Your friend is in another house?"), " ", h("a", { href: "/friend" }, t("Invite your friend, or take an invitation")), "."),
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
        { open: wish.chaos || wish.clock || wish.match || wish.edition === "first" },
        h("summary", {}, t("More choices")),
        expert && !byLevels().length
          ? toggle("chaos", t("Chaos tiles (expert)"), wish.chaos, (on) => set("chaos", on), t("Each side draws three tiles."))
          : "",
        byLevels().length ? h("p.hint", {}, t("A level plays without Chaos tiles, and its clock stands still.")) : "",
        expert && wish.chaos ? hands() : "",
        expert ? clock() : "",
        expert || wish.mode === "mukyan"
          ? choice(
              "match",
              t("How many games?"),
              [["1", t("One game")], ["3", t("Best of {count}", { count: 3 })], ["5", t("Best of {count}", { count: 5 })]],
              String(wish.match?.best_of ?? 1),
              (value) => set("match", value === "1" ? null : { best_of: Number(value) }),
            )
          : "",
        choice(
          "edition",
          t("Edition"),
          [["second", t("Second")], ["first", t("First")]],
          wish.edition,
          (value) => set("edition", value),
        ),
      ),
      h("div.begin", {}, h("button.big", { type: "submit" }, t("Begin"))),
      otherGames(),
    ]));
  }

  function clock() {
    const { minutes = 10, increment = 0 } = wish.clock ?? {};
    return [
      choice(
        "clock",
        t("Clock"),
        [["none", t("No clock")], ...TIMES.map((count) => [String(count), t("{count} min", { count })]), [OWN, t("Own times")]],
        !wish.clock ? "none" : own ? OWN : String(minutes),
        (value) => {
          own = value === OWN;
          set("clock", value === "none" ? null : { minutes: own ? minutes : Number(value), increment });
        },
      ),
      wish.clock && !own
        ? choice(
            "increment",
            t("Each turn adds"),
            INCREMENTS.map((count) => [String(count), t("{count} s", { count })]),
            String(increment),
            (value) => set("clock", { minutes, increment: Number(value) }),
          )
        : "",
      wish.clock && own
        ? h(
            "div.numbers",
            {},
            amount("minutes", t("Minutes for each side"), minutes, 1, 600),
            amount("increment", t("Seconds that a turn adds"), increment, 0, 3600),
          )
        : "",
    ];
  }

  const amount = (name, label, value, min, max) =>
    h(
      "label.select",
      {},
      h("span", {}, label),
      h("input", {
        type: "number",
        inputMode: "numeric",
        id: `own-${name}`,
        min,
        max,
        value,
        oninput: (event) => event.target.checkValidity() && event.target.value && (wish.clock = { ...wish.clock, [name]: Number(event.target.value) }),
      }),
    );

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

  function begin(event) {
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
    if (wish.match && wish.mode !== "free") body.match = wish.match;
    return start(body);
  }

  async function start(body) {
    if (!(await mayEnd(live.state))) return;
    const done = await attempt(() => post("/api/v1/games", body));
    if (!done) return;
    if (body.chaos) setHand(done.id, wish.side ?? "w", wish.tiles ?? []);
    await reload();
    go("/");
  }

  draw();
  return watch(remember);
}

/** A game that goes on is not ended by a slip of the finger. */
function mayEnd(state) {
  if (!state?.moves || state.over || state.mode === "free") return true;
  const [white, black] = state.score;
  const stands = `${who("w", state)} ${white} – ${black} ${who("b", state)}`;
  const values = { count: state.moves, stands };
  return confirm(
    t("End the game that is being played?"),
    state.mode === "mindlock"
      ? t("The challenge on the table is not solved yet.")
      : isOne(state.moves)
        ? t("{stands}, after {count} move. It is kept under Games, and can be played on from there.", values)
        : t("{stands}, after {count} moves. It is kept under Games, and can be played on from there.", values),
    t("Begin"),
  );
}

/** A game's agreement in one line. */
function told({ mode, players = {}, levels: played = {}, chaos, clock, match }) {
  const seated = FACTS.orders[mode] ?? [];
  const sides = seated.map((seat) => (played[seat] ? levelName(played[seat]) : players[seat] || seatName(seat)));
  return [
    modeName(mode),
    sides.join(" – ") || Object.values(players).join(", "),
    chaos ? t("Chaos tiles (expert)") : "",
    clock ? (clock.increment ? t("{count} min and {more} s a turn", { count: clock.minutes, more: clock.increment }) : t("{count} min", { count: clock.minutes })) : "",
    match ? t("Best of {count}", { count: match.best_of }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
