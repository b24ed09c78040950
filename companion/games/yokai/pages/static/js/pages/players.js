// What players have brought together in finished games.
import { get } from "../api.js";
import { attempt } from "../dialogs.js";
import { h, put } from "../dom.js";
import { COLOURS, colourName, sign } from "../signs.js";
import { byCode, language, t } from "../words.js";

const decimal = (number) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(number);

export function show(main, { title }) {
  const list = h("div");
  main.append(h("h1", {}, title), list);
  attempt(() => get("/api/v1/yokai/results")).then((told) => {
    if (!told) return;
    put(list, told.players.length ? told.players.map(player) : h("section.card.calm", {}, h("p", {}, t("Nobody has finished a game under a name yet."))));
  });
}

const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];

function player(own) {
  const most = Math.max(1, ...Object.values(own.of_colour));
  return h(
    "section.panel",
    {},
    h("h2", {}, own.level ? byCode(`level-${own.level}`) : own.name),
    h(
      "dl.facts",
      {},
      fact(t("Games won"), t("{won} of {games}", { won: own.won, games: own.games })),
      fact(t("Points in a game"), decimal(own.points / own.games)),
      fact(t("Cards in a turn"), decimal(own.cards / Math.max(1, own.turns))),
      fact(t("Yokai frightened"), String(own.frightened)),
    ),
    h("h3", {}, t("Points by colour")),
    h("ul.plain.bars", {}, COLOURS.map((each) => h("li", {}, sign(each), h("span", {}, colourName(each)), h("meter", { min: 0, max: most, value: own.of_colour[each], "aria-label": colourName(each) }), h("strong", {}, String(own.of_colour[each]))))),
  );
}
