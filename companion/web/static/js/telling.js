// Events as sentences: for the ear, for screen readers, for the line under the board.
import { live } from "./live.js";
import { ElementName, colourName, elementName, seatName, tileName } from "./signs.js";
import { byCode, t } from "./words.js";

const DUE = /^(use|mana|impulse|slide|swap|yokai)\./;

/** The name that a player goes by: their own, or their colour. */
export function who(by, state = live.state) {
  if (isMukYan(by, state)) return "Muk Yan";
  return state?.players?.[by] || state?.players?.[by?.[0]] || seatName(by);
}

export function isMukYan(by, state = live.state) {
  if (state?.mode !== "mukyan" || !by) return false;
  return by[0] !== (state.human ?? "w");
}

function word(name, value) {
  if (value && typeof value === "object") return value.code ? said(value.code, value.values) : "";
  if (name === "colour") return colourName(String(value));
  if (name === "element") return elementName(String(value));
  if (name === "tile") return tileName(String(value));
  if (name === "action" || name === "expected" || name === "seen") return inWords(String(value));
  if (name === "picture") return t(String(value));
  return value;
}

/** Single words that come inside of messages: an action's name, an element. */
const inWords = (value) => (/^[HMK]$/.test(value) ? elementName(value) : t(value));

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
  const words = { from, to, colour: colourName(cube[0]) };
  const top = cube[1];
  if (from === to) {
    return top === "?"
      ? t("Turn the cube on {to} back as it stood.", words)
      : t("Turn the cube on {to} so that {element} is on top.", { ...words, element: elementName(top) });
  }
  if (!to) return t("Take the cube on {from} off the board.", words);
  if (top === "?") return from ? t("Put the cube from {from} on {to}.", words) : t("Put a {colour} cube on {to}.", words);
  const all = { ...words, element: elementName(top) };
  return from
    ? t("Put the cube from {from} on {to}, {element} up.", all)
    : t("Put a {colour} cube on {to}, {element} up.", all);
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
  if (turns.length) return t("{squares} rotates", { squares: turns.join(", ") });
  if (body === "none") return t("no tile");
  if (body === "keep") return t("the Major Yokai waits");
  const tile = /^([a-z]{2})(?:[@>](..))?/.exec(body);
  if (tile && tile[2]) return t("{tile} on {square}", { tile: tileName(tile[1]), square: tile[2] });
  if (tile) return tileName(tile[1]);
  return move;
}

const points = (count) => (count === 1 ? t("One point.") : t("{count} points.", { count }));
const score = ([white, black]) => t("{white} to {black}.", { white, black });

/** One event as a sentence; null for what need not be said. `urgent`: it interrupts. */
export function tell(event, state = live.state) {
  switch (event.event) {
    case "placed":
      return { text: `${who(event.by, state)}: ${moveWords(event.move)}.` };
    case "move": {
      const parts = [`${who(event.by, state)}: ${moveWords(event.move)}.`];
      if (event.points) parts.push(points(event.points));
      for (const letter of event.influence) parts.push(t("The {element} influence!", { element: elementName(letter) }));
      if (event.points || event.influence.length) parts.push(score(event.score));
      return { text: parts.join(" ") };
    }
    case "turn":
      if (DUE.test(event.due ?? "")) return null;
      if (event.replay) return { text: t("{name} may play again.", { name: who(event.turn, state) }) };
      if (event.must_tilt) return { text: t("{name} must tilt.", { name: who(event.turn, state) }) };
      return { text: t("{name} to play.", { name: who(event.turn, state) }) };
    case "violation":
      return { text: [sayByCode(event, event.text), ...event.restore.slice(0, 1).map(restoreWords)].join(" "), urgent: true };
    case "restored":
      return { text: t("All is right again."), urgent: true };
    case "uncertain":
      return { text: sayByCode(event, event.question), urgent: true };
    case "muk_yan":
      return { text: mukYanWords(event) };
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
  const words = { name: who(winner, state), white, black };
  if (reason === "resigned") return t("{name} wins: the other side gave up.", words);
  if (reason === "time") return t("{name} wins on time.", words);
  return t("{name} wins, {white} to {black}!", words);
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
