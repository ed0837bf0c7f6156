import type { Item, Key, Put } from '../../store/port.ts';
import { digestText } from '../../text/digest.ts';
import type { ChangeItems } from './rule-change-items.ts';
import { asciiJson, partName, textParts } from './text-parts.ts';

/**
 * What the scan of a change of rules finds in one chunk of a segment. The scan of a chunk that is worked on twice replaces
 * its findings. Chunks lead from one to the next, so that findings of a chunk that began elsewhere do not count.
 *
 * | item    | pk                  | sk                   | attributes |
 * |---------|---------------------|----------------------|------------|
 * | finding | `Q#change.findings` | `segment.chunk.part` | `d` a part of the findings as JSON text, `p` number of parts, `e` next chunk, absent for the last one |
 */
export const findingsPartition = ({ change }: ChangeItems): string => `Q#${change}.findings`;

const FIRST = 'first';

/** Names the chunk that begins behind this position. */
const chunkName = (cursor: Key | undefined): string =>
  cursor === undefined ? FIRST : digestText(`${cursor.pk}\n${cursor.sk}`);

const segmentPrefix = (segment: number): string => `${String(segment).padStart(4, '0')}.`;

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
      sk: `${segmentPrefix(segment)}${chunkName(cursor)}.${partName(part)}`,
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
