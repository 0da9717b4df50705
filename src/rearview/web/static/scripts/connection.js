// The stream of server-sent events, and the questions that it reports on.
//
// If the stream breaks (a server restart, a laptop that slept), it reconnects, and questions that the
// server no longer knows are sent again. The page need not be reloaded.
import { ApiError, post } from "./api.js";

const SILENCE = 16000; // The server sends an event at least every five seconds.
const LONGEST_PAUSE = 5000;
const RETRY = 1000;
const KEPT_NAME = "rearview.tab";

export class Connection extends EventTarget {
  #questions = new Set();
  #early = new Map(); // Events that arrived before the response with the name of their question.
  #pause = 500;
  #isOpening = false;
  #isAsleep = false;
  #wasOpened = false; // By this page load, not by an earlier one.

  constructor() {
    super();
    this.tab = sessionStorage.getItem(KEPT_NAME); // The tab's name from before a reload.
    this.isUp = false;
    this.#open();
    setInterval(() => this.#watch(), SILENCE / 4);
    document.addEventListener("visibilitychange", () => this.#watch());
    addEventListener("pagehide", () => this.source?.close());
    addEventListener("pageshow", (event) => event.persisted && this.#again());
  }

  // Start a question. The handlers are `onProgress`, `onEnding` and `onFailure`.
  ask(purpose, request, handlers) {
    const question = new Question(this, purpose, request, handlers);
    for (const older of this.#questions) if (older.purpose === purpose) this.#questions.delete(older);
    this.#questions.add(question);
    this.send(question);
    return question;
  }

  // Continue a question that was pinned before the page was reloaded.
  adopt(name, purpose, request, handlers) {
    const question = new Question(this, purpose, request, handlers);
    this.#questions.add(question);
    this.#named(question, name);
    return question;
  }

  async send(question) {
    question.name = null;
    if (!this.isUp || question.isBeingSent) return; // It is sent after the next hello event.
    question.isBeingSent = true;
    try {
      const { question: name } = await post("/api/questions", { ...question.request, purpose: question.purpose, tab: this.tab });
      question.isBeingSent = false;
      this.#named(question, name);
    } catch (error) {
      question.isBeingSent = false;
      const isLost = error instanceof ApiError && (error.status === 0 || error.status === 409);
      if (isLost) setTimeout(() => this.#questions.has(question) && !question.name && this.send(question), RETRY);
      else if (this.#questions.delete(question)) question.handlers.onFailure?.(error.message);
    }
  }

  forget(question) {
    this.#questions.delete(question);
  }

  #named(question, name) {
    question.name = name;
    if (!this.#questions.has(question)) {
      question.tellServerToStop();
      return;
    }
    for (const event of this.#early.get(name) ?? []) this.#tell(event);
    this.#early.delete(name);
  }

  #open() {
    this.#isOpening = this.#isAsleep = false;
    this.source = new EventSource(`/api/events?tab=${encodeURIComponent(this.tab ?? "")}&again=${Number(this.#wasOpened)}`);
    this.#wasOpened = true;
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
    this.#setUp(false);
    this.source.close();
    setTimeout(() => this.#open(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  // A browser allows few connections per server over all tabs: a hidden tab closes its stream.
  #watch() {
    const isSeen = document.visibilityState === "visible";
    if (!isSeen && this.#questions.size === 0) {
      this.source.close();
      this.#isAsleep = true;
    } else if (isSeen && this.#isAsleep) {
      this.#open();
    } else if (isSeen && Date.now() - this.heard > SILENCE) {
      this.#again();
    }
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
    for (const question of this.#questions) if (isOther || !question.name) this.send(question);
  }

  #tell({ name, data }) {
    const question = [...this.#questions].find((one) => one.name === data.question);
    if (!question) {
      if (this.#early.size > 50) this.#early.clear();
      this.#early.set(data.question, [...(this.#early.get(data.question) ?? []), { name, data }]);
    } else if (name === "progress") {
      question.handlers.onProgress?.(data);
    } else {
      this.#questions.delete(question);
      if (data.error) question.handlers.onFailure?.(data.error);
      else question.handlers.onEnding?.(data);
    }
  }

  #setUp(isUp) {
    if (isUp === this.isUp) return;
    this.isUp = isUp;
    this.dispatchEvent(new Event("change"));
  }
}

class Question {
  constructor(connection, purpose, request, handlers) {
    Object.assign(this, { connection, purpose, request, handlers, name: null, isBeingSent: false });
  }

  stop() {
    this.connection.forget(this);
    this.tellServerToStop();
  }

  tellServerToStop() {
    if (this.name) post(`/api/questions/${this.name}/stop`, { tab: this.connection.tab }).catch(() => {});
  }

  async pin(pinned) {
    if (this.name) await post(`/api/questions/${this.name}/pin`, { tab: this.connection.tab, pinned });
  }
}
