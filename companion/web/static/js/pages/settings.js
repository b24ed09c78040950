// Of this phone: language, voice, sounds. Of the table: name, access, how the machine feels.
import { get, post, session } from "../api.js";
import { backup } from "../backup.js";
import { changeLanguage, drawTop } from "../app.js";
import { askPin, attempt, confirm, note } from "../dialogs.js";
import { choice, field, h, put, toggle, withCode } from "../dom.js";
import { lamps } from "../lamps.js";
import { chosenLook, setLook } from "../lighting.js";
import { watch } from "../live.js";
import { canSpeak, setSounds, setVoice, soundsOn, speaking } from "../voice.js";
import { byCode, language, LANGUAGES, mark, t } from "../words.js";

const decimal = (number) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(number);
const inGigabytes = (bytes) =>
  new Intl.NumberFormat(language, { style: "unit", unit: "gigabyte", maximumFractionDigits: 1 }).format(bytes / 1e9);

const inMegabytes = (bytes) =>
  new Intl.NumberFormat(language, { style: "unit", unit: "megabyte", maximumFractionDigits: 0 }).format(bytes / 1e6);

export function show(main, { title }) {
  const table = h("section.panel");
  const access = h("section.panel");
  const health = h("section.panel");
  const pictures = h("section.panel", { id: "recording" });
  const lights = h("div");
  let stopped = false;

  main.append(
    h("h1", {}, title),
    h(
      "section.panel",
      {},
      h("h2", {}, t("This phone")),
      field(
        t("Language"),
        h(
          "select",
          { onchange: (event) => changeLanguage(event.target.value) },
          Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, selected: code === language, lang: code }, name)),
        ),
      ),
      choice("look", t("Light or dark"), [["auto", t("As this phone")], ["light", t("Light")], ["dark", t("Dark")]], chosenLook(), setLook),
      canSpeak()
        ? toggle("speaks", t("Speak here"), speaking(), (on) => (setVoice(on), drawTop()), t("This phone says moves, points and what is wrong."))
        : h("p.hint", {}, t("This browser cannot speak.")),
      toggle("sounds", t("Sounds"), soundsOn(), setSounds, t("A tick for a move, low tones for what is wrong. They are heard once this page was touched.")),
    ),
    table,
    h("section.panel", {}, h("h2", {}, t("Lights")), h("p.hint", {}, t("What lights at the table show, or would show if they were wired.")), lights),
    access,
    backup(),
    pictures,
    health,
  );

  async function drawTable() {
    const told = await get("/api/v1/settings").catch(() => null);
    if (!told || stopped) return;
    const name = h("input", { type: "text", value: told.name, maxLength: 32, autocapitalize: "none", autocomplete: "off" });
    put(
      table,
      h("h2", {}, t("This table")),
      told.can_rename
        ? h(
            "form",
            {
              onsubmit: (event) => {
                event.preventDefault();
                attempt(() => post("/api/v1/settings/name", { name: event.target.querySelector("input").value.trim().toLowerCase() }), t("The table has a new name."));
              },
            },
            field(t("Name in the network"), name, t("Small letters, digits and hyphens: found as {name}.local", { name: told.name })),
            h("button.plain", {}, t("Rename")),
          )
        : [
            h("dl.facts", {}, fact(t("Name in the network"), told.name)),
            // The service has no right to rename its machine.
            h("p.hint", {}, t("To give it another name, type this on the table's Raspberry Pi:")),
            h("p", {}, h("code", {}, "sudo himiki install --name club-3")),
          ],
      told.panel
        ? h("div.buttons", {}, h("button.plain", { onclick: () => attempt(() => post("/api/v1/settings/panel_test"), t("Watch the panel.")) }, t("Try lights and buzzer")))
        : null,
    );
  }

  async function drawAccess() {
    if (!session.mayChange) {
      return put(
        access,
        h("h2", {}, t("Access")),
        h("p", {}, t("Everybody at home may watch. Changing anything needs the PIN.")),
        h("button.main", { onclick: async () => (await askPin()) && drawAccess() }, t("Enter the PIN")),
      );
    }
    const told = await get("/api/v1/access").catch(() => null);
    if (!told || stopped) return undefined;
    return put(
      access,
      h("h2", {}, t("Access")),
      h("p", {}, t("This phone may change things. Let another phone scan this:")),
      h("img.qr", { src: `data:image/svg+xml,${encodeURIComponent(told.qr)}`, alt: t("QR code with the table's address and PIN") }),
      h("dl.facts", {}, fact(t("PIN"), told.pin)),
      told.pin.length > 6 ? h("p.hint", {}, withCode(t("Somebody tried to guess it, so it is longer now. `himiki pin --new` makes a short one."))) : null,
      h("p", {}, h("a", { href: "/devices" }, t("Phones that were let in"))),
      h(
        "details",
        {},
        h("summary", {}, t("Streaming and television")),
        field(
          t("For streaming software (watch only)"),
          h("input", { type: "text", readOnly: true, value: told.overlay, onfocus: (event) => event.target.select() }),
          t("With &delay=30 at its end it shows all 30 seconds later, with &camera=1 the camera's picture instead of the drawn board."),
        ),
        field(t("For a television"), h("input", { type: "text", readOnly: true, value: told.board, onfocus: (event) => event.target.select() })),
      ),
      h(
        "div.buttons",
        {},
        h(
          "button.plain",
          {
            onclick: async () => {
              await fetch("/api/v1/session", { method: "DELETE" });
              session.mayChange = false;
              note(t("This phone only watches now."));
              drawAccess();
            },
          },
          t("Forget the PIN on this phone"),
        ),
      ),
    );
  }

  async function drawPictures() {
    const told = await get("/api/v1/recording").catch(() => null);
    if (told && !stopped) showPictures(told);
  }

  function showPictures(told) {
    const change = async (path, body, done) => showPictures((await attempt(() => post(path, body), done)) ?? told);
    const clear = async () =>
      (await confirm(t("Delete all pictures of moves?"), t("Games stay as they are; their pictures are gone for everybody, also those that somebody keeps."), t("Delete"))) &&
      change("/api/v1/recording/clear", {}, t("The pictures are deleted."));
    put(
      pictures,
      h("h2", {}, t("Pictures of moves")),
      told.there
        ? toggle(
            "records",
            t("Keep pictures of moves"),
            told.on,
            (on) => change("/api/v1/recording", { on }),
            t("Of the board alone, {seconds} seconds in memory; what belongs to a move, a violation or a question is kept with its game, for phones that know the PIN.", { seconds: told.seconds }),
          )
        : h("p.hint", {}, t("This table sees nothing, so it keeps no pictures.")),
      h("p.hint", {}, t("{used} of {room} are taken.", { used: inMegabytes(told.bytes), room: inMegabytes(told.room) })),
      h("div.buttons", {}, h("button.plain", { "data-key": "clear-pictures", onclick: clear }, t("Delete all pictures"))),
    );
  }

  async function drawHealth() {
    const told = await get("/api/v1/health").catch(() => null);
    if (!told || stopped) return;
    const known = (value, words) => (value === null || value === undefined ? t("not known here") : words);
    put(
      health,
      h("h2", {}, t("Health")),
      h(
        "dl.facts",
        {},
        fact(byCode("page-camera"), [told.source ?? "–", " · ", t("{count} pictures a second", { count: decimal(told.camera_rate ?? 0) })]),
        fact(t("Temperature"), known(told.temperature, `${told.temperature} °C`)),
        fact(t("Power"), known(told.under_voltage, told.under_voltage ? t("too weak: use the original power supply") : t("good"))),
        fact(t("Free space"), known(told.disk_free, inGigabytes(told.disk_free))),
        fact(t("Version"), told.version ?? "–"),
      ),
    );
  }
  const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];

  async function drawLights() {
    const told = await get("/api/v1/panel").catch(() => null);
    if (told && !stopped) put(lights, lamps(told));
  }

  drawTable();
  drawAccess();
  drawPictures();
  drawHealth();
  const polling = setInterval(drawHealth, 5000);
  const unwatch = watch(drawLights);
  return () => {
    stopped = true;
    unwatch();
    clearInterval(polling);
  };
}
