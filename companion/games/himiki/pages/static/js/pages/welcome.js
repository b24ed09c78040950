// For who comes here first: what this is, a minute's play, what the PIN is for.
import { get, session } from "../api.js";
import { Board } from "../board.js";
import { h, put } from "../dom.js";
import { FACTS } from "../facts.js";
import { icon } from "../icons.js";
import { t } from "../words.js";

/** What is to be done in turn: the cube, the square that it tilts to, and how the board stands before and after it. */
const LESSONS = () => [
  {
    cubes: [cube("C6", "w", "HMK"), cube("C3", "b", "KMH")],
    from: "C6",
    to: "C5",
    after: [cube("C5", "w", "MHK"), cube("C3", "b", "KMH")],
    asks: t("You are white. Tap your cube on C6, then the square beside it."),
    told: t("It tilted onto its side: now water is on top."),
  },
  {
    cubes: [cube("C5", "w", "MHK"), cube("C3", "b", "KMH")],
    from: "C5",
    to: "C4",
    after: [cube("C4", "w", "HMK")],
    asks: t("Once more, to C4: fire comes up beside a wooden cube."),
    told: t("Fire burns wood: that is a point. Water puts fire out, wood drinks water. {count} points win.", { count: FACTS.wins_at }),
  },
];
const cube = (square, colour, faces) => ({ square, colour, faces });

export function show(main, { title }) {
  const about = h("p.lead.late", {});
  const access = h("section.panel");
  main.append(
    h("h1", {}, title),
    h("p.lead", {}, t("Two players, three cubes each, fire, water and wood. This page follows the game: whose turn it is, what counts, and what to put right.")),
    about,
    h("div.beside", {}, trial(), h("div", {}, onward(), access)),
  );
  get("/api/v1/sim")
    .then((sim) => {
      about.textContent = sim.there
        ? t("No camera is connected here: the board is drawn, and you move its cubes with a finger.")
        : t("A camera looks at the real board: you move the cubes by hand, and the page tells what it saw.");
    })
    .catch(() => {});
  get("/api/v1/session")
    .then((told) => ((session.mayChange = told.may_change), drawAccess()))
    .catch(drawAccess);

  function drawAccess() {
    put(
      access,
      h("h2", {}, t("What the PIN is for")),
      h("p", {}, t("Everybody at home may watch. Who plays, corrects or sets something up types the PIN once: six digits, shown where the table was started.")),
      session.mayChange ? h("p", {}, t("✓ This phone may change things.")) : null,
    );
  }
}

const onward = () =>
  h(
    "section.panel",
    {},
    h("h2", {}, t("And now")),
    h(
      "div.buttons",
      {},
      h("a.button.main", { href: "/new" }, t("Begin a game")),
      h("a.button.plain", { href: "/puzzles" }, t("Solve a puzzle alone")),
      h("a.button.plain", { href: "/rules" }, icon("rules"), t("All the rules")),
    ),
  );

/** A board that follows two taps, or a drag, and nothing else: nobody needs a PIN to try. */
function trial() {
  const words = h("p.now", { role: "status" });
  const foot = h("div.buttons");
  const board = new Board({ ontap: tapped, ondrag: (from, to) => played(from, to), label: t("A board to try on") });
  let index = 0;
  let held = null;

  function draw(before = "") {
    const lesson = LESSONS()[index];
    words.textContent = `${before} ${lesson ? lesson.asks : ""}`.trim();
    board.show(lesson ? lesson.cubes : LESSONS().at(-1).after);
    board.mark({ chosen: held ? [held] : [], targets: lesson && held ? [lesson.to] : [], plan: lesson && !held ? [lesson.from, lesson.to].join(">B") : null });
    put(foot, lesson ? null : h("button.plain", { onclick: () => ((index = 0), draw()) }, t("Once more")));
  }

  function tapped(square) {
    const lesson = LESSONS()[index];
    if (!lesson) return;
    if (held && square === lesson.to) played(held, square);
    else {
      held = square === lesson.from ? square : null;
      draw();
    }
  }

  function played(from, to) {
    const lesson = LESSONS()[index];
    held = null;
    if (lesson && from === lesson.from && to === lesson.to) {
      index += 1;
      draw(lesson.told);
    } else draw();
  }

  draw();
  return h("section.panel.trial", {}, h("h2", {}, t("Try it: one minute")), words, board.element, foot);
}
