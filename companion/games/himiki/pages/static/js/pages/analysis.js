// A kept game, analysed: a curve of who stood better, the turning points, and what was better in each turn.
import { get, post } from "../api.js";
import { svg } from "../board.js";
import { attempt } from "../dialogs.js";
import { h, put } from "../dom.js";
import { seatName } from "../signs.js";
import { say } from "../telling.js";
import { whyWords } from "../reasons.js";
import { isOne, language, t } from "../words.js";

const ASK_AGAIN = 1200;
/** How a standing is told that the winning point settles, in centipoints. */
const DECIDED = 1000;
const WIDE = 440;
const HIGH = 210;
const [LEFT, RIGHT, TOP, BOTTOM] = [10, 10, 28, 28];

const bare = (move) => move.replaceAll("►", ">").replace(/[*^🔥💧🌲]+.*$/u, "");
const movesWords = (words) => words.map(say).join(", ");

const percent = (chance) => new Intl.NumberFormat(language, { style: "percent" }).format(chance);
const decimal = (number) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number);

/** `jump(step, asked)` shows that step of the game; `asked` is a turn that is looked at from there: what was `played`,
 * the `plan` that was better, and the `words` for it. */
export class Analysis {
  constructor(game, jump) {
    this.game = game;
    this.jump = jump;
    this.told = null;
    this.step = 0;
    this.timer = null;
    this.left = false;
    this.element = h("div.analysis");
    attempt(() => get(this.path)).then((told) => this.took(told));
  }

  get path() {
    return `/api/v1/games/${this.game.id}/analysis`;
  }

  /** Nobody waits any more: the table gives it up by itself. */
  leave() {
    this.left = true;
    clearTimeout(this.timer);
  }

  start = async () => this.took(await attempt(() => post(this.path)));

  stop = () => {
    clearTimeout(this.timer);
    this.took({ state: "none", done: 0, of: 0 });
  };

  took(told) {
    clearTimeout(this.timer);
    if (!told || this.left) return;
    this.told = told;
    if (told.state === "done") this.drawFound();
    else this.drawWaiting();
    if (told.state === "waiting" || told.state === "running") {
      this.timer = setTimeout(async () => this.took(await get(this.path).catch(() => told)), ASK_AGAIN);
    }
  }

  drawWaiting() {
    const { state, done, of } = this.told;
    if (state === "impossible") return put(this.element);
    if (state === "none" || state === "failed") {
      return put(
        this.element,
        h("h3", {}, t("Analysis")),
        h(
          "p.hint",
          {},
          state === "failed"
            ? t("This game could not be analysed.")
            : t("Every turn with what would have been better. It is worked out behind the game that is being played, and takes a while."),
        ),
        h("button.plain", { "data-key": "analyse", onclick: this.start }, t("Analyse")),
      );
    }
    return put(
      this.element,
      h("h3", {}, t("Analysis")),
      h("p", { role: "status" }, state === "waiting" ? t("Another game comes first.") : t("Looking at the turns…")),
      h("progress", { max: Math.max(1, of), value: done, "aria-label": t("Turns looked at") }),
      h("p.hint", {}, t("{done} of {of} turns. Leaving this page ends it.", { done, of: of || "–" })),
      h("button.plain", { "data-key": "analyse", onclick: this.stop }, t("Stop")),
    );
  }

  drawFound() {
    const { turns } = this.told;
    const points = turns.filter((turn) => this.told.turning_points.includes(turn.number));
    this.cursor = svg("path", { class: "cursor" });
    this.here = h("p.better", { role: "status" });
    put(
      this.element,
      h("h3", {}, t("Who stood better")),
      this.curve(turns, points),
      this.here,
      h("h3", {}, t("Turning points")),
      points.length
        ? h("ol.turning", {}, points.map((turn) => h("li", {}, this.pointButton(turn))))
        : h("p", {}, t("No single turn decided it.")),
      h(
        "details",
        {},
        h("summary", {}, t("Every turn")),
        h("div.wide", { tabIndex: 0, role: "region", "aria-label": t("Every turn") }, this.table(turns)),
      ),
    );
    this.shown(this.step);
  }

  /** White's chances over the turns; who cannot see it has the turning points and the table below. */
  curve(turns, points) {
    const all = this.told.curve;
    const x = (index) => LEFT + ((WIDE - LEFT - RIGHT) * index) / Math.max(1, all.length - 1);
    const y = (chance) => TOP + (HIGH - TOP - BOTTOM) * (1 - chance);
    this.x = x;
    const line = all.map((chance, index) => `${index ? "L" : "M"}${x(index)} ${y(chance)}`).join("");
    const close = `L${x(all.length - 1)} ${y(0.5)}L${x(0)} ${y(0.5)}Z`;
    const last = all.at(-1) ?? 0.5;
    const turned = points.map((turn) => turn.number).join(", ");
    return svg(
      "svg",
      {
        class: "curve",
        viewBox: `0 0 ${WIDE} ${HIGH}`,
        role: "img",
        "aria-label": points.length
          ? t("White's chances after each of {count} turns, {last} at the end; it turned at turn {turned}.", { count: turns.length, last: percent(last), turned })
          : t("White's chances after each of {count} turns, {last} at the end.", { count: turns.length, last: percent(last) }),
        onclick: (event) => this.tapped(event, turns),
      },
      svg("rect", { class: "ground", x: LEFT, y: TOP, width: WIDE - LEFT - RIGHT, height: HIGH - TOP - BOTTOM }),
      svg("path", { class: "area", d: line + close }),
      svg("path", { class: "even", d: `M${LEFT} ${y(0.5)}H${WIDE - RIGHT}` }),
      this.cursor,
      svg("path", { class: "line", d: line }),
      points.map((turn) => [
        svg("circle", { class: "point", cx: x(turn.number), cy: y(all[turn.number]), r: 7 }),
        svg("text", { class: "number", x: x(turn.number), y: y(all[turn.number]) + (all[turn.number] > 0.5 ? 25 : -13) }, String(turn.number)),
      ]),
      svg("text", { class: "side", x: LEFT, y: 20 }, t("▲ White is better")),
      svg("text", { class: "side", x: LEFT, y: HIGH - 8 }, t("▼ Black is better")),
    );
  }

  tapped(event, turns) {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (((event.clientX - box.left) / box.width) * WIDE - LEFT) / (WIDE - LEFT - RIGHT);
    const index = Math.max(0, Math.min(turns.length, Math.round(at * turns.length)));
    if (index) this.go(turns[index - 1]);
    else if (turns[0]?.from !== null) this.jump(turns[0].from, null);
  }

  /** To where the turn began, with what was better; where nothing was, to its end. */
  go(turn) {
    if (turn.step === null) return;
    const words = t("Turn {number}, {name}: {move}", wordsOf(turn));
    if (turn.was_best || !turn.best.length) return this.jump(turn.step, null);
    return this.jump(turn.from, { turn, words, plan: bare(turn.best[0]), played: bare(turn.played[turn.departs ?? 0]) });
  }

  pointButton(turn) {
    const before = chanceOf(turn.before);
    const words = { ...wordsOf(turn), before: percent(before), after: percent(before + turn.swing) };
    return h(
      "button.row",
      { "data-key": `point-${turn.number}`, onclick: () => this.go(turn) },
      h("strong", {}, t("Turn {number}, {name}: {move}", words)),
      h("span", {}, t("White's chances: {before} before, {after} after.", words)),
      turn.was_best ? null : h("span", {}, better(turn)),
    );
  }

  table(turns) {
    return h(
      "table.turns",
      {},
      h(
        "thead",
        {},
        h("tr", {}, [t("Turn"), t("Played"), t("White's chances"), t("Better")].map((name) => h("th", { scope: "col" }, name))),
      ),
      h(
        "tbody",
        {},
        turns.map((turn) =>
          h(
            "tr",
            { "data-turn": turn.number },
            h("th", { scope: "row" }, h("button.small.plain", { onclick: () => this.go(turn), "aria-label": t("Turn {number}", { number: turn.number }) }, String(turn.number))),
            h("td", {}, h("span.by", { className: `by ${turn.by[0]}` }), h("span.hidden", {}, `${seatName(turn.by)}: `), movesWords(turn.played_words)),
            h("td", {}, percent(turn.chances)),
            h("td", {}, turn.rolled ? t("the dice chose") : turn.was_best ? "✓" : decided(turn) ? movesWords(turn.best_words) : `${movesWords(turn.best_words)} (+${decimal(turn.lost / 100)})`, turn.was_best && !turn.rolled ? h("span.hidden", {}, t("nothing")) : null),
          ),
        ),
      ),
    );
  }

  /** The game is looked at here now, or that turn from where it began: everything is of one turn. */
  shown(step, turn = null) {
    this.step = step;
    const turns = this.told?.turns;
    if (!turns || !this.cursor) return;
    const ended = turn ? turn.number : turns.filter((each) => each.step !== null && each.step <= step).length;
    this.cursor.setAttribute("d", `M${this.x(ended)} ${TOP}V${HIGH - BOTTOM}`);
    const now = turn ?? turns.find((each) => each.step === step);
    const chance = this.told.curve[turn ? ended - 1 : ended] ?? 0.5;
    const parts = [t("White's chances: {chance}.", { chance: percent(chance) })];
    if (now && !now.was_best) parts.push(better(now));
    this.here.textContent = parts.join(" ");
  }
}

const wordsOf = (turn) => ({ number: turn.number, name: seatName(turn.by), move: movesWords(turn.played_words) });

const chanceOf = (standing) => 1 / (1 + Math.exp(-standing / 150));

/** Where the game is decided before or after, a difference in points says nothing. */
const decided = (turn) => Math.max(Math.abs(turn.before), Math.abs(turn.after)) >= DECIDED;

function better(turn) {
  const words = { move: movesWords(turn.best_words), lost: decimal(turn.lost / 100) };
  const one = isOne(turn.lost / 100);
  const counted = () => (one ? t("Better: {move} ({lost} point).", words) : t("Better: {move} ({lost} points).", words));
  const told = decided(turn) ? t("Better: {move}.", words) : counted();
  return turn.why ? `${told} ${whyWords(turn.why)}` : told;
}
