// Sentences by code and values, filled in: for the ear, for screen readers, for the line under the piles.
import "./look.js";
import { live } from "./live.js";
import { colourName, yokaiName, cardName } from "./signs.js";
import { byCode } from "./words.js";

/** The name that a player goes by: their own, a level's, or which one it is. */
export const who = (side, state = live.state) =>
  (state?.levels?.[side] && byCode(`level-${state.levels[side]}`)) || state?.agreed?.players?.[side] || state?.players?.[side] || byCode(`player-${side}`);

export const say = ({ code, values, text }) => (code ? said(code, values) : null) ?? text ?? "";

const INSIDE = {
  pile: (value) => (/^[A-Z]$/.test(value) ? colourName(value) : value),
  one: (value) => (/^[A-Z]$/.test(value) ? colourName(value) : value),
  other: (value) => (/^[A-Z]$/.test(value) ? colourName(value) : value),
  yokai: (value) => (/^[A-Z][0-9]$/.test(value) ? yokaiName(value) : value),
  sketch: (value) => (/^[A-Z]{2}[a-z]?$/.test(value) ? cardName(value) : value),
  card: (value) => (/^[A-Z]{2}[a-z]?$/.test(value) ? cardName(value) : value),
  player: (value) => (/^[ab]$/.test(value) ? who(value) : value),
};

function said(code, values = {}) {
  const words = {};
  for (const [name, value] of Object.entries(values)) {
    words[name] = value && typeof value === "object" ? say(value) : (INSIDE[name]?.(value) ?? value);
  }
  return byCode(code, words);
}

export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** As it stands by itself on a page. */
export const sentence = (text) => capital(text) + (/[.!?…]$/.test(text) ? "" : ".");

export const sayByCode = ({ code, values }, english) => (code && said(code, values)) || english;

/** What an event is as a sentence; null for what need not be said. `urgent`: it interrupts. */
export function tell(event) {
  const text = (event.sentences ?? []).map(say).join(" ");
  return text ? { text, urgent: URGENT.includes(event.event), only: event.event === "corrected" } : null;
}

const URGENT = ["violation", "restored", "uncertain", "board_lost"];
