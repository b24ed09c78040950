// Put it right: undo, or say what lies on the table; both are written into the record and can be undone.
import { decide } from "../api.js";
import { attempt } from "../dialogs.js";
import { h, put } from "../dom.js";
import { FACTS } from "../facts.js";
import { live, watch } from "../live.js";
import { cardName, colourName, yokaiName } from "../signs.js";
import { standing } from "../standing.js";
import { who } from "../telling.js";
import { byCode, t } from "../words.js";

export function show(main, { title }) {
  const ways = h("div");
  const editor = h("section.panel", { hidden: true });
  let edit = null;
  main.append(h("h1", {}, title), h("p.lead", {}, t("Whatever you do here can be undone.")), ways, editor);

  const row = (name, text, onclick) => h("button.row", { onclick, "data-key": name }, h("strong", {}, name), h("span", {}, text));

  function draw(state) {
    put(
      ways,
      h(
        "div.choices",
        {},
        row(t("Undo"), t("The last entry no longer stands, whatever it was."), () => attempt(() => decide("undo"), byCode("told-undone"))),
        state.hands === "own" ? row(t("Say what lies there"), t("Pile by pile: the Yokai on top and both rows."), start) : h("p.hint", {}, byCode("dealt-stays")),
      ),
    );
  }

  function start() {
    edit = standing(live.state.position);
    drawEditor();
    editor.scrollIntoView({ block: "start" });
  }

  function drawEditor() {
    editor.hidden = !edit;
    if (!edit) return;
    put(
      editor,
      h("h2", {}, t("What lies on the table")),
      edit.piles.map((pile) =>
        h(
          "fieldset.laid",
          {},
          h("legend", {}, colourName(pile.colour)),
          select(t("On top"), tops(pile), pile.yokai[0] ?? "", (code) => setTop(pile, code)),
          ["a", "b"].map((side) => rowEditor(pile, side)),
        ),
      ),
      h("fieldset.laid", {}, h("legend", {}, t("Yokai won")), ["a", "b"].map(wonEditor)),
      select(t("Whose turn"), [["a", who("a")], ["b", who("b")]], edit.turn, (value) => (edit.turn = value)),
      h("div.buttons", {}, h("button.main", { onclick: save }, t("So it lies")), h("button.plain", { onclick: () => ((edit = null), drawEditor()) }, t("Cancel"))),
    );
  }

  const elsewhere = (code, pile) => edit.piles.some((each) => each !== pile && each.yokai.includes(code)) || won().includes(code);
  const won = () => Object.values(edit.won).flat().map((each) => each.slice(0, 2));
  const tops = (pile) => FACTS.yokai.filter((code) => !elsewhere(code, pile)).map((code) => [code, yokaiName(code)]);

  /** The one that was thought to be on top goes back to where nobody has seen it. */
  function setTop(pile, code) {
    pile.yokai = [code, ...pile.yokai.slice(1).filter((each) => each !== code)];
    drawEditor();
  }

  function rowEditor(pile, side) {
    const kinds = Object.keys(FACTS.copies).filter((each) => each.slice(0, 2).includes(pile.colour));
    return h(
      "div.laid-row",
      {},
      h("span", {}, who(side)),
      pile.rows[side].map((code, index) => h("button.small.plain", { "aria-label": t("Take {card} away", { card: cardName(code) }), onclick: () => (pile.rows[side].splice(index, 1), drawEditor()) }, cardName(code), " ×")),
      select(t("One more at {pile} for {name}", { pile: colourName(pile.colour), name: who(side) }), [["", "+"], ...kinds.map((each) => [each, cardName(each)])], "", (code) => (code && pile.rows[side].push(code), drawEditor()), true),
    );
  }

  function wonEditor(side) {
    const free = FACTS.yokai.filter((code) => !won().includes(code) && !edit.piles.some((pile) => pile.yokai[0] === code));
    return h(
      "div.laid-row",
      {},
      h("span", {}, who(side)),
      edit.won[side].map((code, index) => h("button.small.plain", { "aria-label": t("Take {card} away", { card: yokaiName(code.slice(0, 2)) }), onclick: () => (edit.won[side].splice(index, 1), drawEditor()) }, yokaiName(code.slice(0, 2)), " ×")),
      select(t("One more for {name}", { name: who(side) }), [["", "+"], ...free.map((each) => [each, yokaiName(each)])], "", (code) => (code && edit.won[side].push(code), drawEditor()), true),
    );
  }

  function save() {
    attempt(() => decide("position", { position: written(edit) }), byCode("told-put")).then((done) => {
      if (done) {
        edit = null;
        drawEditor();
      }
    });
  }

  return watch(draw);
}

function select(label, options, value, set, small = false) {
  return h(
    `label.select${small ? ".adding" : ""}`,
    {},
    h(small ? "span.hidden" : "span", {}, label),
    h("select", { onchange: (event) => set(event.target.value) }, options.map(([each, text]) => h("option", { value: each, selected: each === value }, text))),
  );
}

/** As a position (docs/yokai/formats.md, F1): each colour has five Yokai, and all sketches are somewhere. */
function written(edit) {
  const known = [...edit.piles.flatMap((each) => each.yokai.filter((code) => code !== "?")), ...Object.values(edit.won).flat().map((each) => each.slice(0, 2))];
  const listed = (items) => items.join(".") || "-";
  const piles = edit.piles.map((pile) => {
    const hidden = FACTS.yokai.filter((code) => code[0] === pile.colour && !known.includes(code)).length;
    const seen = pile.yokai.filter((code) => code !== "?").map((code) => (code[0] === pile.colour ? code[1] : code));
    return `${pile.colour}:${seen[0] ?? ""}${"?".repeat(hidden)}${seen.slice(1).join("")}:${listed(pile.rows.a)}:${listed(pile.rows.b)}`;
  });
  const lying = edit.piles.flatMap((pile) => [...pile.rows.a, ...pile.rows.b]).length;
  const all = Object.values(FACTS.copies).reduce((sum, each) => sum + each, 0);
  const [a, b] = [Math.min(FACTS.in_hand, edit.hands.a), Math.min(FACTS.in_hand, edit.hands.b)];
  const rest = Math.max(0, all - lying - a - b);
  const deck = Math.min(edit.deck, rest);
  const counted = (count) => (count ? `?${count}` : "-");
  const over = edit.piles.some((pile) => !pile.yokai.length);
  return [...piles, edit.turn, over ? "over" : "draw", `${counted(a)}/${counted(b)}`, `?${deck}`, counted(rest - deck), `${listed([...edit.won.a].sort())}/${listed([...edit.won.b].sort())}`].join(" ");
}
