// The camera's picture as it is now, again and again, and what is told of it.
import { get } from "./api.js";
import { fetched } from "./asking.js";
import { h } from "./dom.js";

/** Seconds after which a picture that has not come is asked for anew. */
export const LOOKING = 10;
const PAUSE = 300;

/** `sight` is asked after each picture, and `told` is called with its answer; `shown` with every picture that is
    shown; while it is `busy` the camera is asked for nothing. Returns the picture, and how to stop. */
export function pictureNow(alt, { address = "/api/v1/camera/picture", sight = "/api/v1/camera", busy = () => false, shown = () => {}, told = () => {} } = {}) {
  const picture = h("img.sight", { alt });
  picture.addEventListener("load", () => shown());
  let running = true;

  async function look() {
    if (busy() || document.hidden) return;
    const answer = await fetched(address, LOOKING);
    const taken = answer.status === 200 ? await answer.blob() : null;
    if (!taken || !running) return;
    const old = picture.src;
    picture.src = URL.createObjectURL(taken);
    if (old.startsWith("blob:")) URL.revokeObjectURL(old);
    const seen = await get(sight);
    if (running) told(seen);
  }

  (async () => {
    while (running) {
      await look().catch(() => {});
      await new Promise((next) => setTimeout(next, PAUSE));
    }
  })();
  return { picture, stop: () => (running = false) };
}
