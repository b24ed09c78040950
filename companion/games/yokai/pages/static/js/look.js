// What only this game's pages look like: loaded beside the style of every page.
const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = new URL("../css/yokai.css", import.meta.url).href;
document.head.append(sheet);
