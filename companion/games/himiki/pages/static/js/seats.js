// Who sits on each side in a new game: a person with a name, or a level.
import { h } from "./dom.js";
import { LEVELS, levelName, levelTold } from "./levels.js";
import { seatName } from "./signs.js";
import { t } from "./words.js";

/** `names` and `levels` are by seat, and changed; `redraw` is called when another kind of player sits down. */
export function seats(which, names, levels, redraw, { people = false } = {}) {
  return which.map((seat) => {
    const level = people ? "" : (levels[seat] ?? "");
    const id = `name-${seat}`;
    return h(
      "fieldset.seat",
      {},
      h("legend", {}, seatName(seat)),
      people ? null : h(
        "select",
        {
          id: `level-${seat}`,
          "aria-label": t("A person, or a level"),
          onchange: (event) => {
            levels[seat] = event.target.value;
            redraw();
          },
        },
        h("option", { value: "", selected: !level }, t("A person")),
        LEVELS.map((code) => h("option", { value: code, selected: code === level }, levelName(code))),
      ),
      level
        ? h("p.hint", {}, levelTold(level))
        : [
            h("label.hidden", { htmlFor: id }, seatName(seat)),
            h("input", {
              type: "text",
              id,
              maxLength: 40,
              autocomplete: "off",
              value: names[seat] ?? "",
              placeholder: t("Name"),
              oninput: (event) => (names[seat] = event.target.value),
            }),
          ],
    );
  });
}

export function aboutLevels() {
  return h(
    "details.panel",
    {},
    h("summary", {}, t("What are the levels like?")),
    h("p", {}, t("A level says what it plays, and you do it on the board: the companion sees whether it is right.")),
    h("dl.levels", {}, LEVELS.map((code) => [h("dt", {}, levelName(code)), h("dd", {}, levelTold(code))])),
  );
}

/** What was agreed on, with sides changed. */
export function anew(agreed) {
  const other = (seat) => (seat[0] === "w" ? "b" : "w") + seat.slice(1);
  const changed = (bySeat = {}) => Object.fromEntries(Object.entries(bySeat).map(([seat, each]) => [other(seat), each]));
  const settings = { ...agreed, players: changed(agreed.players), levels: changed(agreed.levels) };
  if (agreed.mode === "mukyan") settings.human = other(agreed.human);
  return settings;
}
