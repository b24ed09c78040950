// The table: scores, four piles with their rows, what comes next, and the hand that this phone holds.
import { decide, newest } from "../api.js";
import { attempt } from "../dialogs.js";
import { h, link, put } from "../dom.js";
import { asPosition, drawn, follow as followDrawn, hands as drawnHands, layBack, soon } from "../drawn.js";
import { FACTS } from "../facts.js";
import { follow as followHands, hands, mine, sit } from "../hands.js";
import { Laying, say as play } from "../laying.js";
import { hear, live, watch } from "../live.js";
import { followMoments, showLine, showMe } from "../moments.js";
import { colourName, sign, sketch, yokai, yokaiName } from "../signs.js";
import { mayEnd, mayPass, played, standing } from "../standing.js";
import { say, sayByCode, who } from "../telling.js";
import { buzz } from "../voice.js";
import { byCode, t } from "../words.js";

export function show(main) {
  const laying = new Laying(() => draw(live.state));
  laying.nameOf = (side) => who(side);
  const head = h("div", { id: "scores" });
  const now = h("p.now", { role: "status" });
  const asked = h("div", { id: "cards" });
  const piles = h("div.piles");
  const hand = h("div");
  const tools = h("div.tools");
  const list = h("ol.record");
  let steps = [];
  main.append(
    h("h1.hidden", {}, t("The table")),
    head,
    now,
    piles,
    asked,
    hand,
    tools,
    h("section.panel", { "aria-labelledby": "record-title" }, h("h2", { id: "record-title" }, t("The game so far")), list),
  );

  function draw(state) {
    if (!state) return;
    const position = standing(state.hands === "own" && drawn.lies ? asPosition(state) : state.position);
    put(head, scores(state, position));
    now.textContent = expected(state, position);
    const low = mine()[0] ?? "a";
    const targets = laying.targets(state, position);
    put(piles, position.piles.map((each) => pile(each, low, laying, targets, state)), beside(position));
    put(asked, seats(state), unseen(state), broken(state), asking(state), state.over ? [todo(state), ending(state)] : [todo(state), laying.asks(state, position)]);
    put(hand, laying.hand(state, position));
    put(tools, h("div.buttons", {}, buttons(state, position, laying)));
    // A program that taps can wait for what it has read elsewhere.
    main.dataset.shows = state.position;
  }

  const story = newest("/api/v1/steps");

  async function drawSteps() {
    const moment = stood;
    const told = await story().catch(() => null);
    // At the next state it is asked for again.
    if (!told) return void (stood === moment && (stood = ""));
    steps = told.steps.filter((each) => each.sentences?.length && each.event !== "over");
    drawList();
  }

  function drawList() {
    const words = (each) => each.sentences.map(say).join(" ");
    put(list, steps.slice(-12).reverse().map((each) => h("li", {}, h("span.text", {}, words(each)), showLine(each, words(each)))));
  }

  const stops = [
    watch((state) => draw(state)),
    followHands(() => draw(live.state)),
    followDrawn(() => draw(live.state)),
    followMoments(drawList),
    hear((event) => {
      if (["move", "corrected", "over", "ready", "reveal"].includes(event.event)) laying.forget();
      if (["corrected", "ready", "turn"].includes(event.event)) laying.other = false;
      if (drawn.lies) soon();
      if (event.event === "uncertain" && laying.without && event.options.includes(laying.without)) attempt(() => decide("answer", { option: laying.without }));
      if (event.event === "violation") buzz(60, 40, 60);
      if (event.event === "move" && event.move.includes("+")) buzz(30);
    }),
  ];
  let stood = "";
  stops.push(
    watch((state) => {
      const moment = `${state.game} ${state.position}`;
      if (moment === stood) return;
      stood = moment;
      drawSteps();
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

function scores(state, position) {
  return h(
    "div.scores.cards",
    {},
    ["a", "b"].map((side, index) => {
      const plays = !state.over && position.turn === side;
      return h(
        "section.score",
        { className: `score side-${side === "a" ? "w" : "b"}${plays ? " plays" : ""}${state.winner === side ? " won" : ""}`, "aria-label": who(side, state) },
        plays ? h("span.flag", {}, t("plays")) : state.winner === side ? h("span.flag", {}, t("has won")) : null,
        h("div.who", {}, h("span.names", {}, who(side, state))),
        h("div.points", {}, String(state.points[index])),
        h("ul.spoils", { "aria-label": t("Yokai won") }, position.won[side].map((each) => h("li", {}, yokai(each.slice(0, 2))))),
        h("p.par.hint", {}, t("{count} in hand", { count: position.hands[side] })),
      );
    }),
  );
}

function expected(state, position) {
  if (state.over) return "";
  const name = who(position.turn, state);
  if (position.due) return "";
  if (state.levels?.[position.turn]) return t("{name} plays.", { name });
  if (position.phase === "draw") return t("{name} draws a card and lays up to three.", { name });
  const left = FACTS.in_a_turn - played(position);
  if (position.phase === "play0") return t("{name} lays up to three cards.", { name });
  return left > 1 ? t("{name} may lay two more.", { name }) : t("{name} may lay one more.", { name });
}

/** A column: the far row grows upwards, the near one downwards, their outermost cards outside. */
function pile(each, low, laying, targets, state) {
  const high = low === "a" ? "b" : "a";
  const top = each.yokai[0] ?? `${each.colour}-`;
  const count = each.rows.a.length + each.rows.b.length;
  const needs = /[0-9]/.test(top) ? Number(top.slice(1)) : null;
  const can = targets.includes(each.colour);
  const told = needs === null ? colourName(each.colour) : t("Pile {pile}: {yokai}, {count} of {needs} sketches", { pile: colourName(each.colour), yokai: yokaiName(top), count, needs });
  const row = (side, name) => h(`ol.row-${name}`, { "aria-label": t("{name} at {pile}", { name: who(side, state), pile: colourName(each.colour) }) }, each.rows[side].map((code) => h("li", {}, sketch(code, each.colour))));
  const face = [
    h("span.place", {}, sign(each.colour), colourName(each.colour)),
    each.yokai.length ? yokai(top === "?" ? `${each.colour}?` : top) : h("span.yokai.none", {}, "–"),
    h("span.counted", { "aria-hidden": "true" }, needs === null ? "" : `${count}/${needs}`),
    h("span.below", { "aria-hidden": "true" }, each.yokai.length > 1 ? `+${each.yokai.length - 1}` : ""),
  ];
  return h(
    "section.pile",
    { className: `pile${laying.pile === each.colour ? " chosen" : ""}${can ? " can" : ""}` },
    row(high, "far"),
    can ? h("button.top", { "data-key": `pile-${each.colour}`, "aria-label": told, onclick: () => laying.tapPile(each.colour) }, face) : h("div.top", { role: "img", "aria-label": told }, face),
    row(low, "near"),
  );
}

const beside = (position) => h("p.hint.stock", {}, t("Deck {deck} · discard {discard}", { deck: position.deck, discard: position.discard }));

function seats(state) {
  if (state.hands !== "dealt" || state.over) return null;
  const free = ["a", "b"].filter((side) => !state.levels?.[side] && hands.seats[side] === "free");
  const own = mine();
  if (!free.length || own.length) return null;
  return h(
    "section.card.calm",
    {},
    h("h2", {}, t("Whose hand is on this phone?")),
    h("p", {}, t("Its cards are shown here and on no other phone.")),
    h("div.buttons", {}, free.map((side) => h("button.main", { "data-key": `sit-${side}`, onclick: () => attempt(() => sit(side, true)) }, who(side, state)))),
  );
}

function broken(state) {
  if (!state.violation) return null;
  return h("section.card.bad", {}, h("h2", {}, t("What is wrong")), h("p", {}, say(state.violation_words[0])), h("div.buttons", {}, drawn.lies ? h("button.main", { "data-key": "put-back", onclick: () => layBack(state.position) }, t("Lay the cards back")) : null, showMe(state.violation, say(state.violation_words[0]))), link("/right", byCode("page-right")));
}

/** What the camera does not see, or cannot tell: nothing is followed there until it does. */
function unseen(state) {
  if (state.seen && !state.board) return h("section.card.lost", {}, h("h2", {}, byCode("told-lost")), h("p", {}, state.camera === false ? t("The camera gives no picture.") : t("Are they under the camera, and free of hands?")), h("a.button", { href: "/camera" }, byCode("page-camera")));
  if (!state.doubts_words?.length) return null;
  return h("section.card.lost", {}, h("h2", {}, t("I cannot read everything")), h("ul", {}, state.doubts_words.map((each) => h("li", {}, say(each)))), h("p", {}, t("Straighten what lies there, or take your hand away. What I cannot read you can say by tapping.")));
}

/** A card of which nobody can see how it was played. */
function asking(state) {
  if (!state.question) return null;
  const words = (index, option) => state.question.options_words?.[index]?.map(say).join(" ") || option;
  return h(
    "section.card.ask",
    {},
    h("h2", {}, sayByCode(state.question, state.question.question)),
    h("div.buttons", {}, state.question.options.map((option, index) => h("button.plain", { "data-key": `answer-${option}`, onclick: () => attempt(() => decide("answer", { option })) }, words(index, option))), showMe(state.question, sayByCode(state.question, state.question.question))),
    link("/right", t("Something else was done")),
  );
}

/** With real cards: what hands have to do for the last one. */
function todo(state) {
  if (!state.todo_words?.length) return null;
  return h("section.card.follow", {}, h("h2", {}, t("On the table")), h("ul", {}, state.todo_words.map((each) => h("li", {}, say(each)))), drawn.lies && state.todo.length ? h("div.buttons", {}, h("button.main", { "data-key": "do", onclick: () => drawnHands(state.todo.join(";")) }, t("Do it"))) : null);
}

function ending(state) {
  return h(
    "section.card.won",
    {},
    h("h2", {}, say(state.end)),
    h("div.buttons", {}, h("button.main", { "data-key": "again", onclick: () => attempt(() => again(state)) }, t("Same again")), h("a.button.plain", { href: "/games" }, t("Games"))),
  );
}

async function again(state) {
  const { post } = await import("../api.js");
  await post("/api/v1/games", { game: FACTS.game, ...state.agreed });
}

function buttons(state, position, laying) {
  const side = laying.side(state, position);
  return [
    side && mayEnd(position) ? h("button.main", { "data-key": "end", onclick: () => play("end") }, t("End the turn")) : null,
    side && mayPass(position) ? h("button.plain", { "data-key": "pass", onclick: () => play("pass") }, t("Lay no card")) : null,
    state.moves || (state.hands === "own" && position.piles.some((each) => each.yokai[0] !== "?")) ? h("button.plain.small", { "data-key": "undo", onclick: () => attempt(undo) }, t("Undo")) : null,
    mine().length && !state.over ? ["a", "b"].filter((each) => hands.seats[each] === "free" && !state.levels?.[each]).map((each) => h("button.plain.small", { "data-key": `sit-${each}`, onclick: () => attempt(() => sit(each, true)) }, t("Hold the hand of {name} too", { name: who(each, state) }))) : null,
    mine().length && !state.over ? h("button.plain.small", { "data-key": "stand", onclick: () => attempt(() => sit(mine()[0], false)) }, t("Give the hand up")) : null,
  ];
}

/** On a drawn table cards go back too: hands have nothing to do. */
async function undo() {
  const { events } = await decide("undo");
  const back = events.findLast((each) => each.event === "corrected");
  if (drawn.lies && back) await layBack(back.position);
}
