// Values inside of sentences that are words of this game.
import { live } from "./live.js";
import { colourName, yokaiName, cardName } from "./signs.js";
import { byCode } from "./words.js";

/** The name that a player goes by: their own, a level's, or which one it is. */
export const who = (side, state = live.state) =>
  (state?.levels?.[side] && byCode(`level-${state.levels[side]}`)) || state?.agreed?.players?.[side] || state?.players?.[side] || byCode(`seat-${side}`);

const INSIDE = {
  pile: (value) => (/^[A-Z]$/.test(value) ? colourName(value) : value),
  one: (value) => (/^[A-Z]$/.test(value) ? colourName(value) : value),
  other: (value) => (/^[A-Z]$/.test(value) ? colourName(value) : value),
  yokai: (value) => (/^[A-Z][0-9]$/.test(value) ? yokaiName(value) : value),
  sketch: (value) => (/^[A-Z]{2}[a-z]?$/.test(value) ? cardName(value) : value),
  card: (value) => (/^[A-Z]{2}[a-z]?$/.test(value) ? cardName(value) : value),
  player: (value) => (/^[ab]$/.test(value) ? who(value) : value),
};

export const inside = (name, value) => INSIDE[name]?.(value);
