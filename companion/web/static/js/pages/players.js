// Everybody who plays at this table: how strong, against whom, which puzzles solved.
import { get } from "../api.js";
import { attempt } from "../dialogs.js";
import { h, put } from "../dom.js";
import { levelName } from "../levels.js";
import { isOne, language, t } from "../words.js";

const games = (count) => (isOne(count) ? t("{count} game", { count }) : t("{count} games", { count }));

export function show(main, { title }) {
  const list = h("div");
  main.append(
    h("h1", {}, title),
    h("p.lead", {}, t("Worked out of the games that are kept. Give names when a game begins; whoever stays nameless is not counted. Games of 2 against 2 count, but do not change anybody's rating.")),
    list,
  );
  attempt(() => get("/api/v1/players")).then((told) => told && draw(told));

  function draw({ players, levels, muk_yan }) {
    put(
      list,
      players.length ? players.map(panel) : h("p", {}, t("No game with names has been finished yet.")),
      h(
        "details.panel",
        {},
        h("summary", {}, t("What the numbers mean")),
        h(
          "p",
          {},
          t("Ratings are Glicko-2: who wins against somebody stronger gains more. The smaller numbers say where the true strength lies, 19 times in 20. Only games of one against one are rated; teams, and games that were not finished, are not."),
        ),
        h(
          "ul.plain",
          {},
          [["Muk Yan", muk_yan], ...levels.map((each) => [levelName(each.name), each.rating])].map(([name, rating]) =>
            h("li", {}, t("{label}: {text}", { label: name, text: rating })),
          ),
        ),
      ),
      h("p", {}, h("a", { href: "/games" }, t("Games"))),
    );
  }

  function panel(player) {
    const { rating } = player;
    const solved = Object.entries(player.challenges).filter(([, each]) => each.solved);
    const facts = [
      player.played ? [t("Won"), t("{won} of {played}", player)] : null,
      player.streak > 1 ? [t("Won in a row"), String(player.streak)] : null,
      player.best_streak > 1 ? [t("Longest run of wins"), String(player.best_streak)] : null,
      player.best ? [t("Clearest win"), player.best.join("–")] : null,
      solved.length ? [t("Puzzles solved"), String(solved.length)] : null,
      solved.length ? [t("Of them in PAR moves"), String(solved.filter(([, each]) => each.best <= each.par).length)] : null,
    ].filter(Boolean);
    return h(
      "section.panel.player",
      { "aria-label": player.name },
      h(
        "header",
        {},
        h("h2", {}, player.name),
        rating
          ? h(
              "p.rating",
              {},
              h("strong", {}, String(rating.value)),
              h("small", {}, t("{low} to {high}", rating), rating.provisional ? [" · ", t("few games yet")] : null),
            )
          : h("p.rating", {}, h("small", {}, t("not rated yet"))),
      ),
      h("dl.facts", {}, facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
      Object.keys(player.against).length ? against(player) : null,
      solved.length ? puzzles(solved) : null,
    );
  }

  const against = (player) =>
    h(
      "details",
      {},
      h("summary", {}, t("Against whom")),
      h(
        "ul.plain",
        {},
        Object.entries(player.against).map(([kind, { won, played }]) =>
          h("li", {}, t("{opponent}: {won} of {games} won", { opponent: opponent(kind), won, games: games(played) })),
        ),
      ),
    );

  const puzzles = (solved) =>
    h(
      "details",
      {},
      h("summary", {}, t("Puzzles")),
      h(
        "ul.plain",
        {},
        solved.map(([name, each]) =>
          h("li", {}, t("{name}: best {best}, PAR {par}, {date}", { name, best: each.best, par: each.par ?? "–", date: day(each.last) })),
        ),
      ),
    );

  const opponent = (kind) => (kind === "people" ? t("People") : kind === "muk_yan" ? "Muk Yan" : levelName(kind));
}

const day = (text) => new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(`${text}T12:00`));
