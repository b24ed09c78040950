// Sentences by code and values, filled in: for the ear, for screen readers, for the page.
import { FACTS } from "./facts.js";
import { live } from "./live.js";
import { byCode, t } from "./words.js";

const SIDES = { r: "Regality", b: "Religion" };

/** What a side is called, in the reader's language. */
export const sideName = (side) => t(SIDES[side] ?? side);

/** The name that a player goes by: their own, a level's, or their side's. */
export function who(side, state = live.state) {
  const level = state?.levels?.[side];
  if (level) return t(FACTS.levels[level]?.title ?? level);
  return state?.players?.[side] || sideName(side);
}

export const tileName = (code) => t(FACTS.tiles[code]?.name ?? code);

/** What it does, in a line. */
export const effectOf = (code) => byCode(FACTS.tiles[code]?.effect ?? "") ?? "";

/** A sentence as the table tells it: code and values, or text that has no code. */
export const say = ({ code, values, text }) => (code ? said(code, values) : null) ?? text ?? "";

export const sayAll = (sentences) => (sentences ?? []).map(say).join(" ");

function said(code, values = {}) {
  const words = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? t(value) : value]));
  return byCode(code, words);
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** As it stands by itself on a page: programs are told in the middle of a line, people from its beginning. */
export const sentence = (text) => capital(text) + (/[.!?…]$/.test(text) ? "" : ".");

/** What a violation, a question or a refusal says, in the reader's language where it is known there. */
export const sayByCode = ({ code, values }, english) => (code && said(code, values)) || english;

const URGENT = ["violation", "restored", "uncertain", "board_lost"];

/** What an event is as a sentence; null for what need not be said. `urgent`: it interrupts. */
export function tell(event) {
  const text = sayAll(event.sentences);
  return text ? { text, urgent: URGENT.includes(event.event), only: event.event === "corrected" } : null;
}
