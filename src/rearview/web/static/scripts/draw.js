// The view to draw in: tools, the board, and a verdict that follows every stroke.
import { Board } from "./board.js";
import { BoardView, makeFrame } from "./board_view.js";
import { button, h, iconButton, svg } from "./dom.js";
import { Drawing } from "./drawing.js";
import { directionOf } from "./input.js";
import { unusedSquare, wrongSquare } from "./marks.js";
import { copy } from "./messages.js";
import { linkTo } from "./share.js";
import { drawBox, drawPlayer, drawTarget } from "./skin.js";
import { Verdict } from "./verdict.js";

const KEPT = "rearview.drawing";
const TOOLS = [["#", "Wall"], [" ", "Floor"], ["$", "Box"], [".", "Target"], ["@", "Player"]];
const EXAMPLE = [" #######", " #  .  #", "## #$# ##", "#  $.$  #", "#   @   #", "## #.# ##", " #     #", " #######"];
const STEPS = [[-1, 0], [0, -1], [1, 0], [0, 1]];

export class Draw {
  #painting = null;
  #cursor = null;
  #marks = { wrong: [], unused: [] };

  constructor(section, connection, actions) {
    this.actions = actions;
    this.drawing = new Drawing(readKept() ?? EXAMPLE);
    this.tool = "#";
    this.isFilling = false;
    const frame = makeFrame();
    this.view = new BoardView(frame, { label: "Drawing. Arrows move the cursor; # space $ . and @ draw." });
    this.verdict = new Verdict(connection, (marks) => this.#mark(marks));
    this.title = h("input", { type: "text", maxlength: 80, placeholder: "Title", "aria-label": "Title" });
    section.append(
      h("h1", { class: "unseen" }, "Draw"),
      h("div", { class: "stage" }, this.#palette(), frame, this.#sizes()),
      h("aside", { class: "side", "aria-label": "Verdict and what to do with the drawing" }, this.verdict.element, this.#doings()));
    this.#listen();
  }

  show() {
    this.#render();
    this.view.fit();
    this.verdict.ask(this.drawing.rows);
  }

  // Start from a level. This can be undone.
  begin(level) {
    this.#change(() => this.drawing.take(level.rows));
    this.title.value = level.title ?? "";
  }

  keep() {
    localStorage.setItem(KEPT, JSON.stringify(this.drawing.rows));
  }

  key(event) {
    const direction = directionOf({ key: event.key.startsWith("Arrow") ? event.key : "" });
    if (direction !== undefined) return this.#moveCursor(...STEPS[direction]);
    if ("#$.@ ".includes(event.key)) return this.#putAtCursor(event.key);
    const action = { z: () => this.drawing.undo(), y: () => this.drawing.redo() }[event.key.toLowerCase()];
    if (!action) return false;
    this.#change(action);
    return true;
  }

  #palette() {
    this.toolButtons = TOOLS.map(([symbol, name]) => h("button", {
      type: "button", class: "button tool", "aria-pressed": String(symbol === this.tool), title: `${name} (${symbol === " " ? "Space" : symbol})`,
      onclick: () => this.#choose(symbol),
    }, toolPicture(symbol), h("span", {}, name)));
    this.fillButton = iconButton("bucket", "Fill an area", () => this.#toggleFill(), { "aria-pressed": "false" });
    this.undoButton = iconButton("undo", "Undo (Z)", () => this.#change(() => this.drawing.undo()));
    this.redoButton = iconButton("redo", "Redo (Y)", () => this.#change(() => this.drawing.redo()));
    // Labels below the icons, on screens where the tools have labels.
    for (const [one, name] of [[this.fillButton, "Fill"], [this.undoButton, "Undo"], [this.redoButton, "Redo"]]) one.append(h("span", {}, name));
    return h("div", { class: "toolbar palette", role: "toolbar", "aria-label": "Drawing tools" },
      this.toolButtons, this.fillButton, h("span", { class: "space" }), this.undoButton, this.redoButton);
  }

  #sizes() {
    const side = (name, label) => h("span", { class: "stepper", role: "group", "aria-label": label },
      h("button", { type: "button", class: "button small", "aria-label": `${label}: less`, onclick: () => this.#change(() => this.drawing.resize(name, -1)) }, "−"),
      h("span", {}, label),
      h("button", { type: "button", class: "button small", "aria-label": `${label}: more`, onclick: () => this.#change(() => this.drawing.resize(name, 1)) }, "+"));
    this.size = h("span", { class: "quiet size" });
    return h("div", { class: "toolbar sizes" },
      side("left", "Left"), side("right", "Right"), side("top", "Top"), side("bottom", "Bottom"), this.size,
      h("span", { class: "turns" },
        iconButton("rotate", "Rotate", () => this.#change(() => this.drawing.rotate())),
        iconButton("mirror", "Mirror", () => this.#change(() => this.drawing.mirror())),
        iconButton("crop", "Cut off the empty margin", () => this.#change(() => this.drawing.crop()))));
  }

  #doings() {
    return h("section", { class: "card doings", "aria-label": "What to do with it" },
      this.title,
      button("Play it", () => this.actions.play(this.#level()), { kind: "main", iconName: "play" }),
      h("div", { class: "row" },
        button("Copy", () => copy(`${this.drawing.rows.join("\n")}\n`, "Level"), { kind: "small", iconName: "copy" }),
        button("Copy link", () => copy(linkTo(this.#level()), "Link"), { kind: "small", iconName: "share" })),
      h("h2", {}, "Start anew"),
      h("div", { class: "row" },
        button("Blank", () => this.#change(() => this.drawing.take(Drawing.blank().rows)), { kind: "small" }),
        button("The level in Play", () => this.begin(this.actions.current()), { kind: "small" })),
      h("p", { class: "quiet" }, "Drag to draw; the same tool on the same thing takes it away. Paste a level to go on from it."));
  }

  #level() {
    return { rows: this.drawing.rows, title: this.title.value.trim() || "Untitled", author: "", comment: "", hash: null };
  }

  #listen() {
    const { element } = this.view;
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => this.#drag(event));
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, () => (this.#painting = null));
  }

  #press(event) {
    const place = this.view.placeAt(event);
    if (event.button !== 0 || !place) return;
    event.preventDefault();
    this.view.element.setPointerCapture(event.pointerId);
    this.drawing.begin();
    if (this.isFilling) {
      this.drawing.fill(...place, this.tool);
    } else {
      this.#painting = { tool: this.drawing.toolAt(...place, this.tool), last: place };
      this.drawing.put(...place, this.#painting.tool);
    }
    this.#cursor = null;
    this.#changed();
  }

  #drag(event) {
    const place = this.#painting && this.view.placeAt(event);
    if (!place || this.tool === "@" || place.join() === this.#painting.last.join()) return;
    for (const [x, y] of between(this.#painting.last, place)) this.drawing.put(x, y, this.#painting.tool);
    this.#painting.last = place;
    this.#changed();
  }

  #moveCursor(dx, dy) {
    const [x, y] = this.#cursor ?? [0, 0];
    const bound = (value, most) => Math.max(0, Math.min(most - 1, value));
    this.#cursor = [bound(x + dx, this.drawing.width), bound(y + dy, this.drawing.height)];
    this.#render();
    return true;
  }

  #putAtCursor(symbol) {
    if (!this.#cursor) return false;
    this.#change(() => {
      this.drawing.begin();
      this.drawing.put(...this.#cursor, this.drawing.toolAt(...this.#cursor, symbol));
    });
    return true;
  }

  #choose(symbol) {
    this.tool = symbol;
    this.toolButtons.forEach((one, place) => one.setAttribute("aria-pressed", String(TOOLS[place][0] === symbol)));
    if (!"# .".includes(symbol)) this.#toggleFill(false);
  }

  #toggleFill(isFilling = !this.isFilling) {
    this.isFilling = isFilling && "# .".includes(this.tool);
    this.fillButton.setAttribute("aria-pressed", String(this.isFilling));
  }

  #change(action) {
    action();
    this.#changed();
  }

  #changed() {
    this.#marks = { wrong: [], unused: [] };
    this.#render();
    this.verdict.ask(this.drawing.rows);
    this.keep();
  }

  #mark({ wrong, unused = [], only = false }) {
    this.#marks = only ? { ...this.#marks, wrong } : { wrong, unused };
    this.#drawMarks();
  }

  #render() {
    const { drawing, view } = this;
    // All rows at full width, so that the whole sheet can be drawn on.
    view.show(new Board(drawing.grid.map((row) => row.join(""))));
    view.layers.ground.prepend(svg("path", { class: "grid-lines", d: sheet(drawing.width, drawing.height) }));
    this.size.textContent = `${drawing.width} × ${drawing.height}`;
    this.undoButton.disabled = !drawing.canUndo;
    this.redoButton.disabled = !drawing.canRedo;
    this.#drawMarks();
  }

  #drawMarks() {
    this.view.mark("under", "unused-marks", this.#marks.unused.map(unusedSquare));
    const cursor = this.#cursor && svg("rect", { class: "cursor", x: this.#cursor[0] + 0.04, y: this.#cursor[1] + 0.04, width: 0.92, height: 0.92, rx: 0.1 });
    this.view.mark("over", "wrong-marks", [...this.#marks.wrong.map(wrongSquare), ...(cursor ? [cursor] : [])]);
  }
}

function toolPicture(symbol) {
  const content = {
    "#": () => svg("rect", { class: "wall", x: 0.08, y: 0.08, width: 0.84, height: 0.84, rx: 0.2 }),
    " ": () => svg("rect", { class: "floor", x: 0.08, y: 0.08, width: 0.84, height: 0.84, rx: 0.06 }),
    $: drawBox,
    ".": () => drawTarget([0, 0]),
    "@": drawPlayer,
  }[symbol]();
  return svg("svg", { class: "tool-picture", viewBox: "0 0 1 1", "aria-hidden": "true" }, content);
}

function sheet(width, height) {
  const lines = [];
  for (let x = 0; x <= width; x++) lines.push(`M${x} 0v${height}`);
  for (let y = 0; y <= height; y++) lines.push(`M0 ${y}h${width}`);
  return lines.join("");
}

// Every square on the line of a quick stroke.
function between([fromX, fromY], [toX, toY]) {
  const count = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY));
  return Array.from({ length: count }, (_, place) => [
    Math.round(fromX + ((toX - fromX) * (place + 1)) / count),
    Math.round(fromY + ((toY - fromY) * (place + 1)) / count),
  ]);
}

function readKept() {
  try {
    const rows = JSON.parse(localStorage.getItem(KEPT));
    return Array.isArray(rows) && rows.length && rows.every((row) => /^[# .$*@+]*$/.test(row)) ? rows : null;
  } catch {
    return null;
  }
}
