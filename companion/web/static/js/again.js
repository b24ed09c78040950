// Loads the page anew where part of it was lost on the way: no script of its own can do that.
(() => {
  const COUNTED = "himiki-loaded-again";
  /** Loadings in a row after which it is left as it is. */
  const MOST = 3;
  const PAUSE = 1000;

  /** Of one that was lost a browser has an empty one, or one that may not be read. */
  function isStyled(link) {
    try {
      return link.sheet?.cssRules.length || !matchMedia(link.media || "all").matches;
    } catch {
      return false;
    }
  }
  const whole = () => "started" in document.documentElement.dataset && [...document.querySelectorAll("link[rel=stylesheet]")].every(isStyled);

  function again() {
    const count = Number(sessionStorage.getItem(COUNTED)) + 1;
    if (count > MOST) return;
    sessionStorage.setItem(COUNTED, count);
    setTimeout(() => location.reload(), PAUSE * count);
  }

  // Modules have run by then, or never will.
  const look = () => (whole() ? undefined : again());
  if (document.readyState === "complete") look();
  else addEventListener("load", look);
  addEventListener("not-loaded", again);
  addEventListener("loaded", () => whole() && sessionStorage.removeItem(COUNTED));
})();
