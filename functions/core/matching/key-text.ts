/**
 * Joins texts so that no two different lists of the same length give the same result, whatever characters the texts hold:
 * each is led by its length. A collision would be a false link where sharing a key decides.
 */
export function joinKeyTexts(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0]!;
  let joined = '';
  for (let i = 0; i < texts.length; i++) joined += `${texts[i]!.length}:${texts[i]!}`;
  return joined;
}
