// The tiles as they are learnt: their names and drawings, what is asked for, what was seen of them.
import { tileName } from "./telling.js";
import { picture, words } from "./tiles.js";
import { t } from "./words.js";

const BACK = "back";

export const pieceName = (code) => (code === BACK ? t("face down") : tileName(code));
export const pieceShown = (code) => picture(code);

export const pieces = () => ({
  first: {
    title: t("Aim at the empty board"),
    text: t("Take all tiles off. The whole board has to be in the picture, with room around it: no hand, no shadow across it."),
    take: t("The board is empty: take the picture"),
    lay: t("Clear the drawn board"),
  },
  side: t("Where in the picture is row 1, where Regality sits?"),
  set: (name, count) => ({
    title: t("Lay out these {count} tiles", { count }),
    text: name === "set-1" ? t("In rows as drawn, a finger apart, upright as you see them in the picture below: on the board, beside it or without it. The last one lies face down.") : t("Take the others away and lay out these in the same way. The blank tile stays in the box."),
  }),
  lay: t("Lay the drawn tiles like this"),
  trial: { text: t("Lay tiles on the board: below stands what I see."), lay: t("Lay drawn tiles on the board") },
});

/** What was read, a line each. */
export const seen = (sight) =>
  (sight.tiles ?? []).map((each) => (each.down || (each.tile && each.ally) ? words(each.square, { code: each.tile, down: each.down, ally: each.ally }) : t("{square}: not known", { square: each.square })));
