// Words in the reader's language. English is the key; the catalogue of another language is one JSON file.
import { fetched } from "./asking.js";
import { FACTS } from "./facts.js";

let catalogue = { words: {}, codes: {} };
export let language = document.documentElement.lang || "en";

export const LANGUAGES = FACTS.languages;

/** Marks a message that is looked up later. */
export const mark = (message) => message;

/** The message in the reader's language, with `{name}` filled in. */
export function t(message, values = {}) {
  return filled(catalogue.words[message] ?? message, values);
}

/** Whether the reader's language speaks of that many as of one. */
export const isOne = (count) => new Intl.PluralRules(language).select(count) === "one";

/** A sentence of the table's, or a name of its, by code; null where there is no such code. */
export function byCode(code, values = {}) {
  const text = catalogue.codes[code];
  return text === undefined ? null : filled(text, values);
}

const filled = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

export async function loadLanguage(wanted) {
  language = wanted in LANGUAGES ? wanted : "en";
  document.documentElement.lang = language;
  const answer = await fetched(`/messages/${document.documentElement.dataset.version}/${language}.json`);
  if (answer.ok) catalogue = await answer.json();
}
