// The view to play in: board, counts, toolbar, and the solver beside it.
import { button, counted, h, icon, iconButton } from "./dom.js";
import { BoardView, makeFrame } from "./board_view.js";
import { helpCard, isTouched } from "./help.js";
import { Hints } from "./hints.js";
import { BoardInput, describeSurroundings, directionOf } from "./input.js";
import { announce, toast } from "./messages.js";
import { Notice } from "./notice.js";
import { Playback } from "./playback.js";
import { Session } from "./session.js";
import { Solver } from "./solver.js";
import { keepMoves, keepSettings, keepSolution, progressOf, settings } from "./storage.js";
import { Warnings } from "./warnings.js";

const STEP = "80ms";
const PAUSE_BEFORE_KEEPING = 300;

export class Play {
  #keeping = null;

  // `actions` are those of the page: other levels, the menu.
  constructor(section, connection, actions) {
    this.actions = actions;
    this.session = new Session();
    const frame = makeFrame();
    this.view = new BoardView(frame, { label: "Board", id: "board" });
    this.notice = new Notice();
    this.playback = new Playback(this.session, this.view);
    this.input = new BoardInput(this.session, this.view);
    this.session.addEventListener("open", () => this.#open());
    this.session.addEventListener("change", ({ detail }) => this.#changed(detail));
    this.warnings = new Warnings(this.session, this.view, this.notice, connection);
    this.hints = new Hints(this.session, this.view, this.notice, connection);
    this.solver = new Solver(this.session, this.view, connection, this.playback);
    section.append(
      h("div", { class: "stage" }, this.#header(), frame, this.notice.element, this.playback.element, this.#toolbar()),
      h("aside", { class: "side", "aria-label": "Solver and what lies behind" }, this.solver.element, helpCard()));
  }

  open(level, place, moves = null) {
    this.place = place;
    this.session.open(level, moves ?? progressOf(level.hash).moves ?? "");
  }

  showPlace(place) {
    this.byline.textContent = [place, this.session.level.author].filter(Boolean).join(" · ");
  }

  // True if the key was handled.
  key(event) {
    const direction = directionOf(event);
    if (direction !== undefined) {
      this.playback.pause();
      this.view.element.style.setProperty("--step", STEP);
      this.session.move(direction);
      return true;
    }
    const action = this.#keys()[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    action?.();
    return Boolean(action);
  }

  #keys() {
    const { session, playback } = this;
    return {
      z: () => this.undo(), Backspace: () => this.undo(), y: () => this.redo(),
      Home: () => this.#jump(0), End: () => this.#jump(session.history.total), r: () => this.#jump(0),
      h: () => this.hints.more(), f: () => this.solver.solve(), b: () => this.warnings.goBack(),
      " ": () => playback.toggle(), ",": () => playback.step(-1), ".": () => playback.step(1),
      i: () => announce(describeSurroundings(session)),
      Escape: () => { this.input.unchoose(); this.hints.clear(); session.halt(); },
    };
  }

  undo() {
    this.playback.pause();
    this.session.undo();
  }

  redo() {
    this.playback.pause();
    this.session.redo();
  }

  #jump(length) {
    this.playback.pause();
    this.session.jumpTo(length);
  }

  #header() {
    this.heading = h("h1", {});
    this.byline = h("p", {});
    this.counts = { moves: h("dd", {}), pushes: h("dd", {}), best: h("dd", {}) };
    const names = { moves: "Moves", pushes: "Pushes", best: "Best" };
    return h("header", { class: "stage-head" },
      h("div", { class: "title" },
        iconButton("left", "Previous level (PgUp)", () => this.actions.otherLevel(-1)),
        h("div", { class: "names" }, this.heading, this.byline),
        iconButton("right", "Next level (PgDn)", () => this.actions.otherLevel(1))),
      h("dl", { class: "counts" }, Object.entries(names).map(([key, name]) => h("div", {}, h("dt", {}, name), this.counts[key]))));
  }

  #toolbar() {
    this.undoButton = iconButton("undo", "Undo (Z)", () => this.undo());
    this.redoButton = iconButton("redo", "Redo (Y)", () => this.redo());
    this.solveButton = button("Solve", () => this.solver.solve(), { kind: "solve" });
    this.solver.addEventListener("change", () => this.#showSearch());
    this.#showSearch();
    return h("div", { class: "toolbar game", role: "toolbar", "aria-label": "Game" },
      this.undoButton, this.redoButton,
      iconButton("restart", "Restart (R)", () => this.#jump(0)),
      h("span", { class: "space" }),
      button("Hint", () => this.hints.more(), { iconName: "hint", title: "Hint (H); again for more" }),
      this.solveButton,
      h("span", { class: "space" }),
      this.actions.menu());
  }

  #showSearch() {
    const [name, label, title] = this.solver.isSearching ? ["stop", "Stop", "Stop the search (F)"] : ["solve", "Solve", "Solve from here (F)"];
    this.solveButton.replaceChildren(icon(name), h("span", {}, label));
    this.solveButton.title = title;
  }

  #open() {
    const { level, board } = this.session;
    this.view.show(board);
    performance.mark("first-board"); // What benchmarks/page_frames.py measures.
    this.heading.textContent = level.title || "Untitled";
    this.showPlace(this.place);
    this.view.element.setAttribute("aria-label",
      `${level.title || "Level"}: ${board.width} by ${board.height}, ${counted(board.boxes.length, "box")}. Arrows move, I describes where you are.`);
  }

  #changed({ jumped = false, pushed = false, blocked = false }) {
    const { session, view } = this;
    const { game, history } = session;
    if (session.isRunning) view.element.style.setProperty("--step", pushed ? "70ms" : "34ms");
    view.place(game.boxes, game.player, { still: jumped, facing: session.facing });
    if (blocked) return;
    this.counts.moves.textContent = history.length.toLocaleString("en");
    this.counts.pushes.textContent = history.pushes.toLocaleString("en");
    this.undoButton.disabled = history.length === 0;
    this.redoButton.disabled = history.length === history.total;
    this.#showBest();
    view.element.classList.toggle("solved", session.isSolved);
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => this.keep(), PAUSE_BEFORE_KEEPING);
    if (session.isSolved) this.#celebrate(jumped);
    else if (history.total === 0 && !settings.hasPlayed) this.#greet();
    else this.notice.clear(this);
    if (pushed && !settings.hasPlayed) keepSettings({ hasPlayed: true });
  }

  // Shown on the first visit.
  #greet() {
    const how = isTouched() ? "Swipe, or tap where to go" : "Use the arrow keys, or click";
    const text = `Push every box onto a ring. ${how}; every move can be undone.`;
    this.notice.show(this, { kind: "hint", iconName: "hint", text });
  }

  // Save what would be lost if the page was closed now.
  keep() {
    clearTimeout(this.#keeping);
    const { level, history } = this.session;
    if (level && this.session.isOwn) keepMoves(level.hash, history.made);
  }

  #showBest() {
    const { best } = progressOf(this.session.level.hash);
    this.counts.best.textContent = best ? `${best.moves} / ${best.pushes}` : "–";
    this.counts.best.title = best ? `${counted(best.moves, "move")}, ${counted(best.pushes, "push")}` : "";
  }

  #celebrate(jumped) {
    const { session } = this;
    const { history, level } = session;
    const what = `${counted(history.length, "move")}, ${counted(history.pushes, "push")}`;
    const isBetter = session.isOwn && keepSolution(level.hash, history.made, history.pushes, true);
    this.#showBest();
    const text = session.isOwn ? `Solved! ${what}${isBetter ? ", your best" : ""}.` : `Solved by rearview: ${what}.`;
    this.notice.show(this, { kind: "good", iconName: "check", text, actions: [["Next level", () => this.actions.otherLevel(1)]] });
    if (!jumped) announce(text);
  }
}
