// Keys and gestures: all in a dialog, and the first steps beside the board.
import { button, h, iconButton } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { keepSettings, settings } from "./storage.js";

const PLAY = [
  [["←↑→↓", "WASD"], "walk and push"],
  [["Z", "Backspace"], "undo"],
  [["Y"], "redo"],
  [["Home", "End"], "to the start, to the end of your moves"],
  [["R"], "restart"],
  [["H"], "hint; again for more"],
  [["B"], "back to the last living position"],
  [["F"], "solve from here, or stop"],
  [["Space"], "play or pause the moves"],
  [[",", "."], "previous, next push"],
  [["PgUp", "PgDn"], "previous, next level; with Shift: unsolved"],
  [["X"], "mark dead squares"],
  [["I"], "say what is around the player"],
];
const POINTER = [
  [["click", "tap"], "on the floor: walk there"],
  [["click", "tap"], "on a box: see where it can be pushed; then on a dot"],
  [["swipe"], "walk and push; a long one makes several steps"],
];
const DRAW = [
  [["←↑→↓"], "move the cursor"],
  [["#", "Space", "$", ".", "@"], "wall, floor, box, target, player"],
  [["Z", "Y"], "undo, redo"],
];
const EVERYWHERE = [
  [["P", "L", "E"], "play, levels, draw"],
  [["T"], "light or dark"],
  [["?"], "these keys"],
];
const FIRST_KEYS = [PLAY[0], [["click"], "walk there; on a box, choose where it goes"], [["Z"], "undo"], [["H"], "hint"], [["F"], "let rearview solve it"]];
const FIRST_TOUCHES = [[["swipe"], "walk and push"], [["tap"], "walk there; on a box, choose where it goes"]];

export function showKeys() {
  const part = (title, rows) => h("section", {}, h("h3", {}, title), list(rows));
  const parts = [h("div", {}, part("Play", PLAY)),
    h("div", {}, part("By mouse or touch", POINTER), part("Draw", DRAW), part("Everywhere", EVERYWHERE))];
  openDialog("Keys", h("div", { class: "all-keys" }, isTouched() ? parts.reverse() : parts), []);
}

// Shown to new players until it is closed.
export function helpCard() {
  const rows = isTouched() ? FIRST_TOUCHES : FIRST_KEYS;
  const close = () => { keepSettings({ helps: false }); card.remove(); };
  const card = h("section", { class: "card help", "aria-label": "How to play", hidden: !settings.helps },
    h("div", { class: "row" }, h("h2", {}, "How to play"), iconButton("close", "Close this help", close)),
    list(rows), button("All keys", showKeys, { kind: "small" }));
  return card;
}

// Whether the primary pointer is touch.
export function isTouched() {
  return matchMedia("(pointer: coarse)").matches;
}

function list(rows) {
  return h("dl", { class: "keys" }, rows.map(([names, what]) => [h("dt", {}, names.map((name) => h("kbd", {}, name))), h("dd", {}, what)]));
}
