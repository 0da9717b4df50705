// The entry point: views, keys and the address (URL fragment).
import { get, post } from "./api.js";
import { Connection } from "./connection.js";
import { keep, readKept } from "./current.js";
import { showOpen, showProgress } from "./dialogs.js";
import { h, iconButton } from "./dom.js";
import { Draw } from "./draw.js";
import { showKeys } from "./help.js";
import { isWriting, listenForTexts } from "./incoming.js";
import { Levels } from "./levels.js";
import { Library } from "./library.js";
import { parseLurd } from "./lurd.js";
import { makeMenu } from "./menu.js";
import { copy, download, toast } from "./messages.js";
import { Play } from "./play.js";
import { linkTo, readFragment } from "./share.js";
import { keepSettings, settings } from "./storage.js";
import { applyTheme, toggleTheme } from "./theme.js";

const VIEWS = ["play", "levels", "draw"];
const find = (id) => document.getElementById(id);
const section = (view) => find(`view-${view}`);

// [view, collection, index] of the address, as far as it can be parsed.
function readPlace() {
  try {
    return decodeURIComponent(location.hash.slice(1)).split("/");
  } catch {
    return []; // An incomplete escape sequence.
  }
}

class Page {
  constructor(start) {
    this.start = start;
    this.library = new Library(start.collections);
    this.connection = new Connection();
    this.play = new Play(section("play"), this.connection, {
      otherLevel: (sign) => this.otherLevel(sign),
      menu: () => makeMenu("More", () => this.#menuItems()),
    });
    this.levels = new Levels(section("levels"), this.library, this.connection, {
      open: (name, index) => this.openLevel(name, index),
      paste: () => this.#showOpen(),
      progress: () => showProgress(() => this.levels.refresh()),
    });
    this.draw = new Draw(section("draw"), this.connection, {
      play: (level) => this.playDrawing(level),
      current: () => this.play.session.level,
    });
    this.#tools();
    this.#listen();
  }

  async begin() {
    const shared = readFragment(location.hash);
    if (shared) return this.#openShared(shared);
    const [view, name, index] = readPlace();
    const { first } = this.start;
    const kept = name ? null : readKept();
    if (kept) {
      this.play.open(kept.level, kept.place);
      return this.show(VIEWS.includes(view) ? view : "play");
    }
    const isKnown = this.start.collections.some((one) => one.name === name);
    if (!isKnown) {
      this.play.open(first.level, ""); // On screen before its collection is loaded.
      await this.library.open(first.collection, first.level.index);
      this.play.showPlace(this.library.label);
    } else {
      await this.#enter(name, Number(index) || 1);
    }
    return this.show(VIEWS.includes(view) ? view : "play");
  }

  async #enter(name, index) {
    const level = await this.library.open(name, index);
    this.play.open(level, this.library.label);
    keep(name.startsWith("opened ") ? { level, place: this.library.label } : null);
  }

  async openLevel(name, index) {
    this.play.keep();
    await this.#enter(name, index);
    this.go("play");
  }

  otherLevel(sign, isUnsolved = false) {
    this.play.keep();
    const level = this.library.current && this.library.other(sign, isUnsolved);
    if (!level) return toast(sign > 0 ? "This is the last one" : "This is the first one");
    this.play.open(level, this.library.label);
    keep(this.library.current.name.startsWith("opened ") ? { level, place: this.library.label } : null);
    this.#showPlace();
  }

  async playDrawing(level) {
    const { hash = null, problems = [] } = await post("/api/check", { rows: level.rows }).catch((error) => error);
    const wrong = problems.find((problem) => problem.severity === "invalid");
    if (wrong) return toast(`This is not a level yet: ${wrong.message}`);
    this.play.keep();
    this.library.current = null;
    this.play.open({ ...level, hash }, "your drawing", "");
    keep({ level: { ...level, hash }, place: "your drawing" });
    return this.go("play");
  }

  async openText(text, title = "") {
    const moves = parseLurd(text);
    if (moves) return this.#takeMoves(moves);
    const collection = await this.library.read(text, title);
    if (this.view === "draw") {
      this.draw.begin(collection.levels[0]);
    } else if (collection.count > 1) {
      this.levels.choose(collection.name);
      this.go("levels");
    } else {
      await this.openLevel(collection.name, collection.levels[0].index);
    }
  }

  #takeMoves(moves) {
    const { session } = this.play;
    const before = session.history.made;
    session.open(session.level, moves);
    if (session.history.total === 0) {
      session.open(session.level, before);
      throw new Error("These moves cannot be made in this level.");
    }
    this.go("play");
  }

  async #openShared({ text, moves }) {
    try {
      const collection = await this.library.read(text, "shared");
      await this.library.open(collection.name);
      this.play.open(collection.levels[0], "shared", moves);
      keep({ level: collection.levels[0], place: "shared" });
      this.play.keep();
      history.replaceState(null, "", "#play"); // A reload continues here.
    } catch (error) {
      toast(`The link carries no level: ${error.message}`);
      await this.#enter(this.start.first.collection, this.start.first.level.index);
    }
    this.show("play");
  }

  // Put the view into the address, so that the Back button works.
  go(view) {
    const { current, place } = this.library;
    const where = view === "play" && current && !current.name.startsWith("opened ") ? `/${current.name}/${current.levels[place].index}` : "";
    const wanted = `#${view}${where}`;
    if (location.hash !== wanted) history.pushState(null, "", wanted);
    this.show(view);
  }

  show(view) {
    if (view !== this.view) scrollTo(0, 0);
    this.view = view;
    for (const name of VIEWS) section(name).hidden = name !== view;
    for (const link of document.querySelectorAll(".views a")) {
      if (link.dataset.view === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (view === "play") {
      this.#showPlace();
      this.play.view.fit();
    }
    if (view === "levels") this.levels.show(this.library.current?.name);
    if (view === "draw") this.draw.show();
  }

  #showPlace() {
    const { current, place } = this.library;
    if (!current || this.view !== "play" || current.name.startsWith("opened ")) return;
    history.replaceState(null, "", `#play/${current.name}/${current.levels[place].index}`);
  }

  #tools() {
    find("tools").append(
      iconButton("open", "Open or paste levels", () => this.#showOpen()),
      iconButton("theme", "Light or dark (T)", toggleTheme),
      iconButton("help", "Keys (?)", showKeys));
  }

  #showOpen() {
    showOpen((text, title) => this.openText(text, title));
  }

  #menuItems() {
    const { session, warnings } = this.play;
    const turn = (name) => () => {
      keepSettings({ [name]: !settings[name] });
      warnings.refresh();
    };
    return [
      ["share", "Copy a link to this position", () => copy(linkTo(session.level, session.history.made), "Link")],
      ["copy", "Copy the level", () => copy(`${session.level.rows.join("\n")}\n`, "Level")],
      ["copy", "Copy the moves", () => copy(session.history.made, "Moves")],
      ["download", "Download as .sok", () => this.#download()],
      ["draw", "Draw from this level", () => { this.draw.begin(session.level); this.go("draw"); }],
      ["warning", "Warn of dead ends", turn("warns"), settings.warns],
      ["eye", "Mark dead squares", turn("deadSquares"), settings.deadSquares],
    ];
  }

  async #download() {
    const { level, history, isSolved } = this.play.session;
    const { rows, title, author, comment } = level;
    const solution = isSolved ? history.made : "";
    try {
      const { text } = await post("/api/sok", { levels: [{ rows, title, author, comment, solution }] });
      download(`${(title || "level").replace(/[^\w-]+/g, "-")}.sok`, text);
    } catch (error) {
      toast(error.message);
    }
  }

  #listen() {
    document.addEventListener("keydown", (event) => this.#key(event));
    document.querySelector(".skip").addEventListener("click", (event) => this.#skip(event));
    addEventListener("hashchange", () => this.#follow());
    addEventListener("popstate", () => this.#follow());
    addEventListener("pagehide", () => { this.play.keep(); this.draw.keep(); });
    listenForTexts((text, title) => this.openText(text, title));
    addEventListener("storage", () => this.levels.refresh());
    this.connection.addEventListener("change", () => this.#showConnection());
  }

  #follow() {
    const shared = readFragment(location.hash);
    if (shared) return this.#openShared(shared);
    const [view, name, index] = readPlace();
    const { current, place } = this.library;
    const isElsewhere = name && (name !== current?.name || Number(index) !== current.levels[place].index);
    if (isElsewhere && this.library.names.some((one) => one.name === name)) this.openLevel(name, Number(index) || 1);
    else this.show(VIEWS.includes(view) ? view : "play");
    return undefined;
  }

  // Skip the toolbar, to the main content of the view.
  #skip(event) {
    event.preventDefault();
    section(this.view).querySelector(".board, .tile")?.focus();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
    if (event.target.matches("input[type=range]:focus-visible")) return; // The slider handles its keys.
    if (event.target.closest("button, a, select") && (event.key === " " || event.key === "Enter")) return;
    if (this.view === "play" ? this.#playKey(event) : this.view === "draw" && this.draw.key(event)) event.preventDefault();
    else if (this.#pageKey(event)) event.preventDefault();
  }

  #playKey(event) {
    if (event.key === "PageUp" || event.key === "PageDown") {
      this.otherLevel(event.key === "PageDown" ? 1 : -1, event.shiftKey);
      return true;
    }
    return this.play.key(event);
  }

  #pageKey(event) {
    const actions = {
      "?": showKeys, t: toggleTheme, p: () => this.go("play"), l: () => this.go("levels"), e: () => this.go("draw"),
      x: () => { keepSettings({ deadSquares: !settings.deadSquares }); this.play.warnings.refresh(); },
    };
    const action = actions[event.key.toLowerCase()];
    action?.();
    return Boolean(action);
  }

  #showConnection() {
    const note = find("offline");
    clearTimeout(this.lostTimer);
    if (this.connection.isUp) note.hidden = true;
    else this.lostTimer = setTimeout(() => {
      note.textContent = "rearview does not answer. You can go on playing; it is asked again.";
      note.hidden = false;
    }, 2000);
  }
}

applyTheme();
try {
  const page = new Page(await get("/api/start"));
  await page.begin();
} catch (error) {
  document.querySelector("main").append(h("p", { class: "offline" }, error.message));
  throw error;
}
