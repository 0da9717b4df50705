// The skin: how floor, walls and pieces are drawn, in units of one square.
import { svg } from "./dom.js";

const WALL_RADIUS = 0.22;

// The paths of the static parts. One path for all walls, so a board of any size has few elements.
export function floorPath(board) {
  const parts = squares(board, (square) => board.floor[square]).map(([x, y]) => `M${x} ${y}h1v1h-1z`);
  return parts.join("") + floorBehindCorners(board);
}

// Where the corner of a wall is round, the floor beside it shows.
function floorBehindCorners(board) {
  const isFloor = (x, y) => board.isOn(x, y) && board.floor[board.at(x, y)];
  const parts = [];
  for (const [x, y] of squares(board, (square) => board.walls[square])) {
    for (const [dx, dy] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
      if (!isFloor(x + dx, y) || !isFloor(x, y + dy)) continue;
      parts.push(`M${x + (dx > 0)} ${y + (dy > 0)}h${-dx * WALL_RADIUS}v${-dy * WALL_RADIUS}h${dx * WALL_RADIUS}z`);
    }
  }
  return parts.join("");
}

export function floorLines(board) {
  const lines = [];
  for (const [x, y] of squares(board, (square) => board.floor[square])) {
    if (board.floor[board.at(x + 1, y)]) lines.push(`M${x + 1} ${y}v1`);
    if (board.floor[board.at(x, y + 1)]) lines.push(`M${x} ${y + 1}h1`);
  }
  return lines.join("");
}

// Walls run together: a corner is round only where no neighbour continues the wall.
export function wallPath(board) {
  const isWall = (x, y) => board.symbol(x, y) === "#";
  const parts = [];
  for (let y = 0; y < board.height; y++) {
    for (let x = 0; x < board.width; x++) if (isWall(x, y)) parts.push(wallSquare(x, y, isWall));
  }
  return parts.join("");
}

// A wall is the same path at four heights: its shade on the floor, its foot, its lit rim, its face.
export function drawWalls(board) {
  const d = wallPath(board);
  const layers = [["wall-shade", 0.18], ["wall-edge", 0.11], ["wall-top", 0], ["wall", 0.045]];
  return layers.map(([name, y]) => svg("path", { class: name, d, transform: `translate(0 ${y})` }));
}

function wallSquare(x, y, isWall) {
  const corner = (dx, dy) => (isWall(x + dx, y) || isWall(x, y + dy) ? 0 : WALL_RADIUS);
  const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  return `M${x + a} ${y}H${x + 1 - b}${arc(b, b, b)}V${y + 1 - c}${arc(c, -c, c)}H${x + d}${arc(d, -d, -d)}V${y + a}${arc(a, a, -a)}z`;
}

function arc(radius, dx, dy) {
  return radius ? `a${radius} ${radius} 0 0 1 ${dx} ${dy}` : "";
}

function squares(board, isWanted) {
  const found = [];
  for (let y = 0; y < board.height; y++) {
    for (let x = 0; x < board.width; x++) if (isWanted(board.at(x, y))) found.push([x, y]);
  }
  return found;
}

export function drawTarget([x, y]) {
  return svg("g", {},
    svg("circle", { class: "target", cx: x + 0.5, cy: y + 0.5, r: 0.27 }),
    svg("circle", { class: "target-dot", cx: x + 0.5, cy: y + 0.5, r: 0.075 }));
}

// A box on a target has another colour and a check mark.
export function drawBox() {
  return svg("g", { class: "piece box" },
    svg("rect", { class: "body", x: 0.1, y: 0.1, width: 0.8, height: 0.8, rx: 0.13 }),
    svg("rect", { class: "inner", x: 0.22, y: 0.22, width: 0.56, height: 0.56, rx: 0.06 }),
    svg("path", { class: "planks", d: "M.3 .3 .7 .7M.7 .3 .3 .7" }),
    svg("path", { class: "check", d: "M.32 .52 .45 .65 .69 .37" }));
}

const GAZE = [[-0.07, 0], [0, -0.06], [0.07, 0], [0, 0.05]];

export function drawPlayer() {
  const eyes = svg("g", { class: "eyes" },
    svg("circle", { class: "eye", cx: 0.41, cy: 0.47, r: 0.055 }),
    svg("circle", { class: "eye", cx: 0.59, cy: 0.47, r: 0.055 }));
  return svg("g", { class: "piece player" },
    svg("path", { class: "body", d: "M.5 .12a.34 .34 0 0 1 .34 .34v.24a.17 .17 0 0 1-.17 .17H.33a.17 .17 0 0 1-.17-.17V.46A.34 .34 0 0 1 .5 .12z" }),
    svg("rect", { class: "face", x: 0.27, y: 0.34, width: 0.46, height: 0.26, rx: 0.13 }),
    eyes);
}

export function look(player, direction) {
  const [dx, dy] = GAZE[direction] ?? [0, 0];
  player.querySelector(".eyes").setAttribute("transform", `translate(${dx} ${dy})`);
}
