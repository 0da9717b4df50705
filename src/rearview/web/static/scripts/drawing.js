// A drawing: symbols in a grid, changed by tools, with undo.

const EMPTY = " ";
const WITH_TARGET = { " ": ".", "@": "+", $: "*" };
const WITHOUT_TARGET = { ".": " ", "+": "@", "*": "$" };
export const LARGEST = 128;

export class Drawing {
  #past = [];
  #future = [];

  constructor(rows) {
    this.take(rows);
    this.#past = [];
  }

  static blank(width = 10, height = 8) {
    const inner = `#${" ".repeat(width - 2)}#`;
    return new Drawing(["#".repeat(width), ...Array.from({ length: height - 2 }, () => inner), "#".repeat(width)]);
  }

  get width() {
    return this.grid[0].length;
  }

  get height() {
    return this.grid.length;
  }

  get rows() {
    return this.grid.map((row) => row.join("").replace(/ +$/, ""));
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  // All changes until the next call are one undo step.
  begin() {
    this.#past.push(this.grid.map((row) => [...row]));
    this.#future = [];
  }

  undo() {
    if (this.#past.length) this.#swap(this.#past, this.#future);
  }

  redo() {
    if (this.#future.length) this.#swap(this.#future, this.#past);
  }

  take(rows) {
    if (this.grid) this.begin();
    const width = Math.max(1, ...rows.map((row) => row.length));
    this.grid = rows.map((row) => [...row.padEnd(width)]);
  }

  at(x, y) {
    return this.grid[y]?.[x];
  }

  // Put a symbol onto a square: "#", " ", "." (under what is there), "$" or "@".
  put(x, y, tool) {
    const before = this.at(x, y);
    if (before === undefined) return;
    if (tool === "@") this.#removePlayer();
    this.grid[y][x] = combine(this.at(x, y), tool);
  }

  // What a tool does here: used on its own symbol, it removes it.
  toolAt(x, y, tool) {
    const here = this.at(x, y);
    const isThere = { "#": "#", $: "$*", ".": ".*+", "@": "@+" }[tool]?.includes(here);
    if (!isThere) return tool;
    return tool === "." ? "no target" : tool === "#" ? EMPTY : "nobody";
  }

  fill(x, y, tool) {
    const before = this.at(x, y);
    if (before === undefined || before === tool || !"# .".includes(tool)) return;
    const todo = [[x, y]];
    while (todo.length) {
      const [column, row] = todo.pop();
      if (this.at(column, row) !== before) continue;
      this.grid[row][column] = tool;
      todo.push([column + 1, row], [column - 1, row], [column, row + 1], [column, row - 1]);
    }
  }

  // Grow or shrink a side; squares that are cut off are lost.
  resize(side, change) {
    const isWide = side === "left" || side === "right";
    if ((isWide ? this.width : this.height) + change > LARGEST || (isWide ? this.width : this.height) + change < 3) return;
    this.begin();
    if (isWide) for (const row of this.grid) stretch(row, side === "left", change, () => EMPTY);
    else stretch(this.grid, side === "top", change, () => Array(this.width).fill(EMPTY));
  }

  // Remove the empty margin.
  crop() {
    this.begin();
    while (this.height > 3 && this.grid[0].every(isEmpty)) this.grid.shift();
    while (this.height > 3 && this.grid.at(-1).every(isEmpty)) this.grid.pop();
    while (this.width > 3 && this.grid.every((row) => isEmpty(row[0]))) this.grid.forEach((row) => row.shift());
    while (this.width > 3 && this.grid.every((row) => isEmpty(row.at(-1)))) this.grid.forEach((row) => row.pop());
  }

  rotate() {
    this.begin();
    this.grid = this.grid[0].map((_, x) => this.grid.map((row) => row[x]).reverse());
  }

  mirror() {
    this.begin();
    for (const row of this.grid) row.reverse();
  }

  #removePlayer() {
    for (const row of this.grid) row.forEach((symbol, x) => { if ("@+".includes(symbol)) row[x] = symbol === "+" ? "." : EMPTY; });
  }

  #swap(from, to) {
    to.push(this.grid);
    this.grid = from.pop();
  }
}

function combine(before, tool) {
  const hasTarget = ".+*".includes(before);
  switch (tool) {
    case "#": case " ": return tool;
    case ".": return before === "#" ? "." : WITH_TARGET[before] ?? before;
    case "no target": return WITHOUT_TARGET[before] ?? before;
    case "nobody": return hasTarget ? "." : EMPTY;
    default: return hasTarget ? WITH_TARGET[tool] : tool;
  }
}

function isEmpty(symbol) {
  return symbol === EMPTY;
}

function stretch(list, atStart, change, make) {
  if (change > 0) list[atStart ? "unshift" : "push"](make());
  else list[atStart ? "shift" : "pop"]();
}
