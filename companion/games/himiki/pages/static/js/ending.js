// The end of a game: who won and how, what decided it, and the next one.
import { post } from "./api.js";
import { attempt, note } from "./dialogs.js";
import { h } from "./dom.js";
import { gains } from "./record.js";
import { anew } from "./seats.js";
import { say, who } from "./telling.js";
import { t } from "./words.js";

/** The card that is left on the table when all is played. */
export function ending(state, steps) {
  const puzzle = state.mode === "mindlock";
  return h(
    "section.card.won.ending",
    { "data-card": "won", role: "status" },
    h("h2", {}, say(state.end)),
    puzzle ? null : [matchLine(state), howLine(steps), turningLine(state, steps)],
    h(
      "div.buttons",
      {},
      puzzle
        ? h("a.button.main", { href: "/puzzles" }, t("Play another"))
        : [
            h("button.main", { "data-key": "rematch", onclick: () => begin(rematch(state)) }, t("Rematch, sides changed")),
            state.winner && !state.agreed?.match ? BEST_OF.map((games) => h("button.plain", { onclick: () => begin(rematch(state, games)) }, t("Best of {count}", { count: games }))) : null,
            h("a.button.plain", { href: "/new" }, t("Another game")),
          ],
      h("a.button.plain", { href: `/games#game-${state.game}` }, t("Look through it")),
      puzzle ? null : h("button.plain", { "data-key": "share", onclick: () => share(state) }, t("Share")),
    ),
  );
}

const BEST_OF = [3, 5];

const begin = (settings) => attempt(() => post("/api/v1/games", settings));

/** A line that a friend can read, and where the game is kept; copied where there is nobody to hand it to. */
async function share(state) {
  const [white, black] = state.score;
  const text = `HI MI KI · ${who("w", state)} ${white} – ${black} ${who("b", state)} · ${say(state.end)}`;
  const url = `${location.origin}/games#game-${state.game}`;
  if (navigator.share) return navigator.share({ title: "HI MI KI", text, url }).catch(() => {});
  if (navigator.clipboard) await navigator.clipboard.writeText(`${text} ${url}`).catch(() => copy(`${text} ${url}`));
  else copy(`${text} ${url}`);
  return note(t("Copied."));
}

/** Without a secure address a page has no other way to the clipboard. */
function copy(text) {
  const field = h("textarea.hidden", { value: text, "aria-hidden": "true" });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** The last move, where it was one that ended it. */
function howLine(steps) {
  const last = gains(steps).at(-1);
  if (last?.step.event !== "move" || !last.gained.some((each) => each > 0)) return null;
  return h("p", {}, t("The last point: {move}.", { move: say(last.step.move_words) }));
}

/** The step after which the winner was ahead for good; null where the score never told. */
export function turning(steps, winner) {
  const side = "wb".indexOf(winner);
  const lead = ([white, black]) => (side ? black - white : white - black);
  let found = null;
  for (const [index, each] of gains(steps).entries()) {
    if (lead(each.score) <= 0) found = null;
    else if (!found && each.step.event === "move") found = { ...each, index };
  }
  return found;
}

function turningLine(state, steps) {
  const found = state.winner ? turning(steps, state.winner) : null;
  if (!found || found.step === steps.at(-1)) return null;
  const [white, black] = found.score;
  const words = { name: who(state.winner, state), move: say(found.step.move_words), score: `${white}–${black}` };
  return h("p", {}, t("From {move} on, {name} was ahead: {score}.", words));
}

/** Games won in a match by white and black, this one too. */
function wonBy(state) {
  const { best_of: games, won } = state.agreed.match;
  const now = won.map((each, side) => each + (state.winner === "wb"[side] ? 1 : 0));
  return { games, now, decided: now.some((each) => each > games / 2) };
}

function matchLine(state) {
  if (!state.agreed?.match) return null;
  const { games, now, decided } = wonBy(state);
  const values = { count: games, white: who("w", state), black: who("b", state), own: now[0], other: now[1] };
  const side = now[0] > now[1] ? "w" : "b";
  return h(
    "p.match",
    {},
    h("strong", {}, decided ? t("{name} has won the match!", { name: who(side, state) }) : t("Best of {count}", values)),
    " ",
    `${values.white} ${values.own} – ${values.other} ${values.black}`,
  );
}

/** The same once more, with sides changed; `games` makes it the second of a match. */
function rematch(state, games = 0) {
  const settings = anew(state.agreed);
  const { match } = state.agreed;
  const about = match ? wonBy(state) : games ? { games, now: ["w", "b"].map((side) => Number(state.winner === side)), decided: false } : null;
  if (about && !about.decided) settings.match = { best_of: about.games, won: [...about.now].reverse() };
  else delete settings.match;
  return settings;
}
