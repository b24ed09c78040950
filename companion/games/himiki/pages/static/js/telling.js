// Sentences by code and values, filled in: for the ear, for screen readers, for the line under the board.
import { doubtAloud } from "./doubts.js";
import { FRIEND } from "./friend.js";
import { live } from "./live.js";
import { levelName } from "./levels.js";
import { seatName } from "./signs.js";
import { say } from "./saying.js";
import { byCode } from "./words.js";

export { capital, optionText, say, sayByCode, sentence } from "./saying.js";

/** The name that a player goes by: their own, or their colour. */
export function who(by, state = live.state) {
  if (isMukYan(by, state)) return "Muk Yan";
  if (state?.levels?.[by] && !(state.levels[by] === FRIEND && named(by, state))) return levelName(state.levels[by]);
  return named(by, state) || seatName(by);
}

const named = (by, state) => state?.players?.[by] || state?.players?.[by?.[0]] || (state?.levels?.[by] === FRIEND ? state.friend?.name : "");

export function isMukYan(by, state = live.state) {
  if (state?.mode !== "mukyan" || !by) return false;
  return by[0] !== (state.human ?? "w");
}

/** What an event is as a sentence; null for what need not be said. `urgent`: it interrupts. */
export function tell(event) {
  const text = event.event === "doubt" ? doubtAloud(event) : (event.sentences ?? []).map(say).join(" ");
  if (!text) return null;
  return { text, urgent: URGENT.includes(event.event), only: event.event === "corrected" };
}

const URGENT = ["violation", "restored", "uncertain", "board_lost"];

/** What Muk Yan does, by its number (RULES 6.3 to 6.8). */
export const actionName = (number) => byCode(`action-${number}`);
