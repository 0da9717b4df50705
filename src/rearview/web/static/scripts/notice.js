// The line below the board: one message at a time, with at most two actions.
import { button, h, icon } from "./dom.js";

export class Notice {
  constructor() {
    this.element = h("div", { class: "notice", role: "status", "aria-live": "polite" });
    this.owner = null;
  }

  show(owner, { kind, iconName, text, actions = [] }) {
    this.owner = owner;
    this.element.className = `notice ${kind}`;
    this.element.replaceChildren(icon(iconName), h("p", {}, text),
      ...actions.map(([label, action]) => button(label, action, { kind: "small" })));
  }

  // Only the owner of the current message can clear it.
  clear(owner) {
    if (this.owner !== owner) return;
    this.owner = null;
    this.element.className = "notice";
    this.element.replaceChildren();
  }
}
