// In a list of many games, where theirs cannot be drawn small: a sign that there is one.
import { icon } from "../icons.js";
import { h } from "../dom.js";

export const thumbnail = () => h("span.thumbnail", { "aria-hidden": "true" }, icon("games"));
