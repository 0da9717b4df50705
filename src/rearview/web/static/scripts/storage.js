// Local storage: progress by the level's hash, settings, and opened collections.
//
// Each level has an entry of its own, so that two tabs never overwrite each other's work.

const LEVEL = "rearview.level.";
const SETTINGS = "rearview.settings";
const OPENED = "rearview.opened";
const MAX_OPENED = 6;
const FORMAT = "rearview-progress";

function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // Storage is full or forbidden: play continues without it.
  }
}

// { moves, best: {moves, pushes, lurd}, shown: true } where known; `shown` is solved by rearview.
export function progressOf(hash) {
  return hash ? read(LEVEL + hash, {}) : {};
}

export function keepMoves(hash, moves) {
  if (hash) write(LEVEL + hash, { ...progressOf(hash), moves });
}

// True if it is a new best: fewer moves, or equal moves with fewer pushes.
export function keepSolution(hash, lurd, pushes, isOwn) {
  if (!hash) return false;
  const known = progressOf(hash);
  const found = { moves: lurd.length, pushes, lurd };
  if (!isOwn) {
    write(LEVEL + hash, { ...known, shown: true });
    return false;
  }
  const isBetter = !known.best || found.moves < known.best.moves
    || (found.moves === known.best.moves && found.pushes < known.best.pushes);
  if (isBetter) write(LEVEL + hash, { ...known, best: found });
  return isBetter;
}

export function keepDifficulty(hash, difficulty) {
  write(LEVEL + hash, { ...progressOf(hash), difficulty });
}

export function exportProgress() {
  const levels = {};
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(LEVEL)) levels[key.slice(LEVEL.length)] = read(key, {});
  }
  return JSON.stringify({ format: FORMAT, version: 1, levels }, null, 1);
}

// Returns the number of imported levels; throws if the text is invalid. The better solution wins.
export function importProgress(text) {
  const data = JSON.parse(text);
  if (data?.format !== FORMAT || typeof data.levels !== "object") throw new Error("not a file of progress");
  let count = 0;
  for (const [hash, level] of Object.entries(data.levels)) {
    if (!/^[0-9a-f]{64}$/.test(hash) || typeof level !== "object") continue;
    const { best, shown } = level;
    if (best && typeof best.lurd === "string" && /^[lurdLURD]*$/.test(best.lurd)) {
      keepSolution(hash, best.lurd, [...best.lurd].filter((one) => one < "a").length, true);
      count++;
    }
    if (shown === true) keepSolution(hash, "", 0, false);
  }
  return count;
}

export const settings = Object.assign(
  { theme: "system", warns: true, deadSquares: false, seconds: 60, hasPlayed: false, helps: true },
  read(SETTINGS, {}));

export function keepSettings(changes) {
  Object.assign(settings, changes);
  write(SETTINGS, settings);
}

// Texts of collections that were pasted or dropped, the latest first.
export function openedTexts() {
  return read(OPENED, []);
}

export function keepOpened(title, text) {
  const others = openedTexts().filter((one) => one.text !== text);
  for (let kept = [{ title, text }, ...others].slice(0, MAX_OPENED); kept.length; kept.pop()) {
    if (write(OPENED, kept)) return;
  }
}
