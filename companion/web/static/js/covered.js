// A hand over the board: said quietly, and only when it stays.
import { live, watch } from "./live.js";
import { t } from "./words.js";

const STAYS = 1500;

/** Calls back with the line to show, empty once the camera sees everything; returns how to stop. */
export function covered(say) {
  let timer = null;
  let said = false;
  const stop = watch((state) => {
    const clear = state.clear || !state.board;
    if (clear) {
      clearTimeout(timer);
      timer = null;
      if (said) say("");
      said = false;
    } else if (!timer) {
      timer = setTimeout(() => {
        said = live.state && !live.state.clear;
        if (said) say(t("Something covers the board: the camera waits."));
      }, STAYS);
    }
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
