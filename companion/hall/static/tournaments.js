// Tournaments: a list with a form, or the one that the address names, with its rounds and standings.
import { h, letIn, send, sendText, t } from "/static/frame.js";

const number = /^\/tournaments\/(\d+)$/.exec(location.pathname)?.[1] ?? null;
const main = document.getElementById("tables");
main.classList.add("one");
const mayChange = await letIn();

const SYSTEMS = { swiss: t("Swiss"), roundrobin: t("Everybody against everybody"), knockout: t("Knockout") };
const GAMES = { "": t("What is set up at the tables"), duel: t("Two players, three cubes each."), teams: t("Two against two, four cubes a team."), rr: "RR", yokai: "Terres de Yokai" };
const RESULTS = { "1-0": "1 – 0", "0-1": "0 – 1", "=-=": "½ – ½", "+--": "+ – −", "--+": "− – +", "---": "− – −" };

async function list() {
  const [all, strengths] = await Promise.all(["tournaments", "ratings"].map((each) => fetch(`/api/v1/${each}`).then((answer) => answer.json())));
  main.replaceChildren(
    h("ul", { class: "all" }, all.map((each) => h("li", {}, h("a", { href: `/tournaments/${each.id}` }, `${each.name} · ${SYSTEMS[each.system]}`)))),
    mayChange ? await form() : h("p", { class: "told" }, t("Who knows the arbiter's PIN begins a tournament here.")),
    strengths.length ? ratings(strengths) : "",
  );
}

function ratings(strengths) {
  const head = [t("Name"), t("Rating"), "±", t("Games")];
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("Ratings")),
    wide(t("Ratings"), head, strengths.map((each) => h("tr", {}, [each.name, each.rating, 2 * each.deviation, each.games].map((value) => h("td", {}, String(value)))))),
    h("p", { class: "told" }, t("Of all tournaments of this hall, by Glicko-2; ± says how sure that is.")),
  );
}

/** A table that may be broader than a phone. */
const wide = (label, head, rows) =>
  h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": label }, h("table", {}, h("thead", {}, h("tr", {}, head.map((each) => h("th", { scope: "col" }, each)))), h("tbody", {}, rows)));

const field = (id, label, input) => h("p", {}, h("label", { for: id }, label), input);

async function form() {
  const tables = (await fetch("/api/v1/tables").then((answer) => answer.json())).map((each) => each.table);
  const made = h(
    "form",
    { class: "card", onsubmit: begin },
    h("h2", {}, t("A new tournament")),
    field("name", t("Name"), h("input", { id: "name", required: "", maxlength: "60" })),
    field("system", t("System"), h("select", { id: "system" }, Object.entries(SYSTEMS).map(([value, label]) => h("option", { value }, label)))),
    field("rounds", t("Rounds"), h("input", { id: "rounds", type: "number", min: "1", max: "99", value: "5" })),
    field("game", t("Game"), h("select", { id: "game" }, Object.entries(GAMES).map(([value, label]) => h("option", { value }, label)))),
    field("minutes", t("Minutes for each side, or nothing: no clock"), h("input", { id: "minutes", type: "number", min: "1", max: "600" })),
    field("players", t("Players, one a line; rating and team may follow: Ada; 1850; Kings"), h("textarea", { id: "players", rows: "8", required: "" })),
    field("file", t("Or from a file: players (CSV, TRF), or a whole tournament (JSON)"), h("input", { id: "file", type: "file", accept: ".csv,.txt,.trf,.trfx,.json", onchange: bring })),
    h("fieldset", {}, h("legend", {}, t("Tables")), tables.map((each) => h("label", {}, h("input", { type: "checkbox", name: "table", value: each, checked: "" }), ` ${each}`))),
    h("button", {}, t("Begin")),
  );
  const value = (id) => made.querySelector(`#${id}`).value.trim();
  async function bring(chosen) {
    const [file] = chosen.target.files;
    if (!file) return;
    const text = await file.text();
    if (text.trimStart().startsWith("{")) {
      const copy = await sendText("POST", "/api/v1/tournaments/copies", text);
      if (copy) location.assign(`/tournaments/${copy.id}`);
      return;
    }
    const told = await send("POST", "/api/v1/tournaments/players", { text });
    if (told) made.querySelector("#players").value = told.players.map((each) => [each.name, each.rating || "", each.team].join("; ").replace(/[; ]+$/, "")).join("\n");
  }
  async function begin(submitted) {
    submitted.preventDefault();
    // The hall reads the lines as it reads those of a file.
    const listed = await send("POST", "/api/v1/tournaments/players", { text: value("players") });
    if (!listed) return;
    const game = { ...(value("game") ? { mode: value("game") } : {}), ...(value("minutes") ? { clock: { minutes: Number(value("minutes")), increment: 0 } } : {}) };
    const told = await send("POST", "/api/v1/tournaments", {
      name: value("name"),
      system: value("system"),
      rounds: Number(value("rounds")),
      players: listed.players,
      tables: [...made.querySelectorAll("[name=table]:checked")].map((each) => each.value),
      game,
    });
    if (told) location.assign(`/tournaments/${told.id}`);
  }
  return made;
}

/** Who comes late, who leaves, and files; it stays as it is while results come. */
function desk(told) {
  const act = async (method, path, body) => {
    const changed = await send(method, `/api/v1/tournaments/${number}/${path}`, body);
    if (changed) show(changed);
  };
  const here = told.players.filter((each) => !each.gone);
  const late = h("input", { id: "late", maxlength: "60", required: "" });
  const rating = h("input", { id: "late-rating", type: "number", min: "0", max: "4000" });
  const leaving = h("select", { id: "leaving" }, h("option", { value: "" }, "…"), here.map((each) => h("option", { value: each.id }, each.name)));
  const enter = (submitted) => {
    submitted.preventDefault();
    late.blur();
    act("POST", "players", { name: late.value, rating: Number(rating.value) || 0 });
  };
  const withdraw = (submitted) => {
    submitted.preventDefault();
    leaving.blur();
    if (leaving.value) act("DELETE", `players/${leaving.value}`);
  };
  return h(
    "section",
    { class: "card desk" },
    told.system === "swiss" ? h("form", { onsubmit: enter }, field("late", t("Comes late"), late), field("late-rating", t("Rating"), rating), h("button", {}, t("Enter"))) : null,
    h("form", { onsubmit: withdraw }, field("leaving", t("Leaves the tournament"), leaving), h("button", {}, t("Withdraw"))),
  );
}

function files() {
  const link = (kind) => h("a", { href: `/api/v1/tournaments/${number}/files/${kind}`, download: "" }, kind.toUpperCase());
  return h("p", { class: "files" }, h("button", { onclick: () => print() }, t("Print")), " ", link("csv"), " · ", link("trf"), " · ", link("json"));
}

function round(told, at) {
  const pairings = told.pairings.filter((each) => each.round === at);
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("Round {number}", { number: at })),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, [t("Board"), t("White"), t("Black"), t("Result"), t("Table")].map((each) => h("th", { scope: "col" }, each)))),
      h(
        "tbody",
        {},
        pairings.map((each) => h("tr", {}, h("td", {}, String(each.board)), h("td", {}, each.white_name), h("td", {}, each.black_name ?? "–"), h("td", {}, outcome(each)), h("td", {}, each.table ?? ""))),
      ),
    ),
  );
}

function outcome(pairing) {
  if (pairing.black === null) return t("free round");
  const score = pairing.score ? ` (${pairing.score.join("–")})` : "";
  if (!mayChange) return pairing.result ? RESULTS[pairing.result] + score : "…";
  const choice = h(
    "select",
    { "aria-label": t("Result of {white} and {black}", { white: pairing.white_name, black: pairing.black_name }), onchange: correct },
    h("option", { value: "" }, "…"),
    Object.entries(RESULTS).map(([value, label]) => h("option", { value, selected: value === pairing.result ? "" : null }, label + (value === pairing.result ? score : ""))),
  );
  async function correct() {
    const path = `/api/v1/tournaments/${number}/rounds/${pairing.round}/boards/${pairing.board}`;
    const told = await send("POST", path, { result: choice.value || null });
    if (told) show(told);
  }
  return choice;
}

function standings(told) {
  const teams = told.teams.length > 0;
  const head = [t("Place"), t("Name"), ...(teams ? [t("Team")] : []), t("Points"), t("Direct"), "Buchholz", "S.-B.", t("Wins"), "±"];
  const row = (each) => [each.place, each.name, ...(teams ? [each.team] : []), each.points, each.direct, each.buchholz, each.sonneborn, each.wins, each.difference];
  const cells = (values) => values.map((value) => h("td", {}, String(value)));
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("Standings")),
    wide(t("Standings"), head, told.standings.map((each) => h("tr", { class: each.gone ? "gone" : null }, cells(row(each))))),
    teams ? wide(t("Team"), [t("Place"), t("Team"), t("Points"), "Buchholz", t("Wins")], told.teams.map((each) => h("tr", {}, cells([each.place, each.team, each.points, each.buchholz, each.wins])))) : "",
    h(
      "details",
      {},
      h("summary", {}, t("Ties: games between them, Buchholz cut 1, Sonneborn-Berger, wins, game points.")),
      h("p", {}, t("Games between them count where all who have as many points have met. Buchholz adds up the points of the opponents without the lowest: who met stronger ones stands higher. Sonneborn-Berger adds up the points of those who were beaten, and half of those of a draw. Then more wins, then more points in the games. Who is alike in all of it shares a place.")),
    ),
  );
}

let shown = "";
function show(told) {
  const text = JSON.stringify(told);
  if (text === shown) return;
  shown = text;
  const next = () => send("POST", `/api/v1/tournaments/${number}/next`).then((paired) => paired && show(paired));
  main.replaceChildren(
    h("h2", {}, `${told.name} · ${SYSTEMS[told.system]}`),
    mayChange && !told.over ? h("p", {}, h("button", { onclick: next, disabled: told.pairings.some((each) => each.result === null) }, told.round ? t("Next round") : t("First round"))) : "",
    files(),
    mayChange && !told.over ? desk(told) : "",
    standings(told),
    ...Array.from({ length: told.round }, (_, at) => round(told, told.round - at)),
  );
}

async function look() {
  // What somebody is choosing or writing just now is not taken away from under the finger.
  if (["SELECT", "INPUT"].includes(document.activeElement?.tagName) && main.contains(document.activeElement)) return;
  if (main.querySelector("#late")?.value) return;
  const answer = await fetch(`/api/v1/tournaments/${number}`);
  if (answer.ok) show(await answer.json());
  else document.getElementById("standing").textContent = t("There is no such tournament.");
}

if (number === null) await list();
else {
  await look();
  new EventSource("/api/v1/live").addEventListener("over", () => setTimeout(look, 500));
  setInterval(look, 5000);
}
