// Everything that is not needed while playing.
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { byCode, mark, t } from "../words.js";

const ENTRIES = [
  ["games", mark("Look through games, hand them on, play on.")],
  ["players", mark("Points by colour, cards in a turn.")],
  ["settings", mark("Language, voice, sounds, this table.")],
  ["devices", mark("Phones that may change things.")],
  ["rules", mark("The rule book, rule by rule.")],
];

export function show(main, { title }) {
  main.append(
    h("h1", {}, title),
    h("ul.menu", {}, ENTRIES.map(([name, text]) => h("li", {}, h("a", { href: `/${name}` }, icon(name), h("span", {}, h("strong", {}, byCode(`page-${name}`)), h("span", {}, t(text))))))),
  );
}
