// Path finding: where the player can walk, and where a box can be pushed.
import { LETTERS } from "./board.js";

const MAX_PUSHES = 20000;

// The shortest walk to a square as letters; null if there is none.
export function walkTo(game, target, from = game.player, isFree = (square) => game.isFree(square)) {
  if (target === from) return "";
  const cameBy = new Int8Array(game.board.walls.length).fill(-1);
  const queue = [from];
  for (let head = 0; head < queue.length; head++) {
    for (let direction = 0; direction < 4; direction++) {
      const next = queue[head] + game.board.steps[direction];
      if (next === from || cameBy[next] >= 0 || !isFree(next)) continue;
      cameBy[next] = direction;
      if (next === target) return letters(game.board, cameBy, from, target);
      queue.push(next);
    }
  }
  return null;
}

function letters(board, cameBy, from, to) {
  const way = [];
  for (let square = to; square !== from; square -= board.steps[cameBy[square]]) way.push(LETTERS[cameBy[square]]);
  return way.reverse().join("");
}

// Every square that a box can be pushed to while the others stand still, with the fewest pushes.
//
// A push is a number: the square that the box comes from, and the direction.
export class BoxReach {
  constructor(game, box) {
    this.game = game;
    this.start = game.boxes[box];
    this.pushBefore = new Map();
    this.lastPush = new Map(); // By the destination of the box.
    this.seen = new Int32Array(game.board.walls.length);
    this.round = 0;
    this.#search();
  }

  get squares() {
    return [...this.lastPush.keys()];
  }

  // The player's moves that bring the box to a square.
  wayTo(square) {
    const pushes = [];
    for (let push = this.lastPush.get(square); push !== undefined; push = this.pushBefore.get(push)) pushes.unshift(push);
    let player = this.game.player;
    let way = "";
    for (const push of pushes) {
      const box = push >> 2;
      const behind = box - this.game.board.steps[push & 3];
      way += walkTo(this.game, behind, player, (next) => this.#isFree(next, box)) + LETTERS[push & 3].toUpperCase();
      player = box;
    }
    return way;
  }

  #search() {
    const queue = this.#pushesFrom(this.start, this.game.player);
    for (const push of queue) this.pushBefore.set(push, undefined);
    for (let head = 0; head < queue.length && head < MAX_PUSHES; head++) {
      const box = queue[head] >> 2;
      const next = box + this.game.board.steps[queue[head] & 3];
      if (!this.#isFree(next, box)) continue;
      if (next !== this.start && !this.lastPush.has(next)) this.lastPush.set(next, queue[head]);
      for (const push of this.#pushesFrom(next, box)) {
        if (this.pushBefore.has(push)) continue;
        this.pushBefore.set(push, queue[head]);
        queue.push(push);
      }
    }
  }

  // The pushes for which the player can reach the square behind the box.
  #pushesFrom(box, player) {
    this.round++;
    const todo = [player];
    this.seen[player] = this.round;
    while (todo.length) {
      const square = todo.pop();
      for (const step of this.game.board.steps) {
        const next = square + step;
        if (this.seen[next] === this.round || !this.#isFree(next, box)) continue;
        this.seen[next] = this.round;
        todo.push(next);
      }
    }
    return [0, 1, 2, 3].filter((direction) => this.seen[box - this.game.board.steps[direction]] === this.round)
      .map((direction) => (box << 2) + direction);
  }

  // Whether a square is free, with the box on `box` instead of its start.
  #isFree(square, box) {
    return square !== box && (square === this.start || this.game.isFree(square));
  }
}
