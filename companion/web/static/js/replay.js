// A moment, looked at: the board before, the hand, the board after; picture by picture, slowly, with what was read.
import { get, post, session } from "./api.js";
import { fetched } from "./asking.js";
import { askPin, attempt, confirm, show as showWindow } from "./dialogs.js";
import { h, newId, put, toggle } from "./dom.js";
import { icon } from "./icons.js";
import { svg } from "./svg.js";
import { language, t } from "./words.js";

const release = document.documentElement.dataset.version;
document.head.append(h("link", { rel: "stylesheet", href: `/static/${release}/css/replay.css` }));

/** How much slower than it was. */
const SLOWLY = 4;
/** Milliseconds that a picture stands at most, where the board lay still. */
const LONGEST = 400;
/** Milliseconds after which what came later is there too. */
const LATER = 2600;
/** Pictures that are fetched at the same time. */
const AT_ONCE = 3;

const seconds = (number) => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(number);

/** For who has the PIN, or gives it now. */
export async function open(game, moment, title) {
  if (session.mayChange || (await askPin())) await attempt(() => replay(game, moment, title));
}

/** Raises what the table says where there are no pictures. */
async function replay(game, moment, title) {
  const address = `/api/v1/games/${game}/moments/${moment}`;
  let told = await get(address);
  const pictures = new Map();
  let place = told.hand ?? told.after;
  let timer = null;
  let there = true;
  let slowly = true;
  let read = false;

  const [wide, high] = told.shots[0].size;
  const image = h("img", { alt: "", width: wide, height: high });
  const over = h("div.over");
  const said = h("p.now", { role: "status" });
  const id = newId("shot");
  const slider = h("input", { type: "range", id, min: 0, max: told.shots.length - 1, value: place, oninput: () => (stop(), to(Number(slider.value))) });
  const playing = h("button.small.plain.stepper", { onclick: () => (timer ? stop() : start()) });
  const keeping = h("div");
  // Made once: none is another one under a finger while it is played.
  const parts = [["before", t("Before")], ["hand", t("The hand")], ["after", t("After")]].map(([name, label]) =>
    h("button.small.plain", { "data-key": name, onclick: () => (stop(), to(told[name])) }, label),
  );
  const stages = h("div.stages", { role: "group", "aria-label": t("Which part") }, parts);
  const stepper = (name, label, count) => h("button.small.plain.stepper", { "aria-label": label, onclick: () => (stop(), to(place + count)) }, icon(name));

  /** The picture, as soon as it is there; the same answer to whoever asks meanwhile. */
  function picture(shot) {
    if (!pictures.has(shot)) {
      const wanted = fetched(`/api/v1/games/${game}/shots/${shot}.jpg`).then(async (answer) => (answer.ok ? URL.createObjectURL(await answer.blob()) : null));
      pictures.set(shot, wanted.catch(() => null));
      wanted.catch(() => pictures.delete(shot));
    }
    return pictures.get(shot);
  }

  async function to(wanted) {
    place = Math.max(0, Math.min(told.shots.length - 1, wanted));
    const mine = place;
    const shot = told.shots[mine];
    slider.value = mine;
    const since = seconds(shot.t - told.t);
    const words = t("Picture {number} of {count}, {seconds} s", { number: mine + 1, count: told.shots.length, seconds: since });
    said.textContent = words;
    slider.setAttribute("aria-valuetext", words);
    image.alt = words;
    drawStages();
    drawRead();
    const source = await picture(shot.shot);
    if (there && place === mine && source) {
      [image.width, image.height] = shot.size;
      image.src = source;
      image.dataset.place = mine;
    }
  }

  function drawRead() {
    const shot = told.shots[place];
    over.replaceChildren(...(read ? [outlines(told.readings[shot.reading], shot.size)] : []));
  }

  function drawStages() {
    for (const button of parts) {
      const at = told[button.dataset.key];
      button.disabled = at === null;
      button.setAttribute("aria-pressed", String(at === place));
    }
  }

  function start() {
    if (place === told.shots.length - 1) to(0);
    const next = async () => {
      const last = told.shots.length - 1;
      if (!there || place >= last) return stop();
      const apart = Math.min(LONGEST, 1000 * (told.shots[place + 1].t - told.shots[place].t));
      await picture(told.shots[place + 1].shot);
      if (!there || timer === null) return undefined;
      timer = setTimeout(() => (to(place + 1), next()), apart * (slowly ? SLOWLY : 1));
      return undefined;
    };
    timer = 1;
    next();
    drawPlaying();
  }
  function stop() {
    clearTimeout(timer);
    timer = null;
    drawPlaying();
  }
  function drawPlaying() {
    playing.replaceChildren(icon(timer ? "pause" : "play"));
    playing.setAttribute("aria-label", timer ? t("Stop here") : t("Play it"));
  }

  function drawKeeping() {
    put(
      keeping,
      toggle("keep-moment", t("Keep these pictures"), told.kept, async (yes) => {
        if (await attempt(() => post(`${address}/keep`, { keep: yes }))) told.kept = yes;
        drawKeeping();
      }, t("They stay when others go for want of room.")),
      h("div.buttons", {}, h("button.plain", { "data-key": "delete-moment", onclick: forget }, t("Delete these pictures"))),
    );
  }

  async function forget() {
    if (!(await confirm(t("Delete these pictures?"), t("The game stays as it is; the pictures of this moment are gone for everybody."), t("Delete")))) return;
    // What is under way still comes: afterwards there is nothing to be asked for.
    there = false;
    await Promise.all(pictures.values());
    if (await attempt(() => post(`${address}/delete`), t("The pictures are deleted."))) dialog.close();
    else there = true;
  }

  /** A little later there is more of what was just said. */
  async function more() {
    const now = await get(address).catch(() => null);
    if (!there || !now || now.shots.length <= told.shots.length) return;
    const here = told.shots[place].shot;
    told = now;
    slider.max = told.shots.length - 1;
    const at = told.shots.findIndex((each) => each.shot === here);
    if (!timer) to(at < 0 ? (told.hand ?? told.after) : at);
    fetchAll();
  }

  async function fetchAll() {
    const waiting = told.shots.map((each) => each.shot);
    const one = async () => {
      while (there && waiting.length) await picture(waiting.shift());
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }

  drawPlaying();
  drawKeeping();
  const dialog = showWindow(
    t("Show me"),
    title ? h("p.hint", {}, title) : null,
    h("figure.replay", {}, image, over),
    said,
    stages,
    h("label.hidden", { htmlFor: id }, t("Step through the pictures")),
    slider,
    h("div.stepping", {}, stepper("back", t("Back"), -1), playing, stepper("on", t("On"), 1)),
    toggle("slowly", t("Slowly"), slowly, (yes) => (slowly = yes)),
    toggle("read", t("What was read"), read, (yes) => ((read = yes), drawRead())),
    keeping,
  );
  dialog.classList.add("replaying");
  const later = setTimeout(more, LATER);
  dialog.addEventListener("close", async () => {
    there = false;
    clearTimeout(timer);
    clearTimeout(later);
    for (const each of pictures.values()) URL.revokeObjectURL(await each);
  });
  await to(place);
  fetchAll();
}

/** Outlines with a word each; what is not sure is dashed and has a question mark: never by colour alone. */
function outlines(marks, [wide, high]) {
  return svg(
    "svg",
    { viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" },
    marks.map(({ outline, words, sure }) => {
      const points = outline.map(([x, y]) => [x * wide, y * high]);
      const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
      return [
        svg("polygon", { class: sure ? "sure" : "unsure", points: points.map((point) => point.join(",")).join(" ") }),
        words ? svg("text", { x: middle[0], y: middle[1], "font-size": wide / 32 }, sure ? words : `${words}?`) : null,
      ];
    }),
  );
}
