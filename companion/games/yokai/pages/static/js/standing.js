// A position string as an object (docs/yokai/formats.md, F1).
import { FACTS } from "./facts.js";

const listed = (text) => (text === "-" ? [] : text.split("."));

export function standing(text) {
  const fields = text.split(" ");
  const piles = fields.slice(0, 4).map(pile);
  const [turn, phase, hands, deck, discard, won] = fields.slice(4);
  const [a, b] = won.split("/").map(listed);
  return {
    piles,
    turn,
    phase,
    hands: Object.fromEntries(["a", "b"].map((side, index) => [side, size(hands.split("/")[index])])),
    deck: size(deck),
    discard: size(discard),
    won: { a, b },
    due: phase === "over" ? null : (piles.find((each) => each.yokai[0] === "?")?.colour ?? null),
  };
}

function pile(text) {
  const [colour, yokai, a, b] = text.split(":");
  // A digit is a Yokai of the pile's own colour, a letter and a digit one that was called here.
  const lying = (yokai.match(/[A-Z][0-9]|[0-9]|\?/g) ?? []).map((each) => (/^[0-9]$/.test(each) ? colour + each : each));
  return { colour, yokai: lying, rows: { a: listed(a), b: listed(b) } };
}

const size = (text) => listed(text).reduce((sum, each) => sum + (each[0] === "?" ? Number(each.slice(1)) : 1), 0);

/** Yokai of that colour that nobody has seen yet. */
export function unseen(position, colour) {
  const known = [...position.piles.flatMap((each) => each.yokai), ...Object.values(position.won).flat().map((each) => each.slice(0, 2))];
  return FACTS.yokai.filter((each) => each[0] === colour && !known.includes(each));
}

/** Kinds of sketch of which one can still be in a hand. */
export function unseenKinds(position) {
  const lying = position.piles.flatMap((each) => [...each.rows.a, ...each.rows.b]);
  return Object.keys(FACTS.copies).filter((kind) => lying.filter((each) => each === kind).length < FACTS.copies[kind]);
}

/** Cards in hand once the card of this turn is drawn. */
export const inHand = (position) => position.hands[position.turn] + (position.phase === "draw" ? 1 : 0);

export const mayPass = (position) => ["draw", "play0"].includes(position.phase) && !position.due && inHand(position) <= FACTS.in_hand;
export const mayEnd = (position) => ["play1", "play2"].includes(position.phase) && !position.due;
export const played = (position) => Number(/^play([0-9])$/.exec(position.phase)?.[1] ?? 0);
