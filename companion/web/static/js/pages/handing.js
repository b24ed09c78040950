// All games as one file, out and in; and one kept game: its record, its names put right, played on, deleted.
import { post } from "../api.js";
import { go } from "../app.js";
import { attempt, confirm, note, show as showWindow } from "../dialogs.js";
import { field, h, newId } from "../dom.js";
import { seatName } from "../naming.js";
import { isOne, t } from "../words.js";

/** A link out and a way in; calls back when games have come. */
export function handing(changed) {
  const id = newId("file");
  const said = h("p.hint", { role: "status" });
  const input = h("input.hidden", { type: "file", id, accept: ".json,.txt,application/json,text/plain", onchange: () => bring(input, said, changed) });
  return h(
    "section.handing",
    {},
    h("h2", {}, t("All games")),
    h("p.hint", {}, t("One file with every game: a copy in a safe place, or the way to another table. The record of a single game can be brought here too.")),
    h(
      "div.buttons",
      {},
      h("a.button.plain", { href: "/api/v1/export", download: "" }, t("Save all games")),
      input,
      h("label.button.plain", { htmlFor: id }, t("Bring games here…")),
    ),
    said,
  );
}

async function bring(input, said, changed) {
  const [file] = input.files;
  if (!file) return;
  const text = await file.text().catch(() => "");
  input.value = "";
  const found = parcels(text);
  if (!found) return note(t("This is no file of games that a table has saved."), "bad");
  let fresh = 0;
  let refused = 0;
  for (const [index, [path, game]] of found.entries()) {
    said.textContent = t("{done} of {of}", { done: index + 1, of: found.length });
    try {
      fresh += (await post(path, game)).new;
    } catch (fault) {
      if (fault.status === 0 || fault.status === 401) {
        said.textContent = fault.message;
        return undefined;
      }
      refused += 1;
    }
  }
  said.textContent = [
    isOne(fresh) ? t("{count} game came.", { count: fresh }) : t("{count} games came; the others were here.", { count: fresh }),
    refused ? t("{count} could not be read.", { count: refused }) : "",
  ].join(" ");
  changed();
  return undefined;
}

/** What is sent where: every game of a file of games, or the one of a record; null for any other text. */
function parcels(text) {
  let told = null;
  try {
    told = JSON.parse(text);
  } catch {
    // A record may be text.
  }
  if (told?.format === "himiki-games/1" && Array.isArray(told.games)) {
    return told.games.map(({ started, ended, settings, events }) => ["/api/v1/import", { started, ended, settings, events }]);
  }
  const isRecord = told ? /^\w+-record\//.test(told.format) : /^# (format: \w+-record\/|mode: )/m.test(text);
  return isRecord ? [["/api/v1/import/record", { record: text }]] : null;
}

/** Asks for the names of a kept game; calls back with the new ones. */
export function askNames(game, seats, changed) {
  const inputs = seats.map((seat) => [
    seat,
    h("input", { type: "text", maxLength: 40, autocomplete: "off", value: game.players[seat] ?? "" }),
  ]);
  const dialog = showWindow(
    t("Names"),
    h(
      "form",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          const players = Object.fromEntries(inputs.map(([seat, input]) => [seat, input.value.trim()]).filter(([, name]) => name));
          const told = await attempt(() => post(`/api/v1/games/${game.id}/players`, { players }), t("Results and ratings follow the new names."));
          dialog.close();
          if (told) changed(told.players);
        },
      },
      inputs.map(([seat, input]) => field(seatName(seat), input)),
      h("div.buttons", {}, h("button.main", { type: "submit" }, t("Save"))),
    ),
  );
}

/** Its record, to take along. */
export const records = ({ id }) => [
  h("a.button.plain", { href: `/api/v1/games/${id}/record`, download: "" }, t("Record")),
  h("a.button.plain", { href: `/api/v1/games/${id}/record?form=text`, download: "" }, t("As text")),
];

export async function playOn(game) {
  if (await attempt(() => post(`/api/v1/games/${game.id}/play_on`))) go("/");
}

export async function remove(game, deleted) {
  if (!(await confirm(t("Delete this game?"), t("It cannot be brought back."), t("Delete")))) return;
  if (await attempt(() => post(`/api/v1/games/${game.id}/delete`), t("Deleted."))) deleted();
}
