// The table: what lies there, what a tile would do, what is to be done; and where a drawn table is played.
import { decide, get, newest, post, session } from "../api.js";
import { attempt, confirm, show as window } from "../dialogs.js";
import { h, put } from "../dom.js";
import { FACTS } from "../facts.js";
import { hear, live, watch } from "../live.js";
import { followMoments, showLine, showMe } from "../moments.js";
import { effectOf, say, sayAll, sayByCode, sideName, tileName, who } from "../telling.js";
import { Board, about, hidden, isTurned, picture, read, setTurned } from "../tiles.js";
import { buzz } from "../voice.js";
import { byCode, t } from "../words.js";

/** Pixels from which on a finger drags and does not tap. */
const DRAGS = 9;
/** Milliseconds in which people read what a level plays before drawn hands do it. */
const READ = 900;
/** So often a drawn table is asked what lies there, while hands move. */
const LOOK = 350;

export function show(main) {
  const scores = h("div.rr-scores");
  const now = h("p.now", { role: "status" });
  const cards = h("div", { id: "cards" });
  const far = h("section.rr-zone");
  const near = h("section.rr-zone");
  const neutral = h("section.rr-zone");
  const discards = h("details.panel", { hidden: true }, h("summary", {}, t("Discards")), h("div"));
  const told = h("div.rr-told", { role: "status" });
  const tools = h("div.rr-tools");
  const list = h("ol.record", { tabIndex: 0, "aria-labelledby": "record-title" });
  const board = new Board({ ontap: tapped });
  /** What lies drawn; `there` is null until the table has said whether it is a drawn one. */
  let sim = { there: null, lies: null };
  /** A tile in the fingers: its code, the squares that it may go to; then the square and what it would do. */
  let held = null;
  let places = {};
  let asked = "";
  let ghost = null;
  let carried = "";
  let looking = null;

  main.append(
    h("h1.hidden", {}, t("The table")),
    h(
      "div.rr-two",
      {},
      h("div", {}, scores, now, far, h("div.rr-middle", {}, board.element, neutral), near, told),
      h("div", {}, cards, tools, discards, h("section", { "aria-labelledby": "record-title" }, h("h2", { id: "record-title" }, t("The game so far")), list)),
    ),
  );

  const state = () => live.state;
  const lies = () => read(sim.there && sim.lies ? sim.lies : state().position);

  const lying = newest("/api/v1/sim");
  const story = newest("/api/v1/steps");

  async function look() {
    const found = await lying().catch(() => null);
    if (!found || JSON.stringify(found) === JSON.stringify(sim)) return;
    sim = found;
    draw();
  }

  function draw() {
    const s = state();
    if (!s) return;
    refresh(s);
    const shown = lies();
    const record = read(s.position);
    put(scores, ["r", "b"].map((side) => score(s, side)));
    now.textContent = nowText(s, record);
    const sides = isTurned() ? ["r", "b"] : ["b", "r"];
    zone(far, sides[0], shown.zones[sides[0]], "far");
    zone(near, sides[1], shown.zones[sides[1]], "");
    zone(neutral, "n", shown.neutral, "");
    neutral.hidden = !shown.neutral.length;
    discards.hidden = !record.discards.length;
    put(discards.querySelector("div"), h("div.rr-row", {}, record.discards.map((code) => tile(code, "discards"))));
    drawBoard(s, shown);
    put(cards, cardsOf(s));
    drawTold();
    put(tools, toolsOf(s));
  }

  function drawBoard(s, shown) {
    const marks = {};
    const texts = {};
    const mark = (square, kind, text) => {
      (marks[square] ??= []).push(kind);
      if (text) texts[square] = text;
    };
    for (const each of s.restore ?? []) mark(each.square, "wrong", "!");
    for (const square of s.todo ?? []) mark(square, "todo", "…");
    for (const [square] of s.doubts ?? []) mark(square, "todo", "?");
    if (held && !held.square) for (const square of places[held.code] ?? []) mark(square, "may");
    const way = held?.ways?.[held.way];
    if (!way) return board.show(shown.board, marks, texts);
    const after = read(way.after).board;
    for (const square of new Set([...Object.keys(shown.board), ...Object.keys(after)])) {
      if (JSON.stringify(shown.board[square]) === JSON.stringify(after[square])) continue;
      mark(square, "next", after[square] ? "" : "×");
    }
    return board.show(after, marks, texts);
  }

  const score = (s, side) =>
    h(
      "div.rr-score",
      { className: `rr-score${!s.over && s.turn === side ? " plays" : ""}` },
      h("strong", {}, who(side)),
      h("span.count", { "aria-label": t("{count} allies", { count: s.allies["rb".indexOf(side)] }) }, String(s.allies["rb".indexOf(side)])),
      h("small", {}, [
        side === "r" ? "▲ " : "▼ ",
        sideName(side),
        s.games ? [" · ", t("{count} points", { count: s.match["rb".indexOf(side)] })] : s.wins > 1 ? [" · ", t("{count} of {wins} games", { count: s.match["rb".indexOf(side)], wins: s.wins })] : "",
        !s.over && s.turn === side ? [" · ", t("on turn")] : "",
      ]),
    );

  function nowText(s, record) {
    if (!s.board) return "";
    if (s.over) return "";
    if (record.state === "draft") return t("{name} picks a tile", { name: who(s.turn) });
    if (record.state === "citizen") return t("{name} places the Citizen", { name: who(s.turn) });
    return t("{name} places a tile", { name: who(s.turn) });
  }

  function zone(place, side, codes, kind) {
    const title = side === "n" ? t("Neutral zone") : t("Zone of {name}", { name: who(side) });
    put(place, h("h2", {}, title), h("div.rr-row", { className: `rr-row ${kind}` }, hidden(codes).map((code) => tile(code, side))));
  }

  /** A tile beside the board: to be taken up, or to be looked at. */
  function tile(code, side) {
    const image = picture(code, "");
    if (side === (isTurned() ? "r" : "b")) image.className = "rr-turned";
    const mine = code !== "back";
    return h(
      "button.rr-tile",
      {
        type: "button",
        className: `rr-tile${held?.code === code ? " chosen" : ""}`,
        "data-key": `tile-${side}-${code}`,
        "data-tile": code,
        "aria-label": mine ? `${tileName(code)}: ${effectOf(code)}` : t("Face down"),
        "aria-pressed": mine && side !== "discards" ? String(held?.code === code) : undefined,
        onclick: () => (mine ? (side === "discards" ? window(tileName(code), about(code)) : take(code)) : null),
        onpointerdown: (event) => mine && side !== "discards" && drag(event, code),
      },
      image,
    );
  }

  function take(code) {
    if (ghost?.dragged) return;
    held = held?.code === code ? null : { code };
    draw();
  }

  function drag(event, code) {
    const start = [event.clientX, event.clientY];
    const pointer = event.pointerId;
    ghost = { dragged: false };
    const mine = ghost;
    const move = (moved) => {
      if (moved.pointerId !== pointer) return;
      if (!mine.image && Math.hypot(moved.clientX - start[0], moved.clientY - start[1]) < DRAGS) return;
      if (!mine.image) {
        mine.dragged = true;
        mine.image = picture(code);
        mine.image.className = "rr-ghost";
        document.body.append(mine.image);
        held = { code };
        draw();
      }
      mine.image.style.left = `${moved.clientX}px`;
      mine.image.style.top = `${moved.clientY}px`;
    };
    const end = (ended) => {
      if (ended.pointerId !== pointer) return;
      for (const [kind, handler] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) document.removeEventListener(kind, handler);
      mine.image?.remove();
      if (mine.dragged && ended.type === "pointerup") {
        const under = document.elementFromPoint(ended.clientX, ended.clientY)?.closest("[data-square]");
        if (under) tapped(under.dataset.square);
      }
      // The click that follows a drag is none.
      setTimeout(() => (ghost = null), 50);
    };
    for (const [kind, handler] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) document.addEventListener(kind, handler);
  }

  async function tapped(square) {
    const s = state();
    const lying = lies().board[square];
    if (held?.shift) {
      const from = held.shift;
      held = null;
      return hands(`${from}>${square}`);
    }
    if (!held) return lying ? handle(square, lying) : undefined;
    const code = held.code;
    const found = await attempt(() => get(`/api/v1/rr/moves?tile=${code}&square=${square}`));
    if (!found || held?.code !== code) return undefined;
    held = { code, square, ways: found.moves, way: found.moves.length ? 0 : null };
    if (s.position !== found.position) held = { code };
    draw();
    told.scrollIntoView({ block: "nearest" });
    return undefined;
  }

  /** What the tile in the fingers would do, before it is placed. */
  function drawTold() {
    if (!held) return put(told, h("p.hint", {}, sim.there ? t("Tap or drag a tile onto a square; tap a tile on the board for more.") : t("Tap a tile and a square to see what it would do.")));
    const name = tileName(held.code);
    if (held.shift) return put(told, h("p", {}, t("Where to? Tap a free square.")), back());
    if (!held.square)
      return put(
        told,
        h("p", {}, h("strong", {}, name), " ", effectOf(held.code)),
        (places[held.code] ?? []).length ? null : h("p.hint", {}, t("It cannot be placed now.")),
        h("div.rr-tools", {}, h("button.small.plain", { onclick: () => window(name, about(held.code)) }, t("More about it")), back()),
      );
    const ways = held.ways;
    return put(
      told,
      h("p", {}, h("strong", {}, `${name} → ${held.square}`)),
      ways.length
        ? h(
            "div.rr-ways",
            { role: "group", "aria-label": t("What it would do") },
            ways.map((way, index) =>
              h("button.plain", { type: "button", "data-key": `way-${way.move}`, "data-move": way.move, "aria-pressed": String(held.way === index), onclick: () => choose(index) }, wayText(way)),
            ),
          )
        : h("p.wrong", {}, t("No rule allows that now.")),
      h(
        "div.rr-tools",
        {},
        ways.length && sim.there ? h("button.main", { "data-key": "do", onclick: () => carry(ways[held.way].move) }, t("Do it")) : null,
        ways.length && !sim.there ? h("button.main", { "data-key": "say", onclick: () => sayMove(ways[held.way].move) }, t("Say this move")) : null,
        !ways.length && sim.there ? h("button", { "data-key": "anyway", onclick: () => anyway() }, t("Put it there all the same")) : null,
        back(),
      ),
    );
  }

  const back = () => h("button.small.plain", { "data-key": "back", onclick: () => ((held = null), draw()) }, t("Put it back"));

  const wayText = (way) => {
    return [way.words.length > 1 ? sayAll(way.words.slice(1)) : t("Just place it"), way.winner ? " — " : "", way.winner ? t("{name} wins", { name: who(way.winner) }) : ""].join("");
  };

  function choose(index) {
    held = { ...held, way: index };
    draw();
  }

  async function carry(move) {
    held = null;
    draw();
    await attempt(() => post("/api/v1/rr/carried", { move }));
    soon();
  }

  function sayMove(move) {
    held = null;
    return attempt(() => decide("move", { move })).then(draw);
  }

  function anyway() {
    const { code, square } = held;
    const side = ["r", "b"].find((each) => lies().zones[each].includes(code)) ?? state().turn;
    held = null;
    return hands(`${code}@${square}${side}`);
  }

  async function hands(move) {
    draw();
    await attempt(() => post("/api/v1/sim/moves", { move }));
    soon();
  }

  /** A tile on the board: what it is, and on a drawn table what hands can do with it. */
  function handle(square, lying) {
    const name = lying.down ? t("Face down") : tileName(lying.code);
    const act = (verb) => () => {
      dialog.close();
      hands(`${verb} ${square}`);
    };
    const dialog = window(
      `${square} · ${name}`,
      lying.down ? h("p", {}, t("It was destroyed, and leaves the board at the start of its destroyer's next turn.")) : about(lying.code),
      sim.there
        ? h(
            "div.rr-ways",
            {},
            lying.down ? null : h("button.plain", { "data-key": "turn", onclick: act("turn") }, t("Turn it round")),
            h("button.plain", { "data-key": "flip", onclick: act("flip") }, lying.down ? t("Turn it face up") : t("Turn it face down")),
            h("button.plain", { "data-key": "off", onclick: act("off") }, t("Take it away")),
            h("button.plain", { "data-key": "shift", onclick: () => (dialog.close(), (held = { shift: square, code: lying.code }), draw()) }, t("Move it")),
            h("button.plain", { "data-key": "zone", onclick: () => (dialog.close(), hands(`${square}>${lying.ally}`)) }, t("Into the zone of {name}", { name: who(lying.ally) })),
          )
        : null,
    );
  }

  function cardsOf(s) {
    const found = [];
    if (!s.board) found.push(h("section.card.lost", {}, h("h2", {}, t("I do not see the board")), h("p", {}, s.camera === false ? t("The camera gives no picture.") : t("Is it under the camera, and free of hands?")), h("a.button", { href: "/camera" }, byCode("page-camera"))));
    if (s.violation) {
      found.push(
        h(
          "section.card.bad",
          {},
          h("h2", {}, t("Not legal")),
          h("p.todo", {}, sayByCode(s.violation, s.violation.text)),
          h("ul", {}, (s.restore.length ? s.restore : []).map((each) => h("li", {}, say(each.words)))),
          h("p", {}, h("a.why", { href: `/rules#rule-${s.violation.rule}` }, t("Why? Rule {rule}", { rule: s.violation.rule }))),
          h("div.buttons", {}, putBack(), showMe(s.violation, sayByCode(s.violation, s.violation.text)), h("a.button.plain", { href: "/right" }, byCode("page-right"))),
        ),
      );
    } else if (s.restore?.length) {
      found.push(h("section.card.follow", {}, h("h2", {}, t("Put the board back")), h("ul", {}, s.restore.map((each) => h("li", {}, say(each.words)))), h("div.buttons", {}, putBack())));
    }
    if (s.question && read(s.position).state !== "draft") found.push(question(s));
    else if (s.question) found.push(question(s));
    if (s.said) {
      found.push(
        h(
          "section.card.follow",
          {},
          h("h2", {}, who(s.turn)),
          h("p.todo", {}, sayAll(s.said_words)),
          s.todo.length ? todo(s) : h("p", {}, sim.there ? t("Drawn hands carry it out.") : t("Carry it out on the table; the camera checks it.")),
        ),
      );
    } else if (s.placed && s.todo.length) found.push(h("section.card.follow", {}, h("h2", {}, t("To be done")), todo(s)));
    else if (s.placed && !s.question && !s.over) {
      found.push(h("section.card", {}, h("h2", {}, t("Placed")), h("p", {}, t("Use the effect now, or leave it: the next tile ends the turn as well.")), h("div.buttons", {}, h("button.main", { "data-key": "end", onclick: () => attempt(() => decide("end_turn")) }, t("The effect is left")))));
    }
    if (s.over) found.push(ending(s));
    return found;
  }

  const todo = (s) => h("p.todo", {}, byCode("told-todo", { squares: s.todo.join(", ") }));

  const putBack = () => (sim.there ? h("button.main", { "data-key": "put-back", onclick: () => attempt(() => post("/api/v1/sim/position", { lies: state().position })).then(soon) }, t("Lay the tiles back")) : null);

  const question = (s) =>
    h(
      "section.card.ask",
      {},
      h("h2", {}, sayByCode(s.question, s.question.question)),
      h("div.buttons", {}, s.question.options.map((option, index) => h("button.plain", { "data-key": `answer-${option}`, onclick: () => attempt(() => decide("answer", { option })) }, say(s.question.options_words?.[index] ?? { text: option }))), showMe(s.question, sayByCode(s.question, s.question.question))),
    );

  function ending(s) {
    const more = s.games ? s.played + 1 < s.games : Math.max(...s.match) < s.wins;
    const next = (first) => attempt(() => post("/api/v1/games", { game: FACTS.game, next: true, first })).then(soon);
    const again = () => attempt(() => post("/api/v1/games", { game: FACTS.game, variant: s.variant, players: s.people, levels: s.levels, wins: s.wins, games: s.games ?? undefined })).then(soon);
    const loser = s.winner === "r" ? "b" : "r";
    return h(
      "section.card.won",
      {},
      h("h2", {}, t("{name} wins", { name: who(s.winner) })),
      h("p", {}, sayAll(s.last_event?.sentences)),
      more
        ? [h("p", {}, t("{name} decides who begins the next game.", { name: who(loser) })), h("div.buttons", {}, ["r", "b"].map((side) => h("button.main", { "data-key": `next-${side}`, onclick: () => next(side) }, t("{name} begins", { name: who(side) }))))]
        : h("div.buttons", {}, h("button.main", { "data-key": "again", onclick: again }, t("Same again")), h("a.button.plain", { href: "/new" }, byCode("page-new"))),
    );
  }

  const toolsOf = (s) => [
    h("button.small", { "data-key": "undo", disabled: !s.moves, onclick: () => attempt(() => decide("undo")) }, t("Undo")),
    h("button.small", { "data-key": "hint", disabled: Boolean(s.over || s.placed || s.question || s.violation || s.levels[s.turn]), onclick: hint }, t("A hint")),
    h("button.small.plain", { "data-key": "turn-board", "aria-pressed": String(isTurned()), onclick: () => (setTurned(!isTurned()), draw()) }, t("From the other side")),
    s.hint ? h("p.card", {}, sayAll(s.hint.sentences)) : null,
  ];

  async function hint() {
    if (!(await confirm(t("Ask for a hint?"), t("Everybody at the table hears of it."), t("A hint")))) return;
    await attempt(() => post("/api/v1/rr/advice", {}, 45));
  }

  /** Where tiles may go is asked for once for each position. */
  async function refresh(s) {
    if (asked === `${s.game} ${s.position} ${s.placed}`) return;
    asked = `${s.game} ${s.position} ${s.placed}`;
    if (held && !held.shift) held = null;
    places = {};
    steps();
    const moment = asked;
    const found = await get("/api/v1/rr/moves").catch(() => null);
    if (asked !== moment) return;
    // At the next drawing it is asked for again.
    if (!found) asked = "";
    if (found?.position !== s.position) return;
    places = found.tiles;
    draw();
  }

  let played = [];

  async function steps() {
    const found = await story().catch(() => null);
    if (!found) return;
    played = found.steps;
    drawSteps();
  }

  function drawSteps() {
    put(
      list,
      played
        .filter((each) => each.event !== "ready")
        .map((each, index) => h("li", { value: index + 1 }, h("span.text", {}, sayAll(each.sentences)), each.hinted ? h("span.hinted", {}, t("after a hint")) : null, showLine(each, sayAll(each.sentences))))
        .reverse(),
    );
  }

  /** What a level says, drawn hands do by themselves, once, where somebody may change things. */
  function carryOut(s) {
    const wanted = s.said && sim.there && session.mayChange ? `${s.game} ${s.moves} ${s.said}` : "";
    if (wanted === carried) return;
    carried = wanted;
    if (!wanted) return;
    setTimeout(() => live.state.said === s.said && post("/api/v1/rr/carried", { move: s.said, once: true }).then(soon).catch(() => {}), READ);
  }

  let until = 0;
  function soon() {
    until = performance.now() + 6000;
    look();
  }

  looking = setInterval(() => {
    if (sim.there === null || (sim.there && (performance.now() < until || state()?.placed || state()?.clear === false))) look();
  }, LOOK);

  const quiet = hear((event) => {
    if (event.event === "violation") buzz(60, 40, 60);
    if (["move", "placed", "ready", "corrected", "violation", "over"].includes(event.event)) soon();
  });
  const stop = watch((s) => {
    draw();
    carryOut(s);
  });
  const unfollow = followMoments(drawSteps);
  soon();
  return () => {
    clearInterval(looking);
    unfollow();
    quiet();
    stop();
  };
}
