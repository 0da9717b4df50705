// The verdict on a drawing: its problems, whether it can be solved, and how hard it is.
import { post } from "./api.js";
import { counted, h, icon } from "./dom.js";
import { announce } from "./messages.js";

const PARTS = {
  box_changes: "changes of the box", pushes: "pushes", forks: "other ways on", dead_ends: "dead ends beside it", nodes: "states searched",
};
const PAUSE = 180; // Milliseconds after the last stroke.

export class Verdict {
  #timer = null;
  #question = null;
  #round = 0;

  // `onMarks({wrong, unused})` gets the squares to mark on the board.
  constructor(connection, onMarks) {
    Object.assign(this, { connection, onMarks });
    this.status = h("div", { class: "verdict", role: "status", "aria-live": "polite" });
    this.problems = h("ul", { class: "problems" });
    this.facts = h("dl", { class: "facts-list" });
    this.element = h("section", { class: "card", "aria-label": "Verdict" }, this.status, this.problems, this.facts);
    this.solution = "";
  }

  // The drawing has changed: earlier answers are outdated.
  ask(rows) {
    clearTimeout(this.#timer);
    this.stop();
    this.solution = "";
    this.#timer = setTimeout(() => this.#check(rows, ++this.#round), PAUSE);
  }

  stop() {
    this.#question?.stop();
    this.#question = null;
  }

  async #check(rows, round) {
    let found;
    try {
      found = await post("/api/check", { rows });
    } catch (error) {
      return this.#show("unknown", "warning", error.status === 400 ? "Draw some walls, a player, boxes and targets." : error.message);
    }
    if (round !== this.#round) return undefined;
    this.facts.replaceChildren();
    this.problems.replaceChildren(...found.problems.map((problem) => this.#problem(problem)));
    this.onMarks({ wrong: found.problems.flatMap((problem) => problem.squares), unused: [] });
    const worst = ["invalid", "unsolvable"].find((severity) => found.problems.some((one) => one.severity === severity));
    if (worst === "invalid") return this.#show("unknown", "draw", "Not a level yet");
    if (worst === "unsolvable") return this.#show("bad", "warning", "Cannot be solved");
    return this.#judge(rows);
  }

  #problem({ message, squares, severity }) {
    const look = () => this.onMarks({ wrong: squares, only: true });
    return h("li", { class: severity }, h("button", { type: "button", onpointerenter: look, onfocus: look }, message));
  }

  #judge(rows) {
    this.#show("busy", "solve", "Looking for a solution …");
    this.#question = this.connection.ask("judge", { rows }, {
      onProgress: ({ seconds }) => this.#show("busy", "solve", `Looking for a solution … ${seconds.toFixed(0)} s`, false),
      onEnding: (answer) => this.#end(answer),
      onFailure: (text) => this.#show("unknown", "warning", text),
    });
  }

  #end(answer) {
    this.#question = null;
    if (answer.outcome === "unsolvable") {
      const why = answer.problem || "Everything was tried: whatever is pushed, it ends in a deadlock.";
      this.problems.replaceChildren(h("li", { class: "unsolvable" }, why));
      return this.#show("bad", "warning", "Cannot be solved: proven");
    }
    if (answer.outcome !== "solved") return this.#show("unknown", "help", `Not known after ${answer.seconds.toFixed(0)} s: no solution found, and no proof that there is none`);
    this.solution = answer.lurd;
    this.#show("good", "check", `Can be solved: ${counted(answer.moves, "move")}, ${counted(answer.pushes, "push")}`);
    this.onMarks({ wrong: [], unused: answer.unused });
    this.#tellFact("Floor that this solution leaves out", answer.unused.length ? counted(answer.unused.length, "square") : "none");
    if (!answer.difficulty) return this.#tellFact("Difficulty", "not counted in time");
    const { score, parts } = answer.difficulty;
    this.#tellFact("Difficulty", score.toFixed(1));
    for (const [name, value] of Object.entries(parts)) this.#tellFact(PARTS[name] ?? name, value.toLocaleString("en"));
    return undefined;
  }

  #tellFact(name, value) {
    this.facts.append(h("div", {}, h("dt", {}, name), h("dd", {}, value)));
  }

  #show(kind, iconName, text, isTold = true) {
    this.status.className = `verdict ${kind}`;
    this.status.replaceChildren(icon(iconName), h("span", {}, text));
    if (isTold && kind !== "busy") announce(text);
  }
}
