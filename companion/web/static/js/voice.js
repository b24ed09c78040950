// This phone as the loudspeaker: one tap starts it. What is shown never waits for what is said.
import { hear } from "./live.js";
import { tell } from "./telling.js";
import { language } from "./words.js";

const KEY = "himiki-voice";
const SOUNDS = "himiki-sounds";
let on = false;
let audio = null;

export const canSpeak = () => "speechSynthesis" in window;
export const speaking = () => on;
export const soundsOn = () => localStorage.getItem(SOUNDS) !== "off";
export const setSounds = (yes) => localStorage.setItem(SOUNDS, yes ? "on" : "off");

/** Browsers let no page sound before it was touched. */
function wakeAudio() {
  if (!soundsOn() || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  audio.resume();
}
for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, wakeAudio, { passive: true });

const isQuiet = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** In the hand, where the phone can and nobody asked for less of that; milliseconds on, off, on. */
export function buzz(...pattern) {
  if (!isQuiet() && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

/** Has to be called from a tap: browsers let no page speak by itself. */
export function setVoice(yes) {
  on = yes && canSpeak();
  localStorage.setItem(KEY, on ? "on" : "off");
  if (!on) return speechSynthesis?.cancel();
  wakeAudio();
  say("HI MI KI");
}

/** Squares as they are called out: letter, then number, never a word like "before" for B4. */
export const aloud = (text) => text.replace(/\b([B-E])([1-6])\b/g, "$1 $2");

export function say(text, { urgent = false } = {}) {
  if (!on) return;
  if (urgent) speechSynthesis.cancel();
  const spoken = new SpeechSynthesisUtterance(aloud(text));
  spoken.lang = language;
  const voices = speechSynthesis.getVoices().filter((each) => each.lang.slice(0, 2) === language);
  spoken.voice = voices.find((each) => each.localService) ?? voices[0] ?? null;
  spoken.rate = 1.05;
  speechSynthesis.speak(spoken);
}

// Silent on what is right but for a short tick; two low tones for what is wrong.
const TONES = {
  move: [[880, 0.05]],
  violation: [[220, 0.16], [180, 0.22]],
  restored: [[520, 0.07], [780, 0.1]],
  over: [[523, 0.12], [659, 0.12], [784, 0.3]],
};

function sound(name) {
  if (!audio || !soundsOn() || !TONES[name]) return;
  let at = audio.currentTime;
  for (const [pitch, length] of TONES[name]) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.frequency.value = pitch;
    tone.type = "triangle";
    loud.gain.setValueAtTime(0.14, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}

hear((event) => {
  sound(event.event);
  const told = tell(event);
  if (!told) return;
  // After a correction only what is right now is spoken, nothing of what was waiting to be said.
  say(told.text, { urgent: told.urgent || told.only });
});

let lock = null;
let video = null;

/** Keeps the screen awake: as browsers let secure pages do, and elsewhere by a film of nothing that runs on and on. */
export async function keepAwake() {
  if (!("wakeLock" in navigator)) return filmAtFirstTouch();
  if (lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null;
  }
}

/** Phones start a film where a finger was; muted and inside of the page it may go on then. */
function filmAtFirstTouch() {
  if (video) return void (document.visibilityState === "visible" && video.play().catch(() => {}));
  video = document.createElement("video");
  Object.assign(video, { muted: true, loop: true, playsInline: true, className: "awake", src: `/static/${document.documentElement.dataset.version}/awake.webm` });
  video.setAttribute("aria-hidden", "true");
  video.tabIndex = -1;
  document.body.append(video);
  const start = () => video.play().then(() => document.removeEventListener("pointerup", start), () => {});
  document.addEventListener("pointerup", start);
}
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && keepAwake());
