// Printed pieces learnt with somebody who has never done it: a first picture, the board, the pieces in rows, a test.
// What was taken is kept at the table: whoever comes back goes on from there.
import { get, post } from "../api.js";
import { cornersPicker } from "../corners.js";
import { h, put } from "../dom.js";
import { FACTS } from "../facts.js";
import { hintsWords } from "../hints.js";
import { pictureNow } from "../picturenow.js";
import { pieceName, pieces, pieceShown, seen } from "../pieces.js";
import { t } from "../words.js";

const release = document.documentElement.dataset.version;
document.head.append(h("link", { rel: "stylesheet", href: `/static/${release}/css/learning.css` }));

const LESSON = FACTS.lesson;
const ADDRESS = `/api/v1/${LESSON?.of}/learning`;
const SETS = Object.keys(LESSON?.sets ?? {});
const STEPS = [LESSON?.first, ...(LESSON?.board ? ["board"] : []), ...SETS, "trial"];
/** Seconds that learning may take: on the smallest Pi it is more than a minute, beside everything else. */
const LEARNING = 240;
/** Seconds that taking a picture may take: the camera focuses, and a small Pi looks for pieces in it. */
const TAKING = 180;
/** Of the address, while somebody is at it: so a page that is loaded anew goes on with it. */
export const SETTING_UP = "#set-up";

export const learningTold = () => get(ADDRESS);

/** Shows the steps inside `body`; `done` is called when it is left, and told whether the pieces were learnt. Returns
    how to stop. */
export function learning(body, done) {
  const WORDS = pieces();
  let told = null;
  let stopLive = () => {};
  /** While a picture is taken the camera is asked for nothing else. */
  let busy = false;
  /** Called with the next picture that is shown. */
  let shown = () => {};
  const nextShown = () => new Promise((next) => (shown = next));
  /** Which pieces a drawn table shows now; null: what lay there before. */
  let lies = null;
  const step = (name, extra = {}, seconds = undefined) => post(ADDRESS, { step: name, ...extra }, seconds);
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

  /** What grows while it is shown, hints and pictures, stands below the buttons: none moves under a finger. */
  function frame(name, title, ...inside) {
    stopLive();
    stopLive = () => {};
    put(refusal);
    const [number, count] = [STEPS.indexOf(name) + 1, STEPS.length];
    body.replaceChildren(
      h("p.hint", {}, t("Step {number} of {count}", { number, count })),
      h("progress", { max: count, value: number, "aria-label": t("Step {number} of {count}", { number, count }) }),
      h("h2", { tabIndex: -1 }, title),
      ...inside.flat(2).filter(Boolean),
    );
    body.querySelector("h2").focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  const buttons = (...inside) => h("div.buttons", {}, ...inside);
  const startOver = () => h("button.plain", { onclick: async () => (await tried(() => step("start"))) && aim() }, t("Start over"));
  const later = () => h("button.plain", { onclick: () => leave() }, t("Leave it for now"));

  async function leave(learnt = false) {
    stopLive();
    // Also what was laid before the page was loaded anew.
    if (told?.drawn) await lay(null);
    history.replaceState(null, "", location.pathname);
    done(learnt);
  }

  const lay = async (picture) => {
    const laid = await tried(() => step("lay", { picture }));
    if (laid) lies = picture;
    return laid;
  };

  const taker = () => body.querySelector("[data-key=take]");

  /** Takes a picture of pieces that lie as asked for. On a drawn table nobody has them in their hands: one tap lays
      them, and that comes first. */
  function taking(name, words, layWords, onclick) {
    const take = h("button.big", { "data-key": "take", disabled: true, onclick }, words);
    if (!told.drawn) return [take];
    /** The one that is needed next stands first, and is the large one. */
    const inOrder = () => {
      const [first, other] = lies === name ? [take, laying] : [laying, take];
      [first.className, other.className] = ["big", "plain"];
      // What was touched keeps its focus: the other one is moved.
      if (other.isConnected) other.before(first);
      return [first, other];
    };
    const laying = h("button", { "data-key": "lay", onclick: () => layOut() }, layWords);
    /** What is taken then shows them: the picture that was asked for before may still be of what lay there. */
    async function layOut() {
      take.disabled = laying.disabled = true;
      if (await lay(name)) {
        await nextShown();
        await nextShown();
        inOrder();
      }
      take.disabled = laying.disabled = false;
    }
    return inOrder();
  }

  /** The camera's picture, with what is wrong with it. Before the first one there is nothing to take. */
  function picture(place, wrong) {
    const take = taker();
    let first = true;
    const now = pictureNow(t("The camera's picture"), {
      busy: () => busy,
      shown: () => {
        if (first) take.disabled = false;
        first = false;
        shown();
      },
      told: (sight) => put(wrong, hintsWords(sight.hints).filter(Boolean).map((words) => h("p.card.bad", {}, words))),
    });
    stopLive = now.stop;
    place.append(now.picture);
  }

  /** One tap takes one picture, of what lies there after it: that may take a moment. */
  async function take(name) {
    const button = taker();
    const words = button.textContent;
    const all = [...body.querySelectorAll("button")];
    all.forEach((each) => (each.disabled = true));
    button.textContent = t("Taking the picture: hold nothing over it…");
    busy = true;
    const taken = await tried(() => step("take", { picture: name }, TAKING));
    busy = false;
    all.forEach((each) => (each.disabled = false));
    button.textContent = words;
    if (!taken) return;
    told = taken;
    next();
  }

  /** Where it was left. */
  async function goOn() {
    told = await tried(learningTold);
    if (!told)
      return body.replaceChildren(refusal, buttons(h("button.main", { onclick: () => goOn() }, t("Try again")), h("button.plain", { onclick: () => leave() }, t("Leave it for now"))));
    return next();
  }

  function next() {
    if (!told.taken.includes(LESSON.first)) return aim();
    if (LESSON.board && !told.confirmed) return board();
    for (const name of SETS) {
      if (!told.taken.includes(name)) return laidOut(name);
      if (!told.agreed.includes(name)) return names(name);
    }
    return learn();
  }

  function aim() {
    const [place, wrong] = [h("div"), h("div", { role: "status" })];
    frame(
      LESSON.first,
      WORDS.first.title,
      h("p", {}, WORDS.first.text),
      buttons(taking(LESSON.first, WORDS.first.take, WORDS.first.lay, () => take(LESSON.first))),
      buttons(later()),
      refusal,
      wrong,
      place,
    );
    picture(place, wrong);
  }

  function board() {
    const [width, height] = told.size;
    const inset = (x, y) => [x * width, y * height];
    const points = (told.corners ?? [inset(0.3, 0.7), inset(0.7, 0.7), inset(0.7, 0.3), inset(0.3, 0.3)]).map((each) => [...each]);
    let side = told.side;
    const SIDES = { bottom: t("At its lower edge"), top: t("At its upper edge"), left: t("At its left edge"), right: t("At its right edge") };
    const right = h("button.big", { onclick: () => placed() }, t("The corners are right"));
    async function placed() {
      right.disabled = true;
      const taken = await tried(() => step("corners", { corners: points, side }));
      right.disabled = false;
      if (!taken) return;
      told = taken;
      next();
    }
    frame(
      "board",
      told.corners ? t("Is this the board?") : t("Show me the board's corners"),
      h("p", {}, t("Drag the four rings onto the outermost corners of the squares. The magnifier helps; arrow keys move by a pixel.")),
      h(
        "fieldset.sides",
        {},
        h("legend", {}, WORDS.side),
        Object.entries(SIDES).map(([name, words]) =>
          h("label", {}, h("input", { type: "radio", name: "side", value: name, checked: name === side, onchange: () => (side = name) }), words),
        ),
      ),
      buttons(right),
      buttons(h("button.plain", { onclick: aim }, t("Take the picture again")), later()),
      refusal,
      cornersPicker(points, [width, height], taken(LESSON.first), WORDS.first.title),
    );
  }

  const taken = (name) => `${ADDRESS}/picture?of=${name}&at=${Date.now()}`;

  const inRows = (name, each) => h(`ol.laying.of-${LESSON.a_row}`, {}, LESSON.sets[name].map((code, index) => h("li", {}, each(code, index))));

  /** `refused`: why nothing could be learnt from the picture that was taken before. */
  function laidOut(name, refused = null) {
    const [place, wrong] = [h("div"), h("div", { role: "status" })];
    const { title, text } = WORDS.set(name, LESSON.sets[name].length);
    frame(
      name,
      title,
      h("p", {}, text),
      refused ? h("p.card.bad", { role: "alert" }, refused) : null,
      buttons(taking(name, t("They lie like this: take the picture"), WORDS.lay, () => take(name))),
      buttons(startOver(), later()),
      refusal,
      inRows(name, (code) => [pieceShown(code), h("span", {}, pieceName(code))]),
      wrong,
      place,
    );
    picture(place, wrong);
  }

  /** Each piece as the camera saw it, above the name that it is learnt by. */
  function names(name) {
    const found = told.pieces[name];
    const codes = found.map((each) => each.code);
    let held = null;
    const cut = h("img", { alt: "" });
    const photos = found.map(() => h("canvas", { "aria-hidden": "true" }));
    const named = found.map((each, index) => h("button", { type: "button", "aria-pressed": "false", onclick: () => touched(index) }, photos[index], h("span", {}, pieceName(each.code))));
    const right = h("button.big", { "data-key": "right", onclick: () => agreed() }, t("The names are right"));

    function touched(index) {
      if (held !== null && held !== index) {
        [codes[held], codes[index]] = [codes[index], codes[held]];
        for (const each of [held, index]) named[each].lastChild.textContent = pieceName(codes[each]);
      }
      held = held === null ? index : null;
      named.forEach((each, at) => each.setAttribute("aria-pressed", String(at === held)));
    }

    async function agreed() {
      right.disabled = true;
      const answer = await tried(() => step("names", { picture: name, codes }));
      right.disabled = false;
      if (!answer) return;
      told = answer;
      next();
    }

    cut.addEventListener("load", () => photos.forEach((canvas, index) => drawPart(canvas, cut, found[index].corners)));
    frame(
      name,
      t("Is each named rightly?"),
      h("p", {}, t("So the camera saw them. Tap two that are mixed up: they change their names.")),
      buttons(right),
      buttons(h("button.plain", { onclick: () => laidOut(name) }, t("Take the picture again")), later()),
      refusal,
      h(`ol.laying.of-${LESSON.a_row}`, {}, named.map((each) => h("li", {}, each))),
    );
    cut.src = taken(name);
  }

  async function learn() {
    frame("trial", t("Learning…"), h("p", {}, t("This takes some seconds, on a small Pi more than a minute.")), refusal);
    const learnt = await tried(() => step("save", {}, LEARNING));
    if (!learnt) {
      const last = SETS[SETS.length - 1];
      return laidOut(last, refusal.textContent);
    }
    told = learnt;
    // It is done: a page that is loaded anew shows what the camera sees.
    history.replaceState(null, "", location.pathname);
    return test();
  }

  function test() {
    const words = h("p.now", { role: "status" }, WORDS.trial.text);
    const list = h("ul.pieces");
    const wrong = h("div", { role: "status" });
    const place = h("div");
    const moving = told.drawn ? h("button.main", { "data-key": "trial", onclick: () => trial() }, WORDS.trial.lay) : null;
    const finished = h("button", { "data-key": "done", className: told.drawn ? "plain" : "main", onclick: () => leave(true) }, t("It sees what I do: done"));
    frame("trial", t("A test"), words, buttons(moving, finished, startOver()), refusal, wrong, list, place);
    async function trial() {
      if (!(await lay("trial"))) return;
      moving.className = "plain";
      finished.className = "main";
    }
    const now = pictureNow(t("The camera's picture with what was read from it"), {
      address: "/api/v1/camera/picture?drawn=1",
      told: (sight) => {
        put(list, seen(sight).map((each) => h("li", {}, each)));
        put(wrong, hintsWords(sight.hints).map((each) => h("p.card.bad", {}, each)));
      },
    });
    stopLive = now.stop;
    place.append(now.picture);
  }

  history.replaceState(null, "", location.pathname + SETTING_UP);
  goOn();
  return () => stopLive();
}

/** What lies between these corners of a picture. */
function drawPart(canvas, image, corners) {
  const [xs, ys] = [0, 1].map((at) => corners.map((corner) => corner[at]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  [canvas.width, canvas.height] = [Math.round(width), Math.round(height)];
  canvas.getContext("2d").drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height);
}
