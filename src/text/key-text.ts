/**
 * Joins texts with length prefixes, so that different lists of the same length never give the same result, whatever
 * their characters. With an exact key, a collision would be a false link.
 */
export function joinKeyTexts(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0]!;
  let joined = '';
  for (let i = 0; i < texts.length; i++) joined += `${texts[i]!.length}:${texts[i]!}`;
  return joined;
}
