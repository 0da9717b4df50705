// Marks on the board: each kind has a shape of its own, not only a colour.
import { svg } from "./dom.js";

export function deadSquare([x, y]) {
  return svg("path", { class: "dead-square", d: `M${x + 0.38} ${y + 0.38}l.24 .24m0-.24-.24 .24` });
}

export function deadArea([x, y]) {
  return svg("rect", { class: "dead-area", x, y: y + 0.11, width: 1, height: 0.89 });
}

// A box that is lost: a frame around it, and a badge with a cross.
export function deadBox([x, y]) {
  return svg("g", {},
    svg("rect", { class: "dead-box", x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, rx: 0.18 }),
    svg("circle", { class: "dead-badge", cx: x + 0.84, cy: y + 0.16, r: 0.21 }),
    svg("path", { class: "dead-badge-mark", d: `M${x + 0.76} ${y + 0.08}l.16 .16m0-.16-.16 .16` }));
}

export function reachDot([x, y]) {
  return svg("circle", { class: "reach", cx: x + 0.5, cy: y + 0.5, r: 0.13 });
}

export function ghostBox([x, y]) {
  return svg("g", {},
    svg("rect", { class: "ghost-fill", x: x + 0.08, y: y + 0.08, width: 0.84, height: 0.84, rx: 0.14 }),
    svg("rect", { class: "ghost", x: x + 0.08, y: y + 0.08, width: 0.84, height: 0.84, rx: 0.14 }));
}

export function halo([x, y]) {
  return svg("rect", { class: "ghost", x: x + 0.02, y: y + 0.02, width: 0.96, height: 0.96, rx: 0.2 });
}

const ARROWS = { l: [-1, 0], u: [0, -1], r: [1, 0], d: [0, 1] };

// An arrow from a box in the direction of a push.
export function pushArrow([x, y], letter) {
  const [dx, dy] = ARROWS[letter.toLowerCase()];
  const [cx, cy] = [x + 0.5 + dx * 0.6, y + 0.5 + dy * 0.6];
  const [tx, ty] = [cx + dx * 0.62, cy + dy * 0.62];
  const wing = (side) => `M${tx} ${ty}L${tx - dx * 0.24 + side * dy * 0.22} ${ty - dy * 0.24 + side * dx * 0.22}`;
  return svg("path", { class: "arrow", d: `M${cx} ${cy}L${tx} ${ty}${wing(1)}${wing(-1)}` });
}

// The player's path along some moves.
export function walkLine([x, y], lurd) {
  let d = `M${x + 0.5} ${y + 0.5}`;
  for (const letter of lurd) {
    const [dx, dy] = ARROWS[letter.toLowerCase()];
    d += dx ? `h${dx}` : `v${dy}`;
  }
  return svg("path", { class: "walk", d });
}

export function orderNumber([x, y], number) {
  const text = svg("text", { class: "order", x: x + 0.5, y: y + 0.64 });
  text.textContent = number;
  return text;
}

export function unusedSquare([x, y]) {
  return svg("circle", { class: "unused", cx: x + 0.5, cy: y + 0.5, r: 0.08 });
}

export function wrongSquare([x, y]) {
  return svg("rect", { class: "wrong", x: x + 0.07, y: y + 0.07, width: 0.86, height: 0.86, rx: 0.12 });
}
