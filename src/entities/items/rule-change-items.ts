import { type Item, type Key, type Put, queryAll, type Store, type Update } from '../../store/port.ts';
import { digestText } from '../../text/digest.ts';
import { isHeldBy, type Lease, readLease, signOfLife, TOKEN, takeLease } from './lease.ts';
import { asciiJson, partName, textParts } from './texts.ts';

/**
 * The items of one change of rules. They are deleted when it ends: examples and problems name records.
 *
 * | item    | pk                | sk            | attributes |
 * |---------|-------------------|---------------|------------|
 * | segment | `Q#change.phase`  | `0000`…       | `c` cursor, `x` token of the worker, `y` heartbeat in milliseconds since 1970, `n` counts, `z` done |
 * | waiting | `Q#change.waiting`| phase         | `o` operations under way when the phase began |
 * | report  | `Q#change.report` | `#`           | `d` the report as JSON text |
 * | example | `Q#change.examples` | position    | `d` the example as JSON text |
 * | problem | `Q#change.problems` | record id   | `c` code |
 */
export interface ChangeItems {
  /** Number of the change: changes of a table are numbered from 1. */
  readonly change: number;
}

const partition = ({ change }: ChangeItems, what: string): string => `Q#${change}.${what}`;

/** A part of the table in a phase: where the next chunk begins, and who works on it. */
export interface SegmentState extends Lease {
  readonly segment: number;
  readonly cursor: Key | undefined;
  readonly counts: SegmentCounts;
  readonly isDone: boolean;
}

export interface SegmentCounts {
  /** Records, or entities, that were read. */
  readonly seen: number;
  /** Records that were split off, or united with an older entity. */
  readonly changed: number;
  /** Records that the next rules refuse. */
  readonly problems: number;
  /** Write units used, estimated by the number of writes. */
  readonly writeUnits: number;
}

export const segmentPartition = (items: ChangeItems, phase: string): string => partition(items, phase);

const segmentName = (segment: number): string => String(segment).padStart(4, '0');

const segmentKey = (items: ChangeItems, phase: string, segment: number): Key => ({
  pk: segmentPartition(items, phase),
  sk: segmentName(segment),
});

export function readSegment(item: Item): SegmentState {
  const cursor = item['c'] as readonly [string, string] | undefined;
  const [seen = 0, changed = 0, problems = 0, writeUnits = 0] = (item['n'] as readonly number[] | undefined) ?? [];
  return {
    segment: Number(item.sk),
    cursor: cursor && { pk: cursor[0], sk: cursor[1] },
    ...readLease(item),
    counts: { seen, changed, problems, writeUnits },
    isDone: item['z'] !== undefined,
  };
}

/** Takes a segment whose holder gives no sign of life. Refused if another worker did so first, or it is done. */
export function leaseWrite(
  items: ChangeItems,
  phase: string,
  segment: number,
  { before, ...taker }: { readonly token: string; readonly before: SegmentState | undefined; readonly now: number },
): Update {
  const lease = takeLease(before, taker);
  return { update: segmentKey(items, phase, segment), ...lease, if: [{ attribute: 'z', absent: true }, ...lease.if] };
}

/** Notes how far a segment is. Refused if another worker has taken it. */
export const progressWrite = (
  items: ChangeItems,
  phase: string,
  { segment, cursor, token, counts, isDone }: SegmentState,
  now: number,
): Update => ({
  update: segmentKey(items, phase, segment),
  set: {
    ...signOfLife(now),
    n: [counts.seen, counts.changed, counts.problems, counts.writeUnits],
    ...(cursor === undefined ? {} : { c: [cursor.pk, cursor.sk] }),
    ...(isDone ? { z: 1 } : {}),
  },
  ...(cursor === undefined ? { remove: ['c'] } : {}),
  if: [isHeldBy(token)],
});

/** Lets another worker go on with the segment at once. */
export const releaseWrite = (
  items: ChangeItems,
  phase: string,
  { segment, token }: Pick<SegmentState, 'segment' | 'token'>,
): Update => ({ update: segmentKey(items, phase, segment), remove: TOKEN, if: [isHeldBy(token)] });

const waitingKey = (items: ChangeItems, phase: string): Key => ({ pk: partition(items, 'waiting'), sk: phase });

/** Notes the operations under way when a phase began, once. */
export const waitingWrite = (items: ChangeItems, phase: string, operations: readonly string[]): Put => ({
  put: { ...waitingKey(items, phase), o: operations },
  if: [{ item: 'absent' }],
});

/** The operations that a phase waits for; undefined if they are not noted yet. */
export async function readWaiting(
  store: Pick<Store, 'getMany'>,
  items: ChangeItems,
  phase: string,
): Promise<readonly string[] | undefined> {
  const [item] = await store.getMany([waitingKey(items, phase)]);
  return item?.['o'] as readonly string[] | undefined;
}

const reportKey = (items: ChangeItems): Key => ({ pk: partition(items, 'report'), sk: '#' });

export const reportWrite = (items: ChangeItems, report: object): Put => ({
  put: { ...reportKey(items), d: JSON.stringify(report) },
});

export async function readReport<Report>(
  store: Pick<Store, 'getMany'>,
  items: ChangeItems,
): Promise<Report | undefined> {
  const [item] = await store.getMany([reportKey(items)]);
  return item === undefined ? undefined : (JSON.parse(item['d'] as string) as Report);
}

export const examplePartition = (items: ChangeItems): string => partition(items, 'examples');

/** @param position an example of the same position replaces another */
export const exampleWrite = (items: ChangeItems, position: string, example: object): Put => ({
  put: { pk: examplePartition(items), sk: position, d: JSON.stringify(example) },
});

export const readExample = <Example>(item: Item): Example => JSON.parse(item['d'] as string) as Example;

export const problemPartition = (items: ChangeItems): string => partition(items, 'problems');

export const problemWrite = (items: ChangeItems, recordID: string, code: string): Put => ({
  put: { pk: problemPartition(items), sk: recordID, c: code },
});

export const readProblem = (item: Item): { readonly recordID: string; readonly code: string } => ({
  recordID: item.sk,
  code: item['c'] as string,
});

const KINDS = ['INDEX', 'READY', 'SPLIT', 'UNITE', 'CLEAN', 'waiting', 'report', 'examples', 'problems', 'findings'];
const DELETED_AT_ONCE = 500;

/** Deletes all items of a change. */
export async function deleteItems(store: Store, items: ChangeItems): Promise<void> {
  for (const kind of KINDS) {
    let keys: Key[] = [];
    const flush = async () => {
      if (keys.length > 0) await store.write(keys.map((key) => ({ delete: key })));
      keys = [];
    };
    for await (const { pk, sk } of queryAll(store, partition(items, kind))) {
      keys.push({ pk, sk });
      if (keys.length === DELETED_AT_ONCE) await flush();
    }
    await flush();
  }
}

/**
 * What the scan of a change of rules finds in one chunk of a segment. The scan of a chunk that is worked on twice replaces
 * its findings. Chunks lead from one to the next, so that findings of a chunk that began elsewhere do not count.
 *
 * | item    | pk                  | sk                   | attributes |
 * |---------|---------------------|----------------------|------------|
 * | finding | `Q#change.findings` | `segment.chunk.part` | `d` a part of the findings as JSON text, `p` number of parts, `e` next chunk, absent for the last one |
 */
export const findingsPartition = (items: ChangeItems): string => partition(items, 'findings');

const FIRST = 'first';

/** Names the chunk that begins behind this position. */
const chunkName = (cursor: Key | undefined): string =>
  cursor === undefined ? FIRST : digestText(`${cursor.pk}\n${cursor.sk}`);

export function findingsWrites(
  items: ChangeItems,
  segment: number,
  { cursor, next }: { readonly cursor: Key | undefined; readonly next: Key | undefined },
  findings: object,
): Put[] {
  const parts = textParts(asciiJson(findings));
  return parts.map((text, part) => ({
    put: {
      pk: findingsPartition(items),
      sk: `${segmentName(segment)}.${chunkName(cursor)}.${partName(part)}`,
      d: text,
      p: parts.length,
      ...(next === undefined ? {} : { e: chunkName(next) }),
    },
  }));
}

/** The segment of an item of findings. */
export const segmentOfFindings = ({ sk }: Key): number => Number(sk.slice(0, sk.indexOf('.')));

/** The findings of a segment, chunk by chunk, from all of its items in the order of their sort keys. */
export function* readFindings<Findings>(items: readonly Item[]): Generator<Findings, void, undefined> {
  const chunks = Map.groupBy(items, ({ sk }) => sk.split('.')[1]!);
  for (let name: string | undefined = FIRST; name !== undefined; ) {
    const parts = chunks.get(name);
    if (parts === undefined) return;
    // Each chunk once, also if chunks that began elsewhere lead back.
    chunks.delete(name);
    const [first] = parts;
    const texts = parts.slice(0, first!['p'] as number).map((part) => part['d'] as string);
    yield JSON.parse(texts.join('')) as Findings;
    name = first!['e'] as string | undefined;
  }
}
