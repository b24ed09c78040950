// A friend far away: invite her, take her invitation, and see how she does.
import { get, post, session } from "../api.js";
import { go } from "../app.js";
import { askPin, attempt, confirm, note } from "../dialogs.js";
import { choice, field, h, put } from "../dom.js";
import { ask, backButtons, friendName, herTurn } from "../friend.js";
import { live, watch } from "../live.js";
import { sentence } from "../saying.js";
import { colourName } from "../signs.js";
import { byCode, t } from "../words.js";
import { thumbnail } from "./thumbnail.js";

const NAME = "himiki-friend-name";
/** A photograph is made no larger than this before it is sent: the code in it stays sharp. */
const LARGEST = 1600;

export function show(main, { title }) {
  const wish = { broker: "", colour: "w", mode: "duel", edition: "second", minutes: "0", name: localStorage.getItem(NAME) ?? "" };
  const typed = { code: "" };
  const place = h("div");
  let told = null;
  let drawn = "";
  let stopped = false;

  main.append(h("h1", {}, title), h("p.lead", {}, t("Two tables play one game, each with a board of its own. What your friend plays is said and shown here, and you carry it out.")), place);

  async function load() {
    if (!session.mayChange) return draw();
    told = await get("/api/v1/friend").catch(() => null);
    if (told && !wish.broker) wish.broker = told.broker;
    return stopped ? undefined : draw();
  }

  function draw() {
    if (!session.mayChange) {
      return put(
        place,
        h(
          "section.panel",
          {},
          h("p", {}, t("Everybody at home may watch. Changing anything needs the PIN.")),
          h("button.main", { onclick: async () => (await askPin()) && load() }, t("Enter the PIN")),
        ),
      );
    }
    if (!told) return put(place, h("p", {}, t("One moment")));
    const friend = live.state?.friend ?? null;
    return put(place, friend ? together({ ...live.state, friend }) : [invited(), inviting()]);
  }

  // With a friend

  function together(state) {
    const { friend } = state;
    const name = friendName(state);
    return [
      h(
        "section.panel.friend",
        {},
        h("h2", {}, friend.name || t("Your friend")),
        h("p.link-state", { role: "status", className: `link-state ${link(friend)[0]}` }, h("span.dot", { "aria-hidden": "true" }), link(friend)[1]),
        h("dl.facts", {}, h("dt", {}, t("You play")), h("dd", {}, colourName(friend.side)), friend.playing ? [h("dt", {}, t("Now")), h("dd", {}, now(state))] : null),
        friend.asked_back.length ? [h("p.todo", {}, t("{name} has taken back. Do you take back too: {moves}?", { name, moves: friend.asked_back.join(", ") })), h("div.buttons", {}, backButtons())] : null,
        friend.asks_back ? h("p.todo", {}, t("You have taken back: it counts as soon as {name} agrees.", { name })) : null,
        friend.difference ? difference(friend.difference, name) : null,
        h(
          "div.buttons",
          {},
          friend.playing && !friend.over ? h("a.button.main", { href: "/" }, t("To the table")) : null,
          friend.playing && !friend.over ? null : h("button.main", { "data-key": "play-on", onclick: playOn }, friend.playing || friend.over ? t("Next game") : t("Go on with this game")),
          h("button.plain", { "data-key": "leave", onclick: leave }, t("Leave")),
        ),
        refusals(friend.refused),
      ),
      told.code ? code(friend) : null,
    ];
  }

  function link(friend) {
    if (!friend.broker) return ["away", t("The broker cannot be reached: the game waits.")];
    if (friend.there) return ["there", t("Connected: your friend's table is there.")];
    return friend.ever ? ["away", t("Away: the game waits, and goes on by itself.")] : ["waits", t("Waiting for your friend's table.")];
  }

  function now(state) {
    if (state.friend.over) return byCode("told-over");
    return state.friend.waits ? herTurn(state) : t("It is your turn.");
  }

  function difference(found, name) {
    return h(
      "div.differs",
      { "data-card": "differs" },
      h("h3", {}, t("The two tables differ")),
      h("p", {}, t("After move {number} the boards are not the same. Look at both, and go back to the last common move.", { number: found.after })),
      h(
        "div.boards",
        {},
        [[t("Here"), found.mine], [name, found.hers]].map(([whose, position]) =>
          h("figure", {}, position ? thumbnail(position) : h("p.hint", {}, t("Not known yet")), h("figcaption", {}, whose)),
        ),
      ),
      h("div.buttons", {}, h("button.big", { "data-key": "common", onclick: () => ask("common") }, t("Back to the last common move"))),
    );
  }

  function refusals(counts) {
    const lines = Object.entries(counts).filter(([, count]) => count);
    return lines.length ? h("ul.hint", {}, lines.map(([each, count]) => h("li", {}, byCode(each, { count })))) : null;
  }

  /** Shown until she has come; afterwards whoever wants it again unfolds it. */
  function code(friend) {
    return h(
      "details.panel",
      { open: !friend.ever },
      h("summary", {}, t("The invitation")),
      h("p", {}, t("Send this code to your friend, by whatever you trust: whoever has it can play in your friend's place. Your friend's table takes it on this same page, typed in or as a picture of the square.")),
      h("img.qr", { src: `data:image/svg+xml,${encodeURIComponent(told.qr)}`, alt: t("The invitation as a QR code") }),
      h("textarea.code", { readOnly: true, rows: 4, "aria-label": t("The invitation"), value: told.code, onfocus: (event) => event.target.select() }),
      h("div.buttons", {}, h("button.plain", { "data-key": "copy", onclick: copy }, t("Copy the code"))),
    );
  }

  async function copy() {
    const area = place.querySelector("textarea.code");
    area.select();
    // Over plain HTTP there is no clipboard but the old one.
    if (navigator.clipboard) await navigator.clipboard.writeText(told.code).catch(() => document.execCommand("copy"));
    else document.execCommand("copy");
    note(t("Copied."));
  }

  async function playOn() {
    if (!(await mayEnd())) return;
    if (await ask("play_on")) go("/");
  }

  async function leave() {
    if (!(await confirm(t("Leave this friend?"), t("What was played is kept under Games. To play again, one of you invites anew."), t("Leave")))) return;
    const done = await ask("leave");
    if (done) told = done;
    draw();
  }

  // Without one

  function inviting() {
    return h(
      "form.panel",
      { onsubmit: invite },
      h("h2", {}, t("Invite a friend")),
      own("invite"),
      choice("friend-colour", t("Your cubes"), [["w", colourName("w")], ["b", colourName("b")]], wish.colour, (value) => (wish.colour = value)),
      choice("friend-mode", t("What do you play?"), ["duel", "teams"].map((mode) => [mode, byCode(`mode-${mode}`)]), wish.mode, (value) => (wish.mode = value)),
      choice("friend-minutes", t("Clock"), [["0", t("No clock")], ...["10", "20", "30"].map((count) => [count, t("{count} min", { count })])], wish.minutes, (value) => (wish.minutes = value)),
      choice("friend-edition", t("Edition"), [["second", t("Second")], ["first", t("First")]], wish.edition, (value) => (wish.edition = value)),
      field(
        t("Broker"),
        h("input", { type: "text", required: true, maxLength: 200, inputMode: "url", autocapitalize: "none", autocomplete: "off", placeholder: "mqtt://", value: wish.broker, oninput: (event) => (wish.broker = event.target.value) }),
        t("It passes the moves on, and both tables have to reach it: a Mosquitto of yours, or of somebody whom you know. Whoever runs it can read the game, and change nothing unnoticed."),
      ),
      h("div.buttons", {}, h("button.big", { type: "submit" }, t("Invite"))),
    );
  }

  function invited() {
    return h(
      "form.panel",
      { onsubmit: join },
      h("h2", {}, t("I was invited")),
      own("join"),
      field(
        t("Your friend's code"),
        h("textarea", { rows: 3, required: true, autocapitalize: "none", autocomplete: "off", spellcheck: false, placeholder: "himiki1:", value: typed.code, oninput: (event) => (typed.code = event.target.value) }),
      ),
      h("input.hidden", { type: "file", id: "friend-picture", accept: "image/*", onchange: (event) => scan(event.target) }),
      h("div.buttons", {}, h("label.button.plain", { htmlFor: "friend-picture" }, t("Take a picture of the code…")), h("button.big", { type: "submit" }, t("Play"))),
    );
  }

  const own = (form) =>
    field(
      t("Your name"),
      h("input", {
        type: "text",
        id: `friend-name-${form}`,
        maxLength: 40,
        autocomplete: "off",
        value: wish.name,
        oninput: (event) => {
          wish.name = event.target.value;
          localStorage.setItem(NAME, wish.name);
        },
      }),
    );

  async function scan(input) {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    const found = await attempt(async () => {
      const answer = await fetch("/api/v1/friend/code", { method: "POST", body: await smaller(file) });
      const said = await answer.json();
      if (!answer.ok) throw new Error(sentence(byCode(said.code, said.values) ?? said.error));
      return said.code;
    });
    if (!found) return;
    typed.code = found;
    // What somebody types is left alone: this field is drawn anew.
    put(place, []);
    draw();
    note(t("The code was read."));
  }

  async function join(event) {
    event.preventDefault();
    await begun("join", { code: typed.code.trim(), name: wish.name.trim() });
  }

  async function invite(event) {
    event.preventDefault();
    const game = { mode: wish.mode, edition: wish.edition };
    if (wish.minutes !== "0") game.clock = { minutes: Number(wish.minutes), increment: 0 };
    await begun("invite", { broker: wish.broker.trim(), colour: wish.colour, name: wish.name.trim(), game });
  }

  /** What speaks to a broker is fetched the first time, which may take a while. */
  async function begun(what, body) {
    if (!(await mayEnd())) return;
    const done = await attempt(() => post(`/api/v1/friend/${what}`, body, PATIENCE));
    if (!done) return;
    told = done;
    draw();
    window.scrollTo(0, 0);
  }

  const stop = watch((state) => {
    // Clocks and hands draw nothing anew here.
    const key = JSON.stringify([state.friend ?? null, state.turn, state.over]);
    if (key === drawn) return;
    const came = Boolean(state.friend) !== Boolean(JSON.parse(drawn || "[null]")[0]);
    drawn = key;
    if (came && told) load();
    else if (told && state.friend) draw();
  });
  load();
  return () => {
    stopped = true;
    stop();
  };
}

/** Seconds. */
const PATIENCE = 120;

/** A game that goes on is not ended by a slip of the finger. */
function mayEnd() {
  const state = live.state;
  if (!state?.moves || state.over || state.mode === "free") return true;
  return confirm(t("End the game that is being played?"), t("It is kept under Games, and can be played on from there."), t("Begin"));
}

async function smaller(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
  const canvas = h("canvas", { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
}
