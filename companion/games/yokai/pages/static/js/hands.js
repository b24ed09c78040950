// Hands that were dealt to this phone: asked for anew whenever the game goes on, and kept nowhere.
import { get, post, session } from "./api.js";
import { watch } from "./live.js";

/** `fresh`: the cards are those of this moment; until then none of them is played. */
export const hands = { game: null, seats: {}, held: {}, fresh: false };
const followers = new Set();
let asked = "";

export const mine = () => Object.keys(hands.seats).filter((side) => hands.seats[side] === "mine");

/** Calls back whenever seats or cards are others; returns how to stop. */
export function follow(callback) {
  followers.add(callback);
  callback();
  return () => followers.delete(callback);
}

const tell = () => {
  for (const each of followers) each();
};

/** What is held is of one moment of one game. */
function renew(state) {
  const moment = state?.hands === "dealt" ? `${state.game} ${state.position}` : "";
  if (moment === asked) return;
  asked = moment;
  hands.fresh = false;
  if (moment) look();
  else {
    Object.assign(hands, { game: state?.game, seats: {}, held: {} });
    tell();
  }
}

export async function look() {
  const moment = asked;
  const told = await get("/api/v1/yokai/seats").catch(() => null);
  const own = told && Object.values(told.seats).includes("mine");
  const known = own ? await get("/api/v1/yokai/hand").catch(() => null) : null;
  if (asked !== moment) return;
  // Asked for again with the next state: who has no answer has no connection, and gets one with it.
  if (!told || (own && !known)) return void (asked = "");
  Object.assign(hands, { game: told.game, seats: told.seats, held: known?.hands ?? {}, fresh: true });
  tell();
}

export async function sit(side, hold) {
  await post("/api/v1/yokai/seats", { side, hold });
  session.mayChange = true;
  await look();
}

export const lay = (side, move) => post("/api/v1/yokai/lay", { side, move });

watch(renew);
