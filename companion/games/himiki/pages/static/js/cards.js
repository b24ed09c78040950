// What the referee wants of people: one card at a time, the most pressing one.
import { decide, get } from "./api.js";
import { attempt, confirm } from "./dialogs.js";
import { h } from "./dom.js";
import { FACTS } from "./facts.js";
import { friendCard } from "./friend.js";
import { handOf } from "./hands.js";
import { icon } from "./icons.js";
import { live, read } from "./live.js";
import { showMe } from "./moments.js";
import { byLevel, lagging } from "./scores.js";
import { answerStanding, standing } from "./standing.js";
import { ElementName, modeName, sign, tileName, TERRAIN } from "./signs.js";
import { actionName, capital, isMukYan, optionText, say, sayByCode, sentence, who } from "./telling.js";
import { tileIcon, tileTold } from "./tiles.js";
import { byCode, t } from "./words.js";

export const why = (rule) =>
  rule
    ? h("a.why", { href: `/rules#rule-${rule}` }, icon("why"), t("Why? Rule {rule}", { rule }))
    : null;

/** `helped` has what a drawn table does by itself: `putBack`, `layOut` where there is something to lay, and `carries`
    where nobody has to move a cube for others; `laid`, that all lies there and is yet to be seen. */
export function cards(state, helped = {}) {
  if (!state.board && state.mode !== "free") {
    if (!state.camera) return card("lost", t("The camera is gone"), t("Plug it in or check its cable: the game then goes on by itself."));
    if (!state.lost) return card("calm", t("One moment"), t("The camera looks for the board."));
    return card("lost", t("The board is out of sight"), t("Move whatever covers it, or set the camera right."), [
      h("a.button", { href: "/camera" }, byCode("page-camera")),
    ]);
  }
  if (state.violation) return violation(state, helped);
  if (state.question) return question(state);
  const friend = friendCard(state, card);
  if (friend) return friend;
  if (state.over || state.mode === "free") return helped.layOut ? laying(helped) : null;
  if (state.setup) return state.levels?.[state.turn] && !state.setup.wrong.length && !laidAgain(state) ? level(state, helped) : setup(state, helped);
  if (state.to_remove.length) {
    return card("calm", t("Beaten cubes leave the board"), helped.carries ? null : t("Take off: {squares}.", { squares: state.to_remove.join(", ") }));
  }
  if (lagging(state)) return following(state, helped);
  const due = read(state.position).due[0];
  if (due) return dueCard(state, due);
  if (isMukYan(state.turn, state) && (state.muk_yan || state.awaits_roll)) return mukYan(state, helped);
  if (state.levels?.[state.turn]) return level(state, helped);
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

function violation(state, { putBack }) {
  const { violation: told } = state;
  const first = state.to_restore ?? told.restore[0];
  const more = told.restore.length - 1;
  return card(
    "bad",
    t("Not so fast"),
    sayByCode(told, told.text),
    [puttingBack(putBack), orTheBoardIsRight(told.restore.length), showMe(told, sayByCode(told, told.text)), why(told.rule)],
    first ? h("p.todo", {}, say(first.words)) : null,
    more > 0 ? h("p.hint", {}, more === 1 ? t("Then one more cube.") : t("Then {count} more cubes.", { count: more })) : null,
  );
}

const puttingBack = (putBack) => (putBack ? h("button.main", { "data-key": "put-back", onclick: putBack }, t("Put it back")) : null);

/** One tap takes a cube's place; a whole other board is asked about first. */
const orTheBoardIsRight = (count = 1) => [
  h("button.plain", { onclick: async () => (count < 2 || (await confirmed(count))) && attempt(() => decide("accept")) }, byCode("answer-board")),
];

const confirmed = (count) =>
  confirm(
    t("Go on from this board?"),
    t("{count} cubes do not stand where the game has them. The game goes on from what lies there now.", { count }),
    byCode("answer-board"),
  );

function following(state, { putBack }) {
  return card(
    "follow",
    t("The board is not up to date yet"),
    null,
    [puttingBack(putBack), orTheBoardIsRight()],
    h("p.todo", {}, say(state.to_restore.words)),
  );
}

const layingOut = (layOut) => (layOut ? [h("button.main", { "data-key": "lay", onclick: layOut }, t("Lay the cubes out"))] : []);

const laying = ({ layOut }) => card("calm", modeName("free"), null, layingOut(layOut));

export const optionWords = (option, words) => (/^[HMK]$/.test(option) ? [sign(option), ElementName(option)] : optionText(option, words));

function question(state) {
  const { question: asked } = state;
  if (asked.code === "what-stands") {
    const [square] = asked.squares;
    return card("ask", sayByCode(asked, asked.question), null, [], standing(square, asked.options, asked.t, answerStanding(square)));
  }
  const words = sayByCode(asked, asked.question);
  return card("ask", words, null, [
    ...asked.options.map((option, index) =>
      h("button.big", { onclick: () => attempt(() => decide("answer", { option })) }, optionWords(option, asked.options_words[index])),
    ),
    showMe(asked, words),
  ]);
}

/** Before the first move cubes were taken off once more (RULES 3.1). */
const laidAgain = (state) => state.mode !== "mindlock" && !read(state.position).setup;

/** Where the next cube may go (RULES 3.1): those of the side that places now stand first. */
export function nextHomes({ setup: { missing }, turn }) {
  const other = missing.findIndex((each) => each.cube[0] !== turn[0]);
  return missing.slice(0, other < 0 ? missing.length : other).map((each) => each.to);
}

function setup(state, { layOut, laid }) {
  const { missing, wrong } = state.setup;
  if (laid) return card("calm", t("Set-up"), t("Almost done: let the camera look."));
  const squares = nextHomes(state);
  if (wrong.length > 1 && read(state.position).setup) {
    return card("calm", t("Set-up"), t("Cubes of an earlier game stand on the board: take them off, or put them on their homes."), layingOut(layOut));
  }
  if (wrong.length) return card("bad", t("Set-up"), null, layingOut(layOut), h("p.todo", {}, say(wrong[0].words)));
  const exact = missing.find((each) => !each.cube.includes("???"));
  if (exact) return card("calm", t("Set-up"), null, layingOut(layOut), h("p.todo", {}, say(exact.words)));
  if (!missing.length) return card("calm", t("Set-up"), t("Almost done: let the camera look."));
  if (!squares.length || laidAgain(state)) {
    const places = missing.map((each) => each.to).join(", ");
    return card("calm", t("Set-up"), t("Cubes are still missing on {squares}, any way up.", { squares: places }), layingOut(layOut));
  }
  const words = { name: who(state.turn, state), square: squares[0], squares: squares.join(", ") };
  const text =
    squares.length === 1
      ? t("{name} puts a cube on {square}, any way up.", words)
      : t("{name} puts a cube on one of {squares}, any way up.", words);
  return card("calm", t("Set-up"), text, layingOut(layOut), layOut ? h("p.hint", {}, t("Or tap a home on the board.")) : null);
}

/** The rule that lets somebody play again. */
const REPLAYS = "3.6";

function replay(state) {
  return card("calm", t("Play again?"), t("{name} may play once more, or leave it at that.", { name: who(state.turn, state) }), [
    h("button.big", { onclick: () => attempt(() => decide("end_turn")) }, t("Leave it at that")),
    why(REPLAYS),
  ]);
}

/** What is awaited in the tray, where the camera watches one. */
export function diceWords(awaited) {
  if (awaited === "rolling") return t("The spare cubes are being thrown.");
  if (awaited === "unread") return t("I cannot read the spare cubes: throw again, or lay them flat, apart and wholly in the tray. You can also say what they show.");
  return t("Throw the two spare cubes into the tray: the camera reads them.");
}

export function mukYan(state, { carries } = {}) {
  const told = state.muk_yan;
  if (!told) {
    const text = state.dice ? diceWords(state.dice) : t("Roll the two spare cubes, or let this phone roll.");
    return card("calm", t("Muk Yan's roll"), text, [
      h("a.button.main", { href: "/mukyan" }, t("Roll")),
    ]);
  }
  return card(
    "calm mukyan".replace(" ", "."),
    told.action ? t("Muk Yan: {action}", { action: actionName(told.action) }) : byCode("muk-yan-passes"),
    null,
    [h("a.button.plain", { href: "/mukyan" }, t("His list"))],
    h("p.dice", {}, h("span.die-b", {}, sign(told.roll[0])), h("span.die-w", {}, sign(told.roll[1]))),
    told.action ? h("p.todo", {}, carries ? sentence(say(told.move_words)) : t("Do it for him: {move}.", { move: say(told.move_words) })) : null,
  );
}

/** What a level wants done for it: a tilt, a rotation, in set-up a cube. */
function level(state, { carries }) {
  const { opponent: told } = state;
  if (!told) return card("calm.level.thinks", byLevel(state), null);
  const turns = !carries && told.move.includes(">P");
  return card(
    "calm.level",
    byLevel(state),
    carries ? null : t("Do it on the board: the companion sees when it is done."),
    // A quarter turn of a cube without a sign may be seen by nobody.
    turns ? [h("button.plain", { onclick: () => attempt(() => decide("move", { move: told.move })) }, t("It is done"))] : [],
  );
}

/** A level's turn was carried out, and a person's begins. */
function done(state) {
  const order = FACTS.orders[state.mode] ?? [];
  const before = order[(order.indexOf(state.turn) + order.length - 1) % order.length];
  if (!state.levels?.[before] || !state.moves || state.replay) return null;
  return card("calm.done", t("Done: your turn."), null);
}

let options = { of: null, moves: [], words: [] };
let asked = { of: null, answer: null };
/** A position of one game: what may be played at it in another one is another thing. */
const momentOf = (state) => `${state.game} ${state.position}`;
let redraw = () => {};
export const onOptions = (callback) => (redraw = callback);

/** The moves that may be played now, asked for once for each position, and again where no answer came. */
export async function movesNow(state) {
  const of = momentOf(state);
  if (options.of === of) return options.moves;
  if (asked.of !== of) asked = { of, answer: get("/api/v1/legal") };
  const { answer } = asked;
  try {
    const told = await answer;
    if (asked.answer === answer) options = { of, moves: told.moves, words: told.moves_words };
    return told.moves;
  } finally {
    if (asked.answer === answer) asked = { of: null, answer: null };
  }
}

/** Asks for them, and draws the page with them. */
function askMoves(state) {
  chosenTile = chosenCube = null;
  movesNow(state).then(() => redraw(), () => {});
}

let chosenTile = null;
/** The cube that a chosen tile makes stand another way. */
let chosenCube = null;

function choose(tile, square = null) {
  chosenTile = tile;
  chosenCube = square;
  redraw();
}

const tileMoves = (tile) => options.moves.filter((move) => move.startsWith(`C-${tile}@`));

/** Squares on which the chosen tile can be used now; none while no tile is chosen. */
export const tileTargets = () =>
  chosenTile && !chosenCube && live.state && momentOf(live.state) === options.of
    ? [...new Set(tileMoves(chosenTile).map((move) => move.split("@")[1].slice(0, 2)))]
    : [];

/** Whether a tap on that square says where the chosen tile goes. */
export function tapForTile(square) {
  if (!tileTargets().includes(square)) return false;
  const [move, ...others] = tileMoves(chosenTile).filter((each) => each.split("@")[1].slice(0, 2) === square);
  if (others.length) choose(chosenTile, square);
  else {
    choose(null);
    attempt(() => decide("move", { move }));
  }
  return true;
}

function dueCard(state, due) {
  if (options.of !== momentOf(state)) {
    askMoves(state);
    return card("ask", t("One moment"), null);
  }
  const [kind, detail] = due.split(".");
  const played = (move) => attempt(() => decide("move", { move }));
  const { moves, words } = options;
  if (kind !== "use") {
    const title = {
      mana: t("Mana: tilt one more cube"),
      impulse: t("Impulse: the cube on {square} tilts once more", { square: detail }),
      slide: t("Teleportation: the cube on {square} slides two squares", { square: detail }),
      swap: t("Transfer: the cube on {square} changes places with another", { square: detail }),
      yokai: t("Spend the Major Yokai?"),
    }[kind];
    const text = kind === "yokai" ? null : t("Do it on the board, or say it here.");
    return card("ask", title, text, moves.map((move, index) => h("button.big", { onclick: () => played(move) }, capital(say(words[index])))));
  }
  const mine = handOf(state.game, detail);
  const tiles = usable(moves).filter((tile) => !mine.length || mine.includes(tile));
  return tileCard(state, detail, tiles, h("button.plain", { onclick: () => played("C-none") }, t("Not now")));
}

const usable = (moves) => [...new Set(moves.map((move) => /^C-([a-z]{2})(?![a-z])/.exec(move)?.[1]).filter(Boolean))];

/** A challenge's tiles are used whenever one likes (RULES 7.4): nothing asks for them. */
function heldTiles(state) {
  if (state.mode !== "mindlock" || !read(state.position).hands?.startsWith("w.")) return null;
  if (options.of !== momentOf(state)) {
    askMoves(state);
    return null;
  }
  const tiles = usable(options.moves);
  return tiles.length ? tileCard(state, "w", tiles) : null;
}

function tileCard(state, side, tiles, ...others) {
  const { moves } = options;
  const played = (move) => attempt(() => decide("move", { move }));
  if (chosenTile && tiles.includes(chosenTile)) {
    const ways = chosenCube ? tileMoves(chosenTile).filter((move) => move.includes(`@${chosenCube}=`)) : [];
    const title = [tileIcon(chosenTile), " ", tileName(chosenTile)];
    if (ways.length) {
      return card("ask", title, t("How does the cube on {square} stand then?", { square: chosenCube }), [
        ...ways.map((move) => way(move.split("=")[1], () => played(move))),
        h("button.plain", { onclick: () => choose(chosenTile) }, t("Back")),
      ]);
    }
    const text = TERRAIN.includes(chosenTile) ? t("On which square does it lie? Tap it on the board.") : t("Which cube? Tap it on the board.");
    return card("ask", title, text, [h("button.plain", { onclick: () => choose(null) }, t("Back"))]);
  }
  return card("ask", t("{name} may use a tile", { name: who(side, state) }), null, [
    ...tiles.map((tile) =>
      h(
        "button.tile",
        { onclick: () => (moves.includes(`C-${tile}`) ? played(`C-${tile}`) : choose(tile)) },
        tileIcon(tile),
        h("span", {}, h("strong", {}, tileName(tile)), h("small", {}, tileTold(tile))),
      ),
    ),
    ...others,
  ]);
}

/** A way that a cube can stand: its top large, what shows along the row small. */
export const way = (faces, onclick) =>
  h("button.small.plain", { onclick, "aria-label": `${ElementName(faces[0])}, ${ElementName(faces[1])}` }, sign(faces[0]), sign(faces[1], "little"));
