// Short messages: visible toasts, and announcements for screen readers only.
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
    // Without https, browsers have a clipboard API only on loopback, so not on a phone.
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyBySelection(text);
    toast(`${what} copied`);
  } catch {
    toast("The browser does not allow copying here");
  }
}

function copyBySelection(text) {
  const field = h("textarea", { class: "unseen", readonly: true });
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (!isCopied) throw new Error("refused");
}

export function download(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
