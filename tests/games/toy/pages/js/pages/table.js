// A heap, as it stands.
import { h } from "../dom.js";
import { watch } from "../live.js";

export function show(main, { title }) {
  const heap = h("p.now");
  main.append(h("h1", {}, title), heap);
  return watch((state) => (heap.textContent = state.position));
}
