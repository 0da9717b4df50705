// Texts from outside: dropped files and pasted text.
import { readFile } from "./dialogs.js";
import { toast } from "./messages.js";

// `onText(text, title)` opens levels or moves, or throws an error with a sentence.
export function listenForTexts(onText) {
  const take = async (text, title) => {
    try {
      await onText(text, title);
    } catch (error) {
      toast(error.message);
    }
  };
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    const text = file ? await readFile(file).catch((error) => toast(error.message)) : event.dataTransfer.getData("text");
    if (text) await take(text, file?.name);
  });
  addEventListener("paste", async (event) => {
    const text = event.clipboardData.getData("text");
    if (text && !isWriting(event.target)) await take(text);
  });
}

// Whether keys and pastes belong to an input field, not to the board.
export function isWriting(target) {
  return target instanceof Element && target.closest("input:not([type=range]):not([type=checkbox]), textarea, select, dialog") !== null;
}
