import type { CheckedRecord } from '../entities/validate.ts';
import type { RecordPayload } from '../rules/types.ts';
import type { RecordNotes } from './part.ts';
import type { ResolvedBatch } from './resolve.ts';
import { addDocument, documentsIn, readSpill, removeSpill, Spill } from './spill.ts';

const nameOf = (part: number): string => `documents.${part}`;

/** Keeps the records themselves while they are read, for results that have their fields. */
export class DocumentNotes implements RecordNotes {
  private readonly spill: Spill;

  constructor(directory: () => string, part: number, buckets: number) {
    this.spill = new Spill({ directory, name: nameOf(part) }, buckets);
  }

  note({ document }: CheckedRecord, position: number): void {
    addDocument(this.spill, position % this.spill.buckets, position, document);
  }

  close(): void {
    this.spill.close();
  }
}

/** A record of an entity. */
export interface Member {
  readonly position: number;
  readonly payload: RecordPayload;
}

/**
 * The entities with their records, each in the order of the batch. Records are put together by the bucket of their entity
 * first, so that memory holds one bucket of many.
 *
 * @param parts whose notes have the records
 */
export function* entitiesWithRecords(
  batch: ResolvedBatch,
  { directory, parts, buckets }: { readonly directory: () => string; readonly parts: number; readonly buckets: number },
): Generator<{ readonly first: number; readonly members: readonly Member[] }, void, undefined> {
  const { table, sets } = batch;
  const byEntity = new Spill({ directory, name: 'entities' }, buckets);
  for (let bucket = 0; bucket < buckets; bucket++) {
    for (let part = 0; part < parts; part++) {
      const place = { directory, name: nameOf(part) };
      for (const [position, document] of documentsIn(readSpill(place, bucket))) {
        if (table.isRecord(position)) addDocument(byEntity, sets.find(position) % buckets, position, document);
      }
      removeSpill(place, bucket);
    }
  }
  for (let bucket = 0; bucket < buckets; bucket++) {
    const entries = [...documentsIn(byEntity.read(bucket))].sort(([a], [b]) => a - b);
    const groups = Map.groupBy(entries, ([position]) => sets.find(position));
    for (const [first, members] of groups) {
      yield {
        first,
        members: members.map(([position, document]) => ({ position, payload: JSON.parse(document) as RecordPayload })),
      };
    }
  }
}
