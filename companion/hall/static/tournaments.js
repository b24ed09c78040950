// Tournaments: a list with a form, or the one that the address names, with its rounds and standings.
import { h, letIn, send, t } from "/static/frame.js";

const number = /^\/tournaments\/(\d+)$/.exec(location.pathname)?.[1] ?? null;
const main = document.getElementById("tables");
main.classList.add("one");
const mayChange = await letIn();

const SYSTEMS = { swiss: t("Swiss"), roundrobin: t("Everybody against everybody"), knockout: t("Knockout") };
const RESULTS = { "1-0": "1 – 0", "0-1": "0 – 1", "=-=": "½ – ½", "+--": "+ – −", "--+": "− – +", "---": "− – −" };

async function list() {
  const all = await fetch("/api/v1/tournaments").then((answer) => answer.json());
  main.replaceChildren(
    h("ul", { class: "all" }, all.map((each) => h("li", {}, h("a", { href: `/tournaments/${each.id}` }, `${each.name} · ${SYSTEMS[each.system]}`)))),
    mayChange ? await form() : h("p", { class: "told" }, t("Who knows the arbiter's PIN begins a tournament here.")),
  );
}

async function form() {
  const tables = (await fetch("/api/v1/tables").then((answer) => answer.json())).map((each) => each.table);
  const field = (id, label, input) => h("p", {}, h("label", { for: id }, label), input);
  const made = h(
    "form",
    { class: "card", onsubmit: begin },
    h("h2", {}, t("A new tournament")),
    field("name", t("Name"), h("input", { id: "name", required: "", maxlength: "60" })),
    field("system", t("System"), h("select", { id: "system" }, Object.entries(SYSTEMS).map(([value, label]) => h("option", { value }, label)))),
    field("rounds", t("Rounds"), h("input", { id: "rounds", type: "number", min: "1", max: "99", value: "5" })),
    field("players", t("Players, one a line"), h("textarea", { id: "players", rows: "8", required: "" })),
    h("fieldset", {}, h("legend", {}, t("Tables")), tables.map((each) => h("label", {}, h("input", { type: "checkbox", name: "table", value: each, checked: "" }), ` ${each}`))),
    h("button", {}, t("Begin")),
  );
  async function begin(submitted) {
    submitted.preventDefault();
    const value = (id) => made.querySelector(`#${id}`).value.trim();
    const told = await send("POST", "/api/v1/tournaments", {
      name: value("name"),
      system: value("system"),
      rounds: Number(value("rounds")),
      players: value("players").split("\n").map((each) => each.trim()).filter(Boolean),
      tables: [...made.querySelectorAll("[name=table]:checked")].map((each) => each.value),
    });
    if (told) location.assign(`/tournaments/${told.id}`);
  }
  return made;
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
  const head = [t("Place"), t("Name"), t("Points"), t("Direct"), "Buchholz", "S.-B.", t("Wins"), "±"];
  const row = (each) => [each.place, each.name, each.points, each.direct, each.buchholz, each.sonneborn, each.wins, each.difference];
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("Standings")),
    h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": t("Standings") }, h("table", {}, h("thead", {}, h("tr", {}, head.map((each) => h("th", { scope: "col" }, each)))), h("tbody", {}, told.standings.map((each) => h("tr", { class: each.gone ? "gone" : null }, row(each).map((value) => h("td", {}, String(value)))))))),
    h("p", { class: "told" }, t("Ties: games between them, Buchholz cut 1, Sonneborn-Berger, wins, game points.")),
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
    standings(told),
    ...Array.from({ length: told.round }, (_, at) => round(told, told.round - at)),
  );
}

async function look() {
  // What somebody is choosing just now is not taken away from under the finger.
  if (document.activeElement?.tagName === "SELECT") return;
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
