// Laying a card, step by step: pile and card with two taps, then what its ability does.
import { decide } from "./api.js";
import { attempt } from "./dialogs.js";
import { h } from "./dom.js";
import { asPosition, drawn, handOf, hands as drawnHands, verbs } from "./drawn.js";
import { FACTS } from "./facts.js";
import { hands, lay, mine } from "./hands.js";
import { live } from "./live.js";
import { cardName, colourName, sign, sketch, yokai, yokaiName } from "./signs.js";
import { standing, unseen } from "./standing.js";
import { t } from "./words.js";

const otherOf = (card, colour) => (card[0] === colour ? card[1] : card[0]);

export class Laying {
  constructor(changed) {
    this.changed = changed;
    this.forget();
  }

  forget() {
    this.pile = null;
    this.card = null;
    this.held = null;
    this.calling = false;
    this.shownFor = null;
    this.by = null;
  }

  /** The side that this phone plays now; null where it plays none. */
  side(state, position) {
    if (state.over || state.levels?.[position.turn] || position.due) return null;
    return state.hands === "dealt" && !mine().includes(position.turn) ? null : position.turn;
  }

  /** Piles that a tap means something at. */
  targets(state, position) {
    if (!this.side(state, position)) return [];
    if (this.calling) return this.sources(position).map((each) => each.colour);
    if (this.card && !this.pile) return [this.card[0], this.card[1]];
    return state.hands === "dealt" || drawn.lies ? [] : FACTS.colours;
  }

  tapPile(colour) {
    if (this.calling) return this.send(`!${colour}`);
    this.pile = colour;
    return this.next();
  }

  /** `held` is the place in the hand, for equal cards are not told apart. */
  tapCard(code, held = null) {
    const again = this.card === code && this.held === held && !this.pile;
    this.card = again ? null : code;
    this.held = again ? null : held;
    if (live.state.hands === "dealt" || drawn.lies) this.pile = null;
    return this.next();
  }

  /** Once pile and card are known: its ability, or at once. */
  next() {
    if (this.pile && this.card && !this.able()) return this.send("");
    return this.changed();
  }

  able() {
    const position = standing(drawn.lies ? asPosition(live.state) : live.state.position);
    if (this.card[2] === "c") return this.sources(position).length > 0;
    return this.card[2] === "d" && this.target(position) !== undefined;
  }

  sources(position) {
    return position.piles.filter((each) => each.colour !== this.pile && each.yokai.length > 1);
  }

  target(position) {
    const other = (this.by ?? position.turn) === "a" ? "b" : "a";
    return position.piles.find((each) => each.colour === this.pile).rows[other].at(-1);
  }

  send(ability) {
    const move = `${this.card}>${this.pile}${ability}`;
    const able = this.card.length > 2 && this.able();
    const told = drawn.lies ? verbs(move, this.by ?? live.state.turn, standing(asPosition(live.state))) : null;
    this.forget();
    // Whether an ability was left the referee asks: it was answered here already.
    this.without = told && able && !ability ? `${move.split(">")[0]}►${move.split(">")[1]}` : null;
    this.changed();
    return told ? drawnHands(told) : say(move);
  }

  /** What is asked for next; null where nothing is. */
  asks(state, position) {
    if (position.due && state.hands === "own") return this.asksForYokai(position);
    if (!this.side(state, position)) return null;
    if (this.calling) return h("section.card.ask", {}, h("h2", {}, t("Which Yokai is called to {pile}?", { pile: colourName(this.pile) })), h("p", {}, t("Tap its pile.")), h("div.kinds", {}, this.sources(position).map((each) => h("button.kind", { "data-key": `from-${each.colour}`, onclick: () => this.send(`!${each.colour}`) }, yokai(each.yokai[0]), yokaiName(each.yokai[0])))), this.leave());
    if (this.pile && this.card) return this.asksForAbility(position);
    if (this.pile) return this.asksForCard(position);
    return this.card ? h("p.now", { role: "status" }, t("{card}: tap {one} or {other}.", { card: cardName(this.card), one: colourName(this.card[0]), other: colourName(this.card[1]) })) : null;
  }

  asksForYokai(position) {
    return h(
      "section.card.ask",
      {},
      h("h2", {}, t("Turn up the top Yokai of {pile}. Which one is it?", { pile: colourName(position.due) })),
      h("div.kinds", {}, unseen(position, position.due).map((code) => h("button.kind", { "data-key": code, onclick: () => say(`reveal.${code}`) }, yokai(code), yokaiName(code)))),
    );
  }

  asksForCard() {
    const kinds = Object.keys(FACTS.copies).filter((each) => each.slice(0, 2).includes(this.pile));
    return h(
      "section.card.ask",
      {},
      h("h2", {}, t("Which card is laid at {pile}?", { pile: colourName(this.pile) })),
      h("div.kinds.three", {}, kinds.map((each) => h("button.kind", { "data-key": each, onclick: () => this.tapCard(each), "aria-label": cardName(each) }, sketch(each, this.pile), each[2] ? h("small", {}, cardName(each).split(", ")[1]) : h("small", {}, colourName(otherOf(each, this.pile)))))),
      this.leave(),
    );
  }

  asksForAbility(position) {
    const call = this.card[2] === "c";
    const moved = call ? null : this.target(position);
    return h(
      "section.card.ask",
      {},
      h("h2", {}, call ? t("Call a Yokai?") : t("Distract a Yokai?")),
      h(
        "p",
        {},
        call
          ? t("The top Yokai of another pile comes on top of {pile}, and this card counts for it.", { pile: colourName(this.pile) })
          : t("The outermost card of the other side, {card}, goes to {pile}.", { card: cardName(moved), pile: colourName(otherOf(moved, this.pile)) }),
      ),
      h(
        "div.buttons",
        {},
        h("button.main", { "data-key": "use", onclick: () => (call ? ((this.calling = true), this.changed()) : this.send("!")) }, call ? t("Call") : t("Distract")),
        h("button.plain", { "data-key": "without", onclick: () => this.send("") }, t("Without")),
        this.leave(),
      ),
    );
  }

  leave() {
    return h("button.plain.small", { "data-key": "leave", onclick: () => (this.forget(), this.changed()) }, t("Cancel"));
  }

  /** At a drawn table: the cards of whoever is on turn, and of the other player where that is asked for. */
  drawnHand(state, position) {
    if (state.over) return null;
    const side = this.other ? (position.turn === "a" ? "b" : "a") : position.turn;
    const held = handOf(side);
    const waits = position.phase === "draw" && side === position.turn && held.length <= FACTS.in_hand;
    const card = (code, index) =>
      h(
        "button.kind",
        { "data-key": `hand-${index}`, "data-card": code, "aria-pressed": String(this.held === index), onclick: () => ((this.by = side), this.tapCard(code, index)) },
        sketch(code),
        h("small", { "aria-hidden": "true" }, colourName(code[0]), h("br"), colourName(code[1])),
      );
    return h(
      "section.hand",
      { "aria-label": t("Hand of {name}", { name: this.nameOf(side) }) },
      h("h2", {}, t("Hand of {name}", { name: this.nameOf(side) })),
      // It stays where it is: the cards under it would move away from the finger.
      h("button.main.drawing", { "data-key": "draw", disabled: !waits, onclick: () => drawnHands(`draw ${side}`) }, t("Draw a card")),
      h("div.kinds", {}, held.map(card)),
      h("div.buttons", {}, h("button.plain.small", { "data-key": "other-hand", onclick: () => ((this.other = !this.other), this.forget(), this.changed()) }, t("Show the hand of {name}", { name: this.nameOf(side === "a" ? "b" : "a") }))),
    );
  }

  /** The cards of whoever is on turn, or of whoever this phone belongs to. */
  hand(state, position) {
    if (drawn.lies) return this.drawnHand(state, position);
    const sides = mine();
    if (state.hands !== "dealt" || !sides.length || state.over) return null;
    const side = sides.includes(position.turn) ? position.turn : sides[0];
    const both = sides.length > 1;
    const moment = `${state.game} ${side} ${position.deck} ${position.discard}`;
    const open = !both || this.shownFor?.startsWith(`${state.game} ${side}`);
    return h(
      "section.hand",
      { "aria-label": t("Hand of {name}", { name: this.nameOf(side) }) },
      h("h2", {}, t("Hand of {name}", { name: this.nameOf(side) })),
      open
        ? h("div.kinds", {}, (hands.held[side] ?? []).map((code, index) => h("button.kind", { "data-key": `hand-${index}`, "aria-pressed": String(this.held === index), disabled: !hands.fresh || side !== this.side(state, position), onclick: () => this.tapCard(code, index) }, sketch(code), h("small", { "aria-hidden": "true" }, colourName(code[0]), h("br"), colourName(code[1])))))
        : h("button.main", { "data-key": "uncover", onclick: () => ((this.shownFor = moment), this.changed()) }, t("Show the hand of {name}", { name: this.nameOf(side) })),
      both && open ? h("button.plain.small", { "data-key": "cover", onclick: () => ((this.shownFor = null), this.changed()) }, t("Cover it")) : null,
    );
  }

  nameOf = (side) => side;
}

/** To the table: from a hand that this phone holds, or as it was laid with real cards. */
export function say(move) {
  const { hands: kind, turn } = live.state;
  return attempt(() => (kind === "dealt" ? lay(turn, move) : decide("move", { move })));
}

export { sign };
