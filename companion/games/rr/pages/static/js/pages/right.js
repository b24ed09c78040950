// Put it right: everything here is written into the record and can be undone.
import { decide, get, post } from "../api.js";
import { attempt, confirm } from "../dialogs.js";
import { h, put } from "../dom.js";
import { watch } from "../live.js";
import { say, sayByCode, who } from "../telling.js";
import { Board, read } from "../tiles.js";
import { byCode, t } from "../words.js";

export function show(main, { title }) {
  const wrong = h("div");
  const buttons = h("div.choices");
  const board = new Board({ label: t("The board as the game has it") });
  let drawn = false;
  main.append(h("h1", {}, title), h("p.lead", {}, t("Whatever you do here can be undone.")), wrong, buttons, h("h2", {}, t("The board as the game has it")), board.element);
  get("/api/v1/sim").then(({ there }) => ((drawn = there), last && draw(last))).catch(() => {});
  let last = null;

  const act = (decision, fields, done) => attempt(() => decide(decision, fields), done);
  const row = (name, text, onclick) => h("button.row", { onclick, "data-key": name }, h("strong", {}, name), h("span", {}, text));

  function draw(state) {
    last = state;
    const marks = Object.fromEntries((state.restore ?? []).map((each) => [each.square, ["wrong"]]));
    board.show(read(state.position).board, marks);
    put(
      wrong,
      state.violation
        ? h("section.card.bad", {}, h("h2", {}, t("What is wrong")), h("p", {}, sayByCode(state.violation, state.violation.text)), h("ul", {}, state.restore.map((each) => h("li", {}, say(each.words)))))
        : null,
    );
    put(
      buttons,
      row(t("Undo"), t("The last entry no longer stands, whatever it was."), () => act("undo", {}, byCode("told-undo"))),
      row(byCode("answer-board"), t("Go on from the board as it stands now."), () => act("accept", {}, t("Accepted as it stands."))),
      drawn
        ? row(byCode("answer-record"), t("The drawn tiles are laid as the record has them."), () => attempt(() => post("/api/v1/sim/position", { lies: state.position })))
        : row(byCode("answer-record"), t("Lay the tiles as the drawing here shows; the companion sees when it is right."), () => board.element.scrollIntoView({ block: "center" })),
      row(t("End the turn"), t("The effect of the tile that was placed is left."), () => act("end_turn", {}, t("The turn is over."))),
      state.over
        ? null
        : ["r", "b"].map((side) =>
            row(t("{name} gives up", { name: who(side, state) }), t("The game ends here."), async () => {
              if (await confirm(t("Give up?"), t("{name} loses this game. It can be undone.", { name: who(side, state) }), t("Give up"))) act("resign", { side });
            }),
          ),
    );
  }

  return watch(draw);
}
