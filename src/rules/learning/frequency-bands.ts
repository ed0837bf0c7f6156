import type { DocumentParts } from '../design/document-parts.ts';
import type { Evidence } from '../design/evidence.ts';
import type { RecordPayload } from '../types.ts';
import { Judge } from './judge.ts';

/** Values of more records than this are frequent, and of more than the second very frequent. */
const frequent = 3;
const veryFrequent = 12;
/** The most values of each list: a person reads the document. */
const mostFrequent = 600;
const mostVeryFrequent = 200;
/** The most records whose values are counted. */
const mostRecords = 30_000;

/**
 * Divides agreement on the same value into levels by how many records have it, because sharing a rare value says more
 * (Winkler 1993). Replaces the bands that the designer made from few samples.
 */
export function withFrequencyBands(
  evidence: readonly Evidence[],
  parts: DocumentParts,
  records: readonly RecordPayload[],
): Evidence[] {
  const plain = evidence.map(withoutBands);
  const judge = new Judge(parts, plain);
  for (const record of records.slice(0, mostRecords)) judge.add(record);
  const positions = new Map(parts.resolvers.map(({ id }, position) => [id, position]));
  return plain.map((item) => {
    let common = 0;
    const rarest = new Map<string, string>();
    const levels = item.levels.flatMap(([matcherID, bits]): (readonly [string, number])[] => {
      const resolverID = parts.resolverOfSame(matcherID);
      if (resolverID === undefined) return [[matcherID, bits]];
      const lists = listsOf(judge, positions.get(resolverID)!);
      common += lists[0]?.length ?? 0;
      const bands = lists.map((values, band) => {
        const suffix = band === 0 ? 'RARE' : 'NOT_FREQUENT';
        const rare = parts.same(`${matcherID}_${suffix}`, rareResolver(parts, resolverID, suffix, values));
        if (band === 0) rarest.set(matcherID, rare);
        return [rare, bits] as const;
      });
      return [...bands, [matcherID, bits]];
    });
    return {
      ...item,
      levels,
      ...(common > 0 && { commonValues: common }),
      keys: item.keys.map((key) => (rarest.has(key.matcherID) ? { ...key, rare: rarest.get(key.matcherID)! } : key)),
    };
  });
}

function rareResolver(parts: DocumentParts, resolverID: string, suffix: string, values: readonly string[]): string {
  const { inputPin } = parts.resolvers.find(({ id }) => id === resolverID)!;
  return parts.resolver(
    `${resolverID}_${suffix}`,
    parts.step(`${resolverID}_${suffix}_VALUES`, 'filter', { values }, inputPin),
  );
}

function withoutBands(item: Evidence): Evidence {
  const bands = new Set(item.keys.flatMap(({ rare }) => rare ?? []));
  return {
    ...item,
    levels: item.levels.filter(([matcherID]) => !bands.has(matcherID) && !matcherID.endsWith('_RARE')),
    keys: item.keys.map(({ matcherID, bits }) => ({ matcherID, bits })),
  };
}

/** The values of the frequent list and of the very frequent one; only lists that divide the values. */
function listsOf(judge: Judge, position: number): string[][] {
  const counts = new Map<string, number>();
  for (const values of judge.records) {
    for (const value of values[position]!) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const ordered = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const above = (count: number, most: number): string[] =>
    ordered
      .slice(0, most)
      .filter(([, own]) => own > count)
      .map(([value]) => value);
  const listed = above(frequent, mostFrequent);
  // A list of all values leaves no rare one.
  if (listed.length === 0 || listed.length === counts.size) return [];
  const veryListed = above(veryFrequent, mostVeryFrequent);
  return veryListed.length === 0 || veryListed.length === listed.length ? [listed] : [listed, veryListed];
}
