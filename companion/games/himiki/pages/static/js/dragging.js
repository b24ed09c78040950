// A cube in the fingers: it follows them, and shows what comes up where it is let go.
import { EDGE, cube, middle, neighbours, tilted } from "./board.js";

/** Units of the board that a finger goes until it drags. */
const SLACK = 24;

export class Dragging {
  constructor(board) {
    this.board = board;
    this.from = null;
    this.moved = false;
    const { element, taps } = board;
    taps.addEventListener("pointerdown", (event) => this.takes(event));
    element.addEventListener("pointermove", (event) => this.goes(event));
    element.addEventListener("pointerup", (event) => this.drops(event));
    element.addEventListener("pointercancel", (event) => this.drops(event));
    // Inside of a drawing `touch-action` is not heeded: without this the page is scrolled, and the drag cancelled.
    element.addEventListener("touchstart", (event) => this.from && event.preventDefault(), { passive: false });
  }

  takes(event) {
    const square = event.target.dataset?.square;
    if (!this.board.grips || !this.board.cubes.has(square) || event.button > 0 || !event.isPrimary) return;
    this.from = square;
    this.moved = false;
    this.start = this.board.point(event);
  }

  goes(event) {
    if (!this.from) return;
    const [x, y] = this.board.point(event);
    if (!this.moved && Math.hypot(x - this.start[0], y - this.start[1]) < SLACK) return;
    if (!this.moved) {
      this.moved = true;
      // Not before it is a drag: a tap's click has to reach the square itself.
      this.board.element.setPointerCapture(event.pointerId);
      this.board.element.classList.add("dragging");
    }
    const over = this.board.squareAt(x, y);
    const held = this.board.cubes.get(this.from);
    const lands = over && neighbours(this.from).includes(over) && !this.board.cubes.has(over);
    if (this.over !== over || !this.drawn) {
      this.over = over;
      this.drawn = cube(lands ? { ...held, faces: tilted(held.faces, this.from, over) } : held, "held");
      const ghost = lands ? cube({ ...held, faces: tilted(held.faces, this.from, over) }, "ghost") : null;
      if (ghost) ghost.setAttribute("transform", `translate(${middle(over).join(" ")})`);
      this.board.hand.replaceChildren(...[ghost, this.drawn].filter(Boolean));
    }
    // Above a finger, not under it.
    const lift = event.pointerType === "touch" ? EDGE * (this.board.element.classList.contains("opposite") ? -1 : 1) : 0;
    this.drawn.setAttribute("transform", `translate(${x} ${y - lift}) scale(1.12)`);
  }

  drops(event) {
    if (!this.from) return;
    const { from, moved, board } = this;
    this.from = this.drawn = this.over = null;
    board.hand.replaceChildren();
    board.element.classList.remove("dragging");
    const released = event.type === "pointerup";
    // Its touch was kept from becoming a click.
    if (!moved) return released && event.pointerType === "touch" ? board.ontap(from, board.cubes.get(from)) : undefined;
    if (event.pointerType !== "touch") {
      // The click that follows a drag is no tap.
      board.element.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => board.element.dispatchEvent(new MouseEvent("click")), 0);
    }
    if (released) board.ondrag(from, board.squareAt(...board.point(event)));
  }
}
