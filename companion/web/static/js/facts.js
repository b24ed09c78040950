// What the table's program knows and the pages need: it comes with the shell, and stands nowhere else.
export const FACTS = JSON.parse(document.getElementById("facts").textContent);
