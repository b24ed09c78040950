// Everything that is not needed while playing.
import { h } from "../dom.js";
import { FACTS } from "../facts.js";
import { icon } from "../icons.js";
import { byCode, mark, t } from "../words.js";

const ENTRIES = [
  ["welcome", mark("What this is, and a minute to try it.")],
  ["games", mark("Look through games, share them, play on.")],
  ["players", mark("Results, ratings, puzzles solved.")],
  ["friend", mark("Play with a table in another house.")],
  ["camera", mark("What it sees, and setting it up.")],
  ["settings", mark("Language, voice, sounds, this table.")],
  ["devices", mark("Phones that may change things.")],
  ["rules", mark("The rule book, rule by rule.")],
  ["mukyan", mark("His roll and his list of actions.")],
  ["table", mark("A bench: put drawn cubes anywhere, take them off, clear the board.")],
];

export function show(main, { title }) {
  main.append(
    h("h1", {}, title),
    h(
      "ul.menu",
      {},
      ENTRIES.filter(([name]) => name in FACTS.pages).map(([name, text]) =>
        h("li", {}, h("a", { href: `/${name}` }, icon(name), h("span", {}, h("strong", {}, byCode(`page-${name}`)), h("span", {}, t(text))))),
      ),
    ),
  );
}
