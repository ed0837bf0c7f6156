import type { OpenFile } from '../files/file-sources.ts';
import { fileStart } from '../files/source-record.ts';
import { digestOf, type FieldProfile, type KnownHeader, type KnownRecords } from './known-records.ts';
import { SyncRefusedError } from './stored-records.ts';

/** What a whole delivery does to the stored records of its source. */
export interface DeliveryPlan {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Ids of stored records that the delivery does not have. */
  readonly gone: readonly string[];
  /** Rows that are no records. */
  readonly unreadable: number;
  readonly profile: KnownHeader['profile'];
}

/** The most stored records that a delivery may lack: of all, or as a number. */
export type MostRemovals = { readonly share: number } | { readonly records: number };

/** Ids that a message names. */
const SHOWN = 5;

/**
 * Compares a delivery with the stored records of its source. Reads all of it, so that nothing is sent of one that is
 * damaged.
 *
 * @throws SyncRefusedError for an id that comes twice, and a delivery without records
 */
export async function planDelivery({ file, records }: OpenFile, known: KnownRecords): Promise<DeliveryPlan> {
  const lines = new Map<string, { readonly line: number; readonly digest: string }>();
  const profile: Record<string, FieldProfile> = {};
  let [created, changed, unreadable] = [0, 0, 0];
  const twice: string[] = [];
  for await (const entry of records.read(fileStart)) {
    const id = 'record' in entry ? entry.record['id'] : undefined;
    if ('problem' in entry || typeof id !== 'string' || id === '') {
      unreadable += 1;
      continue;
    }
    const digest = digestOf(entry.record);
    const earlier = lines.get(id);
    if (earlier !== undefined) {
      if (earlier.digest !== digest) twice.push(`${id} (lines ${earlier.line} and ${entry.line})`);
      continue;
    }
    lines.set(id, { line: entry.line, digest });
    addToProfile(profile, entry.record);
    const stored = known.digests.get(id);
    if (stored === undefined) created += 1;
    else if (stored !== digest) changed += 1;
  }
  refuseUnusable(file, { twice, records: lines.size, unreadable });
  const gone = [...known.digests.keys()].filter((id) => !lines.has(id));
  return { created, changed, unchanged: lines.size - created - changed, gone, unreadable, profile };
}

/** @throws SyncRefusedError */
function refuseUnusable(
  file: string,
  {
    twice,
    records,
    unreadable,
  }: { readonly twice: readonly string[]; readonly records: number; readonly unreadable: number },
): void {
  if (twice.length > 0) {
    const more = twice.length > SHOWN ? ` and ${twice.length - SHOWN} more` : '';
    throw new SyncRefusedError(
      `${file} has ids twice, with other content: ${twice.slice(0, SHOWN).join(', ')}${more}.`,
      {
        hint: 'Nothing was changed. A delivery has each record once: correct the export.',
      },
    );
  }
  if (records === 0) {
    throw new SyncRefusedError(`${file} has no record${unreadable === 0 ? '' : ' that can be read'}.`, {
      hint: 'Nothing was changed. An empty delivery would erase all records of its source: export it again.',
    });
  }
}

/**
 * Refuses a delivery that may be truncated, another system's, or older than the last one.
 *
 * @param modified when its file was last written
 * @throws SyncRefusedError
 */
export function checkDelivery(
  { file, source }: OpenFile,
  { gone, unreadable, profile }: DeliveryPlan,
  known: KnownRecords,
  { most, modified, isForced }: { readonly most: MostRemovals; readonly modified: number; readonly isForced: boolean },
): void {
  const stored = known.digests.size;
  const limit = 'records' in most ? most.records : Math.ceil(stored * most.share);
  // A row that cannot be read may be one of these records, and no more than one.
  if (gone.length - (isForced ? 0 : unreadable) > limit) {
    const percent = ((100 * gone.length) / stored).toFixed(1);
    throw new SyncRefusedError(
      `${file} lacks ${gone.length.toLocaleString('en')} of the ${stored.toLocaleString('en')} stored records of ${source} (${percent} %), such as ${gone.slice(0, SHOWN).join(', ')}.`,
      {
        hint: `Nothing was changed. A truncated delivery looks like this; if it is whole, raise --max-removals, which permits ${limit.toLocaleString('en')}.`,
      },
    );
  }
  if (isForced) return;
  const last = known.header?.deliveries[0];
  if (last !== undefined && modified < last.modified) {
    const [own, before] = [modified, last.modified].map((time) => new Date(time).toISOString());
    throw new SyncRefusedError(
      `${file} was written at ${own}, and the last delivery of ${source}, ${last.file}, at ${before}.`,
      { hint: 'Nothing was changed. Sync the latest delivery, or go back to this one with --force.' },
    );
  }
  const differences = profileDifferences(known.header?.profile ?? {}, profile);
  if (differences.length > 0) {
    throw new SyncRefusedError(
      `${file} does not look like a delivery of ${source}:\n${differences.map((line) => `  ${line}`).join('\n')}`,
      { hint: 'Nothing was changed. Name the source of the file with --source, or accept it with --force.' },
    );
  }
}

const kinds = { number: /^[+-]?\d+([.,]\d+)?$/, date: /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/, email: /^\S+@\S+\.\S+$/ };
const titles = { number: 'numbers', date: 'dates', email: 'e-mail addresses', text: 'texts' };

function addToProfile(profile: Record<string, FieldProfile>, record: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(record)) {
    if (field === 'id' || value === null || value === undefined) continue;
    const counts = profile[field] ?? { filled: 0, number: 0, date: 0, email: 0 };
    profile[field] = counts;
    counts.filled += 1;
    for (const [kind, pattern] of Object.entries(kinds)) {
      if (pattern.test(String(value))) counts[kind as keyof typeof kinds] += 1;
    }
  }
}

/** Fewer values tell no kind. */
const FEWEST = 10;

function kindOf(counts: FieldProfile): keyof typeof titles | undefined {
  if (counts.filled < FEWEST) return undefined;
  const share = (kind: keyof typeof kinds) => counts[kind] / counts.filled;
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  if (names.every((kind) => share(kind) < 0.1)) return 'text';
  return names.find((kind) => share(kind) > 0.9);
}

/** What the values of a delivery are otherwise than those of the last one. */
function profileDifferences(before: KnownHeader['profile'], now: KnownHeader['profile']): string[] {
  return Object.entries(before).flatMap(([field, counts]) => {
    const own = now[field];
    if (own === undefined) return counts.filled < FEWEST ? [] : [`${field} has no values, and had ${counts.filled}`];
    const [was, is] = [kindOf(counts), kindOf(own)];
    return was === undefined || is === undefined || was === is
      ? []
      : [`${field} has ${titles[is]}, and had ${titles[was]}`];
  });
}
