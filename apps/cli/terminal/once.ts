/** Each text once, in the order of first appearance; one that came several times says how often. */
export function eachOnce(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
}
