// The board in the colours that calibration saw, so that it looks like the one on the table.
import { get } from "./api.js";

const NAMES = { dark: "--dark-zone", light: "--light-zone", black: "--black-cube", white: "--white-cube" };

let asked = null;

/** Asked for once, and once more when the board was learnt `anew`. */
export function paint(anew = false) {
  if (anew) asked = null;
  asked ??= get("/api/v1/palette").then(
    ({ colours }) => {
      for (const [name, property] of Object.entries(NAMES)) if (colours) document.documentElement.style.setProperty(property, colours[name]);
    },
    () => (asked = null),
  );
}
