// Short messages: some to see, some only to hear.
import { h } from "./dom.js";

const SECONDS_SHOWN = 4;

export function toast(text) {
  const element = h("p", { class: "toast" }, text);
  const host = document.getElementById("toasts");
  while (host.children.length > 2) host.firstChild.remove();
  host.append(element);
  setTimeout(() => element.remove(), SECONDS_SHOWN * 1000);
}

export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    toast("The browser does not allow copying here");
  }
}

export function download(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
