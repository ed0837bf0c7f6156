const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether more than so many brackets of a JSON text are open at once. What is no JSON may be judged either way. */
export function nestsDeeperThan(text: string, most: number): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      // Skip to the quote that ends the text: one that an even number of backslashes stand before.
      do {
        at = text.indexOf('"', at + 1);
        if (at === -1) return false;
      } while (isEscaped(text, at));
    } else if (unit === 0x7b || unit === 0x5b) {
      open += 1;
      if (open > most) return true;
    } else if (unit === 0x7d || unit === 0x5d) {
      open -= 1;
    }
  }
  return false;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
