// One table for streaming software: nothing but names, score, whose turn it is and what happened last.
import { h, namesOf, t } from "/static/frame.js";

const one = /^\/overlay\/([a-z0-9-]+)$/.exec(location.pathname)?.[1] ?? null;
document.documentElement.classList.add("overlay");
const main = document.getElementById("tables");

function last(state) {
  if (state.over) return state.winner ? t("{name} has won.", { name: namesOf(state)[state.winner === "w" ? 0 : 1] }) : t("The game is over.");
  if (state.violation) return state.violation.text ?? "";
  return state.last_event?.annotated || state.last_event?.move || t("Moves: {count}", { count: state.moves ?? 0 });
}

function draw({ state, availability }) {
  const [white, black] = namesOf(state);
  const score = state?.score ?? ["–", "–"];
  const on = (side) => (state && !state.over && state.turn?.[0] === side ? "on" : null);
  main.replaceChildren(
    h(
      "section",
      { class: "table", "data-table": one },
      h("div", { class: "score" }, h("span", { class: on("w") }, white), h("b", {}, `${score[0]} – ${score[1]}`), h("span", { class: on("b") }, black)),
      h("p", { class: "told" }, state ? last(state) : availability),
    ),
  );
}

let drawn = "";
let asking = false;
/** Asks again by itself: an overlay stands for hours in a program that nobody looks after. */
async function look() {
  if (asking) return;
  asking = true;
  try {
    const answer = await fetch(`/api/v1/tables/${one}`);
    const text = answer.ok ? await answer.text() : "";
    if (text && text !== drawn) draw(JSON.parse((drawn = text)));
  } catch {
    // The hall is away: what was shown stays.
  } finally {
    asking = false;
  }
}

await look();
new EventSource("/api/v1/live?state=1").addEventListener("state", look);
setInterval(look, 3000);
