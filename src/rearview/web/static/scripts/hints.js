// Hints in four grades, as a ghost on the board: which box, where to, the next push, the whole rest.
import { ghostBox, halo, pushArrow, walkLine } from "./marks.js";
import { announce } from "./messages.js";

export class Hints {
  #question = null;
  #grade = 0;
  #hint = null;

  constructor(session, view, notice, connection) {
    Object.assign(this, { session, view, notice, connection });
    session.addEventListener("open", () => this.clear());
    session.addEventListener("change", ({ detail }) => !detail.blocked && this.clear());
  }

  clear() {
    this.#question?.stop();
    this.#question = null;
    this.#grade = 0;
    this.#hint = null;
    this.view.clear("over", "hint-marks");
    this.notice.clear(this);
  }

  // Each further request at the same position gives a more detailed hint.
  more() {
    const { session } = this;
    if (session.isSolved || this.#question) return;
    this.#grade = Math.min(4, this.#grade + 1);
    const request = { rows: session.level.rows, moves: session.history.made, detail: this.#grade };
    if (!this.#hint) this.notice.show(this, { kind: "hint", iconName: "hint", text: "Looking for a way on …", actions: [["Cancel", () => this.clear()]] });
    this.#question = this.connection.ask("hint", request, {
      onEnding: (hint) => this.#show(hint),
      onFailure: (text) => this.#tell(text),
    });
  }

  // Make the next push, with the walk to it.
  follow() {
    const { walk, push } = this.#hint ?? {};
    if (push) this.session.run((walk ?? "") + push);
  }

  #show(hint) {
    this.#question = null;
    this.#hint = hint;
    if (!hint.box) return this.#tell(hint.text);
    const { board, game } = this.session;
    const marks = [halo(hint.box)];
    if (hint.destination) marks.push(ghostBox(hint.destination));
    if (hint.push) marks.push(walkLine(board.place(game.player), hint.walk ?? ""), pushArrow(hint.box, hint.push));
    this.view.mark("over", "hint-marks", marks);
    this.#tell(hint.text);
  }

  #tell(text) {
    this.#question = null;
    const actions = [];
    const { push, lurd, box } = this.#hint ?? {};
    if (push) actions.push(["Make this push", () => this.follow()]);
    if (lurd) actions.push(["Show the rest", () => this.session.showWayOn(lurd)]);
    else if (box) actions.push(["Tell me more", () => this.more()]);
    this.notice.show(this, { kind: "hint", iconName: "hint", text, actions });
    announce(text);
  }
}
