// Talking to the table: reading is open, changing asks for the PIN once.
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
  return answered(await send("GET", path));
}

/** Sends a change; asks for the PIN where it is needed, and then goes on with what was wanted. */
export async function post(path, body = {}, seconds = 30) {
  let answer = await send("POST", path, body, seconds);
  if (answer.status === 401 && path !== "/api/v1/session") {
    session.mayChange = false;
    if (!(await askPin())) throw new Refused(401, t("Without the PIN you can watch, but not change anything."));
    answer = await send("POST", path, body, seconds);
  }
  return answered(answer);
}

async function send(method, path, body, seconds = 30) {
  const options = { method, headers: {}, signal: AbortSignal.timeout(1000 * seconds) };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  try {
    return await fetch(path, options);
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
