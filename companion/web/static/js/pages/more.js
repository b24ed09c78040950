// Everything that is not needed while playing.
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { mark, t } from "../words.js";

const ENTRIES = [
  ["games", mark("Games"), mark("Look through games, share them, play on.")],
  ["players", mark("Players"), mark("Results, ratings, puzzles solved.")],
  ["camera", mark("Camera"), mark("What it sees, and setting it up.")],
  ["settings", mark("Settings"), mark("Language, voice, sounds, this table.")],
  ["rules", mark("Rules"), mark("The rule book, rule by rule.")],
  ["mukyan", mark("Muk Yan"), mark("His roll and his list of actions.")],
  ["table", mark("Virtual table"), mark("Move drawn cubes when there is no camera.")],
];

export function show(main, { title }) {
  main.append(
    h("h1", {}, title),
    h(
      "ul.menu",
      {},
      ENTRIES.map(([name, label, text]) =>
        h("li", {}, h("a", { href: `/${name}` }, icon(name), h("span", {}, h("strong", {}, t(label)), h("span", {}, t(text))))),
      ),
    ),
  );
}
