// What was seen in a kept game: a list of its moments, and the picture that belongs to a step.
import { get } from "../api.js";
import { fetched } from "../asking.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { open } from "../replay.js";
import { mark, t } from "../words.js";

/** What happened then, where it is no line of the record. */
const KINDS = {
  move: mark("A move"),
  placed: mark("Something was placed"),
  violation: mark("Not legal"),
  restored: mark("Put right again"),
  uncertain: mark("A question"),
  corrected: mark("A correction"),
  over: mark("The end"),
};

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** Nothing where there are none. */
export function pictures(game, moments) {
  if (!moments.length) return [];
  const words = ({ t: at, event }) => `${clock(at - moments[0].t)} · ${t(KINDS[event] ?? event)}`;
  return [
    h(
      "section.panel",
      {},
      h("h3", {}, t("What was seen")),
      h("ul.menu.seen", {}, moments.map((each) => h("li", {}, h("button.row", { "data-moment": each.moment, onclick: () => open(game, each.moment, words(each)) }, h("span", {}, words(each)))))),
    ),
  ];
}

/** The board as the camera saw it after a step, beside the position that the record has; `show(step)`. */
export function seenBeside(game, moments) {
  const numbers = new Set(moments.map((each) => each.moment));
  if (!numbers.size) return { element: null, show: () => {} };
  const image = h("img.seen", { alt: t("The board as the camera saw it"), hidden: true });
  const none = h("p.hint", {}, t("There is no picture of this step."));
  const look = h("button.small.plain", { disabled: true }, icon("camera"), t("Show me"));
  let wanted = null;

  async function show(step, title) {
    const moment = step?.t === undefined ? null : Math.round(step.t * 1000);
    wanted = moment;
    look.disabled = !numbers.has(moment);
    look.onclick = () => open(game, moment, title);
    const told = numbers.has(moment) ? await get(`/api/v1/games/${game}/moments/${moment}`).catch(() => null) : null;
    const answer = told && wanted === moment ? await fetched(`/api/v1/games/${game}/shots/${told.shots[told.after].shot}.jpg`).catch(() => null) : null;
    const taken = answer?.ok ? await answer.blob() : null;
    if (wanted !== moment) return;
    const old = image.src;
    image.hidden = !taken;
    none.hidden = Boolean(taken);
    if (taken) image.src = URL.createObjectURL(taken);
    if (old.startsWith("blob:")) URL.revokeObjectURL(old);
  }
  return { element: h("div.beheld", {}, look, h("div.frame", {}, image, none)), show };
}
