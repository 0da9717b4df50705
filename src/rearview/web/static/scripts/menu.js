// A menu behind a button: opened by click or key, closed by choosing, Escape or a click elsewhere.
import { h, icon, iconButton } from "./dom.js";

// Items are [icon, label, action] or, for a switch, [icon, label, action, isOn].
export function makeMenu(label, items, { below = false } = {}) {
  const list = h("div", { class: "items", role: "menu", hidden: true });
  const opener = iconButton("more", label, () => (list.hidden ? open() : close()), { "aria-haspopup": "menu", "aria-expanded": "false" });
  const menu = h("div", { class: below ? "menu below" : "menu" }, opener, list);

  function open() {
    list.replaceChildren(...items().map(([name, text, action, isOn]) =>
      h("button", {
        type: "button", role: isOn === undefined ? "menuitem" : "menuitemcheckbox", "aria-checked": isOn === undefined ? null : String(isOn),
        onclick: () => { close(); action(); },
      }, icon(name), text)));
    list.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    list.firstChild.focus();
    document.addEventListener("pointerdown", closeOutside);
  }

  function close() {
    list.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", closeOutside);
    opener.focus();
  }

  function closeOutside(event) {
    if (!menu.contains(event.target)) close();
  }

  list.addEventListener("keydown", (event) => {
    const entries = [...list.children];
    const place = entries.indexOf(document.activeElement);
    if (event.key === "ArrowDown") entries[(place + 1) % entries.length].focus();
    else if (event.key === "ArrowUp") entries[(place + entries.length - 1) % entries.length].focus();
    else if (event.key === "Home") entries[0].focus();
    else if (event.key === "End") entries.at(-1).focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    event.stopPropagation(); // Keep keys from the board while the menu is open.
    if (event.key !== "Enter" && event.key !== " ") event.preventDefault();
  });
  return menu;
}
