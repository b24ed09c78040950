// Small charts, drawn: a line with its range, columns, bars. What they show stands beside them in words.
import { h } from "../dom.js";
import { svg } from "../svg.js";

const WIDE = 440;
const HIGH = 150;
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 8, 12, 22];

const place = (index, count) => LEFT + ((WIDE - LEFT - RIGHT) * (index + 0.5)) / Math.max(1, count);

function frame(label, ...inside) {
  return svg("svg", { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label }, inside);
}

const scale = (least, most) => (value) => TOP + (HIGH - TOP - BOTTOM) * (1 - (value - least) / (most - least || 1));

const marks = (values, y, told) =>
  values.map((value) => [
    svg("path", { class: "rule", d: `M${LEFT} ${y(value)}H${WIDE - RIGHT}` }),
    svg("text", { class: "mark", x: LEFT - 6, y: y(value) + 5 }, told(value)),
  ]);

const ends = (first, last) => [
  svg("text", { class: "mark begin", x: LEFT, y: HIGH - 5 }, first),
  last === first ? null : svg("text", { class: "mark", x: WIDE - RIGHT, y: HIGH - 5 }, last),
];

/** `points`: {value, low, high}, from the oldest to the newest. */
export function lineWithRange(label, points, told, [first, last]) {
  const least = Math.min(...points.map((each) => each.low));
  const most = Math.max(...points.map((each) => each.high));
  const y = scale(least, most);
  const x = (index) => place(index, points.length);
  const way = (key) => points.map((each, index) => `${x(index)} ${y(each[key])}`);
  return frame(
    label,
    marks([least, (least + most) / 2, most], y, told),
    svg("path", { class: "range", d: `M${way("low").join("L")}L${way("high").toReversed().join("L")}Z` }),
    svg("path", { class: "line", d: `M${way("value").join("L")}` }),
    points.map((each, index) => svg("circle", { class: "point", cx: x(index), cy: y(each.value), r: 4 })),
    ends(first, last),
  );
}

/** Up or down from the middle line: `values`, of which null is left out; what is below nought is told by form too. */
export function columns(label, values, told, [first, last]) {
  const known = values.filter((each) => each !== null);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const y = scale(least, most);
  const broad = Math.min(22, ((WIDE - LEFT - RIGHT) / values.length) * 0.7);
  return frame(
    label,
    marks([...new Set([least, 0, most])], y, told),
    values.map((value, index) => {
      if (value === null) return null;
      const [high, low] = [y(Math.max(0, value)), y(Math.min(0, value))];
      return svg("rect", { class: value < 0 ? "lost" : "won", x: place(index, values.length) - broad / 2, y: high, width: broad, height: Math.max(2, low - high), rx: 2 });
    }),
    ends(first, last),
  );
}

/** Rows of a name, a bar of a share, and words. */
export const bars = (rows) =>
  h(
    "ul.bars",
    {},
    rows.map(({ name, share, words }) =>
      h("li", {}, h("span", {}, name), h("meter", { min: 0, max: 1, value: share, "aria-hidden": "true" }), h("span", {}, words)),
    ),
  );
