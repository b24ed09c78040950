// The virtual table: cubes that are drawn, moved by hand here, and seen by the camera like any others.
import { session } from "../api.js";
import { Board, cubeWords, neighbours } from "../board.js";
import { cards, onOptions } from "../cards.js";
import { doubtSentences } from "../doubts.js";
import { h, put } from "../dom.js";
import { WAYS, act, asRecorded as recorded, drawn, follow as followDrawn, lay, toLay } from "../drawn.js";
import { live, read, watch } from "../live.js";
import { expected, lagging, scores } from "../scores.js";
import { ElementName, colourName, sign } from "../signs.js";
import { onUnderstood, understoodCard } from "../standing.js";
import { say, tell } from "../telling.js";
import { byCode, isOne, t } from "../words.js";
import { homes } from "./table.js";

export function show(main) {
  const head = h("div");
  const now = h("p.now");
  const asked = h("div");
  const board = new Board({ ontap: tapped, ondrag: dragged, label: t("The virtual table"), moves: true });
  const legend = h("p.legend.hint", { role: "status" });
  const tools = h("div.tools");
  const seen = h("section.panel");
  let chosen = [];

  main.append(
    // What is asked comes below the board: the cubes must not move away from under the finger.
    h("div.left", {}, h("h1", {}, byCode("page-table")), head, now),
    h("div.middle", {}, board.element, legend, tools),
    h("div.right", {}, asked, seen),
  );

  const sim = (action) => act(action);

  function tapped(square, cube) {
    if (!drawn.known || !drawn.there) return undefined;
    const one = chosen.length === 1 ? chosen[0] : null;
    if (!cube && one && neighbours(one).includes(square)) {
      chosen = [];
      return sim(`${one}>B${square}`);
    }
    if (!cube) {
      // An empty square in set-up asks for the cube that belongs there.
      chosen = [];
      layOn(square);
      return draw();
    }
    if (chosen.includes(square)) chosen = chosen.filter((each) => each !== square);
    else chosen = chosen.length && colourOf(chosen[0]) === cube.colour ? [...chosen, square] : [square];
    return draw();
  }

  const colourOf = (square) => drawn.cubes.find((each) => each.square === square)?.colour;

  function dragged(from, to) {
    chosen = [];
    if (!to) sim({ lift: from });
    else if (to !== from) sim(`${from}>B${to}`);
    else draw();
  }

  let wanted = null;
  function layOn(square) {
    const colour = live.state?.setup?.missing.find((each) => each.to === square)?.cube[0] ?? live.state?.turn[0] ?? "w";
    wanted = { square, colour };
  }

  function placing() {
    const { square } = wanted;
    const put_ = (faces) => {
      const colour = wanted.colour;
      wanted = null;
      sim(`${colour}${faces}@${square}`);
    };
    return h(
      "section.panel",
      {},
      h("h2", {}, t("A cube for {square}", { square })),
      h(
        "div.options",
        {},
        ["w", "b"].map((colour) =>
          h(
            "button.small",
            { className: wanted.colour === colour ? "small main" : "small plain", onclick: () => ((wanted.colour = colour), draw()) },
            colourName(colour),
          ),
        ),
      ),
      h("p.hint", {}, t("On top, and along the row:")),
      h(
        "div.buttons",
        {},
        WAYS.map((faces) =>
          h(
            "button.small.plain",
            { onclick: () => put_(faces), "aria-label": `${ElementName(faces[0])}, ${ElementName(faces[1])}` },
            sign(faces[0]),
            sign(faces[1], "little"),
          ),
        ),
        h("button.small.plain", { onclick: () => ((wanted = null), draw()) }, t("Cancel")),
      ),
    );
  }

  function draw() {
    board.show(drawn.cubes);
    const free = chosen.length === 1 ? neighbours(chosen[0]).filter((each) => !drawn.cubes.some((one) => one.square === each)) : [];
    const back = toPutRight(live.state);
    const plan = back || chosen.length || live.state?.setup ? null : (doneFor(live.state)?.move ?? null);
    const homeless = back ? [] : homes(live.state).filter((each) => !drawn.cubes.some((one) => one.square === each.to));
    board.mark({
      chosen: wanted ? [wanted.square] : chosen,
      targets: free,
      plan,
      ghosts: back ? [back] : homeless,
      wrong: back ? [back.from ?? back.to] : [],
    });
    legend.textContent = homeless.length
      ? t("Tap a square to put a cube on it.")
      : t("Drag a cube onto the next square to tilt it. Tap one for more.");
    if (drawn.known && !drawn.there) {
      put(tools, h("p.card.calm", {}, t("A camera looks at a real table here: there is nothing to drag.")));
      return;
    }
    if (wanted) return put(tools, placing());
    const squares = [...chosen].sort();
    const first = drawn.cubes.find((each) => each.square === squares[0]);
    put(
      tools,
      squares.length
        ? h(
            "section.panel",
            {},
            h("h2", {}, squares.length === 1 ? cubeWords(first) : t("Chosen: {squares}", { squares: squares.join(", ") })),
            h(
              "div.buttons",
              {},
              h(
                "button.main",
                { onclick: () => ((chosen = []), sim(squares.map((each) => `${each}>P${each}`).join("+"))) },
                t("Rotate"),
              ),
              squares.length === 1
                ? h("button.plain", { onclick: () => ((chosen = []), sim({ lift: squares[0] })) }, t("Take off"))
                : null,
              h("button.plain", { onclick: () => ((chosen = []), draw()) }, t("Cancel")),
            ),
            h("p.hint", {}, t("Tap more cubes of this colour to rotate them together.")),
          )
        : h(
            "div.buttons",
            {},
            toLay(live.state) ? h("button.plain", { onclick: layOut }, t("Lay the cubes out for a game")) : null,
            h("button.plain", { onclick: asRecorded }, t("As the game stands")),
            h("button.plain", { onclick: () => lay("-") }, t("Clear the board")),
          ),
    );
  }

  const layOut = () => lay(toLay(live.state));

  const asRecorded = () => lay(recorded(live.state));

  const counted = (count) =>
    isOne(count) ? t("{count} cube in the game's position.", { count }) : t("{count} cubes in the game's position.", { count });

  function drawSeen(state) {
    put(head, scores(state));
    // The card lies below the fold of a phone: what to do stands above the board too.
    const back = toPutRight(state);
    const rolled = state.muk_yan && !state.setup ? tell(state.muk_yan, state)?.text : null;
    now.textContent = back ? say(back.words) : (rolled ?? expected(state) ?? "");
    put(asked, understoodCard(state), cards(state));
    if (drawn.known && !board.element.classList.contains("dragging")) draw();
    const position = read(state.position);
    const last = live.events.map((each) => tell(each)).filter(Boolean).slice(-3).reverse();
    put(
      seen,
      h("h2", {}, t("What the referee says")),
      h("p.hint", {}, seenWords(state)),
      h("ul.plain", {}, last.map((each) => h("li", {}, each.text))),
      h("p.hint", {}, counted(position.cubes.length)),
      session.mayChange ? null : h("p.hint", {}, t("Moving cubes asks for the table's PIN once.")),
    );
  }

  const stops = [
    watch(drawSeen),
    followDrawn(() => {
      chosen = chosen.filter((square) => drawn.cubes.some((each) => each.square === square));
      if (!board.element.classList.contains("dragging")) draw();
    }),
  ];
  onOptions(() => drawSeen(live.state));
  onUnderstood(() => drawSeen(live.state));
  return () => {
    onOptions(() => {});
    onUnderstood(() => {});
    for (const stop of stops) stop();
  };
}

function seenWords(state) {
  if (state.doubts.length) return doubtSentences(state.doubts).join(" ");
  return state.clear ? t("The camera sees the table clearly.") : t("Something moves: the camera waits.");
}

const toPutRight = (state) => (state?.violation ? (state.to_restore ?? state.violation.restore[0]) : state && lagging(state));

/** What is to be done on the board for Muk Yan or for a level. */
const doneFor = (state) => (state?.muk_yan?.action ? state.muk_yan : state?.opponent);
