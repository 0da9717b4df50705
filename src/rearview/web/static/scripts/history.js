// The moves made, and those that were taken back: one list and a place in it.

export class History {
  constructor() {
    this.clear();
  }

  clear() {
    this.moves = [];
    this.length = 0; // How many of them are made.
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

  // A move of the player's own: what was taken back is forgotten, unless it is the same again.
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

  // What could be made next, in the place of what was taken back.
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
