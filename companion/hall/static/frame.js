// What all pages of the hall have: words, elements, and the arbiter's way in.
const language = document.documentElement.lang;
const words = await fetch(`/messages/${language}`).then((told) => (told.ok ? told.json() : {}));
/** A sentence in this page's language, its values put in. */
export const t = (message, values = {}) => (words[message] ?? message).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** An element with its attributes and children; text is always text, never markup. */
export function h(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((each) => each !== null && each !== undefined));
  return made;
}

/** Who plays white and black at a table, by names as far as there are some. */
export function namesOf(state) {
  const players = state?.players ?? {};
  const side = (letter, other) => players[letter] || Object.entries(players).filter(([key]) => key.startsWith(letter)).map(([, name]) => name).join(" & ") || other;
  return [side("w", t("White")), side("b", t("Black"))];
}

/** Whether this device may change things; otherwise the way in is shown. */
export async function letIn() {
  document.getElementById("to-tournaments").textContent = t("Tournaments");
  document.querySelector("#pin label").textContent = t("The arbiter's PIN");
  document.querySelector("#pin button").textContent = t("Unlock");
  const { may_change: mayChange } = await fetch("/api/v1/session").then((answer) => answer.json());
  document.getElementById("pin").hidden = mayChange;
  return mayChange;
}

/** Asks for a change; what is refused is said on the page, and null comes back. */
export const send = (method, path, body = {}) => sendText(method, path, JSON.stringify(body));

/** The same with a body that is JSON already. */
export async function sendText(method, path, body) {
  const answer = await fetch(path, { method, headers: { "Content-Type": "application/json" }, body });
  const told = await answer.json();
  document.getElementById("standing").textContent = answer.ok ? "" : told.error;
  return answer.ok ? told : null;
}

document.getElementById("pin").addEventListener("submit", async (submitted) => {
  submitted.preventDefault();
  if (await send("POST", "/api/v1/session", { pin: document.getElementById("number").value })) location.reload();
});
