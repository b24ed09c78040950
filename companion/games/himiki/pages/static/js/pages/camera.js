// What the camera sees, with the reading drawn over it; and setting it up, step by step.
import { get, session } from "../api.js";
import { fetched } from "../asking.js";
import { Board } from "../board.js";
import { askPin } from "../dialogs.js";
import { h, put, toggle } from "../dom.js";
import { FACTS } from "../facts.js";
import { doubtSentences } from "../doubts.js";
import { hintsWords } from "../hints.js";
import { live, read, watch } from "../live.js";
import { colourName, elementName } from "../signs.js";
import { markTray, trayWords } from "./tray.js";
import { LOOKING } from "../picturenow.js";
import { SETTING_UP, wizard } from "./wizard.js";
import { t } from "../words.js";


export function show(main, { title }) {
  const body = h("div");
  main.append(h("h1", {}, title), body);
  let stop = () => {};
  const understood = new Board();

  /** Nobody's home is seen in it, so it is for everybody. */
  function drawUnderstood(state) {
    if (!state) return;
    const position = read(state.position);
    understood.show(position.cubes, { land: position.land });
    understood.mark({ doubts: state.doubts });
  }

  /** `learnt`: the table was, just now. */
  async function begin(learnt = false) {
    stop();
    if (!session.mayChange) await get("/api/v1/session").then((told) => (session.mayChange = told.may_change)).catch(() => {});
    if (!session.mayChange) {
      body.replaceChildren(
        h("p", {}, t("The camera looks into your home: its picture is shown to those who have the PIN.")),
        h("button.main", { onclick: async () => (await askPin()) && begin() }, t("Enter the PIN")),
        h("h2.instead", {}, t("What is shown here then")),
        h(
          "ul",
          {},
          h("li", {}, t("The camera's picture, with everything drawn over it that was read from it.")),
          h("li", {}, t("Every cube that is seen, and how sure that is.")),
          h("li", {}, t("What would help: more light, a lamp moved aside, a sharper picture.")),
          h("li", {}, t("Setting the camera up, step by step: the empty board, then three pictures with cubes.")),
        ),
        h("h2", {}, t("What it made of the board so far")),
        understood.element,
      );
      drawUnderstood(live.state);
      stop = watch(drawUnderstood);
      return;
    }
    stop = location.hash === SETTING_UP ? wizard(body, begin) : watching(learnt);
  }

  function watching(learnt) {
    const picture = h("img.sight", { alt: t("The camera's picture with what was read from it") });
    const told = h("div");
    const tray = h("section.panel", {}, h("h2", {}, t("Muk Yan's tray")));
    const inTray = h("p", { role: "status" });
    const marking = h("button.plain", { disabled: true, onclick: mark }, t("Mark a tray"));
    tray.append(inTray, h("div.buttons", {}, marking));
    const setUp = h(learnt ? "button.plain" : "button.main", { onclick: () => ((running = false), stop(), (stop = wizard(body, begin))) }, t("Set up the camera"));
    get("/api/v1/calibration")
      .then((begun) => begun.taken.length && (setUp.textContent = t("Go on setting up the camera")))
      .catch(() => {});
    let latest = null;
    let drawn = true;
    let running = true;
    body.replaceChildren(
      h(
        "div.beside.watched",
        {},
        h("div", {}, picture, toggle("drawn", t("Draw what was read"), drawn, (on) => (drawn = on))),
        h(
          "div",
          {},
          // What comes next stands first, and nothing that grows above it: it would move under a finger.
          h("div.buttons", {}, learnt ? h("a.button.main", { href: "/new" }, t("Begin a game")) : null, setUp),
          told,
          tray,
        ),
      ),
    );

    function mark() {
      running = false;
      unwatch();
      stop = () => {};
      markTray(body, latest, begin);
    }

    async function loop() {
      while (running) {
        await once().catch(() => {});
        await new Promise((done) => setTimeout(done, document.visibilityState === "visible" ? 350 : 2000));
      }
    }

    async function once() {
      const answer = await fetched(`/api/v1/camera/picture?drawn=${drawn ? 1 : 0}`, LOOKING);
      if (answer.status === 200) {
        const old = picture.src;
        picture.src = URL.createObjectURL(await answer.blob());
        if (old.startsWith("blob:")) URL.revokeObjectURL(old);
      }
      const sight = await get("/api/v1/camera");
      if (!running) return;
      latest = sight;
      put(told, words(sight));
      put(inTray, trayWords(sight));
      marking.disabled = !sight.size || !picture.src;
      marking.textContent = sight.tray ? t("Mark it anew") : t("Mark a tray");
    }

    const unwatch = watch(() => {});
    loop();
    return () => {
      running = false;
      unwatch();
    };
  }

  function words(sight) {
    const state = live.state;
    return [
      state?.camera === false ? h("p.card.bad", {}, t("The camera is gone"), ". ", t("Plug it in or check its cable: the game then goes on by itself.")) : null,
      h("p.now", {}, !sight.board ? t("No board is seen.") : sight.moving ? t("Something moves over the board.") : sight.doubts.length ? t("Not all squares are plain.") : t("The board is seen clearly.")),
      sight.moving ? null : doubtSentences(sight.doubts).map((words) => h("p.card.bad", {}, words)),
      hintsWords(sight.hints ?? []).map((words) => h("p.card.bad", {}, words)),
      sight.cubes.length ? h(
        "table.seen",
        {},
        h("caption.hidden", {}, t("Cubes that are seen")),
        h("thead", {}, h("tr", {}, [t("Square"), t("Cube"), t("Sure")].map((each) => h("th", { scope: "col" }, each)))),
        h(
          "tbody",
          {},
          sight.cubes.map((each) =>
            h(
              "tr",
              {},
              h("td", {}, each.square),
              h("td", {}, `${colourName(each.colour)}, ${elementName(FACTS.letters[each.top])}`),
              h("td", {}, `${Math.round(each.confidence * 100)} %`),
            ),
          ),
        ),
      ) : null,
      state?.mode ? null : h("p.hint", {}, t("No game is being played.")),
    ];
  }

  begin();
  return () => stop();
}
