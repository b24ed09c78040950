// Against Muk Yan: how likely each of his next moves is, and which cubes they strike.
import { get } from "./api.js";
import { middle, svg } from "./board.js";
import { h, put } from "./dom.js";
import { actionName, say } from "./telling.js";
import { elementName } from "./signs.js";
import { t } from "./words.js";

const OPEN = "himiki-training";

/** A card that can be folded away; while it is open, the board shows on each cube how many rolls strike it. */
export class Training {
  constructor(board) {
    this.board = board;
    this.told = null;
    this.asked = null;
    this.numbers = svg("g", { class: "struck" });
    board.element.append(this.numbers);
    this.body = h("div");
    this.element = h(
      "details.card.calm.training",
      { hidden: true, open: localStorage.getItem(OPEN) === "yes", ontoggle: () => this.toggled() },
      h("summary", {}, t("What may Muk Yan do?")),
      this.body,
    );
  }

  toggled() {
    localStorage.setItem(OPEN, this.element.open ? "yes" : "no");
    this.asked = null;
    if (this.state) this.show(this.state);
  }

  /** Called with every state; asks once for each position. */
  show(state) {
    this.state = state;
    const wanted = state.mode === "mukyan" && !state.setup && !state.over;
    this.element.hidden = !wanted;
    if (!wanted || !this.element.open) {
      this.asked = null;
      return this.numbers.replaceChildren();
    }
    if (this.asked === state.position) return undefined;
    this.asked = state.position;
    return get("/api/v1/forecast").then(
      (told) => told.position === this.asked && this.draw(told),
      (refused) => {
        if (refused.status === 0) this.asked = null;
        this.numbers.replaceChildren();
        put(this.body, h("p.hint", {}, refused.message));
      },
    );
  }

  draw({ his_turn, moves, rolls, struck }) {
    const squares = Object.entries(struck);
    put(
      this.body,
      h("p.hint", {}, his_turn ? t("For each of the nine rolls of his two cubes:") : t("If it were his turn now, for each of the nine rolls:")),
      squares.length
        ? h("p", {}, h("strong", {}, squares.map(([square, count]) => t("{count} of {rolls} rolls strike {square}.", { count, rolls, square })).join(" ")))
        : h("p", {}, h("strong", {}, t("No roll strikes a cube."))),
      h(
        "ul.prospects",
        {},
        moves.map((each) =>
          h(
            "li",
            {},
            h("b", {}, t("{count} of {rolls}", { count: each.rolls.length, rolls })),
            h("span", {}, each.action ? t("{label}: {text}", { label: actionName(each.action), text: say(each.move_words) }) : t("nothing he can do")),
            each.points ? h("span.gain", {}, `+${each.points}`) : null,
            each.influence ? h("span.hidden", {}, elementName(each.influence)) : null,
          ),
        ),
      ),
    );
    this.numbers.replaceChildren(
      ...squares.map(([square, count]) => {
        const [x, y] = middle(square);
        return svg(
          "g",
          { transform: `translate(${x + 27} ${y - 27})` },
          svg("circle", { r: 25 }),
          svg("text", { y: 8 }, `${count}/${rolls}`),
        );
      }),
    );
  }
}
