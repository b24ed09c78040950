// The rule book. A verdict's "why?" opens it at its rule.
import { h } from "../dom.js";
import { language, t } from "../words.js";

let book = null;

export function show(main, { title }) {
  const text = h("article.book", { lang: "en" });
  main.append(h("h1", {}, title), language === "en" ? "" : h("p.hint", {}, t("The rule book is in English.")), text);
  book ??= fetch("/rules.html").then((answer) => answer.text());
  book.then((html) => {
    // Ours, made on the server from the project's own rule book.
    const read = new DOMParser().parseFromString(html, "text/html");
    read.querySelector("h1")?.remove();
    text.append(...read.body.childNodes);
    const wanted = location.hash.slice(1);
    const rule = wanted && document.getElementById(wanted);
    if (rule) {
      rule.scrollIntoView();
      rule.classList.add("asked");
      rule.tabIndex = -1;
      rule.focus({ preventScroll: true });
    }
  });
}
