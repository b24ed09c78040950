// Everything that is not needed while playing.
import { changeLanguage } from "../app.js";
import { field, h } from "../dom.js";
import { icon } from "../icons.js";
import { otherGames } from "../othergames.js";
import { LANGUAGES, byCode, language, mark, t } from "../words.js";

const ENTRIES = [
  ["rules", mark("The rule book, rule by rule.")],
  ["devices", mark("Phones that may change things.")],
];

export function show(main, { title }) {
  main.append(
    h("h1", {}, title),
    h(
      "ul.menu",
      {},
      ENTRIES.map(([name, text]) => h("li", {}, h("a", { href: `/${name}` }, icon(name), h("span", {}, h("strong", {}, byCode(`page-${name}`)), h("span", {}, t(text)))))),
    ),
    field(t("Language"), h("select", { onchange: (event) => changeLanguage(event.target.value) }, Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, selected: code === language }, name)))),
    otherGames(),
  );
}
