// Warns when a position is proven dead: the boxes, the reason, and how far to undo.
import { deadArea, deadBox, deadSquare } from "./marks.js";
import { post } from "./api.js";
import { announce } from "./messages.js";
import { settings } from "./storage.js";

const PAUSE = 60; // Milliseconds after a push, so that no request is sent while keys are held down.

export class Warnings {
  #timer = null;
  #question = null;
  #answers = new Map(); // Cached by the moves made, so that undo and redo send no request twice.
  #deadSquares = [];

  constructor(session, view, notice, connection) {
    Object.assign(this, { session, view, notice, connection });
    session.addEventListener("open", () => this.#open());
    session.addEventListener("change", ({ detail }) => !detail.blocked && this.#changed());
  }

  // After a setting was changed.
  refresh() {
    this.view.mark("under", "dead-squares", settings.deadSquares ? this.#deadSquares.map(deadSquare) : []);
    this.#changed();
  }

  goBack() {
    const { alive_moves: alive } = this.#known() ?? {};
    if (alive !== undefined && alive !== null) this.session.jumpTo(alive);
  }

  async #open() {
    this.#answers.clear();
    this.#deadSquares = [];
    const { level } = this.session;
    const { dead_squares: dead } = await post("/api/check", { rows: level.rows }).catch(() => ({ dead_squares: [] }));
    if (level !== this.session.level) return;
    this.#deadSquares = dead;
    this.refresh();
  }

  #changed() {
    clearTimeout(this.#timer);
    this.#question?.stop();
    this.#question = null;
    const { session } = this;
    const known = this.#known();
    if (!settings.warns || session.isSolved) return this.#show(null);
    if (known) return this.#show(known);
    this.#show(null);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  // Walking changes nothing: the answer after the last push still holds.
  #known() {
    const made = this.session.history.made;
    return this.#answers.get(made) ?? this.#answers.get(made.replace(/[a-z]+$/, ""));
  }

  #ask() {
    const { session } = this;
    const moves = session.history.made;
    this.#question = this.connection.ask("diagnose", { rows: session.level.rows, moves }, {
      onEnding: (answer) => {
        this.#answers.set(moves, answer);
        if (moves === session.history.made) this.#show(answer, true);
      },
    });
  }

  #show(answer, isNew = false) {
    const isDead = answer?.verdict === "dead";
    this.view.mark("over", "dead-marks", isDead ? answer.boxes.map(deadBox) : []);
    this.view.mark("under", "dead-areas", isDead ? answer.squares.map(deadArea) : []);
    if (!isDead) return this.notice.clear(this);
    const text = `Dead end: ${answer.why}.`;
    const actions = answer.alive_moves === null ? [] : [["Go back", () => this.goBack()]];
    this.notice.show(this, { kind: "bad", iconName: "warning", text, actions });
    if (isNew) announce(text);
  }
}
