// What stands about the table besides the game: that nothing is being kept, that something was damaged.
import { post, session } from "./api.js";
import { wayIn } from "./backup.js";
import { attempt } from "./dialogs.js";
import { h, put } from "./dom.js";
import { live, watch } from "./live.js";
import { sayByCode } from "./saying.js";
import { t } from "./words.js";

let shown = "";

/** Its place above every page; nothing is there while all is well. */
export function noticesPlace() {
  const place = h("div.notices", { role: "status" });
  shown = "";
  watch(() => draw(place));
  draw(place);
  return place;
}

function draw(place) {
  const standing = live.state?.notices ?? [];
  const now = JSON.stringify([standing, session.mayChange]);
  if (now === shown) return;
  shown = now;
  put(place, standing.map(line));
}

function line(notice) {
  return h(
    "div.notice",
    {},
    h("p", {}, sayByCode(notice, notice.text)),
    notice.code === "new-table" ? wayIn() : null,
    notice.code === "safe-mode"
      ? h("button.plain", { onclick: () => attempt(() => post("/api/v1/settings/start_again"), t("The table starts again.")) }, t("Start as usual"))
      : null,
  );
}
