// Talking to the table: reading is open, changing asks for the PIN once.
import { fetched } from "./asking.js";
import { askPin } from "./dialogs.js";
import { sayByCode, sentence } from "./saying.js";
import { t } from "./words.js";

export const session = { mayChange: false };

export class Refused extends Error {
  constructor(status, message, told = null) {
    super(message);
    this.status = status;
    this.told = told;
  }
}

export async function get(path) {
  return answered(await attempted(() => fetched(path)));
}

/** Asks for what goes on while it is asked for: null where a later question was answered before. */
export function newest(path) {
  let asked = 0;
  let told = 0;
  return async () => {
    const mine = ++asked;
    const answer = await get(path);
    if (mine < told) return null;
    told = mine;
    return answer;
  };
}

/** Sends a change; asks for the PIN where it is needed, and then goes on with what was wanted. */
export async function post(path, body = {}, seconds = 30) {
  let answer = await send(path, body, seconds);
  if (answer.status === 401 && path !== "/api/v1/session") {
    session.mayChange = false;
    if (!(await askPin())) throw new Refused(401, t("Without the PIN you can watch, but not change anything."));
    answer = await send(path, body, seconds);
  }
  return answered(answer);
}

/** A change is sent once: the table may have heard it though its answer was lost. */
const send = (path, body, seconds) =>
  attempted(() =>
    fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(1000 * seconds),
    }),
  );

async function attempted(work) {
  try {
    return await work();
  } catch {
    throw new Refused(0, t("The table does not answer. Is it switched on, and are you in its network?"));
  }
}

async function answered(answer) {
  const told = (answer.headers.get("content-type") ?? "").includes("json") ? await answer.json() : null;
  if (!answer.ok) {
    const english = told?.error || String(answer.status);
    throw new Refused(answer.status, sentence(sayByCode(told ?? {}, english)), told);
  }
  return told;
}

export async function enter(pin) {
  const told = await post("/api/v1/session", { pin });
  session.mayChange = told.may_change;
  return told.may_change;
}

export const showCode = () => post("/api/v1/session/code");

export async function codeSeen(ticket) {
  const told = await post("/api/v1/session/seen", { ticket });
  session.mayChange = told.may_change;
  return told.may_change;
}

export async function whoAmI() {
  session.mayChange = (await get("/api/v1/session")).may_change;
}

export const decide = (decision, fields = {}) => post("/api/v1/decisions", { decision, ...fields });
