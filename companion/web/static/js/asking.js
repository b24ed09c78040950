// Reading what the table has: asked again where no answer came, for that changes nothing.

/** Milliseconds until it is asked again: a phone changes its network, a table starts anew. */
const PAUSES = [300, 1200, 3000];

/** The answer, whatever it says; the last fault where none came. One that took too long is not asked again. */
export async function fetched(path, seconds = 30) {
  for (const pause of PAUSES) {
    try {
      return await fetch(path, { signal: AbortSignal.timeout(1000 * seconds) });
    } catch (fault) {
      if (fault.name === "TimeoutError") throw fault;
      await new Promise((next) => setTimeout(next, pause));
    }
  }
  return fetch(path, { signal: AbortSignal.timeout(1000 * seconds) });
}
