// Starts the page: language, live events, and which page the address names.
import { enter, session, whoAmI } from "./api.js";
import { attempt, note } from "./dialogs.js";
import { h, put } from "./dom.js";
import { FACTS } from "./facts.js";
import { icon } from "./icons.js";
import { showLook } from "./lighting.js";
import { connect, hear, live, watch } from "./live.js";
import { noticesPlace } from "./notices.js";
import * as table from "./pages/table.js";
import { tell } from "./telling.js";
import { canSpeak, keepAwake, setVoice, speaking } from "./voice.js";
import { byCode, language, loadLanguage, t } from "./words.js";

/** By name: the module that fills the page, and whether it stands alone, without bar and head. */
const PAGES = FACTS.pages;
const BAR = Object.keys(PAGES).filter((name) => PAGES[name].in_bar);

const titleOf = (name) => byCode(`page-${name || "home"}`);
// The first page is here already; the others are fetched when somebody goes there.
const moduleOf = ({ module }) => (module === "table" ? table : import(`./pages/${module}.js`));

let leave = null;
let shown = null;
/** How many pages were asked for: a module that comes late is of a page that nobody wants any more. */
let asked = 0;

const nameOf = (path) => path.replace(/^\/+|\/+$/g, "").split("/")[0];

async function open(path) {
  const name = path.replace(/\/+$/, "").lastIndexOf("/") <= 0 && nameOf(path) in PAGES ? nameOf(path) : "lost";
  const page = PAGES[name];
  const mine = ++asked;
  const module = await Promise.resolve(moduleOf(page)).catch(() => null);
  if (mine !== asked) return;
  leave?.();
  leave = null;
  shown = name;
  const main = document.getElementById("main");
  main.className = `page at-${name || "home"}`;
  main.replaceChildren();
  document.title = `${titleOf(name)} · HI MI KI`;
  for (const link of document.querySelectorAll("nav a")) {
    const here = link.dataset.page === name || link.dataset.page === page.above;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (!module) return notLoaded(main);
  leave = module.show(main, { title: titleOf(name) }) ?? null;
  window.dispatchEvent(new Event("loaded"));
  if (name === "welcome") localStorage.setItem(KNOWN, "yes");
  drawTop();
}

/** Part of a page did not come. A browser does not ask for a module again: the page is loaded anew, once by itself. */
function notLoaded(main) {
  main.append(
    h("p.card.bad", { role: "alert" }, t("The table does not answer. Is it switched on, and are you in its network?")),
    h("button.main", { onclick: () => location.reload() }, t("Try again")),
  );
  window.dispatchEvent(new Event("not-loaded"));
}

/** Goes to another page without loading everything again. */
export async function go(address) {
  const url = new URL(address, location.href);
  const samePage = nameOf(url.pathname) === shown && url.pathname === location.pathname;
  history.pushState(null, "", url);
  if (!samePage) await open(url.pathname);
  if (url.hash) document.getElementById(url.hash.slice(1))?.scrollIntoView();
  else window.scrollTo(0, 0);
  if (!samePage) document.getElementById("main").focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || link.target || link.hasAttribute("download") || url.pathname.startsWith("/api")) return;
  if (!(nameOf(url.pathname) in PAGES) || PAGES[nameOf(url.pathname)].alone) return;
  event.preventDefault();
  go(link.href);
});
window.addEventListener("popstate", () => open(location.pathname));

function frame(alone) {
  const main = h("main", { id: "main", tabIndex: -1 });
  const region = h("div.hidden", { id: "said", role: "status", "aria-live": "polite" });
  const alarm = h("div.hidden", { id: "alarm", role: "alert", "aria-live": "assertive" });
  if (alone) {
    document.body.className = "bare";
    const mark = h("aside.marked", { "aria-label": t("Pictures of the board are kept"), hidden: true }, h("span.recording", { role: "img", "aria-label": t("Pictures of the board are kept") }, icon("recording")));
    document.body.replaceChildren(main, mark, region, alarm);
    watch((state) => (mark.hidden = !state.recording));
    return;
  }
  document.body.replaceChildren(
    h("a.skip", { href: "#main" }, t("Skip to the page")),
    h(
      "header.top",
      {},
      h("a.name", { href: "/", "aria-label": "HI MI KI" }, icon("mark"), h("span", { "aria-hidden": "true" }, "HI MI KI")),
      h("div.links", { id: "links" }),
    ),
    noticesPlace(),
    main,
    h("p.note", { id: "note", role: "status" }),
    h(
      "nav.bar",
      { "aria-label": t("Pages") },
      BAR.map((name) =>
        h("a", { href: `/${name}`, dataset: undefined, "data-page": name }, icon(name || "home"), h("span", {}, titleOf(name))),
      ),
    ),
    region,
    alarm,
  );
  watch(drawTop);
  watch(changeOver);
  drawTop();
}

/** Another game is played at the table: its pages are others. */
function changeOver(state) {
  if ((state.of ?? FACTS.games[0]) !== FACTS.game) location.replace("/");
}

export function drawTop() {
  const place = document.getElementById("links");
  if (!place) return;
  put(
    place,
    live.connected || !live.state
      ? null
      : h("span.gone", { role: "status" }, t("No connection, trying again…")),
    live.state?.recording
      ? h("a.round.recording", { href: "/settings#recording", "aria-label": t("Pictures of the board are kept"), title: t("Pictures of the board are kept") }, icon("recording"))
      : null,
    "welcome" in PAGES ? h("a", { className: isNew() ? "pill" : "round", href: "/welcome", "aria-label": isNew() ? undefined : titleOf("welcome"), title: titleOf("welcome") }, icon("why"), isNew() ? h("span", {}, t("New here?")) : null) : null,
    canSpeak()
      ? h(
          "button.round",
          {
            "data-key": "voice",
            "aria-pressed": String(speaking()),
            "aria-label": speaking() ? t("This phone speaks") : t("Let this phone speak"),
            title: speaking() ? t("This phone speaks") : t("Let this phone speak"),
            onclick: () => {
              setVoice(!speaking());
              drawTop();
            },
          },
          icon(speaking() ? "speaks" : "silent"),
        )
      : null,
  );
}

const KNOWN = "himiki-known";
/** Until the welcome was read, or something was done here. */
const isNew = () => localStorage.getItem(KNOWN) === null && !session.mayChange;

hear((event) => {
  const told = tell(event);
  if (!told) return;
  const region = document.getElementById(told.urgent ? "alarm" : "said");
  if (region) region.textContent = told.text;
  // Nobody asks in secret: where the table's page does not show it, a note does.
  if (event.event === "hint" && !document.querySelector(".hinting")) note(told.text);
});

/** The PIN that came in the address (from the QR code) is used once and does not stay there. */
async function enterFromAddress() {
  const pin = /^#pin=(\d{6}(?:\d{6})?)$/.exec(location.hash)?.[1];
  if (!pin) return;
  history.replaceState(null, "", location.pathname + location.search);
  await attempt(() => patiently(() => enter(pin)), t("This phone may change things now."));
  // What was drawn before may still ask for it.
  if (session.mayChange && nameOf(location.pathname)) await open(location.pathname);
}

/** Milliseconds until who did not get through tries again. */
const AGAIN = 2000;

/** Once more where no answer came: for what may be done twice. */
async function patiently(work) {
  try {
    return await work();
  } catch (refused) {
    if (refused.status !== 0) throw refused;
    await new Promise((next) => setTimeout(next, AGAIN));
    return work();
  }
}

/** Whether this phone may change things: asked until the table has said it. */
async function known() {
  try {
    await whoAmI();
  } catch {
    setTimeout(known, AGAIN);
  }
  drawTop();
}

async function start() {
  document.documentElement.dataset.started = "";
  showLook();
  await loadLanguage(localStorage.getItem("himiki-language") ?? language);
  const alone = PAGES[nameOf(location.pathname)]?.alone ?? false;
  frame(alone);
  connect();
  const asking = known();
  if (nameOf(location.pathname)) await asking;
  await open(location.pathname);
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  if (alone) return;
  await asking;
  await enterFromAddress();
  keepAwake();
  if (window.isSecureContext && "serviceWorker" in navigator && location.protocol === "https:") {
    navigator.serviceWorker.register("/sw.js").catch(() => {});
  }
}

export async function changeLanguage(wanted) {
  localStorage.setItem("himiki-language", wanted);
  await loadLanguage(wanted);
  frame(false);
  await open(location.pathname);
}

start().catch((fault) => {
  window.dispatchEvent(new Event("not-loaded"));
  document.body.append(h("p.wrong", {}, String(fault.message ?? fault)));
  note(fault.message, "bad");
});
