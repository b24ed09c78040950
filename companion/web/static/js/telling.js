// What an event is as a sentence, where the game has no more to say of it.
import { say } from "./saying.js";

export * from "./saying.js";

const URGENT = ["violation", "restored", "uncertain", "board_lost"];

/** Null for what need not be said. `urgent`: it interrupts. */
export function tell(event) {
  const text = (event.sentences ?? []).map(say).join(" ");
  return text ? { text, urgent: URGENT.includes(event.event), only: event.event === "corrected" } : null;
}
