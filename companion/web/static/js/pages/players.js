// Everybody who plays at this table: how strong, against whom, how fast, which puzzles solved.
import { get } from "../api.js";
import { attempt } from "../dialogs.js";
import { h, put } from "../dom.js";
import { levelName, modeName } from "../naming.js";
import { isOne, language, t } from "../words.js";
import { bars, columns, lineWithRange } from "./charts.js";

const games = (count) => (isOne(count) ? t("{count} game", { count }) : t("{count} games", { count }));
const whole = (number) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(number);
const signed = (number) => new Intl.NumberFormat(language, { signDisplay: "exceptZero" }).format(number);
const seconds = (number) => new Intl.NumberFormat(language, { style: "unit", unit: "second", maximumFractionDigits: 0 }).format(number);
const day = (text) => new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(`${text}T12:00`));
const opponent = (kind) => (kind === "people" ? t("People") : levelName(kind));

export function show(main, { title }) {
  const list = h("div.finding");
  const one = h("div.looked-at");
  main.append(h("h1", {}, title), h("div.beside.choosing", {}, list, one));
  attempt(() => get("/api/v1/players")).then((told) => told && draw(told));

  function draw({ players, levels, challenges: _, ...machines }) {
    put(
      list,
      players.length
        ? h("ul.menu", {}, players.map((player) => h("li", {}, row(player))))
        : h("section.card.calm", {}, h("p", {}, t("No game with names has been finished yet.")), h("a.button.main", { href: "/new" }, t("Begin one"))),
      h(
        "details.panel",
        {},
        h("summary", {}, t("What the numbers mean")),
        h("p", {}, t("Worked out of the games that are kept. Give names when a game begins; whoever stays nameless is not counted. Games of 2 against 2 count, but do not change anybody's rating.")),
        h(
          "p",
          {},
          t("Ratings are Glicko-2: who wins against somebody stronger gains more. The smaller numbers say where the true strength lies, 19 times in 20. Only games of one against one are rated; teams, and games that were not finished, are not."),
        ),
        h(
          "ul.plain",
          {},
          [...Object.entries(machines), ...levels.map((each) => [each.name, each.rating])].map(([name, rating]) =>
            h("li", {}, t("{label}: {text}", { label: levelName(name), text: rating })),
          ),
        ),
      ),
      h("p", {}, h("a", { href: "/games" }, t("Games"))),
    );
    // Where there is no room beside the list, it waits for a tap.
    if (players.length && matchMedia("(min-width: 50rem)").matches) open(players[0], false);
  }

  function row(player) {
    const told = [player.played ? t("{won} of {games} won", { won: player.won, games: games(player.played) }) : null, solvedOf(player).length ? t("Puzzles: {count}", { count: solvedOf(player).length }) : null];
    return h(
      "button.row.person",
      { onclick: () => open(player, true), "data-key": `player-${player.name}`, "data-player": player.name },
      h("strong", {}, player.name),
      rating(player),
      h("span.told", {}, told.filter(Boolean).join(" · ")),
    );
  }

  // Whoever was chosen last is shown, whichever answer comes last.
  let chosen = null;

  async function open(player, asked) {
    chosen = player;
    for (const each of list.querySelectorAll("[data-player]")) each.setAttribute("aria-pressed", String(each.dataset.player === player.name));
    const told = player.played ? await attempt(() => get(`/api/v1/profile?player=${encodeURIComponent(player.name)}`)) : { results: [] };
    if (!told || chosen !== player) return;
    put(one, profile(player, told.results));
    if (!asked) return;
    one.querySelector("h2").focus({ preventScroll: true });
    if (!matchMedia("(min-width: 50rem)").matches) one.scrollIntoView({ block: "start" });
  }
}

const solvedOf = (player) => Object.entries(player.challenges).filter(([, each]) => each.solved);

function rating({ rating: told }) {
  if (!told) return h("span.rating", {}, h("small", {}, t("not rated yet")));
  return h(
    "span.rating",
    {},
    h("strong", {}, String(told.value)),
    h("small", {}, t("{low} to {high}", told), told.provisional ? [" · ", t("few games yet")] : null),
  );
}

function profile(player, results) {
  const solved = solvedOf(player);
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
    h("header", {}, h("h2", { tabIndex: -1 }, player.name), rating(player)),
    h("dl.facts", {}, facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    results.length ? charts(results) : null,
    results.length ? [h("h3", {}, t("Against whom")), tally(results, (each) => (each.kind === "people" && each.against.length ? each.against.join(", ") : opponent(each.kind)))] : null,
    new Set(results.map((each) => each.mode)).size > 1 ? [h("h3", {}, t("By game")), tally(results, (each) => modeName(each.mode))] : null,
    results.length ? h("details", {}, h("summary", {}, t("Game by game")), h("ul.plain", {}, results.toReversed().map(line))) : null,
    solved.length ? puzzles(solved) : null,
  );
}

function charts(results) {
  const span = [day(results[0].day), day(results.at(-1).day)];
  const rated = results.filter((each) => each.rating);
  const paced = results.filter((each) => each.pace !== null);
  const mean = paced.reduce((sum, each) => sum + each.pace, 0) / paced.length;
  return [
    rated.length > 1
      ? [
          h("h3", {}, t("Rating")),
          lineWithRange(
            t("Rating from {first} to {last}", { first: rated[0].rating.value, last: rated.at(-1).rating.value }),
            rated.map((each) => each.rating),
            whole,
            [day(rated[0].day), day(rated.at(-1).day)],
          ),
        ]
      : null,
    results.length > 1
      ? [
          h("h3", {}, t("Results")),
          columns(
            t("Points ahead, game by game: {list}", { list: results.map((each) => signed(each.score[0] - each.score[1])).join(", ") }),
            results.map((each) => each.score[0] - each.score[1] || (each.won ? 0.2 : -0.2)),
            (value) => signed(Math.round(value)),
            span,
          ),
        ]
      : null,
    paced.length > 1
      ? [
          h("h3", {}, t("Time for a turn")),
          columns(t("{time} on average", { time: seconds(mean) }), results.map((each) => each.pace), whole, span),
          h("p.hint", {}, t("{time} on average", { time: seconds(mean) })),
        ]
      : null,
  ];
}

function tally(results, of) {
  const counted = new Map();
  for (const each of results) {
    const name = of(each);
    const [won, played] = counted.get(name) ?? [0, 0];
    counted.set(name, [won + each.won, played + 1]);
  }
  const rows = [...counted].sort(([, [, one]], [, [, other]]) => other - one);
  return bars(rows.map(([name, [won, played]]) => ({ name, share: won / played, words: t("{won} of {games} won", { won, games: games(played) }) })));
}

const line = (each) =>
  h(
    "li",
    {},
    h("a", { href: `/games#game-${each.game}` }, day(each.day)),
    " · ",
    [each.against.join(", ") || opponent(each.kind), each.score.join("–"), each.won ? t("Won") : t("Lost")].join(" · "),
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
