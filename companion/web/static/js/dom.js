// Elements made in one line. Text is always text: nothing that comes from the network is read as HTML.

/** h("button.big", {onclick}, "text", child, [children]) */
export function h(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) listen(element, name.slice(2), value);
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

const handlers = new WeakMap();

/** One listener for each kind of event: what it calls can be handed on to an element that stays. */
export function listen(element, type, handler) {
  const own = handlers.get(element) ?? {};
  handlers.set(element, own);
  if (!(type in own)) element.addEventListener(type, (event) => own[type](event));
  own[type] = handler;
}

/** Replaces what is inside only where it differs: what has the focus, is typed, scrolled or under a finger stays. */
export function put(element, ...children) {
  const next = document.createElement("div");
  fill(next, children);
  staysUnfolded(element, next);
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  become(element, next);
  if (focused && !element.contains(document.activeElement)) element.querySelector(`[data-key="${focused}"]`)?.focus();
}

/** Nodes that show the same stay, as do containers; a control that says something else is another one. */
function become(element, next) {
  const wanted = [...next.childNodes];
  let old = element.firstChild;
  wanted.forEach((fresh, index) => {
    let same = old;
    while (same && !same.isEqualNode(fresh)) same = same.nextSibling;
    if (same) {
      while (old !== same) old = leave(old);
      handOn(old, fresh);
      old = old.nextSibling;
    } else if (old && isSameBox(old, fresh) && !wanted.slice(index + 1).some((later) => later.isEqualNode(old))) {
      become(old, fresh);
      handOnOne(old, fresh);
      old = old.nextSibling;
    } else element.insertBefore(fresh, old);
  });
  while (old) old = leave(old);
}

function leave(old) {
  const following = old.nextSibling;
  old.remove();
  return following;
}

const CONTROLS = "a, button, input, label, option, select, summary, textarea";

const isSameBox = (old, fresh) =>
  old instanceof HTMLElement && !old.matches(CONTROLS) && old.cloneNode(false).isEqualNode(fresh.cloneNode(false));

/** The page is as it was drawn anew, though it was drawn before: what it calls, what is chosen. */
function handOn(old, fresh) {
  if (!(old instanceof Element)) return;
  handOnOne(old, fresh);
  for (let index = 0; index < old.children.length; index++) handOn(old.children[index], fresh.children[index]);
}

function handOnOne(old, fresh) {
  for (const [type, handler] of Object.entries(handlers.get(fresh) ?? {})) listen(old, type, handler);
  if (!old.matches("input, select, textarea")) return;
  if (/^(checkbox|radio)$/.test(old.type)) {
    // Their value is an attribute: setting it would make them another element at the next drawing.
    old.checked = fresh.checked;
    return;
  }
  // What somebody is typing is theirs until they leave the field.
  if (old !== document.activeElement) old.value = fresh.value;
}

/** Read from the page itself: the event that tells of unfolding comes later, and a drawing may come before it. */
function staysUnfolded(element, next) {
  const shown = new Map([...element.querySelectorAll("details")].map((each) => [title(each), each.open]));
  for (const each of next.querySelectorAll("details")) each.open = shown.get(title(each)) ?? each.open;
}

const title = (details) => details.querySelector("summary").textContent;

/** What stands between backquotes is typed as it is. */
export const withCode = (text) => text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));

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
        const id = `${name}-${value}`;
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

export function toggle(id, label, on, onchange, hint) {
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
