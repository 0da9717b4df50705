// Keys, clicks and swipes on the board that is played.
import { LETTERS } from "./board.js";
import { reachDot } from "./marks.js";
import { toast } from "./messages.js";
import { BoxReach, walkTo } from "./ways.js";

const DIRECTIONS = {
  ArrowLeft: 0, ArrowUp: 1, ArrowRight: 2, ArrowDown: 3,
  a: 0, w: 1, d: 2, s: 3,
};
const SWIPE = 22; // Pixels: a longer touch is a swipe, not a tap.

export function directionOf(event) {
  return DIRECTIONS[event.key] ?? DIRECTIONS[event.key.toLowerCase()];
}

export class BoardInput {
  #start = null;
  #chosen = -1;
  #reach = null;

  constructor(session, view) {
    this.session = session;
    this.view = view;
    view.element.addEventListener("pointerdown", (event) => this.#down(event));
    view.element.addEventListener("pointermove", (event) => this.#swipe(event));
    view.element.addEventListener("pointerup", (event) => this.#up(event));
    view.element.addEventListener("pointercancel", () => (this.#start = null));
    session.addEventListener("change", ({ detail }) => !detail.blocked && this.unchoose());
  }

  unchoose() {
    this.#chosen = -1;
    this.view.choose(-1);
    this.view.clear("over", "reach-marks");
  }

  #down(event) {
    if (event.button !== 0) return;
    this.#start = { x: event.clientX, y: event.clientY, swiped: false };
  }

  // A long swipe makes several steps, one for each further square that the finger moves.
  #swipe(event) {
    if (!this.#start || event.pointerType === "mouse") return;
    const dx = event.clientX - this.#start.x;
    const dy = event.clientY - this.#start.y;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < Math.max(SWIPE, this.view.square)) return;
    const direction = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? 0 : 2) : dy < 0 ? 1 : 3;
    this.session.move(direction);
    this.#start = { x: event.clientX, y: event.clientY, swiped: true };
  }

  #up(event) {
    const start = this.#start;
    this.#start = null;
    if (!start || start.swiped) return;
    if (event.pointerType !== "mouse" && this.#flick(start, event)) return;
    const place = this.view.placeAt(event);
    if (place) this.#tap(this.session.board.at(...place));
  }

  #flick(start, event) {
    const dx = event.clientX - start.x;
    const dy = event.clientY - start.y;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return false;
    this.session.move(Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? 0 : 2) : dy < 0 ? 1 : 3);
    return true;
  }

  #tap(square) {
    const { game } = this.session;
    const box = game.boxAt[square];
    if (this.#chosen >= 0 && this.#reach.lastPush.has(square)) {
      const way = this.#reach.wayTo(square);
      this.unchoose();
      this.session.run(way);
    } else if (box >= 0 && box !== this.#chosen) {
      this.#choose(box);
    } else if (this.#chosen >= 0) {
      this.unchoose();
    } else {
      const way = walkTo(game, square);
      if (way) this.session.run(way);
    }
  }

  #choose(box) {
    this.#chosen = box;
    this.#reach = new BoxReach(this.session.game, box);
    this.view.choose(box);
    if (!this.#reach.squares.length) toast("Nobody can push this box as things stand");
    this.view.mark("over", "reach-marks", this.#reach.squares.map((square) => reachDot(this.session.board.place(square))));
  }
}

// The player's surroundings as text, for screen readers.
export function describeSurroundings({ board, game }) {
  const [x, y] = board.place(game.player);
  const names = ["left", "above", "right", "below"];
  const around = LETTERS.map((_, direction) => {
    const square = game.player + board.steps[direction];
    const target = board.targets[square] ? " on a target" : "";
    const what = board.walls[square] ? "wall" : game.boxAt[square] >= 0 ? `box${target}` : board.targets[square] ? "target" : "floor";
    return `${names[direction]} ${what}`;
  });
  const home = game.boxes.filter((square) => board.targets[square]).length;
  return `Column ${x + 1}, row ${y + 1}: ${around.join(", ")}. ${home} of ${game.boxes.length} boxes home.`;
}
