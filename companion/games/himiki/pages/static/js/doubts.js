// Squares that are not plain: by their right name and place, in sentences that people can act on.
import { FACTS } from "./facts.js";
import { live, watch } from "./live.js";
import { byCode, t } from "./words.js";

/** Squares named in one sentence: who sees more of them looks at the board. */
const MOST = FACTS.most_named;

/** A sentence for each reason. */
export function doubtSentences(doubts) {
  const told = [];
  for (const reason of FACTS.doubts) {
    const squares = doubts.filter((each) => each.reason === reason).map((each) => each.square);
    if (squares.length) told.push(byCode(`doubt-${reason}`, { squares: named(squares) }));
  }
  return told;
}

/** Those that are named in a sentence: of many, the first of each reason. */
export const isNamed = (doubt, doubts) => {
  const alike = doubts.filter((each) => each.reason === doubt.reason);
  return alike.length <= MOST || alike.indexOf(doubt) < MOST - 1;
};

function named(squares) {
  if (squares.length <= MOST) return squares.join(", ");
  const first = squares.slice(0, MOST - 1);
  return byCode("doubt-more", { squares: first.join(", "), count: squares.length - first.length });
}

/** Of a `doubt` event what is to be spoken: each doubt once, until all of them are over. */
export function doubtAloud({ squares, reasons, known = [] }) {
  const doubts = squares.map((square, index) => ({ square, reason: reasons[index] }));
  const fresh = doubts.filter((each) => FACTS.aloud.includes(each.reason) && !known.includes(each.square + each.reason));
  return doubtSentences(fresh).join(" ");
}

/** What lasts now, without the square that a question is about: its card says it. */
export const openDoubts = (state) =>
  state.board ? (state.doubts ?? []).filter((each) => !state.question?.squares?.includes(each.square)) : [];

/** Whether people may say what stands there. */
export const isDoubtful = (square) => Boolean(live.state?.doubts?.some((each) => each.square === square));

/** Calls back with the doubts, and whenever they are others; returns how to stop. */
export function follow(say) {
  let last = "";
  return watch((state) => {
    const doubts = openDoubts(state);
    const text = JSON.stringify(doubts);
    if (text === last) return;
    last = text;
    say(doubts);
  });
}

/** Below the board of a page that can be tapped. */
export function doubtLines(doubts) {
  const told = doubtSentences(doubts);
  if (!told.length) return "";
  // Cubes that are in nobody's place have no answer, nor has a board with a hand all over it.
  const sayable = doubts.filter((each) => !["between", "tipped"].includes(each.reason));
  if (!sayable.length || sayable.filter((each) => each.reason === "covered").length > MOST) return told.join(" ");
  const { square } = sayable[0];
  const only = doubts.every((each) => each.reason === "unlike");
  told.push(only ? t("Tap {square} and say what stands there.", { square }) : t("Or tap {square} and say what stands there.", { square }));
  return told.join(" ");
}
