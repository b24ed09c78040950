// A new game: what, who, how.
import { post } from "../api.js";
import { go } from "../app.js";
import { setHand } from "../cards.js";
import { attempt } from "../dialogs.js";
import { choice, field, h, toggle } from "../dom.js";
import { live } from "../live.js";
import { reload } from "../story.js";
import { TERRAIN, TILES, colourName, seatName, tileName } from "../signs.js";
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
  const form = h("form", { onsubmit: begin });
  main.append(h("h1", {}, t("New game")), form);

  function draw() {
    const seats = { duel: ["w", "b"], teams: ["wl", "bl", "wd", "bd"], mukyan: [wish.human], free: [] }[wish.mode];
    const expert = wish.mode === "duel" || wish.mode === "teams";
    // Made anew each time: fields keep what was typed in `names`, not in themselves.
    form.replaceChildren(h("div", {}, [
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
      seats.length
        ? h(
            "fieldset",
            {},
            h("legend", {}, wish.mode === "mukyan" ? t("Your name") : t("Who plays?")),
            seats.map((seat) =>
              field(
                seatName(seat),
                h("input", {
                  type: "text",
                  id: `name-${seat}`,
                  maxLength: 40,
                  autocomplete: "off",
                  value: names[seat] ?? "",
                  placeholder: seatName(seat),
                  oninput: (event) => (names[seat] = event.target.value),
                }),
              ),
            ),
            wish.mode === "duel" ? h("button.plain.small", { type: "button", onclick: swap }, t("Change sides")) : null,
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
        expert ? toggle(t("Chaos tiles (expert)"), wish.chaos, (on) => set("chaos", on), t("Each side draws three tiles.")) : "",
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
      h(
        "div.options",
        {},
        Object.keys(TILES).map((code) => {
          const id = `tile-${code}`;
          return [
            h("input", {
              type: "checkbox",
              id,
              checked: (wish.tiles ?? []).includes(code),
              onchange: (event) => {
                const kept = (wish.tiles ?? []).filter((each) => each !== code);
                wish.tiles = event.target.checked ? [...kept, code].slice(-6) : kept;
              },
            }),
            h("label", { htmlFor: id, className: TERRAIN.includes(code) ? "land" : "" }, tileName(code)),
          ];
        }),
      ),
    );
  }

  function set(name, value) {
    wish[name] = value;
    const focused = document.activeElement?.id;
    draw();
    if (focused) document.getElementById(focused)?.focus();
  }

  function swap() {
    [names.w, names.b] = [names.b, names.w];
    draw();
  }

  async function begin(event) {
    event.preventDefault();
    localStorage.setItem(NAMES, JSON.stringify(names));
    const seats = { duel: ["w", "b"], teams: ["wl", "bl", "wd", "bd"], mukyan: [wish.human], free: [] }[wish.mode];
    const players = {};
    for (const seat of seats) if (names[seat]?.trim()) players[seat] = names[seat].trim();
    const expert = wish.mode === "duel" || wish.mode === "teams";
    const body = { mode: wish.mode, edition: wish.edition, chaos: expert && wish.chaos, players };
    if (wish.mode === "mukyan") Object.assign(body, { human: wish.human, own_dice: wish.own_dice });
    if (expert && wish.clock) body.clock = wish.clock;
    const done = await attempt(() => post("/api/v1/games", body));
    if (!done) return;
    setHand("w", []);
    setHand("b", []);
    if (body.chaos && wish.tiles?.length) setHand(wish.side ?? "w", wish.tiles);
    await reload();
    go("/");
  }

  draw();
}
