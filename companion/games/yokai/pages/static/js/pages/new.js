// A new game: who plays, and whose cards.
import { post } from "../api.js";
import { go } from "../app.js";
import { attempt } from "../dialogs.js";
import { choice, field, h, put } from "../dom.js";
import { FACTS } from "../facts.js";
import { live, watch } from "../live.js";
import { otherGames } from "../othergames.js";
import { byCode, t } from "../words.js";

export function show(main, { title }) {
  const form = h("form", { onsubmit: begin });
  const wish = { hands: "dealt", players: {}, opponent: "" };
  let known = false;
  main.append(h("h1", {}, title), form, otherGames() ?? "");

  function remember(state) {
    if (known || !state?.agreed) return;
    known = true;
    wish.hands = state.moves ? state.agreed.hands : wish.hands;
    wish.players = { ...state.agreed.players };
    wish.opponent = state.agreed.levels.b ?? "";
    draw();
  }

  function draw() {
    const name = (side) => field(byCode(`seat-${side}`), h("input", { type: "text", maxLength: 60, autocomplete: "off", value: wish.players[side] ?? "", oninput: (event) => (wish.players[side] = event.target.value) }));
    put(
      form,
      choice("hands", t("Whose cards?"), [["dealt", t("The companion deals")], ["own", t("Real cards")]], wish.hands, (value) => ((wish.hands = value), value === "own" && (wish.opponent = ""), draw())),
      h("p.hint", {}, wish.hands === "dealt" ? t("Each phone shows the hand of its player, and no other.") : t("You draw and turn up for real; the phone counts and says what goes where.")),
      choice("opponent", t("Against whom?"), [["", t("A person")], ...FACTS.levels.map((each) => [each, byCode(`level-${each}`)])], wish.opponent, (value) => ((wish.opponent = value), value && (wish.hands = "dealt"), draw())),
      name("a"),
      wish.opponent ? null : name("b"),
      h("div.buttons", {}, h("button.big", { type: "submit" }, t("Begin the game"))),
    );
  }

  function begin(event) {
    event.preventDefault();
    const players = Object.fromEntries(Object.entries(wish.players).map(([side, name]) => [side, name.trim()]).filter(([side, name]) => name && !(side === "b" && wish.opponent)));
    const levels = wish.opponent ? { b: wish.opponent } : {};
    attempt(async () => {
      await post("/api/v1/games", { game: FACTS.game, hands: wish.hands, players, levels });
      await go("/");
    });
  }

  draw();
  remember(live.state);
  return watch(remember);
}
