// A board on the page: static parts are drawn once, pieces are moved by their transforms.
import { h, svg } from "./dom.js";
import { drawBox, drawPlayer, drawTarget, drawWalls, floorLines, floorPath, look } from "./skin.js";

const LARGEST_SQUARE = 68;
const SMALLEST_SQUARE = 15;
const MARGIN = 14; // Pixels, for the ring around the board that has the focus.

export class BoardView {
  constructor(frame, { label, id = null }) {
    this.frame = frame;
    this.layers = {};
    for (const name of ["ground", "under", "pieces", "over"]) this.layers[name] = svg("g", { class: name });
    this.element = svg("svg", { class: "board", id, tabindex: 0, role: "application", "aria-roledescription": "Sokoban board", "aria-label": label });
    this.element.append(...Object.values(this.layers));
    frame.append(this.element);
    this.boxes = [];
    this.player = null;
    this.board = null;
    new ResizeObserver(() => this.fit()).observe(frame);
  }

  show(board) {
    this.board = board;
    this.element.setAttribute("viewBox", `0 0 ${board.width} ${board.height}`);
    this.element.classList.remove("moving", "solved");
    const targets = placesOf(board, board.targets);
    this.layers.ground.replaceChildren(
      svg("path", { class: "floor", d: floorPath(board) }),
      svg("path", { class: "floor-lines", d: floorLines(board) }),
      ...drawWalls(board),
      ...targets.map(drawTarget),
      ...board.fixed.map((box) => this.#set(drawBox(), box)));
    this.boxes = board.boxes.map(drawBox);
    this.player = board.player < 0 ? null : drawPlayer();
    this.layers.pieces.replaceChildren(...this.boxes, ...(this.player ? [this.player] : []));
    this.clear("under");
    this.clear("over");
    this.fit();
    this.place(board.boxes, board.player, { still: true });
  }

  // Place the boxes and the player. They move there with an animation, unless `still`.
  place(boxes, player, { still = false, facing = -1 } = {}) {
    this.element.classList.toggle("moving", !still);
    boxes.forEach((square, box) => this.#set(this.boxes[box], square));
    if (!this.player) return;
    this.#set(this.player, player);
    look(this.player, facing);
    this.#keepInSight(player);
  }

  mark(layer, kind, elements) {
    this.clear(layer, kind);
    if (elements.length) this.layers[layer].append(svg("g", { class: `marks ${kind}` }, elements));
  }

  clear(layer, kind = null) {
    const old = kind ? this.layers[layer].querySelectorAll(`:scope > .${kind}`) : [...this.layers[layer].children];
    for (const one of old) one.remove();
  }

  choose(box) {
    this.boxes.forEach((element, number) => element.classList.toggle("chosen", number === box));
  }

  // After a choice by mouse, focus returns to the board. After keys, the control keeps it.
  focusAfter(control) {
    if (!control.matches(":focus-visible")) this.element.focus({ preventScroll: true });
  }

  // The place under a pointer, or null outside the board.
  placeAt({ clientX, clientY }) {
    const area = this.element.getBoundingClientRect();
    const x = Math.floor(((clientX - area.left) / area.width) * this.board.width);
    const y = Math.floor(((clientY - area.top) / area.height) * this.board.height);
    return this.board.isOn(x, y) ? [x, y] : null;
  }

  fit() {
    if (!this.board) return;
    const { clientWidth, clientHeight } = this.frame;
    if (!clientWidth || !clientHeight) return;
    const room = Math.min((clientWidth - MARGIN) / this.board.width, (clientHeight - MARGIN) / this.board.height);
    const square = Math.max(SMALLEST_SQUARE, Math.min(LARGEST_SQUARE, Math.floor(room)));
    this.square = square;
    this.element.setAttribute("width", square * this.board.width);
    this.element.setAttribute("height", square * this.board.height);
    this.isCut = room < SMALLEST_SQUARE;
  }

  #set(piece, square) {
    if (piece.square === square) return piece;
    piece.square = square;
    const [x, y] = this.board.place(square);
    piece.style.transform = `translate(${x}px, ${y}px)`;
    if (piece.classList.contains("box")) piece.classList.toggle("home", this.board.targets[square] === 1);
    return piece;
  }

  #keepInSight(player) {
    if (!this.isCut) return;
    const [x, y] = this.board.place(player);
    const { clientWidth, clientHeight } = this.frame;
    this.frame.scrollTo(x * this.square - clientWidth / 2, y * this.square - clientHeight / 2);
  }
}

export function placesOf(board, flags) {
  const found = [];
  flags.forEach((flag, square) => flag && found.push(board.place(square)));
  return found;
}

export function makeFrame() {
  return h("div", { class: "frame" });
}
