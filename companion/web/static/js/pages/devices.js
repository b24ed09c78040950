// The phones that were let in: what each is called, when it was last here, and how it is turned out.
import { get, post, session } from "../api.js";
import { askPin, attempt, confirm, note } from "../dialogs.js";
import { h, put } from "../dom.js";
import { language, t } from "../words.js";

const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 days ago", in the reader's language. */
function ago(seconds) {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? [];
  if (!unit) return t("just now");
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(seconds / size), unit);
}

export function show(main, { title }) {
  const list = h("section.panel");
  let stopped = false;

  main.append(h("h1", {}, title), h("p.lead", {}, t("These may change things at this table. Whoever is forgotten needs the PIN again.")), list);

  async function draw() {
    if (!session.mayChange) {
      return put(
        list,
        h("p", {}, t("Everybody at home may watch. Changing anything needs the PIN.")),
        h("button.main", { onclick: async () => (await askPin()) && draw() }, t("Enter the PIN")),
      );
    }
    const told = await get("/api/v1/devices").catch(() => null);
    if (!told || stopped) return undefined;
    const now = Date.now() / 1000;
    return put(list, h("ul.devices", {}, told.devices.map((each) => h("li", { "data-key": each.id }, row(each, now)))));
  }

  function row(device, now) {
    const name = device.name || t("A device without a name");
    return [
      h("strong", {}, name),
      device.own ? h("span.tag", {}, t("this one")) : null,
      h("p.hint", {}, t("Last here: {ago}", { ago: ago(now - device.seen) }), " · ", t("let in on {day}", { day: day(device.since) })),
      h(
        "div.buttons",
        {},
        h("button.plain", { "aria-label": [t("Rename"), name].join(": "), onclick: () => rename(device) }, t("Rename")),
        h("button.plain", { "aria-label": [t("Forget"), name].join(": "), onclick: () => forget(device, name) }, t("Forget")),
      ),
    ];
  }

  const day = (seconds) => new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(seconds * 1000));

  function rename(device) {
    const place = list.querySelector(`[data-key="${device.id}"]`);
    const input = h("input", { type: "text", value: device.name, maxLength: 40, required: true, "aria-label": t("What this device is called") });
    place.replaceChildren(
      h(
        "form",
        {
          onsubmit: async (event) => {
            event.preventDefault();
            await attempt(() => post(`/api/v1/devices/${device.id}/name`, { name: input.value.trim() }));
            draw();
          },
        },
        input,
        h("div.buttons", {}, h("button.plain", { type: "button", onclick: draw }, t("Cancel")), h("button.main", {}, t("Rename"))),
      ),
    );
    input.select();
  }

  async function forget(device, name) {
    if (!(await confirm(t("Forget {name}?", { name }), t("It can only watch then, until it has the PIN again."), t("Forget")))) return;
    await attempt(() => post(`/api/v1/devices/${device.id}/forget`));
    if (device.own) {
      session.mayChange = false;
      note(t("This phone only watches now."));
    }
    draw();
  }

  draw();
  return () => (stopped = true);
}
