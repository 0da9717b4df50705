// The panel beside the board: solve from here, watch it think, and see what lies behind.
import { button, counted, h } from "./dom.js";
import { Curves } from "./curves.js";
import { filmStrip } from "./film_strip.js";
import { countPushes } from "./history.js";
import { orderNumber } from "./marks.js";
import { announce, toast } from "./messages.js";
import { keepSettings, keepSolution, settings } from "./storage.js";
import { Thinking } from "./thinking.js";

const SECONDS = [[10, "10 s"], [60, "1 min"], [300, "5 min"], [600, "10 min"]];
const MOST_IMPROVEMENTS = 6; // On screen; the list is numbered from the first.
const PINNED = "rearview.pinned";
const REASONS = {
  time: "the time is up", memory: "the memory is used up", nodes: "the states allowed are used up",
  moves: "the solution is too long", cancelled: "it was stopped",
};

export class Solver {
  #question = null;
  #curves = null;
  #made = 0;

  constructor(session, view, connection, playback) {
    Object.assign(this, { session, view, connection, playback });
    this.element = h("section", { class: "card solver", "aria-label": "Solver" });
    session.addEventListener("open", () => this.reset());
    session.addEventListener("opened", () => this.#resume());
    session.addEventListener("change", () => this.#curves?.follow(session.history.pushes - this.#pushesBefore));
  }

  reset() {
    this.#question?.stop();
    this.#question = null;
    this.#curves = null;
    this.view.clear("over", "packing-order");
    const seconds = h("select", { "aria-label": "Time limit", onchange: () => keepSettings({ seconds: Number(seconds.value) }) },
      SECONDS.map(([value, name]) => h("option", { value, selected: value === settings.seconds }, name)));
    this.element.replaceChildren(
      h("h2", {}, "Watch it think"),
      h("p", { class: "quiet" }, "One agent looks back from the goal, the other goes forward with what it saw. They start from where you are."),
      h("div", { class: "row" }, button("Solve from here", () => this.solve(), { kind: "main", iconName: "solve" }), seconds));
  }

  solve() {
    if (this.#question) return this.stop();
    this.playback.pause();
    const request = { rows: this.session.level.rows, moves: this.session.history.made, seconds: settings.seconds };
    this.#watch(request.moves.length, (handlers) => this.connection.ask("solve", request, handlers));
    announce("Searching");
    return undefined;
  }

  // Go on watching a search that was pinned in this level, before the page was loaded again.
  #resume() {
    const pinned = readPinned();
    if (pinned?.request.rows.join("|") !== this.session.level.rows.join("|")) return;
    this.session.jumpTo(0);
    this.session.showWayOn(pinned.request.moves);
    this.session.jumpTo(pinned.request.moves.length);
    this.#watch(pinned.request.moves.length, (handlers) => this.connection.adopt(pinned.name, "solve", pinned.request, handlers));
  }

  #watch(made, begin) {
    this.#made = made;
    const thinking = new Thinking(this.session.board, settings.seconds);
    const pin = button("Keep it running", () => this.#pin(pin), { kind: "small", iconName: "pin", title: "Goes on when this tab is closed or loaded again", "aria-pressed": "false" });
    this.element.replaceChildren(h("h2", {}, "Thinking"), thinking.element,
      h("div", { class: "row" }, button("Stop", () => this.stop(), { iconName: "stop" }), pin));
    this.#question = begin({
      onProgress: (progress) => thinking.update(progress),
      onEnding: (answer) => this.#end(answer),
      onFailure: (text) => this.#fail(text),
    });
  }

  stop() {
    keepPinned(null);
    this.reset();
    announce("Stopped");
  }

  async #pin(control) {
    const pinned = control.getAttribute("aria-pressed") !== "true";
    try {
      const { name, request } = this.#question;
      await this.#question.pin(pinned);
      keepPinned(pinned ? { name, request } : null);
      control.setAttribute("aria-pressed", pinned);
    } catch (error) {
      toast(error.message);
    }
  }

  #fail(text) {
    this.reset();
    this.element.append(h("p", { class: "problem-text" }, text));
  }

  #end(answer) {
    this.#question = null;
    keepPinned(null);
    if (answer.outcome !== "solved") return this.#tellFailure(answer);
    this.session.jumpTo(this.#made);
    this.session.showWayOn(answer.lurd);
    keepSolution(this.session.level.hash, this.session.history.all, 0, false);
    this.#show(answer);
    announce(`Solved: ${counted(answer.moves, "move")}, ${counted(answer.pushes, "push")}`);
  }

  #show(answer) {
    const states = answer.backward_nodes + answer.forward_nodes;
    this.element.replaceChildren(
      h("h2", {}, "Solved"),
      h("p", {}, h("strong", {}, `${counted(answer.moves, "move")}, ${counted(answer.pushes, "push")}`),
        ` in ${answer.seconds < 0.01 ? "a blink" : `${answer.seconds.toFixed(2)} s`}, ${counted(states, "state")} searched. Replayed by the checker.`),
      h("div", { class: "row" },
        button("Watch", () => this.playback.play(), { kind: "main", iconName: "play" })),
      h("div", { class: "row shorter" },
        h("span", { class: "quiet" }, "Find one with fewer"),
        button("moves", () => this.#optimise("moves"), { kind: "small", "aria-label": "Find fewer moves" }),
        button("pushes", () => this.#optimise("pushes"), { kind: "small", "aria-label": "Find fewer pushes" })),
      h("div", { class: "improvements" }));
    this.#showBehind(answer);
  }

  #showBehind(answer) {
    const { session, view } = this;
    const leave = () => view.place(session.game.boxes, session.game.player, { still: true, facing: session.facing });
    if (answer.steps?.length > 1) {
      const look = (step) => this.#look(session.stateAfter(this.#movesAfter(step.pushes)));
      this.#curves = new Curves(answer.steps, { onPoint: look, onLeave: leave, onPick: (step) => session.jumpTo(this.#movesAfter(step.pushes)) });
      this.element.append(h("h3", {}, "Along the solution"), this.#curves.element);
      this.#curves.follow(0);
    }
    if (answer.trajectory?.length > 1) {
      const look = ({ boxes, player }) => this.#look({ boxes: this.#match(boxes), player: session.board.at(...player) });
      this.element.append(h("h3", {}, "Seen in the mirror"),
        filmStrip(session.board, answer.trajectory, answer.trajectory_length, { onPoint: look, onLeave: leave }));
      const order = button("Number the targets in packing order", () => this.#toggleOrder(order, answer.packing_order), { kind: "small", "aria-pressed": "false" });
      this.element.append(order);
    }
  }

  get #pushesBefore() {
    return countPushes(this.session.history.moves.slice(0, this.#made).join(""));
  }

  // The place in the history after so many pushes of the solution.
  #movesAfter(pushes) {
    const { moves } = this.session.history;
    let place = this.#made;
    for (let left = pushes; left > 0 && place < moves.length; place++) if (moves[place] < "a") left--;
    return place;
  }

  #look({ boxes, player }) {
    this.view.place(boxes, player, { still: true });
  }

  // Boxes of a trajectory have no names; any order will do, as nothing glides.
  #match(boxes) {
    const fixed = new Set(this.session.board.fixed);
    return boxes.map(([x, y]) => this.session.board.at(x, y)).filter((square) => !fixed.has(square));
  }

  #toggleOrder(control, order) {
    const shown = control.getAttribute("aria-pressed") !== "true";
    control.setAttribute("aria-pressed", shown);
    this.view.mark("over", "packing-order", shown ? order.map((place, number) => orderNumber(place, number + 1)) : []);
  }

  #tellFailure(answer) {
    this.reset();
    const why = answer.outcome === "unsolvable"
      ? `Proven: there is no way on from here. ${answer.problem}`
      : `No solution found: ${REASONS[answer.reason] ?? "it ended"} after ${answer.seconds.toFixed(1)} s and ${counted(answer.backward_nodes + answer.forward_nodes, "state")}.`;
    this.element.append(h("p", { class: answer.outcome === "unsolvable" ? "problem-text" : "quiet" }, why));
    announce(why);
  }

  #optimise(objective) {
    const { session } = this;
    this.#question?.stop();
    const list = h("ol", {});
    const status = h("p", { class: "quiet" }, `Looking for fewer ${objective} …`);
    const stop = button("Stop", () => { this.#question?.stop(); this.#question = null; status.textContent = "Stopped."; stop.remove(); }, { kind: "small", iconName: "stop" });
    this.element.querySelector(".improvements").replaceChildren(list, h("div", { class: "row" }, status, stop));
    const request = { rows: session.level.rows, lurd: session.history.all, objective, seconds: Math.min(settings.seconds, 60) };
    this.#question = this.connection.ask("optimise", request, {
      onProgress: ({ improvements, lower_bound: bound }) => {
        showImprovements(list, improvements);
        status.textContent = `Looking for fewer ${objective}; there are at least ${bound} …`;
      },
      onEnding: (answer) => this.#endOptimise(answer, list, objective),
      onFailure: (text) => { this.#question = null; status.textContent = text; stop.remove(); },
    });
  }

  #endOptimise(answer, list, objective) {
    this.#question = null;
    if (answer.outcome !== "solved") return;
    this.#made = 0;
    this.session.jumpTo(0);
    this.session.showWayOn(answer.lurd);
    this.#show(answer);
    showImprovements(list, answer.improvements);
    const text = answer.optimal ? `Proven: no solution has fewer ${objective}.` : `No shorter one was found in the time. At least ${answer.lower_bound} ${objective} are needed.`;
    this.element.querySelector(".improvements").replaceChildren(list, h("p", { class: "quiet" }, text));
    announce(text);
  }
}

// The pinned search of this tab, which a page that is loaded again goes on watching.
function keepPinned(search) {
  if (search) sessionStorage.setItem(PINNED, JSON.stringify(search));
  else sessionStorage.removeItem(PINNED);
}

function readPinned() {
  return JSON.parse(sessionStorage.getItem(PINNED));
}

function showImprovements(list, improvements) {
  const last = improvements.slice(-MOST_IMPROVEMENTS);
  list.start = improvements.length - last.length + 1;
  list.replaceChildren(...last.map(([moves, pushes]) => h("li", {}, `${counted(moves, "move")}, ${counted(pushes, "push")}`)));
}
