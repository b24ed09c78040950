// The rule book, in the reader's language; a verdict's "why?" opens it at its rule.
import { h } from "../dom.js";
import { language } from "../words.js";

const books = {};

export function show(main, { title }) {
  const text = h("article.book", {});
  const contents = h("ul.contents", {});
  main.append(h("h1", {}, title), h("nav", { "aria-label": title }, contents), text);
  books[language] ??= fetch(`/api/v1/yokai/rules/${language}`).then((answer) => answer.text());
  books[language].then((html) => {
    // Ours, made on the server from the project's own rule book.
    const read = new DOMParser().parseFromString(html, "text/html");
    read.querySelector("h1")?.remove();
    text.append(...read.body.childNodes);
    contents.append(...[...text.querySelectorAll("h2[id]")].map((each) => h("li", {}, h("a", { href: `/rules#${each.id}` }, each.textContent))));
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  });
}
