// The level on the board when it is in no collection of the server, for when the page is loaded again.

const KEPT = "rearview.current";

// { level, place }, or null to forget it.
export function keep(current) {
  if (current) sessionStorage.setItem(KEPT, JSON.stringify(current));
  else sessionStorage.removeItem(KEPT);
}

export function readKept() {
  return JSON.parse(sessionStorage.getItem(KEPT));
}
