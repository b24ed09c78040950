// Every table of the club, live; with a table's name in the address, that one with its story.
import { boardOf } from "/static/board.js";
import { h, letIn, namesOf, send, t } from "/static/frame.js";

const one = /^\/tables\/([a-z0-9-]+)$/.exec(location.pathname)?.[1] ?? null;
const main = document.getElementById("tables");
const standing = document.getElementById("standing");
main.classList.toggle("one", one !== null);

const TOLD = ["move", "violation", "corrected", "arbiter", "over"];
const ARBITER = {
  undo: t("The hall's arbiter has taken the last entry back."),
  accept: t("The hall's arbiter says that the board is right."),
  answer: t("The hall's arbiter has answered the question."),
  claim: t("The hall's arbiter has given a penalty."),
  resign: t("The hall's arbiter has decided the game."),
};
const known = new Map();
const stories = new Map();
/** What was unfolded, and stays so when the table is drawn anew. */
const opened = new Set();
let version = 0;
let mayChange = false;
let broker = true;

const THERE = () => ({ online: t("playing"), stopped: t("switched off"), offline: t("not reachable") });
const ALARMS = () => ({
  offline: t("This table is not reachable."),
  violation: t("Something is not legal, and stays so."),
  question: t("The referee has asked something and waits."),
  board: t("The camera does not see the board."),
});

function told(state) {
  if (!state) return "";
  if (state.over) return state.winner ? t("{name} has won.", { name: namesOf(state)[state.winner === "w" ? 0 : 1] }) : t("The game is over.");
  if (state.violation) return state.violation.text ?? "";
  if (state.question) return state.question.question ?? t("The referee has a question.");
  if (state.setup) return t("Being set up");
  return t("Moves: {count}", { count: state.moves ?? 0 });
}

function card(table) {
  const { state, alarm } = table;
  const [white, black] = namesOf(state);
  const score = state?.score ?? ["–", "–"];
  const on = (side) => (state && !state.over && state.turn?.[0] === side ? "on" : null);
  const parts = [
    h("h2", {}, table.table, h("span", { class: "there" }, THERE()[table.availability] ?? table.availability)),
    h("p", { class: "alarmed", role: "alert" }, alarm ? ALARMS()[alarm.kind] : ""),
    h("div", { class: "score" }, h("span", { class: on("w") }, white), h("b", {}, `${score[0]} – ${score[1]}`), h("span", { class: on("b") }, black)),
    boardOf(state?.position),
    h("p", { class: "told" }, told(state)),
  ];
  const attributes = { class: alarm ? "table alarm" : "table", "data-table": table.table };
  if (one === null) return h("a", { ...attributes, href: `/tables/${table.table}` }, parts);
  return h("section", attributes, parts, mayChange ? orders(table) : null, story(table.table));
}

/** What the arbiter may decide there; the table notes that it was the arbiter. */
function orders(table) {
  const { state } = table;
  const order = (decision, more = {}) => () => send("POST", `/api/v1/tables/${table.table}/orders`, { command: "decision", decision, ...more });
  const button = (label, onclick) => h("button", { onclick, disabled: table.availability !== "online" }, label);
  const [white, black] = namesOf(state);
  const sides = [["w", white], ["b", black]];
  const options = state?.question?.options ?? [];
  return [
    h("div", { class: "orders" }, button(t("Undo"), order("undo")), button(t("The board is right"), order("accept"))),
    h(
      "details",
      { open: opened.has("penalties") ? "" : null, ontoggle: (event) => opened[event.target.open ? "add" : "delete"]("penalties") },
      h("summary", {}, t("Penalties")),
      h(
        "div",
        { class: "orders" },
        state?.mode === "duel" || state?.mode === "teams" ? sides.map(([side, name]) => button(t("Penalty: a point for {name}", { name }), order("claim", { side }))) : null,
        sides.map(([side, name]) => button(t("{name} loses this game", { name }), () => confirm(t("{name} loses this game. It can be undone.", { name })) && order("resign", { side })())),
      ),
    ),
    options.length ? h("div", { class: "orders answers", role: "group", "aria-label": t("Answer its question") }, options.map((each) => button(each, order("answer", { option: each })))) : null,
  ];
}

function story(name) {
  const gone = new Set();
  const events = stories.get(name) ?? [];
  for (const each of events) if (each.revises) for (const other of events) if (other.n >= each.revises && other.n < each.n) gone.add(other.n);
  const moves = events.filter((each) => TOLD.includes(each.event)).slice(-60).reverse();
  return h("ol", { class: "story", reversed: "" }, moves.map((each) => h("li", { value: each.n, class: gone.has(each.n) ? "revised" : null }, line(each))));
}

function line(event) {
  if (event.event === "move") return `${event.annotated || event.move}  ${(event.score ?? []).join("–")}`;
  if (event.event === "over") return t("The game is over.");
  if (event.event === "corrected") return event.reason === "accept" ? t("It stands as it lies, though no rule leads there.") : t("Corrected");
  if (event.event === "arbiter") return ARBITER[event.decision] ?? t("The hall's arbiter has decided something here.");
  return event.text ?? event.event;
}

let touched = false;
let waiting = false;
addEventListener("pointerdown", () => (touched = true));
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => {
    touched = false;
    if (waiting) setTimeout(draw, 50);
  });
}

/** Nothing is drawn anew below a finger: its tap would be lost. */
function draw() {
  waiting = touched;
  if (touched) return;
  const shown = [...known.values()].filter((each) => one === null || each.table === one);
  shown.sort((a, b) => Number(Boolean(b.alarm)) - Number(Boolean(a.alarm)) || a.table.localeCompare(b.table));
  main.replaceChildren(...shown.map(card));
  const there = [...known.values()].filter((each) => each.availability === "online").length;
  standing.textContent = broker ? t("Tables: {there} of {all}", { there, all: known.size }) : t("The broker is away: what is shown may be old.");
  if (one !== null && shown.length === 0) standing.textContent = t("No table of that name was heard of yet.");
}

let asking = false;
let again = false;
/** Of all tables only those that have changed; never more than one request at a time. */
async function look() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    do {
      again = false;
      const changed = await fetch(`/api/v1/tables?after=${version}`).then((answer) => answer.json());
      for (const each of changed) {
        known.set(each.table, each);
        version = Math.max(version, each.version);
      }
      draw();
      await new Promise((done) => setTimeout(done, 200));
    } while (again);
  } finally {
    asking = false;
  }
}

/** What every table's page then shows for some minutes; it stays as it is while tables are drawn anew. */
function announcing() {
  const text = h("input", { id: "announced", maxlength: "200", required: "" });
  const say = async (submitted) => {
    submitted.preventDefault();
    if (await send("POST", "/api/v1/announcements", { text: text.value })) text.value = "";
  };
  return h("form", { class: "announcing", onsubmit: say }, h("label", { for: "announced" }, t("To all tables")), text, h("button", {}, t("Say")));
}

async function begin() {
  mayChange = await letIn();
  if (mayChange && one === null) document.querySelector("footer").prepend(announcing());
  if (one !== null) {
    let after = 0;
    const all = [];
    for (;;) {
      const answer = await fetch(`/api/v1/tables/${one}/events?after=${after}`);
      const page = answer.ok ? await answer.json() : [];
      if (page.length === 0) break;
      all.push(...page);
      after = page.at(-1).n;
    }
    stories.set(one, all);
  }
  await look();
  // What is live comes as late as spectators see it; the arbiter does not wait for that.
  const { delay } = await fetch("/health").then((answer) => answer.json());
  if (mayChange && delay) setInterval(look, 1000);
  const live = new EventSource("/api/v1/live?state=1");
  live.addEventListener("state", (message) => {
    broker = JSON.parse(message.data).broker;
    look();
  });
  for (const kind of TOLD) {
    live.addEventListener(kind, (message) => {
      const event = JSON.parse(message.data);
      if (event.table === one) stories.get(one).push(event);
    });
  }
}

await begin();
