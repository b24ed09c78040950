// The whole table as one file, out and in.
import { askPin } from "./dialogs.js";
import { h, newId } from "./dom.js";
import { session } from "./api.js";
import { sayByCode } from "./saying.js";
import { isOne, t } from "./words.js";

/** A panel of a page; a new card's first page has the way in alone. */
export function backup() {
  return h(
    "section.panel",
    {},
    h("h2", {}, t("Back-up")),
    h("p.hint", {}, t("Games, players, settings and what was learnt of this table, in one file without the PIN or any key.")),
    h("div.buttons", {}, wayOut(), ...wayIn()),
  );
}

function wayOut() {
  return h(
    "a.button.plain",
    {
      href: "/api/v1/backup",
      download: "",
      onclick: async (event) => {
        if (session.mayChange) return;
        event.preventDefault();
        if (await askPin()) location.href = "/api/v1/backup";
      },
    },
    t("Save the whole table"),
  );
}

/** The button, and what is said of it. */
export function wayIn() {
  const id = newId("backup");
  const said = h("p.hint", { role: "status" });
  const input = h("input.hidden", { type: "file", id, accept: ".zip,application/zip", onchange: () => restore(input, said) });
  return [input, h("label.button.plain", { htmlFor: id }, t("Bring a back-up here…")), said];
}

async function restore(input, said) {
  const [file] = input.files;
  input.value = "";
  if (!file || !(session.mayChange || (await askPin()))) return;
  said.textContent = t("The back-up is being read…");
  said.textContent = await brought(file);
}

async function brought(file) {
  try {
    const answer = await fetch("/api/v1/restore", { method: "POST", headers: { "Content-Type": "application/zip" }, body: file });
    const told = await answer.json();
    if (!answer.ok) return sayByCode(told, told.error ?? String(answer.status));
    return [
      isOne(told.games) ? t("{count} game came.", { count: told.games }) : t("{count} games came; the others were here.", { count: told.games }),
      told.unreadable ? t("{count} could not be read.", { count: told.unreadable }) : "",
      told.profiles.length ? t("The table is known now.") : "",
      told.settings ? t("Its settings hold from the next start.") : "",
    ].join(" ");
  } catch {
    return t("The table does not answer. Is it switched on, and are you in its network?");
  }
}
