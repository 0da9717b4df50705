// The value of the forward agent and its features along a solution: one curve each, over pushes.
import { h, svg } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 120;
const MARGIN = 6;

export class Curves {
  // `onPoint(step)` on hover over a point, `onPick(step)` on a click, `onLeave()` at the end.
  constructor(steps, { onPoint, onPick, onLeave }) {
    this.steps = steps;
    const names = ["value", ...Object.keys(steps[0].features)];
    this.select = h("select", { "aria-label": "Curve", onchange: () => this.#draw() },
      names.map((name) => h("option", { value: name }, name === "value" ? "Value of the forward agent" : `Feature: ${name.replaceAll("_", " ")}`)));
    this.line = svg("path", { class: "curve" });
    this.area = svg("path", { class: "curve-area" });
    this.dot = svg("circle", { class: "curve-dot", r: 4, cx: -9, cy: -9 });
    this.ends = h("p", { class: "quiet ends" });
    this.chart = svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, tabindex: 0, role: "slider", "aria-label": "Point of the curve", "aria-valuemin": 0, "aria-valuemax": steps.length - 1, "aria-valuenow": 0 },
      this.area, this.line, this.dot);
    this.chart.addEventListener("pointermove", (event) => this.#point(this.#stepAt(event), onPoint));
    this.chart.addEventListener("pointerleave", onLeave);
    this.chart.addEventListener("click", (event) => onPick(steps[this.#stepAt(event)]));
    this.chart.addEventListener("keydown", (event) => this.#key(event, onPoint, onPick));
    this.chart.addEventListener("blur", onLeave);
    this.element = h("figure", { class: "curves" }, this.select, this.chart, this.ends);
    this.#draw();
  }

  // Highlight the point of the current push.
  follow(pushes) {
    let step = 0;
    while (step + 1 < this.steps.length && this.steps[step + 1].pushes <= pushes) step++;
    this.#move(step);
  }

  #values() {
    const name = this.select.value;
    return this.steps.map((step) => (name === "value" ? step.value : step.features[name]));
  }

  #draw() {
    const values = this.#values();
    this.low = Math.min(...values);
    this.high = Math.max(...values);
    const points = values.map((value, step) => `${this.#x(step)} ${this.#y(value)}`);
    this.line.setAttribute("d", `M${points.join("L")}`);
    this.area.setAttribute("d", `M${this.#x(0)} ${HEIGHT}L${points.join("L")}V${HEIGHT}z`);
    this.ends.textContent = `from ${values[0].toFixed(3)} to ${values.at(-1).toFixed(3)} over ${this.steps.at(-1).pushes} pushes`;
    this.#move(this.step ?? 0);
  }

  #x(step) {
    const last = Math.max(1, this.steps.at(-1).pushes);
    return MARGIN + (this.steps[step].pushes / last) * (WIDTH - 2 * MARGIN);
  }

  #y(value) {
    const span = this.high - this.low || 1;
    return HEIGHT - MARGIN - ((value - this.low) / span) * (HEIGHT - 3 * MARGIN);
  }

  #stepAt({ clientX }) {
    const area = this.chart.getBoundingClientRect();
    const x = ((clientX - area.left) / area.width) * WIDTH;
    let best = 0;
    this.steps.forEach((_, step) => {
      if (Math.abs(this.#x(step) - x) < Math.abs(this.#x(best) - x)) best = step;
    });
    return best;
  }

  #point(step, onPoint) {
    this.#move(step);
    onPoint(this.steps[step]);
  }

  #move(step) {
    this.step = step;
    const value = this.#values()[step];
    this.dot.setAttribute("cx", this.#x(step));
    this.dot.setAttribute("cy", this.#y(value));
    this.chart.setAttribute("aria-valuenow", step);
    this.chart.setAttribute("aria-valuetext", `after ${this.steps[step].pushes} pushes: ${value.toFixed(3)}`);
  }

  #key(event, onPoint, onPick) {
    const change = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (change) this.#point(Math.max(0, Math.min(this.steps.length - 1, this.step + change)), onPoint);
    else if (event.key === "Enter") onPick(this.steps[this.step]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
