// Calibration with somebody who has never done it: aim, corners, three pictures, a test, saved. What was taken is
// kept at the table: whoever comes back goes on from there.
import { get, post } from "../api.js";
import { Board } from "../board.js";
import { paint } from "../colours.js";
import { cornersPicker, gridOver } from "../corners.js";
import { attempt } from "../dialogs.js";
import { h, put } from "../dom.js";
import { FACTS } from "../facts.js";
import { hintsWords } from "../hints.js";
import { live, readCubes, watch } from "../live.js";
import { pictureNow } from "../picturenow.js";
import { elementName } from "../signs.js";
import { sayByCode, sentence } from "../telling.js";
import { tryOut } from "./tryout.js";
import { t } from "../words.js";

/** The eight cubes of each picture, as they are learnt. */
const LESSON = FACTS.lesson;
/** Seconds that learning may take: on the smallest Pi it is half a minute, beside everything else. */
const LEARNING = 240;
/** Seconds that taking a picture may take: the camera focuses, and a small Pi looks for the board in it. */
const TAKING = 180;
/** Of the address, while somebody is at it: so a page that is loaded anew goes on with it. */
export const SETTING_UP = "#set-up";
const TRIAL = ["A5", "A4"];
const COLUMNS_ROWS = [6, 5];

/** Whether two boards have the same cubes. */
const alike = (one, other) => [one, other].map((each) => each.split(",").sort().join()).every((each, _, all) => each === all[0]);

/** Shows the steps inside `body`; `done` is called when it is left, and told whether the table was learnt. Returns how
    to stop. */
export function wizard(body, done) {
  let told = null;
  /** The drawn cubes as they lie there now; null where the table is a real one. */
  let drawn = null;
  /** How they lie now. */
  let lies = null;
  let stopLive = () => {};
  /** While a picture is taken the camera is asked for nothing else. */
  let busy = false;
  /** Called with the next picture that is shown. */
  let shown = () => {};
  const seen = () => new Promise((next) => (shown = next));
  const step = (name, extra = {}, seconds = undefined) => post("/api/v1/calibration", { step: name, ...extra }, seconds);
  /** Why the last step could not be done: it stays until the next one is tried. */
  const refusal = h("div", { role: "alert" });

  /** Its answer, or nothing where it was refused. */
  async function tried(work) {
    put(refusal);
    try {
      return await work();
    } catch (fault) {
      put(refusal, h("p.card.bad", {}, fault.message));
      refusal.scrollIntoView({ block: "nearest" });
      return undefined;
    }
  }

  /** What grows while it is shown, hints and the picture, stands below the buttons: none moves under a finger. */
  function frame(number, title, ...inside) {
    stopLive();
    stopLive = () => {};
    put(refusal);
    body.replaceChildren(
      h("p.hint", {}, t("Step {number} of {count}", { number, count: 6 })),
      h("progress", { max: 6, value: number, "aria-label": t("Step {number} of {count}", { number, count: 6 }) }),
      h("h2", { tabIndex: -1 }, title),
      ...inside.flat().filter(Boolean),
      refusal,
    );
    // The last step has its own end.
    if (number < 6) body.append(h("div.buttons", {}, h("button.plain", { onclick: () => leave() }, t("Leave it for now"))));
    body.querySelector("h2").focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  /** The drawn cubes lie again as they did before. */
  async function leave(learnt = false) {
    stopLive();
    if (lies !== drawn) await attempt(() => post("/api/v1/sim/position", { cubes: drawn }));
    history.replaceState(null, "", location.pathname);
    done(learnt);
  }

  const taker = () => body.querySelector("[data-key=take]");

  /** Takes the picture of cubes that lie like that. On a drawn table nobody has them in their hands: one tap lays
      them, and that comes first. */
  function taking(words, onclick, [layWords, cubes]) {
    const take = h("button.big", { "data-key": "take", disabled: true, onclick }, words);
    if (drawn === null) return [take];
    /** The one that is needed next stands first, and is the large one. */
    const inOrder = () => {
      const [first, other] = alike(lies, cubes) ? [take, laying] : [laying, take];
      [first.className, other.className] = ["big", "plain"];
      // What was touched keeps its focus: the other one is moved.
      if (other.isConnected) other.before(first);
      return [first, other];
    };
    const laying = h("button", { "data-key": "lay", onclick: async () => (await lay(cubes)) && inOrder() }, layWords);
    return inOrder();
  }

  /** What is taken then shows them: the picture that was asked for before may still be of the board as it was. */
  async function lay(cubes) {
    const button = taker();
    button.disabled = true;
    const done = await tried(() => post("/api/v1/sim/position", { cubes }));
    if (done) {
      lies = cubes;
      await seen();
      await seen();
    }
    button.disabled = false;
    return done;
  }

  /** Before the first picture there is nothing to take. */
  function livePicture(alt, wrong, asked) {
    const button = taker();
    let first = true;
    const now = pictureNow(alt, {
      sight: `/api/v1/camera?${asked}=1`,
      busy: () => busy,
      shown: () => {
        if (first) button.disabled = false;
        first = false;
        shown();
      },
      told: (sight) => {
        // What was refused because of it is over with it.
        if (wrong.firstChild && !sight.hints.length) put(refusal);
        put(wrong, hintsWords(sight.hints).map((words) => h("p.card.bad", {}, words)));
      },
    });
    stopLive = now.stop;
    return now.picture;
  }

  /** Where it was left. */
  async function goOn() {
    // A drawn table that was taken for a real one would have to be laid by hands that nobody has.
    const table = await tried(() => get("/api/v1/sim"));
    told = table && (await tried(() => get("/api/v1/calibration")));
    if (!told) return body.append(refusal, h("div.buttons", {}, h("button.main", { onclick: () => (body.replaceChildren(), goOn()) }, t("Try again")), h("button.plain", { onclick: () => leave() }, t("Leave it for now"))));
    drawn = lies = table.there ? table.cubes : null;
    if (!told.taken.length) return aim();
    if (!told.corners) return told.guesses.length ? which() : corners();
    return next();
  }

  const next = () => {
    const following = Object.keys(LESSON).find((each) => !told.taken.includes(each));
    return following ? faces(following) : learn();
  };

  async function aim() {
    const picture = h("div");
    const wrong = h("div", { role: "status" });
    frame(
      1,
      t("Aim at the empty board"),
      h("p", {}, t("Take all cubes off. The whole grid has to be in the picture, as large as it goes: no hand, no shadow across it.")),
      h("div.buttons", {}, taking(t("The board is empty: take the picture"), takeEmpty, [t("Clear the drawn board"), "-"])),
      wrong,
      picture,
    );
    told = await tried(() => step("start"));
    picture.append(livePicture(t("The camera's picture"), wrong, "aim"));
  }

  /** One tap takes one picture, of what lies there after it: that may take a moment. */
  async function picture(name) {
    const button = taker();
    const words = button.textContent;
    button.disabled = true;
    button.textContent = t("Taking the picture: hold nothing over it…");
    busy = true;
    const taken = await tried(() => step(name, {}, TAKING));
    busy = false;
    button.disabled = false;
    button.textContent = words;
    return taken;
  }

  async function takeEmpty() {
    const taken = await picture("empty");
    if (!taken) return;
    told = taken;
    if (told.guesses.length) which();
    else corners();
  }

  async function placed(points) {
    const taken = await tried(() => step("corners", { corners: points }));
    if (!taken) return;
    told = taken;
    next();
  }

  /** Two places where the board may be: one tap says which, or neither. */
  function which() {
    const address = `/api/v1/calibration/picture?of=empty&at=${Date.now()}`;
    frame(
      2,
      t("Which of these is the grid?"),
      h("p", {}, t("Tap the picture in which the drawn lines lie on the squares.")),
      told.guesses.map((points, index) =>
        h(
          "button.guess",
          { type: "button", "aria-label": t("Picture {number} is right", { number: index + 1 }), onclick: () => placed(points) },
          gridOver(points, told.size, address, COLUMNS_ROWS),
        ),
      ),
      h("div.buttons", {}, h("button.plain", { onclick: corners }, t("Neither: I show the corners")), h("button.plain", { onclick: aim }, t("Take the picture again"))),
    );
  }

  function corners() {
    const [width, height] = told.size;
    const inset = (x, y) => [x * width, y * height];
    const points = (told.corners ?? [inset(0.3, 0.7), inset(0.3, 0.3), inset(0.7, 0.3), inset(0.7, 0.7)]).map((each) => [...each]);
    frame(
      2,
      told.found ? t("Is this the grid?") : t("Show me the grid's corners"),
      h("p", {}, t("Drag the four rings onto the outermost corners of the grid, where the border lines meet. The magnifier helps; arrow keys move by a pixel.")),
      hintsWords(told.hints).map((words) => h("p.card.bad", {}, words)),
      cornersPicker(points, [width, height], `/api/v1/calibration/picture?of=empty&at=${Date.now()}`, t("The empty board")),
      h(
        "div.buttons",
        {},
        h(
          "button.big",
          {
            onclick: () => placed(points),
          },
          t("The corners are right"),
        ),
      ),
      h("div.buttons", {}, h("button.plain", { onclick: aim }, t("Take the picture again"))),
    );
  }

  /** `refused`: why nothing could be learnt from the picture that was taken before. */
  function faces(name, refused = null) {
    const number = 3 + Object.keys(LESSON).indexOf(name);
    const eight = readCubes(LESSON[name]);
    const [top, side] = eight[0].faces;
    const drawing = new Board({ label: t("How the cubes stand for this picture") });
    drawing.show(eight);
    // So small that the camera's picture and the button are in sight with it.
    drawing.element.classList.add("drawing");
    const picture = h("div");
    const wrong = h("div", { role: "status" });
    frame(
      number,
      t("All eight cubes, {element} up", { element: elementName(top) }),
      h("p", {}, t("White on A5 B5 C5 D5, black on A2 B2 C2 D2, as drawn: {top} on top, {side} on the sides that face along the row.", { top: elementName(top), side: elementName(side) })),
      refused ? h("p.card.bad", { role: "alert" }, refused) : null,
      drawing.element,
      h(
        "div.buttons",
        {},
        taking(t("They stand like this: take the picture"), () => take(name), [t("Lay the drawn cubes like this"), LESSON[name]]),
        h("button.plain", { onclick: aim }, t("Start over")),
      ),
      wrong,
      picture,
    );
    picture.append(livePicture(t("The camera's picture"), wrong, "standing"));
  }

  async function take(name) {
    const taken = await picture(name);
    if (!taken) return;
    told = taken;
    next();
  }

  async function learn() {
    frame(6, t("Learning…"), h("p", {}, t("This takes a few seconds, on a small Pi half a minute. The cubes may stay where they are.")));
    let learnt;
    try {
      learnt = await post("/api/v1/calibration", { step: "save" }, LEARNING);
    } catch (refused) {
      const which = refused.told?.values?.picture;
      return faces(which in LESSON ? which : "wood", refused.message);
    }
    paint(true);
    // It is done: a page that is loaded anew shows what the camera sees.
    history.replaceState(null, "", location.pathname);
    return test(learnt.advice);
  }

  /** `advice` is what would make the cubes easier to see, in the light that they were learnt in. */
  function test(advice) {
    const board = new Board();
    const words = h("p.now", { role: "status" }, t("Move a cube: I tell you what I see."));
    const wrong = h("div", { role: "status" });
    const moving = h("button.main", { "data-key": "trial", disabled: true, onclick: () => trial() }, t("Move a drawn cube"));
    const done = h("button", { "data-key": "done", className: drawn === null ? "main" : "plain", onclick: () => leave(true) }, t("It sees what I do: done"));
    frame(
      6,
      t("A test"),
      words,
      advice.map((each) => h("p.card", {}, sentence(sayByCode(each, each.text)))),
      board.element,
      h(
        "div.buttons",
        {},
        drawn === null ? null : moving,
        done,
        h("button.plain", { onclick: aim }, t("Start over")),
      ),
      wrong,
    );
    let there = 0;
    function trial() {
      lies = "moved";
      moving.className = "plain";
      done.className = "main";
      const [from, to] = [TRIAL[there], TRIAL[(there = 1 - there)]];
      return tried(() => post("/api/v1/sim/moves", { move: `${from}>B${to}` }));
    }
    // What is moved is told against what was seen before.
    stopLive = tryOut(board, words, wrong, () => (moving.disabled = false));
  }

  history.replaceState(null, "", location.pathname + SETTING_UP);
  goOn();
  const unwatch = watch(() => live.state);
  return () => {
    unwatch();
    stopLive();
  };
}

