// Dialogs: levels by paste, and what the browser keeps.
import { button, h } from "./dom.js";
import { download, toast } from "./messages.js";
import { exportProgress, importProgress, openedTexts } from "./storage.js";

export function openDialog(title, content, actions) {
  const dialog = h("dialog", { "aria-label": title }, h("h2", { tabindex: -1, autofocus: true }, title), content,
    h("div", { class: "actions" }, actions, button("Close", () => dialog.close())));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

// `onText(text, title)` opens levels, or throws an error with a sentence.
export function showOpen(onText) {
  const text = h("textarea", { "aria-label": "Levels as text", spellcheck: "false", placeholder: "Paste levels here, in any common format …" });
  const problem = h("p", { class: "problem-text", role: "alert" });
  const file = h("input", { type: "file", class: "unseen", "aria-label": "A file with levels", accept: ".xsb,.sok,.txt,.sokoban", tabindex: -1, onchange: async () => read(await readFile(file.files[0]), file.files[0].name) });
  const earlier = openedTexts().map((one) => button(one.title, () => read(one.text, one.title), { kind: "small" }));
  async function read(content, title) {
    try {
      problem.textContent = "";
      await onText(content, title);
      dialog.close();
    } catch (error) {
      problem.textContent = error.message;
    }
  }
  const dialog = openDialog("Open levels", [
    text, problem,
    earlier.length > 0 && h("p", { class: "quiet" }, "Opened before:"), h("div", { class: "row" }, earlier),
  ], [
    file,
    button("Choose a file", () => file.click(), { iconName: "open" }),
    button("Open", () => read(text.value, ""), { kind: "main" }),
  ]);
  text.focus();
}

export async function readFile(file) {
  if (file.size > 4 * 1024 * 1024) throw new Error("The file is larger than 4 MiB.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

export function showProgress(onImported) {
  const problem = h("p", { class: "problem-text", role: "alert" });
  const file = h("input", { type: "file", class: "unseen", "aria-label": "A file with progress", accept: ".json", tabindex: -1, onchange: async () => {
    try {
      toast(`${importProgress(await file.files[0].text())} solved levels imported`);
      onImported();
    } catch {
      problem.textContent = "This is not a file of progress that rearview has exported.";
    }
  } });
  openDialog("Your progress", [
    h("p", {}, "What you have solved is kept by this browser, for this address. Export it to take it elsewhere; importing keeps the better solution of each level."),
    problem,
  ], [
    file,
    button("Import", () => file.click(), { iconName: "open" }),
    button("Export", () => download("rearview-progress.json", exportProgress(), "application/json"), { kind: "main", iconName: "download" }),
  ]);
}
