// The stream of events, and the searches that are told of in it.
//
// Whatever breaks the stream (a restart of the server, a laptop that slept), it is opened again; a
// search that the server no longer knows is asked for once more. Nobody has to load the page again.
import { ApiError, post } from "./api.js";

const SILENCE = 16000; // The server says something every five seconds.
const LONGEST_PAUSE = 5000;
const RETRY = 1000;
const KEPT_NAME = "rearview.tab";

export class Connection extends EventTarget {
  #searches = new Set();
  #early = new Map(); // Events that came before the answer that names their search.
  #pause = 500;
  #isOpening = false;

  constructor() {
    super();
    this.tab = sessionStorage.getItem(KEPT_NAME); // Of this page before it was loaded again.
    this.isUp = false;
    this.#open();
    setInterval(() => this.#watch(), SILENCE / 4);
    document.addEventListener("visibilitychange", () => this.#watch());
    addEventListener("pagehide", () => this.source?.close());
    addEventListener("pageshow", (event) => event.persisted && this.#again());
  }

  // Begin a search. `onProgress`, `onEnding` and `onFailure` are told what becomes of it.
  search(purpose, request, handlers) {
    const search = new Search(this, purpose, request, handlers);
    for (const older of this.#searches) if (older.purpose === purpose) this.#searches.delete(older);
    this.#searches.add(search);
    this.send(search);
    return search;
  }

  // Go on with a search that was pinned before the page was loaded again.
  adopt(name, purpose, request, handlers) {
    const search = new Search(this, purpose, request, handlers);
    this.#searches.add(search);
    this.#named(search, name);
    return search;
  }

  async send(search) {
    search.name = null;
    if (!this.isUp || search.isBeingSent) return; // It is sent when the server says hello.
    search.isBeingSent = true;
    try {
      const { search: name } = await post("/api/searches", { ...search.request, purpose: search.purpose, tab: this.tab });
      search.isBeingSent = false;
      this.#named(search, name);
    } catch (error) {
      search.isBeingSent = false;
      const isLost = error instanceof ApiError && (error.status === 0 || error.status === 409);
      if (isLost) setTimeout(() => this.#searches.has(search) && !search.name && this.send(search), RETRY);
      else if (this.#searches.delete(search)) search.handlers.onFailure?.(error.message);
    }
  }

  forget(search) {
    this.#searches.delete(search);
  }

  #named(search, name) {
    search.name = name;
    if (!this.#searches.has(search)) {
      search.tellServerToStop();
      return;
    }
    for (const event of this.#early.get(name) ?? []) this.#tell(event);
    this.#early.delete(name);
  }

  #open() {
    this.#isOpening = false;
    this.source = new EventSource(`/api/events?tab=${encodeURIComponent(this.tab ?? "")}`);
    this.heard = Date.now();
    for (const name of ["hello", "progress", "ending", "beat"]) {
      this.source.addEventListener(name, (event) => this.#hear(name, JSON.parse(event.data)));
    }
    this.source.addEventListener("error", () => {
      this.#setUp(false);
      if (this.source.readyState === EventSource.CLOSED) this.#again();
    });
  }

  #again() {
    if (this.#isOpening) return;
    this.#isOpening = true;
    this.source.close();
    setTimeout(() => this.#open(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  #watch() {
    if (document.visibilityState === "visible" && Date.now() - this.heard > SILENCE) this.#again();
  }

  #hear(name, data) {
    this.heard = Date.now();
    this.#pause = 500;
    this.#setUp(true);
    if (name === "hello") this.#greet(data);
    else if (name !== "beat") this.#tell({ name, data });
  }

  #greet({ tab }) {
    const isOther = tab !== this.tab;
    this.tab = tab;
    sessionStorage.setItem(KEPT_NAME, tab);
    for (const search of this.#searches) if (isOther || !search.name) this.send(search);
  }

  #tell({ name, data }) {
    const search = [...this.#searches].find((one) => one.name === data.search);
    if (!search) {
      if (this.#early.size > 50) this.#early.clear();
      this.#early.set(data.search, [...(this.#early.get(data.search) ?? []), { name, data }]);
    } else if (name === "progress") {
      search.handlers.onProgress?.(data);
    } else {
      this.#searches.delete(search);
      if (data.error) search.handlers.onFailure?.(data.error);
      else search.handlers.onEnding?.(data);
    }
  }

  #setUp(isUp) {
    if (isUp === this.isUp) return;
    this.isUp = isUp;
    this.dispatchEvent(new Event("change"));
  }
}

class Search {
  constructor(connection, purpose, request, handlers) {
    Object.assign(this, { connection, purpose, request, handlers, name: null, isBeingSent: false });
  }

  stop() {
    this.connection.forget(this);
    this.tellServerToStop();
  }

  tellServerToStop() {
    if (this.name) post(`/api/searches/${this.name}/stop`, { tab: this.connection.tab }).catch(() => {});
  }

  async pin(pinned) {
    if (this.name) await post(`/api/searches/${this.name}/pin`, { tab: this.connection.tab, pinned });
  }
}
