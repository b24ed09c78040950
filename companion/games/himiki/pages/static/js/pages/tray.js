// The tray: where Muk Yan's two spare cubes are thrown beside the board, marked in the camera's picture.
import { post } from "../api.js";
import { cornersPicker } from "../corners.js";
import { attempt } from "../dialogs.js";
import { h } from "../dom.js";
import { FACTS } from "../facts.js";
import { ElementName, sign } from "../signs.js";
import { t } from "../words.js";


/** A line about the tray, from what `/api/v1/camera` tells; empty where nothing is to be said. */
export function trayWords(sight) {
  if (!sight.size) return t("Set the camera up first; then a tray can be marked.");
  if (!sight.tray) return t("No tray is marked: Muk Yan's rolls are entered.");
  if (!sight.dice) return t("The tray is not seen while the board is not.");
  if (sight.dice.lies === "disturbed") return t("Something moves in the tray.");
  if (sight.dice.lies === "empty") return t("The tray is marked; no cube lies in it.");
  if (sight.dice.lies === "unread") return t("Two cubes cannot be read in the tray: lay them flat, apart, wholly inside.");
  const [black, white] = [FACTS.letters[sight.dice.black], FACTS.letters[sight.dice.white]];
  return [t("In the tray:"), " ", h("span.die-b", {}, sign(black)), h("span.die-w", {}, sign(white)), " ", `${ElementName(black)}, ${ElementName(white)}`];
}

/** Shows the picture with four rings inside `body`; `done` is called when it is left. */
export async function markTray(body, sight, done) {
  const answer = await attempt(() => fetch("/api/v1/camera/picture"));
  if (answer?.status !== 200) return done();
  const address = URL.createObjectURL(await answer.blob());
  const [width, height] = sight.size;
  const points = (sight.tray ?? beside(sight.corners, width, height)).map((each) => [...each]);

  function leave() {
    URL.revokeObjectURL(address);
    done();
  }

  body.replaceChildren(
    h("h2", { tabIndex: -1 }, t("Where are the spare cubes thrown?")),
    h("p", {}, t("Drag the four rings onto the corners of a place beside the grid, with room for two cubes: a box lid, or a mark on the table. It goes along when the board or the camera moves.")),
    cornersPicker(points, sight.size, address, t("The table beside the board")),
    h(
      "div.buttons",
      {},
      h("button.big", { onclick: async () => (await attempt(() => post("/api/v1/camera/tray", { corners: points }))) && leave() }, t("That is the tray")),
      sight.tray
        ? h("button.plain", { onclick: async () => (await attempt(() => post("/api/v1/camera/tray", { corners: null }))) && leave() }, t("Forget the tray"))
        : null,
      h("button.plain", { onclick: leave }, t("Leave it")),
    ),
  );
  body.querySelector("h2").focus({ preventScroll: true });
  window.scrollTo(0, 0);
  return undefined;
}

/** A first guess: on the side of the board that has most room in the picture. */
function beside(corners, width, height) {
  const around = corners.length ? corners : [[0.3, 0.7], [0.7, 0.7], [0.7, 0.3], [0.3, 0.3]].map(([x, y]) => [x * width, y * height]);
  const [left, right] = [Math.min, Math.max].map((least) => least(...around.map((each) => each[0])));
  const [top, bottom] = [Math.min, Math.max].map((least) => least(...around.map((each) => each[1])));
  const rooms = [
    [0, top, left, bottom],
    [right, top, width, bottom],
    [left, 0, right, top],
    [left, bottom, right, height],
  ];
  const size = ([x0, y0, x1, y1]) => Math.min(x1 - x0, y1 - y0);
  const [x0, y0, x1, y1] = rooms.reduce((best, each) => (size(each) > size(best) ? each : best));
  const [across, down] = [(x1 - x0) * 0.18, (y1 - y0) * 0.18];
  return [[x0 + across, y1 - down], [x1 - across, y1 - down], [x1 - across, y0 + down], [x0 + across, y0 + down]];
}
