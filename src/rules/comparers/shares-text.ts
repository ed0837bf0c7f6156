/** For longer lists, a set replaces the linear search. */
const LINEAR_PRODUCT = 256;

/** True if two lists have a text in common. */
export function sharesText(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 1 && b.length === 1) return a[0] === b[0];
  if (a.length * b.length > LINEAR_PRODUCT) {
    const texts = new Set(a);
    return b.some((text) => texts.has(text));
  }
  for (let i = 0; i < a.length; i++) {
    const text = a[i]!;
    for (let j = 0; j < b.length; j++) if (text === b[j]) return true;
  }
  return false;
}
