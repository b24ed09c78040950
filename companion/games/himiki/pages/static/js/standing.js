// What stands on a square, said by people: to a question of the referee, or where it is in doubt.
import { decide, session } from "./api.js";
import { cube, svg } from "./board.js";
import { attempt, show } from "./dialogs.js";
import { h } from "./dom.js";
import { FACTS } from "./facts.js";
import { live, read } from "./live.js";
import { optionText, tell } from "./telling.js";
import { byCode, t } from "./words.js";

const NOTHING = FACTS.nothing;
const ELSE = FACTS.something_else;
/** As many answers are large: the right one is nearly always among them. */
const FIRST = 3;
/** Milliseconds for which it is said what was understood. */
const SHOWN = 20_000;

let understood = null;
let redraw = () => {};
export const onUnderstood = (callback) => (redraw = callback);

/** Answers that name a cube: colour and element on top. */
const CUBES = Object.entries(FACTS.answers)
  .map(([option, [{ values }]]) => [option, values.colour, values.element])
  .filter(([, colour]) => colour);

/** A cube as the board draws it, or an empty square. */
function face(option) {
  const found = CUBES.find(([name]) => name === option);
  const [, colour, letter] = found ?? [];
  return svg(
    "svg",
    { class: "face", viewBox: "-50 -50 100 100", "aria-hidden": "true" },
    svg("rect", { class: "square light", x: -48, y: -48, width: 96, height: 96, rx: 7 }),
    found ? cube({ colour, faces: `${letter}??` }) : null,
    option === ELSE ? svg("text", { class: "other", y: 18 }, "?") : null,
  );
}

let cut = { key: null, image: null };

/** The square cut out of the camera's picture, for those who have the PIN; fetched once for each question. */
function picture(square, since) {
  if (!session.mayChange) return null;
  const key = `${square}-${since}`;
  if (cut.key !== key) {
    if (cut.image) URL.revokeObjectURL(cut.image);
    cut = { key, image: null };
    fetch(`/api/v1/camera/square/${square}.jpg`)
      .then(async (answer) => {
        if (answer.status !== 200 || cut.key !== key) return;
        cut.image = URL.createObjectURL(await answer.blob());
        for (const place of document.querySelectorAll(`[data-cut="${key}"]`)) place.replaceChildren(shown(square));
      })
      .catch(() => {});
  }
  return h("div.cutout", { "data-cut": key }, cut.image ? shown(square) : null);
}

const shown = (square) => h("img", { alt: t("{square} as the camera sees it", { square }), src: cut.image });

/** The picture and the answers, the likeliest first. */
export function standing(square, options, since, say) {
  const rest = options.slice(FIRST);
  const button = (size) => (option) =>
    h(`button.${size}.stands`, { "data-option": option, onclick: () => say(option) }, face(option), h("span", {}, optionText(option)));
  return [
    picture(square, since),
    h("div.answers", {}, options.slice(0, FIRST).map(button("large"))),
    rest.length
      ? h("details.rest", {}, h("summary", {}, t("Other answers")), h("div.answers", {}, rest.map(button("little"))))
      : null,
  ];
}

/** What was said, what came of it, and the way back. */
async function said(square, option, decision) {
  const told = await attempt(decision);
  if (!told) return false;
  const came = told.events.map((event) => tell(event)?.text).filter(Boolean);
  understood = {
    game: live.state?.game,
    text: option === ELSE ? t("{square} stays open for now.", { square }) : `${square}: ${optionText(option)}.`,
    came: came.join(" "),
    back: option !== ELSE,
    timer: setTimeout(forget, SHOWN),
  };
  redraw();
  return true;
}

function forget() {
  clearTimeout(understood?.timer);
  understood = null;
  redraw();
}

/** The answer to a question. */
export const answerStanding = (square) => (option) => said(square, option, () => decide("answer", { option }));

/** Where nothing was asked: the sheet over the page. */
export function askStanding(square) {
  const there = read(live.state.position).cubes.find((each) => each.square === square);
  const due = CUBES.find(([, colour, letter]) => there?.colour === colour && there.faces[0] === letter)?.[0] ?? NOTHING;
  const options = [...new Set([due, NOTHING, ...CUBES.map(([name]) => name)])];
  const dialog = show(
    t("What stands on {square}?", { square }),
    standing(square, options, Date.now(), async (option) => {
      const found = CUBES.find(([name]) => name === option);
      const cubes = found ? `${square}${found[1]}${found[2]}??` : "-";
      if (await said(square, option, () => decide("seen", { squares: [square], cubes }))) dialog.close();
    }),
  );
  dialog.classList.add("sheet");
}

export function understoodCard(state) {
  if (!understood || understood.game !== state.game) return null;
  return h(
    "section.card.calm.understood",
    { "data-card": "understood", role: "status" },
    h("h2", {}, t("Understood")),
    h("p.todo", {}, understood.text),
    understood.came ? h("p", {}, understood.came) : null,
    h(
      "div.buttons",
      {},
      understood.back
        ? h("button.plain", { onclick: async () => (await attempt(() => decide("undo"), byCode("told-corrected-undo"))) && forget() }, t("Undo"))
        : null,
      h("button.plain", { onclick: forget }, t("Close")),
    ),
  );
}
