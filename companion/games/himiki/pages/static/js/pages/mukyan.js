// Muk Yan: his roll, his list for it, what he does; then it is the person's turn again.
import { decide, get } from "../api.js";
import { Board } from "../board.js";
import { diceWords } from "../cards.js";
import { attempt } from "../dialogs.js";
import { h, put } from "../dom.js";
import { live, read, watch } from "../live.js";
import { expected, scores } from "../scores.js";
import { ELEMENTS, ElementName, sign } from "../signs.js";
import { actionName, isMukYan, say, tell } from "../telling.js";
import { byCode, t } from "../words.js";

export function show(main) {
  const head = h("div");
  const body = h("div");
  const board = new Board();
  let orders = null;
  let dice = { black: null, white: null };
  main.append(h("h1", {}, "Muk Yan"), h("div.left", {}, head, body), h("div.middle", {}, board.element));

  const send = () => attempt(() => decide("roll", dice)).then(() => ((dice = { black: null, white: null }), draw(live.state)));

  function shake() {
    const one = () => ELEMENTS[crypto.getRandomValues(new Uint32Array(1))[0] % 3];
    dice = { black: one(), white: one() };
    send();
  }

  function rolling() {
    const row = (colour, name) =>
      h(
        "fieldset",
        {},
        h("legend", {}, colour === "w" ? t("White die") : t("Black die")),
        h(
          "div.options",
          {},
          ELEMENTS.map((letter) => {
            const id = `${name}-${letter}`;
            return [
              h("input", {
                type: "radio",
                name,
                id,
                checked: dice[name] === letter,
                onchange: () => ((dice[name] = letter), draw(live.state)),
              }),
              h("label", { htmlFor: id }, sign(letter), " ", ElementName(letter)),
            ];
          }),
        ),
      );
    return h(
      "section.card.ask",
      {},
      h("h2", {}, t("Muk Yan's roll")),
      live.state?.dice ? h("p.todo", { role: "status" }, diceWords(live.state.dice)) : null,
      h("p", {}, t("Shake the phone, tap Roll, or say what the two spare cubes show.")),
      h("div.buttons", {}, h("button.big", { onclick: shake }, t("Roll"))),
      h(
        "details",
        {},
        h("summary", {}, t("We rolled the cubes")),
        row("b", "black"),
        row("w", "white"),
        h("button.main", { disabled: !(dice.black && dice.white), onclick: send }, t("That is the roll")),
      ),
    );
  }

  function list(told) {
    const [black, white] = told.roll;
    const order = orders?.[black + white] ?? [];
    return h(
      "section.panel",
      {},
      h("h2", {}, t("His list for this roll")),
      h("p.dice", {}, h("span.die-b", {}, sign(black)), h("span.die-w", {}, sign(white)), h("span.hidden", {}, `${ElementName(black)}, ${ElementName(white)}`)),
      h(
        "ol.actions",
        {},
        order.map((action) =>
          h(
            "li",
            { className: action === told.action ? "taken" : order.indexOf(told.action) > order.indexOf(action) ? "tried" : "" },
            actionName(action),
            action === told.action ? h("strong", {}, ` · ${say(told.move_words)}`) : null,
          ),
        ),
      ),
    );
  }

  function draw(state) {
    if (!state) return;
    put(head, scores(state), h("p.now", {}, expected(state) ?? ""));
    const position = read(state.position);
    board.show(position.cubes);
    board.mark({ plan: state.muk_yan?.action ? state.muk_yan.move : null });
    if (state.mode !== "mukyan") {
      put(body, h("p.card.calm", {}, t("No game against Muk Yan is being played.")), h("a.button.main", { href: "/new" }, byCode("page-new")));
      return;
    }
    const told = state.muk_yan;
    const his = isMukYan(state.turn, state);
    put(
      body,
      his && !told && !state.setup && !state.over ? rolling() : null,
      told
        ? [
            h(
              "section.card.calm",
              {},
              h("h2", {}, tell(told).text),
              told.action ? h("p.todo", {}, t("Do it for him on the board; the companion sees when it is done.")) : null,
            ),
            list(told),
          ]
        : null,
      !his && !state.over && !state.setup ? h("p.card.calm", {}, t("Done: your turn.")) : null,
    );
  }

  // Shaking works where the browser tells a page of movement: on secure connections.
  let last = 0;
  function moved({ accelerationIncludingGravity: a }) {
    const state = live.state;
    if (!a || Math.hypot(a.x, a.y, a.z) < 24 || performance.now() - last < 1500) return;
    last = performance.now();
    if (state?.mode === "mukyan" && isMukYan(state.turn, state) && !state.muk_yan) shake();
  }
  window.addEventListener("devicemotion", moved);

  get("/api/v1/muk_yan").then((told) => ((orders = told), draw(live.state))).catch(() => {});
  const stop = watch(draw);
  return () => {
    window.removeEventListener("devicemotion", moved);
    stop();
  };
}
