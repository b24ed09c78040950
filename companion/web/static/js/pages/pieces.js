// What the camera sees of printed pieces, with the reading drawn over it; and learning them, step by step.
import { get, session } from "../api.js";
import { askPin } from "../dialogs.js";
import { h, put, toggle } from "../dom.js";
import { hintsWords } from "../hints.js";
import { live, watch } from "../live.js";
import { pictureNow } from "../picturenow.js";
import { seen } from "../pieces.js";
import { t } from "../words.js";
import { learning, learningTold, SETTING_UP } from "./learning.js";

export function show(main, { title }) {
  const body = h("div");
  main.append(h("h1", {}, title), body);
  let stop = () => {};

  /** `learnt`: the pieces were, just now. */
  async function begin(learnt = false) {
    stop();
    if (!session.mayChange) await get("/api/v1/session").then((told) => (session.mayChange = told.may_change)).catch(() => {});
    if (!session.mayChange) {
      body.replaceChildren(
        h("p", {}, t("The camera looks into your home: its picture is shown to those who have the PIN.")),
        h("button.main", { onclick: async () => (await askPin()) && begin() }, t("Enter the PIN")),
      );
      stop = () => {};
      return;
    }
    stop = location.hash === SETTING_UP ? learning(body, begin) : watching(learnt);
  }

  function watching(learnt) {
    const setUp = h(learnt ? "button.plain" : "button.main", { onclick: () => (leave(), (stop = learning(body, begin))) }, t("Set up the camera"));
    const told = h("div");
    const place = h("div");
    const known = h("p.card", { hidden: true }, t("This table does not know its pieces yet: set the camera up."));
    let drawn = true;
    let now = looked();
    learningTold()
      .then((begun) => {
        if (!begun.camera) {
          leave();
          return body.replaceChildren(h("p", {}, t("This table has no camera: its games are told by phone.")));
        }
        if (begun.taken.length) setUp.textContent = t("Go on setting up the camera");
        if (begun.learnt && !begun.taken.length) setUp.className = "plain";
        known.hidden = begun.learnt;
      })
      .catch(() => {});
    body.replaceChildren(
      // What comes next stands first, and nothing that grows above it: it would move under a finger.
      h("div.buttons", {}, learnt ? h("a.button.main", { href: "/new" }, t("Begin a game")) : null, setUp),
      h("div.beside.watched", {}, h("div", {}, place, toggle("drawn", t("Draw what was read"), drawn, (on) => ((drawn = on), (now.stop(), (now = looked()))))), h("div", {}, known, told)),
    );

    function looked() {
      const made = pictureNow(t("The camera's picture with what was read from it"), { address: `/api/v1/camera/picture?drawn=${drawn ? 1 : 0}`, told: (sight) => put(told, words(sight)) });
      place.replaceChildren(made.picture);
      return made;
    }

    const unwatch = watch(() => {});
    function leave() {
      now.stop();
      unwatch();
    }
    return leave;
  }

  function words(sight) {
    const state = live.state;
    const found = seen(sight);
    return [
      state?.camera === false ? h("p.card.bad", {}, t("The camera is gone"), ". ", t("Plug it in or check its cable: the game then goes on by itself.")) : null,
      h("p.now", {}, !sight.board ? t("No board is seen.") : !sight.clear ? t("Something moves over the board.") : t("The board is seen clearly.")),
      hintsWords(sight.hints ?? []).map((each) => h("p.card.bad", {}, each)),
      found.length ? h("ul.pieces", {}, found.map((each) => h("li", {}, each))) : null,
    ];
  }

  begin();
  return () => stop();
}
