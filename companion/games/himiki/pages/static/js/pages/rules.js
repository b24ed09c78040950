// The rule book, in the reader's language, its boards drawn; a verdict's "why?" opens it at its rule.
import { Board, BOX, ROWS } from "../board.js";
import { fetched } from "../asking.js";
import { attempt } from "../dialogs.js";
import { h, newId, put } from "../dom.js";
import { icon } from "../icons.js";
import { language, t } from "../words.js";

const books = {};
/** Letters around what was looked for. */
const AROUND = 60;
const LEAST = 2;

export function show(main, { title }) {
  const text = h("article.book", {});
  const contents = h("ul.contents", {});
  const found = h("div", { role: "status" });
  const id = newId("search");
  const search = h("input", { type: "search", id, autocomplete: "off", oninput: () => look(search.value.trim()) });
  main.append(
    h("h1", {}, title),
    h(
      "div.beside.reading",
      {},
      h("nav.finding", { "aria-label": title }, h("label.searching", { htmlFor: id }, icon("search"), h("span", {}, t("Look for a word"))), search, found, contents),
      text,
    ),
  );
  attempt(() => bookIn(language)).then((html) => {
    if (!html) return;
    // Ours, made on the server from the project's own rule book.
    const read = new DOMParser().parseFromString(html, "text/html");
    read.querySelector("h1")?.remove();
    text.append(...read.body.childNodes);
    drawBoards(text);
    const parts = [...text.querySelectorAll("h2[id]")];
    contents.append(...parts.map((each) => h("li", {}, h("a", { href: `/rules#${each.id}` }, each.textContent))));
    const wanted = location.hash.slice(1);
    const rule = wanted && document.getElementById(wanted);
    if (rule) {
      rule.scrollIntoView();
      rule.classList.add("asked");
      rule.tabIndex = -1;
      rule.focus({ preventScroll: true });
    }
  });

  function look(wanted) {
    contents.hidden = wanted.length >= LEAST;
    if (wanted.length < LEAST) return put(found);
    const rules = sections(text).filter((each) => plain(each.text).includes(plain(wanted)));
    return put(
      found,
      rules.length
        ? h("ul.found", {}, rules.map((each) => h("li", {}, h("a", { href: `/rules#${each.id}` }, each.title), h("p.hint", {}, around(each.text, wanted)))))
        : h("p", {}, t("No rule speaks of that.")),
    );
  }
}

/** Fetched once, and once more where it did not come. */
function bookIn(which) {
  books[which] ??= fetched(`/rules.${which}.html`)
    .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
    .catch((fault) => {
      delete books[which];
      throw fault;
    });
  return books[which];
}

/** Every rule with a number of its own, and all that it says. */
function sections(text) {
  const found = [];
  for (const each of text.children) {
    if (each.matches("h2[id], h3[id]")) found.push({ id: each.id, title: each.textContent, text: each.textContent });
    else if (found.length) found.at(-1).text += ` ${each.textContent}`;
  }
  return found;
}

/** As people type it: without capitals and accents. */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function around(text, wanted) {
  const at = plain(text).indexOf(plain(wanted));
  const [from, to] = [Math.max(0, at - AROUND), at + wanted.length];
  return [from ? "…" : "", text.slice(from, at), h("mark", {}, text.slice(at, to)), text.slice(to, to + AROUND), "…"];
}

/** Boards that the book writes as letters, drawn as everywhere else: capitals are white. */
function drawBoards(text) {
  for (const each of text.querySelectorAll("pre")) {
    const rows = each.textContent.split("\n").flatMap((line) => /^\s*([A-E])((?:\s+[·HMKhmk]){6})\s*$/.exec(line)?.slice(1, 3) ?? []);
    if (!rows.length || rows.length % 2) continue;
    const lines = Array.from({ length: rows.length / 2 }, (_, index) => [rows[2 * index], rows[2 * index + 1].trim().split(/\s+/)]);
    const board = new Board();
    board.show(
      lines.flatMap(([row, squares]) =>
        squares.flatMap((letter, index) =>
          letter === "·" ? [] : { square: `${row}${index + 1}`, colour: letter === letter.toUpperCase() ? "w" : "b", faces: `${letter.toUpperCase()}??` },
        ),
      ),
    );
    const [first, last] = [ROWS.indexOf(lines[0][0]), ROWS.indexOf(lines.at(-1)[0])];
    const [x, y, width, height] = BOX;
    board.element.setAttribute("viewBox", [x, y + first * 100, width, height - (4 - (last - first)) * 100 - (last < 4 ? 30 : 0)].join(" "));
    board.element.classList.add("example");
    each.replaceWith(board.element);
  }
}
