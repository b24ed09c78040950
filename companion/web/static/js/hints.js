// What is wrong with the camera's picture, and what to do: by the codes that the table tells.
import { t } from "./words.js";

const WORDS = () => ({
  dark: t("It is too dark: switch a lamp on."),
  bright: t("It is too bright: dim the lamp or turn it away."),
  glare: t("A lamp is mirrored in the picture: move it to the side until no white spot is left."),
  blurred: t("The picture is blurred: clean or focus the camera."),
  cut: t("The board is cut off: move the camera or the board."),
  moved: t("The camera or the board has moved since the picture of the empty board: put it back as it was until this goes away, or start over."),
  hidden: t("The board is not seen where it was in the picture of the empty board: take away what covers it. If the camera or the board was moved, put it back or start over."),
  unseen: t("The whole board is not seen: it is cut off, too small, or something lies on it."),
});

/** In the dark everything looks blurred too: one thing after the other. */
export const hintsWords = (hints) =>
  hints.filter((hint) => hint !== "blurred" || !hints.includes("dark")).map((hint) => WORDS()[hint] ?? hint);
