// What is wrong with the camera's picture, and what to do: by the codes that the table tells.
import { t } from "./words.js";

const WORDS = () => ({
  dark: t("It is too dark: switch a lamp on."),
  bright: t("It is too bright: dim the lamp or turn it away."),
  glare: t("A lamp is mirrored in the picture: move it to the side until no white spot is left."),
  blurred: t("The picture is blurred: clean or focus the camera."),
  cut: t("The board is cut off: move the camera or the board."),
  unseen: t("The whole board is not seen: it is cut off, too small, or something lies on it."),
});

/** In the dark everything looks blurred too: one thing after the other. */
export const hintsWords = (hints) =>
  hints.filter((hint) => hint !== "blurred" || !hints.includes("dark")).map((hint) => WORDS()[hint] ?? hint);
