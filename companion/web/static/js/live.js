// What stands at the table, always current: live events, reconnect, full state after every gap.
import { FACTS } from "./facts.js";

export const live = {
  state: null,
  events: [],
  connected: false,
  since: 0,
};

const MOST_KEPT = 200;
const watchers = new Set();
const hearers = new Set();
let source = null;
let lastId = null;
let retry = null;
let silent = null;

/** Calls back with the state, at once and after every change; returns how to stop. */
export function watch(callback) {
  watchers.add(callback);
  if (live.state) callback(live.state);
  return () => watchers.delete(callback);
}

/** Calls back with each event as it is said; returns how to stop. */
export function hear(callback) {
  hearers.add(callback);
  return () => hearers.delete(callback);
}

const SILENCE = 40_000;

export function connect() {
  source?.close();
  clearTimeout(retry);
  // The browser resumes by itself with Last-Event-ID; a new EventSource cannot, so the full state comes first.
  source = new EventSource("/api/v1/events?state=1");
  source.addEventListener("state", (event) => {
    alive();
    live.state = JSON.parse(event.data);
    live.since = performance.now();
    setConnected(true);
    tell();
  });
  for (const name of FACTS.events) {
    source.addEventListener(name, (event) => {
      alive();
      if (event.lastEventId && event.lastEventId === lastId) return;
      lastId = event.lastEventId;
      const told = JSON.parse(event.data);
      if (name === "doubt") rememberDoubts(told);
      if (name === "ready") doubted = [];
      live.events.push(told);
      if (live.events.length > MOST_KEPT) live.events.shift();
      for (const each of hearers) each(told);
    });
  }
  source.onopen = alive;
  source.onerror = () => {
    setConnected(false);
    // A browser gives up for good after an answer that is no stream: then we try again ourselves.
    if (source.readyState === EventSource.CLOSED) retry = setTimeout(connect, 2000);
  };
}

let doubted = [];

/** `known` are those that were told before, and are not over. */
function rememberDoubts(told) {
  told.known = doubted;
  const pairs = told.squares.map((square, index) => square + told.reasons[index]);
  doubted = pairs.length ? [...new Set([...doubted, ...pairs])] : [];
}

function alive() {
  clearTimeout(silent);
  // A phone that slept, or a network that swallowed the connection without a word.
  silent = setTimeout(async () => {
    try {
      const answer = await fetch("/api/v1/state", { signal: AbortSignal.timeout(4000) });
      if (answer.ok) return alive();
    } catch {
      setConnected(false);
    }
    connect();
  }, SILENCE);
}

function setConnected(yes) {
  if (live.connected === yes) return;
  live.connected = yes;
  tell();
}

function tell() {
  if (!live.state) return;
  for (const each of watchers) each(live.state);
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && source && source.readyState !== EventSource.OPEN) connect();
});
window.addEventListener("online", () => connect());
window.addEventListener("pagehide", () => source?.close());
window.addEventListener("pageshow", (event) => event.persisted && connect());

/** A position string as an object. */
export function read(text) {
  if (!text) return { cubes: [], turn: "w", score: [0, 0], influences: "---", land: [], hands: null, tokens: [] };
  const [cubes, turn, score, influences, state] = text.split(" ");
  const tokens = !state || state === "-" ? [] : state.split(";");
  const token = (name) => tokens.find((each) => each.startsWith(`${name}:`))?.slice(name.length + 1);
  const land = (token("land") ?? "").split("+").filter(Boolean).map((each) => each.split("."));
  return {
    cubes: readCubes(cubes),
    turn: turn ?? "w",
    score: (score ?? "0-0").split("-").map(Number),
    influences: influences ?? "---",
    land,
    hands: token("hands") ?? null,
    due: (token("due") ?? "").split(",").filter(Boolean),
    confused: token("confused") ?? null,
    armed: token("armed") ?? null,
    setup: tokens.includes("setup"),
    tokens,
  };
}

export const readCubes = (field) =>
  !field || field === "-"
    ? []
    : field.split(",").map((each) => ({ square: each.slice(0, 2), colour: each[2], faces: each.slice(3) }));

export const writeCubes = (cubes) =>
  [...cubes]
    .sort((one, other) => (one.square < other.square ? -1 : 1))
    .map((each) => each.square + each.colour + each.faces)
    .join(",") || "-";
