// Keeps the current level over a reload, if it is in no collection of the server.

const KEPT = "rearview.current";

// { level, place }, or null to forget it.
export function keep(current) {
  if (current) sessionStorage.setItem(KEPT, JSON.stringify(current));
  else sessionStorage.removeItem(KEPT);
}

export function readKept() {
  return JSON.parse(sessionStorage.getItem(KEPT));
}
