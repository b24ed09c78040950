// What the referee wants of people: one card at a time, the most pressing one.
import { decide, get } from "./api.js";
import { attempt } from "./dialogs.js";
import { h } from "./dom.js";
import { handOf } from "./hands.js";
import { icon } from "./icons.js";
import { live, read } from "./live.js";
import { byLevel, lagging } from "./scores.js";
import { answerStanding, standing } from "./standing.js";
import { ElementName, sign, tileName, TERRAIN } from "./signs.js";
import { ACTIONS, isMukYan, moveWords, optionText, overWords, restoreWords, sayByCode, who } from "./telling.js";
import { t } from "./words.js";

export const why = (rule) =>
  rule
    ? h("a.why", { href: `/rules#rule-${rule}` }, icon("why"), t("Why? Rule {rule}", { rule }))
    : null;

export function cards(state) {
  if (!state.board && state.mode !== "free") {
    if (!state.camera) return card("lost", t("The camera is gone"), t("Plug it in or check its cable: the game then goes on by itself."));
    return card("lost", t("The board is out of sight"), t("Move whatever covers it, or set the camera right."), [
      h("a.button", { href: "/camera" }, t("Camera")),
    ]);
  }
  if (state.violation) return violation(state);
  if (state.question) return question(state);
  if (state.over) return over(state);
  if (state.setup) return state.levels?.[state.turn] && !state.setup.wrong.length && !laidAgain(state) ? level(state) : setup(state);
  if (state.to_remove.length) {
    return card("calm", t("Beaten cubes leave the board"), t("Take off: {squares}.", { squares: state.to_remove.join(", ") }));
  }
  if (lagging(state)) return following(state);
  const due = read(state.position).due[0];
  if (due) return dueCard(state, due);
  if (isMukYan(state.turn, state) && (state.muk_yan || state.awaits_roll)) return mukYan(state);
  if (state.levels?.[state.turn]) return level(state);
  return [state.replay ? replay(state) : done(state), heldTiles(state)];
}

function card(kind, title, text, buttons = [], ...rest) {
  return h(
    `section.card.${kind}`,
    { "data-card": kind },
    h("h2", {}, title),
    text ? h("p", {}, text) : null,
    rest,
    buttons.length ? h("div.buttons", {}, buttons) : null,
  );
}

function violation(state) {
  const { violation: told } = state;
  const first = state.to_restore ?? told.restore[0];
  const more = told.restore.length - 1;
  return card(
    "bad",
    t("Not so fast"),
    sayByCode(told, told.text),
    orTheBoardIsRight(),
    first ? h("p.todo", {}, restoreWords(first)) : null,
    more > 0 ? h("p.hint", {}, more === 1 ? t("Then one more cube.") : t("Then {count} more cubes.", { count: more })) : null,
    why(told.rule),
  );
}

const orTheBoardIsRight = () => [
  h("button.plain", { onclick: () => attempt(() => decide("accept")) }, t("The board is right")),
  h("a.button.plain", { href: "/right" }, t("Put it right")),
];

function following(state) {
  return card(
    "follow",
    t("The board is not up to date yet"),
    null,
    orTheBoardIsRight(),
    h("p.todo", {}, restoreWords(state.to_restore)),
  );
}

export const optionWords = (option) => (/^[HMK]$/.test(option) ? [sign(option), ElementName(option)] : optionText(option));

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function question(state) {
  const { question: asked } = state;
  if (asked.code === "what-stands") {
    const [square] = asked.squares;
    return card("ask", sayByCode(asked, asked.question), null, [], standing(square, asked.options, asked.t, answerStanding(square)));
  }
  return card(
    "ask",
    sayByCode(asked, asked.question),
    null,
    asked.options.map((option) =>
      h("button.big", { onclick: () => attempt(() => decide("answer", { option })) }, optionWords(option, state)),
    ),
  );
}

function over(state) {
  const last = state.last_event?.event === "over" ? state.last_event : { winner: state.winner, score: state.score };
  return card("won", overWords(last, state), null, [
    h("a.button.main", { href: state.mode === "mindlock" ? "/puzzles" : "/new" }, t("Play another")),
    h("a.button.plain", { href: `/games#game-${state.game}` }, t("Look through it")),
  ]);
}

/** Before the first move cubes were taken off once more (RULES 3.1). */
const laidAgain = (state) => state.mode !== "mindlock" && !read(state.position).setup;

/** Where the next cube may go (RULES 3.1): those of the side that places now stand first. */
export function nextHomes({ setup: { missing }, turn }) {
  const other = missing.findIndex((each) => each.cube[0] !== turn[0]);
  return missing.slice(0, other < 0 ? missing.length : other).map((each) => each.to);
}

function setup(state) {
  const { missing, wrong } = state.setup;
  const squares = nextHomes(state);
  if (wrong.length > 1 && read(state.position).setup) {
    return card("calm", t("Set-up"), t("Cubes of an earlier game stand on the board: take them off, or put them on their homes."));
  }
  if (wrong.length) return card("bad", t("Set-up"), null, [], h("p.todo", {}, restoreWords(wrong[0])));
  const exact = missing.find((each) => !each.cube.includes("???"));
  if (exact) return card("calm", t("Set-up"), null, [], h("p.todo", {}, restoreWords(exact)));
  if (!missing.length) return card("calm", t("Set-up"), t("Almost done: let the camera look."));
  if (!squares.length || laidAgain(state)) {
    const places = missing.map((each) => each.to).join(", ");
    return card("calm", t("Set-up"), t("Cubes are still missing on {squares}, any way up.", { squares: places }));
  }
  const words = { name: who(state.turn, state), square: squares[0], squares: squares.join(", ") };
  const text =
    squares.length === 1
      ? t("{name} puts a cube on {square}, any way up.", words)
      : t("{name} puts a cube on one of {squares}, any way up.", words);
  return card("calm", t("Set-up"), text);
}

function replay(state) {
  return card("calm", t("Play again?"), t("{name} may play once more, or leave it at that.", { name: who(state.turn, state) }), [
    h("button.big", { onclick: () => attempt(() => decide("end_turn")) }, t("Leave it at that")),
  ]);
}

/** What is awaited in the tray, where the camera watches one. */
export function diceWords(awaited) {
  if (awaited === "rolling") return t("The spare cubes are being thrown.");
  if (awaited === "unread") return t("I cannot read the spare cubes: throw again, or lay them flat, apart and wholly in the tray. You can also say what they show.");
  return t("Throw the two spare cubes into the tray: the camera reads them.");
}

export function mukYan(state) {
  const told = state.muk_yan;
  if (!told) {
    const text = state.dice ? diceWords(state.dice) : t("Roll the two spare cubes, or let this phone roll.");
    return card("calm", t("Muk Yan's roll"), text, [
      h("a.button.main", { href: "/mukyan" }, t("Roll")),
    ]);
  }
  return card(
    "calm mukyan".replace(" ", "."),
    told.action ? t("Muk Yan: {action}", { action: ACTIONS()[told.action] }) : t("Muk Yan passes."),
    null,
    [h("a.button.plain", { href: "/mukyan" }, t("His list"))],
    h("p.dice", {}, h("span.die-b", {}, sign(told.roll[0])), h("span.die-w", {}, sign(told.roll[1]))),
    told.action ? h("p.todo", {}, t("Do it for him: {move}.", { move: moveWords(told.move) })) : null,
  );
}

/** What a level wants done for it: a tilt, a rotation, in set-up a cube. */
function level(state) {
  const { opponent: told } = state;
  if (!told) return card("calm.level.thinks", byLevel(state), null);
  const turns = told.move.includes(">P");
  return card(
    "calm.level",
    byLevel(state),
    t("Do it on the board: the companion sees when it is done."),
    // A quarter turn of a cube without a sign may be seen by nobody.
    turns ? [h("button.plain", { onclick: () => attempt(() => decide("move", { move: told.move })) }, t("It is done"))] : [],
  );
}

const ORDERS = { duel: ["w", "b"], teams: ["wl", "bl", "wd", "bd"] };

/** A level's turn was carried out, and a person's begins. */
function done(state) {
  const order = ORDERS[state.mode] ?? [];
  const before = order[(order.indexOf(state.turn) + order.length - 1) % order.length];
  if (!state.levels?.[before] || !state.moves || state.replay) return null;
  return card("calm.done", t("Done: your turn."), null);
}

let options = { position: null, moves: [] };
let redraw = () => {};
export const onOptions = (callback) => (redraw = callback);

/** The moves that may be played now, asked for once for each position. */
export async function movesNow(state) {
  if (options.position !== state.position) {
    const { position } = state;
    const told = await get("/api/v1/legal");
    options = { position, moves: told.moves };
  }
  return options.moves;
}

let chosenTile = null;

/** Whether a tap on that square says where the chosen tile goes. */
export function tapForTile(square) {
  const move = `C-${chosenTile}@${square}`;
  if (!chosenTile || live.state?.position !== options.position || !options.moves.includes(move)) return false;
  chosenTile = null;
  attempt(() => decide("move", { move }));
  return true;
}

function dueCard(state, due) {
  if (options.position !== state.position) {
    chosenTile = null;
    movesNow(state).then(() => redraw());
    return card("ask", t("One moment"), null);
  }
  const [kind, detail] = due.split(".");
  const say = (move) => attempt(() => decide("move", { move }));
  const { moves } = options;
  if (kind !== "use") {
    const title = {
      mana: t("Mana: tilt one more cube"),
      impulse: t("Impulse: the cube on {square} tilts once more", { square: detail }),
      slide: t("Teleportation: the cube on {square} slides two squares", { square: detail }),
      swap: t("Transfer: the cube on {square} changes places with another", { square: detail }),
      yokai: t("Spend the Major Yokai?"),
    }[kind];
    const text = kind === "yokai" ? null : t("Do it on the board, or say it here.");
    return card("ask", title, text, moves.map((move) => h("button.big", { onclick: () => say(move) }, capital(moveWords(move)))));
  }
  const mine = handOf(state.game, detail);
  const tiles = usable(moves).filter((tile) => !mine.length || mine.includes(tile));
  return tileCard(state, detail, tiles, h("button.plain", { onclick: () => say("C-none") }, t("Not now")));
}

const usable = (moves) => [...new Set(moves.map((move) => /^C-([a-z]{2})(?![a-z])/.exec(move)?.[1]).filter(Boolean))];

/** A challenge's tiles are used whenever one likes (RULES 7.4): nothing asks for them. */
function heldTiles(state) {
  if (state.mode !== "mindlock" || !read(state.position).hands?.startsWith("w.")) return null;
  if (options.position !== state.position) {
    chosenTile = null;
    movesNow(state).then(() => redraw());
    return null;
  }
  const tiles = usable(options.moves);
  return tiles.length ? tileCard(state, "w", tiles) : null;
}

function tileCard(state, side, tiles, ...others) {
  const { moves } = options;
  const say = (move) => attempt(() => decide("move", { move }));
  if (chosenTile && tiles.includes(chosenTile)) {
    const targets = moves.filter((move) => move.startsWith(`C-${chosenTile}@`));
    return card(
      "ask",
      tileName(chosenTile),
      TERRAIN.includes(chosenTile) ? t("On which square does it lie?") : t("Which cube, and how does it stand then?"),
      [
        ...targets.map((move) =>
          h("button.small", { onclick: () => say(move) }, move.split("@")[1].replace("=", " ")),
        ),
        h("button.plain", { onclick: () => ((chosenTile = null), redraw()) }, t("Back")),
      ],
    );
  }
  return card("ask", t("{name} may use a tile", { name: who(side, state) }), null, [
    ...tiles.map((tile) =>
      h(
        "button.big",
        {
          onclick: () => {
            if (moves.includes(`C-${tile}`)) return say(`C-${tile}`);
            chosenTile = tile;
            redraw();
          },
        },
        tileName(tile),
      ),
    ),
    ...others,
  ]);
}
