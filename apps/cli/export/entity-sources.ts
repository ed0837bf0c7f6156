import { originOf, type RecordSources, sourceFields } from '../../../src/rules/record-schema/sources.ts';
import type { Column } from './columns.ts';
import type { ListedEntity } from './list-pages.ts';

/** The columns of a record that say where it is from. */
export const originColumns: readonly Column[] = [
  { name: 'source', type: 'text' },
  { name: 'source_id', type: 'text' },
];

/** The cells of these columns. */
export const originCells = (id: string): readonly unknown[] => {
  const origin = originOf(id);
  return [origin?.source, origin?.sourceId];
};

/** Fields that are columns of their own where sources are declared. */
export const isOrigin = (name: string): boolean => (sourceFields as readonly string[]).includes(name);

/** For each source, the ids that the records of an entity have in it; undefined for none. */
export function idsBySource(recordIDs: readonly string[], { names }: RecordSources): (readonly string[] | undefined)[] {
  const bySource = Map.groupBy(
    recordIDs.flatMap((id) => originOf(id) ?? []),
    ({ source }) => source,
  );
  return names.map((name) => bySource.get(name)?.map(({ sourceId }) => sourceId));
}

/**
 * The probability of the weakest link that an entity cannot do without: of the links that hold all records together, the
 * strongest ones are taken. Undefined for a single record, and where the links do not hold all together.
 */
export function confidenceOf(
  recordIDs: readonly string[],
  { links = [], duplicates = {} }: Pick<ListedEntity, 'links' | 'duplicates'>,
): number | undefined {
  const parents = new Map(recordIDs.map((id) => [id, id]));
  const rootOf = (id: string): string => {
    let at = id;
    for (let above = parents.get(at); above !== undefined && above !== at; above = parents.get(at)) {
      parents.set(at, parents.get(above) ?? above);
      at = above;
    }
    return at;
  };
  // With several groups of rules, the name of the group and a colon stand before the id.
  const copies = Object.entries(duplicates).flatMap(([original, ids]) =>
    ids.map((id) => ({ a: original.slice(original.lastIndexOf(':') + 1), b: id, score: 1 })),
  );
  let parts = recordIDs.length;
  if (parts < 2) return undefined;
  for (const { a, b, score } of [...copies, ...links].sort((one, other) => other.score - one.score)) {
    const [first, second] = [rootOf(a), rootOf(b)];
    if (first === second) continue;
    parents.set(second, first);
    parts -= 1;
    if (parts === 1) return score;
  }
  return undefined;
}
