// Names, points, influences, whose turn: the part that is read from across the room.
import { h } from "./dom.js";
import { FACTS } from "./facts.js";
import { FRIEND, herTurn } from "./friend.js";
import { levelName } from "./levels.js";
import { live, read } from "./live.js";
import { ELEMENTS, ElementName, seatName, sign } from "./signs.js";
import { isMukYan, say, sayByCode, who } from "./telling.js";
import { byCode, isOne, t } from "./words.js";

/** As many pips as points make a win. */
const POINTS = Array.from({ length: FACTS.wins_at }, (_, index) => index + 1);

export const minutes = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

/** Seconds left on a side's clock now. */
export function left(state, side) {
  if (!state.clock) return null;
  const told = state.clock["wb".indexOf(side)];
  return state.clock_runs === side ? told - (performance.now() - live.since) / 1000 : told;
}

export function scores(state) {
  if (state.mode === "mindlock") return puzzleScore(state);
  if (state.mode === "free") return h("p.lead", {}, t("Nothing is refereed: the board is shown as it stands."));
  return h("div.scores", {}, ["w", "b"].map((side) => card(state, side)));
}

function card(state, side) {
  const points = state.score["wb".indexOf(side)];
  const held = ELEMENTS.filter((_, index) => state.influences[index] === side);
  const plays = !state.over && state.turn[0] === side;
  const won = state.over && state.winner === side;
  const names =
    state.mode === "teams"
      ? [side + "l", side + "d"].map((seat) =>
          h("span.seat", { className: state.turn === seat && plays ? "seat turn" : "seat", title: who(seat, state) }, who(seat, state)),
        )
      : h("span.seat", { title: who(side, state) }, who(side, state));
  return h(
    "section.score",
    {
      className: `score side-${side}${plays ? " plays" : ""}${won ? " won" : ""}`,
      "aria-label": t("{name}: {points} of {most} points", { name: who(side, state), points, most: FACTS.wins_at }),
    },
    h("div.who", {}, h("span.die", { "aria-hidden": "true" }), h("span.names", {}, names)),
    h("div.points", { "aria-hidden": "true" }, String(points)),
    h(
      "div.pips",
      { "aria-hidden": "true" },
      POINTS.map((each) => h("i", { className: each <= points ? "on" : "" })),
    ),
    h(
      "ul.held",
      { "aria-label": t("Influences") },
      held.map((letter) =>
        h("li", { title: ElementName(letter) }, sign(letter), h("span.hidden", {}, ElementName(letter))),
      ),
    ),
    state.clock
      ? h("div.clock", { "data-clock": side, className: `clock${state.clock_runs === side ? " runs" : ""}` }, minutes(left(state, side)))
      : null,
    won ? h("div.flag", {}, t("Won")) : plays ? h("div.flag", {}, t("to play")) : null,
  );
}

function puzzleScore(state) {
  const par = { par: state.par ?? "–" };
  const black = read(state.position).cubes.filter((each) => each.colour === "b").length;
  return h(
    "div.scores.puzzle",
    {},
    h(
      "section.score",
      { className: `score${state.over ? "" : " plays"}${state.over && state.winner ? " won" : ""}` },
      h("div.who", {}, t("Challenge {name}", { name: state.challenge ?? "" })),
      h("div.points", {}, String(state.spent)),
      h("p.par", {}, (isOne(state.spent) ? t("move of {par}", par) : t("moves of {par}", par))),
      h("p.par", {}, (isOne(black) ? t("{count} black cube left", { count: black }) : t("{count} black cubes left", { count: black }))),
    ),
  );
}

/** The cube that has to move before the board is as the game has it: something was taken back, or said. */
export const lagging = (state) =>
  state.violation || state.question || state.over || state.setup || state.to_remove.length ? null : state.to_restore;

/** One line: what is expected now. */
export function expected(state) {
  if (state.over || state.mode === "free" || (state.setup && state.mode === "mindlock")) return null;
  if (lagging(state)) return say(state.to_restore.words);
  if (state.mode === "mindlock") return t("Remove all the black cubes.");
  const name = who(state.turn, state);
  const position = read(state.position);
  if (state.levels?.[state.turn]) return byLevel(state);
  if (state.setup) return t("Set-up: {name} places a cube.", { name: seatOf(state, name) });
  if (position.due.length) return null;
  if (state.replay) return byCode("told-again", { name });
  if (state.must_tilt) return t("{name} must tilt: the last turn was a rotation.", { name });
  if (state.mode === "mindlock") return null;
  return byCode("told-turn", { name });
}

/** What a level on turn says, or that it has not said it yet. */
export function byLevel(state) {
  const { opponent, turn, levels } = state;
  if (opponent) return sayByCode(opponent, opponent.text);
  return levels[turn] === FRIEND ? herTurn(state) : t("{name} is thinking…", { name: levelName(levels[turn]) });
}

const seatOf = (state, name) =>
  isMukYan(state.turn, state) || state.levels?.[state.turn] || state.players?.[state.turn] ? name : seatName(state.turn);
