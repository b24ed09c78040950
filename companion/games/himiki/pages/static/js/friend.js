// A friend far away, as the table's page shows her: what she asks, where the two tables differ, and that she is away.
import { post } from "./api.js";
import { attempt } from "./dialogs.js";
import { h } from "./dom.js";
import { say } from "./saying.js";
import { story } from "./story.js";
import { byCode, t } from "./words.js";

export const FRIEND = "friend";

/** Whether the game on the table is one with her. */
export const isShared = (state) => Object.values(state?.agreed?.levels ?? state?.levels ?? {}).includes(FRIEND);

export const friendName = (state) => state.friend?.name || byCode("level-friend");

export const ask = (what, body) => attempt(() => post(`/api/v1/friend/${what}`, body));

/** The card that goes before the game's own; null where all is well with her. */
export function friendCard(state, card) {
  const friend = state.friend;
  if (!friend?.playing) return null;
  const name = friendName(state);
  if (friend.difference) {
    return card("ask", t("The two tables differ"), t("After move {number} the boards are not the same. Look at both, and go back to the last common move.", { number: friend.difference.after }), [
      h("a.button.main", { href: "/friend" }, t("Show both boards")),
    ]);
  }
  if (friend.asked_back.length) {
    return card("ask", t("{name} has taken back", { name }), t("Do you take back too: {moves}?", { moves: inWords(friend.asked_back) }), backButtons());
  }
  if (friend.asks_back) return card("calm", t("You have taken back"), t("It counts as soon as {name} agrees.", { name }));
  return null;
}

/** The last moves of the game that stands here; what its story does not have yet, as it is written. */
function inWords(moves) {
  const steps = story.steps.filter((each) => each.move).slice(-moves.length);
  const told = steps.length === moves.length && steps.every((each, index) => each.move === moves[index] && each.move_words);
  return told ? steps.map((each) => say(each.move_words)).join(", ") : moves.join(", ");
}

export const backButtons = () => [
  h("button.big", { "data-key": "back-too", onclick: () => ask("back", { agree: true }) }, t("Take it back too")),
  h("button.plain", { "data-key": "back-not", onclick: () => ask("back", { agree: false }) }, t("It stays as played")),
];

/** What she is doing while it is her turn. */
export function herTurn(state) {
  const name = friendName(state);
  const friend = state.friend;
  if (friend && !friend.ever) return t("Waiting for {name} to come.", { name });
  if (friend && !friend.there) return t("{name} is away: the game waits, and goes on by itself.", { name });
  if (friend && !friend.calm) return t("{name} puts the other board right.", { name });
  return t("{name} plays at the other table.", { name });
}
