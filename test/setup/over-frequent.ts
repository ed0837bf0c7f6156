import type { Resolution } from '../../src/entities/operations.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { componentOf } from './component.ts';
import { idsText } from './ids-text.ts';
import { toyLinked, toyRules } from './toy-rules.ts';

/**
 * The entities that records of the toy rules make when they come one after the other and a blocking key links only the
 * first `cap` records that have it: ids of each entity, sorted. Written from the promise, without any of the engine.
 */
export function entitiesByOrder(records: readonly RecordPayload[], cap: number): string[] {
  const holders = new Map<string, number>();
  const linking = records.map((record) => {
    const hashes = toyRules.indexKeys(toyRules.resolve(record)).filter(({ plan }) => !plan.exact);
    return new Set(
      hashes.flatMap(({ hash }) => {
        const before = holders.get(hash) ?? 0;
        holders.set(hash, before + 1);
        return before < cap ? [hash] : [];
      }),
    );
  });
  const exact = records.map((record) => new Set(toyRules.resolve(record)[0]));
  const isLink = (a: number, b: number): boolean =>
    [...exact[a]!].some((value) => exact[b]!.has(value)) ||
    ([...linking[a]!].some((hash) => linking[b]!.has(hash)) && toyLinked(records[a]!, records[b]!));
  const entities: string[] = [];
  const seen = new Set<number>();
  records.forEach((_, start) => {
    if (seen.has(start)) return;
    const component = componentOf(start, [...records.keys()], isLink);
    for (const member of component) seen.add(member);
    entities.push(idsText([...component].map((member) => records[member]!)));
  });
  return entities.sort();
}

/** The entities that hold the records: ids of each, sorted. */
export async function entitiesIn(resolution: Resolution, records: readonly RecordPayload[]): Promise<string[]> {
  const views = await Promise.all(records.map((record) => resolution.entityByRecord(String(record['id']))));
  return [...new Set(views.flatMap((view) => (view === undefined ? [] : [idsText(view.records)])))].sort();
}
