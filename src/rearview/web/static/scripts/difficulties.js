// Rates the difficulty of the levels on screen, one after the other, each only once.
import { keepDifficulty, progressOf } from "./storage.js";

const PAUSE = 50;

export class Difficulties {
  #todo = [];
  #question = null;

  constructor(connection, onKnown) {
    Object.assign(this, { connection, onKnown });
  }

  ask(levels) {
    this.#todo = levels.filter((level) => progressOf(level.hash).difficulty === undefined);
    if (!this.#question) this.#next();
  }

  #next() {
    this.#question = null;
    const level = this.#todo.shift();
    if (!level || document.getElementById("view-levels").hidden) return;
    const go = () => setTimeout(() => this.#next(), PAUSE);
    this.#question = this.connection.ask("difficulty", { rows: level.rows }, {
      onEnding: ({ difficulty }) => {
        keepDifficulty(level.hash, difficulty?.score ?? null);
        this.onKnown(level.hash);
        go();
      },
      onFailure: go,
    });
  }
}
