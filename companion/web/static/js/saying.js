// Sentences by code and values, filled in with the words of the game that is played.
import { FACTS } from "./facts.js";
import { inside as named } from "./inside.js";
import { byCode } from "./words.js";

/** A sentence as the table tells it: code and values, or text that has no code. */
export const say = ({ code, values, text }) => (code ? said(code, values) : null) ?? text ?? "";

function said(code, values = {}) {
  const words = {};
  for (const [name, value] of Object.entries(values)) words[name] = inside(name, value);
  return byCode(code, words);
}

/** A value inside of a sentence: a sentence itself, or a code that is said as a word. */
function inside(name, value) {
  if (value && typeof value === "object") return say(value);
  const own = named(name, value);
  if (own !== undefined) return own;
  const code = FACTS.inside?.[name]?.[value];
  if (code) return byCode(code);
  if (name === "option") return optionText(String(value));
  if (name === "options") return String(value).split(", ").map((each) => optionText(each)).join("; ");
  if (name === "squares") return String(value).replace(" and ", ", ");
  return value;
}

export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** As it stands by itself on a page: programs are told in the middle of a line, people from its beginning. */
export const sentence = (text) => capital(text) + (/[.!?…]$/.test(text) ? "" : ".");

/** What a question can be answered with: `words` come with it, `options_words`; without, it is no move. */
export const optionText = (option, words = FACTS.answers?.[option]) => (words ? capital(words.map(say).join(", ")) : option);

/** What a violation, a question or a refusal says, in the reader's language where it is known there. */
export const sayByCode = ({ code, values }, english) => (code && said(code, values)) || english;
