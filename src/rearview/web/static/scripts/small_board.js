// A thumbnail of a board: five paths, for any size of board.
import { svg } from "./dom.js";
import { floorPath, wallPath } from "./skin.js";

export class SmallBoard {
  constructor(board, { label = null } = {}) {
    this.board = board;
    const hidden = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
    this.targets = svg("path", { class: "small-target" });
    this.boxes = svg("path", { class: "small-box" });
    this.home = svg("path", { class: "small-home", "fill-rule": "evenodd" });
    this.player = svg("circle", { class: "small-player", r: 0.36 });
    this.element = svg("svg", { class: "small-board", viewBox: `-.2 -.2 ${board.width + 0.4} ${board.height + 0.4}`, ...hidden },
      svg("path", { class: "floor", d: floorPath(board) }),
      svg("path", { class: "wall", d: wallPath(board) }),
      this.targets, this.boxes, this.home, this.player);
    this.place(board.boxes.map((box) => board.place(box)), board.player < 0 ? null : board.place(board.player));
  }

  // Where boxes and player stand, as [column, row].
  place(boxes, player) {
    const standing = new Set([...boxes.map(([x, y]) => this.board.at(x, y)), ...this.board.fixed]);
    const paths = { targets: [], boxes: [], home: [] };
    this.board.targets.forEach((isTarget, square) => {
      if (isTarget && !standing.has(square)) paths.targets.push(diamond(this.board.place(square)));
    });
    for (const square of standing) {
      const [x, y] = this.board.place(square);
      const body = `M${x + 0.1} ${y + 0.1}h.8v.8h-.8z`;
      // A box on a target has a hole, so that not only its colour differs.
      if (this.board.targets[square]) paths.home.push(body, diamond([x, y]));
      else paths.boxes.push(body);
    }
    for (const [name, parts] of Object.entries(paths)) this[name].setAttribute("d", parts.join(""));
    this.player.setAttribute("visibility", player ? "visible" : "hidden");
    if (player) {
      this.player.setAttribute("cx", player[0] + 0.5);
      this.player.setAttribute("cy", player[1] + 0.5);
    }
  }
}

function diamond([x, y]) {
  return `M${x + 0.5} ${y + 0.22}l.28 .28-.28 .28-.28-.28z`;
}
