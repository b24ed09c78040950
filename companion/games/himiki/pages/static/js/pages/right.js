// Put it right: everything here is written into the record and can be undone.
import { decide } from "../api.js";
import { Board, cubeWords } from "../board.js";
import { attempt, confirm, note } from "../dialogs.js";
import { h, put } from "../dom.js";
import { WAYS, drawn, refresh } from "../drawn.js";
import { FACTS } from "../facts.js";
import { live, read, watch, writeCubes } from "../live.js";
import { why } from "../cards.js";
import { putBack, undo } from "../playing.js";
import { lagging } from "../scores.js";
import { ELEMENTS, ElementName, colourName, sign } from "../signs.js";
import { follow, story } from "../story.js";
import { say, sayByCode, sentence, who } from "../telling.js";
import { byCode, t } from "../words.js";

export function show(main) {
  const wrong = h("div");
  const buttons = h("div");
  const board = new Board({ ontap: choose });
  const fields = h("div");
  const editor = h("section.panel", { hidden: true }, h("h2", {}, t("The position")), h("p.hint", {}, t("Tap a square.")), board.element, fields);
  /** As the game has it, with the way back to it where the real one differs. */
  const record = new Board({ label: t("The board as the game has it") });
  let edit = null;
  main.append(
    h("h1", {}, byCode("page-right")),
    h("p.lead", {}, t("Whatever you do here can be undone.")),
    h(
      "div.beside",
      {},
      h("div.finding", {}, wrong, buttons),
      h("div.looked-at", {}, editor, h("section.panel.recorded", {}, h("h2", {}, t("The board as the game has it")), record.element)),
    ),
  );

  const act = (decision, fields, done) => attempt(() => decide(decision, fields), done);

  function draw(state) {
    const told = state.violation;
    const position = read(state.position);
    const ghosts = told?.restore ?? [lagging(state)].filter(Boolean);
    record.show(position.cubes, { land: position.land });
    record.mark({ ghosts, doubts: state.doubts });
    put(
      wrong,
      told
        ? h(
            "section.card.bad",
            {},
            h("h2", {}, t("What is wrong")),
            h("p", {}, sayByCode(told, told.text)),
            h("ul", {}, told.restore.map((each) => h("li", {}, say(each.words)))),
            why(told.rule),
          )
        : null,
    );
    const talking = state.mode === "teams" && !state.over;
    put(
      buttons,
      h(
        "div.choices",
        {},
        row(t("Undo"), lastWords() ?? t("The last entry no longer stands, whatever it was."), undo),
        row(byCode("answer-board"), t("Go on from the board as it stands now."), () => act("accept", {}, t("Accepted as it stands."))),
        row(byCode("answer-record"), t("Put the cubes back as the drawing here shows."), drawn.there ? putBack : showRecord),
      ),
      h(
        "details.rest",
        {},
        h("summary", {}, t("More ways to put it right")),
        h(
          "div.choices",
          {},
          row(t("Take a move back"), t("The players agree: the last move was not played."), () => act("takeback", {}, byCode("told-corrected-takeback"))),
          row(t("Edit the position"), t("Say square by square what stands there."), startEditing),
          row(t("End the turn"), t("No replay is taken, or nothing can be played."), () => act("end_turn", {}, t("The turn is over."))),
          talking
            ? ["w", "b"].map((side) => [
                row(t("Penalty: a point for {name}", { name: who(side, state) }), t("The other team talked."), () => act("claim", { side }, t("Counted."))),
                row(t("Take that penalty point of {name} back", { name: who(side, state) }), t("It was claimed wrongly."), () => act("unclaim", { side }, byCode("told-corrected-takeback"))),
              ])
            : null,
          state.over || state.mode === "free"
            ? null
            : ["w", "b"].map((side) =>
                row(t("{name} gives up", { name: who(side, state) }), t("The game ends here."), async () => {
                  if (await confirm(t("Give up?"), t("{name} loses this game. It can be undone.", { name: who(side, state) }), t("Give up")))
                    act("resign", { side });
                }),
              ),
        ),
      ),
    );
  }

  function showRecord() {
    record.element.scrollIntoView({ block: "center" });
    note(t("Set the board up as drawn; the companion sees when it is right."));
  }

  /** What would be undone. */
  function lastWords() {
    const words = story.steps.at(-1)?.move_words;
    return words ? sentence(say(words)) : null;
  }

  const row = (title, text, onclick) =>
    h("button.row", { onclick, "data-key": title }, h("strong", {}, title), h("span", {}, text));

  function startEditing() {
    const position = read(live.state.position);
    edit = {
      cubes: new Map(position.cubes.map((each) => [each.square, each])),
      fields: live.state.position.split(" "),
      score: [...position.score],
      influences: [...position.influences],
      turn: position.turn,
      square: null,
    };
    drawEditor();
    editor.scrollIntoView({ block: "start" });
  }

  function drawEditor() {
    editor.hidden = !edit;
    if (!edit) return;
    board.show([...edit.cubes.values()]);
    board.mark({ chosen: edit.square ? [edit.square] : [] });
    put(
      fields,
      edit.square ? squareEditor() : "",
      h(
        "div.numbers",
        {},
        ["w", "b"].map((side, index) => stepper(t("Points of {name}", { name: who(side) }), edit.score[index], 0, FACTS.wins_at, (value) => ((edit.score[index] = value), drawEditor()))),
      ),
      h(
        "div.numbers",
        {},
        ELEMENTS.map((letter, index) =>
          select(t("{element} influence", { element: ElementName(letter) }), [["-", t("nobody")], ["w", colourName("w")], ["b", colourName("b")]], edit.influences[index], (value) => (edit.influences[index] = value)),
        ),
      ),
      select(
        t("Whose turn"),
        (FACTS.orders[live.state.mode] ?? FACTS.orders.duel).map((seat) => [seat, who(seat)]),
        edit.turn,
        (value) => (edit.turn = value),
      ),
      h(
        "div.buttons",
        {},
        h("button.main", { onclick: save }, t("This is the position")),
        h("button.plain", { onclick: () => ((edit = null), drawEditor()) }, t("Cancel")),
      ),
    );
  }

  function choose(square) {
    edit.square = square;
    drawEditor();
    editor.querySelector(".square-editor button")?.focus();
  }

  function squareEditor() {
    const there = edit.cubes.get(edit.square);
    const set = (cube) => {
      if (cube) edit.cubes.set(edit.square, { square: edit.square, ...cube });
      else edit.cubes.delete(edit.square);
      drawEditor();
    };
    return h(
      "div.square-editor",
      {},
      h("h3", {}, there ? cubeWords(there) : t("{square} is empty.", { square: edit.square })),
      ["w", "b"].map((colour) =>
        h(
          "div.buttons",
          {},
          h("span.colour", {}, colourName(colour)),
          WAYS.map((faces) =>
            h(
              "button.small",
              {
                "data-key": `way-${colour}${faces}`,
                className: there?.colour === colour && there.faces === faces ? "small main" : "small plain",
                "aria-label": `${colourName(colour)}, ${ElementName(faces[0])}, ${ElementName(faces[1])}`,
                onclick: () => set({ colour, faces }),
              },
              sign(faces[0]),
              sign(faces[1], "little"),
            ),
          ),
        ),
      ),
      there ? h("button.plain", { onclick: () => set(null) }, t("Empty this square")) : null,
    );
  }

  function save() {
    const state = edit.fields[4] === "setup" ? "setup" : "-";
    const position = [writeCubes(edit.cubes.values()), edit.turn, edit.score.join("-"), edit.influences.join(""), state].join(" ");
    attempt(() => decide("position", { position }), byCode("told-corrected-position")).then((done) => {
      if (done) {
        edit = null;
        drawEditor();
      }
    });
  }

  const anew = () => live.state && draw(live.state);
  if (!drawn.known) refresh().then(anew);
  const stops = [watch(draw), follow(anew)];
  return () => {
    for (const stop of stops) stop();
  };
}

function stepper(label, value, least, most, set) {
  return h(
    "div.stepper",
    { role: "group", "aria-label": label },
    h("span", {}, label),
    h("button.small.plain", { "aria-label": t("{label}: one less", { label }), disabled: value <= least, onclick: () => set(value - 1) }, "−"),
    h("output", {}, String(value)),
    h("button.small.plain", { "aria-label": t("{label}: one more", { label }), disabled: value >= most, onclick: () => set(value + 1) }, "+"),
  );
}

function select(label, options, value, set) {
  return h(
    "label.select",
    {},
    h("span", {}, label),
    h("select", { onchange: (event) => set(event.target.value) }, options.map(([each, text]) => h("option", { value: each, selected: each === value }, text))),
  );
}
