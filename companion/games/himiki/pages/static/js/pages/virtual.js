// The virtual table: cubes that are drawn, moved by hand here, and seen by the camera like any others.
import { get, post, session } from "../api.js";
import { Board, cubeWords, neighbours } from "../board.js";
import { cards, onOptions } from "../cards.js";
import { attempt, note } from "../dialogs.js";
import { doubtSentences } from "../doubts.js";
import { h, put } from "../dom.js";
import { hear, live, read, readCubes, watch, writeCubes } from "../live.js";
import { expected, lagging, scores } from "../scores.js";
import { ElementName, colourName, sign } from "../signs.js";
import { onUnderstood, understoodCard } from "../standing.js";
import { restoreWords, tell } from "../telling.js";
import { isOne, t } from "../words.js";
import { homes } from "./table.js";

const WAYS = ["HMK", "HKM", "MHK", "MKH", "KHM", "KMH"];

export function show(main) {
  const head = h("div");
  const now = h("p.now");
  const asked = h("div");
  const board = new Board({ ontap: tapped, ondrag: dragged, label: t("The virtual table") });
  const legend = h("p.legend.hint", { role: "status" });
  const tools = h("div.tools");
  const seen = h("section.panel");
  let cubes = [];
  let chosen = [];
  let there = true;
  let known = false;

  main.append(
    // What is asked comes below the board: the cubes must not move away from under the finger.
    h("div.left", {}, h("h1", {}, t("Virtual table")), head, now),
    h("div.middle", {}, board.element, legend, tools),
    h("div.right", {}, asked, seen),
  );

  async function refresh() {
    const told = await get("/api/v1/sim").catch(() => null);
    if (!told) return;
    there = told.there;
    known = true;
    cubes = readCubes(told.cubes ?? "-");
    chosen = chosen.filter((square) => cubes.some((each) => each.square === square));
    draw();
  }

  async function sim(action) {
    const done = await attempt(() => post("/api/v1/sim/moves", typeof action === "string" ? { move: action } : action));
    if (done) await refresh();
  }

  function tapped(square, cube) {
    if (!known || !there) return undefined;
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

  const colourOf = (square) => cubes.find((each) => each.square === square)?.colour;

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
    board.show(cubes);
    const free = chosen.length === 1 ? neighbours(chosen[0]).filter((each) => !cubes.some((one) => one.square === each)) : [];
    const back = toPutRight(live.state);
    const plan = back || chosen.length || live.state?.setup ? null : (doneFor(live.state)?.move ?? null);
    const homeless = back ? [] : homes(live.state).filter((each) => !cubes.some((one) => one.square === each.to));
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
    if (!there) {
      put(tools, h("p.card.calm", {}, t("A camera looks at a real table here: there is nothing to drag.")));
      return;
    }
    if (wanted) return put(tools, placing());
    const squares = [...chosen].sort();
    const first = cubes.find((each) => each.square === squares[0]);
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
            h("button.plain", { onclick: () => attempt(() => post("/api/v1/sim/position", { cubes: "-" })).then(refresh) }, t("Clear the board")),
          ),
    );
  }

  async function layOut() {
    await attempt(() => post("/api/v1/sim/position", { cubes: toLay(live.state) }));
    refresh();
  }

  async function asRecorded() {
    const field = live.state.position.split(" ")[0];
    if (field.includes("?")) return note(t("Not every face is known."), "bad");
    await attempt(() => post("/api/v1/sim/position", { cubes: field }));
    return refresh();
  }

  const counted = (count) =>
    isOne(count) ? t("{count} cube in the game's position.", { count }) : t("{count} cubes in the game's position.", { count });

  function drawSeen(state) {
    put(head, scores(state));
    // The card lies below the fold of a phone: what to do stands above the board too.
    const back = toPutRight(state);
    const rolled = state.muk_yan && !state.setup ? tell(state.muk_yan, state)?.text : null;
    now.textContent = back ? restoreWords(back) : (rolled ?? expected(state) ?? "");
    put(asked, understoodCard(state), cards(state));
    if (known && !board.element.classList.contains("dragging")) draw();
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

  refresh();
  const stops = [
    watch(drawSeen),
    hear((event) => {
      if (["placed", "move", "ready", "corrected"].includes(event.event)) refresh();
    }),
  ];
  onOptions(() => drawSeen(live.state));
  onUnderstood(() => drawSeen(live.state));
  const polling = setInterval(() => document.visibilityState === "visible" && refresh(), 5000);
  return () => {
    clearInterval(polling);
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

const HOMES = ["w???B5", "w???C5", "w???D5", "b???B2", "b???C2", "b???D2"];

/** What the game begins with, any way up where any will do; null while a game goes on. */
function toLay(state) {
  const free = state?.mode === "free";
  // A challenge has its diagram, whether or not it has been seen on the board yet.
  const untouched = state?.mode === "mindlock" && !state.moves && !state.over;
  if (!state || !(state.setup || free || untouched)) return null;
  const wanted = new Map();
  const missing = free ? HOMES : (state.setup?.missing ?? []).map((each) => each.cube + each.to);
  for (const each of missing) wanted.set(each.slice(4), each.slice(0, 4));
  if (!free) for (const each of read(state.position).cubes) wanted.set(each.square, each.colour + each.faces);
  return writeCubes([...wanted].map(([square, cube]) => ({ square, colour: cube[0], faces: anyWay(cube.slice(1)) })));
}

/** Faces that nobody prescribes are left to chance. */
function anyWay(faces) {
  const ways = WAYS.filter((way) => [...faces].every((letter, index) => letter === "?" || letter === way[index]));
  return ways[Math.floor(Math.random() * ways.length)] ?? faces;
}
