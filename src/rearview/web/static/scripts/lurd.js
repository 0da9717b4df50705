// Moves and drawings as short texts: run lengths, as Sokoban programs write them.

export function shorten(text) {
  return text.replace(/(.)\1{2,}/g, (run, symbol) => `${run.length}${symbol}`);
}

const LONGEST = 1_000_000;

// Plain letters of a text that may have run lengths and groups: 3r2(uL). Null when it is something else.
export function parseLurd(text) {
  const compact = text.replace(/\s+/g, "");
  if (!/^[0-9()lurdLURD]*$/.test(compact)) return null;
  const stack = [""];
  const counts = [];
  let digits = "";
  for (const symbol of compact) {
    const count = digits ? Math.min(LONGEST + 1, Number(digits)) : 1;
    if (/[0-9]/.test(symbol)) {
      digits += symbol;
      continue;
    }
    digits = "";
    if (symbol === "(") {
      stack.push("");
      counts.push(count);
    } else {
      const unit = symbol === ")" ? stack.pop() : symbol;
      const times = symbol === ")" ? counts.pop() : count;
      if (times === undefined || unit.length * times + stack.at(-1).length > LONGEST) return null;
      stack.push(stack.pop() + unit.repeat(times));
    }
  }
  return stack.length === 1 && !digits ? stack[0] : null;
}
