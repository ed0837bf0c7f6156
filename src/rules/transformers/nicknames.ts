import { nicknameLines } from './data/nicknames.ts';

const canonicalNames: ReadonlyMap<string, readonly string[]> = (() => {
  const names = new Map<string, string[]>();
  const lines = nicknameLines.trim().split('\n');
  const canonicals = new Set(lines.map((line) => line.slice(0, line.indexOf(':'))));
  const add = (variant: string, canonical: string) => {
    const known = names.get(variant);
    if (known === undefined) names.set(variant, [canonical]);
    else if (!known.includes(canonical)) known.push(canonical);
  };
  for (const line of lines) {
    const [canonical = '', variants = ''] = line.split(':');
    // A name that stands for itself and for others ("andrea") lists itself first.
    for (const variant of variants.trim().split(' ')) {
      if (canonicals.has(variant)) add(variant, variant);
      add(variant, canonical);
    }
  }
  return names;
})();

/**
 * Returns the given names that a short form or spelling stands for: bill → william, pat → patricia and patrick.
 * Undefined for a name that stands only for itself. The name must be in lower case without diacritics.
 */
export function canonicalGivenNames(name: string): readonly string[] | undefined {
  return canonicalNames.get(name);
}
