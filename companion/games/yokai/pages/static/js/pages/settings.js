// Of this phone: language, voice, sounds. Of the table: who gets in.
import { get, session } from "../api.js";
import { changeLanguage, drawTop } from "../app.js";
import { backup } from "../backup.js";
import { askPin } from "../dialogs.js";
import { choice, field, h, put, toggle } from "../dom.js";
import { chosenLook, setLook } from "../lighting.js";
import { canSpeak, setSounds, setVoice, soundsOn, speaking } from "../voice.js";
import { language, LANGUAGES, t } from "../words.js";

export function show(main, { title }) {
  const access = h("section.panel");
  main.append(
    h("h1", {}, title),
    h(
      "section.panel",
      {},
      h("h2", {}, t("This phone")),
      field(t("Language"), h("select", { onchange: (event) => changeLanguage(event.target.value) }, Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, selected: code === language, lang: code }, name)))),
      choice("look", t("Light or dark"), [["auto", t("As this phone")], ["light", t("Light")], ["dark", t("Dark")]], chosenLook(), setLook),
      canSpeak() ? toggle("speaks", t("Speak here"), speaking(), (on) => (setVoice(on), drawTop()), t("This phone says moves, points and what is wrong.")) : h("p.hint", {}, t("This browser cannot speak.")),
      toggle("sounds", t("Sounds"), soundsOn(), setSounds, t("A tick for a move, low tones for what is wrong. They need the voice to be on.")),
    ),
    access,
    backup(),
  );

  async function drawAccess() {
    if (!session.mayChange) {
      return put(access, h("h2", {}, t("Access")), h("p", {}, t("Everybody at home may watch. Changing anything needs the PIN.")), h("button.main", { onclick: async () => (await askPin()) && drawAccess() }, t("Enter the PIN")));
    }
    const told = await get("/api/v1/access").catch(() => null);
    if (!told) return undefined;
    return put(
      access,
      h("h2", {}, t("Access")),
      h("p", {}, t("This phone may change things. Let another phone scan this:")),
      h("img.qr", { src: `data:image/svg+xml,${encodeURIComponent(told.qr)}`, alt: t("QR code with the table's address and PIN") }),
      h("dl.facts", {}, h("dt", {}, t("PIN")), h("dd", {}, told.pin)),
      h("p", {}, h("a", { href: "/devices" }, t("Phones that were let in"))),
    );
  }
  drawAccess();
}
