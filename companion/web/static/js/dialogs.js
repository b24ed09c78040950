// Small windows over the page: the PIN, a question, a note that goes away by itself.
import { codeSeen, enter, get, showCode } from "./api.js";
import { h, withCode } from "./dom.js";
import { live } from "./live.js";
import { t } from "./words.js";

let asking = null;

/** Asks for the PIN; true once it is right, false when the reader would rather not. */
export function askPin() {
  asking ??= new Promise((resolve) => {
    const input = h("input.pin", {
      id: "pin",
      type: "text",
      inputMode: "numeric",
      autocomplete: "one-time-code",
      maxLength: 12,
      pattern: "[0-9]{6}([0-9]{6})?",
      required: true,
      "aria-describedby": "pin-wrong",
    });
    const wrong = h("p.wrong", { id: "pin-wrong", role: "alert" });
    const coded = h("button.plain", { type: "button", hidden: true, onclick: (event) => byCode(dialog, event.currentTarget) }, t("Without PIN: show a code to the camera"));
    // A drawn table has no camera that anything could be held under, and one that is pulled out sees nothing.
    get("/api/v1/sim").then((sim) => (coded.hidden = sim.there || live.state?.camera === false)).catch(() => {});
    const dialog = h(
      "dialog.window",
      { "aria-labelledby": "pin-title", onclose: () => finish(dialog.returnValue === "in") },
      h(
        "form",
        {
          method: "dialog",
          onsubmit: async (event) => {
            event.preventDefault();
            try {
              await enter(input.value.trim());
              dialog.close("in");
            } catch (refused) {
              wrong.textContent =
                refused.status === 401 || refused.status === 400
                  ? t("That is not this table's PIN.")
                  : refused.status === 429
                    ? t("Too many wrong PINs. Wait a little, then try again.")
                    : refused.message;
              input.select();
            }
          },
        },
        h("h2", { id: "pin-title" }, t("The table's PIN")),
        h("p", {}, withCode(t("You need it once on this phone. Phones that were let in show it under Settings, and on the table's machine `himiki pin` prints it."))),
        h("label.hidden", { htmlFor: "pin" }, t("The table's PIN")),
        input,
        wrong,
        h("div", { id: "code" }),
        coded,
        h(
          "div.buttons",
          {},
          h("button.plain", { type: "button", onclick: () => dialog.close("") }, t("Cancel")),
          h("button.main", { type: "submit" }, t("Unlock")),
        ),
      ),
    );
    function finish(done) {
      dialog.remove();
      asking = null;
      resolve(done);
    }
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });
  return asking;
}

/** This phone shows a code; when the camera has seen it, it is let in. */
async function byCode(dialog, button) {
  const place = dialog.querySelector("#code");
  button.hidden = true;
  try {
    const { ticket, qr } = await showCode();
    place.replaceChildren(
      h("img.qr", { src: `data:image/svg+xml,${encodeURIComponent(qr)}`, alt: t("QR code for the table's camera") }),
      h("p", { role: "status" }, t("Hold this phone flat under the camera, the screen up.")),
    );
    while (dialog.open) {
      if (await codeSeen(ticket)) return dialog.close("in");
      await new Promise((next) => setTimeout(next, 800));
    }
  } catch (refused) {
    place.replaceChildren(h("p.wrong", { role: "alert" }, refused.message));
    button.hidden = false;
  }
  return undefined;
}

/** A yes or a no; the safe answer has the focus. */
export function confirm(title, text, yes, no = t("Cancel")) {
  return new Promise((resolve) => {
    const dialog = h(
      "dialog.window",
      {
        "aria-labelledby": "confirm-title",
        onclose: () => {
          dialog.remove();
          resolve(dialog.returnValue === "yes");
        },
      },
      h("h2", { id: "confirm-title" }, title),
      h("p", {}, text),
      h(
        "div.buttons",
        {},
        h("button.plain", { autofocus: true, onclick: () => dialog.close("") }, no),
        h("button.main", { onclick: () => dialog.close("yes") }, yes),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A window with anything in it; returns it, to be closed. */
export function show(title, ...inside) {
  const dialog = h(
    "dialog.window",
    { "aria-label": title, onclose: () => dialog.remove() },
    h(
      "header",
      {},
      h("h2", {}, title),
      h("button.close", { "aria-label": t("Close"), onclick: () => dialog.close() }, "×"),
    ),
    inside,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

let noteTimer = null;

/** One line that everybody sees and that goes away. */
export function note(text, kind = "") {
  const place = document.getElementById("note");
  if (!place) return;
  place.textContent = text;
  place.className = `note shown ${kind}`;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => {
    place.className = "note";
    place.textContent = "";
  }, 6000);
}

/** Does something and says why where it cannot be done. */
export async function attempt(work, done) {
  try {
    const result = await work();
    if (done) note(done);
    return result;
  } catch (refused) {
    note(refused.message, "bad");
    return undefined;
  }
}
