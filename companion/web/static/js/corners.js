// Four rings that are dragged over a picture, with a magnifier beside the finger.
import { h } from "./dom.js";
import { t } from "./words.js";

const ZOOM = 3;
const GLASS = 65;

/** A picture of that size with squares drawn between four corners: `columns` of them from the first to the second. */
export function gridOver(points, [width, height], address, [columns, rows]) {
  const lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  lines.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const at = spread(points);
  const line = (from, to) => `M${at(...from).join(" ")}L${at(...to).join(" ")}`;
  path.setAttribute(
    "d",
    [
      ...Array.from({ length: columns + 1 }, (_, x) => line([x / columns, 0], [x / columns, 1])),
      ...Array.from({ length: rows + 1 }, (_, y) => line([0, y / rows], [1, y / rows])),
    ].join(""),
  );
  lines.append(path);
  return h("span.gridded", { "aria-hidden": "true" }, h("img", { src: address, alt: "" }), lines);
}

/** Where a place of the unit square lies between four corners, seen as slantwise as they are. */
function spread([a, b, c, d]) {
  const [dx1, dy1] = [b[0] - c[0], b[1] - c[1]];
  const [dx2, dy2] = [d[0] - c[0], d[1] - c[1]];
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const all = dx1 * dy2 - dx2 * dy1;
  const [g, k] = [(sx * dy2 - dx2 * sy) / all, (dx1 * sy - sx * dy1) / all];
  return (u, v) =>
    [0, 1].map((i) => (a[i] + (b[i] - a[i] + g * b[i]) * u + (d[i] - a[i] + k * d[i]) * v) / (1 + g * u + k * v));
}

/** `points` are pixels of a picture of that size, and follow the rings; `address` is the picture's. */
export function cornersPicker(points, [width, height], address, alt) {
  const image = h("img", { src: address, alt, draggable: false });
  const glass = h("div.glass", { hidden: true, "aria-hidden": "true" });
  const outline = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  outline.setAttribute("viewBox", `0 0 ${width} ${height}`);
  outline.setAttribute("class", "outline");
  outline.setAttribute("aria-hidden", "true");
  const polygon = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
  outline.append(polygon);
  const rings = points.map((point, index) => {
    const ring = h("button.ring", {
      type: "button",
      "aria-label": t("Corner {number}", { number: index + 1 }),
      onkeydown: (event) => {
        const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (!by) return;
        event.preventDefault();
        const far = event.shiftKey ? 10 : 1;
        move(index, point[0] + by[0] * far, point[1] + by[1] * far);
      },
      onblur: () => (glass.hidden = true),
      onpointerdown: (event) => {
        ring.setPointerCapture(event.pointerId);
        ring.dataset.held = "1";
        magnify(index);
      },
      onpointermove: (event) => {
        if (!ring.dataset.held) return;
        const box = image.getBoundingClientRect();
        move(index, ((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height);
      },
      onpointerup: () => {
        delete ring.dataset.held;
        glass.hidden = true;
      },
    });
    return ring;
  });

  function move(index, x, y) {
    points[index][0] = Math.min(width, Math.max(0, x));
    points[index][1] = Math.min(height, Math.max(0, y));
    draw();
    magnify(index);
  }

  function draw() {
    rings.forEach((ring, index) => {
      ring.style.left = `${(points[index][0] / width) * 100}%`;
      ring.style.top = `${(points[index][1] / height) * 100}%`;
    });
    polygon.setAttribute("points", points.map((each) => each.join(",")).join(" "));
  }

  function magnify(index) {
    const [x, y] = points[index];
    const scale = (image.getBoundingClientRect().width / width) * ZOOM;
    glass.hidden = false;
    glass.style.backgroundImage = `url("${address}")`;
    glass.style.backgroundSize = `${width * scale}px ${height * scale}px`;
    glass.style.backgroundPosition = `${GLASS - x * scale}px ${GLASS - y * scale}px`;
    // On the other side, so that no finger covers it.
    glass.style.left = x < width / 2 ? "auto" : ".4rem";
    glass.style.right = x < width / 2 ? ".4rem" : "auto";
  }

  draw();
  return h("div.corners", {}, image, outline, glass, rings);
}
