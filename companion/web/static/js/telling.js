// Events as sentences: for the ear, for screen readers, for the line under the board.
import { doubtAloud } from "./doubts.js";
import { live } from "./live.js";
import { levelName } from "./levels.js";
import { ElementName, colourName, elementName, seatName, tileName } from "./signs.js";
import { byCode, mark, t } from "./words.js";

/** Names of the wizard's pictures, as its refusals speak of them. */
const PICTURES = ["picture", "one", "other", "fire", "water", "wood"];
const LETTERS = { fire: "H", water: "M", wood: "K" };
const DUE = /^(use|mana|impulse|slide|swap|yokai)\./;

/** The name that a player goes by: their own, or their colour. */
export function who(by, state = live.state) {
  if (isMukYan(by, state)) return "Muk Yan";
  if (state?.levels?.[by]) return levelName(state.levels[by]);
  return state?.players?.[by] || state?.players?.[by?.[0]] || seatName(by);
}

export function isMukYan(by, state = live.state) {
  if (state?.mode !== "mukyan" || !by) return false;
  return by[0] !== (state.human ?? "w");
}

/** What a question can be answered with. */
export function optionText(option) {
  if (/^[HMK]$/.test(option)) return ElementName(option);
  if (option === "the board is right") return t("The board is right");
  if (option === "the record is right") return t("The record is right");
  const stands = /^(white|black) (fire|water|wood)$/.exec(option);
  if (stands) return `${colourName(stands[1])}, ${elementName(LETTERS[stands[2]])}`;
  if (option === "nothing") return t("Nothing");
  if (option === "something else") return t("Something else");
  if (/[>@]/.test(option) || option === "stop" || option === "pass") {
    const words = option.split(" ").map(moveWords).join(", ");
    return words[0].toUpperCase() + words.slice(1);
  }
  return option;
}

function word(name, value) {
  if (value && typeof value === "object") return value.code ? said(value.code, value.values) : "";
  if (name === "option") return optionText(String(value));
  if (name === "options") return String(value).split(", ").map(optionText).join("; ");
  if (name === "colour") return colourName(String(value));
  if (name === "element") return inWords(String(value));
  if (name === "tile") return tileName(String(value));
  if (["action", "expected", "seen", "top", "side", "level", "help"].includes(name)) return inWords(String(value));
  if (PICTURES.includes(name)) return t(String(value));
  if (name === "squares") return t(String(value).replace(" and ", ", "));
  return value;
}

/** Single words that come inside of messages: an action's name, an element. */
const inWords = (value) => (/^[HMK?]$/.test(value) ? elementName(value) : t(value));

function said(code, values = {}) {
  const words = {};
  for (const [name, value] of Object.entries(values)) words[name] = word(name, value);
  return byCode(code, words);
}

/** What a violation, a question or Muk Yan says, in the reader's language where it is known there. */
export function sayByCode(event, english) {
  return (event.code && said(event.code, event.values)) || english;
}

export function restoreWords({ from, to, cube }) {
  const words = { from, to };
  const [, top, side] = cube;
  const white = cube[0] === "w";
  if (from === to) {
    if (top === "?") return t("Turn the cube on {to} back as it stood.", words);
    const up = { ...words, element: elementName(top) };
    // The top may be right already: after a rotation the sides are what is wrong.
    if (side !== "?") return t("Turn the cube on {to}: {element} up, {side} along its row.", { ...up, side: elementName(side) });
    return t("Turn the cube on {to} so that {element} is on top.", up);
  }
  if (!to) return t("Take the cube on {from} off the board.", words);
  if (top === "?") {
    if (from) return t("Put the cube from {from} on {to}.", words);
    return white ? t("Put a white cube on {to}.", words) : t("Put a black cube on {to}.", words);
  }
  const all = { ...words, element: elementName(top) };
  if (from) return t("Put the cube from {from} on {to}, {element} up.", all);
  return white ? t("Put a white cube on {to}, {element} up.", all) : t("Put a black cube on {to}, {element} up.", all);
}

/** A bare move in words, without who makes it. */
export function moveWords(move) {
  const body = move.replace(/^[RC]-/, "");
  if (body === "stop") return t("no replay");
  if (body === "pass") return t("pass");
  const place = /^[wb]([HMK?])..@(..)$/.exec(body);
  if (place) return t("{element} on {to}", { element: ElementName(place[1]), to: place[2] });
  const tilt = /^(..)>B(..)$/.exec(body);
  if (tilt) return t("{from} tilts to {to}", { from: tilt[1], to: tilt[2] });
  const slide = /^(..)>T(..)$/.exec(body);
  if (slide) return t("{from} slides to {to}", { from: slide[1], to: slide[2] });
  const swap = /^(..)<>(..)$/.exec(body);
  if (swap) return t("{from} and {to} change places", { from: swap[1], to: swap[2] });
  const turns = [...body.matchAll(/(..)>P\1/g)].map((each) => each[1]);
  if (turns.length === 1) return t("{square} rotates", { square: turns[0] });
  if (turns.length) return t("{squares} rotate", { squares: turns.join(", ") });
  if (body === "none") return t("no tile");
  if (body === "keep") return t("the Major Yokai waits");
  const tile = /^([a-z]{2})(?:[@>](..))?/.exec(body);
  if (tile && tile[2]) return t("{tile} on {square}", { tile: tileName(tile[1]), square: tile[2] });
  if (tile) return tileName(tile[1]);
  return move;
}

/** Each a sentence of its own: an element put into one would want its article. */
const INFLUENCES = {
  H: mark("The fire influence!"),
  M: mark("The water influence!"),
  K: mark("The wood influence!"),
};

const points = (count) => (count === 1 ? t("One point.") : t("{count} points.", { count }));
const played = ({ by, move }, state) => t("{name}: {move}.", { name: who(by, state), move: moveWords(move) });
const score = ([white, black]) => t("{white} to {black}.", { white, black });

/** One event as a sentence; null for what need not be said. `urgent`: it interrupts. */
export function tell(event, state = live.state) {
  switch (event.event) {
    case "placed":
      return { text: played(event, state) };
    case "move": {
      const parts = [played(event, state)];
      if (event.points) parts.push(points(event.points));
      for (const letter of event.influence) parts.push(t(INFLUENCES[letter]));
      if (event.points || event.influence.length) parts.push(score(event.score));
      return { text: parts.join(" ") };
    }
    case "turn":
      // A level says itself what it plays.
      if (DUE.test(event.due ?? "") || state?.levels?.[event.turn]) return null;
      if (event.replay) return { text: t("{name} may play again.", { name: who(event.turn, state) }) };
      if (event.must_tilt) return { text: t("{name} must tilt.", { name: who(event.turn, state) }) };
      return { text: t("{name} to play.", { name: who(event.turn, state) }) };
    case "violation":
      return { text: [sayByCode(event, event.text), ...event.restore.slice(0, 1).map(restoreWords)].join(" "), urgent: true };
    case "restored":
      return { text: t("All is right again."), urgent: true };
    case "uncertain":
      return { text: sayByCode(event, event.question), urgent: true };
    case "doubt": {
      const text = doubtAloud(event);
      return text ? { text } : null;
    }
    case "muk_yan":
      return { text: mukYanWords(event) };
    case "opponent":
      return { text: sayByCode(event, event.text) };
    case "hint":
      return {
        text: t("A hint for {name}: {move}. {why}", {
          name: who(event.by, state),
          move: moveWords(event.move),
          why: sayByCode(event, event.text),
        }),
      };
    case "corrected":
      return { text: t("Corrected: {white} to {black}.", { white: event.score[0], black: event.score[1] }), only: true };
    case "board_lost":
      return { text: t("The camera has lost the board."), urgent: true };
    case "board_found":
      return { text: t("The board is in sight again.") };
    case "over":
      return { text: overWords(event, state) };
    default:
      return null;
  }
}

export function overWords({ winner, score: [white, black], reason }, state = live.state) {
  if (state?.mode === "mindlock") return winner ? t("Solved!") : t("Not solved this time.");
  if (!winner) return t("The game is over.");
  // As people say it: the winner's points first, whatever the colour.
  const [own, other] = winner === "w" ? [white, black] : [black, white];
  const words = { name: who(winner, state), own, other };
  if (reason === "resigned") return t("{name} wins: the other side gave up.", words);
  if (reason === "time") return t("{name} wins on time.", words);
  return t("{name} wins, {own} to {other}!", words);
}

export const ACTIONS = () => [
  t("no action"),
  t("multiple strike"),
  t("strike"),
  t("threaten"),
  t("influence"),
  t("block"),
  t("dodge"),
  t("pressure"),
  t("play again"),
  t("movement"),
];

export function mukYanWords(event) {
  if (!event.action) return event.move === "stop" ? t("Muk Yan stops.") : t("Muk Yan passes.");
  return t("Muk Yan: {action}. {move}.", { action: ACTIONS()[event.action], move: moveWords(event.move) });
}
