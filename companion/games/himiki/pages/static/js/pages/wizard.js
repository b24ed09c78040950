// Calibration with somebody who has never done it: aim, corners, three pictures, a test, saved.
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { cornersPicker, gridOver } from "./corners.js";
import { attempt } from "./dialogs.js";
import { h, put } from "./dom.js";
import { hintsWords } from "./hints.js";
import { live, watch } from "./live.js";
import { elementName } from "./signs.js";
import { moveWords, sayByCode } from "./telling.js";
import { t } from "./words.js";

const PLACES = { w: ["A5", "B5", "C5", "D5"], b: ["A2", "B2", "C2", "D2"] };
/** Seconds that learning may take: on the smallest Pi it is half a minute, beside everything else. */
const LEARNING = 240;
/** Seconds that taking a picture may take: the camera focuses, and a small Pi looks for the board in it. */
const TAKING = 90;
const FACES = { fire: "HMK", water: "MKH", wood: "KHM" };

/** Shows the steps inside `body`; `done` is called when it is left. Returns how to stop. */
export function wizard(body, done) {
  let told = null;
  let stopLive = () => {};
  /** While a picture is taken the camera is asked for nothing else. */
  let taking = false;
  const step = (name, extra = {}, seconds = undefined) => attempt(() => post("/api/v1/calibration", { step: name, ...extra }, seconds));

  function frame(number, title, ...inside) {
    stopLive();
    stopLive = () => {};
    body.replaceChildren(
      h("p.hint", {}, t("Step {number} of {count}", { number, count: 6 })),
      h("progress", { max: 6, value: number, "aria-label": t("Step {number} of {count}", { number, count: 6 }) }),
      h("h2", { tabIndex: -1 }, title),
      ...inside.flat().filter(Boolean),
    );
    // The last step has its own end.
    if (number < 6) body.append(h("div.buttons", {}, h("button.plain", { onclick: leave }, t("Leave it"))));
    body.querySelector("h2").focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  function leave() {
    stopLive();
    done();
  }

  /** The buttons wait for the first picture: before it there is nothing to take. */
  function livePicture(alt, wrong, asked) {
    const picture = h("img.sight", { alt });
    const button = body.querySelector("button.big");
    button.disabled = true;
    picture.addEventListener("load", () => (button.disabled = false), { once: true });
    let running = true;
    (async () => {
      while (running) {
        const answer = taking || document.hidden ? null : await fetch("/api/v1/camera/picture").catch(() => null);
        if (answer?.status === 200 && running) {
          const old = picture.src;
          picture.src = URL.createObjectURL(await answer.blob());
          if (old.startsWith("blob:")) URL.revokeObjectURL(old);
          const sight = await get(`/api/v1/camera?${asked}=1`).catch(() => null);
          if (running && sight) put(wrong, hintsWords(sight.hints).map((words) => h("p.card.bad", {}, words)));
        }
        await new Promise((next) => setTimeout(next, 300));
      }
    })();
    stopLive = () => (running = false);
    return picture;
  }

  async function aim() {
    told = await step("start");
    const picture = h("div");
    const wrong = h("div", { role: "status" });
    frame(
      1,
      t("Aim at the empty board"),
      h("p", {}, t("Take all cubes off. The whole grid has to be in the picture, as large as it goes: no hand, no shadow across it.")),
      wrong,
      picture,
      h("div.buttons", {}, h("button.big", { onclick: takeEmpty }, t("The board is empty: take the picture"))),
    );
    picture.append(livePicture(t("The camera's picture"), wrong, "aim"));
  }

  /** One tap takes one picture, of what lies there after it: that may take a moment. */
  async function picture(name) {
    const button = body.querySelector("button.big");
    const words = button.textContent;
    button.disabled = true;
    button.textContent = t("Taking the picture: hold nothing over it…");
    taking = true;
    const next = await step(name, {}, TAKING);
    taking = false;
    button.disabled = false;
    button.textContent = words;
    return next;
  }

  async function takeEmpty() {
    told = await picture("empty");
    if (told) told.guesses.length ? which() : corners();
  }

  async function placed(points) {
    const next = await step("corners", { corners: points });
    if (!next) return;
    told = next;
    faces("fire");
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
          gridOver(points, told.size, address),
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
    const number = 3 + Object.keys(FACES).indexOf(name);
    const faces_ = FACES[name];
    const drawing = new Board({ label: t("How the cubes stand for this picture") });
    drawing.show(Object.entries(PLACES).flatMap(([colour, squares]) => squares.map((square) => ({ square, colour, faces: faces_ }))));
    // So small that the camera's picture and the button are in sight with it.
    drawing.element.classList.add("drawing");
    const picture = h("div");
    const wrong = h("div", { role: "status" });
    frame(
      number,
      t("All eight cubes, {element} up", { element: elementName(faces_[0]) }),
      h("p", {}, t("White on A5 B5 C5 D5, black on A2 B2 C2 D2, as drawn: {top} on top, {side} on the sides that face along the row.", { top: elementName(faces_[0]), side: elementName(faces_[1]) })),
      refused ? h("p.card.bad", { role: "alert" }, refused) : null,
      drawing.element,
      wrong,
      picture,
      h(
        "div.buttons",
        {},
        h("button.big", { onclick: () => take(name) }, t("They stand like this: take the picture")),
        h("button.plain", { onclick: aim }, t("Start over")),
      ),
    );
    picture.append(livePicture(t("The camera's picture"), wrong, "standing"));
  }

  async function take(name) {
    const next = await picture(name);
    if (!next) return;
    told = next;
    const following = Object.keys(FACES).find((each) => !told.taken.includes(each));
    if (following) faces(following);
    else learn();
  }

  async function learn() {
    frame(6, t("Learning…"), h("p", {}, t("This takes a few seconds, on a small Pi half a minute. The cubes may stay where they are.")));
    let learnt;
    try {
      learnt = await post("/api/v1/calibration", { step: "save" }, LEARNING);
    } catch (refused) {
      const which = refused.told?.values?.picture;
      return faces(which in FACES ? which : "wood", refused.message);
    }
    return test(learnt.advice);
  }

  /** `advice` is what would make the cubes easier to see, in the light that they were learnt in. */
  function test(advice) {
    const board = new Board();
    const words = h("p.now", { role: "status" }, t("Move a cube: I tell you what I see."));
    const wrong = h("div", { role: "status" });
    frame(
      6,
      t("A test"),
      words,
      advice.map((each) => h("p.card", {}, sayByCode(each, each.text))),
      wrong,
      board.element,
      h("div.buttons", {}, h("button.main", { onclick: leave }, t("It sees what I do: done")), h("button.plain", { onclick: aim }, t("Start over"))),
    );
    let seen = null;
    let running = true;
    stopLive = () => (running = false);
    (async () => {
      while (running) {
        const sight = await get("/api/v1/camera").catch(() => null);
        if (sight && running) {
          const cubes = sight.cubes.map((each) => ({
            square: each.square,
            colour: each.colour[0],
            faces: { fire: "H", water: "M", wood: "K" }[each.top] + "??",
          }));
          board.show(cubes);
          put(wrong, hintsWords(sight.hints).map((each) => h("p.card.bad", {}, each)));
          const field = cubes.map((each) => each.square + each.colour + each.faces).join(",");
          if (seen !== null && field !== seen && sight.clear) words.textContent = difference(seen, field);
          if (sight.clear) seen = field;
        }
        await new Promise((next) => setTimeout(next, 500));
      }
    })();
  }

  function difference(before, after) {
    const [was, is] = [new Set(before.split(",")), new Set(after.split(","))];
    const gone = [...was].filter((each) => each && !is.has(each));
    const come = [...is].filter((each) => each && !was.has(each));
    if (gone.length === 1 && come.length === 1) return t("I saw: {move}.", { move: moveWords(`${gone[0].slice(0, 2)}>B${come[0].slice(0, 2)}`) });
    if (come.length) return t("I saw a change on {squares}.", { squares: [...gone, ...come].map((each) => each.slice(0, 2)).join(", ") });
    return t("A cube has gone from {squares}.", { squares: gone.map((each) => each.slice(0, 2)).join(", ") });
  }

  aim();
  const unwatch = watch(() => live.state);
  return () => {
    unwatch();
    stopLive();
  };
}

