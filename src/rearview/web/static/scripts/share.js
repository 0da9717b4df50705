// A link that carries a level and moves in its fragment, which never leaves the browser.
import { parseLurd, shorten } from "./lurd.js";

const LONGEST = 100_000;

// Characters that need no escaping in a URL.
const LETTERS = { "#": "w", " ": "-", "@": "p", "+": "q", $: "b", "*": "x", ".": "o", "|": "_" };
const SYMBOLS = Object.fromEntries(Object.entries(LETTERS).map(([symbol, letter]) => [letter, symbol]));

export function linkTo({ rows, title = "", author = "" }, moves = "") {
  const drawing = rows.map((row) => row || " ").join("|");
  const parts = [["level", shorten([...drawing].map((symbol) => LETTERS[symbol]).join(""))]];
  if (title) parts.push(["title", encodeURIComponent(title)]);
  if (author) parts.push(["author", encodeURIComponent(author)]);
  if (moves) parts.push(["moves", shorten(moves)]);
  return `${location.origin}/#${parts.map((part) => part.join("=")).join("&")}`;
}

// { text, moves } of a URL fragment that contains a level, else null.
export function readFragment(fragment) {
  if (!fragment.startsWith("#level=") || fragment.length > LONGEST) return null;
  const parts = new Map(fragment.slice(1).split("&").map((part) => {
    const [key, value = ""] = part.split("=", 2);
    return [key, decode(value)];
  }));
  const drawing = [...parts.get("level")].map((letter) => SYMBOLS[letter] ?? letter).join("");
  const lines = [drawing.replaceAll("|", "\n").replaceAll(" ", "-")];
  for (const key of ["title", "author"]) {
    if (parts.get(key)) lines.push(`${key[0].toUpperCase()}${key.slice(1)}: ${parts.get(key).replace(/\s+/g, " ")}`);
  }
  return { text: lines.join("\n"), moves: parseLurd(parts.get("moves") ?? "") ?? "" };
}

function decode(value) {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
