const FIRST_SURROGATE = 0xd800;
const BEHIND_SURROGATES = 0xe000;

/** Compares as UTF-8 bytes do. JavaScript orders a character beyond U+FFFF, two surrogates, before U+E000 to U+FFFF. */
export function compareUtf8(a: string, b: string): number {
  const common = Math.min(a.length, b.length);
  for (let index = 0; index < common; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    if (left >= FIRST_SURROGATE && right >= FIRST_SURROGATE) {
      const isLeftSurrogate = left < BEHIND_SURROGATES;
      if (isLeftSurrogate !== right < BEHIND_SURROGATES) return isLeftSurrogate ? 1 : -1;
    }
    return left - right;
  }
  return a.length - b.length;
}
