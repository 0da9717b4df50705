// A level's board: the parts that never change during play.
//
// Squares are indices into a grid with an empty border, so that a step never leaves the grid.
// Outside of this file a place is [column, row] from 0, as on the server.

export const LETTERS = ["l", "u", "r", "d"];

export class Board {
  constructor(rows) {
    this.rows = rows;
    this.height = rows.length;
    this.width = Math.max(1, ...rows.map((row) => row.length));
    this.stride = this.width + 2;
    this.steps = [-1, -this.stride, 1, this.stride];
    const size = this.stride * (this.height + 2);
    this.walls = new Uint8Array(size).fill(1);
    this.targets = new Uint8Array(size);
    this.boxes = [];
    this.player = -1;
    rows.forEach((row, y) => [...row.padEnd(this.width)].forEach((symbol, x) => this.#take(symbol, this.at(x, y))));
    this.floor = this.player < 0 ? new Uint8Array(size) : this.#area(this.player);
    // A box that the player can never reach is decoration: it is drawn, and treated as a wall.
    this.fixed = this.boxes.filter((box) => !this.floor[box]);
    for (const box of this.fixed) this.walls[box] = 1;
    this.boxes = this.boxes.filter((box) => this.floor[box]);
  }

  at(x, y) {
    return (y + 1) * this.stride + x + 1;
  }

  place(square) {
    return [(square % this.stride) - 1, Math.floor(square / this.stride) - 1];
  }

  isOn(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  symbol(x, y) {
    return this.rows[y]?.[x] ?? " ";
  }

  #take(symbol, square) {
    this.walls[square] = symbol === "#" ? 1 : 0;
    this.targets[square] = ".*+".includes(symbol) ? 1 : 0;
    if ("$*".includes(symbol)) this.boxes.push(square);
    if ("@+".includes(symbol)) this.player = square;
  }

  #area(start) {
    const found = new Uint8Array(this.walls.length);
    const todo = [start];
    found[start] = 1;
    while (todo.length) {
      const square = todo.pop();
      for (const step of this.steps) {
        const next = square + step;
        if (!found[next] && !this.walls[next]) {
          found[next] = 1;
          todo.push(next);
        }
      }
    }
    return found;
  }
}
