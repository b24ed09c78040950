// The end of a game, a scene of its own: who won and how, what decided it, and the next one.
import { get, post } from "./api.js";
import { svg } from "./board.js";
import { attempt } from "./dialogs.js";
import { h } from "./dom.js";
import { ask, friendName, isShared } from "./friend.js";
import { gains } from "./record.js";
import { anew } from "./seats.js";
import { say, who } from "./telling.js";
import { isOne, t } from "./words.js";

const SIDES = ["w", "b"];

/** Whether there is something to see at its end: a challenge that was not solved is only over. */
export const isScene = (state) => Boolean(state.over && (state.mode !== "mindlock" || state.winner));

/** Over the board, where the points were: who won, by how much, and how the match stands. */
export function scene(state) {
  return h(
    "section.finish",
    { className: `finish${state.winner ? " decided" : ""}`, role: "status" },
    h("h2", {}, say(state.end)),
    state.mode === "mindlock"
      ? solved(state)
      : [h("div.tally", {}, tallied(state, "w"), h("span.dash", { "aria-hidden": "true" }, "–"), tallied(state, "b")), matchLine(state)],
  );
}

const wreathed = (number) => h("p.number", {}, laurel(false), h("span", {}, String(number)), laurel(true));

function solved({ challenge, spent, par }) {
  const of = isOne(spent) ? t("move of {par}", { par: par ?? "–" }) : t("moves of {par}", { par: par ?? "–" });
  return [h("div.tally.winner", {}, wreathed(spent)), h("p.match", {}, h("strong", {}, t("Challenge {name}", { name: challenge ?? "" })), ` · ${spent} ${of}`)];
}

function tallied(state, side) {
  const won = state.winner === side;
  const seats = state.mode === "teams" ? [`${side}l`, `${side}d`] : [side];
  return h(
    "div",
    { className: `of side-${side}${won ? " winner" : ""}` },
    h("p.name", {}, h("span.die", { "aria-hidden": "true" }), h("span.names", {}, seats.map((seat) => h("span.seat", { title: who(seat, state) }, who(seat, state))))),
    won ? wreathed(state.score["wb".indexOf(side)]) : h("p.number", {}, String(state.score["wb".indexOf(side)])),
  );
}

/** Half a wreath, from its foot up: pairs of leaves along a stem. */
function laurel(mirrored) {
  const leaves = Array.from({ length: 6 }, (_, index) => {
    const turned = 105 + index * 26;
    const [x, y] = [40 + 34 * Math.cos((turned * Math.PI) / 180), 42 + 34 * Math.sin((turned * Math.PI) / 180)];
    return [-32, 32].map((bent) => svg("path", { d: "M0 0Q9-8 20 0Q9 8 0 0Z", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turned + 90 + bent})` }));
  });
  return svg("svg", { class: mirrored ? "laurel mirrored" : "laurel", viewBox: "-12 -12 56 104", "aria-hidden": "true" }, ...leaves.flat());
}

/** The card under the board: what decided it, and what can be done now. `undo`: the way back, where there is one. */
export function ending(state, steps, undo = null) {
  const puzzle = state.mode === "mindlock";
  const again = (settings) => () => begin(settings);
  const match = state.winner && !state.agreed?.match && !isShared(state);
  return h(
    "section.card.won.ending",
    { "data-card": "won" },
    isScene(state) ? null : h("h2", {}, say(state.end)),
    puzzle ? null : h("div.course", {}, course(state, steps), decidingLine(state, steps)),
    h(
      "div.buttons.next",
      {},
      puzzle
        ? [
            state.winner ? null : h("button.main", { "data-key": "retry", onclick: again({ mode: state.mode, challenge: state.challenge, players: state.players ?? {} }) }, t("Try again")),
            h("a.button", { className: state.winner ? "button main" : "button plain", href: "/puzzles" }, t("Play another")),
          ]
        : isShared(state)
          ? h("button.main", { "data-key": "next", onclick: () => ask("play_on") }, t("Next game with {name}", { name: friendName(state) }))
          : h("button.main", { "data-key": "rematch", onclick: again(rematch(state)) }, t("Rematch, sides changed")),
      h("button.plain", { "data-key": "share", onclick: () => handOut(state) }, t("Share")),
    ),
    h(
      "div.buttons",
      {},
      match && !puzzle ? BEST_OF.map((games) => h("button.plain", { onclick: again(rematch(state, games)) }, t("Best of {count}", { count: games }))) : null,
      puzzle ? null : h("a.button.plain", { href: "/new" }, t("Another game")),
      h("a.button.plain", { href: `/games#game-${state.game}` }, t("Look through it")),
      undo ? h("button.plain", { "data-key": "undo", onclick: undo }, t("Undo")) : null,
    ),
  );
}

const BEST_OF = [3, 5];

const begin = (settings) => attempt(() => post("/api/v1/games", settings));

/** As from the kept games: a link, a picture and words. What makes them is fetched when somebody shares: the first page
    that a phone loads is the table's. */
async function handOut(state) {
  const { share } = await import("./pages/sharing.js");
  const told = await attempt(() => Promise.all([get("/api/v1/games"), get(`/api/v1/games/${state.game}`)]));
  const game = told?.[0].find((each) => each.id === state.game);
  if (game) await share(game, told[1], told[1].steps.at(-1), say(state.end));
}

/** The step after which the winner was ahead for good; null where the score never told. */
export function turning(steps, winner) {
  const side = "wb".indexOf(winner);
  const lead = ([white, black]) => (side ? black - white : white - black);
  let found = null;
  let ahead = false;
  for (const [index, each] of gains(steps).entries()) {
    const led = lead(each.score) > 0;
    // Points that were put right, or there from the start, are no turn.
    if (led !== ahead) found = led && each.step.event === "move" ? { ...each, index } : null;
    ahead = led;
  }
  return found;
}

/** What decided it, and the way to it: the turn that led for good, or the last point. */
function decidingLine(state, steps) {
  const found = state.winner ? turning(steps, state.winner) : null;
  const last = gains(steps).at(-1);
  const led = found && found.step !== last?.step;
  if (!led && (last?.step.event !== "move" || !last.gained.some((each) => each > 0))) return null;
  const { step, score } = led ? found : last;
  const words = { name: who(state.winner, state), move: say(step.move_words), score: score.join("–") };
  const href = `/games#game-${state.game}-${steps.indexOf(step)}`;
  return h(
    "p.deciding",
    {},
    led ? t("From {move} on, {name} was ahead: {score}.", words) : t("The last point: {move}.", words),
    " ",
    h("a", { href }, t("Show that turn")),
  );
}

/** The course of the game is drawn as high as this many points ahead, or higher. */
const LEAST_LEAD = 2;
const [WIDE, HIGH, RIM] = [320, 76, 9];

/** Who led, turn by turn: white upwards, black downwards, a die for each turn with points. */
function course(state, steps) {
  const told = gains(steps);
  if (!told.some(({ gained }) => gained.some(Boolean)) || told.filter(({ step }) => step.event === "move").length < 2) return null;
  const leads = told.map(({ score }) => score[0] - score[1]);
  const most = Math.max(LEAST_LEAD, ...leads.map(Math.abs));
  const x = (index) => 26 + ((WIDE - 26 - RIM) * index) / (told.length - 1);
  const y = (lead) => HIGH / 2 - ((HIGH / 2 - RIM) * lead) / most;
  const line = leads.map((lead, index) => (index ? `H${x(index).toFixed(1)}V${y(lead).toFixed(1)}` : `M${x(0)} ${y(lead)}`)).join("");
  const decided = state.winner ? turning(steps, state.winner) : null;
  const die = (side, left, top, size) => svg("rect", { class: `pip ${side}`, x: left - size / 2, y: top - size / 2, width: size, height: size, rx: 2 });
  const scored = told.flatMap(({ gained }, index) => SIDES.filter((_, side) => gained[side] > 0).map((side) => die(side, x(index), y(leads[index]), 9)));
  return svg(
    "svg",
    { class: "leads", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t("Who led, turn by turn") },
    svg("path", { class: "even", d: `M26 ${HIGH / 2}H${WIDE - RIM}` }),
    die("w", 11, RIM + 4, 13),
    die("b", 11, HIGH - RIM - 4, 13),
    decided ? svg("path", { class: "decider", d: `M${x(decided.index).toFixed(1)} 2V${HIGH - 2}` }) : null,
    svg("path", { class: "line", d: line }),
    ...scored,
  );
}

/** Games won in a match by white and black, this one too. */
function wonBy(state) {
  const { best_of: games, won } = state.agreed.match;
  const now = won.map((each, side) => each + (state.winner === "wb"[side] ? 1 : 0));
  return { games, now, decided: now.some((each) => each > games / 2) };
}

function matchLine(state) {
  if (!state.agreed?.match) return null;
  const { games, now, decided } = wonBy(state);
  const values = { count: games, white: who("w", state), black: who("b", state), own: now[0], other: now[1] };
  const side = now[0] > now[1] ? "w" : "b";
  return h(
    "p.match",
    {},
    h("strong", {}, decided ? t("{name} has won the match!", { name: who(side, state) }) : t("Best of {count}", values)),
    " ",
    `${values.white} ${values.own} – ${values.other} ${values.black}`,
  );
}

/** The same once more, with sides changed; `games` makes it the second of a match. */
function rematch(state, games = 0) {
  const settings = anew(state.agreed);
  const { match } = state.agreed;
  const about = match ? wonBy(state) : games ? { games, now: ["w", "b"].map((side) => Number(state.winner === side)), decided: false } : null;
  if (about && !about.decided) settings.match = { best_of: about.games, won: [...about.now].reverse() };
  else delete settings.match;
  return settings;
}
