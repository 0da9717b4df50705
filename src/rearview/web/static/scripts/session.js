// One level in play: the game, its history, and which moves are the player's.
import { Board, LETTERS } from "./board.js";
import { Game, playable } from "./game.js";
import { History, isPush } from "./history.js";

const WALK_PAUSE = 34; // Milliseconds per step when walking to a clicked square.
const PUSH_PAUSE = 70;

export class Session extends EventTarget {
  history = new History();
  level = null;
  #timer = null;
  #shownFrom = Infinity; // From this move on, the history is rearview's and not the player's.

  open(level, moves = "") {
    this.halt();
    this.level = level;
    this.board = new Board(level.rows);
    this.game = new Game(this.board);
    this.history.clear();
    this.#shownFrom = Infinity;
    this.facing = 3;
    this.dispatchEvent(new Event("open"));
    const known = playable(this.board, moves);
    if (known) {
      this.history.replaceFuture(known.lurd);
      this.jumpTo(this.history.total);
    }
    this.#changed({ jumped: true });
    this.dispatchEvent(new Event("opened"));
  }

  get isSolved() {
    return this.game.isSolved;
  }

  get isOwn() {
    return this.history.length <= this.#shownFrom;
  }

  get isRunning() {
    return this.#timer !== null;
  }

  // A move of the player. False if it is impossible.
  move(direction) {
    this.halt();
    return this.#step(direction);
  }

  // Make moves one after the other, slowly enough to watch.
  run(lurd) {
    this.halt();
    const todo = [...lurd];
    const next = () => {
      const letter = todo.shift();
      if (!letter || !this.#step(LETTERS.indexOf(letter.toLowerCase()))) return this.halt();
      this.#timer = setTimeout(next, isPush(letter) ? PUSH_PAUSE : WALK_PAUSE);
    };
    next();
  }

  halt() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  undo() {
    this.halt();
    const letter = this.history.back();
    if (!letter) return;
    this.game.unstep(letter);
    this.facing = LETTERS.indexOf(letter.toLowerCase());
    this.#changed({ wentBack: true, pushed: isPush(letter) });
  }

  redo() {
    this.halt();
    this.advance();
  }

  // The next move of the history; false at its end.
  advance() {
    const letter = this.history.forth();
    if (!letter) return false;
    this.facing = LETTERS.indexOf(letter.toLowerCase());
    this.game.step(this.facing);
    this.#changed({ pushed: isPush(letter) });
    return true;
  }

  // Jump to any place in the history.
  jumpTo(length) {
    this.halt();
    const wanted = Math.max(0, Math.min(this.history.total, length));
    this.#rewind(wanted);
    while (this.history.length < wanted) this.game.step(LETTERS.indexOf(this.history.forth().toLowerCase()));
    const last = this.history.moves[this.history.length - 1];
    this.facing = last ? LETTERS.indexOf(last.toLowerCase()) : 3;
    this.#changed({ jumped: true });
  }

  // Jump to the next push, or to the end.
  jumpToPush(sign) {
    const { moves, length } = this.history;
    let place = length;
    do place += sign; while (place > 0 && place < moves.length && !isPush(moves[place - 1]));
    this.jumpTo(place);
  }

  // Show rearview's moves from here: they can be played, and any other move replaces them.
  showWayOn(lurd) {
    this.showSolution({ ...this.start, lurd });
  }

  // The moves made, and how many of them are the player's own: where a search starts from.
  get start() {
    return { before: this.history.made, own: Math.min(this.history.length, this.#shownFrom) };
  }

  // Show the moves before a search, followed by its solution.
  showSolution({ before, own, lurd }) {
    this.#rewind();
    this.history.replaceFuture(before + lurd);
    this.#shownFrom = own;
    this.jumpTo(before.length);
  }

  // The boxes and the player after some moves from the start of the level.
  stateAfter(lurd) {
    const game = new Game(this.board);
    for (const letter of lurd) game.step(LETTERS.indexOf(letter.toLowerCase()));
    return { boxes: game.boxes, player: game.player };
  }

  #rewind(length = 0) {
    while (this.history.length > length) this.game.unstep(this.history.back());
  }

  #step(direction) {
    const letter = this.game.step(direction);
    this.facing = direction;
    if (!letter) {
      this.#changed({ blocked: true });
      return false;
    }
    const isNew = this.history.moves[this.history.length] !== letter;
    if (isNew && this.history.length <= this.#shownFrom) this.#shownFrom = Infinity;
    this.history.add(letter);
    this.#changed({ pushed: isPush(letter) });
    return true;
  }

  #changed(detail) {
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }
}
