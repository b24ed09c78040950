// The game so far, entry by entry, without what was taken back.
import { get } from "./api.js";
import { hear, live, watch } from "./live.js";

export const story = { steps: [] };
const readers = new Set();
let asked = null;

function changed() {
  for (const each of readers) each(story.steps);
}

/** What was heard while the answer was on its way may be missing in it. */
let heard = 0;

async function newest() {
  const before = heard;
  const { steps } = await get("/api/v1/steps");
  return heard === before ? steps : newest();
}

export async function reload() {
  asked ??= newest()
    .then((steps) => {
      story.steps = steps;
      changed();
    })
    .catch(() => {})
    .finally(() => (asked = null));
  return asked;
}

let hinted = false;

hear((event) => {
  if (event.event === "hint") {
    hinted = true;
    return;
  }
  if (event.event === "ready") story.steps = [event];
  else if (event.event === "placed" || event.event === "move") {
    story.steps.push(hinted ? { ...event, hinted } : event);
    hinted = false;
  }
  else if (event.event === "corrected") {
    if (event.back) story.steps.splice(-event.back);
    if (!["undo", "takeback", "unclaim"].includes(event.reason)) story.steps.push(event);
  } else return;
  heard += 1;
  changed();
});

// Whatever was missed while there was no connection is fetched whole.
let wasConnected = false;
watch(() => {
  if (live.connected && !wasConnected) reload();
  wasConnected = live.connected;
});

export function follow(callback) {
  readers.add(callback);
  callback(story.steps);
  return () => readers.delete(callback);
}
