// Where the table has pictures of what it saw when something was said, a way to them.
import { get, session } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { hear, live } from "./live.js";
import { t } from "./words.js";

/** Milliseconds after an event until its pictures are looked for. */
const SOON = 400;
/** After these there are some. */
const SHOWN = ["move", "placed", "violation", "restored", "uncertain", "corrected", "over"];

/** Of the game that is played. */
const known = { game: null, moments: new Set() };

/** As the pictures of an event are asked for: by its time. */
const momentOf = (event) => Math.round(event.t * 1000);

/** Of any game, in the order of their times; none for who has not the PIN. */
export async function momentsOf(game) {
  if (!session.mayChange) return [];
  const told = await get(`/api/v1/games/${game}/moments`).catch(() => null);
  return told?.moments ?? [];
}

/** Calls back when there are pictures of something more; returns how to stop. */
export function followMoments(callback) {
  let timer = null;
  let running = true;
  async function look() {
    const game = live.state?.game;
    if (game === undefined || !live.state.recording) return;
    const found = await momentsOf(game);
    if (!running) return;
    const before = known.game === game ? known.moments.size : -1;
    known.game = game;
    known.moments = new Set(found.map((each) => each.moment));
    if (known.moments.size !== before) callback();
  }
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SOON);
  };
  const quiet = hear((event) => SHOWN.includes(event.event) && soon());
  soon();
  return () => {
    running = false;
    clearTimeout(timer);
    quiet();
  };
}

/** On a card about what was just said: wherever it is recorded, for the PIN may be given then. */
export const showMe = (event, title) =>
  live.state?.recording && event?.t !== undefined
    ? h("button.plain", { "data-key": "show-me", onclick: () => open(live.state.game, momentOf(event), title) }, t("Show me"))
    : null;

/** On a line of the running record; it has its room from the start, so that nothing moves when there are some. */
export function showLine(event, title) {
  if (!live.state?.recording || event.t === undefined) return null;
  const there = known.game === live.state.game && known.moments.has(momentOf(event));
  return h(
    "button.shows",
    {
      className: there ? "shows" : "shows none",
      disabled: !there,
      "data-moment": momentOf(event),
      "aria-label": t("Show me: {text}", { text: title }),
      onclick: () => open(live.state.game, momentOf(event), title),
    },
    icon("camera"),
  );
}

/** The window in which a moment is looked at. */
const open = async (game, moment, title) => (await import("./replay.js")).open(game, moment, title);
