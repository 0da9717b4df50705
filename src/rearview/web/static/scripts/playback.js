// The bar below the board: a slider over the whole history, with playback at any speed.
import { h, iconButton } from "./dom.js";

const SPEEDS = [["½×", 5], ["1×", 11], ["2×", 22], ["5×", 55], ["10×", 110]];
const FRAME = 16;

export class Playback {
  #timer = null;

  constructor(session, view) {
    this.session = session;
    this.view = view;
    this.toggleButton = iconButton("play", "Play the moves (Space)", () => this.toggle());
    this.slider = h("input", { type: "range", min: 0, value: 0, "aria-label": "Place in the moves", oninput: () => this.#slide() });
    this.speed = h("select", { "aria-label": "Speed", class: "speed", onchange: () => view.focusAfter(this.speed) }, SPEEDS.map(([name, rate]) => h("option", { value: rate, selected: rate === 11 }, name)));
    this.element = h("div", { class: "playback", role: "group", "aria-label": "Playback" },
      iconButton("left", "Previous push (,)", () => this.step(-1)),
      this.toggleButton,
      iconButton("right", "Next push (.)", () => this.step(1)),
      this.slider, this.speed);
    session.addEventListener("open", () => this.pause());
    session.addEventListener("change", () => this.#follow());
  }

  get isPlaying() {
    return this.#timer !== null;
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    const { history } = this.session;
    if (!history.total) return;
    if (history.length === history.total) this.session.jumpTo(0);
    this.#showButton("pause", "Pause (Space)");
    this.#tick();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#showButton("play", "Play the moves (Space)");
  }

  step(sign) {
    this.pause();
    this.session.jumpToPush(sign);
  }

  // Above sixty moves a second, several are made in a frame.
  #tick() {
    const rate = Number(this.speed.value);
    const pause = Math.max(FRAME, 1000 / rate);
    this.view.element.style.setProperty("--step", `${pause}ms`);
    for (let count = Math.max(1, Math.round((rate * pause) / 1000)); count > 0; count--) {
      if (!this.session.advance()) return this.pause();
    }
    this.#timer = setTimeout(() => this.#tick(), pause);
  }

  #slide() {
    this.pause();
    this.session.jumpTo(Number(this.slider.value));
  }

  #follow() {
    const { history } = this.session;
    this.element.classList.toggle("idle", history.total === 0);
    this.slider.max = history.total;
    this.slider.value = history.length;
    this.slider.setAttribute("aria-valuetext", `move ${history.length} of ${history.total}`);
  }

  #showButton(name, label) {
    const fresh = iconButton(name, label, () => this.toggle());
    this.toggleButton.replaceChildren(...fresh.childNodes);
    this.toggleButton.setAttribute("aria-label", label);
    this.toggleButton.title = label;
  }
}
