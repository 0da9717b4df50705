// The view of collections: a grid of small boards with solved marks, search and sorting.
import { post } from "./api.js";
import { Board } from "./board.js";
import { Difficulties } from "./difficulties.js";
import { button, counted, h, icon } from "./dom.js";
import { download, toast } from "./messages.js";
import { SmallBoard } from "./small_board.js";
import { progressOf } from "./storage.js";

const ORDERS = {
  number: ["In order", (one, other) => one.index - other.index],
  size: ["Smallest first", (one, other) => area(one) - area(other)],
  boxes: ["Fewest boxes first", (one, other) => boxes(one) - boxes(other)],
  hard: ["Easiest first", (one, other) => hardness(one) - hardness(other)],
};
const BATCH = 60; // Small boards that are drawn at once.

export class Levels {
  #collection = null;
  #wanted = null;

  constructor(section, library, connection, actions) {
    Object.assign(this, { library, actions });
    this.difficulties = new Difficulties(connection, (hash) => this.#rate(hash));
    this.choices = h("div", { class: "chips", role: "group", "aria-label": "Collections" });
    this.query = h("input", { type: "search", placeholder: "Title or number", "aria-label": "Search", oninput: () => this.#fill() });
    this.order = h("select", { "aria-label": "Sort", onchange: () => this.#fill() },
      Object.entries(ORDERS).map(([key, [name]]) => h("option", { value: key }, name)));
    this.unsolved = h("input", { type: "checkbox", role: "switch", onchange: () => this.#fill() });
    this.summary = h("p", { class: "quiet summary", role: "status" });
    this.grid = h("ul", { class: "grid", onkeydown: (event) => this.#moveFocus(event) });
    this.end = h("div", { class: "grid-end" });
    section.append(h("h1", { class: "unseen" }, "Levels"), h("div", { class: "levels-head" },
      h("div", { class: "row" }, this.choices, h("span", { class: "grow" }),
        button("Open", () => actions.paste(), { iconName: "open", "aria-label": "Open or paste", title: "Open or paste" }),
        button("Download", () => this.#download(), { iconName: "download", "aria-label": "Download .sok", title: "Download .sok" }),
        button("Progress", () => actions.progress(), { iconName: "check", "aria-label": "Your progress", title: "Your progress" })),
      h("div", { class: "row finding" }, this.query, this.order, h("label", { class: "switch" }, this.unsolved, "Unsolved only"), this.summary)),
    this.grid, this.end);
    new IntersectionObserver(([entry]) => entry.isIntersecting && this.#drawMore(), { rootMargin: "600px" }).observe(this.end);
  }

  choose(name) {
    this.#wanted = name;
  }

  async show(current) {
    const name = this.#wanted ?? this.#collection?.name ?? current ?? this.library.names[0].name;
    this.#wanted = null;
    await this.#open(name);
  }

  refresh() {
    if (this.#collection) this.#fill();
  }

  async #open(name) {
    this.choices.replaceChildren(...this.library.names.map((one) =>
      h("button", { type: "button", class: "chip", "aria-pressed": String(one.name === name), onclick: () => this.#open(one.name) },
        h("span", {}, one.title), " ", h("small", {}, one.count, h("span", { class: "unseen" }, " levels")))));
    try {
      this.#collection = await this.library.load(name);
      this.#fill();
    } catch (error) {
      toast(error.message);
    }
  }

  #fill() {
    const words = this.query.value.toLowerCase().trim();
    const matches = (level) => !words || level.title.toLowerCase().includes(words) || String(level.index) === words;
    const isOpen = (level) => !this.unsolved.checked || !progressOf(level.hash).best;
    this.shown = this.#collection.levels.filter((level) => matches(level) && isOpen(level)).sort(ORDERS[this.order.value][1]);
    this.drawn = 0;
    this.grid.replaceChildren();
    this.difficulties.ask(this.shown);
    const solved = this.#collection.levels.filter((level) => progressOf(level.hash).best).length;
    const left = this.#collection.count - this.#collection.levels.length;
    this.summary.textContent = `${solved} of ${counted(this.#collection.count, "level")} solved${left ? `; the last ${left} are not shown` : ""}`;
    if (!this.shown.length) this.grid.append(h("li", { class: "quiet nothing" }, "No level fits. Search for something else, or turn off “Unsolved only”."));
    this.#drawMore();
  }

  #drawMore() {
    if (!this.shown) return;
    const next = this.shown.slice(this.drawn, this.drawn + BATCH);
    this.drawn += next.length;
    this.grid.append(...next.map((level) => this.#tile(level)));
  }

  #tile(level) {
    const { best, shown, difficulty } = progressOf(level.hash);
    const state = best ? `solved in ${counted(best.moves, "move")}` : shown ? "solution seen" : "not solved";
    const size = `${width(level)}×${level.rows.length}, ${counted(boxes(level), "box")}`;
    const badge = best ? h("span", { class: "badge solved" }, icon("check")) : shown ? h("span", { class: "badge seen" }, icon("eye")) : null;
    return h("li", {}, h("button", {
      type: "button", class: "tile", "data-hash": level.hash,
      onclick: () => this.actions.open(this.#collection.name, level.index),
    },
    h("span", { class: "picture" }, new SmallBoard(new Board(level.rows)).element),
    h("span", { class: "name" }, h("b", {}, level.index), ` ${shortTitle(level, this.#collection)}`),
    h("span", { class: "facts" }, size, h("span", { class: "rating" }, rating(difficulty))), badge, h("span", { class: "unseen" }, state)));
  }

  // Move between tiles with arrow keys, by their position on screen.
  #moveFocus(event) {
    const tiles = [...this.grid.querySelectorAll(".tile")];
    const columns = tiles.filter((tile) => tile.offsetTop === tiles[0].offsetTop).length;
    const change = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const next = change && tiles[tiles.indexOf(event.target) + change];
    if (!next) return;
    next.focus();
    event.preventDefault();
  }

  #rate(hash) {
    const { difficulty } = progressOf(hash);
    const tile = this.grid.querySelector(`[data-hash="${hash}"] .rating`);
    if (tile) tile.textContent = rating(difficulty);
  }

  async #download() {
    const levels = this.shown.map(({ rows, title, author, comment, hash }) => ({ rows, title, author, comment, solution: progressOf(hash).best?.lurd ?? "" }));
    try {
      const { text } = await post("/api/sok", { levels });
      download(`${this.#collection.title.replace(/[^\w-]+/g, "-")}.sok`, text);
    } catch (error) {
      toast(error.message);
    }
  }
}

function rating(difficulty) {
  return difficulty === undefined || difficulty === null ? "" : `◆ ${difficulty.toFixed(1)}`;
}

// The title, or "" if it only repeats the collection's name and the number.
function shortTitle(level, collection) {
  return level.title.toLowerCase() === `${collection.name} ${level.index}`.toLowerCase() ? "" : level.title;
}

function width(level) {
  return Math.max(...level.rows.map((row) => row.length));
}

function area(level) {
  return width(level) * level.rows.length;
}

function boxes(level) {
  return level.rows.join("").replace(/[^$*]/g, "").length;
}

function hardness(level) {
  return progressOf(level.hash).difficulty ?? Infinity;
}
