// A game for a friend: a link, a picture, and words; also over plain HTTP, where browsers share and copy nothing by themselves.
import { Board } from "../board.js";
import { note, show } from "../dialogs.js";
import { h } from "../dom.js";
import { read } from "../live.js";
import { modeName } from "../signs.js";
import { say } from "../telling.js";
import { isOne, t } from "../words.js";
import { names, titled, when } from "./titles.js";

/** Pixels of the picture: what messengers show without making it smaller. */
const [WIDE, HIGH] = [1080, 1080];
const STYLED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "text-anchor"];
const GROUND = "#f6eedf";
const INK = "#241a12";
/** Of a game that is over: lacquer and gold, as its scene has it. */
const LACQUER = "#2a110a";
const GOLD = "#f5c64a";

/** Who played, how it ended, the last move, and where it can be looked through. */
function wordsOf(game, told, link, ended) {
  const moves = told.steps.filter((step) => step.event === "move");
  const last = moves.at(-1);
  return [
    `HI MI KI · ${titled(game)}`,
    ended,
    [modeName(game.mode), when(game.started), isOne(moves.length) ? t("{count} move", { count: moves.length }) : t("{count} moves", { count: moves.length })].join(" · "),
    last ? t("The last move: {move}.", { move: say(last.move_words) }) : "",
    link,
  ].filter(Boolean).join("\n");
}

/** The board as it is drawn here, with who played and the score, as a PNG; `ended`: how it ended, where that is shown. */
export async function picture(game, step, ended = "") {
  const board = new Board();
  const position = read(step.position);
  board.show(position.cubes, { land: position.land });
  board.mark({ move: step.event === "move" ? step.move : null });
  // Its styles are those of the page: it has to be in it for them to be read.
  const place = h("div.aside", { "aria-hidden": "true" }, board.element);
  document.body.append(place);
  const drawn = withStyles(board.element);
  place.remove();
  const canvas = h("canvas", { width: WIDE, height: HIGH });
  const pen = canvas.getContext("2d");
  pen.fillStyle = ended ? LACQUER : GROUND;
  pen.fillRect(0, 0, WIDE, HIGH);
  const image = h("img", { src: `data:image/svg+xml,${encodeURIComponent(drawn)}` });
  await image.decode();
  pen.drawImage(image, 60, 40, 960, 815);
  if (ended) framed(pen);
  pen.fillStyle = ended ? GOLD : INK;
  pen.textAlign = "center";
  const family = getComputedStyle(document.querySelector("h1")).fontFamily;
  written(pen, ended || names(game), 940, 58, family);
  if (ended) pen.fillStyle = GROUND;
  if (ended && game.mode !== "mindlock") written(pen, `${names(game)} · ${when(game.started)}`, 1010, 34, family);
  else written(pen, game.mode === "mindlock" ? titled(game) : `${position.score.join(" – ")} · ${when(game.started)}`, 1010, 38, family);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function framed(pen) {
  pen.strokeStyle = GOLD;
  pen.lineWidth = 6;
  pen.strokeRect(18, 18, WIDE - 36, HIGH - 36);
}

function written(pen, text, y, size, family) {
  pen.font = `700 ${size}px ${family}`;
  pen.fillText(text, WIDE / 2, y, WIDE - 80);
}

function withStyles(element) {
  const copy = element.cloneNode(true);
  const all = [...element.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((each, index) => {
    const style = getComputedStyle(all[index]);
    for (const name of STYLED) each.setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", "960");
  copy.setAttribute("height", "815");
  return new XMLSerializer().serializeToString(copy);
}

/** `ended`: the words of its end, where the whole of a finished game is handed on. */
export async function share(game, told, step, ended = "") {
  const link = `${location.origin}/games#game-${game.id}`;
  const text = wordsOf(game, told, link, ended);
  const blob = await picture(game, step, ended).catch(() => null);
  const address = blob ? URL.createObjectURL(blob) : null;
  const file = blob ? new File([blob], `himiki-${game.id}.png`, { type: "image/png" }) : null;
  const sent = { title: "HI MI KI", text, ...(file && navigator.canShare?.({ files: [file] }) ? { files: [file] } : {}) };
  const field = h("textarea", { readOnly: true, rows: 5, value: text, "aria-label": t("Words to send") });
  const dialog = show(
    t("Share"),
    address ? h("img.shared", { src: address, alt: t("The board, who played and the score, as a picture") }) : null,
    field,
    h("p.hint", {}, t("The link works in the network of this table; picture and words everywhere.")),
    h(
      "div.buttons",
      {},
      navigator.share ? h("button.main", { onclick: () => navigator.share(sent).catch(() => {}) }, t("Send…")) : null,
      h("button.plain", { onclick: () => copied(field) && note(t("Copied.")) }, t("Copy the words")),
      h("button.plain", { onclick: () => copied(field, link) && note(t("Copied.")) }, t("Copy the link")),
      address ? h("a.button.plain", { href: address, download: file.name }, t("Save the picture")) : null,
    ),
  );
  dialog.addEventListener("close", () => address && URL.revokeObjectURL(address));
}

/** Copies what stands in the field, or `only` a part of it: the old way, which needs no secure connection. */
function copied(field, only = field.value) {
  const at = field.value.indexOf(only);
  field.focus();
  field.setSelectionRange(at, at + only.length);
  return document.execCommand("copy");
}
