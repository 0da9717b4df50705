// The backward agent's trajectory as a strip of small boards, from the goal back.
import { counted, h } from "./dom.js";
import { SmallBoard } from "./small_board.js";

const MOST = 24;

export function filmStrip(board, trajectory, length, { onPoint, onLeave }) {
  const chosen = spread(trajectory, MOST);
  const frames = chosen.map(([number, state]) => {
    const small = new SmallBoard(board);
    small.place(state.boxes, state.player);
    const label = number === 0 ? "the goal" : `${counted(number, "step")} back`;
    const look = () => onPoint(state);
    return h("button", { type: "button", class: "film-frame", "aria-label": label, onpointerenter: look, onpointerleave: onLeave, onfocus: look, onblur: onLeave },
      small.element, h("span", {}, number === 0 ? "goal" : `${number}`));
  });
  return h("div", {},
    h("p", { class: "quiet" }, `How the backward agent went, in ${counted(length - 1, "step")}:`),
    h("div", { class: "film", tabindex: -1 }, frames));
}

// At most `most` items of a list, evenly spaced, with both ends; each with its index.
function spread(list, most) {
  const count = Math.min(most, list.length);
  return Array.from({ length: count }, (_, place) => {
    const number = count === 1 ? 0 : Math.round((place * (list.length - 1)) / (count - 1));
    return [number, list[number]];
  });
}
