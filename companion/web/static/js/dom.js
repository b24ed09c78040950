// Elements made in one line. Text is always text: nothing that comes from the network is read as HTML.

/** h("button.big", {onclick}, "text", child, [children]) */
export function h(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.startsWith("aria") && name !== "list" && name !== "role") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  fill(element, children);
  return element;
}

function fill(element, children) {
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces what is inside only where it differs, so that focus and screen readers are not disturbed. */
export function put(element, ...children) {
  const next = document.createElement("div");
  fill(next, children);
  staysUnfolded(element, next);
  const now = element.childNodes;
  if (now.length === next.childNodes.length) {
    let same = true;
    for (let i = 0; i < now.length && same; i++) same = now[i].isEqualNode(next.childNodes[i]);
    if (same && !next.querySelector("[data-live]")) return;
  }
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  element.replaceChildren(...next.childNodes);
  if (focused) element.querySelector(`[data-key="${focused}"]`)?.focus();
}

/** Read from the page itself: the event that tells of unfolding comes later, and a drawing may come before it. */
function staysUnfolded(element, next) {
  const shown = new Map([...element.querySelectorAll("details")].map((each) => [title(each), each.open]));
  for (const each of next.querySelectorAll("details")) each.open = shown.get(title(each)) ?? each.open;
}

const title = (details) => details.querySelector("summary").textContent;

export const link = (to, ...children) => h("a", { href: to }, ...children);

let count = 0;
export const newId = (word) => `${word}-${++count}`;

export function field(label, control, hint) {
  control.id ||= newId("field");
  return h(
    "div.field",
    {},
    h("label", { htmlFor: control.id }, label),
    control,
    hint ? h("p.hint", {}, hint) : null,
  );
}

export function choice(name, label, options, chosen, onchange) {
  return h(
    "fieldset.choice",
    {},
    h("legend", {}, label),
    h(
      "div.options",
      {},
      options.map(([value, text]) => {
        const id = newId(name);
        return [
          h("input", {
            type: "radio",
            name,
            id,
            value,
            checked: value === chosen,
            onchange: () => onchange(value),
          }),
          h("label", { htmlFor: id }, text),
        ];
      }),
    ),
  );
}

export function toggle(label, on, onchange, hint) {
  const id = newId("toggle");
  return h(
    "div.toggle",
    {},
    h("input", {
      type: "checkbox",
      role: "switch",
      id,
      checked: on,
      onchange: (event) => onchange(event.target.checked),
    }),
    h("label", { htmlFor: id }, label, hint ? h("small", {}, hint) : null),
  );
}
