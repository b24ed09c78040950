// Fingers on the board: a cube is chosen, tilted by a tap or a drag, turned, or put on its home.
import { decide } from "./api.js";
import { neighbours } from "./board.js";
import { movesNow, tapForTile, way } from "./cards.js";
import { attempt, note } from "./dialogs.js";
import { isDoubtful } from "./doubts.js";
import { h } from "./dom.js";
import { WAYS, act, asRecorded, carries, drawn, lay } from "./drawn.js";
import { live, read } from "./live.js";
import { colourName } from "./signs.js";
import { askStanding } from "./standing.js";
import { story } from "./story.js";
import { isMukYan, say } from "./telling.js";
import { byCode, t } from "./words.js";

/** Moves of a game for which cubes that can be played are pointed out. */
const SHOWN_UNTIL = 2;

/** What is chosen on a page's board, and what fingers do with it; `changed` draws the page anew. */
export class Playing {
  constructor(changed) {
    this.changed = changed;
    this.chosen = null;
    /** Squares of the cubes that are turned together; null: one is tilted. */
    this.turning = null;
    this.placing = null;
    this.targets = [];
    this.told = "";
    this.playable = [];
    this.playableAt = "";
  }

  /** Who plays for the first time sees which cubes can be played, and so does who may play again: asked for once for
      each position. */
  async findPlayable(state) {
    const begins = this.here && (state.moves < SHOWN_UNTIL || state.replay) && !(state.setup || state.over || state.violation || state.question || state.opponent || state.muk_yan);
    if (!begins) return void (this.playable = []);
    const moment = `${state.game} ${state.position}`;
    if (this.playableAt === moment) return undefined;
    this.playableAt = moment;
    this.playable = [];
    const moves = await movesNow(state).catch(() => null);
    if (this.playableAt !== moment) return undefined;
    // At the next drawing it is asked for again.
    if (!moves) return void (this.playableAt = "");
    this.playable = [...new Set(moves.map((move) => /^(?:R-)?(..)>[BT]/.exec(move)?.[1]).filter(Boolean))];
    return this.changed();
  }

  get here() {
    return drawn.known && drawn.there;
  }

  forget() {
    this.chosen = this.turning = this.placing = null;
    this.targets = [];
    this.told = "";
  }

  cancel = () => {
    this.forget();
    this.changed();
  };

  tapped = (square, cube) => {
    if (tapForTile(square)) return undefined;
    if (isDoubtful(square)) return askStanding(square);
    if (this.here) {
      if (!cube && this.chosen && neighbours(this.chosen).includes(square)) return this.tilt(this.chosen, square);
      if (!cube && homeless(live.state, square)) {
        this.forget();
        this.placing = { square, colour: homeless(live.state, square).cube[0] };
        return this.changed();
      }
      if (cube && this.turning) return this.turnToo(square, cube);
    }
    const again = this.chosen === square;
    this.forget();
    return cube && !again ? this.choose(square) : this.changed();
  };

  async choose(square) {
    this.chosen = square;
    this.changed();
    const { position } = live.state;
    const moves = await movesNow(live.state).catch(() => []);
    if (this.chosen !== square || live.state.position !== position) return;
    this.targets = targetsOf(moves, square);
    const words = { square, targets: this.targets.join(", ") };
    const turns = moves.some((move) => new RegExp(`(^|[-+])${square}>P`).test(move));
    this.told = this.targets.length
      ? t("{square} can tilt to {targets}.", words)
      : turns
        ? t("{square} can only rotate now.", words)
        : t("{square} cannot be played now.", words);
    this.changed();
  }

  turnToo(square, cube) {
    const [first] = this.turning;
    const colour = drawn.cubes.find((each) => each.square === first)?.colour;
    if (this.turning.includes(square)) this.turning = this.turning.filter((each) => each !== square);
    else if (cube.colour === colour) this.turning = [...this.turning, square];
    if (!this.turning.length) this.forget();
    this.changed();
  }

  dragged = (from, to) => {
    this.forget();
    if (to && to !== from) return this.tilt(from, to);
    return this.changed();
  };

  tilt(from, to) {
    this.forget();
    return act(`${from}>B${to}`);
  }

  turn = () => {
    const squares = [...(this.turning ?? [this.chosen])].sort();
    this.forget();
    return act(squares.map((each) => `${each}>P${each}`).join("+"));
  };

  place(faces) {
    const { square, colour } = this.placing;
    this.forget();
    return act(`${colour}${faces}@${square}`);
  }

  /** What can be done with what is chosen. */
  buttons() {
    if (!this.here || !(this.chosen || this.turning)) return [];
    const squares = this.turning ?? [this.chosen];
    const { colour } = drawn.cubes.find((each) => each.square === squares[0]) ?? {};
    const alone = drawn.cubes.filter((each) => each.colour === colour).length < 2;
    return [
      h("button.small.main", { "data-key": "turn", onclick: this.turn }, t("Turn {squares}", { squares: squares.join(", ") })),
      this.turning || alone ? null : h("button.small.plain", { "data-key": "turn-more", onclick: () => ((this.turning = [this.chosen]), (this.targets = []), (this.told = t("Tap the other cubes that turn with it.")), this.changed()) }, t("Turn more with it")),
      h("button.small.plain", { "data-key": "leave", onclick: this.cancel }, t("Cancel")),
    ];
  }

  /** The card that asks how a cube is put down. */
  card() {
    if (!this.placing) return null;
    const { square, colour } = this.placing;
    return h(
      "section.card.ask",
      { "data-card": "placing" },
      h("h2", {}, t("{colour} on {square}: which way up?", { colour: colourName(colour), square })),
      h("p.hint", {}, t("Large is what lies on top, small what shows along the row.")),
      h(
        "div.ways",
        {},
        WAYS.map((faces) => way(faces, () => this.place(faces))),
      ),
      h("div.buttons", {}, h("button.small.plain", { onclick: this.cancel }, t("Cancel"))),
    );
  }
}

export const targetsOf = (moves, square) =>
  moves.map((move) => /^(?:[RC]-)?(..)>[BT](..)$/.exec(move)).filter((found) => found?.[1] === square).map((found) => found[2]);

/** The cube that is missing on that square, where set-up waits for one. */
const homeless = (state, square) => state?.setup?.missing.find((each) => each.to === square) ?? null;

/** The last entry no longer stands; drawn cubes follow by themselves. */
export async function undo() {
  const back = toUndo();
  const last = story.steps.at(-back);
  const words = last?.move_words ? t("Undone: {move}.", { move: say(last.move_words) }) : byCode("told-corrected-undo");
  let corrected = null;
  for (let left = back; left > 0; left--) {
    const told = await attempt(() => decide("undo"), left > 1 ? null : words);
    if (!told) break;
    corrected = told.events.find((each) => each.event === "corrected") ?? corrected;
  }
  if (corrected && drawn.there) await lay(asRecorded(corrected));
}

/** What is done by itself for a level or for Muk Yan would be done again at once: one's own entry before it goes back
    with it. */
function toUndo() {
  if (!drawn.there || !carries()) return 1;
  const own = story.steps.findLastIndex(({ by }) => by && !isMukYan(by) && !live.state.levels?.[by]);
  return own < 0 ? 1 : story.steps.length - own;
}

/** The drawn board as the game has it. */
export async function putBack() {
  if (read(live.state.position).cubes.length || live.state.setup) return lay(asRecorded(live.state));
  return note(t("Nothing stands in the game yet."), "bad");
}

