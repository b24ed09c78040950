// A drawn table: what lies on it, the hands that are held at it, and what hands do there.
import { newest, post } from "./api.js";
import { attempt } from "./dialogs.js";
import { live, watch } from "./live.js";

/** So often it is asked what lies there, while hands move. */
const LOOK = 350;
/** Milliseconds for which hands may move. */
const MOVES = 6000;

/** `lies`: as the drawn table tells it; null where cards are real, or dealt to phones. */
export const drawn = { lies: null };

const listed = (text) => (text === "-" ? [] : text.split("."));

/** What lies there as a position, with the turn and the phase of the record. */
export function asPosition(state) {
  const fields = drawn.lies.split(" ");
  const [turn, phase] = state.position.split(" ").slice(4);
  return [...fields.slice(0, 4), turn, phase, ...fields.slice(4)].join(" ");
}

export function handOf(side) {
  const [a, b] = drawn.lies.split(" ")[4].split("/").map(listed);
  return (side === "a" ? a : b).toSorted();
}

/** Verbs of `POST /sim/moves` for a move as the record writes it. */
export function verbs(move, side, position) {
  const [, card, pile, ability] = /^([A-Z]{2}[a-z]?)>([A-Z])(!.?)?$/.exec(move) ?? [];
  if (!card) return null;
  const laid = `lay ${side} ${card} ${pile}`;
  if (!ability) return laid;
  if (ability.length > 1) {
    const from = position.piles.find((each) => each.colour === ability[1]);
    return `${laid};call ${from.yokai[0]} ${ability[1]}>${pile}`;
  }
  const moved = position.piles.find((each) => each.colour === pile).rows[side === "a" ? "b" : "a"].at(-1);
  return `${laid};move ${moved} ${pile}>${moved[0] === pile ? moved[1] : moved[0]}`;
}

export const hands = (move) => attempt(() => post("/api/v1/sim/moves", { move })).then(soon);

export const layBack = (position) => attempt(() => post("/api/v1/sim/position", { lies: position })).then(soon);

let until = 0;
let answered = false;
let changed = () => {};

const lying = newest("/api/v1/sim");

async function look() {
  const found = await lying().catch(() => null);
  if (!found) return;
  answered = true;
  const lies = found.there && live.state?.hands === "own" ? found.lies : null;
  if (lies === drawn.lies) return;
  drawn.lies = lies;
  changed();
}

export function soon() {
  until = performance.now() + MOVES;
  return look();
}

/** Follows the drawn table until what it returns is called. */
export function follow(callback) {
  changed = callback;
  let hands = null;
  const stop = watch((state) => {
    // That cards are laid by hand only the state says; it may come after what lies there.
    if (state.hands !== hands) soon();
    hands = state.hands;
  });
  const looking = setInterval(() => (!answered || (drawn.lies !== null && performance.now() < until)) && look(), LOOK);
  soon();
  return () => (stop(), clearInterval(looking));
}
