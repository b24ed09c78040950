// Light or dark: as the phone has it, or as somebody chose it here.
const KEY = "himiki-light";
const MEDIA = "(prefers-color-scheme: dark)";

export const chosenLook = () => localStorage.getItem(KEY) ?? "auto";

export function setLook(wanted) {
  if (wanted === "auto") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, wanted);
  showLook();
}

/** The colours of the night are a sheet of their own: it holds always, never, or with the phone. */
export function showLook() {
  const wanted = chosenLook();
  document.getElementById("night").media = { light: "not all", dark: "all" }[wanted] ?? MEDIA;
  document.documentElement.style.colorScheme = wanted === "auto" ? "" : wanted;
}
