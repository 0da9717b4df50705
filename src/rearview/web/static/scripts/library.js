// The collections, those of the server and those that were opened, and where the player is in them.
import { get, post } from "./api.js";
import { keepOpened, progressOf } from "./storage.js";

export class Library {
  #loaded = new Map();

  constructor(collections) {
    this.names = collections;
    this.current = null; // A collection with its levels, once loaded.
    this.place = 0;
  }

  async load(name) {
    if (!this.#loaded.has(name)) this.#loaded.set(name, await get(`/api/collections/${encodeURIComponent(name)}`));
    return this.#loaded.get(name);
  }

  async open(name, index = 1) {
    this.current = await this.load(name);
    this.place = Math.max(0, this.current.levels.findIndex((level) => level.index === index));
    return this.current.levels[this.place];
  }

  // Levels from a text become a new collection, first in the list.
  async read(text, title = "") {
    const collection = await post("/api/levels", { text, name: title });
    collection.name = `opened ${this.names.length + 1}`;
    this.#loaded.set(collection.name, collection);
    this.names = [{ ...collection, levels: undefined }, ...this.names];
    keepOpened(collection.title, text);
    return collection;
  }

  // The level's place; with the collection's name, unless the level's title contains it.
  get label() {
    const { title, levels } = this.current ?? {};
    const isNamed = levels?.[this.place].title.toLowerCase().startsWith(title.toLowerCase());
    return [!isNamed && title, this.#place].filter(Boolean).join(" · ");
  }

  get #place() {
    return this.current ? `${this.current.levels[this.place].index} of ${this.current.count}` : "";
  }

  // The level before or after this one; optionally the nearest unsolved one.
  other(sign, isUnsolved = false) {
    const { levels } = this.current;
    let place = this.place + sign;
    while (isUnsolved && levels[place] && progressOf(levels[place].hash).best) place += sign;
    if (!levels[place]) return null;
    this.place = place;
    return levels[place];
  }
}
