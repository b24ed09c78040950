// Sentences by code and values, filled in: for the ear, for screen readers, for the line under the piles.
import "./look.js";
import { say } from "./saying.js";

export { who } from "./inside.js";
export * from "./saying.js";

/** What an event is as a sentence; null for what need not be said. `urgent`: it interrupts. */
export function tell(event) {
  const text = (event.sentences ?? []).map(say).join(" ");
  return text ? { text, urgent: URGENT.includes(event.event), only: event.event === "corrected" } : null;
}

const URGENT = ["violation", "restored", "uncertain", "board_lost"];
