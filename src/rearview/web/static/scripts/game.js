// The rules: one player, boxes that are pushed one at a time and never pulled.
import { LETTERS } from "./board.js";

export class Game {
  constructor(board) {
    this.board = board;
    this.boxAt = new Int16Array(board.walls.length);
    this.reset();
  }

  reset() {
    this.boxes = [...this.board.boxes];
    this.boxAt.fill(-1);
    this.boxes.forEach((square, box) => (this.boxAt[square] = box));
    this.player = this.board.player;
  }

  get isSolved() {
    return this.boxes.length > 0 && this.boxes.every((square) => this.board.targets[square]);
  }

  isFree(square) {
    return !this.board.walls[square] && this.boxAt[square] < 0;
  }

  // Make a move and return its letter, in upper case if it pushed; "" if it is impossible.
  step(direction) {
    const delta = this.board.steps[direction];
    const ahead = this.player + delta;
    if (this.board.walls[ahead] !== 0) return ""; // Also where there is no player.
    const box = this.boxAt[ahead];
    if (box >= 0) {
      if (!this.isFree(ahead + delta)) return "";
      this.#move(box, ahead + delta);
    }
    this.player = ahead;
    return box >= 0 ? LETTERS[direction].toUpperCase() : LETTERS[direction];
  }

  // Undo the last move.
  unstep(letter) {
    const delta = this.board.steps[LETTERS.indexOf(letter.toLowerCase())];
    if (letter !== letter.toLowerCase()) this.#move(this.boxAt[this.player + delta], this.player);
    this.player -= delta;
  }

  #move(box, square) {
    this.boxAt[this.boxes[box]] = -1;
    this.boxAt[square] = box;
    this.boxes[box] = square;
  }
}

// The moves of a text if all can be made one after the other; else null.
export function playable(board, lurd) {
  const game = new Game(board);
  const made = [];
  for (const letter of lurd) {
    const move = game.step(LETTERS.indexOf(letter.toLowerCase()));
    if (!move || (letter !== letter.toLowerCase() && move !== letter)) return null;
    made.push(move);
  }
  return { lurd: made.join(""), isSolved: game.isSolved };
}
