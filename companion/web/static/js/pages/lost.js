// An address that leads nowhere, and the way back.
import { h } from "../dom.js";
import { t } from "../words.js";

export function show(main, { title }) {
  main.append(
    h("h1", {}, title),
    h("p", {}, t("Nothing is kept at this address.")),
    h("div.buttons", {}, h("a.button.main", { href: "/" }, t("To the table"))),
  );
}
