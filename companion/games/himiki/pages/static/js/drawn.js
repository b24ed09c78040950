// The drawn table: cubes that people move here, and the camera sees them like any others.
import { newest, post, session } from "./api.js";
import { attempt } from "./dialogs.js";
import { FACTS } from "./facts.js";
import { hear, live, read, readCubes, watch, writeCubes } from "./live.js";
import { lagging } from "./scores.js";

/** Every way up that a cube can have. */
export const WAYS = FACTS.ways;

/** `there` is false at a real table; what lies there is `cubes`, once it is `known`. */
export const drawn = { known: false, there: false, cubes: [] };

/** Milliseconds between two looks for what others have moved. */
const EVERY = 5000;
/** Milliseconds for which one reads what a level or Muk Yan does, before its cube moves. */
const READ = 1600;
const CARRYING = "himiki-carrying";

/** Whether what levels and Muk Yan say is done for them here. */
export const carries = () => localStorage.getItem(CARRYING) !== "off";
export const setCarries = (yes) => localStorage.setItem(CARRYING, yes ? "on" : "off");

const readers = new Set();
const lying = newest("/api/v1/sim");

export async function refresh() {
  const told = await lying().catch(() => null);
  if (!told) return;
  Object.assign(drawn, { known: true, there: told.there, cubes: readCubes(told.cubes ?? "-") });
  for (const each of readers) each();
  carry(live.state);
}

/** Calls back when it is known what lies there, and whenever that may be otherwise; returns how to stop. */
export function follow(callback) {
  readers.add(callback);
  refresh();
  const polling = setInterval(() => (drawn.there || !drawn.known) && document.visibilityState === "visible" && refresh(), EVERY);
  const stops = [
    hear((event) => drawn.there && ["placed", "move", "ready", "corrected", "over"].includes(event.event) && refresh()),
    watch(carry),
  ];
  return () => {
    readers.delete(callback);
    clearInterval(polling);
    for (const stop of stops) stop();
  };
}

/** A move, `{lift: square}`, and so on; true once it is done. */
export async function act(action) {
  const done = await attempt(() => post("/api/v1/sim/moves", typeof action === "string" ? { move: action } : action));
  await refresh();
  return Boolean(done);
}

export async function lay(cubes) {
  const done = await attempt(() => post("/api/v1/sim/position", { cubes }));
  await refresh();
  return Boolean(done);
}

/** Milliseconds after which what is still to be done for others is asked for again. */
const AGAIN = 6000;
let carried = { due: null, at: 0 };

/** What was said for others is done by phones that were let in; the table sees to it that two of them, or one that asks
    again, do it no more than once. */
function carry(state) {
  const due = session.mayChange && drawn.there && carries() && waits(state);
  if (!due || (due === carried.due && performance.now() - carried.at < AGAIN)) return;
  carried = { due, at: performance.now() };
  setTimeout(() => waits(live.state) === due && post("/api/v1/sim/carried").then(refresh, () => {}), READ);
}

/** What there is to do for others now, by a name of its own; null: nothing. */
function waits(state) {
  if (!state || state.violation || state.question || lagging(state) || !state.board) return null;
  // The last one beaten leaves too.
  if (state.to_remove.length) return `${state.game}-${state.moves}-${state.to_remove}`;
  if (state.over) return null;
  const told = state.muk_yan?.action ? state.muk_yan : state.opponent;
  return told && (!state.setup || told.move.includes("@")) && !state.setup?.wrong.length ? `${state.game}-${told.t}-${told.move}` : null;
}

/** Homes of the usual duel, for a board on which nothing is refereed. */
const HOMES = ["w???B5", "w???C5", "w???D5", "b???B2", "b???C2", "b???D2"];

/** What the game begins with, any way up where any will do; null while a game goes on. */
export function toLay(state) {
  const free = state?.mode === "free";
  // A challenge has its diagram, whether or not it has been seen on the board yet.
  const untouched = state?.mode === "mindlock" && !state.moves && !state.over;
  if (!state || !(state.setup || free || untouched)) return null;
  const wanted = new Map();
  // What an earlier game left on a home of its colour is placed already; a diagram is all that lies there.
  const wrong = new Set(state.setup?.wrong.map((each) => each.from) ?? []);
  if (state.setup && !free && !untouched) for (const each of drawn.cubes) if (!wrong.has(each.square)) wanted.set(each.square, each.colour + each.faces);
  const missing = free ? HOMES : (state.setup?.missing ?? []).map((each) => each.cube + each.to);
  for (const each of missing) wanted.set(each.slice(4), each.slice(0, 4));
  if (!free) for (const each of read(state.position).cubes) wanted.set(each.square, each.colour + each.faces);
  const lies = (square, cube) => drawn.cubes.some((each) => each.square === square && each.colour === cube[0] && fits(cube.slice(1), each.faces));
  // All of it lies there: the camera is about to see it, whatever it saw before.
  if (drawn.cubes.length === wanted.size && [...wanted].every(([square, cube]) => lies(square, cube))) return null;
  return writeCubes([...wanted].map(([square, cube]) => ({ square, colour: cube[0], faces: anyWay(cube.slice(1)) })));
}

/** Whether all that set-up waits for lies on the drawn board, and only the camera is yet to see it. */
export const isLaid = (state) => Boolean(state?.setup && drawn.known && drawn.there && toLay(state) === null);

/** The board as the game has it; faces that nobody knows are those of the cubes that lie there. */
export function asRecorded(state) {
  const lying = new Map(drawn.cubes.map((each) => [each.square, each]));
  const spare = drawn.cubes.filter((each) => !read(state.position).cubes.some((one) => one.square === each.square));
  const cubes = read(state.position).cubes.map((each) => {
    const there = lying.get(each.square) ?? spare.find((one) => one.colour === each.colour && fits(each.faces, one.faces));
    return { ...each, faces: there?.colour === each.colour && fits(each.faces, there.faces) ? there.faces : anyWay(each.faces) };
  });
  return writeCubes(cubes);
}

const fits = (faces, way) => [...faces].every((letter, index) => letter === "?" || letter === way[index]);

/** Faces that nobody prescribes are left to chance. */
export function anyWay(faces) {
  const ways = WAYS.filter((way) => fits(faces, way));
  return ways[Math.floor(Math.random() * ways.length)] ?? faces;
}

