// The panel beside the board: solve from here, watch the search, and see the explanation.
import { bringIntoSight, button, counted, h } from "./dom.js";
import { Curves } from "./curves.js";
import { filmStrip } from "./film_strip.js";
import { countPushes, isPush } from "./history.js";
import { orderNumber } from "./marks.js";
import { announce, toast } from "./messages.js";
import { keepSettings, keepSolution, settings } from "./storage.js";
import { Thinking } from "./thinking.js";

const SECONDS = [[10, "10 s"], [60, "1 min"], [300, "5 min"], [600, "10 min"]];
const MOST_IMPROVEMENTS = 6; // Shown at once; the numbering starts at the first of all.
const PINNED = "rearview.pinned";
const REASONS = {
  time: "the time is up", memory: "the memory is used up", nodes: "the states allowed are used up",
  moves: "the solution is too long", cancelled: "it was stopped",
};

// Dispatches "change" when a search starts or ends.
export class Solver extends EventTarget {
  #question = null;
  #curves = null;
  #start = null; // The moves before the search, as `session.start` has them.
  #lurd = ""; // The solution after them.
  #halt = null; // Stops the current search.

  constructor(session, view, connection, playback) {
    super();
    Object.assign(this, { session, view, connection, playback });
    this.element = h("section", { class: "card solver", "aria-label": "Solver" });
    session.addEventListener("open", () => this.reset());
    session.addEventListener("opened", () => this.#resume());
    session.addEventListener("change", () => this.#followCurves());
  }

  get isSearching() {
    return this.#question !== null;
  }

  reset() {
    this.#question?.stop();
    this.#ask(null);
    this.#curves = null;
    this.view.clear("over", "packing-order");
    const seconds = h("select", { "aria-label": "Time limit", onchange: () => { keepSettings({ seconds: Number(seconds.value) }); this.view.focusAfter(seconds); } },
      SECONDS.map(([value, name]) => h("option", { value, selected: value === settings.seconds }, name)));
    this.element.replaceChildren(
      h("h2", {}, "Watch it think"),
      h("p", { class: "quiet" }, "One agent looks back from the goal, the other goes forward with what it saw. They start from where you are."),
      h("div", { class: "row" }, button("Solve from here", () => this.solve(), { kind: "main", iconName: "solve" }), seconds));
  }

  solve() {
    if (this.#question) return this.#halt();
    this.playback.pause();
    const { level, start } = this.session;
    const request = { rows: level.rows, moves: start.before, seconds: settings.seconds };
    this.#watch(start, request, (handlers) => this.connection.ask("solve", request, handlers));
    bringIntoSight(this.element);
    announce("Searching");
    return undefined;
  }

  // Reconnect to a search that was pinned in this level before the page was reloaded.
  #resume() {
    const pinned = readPinned();
    if (pinned?.request.rows.join("|") !== this.session.level.rows.join("|")) return;
    const { name, start, request } = pinned;
    this.session.showSolution({ ...start, lurd: "" });
    this.#watch(start, request, (handlers) => this.connection.adopt(name, "solve", request, handlers), true);
  }

  #watch(start, request, begin, isPinned = false) {
    this.#start = start;
    this.#halt = () => this.stop();
    const thinking = new Thinking(this.session.board, request.seconds);
    const pin = button("Keep it running", () => this.#pin(pin), { kind: "small", iconName: "pin", title: "Goes on when this tab is closed or loaded again", "aria-pressed": String(isPinned) });
    this.element.replaceChildren(h("h2", {}, "Thinking"), thinking.element,
      h("div", { class: "row" }, button("Stop", () => this.stop(), { iconName: "stop" }), pin));
    this.#ask(begin({
      onProgress: (progress) => thinking.update(progress),
      onEnding: (answer) => this.#end(answer),
      onFailure: (text) => this.#fail(text),
    }));
  }

  stop() {
    keepPinned(null);
    this.reset();
    announce("Stopped");
  }

  #ask(question) {
    this.#question = question;
    this.dispatchEvent(new Event("change"));
  }

  async #pin(control) {
    const pinned = control.getAttribute("aria-pressed") !== "true";
    try {
      const { name, request } = this.#question;
      await this.#question.pin(pinned);
      keepPinned(pinned ? { name, request, start: this.#start } : null);
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
    this.#ask(null);
    keepPinned(null);
    if (answer.outcome !== "solved") return this.#tellFailure(answer);
    keepSolution(this.session.level.hash, "", 0, false);
    this.#take(answer);
    announce(`Solved: ${counted(answer.moves, "move")}, ${counted(answer.pushes, "push")}`);
    return undefined;
  }

  // Put the solution from `#start` under the slider, unless the player has moved since.
  #take(answer, wasShown = this.session.history.made === this.#start.before) {
    this.#lurd = answer.lurd;
    if (wasShown) this.session.showSolution({ ...this.#start, lurd: this.#lurd });
    this.#show(answer);
  }

  // Replace the solution by a shorter one, from the start of the level.
  #replace(answer) {
    const wasShown = this.#isShown;
    this.playback.pause();
    this.#start = { before: "", own: 0 };
    this.#take(answer, wasShown);
  }

  get #isShown() {
    return this.session.history.all === this.#start.before + this.#lurd;
  }

  #showAgain() {
    if (!this.#isShown) this.session.showSolution({ ...this.#start, lurd: this.#lurd });
  }

  #play() {
    this.#showAgain();
    bringIntoSight(this.view.frame);
    this.playback.play();
  }

  #show(answer) {
    const states = answer.backward_nodes + answer.forward_nodes;
    this.element.replaceChildren(
      h("h2", {}, "Solved"),
      h("p", {}, h("strong", {}, `${counted(answer.moves, "move")}, ${counted(answer.pushes, "push")}`),
        ` in ${answer.seconds < 0.01 ? "a blink" : `${answer.seconds.toFixed(2)} s`}, ${counted(states, "state")} searched. Replayed by the checker.`),
      h("div", { class: "row" },
        button("Watch", () => this.#play(), { kind: "main", iconName: "play" })),
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
      const look = (step) => this.#look(session.stateAfter(this.#movesUntil(step.pushes)));
      const pick = (step) => { this.#showAgain(); session.jumpTo(this.#movesUntil(step.pushes).length); };
      this.#curves = new Curves(answer.steps, { onPoint: look, onLeave: leave, onPick: pick });
      this.element.append(h("h3", {}, "Along the solution"), this.#curves.element);
      this.#followCurves();
    }
    if (answer.trajectory?.length > 1) {
      const look = ({ boxes, player }) => this.#look({ boxes: this.#match(boxes), player: session.board.at(...player) });
      this.element.append(h("h3", {}, "Seen in the mirror"),
        filmStrip(session.board, answer.trajectory, answer.trajectory_length, { onPoint: look, onLeave: leave }));
      const order = button("Number the targets in packing order", () => this.#toggleOrder(order, answer.packing_order), { kind: "small", "aria-pressed": "false" });
      this.element.append(order);
    }
  }

  #followCurves() {
    if (this.#curves && this.#isShown) this.#curves.follow(this.session.history.pushes - countPushes(this.#start.before));
  }

  // The moves from the start of the level up to this number of pushes of the solution.
  #movesUntil(pushes) {
    let length = 0;
    for (let left = pushes; left > 0 && length < this.#lurd.length; length++) if (isPush(this.#lurd[length])) left--;
    return this.#start.before + this.#lurd.slice(0, length);
  }

  #look({ boxes, player }) {
    this.view.place(boxes, player, { still: true });
  }

  // Boxes of a trajectory have no identity; any order will do, as nothing is animated.
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
    this.#question?.stop();
    const list = h("ol", {});
    const status = h("p", { class: "quiet" }, `Looking for fewer ${objective} …`);
    this.#halt = () => { this.#question?.stop(); end("Stopped."); };
    const stop = button("Stop", this.#halt, { kind: "small", iconName: "stop" });
    const end = (text) => { this.#ask(null); status.textContent = text; stop.remove(); };
    this.element.querySelector(".improvements").replaceChildren(list, h("div", { class: "row" }, status, stop));
    const request = { rows: this.session.level.rows, lurd: this.#start.before + this.#lurd, objective, seconds: Math.min(settings.seconds, 60) };
    this.#ask(this.connection.ask("optimise", request, {
      onProgress: ({ improvements, lower_bound: bound }) => {
        showImprovements(list, improvements);
        status.textContent = `Looking for fewer ${objective}; there are at least ${bound} …`;
      },
      onEnding: (answer) => this.#endOptimise(answer, list, objective),
      onFailure: end,
    }));
  }

  #endOptimise(answer, list, objective) {
    this.#ask(null);
    if (answer.outcome !== "solved") return;
    if (answer.lurd !== this.#start.before + this.#lurd) this.#replace(answer);
    showImprovements(list, answer.improvements);
    const text = answer.optimal ? `Proven: no solution has fewer ${objective}.` : `No shorter one was found in the time. At least ${answer.lower_bound} ${objective} are needed.`;
    this.element.querySelector(".improvements").replaceChildren(list, h("p", { class: "quiet" }, text));
    announce(text);
  }
}

// The pinned search of this tab, to reconnect to after a reload.
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
