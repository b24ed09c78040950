// The rule book, in the reader's language; a verdict's "why?" opens it at its rule.
import { h } from "../dom.js";
import "../tiles.js";
import { language } from "../words.js";

const books = {};

export function show(main, { title }) {
  const text = h("article.book.rr", {});
  const contents = h("ul.contents", {});
  main.append(h("h1", {}, title), h("nav", { "aria-label": title }, contents), text);
  books[language] ??= fetch(`/rr/rules.${language}.html`).then((answer) => answer.text());
  books[language].then((html) => {
    // Ours, made on the server from the project's own rule book.
    const found = new DOMParser().parseFromString(html, "text/html");
    found.querySelector("h1")?.remove();
    text.append(...found.body.childNodes);
    contents.append(...[...text.querySelectorAll("h2[id]")].map((each) => h("li", {}, h("a", { href: `/rules#${each.id}` }, each.textContent))));
    const rule = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (rule) {
      rule.scrollIntoView();
      rule.classList.add("asked");
    }
  });
}
