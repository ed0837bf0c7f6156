import type { RecordPayload } from '../../rules/types.ts';
import type { DocumentParts } from '../design/document-parts.ts';
import type { Evidence } from '../design/evidence.ts';
import { onlyContradicts } from '../design/weights.ts';
import { Judge } from './judge.ts';

/** Values of more records than this are frequent, and of more than the second very frequent. */
const frequent = 3;
const veryFrequent = 12;
/** The most values of each list: a person reads the document. */
const mostFrequent = 600;
const mostVeryFrequent = 200;
/** The most records whose values are counted. */
const mostRecords = 30_000;

/** Evidence with levels for the same frequent value. */
export interface BandedEvidence extends Evidence {
  /** The matchers of these levels: they may count less than a similar rare value, which is a looser level. */
  readonly frequentLevels: ReadonlySet<string>;
}

/**
 * Divides agreement on the same value into levels by how many records have it, because sharing a rare value says more
 * (Winkler 1993). Replaces the bands that the designer made from few samples.
 */
export function withFrequencyBands(
  evidence: readonly Evidence[],
  parts: DocumentParts,
  records: readonly RecordPayload[],
): BandedEvidence[] {
  const plain = evidence.map(withoutBands);
  const judge = new Judge(parts, plain);
  for (const record of records.slice(0, mostRecords)) judge.add(record);
  const positions = new Map(parts.resolvers.map(({ id }, position) => [id, position]));
  return plain.map((item) => {
    if (onlyContradicts(item)) return { ...item, frequentLevels: new Set() };
    let common = 0;
    const rarest = new Map<string, string>();
    const frequentLevels = new Set<string>();
    const levels = item.levels.flatMap(([matcherID, bits]): (readonly [string, number])[] => {
      const resolverID = parts.resolverOfSame(matcherID);
      if (resolverID === undefined) return [[matcherID, bits]];
      const counts = countsOf(judge, positions.get(resolverID)!);
      const lists = listsOf(counts);
      common += lists[0]?.length ?? 0;
      if (lists.length === 0) return [[matcherID, bits]];
      const bitsOf = bitsOfBands(counts, lists, bits);
      const bands = lists.map((values, band) => {
        const suffix = band === 0 ? 'RARE' : 'NOT_FREQUENT';
        const rare = parts.same(`${matcherID}_${suffix}`, rareResolver(parts, resolverID, suffix, values));
        if (band === 0) rarest.set(matcherID, rare);
        else frequentLevels.add(rare);
        return [rare, bitsOf[band]!] as const;
      });
      frequentLevels.add(matcherID);
      return [...bands, [matcherID, bitsOf.at(-1)!]];
    });
    return {
      ...item,
      levels,
      frequentLevels,
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

function countsOf(judge: Judge, position: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const values of judge.records) {
    for (const value of values[position]!) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** The values of the frequent list and of the very frequent one; only lists that divide the values. */
function listsOf(counts: ReadonlyMap<string, number>): string[][] {
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

/**
 * Experience's bits of the same value, divided: matches have values as all records have them, and strangers agree by
 * chance mostly on frequent ones.
 */
function bitsOfBands(
  counts: ReadonlyMap<string, number>,
  lists: readonly (readonly string[])[],
  bits: number,
): number[] {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const all = sums(counts, [...counts.keys()], total);
  // The values of each list, and of the next one, which it contains; before the first list are the rare values.
  const listed = lists.map((values) => sums(counts, values, total));
  const bounds = [all, ...listed, { share: 0, chance: 0 }];
  return bounds.slice(0, -1).map((outer, band) => {
    const inner = bounds[band + 1]!;
    const share = outer.share - inner.share;
    const chance = outer.chance - inner.chance;
    if (share <= 0 || chance <= 0) return bits;
    return Math.max(
      Math.min(bits, leastBits),
      Math.min(bits + mostMore, bits + Math.log2((share / chance) * all.chance)),
    );
  });
}

/** The least bits of the same frequent value, and the most that a rare one counts more than the values on average. */
const leastBits = 0.3;
const mostMore = 4;

function sums(
  counts: ReadonlyMap<string, number>,
  values: readonly string[],
  total: number,
): { readonly share: number; readonly chance: number } {
  let share = 0;
  let chance = 0;
  for (const value of values) {
    const own = counts.get(value)! / total;
    share += own;
    chance += own * own;
  }
  return { share, chance };
}
