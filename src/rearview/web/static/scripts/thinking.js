// Both agents during a search: their best boards and their counts.
import { h } from "./dom.js";
import { SmallBoard } from "./small_board.js";

export class Thinking {
  constructor(board, seconds) {
    this.seconds = seconds;
    this.back = new Agent(board, "Looking back", "pulls boxes off");
    this.forward = new Agent(board, "Going forward", "pushes boxes home");
    this.round = h("p", { class: "round" }, "Starting …");
    this.bar = h("progress", { max: seconds, value: 0, "aria-label": "Time used" });
    this.element = h("div", { class: "thinking" },
      this.round, this.bar,
      h("div", { class: "agents" }, this.back.element, this.forward.element));
  }

  update(progress) {
    this.round.textContent = `Round ${progress.round} · ${progress.seconds.toFixed(1)} s of ${this.seconds} s`;
    this.bar.value = progress.seconds;
    this.back.count(progress.backward_nodes);
    this.forward.count(progress.forward_nodes);
    const [active, other] = progress.forward ? [this.forward, this.back] : [this.back, this.forward];
    active.update(progress);
    other.rest();
    if (progress.backward_best) this.back.place(progress.backward_best);
    if (progress.forward_best) this.forward.place(progress.forward_best);
  }
}

class Agent {
  constructor(board, title, what) {
    this.small = new SmallBoard(board, { label: `${title}: best board so far` });
    this.nodes = h("dd", {}, "–");
    this.value = h("dd", {}, "–");
    this.boxes = h("dd", {}, "–");
    this.element = h("section", { class: "agent" },
      h("h3", {}, title), h("p", { class: "quiet" }, what), this.small.element,
      h("dl", {}, h("dt", {}, "states"), this.nodes, h("dt", {}, "value"), this.value, h("dt", {}, "boxes"), this.boxes));
  }

  count(nodes) {
    this.nodes.textContent = nodes.toLocaleString("en");
  }

  update({ value, boxes_done: boxes }) {
    this.element.classList.add("active");
    this.value.textContent = value.toFixed(3);
    this.boxes.textContent = boxes;
  }

  rest() {
    this.element.classList.remove("active");
  }

  place({ boxes, player }) {
    this.small.place(boxes, player);
  }
}
