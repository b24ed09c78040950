// Why a move is good, as the companion's own player says it.
import { sayByCode } from "./telling.js";
import { language } from "./words.js";

/** `told` is `{code, text, …values}`: in the reader's language where it is known there. */
export function whyWords({ code, text, ...values }) {
  if (values.points) values.points = new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).format(Number(values.points));
  return sayByCode({ code, values }, text);
}
