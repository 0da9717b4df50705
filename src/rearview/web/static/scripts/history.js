// The moves made and undone: one list and a position in it.

export class History {
  constructor() {
    this.clear();
  }

  clear() {
    this.moves = [];
    this.length = 0; // The number of moves made; the rest is undone.
    this.pushes = 0;
  }

  get made() {
    return this.moves.slice(0, this.length).join("");
  }

  get all() {
    return this.moves.join("");
  }

  get total() {
    return this.moves.length;
  }

  // Add a move of the player. The undone moves are dropped, unless the next of them is the same.
  add(letter) {
    if (this.moves[this.length] !== letter) {
      this.moves.length = this.length;
      this.moves.push(letter);
    }
    this.#pass(letter, 1);
  }

  back() {
    const letter = this.moves[this.length - 1];
    if (letter) this.#pass(letter, -1);
    return letter;
  }

  forth() {
    const letter = this.moves[this.length];
    if (letter) this.#pass(letter, 1);
    return letter;
  }

  // Replace the undone moves by these, which can then be redone.
  replaceFuture(lurd) {
    this.moves.length = this.length;
    for (const letter of lurd) this.moves.push(letter);
  }

  #pass(letter, sign) {
    this.length += sign;
    if (isPush(letter)) this.pushes += sign;
  }
}

export function isPush(letter) {
  return letter !== letter.toLowerCase();
}

export function countPushes(lurd) {
  return [...lurd].filter(isPush).length;
}
